"""Before a game: the board is looked at and mended, cameras are exchanged, and only then is anything recorded."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import BadCommand, CommandError
from companion.eyes.stretch import Stretch
from companion.record.store import Store
from companion.session.live import LiveSession
from tests.companion.shown_table import PRINTS, Table
from vision.sources import Frame, PushedSource, Source, SourceError
from vision.stone_table.reading import FIELD_COLOURS

WITHIN_S = 10.0
FIELDS = [list(row) for row in PRINTS]


class Eyes:
    """Sees the table that a test lays, in every frame."""

    def __init__(self, size: int = 6, known: Any = None) -> None:
        self.size = size
        self.board: Any = None
        self.eyes, self.why = "lost", "no board in sight"
        self.pointed_out: Any = None
        self.looks = 0

    def feed(self, bgr: np.ndarray, t: float, hints: Any = None) -> Iterator[Stretch]:
        self.looks += 1
        if self.looks > 8:
            return  # more looks at a table that lies still tell nothing new
        self.board, self.eyes, self.why = object(), "watching", None
        yield TABLE.stretch(self.looks)

    def take_board(self, bgr: np.ndarray, board: Any, hints: Any = None) -> None:
        self.pointed_out, self.looks = board, 0


TABLE = Table()


class Camera(Source):
    """Gives a picture as often as a test says."""

    name, is_live = "camera", True

    def __init__(self, size_px: tuple[int, int] = (64, 48)) -> None:
        self.left, self.given, self.closed = 0, 0, False
        self.size_px = size_px

    def read(self, timeout_s: float) -> Frame | None:
        if self.left <= 0:
            time.sleep(0.01)
            return None
        self.left -= 1
        self.given += 1
        return Frame(np.zeros((self.size_px[1], self.size_px[0], 3), np.uint8), float(self.given), self.given)

    @property
    def state(self) -> Any:
        return "ended" if self.closed else "live"

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[LiveSession]:
    monkeypatch.setattr("companion.session.games.just4fun_colours.Watcher", Eyes)
    TABLE.stones, TABLE.cards = {}, []
    live = LiveSession(None, Store.open(tmp_path / "games.sqlite3"), "just4fun-colours", (), {})
    live.start()
    yield live
    live.stop()


def take(live: LiveSession, camera: Source, monkeypatch: pytest.MonkeyPatch, kind: str = "device") -> None:
    monkeypatch.setattr("companion.session.before_the_game.open_chosen", lambda kind, value: camera)
    live.command("camera", {"kind": kind, "value": "0"})


def look(live: LiveSession, camera: Camera, frames: int) -> Any:
    """Let the session take in some frames, and return its state."""
    wanted, camera.left = camera.given + frames, frames
    until = time.monotonic() + WITHIN_S
    while (camera.given < wanted or live.frame_number() < wanted) and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(0.05)
    return live.state()


@pytest.fixture
def camera(live: LiveSession, monkeypatch: pytest.MonkeyPatch) -> Camera:
    camera = Camera()
    take(live, camera, monkeypatch)
    return camera


def test_at_first_there_is_no_camera_and_nothing_is_recorded(live: LiveSession) -> None:
    state = live.state()
    assert state["camera"] is None and state["phase"] == "looking_for_board"
    assert state["setup"] == {
        "game": "just4fun-colours", "players": [], "options": {}, "ready": False, "cards": True, "stones_on": [],
        "resume": None, "clock": None, "alike": [],
    }  # fmt: skip
    assert state["eyes"]["why"] == {
        "en": "no camera chosen yet",
        "de": "noch keine Kamera gewählt",
        "zh-Hant": "還沒選攝影機",
    }
    assert live.store.games() == []


def test_the_board_is_looked_at_until_it_is_known_and_nothing_begins(
    live: LiveSession, camera: Camera
) -> None:
    state = look(live, camera, 2)
    assert state["phase"] == "looking_for_board" and state["seen"]["corners"] and state["board"]["fields"]
    state = look(live, camera, 4)
    assert state["phase"] == "ready" and state["setup"]["ready"]
    assert state["board"]["fields"] == FIELDS
    assert state["camera"] == {"kind": "device", "name": "0", "state": "live", "image_size": [64, 48]}
    assert live.store.games() == []


def test_a_mended_field_is_in_the_record_of_the_game(live: LiveSession, camera: Camera) -> None:
    look(live, camera, 5)
    colour = next(name for name in FIELD_COLOURS if name != PRINTS[1][2])
    live.command("set_field", {"cell": [1, 2], "colour": colour})
    live.command("start", {"game": "just4fun-colours", "players": ["red", "blue"], "options": {"row": 5}})
    state = live.state()
    assert state["setup"] is None and state["phase"] == "playing"
    assert state["board"]["fields"][1][2] == colour
    (game,) = live.store.games()
    assert game.header["board"]["fields"][1][2] == colour and game.header["options"] == {"row": 5, "size": 6}
    assert [row for r, row in enumerate(game.header["board"]["fields"]) if r != 1] == [
        row for r, row in enumerate(FIELDS) if r != 1
    ]


def test_no_game_begins_while_something_stands_on_the_board(live: LiveSession, camera: Camera) -> None:
    TABLE.stones = {(2, 3): ("red",)}
    state = look(live, camera, 6)
    assert state["setup"]["stones_on"] == [[2, 3]] and not state["setup"]["ready"]


def test_who_says_that_the_board_is_empty_is_believed(live: LiveSession, camera: Camera) -> None:
    with pytest.raises(CommandError, match="no board"):
        live.command("table_is_right", {})
    TABLE.stones = {(2, 3): ("red",)}
    look(live, camera, 6)
    live.command("table_is_right", {})
    state = live.state()
    assert state["setup"]["stones_on"] == [] and state["setup"]["ready"]
    live.command("start", {"game": "just4fun-colours", "players": ["red", "blue"], "options": {}})
    state = live.state()
    assert state["phase"] == "playing" and state["acts"] == [] and not any(map(any, state["board"]["stacks"]))


def test_so_is_who_says_it_when_the_seats_were_told_on_the_command_line(
    live: LiveSession, camera: Camera, tmp_path: Path
) -> None:
    TABLE.stones = {(2, 3): ("red",)}
    seated = LiveSession(
        Camera(), Store.open(tmp_path / "b.sqlite3"), "just4fun-colours", ("red", "blue"), {}
    )
    seated.start()
    try:
        waiting = look(seated, seated.source, 8)
        assert waiting["phase"] == "unclear" and "d3" in waiting["unclear"]["en"]
        seated.command("table_is_right", {})
        state = seated.state()
        assert state["phase"] == "playing" and state["unclear"] is None and state["acts"] == []
    finally:
        seated.stop()


def test_a_field_cannot_be_mended_before_it_is_seen_nor_to_what_it_cannot_be(
    live: LiveSession, camera: Camera
) -> None:
    with pytest.raises(CommandError, match="no board"):
        live.command("set_field", {"cell": [0, 0], "colour": "red"})
    look(live, camera, 5)
    with pytest.raises(BadCommand, match="white"):
        live.command("set_field", {"cell": [0, 0], "colour": "white"})
    with pytest.raises(BadCommand):
        live.command("set_field", {"cell": [7, 0], "colour": "red"})


def test_corners_are_pointed_out(live: LiveSession, camera: Camera, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="picture"):
        live.command("corners", {"corners": [[0, 0], [9, 0], [9, 9], [0, 9]]})
    look(live, camera, 5)
    corners = [[10.0, 5.0], [50.0, 6.0], [55.0, 40.0], [8.0, 42.0]]
    live.command("corners", {"corners": corners})
    assert not live.state()["setup"]["ready"], "it is looked at anew"
    given = live.watcher.pointed_out.corners_px
    assert given == pytest.approx(np.array(corners), abs=2.0)
    with pytest.raises(BadCommand, match="no board"):
        live.command("corners", {"corners": [[0, 0], [9, 9], [9, 0], [0, 9]]})
    live.command("corners", {"corners": None})
    assert live.state()["seen"] is None


def test_another_camera_takes_the_place_of_the_first(
    live: LiveSession, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(live, camera, 5)
    other = Camera()
    take(live, other, monkeypatch)
    assert camera.closed and not other.closed
    state = live.state()
    assert state["seen"] is None and state["camera"]["image_size"] is None
    other.left = 6
    until = time.monotonic() + WITHIN_S
    while not live.state()["setup"]["ready"] and time.monotonic() < until:
        time.sleep(0.01)
    assert live.state()["phase"] == "ready"


def test_a_camera_that_cannot_be_had_is_told(live: LiveSession) -> None:
    with pytest.raises(CommandError, match=r"nowhere\.mp4: there is no such file"):
        live.command("camera", {"kind": "file", "value": "nowhere.mp4"})
    assert live.state()["camera"] is None


def test_a_picture_of_another_size_is_looked_at_anew(live: LiveSession, camera: Camera) -> None:
    look(live, camera, 5)
    eyes = live.watcher
    camera.size_px = (48, 64)  # the phone was turned
    state = look(live, camera, 1)
    assert live.watcher is not eyes and state["camera"]["image_size"] == [48, 64]
    assert not state["setup"]["ready"]


def test_a_size_of_board_is_looked_for_from_when_it_is_chosen(live: LiveSession, camera: Camera) -> None:
    body = {"game": "just4fun-colours", "players": ["red", "blue"], "options": {"size": 8}}
    live.command("setup", body)
    assert live.watcher.size == 8
    assert live.state()["setup"]["players"] == ["red", "blue"]


def test_a_game_that_is_on_is_not_set_up_again(live: LiveSession, camera: Camera) -> None:
    look(live, camera, 5)
    start = {"game": "just4fun-colours", "players": ["red", "blue"], "options": {}}
    live.command("start", start)
    with pytest.raises(CommandError, match="end it first"):
        live.command("setup", start)
    live.command("end", {})
    live.command("setup", start)
    assert live.state()["setup"] is not None


def test_an_interrupted_game_is_offered_and_gone_on_with(
    live: LiveSession, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(live, camera, 5)
    live.command("start", {"game": "just4fun-colours", "players": ["red", "blue"], "options": {}})
    again = LiveSession(None, live.store, "just4fun-colours", (), {})
    offered = again.state()["setup"]["resume"]
    assert (offered["players"], offered["acts"]) == (["red", "blue"], 0)
    again.command("resume", {})
    state = again.state()
    assert state["setup"] is None and [player["colour"] for player in state["players"]] == ["red", "blue"]
    assert len(live.store.games()) == 1


def test_a_hand_that_passes_changes_nothing(live: LiveSession, camera: Camera) -> None:
    look(live, camera, 5)
    live.watcher.looks = 0
    assert look(live, camera, 1)["setup"]["ready"]
    TABLE.stones = {(0, 0): ("red",)}
    assert not look(live, camera, 1)["setup"]["ready"]


def test_a_film_waits_for_the_people_and_begins_anew_with_the_game(
    live: LiveSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    films: list[Camera] = []

    def open_film(kind: str, value: str) -> Camera:
        films.append(Camera())
        films[-1].left = 50
        return films[-1]

    monkeypatch.setattr("companion.session.before_the_game.open_chosen", open_film)
    live.command("camera", {"kind": "file", "value": "game.mp4"})
    wait_for(live, lambda state: state["phase"] == "ready")
    time.sleep(0.3)
    waited = films[0].given
    time.sleep(0.3)
    assert films[0].given == waited < 50
    live.command("start", {"game": "just4fun-colours", "players": ["red", "blue"], "options": {}})
    wait_for(live, lambda state: films[1].given == 50)
    assert films[0].closed and live.state()["phase"] == "playing"


# A camera that sends itself


def jpeg(shade: int) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((48, 64, 3), shade, np.uint8))[1].tobytes())


def test_a_phone_that_falls_silent_is_told_in_seconds_and_comes_back_by_itself(
    live: LiveSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = PushedSource(stale_s=0.3, lost_s=0.6)
    take(live, phone, monkeypatch, "phone")
    wait_for(live, lambda state: "waits for the page" in str(state["eyes"]["why"]))
    live.push_frame(jpeg(10))
    wait_for(live, lambda state: state["camera"]["state"] == "live")
    wait_for(live, lambda state: state["eyes"]["state"] == "lost" and "asleep" in state["eyes"]["why"]["en"])

    def told() -> list[str]:
        return [event.data["state"] for event in live.events_since(0, 0) if event.kind == "camera"]

    wait_for(live, lambda state: "lost" in told())

    def is_back(state: dict[str, Any]) -> bool:
        live.push_frame(jpeg(20))  # it goes on sending
        return state["camera"]["state"] == "back" and state["eyes"]["state"] == "watching"

    wait_for(live, is_back)
    assert told()[-2:] == ["lost", "back"]


def test_a_lost_camera_is_not_taken_back_by_its_own_last_picture(
    live: LiveSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = PushedSource(stale_s=0.3, lost_s=0.6)
    take(live, phone, monkeypatch, "phone")
    live.push_frame(jpeg(10))
    wait_for(live, lambda state: state["eyes"]["state"] == "lost" and state["camera"]["state"] == "lost")
    live.watcher.eyes = "watching"  # as who was just shown a picture
    assert live.state()["eyes"]["state"] == "lost"


def test_nobody_begins_on_a_board_that_is_out_of_sight(
    live: LiveSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = PushedSource(stale_s=0.3, lost_s=0.6)
    take(live, phone, monkeypatch, "phone")
    live.push_photo(jpeg(10))
    wait_for(live, lambda state: state["phase"] == "ready")
    live.push_frame(jpeg(20))
    wait_for(live, lambda state: state["eyes"]["state"] == "lost" and not state["setup"]["ready"])
    live.push_photo(jpeg(10))
    wait_for(live, lambda state: state["phase"] == "ready")


def test_a_game_goes_on_when_the_phone_is_back_though_nothing_has_moved(
    live: LiveSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(live, PushedSource(stale_s=0.3, lost_s=0.6), monkeypatch, "phone")
    live.push_photo(jpeg(10))
    wait_for(live, lambda state: state["phase"] == "ready")
    live.command("start", {"game": "just4fun-colours", "players": ["red", "blue"], "options": {}})
    wait_for(live, lambda state: live.watcher.looks > 8)
    live.push_frame(jpeg(10))
    wait_for(live, lambda state: state["phase"] == "lost")
    live.push_photo(jpeg(10))
    wait_for(live, lambda state: state["phase"] == "playing" and state["eyes"]["state"] == "watching")


def test_a_photograph_stands_until_the_next_picture(
    live: LiveSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(live, PushedSource(stale_s=0.5, lost_s=1.0), monkeypatch, "phone")
    live.push_photo(jpeg(10))
    wait_for(live, lambda state: state["phase"] == "ready", within_s=20)
    time.sleep(1.2)
    assert live.state()["camera"]["state"] == "live"


def test_what_is_no_picture_is_refused(live: LiveSession, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="camera of its own"):
        live.push_frame(jpeg(1))
    take(live, PushedSource(), monkeypatch, "browser")
    with pytest.raises(BadCommand):
        live.push_frame(b"\xff\xd8\xff but no more")


def wait_for(live: LiveSession, holds: Any, within_s: float = WITHIN_S) -> None:
    until = time.monotonic() + within_s
    while not holds(live.state()):
        assert time.monotonic() < until, live.state()
        time.sleep(0.02)


def test_a_film_that_is_gone_is_told_and_what_was_agreed_stays(
    live: LiveSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(live, Camera(), monkeypatch, "file")

    def gone(kind: str, value: str) -> Camera:
        raise SourceError("no_file", "game.mp4: there is no such file")

    monkeypatch.setattr("companion.session.before_the_game.open_chosen", gone)
    for name in ("setup", "start"):
        with pytest.raises(CommandError, match="no such file"):
            live.command(name, {"game": "punto", "players": ["ann", "bo"], "options": {}})
        state = live.state()
        assert state["setup"]["game"] == state["game"] == "just4fun-colours", name
