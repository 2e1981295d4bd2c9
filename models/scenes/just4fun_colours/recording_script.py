"""The script of a game to be filmed: who lays and places what, judged by the referee, some of it against the rules.

Hands are dealt and drawn from one deck, so no card is played that could not be there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.scenes.just4fun_colours.recording_faults import FAULTY_ACTS, Played, Position
from referee.game import Verdict
from referee.grid import lines
from referee.just4fun_colours import (
    COPIES,
    FIELD_COLOURS,
    HAND,
    Exchange,
    Outcome,
    Place,
    State,
    apply,
    judge,
    legal_acts,
    outcome,
    start,
)
from referee.table import Colour, Fields

_TRIES = 1500
_FAULT_CHANCE = 0.3
_LEAST_FAULTS = 3
_LEAST_COVERS = 3
_LEAST_STEPS = 13


@dataclass(frozen=True)
class Step:
    """An act by ``player``'s hand on the table ``before`` it, and what the referee says. A faulty one is taken
    back."""

    act: Played
    player: Colour
    before: State
    verdict: Verdict


@dataclass(frozen=True)
class Script:
    """The steps in order, the state that they lead to, and how the game ended (None: cut short)."""

    steps: tuple[Step, ...]
    final: State
    result: Outcome | None

    @property
    def faults(self) -> frozenset[str]:
        """Every fault that occurs."""
        return frozenset(fault for step in self.steps for fault in step.verdict.faults)


def write_script(
    rng: np.random.Generator, players: Sequence[Colour], fields: Fields, max_acts: int
) -> Script:
    """A whole game of at most ``max_acts`` acts by lot: won by a row, with faults of three kinds and towers.

    Where so few acts cannot hold all of that, the best of many tries.
    """
    best = _improvise(rng, players, fields, max_acts)
    for _ in range(_TRIES if max_acts > 6 else 1):
        if _worth(best, max_acts) == 1:
            break
        best = max(best, _improvise(rng, players, fields, max_acts), key=lambda s: _worth(s, max_acts))
    return best


def _worth(script: Script, max_acts: int) -> float:
    """How much of what a recording should show is there, 0..1."""
    heights = [len(stack) for row in script.final.stacks for stack in row]
    covers = sum(max(0, height - 1) for height in heights)
    wishes = (
        (4, script.result is not None and script.result.how == "row"),
        (3, len(script.faults) >= _LEAST_FAULTS),
        (2, covers >= _LEAST_COVERS),
        (1, max(heights) >= 3),
        (1, len(script.steps) >= min(_LEAST_STEPS, 0.7 * max_acts)),
    )
    return sum(weight for weight, granted in wishes if granted) / sum(weight for weight, _ in wishes)


def _improvise(rng: np.random.Generator, players: Sequence[Colour], fields: Fields, max_acts: int) -> Script:
    state, deck = start(players, fields), _Deck(rng, players)
    blocking, covering = rng.uniform(0, 0.8), rng.uniform(0.3, 2.5)
    steps: list[Step] = []
    while len(steps) < max_acts and not outcome(state):
        mover = state.on_turn
        room = len(steps) + 1 < max_acts
        if steps and room and steps[-1].verdict.legal and rng.random() < _FAULT_CHANCE:
            steps += _faulty_step(rng, state, deck, {f for step in steps for f in step.verdict.faults})
        act = _choose(rng, state, deck.hands[mover], blocking, covering)
        steps.append(Step(act, mover, state, judge(state, act)))
        state = apply(state, act)
        deck.play(mover, act.cards, state.discards)
    return Script(tuple(steps), state, outcome(state))


def _faulty_step(rng: np.random.Generator, state: State, deck: _Deck, known: set[str]) -> list[Step]:
    """One faulty act, of a kind not seen yet where that can be; none where the table allows none."""
    position = Position(rng, state, {name: tuple(hand) for name, hand in deck.hands.items()})
    for index in rng.permutation(len(FAULTY_ACTS)):
        made = FAULTY_ACTS[index](position)
        if made is None:
            continue
        player, act = made
        verdict = judge(state, act)
        if not verdict.legal and not set(verdict.faults) & known:
            return [Step(act, player, state, verdict)]
    return []


def _choose(
    rng: np.random.Generator, state: State, hand: Sequence[Colour], blocking: float, covering: float
) -> Place | Exchange:
    """The placement that serves one's own row best, or hinders another's; an exchange where none can be paid."""
    count = Counter(hand)
    payable = [act for act in legal_acts(state) if count[act.cards[0]] >= len(act.cards)]
    if not payable:
        return Exchange(state.on_turn, tuple(hand))
    worth = [_promise(state, act, blocking) + covering * (len(act.cards) - 1) for act in payable]
    return payable[int(np.argmax(np.array(worth) + rng.gumbel(0, 1.5, len(worth))))]


def _promise(state: State, act: Place, blocking: float) -> float:
    """What a placement does for the lines through its field."""
    worth = 0.0
    for line in lines(state.options.size, state.options.row):
        if act.cell not in line:
            continue
        owners = [state.stacks[r][c][-1] for r, c in line if (r, c) != act.cell and state.stacks[r][c]]
        own = owners.count(act.player)
        others = max((owners.count(name) for name in state.players if name != act.player), default=0)
        worth += 0.5 * 4.0**own * 0.3**others + blocking * 2.0**others
        if own == state.options.row - 1:
            worth += 100
    return worth


class _Deck:
    """Sixty cards: in hands, in the stock, and the rest in the discard pile."""

    def __init__(self, rng: np.random.Generator, players: Sequence[Colour]) -> None:
        self._rng = rng
        self._stock = self._shuffled(Counter(dict.fromkeys(FIELD_COLOURS, COPIES)))
        self.hands = {player: [self._stock.pop() for _ in range(HAND)] for player in players}

    def play(self, player: Colour, cards: Sequence[Colour], discards: Sequence[Colour]) -> None:
        """Lay cards from a hand and draw as many; ``discards`` is the pile after it, empty when shuffled anew."""
        for card in cards:
            self.hands[player].remove(card)
        for _ in cards:
            if not self._stock:
                elsewhere = Counter(discards) + Counter(c for hand in self.hands.values() for c in hand)
                self._stock = self._shuffled(Counter(dict.fromkeys(FIELD_COLOURS, COPIES)) - elsewhere)
            self.hands[player].append(self._stock.pop())

    def _shuffled(self, cards: Counter[Colour]) -> list[Colour]:
        names = sorted(cards.elements())
        return [names[i] for i in self._rng.permutation(len(names))]
