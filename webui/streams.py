"""Answers that do not end: the events, and the camera's picture.

Each open stream holds a thread of the server, so there is a limit; and each must notice soon when the other
side is gone, or when the server closes.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from flask import Response, abort, request

from companion.errors import CommandError
from companion.eyes.cameras import Cameras
from companion.session.port import Event, SessionPort
from wording import Phrase

LIMIT = 24
HEARTBEAT_S = 10.0
POLL_S = 0.25  # how long it may take to notice that the other side is gone
FRAME_S = 1 / 12  # a picture to look at need not come at the camera's full rate
SOON_S = 0.3  # a picture with none behind it is sent once more: browsers show one when the next begins
STILL_S = 2.0  # and then again and again, so that the stream is known to be alive
BOUNDARY = b"frame"


class Streams:
    """The open streams of one application."""

    def __init__(self) -> None:
        """Begin with none open."""
        self.closing = threading.Event()
        self._free = threading.BoundedSemaphore(LIMIT)
        self._count_lock = threading.Lock()
        self._open = 0

    @property
    def open(self) -> int:
        """How many streams are open now."""
        return self._open

    def response(self, chunks: Callable[[Callable[[], bool]], Iterator[bytes]], mimetype: str) -> Response:
        """Answer with what `chunks` yields; it is given a function that says when to end.

        Aborts with 503 where too many streams are open.
        """
        if not self._free.acquire(blocking=False):
            abort(503, Phrase("too_many_pages", "too many pages are open: close some of them"))
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        response = Response(chunks(lambda: self.closing.is_set() or gone()), mimetype=mimetype)
        response.headers["X-Accel-Buffering"] = "no"  # a proxy must not hold the stream back
        self._count(+1)
        response.call_on_close(self._release)
        return response

    def _release(self) -> None:
        self._count(-1)
        self._free.release()

    def _count(self, change: int) -> None:
        with self._count_lock:
            self._open += change


def events(session: SessionPort, last_id: int | None, ended: Callable[[], bool]) -> Iterator[bytes]:
    """Yield the session's events above `last_id` as Server-Sent Events, with comments as heartbeat.

    One who comes for the first time (None) gets the whole state, and from then on what is new.
    See https://html.spec.whatwg.org/multipage/server-sent-events.html.
    """
    yield b"retry: 2000\n\n"
    if last_id is None:
        # In this order: what happens in between is then told twice, and not lost.
        known = session.events_since(0, 0.0)
        last_id = known[-1].id if known else 0
        yield _sse(Event(last_id, "state", _plain(session.state())))
    quiet_since = time.monotonic()
    while not ended():
        for event in session.events_since(last_id, POLL_S):
            yield _sse(event)
            last_id = event.id
            quiet_since = time.monotonic()
        if time.monotonic() - quiet_since >= HEARTBEAT_S:
            yield b": still here\n\n"
            quiet_since = time.monotonic()


def pictures(session: SessionPort, overlay: bool, ended: Callable[[], bool]) -> Iterator[bytes]:
    """Yield the newest frame as a part of a multipart stream, again and again.

    See https://www.rfc-editor.org/rfc/rfc2046#section-5.1 for the form of a multipart message.
    """
    yield b"--" + BOUNDARY + b"\r\n"
    shown, again_at = -1, 0.0
    while not ended():
        started = time.monotonic()
        number = session.frame_number()
        if number != shown or started > again_at:
            jpeg = session.snapshot_jpeg(overlay)
            if jpeg is not None:
                yield _part(jpeg)
                again_at = started + (STILL_S if number == shown else SOON_S)
                shown = number
        time.sleep(max(0.01, FRAME_S - (time.monotonic() - started)))


def preview(cameras: Cameras, id: str, ended: Callable[[], bool]) -> Iterator[bytes]:
    """Yield what one of this computer's cameras sees, as `pictures` does, until nobody looks any more."""
    yield b"--" + BOUNDARY + b"\r\n"
    try:
        look = cameras.look(id)
    except CommandError:
        return  # in use by another program, say: the page shows that there is no picture
    try:
        while not (ended() or look.ended):
            started = time.monotonic()
            jpeg = look.jpeg()
            if jpeg is not None:
                yield _part(jpeg)
            time.sleep(max(0.01, FRAME_S - (time.monotonic() - started)))
    finally:
        cameras.look_away(id, look)


def _part(jpeg: bytes) -> bytes:
    head = f"Content-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + b"\r\n--" + BOUNDARY + b"\r\n"


def _sse(event: Event) -> bytes:
    data = json.dumps(event.data, ensure_ascii=False)
    return f"id: {event.id}\nevent: {event.kind}\ndata: {data}\n\n".encode()


def _plain(state: Any) -> dict[str, Any]:
    return dict(state)
