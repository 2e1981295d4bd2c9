"""The lines of a stalemate of Punto in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.errors import WrongCall
from companion.scored import Asked, Counted, NotCounted
from referee import punto as rules
from referee import records
from referee.punto_rounds import Tally, lines_of, stalemate, tallies
from referee.records.wire import Malformed
from referee.table import CardTable, Cell

if TYPE_CHECKING:
    from vision.pictures import Picture
    from vision.point_cards.reading import PointReading

TAKES = ("colours",)
NEUTRAL = "neutral"  # in the place of a player, for the fourth colour of three
_GOLD = (0, 200, 255)  # BGR


def count(bgr: Picture, asked: Asked) -> Counted | NotCounted:
    """Each side's lines, who wins and by what; the winner's line outlined. Nobody named: each colour for itself."""
    from vision.point_cards.look import look_at_points

    start = agreed(asked)
    reading = look_at_points(bgr)
    table = CardTable(tuple(sorted((cell, (seen.name,)) for cell, seen in reading.cards().items())))
    if not table.piles:
        return NotCounted("no cards in play were found, so there is nothing to count")
    for reason in rules.status(start, table):
        return NotCounted(f"{reason}: a card was misread; photograph it again from above")
    cells, lines = told(replace(start, piles=table.piles))
    guessed = ("what something covers is a guess",) if reading.hand else ()
    return Counted((f"{len(table.piles)} cards read", *guessed, *lines), _drawn(bgr, reading, cells))


def told(state: rules.State) -> tuple[Sequence[Cell], list[str]]:
    """The cells that decide, and what is counted, line by line. A row wins before anything is counted."""
    for player in state.players:
        if rows := lines_of(state, player, state.row):
            return rows[0], [f"{player} has a row: {_cards(state, rows[0])}"]
    lines = [_tally(state, tally) for tally in tallies(state)]
    ended = stalemate(state, state.players[-1]).rounds[-1]
    if ended.winner is None:
        return (), [*lines, "at a stalemate nobody wins: tied, or no line at all"]
    side = " and ".join(state.side_of(ended.winner))
    removed = f"{ended.removed.colour} {ended.removed.points}" if ended.removed else "no card"
    return ended.cells, [*lines, f"at a stalemate {side} would win, and {removed} leaves the game"]


def _tally(state: rules.State, tally: Tally) -> str:
    side, long = " and ".join(tally.side), state.row - 1
    if not tally.lines:
        return f"{side}: no line of {long}"
    count = "1 line" if tally.lines == 1 else f"{tally.lines} lines, the cheapest"
    return f"{side}: {count} of {tally.points} points: {_cards(state, tally.cells)}"


def _cards(state: rules.State, cells: Sequence[Cell]) -> str:
    colour = state.tops[cells[0]].colour
    return f"{colour} {' '.join(str(state.tops[cell].points) for cell in cells)}"


def agreed(asked: Asked) -> rules.State:
    """The state before the first card, of the players and colours as they were typed; raises WrongCall."""
    header: dict[str, Any] = {"game": rules.ID, "options": dict(asked.options)}
    if asked.colours is None:
        colours: Mapping[str, list[str]] = {colour: [colour] for colour in rules.COLOURS}
        header |= {"players": list(colours), "colours": colours}
    else:
        header |= _typed(asked.colours)
    try:
        start: rules.State = records.read_header(header)
    except Malformed as error:
        raise WrongCall(f"--colours {asked.colours or ''}: {error}") from error
    return start


def _typed(text: str) -> Iterator[tuple[str, Any]]:
    """Players, colours and neutral of ``ann=red+blue,bo=orange+green``."""
    parts = (part.partition("=") for part in text.split(",") if part.strip())
    colours = {name.strip(): [each.strip() for each in played.split("+")] for name, _, played in parts}
    neutral = colours.pop(NEUTRAL, [None])
    yield "players", list(colours)
    yield "colours", colours
    yield "neutral", neutral[0]


def _drawn(bgr: Picture, reading: PointReading, cells: Sequence[Cell]) -> Picture:
    """A copy of the picture: each card with what was read, those that decide outlined in gold."""
    import cv2

    canvas, thick = bgr.copy(), max(2, round(max(bgr.shape) / 500))
    for cell, seen in reading.cards().items():
        outline = np.round(seen.corners_px).astype(np.int32)
        cv2.polylines(canvas, [outline], True, (0, 0, 0), thick + 2, cv2.LINE_AA)
        cv2.polylines(
            canvas, [outline], True, _GOLD if cell in cells else (255, 255, 255), thick, cv2.LINE_AA
        )
        x, y = (round(float(each)) for each in seen.corners_px.mean(0))
        name, place = f"{seen.name.colour} {seen.name.points}", (x - 10 * thick, y)
        for width, ink in ((thick + 2, (0, 0, 0)), (1, (255, 255, 255))):
            cv2.putText(canvas, name, place, cv2.FONT_HERSHEY_SIMPLEX, thick / 5, ink, width, cv2.LINE_AA)
    return canvas
