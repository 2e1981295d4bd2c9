"""A scene's picture in a fraction of a second, with numpy and OpenCV alone.

Flat things are painted into a pinhole picture and lit by a map of the light on the table, shadows and all.
Solids are small shaded faces, drawn nearest first. The lens bends the whole at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import to_display, to_linear
from models.scenes.quick.flat import Flats, lay_all
from models.scenes.quick.hand import PaintedHand
from models.scenes.quick.lens import Lens
from models.scenes.quick.light import Balls, Ground, Lighting
from models.scenes.quick.solid import Canvas, Faces
from models.scenes.quick.things import Stones, clutter_faces, paint_faces
from models.scenes.scene import Scene, Setting

Picture = NDArray[np.uint8]

_TOP = 1.6  # linear light beyond this is white in any case
_KNEE = 0.75  # highlights above this are bent towards white, as cameras do


class Pieces(Protocol):
    """What a game is played with, as far as it stands up from board and table."""

    def casters(self) -> list[NDArray[np.float64]]:
        """Corner points (K, 3) of convex bodies that throw shadows, world mm."""

    def balls(self) -> Balls:
        """What shades hands and other pieces."""

    def paint(self, canvas: Canvas, lighting: Lighting, others: Balls) -> None:
        """Shade and draw all; ``others`` shade them, their own among them."""


def render(scene: Scene) -> tuple[Picture, Picture]:
    """The scene as its camera's lens shows it, before the sensor: BGR (H, W, 3), and where hands show (H, W).

    Both in pixels of the distorted picture; the mask is 255 on hands, arms and sleeves, 0 elsewhere. Pass the
    picture on to ``camera.expose``. The same for the same scene.
    """
    return drawn(scene, Stones(scene), partial(lay_all, scene=scene))


def drawn(scene: Setting, pieces: Pieces, lay: Callable[[Flats], Picture]) -> tuple[Picture, Picture]:
    """As ``render``, of any game: ``lay`` lays all that is flat, and returns the mask (H, W) of the board's top."""
    lens = Lens(scene.camera)
    lighting = Lighting(scene, lens.eye_mm)
    hands = [PaintedHand(hand) for hand in scene.hands]
    floor = -scene.board.thickness_mm
    things = [t for t in (clutter_faces(c, floor) for c in scene.clutter) if t is not None]
    casters = pieces.casters() + [c for hand in hands for c in hand.casters()]
    casters += [c for faces, _, through in things if not through for c in _lump(faces)]
    ground = Ground(lens, lighting, _on_board_plane(casters, lens, scene))
    canvas = Canvas(lens)
    balls = _together([pieces.balls(), *(hand.balls(-1 - i) for i, hand in enumerate(hands))])
    for faces, gloss, through in things:
        paint_faces(canvas, lighting, faces, gloss, through)
    pieces.paint(canvas, lighting, balls)
    shown = np.zeros(canvas.pixels.shape[:2], np.uint8)
    for hand in hands:
        shown |= hand.paint(canvas, lighting)
    light = canvas.over(_lit_flats(lens, scene, lay, ground))
    picture = lens.bend(to_display(light, _TOP, _KNEE))
    return picture, _bent_mask(lens, shown) if hands else np.zeros(picture.shape[:2], np.uint8)


def _lit_flats(
    lens: Lens, scene: Setting, lay: Callable[[Flats], Picture], ground: Ground
) -> NDArray[np.float32]:
    """(H, W, 3) linear light of table, board and cards in the pinhole picture."""
    flats = Flats(lens, scene)
    on_board = lay(flats)
    light = to_linear(flats.bgr)
    light *= ground.light_in_view()
    top = on_board[..., None] * np.float32(1 / 255)
    light += ground.glare_in_view(scene.board.gloss) * top
    light += ground.glare_in_view(scene.table.gloss) * (1 - top)
    return light


def _on_board_plane(
    casters: list[NDArray[np.float64]], lens: Lens, scene: Setting
) -> list[NDArray[np.float64]]:
    """Bodies beside the board moved so that their shadows on the table are seen right on the plane z = 0."""
    thick = scene.board.thickness_mm
    half = scene.board.size * scene.board.pitch_mm / 2 + scene.board.border_mm
    shrink = lens.eye_mm[2] / (lens.eye_mm[2] + thick)
    moved = []
    for points in casters:
        if np.abs(points[:, :2].mean(0)).max() > half:
            points = points + np.array([0, 0, thick])
            points[:, :2] = lens.eye_mm[:2] + (points[:, :2] - lens.eye_mm[:2]) * shrink
        moved.append(points)
    return moved


def _lump(faces: Faces) -> list[NDArray[np.float64]]:
    """A thing's corners in slices by height, so that low parts throw crisp shadows and high ones soft."""
    z = faces.quads[..., 2]
    cuts = np.linspace(z.min(), z.max() + 1e-6, 4)
    lumps = []
    for low, high in pairwise(cuts):
        inside = (z.max(1) >= low) & (z.min(1) <= high)
        if inside.any():
            points = faces.quads[inside].reshape(-1, 3).copy()
            points[:, 2] = points[:, 2].clip(low, high)
            lumps.append(points)
    return lumps


def _together(parts: list[Balls]) -> Balls:
    columns = ("centre_mm", "radius_mm", "owner")
    return Balls(*(np.concatenate([getattr(p, c) for p in parts]) for c in columns))


def _bent_mask(lens: Lens, shown: Picture) -> Picture:
    """(H, W) 255 or 0 from the canvas's mask (2H, 2W)."""
    flat = cv2.resize(shown, (lens.width, lens.height), interpolation=cv2.INTER_AREA)
    return np.where(lens.bend(flat) > 127, 255, 0).astype(np.uint8)
