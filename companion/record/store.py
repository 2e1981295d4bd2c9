"""Where games are kept: one SQLite file, to which rows are only ever added.

What was said is on the disk before it is shown, so a program that is killed goes on where it was. Acts are
never changed or taken out: a person's correction is a row of its own, and so is its undoing; rows that belong to the
correction of a header tell the acts otherwise. The list of acts that count, and that of the corrections, are derived
by replaying the rows (`companion.record.edits`). Only a whole game can be deleted, and nothing of it stays.

Durability: write-ahead logging with synchronous=FULL, one transaction an act; see https://sqlite.org/wal.html
and https://sqlite.org/pragma.html#pragma_synchronous.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.errors import UserError
from companion.record.edits import Correction, Edit, Row, StoredAct, edits_to, replay
from companion.record.store_errors import is_damage, nothing_to_undo, told_plainly

FILE_NAME = "games.sqlite3"
SCHEMA_VERSION = 2
SCHEMA = f"""
BEGIN;
CREATE TABLE IF NOT EXISTS games (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    created  TEXT NOT NULL,
    game     TEXT NOT NULL,
    header   TEXT NOT NULL,
    finished TEXT
);
CREATE TABLE IF NOT EXISTS acts (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id  INTEGER NOT NULL REFERENCES games (id),
    created  TEXT NOT NULL,
    edit     TEXT NOT NULL CHECK (edit IN ('add', 'correct', 'insert', 'delete', 'header')),
    n        INTEGER,
    act      TEXT,
    legal    INTEGER NOT NULL,
    faults   TEXT NOT NULL,
    accepted INTEGER NOT NULL,
    undoes   INTEGER REFERENCES acts (id)
);
CREATE INDEX IF NOT EXISTS acts_of_game ON acts (game_id, id);
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
FROM_VERSION_1 = f"""
BEGIN;
ALTER TABLE acts ADD COLUMN undoes INTEGER REFERENCES acts (id);
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
BUSY_S = 2.0


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it was set up; `header` is the first line of its record. Times are ISO 8601 in UTC."""

    id: int
    created: str
    game: str
    header: dict[str, Any]
    finished: str | None


def home() -> Path:
    """Return the folder for what the program keeps: `$TABLEREF_HOME`, else where the platform wants it."""
    if chosen := os.environ.get("TABLEREF_HOME"):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tableref"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tableref"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tableref"


class Store:
    """The games on disk. One Store may be used from several threads.

    `notice` is a line for the user, if a damaged file was found and moved aside when opening.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, notice: str | None = None) -> None:
        """Use `Store.open` instead."""
        self.path = path
        self.notice = notice
        self._connection = connection
        self._lock = threading.RLock()

    @classmethod
    def open(cls, path: Path | str | None = None) -> Store:
        """Open the store at `path` (default: `games.sqlite3` in `home()`), making it where there is none.

        A damaged file is moved aside, never deleted, and `notice` says so. Raises UserError if the file
        cannot be opened, is locked by another program, or was written by a newer version.
        """
        path = Path(path) if path is not None else home() / FILE_NAME
        with told_plainly(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return cls(_connect(path), path)
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                aside = _move_aside(path)
                notice = f"the store {path} was damaged: kept as {aside.name}, and a new one begun"
                return cls(_connect(path), path, notice)

    def close(self) -> None:
        """Close the file. Nothing is lost if this is never called."""
        with self._lock:
            self._connection.close()

    def new_game(self, header: dict[str, Any]) -> int:
        """Begin a game with `header`, the first line of its record, and return its id."""
        return self._write(
            "INSERT INTO games (created, game, header) VALUES (?, ?, ?)",
            (_now(), str(header["game"]), _dump(header)),
        )

    def append(
        self,
        game_id: int,
        act: dict[str, Any],
        *,
        legal: bool,
        faults: Iterable[str] = (),
        accepted: bool | None = None,
    ) -> int | None:
        """Add an act that was told; it is on the disk when this returns.

        Returns its number in the record, from 1; None if it does not count. An act counts if `accepted`, by
        default if it is legal. Raises UserError if it could not be written: then it is not in the store.
        """
        counts = legal if accepted is None else accepted
        with self._lock:
            n = len(self.acts(game_id)) + 1 if counts else None
            self._log(game_id, "add", n, act, legal, faults, counts)
        return n

    def correct(
        self, game_id: int, n: int, act: dict[str, Any], *, legal: bool = True, faults: Iterable[str] = ()
    ) -> None:
        """Put `act` in the place of the n-th act. Raises UserError where there is no such act."""
        self._edit(game_id, "correct", n, act, legal, faults, extra_places=0)

    def insert(
        self, game_id: int, n: int, act: dict[str, Any], *, legal: bool = True, faults: Iterable[str] = ()
    ) -> None:
        """Put `act` before the n-th act, or at the end with n one above the last."""
        self._edit(game_id, "insert", n, act, legal, faults, extra_places=1)

    def delete(self, game_id: int, n: int) -> None:
        """Take the n-th act out of the list of those that count. Raises UserError where there is none."""
        self._edit(game_id, "delete", n, None, True, (), extra_places=0)

    def set_header(
        self, game_id: int, header: dict[str, Any], acts: Sequence[dict[str, Any]] | None = None
    ) -> None:
        """Correct the game's header, as when a person mends the colour of a field, and with it, all of it or nothing,
        its `acts` (None: they stay): as `StoredAct.kept` has them, told by that header."""
        self._log(game_id, "header", None, header, True, (), False, acts=acts)

    def finish(self, game_id: int) -> None:
        """Mark the game as finished, so that `latest_open` does not return it any more."""
        self._write("UPDATE games SET finished = ? WHERE id = ?", (_now(), game_id))

    def reopen(self, game_id: int) -> None:
        """Mark the game as going on again, as when its last act is taken back."""
        self._write("UPDATE games SET finished = NULL WHERE id = ?", (game_id,))

    def games(self) -> list[StoredGame]:
        """Return all games, newest first."""
        rows = self._read("SELECT id, created, game, header, finished FROM games ORDER BY id DESC")
        return [self._game(*row) for row in rows]

    def stamps(self) -> dict[int, int]:
        """Return for each game with acts a number that grows with whatever is told of it or done to it."""
        return dict(self._read("SELECT game_id, MAX(id) FROM acts GROUP BY game_id"))

    def latest_open(self) -> StoredGame | None:
        """Return the newest game if it is not finished: where a program that was killed goes on."""
        rows = self._read("SELECT id, created, game, header, finished FROM games ORDER BY id DESC LIMIT 1")
        game = self._game(*rows[0]) if rows else None
        return game if game is not None and game.finished is None else None

    def acts(self, game_id: int) -> list[StoredAct]:
        """Return the acts that count, in order: what was told and accepted, with all corrections made."""
        return replay(self._rows(game_id))[0]

    def corrections(self, game_id: int) -> list[Correction]:
        """Return what people corrected in a game, in the order in which they did."""
        return replay(self._rows(game_id))[1]

    def undo(self, game_id: int, acts: Sequence[dict[str, Any]] | None = None) -> Correction:
        """Undo the last correction that was not undone yet. Raises UserError where there is none.

        `acts`: where that is of the header, all acts as they are told then (None: they stay).
        """
        with self._lock:
            standing = [done for done in self.corrections(game_id) if not done.undone]
            if not standing:
                raise nothing_to_undo()
            last = standing[-1]
            for n, act in reversed(last.dropped):
                self._log(game_id, "insert", n, act, True, (), True, undoes=last.row)
            self._log(game_id, last.reverse, last.n, last.was, True, (), True, last.row, acts)
        return last

    def drop(self, game_id: int, n: int) -> None:
        """Take out the n-th act, which the referee had added: since the last correction it is not forced any more."""
        with self._lock:
            last = self.corrections(game_id)[-1]
            self._log(game_id, "delete", n, None, True, (), True, undoes=last.row)

    def record(self, game_id: int) -> str:
        """Return the game's record as JSON Lines: its header, then every act that counts.

        Raises UserError if there is no such game.
        """
        acts, corrections = replay(self._rows(game_id))
        game = self.game(game_id)
        header = game.header | ({"ended": True} if game.finished else {})
        if corrections:
            header = {
                **header,
                "corrections": [*header.get("corrections", ()), *(c.told() for c in corrections)],
            }
        return "".join(f"{_dump(line)}\n" for line in [header, *(stored.act for stored in acts)])

    def game(self, game_id: int) -> StoredGame:
        """Return a game. Raises UserError if there is no such game."""
        rows = self._read("SELECT id, created, game, header, finished FROM games WHERE id = ?", (game_id,))
        if not rows:
            raise UserError("no_game", "no game {game} in {path}", game=game_id, path=self.path)
        return self._game(*rows[0])

    def keep(self, header: dict[str, Any], acts: Iterable[dict[str, Any]], created: str | None = None) -> int:
        """Add a whole game, as one that was played elsewhere, and return its id; all of it or nothing.

        It is finished: `latest_open` never returns it. `created` is now if it is left out.
        """
        now = _now()
        with self._lock, told_plainly(self.path), self._connection as connection:
            game_id = connection.execute(
                "INSERT INTO games (created, game, header, finished) VALUES (?, ?, ?, ?)",
                (created or now, str(header["game"]), _dump(header), now),
            ).lastrowid
            connection.executemany(
                "INSERT INTO acts (game_id, created, edit, act, legal, faults, accepted)"
                " VALUES (?, ?, 'add', ?, 1, '[]', 1)",
                [(game_id, now, _dump(act)) for act in acts],
            )
        return int(game_id or 0)

    def delete_game(self, game_id: int) -> None:
        """Delete a game for good. Raises UserError if there is no such game."""
        self.game(game_id)
        with self._lock, told_plainly(self.path), self._connection as connection:
            connection.execute("DELETE FROM acts WHERE game_id = ?", (game_id,))
            connection.execute("DELETE FROM games WHERE id = ?", (game_id,))

    def _game(self, id: int, created: str, game: str, header: str, finished: str | None) -> StoredGame:
        mended = self._read(
            "SELECT act FROM acts WHERE game_id = ? AND edit = 'header' ORDER BY id DESC LIMIT 1", (id,)
        )
        return StoredGame(id, created, game, json.loads(mended[0][0] if mended else header), finished)

    def _edit(
        self,
        game_id: int,
        edit: Edit,
        n: int,
        act: dict[str, Any] | None,
        legal: bool,
        faults: Iterable[str],
        *,
        extra_places: int,
    ) -> None:
        with self._lock:
            last = len(self.acts(game_id)) + extra_places
            if not 1 <= n <= last:
                raise UserError(
                    "no_act_in_game",
                    "no act {n} in game {game}: it has acts 1 to {last}",
                    n=n,
                    game=game_id,
                    last=last - extra_places,
                )
            self._log(game_id, edit, n, act, legal, faults, True)

    def _log(
        self,
        game_id: int,
        edit: Edit,
        n: int | None,
        act: dict[str, Any] | None,
        legal: bool,
        faults: Iterable[str],
        accepted: bool,
        undoes: int | None = None,
        acts: Sequence[dict[str, Any]] | None = None,
    ) -> None:
        """Add a row, and those that make the acts that count `acts`, which belong to it; all of them or none."""
        sql = (
            "INSERT INTO acts (game_id, created, edit, n, act, legal, faults, accepted, undoes)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        values = (game_id, _now(), edit, n, _dump(act), legal, _dump(list(faults)), accepted, undoes)
        with self._lock:
            edits = [] if acts is None else list(edits_to([each.kept for each in self.acts(game_id)], acts))
            with told_plainly(self.path), self._connection as connection:
                row = connection.execute(sql, values).lastrowid
                more = ((edit, n, _dump(act), True, "[]", True, undoes or row) for edit, n, act in edits)
                connection.executemany(sql, [(game_id, _now(), *each) for each in more])

    def _rows(self, game_id: int) -> Iterator[Row]:
        """What was told of a game and done to it, oldest first; faults that nobody let stand are left out."""
        first = self._read("SELECT header FROM games WHERE id = ?", (game_id,))
        if first:
            yield Row(0, "header", None, first[0][0], True, "[]", "", None)
        rows = self._read(
            "SELECT id, edit, n, act, legal, faults, created, undoes FROM acts"
            " WHERE game_id = ? AND (accepted = 1 OR edit = 'header') ORDER BY id",
            (game_id,),
        )
        yield from (Row(*row) for row in rows)

    def _write(self, sql: str, values: tuple[Any, ...]) -> int:
        with self._lock, told_plainly(self.path), self._connection:
            return int(self._connection.execute(sql, values).lastrowid or 0)

    def _read(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with self._lock, told_plainly(self.path):
            try:
                return self._connection.execute(sql, values).fetchall()
            except OverflowError:  # an id that is larger than any
                return []


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_S, check_same_thread=False)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise UserError(
                "newer_store", "the store {path} was written by a newer tableref: update tableref", path=path
            )
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise sqlite3.DatabaseError(f"malformed: {verdict}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # macOS: fsync alone does not reach the disk there
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted leaves no traces in the file
        if version < SCHEMA_VERSION:
            connection.executescript(FROM_VERSION_1 if version else SCHEMA)
    except BaseException:
        connection.close()
        raise
    return connection


def _move_aside(path: Path) -> Path:
    """Rename the damaged file and its log beside it, and return the new name."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    for ending in ("", "-wal", "-shm"):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
