"""What people correct: the game is judged anew, the table is held against it, and all of it is in the record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.errors import BadCommand, CommandError
from companion.record.corrections import Corrections
from companion.record.store import Store
from companion.session.live import LiveSession
from referee import records
from referee.just4fun_colours import Change, Place
from tests.companion.session.field_table import FieldTable, names
from tests.companion.shown_table import PRINTS


@pytest.fixture
def table(store: Store) -> FieldTable:
    return FieldTable(store)


@pytest.fixture
def correct(table: FieldTable, store: Store) -> Corrections:
    """Two legal acts lie on the table: red on a1, blue on b2."""
    table.place("red", (0, 0))
    table.place("blue", (1, 1))
    return Corrections(table.session, store, 1)


def place(player: str, cell: tuple[int, int]) -> dict:
    return {"act": "place", "player": player, "cell": list(cell), "cards": [PRINTS[cell[0]][cell[1]]]}


def verdicts(table: FieldTable) -> list[tuple[str, ...]]:
    return [told.verdict.faults for told in table.session.history]


def test_what_follows_a_correction_is_judged_anew(table: FieldTable, correct: Corrections) -> None:
    correct.correct(1, place("blue", (0, 0)))
    assert verdicts(table) == [("wrong_player",), ("wrong_player",)]
    assert table.session.state.on_turn == "red"
    assert table.session.last == table.session.history[0], "the corrected act is what is told of"


def test_a_field_that_its_cards_named_is_a_correction_that_can_be_undone(store: Store) -> None:
    table = FieldTable(store, sure_of_names=0.5)
    table.place("red", (0, 0))
    table.place("blue", (3, 3), PRINTS[3][4])
    assert store.game(1).header["board"]["fields"][3][3] == PRINTS[3][4]
    assert verdicts(table) == [(), ()]
    table.corrections.undo()
    assert store.game(1).header["board"]["fields"][3][3] == PRINTS[3][3]
    assert verdicts(table)[-1] == ("wrong_colour",)


def test_what_a_person_has_told_is_not_told_again_once_the_next_player_has_had_his_turn(
    table: FieldTable, correct: Corrections
) -> None:
    paid = (PRINTS[3][3],)
    table.do(Place("red", (3, 3), paid))
    correct.take_back()
    correct.insert(3, place("red", (3, 3)))
    assert table.show() == []
    told = table.do(Place("blue", (0, 1), (PRINTS[0][2],))) + table.show(settled_for_s=4.0)
    assert [(each["act"]["player"], each["faults"]) for each in told] == [("blue", ["wrong_colour"])]


def test_an_illegal_act_in_the_record_can_be_let_stand(table: FieldTable, correct: Corrections) -> None:
    correct.correct(2, {"act": "place", "player": "blue", "cell": [1, 1], "cards": []})
    assert verdicts(table)[1] == ("no_cards",)
    assert table.session.state.stacks[1][1] == ()
    correct.let_stand(2)
    assert table.session.state.stacks[1][1] == ("blue",)
    assert table.session.history[1].accepted


def test_a_missed_act_is_put_where_it_belongs(table: FieldTable, correct: Corrections) -> None:
    correct.insert(3, place("red", (5, 5)))
    correct.insert(1, {"act": "change", "added": [], "removed": []})
    assert [told.n for told in table.session.history] == [1, 2, 3, 4]
    assert table.session.state.stacks[5][5] == ("red",)


def test_the_table_that_differs_after_a_correction_is_shown_until_it_is_put_back(
    table: FieldTable, correct: Corrections
) -> None:
    correct.take_back()
    assert table.session.phase == "differs"
    expected = {"cell": [1, 1], "expected": [], "seen": {"owner": "blue", "height": 1}}
    assert table.session.differences == [expected]
    assert table.show() == [], "the stone that still lies there is not told as an act again"
    assert names(table.as_told()) == ["restored"]
    assert (table.session.phase, table.session.differences) == ("playing", [])
    assert table.place("blue", (2, 2))[0]["legal"] is True


def test_the_table_is_right_after_all(table: FieldTable, correct: Corrections) -> None:
    correct.take_back()
    table.session.table_is_right()
    assert table.session.phase == "playing"
    assert table.session.state.stacks[1][1] == ("blue",)
    assert table.session.state.on_turn == "red", "blue has a stone more: that was blue's turn"


def test_a_correction_that_makes_the_game_fit_the_table_asks_nothing(
    table: FieldTable, correct: Corrections
) -> None:
    correct.delete(2)
    assert table.session.phase == "differs"
    correct.insert(2, place("blue", (1, 1)))
    assert table.session.phase == "playing"


def test_a_field_is_mended_in_the_middle_of_the_game(table: FieldTable, correct: Corrections) -> None:
    assert PRINTS[0][0] != "blue"
    correct.set_field([0, 0], "blue")
    assert verdicts(table) == [("wrong_colour",), ("wrong_player",)]
    correct.set_field([0, 0], PRINTS[0][0])
    assert verdicts(table) == [(), ()]


def test_corrections_are_undone_one_after_the_other(
    table: FieldTable, correct: Corrections, store: Store
) -> None:
    before = [stored.act for stored in store.acts(1)]
    correct.correct(1, place("red", (3, 3)))
    correct.delete(2)
    correct.insert(1, place("red", (4, 4)))
    correct.set_field([0, 0], "blue")
    for _ in range(4):
        correct.undo()
    assert [stored.act for stored in store.acts(1)] == before
    assert verdicts(table) == [(), ()]
    with pytest.raises(CommandError, match="no correction"):
        correct.undo()


def test_every_correction_is_in_the_record(table: FieldTable, correct: Corrections, store: Store) -> None:
    mended, first = place("red", (3, 3)), place("red", (0, 0))
    correct.correct(1, mended)
    correct.set_field([5, 5], "green")
    correct.delete(2)
    correct.undo()
    header, *acts = map(json.loads, store.record(1).splitlines())
    assert acts == [mended, place("blue", (1, 1))]
    told = header["corrections"]
    assert [(c["edit"], c["undone"]) for c in told] == [
        ("correct", False),
        ("header", False),
        ("delete", True),
    ]
    assert (told[0]["n"], told[0]["was"], told[0]["act"]) == (1, first, mended)
    assert told[1]["fields"] == [{"cell": [5, 5], "was": PRINTS[5][5], "is": "green"}]
    assert records.parse(store.record(1)).lines == tuple(table.session.written())


def test_a_correction_can_end_the_game_and_reopen_it(
    table: FieldTable, correct: Corrections, store: Store
) -> None:
    moves = [("red", (4, 0)), ("blue", (0, 5)), ("red", (4, 1)), ("blue", (1, 5)), ("red", (4, 2))]
    moves += [("blue", (2, 5)), ("red", (4, 3))]
    events = [event for n, move in enumerate(moves, start=3) for event in correct.insert(n, place(*move))]
    assert names(events) == ["outcome"]
    assert table.session.phase == "over"
    store.finish(1)
    correct.take_back()
    assert table.session.outcome is None
    assert store.latest_open() is not None


def test_what_cannot_be_corrected_changes_nothing(correct: Corrections, store: Store) -> None:
    for wrong in (
        lambda: correct.delete(3),
        lambda: correct.correct(0, place("red", (0, 0))),
        lambda: correct.insert(4, place("red", (0, 0))),
        lambda: correct.correct(1, {"act": "place", "player": "pink", "cell": [0, 0], "cards": []}),
        lambda: correct.set_field([6, 0], "red"),
        lambda: correct.set_field([0, 0], "white"),
    ):
        with pytest.raises(BadCommand):
            wrong()
    assert store.corrections(1) == []


def test_a_store_of_the_first_version_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    store = Store.open(path)
    game = store.new_game({"game": "just4fun-colours"})
    store.append(game, {"act": "pass"}, legal=True)
    store._connection.executescript("ALTER TABLE acts DROP COLUMN undoes; PRAGMA user_version = 1;")
    store.close()
    again = Store.open(path)
    again.delete(game, 1)
    again.undo(game)
    assert [stored.act for stored in again.acts(game)] == [{"act": "pass"}]
    again.close()


class NoCamera:
    """A source that never sends a picture."""

    state, why = "live", None

    def read(self, timeout_s: float) -> None: ...

    def close(self) -> None: ...


def test_the_page_corrects_the_game_that_is_on(store: Store) -> None:
    game = store.new_game(
        {"game": "just4fun-colours", "players": ["red", "blue"], "options": {}, "board": {"fields": PRINTS}}
    )
    live = LiveSession(NoCamera(), store, "just4fun-colours", ("red", "blue"), {})
    live.command("insert", {"n": 1, "act": place("red", (0, 0))})
    live.command("insert", {"n": 2, "act": place("blue", (1, 1))})
    live.command("correct", {"n": 1, "act": {"act": "place", "player": "red", "cell": [0, 0], "cards": []}})
    assert [act["legal"] for act in live.state()["acts"]] == [False, False]
    live.command("let_stand", {"n": 1})
    assert [act["accepted"] for act in live.state()["acts"]] == [True, False]
    assert live.state()["acts"][1]["legal"] is True
    live.command("set_field", {"cell": [1, 1], "colour": "violet"})
    assert live.state()["acts"][1]["faults"] == ["wrong_colour"]
    for _ in range(2):
        live.command("undo", {})
    state = live.state()
    assert [done["undone"] for done in state["corrections"]] == [False, False, False, True, True]
    assert state["stored_as"] == game
    live.command("end", {})
    assert (live.state()["phase"], store.latest_open()) == ("over", None)
    live.command("take_back", {})
    assert (live.session.phase, store.latest_open() is not None) == ("playing", True)
    assert records.parse(live.record()).lines


# Putting it back


def test_what_lies_wrong_after_a_fault_is_shown_field_by_field(table: FieldTable) -> None:
    table.do(Change((("red", (0, 0)), ("red", (5, 5))), ()))
    table.show(settled_for_s=4.0)
    assert [d["cell"] for d in table.session.differences] == [[0, 0], [5, 5]]
    table.session.put_it_back()
    assert table.session.putting_back
    assert table.session.phase == "waiting_restore"
    assert names(table.as_told()) == ["restored"]
    assert not table.session.putting_back


def test_what_is_unclear_is_put_back_and_not_judged_meanwhile(table: FieldTable) -> None:
    table.rearrange()
    assert names(table.show(times=2, settled_for_s=6.0)) == ["unclear"]
    table.session.put_it_back()
    assert table.session.phase == "differs"
    assert table.show() == []
    assert names(table.as_told()) == ["restored"]


def test_where_nothing_differs_there_is_nothing_to_put_back(table: FieldTable) -> None:
    with pytest.raises(CommandError, match="nothing to put back"):
        table.session.put_it_back()


def test_a_game_that_a_person_ended_stays_ended(table: FieldTable) -> None:
    table.session.end()
    assert table.place("red", (0, 0)) == []
    assert table.session.phase == "over"


def test_of_a_game_that_a_person_ended_nothing_is_asked_any_more(table: FieldTable) -> None:
    table.do(Place("red", (5, 5), ("red",)))
    table.show(settled_for_s=4.0)
    assert table.session.phase == "waiting_restore" and table.session.differences
    table.session.end()
    assert (table.session.fault, table.session.differences) == (None, [])
    assert table.show() == []
