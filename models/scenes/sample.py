"""One table by lot: everything that a kitchen table with this game on it varies in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.scenes.just4fun_colours.sample_other import (
    sample_other_board,
    sample_other_owners,
    sample_other_stones,
)
from models.scenes.just4fun_colours.sample_stones import sample_stone_kind
from models.scenes.sample_layout import (
    Floor,
    sample_cards,
    sample_clutter,
    sample_hands,
    sample_spares,
    sample_towers,
)
from models.scenes.sample_printed import (
    sample_printed_board,
    sample_printed_card_look,
    sample_printed_owners,
    sample_printed_stones,
)
from models.scenes.sample_set import sample_board, sample_card_look, sample_owners
from models.scenes.sample_view import clear_of, sample_camera, sample_lights, sample_table
from models.scenes.scene import Hand, Scene, Stone

FRAMINGS = ("any", "close")
MODES = (*FRAMINGS, "other", "printed")
_OWN = (sample_board, sample_stone_kind, sample_owners, sample_card_look)
_SETS = {
    "other": (sample_other_board, sample_other_stones, sample_other_owners, sample_card_look),
    "printed": (
        sample_printed_board,
        sample_printed_stones,
        sample_printed_owners,
        sample_printed_card_look,
    ),
}
_HAND_CHANCE = 0.3
_MAINLY_CARDS = 1  # another lot than the scene's


def sample_scene(seed: int, *, width: int = 640, height: int = 360, mode: str = "any") -> Scene:
    """The scene of that number: the same for the same arguments.

    ``mode``: any | close (the board fills the picture) | other (a board of another game) | printed (a set made
    by ``tableref print``); the last two are framed either way.
    """
    if mode not in MODES:
        raise ValueError(f"mode {mode!r} is none of {', '.join(MODES)}")
    rng = np.random.default_rng([seed, MODES.index(mode)])
    table = sample_table(rng)
    some_board, some_stones, some_owners, some_look = _SETS.get(mode, _OWN)
    board = some_board(rng, table.rgb)
    kind = some_stones(rng, board)
    owners = some_owners(rng, board)
    towers, _ = sample_towers(rng, board, kind, owners)
    floor = Floor(board)
    cards, zone = sample_cards(rng, board, some_look(rng, board), floor)
    spares = sample_spares(rng, board, kind, owners, floor)
    clutter = sample_clutter(rng, board, floor)
    framing = mode if mode in FRAMINGS else ("close", "any")[seed % 2]
    camera = sample_camera(rng, board, np.array(zone), width, height, framing)
    lights, ambient_rgb, ambient = sample_lights(rng, camera)
    hands = tuple(h for h in sample_hands(rng, board, cards, _HAND_CHANCE) if clear_of(camera, h))
    held = _held_stone(rng, hands, spares)
    return Scene(
        seed=seed,
        board=board,
        stone_kind=kind,
        towers=towers,
        spare_stones=spares + held,
        cards=cards,
        hands=hands,
        clutter=clutter,
        table=table,
        lights=lights,
        ambient_rgb=ambient_rgb,
        ambient=ambient,
        camera=camera,
        play_zone_mm=zone,
    )


def mainly_cards(scene: Scene) -> Scene:
    """The same table with few of its stones, half of the time with cards without rims, a quarter of it without
    prints: where such cards meet is learnt from many of them. Those of printed sets stay as they are printed."""
    rng = np.random.default_rng([scene.seed, _MAINLY_CARDS])
    keep = float(rng.choice([0.12, 0.4], p=[0.7, 0.3]))
    towers = tuple(tuple(tower if rng.random() < keep else () for tower in row) for row in scene.towers)
    rimless, plain = rng.random() < 0.5, rng.random() < 0.25
    cards = tuple(
        card
        if card.printing
        else replace(
            card,
            margin_mm=0.0 if rimless else card.margin_mm,
            print_style="plain" if plain else card.print_style,
        )
        for card in scene.cards
    )
    return replace(scene, towers=towers, cards=cards)


def _held_stone(
    rng: np.random.Generator, hands: tuple[Hand, ...], spares: tuple[Stone, ...]
) -> tuple[Stone, ...]:
    """At times a pinching hand holds one more stone."""
    pinching = [h for h in hands if h.pose == "pinch"]
    if not pinching or not spares or rng.random() < 0.5:
        return ()
    like = spares[int(rng.integers(len(spares)))]
    x, y, z = pinching[0].tip_mm
    return (replace(like, xyz_mm=(x, y, z - 4), tilt=float(rng.normal(0, 0.25))),)
