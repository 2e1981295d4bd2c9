"""Tables of One Two Three … Four for the tests, written down.

Of two players ann plays red and yellow, bo blue and green; of more ann red, bo blue, cy yellow, di green. On
the default board tiles go clockwise, and red enters at a1, blue at f1, yellow at f6, green at a6.
"""

from __future__ import annotations

from referee import one_two_three_four as joushi
from referee.one_two_three_four import Change, Enter, Move, Options, State
from referee.table import cell_from_name, cell_name


def game(tiles="", players="ann bo", on_turn=None, **options) -> State:
    """A game with `tiles`, "red a1 e3, blue c4"; the first player is on turn, or `on_turn`."""
    state = joushi.start(players.split(), options=Options(**options))
    stacks = [[() for _ in range(state.options.size)] for _ in range(state.options.size)]
    for colour, (row, column) in listed(tiles):
        stacks[row][column] = (colour,)
    return joushi.accept(state, joushi.SetTable(tuple(map(tuple, stacks)), on_turn))


def enter(player, colour, steps=4, slide=0):
    return Enter(player, colour, steps, slide)


def move(player, name, lane, slide=0):
    return Move(player, cell_from_name(name), lane, slide)


def change(added="", removed=""):
    return Change(tuple(listed(added)), tuple(listed(removed)))


def faults(state, act):
    return list(joushi.judge(state, act).faults)


def lying(state):
    """The tiles as `game` takes them, by colour and in reading order."""
    colours = dict.fromkeys(sorted(colour for _, colour in state.tiles))
    cells = {colour: [cell_name(cell) for cell, tile in state.tiles if tile == colour] for colour in colours}
    return ", ".join(f"{colour} {' '.join(names)}" for colour, names in cells.items())


def listed(tiles):
    """Tiles by colour and cells as (colour, cell) pairs."""
    groups = (group.split() for group in tiles.split(",") if group.strip())
    return [(colour, cell_from_name(name)) for colour, *names in groups for name in names]
