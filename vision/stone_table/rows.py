"""Cards laid out in a row, each over the next: how many there are of each colour, though nothing parts those of one
colour that meet. Each shows as much as any other, and the topmost all of itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.shades import to_lab
from vision.stone_table.patches import TableView, board_to_view, view_to_board
from vision.stone_table.reading import CardSeen

Floats = NDArray[np.float64]

_ASIDE = 0.35  # of a card's breadth: a card's middle that is further from the line through all is in no row
_BAND = 0.35  # of a card's breadth: so far to both sides of the line colours are looked at
_BAND_STEP_PX = 2.0
_AT_MARK = (
    0.1  # of a card: what the band shows so near its mark is its colour, and next to none of its neighbours'
)
_UNLIKE = 25.0  # Lab units (see ``calibration.shades``): a pixel is of none of the cards, but of a print
_LIKE = 10.0  # so like those of cards seen elsewhere are the pixels of one of that colour
_LEAST_OF_CARDS, _LEAST_SHARE = 0.2, 0.6  # of the band that is of any card's colour, and of that of one
_LEAST_RUN = 0.12  # of a card: what is shorter is a rim or a print
_LEAST_STEP = 0.15  # of a card: less shows of none
_LEAST_RUNS = 5  # of one colour each: by fewer, more cards unevenly laid look like one less evenly laid
# How many cards a run is has to come out so even: with a card more or less in the row, a card of it looks like 1.2 or
# 0.8. At its ends, where cards lie askew, less so; and where either end may be the topmost, one has to fit so much
# better. Of 37 hands drawn by models.scenes, in single pictures, 20 are counted so, all rightly, and where two cards
# of one colour that meet are taken for one 18 of 55, all rightly; as five, six or eight cards none of 30.
_OFF, _OFF_AT_AN_END, _FITS_BETTER = 0.15, 0.3, 0.5


@dataclass(frozen=True)
class _Row:
    """The line along which ``cards`` lie, in pixels of the view from above: through ``middle_px`` (2,), ``along`` and
    ``across`` it (2,); ``at`` which places on it they show, and how far a card reaches along and across."""

    cards: tuple[CardSeen, ...]
    middle_px: Floats
    along: Floats
    across: Floats
    at: Floats
    length: float
    breadth: float


@dataclass
class _Run:
    """A stretch of the row of one colour; ``unlike`` the cards of that colour, in Lab units, at each of its steps."""

    colour: str
    start: float
    end: float
    unlike: list[float] = field(default_factory=list)


def in_a_row(view: TableView, cards: Sequence[CardSeen], count: int) -> tuple[CardSeen, ...]:
    """The ``count`` cards of a row of which ``cards`` are seen, all of its colours among them: those that are seen as
    one with others are there more than once, and one of a colour seen elsewhere may have been overlooked. Empty where
    the row does not tell."""
    row = _row_of([card for card in cards if card.lab is not None])
    if row is None:
        return ()
    runs = _runs(view, row)
    counts = _counted(runs, row.length, count)
    if counts is None:
        return ()
    counted: list[CardSeen] = []
    for run, number in zip(runs, counts, strict=True):
        there = [card for card, at in zip(row.cards, row.at, strict=True) if _lies_in(card, at, run)]
        if sum(card.seen_plainly for card in there) > number:
            return ()
        if not there and np.median(run.unlike) > _LIKE:
            return ()
        alike = there or [card for card in row.cards if card.colour == run.colour]
        counted += _so_many(row, run, sorted(alike, key=lambda card: -card.confidence), number, len(there))
    return tuple(counted)


def _row_of(cards: Sequence[CardSeen]) -> _Row | None:
    """The row in which the cards lie; None where they do not."""
    if len(cards) < 2:
        return None
    outlines = np.array([board_to_view(card.corners_board) for card in cards])
    centres = outlines.mean(1)
    middle = centres.mean(0)
    along = np.linalg.svd(centres - middle)[2][0]
    across = np.array([-along[1], along[0]])
    length, breadth = (float(np.median(np.ptp(outlines @ way, axis=1))) for way in (along, across))
    if np.abs((centres - middle) @ across).max() > _ASIDE * breadth:
        return None
    shows = np.array([card.centre_board if card.mark_board is None else card.mark_board for card in cards])
    at = (board_to_view(shows) - middle) @ along
    return _Row(tuple(cards), middle, along, across, at, length, breadth)


def _runs(view: TableView, row: _Row) -> list[_Run]:
    """Which colour shows how far along the row; what is no card's between two is half the one's, half the other's."""
    steps = np.arange(row.at.min() - row.length, row.at.max() + row.length)
    labs = _band(view, row, steps)
    at_marks = [np.median(labs[np.abs(steps - at) < _AT_MARK * row.length], (0, 1)) for at in row.at]
    cards = [(card.colour, lab) for card, lab in zip(row.cards, at_marks, strict=True)]
    names = sorted({name for name, _ in cards})
    shades = np.array([np.median([lab for other, lab in cards if other == name], 0) for name in names])
    unlike = np.linalg.norm(labs[:, :, None] - shades, axis=-1)
    nearest = np.where(unlike.min(-1) < _UNLIKE, unlike.argmin(-1), -1)
    of_each = np.stack([(nearest == k).mean(1) for k in range(len(names))], 1)
    of_any = of_each.sum(1)
    told = (of_any >= _LEAST_OF_CARDS) & (of_each.max(1) >= _LEAST_SHARE * of_any)
    runs: list[_Run] = []
    for i in np.flatnonzero(told):
        step, k = float(steps[i]), int(of_each[i].argmax())
        if not runs or runs[-1].colour != names[k] or step - runs[-1].end >= 1:
            runs.append(_Run(names[k], step, step + 1))
        runs[-1].end = step + 1
        runs[-1].unlike.append(float(np.median(unlike[i, nearest[i] == k, k])))
    return _joined([run for run in runs if run.end - run.start > _LEAST_RUN * row.length])


def _band(view: TableView, row: _Row, steps: Floats) -> Floats:
    """(steps, W, 3) the colours, in Lab, beside the line at each of the places ``steps`` along it."""
    aside = np.arange(-_BAND * row.breadth, _BAND * row.breadth + 0.1, _BAND_STEP_PX)
    places = row.middle_px + steps[:, None, None] * row.along + aside[None, :, None] * row.across
    band = cv2.remap(view.picture, places.astype(np.float32), None, cv2.INTER_LINEAR)
    return np.asarray(to_lab(np.asarray(band, np.uint8)).reshape(len(steps), len(aside), 3))


def _joined(runs: Sequence[_Run]) -> list[_Run]:
    """The runs, one after another those of one colour as one, and each up to the next."""
    joined: list[_Run] = []
    for run in runs:
        if joined and joined[-1].colour == run.colour:
            joined[-1].end = run.end
            joined[-1].unlike += run.unlike
        else:
            joined.append(run)
    for one, other in pairwise(joined):
        one.end = other.start = (one.end + other.start) / 2
    return joined


def _counted(runs: Sequence[_Run], length: float, count: int) -> NDArray[np.int64] | None:
    """How many of ``count`` cards, ``length`` long along the row, each run is; None where that is unclear."""
    if len(runs) < _LEAST_RUNS:
        return None
    long = np.array([run.end - run.start for run in runs])
    step = (long.sum() - length) / (count - 1)
    if step < _LEAST_STEP * length:
        return None
    found = []
    for topmost in (0, -1):
        cards = long / step
        cards[topmost] = (long[topmost] - length) / step + 1
        whole = np.maximum(np.round(cards), 1).astype(np.int64)
        bounds = _OFF * np.sqrt(whole)  # each card is laid a little off by itself
        bounds[[0, -1]] = np.maximum(bounds[[0, -1]], _OFF_AT_AN_END)
        off = float((np.abs(cards - whole) / bounds).max())
        if whole.sum() == count and off < 1:
            found.append((off, whole))
    if not found:
        return None
    found.sort(key=lambda fit: fit[0])
    (off, best), (next_off, other) = found[0], found[-1]
    return best if (best == other).all() or off < _FITS_BETTER * next_off else None


def _lies_in(card: CardSeen, at: float, run: _Run) -> bool:
    return card.colour == run.colour and run.start <= at <= run.end


def _so_many(row: _Row, run: _Run, alike: Sequence[CardSeen], number: int, seen: int) -> list[CardSeen]:
    """The cards of a run: the surest of those ``alike``, of which so many are ``seen`` there, and what is missing of
    them spread over the run."""
    missing = number - seen
    ats = run.start + (np.arange(max(missing, 0)) + 0.5) * (run.end - run.start) / max(missing, 1)
    places = view_to_board(row.middle_px + ats[:, None] * row.along)
    copies = [
        replace(alike[0], corners_board=alike[0].corners_board - alike[0].centre_board + place)
        for place in places
    ]
    return [*alike[: min(seen, number)], *copies]
