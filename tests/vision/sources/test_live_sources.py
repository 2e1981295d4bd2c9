"""Cameras: the newest frame, freshness that is measured, and what happens when the plug is pulled."""

import itertools
import threading
import time

import numpy as np
import pytest

from tests.vision.sources.cameras import jpeg, noisy, wait_until
from vision.sources import SourceError, open_source
from vision.sources.live import DrainedSource, LiveSource, PushedSource


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


def test_a_lent_camera_that_stands_still_is_not_believed_but_a_photograph_may(clock):
    source = PushedSource(frozen_s=3.0, clock=clock)
    for clock.t in np.arange(100, 104, 0.5):
        source.push(jpeg(100))
    assert source.state == "stale" and "in front" in source.why
    source.push(jpeg(90))
    assert source.state == "live"
    for clock.t in np.arange(104, 110, 0.5):
        source.hold(jpeg(80))
    assert source.state == "live"


@pytest.mark.parametrize("sent", [b"", b"hello", jpeg()[:-200]])
def test_the_page_is_told_when_what_it_pushed_is_no_picture(sent):
    with (
        open_source("browser", realtime=True) as source,
        pytest.raises(SourceError, match="sent by the page"),
    ):
        source.push(sent)
