"""Signs on strips: where each stands in a picture, and the patch about it, upright and seen straight from above.

A strip bears its sign at both ends, each with its head to its end. So a sign tells where its strip lies: beneath its
feet. A sign's **frame** is the strip's own plane as it is seen there: one half of the strip's width across, to the
sign's right, and as much of the strip's length inwards, to its feet.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from vision.pictures import Picture, sigmoid, to_network

Floats = NDArray[np.float64]

SIGN_STRIDE = 4  # pixels of the network's picture that it tells as one
PIXELS = 1280 * 720  # of the picture that the network is shown, or a little more
_MULTIPLE = 32
_LARGEST = 2.0  # factor by which a small picture is made larger: beyond, there is nothing more to see
_LARGE_PX, _USUAL_PX = (
    38.0,
    26.0,
)  # of strips' widths as the network is shown them: too large, and what it knows best
LEAST_CONFIDENCE = 0.15  # of a mark; below, nothing is said of it
MOST_SIGNS = 160  # are read in one picture: a hand and the melds of a table have fewer
_BORDER = (114, 114, 114)  # what the network takes for nothing
_ONE_SIGN = 0.7  # half widths: marks nearer to each other are of one sign

PATCH_PX, PATCH_REACH = (
    32,
    1.3,
)  # a patch's side, and how far it reaches from the sign's middle, in half widths
FRAME_NUMBERS = 6  # by which a frame is put right, see ``corrected``


@dataclass(frozen=True)
class Signs:
    """N signs in pixels of the picture: ``centre_px`` (N, 2), ``across_px`` and ``inward_px`` (N, 2) each half of a
    strip's width long on the table; ``middle`` (N,) how far inwards the strip's middle lies, and ``inset`` (N,) how
    far outwards its end, in half widths; ``confidence`` (N,) how probably it is a sign."""

    centre_px: Floats
    across_px: Floats
    inward_px: Floats
    middle: Floats
    inset: Floats
    confidence: Floats

    def __len__(self) -> int:
        """How many."""
        return len(self.confidence)

    def only(self, which: NDArray[np.integer] | NDArray[np.bool_]) -> Signs:
        """Some of them."""
        return Signs(*(getattr(self, field.name)[which] for field in fields(self)))

    def points_px(self, across: float | Floats, inward: float | Floats) -> Floats:
        """(N, 2) the points of the picture so many half widths across and inwards from each sign's middle."""
        x, y = (np.broadcast_to(np.asarray(each, float), len(self)) for each in (across, inward))
        return self.centre_px + x[:, None] * self.across_px + y[:, None] * self.inward_px


def find_signs(bgr: Picture) -> Signs:
    """The signs in a picture (H, W, 3), surest first. Large ones are looked at once more, made smaller: the network
    takes their strokes for signs."""
    signs, factor = _found(bgr, PIXELS)
    if not len(signs):
        return signs
    across, inward = signs.across_px * factor, signs.inward_px * factor
    area = np.abs(across[:, 0] * inward[:, 1] - across[:, 1] * inward[:, 0])
    width = 2 * float(np.sqrt(np.average(area, weights=signs.confidence)))
    return signs if width < _LARGE_PX else _found(bgr, PIXELS * (_USUAL_PX / width) ** 2)[0]


def _found(bgr: Picture, pixels: float) -> tuple[Signs, float]:
    """The signs in a picture that is shown to the network in about so many pixels, and by what it was made larger."""
    small, factor = _canvas(bgr, pixels)
    maps = network("strip_signs").run(picture=to_network(small)[None])["maps"][0]
    return signs_in(maps, factor), factor


def signs_in(maps: NDArray[np.float32], factor: float = 1.0) -> Signs:
    """The signs marked in the network's maps (13, h, w), each once; of a picture ``factor`` times as large as the one
    asked about.

    The maps: the mark, its offset (2), the lines across and along the strip (3 each, see ``line_of``), the way
    inwards (2), and how far the strip's middle and its end lie (2).
    """
    heat = sigmoid(maps[0])
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > LEAST_CONFIDENCE))
    order = np.argsort(-heat[rows, columns])[:MOST_SIGNS]
    rows, columns = rows[order], columns[order]
    values = maps[:, rows, columns].astype(np.float64)
    at_cells = np.stack([columns, rows], 1) + values[1:3].T
    scale = SIGN_STRIDE / factor
    inward = along_line(values[6:9].T, values[9:11].T)
    found = Signs(
        (at_cells + 0.5) * scale - 0.5,
        along_line(values[3:6].T, inward @ [[0, -1], [1, 0]]) * scale,
        inward * scale,
        values[11],
        values[12],
        heat[rows, columns].astype(np.float64),
    )
    return found.only(_each_once(found))


def line_of(vectors: Floats) -> Floats:
    """(N, 3) each vector (N, 2) as the line it lies on, and its length: xx, xy and yy over the length. Both ways
    along a line are the same, so a network that does not know yet which one is meant can tell the line already."""
    x, y = vectors.T
    return np.column_stack([x * x, x * y, y * y]) / np.maximum(np.hypot(x, y), 1e-9)[:, None]


def along_line(lines: Floats, way: Floats) -> Floats:
    """(N, 2) the vectors of ``line_of`` (N, 3), those of the two that go rather the ``way`` (N, 2)."""
    xx, xy, yy = lines.T
    angle = np.arctan2(2 * xy, xx - yy) / 2
    vectors = (xx + yy)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return np.where(np.einsum("nk,nk->n", vectors, way)[:, None] < 0, -vectors, vectors)


def corrected(signs: Signs, off: Floats) -> Signs:
    """The signs with their frames put right by ``off`` (N, 6), told in the frames as they are: where the middle lies
    (2), and what the vectors across and inwards lack (2 each)."""
    frames = np.stack([signs.across_px, signs.inward_px], -1)
    turned = frames @ (np.eye(2) + off[:, 2:].reshape(-1, 2, 2).swapaxes(1, 2))
    centre = signs.points_px(off[:, 0], off[:, 1])
    return replace(signs, centre_px=centre, across_px=turned[..., 0], inward_px=turned[..., 1])


def correction(signs: Signs, true: Signs) -> Floats:
    """(N, 6) by what ``corrected`` makes the frames of ``signs`` those of ``true``."""
    inverse = np.linalg.inv(np.stack([signs.across_px, signs.inward_px], -1))
    vectors = [true.centre_px - signs.centre_px, true.across_px, true.inward_px]
    told = [np.einsum("nab,nb->na", inverse, vector) for vector in vectors]
    return np.column_stack(told) - [0, 0, 1, 0, 0, 1]


def cut_patches(bgr: Picture, signs: Signs) -> Picture:
    """(N, 32, 32, 3) what stands about each sign, upright, as seen straight from above."""
    patches = np.empty((len(signs), PATCH_PX, PATCH_PX, 3), np.uint8)
    halves: list[Picture] = [bgr]
    scale = 2 * PATCH_REACH / PATCH_PX  # half widths a pixel of the patch
    for index in range(len(signs)):
        to_px = np.column_stack([signs.across_px[index], signs.inward_px[index]]) * scale
        level = max(0, round(float(np.log2(max(np.linalg.norm(to_px, axis=0).max(), 1e-6))) - 0.35))
        while len(halves) <= level:
            halves.append(
                np.asarray(cv2.resize(halves[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
            )
        shrunk = halves[level].shape[1] / bgr.shape[1]
        middle = (PATCH_PX - 1) / 2
        start = signs.centre_px[index] - to_px @ [middle, middle]
        affine = np.column_stack([to_px, start + 0.5]) * shrunk - [[0, 0, 0.5], [0, 0, 0.5]]
        cv2.warpAffine(
            halves[level],
            affine,
            (PATCH_PX, PATCH_PX),
            dst=patches[index],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return patches


def _canvas(bgr: Picture, pixels: float) -> tuple[Picture, float]:
    """The picture in about so many pixels, its sides multiples of 32, and by what it was made larger."""
    height, width = bgr.shape[:2]
    factor = min(_LARGEST, (pixels / (height * width)) ** 0.5)
    if abs(factor - 1) < 0.02:
        factor = 1.0
    else:
        how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
        bgr = np.asarray(cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=how), np.uint8)
    below, right = (-side % _MULTIPLE for side in bgr.shape[:2])
    if below or right:
        bgr = np.asarray(
            cv2.copyMakeBorder(bgr, 0, below, 0, right, cv2.BORDER_CONSTANT, value=_BORDER), np.uint8
        )
    return bgr, factor


def _each_once(signs: Signs) -> NDArray[np.bool_]:
    """(N,) which of the signs, surest first, are not where a surer one is."""
    kept = np.zeros(len(signs), bool)
    near = _ONE_SIGN * np.linalg.norm(signs.inward_px, axis=1)
    for index in range(len(signs)):
        away = np.linalg.norm(signs.centre_px[kept] - signs.centre_px[index], axis=1)
        kept[index] = (away >= near[index]).all()
    return kept
