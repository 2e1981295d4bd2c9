"""Cameras in the network: streams and single pictures, as cameras send them and as they say that they do."""

import hashlib
import http.server
import itertools
import re
import threading
import time
from urllib.parse import unquote

import pytest

from tests.vision.sources.cameras import jpeg, wait_until
from vision.sources import SourceError, open_source
from vision.sources.http import HttpFeed


def md5(*parts):
    return hashlib.md5(":".join(parts).encode()).hexdigest()


def answers_digest(header, password):
    """Whether an Authorization header holds the answer that is due to a Digest challenge (RFC 7616, 3.4.1)."""
    told = dict(re.findall(r'(\w+)="?([^",]+)"?', header or ""))
    if not told.keys() >= {"username", "nonce", "nc", "cnonce", "uri", "response"}:
        return False
    user = md5(told["username"], "camera", password)
    asked = md5("GET", told["uri"])
    return told["response"] == md5(user, told["nonce"], told["nc"], told["cnonce"], "auth", asked)


class CameraServer(http.server.ThreadingHTTPServer):
    """A camera in the network: `/video` streams, `/shot.jpg` is one picture, and `broken` hangs up.

    `behaviour` is how the stream is written; `served` counts the connections.
    """

    daemon_threads = True
    behaviour = "lengths"
    broken = False
    served = 0


class CameraHandler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        server = self.server
        server.served += 1
        if self.path == "/video":
            self.stream()
        elif self.path.startswith("/odd/"):
            self.odd_stream(unquote(self.path.removeprefix("/odd/")))
        elif self.path == "/shot.jpg" and not server.broken:
            self.answer(200, "image/jpeg", jpeg(10 * server.served))
        elif self.path == "/private" and self.headers["Authorization"] == "Basic YW5uOnNlY3JldA==":
            self.answer(200, "image/jpeg", jpeg())
        elif self.path == "/private":
            self.answer(401, "text/plain", b"who are you?")
        elif self.path == "/digest":
            asks = 'Digest realm="camera", nonce="0123", qop="auth", algorithm=MD5'
            if answers_digest(self.headers["Authorization"], "secret"):
                self.answer(200, "image/jpeg", jpeg())
            else:
                self.answer(401, "text/plain", b"who are you?", {"WWW-Authenticate": asks})
        elif self.path == "/page":
            self.answer(200, "text/html", b"<img src=video>")
        else:
            self.answer(404, "text/plain", b"no")

    def answer(self, code, kind, body, headers=None):
        self.send_response(code)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=wrong")
        self.end_headers()
        try:
            for n in itertools.count():
                if self.server.broken:
                    return
                self.part(jpeg(20 + n % 200))
                time.sleep(0.01)
        except ConnectionError:
            pass

    def odd_stream(self, says):
        """A stream as some cameras send it, which say of it what they like, or nothing."""
        if says != "no status line":
            self.send_response(200)
        if says not in ("no type", "no status line"):
            self.send_header("Content-Type", "video/x-motion-jpeg" if says == "joined" else says)
        if says != "no status line":
            self.end_headers()
        try:
            for n in itertools.count():
                if says == "joined":
                    self.wfile.write(jpeg(20 + n % 200))
                else:
                    self.part(jpeg(20 + n % 200))
                time.sleep(0.01)
        except ConnectionError:
            pass

    def part(self, picture):
        if self.server.behaviour == "halves":
            picture = picture[: len(picture) // 2]
        told = {"no lengths": "", "zero lengths": "Content-Length: 0\r\n"}
        length = told.get(self.server.behaviour, f"Content-Length: {len(picture)}\r\n")
        head = f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode()
        whole = head + picture + b"\r\n"
        for at in range(0, len(whole), 97):  # dribbled, as over a poor network
            self.wfile.write(whole[at : at + 97])


@pytest.fixture
def server():
    server = CameraServer(("127.0.0.1", 0), CameraHandler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    server.url = f"http://127.0.0.1:{server.server_port}"
    yield server
    server.broken = True
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("behaviour", ["lengths", "no lengths", "zero lengths"])
def test_an_mjpeg_stream_is_read_with_and_without_lengths(server, behaviour):
    server.behaviour = behaviour
    with open_source(f"{server.url}/video", realtime=True) as source:
        frames = [source.read(2.0) for _ in range(5)]
        assert [f.bgr.shape for f in frames] == [(48, 64, 3)] * 5
        levels = [f.bgr.mean() for f in frames]
        assert levels == sorted(levels), "pictures come in their order"
        assert source.state == "live"


@pytest.mark.parametrize(
    "says", ["no type", "no status line", "application/octet-stream", "video/x-motion-jpeg", "joined"]
)
def test_a_stream_is_known_by_what_comes_where_the_camera_does_not_say_it(server, says):
    with open_source(f"{server.url}/odd/{says.replace(' ', '%20')}", realtime=True) as source:
        levels = [source.read(2.0).bgr.mean() for _ in range(3)]
        assert levels == sorted(set(levels))


def test_a_stream_that_breaks_off_is_reconnected(server):
    with open_source(f"{server.url}/video", realtime=True) as source:
        assert source.read(2.0) is not None
        server.broken = True
        wait_until(lambda: source.state == "lost")
        assert "broke off" in source.why
        source.read(0)
        server.broken = False
        wait_until(lambda: source.state == "back")
        assert source.read(2.0) is not None
        assert server.served >= 2


def test_half_pictures_are_none(server, caplog):
    with open_source(f"{server.url}/video", realtime=True) as source:
        assert source.read(2.0) is not None
        server.behaviour = "halves"
        wait_until(lambda: source.state == "lost")
        assert "nothing but unreadable pictures" in source.why
        source.read(0)
        assert source.read(0.3) is None
        server.behaviour = "lengths"
        wait_until(lambda: source.state == "back", timeout_s=10.0)


def test_a_page_with_one_picture_is_asked_again_and_again(server):
    with open_source(f"{server.url}/shot.jpg", realtime=True) as source:
        first, second = source.read(2.0), source.read(2.0)
        assert second.bgr.mean() > first.bgr.mean()
        assert second.t > first.t


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/nothing", "there is no such page"),
        ("/page", "answers with text/html, not with pictures"),
        ("/private", "asks for a password"),
    ],
)
def test_an_address_that_is_no_camera_is_refused(server, path, says):
    with pytest.raises(SourceError, match=says):
        open_source(server.url + path, realtime=True)


def test_a_password_in_the_address_is_used_and_never_shown(server):
    url = server.url.replace("//", "//ann:secret@")
    with open_source(f"{url}/private", realtime=True) as source:
        assert source.read(2.0) is not None
        assert "secret" not in source.name
    with pytest.raises(SourceError, match="no such page") as caught:
        HttpFeed(f"{url}/nothing")
    assert "secret" not in str(caught.value)


def test_a_camera_that_wants_its_password_hashed_gets_it_so(server):
    url = server.url.replace("//", "//ann:secret@")
    with open_source(f"{url}/digest", realtime=True) as source:
        assert source.read(2.0) is not None
    with pytest.raises(SourceError, match="does not take this user and password"):
        HttpFeed(url.replace("secret", "guessed") + "/digest")


def test_no_proxy_is_asked_for_a_camera_in_the_network(server, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.delenv("no_proxy", raising=False)
    with open_source(f"{server.url}/shot.jpg", realtime=True) as source:
        assert source.read(2.0) is not None


def test_nobody_behind_the_port_is_said_at_once(server):
    server.shutdown()
    server.server_close()
    with pytest.raises(SourceError, match="refuses the connection"):
        open_source(f"{server.url}/video", realtime=True)
