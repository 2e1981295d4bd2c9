"""A game's acts as they are told once a setting of it is corrected: what lay on the table lies where it lay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.record.edits import FORCED, StoredAct, kept_of_table
from referee import records, registry

Kept = dict[str, Any]  # an act as the store keeps it


def retold(start: Any, was: Any, stored: Sequence[StoredAct]) -> list[Kept]:
    """The acts ``stored`` of a game that began in ``was``, as they are told of the same game begun in ``start``.

    An act that was told of that game before is told so again. Raises Unfit where the table cannot lie so.
    """
    header = records.header_fields(start)
    known = [
        next((act for other, act in reversed(each.otherwise) if _begun(other) == header), None)
        for each in stored
    ]
    lines = [records.read_line(was, each.act) for each in stored]
    known_lines = [None if act is None else records.read_line(start, act) for act in known]
    told = records.retold(records.Record(was, tuple(lines)), start, known_lines)
    acts: list[Kept] = []
    for each, act, line, known_line, now in zip(stored, known, lines, known_lines, told, strict=True):
        written = each.act if now == line else records.line_fields(start.game, now)
        acts.append(replace(each, act=act if act is not None and now == known_line else written).kept)
    return acts


def without_idle_passes(start: Any, acts: Sequence[Kept]) -> list[Kept]:
    """The ``acts`` but for those at the end that the referee added, from the first on that nothing forces: nobody has
    played on since, so it is that player's turn. Those after which others played on stand."""
    played = max((n for n, act in enumerate(acts, start=1) if not act.get(FORCED)), default=0)
    idle = (
        step.n for step in records.play(_record(start, acts)) if step.n > played and not step.verdict.legal
    )
    return list(acts[: next(idle, len(acts) + 1) - 1])


def no_fault(start: Any, acts: Sequence[Kept], fault: Any, before: Any) -> list[Kept]:
    """The act that lies on the table after ``acts``, and that was a ``fault`` in the state ``before``, if it is none
    of a game that began in ``start``; else nothing."""
    now = records.final_state(_record(start, acts))
    act = registry.lines(start.game).retold(now, fault, before)
    if act is None or not registry.game(start.game).judge(now, act).legal:
        return []
    return [records.line_fields(start.game, records.Line(act))]


def _begun(header: dict[str, Any]) -> dict[str, Any]:
    """What a header in the store says of how the game began."""
    return {name: said for name, said in header.items() if name not in kept_of_table(header)}


def _record(start: Any, acts: Sequence[Kept]) -> records.Record:
    return records.Record(start, tuple(records.read_line(start, act) for act in acts))
