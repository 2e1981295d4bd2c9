"""Lets the tests of this folder share `naive_referee`, `setting` and `playthrough`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
