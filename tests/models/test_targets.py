"""What the networks of cards are taught: a card is marked where it shows, and its edge where it lies over another."""

import numpy as np
import pytest

from models.training.targets import COVERED, card_targets, fan_targets, topmost

SHAPE = (40, 60)
NO_HAND = np.zeros(SHAPE, bool)


def upright(left, top, width=10, height=16):
    return np.array(
        [[left, top], [left + width, top], [left + width, top + height], [left, top + height]], float
    )


def marks_at(marks):
    rows, columns = np.nonzero(marks > 0.85)
    return {(int(c), int(r)) for c, r in zip(columns, rows, strict=True)}


def test_a_card_alone_is_marked_in_its_middle_and_shows_its_colour_all_over():
    marks, geometry, kinds, count = card_targets([upright(20, 10)], [3], [1.0], NO_HAND)
    assert (25, 18) in marks_at(marks)
    assert (kinds[11:25, 21:29] == 3).all() and (kinds[:, :19] == -1).all()
    assert np.allclose(np.exp(geometry[2:4, 18, 25]), [10, 16])
    assert count.all()


def test_in_a_fan_each_card_is_marked_on_the_strip_that_shows_and_points_at_its_true_middle():
    fan = [upright(10 + 4 * i, 10) for i in range(3)]
    marks, geometry, kinds, _ = card_targets(fan, [0, 1, 2], [0.4, 0.4, 1.0], NO_HAND)
    assert {x for x, _ in marks_at(marks)} >= {12, 16, 23}
    assert [int(kinds[18, x]) for x in (12, 16, 23)] == [0, 1, 2]
    row, column = 18, 12
    assert np.allclose([column + geometry[0, row, column], row + geometry[1, row, column]], [15, 18])


def test_a_card_deep_in_a_pile_is_neither_wanted_nor_forbidden():
    pile = [upright(20, 10), upright(21, 10)]
    marks, _, kinds, count = card_targets(pile, [5, 6], [0.1, 1.0], NO_HAND)
    assert all(x > 20 for x, _ in marks_at(marks))
    assert (count[topmost(pile, SHAPE) == 0] == 0).any()
    assert (kinds[topmost(pile, SHAPE) == 0] == 5).all()


def test_what_a_hand_covers_shows_no_face():
    hand = NO_HAND.copy()
    hand[:, 25:] = True
    marks, _, kinds, _ = card_targets([upright(20, 10)], [1], [0.5], hand)
    assert (kinds[hand] == -1).all()
    assert all(x < 25 for x, _ in marks_at(marks))


def along(*runs):
    """Labels along a fan's line, from (label, pixels) one after another."""
    return np.concatenate([np.full(pixels, label) for label, pixels in runs])


def test_a_fans_edges_are_where_one_card_gives_way_to_another():
    edges, cards, count = fan_targets(along((-1, 40), (0, 24), (1, 50), (-1, 46)))
    assert list(np.flatnonzero(edges > 0.8)) == [15, 16]
    assert cards[9:29] == pytest.approx([0, *[1] * 18, 0.5])
    assert count.all()


def test_cards_with_a_gap_between_them_have_no_edge_in_common():
    edges, _, _ = fan_targets(along((0, 24), (-1, 12), (1, 28)))
    assert not edges.any()


def test_the_rim_of_a_gap_between_two_cards_that_hardly_part_is_an_edge():
    edges, _, _ = fan_targets(along((0, 24), (-1, 8), (1, 32)))
    assert edges.argmax() in (6, 7) and edges.max() > 0.8


def test_a_sliver_of_a_card_is_none():
    edges, _, _ = fan_targets(along((0, 30), (1, 2), (0, 32)))
    assert not edges.any()


def test_where_a_hand_covers_a_fan_nothing_counts():
    _, _, count = fan_targets(along((0, 24), (COVERED, 10), (1, 30)))
    assert list(np.flatnonzero(count == 0)) == [6, 7, 8]
