"""Which of the marks that look like cards are some is told by what the table looked like before."""

from companion.table_top import TableTop
from tests.vision.test_table_before import cloth, mark, view, with_card

CHECK, LAID = mark(1.1, 4.8, 0.95), mark(0.0, 4.8, 0.99)


def test_what_lay_there_before_any_card_was_played_is_none_though_it_looks_surely_like_one():
    table = TableTop(6)
    table.learn(view(cloth()), [])
    (seen,) = table.cards_among([CHECK, LAID], view(with_card(cloth(1), LAID)))
    assert seen.corners_board is LAID.corners_board


def test_a_card_that_lay_there_from_the_start_is_one():
    table = TableTop(6)
    table.learn(view(with_card(cloth(), LAID)), [LAID])
    assert len(table.cards_among([LAID], view(with_card(cloth(1), LAID)))) == 1


def test_a_card_looks_as_when_the_last_act_was_told_until_it_is_taken_away():
    table = TableTop(6)
    table.learn(view(cloth()), [])
    table.act_told(view(with_card(cloth(1), LAID)))
    (seen,) = table.cards_among([LAID], view(with_card(cloth(2), LAID)))
    assert seen.as_before
    assert table.cards_among([], view(cloth(3))) == ()
    (seen,) = table.cards_among([LAID], view(with_card(cloth(4), LAID)))
    assert not seen.as_before


def test_how_much_of_the_table_is_covered_where_a_card_lies_is_known():
    table = TableTop(6)
    table.learn(view(cloth()), [])
    (alone,) = table.cards_among([LAID], view(with_card(cloth(1), LAID)))
    another = mark(0.6, 4.8, 0.99)
    (seen,) = table.cards_among([LAID], view(with_card(with_card(cloth(1), LAID), another)))
    assert alone.component and seen.component
    assert 1.5 < seen.component_area / alone.component_area < 1.9
