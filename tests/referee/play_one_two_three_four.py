"""How One Two Three … Four is played at random; see `playing`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import naive_one_two_three_four

from referee import one_two_three_four as joushi
from referee.lane import corners
from referee.one_two_three_four import COLOURS, Change, Enter, Move, Options, Pass, State
from referee.phrases.one_two_three_four import case
from referee.table import cells

naive = naive_one_two_three_four.judge
PALETTES = (COLOURS,)
NAMES = ("ann", "bo", "cy", "di", "Eve Li", "red")


def random_start(chance, players=None, size=None) -> State:
    names = chance.sample(NAMES, players or chance.randint(2, 4))
    dealt = iter(chance.sample(COLOURS, 4))
    each = 2 if len(names) == 2 else 1
    options = Options(
        size=size or chance.randint(5, 8),
        direction=chance.choice(("clockwise", "anticlockwise")),
        must_be_free=chance.choice(("turn_cell", "first_inner_cell")),
        corners=tuple(chance.sample(COLOURS, 4)),
    )
    return joushi.start(names, {name: [next(dealt) for _ in range(each)] for name in names}, options)


def legal_act(chance, state):
    """A legal act, more often a move than an entry; None after the end."""
    acts = joushi.legal_acts(state)
    moves = [act for act in acts if isinstance(act, Move)]
    if moves and chance.random() < 0.6:
        return chance.choice(moves)
    return chance.choice(acts) if acts else None


def random_act(chance, state):
    player = state.on_turn if chance.random() < 0.8 else chance.choice(state.players)
    kind = chance.random()
    if kind < 0.25:
        colour = chance.choice(state.colours_of(player) if chance.random() < 0.8 else COLOURS)
        return Enter(player, colour, chance.choice((0, 2, 3, 4, 4, 4, 5)), chance.choice((0, 0, 0, 1, 2)))
    if kind < 0.75:
        lane, slide = chance.choice(((4, 0), (3, 1), (2, 2), (1, 3), (3, 0), (1, 1), (0, 4), (0, 0), (4, 1)))
        return Move(player, _cell(chance, state), lane, slide)
    if kind < 0.8:
        return Pass(player)
    removed = [(colour, cell) for cell, colour in state.tiles if chance.random() < 0.1]
    added = [(chance.choice(COLOURS), _anywhere(chance, state)) for _ in range(chance.choice((0, 1, 1, 2)))]
    if removed and chance.random() < 0.5:
        added.append((removed[0][0], chance.choice((removed[0][1], _anywhere(chance, state)))))
    return Change(tuple(added), tuple(removed))


def as_line(act):
    """An act as JSON would give it back, without the code that writes records."""
    match act:
        case Enter(player, colour, steps, 0):
            return {"act": "enter", "player": player, "colour": colour, "steps": steps}
        case Enter(player, colour, steps, slide):
            return {"act": "enter", "player": player, "colour": colour, "steps": steps, "slide": slide}
        case Move(player, (row, column), lane, slide):
            return {"act": "move", "player": player, "from": [row, column], "lane": lane, "slide": slide}
        case Pass(player):
            return {"act": "pass", "player": player}
    changed = {
        name: [[colour, list(cell)] for colour, cell in getattr(act, name)] for name in ("added", "removed")
    }
    return {"act": "change", **changed}


def space(chance, state):
    """Every entry and the pass of every player, and moves from some cells in any way."""
    size = state.options.size
    acts = [Pass(player) for player in state.players]
    for player in state.players:
        acts += [
            Enter(player, colour, steps, slide)
            for colour in COLOURS
            for steps in range(6)
            for slide in (0, 1)
        ]
    some = chance.sample(list(cells(size)), 4) + [cell for cell, _ in state.tiles[:3]]
    return acts + [
        Move(state.on_turn, cell, lane, slide) for cell in some for lane in range(6) for slide in range(5)
    ]


def parts(state):
    """Every tile lies on the board, or with its owner."""
    on_board = Counter(colour for _, colour in state.tiles)
    return {colour: on_board[colour] + state.tiles_left(colour) for colour in COLOURS}


def claims(chance, state):
    """That somebody can do nothing."""
    return [Pass(player) for player in state.players]


def examples(state, act):
    facts = case(state, act)[1]
    new = [Enter(act.player, told["colour"], told["steps"]) for told in facts["entry"]]
    slides = [sum(part["slide"] for part in told["slide"]) for told in facts["way"]]
    ways = zip(facts["way"], slides, strict=True)
    return new + [Move(act.player, told["origin"], told["lane"], slide) for told, slide in ways]


def symmetries(state):
    """The board can be turned, and mirrored with its lane."""
    end = state.options.size - 1
    turned = [
        lambda r, c: (c, end - r),
        lambda r, c: (end - r, end - c),
        lambda r, c: (end - c, r),
    ]
    mirrored = [
        lambda r, c: (r, end - c),
        lambda r, c: (end - r, c),
        lambda r, c: (c, r),
        lambda r, c: (end - c, end - r),
    ]
    return [
        (
            lambda s, turn=turn: _turned_state(s, turn, turn in mirrored),
            lambda act, turn=turn: _turned_act(act, turn),
        )
        for turn in turned + mirrored
    ]


def _turned_state(state, turn, mirrored):
    options = state.options
    owners = {turn(*state.corner(colour)): colour for colour in COLOURS}
    other_way = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}
    options = replace(
        options,
        direction=other_way[options.direction] if mirrored else options.direction,
        corners=tuple(owners[cell] for cell in corners(options.size)),
    )
    tiles = sorted((turn(*cell), colour) for cell, colour in state.tiles)
    return replace(state, options=options, tiles=tuple(tiles))


def _turned_act(act, turn):
    if isinstance(act, Move):
        return replace(act, origin=turn(*act.origin))
    if isinstance(act, Change):
        added, removed = (
            tuple((colour, turn(*cell)) for colour, cell in tiles) for tiles in (act.added, act.removed)
        )
        return replace(act, added=added, removed=removed)
    return act


def _cell(chance, state):
    """Most often a cell on which a tile lies."""
    if state.tiles and chance.random() < 0.8:
        return chance.choice(state.tiles)[0]
    return _anywhere(chance, state)


def _anywhere(chance, state):
    return chance.randrange(state.options.size), chance.randrange(state.options.size)
