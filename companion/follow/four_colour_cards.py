"""Four Colour Cards, followed: what lies open tells the acts, for each leaves strips in the middle or at a seat.

Who lays a strip into the middle is not seen: with a card on offer it is taken for drawn, with none for discarded, by
who is on turn. The end of a round that leaves nothing is seen when the strips are swept off the table. Nothing is
ever told that needs a fifth copy of a card: a strip was misread.

A card on offer is seen in the middle before it is claimed, but for a general that its drawer takes at once: a meld
with it is taken for legal then, though it looks like one out of the hand. Nobody hears what is said: a stronger
claim that overrules a chi is seen when it is laid, with the chi taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lgamma
from typing import ClassVar

import numpy as np

from companion.follow.follows import Floats, Proposals
from companion.follow.four_colour_proposed import acts as proposed
from companion.follow.four_colour_tables import (
    faults_of,
    in_order,
    lying,
    overruled_offer,
    set_tables,
    tables,
)
from companion.follow.likelihood import strips
from companion.follow.likelihood.strip_memory import OF_BEFORE, StripMemory, StripsSeen
from companion.follow.likelihood.strips import Explained, Held, held
from referee import four_colour_cards as rules
from referee.four_colour_acts import Act, Discard, Draw, Exhausted, Hu, Meld, SetTable, State, Stuck
from referee.four_colour_claims import judged_in
from referee.four_colour_deck import CARDS, COPIES, Card, Cards
from referee.four_colour_melds import POINTS, kind_of, melds_with
from referee.game import Verdict

_ENDS = "a round ends that nobody won"
_ACTS = {Discard: "discard", Draw: "draw", Meld: "meld", Hu: "hu", Stuck: _ENDS, Exhausted: _ENDS}
_FAULTS = tuple(fault for fault in rules.FAULTS if fault not in ("game_over", "no_such_card"))
_KINDS = (*POINTS, "soldiers")
PRIORS = (
    *(f"act: {name}" for name in dict.fromkeys(_ACTS.values())),
    *(f"act: meld, {kind}" for kind in _KINDS),
    *(f"act: {fault}" for fault in _FAULTS),
    "act: log of the share of its card among those not open",
    "act: log of how many melds there are like it",
    "act: no lucky card turned",
    "act: part of a meld only",
    "act: a single card that is no meld",
    "act: strips of a round that is over lie about",
)
UNDER_WAY = (
    "unexplained: nothing new at a seat",
    "unexplained: something new in the middle",
    "unexplained: new strips at several seats",
    "unexplained: new strips that begin no legal meld",
    "unexplained: more new strips than a meld has",
)
_AT = {name: index for index, name in enumerate((*PRIORS, *UNDER_WAY))}
_OWN = len(PRIORS) + len(UNDER_WAY)


@dataclass(frozen=True)
class StripLook:
    """A look at the table; the strips lie in the area of a seat (0 for the first player, and on) or in the middle."""

    t: float
    looks: int
    settled_for_s: float
    condition: str
    strips: StripsSeen

    @property
    def number(self) -> int:
        """Which stretch this is."""
        return self.strips.number


class FourColourCards:
    """How the game is followed: see ``companion.follow.follows.Follows``."""

    FEATURES: ClassVar[tuple[str, ...]] = (*PRIORS, *UNDER_WAY, *strips.FEATURES)
    PRIORS: ClassVar[frozenset[str]] = frozenset(PRIORS)

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._strips: StripsSeen | None = None
        self._looks: dict[tuple[int, int], tuple[StripMemory, Held]] = {}
        self._proposed: dict[tuple[State, Act | None, int], Proposals[Act]] = {}

    def judge(self, state: State, act: Act) -> Verdict:
        """The referee's verdict."""
        return rules.judge(state, act)

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that stands."""
        return rules.accept(state, act)

    def takes_back(self, state: State, fault: Act, act: Act) -> bool:
        """Whether an act takes away a part of what a faulty act laid."""
        return False  # no act is to take strips away

    def begin(self, state: State, seen: StripLook) -> StripMemory:
        """The strips as ``state`` has them."""
        return strips.first(lying(state), seen.strips, state.rounds_over)

    def proposals(
        self, state: State, fault: Act | None, memory: StripMemory, seen: StripLook, weights: Floats
    ) -> Proposals[Act]:
        """What strips that are new, or gone, may come of. A table that rests is weighed many times: what it shows
        is said once."""
        own = weights[_OWN:]
        look = self._held(state, memory, seen, own)
        key = state, fault, id(memory)
        if key not in self._proposed:
            self._proposed[key] = self._proposals(state, fault, look, own)
        return self._proposed[key]

    def _proposals(self, state: State, fault: Act | None, look: Held, own: Floats) -> Proposals[Act]:
        nothing = look.best(tables(state, fault))
        apart = nothing.apart(own)
        open_to_all = fault is None and not rules.outcome(state)
        acts: tuple[Act, ...] = tuple(proposed(state, look)) if open_to_all else ()
        resets = _resets(state, look, acts) if open_to_all else ()
        rows = [nothing.row, apart.unexplained(own)]
        rows += [look.best(tables(state, act)).row for act in acts]
        rows += [look.explained(look.as_read()).row] * len(resets) if resets else []
        said = np.zeros((len(rows), _OWN))
        said[1, len(PRIORS) :] = _under_way(state, look, apart, own)
        over = bool(((look.memory.card == OF_BEFORE) & (look.now >= 0)).any())
        for each, act in zip(said[2:, : len(PRIORS)], acts, strict=False):
            each[:] = _said(state, act)
            each[-1] = over
        faults = [faults_of(state, act) for act in acts] + [()] * len(resets)
        features = np.hstack([said, np.array(rows)])
        return Proposals((*acts, *resets), faults, features, len(resets))

    def ended(self, memory: StripMemory, stood: bool) -> StripMemory:
        """What lies there tells it."""
        return memory

    def remember(
        self,
        state: State,
        fault: Act | None,
        memory: StripMemory,
        seen: StripLook,
        weights: Floats,
        unexplained: bool,
    ) -> StripMemory:
        """The strips as they lie now; where something is unexplained, as it was before that."""
        look = self._held(state, memory, seen, weights[_OWN:])
        return look.after(look.best(tables(state, fault)), unexplained)

    def _held(self, state: State, memory: StripMemory, seen: StripLook, own: Floats) -> Held:
        """The look held against what is remembered: asked for again and again, while the look is the same."""
        if seen.strips is not self._strips:
            self._strips, self._looks, self._proposed = seen.strips, {}, {}
        key = id(memory), state.rounds_over
        if key not in self._looks:
            self._looks[key] = memory, held(memory.in_round(state.rounds_over), seen.strips, own)
        return self._looks[key][1]


def _resets(state: State, look: Held, acts: Sequence[Act]) -> tuple[SetTable, ...]:
    """The acts that say that the table counts as it lies, where no other act makes it so."""
    lies = +look.as_read()
    known = (lying(state), *(each for act in acts for each in tables(state, act)))
    return () if any(lies == each for each in known) else set_tables(state, frozenset(lies.items()))


def _under_way(state: State, look: Held, apart: Explained, own: Floats) -> list[float]:
    """One number for each of UNDER_WAY: whether what is unexplained looks like an act half done."""
    strange = apart.strange(own)[len(apart.rows) - len(apart.new) :] & apart.left
    found: dict[int, list[Card]] = {}
    for which in np.flatnonzero(strange).tolist():
        area = int(look.seen.area[look.new[which]])
        found.setdefault(area, []).append(CARDS[int(look.log_p[which].argmax())])
    middle = found.pop(len(state.players), [])
    begun = [
        Counter(cards) <= claim for seat, cards in found.items() for claim in _claims(state).get(seat, ())
    ]
    most = max(map(len, found.values()), default=0)
    return [not found, bool(middle), len(found) > 1, bool(found) and not any(begun), most > COPIES]


@lru_cache(maxsize=256)
def _claims(state: State) -> dict[int, list[Counter[Card]]]:
    """The legal melds of the card on offer, at each seat; or of one that a chi has taken, which they overrule."""
    found: dict[int, list[Counter[Card]]] = {}
    for seat, player in enumerate(state.players):
        offer = state.table.offer or overruled_offer(state, player)
        for cards in melds_with(offer.card) if offer else ():
            if not faults_of(state, Meld(player, in_order(cards))):
                found.setdefault(seat, []).append(Counter(cards))
    return found


@lru_cache(maxsize=4096)
def _said(state: State, act: Act) -> tuple[float, ...]:
    """One number for each of PRIORS, whatever is seen."""
    row, faults = np.zeros(len(PRIORS)), faults_of(state, act)
    for fault in faults:
        row[_AT[f"act: {fault}"]] = 1
    row[_AT[f"act: {_ACTS[type(act)]}"]] = 1
    if isinstance(act, Discard | Draw):
        unseen = _unseen(state)
        share = max(unseen[act.card], 1) / max(sum(unseen.values()), 1)
        row[_AT["act: log of the share of its card among those not open"]] = np.log(share)
    if isinstance(act, Hu):
        row[_AT["act: no lucky card turned"]] = bool(state.stock) and act.lucky is None
    if isinstance(act, Meld):
        offer = judged_in(state, act).table.offer
        claimed = offer.card if offer else None
        row[_AT["act: log of how many melds there are like it"]] = -_log_alike(act.cards, claimed)
        if kind := kind_of(act.cards):
            row[_AT[f"act: meld, {kind}"]] = 1
        else:
            cards = Counter(act.cards)
            row[_AT["act: part of a meld only"]] = any(cards <= Counter(m) for m in melds_with(act.cards[0]))
            row[_AT["act: a single card that is no meld"]] = len(act.cards) == 1
    return tuple(row.tolist())


@lru_cache(maxsize=4096)
def _log_alike(cards: Cards, offer: Card | None) -> float:
    """The logarithm of how many melds there are like it: of that kind, with the card on offer, if it is one of them;
    of cards that are no meld, of as many cards."""
    claimed = offer if offer in cards else None
    if kind := kind_of(cards):
        alike = {
            in_order(meld) for meld in _melds(claimed) if kind_of(meld) == kind and len(meld) == len(cards)
        }
        return float(np.log(max(1, len(alike))))
    others = len(cards) - (claimed is not None)
    return others * float(np.log(len(CARDS))) - lgamma(others + 1)


def _melds(card: Card | None) -> Iterator[Cards]:
    """Every meld with that card, or with any."""
    for each in CARDS if card is None else (card,):
        yield from melds_with(each)


@lru_cache(maxsize=256)
def _unseen(state: State) -> dict[Card, int]:
    """How many copies of each card do not lie open."""
    return {card: COPIES - state.table.count(card) for card in CARDS}
