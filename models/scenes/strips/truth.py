"""What a picture of strips shows, as plain values, in the form of the outside tables of this game."""

from __future__ import annotations

from typing import TypedDict

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import project
from models.scenes.rotation import yaw
from models.scenes.strips.prints import ink_at
from models.scenes.strips.scene import STRIP_MM, Pile, Strip, StripScene, StripSet
from models.scenes.strips.signs import SQUARE
from models.scenes.truth import (
    at_height,
    before_lens,
    camera_truth,
    clutter_points,
    fill_hull,
    hull_px,
    looked_up,
    rounded,
)
from referee.four_colour_acts import ID

Mask = NDArray[np.uint8]
Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Corners = list[list[float]]

_ACROSS, _ALONG, _OF_SIGN = 14, 48, 16  # spots looked at across a strip, along it, and along a side of a sign
_INKED, _BARE = 0.6, 0.1


class CardTruth(TypedDict):
    """A strip: ``corners_px`` clockwise from its first sign's end, ``glyphs_seen`` the shares of the square about
    each of its two signs that can be seen, ``glyphs_contrast`` by how much their ink is darker than the paper in
    the picture (of 1; below 0 lighter), near 0 in glare."""

    card: str
    glyph: str
    group: int
    player_side: int | None
    corners_px: Corners
    covered: float
    contrast: float
    glyphs_seen: list[float]
    glyphs_contrast: list[float]


class GroupTruth(TypedDict):
    """Strips laid together."""

    group: int
    kind: str
    player_side: int | None
    laid: str
    cards: int


class PileTruth(TypedDict):
    """Strips face down."""

    corners_px: Corners


class StripTruth(TypedDict):
    """All that can be known of a picture, ready for JSON; pixels follow OpenCV. Lengths of ``camera`` in m;
    ``sign`` is a sign's side, ``sign_inset`` how far its middle lies from the strip's end, in strips' widths."""

    game: str
    mode: str
    edition: str
    font: str
    size_mm: list[float]
    sign: float
    sign_inset: float
    strip_px: float
    ornament: str
    groups: list[GroupTruth]
    cards: list[CardTruth]
    decks: list[PileTruth]
    hand: bool
    elevation: float
    seed: int
    width: int
    height: int
    camera: dict[str, list[object]]


def truth(scene: StripScene, hand_mask: Mask, picture: Picture | None = None) -> StripTruth:
    """The truth of a picture; ``hand_mask`` (H, W) is set where a hand is. Without the ``picture`` no contrast is
    known, and 0 is told."""
    camera, deck = scene.camera, scene.strip_set
    covers = _Covers(scene, hand_mask)
    grey = None if picture is None else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    cards = [_card(scene, covers, index, grey) for index in range(len(scene.strips))]
    widths = [np.linalg.norm(np.subtract(card["corners_px"][0], card["corners_px"][1])) for card in cards]
    return {
        "game": ID,
        "mode": scene.mode,
        "edition": deck.edition,
        "font": deck.brush.font,
        "size_mm": [round(mm, 2) for mm in deck.size_mm],
        "sign": round(deck.sign_mm / deck.short_mm, 3),
        "sign_inset": round(deck.sign_inset_mm / deck.short_mm, 3),
        "strip_px": round(float(np.median(widths)), 1),
        "ornament": deck.ornament,
        "groups": [
            {
                "group": number,
                "kind": group.kind,
                "player_side": group.player_side,
                "laid": group.laid,
                "cards": sum(strip.group == number for strip in scene.strips),
            }
            for number, group in enumerate(scene.groups)
        ],
        "cards": cards,
        "decks": [
            {"corners_px": rounded(project(pile_points_mm(pile, deck)[4:], camera))} for pile in scene.piles
        ],
        "hand": bool(hand_mask.any()),
        "elevation": round(camera.elevation_deg, 1),
        "seed": scene.seed,
        "width": camera.width,
        "height": camera.height,
        "camera": camera_truth(camera),
    }


def strip_corners_mm(strip: Strip, deck: StripSet) -> Points:
    """(4, 3) corners of a strip's upper face in the world, clockwise from its first sign's end."""
    x, y = deck.short_mm / 2, deck.long_mm / 2
    return _on_strip(strip, np.array([[-x, y], [x, y], [x, -y], [-x, -y]]))


def sign_spots_mm(deck: StripSet, count: int) -> Points:
    """(2, count * count, 2) spots of the squares about the two signs, in a strip's own frame, row by row from its
    ends inwards."""
    line = ((np.arange(count) + 0.5) / count - 0.5) * deck.sign_mm * SQUARE
    x, y = np.meshgrid(line, -line)
    first = np.stack([x.ravel(), y.ravel() + deck.long_mm / 2 - deck.sign_inset_mm], 1)
    return np.stack([first, -first])


def pile_points_mm(pile: Pile, deck: StripSet) -> Points:
    """(8, 3) corners of a pile, the upper four last."""
    x, y = deck.short_mm / 2, deck.long_mm / 2
    corners = np.array([[-x, y], [x, y], [x, -y], [-x, -y]]) @ yaw(pile.yaw)[:2, :2].T + pile.xy_mm
    return np.concatenate([at_height(corners, 0), at_height(corners, pile.strips * STRIP_MM)])


def _on_strip(strip: Strip, spots_mm: Points) -> Points:
    """(N, 3) spots (N, 2) of a strip's own frame in the world."""
    return at_height(spots_mm @ yaw(strip.yaw)[:2, :2].T + strip.xy_mm, strip.z_mm + STRIP_MM)


def _card(scene: StripScene, covers: _Covers, index: int, grey: Picture | None) -> CardTruth:
    strip, deck = scene.strips[index], scene.strip_set
    seen = [covers.seen(index, spots) for spots in sign_spots_mm(deck, _OF_SIGN)]
    contrasts = [_contrast(scene, strip, end, seen[end], grey) for end in range(2)]
    return {
        "card": strip.card,
        "glyph": dict(deck.signs)[strip.card],
        "group": strip.group,
        "player_side": scene.groups[strip.group].player_side,
        "corners_px": rounded(project(strip_corners_mm(strip, deck), scene.camera)),
        "covered": round(1 - float(covers.seen(index, _spots_mm(deck)).mean()), 3),
        "contrast": max(contrasts, key=abs),
        "glyphs_seen": [round(float(each.mean()), 3) for each in seen],
        "glyphs_contrast": contrasts,
    }


def _spots_mm(deck: StripSet) -> Points:
    """(N, 2) spots all over a strip, in its own frame."""
    x = ((np.arange(_ACROSS) + 0.5) / _ACROSS - 0.5) * deck.short_mm
    y = ((np.arange(_ALONG) + 0.5) / _ALONG - 0.5) * deck.long_mm
    return np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)


def _contrast(
    scene: StripScene, strip: Strip, end: int, seen: NDArray[np.bool_], grey: Picture | None
) -> float:
    """How much darker than the paper what can be seen of a sign's ink is in the picture."""
    if grey is None:
        return 0.0
    ink = cv2.resize(ink_at(scene.strip_set, strip.card), (_OF_SIGN, _OF_SIGN), interpolation=cv2.INTER_AREA)
    inked, bare = (ink.ravel() > _INKED) & seen, (ink.ravel() < _BARE) & seen
    if not inked.any() or not bare.any():
        return 0.0
    spots = _on_strip(strip, sign_spots_mm(scene.strip_set, _OF_SIGN)[end])
    x, y = np.round(project(spots, scene.camera)).astype(int).T
    value = grey[y.clip(0, len(grey) - 1), x.clip(0, grey.shape[1] - 1)] / 255
    return round(float(np.median(value[bare]) - np.median(value[inked])), 3)


class _Covers:
    """What hides strips: hands, things that lie about, piles, later strips, and the picture's edge."""

    def __init__(self, scene: StripScene, hand_mask: Mask) -> None:
        self._scene = scene
        self._hidden = hand_mask.copy()
        bodies = clutter_points(scene) + [pile_points_mm(pile, scene.strip_set) for pile in scene.piles]
        for body in bodies:
            if before_lens(scene.camera, body):
                fill_hull(self._hidden, hull_px(body, scene.camera))

    def seen(self, index: int, spots_mm: Points) -> NDArray[np.bool_]:
        """(N,) which of the spots (N, 2) of a strip's own frame can be seen."""
        scene = self._scene
        world = _on_strip(scene.strips[index], spots_mm)
        hit, inside = looked_up(self._hidden, project(world, scene.camera))
        half = np.array(scene.strip_set.size_mm) / 2
        for later in scene.strips[index + 1 :]:
            own = np.abs((world[:, :2] - later.xy_mm) @ yaw(later.yaw)[:2, :2])
            hit |= (own < half).all(1)
        return np.asarray(inside & ~hit)
