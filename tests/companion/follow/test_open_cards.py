"""How many cards lie there, where not all of them are told apart: by how much of the table they cover."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from companion.follow.likelihood.card_marks import CardsMemory
from companion.follow.likelihood.fields_look import FieldsLook
from companion.follow.likelihood.open_cards import FEATURES, account
from models.simulated.cards_camera import CardTable
from models.simulated.noise import read_noise

NONE = np.zeros(0)


def looks(laid, merged):
    """A bare table, and one on which cards are ``laid``; those of one colour are seen as one, or not."""
    noise = read_noise()
    for kind in ("missed", "doubled", "miscoloured", "merged"):
        noise = noise.times(kind, 0)
    table = CardTable(np.random.default_rng(4), replace(noise, merged=float(merged)))
    for number, cards in ((1, ()), (2, laid)):
        table.lay(Counter(cards), 1)
        seen = table.look(number, 0, False, False)
        yield FieldsLook(number, number, 8, 2.0, "plain", NONE, NONE, NONE, NONE, NONE, {}, seen)


def told(laid, cards, merged=False):
    """What is told of ``laid`` cards being these ``cards``: there is no room for some, there is room for more."""
    bare, now = looks(laid, merged)
    row = account(CardsMemory.first((), bare), now).features((), cards, False)
    names = "card: not seen", "cards: no room for those not seen", "cards: room for more"
    return [float(row[FEATURES.index(name)]) for name in names]


def test_where_one_card_lies_there_is_no_room_for_two():
    unseen, no_room, _ = told(("green",), ("green", "green"))
    assert unseen == 1
    assert no_room > 0.6


def test_where_two_are_seen_as_one_there_is_room_for_the_other():
    unseen, no_room, _ = told(("green", "green"), ("green", "green"), merged=True)
    assert unseen == 1
    assert no_room < 0.4


def test_where_two_are_seen_as_one_there_is_room_for_more_than_one():
    unseen, no_room, more = told(("green", "green"), ("green",), merged=True)
    assert (unseen, no_room) == (0, 0)
    assert more > 0.4


def test_cards_that_are_all_seen_leave_no_room():
    assert told(("green", "red", "blue"), ("red", "green", "blue")) == [0, 0, pytest.approx(0.4, abs=0.4)]
