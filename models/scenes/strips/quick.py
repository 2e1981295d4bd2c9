"""Strips in the quick renderer: flat things, laid one upon another."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.scenes.quick.flat import Flats, Slip, lay_beneath
from models.scenes.quick.light import Balls, Lighting
from models.scenes.quick.render import drawn
from models.scenes.quick.solid import Canvas
from models.scenes.scene import RGB, Point
from models.scenes.strips.prints import paint_back, paint_strip
from models.scenes.strips.scene import STRIP_MM, Strip, StripScene, StripSet
from models.scenes.strips.truth import pile_points_mm

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

_LEAST_PX_PER_MM = 0.6
_EDGE: RGB = (0.84, 0.83, 0.8)  # of the card strips are cut from
_PILE_LAYERS = 7  # drawn of a pile, each a little off
_PILE_SLIP = 0.012  # of a strip's length


def render(scene: StripScene) -> tuple[Picture, Picture]:
    """The scene's picture BGR (H, W, 3) and where hands show (H, W), as ``models.scenes.quick.render.render``."""
    return drawn(scene, _Piles(scene), partial(_lay, scene=scene))


def _lay(flats: Flats, scene: StripScene) -> Picture:
    """All strips in the order laid, then the piles; the mask (H, W) of what shines as strips do."""
    lay_beneath(flats, scene)
    deck = scene.strip_set
    shining = np.zeros(flats.bgr.shape[:2], np.uint8)

    def lay(
        paint: Callable[[float], Picture], xy_mm: Point, yaw: float, low_mm: float, top_mm: float
    ) -> None:
        slip = Slip(xy_mm, yaw, deck.size_mm, deck.corner_radius_mm, top_mm, _EDGE)
        mask = flats.slip(slip, low_mm, lambda px_per_mm: paint(round(max(_LEAST_PX_PER_MM, px_per_mm), 2)))
        np.maximum(shining, mask, out=shining)

    for strip in scene.strips:
        lay(partial(_worn, deck, strip), strip.xy_mm, strip.yaw, strip.z_mm, strip.z_mm + STRIP_MM)
    rng = np.random.default_rng([scene.seed, 91])
    for pile in scene.piles:
        top = pile.strips * STRIP_MM
        heights = np.linspace(0, top, min(pile.strips, _PILE_LAYERS) + 1)
        for low, high in pairwise(heights):
            slip = rng.normal(0, _PILE_SLIP * deck.long_mm, 2)
            at = (pile.xy_mm[0] + float(slip[0]), pile.xy_mm[1] + float(slip[1]))
            lay(partial(paint_back, deck), at, pile.yaw + float(rng.normal(0, 0.01)), float(low), float(high))
    return shining


def _worn(deck: StripSet, strip: Strip, px_per_mm: float) -> Picture:
    """A strip as it lies there, upright."""
    texture = paint_strip(deck, strip.card, px_per_mm)
    return np.clip(texture * np.float32(strip.tint), 0, 255).astype(np.uint8)


class _Piles:
    """What stands up: the piles throw shadows; all else is flat."""

    def __init__(self, scene: StripScene) -> None:
        self._scene = scene

    def casters(self) -> list[Points]:
        """Corner points (8, 3) of each pile."""
        return [pile_points_mm(pile, self._scene.strip_set) for pile in self._scene.piles]

    def balls(self) -> Balls:
        """Nothing that shades hands."""
        return Balls(np.zeros((0, 3)), np.zeros(0), np.zeros(0, np.int64))

    def paint(self, canvas: Canvas, lighting: Lighting, others: Balls) -> None:
        """Piles are laid with the strips."""
