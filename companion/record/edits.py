"""What was told of a game, and what people corrected of it: from the store's rows to the acts that count."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Literal, NamedTuple

Edit = Literal["add", "correct", "insert", "delete", "header"]
FORCED = "forced"  # of an act in the store: the referee added it, for nothing else could be done
UNSURE = "unsure"  # of a header in the store: settings of the board that could not be made out
REVISED: dict[str, Any] = {
    "revised": True
}  # of a deleted act in the store: what followed told that it was none
SEATS = "seats"  # and on which side of the picture each player sits
CLOCK = "clock"  # and how long each turn, or all of a player's, may take
_OF_TABLE = (UNSURE, SEATS, CLOCK)
REVERSE: dict[Edit, Edit] = {"correct": "correct", "insert": "delete", "delete": "insert", "header": "header"}


class Row(NamedTuple):
    """A row of the store. `act` and `faults` are JSON; `undoes` is the id of the correction that it undoes."""

    id: int
    edit: Edit
    n: int | None
    act: str
    legal: bool
    faults: str
    created: str
    undoes: int | None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it was set up; `header` is the first line of its record. Times are ISO 8601 in UTC."""

    id: int
    created: str
    game: str
    header: dict[str, Any]
    finished: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game, as one that was played elsewhere; `created` is now if it is left out."""

    header: dict[str, Any]
    acts: tuple[dict[str, Any], ...]
    created: str | None = None


@dataclass(frozen=True, slots=True)
class StoredAct:
    """An act that counts. `legal` and `faults` are what was said when it was told, or last corrected; `forced`:
    the referee added it, for nothing else could be done. `otherwise`: how it was told by the headers that were
    corrected since, the latest last."""

    n: int
    act: dict[str, Any]
    legal: bool
    faults: tuple[str, ...]
    created: str
    forced: bool = False
    otherwise: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = ()

    @property
    def kept(self) -> dict[str, Any]:
        """The act as the store keeps it."""
        return self.act | ({FORCED: True} if self.forced else {})

    def written(self, header: dict[str, Any]) -> dict[str, Any]:
        """The act as a record with this header has it: in a game by the clock, with when it was told."""
        return self.act | ({"at": self.created} if CLOCK in header else {})


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person corrected: the n-th act was `was` and is now `act` (None: there was, or is, none).

    Of a corrected header `was` and `act` are headers and `n` is None, and `found` and `left` are all acts that
    counted before, and right after it, as the store keeps them. `row` is the store's. `dropped`: acts that were
    forced before, and are taken out since, each with the number that it had.
    """

    row: int
    edit: Edit
    n: int | None
    was: dict[str, Any] | None
    act: dict[str, Any] | None
    created: str
    undone: bool = False
    dropped: tuple[tuple[int, dict[str, Any]], ...] = ()
    found: tuple[dict[str, Any], ...] = ()
    left: tuple[dict[str, Any], ...] = ()

    @property
    def reverse(self) -> Edit:
        """The edit that undoes this one."""
        return REVERSE[self.edit]

    def told(self) -> dict[str, Any]:
        """The correction as records and the page tell it; of a header, the fields whose colour was mended, or the
        options, and the acts that are told otherwise since."""
        told: dict[str, Any] = {"edit": self.edit, "at": self.created, "undone": self.undone}
        if self.edit == "header":
            other = {"options": _options(self.was or {}, self.act or {}), "acts": self._acts_told_otherwise()}
            mended = {"fields": _mended(self.was or {}, self.act or {})}
            return told | mended | {name: changed for name, changed in other.items() if changed}
        return told | {"n": self.n, "was": self.was, "act": self.act}

    def _acts_told_otherwise(self) -> list[dict[str, Any]]:
        both = enumerate(zip_longest(self.found, self.left), start=1)
        return [{"n": n, "was": was, "act": act} for n, (was, act) in both if was != act]


def kept_of_table(header: dict[str, Any]) -> dict[str, Any]:
    """What a header in the store says besides how the game began."""
    return {name: header[name] for name in _OF_TABLE if name in header}


def edits_to(
    now: Sequence[dict[str, Any]], then: Sequence[dict[str, Any]]
) -> Iterator[tuple[Edit, int, dict[str, Any] | None]]:
    """The edits, each with its number and act, that make of the acts `now` those `then`."""
    for n, (was, act) in enumerate(zip(now, then, strict=False), start=1):
        if was != act:
            yield "correct", n, act
    for n in range(len(now), len(then), -1):
        yield "delete", n, None
    for n in range(len(now) + 1, len(then) + 1):
        yield "insert", n, then[n - 1]


def acts_that_count(rows: Iterable[Row]) -> tuple[list[StoredAct], list[Correction]]:
    """The acts that count, and the corrections, from a game's rows, the oldest first."""
    acts: list[StoredAct] = []
    done: dict[int, Correction] = {}
    header: dict[str, Any] = {}
    for row in rows:
        act: dict[str, Any] | None = json.loads(row.act) if row.act else None
        cause = done.get(row.undoes) if row.undoes is not None else None
        if row.edit == "add":
            acts.append(_stored(row, act))
        elif row.edit == "header":
            was, header = header, act or {}
            found = tuple(each.kept for each in acts)
            acts = [replace(each, otherwise=(*each.otherwise, (was, each.act))) for each in acts]
            if cause:
                done[cause.row] = replace(cause, undone=True)
            elif row.id:  # the first header corrects nothing
                done[row.id] = Correction(
                    row.id, row.edit, None, was, act, row.created, found=found, left=found
                )
        elif cause and cause.edit == "header":
            _tell_otherwise(acts, row, act)
            if not cause.undone:
                done[cause.row] = replace(cause, left=tuple(each.kept for each in acts))
        else:
            _correct(acts, done, row, act)
    return [replace(stored, n=n) for n, stored in enumerate(acts, start=1)], list(done.values())


def _correct(
    acts: list[StoredAct], done: dict[int, Correction], row: Row, act: dict[str, Any] | None
) -> None:
    """An act was corrected, or such a correction undone; or what followed took it out, which nobody undoes."""
    was = _edit(acts, row, act)
    if row.edit == "delete" and act == REVISED:
        return
    if row.undoes is None:
        done[row.id] = Correction(row.id, row.edit, row.n, was, act, row.created)
        return
    cause = done[row.undoes]
    if row.edit == "delete" and was and was.get(FORCED):
        done[row.undoes] = replace(cause, dropped=(*cause.dropped, (row.n or 1, was)))
    else:
        done[row.undoes] = replace(cause, undone=True)


def _tell_otherwise(acts: list[StoredAct], row: Row, act: dict[str, Any] | None) -> None:
    """An act is told otherwise since a header was corrected: it is the same act."""
    same = acts[(row.n or 1) - 1] if row.edit == "correct" else None
    _edit(acts, row, act)
    if same and row.n:
        acts[row.n - 1] = replace(acts[row.n - 1], created=same.created, otherwise=same.otherwise)


def _edit(acts: list[StoredAct], row: Row, act: dict[str, Any] | None) -> dict[str, Any] | None:
    """Change the list of acts as a row says, and return the act that was there before."""
    at = (row.n or 1) - 1
    if row.edit == "insert":
        acts.insert(at, _stored(row, act))
        return None
    was = acts[at].kept
    acts[at : at + 1] = [] if row.edit == "delete" else [_stored(row, act)]
    return was


def _stored(row: Row, act: dict[str, Any] | None) -> StoredAct:
    told = dict(act or {})
    forced = bool(told.pop(FORCED, False))
    return StoredAct(0, told, bool(row.legal), tuple(json.loads(row.faults)), row.created, forced)


def _mended(was: dict[str, Any], now: dict[str, Any]) -> list[dict[str, Any]]:
    before, after = (header.get("board", {}).get("fields", []) for header in (was, now))
    return [
        {"cell": [r, c], "was": old, "is": new}
        for r, (old_row, new_row) in enumerate(zip(before, after, strict=False))
        for c, (old, new) in enumerate(zip(old_row, new_row, strict=False))
        if old != new
    ]


def _options(was: dict[str, Any], now: dict[str, Any]) -> list[dict[str, Any]]:
    before, after = was.get("options", {}), now.get("options", {})
    return [
        {"name": name, "was": before.get(name), "is": value}
        for name, value in after.items()
        if before.get(name) != value
    ]
