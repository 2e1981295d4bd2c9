"""What differs between two looks at one board from one place, field by field, whatever it may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.shades import to_lab
from referee.table import Cell
from vision.pictures import grown
from vision.stone_table.patches import (
    TOWER_BASE_ROW,
    TOWER_HEIGHT,
    TOWER_PX_PER_FIELD,
    TOWER_WIDTH,
    TowerPatches,
)

Floats = NDArray[np.float32]
Polygon = NDArray[np.float64]

# In fields: half the width of a stone, and what each stone may add to a tower's height.
_STONE_HALF, RISE = 0.32, 0.3
_TALLEST = 0.85  # of a stone that stands alone, in fields: a slim cone's
_HALF = round(_STONE_HALF * TOWER_PX_PER_FIELD)
_COLUMNS = slice(TOWER_WIDTH // 2 - _HALF, TOWER_WIDTH // 2 + _HALF)
_BOTTOM = round(TOWER_BASE_ROW) + _HALF
_WIDER = 1.2  # a stone may stand a little off its field's middle
_STRONG = 2.0  # a change of so much may have hidden other fields
_MOST_STRONG = 4
_CARD_GROWN = 1.25  # a card's blurred rim and shadow reach further than its outline
_DARKEST_SHADE = 0.2  # a shadow leaves that much of the light
_ONLY_SHADE = 1.6  # of 460 fields beside stones just laid 97 in 100 changed by less, but for shade
_NEW_SHARE = 0.4  # what came to be seen differs by so much of the most that any of it differs
_LEAST_LEFT = 0.05  # of where a tower stands must be in sight to say that it changed


@dataclass(frozen=True)
class Changes:
    """How much each field's picture changed where its tower stands, as a multiple of the typical field's, (n, n);
    ``beside[cell]`` the same where what a stone on ``cell`` may hide is left out, ``but_for_shade`` the same where
    what a shadow may do is not counted. ``colours[cell]`` (3,) is what came to be seen where a field changed the
    most, and not only by a shadow, as ``calibration.shades.to_lab`` has it."""

    of_fields: Floats
    beside: Mapping[Cell, Floats]
    but_for_shade: Floats | None = None
    colours: Mapping[Cell, NDArray[np.float64]] = field(default_factory=dict)


def change_of_fields(
    before: Floats,
    now: Floats,
    heights: NDArray[np.int64],
    towers: TowerPatches,
    cards_px: Sequence[Polygon],
    light: Floats | None = None,
    burnt: NDArray[np.bool_] | None = None,
) -> Changes:
    """What changed on fields on which ``heights`` (n, n) stones stood, up to one stone more.

    ``before`` and ``now`` are patches (n * n, H, W, 3) as cut by ``vision.stone_table.patches``, in one light (see
    ``vision.light_on_board``), ``towers`` says how: from above towers look low, from aside fields look flat. Cards,
    that come and go behind a tower, are left out (``cards_px``, outlines (4, 2) in the picture), and what is
    ``burnt`` out (n * n, H, W). Colours are told as they are with as many times the ``light`` (n * n, 3).
    """
    a, b = before[..., _COLUMNS, :], now[..., _COLUMNS, :]
    difference = grey_levels(a - b)
    in_sight = _where_towers_stand(heights, towers, [grown(outline, _CARD_GROWN) for outline in cards_px])
    if burnt is not None:
        in_sight[burnt[..., _COLUMNS]] = 0
    seen_changes = _means(difference, in_sight, np.nan)
    told = seen_changes[np.isfinite(seen_changes)]
    typical = max(float(np.median(told)) if len(told) else 0.0, 1.0)

    def changes(seen: NDArray[np.uint8]) -> Floats:
        return np.asarray((_means(difference, seen, typical) / typical).reshape(heights.shape), np.float32)

    of_fields = changes(in_sight)
    but_shade = {int(cell): unshaded(a[cell], b[cell]) for cell in np.flatnonzero(of_fields > _STRONG)}
    beside = {}
    strong = sorted(but_shade, key=lambda cell: -of_fields.flat[cell])[:_MOST_STRONG]
    for cell in strong:
        seen = _but_for_what_hides(in_sight, towers, cell, int(heights.flat[cell]))
        beside[divmod(cell, heights.shape[1])] = changes(seen)
    for cell, left in but_shade.items():
        difference[cell] = left
    but_for_shade = changes(in_sight)
    colours = {
        divmod(cell, heights.shape[1]): _what_is_new(
            b[cell] if light is None else b[cell] * light[cell], difference[cell] * in_sight[cell]
        )
        for cell in strong
        if but_for_shade.flat[cell] > _ONLY_SHADE
    }
    return Changes(of_fields, beside, but_for_shade, colours)


def _where_towers_stand(
    heights: NDArray[np.int64], towers: TowerPatches, hidden_px: Sequence[Polygon]
) -> NDArray[np.uint8]:
    """(cells, H, columns) 1 where in its patch each tower of ``heights`` (n, n) stands, and one stone more would; 0
    where an outline hides it."""
    in_sight = np.zeros((heights.size, TOWER_HEIGHT, _COLUMNS.stop - _COLUMNS.start), np.uint8)
    for cell, height in enumerate(heights.flat):
        strip = _strip(RISE * (height + 1), float(towers.views[cell, 0]))
        in_sight[cell, round(strip[0, 1]) : _BOTTOM] = 1
    _leave_out(in_sight, towers, hidden_px)
    return in_sight


def _but_for_what_hides(
    in_sight: NDArray[np.uint8], towers: TowerPatches, cell: int, height: int
) -> NDArray[np.uint8]:
    """The same without what a stone laid on the ``height`` stones of a cell may hide of the others."""
    seen = in_sight.copy()
    hiding = _strip(_TALLEST + RISE * height, float(towers.views[cell, 0]))
    _leave_out(seen, towers, [_in_picture(towers, cell, hiding)])
    seen[cell] = in_sight[cell]
    return seen


def _what_is_new(now: Floats, differs: Floats) -> NDArray[np.float64]:
    """(3,) the colour, in Lab, of what is seen ``now`` (H, W, 3) where that ``differs`` (H, W) the most from what
    was."""
    new = differs >= _NEW_SHARE * float(differs.max())
    return np.asarray(np.median(to_lab(np.clip(now[new], 0, 255).astype(np.uint8)), 0))


def unshaded(before: Floats, now: Floats, darkest: float = _DARKEST_SHADE) -> Floats:
    """(...) by how many grey levels ``now`` (..., 3) differs from ``before`` in more, or in less, of a shadow,
    which leaves as much of the light as the ``darkest``."""
    shade = (before * now).sum(-1) / np.maximum((before * before).sum(-1), 1)
    return grey_levels(before * np.clip(shade, darkest, 1)[..., None] - now)


def grey_levels(difference: Floats) -> Floats:
    """How much (..., 3) differs from nought, in grey levels (...)."""
    return np.asarray(np.abs(difference) @ np.full(3, 1 / 3, np.float32))


def _strip(height: float, sine: float) -> Polygon:
    """(4, 2) where in its patch a tower of ``height`` fields stands, seen at an angle of that ``sine``; from the top
    on."""
    top = top_row(height, sine)
    half, middle = _HALF * _WIDER, TOWER_WIDTH / 2
    left, right = middle - half, middle + half
    return np.array([[left, top], [right, top], [right, _BOTTOM], [left, _BOTTOM]], np.float64)


def top_row(height: float, sine: float) -> int:
    """The row of its patch where a tower of ``height`` fields, seen at an angle of that ``sine``, ends."""
    above = _STONE_HALF * sine + height * float(np.sqrt(max(0.0, 1 - sine * sine)))
    return max(0, round(TOWER_BASE_ROW - above * TOWER_PX_PER_FIELD))


def _in_picture(towers: TowerPatches, cell: int, points_patch: Polygon) -> Polygon:
    to_patch = towers.patch_from_picture[cell]
    return np.asarray(np.linalg.solve(to_patch[:, :2], (points_patch - to_patch[:, 2]).T).T)


def _leave_out(seen: NDArray[np.uint8], towers: TowerPatches, outlines_px: Sequence[Polygon]) -> None:
    """Clear ``seen`` (cells, H, columns) in each cell's patch where the outlines lie."""
    if not outlines_px:
        return
    to_patch = towers.patch_from_picture
    turned = np.einsum("opk,cjk->copj", outlines_px, to_patch[:, :, :2])
    outlines = turned + to_patch[:, None, None, :, 2] - [_COLUMNS.start, 0]
    inside = (outlines.max(2) > 0) & (outlines.min(2) < [seen.shape[2], TOWER_HEIGHT])
    for cell, outline in np.argwhere(inside.all(-1)):
        cv2.fillConvexPoly(seen[cell], np.round(outlines[cell, outline]).astype(np.int32), 0)


def _means(difference: Floats, seen: NDArray[np.uint8], unseen: float) -> NDArray[np.float64]:
    """(cells,) the mean difference where it is seen; ``unseen`` where next to nothing is."""
    area = seen.sum((1, 2))
    total = (difference * seen).sum((1, 2))
    enough = area > _LEAST_LEFT * difference[0].size
    return np.where(enough, total / np.maximum(area, 1), unseen)
