"""What is there before a game of Four Colour Cards is filmed: the table, the deck, and where each area lies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import eye_mm, project
from models.scenes.filmed.hands import Arm
from models.scenes.filmed.view import in_the_way, inside_picture
from models.scenes.sample_layout import Floor, rectangle, rotated, sample_clutter, sample_hands
from models.scenes.sample_set import pick
from models.scenes.sample_view import sample_camera, sample_lights, sample_table
from models.scenes.scene import Camera, Point
from models.scenes.strips.scene import Pile, PlayArea, StripScene, StripSet
from models.scenes.truth import at_height

_LOT = 83
_TRIES = 300
_LEAST_SHARE = 0.03  # of the picture's height: how wide a strip shows at least
_FAIR_EV = 0.7
_SEAT_COLS, _MIDDLE_COLS = (7, 11), (4, 7)  # strips side by side before one begins a new row
GAP_MM = (10.0, 45.0)  # between the areas
_SEAT_TURN = math.radians(4)
_ARM_FAR_MM = 480.0
_CLEAR_MM = 150.0

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Manner:
    """How people at this table lay strips. Lengths in strips' widths."""

    step: float  # from strip to strip in a meld
    gap: float  # from meld to meld
    careless: float
    turn: float  # of a fan, from strip to strip, radians; 0: side by side


@dataclass(frozen=True)
class Area:
    """Where a player's melds come, or in the middle what is discarded: ``yaw`` 0 has its player at -y."""

    centre_mm: Point
    yaw: float
    cols: int
    rows: int
    pitch_mm: Point  # from strip to strip, and from row to row

    @property
    def size_mm(self) -> Point:
        """Across, and along strips."""
        return self.cols * self.pitch_mm[0], self.rows * self.pitch_mm[1]

    def outline_mm(self, room_mm: float = 0.0) -> Points:
        """(4, 2) its corners."""
        across, along = self.size_mm
        return rectangle(self.centre_mm, across + room_mm, along + room_mm, self.yaw).astype(np.float64)

    def at_mm(self, across: float, row: int) -> Point:
        """Where a strip lies so many pitches from the left, in that row from the middle of the table on."""
        left = (across + 0.5 - self.cols / 2) * self.pitch_mm[0]
        up = ((self.rows - 1) / 2 - row) * self.pitch_mm[1]
        x, y = rotated(np.array([left, up]), self.yaw) + self.centre_mm
        return float(x), float(y)


@dataclass(frozen=True)
class Stage:
    """What is there before the first strip is laid."""

    scene: StripScene
    manner: Manner
    seats: Mapping[str, Area]
    middle: Area
    arms: Mapping[str, Arm]


def sample_stage(
    seed: int,
    size_px: tuple[int, int],
    framing: str,
    deck: StripSet,
    laid: Mapping[str, int],
    passed: int,
    gap_mm: tuple[float, float] = GAP_MM,
) -> Stage:
    """A table by lot, with room for so many strips before each player, and for those that are ``passed`` in the
    middle, and as much between the areas as ``gap_mm`` says; all in full view, and large enough to be read."""
    rng = np.random.default_rng([seed, _LOT])
    table, manner = sample_table(rng), _sample_manner(rng)
    angles = _sample_angles(rng, len(laid))
    middle = _area(rng, deck, manner, passed, _MIDDLE_COLS, 1.15)
    seats = _seats(rng, deck, manner, laid, angles, middle, gap_mm)
    middle = replace(middle, yaw=float(angles[0] + math.pi / 2 + rng.normal(0, 0.3)))
    middle, *others = _centred([middle, *seats.values()])
    seats = dict(zip(seats, others, strict=True))
    pile = _pile(rng, deck, middle)
    area = _play_area(deck, [middle, *seats.values()])
    floor = Floor(area)
    floor.taken = [each.outline_mm(deck.long_mm).astype(np.float32) for each in (middle, *seats.values())]
    clutter = sample_clutter(rng, area, floor)
    outlines_mm = [each.outline_mm() for each in (middle, *seats.values())]
    best: tuple[float, StripScene, dict[str, Arm]] | None = None
    for _ in range(_TRIES):
        camera = sample_camera(rng, area, area.grid_corners_mm(), *size_px, framing)
        lights, ambient_rgb, ambient = sample_lights(rng, camera)
        scene = StripScene(
            seed=seed,
            board=area,
            hands=(),
            clutter=clutter,
            table=table,
            lights=lights,
            ambient_rgb=ambient_rgb,
            ambient=ambient,
            camera=camera,
            strip_set=deck,
            mode="game",
            strips=(),
            groups=(),
            piles=(pile,),
        )
        arms = _arms(rng, scene, tuple(laid), angles, middle)
        worth = _worth(scene, arms, outlines_mm)
        if best is None or worth > best[0]:
            best = worth, scene, arms
        if worth >= 1:
            break
    assert best is not None
    _, scene, arms = best
    outlines_px = [project(at_height(outline, 0), scene.camera) for outline in outlines_mm]
    free = tuple(thing for thing in clutter if not in_the_way(scene, thing, outlines_px))
    return Stage(replace(scene, clutter=free), manner, seats, middle, arms)


def _sample_manner(rng: np.random.Generator) -> Manner:
    fan = rng.random() < 0.35
    return Manner(
        step=float(rng.uniform(0.85, 1.0) if rng.random() < 0.3 else rng.uniform(1.0, 1.12)),
        gap=float(rng.uniform(0.15, 0.7)),
        careless=float(rng.uniform(0, 0.06)),
        turn=float(rng.uniform(0.03, 0.12)) if fan else 0.0,
    )


def _sample_angles(rng: np.random.Generator, players: int) -> list[float]:
    """Where the players sit, clockwise: each on a side of his own, two opposite to each other or at a corner."""
    first = float(rng.uniform(0, 2 * math.pi))
    sides = {2: ((0, 2), (0, 1), (0, 3)), 3: ((0, 1, 2), (0, 1, 3), (0, 2, 3)), 4: ((0, 1, 2, 3),)}[players]
    chosen = sides[int(pick(rng, *((i, 3.0 if i == 0 else 1.0) for i in range(len(sides)))))]
    return [first - side * math.pi / 2 + float(rng.normal(0, 0.1)) for side in chosen]


def _area(
    rng: np.random.Generator,
    deck: StripSet,
    manner: Manner,
    strips: int,
    cols: tuple[int, int],
    along: float,
) -> Area:
    """An area for so many strips, about the origin."""
    across = int(rng.integers(cols[0], cols[1] + 1))
    rows = max(1, math.ceil(strips / across))
    step = manner.step if manner.turn == 0 else 1.15
    return Area((0.0, 0.0), 0.0, across, rows, (step * deck.short_mm, along * deck.long_mm))


def _seats(
    rng: np.random.Generator,
    deck: StripSet,
    manner: Manner,
    laid: Mapping[str, int],
    angles: list[float],
    middle: Area,
    gap_mm: tuple[float, float],
) -> dict[str, Area]:
    """The players' areas, each as near to the middle as there is room for it."""
    seats: dict[str, Area] = {}
    taken = [rectangle((0.0, 0.0), max(middle.size_mm), max(middle.size_mm), 0.0)]
    for (player, strips), angle in zip(laid.items(), angles, strict=True):
        # Melds leave gaps, and rows are not filled to their ends.
        wanted = math.ceil(strips * 1.35) + 2
        area = _area(rng, deck, manner, wanted, _SEAT_COLS, 1.12)
        yaw = angle + math.pi / 2 + float(rng.normal(0, _SEAT_TURN))
        gap, aside = float(rng.uniform(*gap_mm)), float(rng.normal(0, 15.0))
        for away in np.arange(40.0, 900.0, 8.0):
            at = rotated(np.array([aside, -away]), yaw)
            placed = replace(area, centre_mm=(float(at[0]), float(at[1])), yaw=yaw)
            floor = Floor(None)
            floor.taken = taken
            if floor.free(placed.outline_mm(2 * gap).astype(np.float32)):
                break
        seats[player] = placed
        taken = [*taken, placed.outline_mm().astype(np.float32)]
    return seats


def _pile(rng: np.random.Generator, deck: StripSet, middle: Area) -> Pile:
    """The deck, beside what is discarded."""
    side = float(rng.choice([-1, 1])) * (middle.size_mm[0] / 2 + deck.short_mm * float(rng.uniform(0.8, 1.5)))
    at = rotated(np.array([side, float(rng.normal(0, 8.0))]), middle.yaw) + middle.centre_mm
    return Pile((float(at[0]), float(at[1])), middle.yaw + float(rng.normal(0, 0.1)), 40)


def _centred(areas: list[Area]) -> list[Area]:
    """The same with the origin in the middle of all."""
    corners = np.concatenate([each.outline_mm() for each in areas])
    x, y = ((corners.min(0) + corners.max(0)) / 2).tolist()
    return [replace(each, centre_mm=(each.centre_mm[0] - x, each.centre_mm[1] - y)) for each in areas]


def _play_area(deck: StripSet, areas: list[Area]) -> PlayArea:
    corners = np.concatenate([each.outline_mm(6.0) for each in areas])
    length, depth = (float(v) for v in 2 * np.abs(corners).max(0))
    return PlayArea(
        pitch_mm=0.75 * max(length, depth),
        border_mm=0.0,
        border_rgb=(0.5, 0.5, 0.5),
        thickness_mm=0.0,
        gloss=deck.gloss,
        length_mm=length,
        depth_mm=depth,
    )


def _arms(
    rng: np.random.Generator,
    scene: StripScene,
    players: tuple[str, ...],
    angles: list[float],
    middle: Area,
) -> dict[str, Arm]:
    """The players' arms: each sits beyond his melds, seen from the middle."""
    board, (x, y) = scene.board, middle.centre_mm
    assert isinstance(board, PlayArea)
    far = max(board.length_mm, board.depth_mm) / 2 + _ARM_FAR_MM
    return {
        player: Arm(
            sample_hands(rng, board, (), 1.0)[0], (x + far * math.cos(angle), y + far * math.sin(angle))
        )
        for player, angle in zip(players, angles, strict=True)
    }


def _worth(scene: StripScene, arms: Mapping[str, Arm], outlines_mm: list[Points]) -> float:
    """How well all can be seen; 1 and more is well enough."""
    camera = scene.camera
    px = project(at_height(np.concatenate(outlines_mm), 0), camera)
    if not inside_picture(px, camera) or abs(camera.exposure_ev) > _FAIR_EV:
        return 0.0
    clear = min(
        _clearance_mm(camera, arm, (float(x), float(y)))
        for arm in arms.values()
        for x, y in np.concatenate(outlines_mm)
    )
    return min(narrowest_px(scene, outlines_mm) / (_LEAST_SHARE * camera.height), clear / _CLEAR_MM)


def narrowest_px(scene: StripScene, outlines_mm: list[Points]) -> float:
    """How wide a strip shows where it is narrowest."""
    short = scene.strip_set.short_mm
    spots = np.concatenate(outlines_mm)
    here = project(at_height(spots, 0), scene.camera)
    ways = [
        np.linalg.norm(
            project(at_height(spots + np.array([short * dx, short * dy]), 0), scene.camera) - here, axis=1
        )
        for dx, dy in ((1, 0), (0, 1))
    ]
    return float(np.min(ways))


def _clearance_mm(camera: Camera, arm: Arm, at_mm: Point) -> float:
    hand = arm.over((*at_mm, 5.0))
    along = np.linspace(0, 1300, 40)[:, None]
    body = np.array(hand.tip_mm) + [0, 0, 40] + along * [math.cos(hand.yaw), math.sin(hand.yaw), 0.19]
    return float(np.linalg.norm(body - eye_mm(camera), axis=1).min())
