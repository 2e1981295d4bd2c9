"""What can go wrong with the store, told so that the user can act on it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import CommandError, UserError
from wording import Phrase


class StoreRefuses(UserError):
    """The store takes nothing, and gives nothing out. ``advice``: why, and how to mend it."""

    def __init__(self, path: Path, advice: Phrase) -> None:
        """``path``: the store's file."""
        super().__init__("no_store", "cannot use the store {path}: {advice}", path=path, advice=advice)
        self.advice = advice


class NoSuchGame(UserError):
    """There is no game of that number (HTTP 404)."""


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is spoilt."""
    return any(word in str(error) for word in ("malformed", "not a database"))


@contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Turn what SQLite and the disk say into one line that the user can act on."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise StoreRefuses(path, _advice(error)) from error
    except OSError as error:
        advice = Phrase(
            "another_folder", "{why}: set TABLEREF_HOME to another folder", why=error.strerror or error
        )
        raise StoreRefuses(path, advice) from error


def _advice(error: sqlite3.DatabaseError) -> Phrase:
    said = str(error)
    if "locked" in said or "busy" in said:
        return Phrase(
            "store_locked",
            "another program is using it: close that, or set TABLEREF_HOME to another folder",
        )
    if "full" in said or "disk I/O" in said:
        return Phrase(
            "disk_full",
            "the disk is full or failing: nothing is lost so far; free some space, then it goes on",
        )
    if is_damage(error):
        return Phrase("store_damaged", "it is damaged: start tableref again, and it will be moved aside")
    return Phrase(
        "store_refused",
        "{why}: check the folder's permissions, or set TABLEREF_HOME to another one",
        why=said,
    )


def nothing_to_undo() -> CommandError:
    """The error where all corrections are undone, or none was made."""
    return CommandError("nothing_to_undo", "no correction to undo: none has been made, or all are undone")
