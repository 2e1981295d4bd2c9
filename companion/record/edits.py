"""What was told of a game, and what people corrected of it: from the store's rows to the acts that count."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

Edit = Literal["add", "correct", "insert", "delete", "header"]
FORCED = "forced"  # of an act in the store: the referee added it, for nothing else could be done
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
class StoredAct:
    """An act that counts. `legal` and `faults` are what was said when it was told, or last corrected; `forced`:
    the referee added it, for nothing else could be done."""

    n: int
    act: dict[str, Any]
    legal: bool
    faults: tuple[str, ...]
    created: str
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person corrected: the n-th act was `was` and is now `act` (None: there was, or is, none).

    Of a corrected header `was` and `act` are headers and `n` is None. `row` is the store's. `dropped`: acts that were
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

    @property
    def reverse(self) -> Edit:
        """The edit that undoes this one."""
        return REVERSE[self.edit]

    def told(self) -> dict[str, Any]:
        """The correction as records and the page tell it; of a header, the fields whose colour was mended."""
        told: dict[str, Any] = {"edit": self.edit, "at": self.created, "undone": self.undone}
        if self.edit == "header":
            return told | {"fields": _mended(self.was or {}, self.act or {})}
        return told | {"n": self.n, "was": self.was, "act": self.act}


def replay(rows: Iterable[Row]) -> tuple[list[StoredAct], list[Correction]]:
    """The acts that count, and the corrections, from a game's rows, the oldest first."""
    acts: list[StoredAct] = []
    done: dict[int, Correction] = {}
    header: dict[str, Any] | None = {}
    for row in rows:
        act: dict[str, Any] | None = json.loads(row.act) if row.act else None
        was: dict[str, Any] | None
        if row.edit == "header":
            was, header = header, act
        elif row.edit == "add":
            acts.append(_stored(row, act))
            continue
        else:
            was = _edit(acts, row, act)
        if row.undoes is not None and row.edit == "delete" and was and was.get(FORCED):
            cause = done[row.undoes]
            done[row.undoes] = replace(cause, dropped=(*cause.dropped, (row.n or 1, was)))
        elif row.undoes is not None:
            done[row.undoes] = replace(done[row.undoes], undone=True)
        elif row.id:  # the first header corrects nothing
            done[row.id] = Correction(row.id, row.edit, row.n, was, act, row.created)
    return [replace(stored, n=n) for n, stored in enumerate(acts, start=1)], list(done.values())


def _edit(acts: list[StoredAct], row: Row, act: dict[str, Any] | None) -> dict[str, Any] | None:
    """Change the list of acts as a row says, and return the act that was there before."""
    at = (row.n or 1) - 1
    if row.edit == "insert":
        acts.insert(at, _stored(row, act))
        return None
    was = acts[at].act | ({FORCED: True} if acts[at].forced else {})
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
