"""From a stretch at a table of Four Colour Cards to what the tracker wants to know of it: the strips that lie open.

What lies where it lay, and looks as it did, is the same strip, also where it is not read again. Only where the
picture changed has anything been done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.eyes.cells_shown import comparable, condition
from companion.eyes.keyframes import Keyframes
from companion.eyes.picture_board import block_at
from companion.eyes.strips.areas import areas_of, ways_of
from companion.eyes.strips.stretch import StripStretch
from companion.follow.four_colour_cards import StripLook
from companion.follow.likelihood.strip_memory import Lies, Since, StripsSeen
from vision.cell_changes import change_of_cells
from vision.light_on_board import light_of_before
from vision.point_cards.faces import cut_squares
from vision.strips.letters import CARDS
from vision.strips.reading import StripSeen, corners_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LATTICE = 5  # places a side, all over the picture, that tell by how much places change that nobody touches
_UNCHANGED = 2.0  # times the usual: what changed by less is as it was
_SURELY_ONE = 0.9  # what is less likely a strip tells nothing of where others lie
_SAME_SPOT = 0.7  # of a strip lies where something lay that is not in play
_SAME_ACROSS, _SAME_ALONG = 0.5, 0.3  # of a strip's width and length: one that lies so near is that one


class StripsShown:
    """What one pair of eyes has shown so far: ``strips`` of the last look, each in its ``areas``: the number of a
    player, or as many as there are for the middle."""

    def __init__(self, sides: Sequence[str]) -> None:
        """``sides``: on which side of the picture each player sits."""
        self.strips: tuple[StripSeen, ...] = ()
        self.areas: Ints = np.zeros(0, int)
        self._ways = ways_of(sides)
        self._keyframes: Keyframes[StripStretch] = Keyframes()
        self._told: dict[int, tuple[StripSeen, ...]] = {}  # of each stretch, the strips it showed
        self._areas: dict[int, Ints] = {}  # and where they lay
        self._aside: StripStretch | None = None  # when no game had begun
        self._lain_px: Floats = np.zeros((0, 2))  # where strips lay, as the picture is now
        self._lain: Ints = np.zeros(0, int)  # and in which area
        self._place = -1
        self._view = 0  # grows where the picture is another one, by what lies in it
        self._views: dict[int, int] = {}  # of each stretch
        self._read: tuple[int, tuple[StripSeen, ...]] | None = None  # in which stretch, and what
        self._seen: tuple[str, StripsSeen]  # what was made of that

    def before(self, stretch: StripStretch) -> tuple[StripSeen, ...]:
        """What looks like strips before a game."""
        return stretch.strips

    def lies_aside(self, stretch: StripStretch) -> None:
        """No game has begun: whatever looks like a strip is none, or not in play."""
        self._aside, self._place = stretch, stretch.place.number

    def look(self, stretch: StripStretch, lying: Lies) -> StripLook:
        """What a stretch shows by now, against the keyframes. ``lying``: what is known to lie in each area; where the
        eyes have seen nothing yet from where they are, it says which is which."""
        self._keyframes = self._keyframes.and_now(stretch)
        read = stretch.number, stretch.strips
        if self._read is None or self._read[0] != stretch.number or self._read[1] is not stretch.strips:
            self._read, self._seen = read, self._look(stretch, lying)
        light, seen = self._seen
        return StripLook(stretch.t, stretch.looks, stretch.settled_for_s, light, seen)

    def _look(self, stretch: StripStretch, lying: Lies) -> tuple[str, StripsSeen]:
        """Under what condition it is seen, and what."""
        earlier = [kept.stretch for kept in self._keyframes.kept if kept.stretch.number < stretch.number]
        last = earlier[-1] if earlier else None
        if stretch.place.number != self._place:
            self._place = stretch.place.number
            if last is None or not self._lies_where_it_lay(last, stretch):
                self._view, self._aside = self._view + 1, None
                self._lain_px, self._lain = np.zeros((0, 2)), np.zeros(0, int)
        self._views[stretch.number] = self._view
        from_here = [each for each in earlier if self._views[each.number] == self._view]
        before = from_here[-1] if from_here else None
        self._know_places(before)
        self._lie(stretch, before, lying)
        self._told[stretch.number], self._areas[stretch.number] = self.strips, self.areas
        kept = {each.number for each in earlier} | {stretch.number}
        self._told = {number: told for number, told in self._told.items() if number in kept}
        self._areas = {number: areas for number, areas in self._areas.items() if number in kept}
        self._views = {number: view for number, view in self._views.items() if number in kept}
        since = {each.number: self._since(each, stretch) for each in from_here}
        p = np.array([strip.p for strip in self.strips]).reshape(-1, len(CARDS))
        real = np.array([strip.confidence for strip in self.strips], float)
        way = np.zeros(len(self._ways) + 1)  # nothing is read while a hand is there
        light = "plain" if last in from_here and not comparable(last, stretch) else condition(last, stretch)
        return light, StripsSeen(stretch.number, self.areas, p, real, way, since)

    # --- which strips lie there, and where ---

    def _lie(self, stretch: StripStretch, before: StripStretch | None, lying: Lies) -> None:
        """The strips that are read, and those that lie as they did, in their areas."""
        aside = self._lying_aside(stretch)
        read = [strip for i, strip in enumerate(stretch.strips) if i not in aside]
        area = np.full(len(read), -1)
        gone = False
        if before is not None:
            told, areas = self._told[before.number], self._areas[before.number]
            same = matched(told, read)
            changed = changes(before, stretch, corners_of(told))
            for i, (strip, now) in enumerate(zip(told, same.tolist(), strict=True)):
                if now >= 0:
                    area[now] = areas[i]
                elif changed[i] < _UNCHANGED and not _covered(strip, read):
                    read.append(strip)
                    area = np.append(area, areas[i])
                else:
                    gone |= bool(areas[i] == len(self._ways)) and strip.confidence > _SURELY_ONE
        if not len(self._lain) and lying:
            area = np.where(area < 0, _anchored(read, lying), area)
        new = np.flatnonzero(area < 0)
        known = (area >= 0) & _surely(read)
        centres = np.array([strip.centre_px for strip in read]).reshape(-1, 2)
        along = np.array([strip.half_length_px for strip in read]).reshape(-1, 2)
        lain_px = np.vstack([self._lain_px, centres[known]])
        lain = np.concatenate([self._lain, area[known]])
        area[new] = areas_of(centres[new], along[new], lain_px, lain, self._ways, gone)
        self.strips, self.areas = tuple(read), area

    def _lies_where_it_lay(self, before: StripStretch, now: StripStretch) -> bool:
        """Whether most strips are seen just where the same lay: then nobody moved the camera, whatever it seems."""
        told = [strip for strip in self._told.get(before.number, ()) if strip.confidence > _SURELY_ONE]
        same = matched(told, now.strips)
        alike = [
            k >= 0 and now.strips[k].card == strip.card for strip, k in zip(told, same.tolist(), strict=True)
        ]
        return 2 * sum(alike) >= max(1, len(told))

    def _lying_aside(self, stretch: StripStretch) -> set[int]:
        """Which of the strips that are seen look as they did before the game."""
        if self._aside is None or not self._aside.strips:
            return set()
        lay = self._aside.strips
        changed = changes(self._aside, stretch, corners_of(lay))
        same = matched(lay, stretch.strips).tolist()
        return {
            now
            for strip, now, much in zip(lay, same, changed.tolist(), strict=True)
            if now >= 0 and much < _UNCHANGED and _common(stretch.strips[now], strip) > _SAME_SPOT
        }

    def _know_places(self, before: StripStretch | None) -> None:
        """Keep where strips surely lay in the stretch before."""
        if before is not None:
            strips, areas = self._told[before.number], self._areas[before.number]
            centres = np.array([strip.centre_px for strip in strips]).reshape(-1, 2)
            fresh = _far_from(centres, self._lain_px) & _surely(strips)
            self._lain_px = np.vstack([self._lain_px, centres[fresh]])
            self._lain = np.concatenate([self._lain, areas[fresh]])

    # --- what became of earlier ones ---

    def _since(self, before: StripStretch, now: StripStretch) -> Since:
        told = self._told.get(before.number, ())
        changed = changes(before, now, corners_of(told))
        hidden = np.array([_covered(strip, self.strips) for strip in told], float)
        return Since(matched(told, self.strips), changed, hidden)


def matched(before: Sequence[StripSeen], now: Sequence[StripSeen]) -> Ints:
    """(K,) which of the strips that are seen ``now`` lies just where each lay ``before``; -1 none."""
    found = np.full(len(before), -1)
    if not (before and now):
        return found
    along = np.array([strip.half_length_px for strip in before])
    across = np.array([strip.corners_px[1] - strip.corners_px[0] for strip in before]) / 2
    off = (
        np.array([strip.centre_px for strip in now])[None] - np.array([s.centre_px for s in before])[:, None]
    )
    own = np.linalg.solve(np.stack([across, along], -1)[:, None], off[..., None])[..., 0] / 2
    far = np.hypot(own[..., 0] / _SAME_ACROSS, own[..., 1] / _SAME_ALONG)
    while far.size and far.min() < 1:
        i, j = divmod(int(far.argmin()), far.shape[1])
        found[i] = j
        far[i], far[:, j] = np.inf, np.inf
    return found


def changes(before: StripStretch, now: StripStretch, corners_px: Floats) -> Floats:
    """(K,) by how many times the usual the picture differs within each outline (K, 4, 2)."""
    if not len(corners_px):
        return np.zeros(0)
    outlines = np.concatenate([corners_px, _lattice(now.image_size, corners_px)])
    light = light_of_before(before.patches, now.patches)
    rows, columns = now.patches.shape[1:3]
    lit = light[block_at(outlines.mean(1), (rows, columns))]
    then, there = (cut_squares(each.picture, outlines).astype(np.float32) for each in (before, now))
    return np.asarray(change_of_cells(then, there, lit)[: len(corners_px)], float)


def _lattice(picture_px: tuple[int, int], corners_px: Floats) -> Floats:
    """(L, 4, 2) outlines as large as strips, all over the picture."""
    usual = np.median(corners_px - corners_px.mean(1, keepdims=True), axis=0)
    half = np.abs(usual).max(0)
    x, y = (np.linspace(half[axis], picture_px[axis] - half[axis], _LATTICE) for axis in (0, 1))
    middles = np.stack(np.meshgrid(x, y), -1).reshape(-1, 1, 2)
    box = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    return np.asarray(middles + box)


def _covered(strip: StripSeen, others: Sequence[StripSeen]) -> float:
    """The share of a strip over which another one lies."""
    return max((_common(strip, other) for other in others if other is not strip), default=0.0)


def _common(strip: StripSeen, other: StripSeen) -> float:
    """The share of a strip over which the other one lies."""
    own, its = (each.corners_px.astype(np.float32) for each in (strip, other))
    area = max(float(cv2.contourArea(own)), 1.0)
    return min(1.0, float(cv2.intersectConvexConvex(own, its)[0]) / area)


def _anchored(strips: Sequence[StripSeen], lying: Lies) -> Ints:
    """(M,) the area of each strip whose card lies in one area only, as often as it is seen; -1 of others."""
    areas: dict[int, set[int]] = {}
    for (area, card), count in lying.items():
        if count > 0:
            areas.setdefault(card, set()).add(area)
    seen = Counter(int(strip.p.argmax()) for strip in strips)
    only = {
        card: area
        for card, (area, *others) in areas.items()
        if not others and lying[area, card] == seen[card]
    }
    return np.array([only.get(int(strip.p.argmax()), -1) for strip in strips], int).reshape(-1)


def _surely(strips: Sequence[StripSeen]) -> NDArray[np.bool_]:
    """(M,) which of them surely are strips."""
    return np.array([strip.confidence > _SURELY_ONE for strip in strips], bool)


def _far_from(points: Floats, others: Floats) -> NDArray[np.bool_]:
    """(N,) which of the points (N, 2) are at none of the others (M, 2)."""
    away = np.linalg.norm(points[:, None] - others[None], axis=-1)
    return np.asarray((away > 1.0).all(1))
