"""What the eyes tell of a board with a lane before the game: its size, whose corner is which, which way tiles go."""

from __future__ import annotations

from itertools import permutations
from typing import Protocol

import numpy as np

from companion.messages import cells_named, message
from companion.session.played import Json, LearntBoard, Options, SeenStretch, Text
from companion.session.port import Seen
from referee import lane, phrases
from referee.one_two_three_four_acts import COLOURS, ID
from referee.table import Cell
from vision.tile_table.reading import COLOURS as SEEN_COLOURS
from vision.tile_table.reading import CONTENTS, TileCells

LANGUAGES = phrases.LANGUAGES


class LaneStretch(SeenStretch, Protocol):
    """A stretch as the eyes of this game tell of it."""

    @property
    def cells(self) -> TileCells:
        """The cells and the marks of the board, averaged over the looks."""
        ...


def learn_board(stretch: LaneStretch, given: Options) -> LearntBoard:
    """The settings of the board: those ``given`` count; the others are as they are seen, or likeliest are."""
    cells, size = stretch.cells, stretch.board.size
    unsure: list[str] = []
    notes: list[Text] = []
    seen_way, likelier = cells.direction(), "anticlockwise" if cells.clockwise_p < 0.5 else "clockwise"
    way = str(given.get("direction") or seen_way or likelier)
    if "direction" in given and seen_way not in (None, way):
        notes.append(message("direction_otherwise", said=called(way), seen=called(str(seen_way))))
    if "direction" not in given and seen_way is None:
        unsure.append("direction")
        notes.append(message("unsure_direction", taken=called(way)))
    seen_corners, corners = cells.corner_names(), likeliest_corners(cells)
    said = _as_said(given, size)
    if said and seen_corners and not _turns_into(said, seen_corners):
        notes.append(message("corners_otherwise", seen=_listed(seen_corners)))
    if not said and seen_corners is None:
        unsure.append("corners")
        notes.append(message("unsure_corners", taken=_listed(corners)))
    at = dict(zip(said or corners, lane.corners(size), strict=True))
    options: dict[str, Json] = {
        **given,
        "size": size,
        "direction": way,
        "corners": {str(colour): list(at[colour]) for colour in COLOURS},
    }
    taken = taken_cells(cells)
    in_the_way = message("tiles_on", cells=cells_named(taken)) if taken else None
    return LearntBoard(options, tuple(unsure), taken, tuple(notes), in_the_way)


def taken_cells(cells: TileCells) -> tuple[Cell, ...]:
    """Where a tile lies, on a board that has to be empty."""
    here = (cells.owner[..., 0] < 0.5) & (cells.hidden < 0.5)
    return tuple((int(row), int(col)) for row, col in np.argwhere(here))


def likeliest_corners(cells: TileCells) -> tuple[str, ...]:
    """Whose corner is which, clockwise from [0, 0]: of all ways to give each colour one the likeliest."""
    log_p = np.log(np.asarray(cells.corner_p, float) + 1e-6)
    ways = permutations(range(len(SEEN_COLOURS)))
    best = max(ways, key=lambda way: float(log_p[np.arange(4), way].sum()))
    return tuple(SEEN_COLOURS[k] for k in best)


def seen_board(stretch: LaneStretch, turn: int) -> Seen:
    """The cells as they are seen, in the turn in which the game has the board."""
    cells = stretch.cells
    owner, hidden = np.rot90(cells.owner, turn), np.rot90(cells.hidden, turn)
    corners_px = np.roll(np.asarray(stretch.board.corners_px), -turn, axis=0)
    return {
        "image_size": list(stretch.image_size),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in corners_px],
        "cells": [
            [
                {
                    "owner": CONTENTS[best] if (best := int(p.argmax())) else None,
                    "height": int(best > 0),
                    "confidence": round(float(p.max()), 3),
                    "hidden": bool(h > 0.5),
                }
                for p, h in zip(p_row, h_row, strict=True)
            ]
            for p_row, h_row in zip(owner, hidden, strict=True)
        ],
    }


def _as_said(given: Options, size: int) -> tuple[str, ...] | None:
    """Whose corner is which, clockwise from [0, 0], as a person said."""
    corners = given.get("corners")
    if not isinstance(corners, dict):
        return None
    by_cell = {tuple(cell): colour for colour, cell in corners.items() if isinstance(cell, (list, tuple))}
    named = tuple(by_cell.get(corner) for corner in lane.corners(size))
    left = [colour for colour in COLOURS if colour not in named]
    if len(left) == 1:  # of four colours one may be left out
        named = tuple(left[0] if colour is None else colour for colour in named)
    return tuple(str(colour) for colour in named) if sorted(map(str, named)) == sorted(COLOURS) else None


def _turns_into(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether corners are the same on a board that lies in another turn."""
    return any(one[turn:] + one[:turn] == other for turn in range(4))


def called(direction: str) -> Text:
    """A direction in words."""
    return {lang: phrases.option(lang, ID, "direction")["choices"][direction] for lang in LANGUAGES}


def _listed(colours: tuple[str, ...]) -> Text:
    words = {lang: phrases.catalogue(lang) for lang in LANGUAGES}
    return {
        lang: str(said["comma"]).join(said["colours"][each]["plain"] for each in colours)
        for lang, said in words.items()
    }
