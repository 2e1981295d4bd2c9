"""Cards of Punto in the quick renderer: all of them lie flat, the ones laid later over the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from models.scenes.point_cards.prints import paint_back, paint_face, paint_slab
from models.scenes.point_cards.scene import Deck, PointCard, PointScene
from models.scenes.quick.flat import Flats, Slip, lay_beneath
from models.scenes.quick.light import Balls, Lighting
from models.scenes.quick.render import drawn
from models.scenes.quick.solid import Canvas
from models.scenes.sample_layout import rectangle
from models.scenes.truth import at_height

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

_DECK_PIECES = 5  # a deck is drawn as so many piles, each a little askew


def render(scene: PointScene) -> tuple[Picture, Picture]:
    """The scene's picture BGR (H, W, 3) and where hands show (H, W), as ``models.scenes.quick.render.render``."""
    return drawn(scene, _Held(scene), partial(_lay, scene=scene))


def _lay(flats: Flats, scene: PointScene) -> Picture:
    """All that is flat; the mask of the cards' tops, which mirror lamps."""
    lay_beneath(flats, scene)
    for slab in scene.slabs:
        slip = Slip(slab.xy_mm, slab.yaw, slab.size_mm, 2.0, slab.height_mm, slab.rgb)
        flats.slip(slip, 0.0, partial(paint_slab, slab))
    tops = np.zeros(flats.bgr.shape[:2], np.uint8)
    for deck in scene.decks:
        for slip, below in deck_slips(scene, deck):
            tops |= flats.slip(slip, below, partial(_back, scene))
    for card in (*scene.loose, *(each.card for each in scene.laid)):
        tops |= flats.slip(card_slip(scene, card), card.z_mm, partial(paint_face, scene.look, card))
    for card in scene.held:
        slip = card_slip(scene, card)
        flats.slip(slip, card.z_mm, partial(paint_face, scene.look, card), shadow=False)
    return tops


def card_slip(scene: PointScene, card: PointCard) -> Slip:
    """A card as the renderer lays it."""
    look = scene.look
    size = (look.side_mm, look.side_mm)
    return Slip(card.xy_mm, card.yaw, size, look.corner_radius_mm, card.z_mm + look.thick_mm, look.edge_rgb)


def deck_slips(scene: PointScene, deck: Deck) -> Iterator[tuple[Slip, float]]:
    """A deck as piles that lie on one another, each with the plane that it lies on."""
    look, rng = scene.look, np.random.default_rng(deck.seed)
    pieces = min(_DECK_PIECES, deck.cards)
    levels = np.linspace(0, deck.cards * look.thick_mm, pieces + 1)
    for below, top in zip(levels[:-1].tolist(), levels[1:].tolist(), strict=True):
        x, y = np.array(deck.xy_mm) + rng.normal(0, 0.012 * look.side_mm, 2)
        turn = deck.yaw + float(rng.normal(0, 0.02))
        size = (look.side_mm, look.side_mm)
        yield Slip((float(x), float(y)), turn, size, look.corner_radius_mm, top, look.edge_rgb), below


def _back(scene: PointScene, px_per_mm: float) -> Picture:
    return _painted_back(scene.look, px_per_mm)


_painted_back = lru_cache(maxsize=1)(paint_back)


@dataclass(frozen=True)
class _Held:
    """What stands up from the table: nothing but cards that are held, for the shadows that they throw."""

    scene: PointScene

    def casters(self) -> list[Points]:
        """Corner points of each card held."""
        side = self.scene.look.side_mm
        return [
            at_height(rectangle(card.xy_mm, side, side, card.yaw).astype(float), card.z_mm)
            for card in self.scene.held
        ]

    def balls(self) -> Balls:
        """They shade no solid."""
        return Balls(np.zeros((0, 3)), np.zeros(0), np.zeros(0, np.int64))

    def paint(self, canvas: Canvas, lighting: Lighting, others: Balls) -> None:
        """They are laid with what is flat."""
