"""How Just 4 Fun Colours is played at random; see `playing`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import naive_referee
from setting import SYMMETRIES, as_line, legal_act, random_act, random_start, turned_act, turned_grid

from referee import just4fun_colours as j4f
from referee.just4fun_colours import Exchange, Place
from referee.phrases.just4fun_colours import case
from referee.table import COLOURS, cells

__all__ = [
    "PALETTES",
    "as_line",
    "claims",
    "examples",
    "legal_act",
    "naive",
    "parts",
    "random_act",
    "random_start",
    "space",
    "symmetries",
]

naive = naive_referee.judge
PALETTES = (("red", "yellow", "green", "blue"), ("white", "black"), ("orange", "violet"))


def parts(state):
    """Every stone is on the board, in the box, or still to come."""
    on_board = Counter(stone for row in state.stacks for stack in row for stone in stack)
    return {
        player: on_board[player] + boxed + state.stones_left(player)
        for player, boxed in zip(state.players, state.boxed, strict=True)
    }


def space(chance, state):
    """Placements for up to seven cards of one colour."""
    sampled = chance.sample(list(cells(state.options.size)), 12)
    return [
        Place(state.on_turn, cell, (colour,) * count)
        for cell in sampled
        for colour in COLOURS
        for count in range(j4f.HAND + 1)
    ]


def symmetries(state):
    """The board can be turned and mirrored."""
    return [
        (
            lambda s, turn=turn: replace(
                s, fields=turned_grid(s.fields, turn), stacks=turned_grid(s.stacks, turn)
            ),
            lambda act, turn=turn: turned_act(act, turn),
        )
        for turn in SYMMETRIES
    ]


def claims(chance, state):
    """Hands that can be played nowhere, it is said."""
    hands = [tuple(chance.choice(j4f.FIELD_COLOURS) for _ in range(j4f.HAND)) for _ in range(3)]
    return [Exchange(state.on_turn, hand) for hand in hands]


def examples(state, act):
    return [
        Place(act.player, told["cell"], (told["field"],) * told["needed"])
        for told in case(state, act)[1]["example"]
    ]
