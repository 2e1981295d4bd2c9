"""Just 4 Fun Colours at the table: what is told of stones and cards that people lay, and what is kept of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import BadCommand
from companion.record.edits import UNSURE
from companion.record.store import Store
from referee import just4fun_colours as rules
from referee.just4fun_colours import Change, Exchange, Place
from referee.table import Table
from tests.companion.session.field_table import FIELDS, FieldTable, names


@pytest.fixture
def table(store: Store) -> FieldTable:
    return FieldTable(store)


def faults(events: list[dict[str, Any]]) -> list[list[str]]:
    return [event["faults"] for event in events if event["event"] == "act"]


def test_the_game_begins_on_the_fields_as_they_were_learnt(table: FieldTable, store: Store) -> None:
    assert names(table.told) == ["ready"]
    assert store.game(1).header["board"]["fields"] == [list(row) for row in FIELDS]
    assert table.session.hints.fields.shape == (6, 6), "the eyes find the way up again by them"


def test_a_stone_and_its_card_are_an_act_that_is_kept(table: FieldTable) -> None:
    (event,) = table.place("red", (2, 3))
    assert event["legal"] and event["act"]["cards"] == [FIELDS[2][3]]
    assert table.record == [{"act": "place", "player": "red", "cell": [2, 3], "cards": [FIELDS[2][3]]}]
    assert table.session.state.on_turn == "blue"


def test_cards_alone_are_no_act_yet(table: FieldTable) -> None:
    table.lay(FIELDS[2][3])
    assert table.show() == []


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (Place("red", (2, 3), ("yellow",)), ["wrong_colour"]),
        (Place("blue", (2, 3), (FIELDS[2][3],)), ["wrong_player"]),
        (Place("red", (2, 3), ()), ["no_cards"]),
        (Place("red", (2, 3), (FIELDS[2][3],) * 2), ["too_many_cards"]),
        (Change((("red", (0, 0)), ("red", (4, 4))), (), ("red",)), ["several_stones"]),
        (Exchange("red", ("red", "red", "orange", "yellow", "green", "blue", "violet")), ["can_place"]),
    ],
)
def test_a_fault_is_flagged_and_the_table_restored(table: FieldTable, act: Any, expected: list[str]) -> None:
    assert FIELDS[2][3] != "yellow"
    told = table.do(act) + table.show(settled_for_s=4.0)
    assert faults(told) == [expected]
    assert table.session.phase == "waiting_restore" and table.session.fault
    assert names(table.as_told()) == ["restored"]
    assert (table.session.phase, table.record) == ("playing", [])


def test_a_fault_is_let_stand_by_playing_on(table: FieldTable) -> None:
    table.do(Place("red", (2, 3), ("yellow",)))
    table.show(settled_for_s=4.0)
    table.place("blue", (4, 3))
    assert [line.get("accepted", False) for line in table.record] == [True, False]
    assert table.session.state.on_turn == "red"


def test_a_person_lets_a_fault_stand(table: FieldTable) -> None:
    table.do(Place("red", (2, 3), ("yellow",)))
    table.session.accept()
    assert table.record[0]["accepted"] and table.session.phase == "playing"
    assert faults(table.place("blue", (4, 4))) == [[]]


def test_what_a_field_is_called_its_cards_tell_and_that_is_kept(store: Store) -> None:
    """Its colour could not be made out on the empty board."""
    table = FieldTable(store, sure_of_names=0.5)
    table.place("red", (0, 0))
    (event,) = table.place("blue", (2, 3), "yellow")
    assert event["legal"] and event["act"]["cards"] == ["yellow"]
    assert store.game(1).header["board"]["fields"][2][3] == "yellow"
    assert [told.verdict.faults for told in table.session.history] == [(), ()]
    assert names(table.show()) == []
    (event,) = table.place("red", (2, 3), "yellow", "yellow")
    assert event["legal"]


def test_a_field_that_a_person_named_is_called_so_whatever_is_paid(store: Store) -> None:
    table = FieldTable(store, sure_of_names=0.5)
    table.corrections.set_field([2, 3], "green")
    table.show()
    told = table.do(Place("red", (2, 3), ("yellow",))) + table.show(settled_for_s=4.0)
    assert faults(told) == [["wrong_colour"]]


def test_two_colours_called_the_other_way_round_are_changed_with_all_that_was_told(
    table: FieldTable, store: Store
) -> None:
    one, two = FIELDS[2][3], FIELDS[0][0]
    table.place("red", (2, 3))
    table.place("blue", (0, 0))
    table.corrections.change_names([one, two])
    fields = store.game(1).header["board"]["fields"]
    assert fields[2][3] == two and fields[0][0] == one
    assert [line["cards"] for line in table.record] == [[two], [one]]
    assert [told.verdict.faults for told in table.session.history] == [(), ()]
    assert table.session.phase == "playing"
    assert FIELDS[0][1] not in (one, two) and faults(table.place("red", (0, 1))) == [[]], "the game goes on"
    table.corrections.delete(3)
    table.corrections.undo()
    table.corrections.undo()
    assert store.game(1).header["board"]["fields"] == [list(row) for row in FIELDS]
    assert [line["cards"] for line in table.record] == [[one], [two], [FIELDS[0][1]]]


@pytest.mark.parametrize("names", [["red", "red"], ["red", "pink"]])
def test_only_two_colours_that_fields_have_are_changed(table: FieldTable, names: list[str]) -> None:
    with pytest.raises(BadCommand):
        table.corrections.change_names(names)


def test_a_corrected_act_is_judged_anew_and_the_table_held_against_it(table: FieldTable) -> None:
    table.place("red", (2, 3))
    table.corrections.correct(1, {"act": "place", "player": "red", "cell": [2, 4], "cards": [FIELDS[2][4]]})
    assert table.session.phase == "differs"
    assert [d["cell"] for d in table.session.differences] == [[2, 3], [2, 4]]
    assert names(table.as_told()) == ["restored"]


def test_the_table_is_right_after_all(table: FieldTable) -> None:
    table.place("red", (2, 3))
    table.place("blue", (4, 4))
    table.corrections.take_back()
    assert table.session.phase == "differs"
    table.session.table_is_right()
    assert table.session.state.stacks[4][4] == ("blue",)
    assert table.session.state.on_turn == "red", "blue has a stone more: that was blue's turn"


def test_started_again_after_each_act_it_goes_on_and_accuses_nobody(table: FieldTable) -> None:
    for player, cell in [("red", (2, 3)), ("blue", (2, 3)), ("red", (4, 4)), ("blue", (0, 1))]:
        assert faults(table.place(player, cell)) == [[]]
        assert table.restart() == [] and table.session.phase == "playing"
    assert len(table.record) == 4


def test_started_again_over_a_table_that_lies_otherwise_it_says_where_and_accuses_nobody(
    table: FieldTable,
) -> None:
    table.place("red", (2, 3))
    table.stands = rules.accept(table.stands, Place("blue", (4, 4), ()))
    assert names(table.restart()) == ["unclear"]
    assert [d["cell"] for d in table.session.differences] == [[4, 4]]
    table.stands = table.state
    assert names(table.show()) == ["restored"]


def test_a_row_ends_the_game(store: Store) -> None:
    began = rules.start(("red", "blue"), FIELDS)
    stacks = tuple(tuple(("red",) if row == 1 and col < 3 else () for col in range(6)) for row in range(6))
    table = FieldTable(store)
    table.stands = rules.with_table(began, Table(FIELDS, stacks))  # type: ignore[arg-type]
    table.corrections.insert(
        1, {"act": "table", "stacks": [[list(s) for s in row] for row in stacks], "on_turn": "red"}
    )
    table.show()
    events = table.place("red", (1, 3))
    assert names(events) == ["act", "outcome"] and table.session.phase == "over"
    assert events[1]["outcome"]["how"] == "row"


def test_cards_are_looked_for_where_they_were_laid(table: FieldTable) -> None:
    """No hand may be over that part of the table when it is looked at."""
    assert table.session.hints.zone_board is None
    table.place("red", (2, 3))
    table.show()
    assert table.session.hints.zone_board is not None


def test_who_plays_on_from_a_table_that_lies_otherwise_is_followed(table: FieldTable) -> None:
    """The program was started again over a stone that was laid meanwhile, and nobody answers."""
    table.place("red", (2, 3))
    table.stands = rules.accept(table.stands, Place("blue", (4, 4), ()))
    assert names(table.restart()) == ["unclear"]
    assert table.show() == []
    (event,) = table.place("red", (0, 1))
    assert event["legal"] and table.session.phase == "playing"
    assert [line["act"] for line in table.record] == ["place", "table", "place"]
    assert table.session.state.stacks[4][4] == ("blue",) and table.session.state.on_turn == "blue"


def test_what_is_put_back_bit_by_bit_is_no_playing_on(table: FieldTable) -> None:
    table.place("red", (2, 3))
    table.rearrange()
    table.restart()
    for cell in [(0, 5), (2, 2), (3, 3), (5, 1)]:
        table.take_off(cell)
        assert table.show() == []
    table.take_off((4, 4))
    assert names(table.show()) == ["restored"]
    assert len(table.record) == 1


def test_a_fault_that_is_passed_over_is_no_second_act_where_play_went_on(store: Store) -> None:
    """Nobody answered what was paid for a field whose colour could not be made out well."""
    table = FieldTable(store, sure_of_names=0.6)
    table.place("red", (0, 0))
    told = table.do(Place("blue", (2, 3), ("yellow", "yellow"))) + table.show(settled_for_s=4.0)
    assert names(told) == ["unclear"]
    table.place("red", (4, 4))
    table.show(2, settled_for_s=4.0)
    assert [line["act"] for line in table.record] == ["place", "table", "place"]
    assert table.state.stacks == table.stands.stacks and table.state.on_turn == "blue"


def test_a_field_is_called_as_before_once_its_stone_is_taken_back(store: Store) -> None:
    """The cards said what it is called, and then it was a mistake."""
    table = FieldTable(store, sure_of_names=0.5)
    table.place("red", (0, 0))
    assert faults(table.place("blue", (2, 3), "yellow")) == [[]]
    table.take_off((2, 3))
    table.stands = replace(table.stands, turn=1)
    table.eyes.cards.lay(Counter(), table.acts)
    assert faults(table.show()) == [["wrong_colour"]]
    assert store.game(1).header["board"]["fields"][2][3] == FIELDS[2][3]
    table.place("blue", (4, 4))
    assert [line["cell"] for line in table.record] == [[0, 0], [4, 4]]


def test_acts_are_as_legal_as_they_were_after_one_that_was_not_as_its_field_is_called_now(
    store: Store,
) -> None:
    table = FieldTable(store, sure_of_names=0.1)
    for player, cell in [("red", (2, 3)), ("blue", (0, 0)), ("red", (5, 5))]:
        table.place(player, cell)
    table.place("blue", (2, 3), "yellow", "yellow")
    assert store.game(1).header["board"]["fields"][2][3] == "yellow"
    assert [line.get("accepted", False) for line in table.record] == [True, False, False, False]


def test_an_act_of_which_only_the_name_of_its_field_is_unclear_is_named_once(store: Store) -> None:
    table = FieldTable(store, sure_of_names=0.9)
    table.place("red", (0, 0))
    (event,) = table.place("blue", (2, 3), "yellow") + table.show(settled_for_s=4.0)
    assert event["why"] == "I cannot make out d3. Perhaps: Blue takes d3 with one yellow card."


def test_a_field_that_could_not_be_made_out_is_still_unsure_once_a_person_named_another(store: Store) -> None:
    """Also after the program was started again, and cards told what a third is called."""
    table = FieldTable(store, sure_of_names=0.5)
    store.set_header(1, store.game(1).header | {UNSURE: ["a1", "d3", "e5"]})
    table.restart()
    table.corrections.set_field([0, 0], "green")
    assert store.game(1).header[UNSURE] == ["d3", "e5"]
    table.restart()
    assert [table.session.hints.sure[cell] < 0.9 for cell in [(0, 0), (2, 3), (4, 4)]] == [False, True, True]
    table.corrections.set_field([4, 4], "green")
    table.show()
    table.place("red", (0, 1))
    assert faults(table.place("blue", (2, 3), "yellow") + table.show(settled_for_s=4.0)) == [[]]
    assert store.game(1).header[UNSURE] == ["d3"]


def test_what_cards_told_of_a_field_is_undone_as_one(store: Store) -> None:
    table = FieldTable(store, sure_of_names=0.1)
    table.place("red", (2, 3))
    table.place("blue", (0, 0))
    table.place("red", (2, 3), "yellow", "yellow")
    assert [each.edit for each in store.corrections(1)] == ["header"]
    assert [line.get("accepted", False) for line in table.record] == [True, False, False]
    table.corrections.undo()
    assert store.game(1).header["board"]["fields"][2][3] == FIELDS[2][3]
    assert table.state.stacks[2][3] == ("red",) and table.state.stacks[0][0] == ("blue",)


def test_what_is_missing_may_be_misread_and_is_not_taken_out_of_the_game(table: FieldTable) -> None:
    table.place("red", (2, 3))
    table.place("blue", (4, 4))
    table.take_off((2, 3))
    assert names(table.restart()) == ["unclear"]
    table.place("red", (0, 1))
    assert table.session.phase == "differs" and len(table.record) == 2


def test_the_height_of_a_tower_that_a_person_says_is_right_is_as_it_is_seen(table: FieldTable) -> None:
    table.place("red", (2, 3))
    table.place("blue", (4, 4))
    table.place("red", (2, 3))
    table.corrections.take_back()
    table.session.table_is_right()
    assert table.session.state.stacks[2][3] == ("red", "red")
    assert table.session.state.on_turn == "blue"


def test_after_the_end_the_table_is_cleared_up_and_is_not_right(table: FieldTable) -> None:
    table.place("red", (2, 3))
    table.session.end()
    table.take_off((2, 3))
    table.show()
    assert table.session.table_is_right() == [] and table.session.phase == "over"
    assert len(table.record) == 1


def test_a_field_that_was_paid_for_is_surely_called_so(store: Store) -> None:
    table = FieldTable(store, sure_of_names=0.6)
    table.place("red", (2, 3))
    sure = table.session.hints.sure
    assert sure[2, 3] > 0.9 and sure[0, 0] == 0.6
    table.restart()
    assert table.session.hints.sure[2, 3] > table.session.hints.sure[0, 0]


def test_what_followed_told_otherwise_no_person_corrected(table: FieldTable, store: Store) -> None:
    table.place("red", (2, 3))
    table.place("blue", (4, 4))
    table.session.take_back(1)
    assert [line["player"] for line in table.record] == ["red"]
    assert store.corrections(1) == []


@pytest.mark.parametrize("hidden", [(), ((4, 4),)], ids=["in sight", "under a hand"])
def test_what_waits_to_be_told_while_a_person_corrects_is_told_all_the_same(
    table: FieldTable, hidden: Any
) -> None:
    table.place("red", (2, 3))
    table.show()
    table.eyes.cards.clear(table.acts)
    table.lay(FIELDS[4][4])
    table.stands, table.acts = rules.accept(table.stands, Place("blue", (4, 4), ())), table.acts + 1
    assert table.show(settled_for_s=0.4, hidden=[(4, 4)]) == []
    table.corrections.set_field([0, 0], "green")
    told = table.show(hidden=hidden) + table.show(settled_for_s=4.0)
    assert [(each["act"]["player"], each["faults"]) for each in told if each["event"] == "act"] == [
        ("blue", [])
    ]


def test_who_plays_on_so_is_followed_by_time_alone_too(table: FieldTable) -> None:
    """The eyes look no more where nothing moves."""
    table.place("red", (2, 3))
    table.stands = rules.accept(table.stands, Place("blue", (4, 4), ()))
    assert names(table.restart()) == ["unclear"]
    table.eyes.cards.clear(table.acts)
    table.lay(FIELDS[0][1])
    table.stands, table.acts = rules.accept(table.stands, Place("red", (0, 1), ())), table.acts + 1
    assert table.show(settled_for_s=0.4) == []
    told = [event for s in range(1, 6) for event in table.session.at_rest(table.eyes.t + s)]
    assert [event["act"]["player"] for event in told] == ["red"] and table.session.phase == "playing"


def test_one_payment_speaks_once_however_often_a_person_corrects_something(store: Store) -> None:
    table = FieldTable(store, sure_of_names=0.6)
    table.place("red", (2, 3))
    sure = table.session.hints.sure[2, 3]
    for colour in ("green", "blue", FIELDS[5][5]):
        table.corrections.set_field([5, 5], colour)
    assert table.session.hints.sure[2, 3] == sure
