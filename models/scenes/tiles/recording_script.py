"""The script of a game of tiles to be filmed: who does what, judged by the referee, some of it against the rules."""

from __future__ import annotations

from collections import Counter

import numpy as np

from models.scenes.filmed import steps as filmed_steps
from models.scenes.filmed.steps import best_of_many, granted
from models.simulated.one_two_three_four import TilePlays
from referee import one_two_three_four as rules
from referee.grid import lines
from referee.one_two_three_four_acts import (
    STEPS,
    TILES,
    Change,
    Done,
    Enter,
    Move,
    Pass,
    SetTable,
    State,
    effect,
    tiles_after,
)
from referee.one_two_three_four_tables import least_wrong
from referee.table import Colour

_FAULT_CHANCE = 0.3
_FAULT_TRIES = 6  # to find a mistake that nobody has made yet
_LET_STAND = 0.2  # of mistakes; the others are taken back
_TWO_TILES, _ANY_TURN = 0.12, 0.4  # of mistakes; the others are as in simulated games
_MOST_STEPS = STEPS + 2  # that anybody counts
_LEAST_FAULTS = 3
_LEAST_STEPS = 13
_WIN = 1000.0
_ONE_MORE = 3.0  # a line with one tile more is worth so many times as much
_SENT_BACK = 8.0  # for each tile of another that goes back
_WHIM = 4.0  # how far people are from doing what serves them best
_PLAYS = TilePlays()


Step = filmed_steps.Step[State, Done]
Script = filmed_steps.Script[State, Done, rules.Outcome]


def write_script(rng: np.random.Generator, start: State, max_acts: int) -> Script:
    """A game of at most ``max_acts`` acts by lot: won by a row, with faults of three kinds, tiles kicked and fallen.

    Where so few acts cannot hold all of that, the best of many tries.
    """
    return best_of_many(lambda: _improvise(rng, start, max_acts), lambda script: _worth(script, max_acts))


def _worth(script: Script, max_acts: int) -> float:
    """How much of what a recording should show is there, 0..1."""
    effects = [(step.verdict.legal, effect(step.before, step.act)) for step in script.steps]
    return granted(
        (5, not any(isinstance(step.act, Pass) for step in script.steps)),  # nobody sees that
        (4, script.result is not None),
        (3, len(script.faults) >= _LEAST_FAULTS),
        (2, any(done.fallen for _, done in effects)),
        (1, any(done.kicked for legal, done in effects if legal)),
        (1, len(script.steps) >= min(_LEAST_STEPS, 0.7 * max_acts)),
    )


def _improvise(rng: np.random.Generator, state: State, max_acts: int) -> Script:
    steps: list[Step] = []
    while len(steps) < max_acts and not rules.outcome(state):
        step = None
        room = len(steps) + 1 < max_acts
        if steps and room and steps[-1].verdict.legal and rng.random() < _FAULT_CHANCE:
            step = _mistaken(rng, state, {fault for done in steps for fault in done.verdict.faults})
        steps.append(step or _served(rng, state))
        state = steps[-1].after
    return Script(tuple(steps), state, rules.outcome(state))


def _step(state: State, act: Done, player: str, stands: bool) -> Step:
    after = rules.accept(state, act) if stands else state
    return Step(act, player, state, after, rules.judge(state, act), stands)


# --- legal acts ---


def _served(rng: np.random.Generator, state: State) -> Step:
    """The legal act that serves the one on turn best, nearly."""
    acts = [act for act in rules.legal_acts(state) if not isinstance(act, SetTable)]
    worth = np.array([_promise(state, act) for act in acts])
    act = least_wrong(state, acts[int(np.argmax(worth + rng.gumbel(0, _WHIM, len(worth))))])
    return _step(state, act, state.on_turn, stands=True)


def _promise(state: State, act: Done) -> float:
    """What an act does for the rows of the one on turn, and against other players."""
    after = rules.accept(state, act)
    won = rules.outcome(after)
    if won:
        return _WIN if state.on_turn in won.winners else -_WIN
    done, own = effect(state, act), state.colours_of(state.on_turn)
    back = [*done.fallen, *([done.kicked] if done.kicked else [])]
    worth = _SENT_BACK * sum(colour not in own for colour, _ in back)
    for colour in own:
        owned = after.cells_of[colour]
        counts = Counter(len(owned.intersection(line)) for line in lines(state.options.size, rules.ROW))
        worth += sum(_ONE_MORE ** (tiles - 1) * many for tiles, many in counts.items() if tiles > 1)
    return worth


# --- mistakes ---


def _mistaken(rng: np.random.Generator, state: State, known: set[str]) -> Step | None:
    """A mistake, of a kind not seen yet where one is soon found; None where none is."""
    found = None
    for _ in range(_FAULT_TRIES):
        act = _mistake(rng, state)
        if act is None or not _can_be_shown(state, act):
            continue
        verdict = rules.judge(state, act)
        if verdict.legal:
            continue
        player = state.on_turn if isinstance(act, Change) else act.player
        found = _step(state, act, player, stands=bool(rng.random() < _LET_STAND))
        if not set(verdict.faults) & known:
            break
    return found


def _mistake(rng: np.random.Generator, state: State) -> Done | None:
    kind = rng.random()
    if kind < _TWO_TILES:
        return least_wrong(state, _two_tiles(rng, state))
    if kind < _TWO_TILES + _ANY_TURN:
        return least_wrong(state, _any_turn(rng, state))
    return _PLAYS.faulty(rng, state)


def _two_tiles(rng: np.random.Generator, state: State) -> Change:
    """Two new tiles of one colour at once, on free cells."""
    colour, size = _own_colour(rng, state), state.options.size
    free = [(row, col) for row in range(size) for col in range(size) if (row, col) not in state.lying]
    first, second = (free[int(i)] for i in rng.choice(len(free), 2, replace=False))
    return Change(((colour, first), (colour, second)), ())


def _any_turn(rng: np.random.Generator, state: State) -> Enter | Move:
    """Any tile of the one on turn, by any steps along the lane and inwards."""
    colours = state.colours_of(state.on_turn)
    origins = [cell for cell, colour in state.tiles if colour in colours and state.on_lane(cell)]
    steps, slide = int(rng.integers(_MOST_STEPS + 1)), int(rng.integers(STEPS))
    if origins and rng.random() < 0.75:
        return Move(state.on_turn, origins[int(rng.integers(len(origins)))], steps, slide)
    return Enter(state.on_turn, _own_colour(rng, state), steps, slide if rng.random() < 0.5 else 0)


def _own_colour(rng: np.random.Generator, state: State) -> Colour:
    colours = state.colours_of(state.on_turn)
    return colours[int(rng.integers(len(colours)))]


def _can_be_shown(state: State, act: Done) -> bool:
    """Whether it changes the table, and needs no more tiles than there are."""
    tiles = tiles_after(state, act)
    most = max(Counter(colour for _, colour in tiles).values(), default=0)
    return tiles != state.tiles and most <= TILES
