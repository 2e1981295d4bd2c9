"""Four Colour Cards, followed: what lies open tells the acts, for each leaves strips in the middle or at a seat.

Who lays a strip into the middle is not seen: with a card on offer it is taken for drawn, with none for discarded, by
who is on turn. The end of a round that leaves nothing is seen when the strips are swept off the table. Nothing is
ever told that needs a fifth copy of a card: a strip was misread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from companion.follow import strips
from companion.follow.follows import Floats, Proposals
from companion.follow.strips import OF_BEFORE, Held, Lies, StripMemory, StripsSeen, held
from referee import four_colour_cards as rules
from referee.four_colour_acts import Act, Discard, Draw, Exhausted, Hu, Meld, State, Stuck
from referee.four_colour_deck import CARDS, COPIES, GENERALS, Card, Cards
from referee.four_colour_melds import melds_with
from referee.game import Verdict

_ENDS = "a round ends that nobody won"
_ACTS = {Discard: "discard", Draw: "draw", Meld: "meld", Hu: "hu", Stuck: _ENDS, Exhausted: _ENDS}
_FAULTS = tuple(fault for fault in rules.FAULTS if fault not in ("game_over", "no_such_card"))
PRIORS = (
    *(f"act: {name}" for name in dict.fromkeys(_ACTS.values())),
    *(f"act: {fault}" for fault in _FAULTS),
    "act: log of the share of its card among those not open",
    "act: no lucky card turned",
    "act: part of a meld only",
    "act: strips of a round that is over lie about",
)
_AT = {name: index for index, name in enumerate(PRIORS)}
_OF_CARD = {card: index for index, card in enumerate(CARDS)}
_READINGS = 3  # so many cards are tried for a strip, the likeliest first
_HANDS = 8  # and so many hands for the strips of a hand laid open
_MELD = 5  # a meld has no more cards than 4; one that is none hardly more


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

    FEATURES: ClassVar[tuple[str, ...]] = (*PRIORS, *strips.FEATURES)
    PRIORS: ClassVar[frozenset[str]] = frozenset(PRIORS)

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._seen: StripLook | None = None
        self._looks: dict[tuple[int, int], tuple[StripMemory, Held]] = {}

    def judge(self, state: State, act: Act) -> Verdict:
        """The referee's verdict."""
        return rules.judge(state, act)

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that stands."""
        return rules.accept(state, act)

    def begin(self, state: State, seen: StripLook) -> StripMemory:
        """The strips as ``state`` has them."""
        return strips.first(lying(state), seen.strips, state.rounds_over)

    def proposals(
        self, state: State, fault: Act | None, memory: StripMemory, seen: StripLook, weights: Floats
    ) -> Proposals[Act]:
        """What strips that are new, or gone, may come of."""
        own = weights[len(PRIORS) :]
        look = self._held(state, memory, seen, own)
        nothing = look.best(tables(state, fault))
        rows = [nothing.row, nothing.unexplained(own, seen.settled_for_s)]
        acts = tuple(_acts(state, look)) if fault is None and not rules.outcome(state) else ()
        rows += [look.best(tables(state, act)).row for act in acts]
        priors = np.zeros((len(rows), len(PRIORS)))
        over = bool(((look.memory.card == OF_BEFORE) & (look.now >= 0)).any())
        for row, act in zip(priors[2:], acts, strict=True):
            row[:] = _said(state, act)
            row[-1] = over
        return Proposals(acts, np.hstack([priors, np.array(rows)]))

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
        look = self._held(state, memory, seen, weights[len(PRIORS) :])
        return look.after(look.best(tables(state, fault)), unexplained)

    def _held(self, state: State, memory: StripMemory, seen: StripLook, own: Floats) -> Held:
        """The look held against what is remembered: asked for again and again, while the look is the same."""
        if seen is not self._seen:
            self._seen, self._looks = seen, {}
        key = id(memory), state.rounds_over
        if key not in self._looks:
            self._looks[key] = memory, held(memory.in_round(state.rounds_over), seen.strips, own)
        return self._looks[key][1]


@lru_cache(maxsize=256)
def lying(state: State) -> Lies:
    """What lies open: at the seats in the players' order, and in the middle."""
    middle, table = len(state.players), state.table
    lies: Lies = Counter()
    for seat, melds in enumerate(table.melds):
        lies.update((seat, _OF_CARD[card]) for meld in melds for card in meld)
    lies.update((middle, _OF_CARD[card]) for card in table.passed)
    if table.offer:
        lies[middle, _OF_CARD[table.offer.card]] += 1
    return lies


@lru_cache(maxsize=4096)
def tables(state: State, act: Act | None) -> tuple[Lies, ...]:
    """How the strips may lie after an act in ``state``, legal or not: at hu the card on offer is taken, or left."""
    lies, middle, offer = lying(state).copy(), len(state.players), state.table.offer
    match act:
        case Discard() | Draw():
            lies[middle, _OF_CARD[act.card]] += 1
        case Meld():
            _lay(lies, state.players.index(act.player), act.cards)
            if offer and offer.card in act.cards:
                lies[middle, _OF_CARD[offer.card]] -= 1
        case Hu():
            seat = state.players.index(act.player)
            _lay(lies, seat, act.hand)
            if act.lucky:
                lies[middle, _OF_CARD[act.lucky]] += 1
            if offer:
                taken = lies.copy()
                taken[middle, _OF_CARD[offer.card]] -= 1
                _lay(taken, seat, (offer.card,))
                return lies, taken
        case Stuck(player, hand) if hand:
            _lay(lies, state.players.index(player), hand)
        case Stuck() | Exhausted():
            return (Counter(),)  # it is seen when the strips are swept off the table
    return (lies,)


def in_order(cards: Iterable[Card]) -> Cards:
    """The cards of a meld or a hand in the one order in which they are told."""
    return tuple(sorted(cards))


def _lay(lies: Lies, seat: int, cards: Cards) -> None:
    lies.update((seat, _OF_CARD[card]) for card in cards)


@lru_cache(maxsize=4096)
def _said(state: State, act: Act) -> tuple[float, ...]:
    """One number for each of PRIORS, whatever is seen."""
    row = np.zeros(len(PRIORS))
    for fault in _faults(state, act):
        row[_AT[f"act: {fault}"]] = 1
    row[_AT[f"act: {_ACTS[type(act)]}"]] = 1
    if isinstance(act, Discard | Draw):
        unseen = _unseen(state)
        share = max(unseen[act.card], 1) / max(sum(unseen.values()), 1)
        row[_AT["act: log of the share of its card among those not open"]] = np.log(share)
    if isinstance(act, Hu):
        row[_AT["act: no lucky card turned"]] = bool(state.stock) and act.lucky is None
    if isinstance(act, Meld) and "not_a_meld" in _faults(state, act):
        cards = Counter(act.cards)
        row[_AT["act: part of a meld only"]] = any(cards <= Counter(m) for m in melds_with(act.cards[0]))
    return tuple(row.tolist())


@lru_cache(maxsize=4096)
def _faults(state: State, act: Act) -> tuple[str, ...]:
    return rules.judge(state, act).faults


@lru_cache(maxsize=256)
def _unseen(state: State) -> dict[Card, int]:
    """How many copies of each card do not lie open."""
    return {card: COPIES - state.table.count(card) for card in CARDS}


def _acts(state: State, look: Held) -> Iterator[Act]:
    """What the strips that are new or gone may come of, each once, and nothing for which there are not the cards."""
    found: dict[Act, None] = {}
    if len(look.new):
        for seat, player in enumerate(state.players):
            found |= dict.fromkeys(_at_seat(state, look, seat, player))
        found |= dict.fromkeys(_into_middle(state, look))
    for act in found:
        if "no_such_card" not in _faults(state, act):
            yield act
    if look.gone.any():
        if not _faults(state, Exhausted()):
            yield Exhausted()
        if not state.hand(state.on_turn) and not state.table.offer:
            yield Stuck(state.on_turn)


def _into_middle(state: State, look: Held) -> Iterator[Act]:
    """A card drawn where one is on offer, else discarded."""
    kind = Draw if state.table.offer else Discard
    for which in _of_area(look, len(state.players)):
        yield from (kind(state.on_turn, card) for card in _readings(look, which))


def _at_seat(state: State, look: Held, seat: int, player: str) -> Iterator[Act]:
    """Claims of the card on offer, and the new strips at a seat taken for a meld, for a hand, as they read."""
    those, offer, size = _of_area(look, seat), state.table.offer, state.hand(player)
    if not those:
        return
    if offer:
        most = len(those) + 1 if not look.seen.in_the_way[seat] else COPIES  # one may lie under another
        claims = (cards for cards in melds_with(offer.card) if len(cards) <= most)
        yield from (Meld(player, in_order(cards)) for cards in claims)
        if player == state.on_turn:  # a general that was drawn, and taken at once
            read = {card for which in those[:_MELD] for card in _readings(look, which)}
            yield from (Draw(player, card) for card in GENERALS if card in read)
    if len(those) <= _MELD:
        for cards in _hands(look, those):
            yield Meld(player, cards)
            yield from (Meld(player, each) for each in _with_offer(state, look, those, cards))
    if 2 * len(those) >= size:
        yield from _shown(state, look, those, player)


def _with_offer(state: State, look: Held, those: Sequence[int], cards: Cards) -> Iterator[Cards]:
    """The same cards with the one on offer instead of the one whose strip is likeliest it."""
    offer = state.table.offer
    if offer and offer.card not in cards:
        which = max(those, key=lambda i: float(look.log_p[i, _OF_CARD[offer.card]]))
        others = [_readings(look, i)[0] for i in those if i != which]
        yield in_order((*others, offer.card))


def _shown(state: State, look: Held, those: Sequence[int], player: str) -> Iterator[Act]:
    """A hand laid open, at hu or by one who cannot discard; with the lucky card, where one may have been turned."""
    middle, offer = _of_area(look, len(state.players)), state.table.offer
    turned = {card for which in middle for card in _readings(look, which)}
    hands: list[Cards] = []
    for each in _may_be_hand(state, look, those):
        likely = _hands(look, each)
        hands += [*likely, *_completed(state, likely, player)]
    for hand in dict.fromkeys(hands):
        if offer:
            yield from (Hu(player, hand, lucky) for lucky in (None, *sorted(turned)))
        elif set(hand) <= set(GENERALS):
            yield Stuck(player, hand)


def _may_be_hand(state: State, look: Held, those: Sequence[int]) -> Iterator[list[int]]:
    """The strips that may be a hand: all, or all but the card on offer, laid there too, or but the least legible."""
    log_p, offer = look.log_p[those], state.table.offer
    least = int(log_p.max(1).argmin())
    claimed = int(log_p[:, _OF_CARD[offer.card]].argmax()) if offer else None
    for out in dict.fromkeys(((), (claimed,), (least,), (claimed, least))):
        yield [which for i, which in enumerate(those) if i not in out]


def _completed(state: State, hands: Sequence[Cards], player: str) -> Iterator[Cards]:
    """Hands of a card more or less than were seen, of the likeliest, that split wholly with the card on offer."""
    size = state.hand(player)
    for hand in hands[:2]:
        if len(hand) == size - 1:
            every = [in_order((*hand, card)) for card in CARDS]
        elif len(hand) == size + 1:
            every = [hand[:i] + hand[i + 1 :] for i in range(len(hand))]
        else:
            every = []
        yield from (each for each in every if not _faults(state, Hu(player, each)))


def _hands(look: Held, those: Sequence[int]) -> list[Cards]:
    """What the strips may be together, the likeliest first, and no card more often than there are copies left."""
    found: list[tuple[float, Cards]] = [(0.0, ())]
    for which in sorted(those, key=lambda i: -float(look.log_p[i].max())):
        longer: dict[Cards, float] = {}
        for log_p, cards in found:
            for card in _readings(look, which):
                if cards.count(card) < COPIES:
                    each = in_order((*cards, card))
                    more = log_p + float(look.log_p[which, _OF_CARD[card]])
                    longer[each] = max(more, longer.get(each, -np.inf))
        found = sorted(((more, each) for each, more in longer.items()), key=lambda each: -each[0])[:_HANDS]
    return [cards for _, cards in found]


def _readings(look: Held, which: int) -> list[Card]:
    """The cards that a new strip is likeliest, the likeliest first."""
    first, *others = np.argsort(-look.log_p[which], kind="stable")[:_READINGS].tolist()
    return [CARDS[i] for i in (first, *(i for i in others if look.seen.p[look.new[which], i] > strips.FLOOR))]


def _of_area(look: Held, area: int) -> list[int]:
    """Which of the new strips lie there."""
    return np.flatnonzero(look.seen.area[look.new] == area).tolist()
