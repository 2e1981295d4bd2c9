"""The direction of the lane, or whose corner is which, is corrected in the middle of a game: what lay on the table
lies where it lay, each act is the one that left it so, and one undo takes all of it back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import BadCommand, UserError
from companion.record.corrections import Corrections
from companion.record.store import Store
from companion.session.judged_game import JudgedGame
from referee import one_two_three_four as rules
from referee import records
from referee.lane import corners, lane
from referee.one_two_three_four_acts import COLOURS, Enter, Move, SetTable
from referee.table import cell_name
from tests.companion.session.lane_table import LaneTable, kinds

PLAYED = (Enter("ann", "red", 4), Enter("bo", "blue", 4), Move("ann", (0, 4), 2, 2))
SWAPPED = {"red": [0, 5], "blue": [0, 0], "yellow": [5, 5], "green": [5, 0]}  # corners


@pytest.fixture
def table(store: Store) -> LaneTable:
    return LaneTable(store)


def turn_round(table: LaneTable, direction: str = "anticlockwise") -> list[dict[str, Any]]:
    """A person says which way the lane goes."""
    return table.corrections.set_option("direction", direction)


def verdicts(table: LaneTable) -> list[tuple[tuple[str, ...], bool]]:
    return [(told.verdict.faults, told.accepted) for told in table.session.history]


# What lay there lies there


def test_what_lay_on_the_table_lies_where_it_lay(table: LaneTable) -> None:
    for act in PLAYED:
        table.do(act)
    tiles, on_turn = table.state.tiles, table.state.on_turn
    assert turn_round(table) == []
    assert (table.state.tiles, table.state.on_turn) == (tiles, on_turn)
    assert table.session.phase == "playing", "the game is as the table is seen"
    assert table.record[0] == {
        "act": "enter",
        "player": "ann",
        "colour": "red",
        "steps": 16,
        "accepted": True,
    }
    (told,) = table.do(Enter("bo", "green", 4))
    assert told["legal"] and told["n"] == 4


def moved_the_other_way(table: LaneTable) -> None:
    """ann moves a red tile four steps, against the way in which the lane is taken to go."""
    table.set_by_hand("ann", e1="red", f5="blue")
    table.lay(e1=None, a1="red")
    (told,) = table.show(times=2)
    assert told["faults"] == ["tile_moved"]


def test_what_was_a_fault_only_by_the_wrong_direction_is_legal(table: LaneTable) -> None:
    moved_the_other_way(table)
    table.session.accept()
    table.do(Enter("bo", "green", 4))
    assert verdicts(table)[1:] == [(("tile_moved",), True), ((), False)]
    turn_round(table)
    assert verdicts(table)[1:] == [((), True), (("wrong_steps",), True)]
    assert table.record[1]["act"] == "move" and table.record[1]["lane"] == 4
    assert table.session.phase == "playing"


def test_a_fault_that_lies_there_counts_once_it_is_none_and_this_is_said(table: LaneTable) -> None:
    moved_the_other_way(table)
    (told,) = turn_round(table)
    assert (told["event"], told["n"], told["legal"], told["act"]["act"]) == ("act", 2, True, "move")
    assert table.session.last.verdict.legal and table.session.phase == "playing"
    (told,) = table.do(Enter("bo", "green", 4))
    assert told["legal"] and told["n"] == 3


def test_a_fault_that_is_one_either_way_is_told_anew(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 3), times=2)
    (told,) = turn_round(table)
    assert (told["event"], told["faults"], told["act"]["steps"]) == ("act", ["wrong_steps"], 17)
    assert table.session.phase == "waiting_restore" and table.record == []
    table.as_told()
    assert kinds(table.show(times=2)) == ["restored"]
    (told,) = table.do(Enter("ann", "red", 4))
    assert told["legal"]


def test_a_fault_that_was_taken_back_stays_so(table: LaneTable) -> None:
    moved_the_other_way(table)
    table.as_told()
    table.show(times=2)
    assert turn_round(table) == []
    assert [line["act"] for line in table.record] == ["table"] and table.session.phase == "playing"


def test_corners_that_were_mixed_up_are_put_right(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 4))
    table.corrections.set_option("corners", SWAPPED)
    assert table.state.lying == {(0, 4): "red"}
    assert table.record == [{"act": "enter", "player": "ann", "colour": "red", "steps": 19, "accepted": True}]
    assert table.session.phase == "playing"


def test_the_size_of_a_board_on_which_tiles_lie_is_not_changed(table: LaneTable) -> None:
    table.do(Enter("ann", "red", 4))
    with pytest.raises(BadCommand):
        table.corrections.set_option("size", 5)
    assert table.state.options.size == 6 and table.store.corrections(1) == []


# One correction, one undo


def test_one_undo_takes_all_of_it_back(table: LaneTable) -> None:
    for act in PLAYED:
        table.do(act)
    before = table.record
    turn_round(table)
    assert len(table.store.corrections(1)) == 1
    assert table.corrections.undo() == []
    assert table.record == before and verdicts(table) == [((), False)] * 3
    assert table.session.phase == "playing"


def test_what_was_played_since_stays_where_it_lies_when_it_is_undone(table: LaneTable) -> None:
    table.do(PLAYED[0])
    turn_round(table)
    table.do(Enter("bo", "blue", 4))
    tiles = table.state.tiles
    table.corrections.undo()
    assert table.state.tiles == tiles and table.session.phase == "playing"
    assert verdicts(table) == [((), False), (("wrong_steps",), True)]


def test_a_fault_that_counted_since_a_correction_counts_no_more_when_that_is_undone(table: LaneTable) -> None:
    moved_the_other_way(table)
    turn_round(table)
    table.corrections.undo()
    assert [line["act"] for line in table.record] == ["table"] and table.session.phase == "differs"


def test_corrected_back_the_record_is_as_it_was(table: LaneTable) -> None:
    for act in PLAYED:
        table.do(act)
    before = table.record
    for direction in ("anticlockwise", "clockwise"):
        turn_round(table, direction)
    assert table.record == before


def test_what_people_corrected_by_hand_survives(table: LaneTable) -> None:
    for act in PLAYED[:2]:
        table.do(act)
    table.corrections.correct(2, {"act": "enter", "player": "bo", "colour": "green", "steps": 4})
    turn_round(table)
    table.corrections.insert(3, {"act": "enter", "player": "ann", "colour": "red", "steps": 4})
    lying = {(0, 4): "red", (1, 0): "green", (4, 0): "red"}
    assert table.state.lying == lying
    turn_round(table, "clockwise")
    assert table.state.lying == lying
    assert [line["steps"] for line in table.record] == [4, 4, 16]
    for _ in range(3):
        table.corrections.undo()
    assert [line["steps"] for line in table.record] == [4, 4]
    assert table.record[1]["colour"] == "green"


def test_the_correction_tells_what_it_changed(table: LaneTable) -> None:
    table.do(PLAYED[0])
    turn_round(table)
    (told,) = (done.told() for done in table.store.corrections(1))
    assert told["options"] == [{"name": "direction", "was": "clockwise", "is": "anticlockwise"}]
    assert [(act["n"], act["was"]["steps"], act["act"]["steps"]) for act in told["acts"]] == [(1, 4, 16)]


# Passes that the referee added


def pass_forced(table: LaneTable) -> None:
    """All of bo's green tiles lie, five of them four steps from each other in the lane, which ann's fill; a blue one
    that is brought in at f1 would come to lie on a green one, but at a1 it would not."""
    rim = lane(6, True)
    green = {rim[place] for place in range(1, 20, 4)} | {(2, 2), (3, 3), (2, 3)}
    ann = [cell for cell in rim if cell not in green and cell not in corners(6)]
    tiles = {cell_name(cell): ("red", "yellow")[n % 2] for n, cell in enumerate(ann)}
    table.set_by_hand("bo", **tiles, **{cell_name(cell): "green" for cell in green})
    assert [line["act"] for line in table.record] == ["table", "pass"]


def test_a_pass_that_nothing_forces_goes_and_comes_back_with_the_undo(table: LaneTable) -> None:
    pass_forced(table)
    table.corrections.set_option("corners", SWAPPED)
    assert [line["act"] for line in table.record] == ["table"]
    assert table.state.on_turn == "bo"
    table.corrections.undo()
    assert [line["act"] for line in table.record] == ["table", "pass"]
    assert table.state.on_turn == "ann" and table.session.history[-1].verdict.legal


def test_a_pass_after_which_others_played_on_stands(table: LaneTable) -> None:
    pass_forced(table)
    before = table.store.game(1).header["options"]["corners"]
    (told,) = table.do(Move("ann", (1, 5), 4))
    assert told["legal"]
    record, lying = table.record, table.state.lying
    table.corrections.set_option("corners", SWAPPED)
    assert verdicts(table) == [((), False), (("can_move",), True), ((), False)]
    assert table.state.lying == lying and table.session.phase == "playing"
    table.corrections.set_option("corners", before)
    assert table.record == record


# Killed and started again


def on_disk(path: Path) -> LaneTable:
    return LaneTable(Store.open(path))


def let_go(store: Store) -> None:
    """What was locked by a program that was killed, the system unlocks."""
    store._turnstile.close()


def test_a_program_that_was_killed_goes_on_with_it(tmp_path: Path) -> None:
    table = on_disk(tmp_path / "games.sqlite3")
    for act in PLAYED:
        table.do(act)
    before = table.record
    turn_round(table)
    corrected, tiles = table.record, table.state.tiles
    for wanted in (corrected, before):
        let_go(table.store)  # what was said is on the disk: nothing was closed
        table.store = Store.open(tmp_path / "games.sqlite3")
        assert table.restart() == []
        assert (table.record, table.state.tiles) == (wanted, tiles)
        assert table.session.phase == "playing"
        if wanted == corrected:
            table.corrections.undo()


def test_where_not_all_of_it_can_be_written_none_of_it_is(table: LaneTable) -> None:
    for act in PLAYED:
        table.do(act)
    before = table.record
    table.store._connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON acts WHEN new.edit = 'correct' AND new.n = 3"
        " BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
    )
    with pytest.raises(UserError):
        turn_round(table)
    assert table.record == before and table.store.corrections(1) == []
    assert table.store.game(1).header["options"]["direction"] == "clockwise"


# Any game


@st.composite
def games(draw: st.DrawFn) -> list[tuple[dict[str, Any], bool]]:
    """The lines of a game, and whether each is a legal one: acts, faults that are let stand, and a table by hand."""
    state, lines = rules.start(("ann", "bo")), []
    for _ in range(draw(st.integers(1, 14))):
        kind = draw(st.sampled_from(["legal", "legal", "legal", "fault", "table"]))
        act: Any = SetTable(state.stacks, draw(st.sampled_from(state.players)))
        if kind == "legal":
            act = draw(st.sampled_from(rules.legal_acts(state)))
        elif kind == "fault":
            colour = draw(st.sampled_from(state.colours_of(state.on_turn)))
            act = Enter(state.on_turn, colour, draw(st.integers(0, 19)), draw(st.integers(0, 2)))
        legal = rules.judge(state, act).legal
        lines.append((records.line_fields(rules.ID, records.Line(act, not legal)), legal))
        state = rules.accept(state, act)
        if rules.outcome(state):
            break
    return lines


@given(games(), st.integers(0, 14), st.permutations(COLOURS))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_table_of_the_replay_is_the_same_and_corrected_back_so_is_the_record(
    lines: list[tuple[dict[str, Any], bool]], after: int, corners: list[str]
) -> None:
    store = Store.open(":memory:")
    start = rules.start(("ann", "bo"))
    game = store.new_game(records.header_fields(start))
    told = JudgedGame(rules, start.players, {}, lambda *_: None)
    told.resume(start, [])
    corrections = Corrections(told, store, game)
    placed = dict(zip(corners, ([0, 0], [0, 5], [5, 5], [5, 0]), strict=True))
    before = {"direction": "clockwise", "corners": {c: list(start.corner(c)) for c in COLOURS}}

    def play(some: list[tuple[dict[str, Any], bool]]) -> None:
        for line, legal in some:
            store.append(game, line, legal=legal, accepted=True)
        told.rebuild([records.read_line(told.start_state, each.act) for each in store.acts(game)])

    def replayed() -> list[Any]:
        return [
            (step.after.tiles, step.after.turn) for step in records.play(records.parse(store.record(game)))
        ]

    play(lines[:after])
    tables, record = replayed(), [each.act for each in store.acts(game)]
    for options in ({"direction": "anticlockwise", "corners": placed}, before):
        for name, value in options.items():
            corrections.set_option(name, value)
            assert replayed() == tables
    assert [each.act for each in store.acts(game)] == record
    for _ in range(4):
        corrections.undo()
        assert replayed() == tables
    assert [each.act for each in store.acts(game)] == record
    store.close()
