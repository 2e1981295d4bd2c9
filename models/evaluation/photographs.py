"""Real photographs of other boards held against truth made by eye: do the eyes live in their renders alone?

The truth of NAME.jpg is NAME.jpg.gt.json with ``grid.corners_px`` (4, 2: corner of cell [0][0], along row 0, and
on round), ``cells`` (a symbol each) and ``legend`` (what the symbols mean). Only square boards of 5 to 10 fields
a side whose corners are told can be read at all.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.evaluation.cases import Case, Judged, Mark
from models.evaluation.geometry import Points, best_turn, cell_outline_px, field_px
from models.evaluation.labelled import TruthError, read_truth
from models.evaluation.tally import Tally
from vision.stone_table.reading import Reading

CORNERS_FIELDS = 0.15
_MISPLACED_FIELDS = 0.5
_NOT_FOUND, _FIELD = 1000.0, 1.0
_ENDING = ".gt.json"
_HEIGHT = re.compile(r"[a-z]([1-9])")

Symbols = tuple[tuple[str, ...], ...]
Heights = NDArray[np.int64]  # (n, n) what was read, turned to its truth's way up, 0 where empty


@dataclass(frozen=True)
class Photograph:
    """A photograph and its truth; ``cells`` in the order of ``corners_px``."""

    path: Path
    set_name: str
    corners_px: Points  # (4, 2)
    cells: Symbols
    legend: dict[str, str]

    @property
    def size(self) -> int:
        """Fields a side."""
        return len(self.cells)

    @property
    def title(self) -> str:
        """Its name with its folder's."""
        return f"{self.set_name}/{self.path.name}"

    def taken(self) -> NDArray[np.bool_] | None:
        """(n, n) whether something lies on a field; None where the legend explains not every symbol."""
        symbols = set(itertools.chain(*self.cells))
        if not symbols <= set(self.legend):
            return None
        empty = {symbol for symbol in symbols if self.legend[symbol].split()[0] in ("empty", "no")}
        return np.array([[symbol not in empty for symbol in row] for row in self.cells])

    def heights(self) -> Heights | None:
        """(n, n) stones on each field, told by symbols like ``b2``; None where the truth does not tell."""
        if self.taken() is None or not any(_HEIGHT.fullmatch(s) for s in itertools.chain(*self.cells)):
            return None
        return np.array(
            [[int(m[1]) if (m := _HEIGHT.fullmatch(s)) else 0 for s in row] for row in self.cells]
        )


class Wrong(NamedTuple):
    """A field of the truth read wrong."""

    row: int
    col: int
    due: str
    seen: str


def find_photographs(folder: Path) -> tuple[list[Photograph], list[str]]:
    """All below ``folder``, and why others with truth were left out; raises TruthError."""
    found, left_out = [], []
    for truth_path in sorted(folder.rglob(f"*{_ENDING}")):
        path = truth_path.with_name(truth_path.name.removesuffix(_ENDING))
        truth = read_truth(truth_path)
        why = _why_not(truth, path)
        if why:
            left_out.append(f"{truth_path.parent.name}/{path.name}: {why}")
        else:
            found.append(
                Photograph(
                    path,
                    truth_path.parent.name,
                    np.array(truth["grid"]["corners_px"], float),
                    tuple(tuple(row) for row in truth["cells"]),
                    truth.get("legend", {}),
                )
            )
    return found, left_out


def _why_not(truth: dict[str, Any], path: Path) -> str | None:
    if not path.exists():
        return "no picture beside its truth"
    if "cells" not in truth or "corners_px" not in truth.get("grid", {}):
        return "its truth tells no board with corners"
    sides = {len(truth["cells"]), *(len(row) for row in truth["cells"])}
    if len(sides) != 1 or not 5 <= len(truth["cells"]) <= 10:
        return "its board is not square with 5 to 10 fields a side"
    return None


def evaluate_photographs(photographs: Iterable[Photograph]) -> Iterator[Judged]:
    """Look at each, judge each, and at the end hold those against one another that show the same position."""
    import cv2

    from vision.stone_table.look import look

    answers: list[tuple[Photograph, Heights | None]] = []
    for photograph in photographs:
        bgr = cv2.imread(str(photograph.path))
        if bgr is None:
            raise TruthError(f"{photograph.path} cannot be read as a picture")
        judged, answer = judge_photograph(photograph, look(np.asarray(bgr, np.uint8), photograph.size))
        answers.append((photograph, answer))
        yield judged
    yield Judged(judge_alike(answers), ())


def judge_photograph(photograph: Photograph, reading: Reading) -> tuple[Judged, Heights | None]:
    """Hold one reading against the truth; no answer where no board was found."""
    tally, groups, size = Tally(), {"set": photograph.set_name}, photograph.size
    true_px = photograph.corners_px
    if reading.board is None or reading.fields is None:
        tally.count("board found", False, groups)
        return Judged(tally, (_missed(photograph, f"no board ({reading.why})", None),)), None
    corners_px = reading.board.corners_px
    turn, distance = best_turn(corners_px, true_px)
    error = distance / field_px(true_px, size)
    tally.count("board found", error <= _MISPLACED_FIELDS, groups)
    if error > _MISPLACED_FIELDS:
        return Judged(
            tally, (_missed(photograph, f"board misplaced by {error:.1f} fields", corners_px),)
        ), None
    tally.count(f"corners within {CORNERS_FIELDS} field", error <= CORNERS_FIELDS, groups)
    tally.measure("corner error (fields)", error, groups)
    heights = np.rot90(reading.fields.heights(), -turn)
    wrong = _judge_fields(tally, groups, photograph, heights)
    turned_px = np.roll(corners_px, turn, axis=0)  # so that cell [0][0] is the truth's
    marks = tuple(_mark(turned_px, size, one) for one in wrong)
    lines = tuple(mark.line for mark in marks)
    badness = _FIELD * len(marks) + error
    case = Case(photograph.path, photograph.title, badness, lines, marks, true_px, corners_px)
    return Judged(tally, (case,)), heights


def _missed(photograph: Photograph, why: str, found_px: Points | None) -> Case:
    return Case(photograph.path, photograph.title, _NOT_FOUND, (why,), (), photograph.corners_px, found_px)


def _judge_fields(
    tally: Tally, groups: dict[str, str], photograph: Photograph, seen_heights: Heights
) -> list[Wrong]:
    """Count the fields of a board found: what is wrong on which."""
    due, seen = photograph.taken(), seen_heights > 0
    if due is None:
        return []
    for one_due, one_seen in zip(due.ravel(), seen.ravel(), strict=True):
        tally.count("occupied or empty right", one_seen == one_due, groups)
        tally.count("stone seen" if one_due else "empty field seen empty", one_seen == one_due, groups)
    tally.count("whole board right: occupied or empty", bool((seen == due).all()), groups)
    wrong = [
        Wrong(row, col, photograph.legend[photograph.cells[row][col]], "stone" if seen[row, col] else "empty")
        for row, col in np.argwhere(seen != due).tolist()
    ]
    return wrong + _judge_stacks(tally, groups, photograph.heights(), seen_heights)


def _judge_stacks(tally: Tally, groups: dict[str, str], due: Heights | None, seen: Heights) -> list[Wrong]:
    """Stacks are to be told from single stones, where the truth tells them; a stone not seen is not told."""
    wrong = []
    for row, col in [] if due is None else np.argwhere(due > 0).tolist():
        assert due is not None
        told = seen[row, col] > 0 and (seen[row, col] > 1) == (due[row, col] > 1)
        tally.count("stack told from single stone", told, groups)
        if not told and seen[row, col]:
            wrong.append(Wrong(row, col, f"{due[row, col]} high", f"{seen[row, col]} high"))
    return wrong


def _mark(corners_px: Points, size: int, wrong: Wrong) -> Mark:
    return Mark(
        cell_outline_px(corners_px, size, wrong.row, wrong.col),
        wrong.due,
        wrong.seen,
        f"field [{wrong.row}, {wrong.col}]",
    )


def same_position(cells: Symbols) -> tuple[Symbols, int]:
    """A position's name, alike from all four sides, and by how many quarter turns (``np.rot90``) it is reached.

    >>> a, b = (("x", "."), (".", ".")), ((".", "."), (".", "x"))
    >>> same_position(a)[0] == same_position(b)[0]
    True
    """
    turns = [np.rot90(np.array(cells, dtype=object), k) for k in range(4)]
    named = [tuple(tuple(row) for row in turned) for turned in turns]
    turn = min(range(4), key=lambda k: named[k])
    return named[turn], turn


def judge_alike(answers: Iterable[tuple[Photograph, Heights | None]]) -> Tally:
    """Photographs of one folder that show the same position are to give one answer, and the right one.

    A side from which no board was found (None) gives no answer, and so there is not one from all sides.
    """
    by_position: defaultdict[tuple[str, Symbols], list[NDArray[np.bool_]]] = defaultdict(list)
    sides: Counter[tuple[str, Symbols]] = Counter()
    due: dict[tuple[str, Symbols], NDArray[np.bool_]] = {}
    for photograph, heights in answers:
        taken = photograph.taken()
        if taken is None:
            continue
        cells, turn = same_position(photograph.cells)
        position = photograph.set_name, cells
        sides[position] += 1
        due[position] = np.rot90(taken, turn)
        if heights is not None:
            by_position[position].append(np.rot90(heights > 0, turn))
    tally = Tally()
    for position, seen in by_position.items():
        if sides[position] > 1:
            groups = {"position": f"{position[0]}, from {sides[position]} sides"}
            _count_one_answer(tally, groups, np.stack(seen), due[position], len(seen) == sides[position])
    return tally


def _count_one_answer(
    tally: Tally, groups: dict[str, str], seen: NDArray[np.bool_], due: NDArray[np.bool_], from_all: bool
) -> None:
    """``seen`` (sides, n, n) and ``due`` (n, n): whether something lies on each field."""
    agreed = from_all & (seen == seen[0]).all(0)
    right = from_all & (seen == due).all(0)
    for one, well in zip(agreed.ravel(), right.ravel(), strict=True):
        tally.count("field with one answer from all sides", bool(one), groups)
        tally.count("field with the right answer from all sides", bool(well), groups)
    tally.count("board with one answer from all sides", bool(agreed.all()), groups)
    tally.count("board with the right answer from all sides", bool(right.all()), groups)
