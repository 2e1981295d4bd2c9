"""How many cards lie there, where not all of them are told apart: by how much of the table they cover."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from companion.follow.just4fun_colours import Just4FunColours, of_cards
from companion.follow.likelihood.card_marks import CardsMemory
from companion.follow.likelihood.fields_look import FieldsLook, unread_card
from companion.follow.likelihood.open_cards import FEATURES, account
from companion.follow.weights import read_weights
from models.fit_weights import FOLDER
from models.simulated.cards_camera import CardTable
from models.simulated.noise import read_noise

NONE = np.zeros(0)
WEIGHTS = of_cards(read_weights(FOLDER / "just4fun-colours.json").vector(Just4FunColours.FEATURES))


def looks(laid, merged):
    """A bare table, and one on which cards are ``laid``; those of one colour are seen as one, or not."""
    noise = read_noise("just4fun-colours")
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
    row = account(CardsMemory.first((), bare), now, WEIGHTS).features((), cards)
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
    assert more > 0.7


def test_cards_that_are_all_seen_leave_no_room():
    assert told(("green", "red", "blue"), ("red", "green", "blue")) == [0, 0, 0]


def seen(number, cards):
    return FieldsLook(number, number, 8, 2.0, "plain", NONE, NONE, NONE, NONE, NONE, {}, tuple(cards))


def marks(looks, acts):
    """The marks of the last of some ``looks``, each but that with the cards of what was done by then."""
    memory = CardsMemory.first((), looks[0])
    for look, done in zip(looks[1:-1], acts, strict=True):
        memory = account(memory, look, WEIGHTS).after(done, None, (*memory.discards, *done))
    return account(memory, looks[-1], WEIGHTS).marks


def table():
    """A table with a pile, the cards of which are seen as they are."""
    noise = read_noise("just4fun-colours")
    for kind in ("missed", "doubled", "miscoloured", "merged", "unnoticed"):
        noise = noise.times(kind, 0)
    made = (CardTable(np.random.default_rng(seed), noise) for seed in range(99))
    return next(each for each in made if each.has_pile)


def played(then):
    """Looks at a table: a green card was played and cleared away, then a red one, and ``then`` one more is laid."""
    cards = table()
    looks = [seen(1, cards.look(1, 0, False, False))]
    for act, laid in ((1, "green"), (2, "red")):
        cards.lay(Counter([laid]), act)
        looks.append(seen(2 * act, cards.look(2 * act, 0, False, False)))
        cards.clear(act)
        looks.append(seen(2 * act + 1, cards.look(2 * act + 1, 0, False, False)))
    cards.lay(Counter([then]), 3)
    return [*looks, seen(6, cards.look(6, 0, False, False))]


PLAYED = ("green",), (), ("red",), ()


def test_a_card_of_the_colour_of_one_just_cleared_away_may_be_that():
    [on_the_pile] = [mark for mark in marks(played("green")[:3], [("green",)]) if mark.came_now]
    assert on_the_pile.doubt == "one cleared away"


def test_a_card_that_came_to_lie_on_the_pile_is_not_laid_a_stretch_later():
    cards = table()
    looks = played("red")[:5]
    cards.lay(Counter(["red"]), 1)
    [red] = cards.look(9, 0, False, False)
    pile = looks[4].cards[0].centre
    at_hand = replace(red, corners=red.corners - red.centre - pile)
    looks.append(seen(6, [*looks[4].cards, at_hand]))
    [laid] = [mark for mark in marks(looks, PLAYED) if mark.came_now]
    assert laid.doubt is None


def test_a_mark_of_the_cloth_that_is_seen_no_more_was_no_card_that_was_cleared_away():
    cards = table()
    cards.lay(Counter(["green"]), 1)
    [laid] = cards.look(2, 0, False, False)
    mark = replace(laid, confidence=0.1, corners=laid.corners + 3)
    [came] = [mark for mark in marks([seen(1, [mark]), seen(2, [laid])], []) if mark.came_now]
    assert came.doubt is None


def test_a_card_that_others_cover_on_the_pile_was_not_cleared_away():
    [laid] = [mark for mark in marks(played("green"), PLAYED) if mark.came_now]
    assert laid.doubt is None


def test_a_card_that_was_not_seen_meanwhile_may_be_the_old_one_or_a_new_one():
    cards = table()
    bare = seen(1, cards.look(1, 0, False, False))
    cards.lay(Counter(["green"]), 1)
    looks = [bare, *(seen(number, cards.look(number, 0, False, False)) for number in (2, 3, 4))]
    looks[2] = seen(3, ())
    assert [mark.doubt for mark in marks(looks, [("green",), ()]) if mark.came_now] == ["seen again"]


def test_a_card_where_cards_are_laid_is_sooner_one_that_was_laid():
    look = played("green")
    usual = FEATURES.index("card: log of how usual its place is")
    memory = CardsMemory.first((), look[0])
    for each, done in zip(look[1:5], PLAYED, strict=True):
        memory = account(memory, each, WEIGHTS).after(done, (), (*memory.discards, *done))
    assert account(memory, look[5], WEIGHTS).features((), ("green",))[usual] > 1


def left_over(faulty=None):
    """A green and a red card came to lie there; an act was done with the green one alone, legal or ``faulty``. What
    is remembered then, and the look a moment later."""
    cards = table()
    bare = seen(1, cards.look(1, 0, False, False))
    cards.lay(Counter(["green", "red"]), 1)
    now, later = (seen(number, cards.look(number, 0, False, False)) for number in (2, 3))
    done = () if faulty else ("green",)
    after = account(CardsMemory.first((), bare), now, WEIGHTS).after(done, faulty, done)
    return after, later


@pytest.mark.parametrize("faulty", [None, ("green",)])
def test_what_an_act_leaves_over_is_told_of_that_act_and_not_of_the_next_one_too(faulty):
    memory, later = left_over(faulty)
    of_red = [mark for mark in memory.new if not mark.of_fault]
    assert [mark.doubt for mark in of_red] == ["left over before"]
    row = account(memory, later, WEIGHTS).features((), ())
    assert row[FEATURES.index("no card: seen for certain")] == 0
    assert row[FEATURES.index("no card: left over before")] > 0.5


@pytest.mark.parametrize(("act", "what"), [((), "no card"), (None, "to come")])
def test_cards_that_are_gone_went_together(act, what):
    cards = table()
    bare = seen(1, cards.look(1, 0, False, False))
    cards.lay(Counter(["green", "green", "green"]), 1)
    laid = seen(2, cards.look(2, 0, False, False))
    memory = account(CardsMemory.first((), bare), laid, WEIGHTS).after((), None, ())
    gone = account(memory, seen(3, ()), WEIGHTS).features((), act)
    assert 0.9 < gone[FEATURES.index(f"{what}: laid before, gone now")] < 1


def test_what_an_act_left_over_may_be_a_card_of_the_next_one():
    memory, later = left_over()
    row = account(memory, later, WEIGHTS).features((), ("red",))
    assert row[FEATURES.index("card: left over before")] == 1
    assert row[FEATURES.index("card: not seen")] == 0


def test_what_two_acts_left_over_is_old():
    memory, later = left_over()
    after = account(memory, later, WEIGHTS).after(("green",), None, ("green", "green"))
    assert not after.new


@pytest.mark.parametrize(("stretches", "lies"), [(4, True), (5, False)])
def test_what_was_read_as_no_card_is_forgotten_after_some_stretches(stretches, lies):
    unread = seen(1, [unread_card(np.array([5.0, 0.0]))])
    now = account(CardsMemory.first((), unread), seen(1 + stretches, []), WEIGHTS)
    assert bool(now.old) is lies


def test_a_card_laid_where_something_was_read_as_no_card_is_not_that_seen_twice():
    cards = table()
    cards.lay(Counter(["green"]), 1)
    laid = cards.look(3, 0, False, False)
    memory = CardsMemory.first((), seen(1, [unread_card(laid[0].centre)]))
    row = account(memory, seen(3, laid), WEIGHTS).features((), ())
    assert row[FEATURES.index("no card: seen twice")] == 0
