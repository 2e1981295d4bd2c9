"""Lay out by lot what stands and lies on the table: towers, cards, heaps, hands and clutter."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.sample_set import FIELD_COLOURS, CardLook, hsv, pick, triple
from models.scenes.scene import RGB, Board, Card, Clutter, Grid, Hand, Point, Stone, StoneKind

CARD_MM = 0.33
_CLUTTER_MM = {
    "cup": (75, 95),
    "phone": (140, 165),
    "book": (150, 240),
    "bowl": (120, 200),
    "pen": (130, 150),
    "dice": (12, 20),
    "paper": (200, 297),
    "glass": (60, 85),
    "coin": (18, 26),
}

Towers = tuple[tuple[tuple[Stone, ...], ...], ...]


class Floor:
    """What part of the table is taken, as convex outlines."""

    def __init__(self, board: Grid | None) -> None:
        """Begin with the board alone, or with nothing."""
        self.taken: list[NDArray[np.float32]] = []
        if board is not None:
            self.take(rectangle((0, 0), board_side_mm(board), board_side_mm(board), 0))

    def free(self, outline: NDArray[np.float32]) -> bool:
        """Whether nothing lies within the outline (N, 2)."""
        return all(cv2.intersectConvexConvex(outline, other)[0] <= 0 for other in self.taken)

    def take(self, outline: NDArray[np.float32]) -> None:
        """Keep a convex outline (N, 2) from now on."""
        self.taken.append(outline)


def board_side_mm(board: Grid) -> float:
    """Length of the board's side with its border."""
    return board.size * board.pitch_mm + 2 * board.border_mm


def sample_towers(
    rng: np.random.Generator, board: Board, kind: StoneKind, owners: dict[str, RGB]
) -> tuple[Towers, str]:
    """Towers on the cells and the game's stage: empty | few | mid | full."""
    stage = str(pick(rng, ("empty", 0.1), ("few", 0.22), ("mid", 0.4), ("full", 0.28)))
    share = {"empty": 0.0, "few": rng.uniform(0.03, 0.25), "mid": rng.uniform(0.25, 0.65)}.get(
        stage, rng.uniform(0.65, 1.0)
    )
    growth = float(pick(rng, (0.1, 0.2), (0.28, 0.3), (0.45, 0.3), (0.68, 0.2)))
    names = list(owners)
    free = (board.pitch_mm - board.gap_mm) / 2 - kind.radius_mm
    careless = min(0.15 * board.pitch_mm, free + 0.05 * board.pitch_mm) * rng.uniform(0.2, 1)
    slip = kind.radius_mm * (0.1 if kind.name == "disc" else 0.04) * rng.uniform(0, 1)

    def tower(row: int, col: int) -> tuple[Stone, ...]:
        if rng.random() >= share:
            return ()
        height = 1
        while height < 7 and rng.random() < growth:
            height += 1
        at = np.array(board.cell_centre_mm(row, col)) + rng.uniform(-1, 1, 2) * careless
        lean = rng.normal(0, 0.25, 2) * slip
        stones = []
        for level in range(height):
            name = str(rng.choice(names))
            at = at + lean + rng.normal(0, 0.5, 2) * slip * (level > 0)
            xyz = (float(at[0]), float(at[1]), level * kind.rise_mm)
            stones.append(Stone(name, owners[name], xyz, float(rng.uniform(0, 2 * math.pi))))
        return tuple(stones)

    return tuple(tuple(tower(r, c) for c in range(board.size)) for r in range(board.size)), stage


def sample_cards(
    rng: np.random.Generator, board: Board, look: CardLook, floor: Floor
) -> tuple[tuple[Card, ...], tuple[Point, ...]]:
    """All loose cards in laying order, and the polygon of the play zone."""
    side = int(rng.integers(4))
    zone, zone_frame = _play_zone(rng, board, look, side)
    floor.take(zone.astype(np.float32))
    cards = _zone_cards(rng, look, zone_frame)
    for card in cards:
        floor.take(card_outline(card))
    for role, chance in (("discard", 0.8), ("stock", 0.8), ("other", 0.12)):
        spot = _free_spot(rng, board, floor, look.size_mm, side, far=role == "other")
        if rng.random() < chance and spot is not None:
            cards += _pile(rng, look, role, *spot)
            floor.take(rectangle(spot[0], look.size_mm[0] * 1.15, look.size_mm[1] * 1.1, spot[1]))
    return tuple(cards), tuple((float(x), float(y)) for x, y in zone)


def card_outline(card: Card) -> NDArray[np.float32]:
    """(4, 2) corners on the table: short side first, clockwise seen from above."""
    return rectangle(card.xy_mm, *card.size_mm, card.yaw)


def sample_spares(
    rng: np.random.Generator, board: Board, kind: StoneKind, owners: dict[str, RGB], floor: Floor
) -> tuple[Stone, ...]:
    """Heaps of unused stones beside the board."""
    stones: list[Stone] = []
    reach = board_side_mm(board) / 2
    for name, rgb in owners.items():
        if rng.random() < 0.2:
            continue
        count = int(rng.integers(1, 13))
        radius = kind.radius_mm * (1.2 + 0.9 * math.sqrt(count)) * rng.uniform(1, 1.5)
        for _ in range(12):
            angle = rng.uniform(0, 2 * math.pi)
            far = reach * rng.uniform(1.1, 1.55) / max(abs(math.cos(angle)), abs(math.sin(angle))) + radius
            centre = np.array([math.cos(angle), math.sin(angle)]) * far
            outline = rectangle((float(centre[0]), float(centre[1])), 2 * radius, 2 * radius, 0)
            if floor.free(outline):
                floor.take(outline)
                stones += _heap(rng, kind, name, rgb, centre, radius, count, -board.thickness_mm)
                break
    return tuple(stones)


def sample_hands(
    rng: np.random.Generator, board: Grid, cards: tuple[Card, ...], chance: float
) -> tuple[Hand, ...]:
    """No hand mostly; else one or two over the board, over cards or beside them."""
    if rng.random() >= chance:
        return ()
    hands = []
    reach = board_side_mm(board) / 2
    skin = _skin(rng)
    scale = float(rng.uniform(0.8, 1.08))
    sleeve = hsv(rng.uniform(0, 360), rng.beta(1, 2), rng.uniform(0.03, 0.95))
    bare = rng.random() < 0.35
    for _ in range(1 if rng.random() < 0.85 else 2):
        where = str(pick(rng, ("board", 0.6), ("cards", 0.2), ("beside", 0.2)))
        if where == "cards" and cards:
            x, y = cards[int(rng.integers(len(cards)))].xy_mm
            z = -board.thickness_mm
        elif where == "beside":
            angle, far = rng.uniform(0, 2 * math.pi), reach * rng.uniform(1.1, 1.7)
            x, y, z = far * math.cos(angle), far * math.sin(angle), -board.thickness_mm
        else:
            x, y = rng.uniform(-0.95, 0.95, 2) * reach
            z = 0.0
        pose = str(pick(rng, ("pinch", 0.45), ("point", 0.2), ("flat", 0.2), ("fist", 0.15)))
        lift = rng.uniform(0, 12) if rng.random() < 0.5 else rng.uniform(12, 70)
        hands.append(
            Hand(
                tip_mm=(float(x), float(y), float(z + 2 + lift)),
                yaw=float(math.atan2(y, x) + rng.normal(0, 0.8)),
                scale=scale,
                skin_rgb=skin,
                sleeve_rgb=sleeve,
                sleeve_from_mm=9999.0 if bare else float(rng.uniform(165, 330)),
                pose=pose,
                seed=int(rng.integers(2**31)),
            )
        )
    return tuple(hands)


def sample_clutter(rng: np.random.Generator, board: Grid, floor: Floor) -> tuple[Clutter, ...]:
    """Up to five things that have nothing to do with the game."""
    things = []
    reach = board_side_mm(board) / 2
    kinds = list(_CLUTTER_MM)
    for _ in range(int(rng.choice(6, p=[0.25, 0.27, 0.2, 0.14, 0.08, 0.06]))):
        kind = str(rng.choice(kinds))
        size = float(rng.uniform(*_CLUTTER_MM[kind]))
        for _ in range(8):
            angle, far = rng.uniform(0, 2 * math.pi), reach * rng.uniform(1.15, 2.3) + size / 2
            at = (float(far * math.cos(angle)), float(far * math.sin(angle)))
            yaw = float(rng.uniform(0, 2 * math.pi))
            outline = rectangle(at, size * 1.1, size * 1.1, yaw)
            if floor.free(outline):
                floor.take(outline)
                rgb = hsv(rng.uniform(0, 360), rng.beta(1, 1.3), rng.uniform(0.05, 0.95))
                things.append(Clutter(kind, at, yaw, size, rgb))
                break
    return tuple(things)


def rest_height(kind: StoneKind, tilt: float) -> float:
    """How high a stone's bottom centre is, in mm, when it lies on a plane with that tilt."""
    radius, z = np.array(kind.profile_mm).T
    return float(-(z * math.cos(tilt) - radius * abs(math.sin(tilt))).min())


# --- cards --------------------------------------------------------------------------------------------------


def _play_zone(
    rng: np.random.Generator, board: Board, look: CardLook, side: int
) -> tuple[NDArray[np.float64], tuple[NDArray[np.float64], float, float, float]]:
    """Corners (4, 2) of the zone and its frame: centre, yaw of its length, length, depth."""
    half = board_side_mm(board) / 2
    length = 2 * half * rng.uniform(0.9, 1.25)
    depth = look.size_mm[1] * rng.uniform(1.05, 1.5)
    yaw = side * math.pi / 2
    away = half + depth / 2 + rng.uniform(0.02, 0.35) * look.size_mm[0]
    along = rng.uniform(-0.1, 0.1) * half
    centre = rotated(np.array([along, away]), yaw)
    return rectangle(tuple(centre), length, depth, yaw).astype(np.float64), (centre, yaw, length, depth)


def _zone_cards(
    rng: np.random.Generator, look: CardLook, frame: tuple[NDArray[np.float64], float, float, float]
) -> list[Card]:
    centre, yaw, length, depth = frame
    count = int(rng.choice(8, p=[0.15, 0.24, 0.19, 0.13, 0.08, 0.05, 0.04, 0.12]))
    if count == 0:
        return []
    mixed = rng.random() < (0.65 if count == 7 else 0.12)
    one = str(rng.choice(FIELD_COLOURS))
    colours = [str(rng.choice(FIELD_COLOURS)) if mixed else one for _ in range(count)]
    turned = rng.random() < 0.3  # long side along the board
    along, across = (look.size_mm[1], look.size_mm[0]) if turned else look.size_mm
    widest = (length - along) / max(1, count - 1)
    step = along * (rng.uniform(1.02, 1.2) if rng.random() < 0.45 else rng.uniform(0.4, 1.0))
    step = max(0.38 * along, min(step, max(widest, 0.38 * along)))
    fan = rng.uniform(-0.12, 0.12) if rng.random() < 0.35 else 0.0
    if step < 0.55 * along:
        fan *= 0.4
    sloppy = rng.uniform(0.005, 0.05) if step > 0.5 * along else 0.01
    order = 1 if rng.random() < 0.5 else -1
    spread = rng.uniform(0, 0.06)
    start = np.array([rng.uniform(-1, 1) * max(0, length - along - step * (count - 1)) / 2 * 0.8, 0.0])
    cards: list[Card] = []
    for i in range(count):
        offset = (i - (count - 1) / 2) * order
        xy = (
            start
            + [offset * step, -abs(fan) * offset**2 * step * 0.3]
            + rng.normal(0, sloppy, 2) * look.size_mm[0]
        )
        xy[1] += rng.uniform(-1, 1) * min(0.12 * across, max(0, (depth - across) / 2)) * (spread > 0.03)
        turn = -fan * offset + rng.normal(0, spread) + (math.pi / 2 if turned else 0)
        at = centre + rotated(xy, yaw)
        cards.append(
            _card(look, colours[i], at, yaw + turn + math.pi * int(rng.integers(2)), 0.0, True, "zone")
        )
    return _stacked(cards)


def _stacked(cards: list[Card]) -> list[Card]:
    """The same cards, each lying as high as those under it need."""
    done: list[Card] = []
    for card in cards:
        mine = card_outline(card)
        below = [c.z_mm for c in done if cv2.intersectConvexConvex(mine, card_outline(c))[0] > 1]
        done.append(replace(card, z_mm=max(below) + CARD_MM if below else 0.0))
    return done


def _pile(rng: np.random.Generator, look: CardLook, role: str, at: Point, yaw: float) -> list[Card]:
    """A discard pile (face up), the stock (face down; only its top cards) or one stray card."""
    count = {"discard": int(rng.integers(1, 16)), "stock": int(rng.integers(2, 46)), "other": 1}[role]
    tidy = rng.uniform(0.005, 0.06) if role == "discard" else rng.uniform(0.0, 0.02)
    cards = []
    for level in range(max(0, count - 15), count):
        xy = np.array(at) + rng.normal(0, tidy, 2) * look.size_mm[0]
        turn = yaw + rng.normal(0, 2 * tidy) + math.pi * int(rng.integers(2))
        up = role == "discard" or (role == "other" and rng.random() < 0.6)
        cards.append(_card(look, str(rng.choice(FIELD_COLOURS)), xy, turn, level * CARD_MM, up, role))
    return cards[-3:] if role == "stock" else cards


def _card(
    look: CardLook, colour: str, xy: NDArray[np.float64], yaw: float, z: float, face_up: bool, role: str
) -> Card:
    return Card(
        colour=colour,
        rgb=look.shades[colour],
        xy_mm=(float(xy[0]), float(xy[1])),
        z_mm=z,
        yaw=float(yaw),
        size_mm=look.size_mm,
        face_up=face_up,
        role=role,
        print_style=look.print_style,
        margin_mm=look.margin_mm,
        corner_radius_mm=look.corner_radius_mm,
        back_style=look.back_style,
        back_rgb=look.back_rgb,
        printing=look.printing,
    )


def _free_spot(
    rng: np.random.Generator, board: Board, floor: Floor, size: Point, zone_side: int, far: bool
) -> tuple[Point, float] | None:
    """Centre and yaw where a card fits, mostly beside one of the board's other sides."""
    half = board_side_mm(board) / 2
    for _ in range(12):
        side = (zone_side + int(rng.integers(1, 4))) * math.pi / 2
        away = half + size[1] * rng.uniform(0.6, 1.1) + (rng.uniform(0, 1) * half if far else 0)
        along = rng.uniform(-1, 1) * half * (1.3 if far else 0.9)
        x, y = rotated(np.array([along, away]), side)
        yaw = side + rng.choice([0, math.pi / 2]) + rng.normal(0, 0.15)
        if far or rng.random() < 0.1:
            yaw = rng.uniform(0, 2 * math.pi)
        if floor.free(rectangle((x, y), size[0] * 1.1, size[1] * 1.1, yaw)):
            return (float(x), float(y)), float(yaw)
    return None


# --- stones and hands -----------------------------------------------------------------------------------------


def _heap(
    rng: np.random.Generator,
    kind: StoneKind,
    name: str,
    rgb: RGB,
    centre: NDArray[np.float64],
    radius: float,
    count: int,
    floor_z: float,
) -> list[Stone]:
    """Stones strewn within a circle: upright, lying on their side, or upside down."""
    side_tilt = _side_tilt(kind)
    height = max(z for _, z in kind.profile_mm)
    keep = 2.05 * kind.radius_mm if rng.random() < 0.5 else 1.5 * kind.radius_mm
    lie = rng.uniform(0, 0.7)
    spots: list[NDArray[np.float64]] = []
    stones: list[Stone] = []
    for _ in range(count * 3):
        if len(stones) == count:
            break
        at = centre + rng.uniform(-1, 1, 2) * (radius - kind.radius_mm)
        if any(np.hypot(*(at - s)) < keep for s in spots):
            continue
        tilt = float(pick(rng, (0.0, 1 - lie), (side_tilt, 0.7 * lie), (math.pi, 0.3 * lie)))
        yaw = float(rng.uniform(0, 2 * math.pi))
        if tilt == side_tilt and kind.name != "disc":  # the body leans out sideways: centre it
            at = at - height / 2 * np.array([math.sin(yaw), -math.cos(yaw)]) * math.sin(tilt)
        z = floor_z + rest_height(kind, tilt)
        spots.append(at)
        stones.append(Stone(name, rgb, (float(at[0]), float(at[1]), z), yaw, tilt))
    return stones


def _side_tilt(kind: StoneKind) -> float:
    """Tilt at which the stone lies on its side: discs lean on nothing, so they lie a little askew."""
    if kind.name == "disc":
        return 0.25
    radius, z = np.array(kind.profile_mm).T
    # Resting on two rims: the bottom rim and that point which makes the steepest support.
    slopes = [
        math.atan2(radius[0] - r, h - z[0])
        for r, h in zip(radius[1:], z[1:], strict=True)
        if h > 0.3 * z.max()
    ]
    return math.pi / 2 + min(slopes)


def _skin(rng: np.random.Generator) -> RGB:
    """From very dark to very light, warm."""
    tone = rng.uniform(0, 1)
    dark, light = np.array([0.2, 0.11, 0.075]), np.array([0.95, 0.78, 0.69])
    middle = np.array([0.68, 0.45, 0.33])
    rgb = dark + (middle - dark) * tone * 2 if tone < 0.5 else middle + (light - middle) * (tone * 2 - 1)
    return triple(np.clip(rgb + rng.normal(0, 0.02, 3), 0.03, 0.98))


def rectangle(centre: tuple[float, ...], width: float, height: float, yaw: float) -> NDArray[np.float32]:
    """(4, 2) rectangle: the near-upright top edge (of length ``width``) first, clockwise seen from above."""
    corners = np.array([[-width, height], [width, height], [width, -height], [-width, -height]]) / 2
    return (rotated(corners, yaw) + np.array(centre[:2])).astype(np.float32)


def rotated(points: NDArray[np.float64], yaw: float) -> NDArray[np.float64]:
    """Points (N, 2) or (2,) about the origin, turned anticlockwise by ``yaw`` radians."""
    cos, sin = math.cos(yaw), math.sin(yaw)
    return points @ np.array([[cos, sin], [-sin, cos]])
