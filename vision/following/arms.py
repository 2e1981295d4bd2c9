"""Hands over the table, told by the arm: it reaches in from the picture's edge, and was not there when the table
was last seen clear. What merely looks like a hand (an orange field, a heap of stones) does neither, another light
changes all the picture alike, and what has lain still for a while (a bag at the table's edge) is no arm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.overview import Overview
from vision.light import CHANGED
from vision.light_on_board import Floats, evened
from vision.maps import Map
from vision.pictures import Picture, grown, over_channels

TREMBLES_S = 2.5  # no hand keeps still for longer
_CHANGED = 12.0  # grey levels of a map's cell, a mean over many pixels
_CLIPPED = 245.0
_LEAST_ARM = 0.012  # of the picture: most cards laid at its edge are smaller
# Of 147 arms in pictures held out the network saw a trace of a twentieth and more of each, of half of all but two:
# what changed without and keeps still for a while is a card on a pile at the edge, say, or what a lamp burns out.
_TRACE, _LEAST_TRACED, _UNSEEN_TREMBLES_S = 0.05, 0.05, 1.0
_TAKEN_FOR_ONE = 0.25  # where no hand is, the same may be taken for one a little more surely at the next look
_CARD_GROWN = 1.25  # its rim and its shadow change what is round it


class ClearTable:
    """The picture of the table when no hand was there, and since when each part of it looks as it does now."""

    def __init__(self, bgr: Picture, overview: Overview) -> None:
        """``overview``: a glance at ``bgr``."""
        self._cells = self._last = _cells(bgr, overview.hand)
        self._looks_like_one = overview.hand > _TAKEN_FOR_ONE
        self._still_since = np.full(overview.hand.shape, -np.inf)

    def hands_seen_from(self, moved: NDArray[np.float64], overview: Overview) -> Overview:
        """The glance at a picture of the same size from where the camera was ``moved`` to, a homography (3, 3) of the
        table from the clear picture to that one, without what was taken for a hand where none was."""
        cells = np.diag([overview.scale, overview.scale, 1.0])
        size = overview.hand.shape[::-1]
        looked_like_one = cv2.dilate(self._looks_like_one.astype(np.uint8), np.ones((3, 3), np.uint8))
        looks_like_one = cv2.warpPerspective(
            looked_like_one, cells @ moved @ np.linalg.inv(cells), size, flags=cv2.INTER_NEAREST
        )
        return replace(overview, hand=np.where(looks_like_one > 0, np.float32(0), overview.hand))

    def arms_only(
        self, bgr: Picture, overview: Overview, t: float, cards_px: Sequence[NDArray[np.float64]] = ()
    ) -> Overview:
        """The glance at a later picture of the same size, taken at ``t`` seconds, its ``hand`` map replaced by 0
        and 1: what reaches in from the edge, by how the picture changed since and by what the network takes for
        a hand, and did not when none was there. ``cards_px``, outlines (4, 2) in the picture, are none of it: a fan
        of cards may reach in as well."""
        now = _cells(bgr, overview.hand)
        self._still_since[_differ(self._last, now)] = t
        self._last = now
        changed = _differ(self._cells, now)
        either = (changed | ((overview.hand > 0.5) & ~self._looks_like_one)).astype(np.uint8)
        _clear_of_cards(either, cards_px, overview.scale)
        closed = np.asarray(cv2.morphologyEx(either, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
        still_s = np.where(changed, t - self._still_since, np.inf)
        return replace(overview, hand=_reaching_in(closed, still_s, overview.hand).astype(np.float32))


def hands_but_for_cards(overview: Overview, cards_px: Sequence[NDArray[np.float64]]) -> Overview:
    """The glance at a picture without what looks like a hand where cards lie, outlines (4, 2) in the picture."""
    hand = overview.hand.copy()
    _clear_of_cards(hand, cards_px, overview.scale)
    return replace(overview, hand=hand)


def _clear_of_cards(cells: NDArray[Any], cards_px: Sequence[NDArray[np.float64]], scale: float) -> None:
    for outline_px in cards_px:
        cv2.fillConvexPoly(cells, np.round(grown(outline_px * scale, _CARD_GROWN)).astype(np.int32), 0)


def _differ(before: Floats, now: Floats) -> NDArray[np.bool_]:
    """(rows, columns) which cells look different, the light apart."""
    lit = evened(now, before, every=2)
    difference = np.abs(lit - now)
    if np.abs(lit - before).mean() > CHANGED:
        # How bright a clipped cell really was nobody knows, nor of those beside it what part of them was clipped.
        clipped = (np.maximum(before, now) > _CLIPPED).astype(np.uint8)
        difference[cv2.dilate(clipped, np.ones((3, 3), np.uint8)) > 0] = 0
    return over_channels(np.maximum, difference) > _CHANGED


def _cells(bgr: Picture, hand: Map) -> NDArray[np.float32]:
    """The picture as small as the map of hands, (rows, columns, 3)."""
    rows, columns = hand.shape
    return np.asarray(cv2.resize(bgr, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def _reaching_in(regions: Picture, still_s: NDArray[np.float64], hand: Map) -> NDArray[np.bool_]:
    """The connected regions that touch the picture's edge and have changed as much as an arm does, and as lately:
    ``still_s`` (rows, columns) for how long each changed cell has kept still."""
    _, labels = cv2.connectedComponents(regions, connectivity=8)
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    touching = set(np.unique(edge).tolist()) - {0}
    arms = [k for k in touching if _is_arm(labels == k, still_s, hand)]
    return np.isin(labels, arms)


def _is_arm(region: NDArray[np.bool_], still_s: NDArray[np.float64], hand: Map) -> bool:
    """Whether enough of a region has not kept still for longer than a hand does."""
    lately = region & (still_s < TREMBLES_S)
    if (hand[lately] > _TRACE).sum() <= _LEAST_TRACED * lately.sum():
        lately = region & (still_s < _UNSEEN_TREMBLES_S)
    return bool(lately.sum() > _LEAST_ARM * region.size)
