"""The whole program before a game, in the hands of somebody who types what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from companion.eyes.cameras import Cameras
from companion.record.library import Library
from companion.record.store import Store
from companion.session.live import LiveSession
from tests.companion.record.test_library import PUNTO, played
from tests.webui.conftest import PATIENCE_MS
from webui.app import create_app
from webui.bodies import COMMANDS
from webui.server import Server

SCRIPT = "<script>document.title = 'taken over'</script>"
LONG = "Maximiliane-Wilhelmine" * 8
ON_TOP = """(element) => {
    const {x, y} = element.getBoundingClientRect();
    return document.elementFromPoint(x + 20, y + 20) === element;
}"""
TWELVE = ["red", "blue", "green", "yellow", "white", "black"] * 2


@pytest.fixture
def live(store: Store) -> Iterator[LiveSession]:
    """A program that was started without a camera or players."""
    live = LiveSession(None, store, "just4fun-colours", (), {})
    live.start()
    yield live
    live.stop()


@pytest.fixture
def app(live: LiveSession, store: Store) -> Any:
    return create_app(live, cameras=Cameras(list), library=Library(store))


@pytest.fixture
def server(app: Any) -> Iterator[Server]:
    server = Server(app, port=0)
    server.start()
    yield server
    server.close()


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Iterator[Page]:
    """The guide; a browser notes refusals and broken links as errors, but the page itself must make none."""
    faults: list[str] = []
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{server.url}/?players={','.join(TWELVE)}", wait_until="domcontentloaded")
    page.wait_for_selector("[data-camera=browser]")
    yield page
    assert faults == []


# A camera that is not there


WRONG_ADDRESSES = {
    "127.0.0.1:1/video": "http://127.0.0.1:1/video: refuses the connection",
    "two words": "http://two words: is no address; write it as http://host:port/path",
    "ftp://camera": "ftp:// is not known",
    "http://[::1": "is no address",
    "http://127.0.0.1:1/ä": "is no address",
}


def test_a_wrong_address_stays_to_be_mended_and_says_why(page: Page) -> None:
    field = page.locator("input[name=address]")
    for typed, told in WRONG_ADDRESSES.items():
        field.fill(typed)
        field.press("Enter")
        expect(page.locator("#wrong-address")).to_contain_text(told)
        expect(field).to_have_value(typed)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
    expect(page.locator("[data-action=next]")).to_be_disabled()


def test_one_complaint_at_a_time(page: Page) -> None:
    for kind, typed, told in [
        ("address", "ftp://camera", "not known"),
        ("file", "nowhere.mp4", "no such file"),
    ]:
        page.locator(f"input[name={kind}]").fill(typed)
        page.locator(f"input[name={kind}]").press("Enter")
        expect(page.locator(".wrong")).to_have_count(1)
        expect(page.locator(".wrong")).to_contain_text(told)
    expect(page.locator("input[name=address]")).to_have_value("ftp://camera")
    page.locator("[data-camera=browser]").click()
    expect(page.locator(".wrong")).to_have_count(0)


def test_what_is_wrong_is_told_in_the_pages_language_and_changes_with_it(page: Page) -> None:
    page.get_by_role("button", name="Deutsch").click()
    page.locator("input[name=address]").fill("127.0.0.1:1/video")
    page.locator("input[name=address]").press("Enter")
    told = page.locator("#wrong-address")
    expect(told).to_contain_text(": lehnt die Verbindung ab; prüfe, ob die Kamera an ist, und den Port")
    page.get_by_role("button", name="繁體中文").click()
    expect(told).to_contain_text("：拒絕連線；請檢查攝影機開了沒有，還有連接埠對不對")
    page.evaluate("location.hash = '#replay=99'")
    toast = page.locator("#toast")
    expect(toast).to_contain_text("沒有保存第 99 局")
    page.get_by_role("button", name="Deutsch").click()
    expect(toast).to_contain_text("Ein Spiel 99 ist nicht aufgehoben")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("Deutsch", 'das Protokoll, Zeile 2: player "pink": erlaubt sind nur red,'),
        ("繁體中文", '這份記錄，第 2 行：player "pink"：只能是 red,'),
    ],
)
def test_a_broken_record_is_told_in_the_pages_language(page: Page, language: str, told: str) -> None:
    page.get_by_role("button", name=language).click()
    page.locator("[data-action=library]").click()
    header, *_ = played("five_in_a_row").splitlines()
    act = json.dumps({"act": "place", "player": "pink", "cell": [0, 0], "cards": []})
    record = {"name": "a.jsonl", "mimeType": "", "buffer": f"{header}\n{act}".encode()}
    page.locator("#library input[type=file]").set_input_files(record)
    expect(page.locator("#toast")).to_contain_text(told)


def test_what_is_being_typed_stays_when_the_list_changes(page: Page) -> None:
    page.locator("input[name=file]").fill("eveni")
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_text("No camera is connected")).to_be_visible()
    expect(page.locator("input[name=file]")).to_have_value("eveni")


# A game that is none


def test_a_file_that_is_no_record_is_told_where_people_look(page: Page) -> None:
    page.get_by_role("button", name="Games").click()
    page.wait_for_selector("#library[open]")
    notes = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"buy milk"}
    page.get_by_label("Import").set_input_files([notes])
    toast = page.locator("#toast")
    expect(toast).to_contain_text("the record, line 1: not JSON")
    assert toast.evaluate(ON_TOP), "no dialog lies over it"
    assert toast.evaluate("(e) => e.closest('dialog')?.id") == "library", "so that screen readers say it"
    page.get_by_role("button", name="Close the list").click()
    expect(toast).to_be_visible()


def test_a_game_is_replayed_before_the_first_one_begins(page: Page, store: Store) -> None:
    Library(store).take_in(PUNTO.encode())
    page.get_by_role("button", name="Games").click()
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#replay input")).to_be_visible()
    expect(page.locator("#guide")).to_be_hidden()
    page.get_by_role("link", name="Close the replay").click()
    expect(page.locator("[data-camera=browser]")).to_be_visible()
    expect(page.locator("#replay")).to_be_hidden()


def test_a_replay_of_a_game_that_there_is_not_is_told(page: Page) -> None:
    for number in ("7", "9" * 25):
        page.evaluate("(hash) => { location.hash = hash }", f"#replay={number}")
        expect(page.locator("#toast")).to_contain_text(f"no game {number}")
    expect(page.locator("[data-camera=browser]")).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_names_of_any_kind_are_only_names(page: Page, store: Store, width: int) -> None:
    record = PUNTO.replace('"ann"', json.dumps(SCRIPT)).replace('"bo"', json.dumps(LONG))
    Library(store).take_in(record.encode())
    page.set_viewport_size({"width": width, "height": 740})
    page.get_by_role("button", name="Games").click()
    expect(page.locator("#library .library-players")).to_contain_text(SCRIPT)
    page.get_by_role("link", name="Replay").click()
    page.locator("[data-step=last]").click()
    expect(page.locator("#verdict")).to_contain_text(f"{SCRIPT} wins the game")
    expect(page.locator(".seat").last).to_contain_text(LONG)
    assert page.title() == "The game is over – tableref"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# A program that is gone


def test_while_the_program_is_gone_nothing_false_is_said_of_cameras(
    page: Page, server: Server, app: Any
) -> None:
    expect(page.get_by_text("No camera is connected")).to_be_visible()
    server.close()
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_text("Looking for cameras")).to_be_visible()
    page.locator("input[name=address]").fill("192.168.1.5")
    page.locator("input[name=address]").press("Enter")
    expect(page.locator("#wrong-address")).to_have_text("tableref does not answer: nothing was done.")
    again = Server(app, port=server.port)
    again.start()
    expect(page.get_by_text("No camera is connected")).to_be_visible()
    expect(page.locator("input[name=address]")).to_have_value("192.168.1.5")
    page.close()
    again.close()


def test_the_games_come_when_the_program_is_back(page: Page, server: Server, app: Any) -> None:
    page.locator("[data-camera=browser]").click()
    expect(page.locator("[data-action=next]")).to_be_enabled()
    server.close()
    page.locator("[data-action=next]").click()
    expect(page.locator("#guide input[name=game]")).to_have_count(0)
    again = Server(app, port=server.port)
    again.start()
    expect(page.locator("#guide input[name=game]")).to_have_count(4)
    page.close()
    again.close()


# What a script may send


def start(**body: Any) -> dict[str, Any]:
    return {"game": "just4fun-colours", "players": ["red", "blue"], "options": {}} | body


WRONG_BODIES = {
    "every player needs a colour": start(players=["red", "red"]),
    "at most 4": start(players=TWELVE),
    "players.0": start(players=["", "blue"]),
    "a player has no name": start(game="punto", players=[" ", "ann"]),
    "options.size": start(options={"size": "six"}),
    "options.row": start(options={"row": 99}),
    "options.nothing": start(options={"nothing": 1}),
}


@pytest.mark.parametrize("command", ["start", "setup"])
@pytest.mark.parametrize("told", WRONG_BODIES)
def test_a_wrong_setup_is_refused_in_a_line(app: Any, command: str, told: str) -> None:
    answer = app.test_client().post(f"/api/{command}", json=WRONG_BODIES[told])
    assert answer.status_code == 400
    assert told in answer.json["error"] and "\n" not in answer.json["error"]
    assert "Value error" not in answer.json["error"]


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        ("file", "a\0b", "cannot be a file's name"),
        ("file", "~nobody-of-that-name/film.mp4", "nobody of that name"),
        ("file", "x" * 900, "cannot be a file's name"),
        ("device", "9" * 30, "cameras of this computer have numbers"),
        ("address", " ", "say which camera"),
    ],
)
def test_a_camera_that_cannot_be_is_refused_in_a_line(app: Any, kind: str, value: str, told: str) -> None:
    answer = app.test_client().post("/api/camera", json={"kind": kind, "value": value})
    assert answer.status_code in (400, 409)
    assert told in answer.json["error"] and "\n" not in answer.json["error"]


def test_no_body_is_a_fault_of_the_program(app: Any) -> None:
    client: FlaskClient = app.test_client()
    for body in (
        None,
        [],
        "x",
        1,
        {},
        {"n": 10**9},
        {"cell": [9, 9], "colour": "red"},
        {"corners": [[0, 0]] * 4},
    ):
        for command in COMMANDS:
            assert client.post(f"/api/{command}", json=body).status_code < 500, (command, body)


def test_no_number_of_a_game_is_a_fault_of_the_program(app: Any) -> None:
    client: FlaskClient = app.test_client()
    for what in ("replay", "record", "sheet.pdf"):
        answer = client.get(f"/api/library/{'9' * 25}/{what}")
        assert "no game 999" in answer.json["error"]
    assert "no game 999" in client.get(f"/api/library/export.zip?id={'9' * 25}").json["error"]


def test_what_is_too_large_is_told_with_how_much_can_be_taken(app: Any) -> None:
    answer = app.test_client().post(
        "/api/library/import", data=bytes(9_000_000), content_type="application/zip"
    )
    assert answer.status_code == 413
    assert answer.json["error"] == "that is too large: 8192 kB are the most that can be taken here"
