"""The table of a game that is filmed: stones and cards move, everything else stays where it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import project
from models.scenes.filmed.view import grid_px, in_full_view, in_the_way
from models.scenes.sample import FRAMINGS, sample_scene
from models.scenes.sample_layout import (
    CARD_MM,
    Floor,
    board_side_mm,
    card_outline,
    sample_spares,
)
from models.scenes.sample_set import near, sample_owners
from models.scenes.scene import RGB, Card, Hand, Point, Scene, Stone
from referee.just4fun_colours import COPIES, FIELD_COLOURS, HAND
from referee.table import Cell

Points = NDArray[np.float64]

_TRIES = 400


def sample_stage(seed: int, width: int, height: int, framing: str = "any") -> Scene:
    """A scene by lot whose board and zone are in full view; towers, hands and played cards are still in it."""
    rng = np.random.default_rng([seed, 77])
    for _ in range(_TRIES):
        mode = str(rng.choice(FRAMINGS)) if framing == "any" else framing
        scene = sample_scene(int(rng.integers(2**31)), width=width, height=height, mode=mode)
        kept = (grid_px(scene), _zone_px(scene))
        if scene.cards and in_full_view(scene, kept):
            break
    return replace(scene, clutter=tuple(c for c in scene.clutter if not in_the_way(scene, c, kept)))


def _zone_px(scene: Scene) -> Points:
    return project(np.c_[np.array(scene.play_zone_mm), np.full(4, -scene.board.thickness_mm)], scene.camera)


class FilmedTable:
    """A table in play. Every method changes what ``scene`` shows; the same for the same ``rng``."""

    def __init__(self, rng: np.random.Generator, stage: Scene, players: int) -> None:
        """Clear the stage's board and zone, and set out heaps of stones, the stock and room to discard."""
        self._rng = rng
        self._stage = replace(stage, hands=(), towers=(), spare_stones=(), cards=())
        self._shades = _card_shades(rng, stage)
        self._model = stage.cards[0]
        floor = Floor(stage.board)
        floor.take(np.array(stage.play_zone_mm, np.float32))
        for thing in stage.clutter:
            floor.take(_square(thing.xy_mm, thing.size_mm * 1.15, thing.size_mm * 1.15, thing.yaw))
        self._others = [card for card in stage.cards if card.role == "other"]
        for card in self._others:
            floor.take(card_outline(card))
        self.pile_at, self._pile_yaw = self._free_spot(floor)
        self._stock_at, self._stock_yaw = self._free_spot(floor)
        self.owners = _owners(rng, stage, players)
        heaps = sample_spares(rng, stage.board, stage.stone_kind, self.owners, floor)
        self._heaps = {name: [s for s in heaps if s.colour == name] for name in self.owners}
        self._used: dict[str, list[Stone]] = {name: [] for name in self.owners}
        size = stage.board.size
        self._towers: list[list[list[Stone]]] = [[[] for _ in range(size)] for _ in range(size)]
        self._zone: list[Card] = []
        self._pile: list[Card] = []
        self._held = COPIES * len(FIELD_COLOURS) - HAND * players
        self._pile_jitter = rng.normal(0, 1, (COPIES * len(FIELD_COLOURS), 3)) * rng.uniform(0.01, 0.06)

    @property
    def stage(self) -> Scene:
        """What does not change, the camera with it."""
        return self._stage

    def scene(self, hands: tuple[Hand, ...] = (), held: str | None = None) -> Scene:
        """The table as it is, with hands over it, the first of which holds a stone of the colour ``held``."""
        spares = [stone for heap in self._heaps.values() for stone in heap]
        if held and hands:
            x, y, z = hands[0].tip_mm
            spares.append(Stone(held, self.owners[held], (x, y, z - 4), 0.0, 0.12))
        return replace(
            self._stage,
            towers=tuple(tuple(tuple(tower) for tower in row) for row in self._towers),
            spare_stones=tuple(spares),
            cards=(*self._others, *self._stock(), *self._pile, *self._zone),
            hands=hands,
        )

    # --- stones ---

    def take_stone(self, colour: str) -> None:
        """A player takes a stone off the heap (from outside the picture, once the heap is used up)."""
        if self._heaps[colour]:
            self._used[colour].append(self._heaps[colour].pop())

    def give_back(self, colour: str) -> None:
        """A stone goes back to its heap."""
        if self._used[colour]:
            self._heaps[colour].append(self._used[colour].pop())

    def put(self, colour: str, cell: Cell) -> None:
        """A stone onto a tower, never quite in the middle."""
        board, kind = self._stage.board, self._stage.stone_kind
        tower = self._towers[cell[0]][cell[1]]
        if tower:
            slip = kind.radius_mm * (0.05 if kind.name == "disc" else 0.02)
            at = np.array(tower[-1].xyz_mm[:2]) + self._rng.normal(0, slip, 2)
        else:
            free = (board.pitch_mm - board.gap_mm) / 2 - kind.radius_mm
            at = np.array(board.cell_centre_mm(*cell)) + self._rng.uniform(-0.7, 0.7, 2) * max(free, 0)
        xyz = (float(at[0]), float(at[1]), len(tower) * kind.rise_mm)
        tower.append(Stone(colour, self.owners[colour], xyz, float(self._rng.uniform(0, 2 * math.pi))))

    def lift(self, cell: Cell) -> str:
        """The top stone off a tower; its colour."""
        return self._towers[cell[0]][cell[1]].pop().colour

    def above(self, cell: Cell, taken: int = 0) -> tuple[float, float, float]:
        """Where fingertips are that put a stone onto a cell once ``taken`` are taken off it, world mm."""
        x, y = self._stage.board.cell_centre_mm(*cell)
        height = (len(self._towers[cell[0]][cell[1]]) - taken) * self._stage.stone_kind.rise_mm
        return x, y, height + 0.8 * max(z for _, z in self._stage.stone_kind.profile_mm)

    # --- cards ---

    def deal_out(self, colours: Sequence[str]) -> list[Card]:
        """Where cards would come to lie in the zone, in a row or overlapping, a little untidy; not yet there."""
        corners = np.array(self._stage.play_zone_mm)
        along, out = corners[1] - corners[0], corners[0] - corners[3]
        length, depth = float(np.linalg.norm(along)), float(np.linalg.norm(out))
        along, out = along / length, out / depth
        short, long = self._model.size_mm
        step = short * float(
            self._rng.uniform(1.03, 1.2) if self._rng.random() < 0.6 else self._rng.uniform(0.5, 1)
        )
        step = max(0.38 * short, min(step, (length - short) / max(1, len(colours) - 1)))
        slack = max(0.0, length - short - step * (len(colours) - 1)) / 2
        centre = corners.mean(0) + self._rng.uniform(-0.85, 0.85) * slack * along
        centre += self._rng.uniform(-0.5, 0.5) * max(0.0, depth - long) * out
        fan = float(self._rng.uniform(-0.08, 0.08)) if self._rng.random() < 0.4 else 0.0
        yaw = math.atan2(along[1], along[0])
        cards: list[Card] = []
        for i, colour in enumerate(colours):
            place = i - (len(colours) - 1) / 2
            at = centre + place * step * along + self._rng.normal(0, 0.015 * short, 2)
            turn = yaw - fan * place + float(self._rng.normal(0, 0.03))
            cards.append(self._card(colour, at, turn, 0.0, "zone"))
        return _resting(cards)

    def lay(self, cards: Sequence[Card]) -> None:
        """Cards onto the zone."""
        self._zone += cards

    def clear_zone(self) -> None:
        """All played cards back into a hand."""
        self._zone = []

    def pile_up(self, discards: Sequence[str]) -> None:
        """The discard pile is these cards, the last on top; empty: it has become the stock."""
        self._pile = [
            self._card(
                colour,
                np.array(self.pile_at) + self._pile_jitter[i, :2] * self._model.size_mm[0],
                self._pile_yaw + self._pile_jitter[i, 2],
                i * CARD_MM,
                "discard",
            )
            for i, colour in enumerate(discards)
        ]

    def zone_centre(self) -> tuple[float, float, float]:
        """Where fingertips are that lay cards: on the last card, or in the zone's middle; world mm."""
        floor = -self._stage.board.thickness_mm
        x, y = self._zone[-1].xy_mm if self._zone else np.array(self._stage.play_zone_mm).mean(0)
        return float(x), float(y), floor + 4.0

    def pile_centre(self) -> tuple[float, float, float]:
        """Where fingertips are that discard, world mm."""
        return *self.pile_at, -self._stage.board.thickness_mm + 8.0

    def _card(self, colour: str, at: Points, yaw: float, z: float, role: str) -> Card:
        return replace(
            self._model,
            colour=colour,
            rgb=self._shades[colour],
            xy_mm=(float(at[0]), float(at[1])),
            z_mm=z,
            yaw=float(yaw),
            face_up=role != "stock",
            role=role,
        )

    def _stock(self) -> list[Card]:
        """The top of the stock: what is neither in hands nor laid."""
        count = self._held - len(self._pile)
        return [
            self._card("red", np.array(self._stock_at), self._stock_yaw, level * CARD_MM, "stock")
            for level in range(max(0, count - 2), count)
        ]

    def _free_spot(self, floor: Floor) -> tuple[Point, float]:
        """Where a pile of cards fits beside the board, in view if that can be; then it is taken."""
        short, long = self._model.size_mm
        half = board_side_mm(self._stage.board) / 2
        size = [self._stage.camera.width, self._stage.camera.height]
        spot: tuple[Point, float] = ((half + 3 * long, half + 3 * long), 0.0)
        for attempt in range(200):
            side = int(self._rng.integers(4)) * math.pi / 2
            away = half + long * self._rng.uniform(0.6, 1.3 + attempt / 60)
            along = self._rng.uniform(-1, 1) * half
            x, y = (
                away * math.sin(side) + along * math.cos(side),
                away * math.cos(side) - along * math.sin(side),
            )
            yaw = -side + float(self._rng.choice([0, math.pi / 2])) + float(self._rng.normal(0, 0.1))
            outline = _square((x, y), short * 1.15, long * 1.15, yaw)
            if not floor.free(outline):
                continue
            spot = ((float(x), float(y)), yaw)
            px = project(np.c_[outline, np.full(4, -self._stage.board.thickness_mm)], self._stage.camera)
            if attempt > 100 or ((px > 0) & (px < size)).all():
                break
        floor.take(_square(spot[0], short * 1.15, long * 1.15, spot[1]))
        return spot


def _owners(rng: np.random.Generator, stage: Scene, count: int) -> dict[str, RGB]:
    """So many players' stone colours."""
    while True:
        owners = sample_owners(rng, stage.board)
        if len(owners) == count:
            return {str(name): rgb for name, rgb in owners.items()}


def _card_shades(rng: np.random.Generator, stage: Scene) -> dict[str, RGB]:
    """The faces' colours: those of the cards that lie there, the others close to the board's print."""
    shades = {name: near(rng, rgb, 0.025) for name, rgb in stage.board.shades}
    return shades | {card.colour: card.rgb for card in stage.cards}


def _resting(cards: Sequence[Card]) -> list[Card]:
    """The same cards, each lying as high as those under it need."""
    done: list[Card] = []
    for card in cards:
        mine = card_outline(card)
        below = [c.z_mm for c in done if cv2.intersectConvexConvex(mine, card_outline(c))[0] > 1]
        done.append(replace(card, z_mm=max(below) + CARD_MM if below else 0.0))
    return done


def _square(centre: Point, width: float, height: float, yaw: float) -> NDArray[np.float32]:
    """(4, 2) outline of a rectangle on the table."""
    corners = np.array([[-width, height], [width, height], [width, -height], [-width, -height]]) / 2
    cos, sin = math.cos(yaw), math.sin(yaw)
    return (corners @ np.array([[cos, sin], [-sin, cos]]) + np.array(centre)).astype(np.float32)
