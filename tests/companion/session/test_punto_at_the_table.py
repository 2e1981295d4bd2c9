"""Punto at a table: an empty one begins it, rounds end and are cleared up, and people correct what was told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.errors import BadCommand
from companion.follow.hypothesis import Step
from companion.follow.likelihood.point_cards import CONTENTS, place_of
from companion.follow.punto_tables import piles_after
from companion.session.at_table import Agreed
from companion.session.games import punto
from companion.session.games.punto_setup import PuntoSetup, colours_of
from referee.punto_acts import Act, Change, Place
from tests.companion.session.laid import LaidStretch
from tests.companion.session.point_table import Eyes, PointTable, Sight, beside, card


def kinds(told: list) -> list[str]:
    return [event["event"] for event in told]


def place(player: str, name: str, down: int, right: int) -> Act:
    return Place(player, card(name), beside(down, right))


@pytest.fixture
def table() -> PointTable:
    """A game under way, on a table that is empty. ann plays red and blue."""
    table = PointTable()
    assert kinds(table.show()) == ["ready"]
    return table


def misread(table: PointTable, name: str, as_name: str, down: int, right: int, share: float) -> list:
    """The table is seen, with one card that reads as another with a probability of ``share``."""
    shown = table.eyes.look(table.piles)
    p = shown.look.cells.p.copy()
    place = place_of(beside(down, right))
    p[place] = 1e-4
    p[place, [CONTENTS.index(card(as_name)), CONTENTS.index(card(name))]] = share, 1 - share
    cells = replace(shown.look.cells, p=p / p.sum(1, keepdims=True))
    return list(table.session.see(replace(shown, look=replace(shown.look, cells=cells))))


def won(table: PointTable) -> None:
    """ann wins a round with five in a row."""
    for n in range(5):
        table.do(place("ann", f"red {n + 1}", 0, n))
        if n < 4:
            table.do(place("bo", f"green {n + 1}", 1, n))


def test_a_game_begins_on_an_empty_table_only() -> None:
    table = PointTable()
    table.piles = ((beside(0, 0), (card("red 5"),)), (beside(0, 1), (card("green 3"),)))
    (asked,) = table.show()
    assert asked["event"] == "unclear"
    assert "red 5, green 3" in asked["why"]
    assert table.session.state is None
    assert kinds(table.clear()) == ["ready"]


def test_a_lamp_that_is_mirrored_on_the_table_is_told_when_a_game_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows, columns = np.mgrid[:240, :320]
    light = 400 / (1 + (np.hypot(rows - 120, columns - 160) / 40) ** 4)
    glares = np.clip(40 + light, 0, 255).astype(np.uint8)[..., None].repeat(3, 2)
    monkeypatch.setattr(LaidStretch, "bgr", glares)
    table = PointTable()
    (ready,) = table.show()
    assert "A lamp is mirrored on the table" in ready["why"]
    assert [note["en"] for note in table.session.notes] == [ready["why"]]


def test_a_card_is_told_on_the_cell_that_keeps_its_name(table: PointTable) -> None:
    (first,) = table.do(place("ann", "red 5", 0, 0))
    (left,) = table.do(place("bo", "green 3", -1, -1))
    assert first["legal"] and left["legal"]
    assert (first["act"]["at"], left["act"]["at"]) == ([5, 5], [4, 4])
    assert "on f6" in first["text"] and "on e5" in left["text"]


def test_a_fault_is_told_and_taken_back(table: PointTable) -> None:
    table.do(place("ann", "red 5", 0, 0))
    (fault,) = table.do(place("bo", "green 3", 0, 0))
    assert fault["faults"] == ["not_higher"]
    assert table.session.differences == [
        {"cell": [5, 5], "expected": [["red", 5]], "seen": {"owner": ["green", 3], "height": 2}}
    ]
    table.piles = table.state.piles
    assert kinds(table.show()) == ["restored"]
    assert table.session.phase == "playing"


def test_the_eyes_know_of_a_faulty_card_that_lies_there(
    table: PointTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the first card of a round too: else each look would begin the grid anew."""
    known = []
    monkeypatch.setattr(
        Sight, "look", lambda self, stretch, lying, out=(): (known.append(lying), stretch.look)[1]
    )
    (fault,) = table.do(place("bo", "green 3", 0, 0))
    assert fault["faults"] == ["wrong_player"]
    table.show()
    assert [CONTENTS[lying[place_of(beside(0, 0))]] for lying in known] == [None, card("green 3")]


def test_what_was_told_is_corrected_when_what_follows_says_otherwise(table: PointTable) -> None:
    """ann's red 3 reads as an orange one, which is bo's."""
    table.do(place("ann", "red 5", 0, 0))
    table.do(place("bo", "green 3", 0, 1))
    turns = [
        place("ann", "red 3", 1, 0),
        place("bo", "green 8", 1, 1),
        place("ann", "blue 7", 2, 0),
        place("bo", "green 4", 2, 1),
    ]
    told = []
    for act in turns:
        table.piles = piles_after(replace(table.state, piles=table.piles), act)
        told.append(misread(table, "red 3", "orange 3", 1, 0, 0.99))
    assert told[0][0]["faults"] == ["wrong_player"]
    acts = [event for each in told for event in each if event["event"] == "act" and event["legal"]]
    assert [event["act"]["card"]["points"] for event in acts] == [3, 8, 7, 4]
    assert acts[0]["text"].startswith("Not as I told before: ann")
    assert [each.act for each in table.session.history[2:]] == turns
    assert len(table.store.acts(1)) == 6 and table.session.phase == "playing"


def test_play_goes_on_after_what_nobody_could_make_out(table: PointTable) -> None:
    """ann's red 3 may be a 4: nobody says so."""
    table.do(place("ann", "red 5", 0, 0))
    table.do(place("bo", "green 3", 0, 1))
    turns = [
        place("ann", "red 3", 1, 0),
        place("bo", "green 8", 1, 1),
        place("ann", "blue 7", 2, 0),
        place("bo", "green 4", 2, 1),
        place("ann", "blue 1", 2, 2),
    ]
    told = []
    for act in turns:
        table.piles = piles_after(replace(table.state, piles=table.piles), act)
        told += misread(table, "red 3", "red 4", 1, 0, 0.5)
        if act == turns[0]:
            told += misread(table, "red 3", "red 4", 1, 0, 0.5)
    assert "unclear" in kinds(told)
    assert [event["act"].get("card") for event in told[-3:]] == [
        {"colour": act.card.colour, "points": act.card.points} for act in turns[-3:] if isinstance(act, Place)
    ]
    assert table.session.phase == "playing"


@pytest.mark.parametrize("goes_on", [place("ann", "red 8", 0, 0), place("bo", "orange 8", 0, 0)])
def test_who_is_on_turn_after_what_nobody_could_make_out_the_next_card_tells(
    table: PointTable, goes_on: Place
) -> None:
    """A card that is taken away again may be ann's blue 5, or bo's green 5, who was not on turn: nobody says so."""
    table.piles = piles_after(table.state, place("ann", "blue 5", 0, 0))
    asked = [event for _ in range(4) for event in misread(table, "blue 5", "green 5", 0, 0, 0.9)]
    assert kinds(asked) == ["unclear"]
    table.clear()
    told = table.do(goes_on)
    assert [(event["legal"], event["act"]["player"]) for event in told] == [(True, goes_on.player)]


def test_play_is_followed_on_where_the_record_cannot_say_all_of_how_the_game_stands(
    table: PointTable,
) -> None:
    """Nobody knows who laid the second card; the record says how the cards lie, and not how many each has left."""
    table.do(place("ann", "red 5", 0, 0))
    other = replace(punto.rules.apply(table.state, place("bo", "green 3", 0, 1)), placed=(0, 1))
    table.piles = other.piles
    table.session._tracker.restart(other, None, table.eyes.look(table.piles).look)
    assert table.show() == []
    assert (table.state.piles, table.session.phase) == (other.piles, "playing")
    table.piles = piles_after(table.state, place("ann", "red 3", 1, 1))
    assert [event["act"]["at"] for event in table.show(looks=1)] == [[6, 6]]


def test_a_table_that_surely_lies_otherwise_than_it_would_count_is_held_against_the_game(
    table: PointTable,
) -> None:
    table.do(place("ann", "red 5", 0, 0))
    other = punto.rules.apply(table.state, place("bo", "green 3", 0, 1))
    table.session._tracker.restart(other, None, table.eyes.look(table.piles).look)
    told = [*table.show(), *table.show()]
    assert (kinds(told), table.session.phase) == (["unclear"], "differs")


def test_what_will_not_be_known_counts_as_the_account_has_it_that_began_otherwise(table: PointTable) -> None:
    """On a red 5 a second one may have been laid, of which the game was not told: that is taken again."""
    table.do(place("ann", "red 5", 0, 0))
    twice = replace(table.state, piles=((beside(0, 0), (card("red 5"), card("red 5"))),))
    taken = Change((), ((card("red 5"), beside(0, 0)),))
    table.session._pass_over([Step("act", taken, ("card_removed",), state=twice)], table.session._tracker)
    assert table.state.piles == ((beside(0, 0), (card("red 5"),)),)


def test_a_round_that_is_won_is_cleared_up_and_the_next_begins_in_the_middle_again(table: PointTable) -> None:
    won(table)
    assert table.told[-1]["round"]["winner"] == "ann"
    assert table.state.piles == () and table.session.phase == "playing"
    (cleared,) = table.clear()
    assert cleared["legal"] and cleared["act"]["added"] == cleared["act"]["removed"] == []
    assert "taken up" in cleared["text"]
    (first,) = table.do(place("bo", "green 7", 0, 0))
    assert first["legal"] and table.state.on_turn == "ann"


def test_a_round_may_be_voided_and_its_cards_have_to_be_taken_up(table: PointTable) -> None:
    table.do(place("ann", "red 5", 0, 0))
    table.do(place("bo", "green 3", 0, 1))
    table.corrections.insert(3, {"act": "void_round"})
    assert table.state.piles == () and table.state.on_turn == "ann"
    assert table.session.phase == "differs" and len(table.session.differences) == 2
    assert kinds(table.clear()) == ["restored"]
    (first,) = table.do(place("ann", "red 5", 0, 0))
    assert first["legal"]


def test_who_says_what_a_card_was_plays_on_from_there(table: PointTable) -> None:
    table.do(place("ann", "red 5", 0, 0))
    act = {"act": "place", "player": "ann", "card": {"colour": "red", "points": 4}, "at": [5, 5]}
    table.corrections.correct(1, act)
    assert table.session.phase == "differs"  # the camera sees a 5
    table.piles = table.state.piles
    table.show()
    (second,) = table.do(place("bo", "green 5", 0, 0))
    assert second["legal"]


def test_the_table_is_taken_as_it_lies(table: PointTable) -> None:
    table.do(place("ann", "red 5", 0, 0))
    table.piles = ((beside(0, 0), (card("red 5"),)), (beside(2, 0), (card("green 3"),)))
    (fault,) = table.show()
    assert fault["faults"] == ["not_adjacent"]
    table.session.accept()
    assert dict(table.state.piles)[beside(2, 0)] == (card("green 3"),)
    assert table.session.phase == "playing"


def test_killed_and_started_again_the_game_goes_on(table: PointTable) -> None:
    table.do(place("ann", "red 5", 0, 0))
    table.restart()
    assert table.session.phase == "playing"
    (second,) = table.do(place("bo", "green 8", 0, 0))
    assert second["legal"]


@pytest.mark.parametrize(
    ("players", "options", "each"),
    [
        (("ann", "bo"), {}, [2, 2]),
        (("ann", "bo", "cy"), {}, [1, 1, 1]),
        (("ann", "bo", "cy", "di"), {"teams": [["ann", "cy"], ["bo", "di"]]}, [2, 2, 2, 2]),
    ],
)
def test_colours_are_dealt_as_the_rules_have_it(players: tuple, options: dict, each: list) -> None:
    dealt = colours_of(Agreed("punto", players, options))
    assert [len(dealt[player]) for player in players] == each
    assert ("teams" not in options) or dealt["ann"] == dealt["cy"]


def test_colours_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadCommand, match="more than one"):
        colours_of(Agreed("punto", ("ann", "bo"), {}, {"ann": ["red", "blue"], "bo": ["red", "green"]}))


def test_before_the_game_the_page_is_told_whether_the_table_is_empty() -> None:
    setup = PuntoSetup("punto", ("ann", "bo"), sights=Sight)
    assert not setup.ready and "learnt" not in setup.told(None)
    eyes = Eyes()
    setup.see(eyes.look(()))
    assert setup.ready
    setup.see(eyes.look(((beside(0, 0), (card("red 5"),)), (beside(0, 1), (card("blue 3"),)))))
    told = setup.told(None)
    assert not told["ready"] and "red 5, blue 3" in told["in_the_way"]["en"]
    setup.take_for_empty()
    assert setup.ready


def test_the_page_is_told_of_piles_and_of_acts_in_all_their_fields(table: PointTable) -> None:
    table.do(place("ann", "red 5", 0, 0))
    shown = punto.shown(table.session, None)
    assert shown.board["piles"] == [[[5, 5], [["red", 5]]]] and shown.board["size"] == 11
    assert [form.act for form in shown.forms] == ["place", "cannot_place", "void_round", "change", "table"]
    assert punto.players(table.session)[0] == {
        "colour": "ann",
        "plays": ["red", "blue"],
        "to_move": False,
        "cards_left": 35,
    }
