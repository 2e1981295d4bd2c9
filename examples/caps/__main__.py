"""``python -m examples.caps MODULE …``: a command of tableref, with this game among the games.

MODULE is the command's module: `companion.cli`, `models.fit_weights`, `models.evaluate_simulated`.
"""

from __future__ import annotations

import sys
from importlib import import_module

from referee import registry

registry.add("caps", __package__)  # in every process that a command starts, too

if __name__ == "__main__":
    import_module(sys.argv.pop(1)).main()
