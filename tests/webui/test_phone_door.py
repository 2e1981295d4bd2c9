"""The door for a phone: closed until asked for, over TLS, for the one device that used the link."""

from __future__ import annotations

import json
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from companion.errors import CommandError
from webui.app import create_app
from webui.door import MOST
from webui.phone import COOKIE, Guests, PhoneDoor

JPEG = b"\xff\xd8\xff\xe0 picture"


@pytest.fixture
def door(session: Any, tmp_path: Path) -> Iterator[PhoneDoor]:
    door = PhoneDoor(session, tmp_path, port=0, addresses=lambda: ["127.0.0.1"])
    yield door
    door.close()


class Phone:
    """A device that trusts the user's authority, and keeps its cookie."""

    def __init__(self, door: PhoneDoor) -> None:
        invitation = door.open()
        self.origin, self.token = invitation.urls[0].split("/#")
        self.trust = ssl.create_default_context(cafile=str(invitation.authority))
        self.cookie = ""

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, HTTPMessage, bytes]:
        kind = "image/jpeg" if data and data.startswith(b"\xff") else "application/json"
        sent = {"Content-Type": kind, "Cookie": self.cookie, **headers}
        request = urllib.request.Request(self.origin + path, data, sent)
        try:
            with urllib.request.urlopen(request, timeout=10, context=self.trust) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    def join(self, token: str | None = None) -> int:
        status, headers, _ = self.ask("/api/join", json.dumps({"token": token or self.token}).encode())
        if status == 200:
            cookie = headers["Set-Cookie"]
            assert "Secure" in cookie and "HttpOnly" in cookie and "SameSite=Strict" in cookie
            self.cookie = cookie.partition(";")[0]
        return status


def test_whoever_has_the_link_becomes_the_camera(door: PhoneDoor, session: Any) -> None:
    phone = Phone(door)
    assert b"<video" in phone.ask("/")[2]
    assert phone.join() == 200
    status, _, said = phone.ask("/api/frames", JPEG)
    assert (status, json.loads(said)) == (200, {"eyes": "watching", "board": False})
    assert session.pushed == [JPEG]
    assert phone.ask("/api/photo", JPEG)[0] == 200
    assert session.photos == [JPEG]


def test_nobody_else_can_send(door: PhoneDoor, session: Any) -> None:
    phone = Phone(door)
    assert phone.ask("/api/frames", JPEG)[0] == 403
    assert phone.join("guessed") == 403
    phone.cookie = f"{COOKIE}=guessed"
    assert phone.ask("/api/frames", JPEG)[0] == 403
    assert phone.ask("/api/photo", JPEG)[0] == 403
    assert session.pushed == session.photos == []


def test_a_link_works_once(door: PhoneDoor) -> None:
    phone = Phone(door)
    assert phone.join() == 200
    phone.cookie = ""
    status, _, said = phone.ask("/api/join", json.dumps({"token": phone.token}).encode())
    assert status == 403 and b"show a new one" in said


def test_a_device_that_is_in_stays_in_until_another_joins(door: PhoneDoor, session: Any) -> None:
    one, other = Phone(door), Phone(door)
    assert one.join() == 403, "a newer link was shown"
    assert other.join() == 200
    another = Phone(door)
    assert other.ask("/api/frames", JPEG)[0] == 200
    assert another.join() == 200
    assert other.ask("/api/frames", JPEG)[0] == 403


def test_the_door_tells_nothing_of_the_game(door: PhoneDoor) -> None:
    phone = Phone(door)
    phone.join()
    for path in ("/api/state", "/api/events", "/api/record", "/snapshot.jpg", "/stream.mjpg", "/metrics"):
        assert phone.ask(path)[0] == 404, path
    assert phone.ask("/api/end", b"{}")[0] == 404


def test_other_sites_and_other_names_are_refused(door: PhoneDoor) -> None:
    phone = Phone(door)
    phone.join()
    assert phone.ask("/api/frames", JPEG, Origin="https://evil.example")[0] == 403
    assert phone.ask("/", Host="evil.example")[0] == 400


def test_the_authority_can_be_had_from_door_and_page(door: PhoneDoor, session: Any) -> None:
    phone = Phone(door)
    status, headers, pem = phone.ask("/tableref-authority.crt")
    assert status == 200 and headers["Content-Type"] == "application/x-x509-ca-cert"
    page = create_app(session, door).test_client()
    assert page.get("/tableref-authority.crt").data == pem and b"PRIVATE" not in pem


def test_it_is_closed_until_asked_for_and_again_after(door: PhoneDoor, session: Any) -> None:
    assert not door.is_open
    page = create_app(session, door).test_client()
    (link,) = page.post("/api/phone").get_json()["links"]
    port = urlsplit(link["url"]).port
    assert door.is_open and link["qr"].startswith("<svg") and link["url"].startswith("https://127.0.0.1:")
    assert page.post("/api/phone").get_json()["links"] != [link], "each link is for one device"
    door.close()
    with pytest.raises(OSError):
        urllib.request.urlopen(
            f"https://127.0.0.1:{port}/", timeout=2, context=ssl._create_unverified_context()
        )


def test_it_is_closed_when_another_camera_is_chosen(door: PhoneDoor, session: Any) -> None:
    page = create_app(session, door).test_client()
    door.open()
    page.post("/api/camera", json={"kind": "phone", "value": ""})
    assert door.is_open
    page.post("/api/camera", json={"kind": "device", "value": "0"})
    assert not door.is_open


def test_another_address_is_certified_while_the_device_stays_known(session: Any, tmp_path: Path) -> None:
    addresses = ["127.0.0.1"]
    door = PhoneDoor(session, tmp_path, port=0, addresses=lambda: addresses)
    phone = Phone(door)
    phone.join()
    addresses.append("127.0.0.2")
    again = Phone(door)
    again.cookie = phone.cookie
    assert again.ask("/api/frames", JPEG)[0] == 200
    again.origin = again.origin.replace("127.0.0.1", "127.0.0.2")
    assert again.ask("/api/joined")[0] == 200
    door.close()


def test_without_a_network_it_says_so(session: Any, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Wi-Fi"):
        PhoneDoor(session, tmp_path, addresses=list).open()


def test_only_the_person_at_the_computer_chooses_cameras(client: FlaskClient, session: Any) -> None:
    other = {"REMOTE_ADDR": "192.168.1.99"}
    body = {"kind": "file", "value": "/home/someone/holiday.mp4"}
    assert client.post("/api/camera", json=body, environ_base=other).status_code == 403
    assert client.post("/api/phone", environ_base=other).status_code == 403
    assert client.get("/cameras", environ_base=other).status_code == 403
    assert client.get("/cameras/0.mjpg", environ_base=other).status_code == 403
    assert client.get("/api/state", environ_base=other).status_code == 200
    assert client.post("/api/camera", json=body).status_code == 200
    assert session.asked == [("camera", body)]


def test_others_in_the_network_send_pictures_through_the_door_only(client: FlaskClient, session: Any) -> None:
    other = {"REMOTE_ADDR": "192.168.1.99"}
    for path in ("/api/frames", "/api/photo"):
        sent = client.post(path, data=JPEG, content_type="image/jpeg", environ_base=other)
        assert sent.status_code == 403
    assert session.pushed == session.photos == []


def test_a_guess_is_worth_nothing() -> None:
    guests = Guests()
    assert guests.join("") is None and not guests.knows(None) and not guests.knows("")
    assert len(guests.invite()) >= 22, "128 bits"


def test_where_the_port_is_taken_another_one_does(session: Any, tmp_path: Path) -> None:
    one = PhoneDoor(session, tmp_path, port=0, addresses=lambda: ["127.0.0.1"])
    taken = urlsplit(one.open().urls[0]).port
    other = PhoneDoor(session, tmp_path, port=taken or 0, addresses=lambda: ["127.0.0.1"])
    assert urlsplit(other.open().urls[0]).port not in (None, taken)
    one.close()
    other.close()


@pytest.mark.parametrize("says", ["nothing", "half a handshake", "half a request"])
def test_connections_that_stay_silent_keep_no_phone_waiting(door: PhoneDoor, says: str) -> None:
    phone = Phone(door)
    with ExitStack() as open_ones:
        for _ in range(MOST + 5):
            silent = open_ones.enter_context(socket.create_connection(address_of(phone), timeout=5))
            if says == "half a handshake":
                silent.sendall(b"\x16\x03\x01\x02\x00")
            if says == "half a request":
                silent = open_ones.enter_context(phone.trust.wrap_socket(silent, server_hostname="127.0.0.1"))
                silent.sendall(b"GET / HT")
        began = time.monotonic()
        assert phone.ask("/api/joined")[0] == 200
    assert time.monotonic() - began < 5


def address_of(phone: Phone) -> tuple[str, int]:
    place = urlsplit(phone.origin)
    return str(place.hostname), int(place.port or 0)


def test_a_phone_that_goes_in_the_middle_of_an_answer_is_nothing_to_complain_of(
    door: PhoneDoor, caplog: pytest.LogCaptureFixture
) -> None:
    """Else each phone that falls asleep fills the terminal."""
    door.open()
    assert door._server is not None
    with caplog.at_level("INFO"):
        try:
            raise ssl.SSLEOFError(8, "EOF occurred in violation of protocol")
        except OSError:
            door._server._server.error_log("socket.error 8", level=30, traceback=True)
    (said,) = (said for said in caplog.records if "socket.error" in said.message)
    assert said.levelname == "INFO" and not said.exc_info
