"""Cameras: the newest frame, freshness that is measured, and what happens when the plug is pulled."""

import hashlib
import http.server
import itertools
import re
import threading
import time

import cv2
import numpy as np
import pytest

from vision.sources import SourceError, open_source
from vision.sources.http import HttpFeed
from vision.sources.live import DrainedSource, LiveSource, PushedSource
from vision.sources.multipart import Multipart, MultipartError


def jpeg(level=128):
    return cv2.imencode(".jpg", np.full((48, 64, 3), level, np.uint8))[1].tobytes()


def noisy(seed):
    return np.random.default_rng(seed).integers(0, 255, (48, 64, 3), np.uint8)


def wait_until(holds, timeout_s=5.0):
    deadline = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.01)


class Clock:
    """A clock that a test sets by hand."""

    t = 100.0

    def __call__(self):
        return self.t


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def camera(clock):
    return LiveSource("camera 0", frozen_s=3.0, stale_s=2.0, lost_s=6.0, clock=clock)


def test_before_the_first_picture_a_source_is_stale(camera):
    assert camera.state == "stale"
    assert camera.why == "camera 0: has sent no picture yet"


def test_only_the_newest_picture_is_given_and_only_once(camera):
    for seed in range(3):
        camera._take(noisy(seed))
    frame = camera.read(0)
    assert np.array_equal(frame.bgr, noisy(2))
    assert (frame.number, frame.t) == (2, 100.0)
    assert camera.read(0) is None
    assert camera.state == "live"


def test_silence_makes_it_stale_then_lost_and_a_picture_brings_it_back(camera, clock):
    camera._take(noisy(1))
    states = []
    for clock.t in (101, 103, 107):
        states.append(camera.state)
    assert states == ["live", "stale", "lost"]
    assert "no picture for 7 s" in camera.why
    camera._take(noisy(2))
    assert camera.state == "back"
    clock.t = 108
    assert camera.state == "back"
    camera._take(noisy(3))
    clock.t = 109.5
    assert camera.state == "live"


def test_the_last_picture_for_ever_is_not_believed(camera, clock):
    for clock.t in np.arange(100, 106, 0.5):
        camera._take(noisy(1))
        frame = camera.read(0)
        assert (frame is not None) == (clock.t <= 103), "a sensor's noise never repeats for 3 s"
    assert camera.state == "stale"
    assert "the same picture to the bit" in camera.why
    camera._take(noisy(2))
    assert camera.read(0) is not None
    assert camera.state == "live"


def test_a_still_page_may_show_one_picture_for_ever(clock):
    page = LiveSource("http://host/still.jpg", clock=clock)
    for clock.t in range(100, 160):
        page._take(jpeg())
        assert page.read(0) is not None
        assert page.state == "live"


def test_a_closed_source_has_ended_and_wakes_who_waits(camera):
    camera._take(noisy(1))
    camera.read(0)
    threading.Timer(0.1, camera.close).start()
    start = time.monotonic()
    assert camera.read(5.0) is None
    assert time.monotonic() - start < 2
    assert camera.state == "ended"


class ScriptedFeed:
    """A camera that does what a list says: an array is shown, an exception raised, a callable waited for."""

    def __init__(self, script):
        self.script = iter(script)
        self.closed = False

    def next(self):
        time.sleep(0.005)
        step = next(self.script, None)
        if step is None:
            raise SourceError("silent", "camera 0: gives no pictures any more")
        if isinstance(step, Exception):
            raise step
        return step() if callable(step) else step

    def close(self):
        self.closed = True


def opens(*feeds):
    """An `open_feed` that gives these in turn; an exception among them is raised."""
    queue = iter(feeds)

    def open_feed():
        feed = next(queue, SourceError("gone", "camera 0: is not there"))
        if isinstance(feed, Exception):
            raise feed
        return feed

    return open_feed


def forever():
    return (noisy(seed) for seed in itertools.count())


def test_a_camera_that_is_not_there_is_said_at_once():
    with pytest.raises(SourceError, match="camera 0: is not there"):
        DrainedSource("camera 0", opens())


def test_a_device_number_without_a_camera_is_said_in_one_line():
    with pytest.raises(SourceError, match="camera 99: is not there or is in use; plug it in"):
        open_source("99", realtime=True)


def test_a_camera_is_drained_while_nobody_reads():
    with DrainedSource("camera 0", opens(ScriptedFeed(forever()))) as source:
        first = source.read(2.0)
        time.sleep(0.2)
        later = source.read(2.0)
    assert later.number > first.number + 5, "what lay in the buffer is not given out late"
    assert later.t - first.t > 0.15


def test_a_camera_that_breaks_is_lost_reconnected_and_back():
    broken, whole = ScriptedFeed([noisy(1)]), ScriptedFeed(noisy(s) for s in itertools.count(10))
    with DrainedSource("camera 0", opens(broken, SourceError("busy", "camera 0: busy"), whole)) as source:
        assert source.read(1.0) is not None
        wait_until(lambda: source.state == "lost")
        assert source.read(0) is None
        assert broken.closed
        wait_until(lambda: source.state == "back")
        assert source.why is None
        assert source.read(1.0) is not None
    assert whole.closed


def test_after_a_reconnect_the_old_last_picture_is_still_not_believed():
    frozen = ScriptedFeed(itertools.repeat(noisy(1)))
    with DrainedSource("camera 0", opens(ScriptedFeed([noisy(1)]), frozen), frozen_s=3.0) as source:
        assert source.read(1.0) is not None
        wait_until(lambda: source.state == "lost")
        assert source.read(1.2) is None
        assert source.state == "lost"


def test_a_read_that_blocks_is_noticed_and_another_thread_takes_its_place():
    plug = threading.Event()
    hung = ScriptedFeed([noisy(1), lambda: plug.wait(10) and noisy(2)])
    source = DrainedSource(
        "camera 0", opens(hung, ScriptedFeed(forever())), stuck_s=0.6, stale_s=0.2, lost_s=0.4
    )
    with source:
        assert source.read(1.0) is not None
        wait_until(lambda: source.state == "stale")
        wait_until(lambda: source.state == "lost")
        wait_until(lambda: source.read(0.05) is not None)
        assert source.state == "back"
        plug.set()
        wait_until(lambda: hung.closed)


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

    def part(self, picture):
        if self.server.behaviour == "halves":
            picture = picture[: len(picture) // 2]
        length = "" if self.server.behaviour == "no lengths" else f"Content-Length: {len(picture)}\r\n"
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


@pytest.mark.parametrize("behaviour", ["lengths", "no lengths"])
def test_an_mjpeg_stream_is_read_with_and_without_lengths(server, behaviour):
    server.behaviour = behaviour
    with open_source(f"{server.url}/video", realtime=True) as source:
        frames = [source.read(2.0) for _ in range(5)]
        assert [f.bgr.shape for f in frames] == [(48, 64, 3)] * 5
        levels = [f.bgr.mean() for f in frames]
        assert levels == sorted(levels), "pictures come in their order"
        assert source.state == "live"


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


PARTS = [b"\xff\xd8 one \xff\xd9", b"\xff\xd8 two --frame two \xff\xd9", b"\xff\xd8 three \xff\xd9"]


def stream_with_lengths():
    return b"".join(b"--b.\r\nContent-length: %d\r\n\r\n%s\r\n" % (len(p), p) for p in PARTS)


def stream_without_lengths():
    return b"".join(b"\r\n----b.\r\nContent-Type: image/jpeg\r\n\r\n" + p for p in PARTS) + b"\r\n----b.--"


def stream_with_bare_newlines():
    return b"".join(b"--b.\nX: y\nCONTENT-LENGTH:%d\n\n%s\n" % (len(p), p) for p in PARTS)


def stream_joined_in_the_middle():
    return b"tail of a picture \xff\xd9\r\n" + stream_with_lengths()


STREAMS = [
    stream_with_lengths,
    stream_without_lengths,
    stream_with_bare_newlines,
    stream_joined_in_the_middle,
]


@pytest.mark.parametrize("make", STREAMS)
@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 50, 1000])
def test_a_stream_is_cut_alike_wherever_its_chunks_end(make, chunk):
    data, stream = make(), Multipart()
    parts = [p for at in range(0, len(data), chunk) for p in stream.feed(data[at : at + chunk])]
    assert parts == PARTS


def test_a_picture_is_not_held_back_until_the_next_one_comes():
    stream = Multipart()
    assert stream.feed(b"--b\r\nContent-Type: image/jpeg\r\n\r\n" + PARTS[0] + b"\r\n") == [PARTS[0]]


def test_a_length_that_lies_costs_its_own_picture_only():
    stream = Multipart()
    lie = b"--b\r\nContent-Length: 3\r\n\r\n" + PARTS[0] + b"\r\n"
    assert stream.feed(lie + stream_with_lengths().replace(b"--b.", b"--b"))[1:] == PARTS


def test_what_is_no_stream_is_refused_instead_of_gathered_for_ever():
    stream = Multipart()
    with pytest.raises(MultipartError, match="no MJPEG"):
        for _ in range(100):
            stream.feed(b"x" * 100_000)


def test_a_picture_too_large_to_be_true_is_refused():
    with pytest.raises(MultipartError, match="above 32 MB"):
        Multipart().feed(b"--b\r\nContent-Length: 99999999999\r\n\r\n")


def test_the_page_pushes_its_pictures():
    with open_source("browser", realtime=True) as source:
        assert source.state == "stale"
        assert "waits for the page" in source.why
        source.push(jpeg(100))
        frame = source.read(0)
        assert frame.bgr.mean() == pytest.approx(100, abs=2)
        assert source.state == "live"


def test_a_photograph_is_live_while_nobody_reads_it_and_what_follows_it_is_judged_by_its_age(clock):
    source = PushedSource(stale_s=2.0, lost_s=6.0, clock=clock)
    source.hold(jpeg(100))
    clock.t += 60
    assert source.state == "live"
    source.push(jpeg(90))
    clock.t += 3
    assert source.state == "stale"


@pytest.mark.parametrize("sent", [b"", b"hello", jpeg()[:-200]])
def test_the_page_is_told_when_what_it_pushed_is_no_picture(sent):
    with (
        open_source("browser", realtime=True) as source,
        pytest.raises(SourceError, match="sent by the page"),
    ):
        source.push(sent)
