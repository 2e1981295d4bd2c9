"""The script of a game of Punto to be filmed: who lays which card where, judged by the referee, with mistakes, rounds
that end, and tables that are cleared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from companion.follow.likelihood.point_cards import FIRST
from companion.follow.punto import Punto
from companion.follow.punto_tables import CLEARED, is_over
from models.scenes.filmed import steps as filmed_steps
from models.scenes.filmed.steps import best_of_many, granted
from models.simulated.punto import CardPlays
from referee import punto as rules
from referee.punto_acts import Change, Done, Outcome, Place, PointCard, State
from referee.table import Cell

_FAULT_CHANCE = 0.3
_FAULT_TRIES = 6  # to find a mistake that nobody has made yet
_LET_STAND = 0.2  # of mistakes; the others are taken back
_LEAST_FAULTS = 3
_LEAST_STEPS = 13
_LEAST_AFTER = 3  # acts in a round that is begun
_MOST_SIDE = (
    7  # cells that a round's cards reach over, mistakes too: more, and they look small in the picture
)
_PLAYS, _GAME = CardPlays(), Punto()

Step = filmed_steps.Step[State, Done]
Script = filmed_steps.Script[State, Done, Outcome]


@dataclass(frozen=True)
class Span:
    """The cells that a round reaches over: its upper left one, and how many rows and columns."""

    row: int
    col: int
    rows: int
    cols: int

    @property
    def side(self) -> int:
        """Cells along its longer side."""
        return max(self.rows, self.cols)

    @property
    def middle(self) -> tuple[float, float]:
        """Row and column of its middle."""
        return self.row + (self.rows - 1) / 2, self.col + (self.cols - 1) / 2


def write_script(rng: np.random.Generator, start: State, max_acts: int) -> Script:
    """A game of at most ``max_acts`` acts by lot: with faults of three kinds, cards on others, and a round that ends
    and is followed by another.

    Where so few acts cannot hold all of that, the best of many tries.
    """
    return best_of_many(lambda: _improvise(rng, start, max_acts), lambda script: _worth(script, max_acts))


def rounds(script: Script) -> list[list[Step]]:
    """The steps of each round, the clearing up left out."""
    found: list[list[Step]] = [[]]
    for step in script.steps:
        if step.act == CLEARED:
            found.append([])
        else:
            found[-1].append(step)
    return found


def span_of(steps: Iterable[Step]) -> Span:
    """The cells of all that is done in a round; one where nothing was done yet."""
    every = [cell for step in steps for cell in cells_of(step.act)] or [FIRST]
    (row, col), (last_row, last_col) = np.min(every, axis=0).tolist(), np.max(every, axis=0).tolist()
    return Span(row, col, last_row - row + 1, last_col - col + 1)


def cells_of(act: Done) -> Sequence[Cell]:
    """The cells on which an act changes something."""
    match act:
        case Place():
            return [act.cell]
        case Change():
            return [cell for _, cell in (*act.added, *act.removed)]
        case _:
            return []


def _worth(script: Script, max_acts: int) -> float:
    """How much of what a recording should show is there, 0..1."""
    played = rounds(script)
    over = [step for step in script.steps if len(step.after.rounds) > len(step.before.rounds)]
    covers = [
        step for step in script.steps if isinstance(step.act, Place) and step.act.cell in step.before.tops
    ]
    return granted(
        (5, max(span_of(steps).side for steps in played) <= _MOST_SIDE),
        (4, any(step.after.rounds[-1].how == "row" for step in over)),
        (3, len(script.faults) >= _LEAST_FAULTS),
        (2, script.result is not None or (len(played) > 1 and len(played[-1]) >= _LEAST_AFTER)),
        (1, any(step.verdict.legal for step in covers)),
        (1, len(script.steps) >= min(_LEAST_STEPS, 0.7 * max_acts)),
    )


def _improvise(rng: np.random.Generator, state: State, max_acts: int) -> Script:
    steps: list[Step] = []
    turned: PointCard | None = None  # the card that was laid wrongly and is in its player's hand again
    while len(steps) < max_acts and not rules.outcome(state):
        step = None
        room = len(steps) + 1 < max_acts
        if steps and room and steps[-1].verdict.legal and rng.random() < _FAULT_CHANCE:
            step = _mistaken(rng, state, {fault for done in steps for fault in done.verdict.faults})
        step = step or _right(rng, state, turned)
        if step is None:
            break
        turned = None
        if isinstance(step.act, Place) and not step.stands and step.player == state.on_turn:
            turned = step.act.card
        steps.append(step)
        state = step.after
    if steps and steps[-1].act == CLEARED:
        state = steps.pop().before
    return filmed_steps.Script(tuple(steps), state, rules.outcome(state))


def _right(rng: np.random.Generator, state: State, turned: PointCard | None) -> Step | None:
    """What is done by the rules; with the card that was ``turned`` already, if there is one. None: nobody can."""
    if is_over(state):
        last = state.rounds[-1]
        return None if rules.outcome(state) else _step(state, CLEARED, last.winner or last.ender, stands=True)
    again = _PLAYS.placed(rng, state, turned) if turned else None
    act = again or _PLAYS.legal(rng, state)
    return _step(state, act, state.on_turn, stands=True) if act else None


def _mistaken(rng: np.random.Generator, state: State, known: set[str]) -> Step | None:
    """A mistake, of a kind not seen yet where one is soon found; None where none is."""
    found = None
    for _ in range(_FAULT_TRIES):
        act = _PLAYS.faulty(rng, state)
        if act is None or _GAME.judge(state, act).legal:
            continue
        player = act.player if isinstance(act, Place) else state.on_turn
        found = _step(state, act, player, stands=bool(rng.random() < _LET_STAND))
        if not set(found.verdict.faults) & known:
            break
    return found


def _step(state: State, act: Done, player: str, stands: bool) -> Step:
    after = _GAME.apply(state, act) if stands else state
    return Step(act, player, state, after, _GAME.judge(state, act), stands)
