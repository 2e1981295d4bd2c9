"""The server: where it listens, what it says when it cannot, and that it closes."""

from __future__ import annotations

import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from companion.errors import UserError
from webui import crowd
from webui.app import create_app
from webui.server import Server, exposure_warning, is_loopback


@pytest.fixture
def server(session: Any) -> Iterator[Server]:
    server = Server(create_app(session), port=0)
    server.start()
    yield server
    server.close()


def get(url: str, **headers: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=5) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_it_answers_at_its_url(server: Server) -> None:
    assert server.url == f"http://127.0.0.1:{server.port}"
    assert get(f"{server.url}/healthz")[0] == 200


def test_a_name_that_another_site_made_up_is_refused(server: Server) -> None:
    status, said = get(f"{server.url}/api/state", Host="evil.example")
    assert status == 400 and b"evil.example" in said
    for name in ("localhost", "127.0.0.1", f"localhost:{server.port}", f"[::1]:{server.port}"):
        assert get(f"{server.url}/healthz", Host=name)[0] == 200, name


def test_on_a_network_only_addresses_and_this_machine_s_names_are_answered_to(session: Any) -> None:
    server = Server(create_app(session), "0.0.0.0", 0)
    server.start()
    try:
        own = socket.gethostname()
        for name in ("192.168.1.7", "[fe80::1]", "localhost", own, f"{own}.local", f"10.0.0.2:{server.port}"):
            assert get(f"{server.url}/healthz", Host=name)[0] == 200, name
        for name in ("evil.example", "192.168.1.7.evil.example", ""):
            assert get(f"{server.url}/api/state", Host=name)[0] == 400, name
    finally:
        server.close()


def test_many_streams_leave_room_for_short_answers(server: Server) -> None:
    streams = [urllib.request.urlopen(f"{server.url}/api/events", timeout=5) for _ in range(10)]
    try:
        assert all(stream.readline() == b"retry: 2000\n" for stream in streams)
        assert get(f"{server.url}/api/state")[0] == 200
        _, said = get(f"{server.url}/metrics")
        assert b"tableref_streams_open 10\n" in said
    finally:
        for stream in streams:
            stream.close()
    assert eventually(lambda: b"tableref_streams_open 0\n" in get(f"{server.url}/metrics")[1])


@pytest.mark.parametrize("said", [b"", b"GET /healthz HT"])
def test_connections_that_stay_silent_shut_nobody_out(server: Server, said: bytes) -> None:
    with ExitStack() as open_ones:
        for _ in range(crowd.MOST + 20):
            silent = socket.create_connection(("127.0.0.1", server.port), timeout=5)
            open_ones.enter_context(silent)
            silent.sendall(said)
        assert get(f"{server.url}/healthz")[0] == 200


def test_who_owes_a_request_for_too_long_is_hung_up_on(server: Server, monkeypatch: Any) -> None:
    """However often a letter of it comes."""
    monkeypatch.setattr(crowd, "OWED_S", 0.5)
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as slow:
        slow.settimeout(0.1)
        assert eventually(lambda: hung_up(slow))
    assert get(f"{server.url}/healthz")[0] == 200


def hung_up(slow: socket.socket) -> bool:
    """Whether the other side is gone, after one letter more."""
    try:
        slow.sendall(b"G")
        return slow.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_closing_ends_the_streams_and_frees_the_port(session: Any) -> None:
    server = Server(create_app(session), port=0)
    server.start()
    stream = urllib.request.urlopen(f"{server.url}/api/events", timeout=5)
    stream.readline()
    began = time.monotonic()
    server.close()
    assert time.monotonic() - began < 4
    stream.read()  # comes to an end
    stream.close()
    again = Server(create_app(session), port=server.port)
    again.close()


def test_a_port_that_is_taken_is_one_clear_line(server: Server, session: Any) -> None:
    with pytest.raises(UserError) as caught:
        Server(create_app(session), port=server.port)
    assert str(caught.value).startswith(f"port {server.port} is taken")
    assert "--port N" in str(caught.value)


@pytest.mark.parametrize(
    ("host", "port"), [("192.0.2.1", 0), ("no.such.host.invalid", 0), ("127.0.0.1", 70000)]
)
def test_a_place_that_does_not_exist_is_one_clear_line(session: Any, host: str, port: int) -> None:
    with pytest.raises(UserError, match=r"--(host|port)"):
        Server(create_app(session), host, port)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("192.168.1.4", False),
     ("board.lan", False)],
)  # fmt: skip
def test_who_else_can_reach_it(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_the_whole_network_is_warned_of(session: Any) -> None:
    server = Server(create_app(session), "0.0.0.0", 0)
    assert server.url == f"http://127.0.0.1:{server.port}"
    server.close()
    said = exposure_warning("0.0.0.0", server.port)
    assert "everyone on this network" in said and "\n" not in said


def eventually(condition: Any, within_s: float = 5.0) -> bool:
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.05)
    return False
