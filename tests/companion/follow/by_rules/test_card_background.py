"""Which of the marks that look like cards are some is told by what the table looked like before."""

from types import SimpleNamespace

import pytest

from companion.follow.by_rules import card_background as background
from companion.follow.by_rules.card_background import CardBackground
from tests.companion.shown_table import BOARD
from tests.vision.stone_table.test_background import cloth, mark, view, with_card


def cards_in(table, marks, seen):
    cards, _ = table.look_over(marks, seen, BOARD)
    return cards


CHECK, LAID = mark(1.1, 4.8, 0.95), mark(0.0, 4.8, 0.99)


def test_what_lay_there_before_any_card_was_played_is_none_though_it_looks_surely_like_one():
    table = CardBackground(6)
    table.learn(view(cloth()), [])
    (seen,) = cards_in(table, [CHECK, LAID], view(with_card(cloth(1), LAID)))
    assert seen.corners_board is LAID.corners_board


def test_a_card_that_lay_there_from_the_start_is_one():
    table = CardBackground(6)
    table.learn(view(with_card(cloth(), LAID)), [LAID])
    assert len(cards_in(table, [LAID], view(with_card(cloth(1), LAID)))) == 1


def test_a_card_looks_as_when_the_last_act_was_told_until_it_is_taken_away():
    table = CardBackground(6)
    table.learn(view(cloth()), [])
    table.act_told(view(with_card(cloth(1), LAID)))
    (seen,) = cards_in(table, [LAID], view(with_card(cloth(2), LAID)))
    assert seen.as_before
    assert cards_in(table, [], view(cloth(3))) == ()
    (seen,) = cards_in(table, [LAID], view(with_card(cloth(4), LAID)))
    assert not seen.as_before


def test_how_much_of_the_table_is_covered_where_a_card_lies_is_known():
    table = CardBackground(6)
    table.learn(view(cloth()), [])
    (alone,) = cards_in(table, [LAID], view(with_card(cloth(1), LAID)))
    another = mark(0.6, 4.8, 0.99)
    (seen,) = cards_in(table, [LAID], view(with_card(with_card(cloth(1), LAID), another)))
    assert alone.component and seen.component
    assert 1.5 < seen.component_area / alone.component_area < 1.9


DARK = (95, 50, 90)  # on the cloth hardly seen


@pytest.fixture
def second_sight(monkeypatch):
    """What more contrast shows is said here; it is noted where it was asked for."""
    sight = SimpleNamespace(shows=(), asked=[])

    def shown(view, where, board):
        sight.asked.append(where)
        return sight.shows

    monkeypatch.setattr(background, "cards_at_second_sight", shown)
    return sight


def test_where_something_lies_that_no_card_explains_is_looked_at_again(second_sight):
    table, card = CardBackground(6), mark(4.6, 0.2, 0.7)
    table.learn(view(cloth()), [])
    second_sight.shows = (card,)
    (seen,), unread = table.look_over([], view(with_card(cloth(1), card, DARK)), BOARD)
    assert seen.corners_board is card.corners_board and unread == ()
    (where,) = second_sight.asked
    assert where[78, 126] and not where[78, 140]  # cells of a tenth of a field, the board in the middle


def test_what_a_second_sight_does_not_show_either_stays_unread(second_sight):
    table = CardBackground(6)
    table.learn(view(cloth()), [])
    cards, (place,) = table.look_over([], view(with_card(cloth(1), LAID, DARK)), BOARD)
    assert cards == () and place == pytest.approx([0.0, 4.8], abs=0.2)


def test_nothing_is_looked_at_again_where_the_cards_seen_are_all_that_came(second_sight):
    table = CardBackground(6)
    assert table.look_over([], view(with_card(cloth(1), LAID)), BOARD) == ((), ())  # nothing is known yet
    table.learn(view(cloth()), [])
    cards, unread = table.look_over([LAID], view(with_card(cloth(1), LAID)), BOARD)
    assert len(cards) == 1 and unread == () and second_sight.asked == []
