"""Statistics over evenings: who won what, how long it took, and which faults were made."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.record.evenings.statistics import seconds_played, statistics
from companion.record.library import Library
from companion.record.store import Store
from tests.companion.record.test_library import PUNTO, ROW, TIE


def game(**told: Any) -> dict[str, Any]:
    usual = {
        "game": "punto",
        "name": "Punto",
        "created": "2026-11-30T12:00:00+00:00",
        "players": ["ann", "bo"],
        "names": {},
        "outcome": {"winners": ["ann"]},
        "finished": True,
        "seconds": 600.0,
        "faults": {},
    }
    return usual | told


def test_people_are_told_with_what_they_won_the_best_first() -> None:
    told = statistics(
        [game(), game(outcome={"winners": ["bo"]}), game(outcome={"winners": ["bo"]}), game(outcome=None)]
    )
    assert [(one["name"], one["played"], one["won"]) for one in told["people"]] == [
        ("bo", {"punto": 4}, {"punto": 2}),
        ("ann", {"punto": 4}, {"punto": 1}),
    ]


def test_who_has_a_name_is_one_person_whatever_colour_is_played() -> None:
    colours = {"game": "just4fun-colours", "name": "Just 4 Fun Colours", "players": ["red", "blue"]}
    games = [
        game(**colours, names={"red": "ann"}, outcome={"winners": ["red"]}),
        game(**colours, names={"blue": "ann"}, outcome={"winners": ["blue"]}),
        game(),
    ]
    ann = statistics(games)["people"][0]
    assert (ann["name"], ann["won"]) == ("ann", {"just4fun-colours": 2, "punto": 1})


def test_faults_are_counted_by_kind_and_by_who_made_them() -> None:
    told = statistics(
        [game(faults={"bo": {"no_cards": 2}, "": {"stone_moved": 1}}), game(faults={"bo": {"no_cards": 1}})]
    )
    assert told["faults"] == {"no_cards": 3, "stone_moved": 1}
    assert {one["name"]: one["faults"] for one in told["people"]} == {"ann": {}, "bo": {"no_cards": 3}}


def test_the_usual_length_is_that_of_games_that_were_ended_and_timed() -> None:
    lengths = (300.0, 500.0, 10_000.0, None)
    games = [game(seconds=seconds) for seconds in lengths] + [game(seconds=1.0, finished=False)]
    (punto,) = statistics(games)["games"]
    assert (punto["played"], punto["usual_s"], punto["longest_s"]) == (5, 500.0, 10_000.0)


def test_a_game_after_midnight_belongs_to_the_evening_before(monkeypatch: pytest.MonkeyPatch) -> None:
    nights = [
        "2026-11-30T20:00:00",
        "2026-12-01T01:00:00",
        "2026-12-01T20:00:00",
    ]  # where the computer stands
    told = statistics([game(created=night) for night in nights])["evenings"]
    assert [(one["date"], one["games"], one["won"]) for one in told] == [
        ("2026-12-01", 1, {"ann": 1}),
        ("2026-11-30", 2, {"ann": 2}),
    ]


def test_nobody_knows_how_long_a_game_took_that_was_brought_from_elsewhere() -> None:
    assert seconds_played("2026-11-30T20:00:00+00:00", ["2026-12-05T10:00:00.001+00:00"] * 9) is None
    assert seconds_played("2026-11-30T20:00:00+00:00", []) is None


def test_of_kept_games_all_is_told() -> None:
    store = Store.open(":memory:")
    library = Library(store)
    assert statistics([]) == library.statistics()
    for record in (ROW, TIE, PUNTO):
        library.take_in(record.encode())
    header, act, *_ = map(json.loads, ROW.splitlines())
    open_game = store.new_game(header)
    store.append(open_game, act, legal=False, faults=["no_cards"])
    told = library.statistics()
    assert {one["game"]: (one["played"], one["decided"]) for one in told["games"]} == {
        "just4fun-colours": (3, 2),
        "punto": (1, 1),
    }
    assert told["faults"] == {"no_cards": 1}
    assert store.faults(open_game) == [(act["player"], ("no_cards",))]
