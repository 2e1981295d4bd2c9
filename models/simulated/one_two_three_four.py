"""One Two Three … Four as people play it, and as the eyes would see it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from companion.follow.likelihood import cells
from companion.follow.likelihood.cells import CellsLook
from companion.follow.one_two_three_four import (
    CONTENTS,
    FAULTS,
    MANY_LAID,
    RESTED,
    OneTwoThreeFour,
    Table,
    contents,
    set_table,
    table_with,
)
from models.fitting.examples import Moment
from models.simulated.camera import ARM_STAYS, CellCamera, half_way
from models.simulated.noise import Noise
from models.simulated.play import Plays, Rest, Scene, scenes
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import COLOURS, STEPS, Act, Change, Done, Enter, Move, Options, State
from referee.one_two_three_four_tables import least_wrong
from referee.table import Cell

GAME = OneTwoThreeFour()
SIGNS = {
    **cells.SIGNS,
    "act: log of how many there are like it": 1,
    "act: steps too many or too few": -1,
    "act: may go on": -1,
    MANY_LAID: -1,
    **dict.fromkeys(RESTED, 1),
    **dict.fromkeys(FAULTS, -1),
}
EXPECTED = {**cells.EXPECTED, "act: log of how many there are like it": 1.0}
MOST_ACTS = 60
SLID_IN = 0.15  # of the tiles that are brought in wrongly
SET_DOWN_FIRST = 0.6  # of tiles that are slid inwards and seen on their way
LIES_ABOUT = (
    0.3  # of tiles that were sent back: they lie somewhere else on the board before they are taken away
)
UNDER_WAY = Rest(1.3, 0.5, 0.35, 3.0)  # a tile rests on its way: in ten films 0.8 to 2.6 s, eight times
MOVED_AT_ONCE = 3  # tiles: no one act moves so many anyhow


class TilePlays(Plays[State, Act]):
    """How the game is played."""

    half_done: ClassVar[float] = 0.042  # counted in ten films: of 190 acts eight

    def legal(self, rng: np.random.Generator, state: State) -> Done | None:
        """One of the ways there are; more often one that makes a row, or nearly."""
        ways = () if rules.outcome(state) else tuple(rules.ways(state, state.on_turn))
        return least_wrong(state, ways[int(rng.integers(len(ways)))]) if ways else None

    def faulty(self, rng: np.random.Generator, state: State) -> Done | None:
        """Steps miscounted, a tile of another player moved, one taken, one moved anyhow, two laid at once."""
        act = self._wrong(rng, state)
        return None if act is None else least_wrong(state, act)

    def _wrong(self, rng: np.random.Generator, state: State) -> Done | None:
        kind, tiles = rng.random(), state.tiles
        if rules.outcome(state):
            return None
        if kind < 0.6:
            act = self.legal(rng, state)
            off = int(rng.choice([-1, 1]))
            match act:
                case Enter() if rng.random() < SLID_IN:
                    steps = int(rng.integers(1, STEPS + 1))
                    return Enter(act.player, act.colour, steps, STEPS - steps or 1)
                case Enter():
                    return Enter(act.player, act.colour, act.steps + off, act.slide)
                case Move() if act.lane + off >= 0:
                    return Move(act.player, act.origin, act.lane + off, act.slide)
            return None
        if kind < 0.75:
            other = state.players[(state.turn + 1) % len(state.players)]
            ways = tuple(rules.ways(state, other))
            return ways[int(rng.integers(len(ways)))] if ways else None
        if kind < 0.82:
            return _two_laid(rng, state)
        if not tiles:
            return None
        cell, colour = tiles[int(rng.integers(len(tiles)))]
        if kind < 0.9:
            return Change((), ((colour, cell),))
        free = _free(state)
        return Change(((colour, free[int(rng.integers(len(free)))]),), ((colour, cell),))

    def table(self, state: State) -> Hashable:
        """The tiles."""
        return state.tiles

    def rearranged(self, rng: np.random.Generator, state: State) -> Act | None:
        """Some tiles lie anywhere, at once."""
        if rules.outcome(state) or len(state.tiles) < MOVED_AT_ONCE:
            return None
        table = contents(state)
        moved = rng.permutation(np.flatnonzero(table))[:MOVED_AT_ONCE]
        to = rng.permutation(np.flatnonzero(table == 0))[: len(moved)]
        table[to], table[moved] = table[moved], 0
        return set_table(state, table, state.on_turn)

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that counts."""
        return GAME.apply(state, act)

    def faults(self, state: State, act: Act) -> tuple[str, ...]:
        """What is wrong with it."""
        return rules.judge(state, act).faults


def begin(rng: np.random.Generator) -> State:
    """A game of 2 to 4 players on a board of any size."""
    players = ("ann", "bo", "cy", "di")[: int(rng.integers(2, 5))]
    corners = tuple(COLOURS[i] for i in rng.permutation(4))
    size = int(rng.choice([5, 6, 6, 6, 7, 8]))
    direction = str(rng.choice(["clockwise", "anticlockwise"]))
    return rules.start(players, None, Options(size, direction, corners=corners))


def moments(seed: int, noise: Noise) -> Iterator[Moment[State, Act, CellsLook]]:
    """The game of that number: what the eyes would say at each look, and what was done."""
    rng = np.random.default_rng([seed, 4])
    state = begin(rng)
    camera, t, hidden = CellCamera(rng, contents(state), len(CONTENTS), noise), 0.0, None
    lay, last = contents(state), state
    for scene in scenes(rng, TilePlays(), state, MOST_ACTS):
        before, lies = table_with(scene.state, scene.fault), _lies(rng, scene)
        half_done = bool((before != lies).any())
        settled_for_s = UNDER_WAY.drawn_s(rng) if half_done else scene.settled_for_s
        t += 2.0 + settled_for_s
        if hidden is None or rng.random() > ARM_STAYS:
            hidden = _arm(rng, scene.state.options.size) if rng.random() < noise.arm else None
        cells = camera.look(lies, hidden, _relaid(lay, last, scene, lies))
        lay, last = lies, scene.state
        looks = min(8, int(settled_for_s / 0.1))
        seen = CellsLook(t, looks, settled_for_s, camera.condition, cells)
        yield Moment(seen, scene.done, scene.state, scene.fault, half_done)


def _free(state: State) -> list[Cell]:
    """The cells on which nothing lies."""
    lying = state.lying
    return [cell for cell in np.ndindex(state.options.size, state.options.size) if cell not in lying]


def _two_laid(rng: np.random.Generator, state: State) -> Change | None:
    """Two tiles of one of a player's colours laid at once, one of them beside the other or anywhere."""
    enters = [way for way in rules.ways(state, state.on_turn) if isinstance(way, Enter)]
    free = _free(state)
    if not enters or len(free) < 2:
        return None
    one, other = (free[i] for i in rng.permutation(len(free))[:2])
    beside = [cell for cell in free if abs(cell[0] - one[0]) + abs(cell[1] - one[1]) == 1]
    if beside and rng.random() < 0.5:
        other = beside[int(rng.integers(len(beside)))]
    colour = enters[int(rng.integers(len(enters)))].colour
    return Change(tuple(sorted(((colour, one), (colour, other)), key=lambda laid: laid[1])), ())


def _lies(rng: np.random.Generator, scene: Scene[State, Act]) -> np.ndarray:
    """(N,) what lies on each cell. Who slides a tile inwards often sets it down in the lane first."""
    lies = table_with(scene.state, scene.fault)
    if scene.under_way is None:
        return lies
    state, act = scene.under_way
    if isinstance(act, Enter | Move) and act.slide and scene.fault is None and rng.random() < SET_DOWN_FIRST:
        return table_with(state, replace(act, slide=int(rng.integers(act.slide))))
    after = table_with(state, act)
    sent_back = _sent_back(state, act, after)
    if len(sent_back) and rng.random() < LIES_ABOUT:
        about = rng.permutation(np.flatnonzero(after == 0))[: len(sent_back)]
        after[about] = sent_back[: len(about)]
        return after
    return half_way(rng, lies, after)


def _sent_back(state: State, act: Act, after: Table) -> Table:
    """The tiles, as CONTENTS, that a legal ``act``, which leaves the table ``after`` it, kicks or lets fall."""
    if not isinstance(act, Enter | Move) or rules.judge(state, act).faults:
        return np.zeros(0, int)
    were = np.bincount(contents(state), minlength=len(CONTENTS))
    if isinstance(act, Enter):
        were[CONTENTS.index(act.colour)] += 1
    gone = were - np.bincount(after, minlength=len(CONTENTS))
    return np.repeat(np.arange(1, len(CONTENTS)), np.maximum(gone[1:], 0))


def _relaid(lay: Table, state: State, scene: Scene[State, Act], lies: Table) -> NDArray[np.bool_]:
    """(N,) the cells on which a tile lies as one ``lay`` there before, in ``state``, and was gone meanwhile."""
    was_gone = np.zeros(len(lies), bool)
    for step in scene.done:
        if step.kind == "act" and step.faults:
            was_gone |= table_with(state, step.act) != lies
            continue
        state = state if step.kind == "restored" else GAME.apply(state, step.act)
        was_gone |= contents(state) != lies
    return was_gone & (lies == lay) & (lies > 0)


def _arm(rng: np.random.Generator, size: int) -> np.ndarray:
    """(N,) the cells that an arm hides: a strip from one side inwards."""
    hidden = np.zeros((size, size), bool)
    column, reach = int(rng.integers(size)), int(rng.integers(1, size + 1))
    hidden[:reach, column : column + int(rng.integers(1, 3))] = True
    return np.rot90(hidden, int(rng.integers(4))).ravel()
