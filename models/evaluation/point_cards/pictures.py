"""One reading of a table of Punto held against its truth.

Counted are cards in play of which no more than a third is covered: right is one that is read with its colour and its
points, in its place. Any turn and any shift of the cells is right if all are turned and shifted so. A table is whole
if all such cards are right and none is told in play that is not: not one that lies loose, and none where none lies.
What is read of a card of which more is covered counts for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypedDict, cast

import numpy as np

from models.evaluation.cases import Case, Judged, Mark
from models.evaluation.geometry import Points, area_px
from models.evaluation.labelled import PICTURES, read_truth
from models.evaluation.tally import Groups, Tally, angle_group, size_group
from referee.punto_acts import ID
from referee.table import Cell
from vision.pictures import Picture
from vision.point_cards.reading import CardSeen, PointReading

COVERED = 1 / 3  # a card of which more is covered is not counted
HIDDEN = 0.6  # from here on something is in the way, whatever else is seen
_APART = 0.5  # sides: what is read farther from a card's middle is not of that card
WHOLE = "whole table right"


class Card(TypedDict):
    """What of a card's truth is judged by."""

    colour: str
    points: int
    corners_px: list[list[float]]
    covered: float


class CellCard(Card):
    """The same of a card in play."""

    cell: list[int]


class Truth(TypedDict, total=False):
    """What of a picture's truth is judged by; ``look`` is not always there."""

    cells: list[CellCard]
    loose: list[Card]
    hand: bool
    elevation: float
    look: Mapping[str, object]


def find_tables(folder: Path) -> Iterator[tuple[Path, Truth]]:
    """The pictures below a folder that tell of a table of Punto, each with its truth; raises TruthError."""
    for truth_path in sorted(folder.rglob("*.json")):
        truth = read_truth(truth_path)
        picture = next((p for p in map(truth_path.with_suffix, PICTURES) if p.exists()), None)
        if picture and truth.get("game") == ID and "cells" in truth:
            yield picture, cast(Truth, truth)


def read_table(bgr: Picture, size: int | None) -> PointReading:
    """What is seen in a picture."""
    from vision.point_cards.look import look_at_points

    return look_at_points(bgr)


def judge_table(path: Path, truth: Truth, reading: PointReading, ms: float) -> Judged:
    """Hold a reading, which took ``ms``, against the truth."""
    tally, groups = Tally(), table_groups(truth)
    tally.measure("time to read (ms)", ms, {})
    seen = reading.cards()
    at = {_cell_of(card): _nearest(card, seen) for card in truth["cells"]}
    move = best_move([(cell, found) for cell, found in at.items() if found is not None])
    marks = [
        mark
        for card in truth["cells"]
        if card["covered"] <= COVERED
        for mark in _judge_card(tally, groups, card, seen, at[_cell_of(card)], move)
    ]
    marks += _not_there(tally, groups, truth, seen, set(at.values()))
    _judge_others(tally, groups, truth, reading)
    tally.count(WHOLE, not marks, groups)
    lines = tuple(mark.line for mark in marks)
    return Judged(tally, (Case(path, path.name, len(lines), lines, tuple(marks)),) if lines else ())


def table_groups(truth: Truth) -> dict[str, str]:
    """What all that is counted in a picture is broken down by, as far as its truth tells."""
    side = np.median([np.sqrt(area_px(card["corners_px"])) for card in truth["cells"]])
    groups = {"card (pixels)": size_group(float(side)), "hand": str(truth.get("hand", False))}
    if "elevation" in truth:
        groups["camera angle (degrees)"] = angle_group(truth["elevation"])
    if "look" in truth:
        groups |= {key: str(truth["look"][key]) for key in ("pip", "layout")}
    return groups


def best_move(pairs: list[tuple[Cell, Cell]]) -> tuple[int, Cell]:
    """Quarter turn and shift that take most of the first cells of such pairs to the second."""
    moves = Counter(
        (turn, (found[0] - row, found[1] - col))
        for cell, found in pairs
        for turn in range(4)
        for row, col in [_turned(cell, turn)]
    )
    return moves.most_common(1)[0][0] if moves else (0, (0, 0))


def moved(cell: Cell, move: tuple[int, Cell]) -> Cell:
    """A cell of the truth as the reading names it.

    >>> moved((1, 2), (1, (0, 5)))
    (2, 4)
    """
    row, col = _turned(cell, move[0])
    return row + move[1][0], col + move[1][1]


def _turned(cell: Cell, turn: int) -> Cell:
    row, col = cell
    for _ in range(turn):
        row, col = col, -row
    return row, col


def _cell_of(card: CellCard) -> Cell:
    row, col = card["cell"]
    return row, col


def _nearest(card: Card, seen: Mapping[Cell, CardSeen]) -> Cell | None:
    """The cell whose card was read where this one lies."""
    corners = np.array(card["corners_px"])
    away = {
        cell: float(np.linalg.norm(read.corners_px.mean(0) - corners.mean(0))) for cell, read in seen.items()
    }
    cell = min(away, key=lambda each: away[each], default=None)
    return None if cell is None or away[cell] > _APART * np.sqrt(area_px(corners)) else cell


def _judge_card(
    tally: Tally,
    groups: Groups,
    card: CellCard,
    seen: Mapping[Cell, CardSeen],
    found: Cell | None,
    move: tuple[int, Cell],
) -> Iterator[Mark]:
    due = f"{card['colour']} {card['points']}"
    outline = np.array(card["corners_px"])
    tally.count("card found", found is not None, groups)
    if found is None:
        tally.count("card right", False, groups)
        yield Mark(outline, due, "none", f"cell {card['cell']}")
        return
    name = seen[found].name
    in_place = found == moved(_cell_of(card), move)
    right = in_place and name == (card["colour"], card["points"])
    tally.count("card right", right, groups)
    tally.count("colour right", name.colour == card["colour"], {**groups, "colour": card["colour"]})
    tally.count("points right", name.points == card["points"], {**groups, "points": str(card["points"])})
    tally.count("place right", in_place, groups)
    tally.count("card in sight told hidden", seen[found].is_hidden, groups)
    tally.tell("card", seen[found].confidence, name == (card["colour"], card["points"]))
    if not right:
        where = "" if in_place else " in another place"
        yield Mark(outline, due, f"{name.colour} {name.points}{where}", f"cell {card['cell']}")


def _not_there(
    tally: Tally, groups: Groups, truth: Truth, seen: Mapping[Cell, CardSeen], due: set[Cell | None]
) -> list[Mark]:
    """Cards told in play where none in play lies."""
    more = [read for cell, read in seen.items() if cell not in due and not read.is_hidden]
    tally.count("no card told in play that is not", not more, groups)
    return [Mark(read.corners_px, "none in play", f"{read.name.colour} {read.name.points}") for read in more]


def _judge_others(tally: Tally, groups: Groups, truth: Truth, reading: PointReading) -> None:
    """What is hidden, and what lies loose."""
    hidden: list[Points] = [read.corners_px.mean(0) for read in reading.cells.values() if read.is_hidden]
    for card in truth["cells"]:
        if card["covered"] >= HIDDEN:
            corners = np.array(card["corners_px"])
            near = _APART * np.sqrt(area_px(corners))
            told = any(np.linalg.norm(at - corners.mean(0)) < near for at in hidden)
            tally.count("covered card told hidden", told, groups)
    loose = {(k, 0): card for k, card in enumerate(reading.loose)}
    for aside in truth["loose"]:
        if aside["covered"] <= COVERED:
            found = _nearest(aside, loose)
            right = found is not None and loose[found].name == (aside["colour"], aside["points"])
            tally.count("loose card right", right, groups)
