"""Tiles in the quick renderer: shaded, with shadows on each other, and drawn from the lowest up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from calibration.sheets.colours import ink_on
from models.scenes.quick.flat import Flats, lay_beneath
from models.scenes.quick.light import Balls, Lamp, Lighting, linear
from models.scenes.quick.render import drawn
from models.scenes.quick.solid import Canvas, Faces, join
from models.scenes.rotation import leaning
from models.scenes.scene import RGB
from models.scenes.tiles.prints import paint_tile_board
from models.scenes.tiles.scene import TileScene
from models.scenes.tiles.solids import corner_points_mm, outside_mm, sign_faces, tile_faces

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

_NEAR = 2.2  # sides: tiles farther apart neither shade nor darken one another
_CREVICE = 0.65  # of the sky is hidden right at the foot of another tile
_BOUNCED = 0.25  # of the sky's light reaches what lies under another tile
_SHADED = 0.9  # of a lamp, at most, is hidden by a tile
_LEAST_RISE_MM = 0.05
_SHADING_BALL = 0.25  # of a tile's side: its ball's radius
_SIDE = 0.6  # faces that look up less are a tile's sides
_PAINT_SPREAD = 0.03  # of a batch: standard deviation of tiles' brightness


def render(scene: TileScene) -> tuple[Picture, Picture]:
    """The scene's picture BGR (H, W, 3) and where hands show (H, W), as ``models.scenes.quick.render.render``."""
    return drawn(scene, Tiles(scene), partial(_lay, scene=scene))


def _lay(flats: Flats, scene: TileScene) -> Picture:
    lay_beneath(flats, scene)
    return flats.board(scene.board, partial(paint_tile_board, scene.board))


class Tiles:
    """All tiles of a scene, on the board and beside it."""

    def __init__(self, scene: TileScene) -> None:
        """Place them."""
        self._kind, self._tiles = scene.tile_kind, scene.tiles
        self._turns = np.array([leaning(tile.yaw, tile.tilt) for tile in self._tiles]).reshape(-1, 3, 3)
        self._feet = np.array([tile.xyz_mm for tile in self._tiles]).reshape(-1, 3)
        batch = np.random.default_rng([scene.seed, 81]).normal(1, _PAINT_SPREAD, (len(self._tiles), 1))
        self._paint = np.array([linear(tile.rgb) for tile in self._tiles]).reshape(-1, 3) * batch
        self._ink = np.array([linear(_ink_on(tile.rgb)) for tile in self._tiles]).reshape(-1, 3)

    def casters(self) -> list[Points]:
        """Corner points (K, 3) of each tile."""
        return [corner_points_mm(tile, self._kind) for tile in self._tiles]

    def balls(self) -> Balls:
        """What shades hands: a tile shades others by its true outline."""
        middle = self._feet + self._turns[:, :, 2] * (0.5 * self._kind.height_mm)
        count = len(middle)
        return Balls(middle, np.full(count, _SHADING_BALL * self._kind.side_mm), np.zeros(count, np.int64))

    def paint(self, canvas: Canvas, lighting: Lighting, others: Balls) -> None:
        """Shade and draw all tiles; ``others`` that are not tiles shade them."""
        if not self._tiles:
            return
        shapes = self._shapes()
        quads = np.einsum("tij,tqcj->tqci", self._turns, np.array([s.quads for s in shapes]))
        quads += self._feet[:, None, None]
        normals = np.einsum("tij,tqj->tqi", self._turns, np.array([s.normals for s in shapes]))
        centres = quads.mean(2)
        shown = np.einsum("tqk,tqk->tq", normals, lighting.eye_mm - centres) > 0
        sky, seen = _Neighbours.of(self._feet, self._kind.side_mm).shade(self, centres, lighting)
        tile, face = np.nonzero(shown)
        points = centres[tile, face]
        owner = np.zeros(len(points), np.int64)
        past = np.array([others.visible(points, owner, lamp) for lamp in lighting.lamps])
        light = lighting.shade(
            points,
            normals[tile, face],
            self._albedo(shapes[0])[tile, face],
            self._kind.gloss,
            sky[tile, face],
            past.reshape(-1, len(points)) * seen[:, tile, face],
        )
        # No ray that goes down meets a lower tile before a higher one
        distance = np.linalg.norm(self._feet - lighting.eye_mm, axis=1)
        depth = np.linalg.norm(points - lighting.eye_mm, axis=1)
        order = np.lexsort((-depth, shapes[0].layer[face], -distance[tile], self._feet[tile, 2]))
        canvas.paint(quads[tile, face][order], light[order])

    def _shapes(self) -> list[Faces]:
        """Each tile's faces in its own frame, as many of each."""
        body = tile_faces(self._kind)
        if not self._kind.sign:
            return [body] * len(self._tiles)
        colours = {tile.colour for tile in self._tiles}
        signed = {colour: join([body, sign_faces(self._kind, colour)]) for colour in colours}
        return [signed[tile.colour] for tile in self._tiles]

    def _albedo(self, shape: Faces) -> Points:
        """(T, Q, 3) paint of each tile's faces, linear blue first."""
        paint = self._paint[:, None] * shape.albedo
        if self._kind.body_rgb:
            paint = np.where(shape.normals[:, 2:] < _SIDE, linear(self._kind.body_rgb), paint)
        return np.where(shape.layer[:, None] > 0, self._ink[:, None], paint)

    def beneath(self, other: NDArray[np.int64], points_mm: Points) -> tuple[Points, Points]:
        """How far points (P, Q, 3) lie outside the outlines of the tiles ``other`` (P,), and below their tops; mm."""
        own = np.einsum("pji,pqj->pqi", self._turns[other], points_mm - self._feet[other][:, None])
        return outside_mm(own[..., :2], self._kind), self._kind.height_mm - own[..., 2]


@dataclass(frozen=True)
class _Neighbours:
    """Pairs of tiles close together: what shades ``of_tile`` (P,) is ``other`` (P,)."""

    tile: NDArray[np.int64]
    other: NDArray[np.int64]

    @classmethod
    def of(cls, feet_mm: Points, side_mm: float) -> _Neighbours:
        """All pairs among tiles with feet (T, 3)."""
        apart = np.linalg.norm(feet_mm[:, None] - feet_mm[None], axis=-1)
        return cls(*np.nonzero((apart < _NEAR * side_mm) & ~np.eye(len(feet_mm), dtype=bool)))

    def shade(self, tiles: Tiles, centres_mm: Points, lighting: Lighting) -> tuple[Points, Points]:
        """Shares of the sky (T, Q) and of each lamp (lamps, T, Q) that reach faces with centres (T, Q, 3)."""
        sky: Points = np.ones(centres_mm.shape[:2])
        seen: Points = np.ones((len(lighting.lamps), *sky.shape))
        if not len(self.tile):
            return sky, seen
        points = centres_mm[self.tile]
        away, rise = tiles.beneath(self.other, points)
        np.multiply.at(sky, self.tile, _open_sky(away, rise))
        for number, lamp in enumerate(lighting.lamps):
            np.multiply.at(seen[number], self.tile, self._lit(tiles, points, rise, lamp))
        return sky, seen

    def _lit(self, tiles: Tiles, points: Points, rise: Points, lamp: Lamp) -> Points:
        """(P, Q) share of the lamp that passes each other tile."""
        way, _ = lamp.towards(points)
        half_up = np.maximum(rise, 0)[..., None] / 2
        aside, _ = tiles.beneath(self.other, points + way / np.maximum(way[..., 2:], 0.15) * half_up)
        soft = 0.15 + lamp.radius_mm / lamp.home_mm * np.maximum(rise, 0)
        hidden = np.clip(0.5 - aside / (2 * soft), 0, 1)
        return 1 - _SHADED * np.where(rise > _LEAST_RISE_MM, hidden, 0)


def _open_sky(away_mm: Points, rise_mm: Points) -> Points:
    """(...) share of the sky that points see so far from a tile that rises so far above them."""
    reach = 0.7 * np.maximum(rise_mm, _LEAST_RISE_MM)
    beside = 1 - _CREVICE * np.exp(-np.maximum(away_mm, 0) / reach)
    under = np.maximum(_BOUNCED, beside * np.exp(np.minimum(away_mm, 0) / reach))
    shade = np.where(away_mm < 0, under, beside)
    return np.where(rise_mm > _LEAST_RISE_MM, shade, 1.0)


def _ink_on(rgb: RGB) -> RGB:
    """What signs are printed with on paint, as on the printed sheets."""
    red, green, blue = (round(255 * value) for value in rgb)
    red, green, blue = ink_on((red, green, blue))
    return red / 255, green / 255, blue / 255
