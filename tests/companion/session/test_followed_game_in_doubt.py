"""A game that the tracker follows: what is not known, what people say of it, and where it goes on."""

from __future__ import annotations

import numpy as np
import pytest

from companion.errors import BadCommand, CommandError
from companion.follow.one_two_three_four import contents
from companion.record.store import Store
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Enter, Move
from tests.companion.session.lane_table import Eyes, LaneTable, kinds, marks

ANN = {"act": "enter", "player": "ann", "colour": "red", "steps": 4}
BO = {"act": "enter", "player": "bo", "colour": "blue", "steps": 4}


@pytest.fixture
def table(store: Store) -> LaneTable:
    return LaneTable(store)


# What is not known


def test_what_no_act_explains_is_said_once_with_the_cells(table: LaneTable) -> None:
    table.rearrange()
    table.show(times=3)
    (unclear,) = [told for told in table.told if told["event"] == "unclear"]
    assert "c3" in unclear["why"] and "d3" in unclear["why"]
    assert table.session.phase == "unclear"
    assert [3, 2] in [each["cell"] for each in table.session.differences]
    assert set(table.session.unclear) == {"en", "de", "zh-Hant"}


def test_a_table_that_cannot_lie_so_is_not_right(table: LaneTable) -> None:
    nine = ("a1", "b1", "c2", "d4", "e6", "f3", "b5", "e2", "a4")
    table.lay(**dict.fromkeys(nine, "red"))
    table.show(times=3)
    with pytest.raises(CommandError, match="there are 8 tiles that are red, not 9"):
        table.session.table_is_right()
    assert table.record == []


def test_nor_does_a_person_set_one_by_hand(table: LaneTable) -> None:
    with pytest.raises(BadCommand, match="there are 8 tiles that are red, not 9"):
        table.set_by_hand(
            "ann", **dict.fromkeys(("a1", "b1", "c2", "d4", "e6", "f3", "b5", "e2", "a4"), "red")
        )
    assert table.record == []


def test_a_person_says_that_the_table_is_right(table: LaneTable) -> None:
    table.rearrange()
    table.show(times=3)
    table.session.table_is_right()
    assert table.record[-1]["act"] == "table"
    assert table.state.lying[(2, 2)] == "red"
    assert table.session.phase == "playing"
    (told,) = table.do(Enter("ann", "red", 4))
    assert told["legal"]


def test_a_person_answers_with_what_was_done(table: LaneTable) -> None:
    table.rearrange()
    table.show(times=3)
    change = {
        "act": "change",
        "added": [["red", [2, 2]], ["blue", [2, 3]], ["yellow", [3, 2]]],
        "removed": [["red", [0, 4]], ["blue", [4, 5]]],
        "accepted": True,
    }
    table.corrections.insert(4, change)
    assert table.session.phase == "playing"
    assert table.state.lying[(3, 2)] == "yellow"


def test_the_table_is_put_back_and_nothing_is_judged_meanwhile(table: LaneTable) -> None:
    table.rearrange()
    table.show(times=3)
    table.session.put_it_back()
    assert table.session.phase == "differs"
    table.lay(c3=None)
    assert table.show(times=2) == []
    table.as_told()
    assert kinds(table.show()) == ["restored"]
    assert table.session.phase == "playing"


def test_play_goes_on_and_the_table_counts_as_it_lies(table: LaneTable) -> None:
    table.rearrange()
    table.show(times=3)
    table.lay(f5="blue")
    table.show(times=3)
    assert "table" in [line["act"] for line in table.record]
    assert table.record[-1] == BO
    assert all(told.get("legal", True) for told in table.told)
    assert (table.session.state.tiles, table.session.phase) == (
        table.session._tracker.beam[0].state.tiles,
        "playing",
    )


# Time


def test_what_is_seen_once_is_decided_when_it_has_lain_there_long_enough(table: LaneTable) -> None:
    table.as_told()
    table.rearrange()
    session = table.session
    assert kinds(list(session.see(table.eyes.look(table.table)))) == []
    told = [each for tenths in range(1, 80) for each in session.at_rest(table.eyes.t + tenths / 10)]
    assert kinds(told) == ["unclear"]
    assert list(session.at_rest(table.eyes.t + 60)) == []


# Started again


def test_started_again_after_each_act_changes_nothing(table: LaneTable) -> None:
    acts = [
        Enter("ann", "red", 4),
        Enter("bo", "blue", 4),
        Move("ann", (0, 4), 2, 2),
        Enter("bo", "green", 4),
    ]
    for n, act in enumerate(acts, start=1):
        told = table.do(act)
        assert [(each["n"], each["legal"]) for each in told] == [(n, True)]
        assert table.restart() == []
        assert table.session.phase == "playing"
        assert len(table.session.history) == n
    assert table.show(times=3) == []


def test_started_again_over_a_fault_nobody_is_accused(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 4))
    table.do(Enter("bo", "blue", 3), times=2)
    (told,) = table.restart()
    assert told["event"] == "unclear" and "f4" in told["why"]
    assert table.session.phase == "differs"
    table.as_told()
    assert kinds(table.show()) == ["restored"]


def test_other_eyes_go_on_where_these_left_off(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 3), times=2)
    table.eyes = Eyes()
    table.session.look_anew()
    assert table.show(times=2) == []
    assert table.session.phase == "waiting_restore"
    table.as_told()
    assert kinds(table.show(times=2)) == ["restored"]


def test_who_plays_what_is_gone_on_with_as_it_is_kept(table: LaneTable, store: Store) -> None:
    header = store.game(1).header | {"colours": {"ann": ["green", "red"], "bo": ["blue", "yellow"]}}
    store.set_header(1, header)
    table.restart()
    assert table.session.colours["ann"] == ["green", "red"]
    assert table.do(Enter("ann", "green", 4))[0]["legal"]


# Corrections


def test_a_corrected_act_is_judged_anew_and_the_table_held_against_it(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 4))
    table.corrections.correct(1, ANN | {"steps": 3})
    assert table.session.history[0].verdict.faults == ("wrong_steps",)
    assert table.session.phase == "differs"
    table.corrections.undo()
    assert table.session.phase == "playing"
    (told,) = table.do(Enter("bo", "blue", 4))
    assert told["legal"]


def test_an_act_is_taken_back_and_done_otherwise(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 4))
    table.corrections.take_back()
    assert table.session.phase == "differs"
    table.as_told()
    assert kinds(table.show()) == ["restored"]
    (told,) = table.do(Enter("ann", "yellow", 4))
    assert told["legal"] and told["n"] == 1


def test_a_table_is_set_by_hand(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 4))
    stacks = [[[] for _ in range(6)] for _ in range(6)]
    stacks[0][4], stacks[2][2] = ["red"], ["blue"]
    table.corrections.insert(2, {"act": "table", "stacks": stacks, "on_turn": "ann"})
    assert table.session.phase == "differs"
    table.lay(c3="blue")
    assert kinds(table.show()) == ["restored"]
    (told,) = table.do(Enter("ann", "yellow", 4))
    assert told["legal"]


# Which way the lane goes


@pytest.fixture
def unmarked(store: Store) -> LaneTable:
    """A board on which no arrows are seen: its lane is taken to go clockwise, and goes the other way."""
    return LaneTable(store, eyes=Eyes(**marks(clockwise_p=0.55)))


def the_other_way(table: LaneTable, *acts: Enter) -> list[dict]:
    """Tiles are brought in anticlockwise, after each other; returns what is told from the last one on."""
    state = rules.start(table.players, None, rules.Options(direction="anticlockwise"))
    for act in acts:
        state = rules.accept(state, act)
    table.table = contents(state)
    return table.show(times=2)


def test_what_is_not_sure_of_the_board_is_said_in_one_line(unmarked: LaneTable) -> None:
    assert unmarked.told[0]["why"] == "I cannot make out the arrows: I take it that tiles go so: Clockwise."


def test_two_tiles_that_go_the_other_way_round_are_asked_about_and_nobody_is_accused(
    unmarked: LaneTable,
) -> None:
    assert the_other_way(unmarked, Enter("ann", "red", 4)) == []
    (asked,) = the_other_way(unmarked, Enter("ann", "red", 4), Enter("bo", "blue", 4))
    assert asked["event"] == "unclear" and "Which way does the lane go?" in asked["why"]
    told = unmarked.corrections.set_option("direction", "anticlockwise")
    assert [each["act"] for each in told] == [ANN, BO]
    assert unmarked.record == [ANN, BO]
    assert unmarked.session.phase == "playing"
    assert unmarked.store.game(1).header["options"]["direction"] == "anticlockwise"
    (next_,) = the_other_way(
        unmarked, Enter("ann", "red", 4), Enter("bo", "blue", 4), Enter("ann", "yellow", 4)
    )
    assert next_["legal"]


def test_where_nobody_answers_and_play_goes_on_the_lane_goes_as_tiles_do(unmarked: LaneTable) -> None:
    acts = [
        Enter("ann", "red", 4),
        Enter("bo", "blue", 4),
        Enter("ann", "yellow", 4),
        Enter("bo", "green", 4),
    ]
    told = [each for n in range(1, 5) for each in the_other_way(unmarked, *acts[:n])]
    assert kinds(told) == ["unclear", "act", "act", "act", "act"]
    assert all(each["legal"] for each in told[1:])
    assert unmarked.state.options.direction == "anticlockwise"


def test_the_program_started_again_before_the_first_act_asks_all_the_same(unmarked: LaneTable) -> None:
    unmarked.restart()
    assert the_other_way(unmarked, Enter("ann", "red", 4)) == []
    (asked,) = the_other_way(unmarked, Enter("ann", "red", 4), Enter("bo", "blue", 4))
    assert asked["event"] == "unclear" and "Which way does the lane go?" in asked["why"]


def test_the_program_started_again_after_an_act_asks_no_more(unmarked: LaneTable) -> None:
    unmarked.do(Enter("ann", "red", 4))
    unmarked.restart()
    told = unmarked.do(Enter("bo", "blue", 3), times=2)
    assert [each["faults"] for each in told] == [["wrong_steps"]]


def test_tiles_that_go_as_was_taken_settle_it(unmarked: LaneTable) -> None:
    assert [each["legal"] for each in unmarked.do(Enter("ann", "red", 4))] == [True]
    told = unmarked.do(Enter("bo", "blue", 3), times=2)
    assert [each["faults"] for each in told] == [["wrong_steps"]]


def test_a_tile_that_fits_neither_way_is_a_fault(unmarked: LaneTable) -> None:
    told = unmarked.do(Enter("ann", "red", 3), times=2)
    assert [each["faults"] for each in told] == [["wrong_steps"]]


def test_what_a_person_said_counts_and_it_is_said_that_the_board_looks_otherwise(store: Store) -> None:
    table = LaneTable(store, options={"direction": "anticlockwise"})
    (ready,) = table.told
    assert ready["options"]["direction"] == "anticlockwise"
    assert ready["why"] == "You said: Anticlockwise. The arrows look like: Clockwise. What you said counts."


def test_a_board_that_is_seen_in_another_turn_after_a_restart_is_turned(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 4))
    table.eyes.marks = marks(("blue", "yellow", "green", "red"))
    as_told = table.table
    table.table = np.rot90(as_told.reshape(6, 6), -3).ravel()
    assert table.restart() == []
    assert table.session.phase == "playing"


def test_a_persons_word_settles_which_way_the_lane_goes(unmarked: LaneTable) -> None:
    acts = Enter("ann", "red", 4), Enter("bo", "blue", 4)
    told = [each for n in (1, 2) for each in the_other_way(unmarked, *acts[:n])]
    assert kinds(told) == ["unclear"]
    unmarked.session.table_is_right()
    assert unmarked.session.phase == "playing"
    assert [line["act"] for line in unmarked.record] == ["table"]
    assert unmarked.show(times=3) == []
