"""One picture's reading held against its truth.

Counted are: whether the board was found, over all pictures (one that lies more than half a field off is not
found); field colour, owner and height over the visible fields of the boards found; whole boards and cards over
all pictures, so that a board not found is not right either.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.evaluation.cards import judge_cards
from models.evaluation.cases import Case, Judged, Mark
from models.evaluation.geometry import Points, best_turn, cell_outline_px, field_px
from models.evaluation.labelled import Labelled
from models.evaluation.tally import Groups, Tally, angle_group, rise_group, size_group
from vision.stone_table.reading import FIELD_COLOURS, Fields, Reading

VISIBLE = 0.35  # a field of which a hand covers less counts as visible
MISPLACED_FIELDS = 0.5
CORNERS_FIELDS = 0.1  # as near as a board's corners are to be

# What makes a case bad, the worst first: a board not found, a wrong owner or card, a height, a colour.
_NOT_FOUND, _OWNER, _CARDS, _HEIGHT, _FIELD, _HIDDEN = 1000.0, 10.0, 10.0, 3.0, 1.0, 1.0


@dataclass(frozen=True)
class Stack:
    """What lies on a field, or seems to."""

    field: str
    owner: str | None
    height: int

    def words(self, other: Stack) -> str:
        """In words, for people; the field's colour only where ``other`` has another one.

        >>> Stack("red", "blue", 2).words(Stack("red", None, 0)), Stack("red", None, 0).words(Stack("blue", None, 0))
        ('blue 2', 'empty on red')
        """
        stones = f"{self.owner} {self.height}" if self.owner else "empty"
        return stones if self.field == other.field else f"{stones} on {self.field}"


def evaluate_picture(shown: Labelled, bgr: NDArray[np.uint8]) -> Judged:
    """Look at a picture (H, W, 3) and judge the reading."""
    from vision.stone_table.look import look

    start = time.perf_counter()
    reading = look(bgr, len(shown.truth["cells"]))
    return judge_picture(shown, reading, (time.perf_counter() - start) * 1e3)


def judge_picture(shown: Labelled, reading: Reading, ms: float) -> Judged:
    """Hold a reading, which took ``ms``, against the truth, in the turn that fits best."""
    tally, truth = Tally(), shown.truth
    true_px = np.array(truth["grid_corners"], float)
    groups = picture_groups(shown)
    tally.measure("time to read (ms)", ms, {})
    if reading.board is None or reading.fields is None:
        return _not_found(tally, groups, shown, f"no board ({reading.why})")
    corners_px = reading.board.corners_px
    turn, distance = best_turn(corners_px, true_px)
    error = distance / field_px(true_px, len(truth["cells"]))
    if error > MISPLACED_FIELDS:
        return _not_found(tally, groups, shown, f"board misplaced by {error:.1f} fields", corners_px)
    tally.count("board found", True, groups)
    tally.count(f"corners within {CORNERS_FIELDS} field", error <= CORNERS_FIELDS, groups)
    tally.measure("corner error (fields)", error, groups)
    fields = _judge_fields(tally, groups, reading.fields, truth["cells"], turn, corners_px)
    cards = judge_cards(tally, groups, reading.cards, truth)
    marks = [mark for _, mark in fields] + cards
    badness = sum(weight for weight, _ in fields) + _CARDS * len(cards) + error
    lines = tuple(mark.line for mark in marks)
    case = Case(shown.path, _title(shown), badness, lines, tuple(marks), true_px, corners_px)
    return Judged(tally, (case,) if marks else ())


def picture_groups(shown: Labelled) -> dict[str, str]:
    """What all that is counted in a picture or recording is broken down by, as far as its truth tells."""
    truth = shown.truth
    size = len(truth.get("cells") or truth["fields"])
    groups = {
        "set": shown.set_name,
        "field (pixels)": size_group(field_px(truth["grid_corners"], size)),
    }
    if "elevation" in truth:
        groups["camera angle (degrees)"] = angle_group(float(truth["elevation"]))
    if "stone_kind" in truth:
        groups["stone kind"] = str(truth["stone_kind"])
    if "rise_mm" in truth and "cell_m" in truth:
        groups["tower grows by (fields)"] = rise_group(truth["rise_mm"] / 1000 / truth["cell_m"])
    return groups


def _title(shown: Labelled) -> str:
    return f"{shown.set_name}/{shown.path.name}"


def _not_found(
    tally: Tally, groups: Groups, shown: Labelled, why: str, found_px: Points | None = None
) -> Judged:
    tally.count("board found", False, groups)
    for figure in ("whole board right: owners", "whole board right: owners and heights"):
        tally.count(figure, False, groups)
    judge_cards(tally, groups, None, shown.truth)
    true_px = np.array(shown.truth["grid_corners"], float)
    case = Case(shown.path, _title(shown), _NOT_FOUND, (why,), (), true_px, found_px)
    return Judged(tally, (case,))


def _judge_fields(
    tally: Tally,
    groups: Groups,
    fields: Fields,
    cells: list[list[dict[str, Any]]],
    turn: int,
    corners_px: Points,
) -> list[tuple[float, Mark]]:
    """Cell by cell; the truth is rotated ``turn`` quarter turns to the reading's way up. Mistakes, weighted."""
    wrong_owner = wrong_height = False
    mistakes = []
    for (row, col), cell in np.ndenumerate(np.rot90(np.array(cells, dtype=object), turn)):
        told_hidden = bool(fields.hidden[row, col] > 0.5)
        outline_px, where = cell_outline_px(corners_px, len(cells), row, col), f"field [{row}, {col}]"
        if cell.get("covered", 0.0) >= VISIBLE:
            tally.count("hidden field told hidden", told_hidden, groups)
            if not told_hidden:
                mistakes.append((_HIDDEN, Mark(outline_px, "hidden", "in the open", where)))
            continue
        tally.count("visible field told hidden", told_hidden, groups)
        due = Stack(cell["field"], cell["stack"][-1] if cell["stack"] else None, len(cell["stack"]))
        seen = stack_seen(fields, row, col)
        _count_field(tally, groups, due, seen)
        _tell_field(tally, fields, (row, col), due, seen)
        wrong_owner |= seen.owner != due.owner
        wrong_height |= seen.height != due.height
        if seen != due:
            mark = Mark(outline_px, due.words(seen), seen.words(due), f"{where}, {due.field}")
            mistakes.append((_weight(due, seen), mark))
    tally.count("whole board right: owners", not wrong_owner, groups)
    tally.count("whole board right: owners and heights", not (wrong_owner or wrong_height), groups)
    return mistakes


def stack_seen(fields: Fields, row: int, col: int) -> Stack:
    """The likeliest of all that may lie on a field."""
    return Stack(
        FIELD_COLOURS[int(fields.field[row, col].argmax())],
        fields.owner_name(row, col),
        fields.height_of(row, col),
    )


def _count_field(tally: Tally, groups: Groups, due: Stack, seen: Stack) -> None:
    camouflage = "none" if due.owner is None else "its own" if due.owner == due.field else "another"
    more = {**groups, "tower height": str(due.height), "stone on a field of colour": camouflage}
    tally.count("field colour wrong", seen.field != due.field, more)
    tally.count("owner wrong", seen.owner != due.owner, more)
    tally.count("height wrong", seen.height != due.height, more)
    if due.height > 1:
        tally.count("height of a tower of two or more wrong", seen.height != due.height, groups)


def _tell_field(tally: Tally, fields: Fields, cell: tuple[int, int], due: Stack, seen: Stack) -> None:
    tally.tell("owner", float(fields.owner[cell].max()), seen.owner == due.owner)
    tally.tell("height", float(fields.height[cell][seen.height]), seen.height == due.height)


def _weight(due: Stack, seen: Stack) -> float:
    return (
        _OWNER * (seen.owner != due.owner)
        + _HEIGHT * (seen.height != due.height)
        + _FIELD * (seen.field != due.field)
    )
