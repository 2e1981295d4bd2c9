"""Lay the cards by lot: the grid as far as a round has come, decks, loose cards and what might pass for them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.scenes.point_cards.sample_set import COLOURS
from models.scenes.point_cards.scene import CardLook, Cells, Deck, Laid, PointCard, Slab
from models.scenes.sample_layout import Floor, rectangle
from models.scenes.sample_set import hsv, pick
from models.scenes.scene import Point
from referee.punto_acts import AREA, COPIES, POINTS
from referee.table import Cell

_MOST_LAID = 40
_SHEEN = 0.012
_TRIES = 60
_APART = 1.18  # sides: room that a loose card has about it
_APART_STRAIGHT = 2.2  # if it lies straight: beside the grid nobody could tell it from a card in play

Face = tuple[str, int]


@dataclass(frozen=True)
class Manner:
    """How carefully people lay cards: standard deviations in mm and radians, and the gap in mm."""

    gap_mm: float
    off_mm: float
    turn: float
    misfit_mm: float  # of a card laid on another


def sample_manner(rng: np.random.Generator) -> Manner:
    """From very neat to careless."""
    careless = float(rng.beta(1.4, 2.2))
    return Manner(
        gap_mm=float(pick(rng, (rng.uniform(0, 1.5), 0.45), (rng.uniform(0, 6), 0.55))),
        off_mm=0.2 + 2.0 * careless,
        turn=math.radians(0.4 + 5.5 * careless),
        misfit_mm=0.3 + 2.2 * careless,
    )


def sample_deck_order(rng: np.random.Generator) -> list[Face]:
    """All 72 cards, shuffled."""
    faces = [(colour, points) for colour in COLOURS for points in POINTS for _ in range(COPIES)]
    return [faces[i] for i in rng.permutation(len(faces))]


def sample_play(rng: np.random.Generator, faces: Sequence[Face]) -> list[tuple[Cell, Face]]:
    """What was laid one after the other as the rules have it, on cells of a box that begins at (0, 0)."""
    stage = pick(rng, ((1, 3), 0.15), ((3, 9), 0.25), ((8, 20), 0.3), ((16, _MOST_LAID), 0.3))
    count = int(rng.integers(stage[0], stage[1] + 1))
    covering = float(rng.uniform(0.05, 0.5))
    tops: dict[Cell, int] = {}
    laid: list[tuple[Cell, Face]] = []
    for face in faces:
        if len(laid) == count:
            break
        lower = [cell for cell, points in tops.items() if points < face[1]]
        free = _free_beside(tops) if tops else [(0, 0)]
        cells = lower if lower and (not free or rng.random() < covering) else free
        if cells:
            cell = cells[int(rng.integers(len(cells)))]
            tops[cell] = face[1]
            laid.append((cell, face))
    first = min(row for row, _ in tops), min(col for _, col in tops)
    return [((row - first[0], col - first[1]), face) for (row, col), face in laid]


def _free_beside(taken: Iterable[Cell]) -> list[Cell]:
    """The free cells that touch a taken one by side or corner, and keep all within the area."""
    taken = set(taken)
    rows, cols = zip(*taken, strict=True)
    return [
        cell
        for cell in {(r + i, c + j) for r, c in taken for i in (-1, 0, 1) for j in (-1, 0, 1)} - taken
        if max(*rows, cell[0]) - min(*rows, cell[0]) < AREA
        and max(*cols, cell[1]) - min(*cols, cell[1]) < AREA
    ]


def lay(
    rng: np.random.Generator,
    board: Cells,
    look: CardLook,
    manner: Manner,
    play: Sequence[tuple[Cell, Face]],
) -> tuple[Laid, ...]:
    """The cards of a round on their cells, each a little off and turned."""
    tops: dict[Cell, PointCard] = {}
    laid = []
    for cell, face in play:
        tops[cell] = lie(rng, look, manner, face, board.cell_centre_mm(*cell), tops.get(cell))
        laid.append(Laid(cell, tops[cell]))
    return tuple(laid)


def lie(
    rng: np.random.Generator,
    look: CardLook,
    manner: Manner,
    face: Face,
    centre_mm: Point,
    beneath: PointCard | None,
) -> PointCard:
    """A card on a cell with its centre there, a little off and turned; on the one ``beneath`` it, if there is one."""
    if beneath is None:
        at = np.array(centre_mm) + rng.normal(0, manner.off_mm, 2).clip(-3.5, 3.5)
        height = 0.0
    else:
        at = np.array(beneath.xy_mm) + rng.normal(0, manner.misfit_mm, 2).clip(-5, 5)
        at += 0.4 * (np.array(centre_mm) - at)
        height = beneath.z_mm + look.thick_mm
    turn = np.clip(rng.normal(0, manner.turn), -0.2, 0.2) + int(rng.integers(4)) * math.pi / 2
    return face_up(rng, face, (float(at[0]), float(at[1])), height, turn)


def face_up(rng: np.random.Generator, face: Face, xy_mm: Point, z_mm: float, yaw: float) -> PointCard:
    """A card by lot, but for where it lies."""
    sheen = float(abs(rng.normal(0, _SHEEN)))
    return PointCard(*face, xy_mm, z_mm, float(yaw), float(np.exp(rng.normal(0, 0.05))), sheen)


def take_cards(floor: Floor, look: CardLook, laid: Iterable[Laid]) -> None:
    """The floor that the cards in play take."""
    for each in laid:
        side = 1.02 * look.side_mm
        floor.take(rectangle(each.card.xy_mm, side, side, each.card.yaw))


def sample_decks(
    rng: np.random.Generator, look: CardLook, players: int, left: int, reach_mm: float, floor: Floor
) -> tuple[Deck, ...]:
    """A deck before each player, as far as there are cards left."""
    decks = []
    first = rng.uniform(0, 2 * math.pi)
    for player in range(players):
        count = max(0, round(left / players + rng.normal(0, 1)))
        if count == 0 or rng.random() < 0.1:
            continue
        around = first + player * 2 * math.pi / players
        spot = free_spot(rng, look, reach_mm, floor, around, 0.5)
        if spot:
            floor.take(rectangle(spot[0], 1.15 * look.side_mm, 1.15 * look.side_mm, spot[1]))
            decks.append(Deck(player, count, *spot, int(rng.integers(2**31))))
    return tuple(decks)


def sample_loose(
    rng: np.random.Generator, look: CardLook, faces: Sequence[Face], reach_mm: float, floor: Floor
) -> tuple[PointCard, ...]:
    """Cards face up that are not in play: taken out of the game, or turned and not laid yet. Some lie in a heap."""
    count = int(pick(rng, (0, 0.35), (1, 0.25), (2, 0.15), (3, 0.15), (5, 0.1)))
    cards: list[PointCard] = []
    for face in faces[:count]:
        if cards and rng.random() < 0.15:
            below = cards[-1]
            at = np.array(below.xy_mm) + rng.normal(0, 0.25 * look.side_mm, 2)
            spot = (float(at[0]), float(at[1])), float(rng.uniform(0, 2 * math.pi))
            height = below.z_mm + look.thick_mm
        else:
            found = free_spot(rng, look, reach_mm, floor, rng.uniform(0, 2 * math.pi), 1.5)
            if found is None:
                continue
            spot, height = found, 0.0
        floor.take(rectangle(spot[0], 1.05 * look.side_mm, 1.05 * look.side_mm, spot[1]))
        cards.append(face_up(rng, face, spot[0], height, spot[1]))
    return tuple(cards)


def sample_slabs(rng: np.random.Generator, look: CardLook, reach_mm: float, floor: Floor) -> tuple[Slab, ...]:
    """Dominoes, coasters and notebooks at times."""
    slabs = []
    for _ in range(int(rng.choice(4, p=[0.68, 0.17, 0.1, 0.05]))):
        kind = str(pick(rng, ("domino", 0.5), ("coaster", 0.3), ("notebook", 0.2)))
        wide = float({"domino": rng.uniform(20, 28), "coaster": rng.uniform(70, 100)}.get(kind, 105))
        tall = wide * {"domino": 2.0, "coaster": 1.0}.get(kind, 1.4)
        high = float(rng.uniform(3, 9))
        found = free_spot(rng, replace(look, side_mm=tall), reach_mm, floor, rng.uniform(0, 2 * math.pi), 1.5)
        if found:
            floor.take(rectangle(found[0], 1.1 * wide, 1.1 * tall, found[1]))
            rgb = hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0.03, 0.25))
            slabs.append(Slab(kind, (wide, tall), high, *found, rgb, int(rng.integers(2**31))))
    return tuple(slabs)


def free_spot(
    rng: np.random.Generator, look: CardLook, reach_mm: float, floor: Floor, around: float, spread: float
) -> tuple[Point, float] | None:
    """Centre and yaw where a card lies free, beyond ``reach_mm`` of the middle or within it, that way round."""
    for attempt in range(_TRIES):
        angle = around + rng.normal(0, spread)
        far = reach_mm * rng.uniform(0.35, 1.25 + attempt / _TRIES) + 0.8 * look.side_mm
        at = (float(far * math.cos(angle)), float(far * math.sin(angle)))
        straight = rng.random() < 0.3
        yaw = float(rng.normal(0, 0.1)) if straight else float(rng.uniform(0, 2 * math.pi))
        side = (_APART_STRAIGHT if straight else _APART) * look.side_mm
        if floor.free(rectangle(at, side, side, yaw)):
            return at, yaw
    return None


def overlaps(one: PointCard, other: PointCard, side_mm: float) -> float:
    """The share of a card's face over which two lie on one another, seen from above."""
    a, b = (rectangle(card.xy_mm, side_mm, side_mm, card.yaw) for card in (one, other))
    return float(cv2.intersectConvexConvex(a, b)[0]) / side_mm**2
