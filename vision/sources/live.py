"""Live sources: the newest frame, drained in a thread, with freshness measured and not believed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol, TypedDict, Unpack

import numpy as np

from vision.sources.base import BACK_S, Frame, Source, SourceError, State
from vision.sources.pictures import check_picture, decode_picture, picture_from
from wording import Phrase

log = logging.getLogger(__name__)

Raw = bytes | np.ndarray
"""What a feed delivers: an encoded picture, or one decoded by the driver as bgr uint8 (H, W, 3)."""

_SENT_FROZEN_S = 30.0  # what is compressed on its way may show a still table unchanged for so long
_HOLD_EVERY_S = 0.2  # often enough to be looked at as long as a film that stands still
FIRST_DELAY_S, MAX_DELAY_S = 0.5, 8.0  # between attempts to reconnect, doubled each time


class Feed(Protocol):
    """A connection that is open: the one thing about a live source that differs from kind to kind."""

    def next(self) -> Raw:
        """Block until the next picture. Raises `SourceError` when the connection is gone."""
        ...

    def close(self) -> None:
        """Let the connection go."""
        ...


class Watch(TypedDict, total=False):
    """What `LiveSource` holds a camera to."""

    frozen_s: float | None
    stale_s: float
    lost_s: float
    clock: Callable[[], float]


class LiveSource(Source):
    """Keeps the newest picture and watches its freshness; who calls `_take` delivers the pictures.

    A real sensor is noisy, so a picture that stays the same to the bit for longer than `frozen_s` is a dead
    camera's last one: it is not given out as new. None switches that watch off.
    """

    is_live = True

    def __init__(
        self,
        name: str,
        *,
        frozen_s: float | None = None,
        stale_s: float = 2.0,
        lost_s: float = 6.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`stale_s` and `lost_s`: silence after which the state says so."""
        self.name = name
        self._frozen_s, self._stale_s, self._lost_s = frozen_s, stale_s, lost_s
        self._clock = clock
        self._changed = threading.Condition()
        self._newest: tuple[Raw, float, int] | None = None  # not yet given out
        self._last: Raw | None = None
        self._number = 0
        self._heard_t = self._fresh_t = clock()
        self._back_t = -np.inf
        self._trouble: Phrase | None = None  # why it is being reconnected
        self._ended = False

    @property
    def state(self) -> State:
        """How fresh the pictures are at this moment."""
        return self._judge()[0]

    @property
    def why(self) -> Phrase | None:  # type: ignore[override]
        """What is wrong, in words; None while pictures come."""
        return self._judge()[1]

    def _judge(self) -> tuple[State, Phrase | None]:
        now = self._clock()
        silent_s, same_s = self._silent_for_s(now), now - self._fresh_t
        if self._ended:
            return "ended", self._trouble
        if self._trouble:
            return "lost", self._trouble
        if not self._number:
            return "stale", self._waits()
        if silent_s > self._stale_s:
            state: State = "lost" if silent_s > self._lost_s else "stale"
            return state, self._silent(silent_s)
        if self._is_frozen(same_s):
            return "stale", self._frozen(same_s)
        return ("back" if now - self._back_t < BACK_S else "live"), None

    def _silent_for_s(self, now: float) -> float:
        return now - self._heard_t

    def _waits(self) -> Phrase:
        return Phrase("waits", "{name}: has sent no picture yet", name=self.name)

    def _silent(self, silent_s: float) -> Phrase:
        return Phrase(
            "silent",
            "{name}: no picture for {seconds} s; check its cable, power and network",
            name=self.name,
            seconds=round(silent_s),
        )

    def _frozen(self, same_s: float) -> Phrase:
        return Phrase(
            "frozen",
            "{name}: shows the same picture to the bit for {seconds} s; is it plugged in?",
            name=self.name,
            seconds=round(same_s),
        )

    def _is_frozen(self, same_s: float) -> bool:
        return self._frozen_s is not None and same_s > self._frozen_s

    def _has_news(self) -> bool:
        return self._newest is not None or self._ended

    def read(self, timeout_s: float) -> Frame | None:
        """Wait at most `timeout_s` for a picture newer than the last one given."""
        deadline = time.monotonic() + timeout_s
        while True:
            with self._changed:
                self._changed.wait_for(self._has_news, max(0.0, deadline - time.monotonic()))
                newest, self._newest = self._newest, None
            if newest is None:
                return None
            raw, t, number = newest
            try:
                return Frame(_decoded(raw, self.name), t, number)
            except SourceError as error:
                log.warning("left out: %s", error)

    def close(self) -> None:
        """End: who waits in `read` is told at once."""
        with self._changed:
            self._ended = True
            self._trouble = None
            self._newest = None
            self._changed.notify_all()

    def _take(self, raw: Raw) -> None:
        """Note a picture that has just come, and give it out if it is news."""
        was = self.state
        with self._changed:
            now = self._clock()
            self._heard_t = now
            if self._frozen_s is None or not _same(raw, self._last):
                self._fresh_t = now
                self._trouble = None
                if was == "lost":
                    self._back_t = now
            self._last = raw
            if self._ended or self._trouble or self._is_frozen(now - self._fresh_t):
                return
            self._newest = (raw, now, self._number)
            self._number += 1
            self._changed.notify_all()


class DrainedSource(LiveSource):
    """A live source that reads its feed in a thread, and opens it anew, with pauses, when it breaks.

    Nothing waits in a buffer: pictures that nobody asked for are replaced by newer ones. A thread that is
    stuck in a driver for `stuck_s` cannot be ended; it is left behind and another one takes its place.
    """

    def __init__(
        self, name: str, open_feed: Callable[[], Feed], *, stuck_s: float = 20.0, **watch: Unpack[Watch]
    ) -> None:
        """Open the feed and wait for it. Raises `SourceError` as `open_feed` does, or after `stuck_s`.

        `watch`: `frozen_s`, `stale_s`, `lost_s` as in `LiveSource`.
        """
        super().__init__(name, **watch)
        self._open_feed = open_feed
        self._stuck_s = stuck_s
        self._stop = threading.Event()
        self._opened = threading.Event()
        self._first_error: SourceError | None = None
        self._generation = 0
        self._beat_t = self._clock()
        self._thread = self._start()
        opened = self._opened.wait(stuck_s)
        if not opened or self._first_error:
            self.close()
            raise self._first_error or SourceError(
                "does_not_open", "{name}: does not answer; unplug it and plug it in again", name=name
            )

    def read(self, timeout_s: float) -> Frame | None:
        """Wait at most `timeout_s` for a picture newer than the last one given."""
        if not self._ended and self._clock() - self._beat_t > self._stuck_s:
            self._trouble = Phrase("driver_hangs", "{name}: its driver hangs", name=self.name)
            log.warning("%s; trying anew", self._trouble)
            self._thread = self._start()
        return super().read(timeout_s)

    def close(self) -> None:
        """End, and let the camera go; a thread that hangs in its driver is not waited for longer than 2 s."""
        self._generation += 1
        self._stop.set()
        super().close()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)

    def _start(self) -> threading.Thread:
        self._generation += 1
        self._beat_t = self._clock()
        thread = threading.Thread(
            target=self._drain, args=(self._generation,), name=f"drain {self.name}", daemon=True
        )
        thread.start()
        return thread

    def _drain(self, generation: int) -> None:
        delay_s = FIRST_DELAY_S
        while generation == self._generation:
            before = self._fresh_t
            try:
                self._drain_once(generation)
            except SourceError as error:
                if generation == self._generation:
                    self._note(error)
            if self._fresh_t > before:
                delay_s = FIRST_DELAY_S
            self._beat_t = self._clock()
            self._stop.wait(delay_s)
            delay_s = min(2 * delay_s, MAX_DELAY_S)

    def _drain_once(self, generation: int) -> None:
        """Open the feed and take pictures until it breaks, which is the `SourceError`."""
        feed = self._open_feed()
        self._opened.set()
        try:
            while generation == self._generation:
                raw = feed.next()
                if generation != self._generation:
                    return
                self._beat_t = self._clock()
                self._take(raw)
                same_s = self._clock() - self._fresh_t
                if self._is_frozen(same_s - self._lost_s):
                    raise SourceError.of(self._frozen(same_s))
        finally:
            feed.close()

    def _note(self, error: SourceError) -> None:
        if not self._opened.is_set():
            self._first_error = error
            self._generation += 1
            self._opened.set()
        elif error.said != self._trouble:
            log.warning("%s; trying to reconnect", error)
        self._trouble = error.said


class PushedSource(LiveSource):
    """The pictures a page sends from its own camera, one JPEG at a time; or photographs, each of which stands
    until the next picture."""

    def __init__(self, **watch: Unpack[Watch]) -> None:
        """`watch`: `frozen_s`, `stale_s`, `lost_s` as in `LiveSource`."""
        watch.setdefault("frozen_s", _SENT_FROZEN_S)
        super().__init__("browser", **watch)
        self._held: bytes | None = None

    def push(self, jpeg: bytes) -> None:
        """Take a picture that was sent. Raises `SourceError` for what is no picture, or is too large."""
        check_picture(jpeg, Phrase("sent_picture", "picture sent by the page"))
        self._held = None
        self._take(jpeg)

    def hold(self, jpeg: bytes) -> None:
        """Take a photograph: it is given out again and again until the next picture. Raises as `push`."""
        check_picture(jpeg, Phrase("sent_photo", "photograph sent by the page"))
        self._held = jpeg
        self._take(jpeg)

    def read(self, timeout_s: float) -> Frame | None:
        """Wait at most `timeout_s` for a picture newer than the last one given, or the photograph once more."""
        held = self._held
        if held is None:
            return super().read(timeout_s)
        frame = super().read(min(timeout_s, _HOLD_EVERY_S))
        if frame is None and self._held is held:
            self._take(held)
            frame = super().read(0.0)
        return frame

    def _silent_for_s(self, now: float) -> float:
        # A photograph stands, however long nobody asks for it.
        return super()._silent_for_s(now) if self._held is None else 0.0

    def _is_frozen(self, same_s: float) -> bool:
        return self._held is None and super()._is_frozen(same_s)

    def _frozen(self, same_s: float) -> Phrase:
        return Phrase(
            "sender_frozen",
            "the same picture to the bit for {seconds} s; is the page that sends it in front, and its camera on?",
            seconds=round(same_s),
        )

    def _waits(self) -> Phrase:
        return Phrase(
            "sender_waits", "waits for the page; open it where the camera is, and allow the camera there"
        )

    def _silent(self, silent_s: float) -> Phrase:
        return Phrase(
            "sender_silent",
            "no picture for {seconds} s; is the device asleep, or its page closed?"
            " It goes on by itself when it is back",
            seconds=round(silent_s),
        )


def _decoded(raw: Raw, name: str) -> np.ndarray:
    return decode_picture(raw, picture_from(name)) if isinstance(raw, bytes) else raw


def _same(raw: Raw, other: Raw | None) -> bool:
    if isinstance(raw, bytes) or isinstance(other, bytes) or other is None:
        return raw is other or (isinstance(raw, bytes) and raw == other)
    return raw.shape == other.shape and np.array_equal(raw[::5, ::3], other[::5, ::3])
