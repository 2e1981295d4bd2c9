"""What is printed on strips, from above as BGR pictures."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.prints import Floats, Picture, bgr8, blend, card_back, circle, clouds, rounded_box, stamp
from models.scenes.scene import RGB
from models.scenes.strips.scene import StripSet
from models.scenes.strips.signs import SQUARE, sign_mask

_GRAIN, _WEAR = 0.015, 0.05  # by how much paper and wear change a strip's brightness
_SEAL_INK = 0.85
_SEAL_REACH = 0.62  # of a sign's side: from its middle to the seal about it
_PHRASE_SIDE = 0.5  # of a strip's width


@lru_cache(maxsize=256)
def paint_strip(deck: StripSet, card: str, px_per_mm: float) -> Picture:
    """(H, W, 3) BGR of a strip's face, long side upright, a sign at each end with its head to that end."""
    width, height = _size_px(deck, px_per_mm)
    scale = width / deck.short_mm
    colour = card.partition("-")[0]
    paper, ink = dict(deck.shades)[colour], dict(deck.inks)[colour]
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = paper
    _frame(picture, deck, ink, scale)
    half = _sign_end(deck, card, ink, paper, scale)
    rows = len(half)
    picture[:rows] = blend(picture[:rows], half[..., :3], half[..., 3])
    turned = half[::-1, ::-1]
    picture[height - rows :] = blend(picture[height - rows :], turned[..., :3], turned[..., 3])
    _ornament(picture, deck, card, ink, scale)
    rng = np.random.default_rng([deck.seed, len(card)])
    wear = _WEAR * (cv2.resize(clouds(64, 3, rng), (width, height)) - 0.5)
    grain = rng.normal(0, _GRAIN, (height, width)).astype(np.float32)
    return bgr8(picture * (1 + wear + grain)[..., None])


def paint_back(deck: StripSet, px_per_mm: float) -> Picture:
    """(H, W, 3) BGR of a strip's back."""
    width, height = _size_px(deck, px_per_mm)
    return bgr8(card_back(deck.back_style, deck.back_rgb, width, height, px_per_mm))


def ink_at(deck: StripSet, card: str) -> NDArray[np.float32]:
    """(128, 128) how much of a sign's ink lies where in the square about it, row 0 at the strip's end."""
    return sign_mask(deck.brush, dict(deck.signs)[card])


def _size_px(deck: StripSet, px_per_mm: float) -> tuple[int, int]:
    return max(10, round(deck.short_mm * px_per_mm)), max(20, round(deck.long_mm * px_per_mm))


def _sign_end(deck: StripSet, card: str, ink: RGB, paper: RGB, scale: float) -> Floats:
    """(h, W, 4) colours and cover of what is printed about the sign at the upper end."""
    width, height = _size_px(deck, scale)
    rows = min(round((2 * deck.sign_inset_mm + 1) * scale), height // 2)
    end = np.zeros((rows, width, 4), np.float32)
    end[..., :3] = ink
    middle = width / 2, deck.sign_inset_mm * scale
    side = deck.sign_mm * scale
    line = max(1, round(0.05 * side))
    mask = np.zeros((rows, width), np.uint8)
    sign_ink = ink
    reach = min(_SEAL_REACH * side, 0.48 * width)
    if deck.seal == "ring":
        circle(mask, middle, reach, line)
    elif deck.seal == "disc":
        circle(mask, middle, reach, -1)
        sign_ink = paper
    elif deck.seal == "box":
        low, high = (tuple(int(m + way * reach) for m in middle) for way in (-1, 1))
        cv2.rectangle(mask, low, high, 255, line, cv2.LINE_AA)
    end[..., 3] = mask.astype(np.float32) * (_SEAL_INK / 255)
    # The mask has room about the sign
    square = round(SQUARE * side)
    if square < 2:
        return end
    sign = cv2.resize(ink_at(deck, card), (square, square), interpolation=cv2.INTER_AREA)
    at = np.array([[1, 0, middle[0] - square / 2], [0, 1, middle[1] - square / 2]])
    laid = cv2.warpAffine(sign, at, (width, rows))[..., None]
    end[..., :3] += laid * (np.array(sign_ink, np.float32) - end[..., :3])
    end[..., 3] += laid[..., 0] * (1 - end[..., 3])
    return end


def _frame(picture: Floats, deck: StripSet, ink: RGB, scale: float) -> None:
    """Lines about the strip, in place."""
    if deck.frame == "none":
        return
    height, width = picture.shape[:2]
    insets = [deck.frame_inset_mm, deck.frame_inset_mm + 2.2 * deck.frame_mm][: 1 + (deck.frame == "double")]
    for inset in insets:
        outer = rounded_box(width, height, inset * scale, 0.02 * width)
        inner = rounded_box(width, height, (inset + deck.frame_mm) * scale, 0.02 * width)
        stamp(picture, (255 * np.clip(outer - inner, 0, 1)).astype(np.uint8), ink, 0.8)


def _ornament(picture: Floats, deck: StripSet, card: str, ink: RGB, scale: float) -> None:
    """What is printed in the middle, in place."""
    height, width = picture.shape[:2]
    if deck.ornament == "none":
        return
    mask = np.zeros((height, width), np.uint8)
    middle, reach = (width / 2, height / 2), 0.2 * width
    line = max(1, round(0.03 * width))
    if deck.ornament == "rosette":
        for turn in np.arange(8) * math.pi / 4:
            at = middle[0] + 0.7 * reach * math.cos(turn), middle[1] + 0.7 * reach * math.sin(turn)
            circle(mask, at, 0.3 * reach, line)
        circle(mask, middle, 0.3 * reach, -1)
    elif deck.ornament == "diamond":
        for size in (1.0, 0.55):
            points = np.array(middle) + size * reach * np.array([[0, -1.3], [1, 0], [0, 1.3], [-1, 0]])
            cv2.polylines(mask, [np.round(points * 16).astype(np.int32)], True, 255, line, cv2.LINE_AA, 4)
    elif deck.ornament == "bars":
        for way in (-1, 1):
            y = int(height / 2 + way * 0.12 * width)
            cv2.line(mask, (int(0.2 * width), y), (int(0.8 * width), y), 255, line, cv2.LINE_AA)
    elif deck.ornament == "phrase":
        signs = deck.phrase
        side = max(4, round(_PHRASE_SIDE * width))
        wish = signs[hash_of(card) % len(signs)]
        small = cv2.resize(sign_mask(deck.brush, wish), (side, side), interpolation=cv2.INTER_AREA)
        shift = np.array([[1, 0, (width - side) / 2], [0, 1, (height - side) / 2]])
        mask = (255 * cv2.warpAffine(small, shift, (width, height))).clip(0, 255).astype(np.uint8)
    stamp(picture, mask, ink, deck.ornament_strength)


def hash_of(card: str) -> int:
    """A number that is a card's own for ever."""
    return sum(map(ord, card))
