"""Patches of signs drawn without a scene: many decks in the time that one table takes.

What a table and a camera do to signs is learnt from scenes; how differently signs are written, from these as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.sample_set import hsv
from models.scenes.strips.prints import paint_strip
from models.scenes.strips.sample_set import sample_strip_set
from models.scenes.strips.scene import StripSet
from models.training.augmentation import through_another_camera
from vision.pictures import Picture
from vision.strips.letters import CARDS, COLOURS, SIGNS
from vision.strips.signs import PATCH_PX, PATCH_REACH

Ints = NDArray[np.int64]

_WIDTHS_PX = 13.0, 46.0  # of strips, as seen
_SEALED, _WITHIN_SEAL = 0.3, 0.72
_ANY_SEED = 0  # fonts that are kept for judging are not drawn with


@dataclass(frozen=True)
class DrawnSigns:
    """N signs of one deck: ``patches`` (N, 32, 32, 3), ``sign`` and ``colour`` (N,) as indices."""

    patches: Picture
    sign: Ints
    colour: Ints


def draw_signs(rng: np.random.Generator, count: int) -> DrawnSigns:
    """Signs of some deck, beside and beneath others of it, on some table, as some camera shows them."""
    deck = sample_strip_set(rng, _ANY_SEED)
    if rng.random() < _SEALED:  # few scenes have such
        deck = replace(
            deck, seal=str(rng.choice(["ring", "disc", "box"])), sign_mm=deck.sign_mm * _WITHIN_SEAL
        )
    width_px = float(np.exp(rng.uniform(*np.log(_WIDTHS_PX))))
    table = 255 * np.array(hsv(rng.uniform(0, 360), rng.beta(1.2, 1.8), rng.uniform(0.05, 0.95)))[::-1]
    cards = [str(card) for card in rng.choice(CARDS, count)]
    flatten = float(
        np.sin(np.radians(rng.uniform(35, 90)))
    )  # how much shorter what lies away from the camera is
    patches = np.stack([_patch(rng, deck, card, width_px, table, flatten) for card in cards])
    light = np.exp(rng.normal(-0.25, 0.45)) * np.exp(rng.normal(0, 0.1, 3))
    patches = np.clip(patches * light + rng.uniform(0, 25), 0, 255).astype(np.uint8)
    sheet = np.ascontiguousarray(patches.transpose(1, 0, 2, 3).reshape(PATCH_PX, -1, 3))
    sheet = through_another_camera(sheet, rng)
    patches = np.ascontiguousarray(sheet.reshape(PATCH_PX, count, PATCH_PX, 3).transpose(1, 0, 2, 3))
    signs = dict(deck.signs)
    return DrawnSigns(
        patches,
        np.array([SIGNS.index(signs[card]) for card in cards], np.int64),
        np.array([COLOURS.index(card.partition("-")[0]) for card in cards], np.int64),
    )


def _patch(
    rng: np.random.Generator,
    deck: StripSet,
    card: str,
    width_px: float,
    table: NDArray[np.float64],
    flatten: float,
) -> Picture:
    density = round(width_px / deck.short_mm, 2)
    strip = paint_strip(deck, card, density)
    width = strip.shape[1]
    side = 5 * width
    canvas = np.empty((side, side, 3), np.uint8)
    canvas[:] = np.clip(table + rng.normal(0, 6, 3), 0, 255)
    middle = side / 2
    inset = deck.sign_inset_mm * width / deck.short_mm
    for way in (-1, 1):
        if rng.random() < 0.6:
            aside = way * width * float(rng.uniform(0.92, 1.2))
            other = paint_strip(deck, str(rng.choice(CARDS)), density)
            _paste(
                canvas,
                other,
                (middle + aside, middle - inset + rng.normal(0, 0.2) * width),
                rng.normal(0, 0.12),
            )
    _paste(canvas, strip, (middle, middle - inset), 0.0)
    if rng.random() < 0.35:  # another one lies over it, right below the sign
        other = paint_strip(deck, str(rng.choice(CARDS)), density)
        start = middle + 0.55 * deck.sign_mm * width / deck.short_mm + rng.uniform(0, 0.3) * width
        _paste(canvas, other, (middle + rng.normal(0, 0.1) * width, start), rng.normal(0, 0.05))
    seen_from = float(rng.uniform(0, np.pi))  # from where the table looks flattened
    axis = np.array([np.cos(seen_from), np.sin(seen_from)])
    flat = np.eye(2) - (1 - flatten) * np.outer(axis, axis)
    # As a camera sees it, and as it is rectified again: what is lost on the way is lost
    small = max(8, round(side * float(rng.uniform(0.9, 1.0))))
    seen = _about_middle(canvas, flat * small / side, (small, small))
    if rng.random() < 0.6:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 1.3))), np.uint8)
    noise = rng.normal(0, rng.uniform(0.5, 7), seen.shape)
    seen = np.clip(seen + noise, 0, 255).astype(np.uint8)
    off = np.eye(2) + rng.normal(0, 0.12, (2, 2))
    reach = PATCH_PX / (PATCH_REACH * width)
    back = off @ np.linalg.inv(flat) * side / small * reach
    return _about_middle(
        seen, back, (PATCH_PX, PATCH_PX), rng.normal(0, 0.09, 2) * PATCH_PX / 2 / PATCH_REACH
    )


def _about_middle(
    picture: Picture,
    turn: NDArray[np.float64],
    size: tuple[int, int],
    shift: NDArray[np.float64] | float = 0.0,
) -> Picture:
    """The picture as ``turn`` (2, 2) takes it, middle to middle, by bytes."""
    start, end = (np.array(each) / 2 - 0.5 for each in (picture.shape[1::-1], size))
    affine = np.column_stack([turn, end + shift - turn @ start])
    return np.asarray(
        cv2.warpAffine(picture, affine, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def _paste(canvas: Picture, strip: Picture, end: tuple[float, float], angle: float) -> None:
    """Lay a strip, in place, the middle of its upper end at ``end``."""
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin], [sin, cos]])
    affine = np.column_stack([turn, np.array(end) - turn @ [strip.shape[1] / 2 - 0.5, -0.5]])
    size = canvas.shape[1::-1]
    share = cv2.warpAffine(np.full(strip.shape[:2], 255, np.uint8), affine, size)[..., None] / 255
    laid = cv2.warpAffine(strip, affine, size, borderMode=cv2.BORDER_REPLICATE)
    canvas[:] = np.round(canvas + share * (laid.astype(float) - canvas)).clip(0, 255).astype(np.uint8)
