"""The quick renderer's flat things: table-top, board, cards, paper and whatever else lies there, unlit.

All are painted into one pinhole picture of sRGB paint colours, bottom up; light comes later, for all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.prints import paint_board, paint_card, paint_table
from models.scenes.quick.lens import Lens
from models.scenes.rotation import yaw
from models.scenes.sample_set import triple
from models.scenes.scene import RGB, Card, Clutter, Grid, Point, Scene, Setting

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

CARD_MM = 0.33
_TABLE_REACH_MM = 1500.0
_CARD_EDGE: RGB = (0.86, 0.85, 0.82)


@dataclass(frozen=True)
class Slip:
    """Something flat with four rounded corners: its middle and turn on the table, its size, the plane of its top."""

    xy_mm: Point
    yaw: float
    size_mm: Point
    corner_radius_mm: float
    top_mm: float
    edge_rgb: RGB  # of its side


class Flats:
    """Paint flat things into ``bgr``, the pinhole picture."""

    def __init__(self, lens: Lens, scene: Setting) -> None:
        """Start with the table-top."""
        self._lens, self._scene = lens, scene
        self._scale = lens.camera.focal_px / float(np.linalg.norm(lens.eye_mm))  # px per mm at the origin
        self._key = max(scene.lights, key=lambda light: light.power, default=None)
        self.floor_mm = -scene.board.thickness_mm
        self.bgr = self._table()

    def _table(self) -> Picture:
        x0, y0, x1, y1 = self._lens.footprint_mm(self.floor_mm, _TABLE_REACH_MM)
        reach = 1.05 * float(np.hypot(max(-x0, x1), max(-y0, y1)))
        # As fine as the picture shows it near the board; what lies farther out is mirrored
        side_px = min(1.15 * self._lens.camera.width, 1300.0)
        reach = min(reach, max(0.5 * side_px / self._scale, 0.4 * reach))
        density = min(self._scale, side_px / (2 * reach))
        texture = paint_table(self._scene.table, 2 * reach, density)
        to_mm = yaw(self._scene.table.yaw) @ _texture_to_mm(2 * reach, 2 * reach, texture)
        size = (self._lens.width, self._lens.height)
        whole = self._lens.plane(self.floor_mm) @ to_mm
        fine = cv2.warpPerspective(texture, whole, size, borderMode=cv2.BORDER_REFLECT)
        share = self._crowding(np.linalg.inv(whole))
        if share.max() <= 0:
            return fine
        rough = cv2.resize(texture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        up = np.array([[4, 0, 1.5], [0, 4, 1.5], [0, 0, 1.0]])
        coarse = cv2.warpPerspective(rough, whole @ up, size, borderMode=cv2.BORDER_REFLECT)
        return cv2.blendLinear(fine, coarse, 1 - share, share)

    def _crowding(self, to_texture: NDArray[np.floating]) -> NDArray[np.float32]:
        """(H, W) 0 where a pixel covers about a texel, up to 1 where it covers many and would flicker."""
        width, height = self._lens.width, self._lens.height
        x, y = np.meshgrid(np.linspace(0, width, 17), np.linspace(0, height, 17))
        at = [np.stack([x, y + dy, np.ones_like(x)], -1) @ to_texture.T for dy in (-0.5, 0.5)]
        below, above = (p[..., :2] / p[..., 2:] for p in at)
        texels = np.linalg.norm(above - below, axis=-1)
        share = np.clip(np.log2(np.maximum(texels, 1e-3) / 1.3) / 1.3, 0, 1).astype(np.float32)
        return cv2.resize(share, (width, height), interpolation=cv2.INTER_LINEAR)

    def board(self, board: Grid, paint: Callable[[float], Picture]) -> Picture:
        """Lay the board, painted from above at so many pixels a mm; returns the mask (H, W) of its top."""
        side = board.size * board.pitch_mm + 2 * board.border_mm
        corners = _box_corners(side, side, 0.0)
        self._shadow(corners, self.floor_mm, 0.0, 1.5 + board.thickness_mm)
        self._side(corners, self.floor_mm, 0.0, board.border_rgb)
        texture = paint(min(1.3 * self._scale, 1400 / side))
        return self._lay(texture, corners, np.eye(3), side, side, 0.0)

    def card(self, card: Card, on_stack: bool) -> None:
        """Lay a card. ``on_stack``: what is below is drawn already; else its side goes down to the table."""
        top = self.floor_mm + card.z_mm + CARD_MM
        slip = Slip(card.xy_mm, card.yaw, card.size_mm, card.corner_radius_mm, top, _CARD_EDGE)
        self.slip(slip, top - CARD_MM if on_stack else self.floor_mm, partial(paint_card, card))

    def slip(
        self, slip: Slip, below_mm: float, paint: Callable[[float], Picture], shadow: bool = True
    ) -> Picture:
        """Lay something flat, painted upright at so many pixels a mm, whose side goes down to the plane
        ``below_mm``, there to throw a shadow; returns the mask (H, W) of its top."""
        place = np.array([[1, 0, slip.xy_mm[0]], [0, 1, slip.xy_mm[1]], [0, 0, 1]]) @ yaw(slip.yaw)
        corners = _moved(_rounded_corners(*slip.size_mm, slip.corner_radius_mm), place)
        if shadow:
            high = slip.top_mm - below_mm
            self._shadow(corners, below_mm, slip.top_mm, 0.8 + 0.8 * high)
        self._side(corners, below_mm, slip.top_mm, slip.edge_rgb)
        texture = paint(float(np.clip(1.3 * self._scale, 0.3, 6)))
        return self._lay(texture, corners, place, *slip.size_mm, slip.top_mm)

    def paper(self, sheet: Clutter) -> None:
        """A sheet of paper with some lines of writing."""
        width, height = 0.71 * sheet.size_mm, sheet.size_mm
        place = np.array([[1, 0, sheet.xy_mm[0]], [0, 1, sheet.xy_mm[1]], [0, 0, 1]]) @ yaw(sheet.yaw)
        texture = _written_sheet(sheet.rgb, width, height, self._scene.seed)
        corners = _moved(_box_corners(width, height, 0.0)[:, :2], place)
        self._shadow(corners, self.floor_mm, self.floor_mm + 0.3, 1.2)
        self._lay(texture, corners, place, width, height, self.floor_mm + 0.2)

    def thread(self, points_mm: Points, width_mm: float, rgb: RGB) -> None:
        """A cable or ribbon along points (N, 2) on the table."""
        thick = max(1, round(width_mm * self._scale))
        for z, shade in ((0.0, None), (0.7 * width_mm, rgb)):
            at = np.column_stack([points_mm, np.full(len(points_mm), self.floor_mm + z)])
            px = np.rint(self._lens.project(at)[0] * 16).clip(-(2**20), 2**20).astype(np.int32)
            if shade is None:
                mask = np.zeros(self.bgr.shape[:2], np.uint8)
                cv2.polylines(mask, [px], False, 110, thick + 2, cv2.LINE_AA, 4)
                self._darken(mask, (0, 0, *self.bgr.shape[1::-1]))
            else:
                colour = [255 * c for c in shade[::-1]]
                cv2.polylines(self.bgr, [px], False, colour, thick, cv2.LINE_AA, 4)

    def _lay(
        self, texture: Picture, outline: Points, place: Points, width: float, height: float, z_mm: float
    ) -> Picture:
        """Blend a texture, put at ``place`` on the plane ``z_mm``, into the picture; its mask (H, W)."""
        whole = np.zeros(self.bgr.shape[:2], np.uint8)
        outline_px = self._outline_px(outline, z_mm)
        x, y, w, h = self._bounds(outline_px, 2)
        if w <= 0 or h <= 0:
            return whole
        shift = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]])
        to_px = shift @ self._lens.plane(z_mm) @ place @ _texture_to_mm(width, height, texture)
        patch = cv2.warpPerspective(
            texture, to_px, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = whole[y : y + h, x : x + w]
        cv2.fillPoly(mask, [_sixteenths(outline_px - (x, y))], 255, cv2.LINE_AA, 4)
        part = self.bgr[y : y + h, x : x + w]
        part[:] = _mix(part, patch, mask)
        return whole

    def _side(self, outline: Points, low_mm: float, high_mm: float, rgb: RGB) -> None:
        """The edge of a slab, seen below its top."""
        both = np.concatenate([self._outline_px(outline, low_mm), self._outline_px(outline, high_mm)])
        hull = cv2.convexHull(_sixteenths(both))
        colour = [255 * 0.75 * c for c in rgb[::-1]]
        cv2.fillConvexPoly(self.bgr, hull, colour, cv2.LINE_AA, 4)

    def _shadow(self, outline: Points, low_mm: float, high_mm: float, soft_mm: float) -> None:
        """Darken what lies below a slab: thrown by the strongest lamp, and close by all round."""
        lean = np.zeros(2)
        if self._key is not None:
            lamp = np.array(self._key.xyz_mm)
            lean = -lamp[:2] / max(lamp[2], 200) * (high_mm - low_mm)
        soft_px = max(0.6, 0.35 * soft_mm * self._scale)
        points = np.concatenate([outline[:, :2], outline[:, :2] + lean])
        px = self._outline_px(points, low_mm)
        x, y, w, h = self._bounds(px, int(4 * soft_px) + 2)
        if w <= 0 or h <= 0:
            return
        mask = np.zeros((h, w), np.uint8)
        cv2.fillConvexPoly(mask, cv2.convexHull(_sixteenths(px - (x, y))), 115, cv2.LINE_AA, 4)
        self._darken(cv2.GaussianBlur(mask, (0, 0), soft_px), (x, y, w, h))

    def _darken(self, mask: Picture, box: tuple[int, int, int, int]) -> None:
        x, y, w, h = box
        part = self.bgr[y : y + h, x : x + w]
        keep = cv2.merge([255 - mask] * 3)
        cv2.multiply(part, keep, part, 1 / 255)

    def _outline_px(self, outline: Points, z_mm: float) -> Points:
        at = np.column_stack([outline[:, :2], np.full(len(outline), z_mm)])
        return self._lens.project(at)[0].clip(-30000, 30000)

    def _bounds(self, px: Points, margin: int) -> tuple[int, int, int, int]:
        """x, y, width, height of what the points cover of the picture."""
        low = np.maximum(np.floor(px.min(0)).astype(int) - margin, 0)
        high = np.minimum(np.ceil(px.max(0)).astype(int) + margin + 1, (self._lens.width, self._lens.height))
        return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def lay_all(flats: Flats, scene: Scene) -> Picture:
    """Everything flat in its order; returns the mask (H, W) of the board's top."""
    lay_beneath(flats, scene)
    mask = flats.board(scene.board, partial(paint_board, scene.board))
    for card, on_stack in _stacked(scene.cards):
        flats.card(card, on_stack)
    return mask


def lay_beneath(flats: Flats, scene: Setting) -> None:
    """What lies on the table below boards and cards."""
    _distract(flats, scene)
    for thing in scene.clutter:
        if thing.kind == "paper":
            flats.paper(thing)


def _stacked(cards: Iterable[Card]) -> Iterable[tuple[Card, bool]]:
    """Each card with whether it lies on one that came before, or right on the table."""
    before: list[Card] = []
    for card in cards:
        near = any(np.hypot(*np.subtract(card.xy_mm, b.xy_mm)) < max(b.size_mm) for b in before)
        yield card, near
        before.append(card)


def _distract(flats: Flats, scene: Setting) -> None:
    """Things no one described: cables, ribbons, tape; by the scene's seed."""
    rng = np.random.default_rng((scene.seed, 71))
    reach = scene.board.size * scene.board.pitch_mm / 2 + scene.board.border_mm
    for _ in range(int(rng.choice(4, p=[0.6, 0.2, 0.12, 0.08]))):
        angle = rng.uniform(0, 2 * np.pi)
        centre = 1.7 * reach * rng.uniform(0.9, 1.6) * np.array([np.cos(angle), np.sin(angle)])
        along = np.linspace(-1, 1, 40)[:, None] * reach * rng.uniform(0.5, 2.5)
        turn = angle + np.pi / 2 + rng.normal(0, 0.4)
        bow = np.sin(along / reach * rng.uniform(0.2, 3) + rng.uniform(0, 6)) * reach * rng.uniform(0, 0.25)
        if rng.random() < 0.4:  # tape and rulers are straight
            bow = bow * 0
        line = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        rgb = triple(rng.choice([rng.uniform(0, 0.15, 3), rng.uniform(0.7, 0.95, 3), rng.random(3)]))
        flats.thread(centre + along * line[0] + bow * line[1], float(rng.uniform(1.5, 9)), rgb)


def _written_sheet(rgb: RGB, width: float, height: float, seed: int) -> Picture:
    """(H, W, 3) of a note: at 2 px per mm, lines, perhaps a title and a box."""
    rng = np.random.default_rng((seed, 72))
    texture = np.empty((int(2 * height), int(2 * width), 3), np.uint8)
    pale = 0.35 * np.array(rgb[::-1]) + 0.62 if rng.random() < 0.7 else np.array(rgb[::-1])
    texture[:] = (255 * pale).astype(np.uint8)
    ink = (255 * rng.uniform(0, 0.35, 3)).tolist()
    step = int(rng.uniform(10, 24))
    for y in range(2 * step, texture.shape[0] - step, step):
        words = np.cumsum(rng.uniform(8, 50, 30)) + step
        for a, b in zip(words[::2], words[1::2], strict=False):
            if b < texture.shape[1] - step and rng.random() < 0.85:
                cv2.line(texture, (int(a), y), (int(b) - 5, y), ink, max(1, step // 5), cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.putText(
            texture, "Notes", (step, 2 * step), cv2.FONT_HERSHEY_SIMPLEX, step / 14, ink, 2, cv2.LINE_AA
        )
    return texture


def _texture_to_mm(width: float, height: float, texture: Picture) -> Points:
    """(3, 3) from a texture's pixels to mm about its centre, x right and y up."""
    sx, sy = width / texture.shape[1], height / texture.shape[0]
    return np.array([[sx, 0, sx / 2 - width / 2], [0, -sy, height / 2 - sy / 2], [0, 0, 1]])


def _box_corners(width: float, height: float, z_mm: float) -> Points:
    x, y = width / 2, height / 2
    return np.array([[-x, y, z_mm], [x, y, z_mm], [x, -y, z_mm], [-x, -y, z_mm]])


def _rounded_corners(width: float, height: float, radius: float) -> Points:
    """(20, 2) outline of a rounded box about the origin."""
    angle = np.linspace(0, np.pi / 2, 5)
    arc = radius * np.stack([np.cos(angle), np.sin(angle)], 1)
    centre = np.array([width / 2 - radius, height / 2 - radius])
    quarters = [(1, 1, 1), (-1, 1, -1), (-1, -1, 1), (1, -1, -1)]
    return np.concatenate([((arc + centre) * (sx, sy))[::turn] for sx, sy, turn in quarters])


def _moved(points: Points, place: Points) -> Points:
    return points[:, :2] @ place[:2, :2].T + place[:2, 2]


def _sixteenths(px: Points) -> NDArray[np.int32]:
    return np.rint(px * 16).astype(np.int32)


def _mix(below: Picture, above: Picture, mask: Picture) -> Picture:
    share = mask.astype(np.float32) / 255
    return cv2.blendLinear(np.ascontiguousarray(below), above, 1 - share, share)
