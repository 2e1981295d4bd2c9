"""Signs as ink: a font's outline, pushed about, thickened, worn, as printers and brushes leave it."""

from __future__ import annotations

import logging
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.strips.fonts import FONTS, KEPT
from models.scenes.strips.scene import Brush

Mask = NDArray[np.float32]
Points = NDArray[np.float64]

SIDE_PX = 128  # of a sign's mask
_ROOM_PX = 14  # about it, so that thick strokes are not cut
SQUARE = SIDE_PX / (SIDE_PX - 2 * _ROOM_PX)  # the mask's side, in sides of the sign itself
_FINER = 3  # outlines are filled so many times as finely
_CURVE = np.linspace(0, 1, 7)[1:]
# Fonts made for Japanese lack these: the sign of a person, taken from another one, beside the simpler sign.
_COMPOSED = {"俥": "車", "傌": "馬"}
_PERSON_FROM, _PERSON_ENDS, _PERSON_SHARE = "仕", 0.42, 0.34


@lru_cache(maxsize=2048)
def sign_mask(brush: Brush, sign: str) -> Mask:
    """(128, 128) how much ink lies where, 0 to 1; the sign upright, some pixels short of the picture's edge."""
    rng = np.random.default_rng([brush.seed, ord(sign)])
    ink = _filled(_bent(outlines(brush.font, sign), brush, rng))
    ink = _pushed_about(ink, brush.wobble * SIDE_PX, rng)
    ink = _thickened(ink, brush.weight * SIDE_PX)
    return _worn(ink, brush, rng)


@lru_cache(maxsize=2048)
def outlines(font: str, sign: str) -> tuple[Points, ...]:
    """Closed outlines (K, 2) of a sign, y up, its box about the origin, the longer side of length 1."""
    contours = _contours(font, sign)
    if not contours and sign in _COMPOSED:
        contours = _beside_a_person(font, _COMPOSED[sign])
    if not contours:
        raise ValueError(f"the font {font} has no {sign}")
    points = np.concatenate(contours)
    low, high = points.min(0), points.max(0)
    return tuple((contour - (low + high) / 2) / (high - low).max() for contour in contours)


def _beside_a_person(font: str, sign: str) -> list[Points]:
    both = outlines(font, _PERSON_FROM)
    person = [c for c in both if c[:, 0].max() < _PERSON_ENDS - 0.5] or [
        c for c in both if c[:, 0].mean() < -0.1
    ]
    rest = [c * [1 - _PERSON_SHARE, 1.0] + [_PERSON_SHARE / 2, 0] for c in outlines(font, sign)]
    return person + rest


@lru_cache(maxsize=128)
def _font(name: str) -> tuple[object, dict[int, str]]:
    from fontTools.ttLib import TTFont

    logging.getLogger("fontTools").setLevel(logging.ERROR)  # of dates that are off
    font = (FONTS | KEPT)[name]
    opened = TTFont(font.path, fontNumber=font.number, lazy=True)
    return opened.getGlyphSet(), opened.getBestCmap()


def _contours(font: str, sign: str) -> list[Points]:
    """The outlines as the font has them; none where it lacks the sign."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs, named = _font(font)
    if ord(sign) not in named:
        return []
    pen = DecomposingRecordingPen(glyphs)
    glyphs[named[ord(sign)]].draw(pen)  # type: ignore[index]
    contours: list[list[Points]] = []
    for drawn, arguments in pen.value:
        points = [np.array(point, float) for point in arguments if point is not None]
        if drawn == "moveTo":
            contours.append([points[0]])
        elif drawn == "lineTo":
            contours[-1].append(points[0])
        elif drawn == "curveTo":
            contours[-1] += _cubic(contours[-1][-1], *points)
        elif drawn == "qCurveTo":
            if arguments[-1] is None:  # a ring of control points alone
                start = (points[-1] + points[0]) / 2
                contours.append([start])
                points.append(start)
            contours[-1] += _quadratics(contours[-1][-1], points)
    return [np.array(contour) for contour in contours if len(contour) > 2]


def _cubic(a: Points, b: Points, c: Points, d: Points) -> list[Points]:
    return [(1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d for t in _CURVE]


def _quadratics(start: Points, points: list[Points]) -> list[Points]:
    """TrueType's curves: between two control points lies one that is not told."""
    found: list[Points] = []
    *controls, end = points
    for index, control in enumerate(controls):
        stop = end if index == len(controls) - 1 else (control + controls[index + 1]) / 2
        found += [(1 - t) ** 2 * start + 2 * (1 - t) * t * control + t**2 * stop for t in _CURVE]
        start = stop
    return found or [end]


def _bent(contours: tuple[Points, ...], brush: Brush, rng: np.random.Generator) -> list[Points]:
    """Leaning, and wider or taller, with a small slip of each stroke."""
    lean = np.array([[brush.stretch, brush.lean], [0, 1 / brush.stretch]])
    slip = brush.slip * rng.normal(0, 1, (len(contours), 2)) if len(contours) > 1 else np.zeros((1, 2))
    return [contour @ lean.T + by for contour, by in zip(contours, slip, strict=True)]


def _filled(contours: list[Points]) -> Mask:
    """(128, 128) filled by the rule that fonts follow: strokes that cross stay filled."""
    side = SIDE_PX * _FINER
    room = SIDE_PX - 2 * _ROOM_PX
    turns = np.zeros((side, side), np.int16)
    for contour in contours:
        px = (contour * [1, -1] * room + SIDE_PX / 2) * _FINER
        one = np.zeros((side, side), np.uint8)
        cv2.fillPoly(one, [np.round(px * 16).astype(np.int32)], 1, shift=4)
        area = float(cv2.contourArea(px.astype(np.float32), oriented=True))
        turns += one.astype(np.int16) * (1 if area > 0 else -1)
    ink = (turns != 0).astype(np.float32)
    return np.asarray(cv2.resize(ink, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA), np.float32)


def _pushed_about(ink: Mask, by_px: float, rng: np.random.Generator) -> Mask:
    """Bent softly by a field of displacements."""
    if by_px < 0.1:
        return ink
    field = cv2.resize(
        rng.normal(0, by_px, (5, 5, 2)).astype(np.float32), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC
    )
    y, x = np.mgrid[:SIDE_PX, :SIDE_PX].astype(np.float32)
    return np.asarray(cv2.remap(ink, x + field[..., 0], y + field[..., 1], cv2.INTER_LINEAR), np.float32)


def _thickened(ink: Mask, by_px: float) -> Mask:
    """Strokes thicker by so many pixels on either side, or thinner, but never gone."""
    if abs(by_px) < 0.1:
        return ink
    solid = (ink > 0.5).astype(np.uint8)
    inside = cv2.distanceTransform(solid, cv2.DIST_L2, 5)
    outside = cv2.distanceTransform(1 - solid, cv2.DIST_L2, 5)
    if by_px < 0:
        thick = float(np.percentile(inside[inside > 0], 80)) if solid.any() else 0.0
        by_px = max(by_px, -0.45 * thick)
    return np.clip(inside - outside + by_px + 0.5, 0, 1).astype(np.float32)


def _worn(ink: Mask, brush: Brush, rng: np.random.Generator) -> Mask:
    """Edges ragged as on rough paper, and ink that ran dry along the stroke."""
    if brush.ragged > 0:
        soft = cv2.GaussianBlur(ink, (0, 0), 1.6)
        noise = cv2.GaussianBlur(rng.normal(0, 1, ink.shape).astype(np.float32), (0, 0), 1.2) * 3.0
        ink = np.clip((soft - 0.5 + brush.ragged * noise * 0.25) * 4 + 0.5, 0, 1)
    if brush.dry > 0:
        streaks = cv2.resize(
            rng.random((40, 9), np.float32), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC
        )
        ink = ink * (1 - brush.dry * np.clip(streaks * 2 - 0.8, 0, 1))
    return np.asarray(ink, np.float32)
