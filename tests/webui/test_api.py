"""Every route of the page's API: what it answers, and what it refuses."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.errors import CommandError, UserError
from companion.messages import in_every_language
from webui.app import create_app
from webui.streams import LIMIT
from wording import Phrase

PLACE = {"act": "place", "player": "red", "cell": [2, 3], "cards": ["green"]}
EXCHANGE = {"act": "exchange", "player": "blue", "cards": ["red"] * 7}
CHANGE = {"act": "change", "added": [["red", [0, 1]]], "removed": [["blue", [4, 4]]], "cards": []}
START = {"game": "just4fun-colours", "players": ["red", "blue"], "options": {"row": 5}}

SOUND = [
    ("start", START),
    ("start", START | {"players": ["white", "black", "green", "yellow"], "options": {}}),
    ("start", {"game": "punto", "players": ["ann", "bo"], "options": {"rounds": 2}}),
    ("accept", {}),
    ("take_back", {}),
    ("correct", {"n": 1, "act": PLACE}),
    ("correct", {"n": 1, "act": EXCHANGE}),
    ("insert", {"n": 3, "act": CHANGE}),
    ("delete", {"n": 2}),
    ("table_is_right", {}),
    ("put_it_back", {}),
    ("end", {}),
    ("set_field", {"cell": [0, 5], "colour": "violet"}),
    ("start", START | {"options": {"row": 4, "size": 8}}),
    ("camera", {"kind": "address", "value": "http://phone.local:8080/video"}),
    ("setup", {"game": "just4fun-colours", "players": [], "options": {"row": 5}}),
    ("corners", {"corners": [[0.5, 1.0], [600.0, 2.0], [600.0, 580.0], [1.0, 590.0]]}),
    ("resume", {}),
]

WRONG = [
    ("start", {}, "game"),
    ("start", START | {"players": ["red"]}, "players"),
    ("start", START | {"players": ["red", "red"]}, "of their own"),
    ("start", START | {"players": ["red", "orange"]}, "players.1"),
    ("start", START | {"options": {"row": 6}}, "options.row"),
    ("start", START | {"game": "chess"}, "game"),
    ("accept", {"n": 1}, "n"),
    ("accept", [], "dictionary"),
    ("correct", {"n": 1}, "act"),
    ("correct", {"n": "1", "act": PLACE}, "n"),
    ("correct", {"n": 1, "act": PLACE | {"cell": [0, 10]}}, "cell"),
    ("correct", {"n": 1, "act": PLACE | {"cards": ["pink"]}}, "cards"),
    ("insert", {"n": 1, "act": {"act": "juggle"}}, "act"),
    ("delete", {"n": 0}, "n"),
    ("set_field", {"cell": [0], "colour": "red"}, "cell"),
    ("set_field", {"cell": [0, 0], "colour": "pink"}, "colour"),
    ("start", START | {"options": {"size": 4}}, "options.size"),
    ("camera", {"kind": "satellite"}, "kind"),
    ("setup", {"game": "just4fun-colours", "players": ["red", "red"]}, "of their own"),
    ("corners", {"corners": [[0, 0], [9, 0], [9, 9]]}, "corners"),
    ("corners", {"corners": [[0, 0], [9, 0], [9, 9], [0, 1e9]]}, "corners.3.1"),
]


@pytest.mark.parametrize(("name", "body"), SOUND)
def test_a_sound_command_reaches_the_session(
    client: FlaskClient, session: Any, name: str, body: dict
) -> None:
    session.now["game"] = body.get("game", "just4fun-colours")
    session.begin = lambda *players, row: None
    answer = client.post(f"/api/{name}", json=body)
    assert answer.status_code == 200, answer.json
    ((asked, got),) = session.asked
    assert asked == name
    assert got == body | ({"options": {"row": 4}} if body.get("options") == {} else {})


@pytest.mark.parametrize(("name", "body", "named"), WRONG)
def test_a_wrong_body_is_one_line_that_names_what_is_wrong(
    client: FlaskClient, session: Any, name: str, body: Any, named: str
) -> None:
    answer = client.post(f"/api/{name}", json=body)
    assert answer.status_code == 400
    assert set(answer.json) == {"error", "code", "text"}
    assert named in answer.json["error"] and "\n" not in answer.json["error"]
    assert session.asked == []


def test_acts_of_other_games_pass_for_the_referee_to_look_at(client: FlaskClient, session: Any) -> None:
    session.now["game"] = "punto"
    act = {"act": "place", "player": "ann", "card": {"colour": "red", "points": 5}, "at": [0, -3]}
    assert client.post("/api/insert", json={"n": 1, "act": act}).status_code == 200
    assert session.asked == [("insert", {"n": 1, "act": act})]


def test_what_is_no_json_is_told(client: FlaskClient) -> None:
    answer = client.post("/api/delete", data=b"{", content_type="application/json")
    assert answer.status_code == 400
    assert answer.json == {
        "error": "the body is not JSON",
        "code": "body_no_json",
        "text": in_every_language(Phrase("body_no_json", "the body is not JSON")),
    }


def test_a_command_without_a_body_does(client: FlaskClient, session: Any) -> None:
    assert client.post("/api/take_back").status_code == 200
    assert session.asked == [("take_back", {})]


def test_what_cannot_be_done_now_is_a_conflict(client: FlaskClient, session: Any) -> None:
    session.refuses = CommandError("nothing_there", "there is no act to take back")
    answer = client.post("/api/take_back", json={})
    assert answer.status_code == 409 and answer.json["error"] == "there is no act to take back"


def test_what_the_machine_cannot_do_is_told_too(
    client: FlaskClient, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(name: str, body: dict) -> dict:
        raise UserError("full", "the disk is full")

    monkeypatch.setattr(session, "command", full)
    answer = client.post("/api/accept", json={})
    assert answer.status_code == 503 and answer.json["error"] == "the disk is full"


def test_a_fault_of_the_program_is_told_without_its_entrails(
    session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "command", lambda name, body: {}["secret"])
    answer = create_app(session).test_client().post("/api/accept", json={})
    assert answer.status_code == 500
    assert "fault of the program" in answer.json["error"] and "secret" not in answer.text


def test_an_unknown_path_is_told_as_json(client: FlaskClient) -> None:
    answer = client.get("/api/nothing")
    assert answer.status_code == 404 and "error" in answer.json


def test_reading_never_acts(client: FlaskClient) -> None:
    assert client.get("/api/end").status_code == 405


# What is read


def test_the_page_is_served(client: FlaskClient) -> None:
    answer = client.get("/", buffered=True)
    assert answer.status_code == 200 and b"<!doctype html>" in answer.data


def test_modules_are_served_as_javascript(client: FlaskClient) -> None:
    assert client.get("/static/js/main.js", buffered=True).mimetype == "text/javascript"


def test_the_state_is_the_sessions(client: FlaskClient, session: Any) -> None:
    session.begin("red", "blue")
    session.place("red", [2, 3], ["green"])
    answer = client.get("/api/state").json
    assert answer == session.state()
    assert answer["last"]["act"] == PLACE and answer["last"]["legal"] is True


def test_the_record_is_json_lines_to_download(client: FlaskClient, session: Any) -> None:
    session.begin("red", "blue")
    session.place("red", [2, 3], ["green"])
    session.place("blue", [0, 0], ["red"], "wrong_colour")
    answer = client.get("/api/record")
    assert answer.mimetype == "application/x-ndjson"
    assert "attachment" in answer.headers["Content-Disposition"]
    header, *acts = [json.loads(line) for line in answer.text.splitlines()]
    assert header["players"] == ["red", "blue"]
    assert acts == [PLACE]


def test_the_snapshot_is_with_or_without_overlay(client: FlaskClient, session: Any) -> None:
    assert client.get("/snapshot.jpg").data == session.jpeg
    answer = client.get("/snapshot.jpg?overlay=1")
    assert (answer.data, answer.mimetype) == (session.jpeg_overlay, "image/jpeg")


def test_a_snapshot_without_a_camera_is_an_honest_error(client: FlaskClient, session: Any) -> None:
    session.jpeg = None
    answer = client.get("/snapshot.jpg")
    assert answer.status_code == 503 and "no picture" in answer.json["error"]


def test_the_stream_is_one_picture_after_the_other(client: FlaskClient, session: Any) -> None:
    answer = client.get("/stream.mjpg", buffered=False)
    assert answer.mimetype == "multipart/x-mixed-replace"
    chunks = iter(answer.response)
    assert next(chunks) == b"--frame\r\n"
    first = next(chunks)
    session.jpeg, session.frames = b"\xff\xd8\xff another", 8
    second = next(chunks)
    answer.close()
    assert first.endswith(b"plain \xff\xd9\r\n--frame\r\n")
    assert second.startswith(b"Content-Type: image/jpeg\r\nContent-Length: 11\r\n\r\n\xff\xd8\xff another")


# A camera that sends itself


def test_a_frame_that_is_sent_reaches_the_session(client: FlaskClient, session: Any) -> None:
    jpeg = b"\xff\xd8\xff\xe0 picture"
    assert client.post("/api/frames", data=jpeg, content_type="image/jpeg").status_code == 204
    assert session.pushed == [jpeg]


@pytest.mark.parametrize(
    ("data", "content_type", "status"),
    [
        (b"GIF89a", "image/jpeg", 400),
        (b"", "image/jpeg", 400),
        (b"\xff\xd8\xff", "text/plain", 415),
        (b"\xff\xd8\xff" + bytes(9 * 1024 * 1024), "image/jpeg", 413),
    ],
    ids=["no jpeg", "empty", "another type", "too large"],
)
def test_a_frame_that_is_none_is_refused(
    client: FlaskClient, session: Any, data: bytes, content_type: str, status: int
) -> None:
    answer = client.post("/api/frames", data=data, content_type=content_type)
    assert answer.status_code == status and "error" in answer.json
    assert session.pushed == []


# Events


def read_events(chunks: Any, count: int) -> list[dict[str, Any]]:
    """Read `count` events from a stream of Server-Sent Events."""
    told: list[dict[str, Any]] = []
    while len(told) < count:
        lines = next(chunks).decode().strip().splitlines()
        fields = dict(line.split(": ", 1) for line in lines)
        if "data" in fields:
            told.append(
                {"id": int(fields["id"]), "kind": fields["event"], "data": json.loads(fields["data"])}
            )
    return told


def test_whoever_comes_first_gets_the_state_and_then_what_is_new(client: FlaskClient, session: Any) -> None:
    session.begin("red", "blue")
    session.place("red", [2, 3], ["green"])
    answer = client.get("/api/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    chunks = iter(answer.response)
    (first,) = read_events(chunks, 1)
    assert (first["kind"], first["data"]) == ("state", session.state())

    threading.Timer(0.05, session.place, ("blue", [0, 0], ["red"], "too_few_cards")).start()
    verdict, state = read_events(chunks, 2)
    answer.close()
    assert verdict["kind"] == "verdict" and verdict["data"]["faults"] == ["too_few_cards"]
    assert state["kind"] == "state" and first["id"] < verdict["id"] < state["id"]


def test_whoever_comes_back_is_told_what_was_missed(client: FlaskClient, session: Any) -> None:
    session.begin("red", "blue")
    session.place("red", [2, 3], ["green"])
    session.place("blue", [0, 0], ["red"])
    answer = client.get("/api/events", headers={"Last-Event-ID": "2"}, buffered=False)
    told = read_events(iter(answer.response), 3)
    answer.close()
    assert [(event["id"], event["kind"]) for event in told] == [(3, "state"), (4, "verdict"), (5, "state")]


def test_an_id_of_an_earlier_run_of_the_program_starts_over(client: FlaskClient, session: Any) -> None:
    session.begin("red", "blue")
    answer = client.get("/api/events", headers={"Last-Event-ID": "999"}, buffered=False)
    (told,) = read_events(iter(answer.response), 1)
    answer.close()
    assert (told["id"], told["kind"]) == (1, "state")


def test_a_quiet_stream_beats_like_a_heart(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.streams.HEARTBEAT_S", 0.02)
    monkeypatch.setattr("webui.streams.POLL_S", 0.01)
    answer = client.get("/api/events", headers={"Last-Event-ID": "0"}, buffered=False)
    chunks = iter(answer.response)
    assert next(chunks).startswith(b"retry:")
    assert next(chunks) == b": still here\n\n"
    answer.close()


def test_streams_are_not_without_number(client: FlaskClient) -> None:
    answers = [client.get("/stream.mjpg", buffered=False) for _ in range(LIMIT)]
    refused = client.get("/api/events", buffered=False)
    assert refused.status_code == 503 and "too many" in refused.json["error"]
    for answer in answers:
        answer.close()
    assert client.get("/stream.mjpg", buffered=False).status_code == 200, "places become free again"


# Health


def test_health(client: FlaskClient, session: Any) -> None:
    assert client.get("/healthz").json == {"ok": True}
    assert client.get("/readyz").status_code == 200
    session.show(eyes={"state": "lost", "fps": 0.0, "why": "unplugged"})
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json) == (503, {"ready": False, "eyes": "lost", "why": "unplugged"})
    held = {"en": "the disk is full"}
    session.show(phase="held", held=held, eyes={"state": "watching", "fps": 9.0, "why": ""})
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json["why"]) == (503, held)
    assert client.get("/healthz").status_code == 200, "the program lives, though it is blind"


def test_metrics_are_prometheus_text(client: FlaskClient, session: Any) -> None:
    session.begin("red", "blue")
    session.place("red", [2, 3], ["green"])
    session.place("blue", [0, 0], [], "no_cards", "wrong_player")
    answer = client.get("/metrics")
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    samples = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#"))
    assert samples["tableref_frames_total"] == "7"
    assert samples["tableref_frames_per_second"] == "12.1"
    assert samples['tableref_acts{legal="true"}'] == samples['tableref_acts{legal="false"}'] == "1"
    assert samples['tableref_faults{fault="no_cards"}'] == "1"
    assert samples['tableref_eyes{state="watching"}'] == "1"
    assert samples['tableref_eyes{state="lost"}'] == "0"
    assert samples['tableref_phase{phase="waiting_restore"}'] == "1"


# Who may


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost:9999"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
    ],
)
def test_another_site_cannot_press_the_buttons(
    client: FlaskClient, session: Any, headers: dict[str, str]
) -> None:
    assert client.post("/api/end", json={}, headers=headers).status_code == 403
    assert client.post("/api/frames", data=b"\xff\xd8\xff", headers=headers).status_code == 403
    assert session.asked == session.pushed == []


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_cannot_look_and_switches_no_camera_on(client: FlaskClient, site: str) -> None:
    for path in ("/snapshot.jpg", "/stream.mjpg", "/cameras", "/cameras/0.mjpg", "/api/state"):
        asked = client.get(
            path, headers={"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}, buffered=False
        )
        assert asked.status_code == 403, path
    with client.get("/", headers={"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"}) as led_here:
        assert led_here.status_code == 200


def test_odd_requests_are_answered_in_words(client: FlaskClient) -> None:
    nested = client.post("/api/accept", data="[" * 30_000 + "]" * 30_000, content_type="application/json")
    assert (nested.status_code, nested.json["code"]) == (400, "body_no_json")
    late = client.get("/api/events", headers={"Last-Event-ID": "9" * 5_000}, buffered=False)
    assert late.status_code == 200
    late.close()


def test_our_own_page_can(client: FlaskClient, session: Any) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/end", json={}, headers=headers).status_code == 200


def test_a_form_cannot_press_the_buttons(client: FlaskClient, session: Any) -> None:
    assert client.post("/api/end", data={"a": "b"}).status_code == 415
    assert client.post("/api/end", data="{}", content_type="text/plain").status_code == 415
    assert session.asked == []


def test_a_body_without_end_is_refused(client: FlaskClient) -> None:
    assert client.post("/api/end", json={"x": "y" * 100_000}).status_code == 413


@pytest.mark.parametrize("path", ["/", "/api/state", "/snapshot.jpg", "/static/js/main.js", "/api/nothing"])
def test_the_page_lets_nothing_in_from_elsewhere(client: FlaskClient, path: str) -> None:
    headers = client.get(path, buffered=True).headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self';") and "unsafe" not in policy and "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/api/state", "/api/record", "/snapshot.jpg", "/metrics"])
def test_what_is_live_is_never_kept(client: FlaskClient, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "no-store"
