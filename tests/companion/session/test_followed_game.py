"""A game that the tracker follows: what is told, what is kept, and what people decide."""

from __future__ import annotations

import numpy as np
import pytest

from companion.errors import CommandError
from companion.follow.one_two_three_four import contents
from companion.record.store import Store
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Enter, Move, State
from referee.table import cell_name
from tests.companion.session.lane_table import Eyes, LaneTable, kinds, marks

ANN = {"act": "enter", "player": "ann", "colour": "red", "steps": 4}
BO = {"act": "enter", "player": "bo", "colour": "blue", "steps": 4}


@pytest.fixture
def table(store: Store) -> LaneTable:
    return LaneTable(store)


# Legal acts


def test_an_empty_board_begins_the_game_with_what_was_learnt_of_it(table: LaneTable, store: Store) -> None:
    (ready,) = table.told
    assert ready["event"] == "ready"
    assert ready["board"]["corners"][0] == [70.0, 40.0]
    assert ready["board"]["cells"][5][5] == {"owner": None}
    assert ready["options"]["size"] == 6
    assert ready["options"]["direction"] == "clockwise"
    assert ready["options"]["corners"]["yellow"] == [5, 5]
    assert store.game(1).header["colours"] == {"ann": ["red", "yellow"], "bo": ["blue", "green"]}


def test_a_legal_act_is_kept_and_told(table: LaneTable) -> None:
    (told,) = table.do(Enter("ann", "red", 4))
    assert (told["event"], told["n"], told["legal"], told["act"]) == ("act", 1, True, ANN)
    assert table.record == [ANN]
    assert table.state.on_turn == "bo"


def test_it_is_stored_before_it_is_told(table: LaneTable) -> None:
    stored = []
    table.table = table.table.copy()
    table.lay(e1="red")
    for event in table.session.see(table.eyes.look(table.table)):
        stored.append((event["act"], list(table.record)))
    assert stored == [(ANN, [ANN])]


def test_two_quick_acts_are_told_in_their_order(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 4), Enter("bo", "blue", 4))
    table.show()
    assert [told["act"] for told in table.told if told["event"] == "act"] == [ANN, BO]
    assert table.record == [ANN, BO]


def set_by_hand(table: LaneTable, on_turn: str, **tiles: str) -> None:
    """A person says how the tiles lie, and they lie so."""
    table.lay(**tiles)
    size = table.eyes.size
    names = ["", "red", "blue", "yellow", "green"]
    rows = table.table.reshape(size, size).tolist()
    stacks = [[[names[content]] if content else [] for content in row] for row in rows]
    told = {"act": "table", "stacks": stacks, "on_turn": on_turn}
    table.corrections.insert(len(table.record) + 1, told)
    table.show()
    assert table.session.phase == "playing"


def test_a_tile_that_is_kicked_out_is_told_with_its_owner(table: LaneTable) -> None:
    set_by_hand(table, "ann", e1="red", f4="blue")
    (told,) = table.do(Move("ann", (0, 4), 4))
    assert told["kicked"] == ["blue", [3, 5]]
    assert "The blue tile on f4 is kicked out and goes back to bo." in table.session.last.text["en"]


def test_a_kicked_tile_that_still_lies_about_is_asked_for_by_name(table: LaneTable) -> None:
    set_by_hand(table, "ann", e1="red", f4="blue", a3="blue", f1="blue", c6="green")
    table.lay(e1=None, f4="red", e4="blue")
    table.show(times=2)
    why = table.told[-1]["why"]
    assert "Perhaps: ann moves the red tile on e1 4 steps along the lane to f4." in why
    assert "The blue tile that went off the board still lies on e4: give it back to its owner." in why
    table.lay(e4=None)
    (told,) = table.show(times=2)
    assert told["legal"] and told["kicked"] == ["blue", [3, 5]]


def test_nothing_is_told_where_nothing_was_done(table: LaneTable) -> None:
    assert table.show(times=5) == []


# Faults


def test_a_fault_is_told_with_its_reason_and_waits_to_be_undone(table: LaneTable) -> None:
    told = table.do(Enter("ann", "red", 3), times=2)
    assert [(each["legal"], each["faults"], each["n"]) for each in told] == [(False, ["wrong_steps"], None)]
    assert table.session.phase == "waiting_restore"
    assert [each["cell"] for each in table.session.differences] == [[0, 3]]
    assert table.record == []


def test_a_fault_that_is_taken_back_is_restored(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 3), times=2)
    table.as_told()
    assert kinds(table.show(times=2)) == ["restored"]
    assert table.session.phase == "playing"
    (told,) = table.do(Enter("ann", "red", 4))
    assert told["legal"]


def test_a_fault_is_let_stand_by_playing_on(table: LaneTable) -> None:
    wrong = Enter("ann", "red", 3)
    table.do(wrong, times=2)
    state = rules.accept(table.state, wrong)
    table.lay(f5="blue")  # a4 steps on from bo's corner
    assert rules.accept(state, Enter("bo", "blue", 4)).lying[(4, 5)] == "blue"
    told = table.show(times=3)
    assert [each["act"] for each in told] == [BO]
    assert table.record == [ANN | {"steps": 3, "accepted": True}, BO]


def test_a_person_lets_a_fault_stand(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 3), times=2)
    assert table.session.accept() == []
    assert table.session.phase == "playing"
    assert table.record == [ANN | {"steps": 3, "accepted": True}]
    (told,) = table.do(Enter("bo", "blue", 4))
    assert told["legal"] and told["n"] == 2


def test_nothing_can_be_accepted_where_no_fault_lies(table: LaneTable) -> None:
    with pytest.raises(CommandError):
        table.session.accept()


# What is not known


def rearrange(table: LaneTable) -> None:
    """Three tiles at once, where no act puts them."""
    for act in (Enter("ann", "red", 4), Enter("bo", "blue", 4), Enter("ann", "yellow", 4)):
        table.do(act)
    table.told.clear()
    table.lay(e1=None, f5=None, c3="red", d3="blue", c4="yellow")


def test_what_no_act_explains_is_said_once_with_the_cells(table: LaneTable) -> None:
    rearrange(table)
    table.show(times=3)
    (unclear,) = [told for told in table.told if told["event"] == "unclear"]
    assert "c3" in unclear["why"] and "d3" in unclear["why"]
    assert table.session.phase == "unclear"
    assert [3, 2] in [each["cell"] for each in table.session.differences]
    assert set(table.session.unclear) == {"en", "de", "zh-Hant"}


def test_a_person_says_that_the_table_is_right(table: LaneTable) -> None:
    rearrange(table)
    table.show(times=3)
    table.session.table_is_right()
    assert table.record[-1]["act"] == "table"
    assert table.state.lying[(2, 2)] == "red"
    assert table.session.phase == "playing"
    (told,) = table.do(Enter("ann", "red", 4))
    assert told["legal"]


def test_a_person_answers_with_what_was_done(table: LaneTable) -> None:
    rearrange(table)
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
    rearrange(table)
    table.show(times=3)
    table.session.put_it_back()
    assert table.session.phase == "differs"
    table.lay(c3=None)
    assert table.show(times=2) == []
    table.as_told()
    assert kinds(table.show()) == ["restored"]
    assert table.session.phase == "playing"


def test_play_goes_on_and_the_table_counts_as_it_lies(table: LaneTable) -> None:
    rearrange(table)
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


# Who can do nothing else


def test_a_pass_of_one_who_can_do_nothing_is_added_and_kept(table: LaneTable) -> None:
    state = stuck_position()
    set_by_hand(table, "ann", **{cell_name(cell): colour for cell, colour in state.tiles})
    _, passed = table.do(Enter("ann", "red", 4))
    assert passed["act"] == {"act": "pass", "player": "bo"}
    assert passed["text"] == "bo can move nothing, and passes."
    assert [line["act"] for line in table.record] == ["table", "enter", "pass"]
    assert table.state.on_turn == "ann"
    assert table.restart() == []
    assert table.record[-1] == passed["act"]


def stuck_position() -> State:
    """All tiles of bo's lie inside, where none is moved."""
    inside = [(row, col) for row in range(1, 5) for col in range(1, 5)]
    start, rng = rules.start(("ann", "bo")), np.random.default_rng(3)
    while True:
        places = [inside[i] for i in rng.permutation(16)]
        tiles = tuple(sorted((cell, ("blue", "green")[i % 2]) for i, cell in enumerate(places)))
        state = State(start.players, start.colours, start.options, tiles, 0)
        if not rules.outcome(state):
            return state


# The end


def test_a_row_ends_the_game(table: LaneTable) -> None:
    set_by_hand(table, "ann", b2="red", b3="red", b4="red")
    (told, outcome) = table.do(Enter("ann", "red", 1))
    assert told["legal"] and outcome["event"] == "outcome"
    assert outcome["outcome"]["winners"] == ["ann"]
    assert table.session.phase == "over"
    table.lay(b2=None, b3=None)
    assert table.show(times=2) == []


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


# Time


def test_what_is_seen_once_is_decided_when_it_has_lain_there_long_enough(table: LaneTable) -> None:
    table.as_told()
    rearrange(table)
    session = table.session
    assert kinds(list(session.see(table.eyes.look(table.table)))) == []
    told = [each for tenths in range(1, 80) for each in session.at_rest(table.eyes.t + tenths / 10)]
    assert kinds(told) == ["unclear"]
    assert list(session.at_rest(table.eyes.t + 60)) == []


def test_who_plays_what_is_gone_on_with_as_it_is_kept(table: LaneTable, store: Store) -> None:
    header = store.game(1).header | {"colours": {"ann": ["green", "red"], "bo": ["blue", "yellow"]}}
    store.set_header(1, header)
    table.restart()
    assert table.session.colours["ann"] == ["green", "red"]
    assert table.do(Enter("ann", "green", 4))[0]["legal"]


def test_a_persons_word_settles_which_way_the_lane_goes(unmarked: LaneTable) -> None:
    acts = Enter("ann", "red", 4), Enter("bo", "blue", 4)
    told = [each for n in (1, 2) for each in the_other_way(unmarked, *acts[:n])]
    assert kinds(told) == ["unclear"]
    unmarked.session.table_is_right()
    assert unmarked.session.phase == "playing"
    assert [line["act"] for line in unmarked.record] == ["table"]
    assert unmarked.show(times=3) == []
