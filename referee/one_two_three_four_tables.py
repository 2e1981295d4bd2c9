"""Which act of One Two Three … Four led from one table to another. Hardly ever do two acts leave the same; of those
that do, nobody sees which it was, and the one that is least wrong is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from referee import lane
from referee.game import check_table
from referee.one_two_three_four import accept, expected_table, judge, outcome
from referee.one_two_three_four_acts import (
    STEPS,
    Act,
    Change,
    Done,
    Enter,
    Move,
    Pass,
    SetTable,
    State,
    Tiles,
    as_entry,
    tiles_after,
    turn_cell,
)
from referee.table import Cell

_LANE, _SLIDE = STEPS + 3, STEPS + 1  # so many steps are tried of acts that may be faulty


def turns(state: State, origin: Cell | None) -> Iterator[Enter | Move]:
    """The tile on ``origin`` moved by its owner, or (None) one brought in: right, or with steps miscounted, or out of
    turn, but not both."""
    for player in state.players:
        own = state.colours_of(player)
        ways = [
            way
            for way in product(range(_LANE), range(_SLIDE))
            if player == state.on_turn or sum(way) <= STEPS
        ]
        acts: list[Enter | Move] = []
        if origin is None:
            acts = [Enter(player, colour, *way) for colour in own if state.tiles_left(colour) for way in ways]
        elif state.lying[origin] in own:
            acts = [Move(player, origin, *way) for way in ways]
        # A tile that turns inwards on a corner stays there, so nobody sees that it did.
        seen = (act for act in acts if not act.slide or state.inwards(turn_cell(state, act)))
        yield from (
            act for act in seen if player == state.on_turn or "wrong_steps" not in judge(state, act).faults
        )


def how_wrong(act: Done, faults: tuple[str, ...]) -> tuple[int, int]:
    """How wrong an act is, to be held against others that leave the same table: by its faults, then by its steps."""
    return len(faults), abs(STEPS - steps_of(act))


def steps_of(act: Done) -> int:
    """The steps of a turn, along the lane and inwards; what is none is taken to have as many as it should."""
    match act:
        case Enter():
            return act.steps + act.slide
        case Move():
            return act.lane + act.slide
    return STEPS


def least_wrong(state: State, act: Done) -> Done:
    """Of all acts that leave the same table the one that is least wrong: nobody sees which it was."""
    tiles = tiles_after(state, act)
    origins = (*(cell for cell, _ in state.tiles if state.on_lane(cell)), None)
    every = (turn for origin in origins for turn in turns(state, origin))
    same = [turn for turn in every if tiles_after(state, turn) == tiles and _is_seen(state, turn, tiles)]
    if same:
        return min(same, key=lambda turn: how_wrong(turn, judge(state, turn).faults))
    change = _change(state.tiles, tiles)
    entry = as_entry(state, change)
    # A tile that was put inside has pushed none; had it been slid there, it would have.
    return entry if tiles_after(state, entry) == tiles else change


def retold(now: State, act: Act, before: State) -> Act:
    """Return the act that leaves in ``now`` the table that ``act`` left in ``before``, with the same player on turn.

    The two states differ in how the lane goes, or in whose corner is which. The same tile went to the same cells,
    so that its steps are counted anew; but where another act is less wrong, or a turn as wrong as what was told as
    none, it is taken for that. Raises Unfit where the table cannot lie so.
    """
    check_table(expected_table(before), now.options.size, None, now.players)
    if isinstance(act, SetTable | Pass) or outcome(before):
        return act
    same = _counted_anew(now, act, before)
    other = least_wrong(now, same)
    if accept(now, other) != accept(now, same):
        return same
    return min((same, other), key=lambda each: (len(judge(now, each).faults), isinstance(each, Change)))


def _counted_anew(now: State, act: Done, before: State) -> Done:
    """The same tile taken to the same cells, its steps counted as the lane goes ``now``."""
    if not isinstance(act, Enter | Move):
        return act
    begin = act.origin if isinstance(act, Move) else now.corner(act.colour)
    if not now.on_lane(begin):
        return act  # it is no tile of the lane: wherever that goes, it stays
    clockwise = now.options.direction == "clockwise"
    steps = lane.steps_between(begin, turn_cell(before, act), now.options.size, clockwise)
    return replace(act, lane=steps) if isinstance(act, Move) else replace(act, steps=steps)


def _is_seen(state: State, turn: Done, tiles: Tiles) -> bool:
    """Whether something lies there that did not. Where tiles are gone at the most, they were taken off: that is less
    wrong than any faulty turn that looks the same."""
    if judge(state, turn).legal:
        return tiles != state.tiles
    return bool(set(tiles) - set(state.tiles))


def _change(before: Tiles, after: Tiles) -> Change:
    """The tiles added and removed between two tables."""
    lay, lies = set(before), set(after)
    return Change(
        tuple((colour, cell) for cell, colour in after if (cell, colour) not in lay),
        tuple((colour, cell) for cell, colour in before if (cell, colour) not in lies),
    )
