"""What cannot be made out is said once, and told as soon as something later makes it clear."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.companion.follow.by_rules.test_played_cards import card
from tests.companion.follow.by_rules.test_session_hands import HAND
from tests.companion.shown_table import PRINTS, names
from vision.stone_table.reading import FIELD_COLOURS


def test_what_cannot_be_made_out_is_said_once(table):
    table.stones[(3, 3)] = ("red",)
    table.lay(PRINTS[3][3])
    events = table.show(sure=0.3) + table.show(sure=0.3)
    assert names(events) == ["unclear"]
    assert names(table.show()) == ["act"]


def test_an_act_is_told_after_three_looks_and_one_that_is_hardly_made_out_after_five(table):
    table.stones[3, 3] = ("red",)
    table.lay(PRINTS[3][3])
    assert table.show(sure=0.5, looks=4) == []
    assert names(table.show(sure=0.5, looks=5)) == ["act"]
    table.stones[4, 4] = ("blue",)
    table.lay(PRINTS[4][4])
    assert names(table.show(looks=3)) == ["act"]


def test_a_fault_is_told_after_five_looks_and_one_that_is_hardly_made_out_after_seven(table):
    table.stones[3, 3] = ("red",)
    table.lay(PRINTS[3][4])
    assert table.show(sure=0.7, looks=6) == []
    assert [e["faults"] for e in table.show(sure=0.7, looks=7)] == [["wrong_colour"]]
    del table.stones[3, 3]
    table.clear()
    table.stones[3, 3] = ("red",)
    table.lay(PRINTS[3][4])
    assert [e["faults"] for e in table.show(looks=5)] == [["wrong_colour"]]


def test_a_stone_plainly_seen_beside_an_unclear_field_is_told_once_the_next_player_has_had_his_turn(table):
    other = next((r, c) for r in range(6) for c in range(3) if PRINTS[r][c] == PRINTS[3][3])
    table.stones[other] = ("red",)  # in truth its print, in a shadow
    table.doubted, table.changed = (other,), (other, (3, 3), (0, 1))
    assert names(table.place("red", (3, 3), PRINTS[3][3])) == ["unclear"]
    assert table.clear() == []
    events = table.place("blue", (0, 1), PRINTS[0][1])
    assert [(e["act"]["player"], e["act"]["cell"], e["legal"]) for e in events[:2]] == [
        ("red", [3, 3], True),
        ("blue", [0, 1], True),
    ]


def test_an_act_that_could_not_be_made_out_is_told_once_the_next_player_has_had_his_turn(table):
    table.doubted = ((3, 3),)
    assert names(table.place("red", (3, 3), PRINTS[3][3])) == ["unclear"]
    assert table.clear() == []
    events = table.place("blue", (0, 1), PRINTS[0][1])
    assert [(e["act"]["player"], e["act"]["cell"], e["legal"]) for e in events] == [
        ("red", [3, 3], True),
        ("blue", [0, 1], True),
    ]
    assert table.session.phase == "playing" and len(table.session.history) == 2


def test_what_could_not_be_made_out_is_not_told_when_its_player_did_something_else(table):
    table.doubted = ((3, 3),)
    table.place("red", (3, 3), PRINTS[3][3])
    del table.stones[3, 3]
    table.doubted = ()
    table.clear()
    (event,) = table.place("red", (0, 1), PRINTS[0][1])
    assert (event["act"]["cell"], event["legal"]) == ([0, 1], True)


def test_a_stone_that_passes_for_its_field_is_told_once_the_next_player_has_had_his_turn(table):
    """Cards were laid, and of the fields that cost so much one looks changed: there the stone was overlooked."""
    table.changed = table.overlooked = ((3, 3),)
    assert table.place("red", (3, 3), PRINTS[3][3]) == []
    assert table.clear() == []
    table.changed = ((3, 3), (0, 1))
    table.stones[0, 1] = ("blue",)
    table.lay(PRINTS[0][1])
    events = table.show(looks=5)
    table.changed = ()  # against the look that was agreed upon
    events += table.show()
    assert [(e["act"]["player"], e["act"]["cell"], e["legal"]) for e in events] == [
        ("red", [3, 3], True),
        ("blue", [0, 1], True),
    ]


RED_FIELDS = [(r, c) for r in range(6) for c in range(6) if PRINTS[r][c] == "red"]


def overlook_a_red_stone(table):
    """Red lays a card, and a stone on a field of its own colour, of which nothing is seen."""
    cell = RED_FIELDS[1]
    table.overlooked = (cell,)
    assert table.place("red", cell, "red") == []
    assert table.clear() == []
    return cell


def test_a_stone_of_which_nothing_is_seen_is_told_by_what_is_paid_on_top_of_it(table):
    cell = overlook_a_red_stone(table)
    table.overlooked, table.counted = (), {cell: 2}
    events = table.place("blue", cell, "red", "red")
    assert [(e["act"]["player"], e["act"]["cell"], e["legal"]) for e in events] == [
        ("red", list(cell), True),
        ("blue", list(cell), True),
    ]


def test_who_places_a_stone_out_of_turn_is_told_so_where_several_may_have_been_overlooked(table):
    overlook_a_red_stone(table)
    (event,) = table.place("blue", (3, 3), PRINTS[3][3])
    assert event["faults"] == ["wrong_player"]


def test_an_act_that_could_not_be_made_out_is_told_by_what_follows_though_a_fault_was_mended_between(table):
    table.place("red", (1, 1), PRINTS[1][1])
    table.clear()
    table.place("blue", (4, 4), PRINTS[4][4])
    table.clear()
    table.doubted = ((3, 3),)
    assert names(table.place("red", (3, 3), PRINTS[3][3])) == ["unclear"]
    table.doubted, table.overlooked = (), ((3, 3),)
    assert table.clear() == []
    taken = table.stones.pop((4, 4))
    (fault,) = table.show()
    table.stones[4, 4] = taken
    assert fault["faults"] == ["stone_removed"] and names(table.show()) == ["restored"]
    events = table.place("blue", (0, 1), PRINTS[0][1])
    assert [(e["act"]["player"], e["act"]["cell"], e["legal"]) for e in events] == [
        ("red", [3, 3], True),
        ("blue", [0, 1], True),
    ]


def test_an_act_in_doubt_now_and_now_not_seen_at_all_is_told_once(table):
    for _ in range(2):
        table.doubted, table.overlooked = ((3, 3),), ()
        table.stones[3, 3] = ("red",)
        table.lay(PRINTS[3][3])
        table.show()
        table.doubted, table.overlooked = (), ((3, 3),)
        table.clear()
    events = table.place("blue", (0, 1), PRINTS[0][1])
    assert [(e["act"]["player"], e["legal"]) for e in events] == [("red", True), ("blue", True)]


def test_who_is_out_of_turn_and_may_have_laid_enough_is_not_told_of_too_few_cards(table):
    for player, cell, price in (("red", (1, 1), 1), ("blue", (1, 1), 2), ("red", (4, 5), 1)):
        assert table.place(player, cell, *[PRINTS[cell[0]][cell[1]]] * price)[0]["legal"]
        table.clear()
    table.stones[1, 1] = ("red", "blue", "red")
    table.cards = [card(PRINTS[1][1], -1, 5), card(PRINTS[1][1], 0, 5, confidence=0.3)]
    assert "act" not in names(table.show())
    table.cards = table.cards[:1]
    (event,) = table.show()
    assert set(event["faults"]) == {"wrong_player", "too_few_cards"}, "where there is no doubt"


def test_who_laid_too_many_is_told_so_though_what_is_faint_may_be_one_more(table):
    assert table.place("red", (1, 1), PRINTS[1][1])[0]["legal"]
    table.clear()
    table.stones[3, 3] = ("blue",)
    sure = [card(PRINTS[3][3], x, 5) for x in (-1, 1)]
    table.cards = [*sure, card(PRINTS[3][3], 0, 5, confidence=0.3)]
    (event,) = table.show()
    assert (event["faults"], event["act"]["cards"]) == (["too_many_cards"], [PRINTS[3][3]] * 2)


def test_who_may_have_laid_enough_is_not_told_to_have_laid_too_few(table):
    for player, cell in (("red", (1, 1)), ("blue", (4, 4))):
        table.place(player, cell, PRINTS[cell[0]][cell[1]])
        table.clear()
    table.stones[4, 4] = ("blue", "red")
    table.cards = [card(PRINTS[3][4], -1, 5), card(PRINTS[3][4], 0, 5, confidence=0.3)]
    assert "act" not in names(table.show())


def test_a_stone_of_which_only_a_faint_card_tells_is_told(table):
    table.doubted = table.changed = ((3, 3),)
    table.stones[3, 3] = ("red",)
    table.cards = [card(PRINTS[3][3], 0, 5, confidence=0.4)]
    assert [(e["act"]["cell"], e["legal"]) for e in table.show(looks=5)] == [([3, 3], True)]


def test_two_cards_read_as_a_faint_large_one_are_two(table):
    for player, cell in (("red", (1, 1)), ("blue", (4, 4))):
        assert table.place(player, cell, PRINTS[cell[0]][cell[1]])[0]["legal"]
        table.clear()
    table.stones[1, 1] = ("red", "red")
    one = card(PRINTS[1][1], 0, 5, confidence=0.4)
    table.cards = [replace(one, corners_board=one.corners_board * [1.2, 1])]
    assert [(e["legal"], len(e["act"]["cards"])) for e in table.show()] == [(True, 2)]


def test_a_faint_card_that_was_cleared_away_before_the_stone_was_clear_still_counts(table):
    table.stones[3, 3] = ("red",)
    table.cards = [card(PRINTS[3][3], 0, 5, confidence=0.4)]
    assert names(table.show(sure=0.3)) == ["unclear"]
    (event,) = table.clear()
    assert (event["legal"], event["act"]["cards"]) == (True, [PRINTS[3][3]])


def between(one, other, x):
    """A card that is as well of one colour as of the other."""
    p = {one: 0.51, other: 0.47}
    return replace(card(one, x, 5), colour_p=tuple(p.get(name, 0.005) for name in FIELD_COLOURS))


def test_cards_of_two_colours_are_told_as_such_though_one_may_be_of_another_colour_still(table):
    assert table.place("red", (1, 1), PRINTS[1][1])[0]["legal"]
    table.clear()
    assert table.place("blue", (2, 2), PRINTS[2][2])[0]["legal"]
    table.clear()
    due, *others = (PRINTS[1][1], *(colour for colour in FIELD_COLOURS if colour != PRINTS[1][1]))
    table.stones[1, 1] = ("red", "red")
    table.cards = [between(due, others[0], -1), card(others[1], 1, 5)]
    (event,) = table.show()
    assert (event["faults"], event["act"]["cards"]) == (["mixed_colours"], [due, others[1]])


def test_cards_that_may_be_of_one_colour_are_not_told_to_be_of_two(table):
    assert table.place("red", (1, 1), PRINTS[1][1])[0]["legal"]
    table.clear()
    assert table.place("blue", (2, 2), PRINTS[2][2])[0]["legal"]
    table.clear()
    wrong, other = (colour for colour in FIELD_COLOURS[:3] if colour != PRINTS[1][1])
    table.stones[1, 1] = ("red", "red")
    table.cards = [between(other, wrong, -1), card(wrong, 1, 5)]
    assert names(table.show()) == ["unclear"]


@pytest.fixture
def doubted(table):
    """Blue placed a stone with its card, but of another field of that colour it is not sure whether one came there
    too; then the card was cleared away."""
    assert table.place("red", (1, 1), PRINTS[1][1])[0]["legal"]
    table.clear()
    other = next((r, c) for r in range(6) for c in range(3) if PRINTS[r][c] == PRINTS[3][3])
    table.stones[other] = ("blue",)
    table.doubted, table.changed = (other,), (other, (3, 3))
    assert names(table.place("blue", (3, 3), PRINTS[3][3])) == ["unclear"]
    table.clear()
    return table


def test_a_hand_shown_after_an_act_that_could_not_be_made_out_is_the_next_players(doubted):
    doubted.lay(*HAND)
    events = doubted.show()
    assert [(e["act"]["act"], e["act"]["player"], e["faults"]) for e in events] == [
        ("place", "blue", []),
        ("exchange", "red", ["can_place"]),
    ]
    assert names(doubted.clear()) == ["restored"]


def test_a_hand_shown_where_nothing_is_seen_any_more_of_an_act_in_doubt_is_its_players(doubted):
    doubted.stones = {(1, 1): ("red",)}
    doubted.doubted, doubted.changed = (), ()
    doubted.lay(*HAND)
    events = doubted.show()
    assert [(e["act"]["act"], e["act"]["player"]) for e in events] == [("exchange", "blue")]


PILE = (4.6, 5.2)


@pytest.fixture
def unseen(table):
    """Blue laid the cards for a second stone on his first, which is not seen; it is known by then where cards are
    cleared away to."""
    for player, cell in (("red", (1, 1)), ("blue", (2, 2)), ("red", (4, 3))):
        assert table.place(player, cell, PRINTS[cell[0]][cell[1]])[0]["legal"]
        table.cards = [card(PRINTS[cell[0]][cell[1]], *PILE)]
        assert table.show() == []
    table.changed, table.counted = ((0, 0),), {(2, 2): 1}
    assert table.place("blue", (2, 2), PRINTS[2][2], PRINTS[2][2]) == []
    return table


def test_a_stone_of_which_nothing_is_seen_is_told_once_its_cards_lie_on_the_pile(unseen):
    unseen.cards = [card(PRINTS[2][2], *PILE)]
    (event,) = unseen.show()
    assert (event["act"]["player"], event["act"]["cell"], event["legal"]) == ("blue", [2, 2], True)
    assert unseen.show() == [] and unseen.session.state.on_turn == "red"


def test_cards_that_were_taken_back_tell_of_no_stone(unseen):
    unseen.cards = []
    assert unseen.show() == [] and unseen.session.state.on_turn == "blue"


def test_a_stone_that_was_plainly_seen_and_taken_back_is_not_told_though_its_card_lies_on_the_pile(table):
    """Blue laid two stones, one of which could not be made out, and took both back."""
    for player, cell in (("red", (1, 1)), ("blue", (2, 2)), ("red", (4, 3))):
        assert table.place(player, cell, PRINTS[cell[0]][cell[1]])[0]["legal"]
        table.cards = [card(PRINTS[cell[0]][cell[1]], *PILE)]
        assert table.show() == []
    both, colour = ((2, 1), (2, 4)), PRINTS[2][1]
    table.stones |= dict.fromkeys(both, ("blue",))
    table.doubted, table.changed = both[1:], both
    table.lay(colour)
    assert names(table.show()) == ["unclear"]
    for cell in both:
        del table.stones[cell]
    table.doubted, table.changed = (), ((0, 0),)
    table.cards = [card(colour, *PILE)]
    assert table.show() == [] and table.session.state.on_turn == "blue"


@pytest.fixture
def overlooked(table):
    """Blue placed a stone on a blue field, and from where the camera was carried to it reads as none."""
    for player, cell in (("red", (1, 1)), ("blue", (2, 2)), ("red", (4, 3))):
        assert table.place(player, cell, PRINTS[cell[0]][cell[1]])[0]["legal"]
        table.cards = [card(PRINTS[cell[0]][cell[1]], *PILE)]
        assert table.show() == []
    own = [
        (r, c) for r in range(6) for c in range(6) if PRINTS[r][c] == "blue" and (r, c) not in table.stones
    ]
    table.overlooked = (own[2],)
    return SimpleNamespace(table=table, cell=own[2], other=own[0])


def placed_and_cleared_away(overlooked):
    """What is told of the stone while its card lies there, and once that lies on the pile."""
    told = overlooked.table.place("blue", overlooked.cell, "blue")
    overlooked.table.cards = [card("blue", *PILE)]
    return told, overlooked.table.show()


def test_a_stone_that_reads_as_none_is_told_of_the_field_that_looks_unlike_its_like(overlooked):
    overlooked.table.unlike = {overlooked.cell: 9.0}
    before, (event,) = placed_and_cleared_away(overlooked)
    assert before == [] and event["legal"]
    assert event["act"]["cell"] == list(overlooked.cell)


@pytest.mark.parametrize("unlike", [{}, {"cell": 3.0, "other": 3.0}, {"cell": 9.0, "other": 9.0}])
def test_where_several_fields_may_bear_it_none_is_told(overlooked, unlike):
    overlooked.table.unlike = {getattr(overlooked, which): far for which, far in unlike.items()}
    assert placed_and_cleared_away(overlooked) == ([], [])


def told_after_a_stone_that_hardly_shows(table, seems):
    """Blue placed a stone on one of several blue fields, and red another one after that; the first ``seems`` to be
    there with that probability."""
    for player, cell in (("red", (1, 1)), ("blue", (2, 2)), ("red", (4, 3))):
        assert table.place(player, cell, PRINTS[cell[0]][cell[1]])[0]["legal"]
        table.clear()
    table.faint = {(3, 1): seems}
    assert table.place("blue", (3, 1), "blue") == []
    table.clear()
    return table.place("red", (0, 0), PRINTS[0][0])


def test_of_acts_in_doubt_that_make_what_followed_legal_the_one_whose_stone_shows_was_done(table):
    events = told_after_a_stone_that_hardly_shows(table, seems=0.08)
    blue, red = [e for e in events if e["event"] == "act"]
    assert (blue["act"]["player"], blue["act"]["cell"], blue["legal"]) == ("blue", [3, 1], True)
    assert (red["act"]["player"], red["act"]["cell"], red["legal"]) == ("red", [0, 0], True)


def test_of_acts_in_doubt_whose_stones_show_alike_none_is_told(table):
    assert all(
        e.get("act", {}).get("cell") != [3, 1] for e in told_after_a_stone_that_hardly_shows(table, 0.005)
    )


def test_nobody_is_told_to_have_laid_no_card_where_something_lies_that_may_be_one(table):
    table.unread_board = (np.array([0.0, 5.0]),)
    assert names(table.place("red", (1, 1))) == ["unclear"]
    table.unread_board = ()
    assert [e["faults"] for e in table.show()] == [["no_cards"]]


def test_what_lies_elsewhere_than_cards_are_played_is_none(table):
    table.place("red", (1, 1), PRINTS[1][1])
    table.clear()
    table.unread_board = (np.array([0.0, -5.0]),)
    assert [e["faults"] for e in table.place("blue", (4, 4))] == [["no_cards"]]
