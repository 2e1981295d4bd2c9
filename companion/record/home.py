"""Where the program keeps what it keeps."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def home() -> Path:
    """Return the folder for what the program keeps: `$TABLEREF_HOME`, else where the platform wants it."""
    if chosen := os.environ.get("TABLEREF_HOME"):
        return Path(chosen).expanduser()
    return user_data_path("tableref", appauthor=False)
