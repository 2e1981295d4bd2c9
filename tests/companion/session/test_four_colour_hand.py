"""A hand laid open that cannot be read whole: people are told how much of it is read, and asked for the rest."""

import numpy as np

from companion.follow.likelihood.strip_memory import StripsSeen
from companion.session.games.four_colour_hand import hand_laid_open
from referee import four_colour_cards as rules
from referee.four_colour_acts import Discard, Draw
from referee.four_colour_deck import CARDS

BO, MIDDLE = 1, 3
HAND = ("red-chariot",) * 4 + ("yellow-horse",) * 4 + ("green-cannon",) * 4 + ("white-advisor",) * 4
HAND += ("red-general",) * 4


def offered():
    """A game in which a card lies on offer, and another one that nobody claimed."""
    state = rules.accept(rules.start(("ann", "bo", "cy")), Discard("ann", "red-horse"))
    return rules.accept(state, Draw("bo", "green-general"))


def seen(at_bo, in_the_middle, badly=0):
    """Strips as they are read; the first ``badly`` many before bo cannot be read."""
    cards = [*at_bo, *in_the_middle]
    p = np.eye(len(CARDS))[[CARDS.index(card) for card in cards]]
    p[:badly] = 1 / len(CARDS)
    area = np.array([BO] * len(at_bo) + [MIDDLE] * len(in_the_middle))
    return StripsSeen(1, area, p, np.ones(len(cards)), np.zeros(4), {})


def test_a_hand_is_read_but_for_a_strip():
    hand = hand_laid_open(offered(), seen(HAND, ["red-horse", "green-general"], badly=1))
    assert (hand.player, hand.read, hand.size) == ("bo", 19, 20)
    assert hand.fields() == {"act": "hu", "player": "bo", "hand": [*sorted(HAND[1:]), None]}


def test_the_card_on_offer_may_lie_with_it_and_the_lucky_one_be_turned():
    hand = hand_laid_open(offered(), seen([*HAND, "green-general"], ["red-horse", "white-horse"]))
    assert sorted(hand.cards) == sorted(HAND)
    assert hand.lucky == "white-horse"


def test_a_strip_that_is_not_seen_is_left_open():
    hand = hand_laid_open(offered(), seen(HAND[:-2], ["red-horse", "green-general"]))
    assert (hand.read, hand.size, hand.fields()["hand"][-2:]) == (18, 20, [None, None])


def test_a_meld_is_no_hand():
    assert hand_laid_open(offered(), seen(HAND[:4], ["red-horse", "green-general"])) is None


def test_where_no_card_is_on_offer_nobody_shows_a_hand():
    assert hand_laid_open(rules.start(("ann", "bo", "cy")), seen(HAND, [])) is None
