"""Where the program keeps what it keeps."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def home() -> Path:
    """Return the folder for what the program keeps: `$TABLEREF_HOME`, else where the platform wants it."""
    if chosen := os.environ.get("TABLEREF_HOME"):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tableref"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tableref"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tableref"
