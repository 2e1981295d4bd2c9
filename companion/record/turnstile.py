"""Who plays with a store, where several programs have it open."""

from __future__ import annotations

import sqlite3
from pathlib import Path


class Turnstile:
    """Lets one program through at a time: the first that asks.

    A database of its own at `path` is kept locked for it. The system undoes that where a program is killed. None: in
    memory, where there is no other program.
    """

    def __init__(self, path: Path | None) -> None:
        """Nobody is through yet."""
        self._path = path
        self._locked: sqlite3.Connection | None = None

    def passed(self) -> bool:
        """Whether this program is through, or is let through now."""
        if self._path is None or self._locked is not None:
            return True
        turnstile = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            turnstile.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            turnstile.close()
            return False
        self._locked = turnstile
        return True

    def close(self) -> None:
        """Let the next one through."""
        if self._locked is not None:
            self._locked.close()
            self._locked = None
