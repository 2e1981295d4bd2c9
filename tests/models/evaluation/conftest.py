"""Readings and truths made by hand: a board of 6 x 6 fields, 10 pixels each, from (100, 100) in a 320x240 picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from models.evaluation.labelled import Labelled
from vision.finding.board import Board
from vision.stone_table.reading import FIELD_COLOURS, OWNERS, CardSeen, Fields, Reading

CORNERS_PX = np.array([[100.0, 100], [160, 100], [160, 160], [100, 160]])
ZONE_PX = [[180, 100], [240, 100], [240, 160], [180, 160]]
A_CARD_PX = np.array([[190.0, 110], [200, 110], [200, 125], [190, 125]])

Stacks = dict[tuple[int, int], list[str]]


def sharp(size: int, names: tuple[str, ...] | range, chosen: NDArray[Any], p: float) -> NDArray[np.float32]:
    """Probabilities (n, n, len(names)): ``p`` for the one chosen on a field, the rest shared by the others."""
    out = np.full((size, size, len(names)), (1 - p) / (len(names) - 1), np.float32)
    for (row, col), name in np.ndenumerate(chosen):
        out[row, col, list(names).index(name)] = p
    return out


def the_card_px(n: int) -> NDArray[np.float64]:
    """(4, 2) the outline of the n-th card in the zone."""
    return A_CARD_PX + np.array([12.0 * n, 0])


@pytest.fixture
def a_truth() -> Callable[..., dict[str, Any]]:
    """The truth of a picture: ``stacks`` on red fields, ``covered`` cells under a hand, cards in the zone."""

    def make(
        stacks: Stacks | None = None, covered: tuple = (), cards: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        cells = [
            [
                {"field": "red", "stack": (stacks or {}).get((r, c), []), "covered": float((r, c) in covered)}
                for c in range(6)
            ]
            for r in range(6)
        ]
        zone_cards = [
            {"colour": colour, "corners": the_card_px(n).tolist()} for n, colour in enumerate(cards)
        ]
        return {
            "grid_corners": CORNERS_PX.tolist(),
            "cells": cells,
            "zone_cards": zone_cards,
            "play_zone": ZONE_PX,
            "stone_kind": "cap",
            "elevation": 47.0,
        }

    return make


@pytest.fixture
def shown() -> Callable[[dict[str, Any]], Labelled]:
    """A labelled picture with this truth."""
    return lambda truth: Labelled(Path("table.jpg"), truth, "kitchen")


@pytest.fixture
def a_reading() -> Callable[..., Reading]:
    """What was seen: ``stacks`` (owner, height) on red fields, told with ``p``; ``size`` fields a side."""

    def make(
        stacks: dict[tuple[int, int], tuple[str, int]] | None = None,
        *,
        hidden: tuple = (),
        cards: tuple[str, ...] = (),
        p: float = 0.97,
        corners_px: NDArray[np.float64] = CORNERS_PX,
        size: int = 6,
    ) -> Reading:
        owners = np.full((size, size), "none", object)
        heights, covered = np.zeros((size, size), int), np.zeros((size, size), np.float32)
        for cell, (owner, height) in (stacks or {}).items():
            owners[cell], heights[cell] = owner, height
        for cell in hidden:
            covered[cell] = 1.0
        fields = Fields(
            sharp(size, FIELD_COLOURS, np.full((size, size), "red", object), p),
            sharp(size, OWNERS, owners, p),
            sharp(size, range(8), heights, p),
            covered,
            heights.astype(np.float32),
        )
        board = cast(Board, SimpleNamespace(size=size, corners_px=corners_px, confidence=1.0))
        seen = tuple(
            CardSeen(colour, (), True, p, the_card_px(n), A_CARD_PX) for n, colour in enumerate(cards)
        )
        return Reading(0.0, (320, 240), board, fields, seen, False)

    return make


@pytest.fixture
def no_board() -> Reading:
    """A look that found nothing."""
    return Reading(0.0, (320, 240), None, None, (), False, "no board found")
