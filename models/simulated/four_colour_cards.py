"""Four Colour Cards as people play it, and as the eyes would see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.follow import strips
from companion.follow.four_colour_cards import FourColourCards, StripLook, in_order, lying, tables
from companion.follow.hypothesis import Step
from companion.follow.strips import Key, Lies
from models.fitting.examples import Moment
from models.simulated.noise import Noise
from models.simulated.play import FAULTY, HALF_DONE, IDLE, TAKEN_BACK, settled
from models.simulated.strip_camera import StripCamera
from referee import four_colour_cards as rules
from referee.four_colour_acts import Act, Discard, Draw, Exhausted, Hu, Meld, Options, State, Stuck
from referee.four_colour_deck import CARDS, COPIES, GENERALS, Cards, colour_of, rank_of
from referee.four_colour_melds import COMMAND, FIELD, melds_with
from referee.four_colour_score import splits_wholly

GAME = FourColourCards()
SIGNS = strips.SIGNS
MOST_ACTS = 80
CLAIMS, SEES_HU, NO_LUCKY = (
    0.7,
    0.95,
    0.03,
)  # how often who can takes a card; calls hu; forgets the lucky card
QUICK = 0.15  # how often who melds discards in one go, and who draws a general takes it in one go
LATE = 0.3  # how often a game is looked at from the end of a round on only
SWEPT = 0.5  # how often the strips of a round that is over are swept off by the next stretch


@dataclass(frozen=True)
class Deal:
    """A game with the cards that are hidden: each player's hand, and the deck from the top down."""

    state: State
    hands: tuple[Cards, ...]
    deck: Cards

    def hand(self, player: str) -> Cards:
        """The cards in a player's hand."""
        return self.hands[self.state.players.index(player)]


def deal(rng: np.random.Generator, state: State) -> Deal:
    """The cards of a round that begins."""
    deck = [card for card in CARDS for _ in range(COPIES)]
    deck = [deck[i] for i in rng.permutation(len(deck))]
    hands = []
    for size in state.hands:
        hands.append(tuple(deck[:size]))
        deck = deck[size:]
    return Deal(state, tuple(hands), tuple(deck))


def after(rng: np.random.Generator, dealt: Deal, act: Act) -> Deal:
    """What there is after an act that stands; a new deal after one that ends a round."""
    state = rules.accept(dealt.state, act)
    if state.rounds_over != dealt.state.rounds_over:
        return deal(rng, state)
    deck, gone = dealt.deck, Counter[str]()
    match act:
        case Draw():
            deck = deck[1:]
        case Discard():
            gone = Counter([act.card])
        case Meld():
            offer = dealt.state.table.offer
            gone = Counter(act.cards) - Counter([offer.card] if offer and offer.card in act.cards else [])
    player = getattr(act, "player", None)
    hands = tuple(
        tuple((Counter(hand) - gone).elements()) if who == player else hand
        for who, hand in zip(state.players, dealt.hands, strict=True)
    )
    return Deal(state, hands, deck)


def legal(rng: np.random.Generator, dealt: Deal) -> Act | None:
    """What a sensible player does next; None after the end."""
    state, offer = dealt.state, dealt.state.table.offer
    if rules.outcome(state):
        return None
    if offer is None:
        hand = dealt.hand(state.on_turn)
        least = sorted(
            (_worth(hand, card) + rng.random(), card) for card in sorted(set(hand) - set(GENERALS))
        )
        return Discard(state.on_turn, least[0][1]) if least else Stuck(state.on_turn, in_order(hand) or None)
    claims = sorted(_claims(rng, dealt), key=lambda claim: rules.precedence(state, offer, claim))
    if claims:
        return claims[0]
    return Draw(state.on_turn, dealt.deck[0]) if dealt.deck else Exhausted()


def _claims(rng: np.random.Generator, dealt: Deal) -> Iterator[Meld | Hu]:
    """Those that the players make of the card on offer."""
    state, offer = dealt.state, dealt.state.table.offer
    assert offer is not None
    for player in state.players:
        hand = dealt.hand(player)
        lucky = dealt.deck[0] if dealt.deck and rng.random() > NO_LUCKY else None
        hu = Hu(player, in_order(hand), lucky)
        if splits_wholly(state, hand) and rng.random() < SEES_HU and rules.judge(state, hu).legal:
            yield hu
        must = rules.general_waits(state) and player == offer.player
        for cards in melds_with(offer.card):
            held = not Counter(cards) - Counter([*hand, offer.card])
            claim = Meld(player, in_order(cards))
            if held and rules.judge(state, claim).legal and (must or rng.random() < CLAIMS):
                yield claim


def faulty(rng: np.random.Generator, dealt: Deal) -> Act | None:
    """A mistake that people make, None if none is at hand."""
    state, offer = dealt.state, dealt.state.table.offer
    player = state.players[int(rng.integers(len(state.players)))]
    hand = dealt.hand(player)
    kind = rng.random()
    if not hand or rules.outcome(state):
        return None
    if offer is None:
        generals = [card for card in dealt.hand(state.on_turn) if card in GENERALS]
        if kind < 0.6:
            return Discard(state.on_turn, generals[0]) if generals else None
        return _from_hand(rng, player, hand)
    if rules.general_waits(state) and kind < 0.5:
        return Draw(state.on_turn, dealt.deck[0]) if dealt.deck else None
    if kind < 0.5:
        held = [
            cards for cards in melds_with(offer.card) if not Counter(cards) - Counter([*hand, offer.card])
        ]
        claims = [
            claim for cards in held if rules.judge(state, claim := Meld(player, in_order(cards))).faults
        ]
        return claims[int(rng.integers(len(claims)))] if claims else None
    if kind < 0.8:
        some = rng.permutation(len(hand))[: int(rng.integers(1, 3))]
        return Meld(player, in_order((offer.card, *(hand[i] for i in some))))
    if kind < 0.9:
        return _from_hand(rng, player, hand)
    back = int(rng.integers(0, 2)) * int(rng.integers(1, 3))  # so many cards are held back
    lucky = dealt.deck[0] if dealt.deck and rng.random() < 0.5 else None
    return Hu(player, in_order(hand[back:]), lucky) if len(hand) - back > 1 and rng.random() < 0.3 else None


def _from_hand(rng: np.random.Generator, player: str, hand: Cards) -> Meld | None:
    """A meld of cards in hand only."""
    card = hand[int(rng.integers(len(hand)))]
    melds = [cards for cards in melds_with(card) if not Counter(cards) - Counter(hand)]
    return Meld(player, in_order(melds[int(rng.integers(len(melds)))])) if melds else None


def _worth(hand: Cards, card: str) -> float:
    """How much a card is worth keeping."""
    rank, colour = rank_of(card), colour_of(card)
    camp = next((ranks for ranks in (COMMAND, FIELD) if rank in ranks), set())
    others = sum(f"{colour}-{other}" in hand for other in camp - {rank})
    if rank == "soldier":
        others = len({other for other in hand if rank_of(other) == "soldier"}) - 1
    return 3 * (hand.count(card) - 1) + (4 if others >= 2 else others)


@dataclass(frozen=True)
class Scene:
    """The table at rest for a while, as in ``models.simulated.play``, with the strips that lie open."""

    dealt: Deal
    fault: Act | None
    lies: Lies
    done: tuple[Step[Act], ...] = ()
    half_done: bool = False
    settled_for_s: float = 1.0
    on_the_way: Lies | None = None  # how they lay between two acts that were done in one go


def begin(rng: np.random.Generator) -> Deal:
    """A game of 2 to 4 players, a round or two; at times one that was begun before, and that has used up its deck."""
    players = ("ann", "bo", "cy", "di")[: int(rng.integers(2, 5))]
    options = Options(rounds=int(rng.integers(1, 3)))
    dealt = deal(rng, rules.start(players, options))
    left = int(rng.integers(1, 6)) if rng.random() < LATE else 0
    while left and len(dealt.deck) > left and (act := legal(rng, dealt)):
        dealt = after(rng, dealt, act)
    return deal(rng, rules.start(players, options)) if rules.outcome(dealt.state) else dealt


def scenes(rng: np.random.Generator, dealt: Deal) -> Iterator[Scene]:
    """A game, scene by scene."""
    yield Scene(dealt, None, lying(dealt.state), settled_for_s=settled(rng))
    waiting: tuple[Step[Act], ...] = ()
    fault: Act | None = None
    on_the_way: Lies | None = None
    for _ in range(MOST_ACTS):
        if fault is not None:
            back = isinstance(fault, Hu) or rng.random() < TAKEN_BACK
            waiting = (*waiting, Step("restored" if back else "accepted", fault))
            dealt = dealt if back else after(rng, dealt, fault)
            if back and rng.random() < 0.7:
                yield Scene(dealt, None, lying(dealt.state), waiting, settled_for_s=settled(rng))
                waiting = ()
            fault = None
        wrong = faulty(rng, dealt) if rng.random() < FAULTY else None
        act = wrong if wrong is not None and rules.judge(dealt.state, wrong).faults else legal(rng, dealt)
        if act is None:
            break
        if not waiting and rng.random() < HALF_DONE:
            lies, half_done = _half_way(rng, dealt.state, act)
            yield Scene(dealt, None, lies, (), half_done, settled(rng, half_done=True))
        faults = rules.judge(dealt.state, act).faults
        waiting = (*waiting, Step("act", act, faults))
        before, lies = dealt, _any_of(rng, tables(dealt.state, act))
        if faults:
            fault = act
        else:
            dealt = after(rng, dealt, act)
            if len(waiting) == 1 and isinstance(act, Meld) and rng.random() < QUICK:
                on_the_way = lies
                continue
        yield from _resting(rng, Scene(dealt, fault, lies, waiting, on_the_way=on_the_way), before)
        waiting, on_the_way = (), None


def _resting(rng: np.random.Generator, scene: Scene, before: Deal) -> Iterator[Scene]:
    """The scene after an act, for as long as nothing is done; strips of a round that is over are swept off."""
    yield replace(scene, settled_for_s=settled(rng))
    ended = before.state.rounds_over != scene.dealt.state.rounds_over
    lies = scene.lies
    while rng.random() < IDLE or (ended and lies):
        if ended and rng.random() < SWEPT:
            lies = Counter()
        yield Scene(scene.dealt, scene.fault, lies, settled_for_s=settled(rng))


def _any_of(rng: np.random.Generator, ways: tuple[Lies, ...]) -> Lies:
    return ways[int(rng.integers(len(ways)))]


def _half_way(rng: np.random.Generator, state: State, act: Act) -> tuple[Lies, bool]:
    """How the strips lie when an act is half done, and whether that can be seen."""
    lies, then = lying(state).copy(), tables(state, act)[-1]
    if isinstance(act, Exhausted) or not then:
        return lies, False
    changes = [(key, 1) for key in (then - lies).elements()] + [(key, -1) for key in (lies - then).elements()]
    some = [change for change in changes if rng.random() < 0.5]
    if len(some) == len(changes):
        some = some[1:]
    for key, count in some:
        lies[key] += count
    return +lies, bool(some)


class Floor:
    """The strips that lie open, each with a number of its own."""

    def __init__(self) -> None:
        """Nothing lies open."""
        self.strips: dict[int, Key] = {}
        self._next = 0

    def lay(self, lies: Lies) -> None:
        """Take away, and lay, until they lie so."""
        lacking = +lies
        for number, key in list(self.strips.items()):
            if lacking[key] > 0:
                lacking[key] -= 1
            else:
                del self.strips[number]
        for key in (+lacking).elements():
            self.strips[self._next] = key
            self._next += 1


def moments(seed: int, noise: Noise) -> Iterator[Moment[State, Act, StripLook]]:
    """The game of that number: what the eyes would say at each look, and what was done."""
    rng = np.random.default_rng([seed, 3])
    dealt = begin(rng)
    floor, camera, t = Floor(), StripCamera(rng, len(dealt.state.players) + 1, noise), 0.0
    for scene in scenes(rng, dealt):
        if scene.on_the_way is not None:
            floor.lay(scene.on_the_way)
        floor.lay(scene.lies)
        shown = any(isinstance(step.act, Hu) for step in scene.done)  # so that all can see it
        arm = rng.random() < noise.arm and not shown
        for done, hidden in ((scene.done, arm), ((), False))[: 1 + arm]:  # an arm is away before the next act
            t += 2.0 + scene.settled_for_s
            seen = camera.look(floor.strips, hidden)
            looks = min(8, int(scene.settled_for_s / 0.1))
            look = StripLook(t, looks, scene.settled_for_s, camera.condition, seen)
            yield Moment(look, done, scene.dealt.state, scene.fault, scene.half_done)
