"""Opening the store, whatever became of its files: what one of them lost is had from the others.

There are three: the file itself, a copy of it that was made when the last game ended, and the journal of what was
written since. A damaged file is moved aside, never deleted, and a new one is made of all that can be had.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from companion.record.database import ActRow, GameRow, acts_in, connect, games_in, is_whole, put
from companion.record.journal import Journal
from companion.record.store_errors import is_damage
from wording import Phrase

# What reading a damaged file may raise: SQLite puts what it stumbles over into its message, whatever bytes those are.
_DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError, TypeError)


def backup_of(path: Path) -> Path:
    """Where the copy of a store is."""
    return path.with_name(f"{path.stem}.copy{path.suffix}")


def turnstile_of(path: Path) -> Path:
    """What is locked by the program that plays with a store."""
    return path.with_name(f"{path.stem}.playing")


def journal_of(path: Path) -> Path:
    """Where the journal of a store is."""
    return path.with_name(f"{path.stem}.journal")


def opened(path: Path) -> tuple[sqlite3.Connection, Phrase | None]:
    """The store at `path`, and what there is to tell of it where something was lost or damaged.

    Raises UserError and sqlite3.DatabaseError as `connect` does, but for damage.
    """
    journal = Journal(journal_of(path))
    if not path.exists() and (backup_of(path).exists() or any(journal.lines())):
        return _made_anew(path, None)
    try:
        connection = connect(path)
    except _DAMAGE as error:
        if isinstance(error, sqlite3.DatabaseError) and not is_damage(error):
            raise
        return _made_anew(path, _move_aside(path))
    try:
        whole = is_whole(connection)
    except _DAMAGE:
        whole = False
    if not whole:
        connection.close()
        return _made_anew(path, _move_aside(path))
    return connection, _put_back(connection, path, journal)


def _put_back(connection: sqlite3.Connection, path: Path, journal: Journal) -> Phrase | None:
    """Write what the copy or the journal has and the file lacks."""
    found = _Found()
    if backup_of(path).exists():
        with _reading(backup_of(path)) as copy, suppress(*_DAMAGE):
            if _numbers(copy) - _numbers(connection):
                found.take_in(_rows_of(copy))
    found.take_in_journal(journal)
    if not (found.touched or found.deleted):
        return None
    found.take_in(row for row in _rows_of(connection) if _game_of(row) in found.touched)
    with connection:
        for game_id in found.deleted:
            connection.execute("DELETE FROM acts WHERE game_id = ?", (game_id,))
            connection.execute("DELETE FROM games WHERE id = ?", (game_id,))
        lost = found.write(connection)
    if not lost:
        return None
    return Phrase(
        "store_put_back",
        "the store had lost {count} of its last entries: they were put back",
        count=lost,
    )


def _made_anew(path: Path, aside: Path | None) -> tuple[sqlite3.Connection, Phrase]:
    """A new store of all that can be had, and what there is to tell of it."""
    found = _Found()
    for source in (backup_of(path), aside):
        if source is not None and source.exists():
            with _reading(source) as connection:
                found.take_in(_rows_of(connection))
    found.take_in_journal(Journal(journal_of(path)))
    connection = connect(path)
    with connection:
        saved = found.write(connection)
    if aside is None:
        return connection, Phrase(
            "store_was_gone", "the store was gone: {count} entries were had from its copy", count=saved
        )
    if not found.gaps:
        return connection, Phrase(
            "store_salvaged",
            "the store was damaged and is kept as {name}: {count} entries were saved",
            name=aside.name,
            count=saved,
        )
    return connection, Phrase(
        "store_salvaged_in_part",
        "the store was damaged and is kept as {name}: {count} entries were saved; of game {games} the end is missing",
        name=aside.name,
        count=saved,
        games=", ".join(map(str, sorted(found.gaps))),
    )


@dataclass
class _Found:
    """The rows that were found, by their numbers; where two sources differ, that which is as it was sealed."""

    games: dict[int, list[GameRow]] = field(default_factory=lambda: defaultdict(list))
    acts: dict[int, list[ActRow]] = field(default_factory=lambda: defaultdict(list))
    finished: dict[int, str | None] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    gaps: set[int] = field(default_factory=set)  # games of which something is missing

    @property
    def touched(self) -> set[int]:
        """The games of which something was found."""
        return {*self.games, *(rows[0].game_id for rows in self.acts.values()), *self.finished}

    def take_in(self, rows: Iterable[GameRow | ActRow]) -> None:
        """Add what another source has."""
        for row in rows:
            if isinstance(row, GameRow):
                self.games[row.id].append(row)
                self.finished[row.id] = row.finished
            else:
                self.acts[row.id].append(row)

    def take_in_journal(self, journal: Journal) -> None:
        """Add what the journal has."""
        for kind, content in journal.lines():
            if kind == "game":
                self.take_in([GameRow(*content)])
            elif kind == "act":
                self.take_in([ActRow(*content)])
            elif kind == "finished":
                self.finished[content[0]] = content[1]
            else:
                self.deleted.add(content[0])

    def write(self, connection: sqlite3.Connection) -> int:
        """Write what the database lacks, and return how many rows that were."""
        here = {game.id for game in games_in(connection)}
        acts_here = {id for (id,) in connection.execute("SELECT id FROM acts")}
        written = 0
        for game_id in sorted(self.games.keys() - self.deleted):
            game = next((row for row in self.games[game_id] if row == row.sealed()), None)
            if game is None:
                self.gaps.add(game_id)
                continue
            if game_id not in here:
                put(connection, game)
                written += 1
            for act in self._whole_acts(game):
                if act.id not in acts_here:
                    put(connection, act)
                    written += 1
        sql = "UPDATE games SET finished = ? WHERE id = ?"
        connection.executemany(sql, [(when, game_id) for game_id, when in self.finished.items()])
        return written

    def _whole_acts(self, game: GameRow) -> Iterator[ActRow]:
        """A game's rows as they were sealed, up to where one is missing: what came after it was done on a table that
        is not known."""
        before = game.seal
        for id in sorted(id for id, rows in self.acts.items() if rows[0].game_id == game.id):
            act = next((row for row in self.acts[id] if row == row.sealed(before)), None)
            if act is None:
                self.gaps.add(game.id)
                return
            before = act.seal
            yield act


def _game_of(row: GameRow | ActRow) -> int:
    return row.id if isinstance(row, GameRow) else row.game_id


def _reading(path: Path) -> closing[sqlite3.Connection]:
    """A file that is left as it is."""
    return closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True))


def _numbers(connection: sqlite3.Connection) -> set[tuple[str, int]]:
    """The numbers of all rows."""
    sql = "SELECT 'game', id FROM games UNION ALL SELECT 'act', id FROM acts"
    return set(connection.execute(sql))


def _rows_of(connection: sqlite3.Connection) -> Iterator[GameRow | ActRow]:
    """Whatever can still be read of a store, damaged or not."""
    games: list[GameRow] = []
    with suppress(*_DAMAGE):
        for game in games_in(connection):
            games.append(game)
            yield game
    for game in games:
        with suppress(*_DAMAGE):
            yield from acts_in(connection, game.id)


def _move_aside(path: Path) -> Path:
    """Rename the damaged file and its log beside it, and return the new name."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    for ending in ("", "-wal", "-shm"):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside
