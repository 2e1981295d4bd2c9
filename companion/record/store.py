"""Where games are kept: one SQLite file, to which rows are only ever added.

What was said is on the disk before it is shown, so a program that is killed goes on where it was. Acts are
never changed or taken out: a person's correction is a row of its own, and so is its undoing; rows that belong to the
correction of a header tell the acts otherwise. The list of acts that count, and that of the corrections, are derived
by replaying the rows (`companion.record.edits`). Only a whole game can be deleted, and nothing of it stays.

Durability: write-ahead logging with synchronous=FULL, one transaction an act; see https://sqlite.org/wal.html
and https://sqlite.org/pragma.html#pragma_synchronous. What is written goes into a journal too
(`companion.record.journal`), and a copy of all is made when a game ends: by these a store that was damaged is made
good (`companion.record.salvage`).
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.errors import UserError
from companion.record.database import FILE_NAME, ActRow, GameRow, back_up, connect, last_seal, put
from companion.record.edits import (
    REVISED,
    Correction,
    Edit,
    Played,
    Row,
    StoredAct,
    StoredGame,
    acts_that_count,
    edits_to,
)
from companion.record.home import home
from companion.record.journal import Journal
from companion.record.salvage import backup_of, journal_of, opened, turnstile_of
from companion.record.store_errors import NoSuchGame, nothing_to_undo, told_plainly
from companion.record.turnstile import Turnstile
from wording import Phrase

log = logging.getLogger(__name__)

IN_MEMORY = Path(":memory:")


class Store:
    """The games on disk. One Store may be used from several threads.

    `notice` is a line for the user, if something of it was damaged or lost when it was opened.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, notice: Phrase | None = None) -> None:
        """Use `Store.open` instead."""
        self.path = path
        self.notice = notice
        self._connection = connection
        self._journal = Journal(None if path == IN_MEMORY else journal_of(path))
        self._lock = threading.RLock()
        self._turnstile = Turnstile(None if path == IN_MEMORY else turnstile_of(path))

    @classmethod
    def open(cls, path: Path | str | None = None) -> Store:
        """Open the store at `path` (default: `games.sqlite3` in `home()`), making it where there is none.

        A damaged file is moved aside, never deleted, what can be had of it is saved, and `notice` says so. Raises
        UserError if the file cannot be opened, is locked by another program, or was written by a newer version.
        """
        path = Path(path) if path is not None else home() / FILE_NAME
        with told_plainly(path):
            if path == IN_MEMORY:
                return cls(connect(path), path)
            path.parent.mkdir(parents=True, exist_ok=True)
            connection, notice = opened(path)
            store = cls(connection, path, notice)
            if notice is not None:
                store.back_up()
            return store

    def close(self) -> None:
        """Close the file. Nothing is lost if this is never called."""
        with self._lock:
            self._turnstile.close()
            self._connection.close()

    def plays_alone(self) -> bool:
        """Whether no other program plays with this store: the first that asks does, until it ends or is killed."""
        with self._lock:
            return self._turnstile.passed()

    def new_game(self, header: dict[str, Any]) -> int:
        """Begin a game with `header`, the first line of its record, and return its id."""
        with self._lock:
            with self._writing():
                game = self._begin(header, _now(), None)
            self._journal.add(game)
        return game.id

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

    def take_out(self, game_id: int, n: int) -> None:
        """The n-th act was none, as what followed told: no person corrected that. Raises UserError where there is
        none."""
        self._edit(game_id, "delete", n, REVISED, True, (), extra_places=0)

    def set_header(
        self, game_id: int, header: dict[str, Any], acts: Sequence[dict[str, Any]] | None = None
    ) -> None:
        """Correct the game's header, as when a person mends the colour of a field, and with it, all of it or nothing,
        its `acts` (None: they stay): as `StoredAct.kept` has them, told by that header."""
        self._log(game_id, "header", None, header, True, (), False, acts=acts)

    def finish(self, game_id: int) -> None:
        """Mark the game as finished, so that `latest_open` does not return it any more."""
        self._set_finished(game_id, _now())
        self.back_up()

    def reopen(self, game_id: int) -> None:
        """Mark the game as going on again, as when its last act is taken back."""
        self._set_finished(game_id, None)

    def games(self) -> list[StoredGame]:
        """Return all games, newest first."""
        rows = self._read("SELECT id, created, game, header, finished FROM games ORDER BY id DESC")
        return [self._game(*row) for row in rows]

    def stamps(self) -> dict[int, int]:
        """Return for each game with acts a number that grows with whatever is told of it or done to it."""
        return dict(self._read("SELECT game_id, MAX(id) FROM acts GROUP BY game_id"))

    def latest_open(self) -> StoredGame | None:
        """Return the newest game if it is not finished: where a program that was killed goes on. None while another
        program plays it."""
        if not self.plays_alone():
            return None
        rows = self._read("SELECT id, created, game, header, finished FROM games ORDER BY id DESC LIMIT 1")
        game = self._game(*rows[0]) if rows else None
        return game if game is not None and game.finished is None else None

    def acts(self, game_id: int) -> list[StoredAct]:
        """Return the acts that count, in order: what was told and accepted, with all corrections made."""
        return acts_that_count(self._rows(game_id))[0]

    def faults(self, game_id: int) -> list[tuple[str | None, tuple[str, ...]]]:
        """Return who did each act that was told to be illegal, and its faults, whether it was let stand or not."""
        rows = self._read(
            "SELECT act, faults FROM acts WHERE game_id = ? AND edit = 'add' AND legal = 0 ORDER BY id",
            (game_id,),
        )
        return [(json.loads(act).get("player"), tuple(json.loads(faults))) for act, faults in rows]

    def corrections(self, game_id: int) -> list[Correction]:
        """Return what people corrected in a game, in the order in which they did."""
        return acts_that_count(self._rows(game_id))[1]

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
        acts, corrections = acts_that_count(self._rows(game_id))
        game = self.game(game_id)
        header = game.header | ({"ended": True} if game.finished else {})
        if corrections:
            header = {
                **header,
                "corrections": [*header.get("corrections", ()), *(c.told() for c in corrections)],
            }
        return "".join(f"{_dump(line)}\n" for line in [header, *(stored.written(header) for stored in acts)])

    def game(self, game_id: int) -> StoredGame:
        """Return a game. Raises UserError if there is no such game."""
        rows = self._read("SELECT id, created, game, header, finished FROM games WHERE id = ?", (game_id,))
        if not rows:
            raise NoSuchGame("no_game", "no game {game} is kept", game=game_id)
        return self._game(*rows[0])

    def keep(self, games: Iterable[Played]) -> list[int]:
        """Add whole games, and return their ids; all of them or nothing.

        They are finished: `latest_open` never returns one of them.
        """
        now = _now()
        with self._lock:
            rows: list[GameRow | ActRow] = []
            ids = []
            with self._writing():
                for played in games:
                    rows.append(game := self._begin(played.header, played.created or now, now))
                    rows += [
                        self._add(game.id, "add", None, _dump(act), True, "[]", True) for act in played.acts
                    ]
                    ids.append(game.id)
            self._journal.add(*rows)
            self.back_up()
        return ids

    def delete_game(self, game_id: int) -> None:
        """Delete a game for good, in the copy too. Raises UserError if there is no such game."""
        self.game(game_id)
        with self._lock:
            self._journal.deleted(game_id)
            with self._writing() as connection:
                connection.execute("DELETE FROM acts WHERE game_id = ?", (game_id,))
                connection.execute("DELETE FROM games WHERE id = ?", (game_id,))
            if self.path != IN_MEMORY:
                backup_of(self.path).unlink(missing_ok=True)
            self.back_up()

    def back_up(self) -> None:
        """Make the copy of all games anew, and begin the journal anew; without room, both stay as they are."""
        if self.path == IN_MEMORY:
            return
        try:
            with self._lock:
                back_up(self._connection, backup_of(self.path))
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self._journal.clear()
        except (sqlite3.DatabaseError, OSError) as error:
            log.warning("no copy of the store could be made: %s", error)

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
        with self._lock:
            edits = [] if acts is None else list(edits_to([each.kept for each in self.acts(game_id)], acts))
            with self._writing():
                row = self._add(game_id, edit, n, _dump(act), legal, _dump(list(faults)), accepted, undoes)
                more = [
                    self._add(game_id, edit, n, _dump(act), True, "[]", True, undoes or row.id)
                    for edit, n, act in edits
                ]
            self._journal.add(row, *more)

    def _begin(self, header: dict[str, Any], created: str, finished: str | None) -> GameRow:
        """Write a game without acts."""
        id = self._next_id("games")
        game = GameRow(id, created, str(header["game"]), _dump(header), finished, "").sealed()
        put(self._connection, game)
        return game

    def _add(
        self,
        game_id: int,
        edit: Edit,
        n: int | None,
        act: str,
        legal: bool,
        faults: str,
        accepted: bool,
        undoes: int | None = None,
    ) -> ActRow:
        """Write a row of a game."""
        id, before = self._next_id("acts"), last_seal(self._connection, game_id)
        row = ActRow(id, game_id, _now(), edit, n, act, int(legal), faults, int(accepted), undoes, "")
        put(self._connection, row := row.sealed(before))
        return row

    def _next_id(self, table: str) -> int:
        """The number of the next row, which no row ever had."""
        sql = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        return 1 + next((int(seq) for (seq,) in self._connection.execute(sql, (table,))), 0)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction in which no other program writes."""
        with told_plainly(self.path), self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection

    def _set_finished(self, game_id: int, when: str | None) -> None:
        with self._lock:
            with self._writing() as connection:
                connection.execute("UPDATE games SET finished = ? WHERE id = ?", (when, game_id))
            self._journal.finished(game_id, when)

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

    def _read(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with self._lock, told_plainly(self.path):
            try:
                return self._connection.execute(sql, values).fetchall()
            except OverflowError:  # an id that is larger than any
                return []


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
