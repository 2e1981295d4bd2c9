"""What the networks look at, cut out by geometry: towers with "up" always up, and the table from above."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture, shrink, shrink_by_halves
from vision.pose import CameraPose

TOWER_WIDTH, TOWER_HEIGHT = 64, 144  # pixels of a tower's patch
TOWER_PX_PER_FIELD = 56.0  # a cap's rim in a tower shows as four pixels or so
TOWER_BASE_ROW = 112.0  # the patch's row on which the centre of the field lies
FINER = 1.5  # how much finer towers are cut whose stones are counted: thin ones show as bands of three pixels
_WIDE, _USUAL_WIDTH = 0.74, 0.7  # of a stone, in fields: this game's are 0.72 at most

TABLE_SIDE = 640  # pixels of the view from above
CELL_PX = 4  # of these, a tenth of a field
_HARDLY = 1e-3  # of a pixel
TABLE_PX_PER_FIELD = 40.0  # the rim of a card in a fan shows as a pixel or two


@dataclass(frozen=True)
class TowerPatches:
    """``pictures`` (N, 144, 64, 3) BGR, row by row over the cells; ``views`` (N, 3) float32 per cell: the sine
    of the angle at which the cell is seen (1 = from above), log2 of the picture's pixels per field against
    the patch's (below 0 the picture was coarser than the patch), and 1 / the camera's distance in fields;
    ``patch_from_picture`` (N, 2, 3) the affine maps by which they were cut."""

    pictures: Picture
    views: NDArray[np.float32]
    patch_from_picture: NDArray[np.float64]


def cut_towers(bgr: Picture, pose: CameraPose, size: int = 6) -> TowerPatches:
    """A patch for each cell of a size x size board, turned so that a tower grows upwards in it."""
    maps, views = _tower_maps(pose, size)
    usual = TOWER_PX_PER_FIELD * 2.0 ** float(np.median(views[:, 1]))  # pixels of the picture per field
    small, factor = shrink(bgr, TOWER_PX_PER_FIELD / usual * 1.3)
    pictures = _cut(small, maps / [factor, factor, 1], (TOWER_WIDTH, TOWER_HEIGHT), cv2.INTER_LINEAR)
    return TowerPatches(pictures, views, maps)


@lru_cache(maxsize=2)  # a camera seldom moves
def _tower_maps(pose: CameraPose, size: int) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """The ``patch_from_picture`` and the ``views`` of ``TowerPatches``."""
    half = (size - 1) / 2
    steps = np.arange(size) - half
    x, y = np.meshgrid(steps, -steps)
    feet_board = np.column_stack([x.ravel(), y.ravel(), np.zeros(size * size)])
    feet_px = pose.project(feet_board)
    up_px = pose.project(feet_board + np.array([0, 0, 0.5])) - feet_px
    eye = pose.camera_centre_board() - feet_board
    distance = np.linalg.norm(eye, axis=1)
    scale = pose.focal_px / distance  # pixels per field, across the line of sight
    upright = [
        _upright(foot, up, TOWER_PX_PER_FIELD / s) for foot, up, s in zip(feet_px, up_px, scale, strict=True)
    ]
    maps = np.array(upright)
    views = np.column_stack([eye[:, 2] / distance, np.log2(scale / TOWER_PX_PER_FIELD), 1 / distance])
    views = views.astype(np.float32)
    maps.flags.writeable = views.flags.writeable = False
    return maps, views


def times_as_wide(stone_width: float) -> float:
    """How many times as wide fields are best taken to be where stones are ``stone_width`` fields wide: so that wider
    ones than this game's show whole in a patch, and as wide as those."""
    return stone_width / _USUAL_WIDTH if stone_width > _WIDE else 1.0


def in_wider_fields(towers: TowerPatches, times: float) -> TowerPatches:
    """The towers as if their fields were ``times`` as wide, so that what stands there fills less of a patch that is
    ``cut_finely``; the ``pictures`` stay as they were cut."""
    foot = np.array([TOWER_WIDTH / 2, TOWER_BASE_ROW])
    maps, views = towers.patch_from_picture / times, towers.views.copy()
    maps[:, :, 2] += foot * (1 - 1 / times)
    views[:, 1] += np.log2(times)
    views[:, 2] *= times
    return replace(towers, views=views, patch_from_picture=maps)


def mirrored(places: NDArray[np.float32]) -> NDArray[np.float32]:
    """Places (..., 2) in a patch, x and y in fields from the field's middle, in the patch mirrored left to right. A
    field's middle is half a pixel right of a patch's; mirrored, it is half a pixel left: a whole pixel off."""
    return np.asarray(places * [-1, 1] - [1 / TOWER_PX_PER_FIELD, 0], np.float32)


def cut_finely(bgr: Picture, towers: TowerPatches, which: NDArray[np.int64]) -> Picture:
    """(T, 216, 96, 3) what the patches of the cells ``which`` (T,) show, ``FINER``: the same places in the same
    frame, from the picture ``bgr`` that they were cut from.

    Cubic, for what is between pixels: linear takes half of the contrast from bands of three pixels."""
    scale = TOWER_PX_PER_FIELD * 2.0 ** float(np.median(towers.views[:, 1]))
    small, factor = shrink(bgr, FINER * TOWER_PX_PER_FIELD / scale * 1.3)
    size = round(FINER * TOWER_WIDTH), round(FINER * TOWER_HEIGHT)
    whole = np.zeros((len(which), 3, 3))
    whole[:, :2], whole[:, 2, 2] = towers.patch_from_picture[which], 1
    whole = _resized(FINER) @ whole @ _resized(1 / factor)
    return _cut(small, whole[:, :2], size, cv2.INTER_CUBIC)


def _cut(
    bgr: Picture, patch_from_picture: NDArray[np.float64], size: tuple[int, int], interpolation: int
) -> Picture:
    """(N, H, W, 3) patches of one ``size`` (width, height), cut by affine maps (N, 2, 3): all at once, which OpenCV
    does on all processors."""
    if not len(patch_from_picture):
        return np.empty((0, *size[::-1], 3), np.uint8)
    whole_px, parts = _cutting_map(patch_from_picture.tobytes(), size)
    cut = cv2.remap(bgr, whole_px, parts, interpolation, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut.reshape(-1, *size[::-1], 3), np.uint8)


@lru_cache(maxsize=4)  # a camera seldom moves
def _cutting_map(maps: bytes, size: tuple[int, int]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """OpenCV's map in fixed point that cuts patches, one below the other, by affine ``maps`` (N, 2, 3) float64."""
    each = [_map_of_one(one.tobytes(), size) for one in np.frombuffer(maps).reshape(-1, 2, 3)]
    whole_px, parts = zip(*each, strict=True)
    return np.concatenate(whole_px), np.concatenate(parts)


@lru_cache(maxsize=200)  # after each act others stand, but hardly one is new
def _map_of_one(patch_map: bytes, size: tuple[int, int]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """The same for one patch."""
    patch_from_picture = np.frombuffer(patch_map).reshape(2, 3)
    inverse = np.linalg.inv(patch_from_picture[:, :2])
    patch_px = np.stack(np.meshgrid(*map(np.arange, size)), -1)
    picture_px = (patch_px - patch_from_picture[:, 2]) @ inverse.T
    whole_px, parts = cv2.convertMaps(picture_px.astype(np.float32), None, cv2.CV_16SC2)
    return np.asarray(whole_px, np.int16), np.asarray(parts, np.uint16)


def _resized(factor: float) -> NDArray[np.float64]:
    """(3, 3) from a picture's pixels to those of one larger by ``factor``: whole numbers are pixels' middles."""
    return np.array([[factor, 0, (factor - 1) / 2], [0, factor, (factor - 1) / 2], [0, 0, 1]])


def _upright(foot_px: NDArray[np.float64], up_px: NDArray[np.float64], zoom: float) -> NDArray[np.float64]:
    """(2, 3) affine map from the picture to a patch: ``up_px`` becomes up, ``foot_px`` the base point."""
    length = float(np.hypot(*up_px))
    ux, uy = up_px / length if length > 1e-6 else (0.0, -1.0)
    turn = zoom * np.array([[-uy, ux], [-ux, -uy]])
    shift = np.array([TOWER_WIDTH / 2, TOWER_BASE_ROW]) - turn @ foot_px
    return np.column_stack([turn, shift])


@dataclass(frozen=True)
class TableView:
    """The table from above: ``picture`` (640, 640, 3) BGR, the board in its middle, 40 pixels a field, row 0
    up; ``seen`` (640, 640) bool where the camera's picture reaches."""

    picture: Picture
    seen: NDArray[np.bool_]

    @cached_property
    def cells(self) -> NDArray[np.float32]:
        """(160, 160, 3) what each cell of a tenth of a field shows."""
        side = TABLE_SIDE // CELL_PX
        return np.asarray(cv2.resize(self.picture, (side, side), interpolation=cv2.INTER_AREA), np.float32)


def view_from_above(bgr: Picture, pose: CameraPose) -> TableView:
    """The table around the board, rectified."""
    scale = pose.focal_px / float(np.linalg.norm(pose.camera_centre_board()))
    small, factor = shrink_by_halves(bgr, TABLE_PX_PER_FIELD / scale * 1.3)
    whole_px, parts, seen = _table_map(pose, factor, (small.shape[1], small.shape[0]))
    picture = cv2.remap(small, whole_px, parts, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return TableView(np.asarray(picture, np.uint8), seen)


@lru_cache(maxsize=2)  # a camera seldom moves
def _table_map(
    pose: CameraPose, factor: float, size: tuple[int, int]
) -> tuple[NDArray[np.int16], NDArray[np.uint16], NDArray[np.bool_]]:
    """Where each pixel of the view from above is in a picture shrunk by ``factor`` to ``size``, as OpenCV's map in
    fixed point; and where that is in the picture. It is computed on a coarse net: it is smooth."""
    knots = np.linspace(0, TABLE_SIDE - 1, 26)
    u, v = np.meshgrid(knots, knots)
    table = view_to_board(np.column_stack([u.ravel(), v.ravel()]))
    points = np.column_stack([table, np.zeros(len(table))])
    depth = points @ pose.rotation()[2] + pose.tvec[2]
    pixels = pose.project(points)
    pixels[depth < 0.5] = -1e4
    pixels = (pixels + 0.5) * factor - 0.5
    net = pixels.reshape(len(knots), len(knots), 2).astype(np.float32)
    # cv2.resize aligns pixel centres, not corners: sample the net by a map of its own instead.
    fine = np.arange(TABLE_SIDE, dtype=np.float32) * ((len(knots) - 1) / (TABLE_SIDE - 1))
    fine_u, fine_v = np.meshgrid(fine, fine)
    full = cv2.remap(net, fine_u, fine_v, cv2.INTER_LINEAR)
    width, height = size
    seen = cv2.inRange(full, (0.0, 0.0), (width - _HARDLY, height - _HARDLY)) > 0
    seen.flags.writeable = False
    whole_px, parts = cv2.convertMaps(full, None, cv2.CV_16SC2)
    return np.asarray(whole_px, np.int16), np.asarray(parts, np.uint16), seen


def view_to_board(points_view: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (N, 2) in pixels of the view from above to the board frame, in fields."""
    centre = (TABLE_SIDE - 1) / 2
    return (points_view - centre) / TABLE_PX_PER_FIELD * [1, -1]


def board_to_view(points_board: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (N, 2) in the board frame to pixels of the view from above."""
    centre = (TABLE_SIDE - 1) / 2
    return points_board * [1, -1] * TABLE_PX_PER_FIELD + centre
