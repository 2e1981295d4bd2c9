"""What is there before a game of Punto is filmed: the table, the set, and where each round's grid comes to lie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import project
from models.scenes.filmed.view import in_full_view, in_the_way
from models.scenes.point_cards.recording_script import Span
from models.scenes.point_cards.sample import to_be_seen
from models.scenes.point_cards.sample_lie import Manner, sample_decks, sample_manner, sample_slabs
from models.scenes.point_cards.sample_set import sample_look
from models.scenes.point_cards.scene import Cells, PointScene
from models.scenes.sample import FRAMINGS
from models.scenes.sample_layout import Floor, sample_clutter
from models.scenes.sample_set import pick
from models.scenes.sample_view import sample_camera, sample_lights, sample_table
from models.scenes.scene import Point
from models.scenes.truth import at_height
from referee.punto_acts import COLOURS, COPIES, POINTS

_LOT = 79
_TRIES = 400
_LEAST_SIDE = 4  # cells: people leave room for what is to come
_ROOM = 0.4  # cells: decks and other things lie so far from those of a round
_GRID_YAW = math.radians(5)  # how straight a round's grid lies; a standard deviation, and at most twice that
_CARDS = COPIES * len(COLOURS) * len(POINTS)

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Lattice:
    """Where a round's grid lies: the centre of its cell (0, 0) in the world, mm, and how it is turned."""

    pitch_mm: float
    origin_mm: Point
    yaw: float

    def centre_mm(self, row: float, col: float) -> Point:
        """The centre of a cell."""
        right, up = col * self.pitch_mm, -row * self.pitch_mm
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        return self.origin_mm[0] + cos * right - sin * up, self.origin_mm[1] + sin * right + cos * up

    def outline_mm(self, span: Span, room: float = 0.0) -> Points:
        """(4, 2) the outer edge of some cells, with so many of ``room`` about them, from the corner of the first
        one along its row, and on round."""
        top, left = span.row - 0.5 - room, span.col - 0.5 - room
        bottom, right = top + span.rows + 2 * room, left + span.cols + 2 * room
        corners = ((top, left), (top, right), (bottom, right), (bottom, left))
        return np.array([self.centre_mm(row, col) for row, col in corners])

    def pushed(self, about_mm: Point, by_mm: Point, turn: float) -> Lattice:
        """The same turned about a point, and shifted."""
        return replace(self, origin_mm=moved(self.origin_mm, about_mm, by_mm, turn), yaw=self.yaw + turn)


@dataclass(frozen=True)
class Stage:
    """What is there before the first card: the scene, how carefully people lay cards, where the grid of each round
    comes to lie and which cells it takes, and the floor that is taken."""

    scene: PointScene
    manner: Manner
    spans: tuple[Span, ...]
    lattices: tuple[Lattice, ...]
    floor: Floor


def sample_stage(
    seed: int, width: int, height: int, framing: str, players: int, spans: Sequence[Span]
) -> Stage:
    """A table by lot on which rounds of such ``spans`` are played, all their cells in full view."""
    rng = np.random.default_rng([seed, _LOT])
    table, look, manner = sample_table(rng), sample_look(rng), sample_manner(rng)
    framed = max(_LEAST_SIDE, *(span.side for span in spans))
    board = Cells(
        pitch_mm=look.side_mm + manner.gap_mm,
        border_mm=0.0,
        border_rgb=look.ground_rgb,
        thickness_mm=0.0,
        gloss=float(pick(rng, (rng.uniform(0, 0.35), 0.6), (rng.uniform(0.3, 0.95), 0.4))),
        rows=framed,
        cols=framed,
        framed=framed,
    )
    lattices = tuple(_sample_lattice(rng, board, span) for span in spans)
    floor = Floor(board)
    for lattice, span in zip(lattices, spans, strict=True):
        floor.take(lattice.outline_mm(span, _ROOM).astype(np.float32))
    reach = math.hypot(framed, framed) / 2 * board.pitch_mm
    decks = sample_decks(rng, look, players, _CARDS, reach, floor)
    slabs = sample_slabs(rng, look, reach, floor)
    clutter = sample_clutter(rng, board, floor)
    for _ in range(_TRIES):
        mode = str(rng.choice(FRAMINGS)) if framing == "any" else framing
        camera = sample_camera(rng, board, to_be_seen(rng, board, decks), width, height, mode)
        lights, ambient_rgb, ambient = sample_lights(rng, camera)
        scene = PointScene(
            seed=seed,
            board=board,
            look=look,
            players=players,
            laid=(),
            loose=(),
            decks=decks,
            held=(),
            slabs=slabs,
            hands=(),
            clutter=clutter,
            table=table,
            lights=lights,
            ambient_rgb=ambient_rgb,
            ambient=ambient,
            camera=camera,
        )
        outlines = [seen_px(scene, lattice, span) for lattice, span in zip(lattices, spans, strict=True)]
        if in_full_view(scene, outlines):
            break
    free = tuple(thing for thing in clutter if not in_the_way(scene, thing, outlines))
    return Stage(replace(scene, clutter=free), manner, tuple(spans), lattices, floor)


def _sample_lattice(rng: np.random.Generator, board: Cells, span: Span) -> Lattice:
    """The cells of a round about the middle of what the camera is set up for, as far off it as there is room."""
    yaw = float(np.clip(rng.normal(0, _GRID_YAW), -2 * _GRID_YAW, 2 * _GRID_YAW))
    lattice = Lattice(board.pitch_mm, (0.0, 0.0), yaw)
    room_mm = np.array([board.size - span.cols, board.size - span.rows]) * board.pitch_mm / 2
    off = np.subtract(rng.uniform(-1, 1, 2) * room_mm, lattice.centre_mm(*span.middle))
    return replace(lattice, origin_mm=(float(off[0]), float(off[1])))


def seen_px(scene: PointScene, lattice: Lattice, span: Span) -> Points:
    """(4, 2) where some cells are in the picture."""
    return project(at_height(lattice.outline_mm(span), 0), scene.camera)


def moved(point_mm: Point, about_mm: Point, by_mm: Point, turn: float) -> Point:
    """A point turned about another one, and shifted."""
    x, y = point_mm[0] - about_mm[0], point_mm[1] - about_mm[1]
    cos, sin = math.cos(turn), math.sin(turn)
    return about_mm[0] + cos * x - sin * y + by_mm[0], about_mm[1] + sin * x + cos * y + by_mm[1]
