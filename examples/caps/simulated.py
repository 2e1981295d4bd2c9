"""Noughts and crosses with caps as people play it, and as the eyes would see it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import ClassVar

import numpy as np

from companion.follow.likelihood import cells
from companion.follow.likelihood.cells import CellsLook
from examples.caps import referee as rules
from examples.caps.follow import CELLS, FAULTS, MANY_LAID, RESTED, Caps, all_acts, lying, set_table
from examples.caps.referee import Act, Change, State
from models.fitting.examples import Moment
from models.simulated.camera import ARM_STAYS, CellCamera, half_way
from models.simulated.noise import Noise
from models.simulated.play import Plays, scenes
from referee.table import COLOURS

GAME = Caps()
SIGNS = {
    **cells.SIGNS,
    "act: log of how many there are like it": 1,
    "act: may go on": -1,
    MANY_LAID: -1,
    **dict.fromkeys(RESTED, 1),
    **dict.fromkeys(FAULTS, -1),
}
EXPECTED = {**cells.EXPECTED, "act: log of how many there are like it": 1.0}
KINDS = 3  # a cell has nothing on it, or a cap of one of two players
MOVED_AT_ONCE = 3  # caps: no one act moves so many
MISTAKES = {
    "wrong_player": 0.3,
    "several_caps": 0.2,
    "cap_moved": 0.3,
    "cap_removed": 0.1,
    "cell_occupied": 0.1,
}


class CapPlays(Plays[State, Act]):
    """How the game is played."""

    half_done: ClassVar[float] = (
        0.3  # of caps that are moved; one that is laid is not seen before it lies there
    )

    def legal(self, rng: np.random.Generator, state: State) -> Act | None:
        """A cap on any free cell."""
        acts = rules.legal_acts(state)
        return acts[int(rng.integers(len(acts)))] if acts else None

    def faulty(self, rng: np.random.Generator, state: State) -> Act | None:
        """One of MISTAKES, alone."""
        wanted = str(rng.choice(list(MISTAKES), p=list(MISTAKES.values())))
        done = all_acts(state, rules.outcome(state) is None)
        acts = [act for act, faults in zip(done.acts, done.faults, strict=True) if faults == (wanted,)]
        return acts[int(rng.integers(len(acts)))] if acts else None

    def table(self, state: State) -> Hashable:
        """The caps."""
        return state.caps

    def rearranged(self, rng: np.random.Generator, state: State) -> Act | None:
        """Some caps lie anywhere, at once."""
        if rules.outcome(state) or len(state.caps) < MOVED_AT_ONCE:
            return None
        return set_table(state, rng.permutation(lying(state)), state.on_turn)

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that counts."""
        return rules.accept(state, act)

    def faults(self, state: State, act: Act) -> tuple[str, ...]:
        """What is wrong with it."""
        return rules.judge(state, act).faults


def moments(seed: int, noise: Noise) -> Iterator[Moment[State, Act, CellsLook]]:
    """The game of that number: what the eyes would say at each look, and what was done."""
    rng = np.random.default_rng([seed, 5])
    state = rules.start([COLOURS[i] for i in rng.permutation(len(COLOURS))[:2]])
    camera, t, hidden = CellCamera(rng, lying(state), KINDS, noise), 0.0, None
    for scene in scenes(rng, CapPlays(), state, len(CELLS) * 2):
        before = lying(scene.state, scene.fault)
        lies = before if scene.under_way is None else _half_done(rng, before, *scene.under_way)
        t += 2.0 + scene.settled_for_s
        if hidden is None or rng.random() > ARM_STAYS:
            hidden = rng.random(len(CELLS)) < 0.5 if rng.random() < noise.arm else None
        looks = min(8, int(scene.settled_for_s / 0.1))
        seen = CellsLook(t, looks, scene.settled_for_s, camera.condition, camera.look(lies, hidden))
        yield Moment(seen, scene.done, scene.state, scene.fault, bool((lies != before).any()))


def _half_done(rng: np.random.Generator, lies: np.ndarray, state: State, act: Act) -> np.ndarray:
    """(N,) what lies on each cell while an act is half done: a cap that is moved is in the hand. Of two caps that are
    laid at once none lies there before the other."""
    lifts = isinstance(act, Change) and act.removed
    return half_way(rng, lies, lying(state, act)) if lifts else lies
