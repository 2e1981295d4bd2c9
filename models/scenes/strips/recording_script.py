"""The script of a game of Four Colour Cards to be filmed: who lays which strips, judged by the referee, with
mistakes, and with a hand laid open in the end.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.scenes.filmed import steps as recording_steps
from models.scenes.filmed.film import NAMES
from models.scenes.filmed.steps import best_of_many, granted
from models.simulated.strip_plays import Deal, StripPlays, after, deal
from referee import four_colour_cards as rules
from referee.four_colour_acts import Act, Hu, Meld, Options, State
from referee.four_colour_deck import CARDS, COPIES, Card, Cards
from referee.four_colour_melds import melds_with

_FAULT_CHANCE = 0.22
_LET_STAND = 0.1  # of mistakes; the others are taken back
_LEAST_FAULTS = 2
_LEAST_STEPS = 12
_READY_CHANCE = 0.7  # of a player whose hand is nearly all melds when it is dealt: so films end soon
_NOT_READY = (2, 6)  # so many cards of it are others
_PLAYS = StripPlays()

Step = recording_steps.Step[State, Act]
Script = recording_steps.Script[State, Act, rules.Outcome]


def begin(rng: np.random.Generator, players: int, edition: str) -> Deal:
    """A game of one round; mostly one player's hand is nearly all melds."""
    start = rules.start(NAMES[:players], Options(rounds=1, edition=edition))
    dealt = deal(int(rng.integers(2**31)), start)
    return _made_ready(rng, dealt) if rng.random() < _READY_CHANCE else dealt


def write_script(rng: np.random.Generator, players: int, edition: str, max_acts: int) -> Script:
    """A game of at most ``max_acts`` acts by lot, with mistakes, melds, and a hand that is shown.

    Where so few acts cannot hold all of that, the best of many tries.
    """
    return best_of_many(
        lambda: _improvise(rng, begin(rng, players, edition), max_acts),
        lambda script: _worth(script, max_acts),
    )


def _made_ready(rng: np.random.Generator, dealt: Deal) -> Deal:
    """The same, but that one player holds melds, and a few other cards."""
    who = int(rng.integers(len(dealt.hands)))
    left = [card for card in CARDS for _ in range(COPIES)]
    left = [left[i] for i in rng.permutation(len(left))]
    melds = list[Card]()
    for card in list(left):
        ways = [cards for cards in melds_with(card) if _held(left, cards)]
        if ways and len(melds) < len(dealt.hands[who]):
            for each in ways[int(rng.integers(len(ways)))]:
                left.remove(each)
                melds.append(each)
    others = int(rng.integers(*_NOT_READY))
    hand = melds[: len(dealt.hands[who]) - others]
    left += melds[len(hand) :]
    left = [left[i] for i in rng.permutation(len(left))]
    hands = list[Cards]()
    for seat, own in enumerate(dealt.hands):
        kept = hand if seat == who else []
        more, left = left[: len(own) - len(kept)], left[len(own) - len(kept) :]
        hands.append((*kept, *more))
    return replace(dealt, hands=tuple(hands), deck=tuple(left))


def _held(left: list[Card], cards: Cards) -> bool:
    return all(left.count(card) >= cards.count(card) for card in cards)


def _worth(script: Script, max_acts: int) -> float:
    """How much of what a recording should show is there, 0..1."""
    melds = [step for step in script.steps if isinstance(step.act, Meld) and step.verdict.legal]
    return granted(
        (3, any(isinstance(step.act, Hu) and step.verdict.legal for step in script.steps)),
        (3, len(script.faults) >= _LEAST_FAULTS),
        (2, len(melds) > 1),
        (2, len({step.player for step in melds}) > 1),
        (2, len(script.steps) >= min(_LEAST_STEPS, 0.7 * max_acts)),
    )


def _improvise(rng: np.random.Generator, dealt: Deal, max_acts: int) -> Script:
    steps: list[Step] = []
    while len(steps) < max_acts and not rules.outcome(dealt.state):
        act = None
        room = len(steps) + 1 < max_acts
        if steps and room and steps[-1].verdict.legal and rng.random() < _FAULT_CHANCE:
            act = _PLAYS.faulty(rng, dealt)
            act = None if act and _PLAYS.faults(dealt, act) in ((), ("no_such_card",)) else act
        act = act or _PLAYS.legal(rng, dealt)
        if act is None:
            break
        verdict = rules.judge(dealt.state, act)
        stands = verdict.legal or bool(rng.random() < _LET_STAND and not isinstance(act, Hu))
        then = after(dealt, act) if stands else dealt
        player = getattr(act, "player", dealt.state.on_turn)
        steps.append(recording_steps.Step(act, player, dealt.state, then.state, verdict, stands))
        dealt = then
    return recording_steps.Script(tuple(steps), dealt.state, rules.outcome(dealt.state))
