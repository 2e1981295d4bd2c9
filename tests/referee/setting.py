"""Tables for the tests: written down, or played at random."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st

from referee import just4fun_colours as j4f
from referee.just4fun_colours import Change, Exchange, Options, Place, State
from referee.table import Table, cell_from_name, cells

# Every colour six times; b3, whose tower the rule sheet's example tells of, is green.
FIELDS = tuple(
    tuple(row.split())
    for row in (
        "red    orange yellow green  blue   violet",
        "orange yellow green  blue   violet red",
        "yellow green  blue   violet red    orange",
        "green  blue   violet red    orange yellow",
        "blue   violet red    orange yellow green",
        "violet red    orange yellow green  blue",
    )
)
calm = settings(deadline=None, max_examples=60)
short = settings(deadline=None, max_examples=25)


def at(name):
    """The cell that people call `name`."""
    return cell_from_name(name)


def field(name):
    """The colour of a field of FIELDS."""
    row, column = at(name)
    return FIELDS[row][column]


def game(players="red blue", towers=None, **options) -> State:
    """A game whose first player is on turn, with `towers`: {"b3": "red blue"} from the bottom up."""
    state = j4f.start(players.split(), FIELDS, Options(**options))
    grid = [[() for _ in range(6)] for _ in range(6)]
    for name, stones in (towers or {}).items():
        row, column = at(name)
        grid[row][column] = tuple(stones.split())
    return j4f.with_table(state, Table(FIELDS, tuple(map(tuple, grid))))


def place(player, name, cards):
    """`player` puts a stone on the cell called `name` for `cards`: "green green"."""
    return Place(player, at(name), tuple(cards.split()))


def exchange(player, cards):
    return Exchange(player, tuple(cards.split()))


def change(added="", removed="", cards=""):
    """Stones by colour and cell: "red a1, blue b2"."""
    return Change(_stones(added), _stones(removed), tuple(cards.split()))


def faults(state, act):
    return list(j4f.judge(state, act).faults)


def _stones(text):
    pairs = (stone.split() for stone in text.split(",") if stone.strip())
    return tuple((colour, at(name)) for colour, name in pairs)


# Played at random. One seeded generator makes the choices, which is far quicker than drawing each of them.


@st.composite
def records(draw, acts=90):
    """The lines of a record (as JSON gives them) with about as many legal as illegal acts of every kind."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    state = random_start(chance)
    lines = [
        {
            "game": j4f.ID,
            "players": list(state.players),
            "options": {"row": state.options.row},
            "board": {"fields": [list(row) for row in state.fields]},
        }
    ]
    for _ in range(draw(st.integers(0, acts))):
        act = random_act(chance, state)
        lines.append(as_line(act))
        if j4f.judge(state, act).legal:
            state = j4f.accept(state, act)
    return lines


@st.composite
def states(draw, turns=85):
    """States as they come about by legal play, wins and the end included."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    return random_state(chance, draw(st.integers(0, turns)))


@st.composite
def states_and_acts(draw):
    """A state, and some act, legal or not."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    state = random_state(chance, draw(st.integers(0, 85)))
    return state, random_act(chance, state)


def random_start(chance) -> State:
    players = chance.sample(j4f.STONE_COLOURS, chance.randint(2, 4))
    palette = chance.sample(j4f.FIELD_COLOURS, chance.randint(3, 6))
    fields = tuple(tuple(chance.choice(palette) for _ in range(6)) for _ in range(6))
    return j4f.start(players, fields, Options(row=chance.choice((4, 5))))


def random_state(chance, turns) -> State:
    state = random_start(chance)
    for _ in range(turns):
        act = legal_act(chance, state)
        if act is None:
            break
        state = j4f.apply(state, act)
    return state


def random_act(chance, state):
    act = legal_act(chance, state)
    if act is not None and chance.random() < 0.6:
        return act
    player = state.on_turn if chance.random() < 0.6 else chance.choice(j4f.STONE_COLOURS)
    cell = chance.randrange(6), chance.randrange(6)
    kind = chance.random()
    if kind < 0.5:
        own = state.fields[cell[0]][cell[1]]
        height = len(state.stacks[cell[0]][cell[1]])
        count = max(0, height + 1 + chance.choice((-1, 0, 0, 0, 1)))
        cards = [own if chance.random() < 0.9 else chance.choice(j4f.FIELD_COLOURS) for _ in range(count)]
        return Place(player, cell, tuple(cards))
    if kind < 0.65:
        return Exchange(player, _unplayable_hand(chance, state) if chance.random() < 0.5 else _hand(chance))
    added = [_stone_anywhere(chance) for _ in range(chance.randint(0, 2))]
    removed = _standing(chance, state, chance.randint(0, 3))
    if removed and chance.random() < 0.5:
        added.append((chance.choice(removed)[0], cell))
    if removed and chance.random() < 0.5:
        added.append((chance.choice(j4f.STONE_COLOURS), chance.choice(removed)[1]))
    return Change(tuple(added), tuple(removed), _hand(chance)[:1])


def as_line(act):
    """An act as JSON would give it back, without the code that writes records."""
    match act:
        case Place(player, cell, cards):
            return {"act": "place", "player": player, "cell": list(cell), "cards": list(cards)}
        case Exchange(player, cards):
            return {"act": "exchange", "player": player, "cards": list(cards)}
    stones = {
        name: [[colour, list(cell)] for colour, cell in getattr(act, name)] for name in ("added", "removed")
    }
    return {"act": "change", **stones, "cards": list(act.cards)}


def legal_act(chance, state):
    """A legal act, seldom an exchange; None after the end."""
    acts = j4f.legal_acts(state)
    if acts and chance.random() < 0.9:
        return chance.choice(acts)
    hand = _unplayable_hand(chance, state)
    trade = Exchange(state.on_turn, hand)
    if j4f.judge(state, trade).legal:
        return trade
    return chance.choice(acts) if acts else None


def _unplayable_hand(chance, state):
    """Seven cards of colours that no field of this board has, if there is one; else any."""
    missing = [c for c in j4f.FIELD_COLOURS if not any(c in row for row in state.fields)]
    return tuple(chance.choice(missing) for _ in range(7)) if missing else _hand(chance)


def _hand(chance):
    return tuple(chance.choice(j4f.FIELD_COLOURS) for _ in range(chance.choice((3, 7, 7, 8))))


def _stone_anywhere(chance):
    return chance.choice(j4f.STONE_COLOURS), (chance.randrange(6), chance.randrange(6))


def _standing(chance, state, count):
    stones = [
        (colour, (r, c))
        for r, row in enumerate(state.stacks)
        for c, stack in enumerate(row)
        for colour in stack
    ]
    return chance.sample(stones, min(count, len(stones)))


# A board can be turned and mirrored: the rules know no direction.

SYMMETRIES = [
    lambda r, c: (r, c),
    lambda r, c: (c, 5 - r),
    lambda r, c: (5 - r, 5 - c),
    lambda r, c: (5 - c, r),
    lambda r, c: (r, 5 - c),
    lambda r, c: (5 - r, c),
    lambda r, c: (c, r),
    lambda r, c: (5 - c, 5 - r),
]


def turned_grid(grid, turn):
    new = {turn(r, c): grid[r][c] for r, c in cells(6)}
    return tuple(tuple(new[r, c] for c in range(6)) for r in range(6))


def turned_act(act, turn):
    if isinstance(act, Place):
        return replace(act, cell=turn(*act.cell))
    if isinstance(act, Exchange):
        return act
    added, removed = (
        tuple((colour, turn(*cell)) for colour, cell in stones) for stones in (act.added, act.removed)
    )
    return replace(act, added=added, removed=removed)
