"""Makes what several test files share importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
