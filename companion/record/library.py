"""The games that are kept: listed, searched, exported, imported and deleted."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from companion.errors import BadCommand
from companion.record.edits import Played, StoredGame, kept_of_table
from companion.record.evenings.statistics import faults_of, seconds_played, statistics
from companion.record.store import Store
from companion.session.judged_game import LANGUAGES, outcome_told
from referee import notation, phrases, records, registry
from wording import Phrase

MOST_GAMES = 2000  # in one archive
MOST_BYTES_IN_ALL = 64 * 1024 * 1024
MOST_BYTES = 4 * 1024 * 1024  # of one record: a game of hundreds of acts has a hundredth of it

_FIRST = datetime(1970, 1, 1, tzinfo=UTC)  # no computer's clock says less

THE_RECORD = Phrase("the_record", "the record")  # what one is called that has no name


def read_record(data: bytes | str, name: str) -> records.Record:
    """Read a record, as JSON Lines or as text that people read. Raises BadCommand that says which line is wrong."""
    try:
        raw = data.encode() if isinstance(data, str) else data
        return notation.parse(raw) if notation.looks_like(raw) else records.parse(raw)
    except records.RecordError as error:
        raise BadCommand("bad_record", "{name}, {what}", name=name, what=error.said) from error


class Library:
    """The games of a store, as people look for them."""

    def __init__(self, store: Store) -> None:
        """Look into `store`, whatever is added to it meanwhile."""
        self._store = store
        self._known: dict[int, tuple[Any, dict[str, Any]]] = {}

    def games(self, search: str = "") -> list[dict[str, Any]]:
        """The games, the newest first, in which every word of `search` occurs.

        It is looked for in the game's name, the players, the date and how it ended, in every language.
        """
        words = search.casefold().split()
        stamps = self._store.stamps()
        told = [self._told(game, (game.finished, stamps.get(game.id))) for game in self._games()]
        found = [game for game in told if all(word in game["_words"] for word in words)]
        return [{name: value for name, value in game.items() if name != "_words"} for game in found]

    def statistics(self) -> dict[str, Any]:
        """Who won what, how long games take, and which faults are made; see `companion.record.evenings`."""
        return statistics(self.games())

    def record(self, game_id: int) -> str:
        """A game's record, with the time at which it was begun. Raises UserError if there is no such game."""
        header, *acts = self._store.record(game_id).splitlines(keepends=True)
        fields = json.loads(header) | {"created": self._store.game(game_id).created}
        return "".join([json.dumps(fields, ensure_ascii=False) + "\n", *acts])

    def file_name(self, game_id: int) -> str:
        """What a game's record is called as a file."""
        game = self._store.game(game_id)
        return f"tableref-{game.created[:10]}-{game.game}-{game_id}.jsonl"

    def export(self, game_ids: Iterable[int] = ()) -> bytes:
        """The records of these games, or of all, as a ZIP archive. Raises UserError if one is not there."""
        chosen = list(dict.fromkeys(game_ids)) or [game.id for game in reversed(self._games())]
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as files:
            for game_id in chosen:
                files.writestr(self.file_name(game_id), self.record(game_id))
        return archive.getvalue()

    def take_in(self, data: bytes) -> list[int]:
        """Keep the games of a record or of a ZIP archive of records: all of them or, where one is no record,
        none. A game that is kept already is not kept twice. Returns their ids.

        Raises BadCommand that names the file and the line.
        """
        found = [(name, text, read_record(text, name)) for name, text in _files(data)]
        if not found:
            raise BadCommand("no_record", "there is no record in it: a record is a .jsonl file")
        kept = {self._content(game.id): game.id for game in self._store.games()}
        brought = [_brought(_header(text, record), record) for _, text, record in found]
        contents = [_content(game.header, list(game.acts)) for game in brought]
        new = {content: game for content, game in zip(contents, brought, strict=True) if content not in kept}
        kept |= zip(new, self._store.keep(list(new.values())), strict=True)
        return [kept[content] for content in contents]

    def delete(self, game_id: int) -> None:
        """Delete a game for good. Raises UserError if there is no such game."""
        self._store.delete_game(game_id)
        self._known.pop(game_id, None)

    def _games(self) -> list[StoredGame]:
        """Every game, the one begun last first, wherever it was played."""
        return sorted(self._store.games(), key=lambda game: (game.created, game.id), reverse=True)

    def _content(self, game_id: int) -> str:
        header, *acts = map(json.loads, self._store.record(game_id).splitlines())
        return _content(header, acts)

    def _told(self, game: StoredGame, stamp: Any) -> dict[str, Any]:
        """A line of the list; it is worked out once for as long as nothing is added to the game."""
        known = self._known.get(game.id)
        if known is None or known[0] != stamp:
            known = self._known[game.id] = (stamp, self._summary(game))
        return known[1]

    def _summary(self, game: StoredGame) -> dict[str, Any]:
        acts = self._store.acts(game.id)
        outcome = _outcome(game.header, [stored.act for stored in acts])
        told = {
            "id": game.id,
            "created": game.created,
            "game": game.game,
            "name": registry.game(game.game).NAME if game.game in registry.GAMES else game.game,
            "players": list(game.header.get("players", ())),
            "names": dict(game.header.get("options", {}).get("names") or {}),
            "acts": len(acts),
            "finished": game.finished is not None,
            "outcome": outcome,
            "seconds": seconds_played(game.created, [stored.created for stored in acts]),
            "faults": faults_of(self._store.faults(game.id)),
            "corrections": len(self._store.corrections(game.id)),
        }
        return told | {"_words": " ".join(_words(told)).casefold()}


def _outcome(header: dict[str, Any], acts: list[dict[str, Any]]) -> Any:
    """How a game ended, None where it did not, or was kept by a program that wrote it in another way."""
    try:
        start = records.read_header(header)
        lines = tuple(records.read_line(start, act) for act in acts)
    except ValueError:
        return None
    outcome = registry.game(start.game).outcome(records.final_state(records.Record(start, lines)))
    return outcome_told(outcome) if outcome else None


def _words(told: dict[str, Any]) -> Iterator[str]:
    yield from (told["game"], told["name"], told["created"][:10])
    yield from told["names"].values()
    for player in told["players"]:
        yield player
        known = phrases.catalogue(LANGUAGES[0])["colours"]
        yield from (phrases.colour_name(lang, player) for lang in LANGUAGES if player in known)
    if told["outcome"]:
        yield from told["outcome"]["text"].values()


# What reading a damaged archive may raise.
_BAD_ARCHIVE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    NotImplementedError,
    ValueError,
    OverflowError,
)


def _files(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The records in a file: itself, or those of an archive. Raises BadCommand."""
    try:
        if not zipfile.is_zipfile(io.BytesIO(data)):
            yield THE_RECORD, data
            return
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if entry.filename.endswith(".jsonl")]
            if len(entries) > MOST_GAMES:
                raise BadCommand(
                    "too_many_records",
                    "there are {count} records in it: take in {most} at a time at most",
                    count=len(entries),
                    most=MOST_GAMES,
                )
            left = MOST_BYTES_IN_ALL
            for entry in entries:
                with archive.open(entry) as file:
                    text = file.read(MOST_BYTES + 1)  # what an archive says of sizes need not be true
                left -= len(text)
                if len(text) > MOST_BYTES or left < 0:
                    raise BadCommand(
                        "record_too_large", "{name} is no record: it is too large", name=entry.filename
                    )
                yield entry.filename, text
    except _BAD_ARCHIVE as error:
        raise BadCommand("bad_archive", "the archive cannot be read: {why}", why=error) from error


def _header(data: bytes, record: records.Record) -> dict[str, Any]:
    """A record's header as it is kept: the game's own fields, and those of ours that are sound."""
    header = records.header_fields(record.start)
    try:
        told = json.loads(data.decode("utf-8-sig").lstrip().split("\n", 1)[0])
    except ValueError:
        return header  # a record as text has none of ours
    if isinstance(told.get("corrections"), list):
        header["corrections"] = told["corrections"]
    if isinstance(told.get("created"), str):
        # What is no time, or none at which a game can have been begun, is as if nobody had said it.
        with suppress(ValueError, OverflowError):
            created = datetime.fromisoformat(told["created"]).astimezone(UTC)
            if _FIRST <= created <= datetime.now(UTC):
                header["created"] = created.isoformat(timespec="milliseconds")
    return header


def _brought(header: dict[str, Any], record: records.Record) -> Played:
    created = header.pop("created", None)
    return Played(header, tuple(records.line_fields(record.game, line) for line in record.lines), created)


def _content(header: dict[str, Any], acts: list[dict[str, Any]]) -> str:
    """What makes two games the same: how they began, and every act. What else is kept of a table is taken along, but
    not taken in."""
    beside = {"corrections", "created", "ended", *kept_of_table(header)}
    game = {name: value for name, value in header.items() if name not in beside}
    done = [{name: value for name, value in act.items() if name != "at"} for act in acts]
    return json.dumps([game, done], sort_keys=True)
