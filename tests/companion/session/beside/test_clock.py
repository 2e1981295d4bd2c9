"""The turn clock: whose it is, when it stands, and that it is kept in the record."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from companion.record.edits import kept_of_table
from companion.record.keeper import Keeper
from companion.record.store import Store
from companion.session.beside.clock import Clock, TurnClock, read_clock
from companion.session.live import LiveSession
from companion.session.port import Phase
from referee.game import Verdict
from tests.companion.record.test_library import ROW

MINUTE: TurnClock = {"per": "turn", "seconds": 60}
TEN: TurnClock = {"per": "player", "seconds": 600}


@dataclass
class Game:
    """A game of two in which one turn follows the other."""

    players: tuple[str, ...] = ("red", "blue")
    phase: Phase = "playing"
    history: list[Any] = field(default_factory=list)
    now: float = 100.0

    @property
    def state(self) -> Any:
        return SimpleNamespace(on_turn=self.players[len(self.history) % 2])

    def thinks(self, clock: Clock, seconds: float, acts: bool = True) -> Any:
        self.now += seconds
        if acts:
            self.history.append("an act")
        return clock.told(self, self.phase)


def begun(setting: TurnClock | None) -> tuple[Game, Clock]:
    game = Game()
    clock = Clock(setting, lambda: game.now)
    clock.told(game, game.phase)
    return game, clock


def test_each_turn_has_its_own_time() -> None:
    game, clock = begun(MINUTE)
    assert game.thinks(clock, 20, acts=False) == {
        **MINUTE,
        "runs": "red",
        "left": {"red": 40.0, "blue": 60.0},
    }
    assert game.thinks(clock, 5) == {**MINUTE, "runs": "blue", "left": {"red": 60.0, "blue": 60.0}}


def test_who_plays_twice_in_a_row_has_the_time_twice() -> None:
    game, clock = begun(MINUTE)
    game.players = ("red", "red")
    assert game.thinks(clock, 50)["left"] == {"red": 60.0}


def test_a_players_time_is_used_up_over_all_turns() -> None:
    game, clock = begun(TEN)
    game.thinks(clock, 100)
    game.thinks(clock, 30)
    assert game.thinks(clock, 200, acts=False)["left"] == {"red": 300.0, "blue": 570.0}


def test_whoever_takes_longer_is_told_by_how_much() -> None:
    game, clock = begun(MINUTE)
    assert game.thinks(clock, 75, acts=False)["left"]["red"] == -15.0


@pytest.mark.parametrize("phase", ["waiting_restore", "differs", "unclear", "lost", "held", "over"])
def test_it_stands_while_people_are_asked(phase: Phase) -> None:
    game, clock = begun(MINUTE)
    game.phase = phase
    assert game.thinks(clock, 10, acts=False)["runs"] is None
    game.phase = "playing"
    assert game.thinks(clock, 500, acts=False)["left"]["red"] == 50.0
    assert game.thinks(clock, 10, acts=False)["left"]["red"] == 40.0


def test_without_one_nothing_is_told() -> None:
    game, clock = begun(None)
    assert clock.told(game, game.phase) is None


def test_it_is_kept_in_the_record_with_when_each_act_was_told() -> None:
    header, act, *_ = map(json.loads, ROW.splitlines())
    store = Store.open(":memory:")
    keep = Keeper(store, beside={"clock": MINUTE})
    keep(None, header, None)
    keep(None, act, Verdict())
    assert keep.game_id is not None
    kept, told = map(json.loads, store.record(keep.game_id).splitlines())
    assert kept["clock"] == MINUTE and told.pop("at") > "2020"
    assert told == act
    assert kept_of_table(kept) == {"clock": MINUTE}, "whatever is corrected in the header"
    plain = Keeper(store)
    plain(None, header, None)
    plain(None, act, Verdict())
    assert plain.game_id is not None and '"at": "20' not in store.record(plain.game_id)


def test_a_live_game_is_played_by_the_clock_that_was_agreed() -> None:
    session = LiveSession(None, Store.open(":memory:"), "punto", (), {})
    agreed = {"game": "punto", "players": ["ann", "bo"], "options": {}, "clock": MINUTE}
    session.command("setup", agreed)
    setup = session.state()["setup"]
    assert setup is not None and setup["clock"] == MINUTE
    session.command("start", agreed)
    assert session.state()["clock"] == {**MINUTE, "runs": None, "left": {"ann": 60.0, "bo": 60.0}}


@pytest.mark.parametrize("words", ["turn", "turn:0", "turn:99999", "move:60", "turn:60:5", "turn:a"])
def test_what_is_no_clock_is_not_taken_for_one(words: str) -> None:
    assert read_clock(words.split(":")) is None
