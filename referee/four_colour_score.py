"""What a round of Four Colour Cards counts, and who pays whom."""

from __future__ import annotations

from dataclasses import dataclass

from referee.four_colour_acts import HAND, Act, Hu, Meld, Options, State, Stuck, empties, melded
from referee.four_colour_claims import judged_in
from referee.four_colour_deck import COPIES, GENERALS, Card, Cards
from referee.four_colour_melds import CountedMeld, Split, best_split, kind_of, total


@dataclass(frozen=True)
class Settlement:
    """What a player's melds count, and what each player gets (or, below 0, pays), in the players' order.

    `melds` are all of his, those laid before first; `points` leave the lucky ones out. `hidden` generals are in
    his hand and were not shown: each counts as one alone, whatever it is.
    """

    melds: Split
    points: int
    lucky: int
    reached: bool  # the threshold
    pays: tuple[int, ...]
    hidden: int = 0


def settlement(state: State, act: Act) -> Settlement | None:
    """Return what a round counts that `act` ends; None for acts at whose end nobody's points are counted.

    At hu, the meld that takes in the card on offer counts as the option says, the rest of the hand as in hand. A
    hand that does not split wholly counts nothing. Who is stuck has only generals in hand, or after a meld no card.
    """
    state = judged_in(state, act)
    match act:
        case Hu(player, hand, lucky):
            return _settled(state, player, _split(state, hand), lucky if state.stock else None)
        case Stuck(player, hand):
            hidden = state.hand(player) if hand is None and not can_discard(state, act) else 0
            return _settled(state, player, best_split(hand or ()), None, hidden)
        case Meld(player) if empties(state, act):
            return settlement(melded(state, act), Stuck(player))
    return None


def splits_wholly(state: State, hand: Cards) -> bool:
    """True if `hand` and the card on offer are melds without a card left over."""
    return _split(state, hand) is not None


def can_discard(state: State, act: Stuck) -> bool:
    """True if who calls himself stuck has a card that is no general: one that he shows, or by his hand's size."""
    if any(card not in GENERALS for card in act.hand or ()):
        return True
    unseen = sum(COPIES - state.table.count(general) for general in GENERALS)
    return state.hand(act.player) > unseen


def pays(players: int, caller: int, points: int, options: Options) -> tuple[int, ...]:
    """Return what each player gets, or pays: `points` (lucky ones added) of the player with index `caller`.

    Below the threshold the caller pays each other player as if all of it were missing. The sum is 0.

    >>> pays(3, 0, 9, Options()), pays(4, 1, 12, Options())
    ((-22, 11, 11), (-3, 9, -3, -3))
    """
    above = points - options.threshold
    from_each = options.base + above if above >= 0 else -options.threshold - options.base
    return tuple(from_each * (players - 1) if index == caller else -from_each for index in range(players))


def lucky_points(melds: Split, points: int, lucky: Card | None, options: Options) -> int:
    """Return what the lucky card adds to `points`: one for each identical card in `melds`, if it counts."""
    counts = options.lucky == "towards" or (options.lucky == "above" and points >= options.threshold)
    same = sum(meld.cards.count(lucky) for meld in melds) if lucky else 0
    return min(same, COPIES - 1) if counts else 0


def _settled(
    state: State, player: str, split: Split | None, lucky: Card | None, hidden: int = 0
) -> Settlement:
    options, index = state.options, state.players.index(player)
    # What a person let lie although it is no meld counts nothing.
    laid = tuple(CountedMeld(cards, "table") for cards in state.table.melds[index] if kind_of(cards))
    melds = (*laid, *(split or ()))
    points = total(melds) + hidden
    extra = lucky_points(melds, points, lucky, options)
    return Settlement(
        melds=melds,
        points=points,
        lucky=extra,
        reached=points + extra >= options.threshold,
        pays=pays(len(state.players), index, points + extra, options),
        hidden=hidden,
    )


def _split(state: State, hand: Cards) -> Split | None:
    """The best split of a hand shown at hu. None, too, for more cards than any hand has."""
    if len(hand) > HAND + 1:
        return None
    offer = state.table.offer
    return best_split(hand, offer.card if offer else None, state.options.claimed)
