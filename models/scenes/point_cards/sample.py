"""One table of Punto by lot."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from models.scenes.point_cards.sample_lie import (
    Face,
    lay,
    sample_deck_order,
    sample_decks,
    sample_loose,
    sample_manner,
    sample_play,
    sample_slabs,
    take_cards,
)
from models.scenes.point_cards.sample_set import sample_look
from models.scenes.point_cards.scene import Cells, Deck, PointCard, PointScene
from models.scenes.sample import FRAMINGS
from models.scenes.sample_layout import Floor, sample_clutter, sample_hands
from models.scenes.sample_set import pick
from models.scenes.sample_view import clear_of, sample_camera, sample_lights, sample_table
from models.scenes.scene import Hand
from referee.punto_acts import AREA

_LOT = 23  # other lots than the other games'
_LEAST_FRAMED = 3  # cells: nobody sets a camera up for the first card alone
_HAND_CHANCE = 0.3
_HELD_CHANCE = 0.6  # of a hand that pinches
_DECKS_IN_VIEW = 0.5  # so often the camera is set up to show them, where that can be


def sample_point_scene(seed: int, *, width: int = 640, height: int = 360, mode: str = "any") -> PointScene:
    """The scene of that number: the same for the same arguments. ``mode``: any | close (the grid fills the
    picture)."""
    if mode not in FRAMINGS:
        raise ValueError(f"mode {mode!r} is none of {', '.join(FRAMINGS)}")
    rng = np.random.default_rng([seed, _LOT, FRAMINGS.index(mode)])
    table = sample_table(rng)
    look = sample_look(rng)
    manner = sample_manner(rng)
    faces = sample_deck_order(rng)
    play = sample_play(rng, faces)
    rows, cols = (1 + max(cell[axis] for cell, _ in play) for axis in (0, 1))
    box = max(rows, cols)
    board = Cells(
        pitch_mm=look.side_mm + manner.gap_mm,
        border_mm=0.0,
        border_rgb=look.ground_rgb,
        thickness_mm=0.0,
        gloss=float(pick(rng, (rng.uniform(0, 0.35), 0.6), (rng.uniform(0.3, 0.95), 0.4))),
        rows=rows,
        cols=cols,
        framed=max(_LEAST_FRAMED, box if rng.random() < 0.45 else int(rng.integers(box, AREA + 1))),
    )
    laid = lay(rng, board, look, manner, play)
    players = int(pick(rng, (2, 0.5), (3, 0.2), (4, 0.3)))
    floor = Floor(None)
    take_cards(floor, look, laid)
    reach = math.hypot(rows, cols) / 2 * board.pitch_mm
    rest = faces[len(play) :]
    decks = sample_decks(rng, look, players, len(rest), reach, floor)
    loose = sample_loose(rng, look, rest, reach, floor)
    slabs = sample_slabs(rng, look, reach, floor)
    clutter = sample_clutter(rng, board, floor)
    camera = sample_camera(rng, board, to_be_seen(rng, board, decks), width, height, mode)
    lights, ambient_rgb, ambient = sample_lights(rng, camera)
    hands = tuple(hand for hand in sample_hands(rng, board, (), _HAND_CHANCE) if clear_of(camera, hand))
    return PointScene(
        seed=seed,
        board=board,
        look=look,
        players=players,
        laid=laid,
        loose=loose,
        decks=decks,
        held=_held(rng, hands, rest[-1]) if rest else (),
        slabs=slabs,
        hands=hands,
        clutter=clutter,
        table=table,
        lights=lights,
        ambient_rgb=ambient_rgb,
        ambient=ambient,
        camera=camera,
    )


def to_be_seen(rng: np.random.Generator, board: Cells, decks: tuple[Deck, ...]) -> NDArray[np.float64]:
    """(4, 2) rectangle on the table about what the picture should show: the grid, often with the decks."""
    points = board.grid_corners_mm()
    if decks and rng.random() < _DECKS_IN_VIEW:
        points = np.concatenate([points, [deck.xy_mm for deck in decks]])
    (x0, y0), (x1, y1) = points.min(0), points.max(0)
    return np.array([[x0, y1], [x1, y1], [x1, y0], [x0, y0]])


def _held(rng: np.random.Generator, hands: tuple[Hand, ...], face: Face) -> tuple[PointCard, ...]:
    """At times a pinching hand holds a card."""
    pinching = [hand for hand in hands if hand.pose == "pinch"]
    if not pinching or rng.random() > _HELD_CHANCE:
        return ()
    x, y, z = pinching[0].tip_mm
    away = rng.normal(0, 8, 2)
    return (PointCard(*face, (x + float(away[0]), y + float(away[1])), z, float(rng.uniform(0, 6.3))),)
