"""A live session of One Two Three … Four: another game is chosen, a game goes on, its settings are mended."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from companion.errors import BadCommand, CommandError
from companion.follow.one_two_three_four import contents
from companion.record.store import Store
from companion.session.games import one_two_three_four as game
from companion.session.live import LiveSession
from referee import one_two_three_four as rules
from referee import records
from referee.one_two_three_four_acts import Enter, Options
from tests.companion.session.lane_table import Camera, Eyes, Watcher, marks

WITHIN_S = 20.0
START = rules.start(
    ("ann", "bo"), {"ann": ("red", "blue"), "bo": ("yellow", "green")}, Options(direction="anticlockwise")
)


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    def eyes(options: Any, known: Any) -> Watcher:
        return Watcher(Eyes(options.get("size") or 6, **marks(clockwise_p=0.01)))

    monkeypatch.setattr(game, "eyes", eyes)
    monkeypatch.setattr(game, "shows", lambda: lambda stretch: stretch.look)


@pytest.fixture
def live(store: Store) -> Iterator[LiveSession]:
    live = LiveSession(Camera(), store, rules.ID, (), {}, camera="0")
    live.start()
    yield live
    live.stop()


def see(live: LiveSession, times: int = 1) -> Any:
    """The camera sends so many pictures; returns the state after them."""
    assert isinstance(live.source, Camera)
    wanted, live.source.left = live.frame_number() + times, times
    until = time.monotonic() + WITHIN_S
    while live.frame_number() < wanted and time.monotonic() < until:
        time.sleep(0.01)
    return live.state()


def test_a_game_is_set_up_and_begins_on_the_board_that_was_seen(live: LiveSession) -> None:
    assert see(live)["setup"]["learnt"]["direction"] == "anticlockwise"
    names = {"players": ["ann", "bo"], "colours": {"ann": ["red", "blue"], "bo": ["yellow", "green"]}}
    live.command("setup", {"game": rules.ID, "options": {}, **names})
    live.command("start", {"game": rules.ID, "options": {}, **names})
    state = live.state()
    assert state["phase"] == "playing"
    assert [player["plays"] for player in state["players"]] == [["red", "blue"], ["yellow", "green"]]
    assert records.parse(live.record()).start == START


@pytest.mark.parametrize(
    ("colours", "why"),
    [
        ({"ann": ["red"], "bo": ["yellow", "green"]}, "of 2 players each plays 2 of the colours"),
        ({"ann": ["red", "blue"], "bo": ["red", "green"]}, "a colour is played twice"),
        ({"ann": ["red", "blue"]}, "colours are needed for ann, bo"),
    ],
)
def test_colours_that_the_rules_do_not_allow_begin_no_game(
    live: LiveSession, colours: dict[str, list[str]], why: str
) -> None:
    see(live)
    asked = {"game": rules.ID, "options": {}, "players": ["ann", "bo"], "colours": colours}
    for name in ("setup", "start"):
        with pytest.raises(BadCommand, match=why):
            live.command(name, asked)
    assert live.state()["setup"]["ready"] and not live.record()


def test_another_size_is_looked_at_with_other_eyes(live: LiveSession) -> None:
    assert see(live)["board"]["size"] == 6
    live.command("setup", {"game": rules.ID, "players": [], "options": {"size": 5}})
    assert live.state()["seen"] is None
    assert see(live)["board"]["size"] == 5


def test_another_game_is_chosen_and_this_one_again(live: LiveSession) -> None:
    live.command("setup", {"game": "just4fun-colours", "players": [], "options": {}})
    assert live.state()["game"] == "just4fun-colours"
    live.command("setup", {"game": rules.ID, "players": [], "options": {}})
    assert see(live)["setup"]["learnt"]["size"] == 6
    with pytest.raises(BadCommand, match="not read by a camera yet"):
        live.command("setup", {"game": "chess", "players": [], "options": {}})


def test_a_game_that_was_interrupted_goes_on_with_its_colours(live: LiveSession, store: Store) -> None:
    see(live)
    game_id = store.new_game(records.header_fields(START))
    entered = Enter("ann", "blue", 4)
    store.append(game_id, records.line_fields(rules.ID, records.Line(entered)), legal=True)
    assert live.state()["setup"]["resume"]["acts"] == 1
    live.command("resume", {})
    assert isinstance(live.watcher, Watcher)
    live.watcher.table = contents(rules.accept(START, entered))
    state = see(live, 2)
    assert (state["phase"], len(state["acts"])) == ("playing", 1)
    assert state["players"][0]["left"] == {"red": 8, "blue": 7}
    assert state["players"][1]["to_move"]


def test_a_setting_is_mended_in_the_game_and_what_cannot_be_is_refused(store: Store) -> None:
    store.new_game(records.header_fields(START))
    live = LiveSession(Camera(), store, rules.ID, ("ann", "bo"), {})
    live.command("set_option", {"name": "direction", "value": "clockwise"})
    assert live.state()["board"]["direction"] == "clockwise"
    live.command("undo", {})
    assert live.state()["board"]["direction"] == "anticlockwise"
    with pytest.raises(BadCommand):
        live.command("set_option", {"name": "direction", "value": "upwards"})
    with pytest.raises((BadCommand, CommandError)):
        live.command("set_field", {"cell": [0, 0], "colour": "red"})
