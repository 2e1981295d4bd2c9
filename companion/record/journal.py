"""The journal beside the store's file: once more, in plain lines, what was written since the last copy was made.

What SQLite has not yet moved from its log into the file is lost with that log, and nothing in the file tells of it
(https://sqlite.org/howtocorrupt.html). Each line of the journal begins with its checksum. It is written after the
file, so it never holds what was not kept; a line that cannot be written is missing here, and nothing else is.
"""

from __future__ import annotations

import json
import logging
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.record.database import ActRow, GameRow

log = logging.getLogger(__name__)

Line = tuple[str, list[Any]]
_KINDS: dict[type, str] = {GameRow: "game", ActRow: "act"}


class Journal:
    """The lines of one file; None keeps none, as for a store in memory."""

    def __init__(self, path: Path | None) -> None:
        """Nothing is read or made yet."""
        self._path = path

    def add(self, *rows: GameRow | ActRow) -> None:
        """Note rows that are in the store."""
        self._write([(_KINDS[type(row)], list(row)) for row in rows])

    def finished(self, game_id: int, when: str | None) -> None:
        """Note that a game ended, or that it goes on (None)."""
        self._write([("finished", [game_id, when])])

    def deleted(self, game_id: int) -> None:
        """Note that a game is to be deleted."""
        self._write([("deleted", [game_id])])

    def lines(self) -> Iterator[Line]:
        """What was noted, oldest first; lines that are damaged are left out."""
        if self._path is None or not self._path.exists():
            return
        for line in self._path.read_bytes().split(b"\n"):
            checksum, _, text = line.partition(b" ")
            if text and checksum == _checksum(text):
                kind, content = json.loads(text)
                yield kind, content

    def clear(self) -> None:
        """Forget it all: there is a copy of the store that has it."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _write(self, lines: Iterable[Line]) -> None:
        if self._path is None:
            return
        texts = [json.dumps(line, ensure_ascii=True).encode() for line in lines]
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                # It begins with an end of line: one before it may have been cut short.
                os.write(descriptor, b"".join(b"\n" + _checksum(text) + b" " + text for text in texts))
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            log.warning("the journal %s cannot be written: %s", self._path, error.strerror)


def _checksum(text: bytes) -> bytes:
    return b"%08x" % zlib.crc32(text)
