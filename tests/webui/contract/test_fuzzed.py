"""Whatever is sent to the program, it is done, or refused in one line: schemathesis draws it from the document.

The program is the real one: a game that is on, games that are kept, a phone's door, this computer's cameras.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from companion.record.library import Library
from companion.record.store import Store
from companion.session.live import LiveSession
from tests.docs.pages import DOCS, blocks
from vision.sources import PushedSource
from webui.app import create_app, open_streams
from webui.openapi import ADDRESS
from webui.phone import PhoneDoor

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")  # schemathesis closes no answer
FEW = 12  # requests to an address, one after another
EVENINGS, ROUNDS = 10, 10  # the program is begun anew, and its addresses are gone through, so many times
HANG_S = 1.0
SLOW = {"POST /api/phone", "GET /tableref-authority.crt"}  # they make keys
PLAYED = [
    block.text
    for block in blocks(DOCS / "interface.md")
    if block.language == "jsonl" and block.text.startswith('{"game"')
]


@schemathesis.serializer("application/x-ndjson", "application/zip")
def as_it_is(_: Any, data: Any) -> bytes:
    return bytes(data) if isinstance(data, bytes) else str(data).encode("utf-8", "surrogatepass")


def program(folder: Path) -> Iterator[Any]:
    """The application over a game of Just 4 Fun Colours with an act, and one of each game that is kept."""
    with closing(Store.open(folder / "games.sqlite3")) as store:
        for played in PLAYED:
            Library(store).take_in(played.encode())
        header, act = map(json.loads, PLAYED[0].splitlines()[:2])
        store.append(store.new_game(header), act, legal=True)
        players, options = tuple(header["players"]), header["options"]
        live = LiveSession(PushedSource(), store, header["game"], players, options, camera="browser")
        assert len(live.state()["acts"]) == 1
        door = PhoneDoor(live, folder / "certificates", port=0, addresses=lambda: ["127.0.0.1"])
        app = create_app(live, door, library=Library(store))
        open_streams(app).closing.set()  # what never ends, ends at once
        served = app.wsgi_app
        app.wsgi_app = lambda environ, start: served({**environ, "REMOTE_ADDR": "127.0.0.1"}, start)
        live.start()
        yield app
        door.close()
        live.stop()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    yield from program(tmp_path)


def near(case: Any) -> Any:
    """Numbers of games and acts are mostly of some that are there."""
    if "game_id" in case.path_parameters:
        case.path_parameters["game_id"] %= len(PLAYED) + 2
    if isinstance(case.body, dict) and isinstance(case.body.get("n"), int):
        case.body["n"] = 1 + case.body["n"] % 3
    return case


def sent(operation: Any) -> st.SearchStrategy[Any]:
    """What fits the document, and what does not."""
    fits = operation.as_strategy(generation_mode=GenerationMode.POSITIVE).map(near)
    if operation.method == "get" and not operation.path_parameters and not operation.query:
        return fits
    return fits | fits | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)


def held_to(operation: Any, **how: Any) -> None:
    """Send requests to an address, and look at each answer."""

    @settings(
        deadline=None, database=None, phases=[Phase.generate], suppress_health_check=[*HealthCheck], **how
    )
    @given(sent(operation))
    def answered(case: Any) -> None:
        begun = time.thread_time()
        answer = case.call()
        assert operation.label in SLOW or time.thread_time() - begun < HANG_S
        assert answer.status_code != 500, answer.text
        if answer.status_code >= 400 and operation.path != "/readyz":
            assert "\n" not in answer.json()["error"], answer.text

    answered()


def every(app: Any) -> list[Any]:
    return [found.ok() for found in schemathesis.openapi.from_wsgi(ADDRESS, app).get_all_operations()]


def test_whatever_is_sent_is_done_or_refused_in_one_line(app: Any) -> None:
    for operation in every(app):
        held_to(operation, max_examples=FEW, derandomize=True)


@pytest.mark.long
@pytest.mark.parametrize("evening", range(EVENINGS))
def test_so_it_is_whatever_was_sent_before(app: Any, evening: int) -> None:
    for _ in range(ROUNDS):
        for operation in every(app):
            held_to(operation, max_examples=FEW)
