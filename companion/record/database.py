"""The store's file: its tables, and the seals by which it shows that a row was changed or is missing.

Each row of a game carries a seal, a checksum over what it holds and over the seal of the row before it: so none can
be changed, or taken out between others, without its showing. The last rows may still be lost together, as with the
log that SQLite writes ahead (https://sqlite.org/wal.html): the journal beside the file tells of those.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.errors import UserError

FILE_NAME = "games.sqlite3"
SCHEMA_VERSION = 3
SCHEMA = f"""
BEGIN;
CREATE TABLE IF NOT EXISTS games (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    created  TEXT NOT NULL,
    game     TEXT NOT NULL,
    header   TEXT NOT NULL,
    finished TEXT,
    seal     TEXT NOT NULL
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
    undoes   INTEGER REFERENCES acts (id),
    seal     TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS acts_of_game ON acts (game_id, id);
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
BUSY_S = 2.0
_SEAL_LENGTH = 16


class GameRow(NamedTuple):
    """A game as it was set up; `header` is JSON. Whether it is finished is not sealed, for that changes."""

    id: int
    created: str
    game: str
    header: str
    finished: str | None
    seal: str

    def sealed(self) -> GameRow:
        """The row with the seal that is due to it."""
        return self._replace(seal=_seal("", self.id, self.created, self.game, self.header))


class ActRow(NamedTuple):
    """Something that was told of a game or done to it; `act` and `faults` are JSON."""

    id: int
    game_id: int
    created: str
    edit: str
    n: int | None
    act: str | None
    legal: int
    faults: str
    accepted: int
    undoes: int | None
    seal: str

    def sealed(self, before: str) -> ActRow:
        """The row with the seal that is due to it after the one `before` it in its game."""
        return self._replace(seal=_seal(before, *self[1:-1]))


def _seal(*content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_SEAL_LENGTH]


def connect(path: Path) -> sqlite3.Connection:
    """The file, made where there is none, and brought up to date. Raises UserError where it was written by a newer
    version, sqlite3.DatabaseError where it is damaged or no store at all."""
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
        _update(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _update(connection: sqlite3.Connection) -> None:
    """Make the tables, or add to those of an earlier version what they lack; their columns tell which it is."""
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    tables = {name for (name,) in connection.execute(names)}
    if not tables:
        connection.executescript(SCHEMA)
        return
    columns = {name: _columns(connection, name) for name in ("games", "acts")}
    lacking = (set(GameRow._fields) - columns["games"]) | (set(ActRow._fields) - columns["acts"])
    if tables != {"games", "acts"} or not lacking <= {"seal", "undoes"}:
        raise sqlite3.DatabaseError("not a database of this program")
    if not lacking:
        return
    with connection:
        connection.execute("BEGIN")
        if "undoes" in lacking:
            connection.execute("ALTER TABLE acts ADD COLUMN undoes INTEGER REFERENCES acts (id)")
        for table in ("games", "acts") if "seal" in lacking else ():
            connection.execute(f"ALTER TABLE {table} ADD COLUMN seal TEXT NOT NULL DEFAULT ''")
        seal_anew(connection)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")}


def games_in(connection: sqlite3.Connection) -> Iterator[GameRow]:
    """All games, oldest first."""
    yield from map(
        GameRow._make, connection.execute(f"SELECT {', '.join(GameRow._fields)} FROM games ORDER BY id")
    )


def acts_in(connection: sqlite3.Connection, game_id: int) -> Iterator[ActRow]:
    """All rows of a game, oldest first."""
    sql = f"SELECT {', '.join(ActRow._fields)} FROM acts WHERE game_id = ? ORDER BY id"
    yield from map(ActRow._make, connection.execute(sql, (game_id,)))


def put(connection: sqlite3.Connection, row: GameRow | ActRow) -> None:
    """Write a row that has its number and its seal."""
    table = "games" if isinstance(row, GameRow) else "acts"
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({', '.join(row._fields)}) VALUES ({places})", row)


def last_seal(connection: sqlite3.Connection, game_id: int) -> str:
    """The seal after which a game's next row is sealed."""
    sql = "SELECT seal FROM acts WHERE game_id = ? ORDER BY id DESC LIMIT 1"
    for (seal,) in connection.execute(sql, (game_id,)):
        return str(seal)
    for (seal,) in connection.execute("SELECT seal FROM games WHERE id = ?", (game_id,)):
        return str(seal)
    return ""


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether every row is as it was sealed."""
    for game in games_in(connection):
        if game != game.sealed():
            return False
        before = game.seal
        for act in acts_in(connection, game.id):
            if act != act.sealed(before):
                return False
            before = act.seal
    return True


def seal_anew(connection: sqlite3.Connection) -> None:
    """Seal all rows as they are."""
    for game in list(games_in(connection)):
        before = game.sealed().seal
        connection.execute("UPDATE games SET seal = ? WHERE id = ?", (before, game.id))
        for act in list(acts_in(connection, game.id)):
            before = act.sealed(before).seal
            connection.execute("UPDATE acts SET seal = ? WHERE id = ?", (before, act.id))


def back_up(connection: sqlite3.Connection, copy: Path) -> None:
    """Make a copy of all rows, whole or not at all: the one before stays until the new one is written."""
    unfinished = copy.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(unfinished)) as target:
        connection.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
    unfinished.replace(copy)
