"""What a page says can be run as it stands is run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT, calls

SERVES_FOR_EVER = "replay"


@pytest.mark.long
def test_the_commands_to_try_run_one_after_the_other_as_they_stand(tmp_path: Path) -> None:
    for folder in ("companion", "docs"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    tried = [words[1:] for words in calls(DOCS / "commands.md") if words[1] != SERVES_FOR_EVER]
    assert len(tried) > 5
    for words in tried:
        port = ["--port", "0"] if words[0] == "demo" else []
        subprocess.run(
            [sys.executable, "-m", "tableref", *words, *port],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TABLEREF_HOME": str(tmp_path / "home")},
            check=True,
            capture_output=True,
        )
    assert {"evening.jsonl", "scored.png", "punto.pdf"} <= {path.name for path in tmp_path.iterdir()}
