"""A full disk in the middle of a game: it is told at once, nothing is lost, and the game goes on by itself."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CommandError
from companion.follow.one_two_three_four import contents
from companion.record.store import Store
from companion.session.games import one_two_three_four as game
from companion.session.live import LiveSession
from models import catalogue
from models.catalogue import ModelError
from referee import one_two_three_four as rules
from referee import records
from referee.one_two_three_four_acts import Enter, Options
from tests.companion.session.lane_table import Camera, Eyes, Watcher, marks

WITHIN_S = 20.0
COLOURS = {"ann": ("red", "blue"), "bo": ("yellow", "green")}
OPTIONS = {"direction": "anticlockwise", "size": 6}
START = rules.start(("ann", "bo"), COLOURS, Options(**OPTIONS))
ENTERED = Enter("ann", "blue", 4)


@pytest.fixture
def watcher(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    watcher = Watcher(Eyes(6, **marks(clockwise_p=0.01)))
    monkeypatch.setattr(game, "eyes", lambda options, known: watcher)
    monkeypatch.setattr(game, "shows", lambda: lambda stretch: stretch.look)
    return watcher


@pytest.fixture
def live(store: Store, watcher: Watcher) -> Iterator[LiveSession]:
    live = LiveSession(Camera(), store, rules.ID, ("ann", "bo"), OPTIONS, colours=COLOURS)
    live.start()
    yield live
    live.stop()


def fill(store: Store) -> None:
    """No page more has room on the disk."""
    store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    while True:  # what is left of the last pages
        try:
            store.append(1, {"act": "filler", "text": "x" * 50}, legal=False)
        except Exception:
            return


def make_room(store: Store) -> None:
    store._connection.execute("PRAGMA max_page_count = 1000000")


def look(live: LiveSession, until: Callable[[Any], bool]) -> Any:
    """The camera sends pictures until the state is so."""
    assert isinstance(live.source, Camera)
    end = time.monotonic() + WITHIN_S
    while not until(live.state()):
        assert time.monotonic() < end, live.state()
        live.source.left = 1
        time.sleep(0.02)
    return live.state()


@pytest.fixture
def held(live: LiveSession, store: Store, watcher: Watcher) -> LiveSession:
    """A game in which a tile is entered when the disk is full."""
    look(live, lambda state: state["phase"] == "playing")
    fill(store)
    watcher.table = contents(rules.accept(START, ENTERED))
    look(live, lambda state: state["phase"] == "held")
    return live


def test_it_is_told_at_once_and_in_words(held: LiveSession) -> None:
    state = held.state()
    assert "free some space" in state["held"]["en"] and "schaffe Platz" in state["held"]["de"]
    assert not state["acts"] and state["last"] is None, "what is not kept is not told"
    assert [event.data["why"] for event in held.events_since(0, 0) if event.kind == "held"] == [state["held"]]
    assert "What was done last is not kept" in held.ended()


def test_the_picture_goes_on_and_what_would_have_to_be_kept_is_refused(held: LiveSession) -> None:
    assert isinstance(held.source, Camera)
    number, held.source.left = held.frame_number(), 1
    end = time.monotonic() + WITHIN_S
    while held.frame_number() == number:
        assert time.monotonic() < end
        time.sleep(0.02)
    with pytest.raises(CommandError, match=r"the game is held: .*free some space"):
        held.command("table_is_right", {})


def test_with_room_again_the_act_is_told_once_and_play_goes_on(
    held: LiveSession, store: Store, watcher: Watcher
) -> None:
    make_room(store)
    state = look(held, lambda state: state["phase"] == "playing")
    assert [act["act"] for act in state["acts"]] == [records.line_fields(rules.ID, records.Line(ENTERED))]
    assert "held" not in state and "The game is kept" in held.ended()
    entered = rules.accept(START, ENTERED)
    answer = next(act for act in rules.legal_acts(entered) if isinstance(act, Enter))
    watcher.table = contents(rules.accept(entered, answer))
    assert len(look(held, lambda state: len(state["acts"]) == 2)["acts"]) == 2
    assert [json.loads(line)["player"] for line in held.record().splitlines()[1:]] == ["ann", "bo"]


def test_who_ends_the_program_meanwhile_waits_for_nothing(held: LiveSession, store: Store) -> None:
    begun = time.monotonic()
    held.stop()
    assert time.monotonic() - begun < 2
    make_room(store)
    assert len(held.record().splitlines()) == 1


def test_a_fault_of_the_program_is_told_and_over_when_looking_works_again(
    live: LiveSession, watcher: Watcher, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    look(live, lambda state: state["phase"] == "playing")

    def missing(*_: Any) -> Any:
        raise ModelError("the network tiles.onnx is missing: install tableref again")

    with monkeypatch.context() as broken:
        broken.setattr(watcher, "feed", missing)
        state = look(live, lambda state: state["phase"] == "held")
        assert "the network tiles.onnx is missing: install tableref again" in state["held"]["de"]
        look(live, lambda state: live.frame_number() > 9)
    assert caplog.text.count("could not be read") == 1, "not once more for each picture"
    watcher.table = contents(rules.accept(START, ENTERED))
    assert look(live, lambda state: state["acts"])["phase"] == "playing"


def test_it_is_said_where_no_game_was_begun(store: Store) -> None:
    assert LiveSession(None, store, rules.ID, (), {}).ended() == "Ended. No game was begun."


def test_what_is_missing_is_told_at_the_start_with_how_to_mend_it(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(catalogue.FOLDER, tmp_path / "networks")
    shutil.copytree(catalogue.FOLDER.parent / "weights", tmp_path / "weights")
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path / "networks")
    weights = tmp_path / "weights" / "punto.json"
    whole = weights.read_text("utf-8")
    spoilt = {whole.replace("1", "2", 1): "damaged", whole[:500]: "damaged", "{}": "damaged", None: "missing"}
    for text, what in spoilt.items():
        weights.unlink()
        if text is not None:
            weights.write_text(text, "utf-8")
        live = LiveSession(None, store, rules.ID, (), {})
        live.start()
        state = live.state()
        live.stop()
        assert state["phase"] == "held"
        assert f"{weights} are {what}: install tableref again" in state["held"]["de"]
    (tmp_path / "networks" / "tiles.onnx").unlink()
    with pytest.raises(ModelError, match=r"tiles\.onnx is missing: install tableref again"):
        catalogue.verify()


def test_all_that_ships_is_looked_at_and_is_right() -> None:
    shipped = {path.stem for path in catalogue.FOLDER.glob("*.onnx")}
    weights = {path.stem for path in (catalogue.FOLDER.parent / "weights").glob("*.json")}
    assert (set(catalogue.NAMES), set(catalogue.WEIGHTS)) == (shipped, weights)
    catalogue.verify()
