"""The rule sheet of Just 4 Fun Colours, sentence by sentence. J1 to J9 are the cases agreed on with it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from setting import FIELDS, at, change, exchange, faults, field, game, place

from referee import just4fun_colours as j4f
from referee.game import IllegalAct
from referee.just4fun_colours import Area, Exchange, Options, SetTable
from referee.table import cell_name, cells


def test_j1_a_tower_of_two_on_green_takes_three_green_cards_and_then_belongs_to_the_mover():
    state = game("red blue", {"b3": "blue blue"})
    after = j4f.apply(state, place("red", "b3", "green green green"))
    table = j4f.expected_table(after)
    assert (table.height(at("b3")), table.owner(at("b3"))) == (3, "red")


def test_j2_an_empty_field_takes_one_card():
    assert faults(game(), place("red", "b3", "green")) == []
    assert faults(game(), place("red", "b3", "green green")) == ["too_many_cards"]


def test_j2_a_field_with_one_stone_takes_two_cards():
    state = game(towers={"b3": "blue"})
    assert faults(state, place("red", "b3", "green green")) == []
    assert faults(state, place("red", "b3", "green")) == ["too_few_cards"]


def test_j3_a_tower_of_three_takes_four_cards():
    state = game(towers={"b3": "blue red blue"})
    assert faults(state, place("red", "b3", "green green green green")) == []
    assert faults(state, place("red", "b3", "green green green")) == ["too_few_cards"]


def test_j5_the_largest_area_wins_and_only_the_largest_of_each_counts():
    towers = dict.fromkeys(("a1", "b1", "c1", "a2", "b2"), "red")
    towers |= dict.fromkeys(("d1", "e1", "d2", "e2"), "green")
    towers |= dict.fromkeys(("a4", "b4", "a5"), "blue")
    towers |= dict.fromkeys(("d4", "d5", "f4", "f6", "b6"), "yellow")
    outcome = j4f.outcome(used_up(game("red green blue yellow", towers)))
    assert (outcome.how, outcome.winners) == ("area", ("red",))
    assert [(player, len(area.cells)) for player, area in outcome.areas] == [
        ("red", 5),
        ("green", 4),
        ("blue", 3),
        ("yellow", 2),
    ]


def test_areas_do_not_connect_diagonally():
    outcome = j4f.outcome(
        used_up(game("red blue", {"a1": "red", "b2": "red", "c3": "red", "f1": "blue", "f2": "blue"}))
    )
    assert outcome.winners == ("blue",)
    assert outcome.areas[0] == ("red", Area((at("a1"),), 1))


@pytest.mark.parametrize(
    "cells_owned", ["a1 b1 c1 c2", "a1 b2 c3 c4", "b2 c2 b3 c3", "a1 b1 d1 e1", "a4 b3 c2 c1"]
)
def test_j8_four_adjacent_fields_that_bend_are_no_row(cells_owned):
    assert j4f.outcome(game("red blue", dict.fromkeys(cells_owned.split(), "red"))) is None


def test_j9_of_two_areas_alike_the_one_with_more_stones_wins_whatever_their_colour():
    towers = dict.fromkeys(("a1", "b1", "c1", "a2", "b2"), "red")
    towers |= dict.fromkeys(("d4", "e4", "f4", "d5", "e5"), "blue")
    outcome = j4f.outcome(used_up(game("red blue", towers | {"d4": "red blue"})))
    assert outcome.winners == ("blue",)
    assert [(len(area.cells), area.stones) for _, area in outcome.areas] == [(5, 5), (5, 6)]


def test_j9_tied_again_both_win():
    towers = dict.fromkeys(("a1", "b1", "c1", "a2", "b2"), "red")
    towers |= dict.fromkeys(("d4", "e4", "f4", "d5", "e5"), "blue")
    outcome = j4f.outcome(used_up(game("red blue green", towers)))
    assert outcome.winners == ("red", "blue")


def test_a_player_with_two_areas_alike_takes_the_one_with_most_stones():
    towers = {"a1": "red", "b1": "red", "e6": "blue blue red", "f6": "red", "d1": "blue", "e1": "blue blue"}
    outcome = j4f.outcome(used_up(game("red blue", towers)))
    assert outcome.winners == ("red",)
    assert outcome.areas[0] == ("red", Area((at("e6"), at("f6")), 4))


def test_without_a_field_an_area_is_empty_and_all_can_win_jointly():
    outcome = j4f.outcome(used_up(game("red blue")))
    assert outcome.winners == ("red", "blue")
    assert dict(outcome.areas) == {"red": Area((), 0), "blue": Area((), 0)}


@pytest.mark.parametrize(
    "three, fourth", [("a1 b1 c1", "d1"), ("f3 f4 f6", "f5"), ("b2 c3 d4", "a1"), ("f1 e2 c4", "d3")]
)
def test_four_adjacent_fields_in_a_straight_line_win_at_once(three, fourth):
    state = game("red blue", dict.fromkeys(three.split(), "red"))
    after = j4f.apply(state, place("red", fourth, field(fourth)))
    outcome = j4f.outcome(after)
    assert (outcome.how, outcome.winners) == ("row", ("red",))
    assert sorted(map(cell_name, outcome.cells)) == sorted([*three.split(), fourth])


def test_more_than_four_in_line_win_too_and_every_field_of_every_row_is_told_in_reading_order():
    towers = dict.fromkeys(("a3", "b3", "d3", "e3", "c4", "c5", "c6", "f6"), "red")
    after = j4f.apply(game("red blue", towers), place("red", "c3", field("c3")))
    told = [cell_name(cell) for cell in j4f.outcome(after).cells]
    assert told == ["a3", "b3", "c3", "d3", "e3", "c4", "c5", "c6"]


def test_what_lies_below_the_top_does_not_count_for_a_row():
    state = game("red blue", {"a1": "red", "b1": "red", "c1": "red", "d1": "red blue"})
    assert j4f.outcome(state) is None
    after = j4f.apply(state, place("red", "d1", " ".join([field("d1")] * 3)))
    assert j4f.outcome(after).how == "row"


def test_in_the_variant_four_are_not_enough_and_five_win():
    state = game("red blue", dict.fromkeys(("a1", "b1", "c1", "d1"), "red"), row=5)
    assert j4f.outcome(state) is None
    outcome = j4f.outcome(j4f.apply(state, place("red", "e1", field("e1"))))
    assert (outcome.how, len(outcome.cells)) == ("row", 5)


def test_a_stone_may_be_put_on_ones_own_tower_at_the_same_price():
    state = game(towers={"b3": "red red"})
    assert faults(state, place("red", "b3", "green green green")) == []


def test_the_first_of_the_players_begins_and_the_turn_goes_round():
    state = game("yellow red green")
    seen = []
    for name in ("a1", "c1", "e1", "a3"):
        seen.append(state.on_turn)
        state = j4f.apply(state, place(state.on_turn, name, field(name)))
    assert seen == ["yellow", "red", "green", "yellow"]


# No playable cards.


def test_who_can_place_nowhere_exchanges_his_hand_for_a_stone_and_that_is_his_turn():
    state = nowhere_green()
    after = j4f.apply(state, exchange("red", "green " * 7))
    assert after.on_turn == "blue"
    assert after.stones_left("red") == state.stones_left("red") - 1
    assert after.stacks == state.stacks


def test_an_exchange_is_judged_against_every_fields_price_with_the_hand_shown():
    everywhere = [cell_name(cell) for cell in cells(6)]
    hand = exchange("red", "red red orange orange yellow yellow green")
    four = "red blue green yellow"
    one = dict(zip(everywhere, four.split() * 9, strict=True))
    two = {name: f"{colour} {colour}" for name, colour in one.items()}
    assert faults(game(four, two), hand) == []
    assert faults(game(four, one), hand) == ["can_place"]
    assert faults(game(four, two | {"b3": ""}), hand) == ["can_place"]


def test_seven_cards_of_a_colour_that_no_field_has_cannot_be_played():
    assert faults(nowhere_green(), exchange("red", "green " * 7)) == []
    assert faults(nowhere_green(), exchange("red", "green " * 6 + "red")) == ["can_place"]


def test_a_hand_is_seven_cards():
    assert faults(nowhere_green(), exchange("red", "green " * 6)) == ["hand_not_shown"]
    assert faults(nowhere_green(), exchange("red", "green " * 8)) == ["hand_not_shown"]
    assert faults(game(), exchange("red", "green")) == ["can_place", "hand_not_shown"]
    assert faults(game(), exchange("blue", "")) == ["hand_not_shown", "wrong_player"]


# Every turn uses up one stone.


def test_the_game_ends_after_the_last_stone_of_all_players():
    state = used_up(game("red blue", {"a1": "red"}), but_last_of="blue")
    assert j4f.outcome(state) is None
    after = j4f.apply(replace(state, turn=1), place("blue", "b1", field("b1")))
    assert j4f.outcome(after).how == "area"


def test_a_row_with_the_very_last_stone_beats_counting():
    state = used_up(game("red blue", {"a1": "blue", "b1": "blue", "c1": "blue"}), but_last_of="blue")
    after = j4f.apply(replace(state, turn=1), place("blue", "d1", field("d1")))
    assert not any(after.stones_left(player) for player in after.players)
    assert (j4f.outcome(after).how, j4f.outcome(after).winners) == ("row", ("blue",))


def test_the_last_stone_can_go_into_the_box():
    state = replace(used_up(nowhere_green(), but_last_of="red"), turn=0)
    after = j4f.apply(state, exchange("red", "green " * 7))
    assert j4f.outcome(after).how == "area"


def test_twenty_rounds_use_up_all_stones():
    state = j4f.start(("red", "blue"), (("red",) * 6,) * 6)
    for _ in range(40):
        assert j4f.outcome(state) is None
        state = j4f.apply(state, Exchange(state.on_turn, ("green",) * 7))
    assert j4f.outcome(state).how == "area"


def test_who_has_no_stones_left_cannot_place():
    state = used_up(game("red blue"), but_last_of="blue")
    assert faults(replace(state, turn=0), place("red", "a1", field("a1"))) == ["no_stones_left"]
    assert faults(replace(state, turn=1), place("red", "a1", field("a1"))) == [
        "no_stones_left",
        "wrong_player",
    ]


# After the end.


@pytest.mark.parametrize(
    "act", [place("blue", "f6", "red red"), exchange("green", "red"), place("red", "a1", "")], ids=str
)
def test_after_the_end_game_over_stands_alone(act):
    assert faults(won_by_red(), act) == ["game_over"]


def test_after_the_end_people_clear_up_and_the_outcome_stays():
    state = won_by_red()
    clearing = change(removed="red a1, red b1, red c1")
    assert faults(state, clearing) == []
    assert faults(state, change(added="blue f6")) == []
    assert j4f.outcome(j4f.apply(state, clearing)) == j4f.outcome(state)


# What a person decides.


def test_an_illegal_act_cannot_be_applied():
    with pytest.raises(IllegalAct) as caught:
        j4f.apply(game(), place("blue", "b3", "red"))
    assert caught.value.faults == ("wrong_colour", "wrong_player")


def test_an_accepted_act_stands_and_the_next_after_who_acted_is_on_turn():
    state = game("red green blue")
    after = j4f.accept(state, place("green", "b3", "red red"))
    assert j4f.expected_table(after).owner(at("b3")) == "green"
    assert after.on_turn == "blue"


def test_an_accepted_change_was_the_turn_of_who_has_more_stones_on_the_board_now():
    state = game("red green blue", {"a1": "red"})
    assert j4f.accept(state, change(added="green b3, green c3")).on_turn == "blue"
    assert j4f.accept(state, change(added="red b3, green c3")).on_turn == "green"
    assert j4f.accept(state, change(added="red b3", removed="red a1")).on_turn == "red"
    assert j4f.accept(state, change(removed="red a1")).on_turn == "red"


def test_an_accepted_change_leaves_the_table_as_it_lies():
    state = game("red blue", {"a1": "red blue red", "b2": "blue"})
    after = j4f.accept(state, change(added="blue a1, red c3", removed="red a1, blue b2"))
    table = j4f.expected_table(after)
    assert table.stacks[0][0] == ("red", "blue", "blue")
    assert (table.height(at("b2")), table.owner(at("c3"))) == (0, "red")


def test_past_players_without_stones_the_turn_goes_on():
    state = used_up(game("red green blue"), but_last_of="blue")
    after = j4f.accept(replace(state, boxed=(19, 20, 18)), place("red", "b3", "green"))
    assert after.on_turn == "blue"


def test_a_stone_of_a_colour_that_does_not_play_can_be_accepted_but_owns_nothing():
    state = j4f.accept(game("red blue"), place("yellow", "b3", "green"))
    assert state.on_turn == "red"
    assert faults(state, place("red", "b3", "green green")) == []


def test_a_table_set_by_hand_is_taken_as_it_is():
    state = game("red blue")
    stacks = game("red blue", {"a1": "red blue"}).stacks
    table = replace(j4f.expected_table(state), stacks=stacks)
    assert j4f.with_table(state, table).stacks == stacks
    assert j4f.with_table(state, table, "blue").on_turn == "blue"
    assert j4f.apply(state, SetTable(stacks, "blue")) == j4f.with_table(state, table, "blue")


def test_a_table_set_by_hand_reopens_a_game_that_had_ended():
    state = won_by_red()
    assert faults(state, SetTable(game().stacks)) == []
    assert j4f.outcome(j4f.apply(state, SetTable(game().stacks))) is None


def test_a_table_of_another_size_or_a_stranger_on_turn_is_refused():
    state = game()
    with pytest.raises(ValueError, match="6 rows, not 1"):
        j4f.with_table(state, replace(j4f.expected_table(state), fields=(("red",),), stacks=(((),),)))
    with pytest.raises(ValueError, match="player green"):
        j4f.with_table(state, j4f.expected_table(state), "green")


# Setting up.


@pytest.mark.parametrize(
    ("players", "what"),
    [
        ("red", "2 to 4 players are needed, not 1"),
        ("red blue green yellow white", "2 to 4 players are needed, not 5"),
        ("red red", "a player is named twice: red, red"),
        ("red orange", "player orange is not one of red, green, blue, yellow, white, black"),
    ],
)
def test_two_to_four_different_stone_colours_play(players, what):
    with pytest.raises(ValueError, match=what):
        j4f.start(players.split(), FIELDS)


def test_a_board_is_six_by_six_in_any_mix_of_the_six_colours():
    j4f.start(("white", "black"), (("violet",) * 6,) * 6)
    with pytest.raises(ValueError, match="6 rows of 6"):
        j4f.start(("red", "blue"), FIELDS[:5])
    with pytest.raises(ValueError, match="a field is white"):
        j4f.start(("red", "blue"), (("white",) * 6, *FIELDS[1:]))


def test_boards_of_another_size_are_an_option():
    state = j4f.start(("red", "blue"), (("green",) * 8,) * 8, Options(size=8))
    assert len(j4f.legal_acts(state)) == 64


# Ten cards of each colour.


def test_more_than_ten_cards_of_a_colour_between_two_shuffles_are_impossible_but_no_fault():
    state = replace(game("red blue", {"b3": "red"}), discards=("green",) * 9)
    verdict = j4f.judge(state, place("red", "b3", "green green"))
    assert (verdict.legal, verdict.warnings) == (True, ("impossible_cards",))
    assert (
        j4f.judge(replace(state, discards=("green",) * 8), place("red", "b3", "green green")).warnings == ()
    )


@pytest.mark.parametrize(
    ("players", "stock"), [("red blue", 46), ("red blue green", 39), ("red blue green yellow", 32)]
)
def test_the_discard_pile_is_shuffled_when_the_stock_is_used_up(players, stock):
    state = game(players)
    before_last = replace(state, discards=("red",) * (stock - 1))
    assert j4f.apply(before_last, place("red", "b3", "green")).discards == ()
    earlier = replace(state, discards=("red",) * (stock - 2))
    assert len(j4f.apply(earlier, place("red", "b3", "green")).discards) == stock - 1


def test_cards_laid_with_several_stones_that_are_let_stand_lie_on_the_pile():
    two = j4f.Change((("red", (0, 0)), ("red", (1, 1))), (), ("green", "blue"))
    assert j4f.accept(game("red blue"), two).discards == ("green", "blue")


# Tables.


def used_up(state, but_last_of=None):
    """The same table with all stones in the box that are not on it, save one of `but_last_of`."""
    boxed = tuple(state.stones_left(player) - (player == but_last_of) for player in state.players)
    return replace(state, boxed=boxed)


def won_by_red():
    return game("red blue", dict.fromkeys(("a1", "b1", "c1", "d1"), "red"))


def nowhere_green():
    """A board without a green field."""
    fields = tuple(tuple("red" if colour == "green" else colour for colour in row) for row in FIELDS)
    return j4f.start(("red", "blue"), fields)
