"""A game that the tracker follows: what is told of what people do, and what is kept."""

from __future__ import annotations

import numpy as np
import pytest

from companion.errors import CommandError
from companion.record.store import Store
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Enter, Move, State
from referee.table import cell_name
from tests.companion.session.lane_table import LaneTable, kinds

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
    assert ready["colours"] == {"ann": ["red", "yellow"], "bo": ["blue", "green"]}
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


def test_a_tile_that_is_kicked_out_is_told_with_its_owner(table: LaneTable) -> None:
    table.set_by_hand("ann", e1="red", f4="blue")
    (told,) = table.do(Move("ann", (0, 4), 4))
    assert told["kicked"] == ["blue", [3, 5]]
    assert "The blue tile on f4 is kicked out and goes back to bo." in table.session.last.text["en"]


def test_a_kicked_tile_that_still_lies_about_is_asked_for_by_name(table: LaneTable) -> None:
    table.set_by_hand("ann", e1="red", f4="blue", a3="blue", f1="blue", c6="green")
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


# Who can do nothing else


def test_a_pass_of_one_who_can_do_nothing_is_added_and_kept(table: LaneTable) -> None:
    state = stuck_position()
    table.set_by_hand("ann", **{cell_name(cell): colour for cell, colour in state.tiles})
    _, passed = table.do(Enter("ann", "red", 4))
    assert passed["act"] == {"act": "pass", "player": "bo"}
    assert passed["text"] == "bo can move nothing, and passes."
    assert [line["act"] for line in table.record] == ["table", "enter", "pass"]
    assert table.state.on_turn == "ann"
    assert table.restart() == []
    assert table.record[-1] == passed["act"]


def test_a_pass_that_was_added_goes_with_the_act_that_forced_it(table: LaneTable) -> None:
    state = stuck_position()
    table.set_by_hand("ann", **{cell_name(cell): colour for cell, colour in state.tiles})
    table.do(Enter("ann", "red", 4))
    table.corrections.take_back()
    assert [line["act"] for line in table.record] == ["table"]
    assert table.state.on_turn == "ann"
    table.corrections.undo()
    assert [line["act"] for line in table.record] == ["table", "enter", "pass"]
    assert table.state.on_turn == "ann" and table.session.history[-1].verdict.legal


def test_a_pass_that_was_added_after_a_correction_goes_when_that_is_undone(table: LaneTable) -> None:
    for act in (Enter("ann", "red", 4), Enter("bo", "blue", 4)):
        table.do(act)
    stuck = {cell_name(cell): colour for cell, colour in stuck_position().tiles}
    table.set_by_hand("bo", e1=None, f5=None, **stuck)
    assert [line["act"] for line in table.record] == ["enter", "enter", "table", "pass"]
    table.corrections.insert(3, {"act": "enter", "player": "ann", "colour": "yellow", "steps": 4})
    assert [line["act"] for line in table.record] == ["enter", "enter", "enter", "table", "pass"]
    for left in (["enter", "enter", "table", "pass"], ["enter", "enter"]):
        table.corrections.undo()
        assert [line["act"] for line in table.record] == left
    assert len(table.store.corrections(1)) == 2, "a pass that is taken away is nobody's correction"


def test_a_pass_that_a_person_told_of_stays_though_it_is_against_the_rules(table: LaneTable) -> None:
    table.corrections.insert(1, {"act": "pass", "player": "ann"})
    table.corrections.insert(2, {"act": "enter", "player": "ann", "colour": "red", "steps": 4})
    table.corrections.undo()
    assert [line["act"] for line in table.record] == ["pass"]
    assert table.session.history[0].verdict.faults == ("can_move",)


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
    table.set_by_hand("ann", b2="red", b3="red", b4="red")
    (told, outcome) = table.do(Enter("ann", "red", 1))
    assert told["legal"] and outcome["event"] == "outcome"
    assert outcome["outcome"]["winners"] == ["ann"]
    assert table.session.phase == "over"
    table.lay(b2=None, b3=None)
    assert table.show(times=2) == []
