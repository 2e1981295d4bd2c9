"""Tables of Four Colour Cards for the tests, written down."""

from __future__ import annotations

from referee import four_colour_cards as rules
from referee.four_colour_acts import Claim, Discard, Draw, Hu, Meld, Offer, OpenCards, Options, Stuck
from referee.four_colour_deck import card_from_name
from referee.four_colour_score import settlement

# Hands of 20 that are melds together with a white cannon: of 9 and of 12 points (a pair takes it in).
NINE = "r-g g-g y-g r-s g-s y-s 3xr-h 2xw-a 2xw-e 2xr-ch 2xg-ch 2xy-ca w-ca"
TWELVE = "r-s g-s y-s w-s 3xr-h 3xg-h r-g 2xw-a 2xw-e 2xr-ch 2xg-ch w-ca"
FIELD = "w-h w-ch w-ca"


def cards(text):
    """Cards cut short: "3xr-ch w-g"."""
    found = []
    for word in text.split():
        count, times, name = word.partition("x")
        found += [card_from_name(name)] * int(count) if times else [card_from_name(word)]
    return tuple(found)


def game(players="ann bo cy", offer=None, turn=None, melds=None, passed="", **options):
    """A round under way. `offer`: "ann drew r-ch" or "ann discarded r-ch"; without one, `turn` must discard.

    `melds`: {"bo": "r-g, 3xr-ch"}.
    """
    state = rules.start(players.split(), Options(**options))
    laid = [(melds or {}).get(player, "").split(",") for player in state.players]
    table = OpenCards(
        melds=tuple(tuple(cards(meld) for meld in each if meld.strip()) for each in laid),
        passed=cards(passed),
        offer=_offer(offer) if offer else None,
    )
    return rules.with_table(state, table, turn)


def discard(player, card):
    return Discard(player, *cards(card))


def draw(player, card):
    return Draw(player, *cards(card))


def meld(player, text):
    return Meld(player, cards(text))


def claim(player, word):
    return Claim(player, word)


def hu(player, hand, lucky=None):
    return Hu(player, cards(hand), *cards(lucky or ""))


def stuck(player, hand=None):
    return Stuck(player, None if hand is None else cards(hand))


def faults(state, act):
    return list(rules.judge(state, act).faults)


def after(state, *acts):
    for act in acts:
        state = rules.apply(state, act)
    return state


def settled(state, act):
    """What a round counts that a legal act ends."""
    assert faults(state, act) == []
    return settlement(state, act)


def _offer(text):
    player, how, card = text.split()
    return Offer(*cards(card), player, drawn=how == "drew")
