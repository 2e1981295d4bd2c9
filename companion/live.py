"""A running session for the page: a thread that plays a source through watcher and session, and the port
(``companion.state.SessionPort``) through which the page looks in and commands.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from companion import overlay, view
from companion.known_table import KnownTable
from companion.options import ZoneSpec
from companion.session import Event, Session
from companion.state import BadCommand, CommandError, EventLog, State
from companion.state import Event as PageEvent
from companion.store import Store
from companion.watcher import CameraNews, Look, Watcher
from referee import records
from referee.game import Verdict
from referee.registry import game as game_by_id
from vision.pictures import Picture
from vision.sources import Frame, PushedSource, Source

log = logging.getLogger(__name__)


def play(frame: Frame, watcher: Watcher, session: Session) -> Iterator[Event]:
    """What one frame leads to, as events."""
    for item in watcher.feed(frame.bgr, frame.t):
        if isinstance(item, CameraNews):
            yield session.camera(item)
        elif isinstance(item, Look):
            yield from session.see(item, watcher)


class Keeper:
    """Writes each act to the store before it is told."""

    def __init__(self, store: Store, game_id: int | None = None) -> None:
        """``game_id``: the stored game to go on with, None to begin one with the first header."""
        self.store, self.game_id = store, game_id

    def __call__(self, state: Any, line: dict[str, Any], verdict: Verdict | None) -> None:
        """Keep a line of the record; a header where ``verdict`` is None."""
        if verdict is None:
            self.game_id = self.store.new_game(line)
        else:
            assert self.game_id is not None
            counts = verdict.legal or bool(line.get("accepted"))
            self.store.append(self.game_id, line, legal=verdict.legal, faults=verdict.faults, accepted=counts)


class LiveSession:
    """A game at a table with a camera, shown on the page. Safe to call from any thread."""

    def __init__(
        self,
        source: Source,
        store: Store,
        game_id: str,
        players: tuple[str, ...],
        options: dict[str, Any],
        zone: ZoneSpec = None,
        known: KnownTable | None = None,
    ) -> None:
        """Prepare; ``start`` begins to look. Goes on with the store's open game if it is the same game with
        the same players."""
        self.source, self.store = source, store
        self._lock = threading.RLock()
        self._log = EventLog()
        self._frame: Frame | None = None
        self._frames = 0
        self._fps = 0.0
        self._version = 0
        self._zone = zone
        self._size = int(options.get("size", 6))
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self.watcher = Watcher(self._size, known)
        self._begin(game_id, players, options, resume=True)

    # --- the thread ---

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Stop looking and let the camera go."""
        self._stop.set()
        self._thread.join(timeout=5)
        self.source.close()

    def wait(self) -> None:
        """Wait until the source has ended."""
        self._thread.join()

    def _run(self) -> None:
        last_t: float | None = None
        told_state = ""
        while not self._stop.is_set():
            frame = self.source.read(timeout_s=0.5)
            source_state = self.source.state
            if source_state != told_state:
                told_state = source_state
                self._tell_source(source_state)
            if frame is None:
                if source_state == "ended":
                    break
                continue
            if last_t is not None and frame.t > last_t:
                self._fps += 0.1 * (1 / (frame.t - last_t) - self._fps)
            last_t = frame.t
            with self._lock:
                self._frame, self._frames = frame, self._frames + 1
                self._take_in(frame)
        self._publish_state()

    def _take_in(self, frame: Frame) -> None:
        eyes, phase, looks = self.watcher.eyes, self.session.phase, self.session.look
        try:
            for event in play(frame, self.watcher, self.session):
                self._publish(event)
        except Exception:
            # A fault of the program must not end the game: it is logged, and the next frame is looked at.
            log.exception("frame %d could not be read", frame.number)
            return
        if (eyes, phase, looks) != (self.watcher.eyes, self.session.phase, self.session.look):
            self._publish_state()

    def _tell_source(self, state: str) -> None:
        if state in ("lost", "stale", "ended"):
            self.watcher.eyes, self.watcher.why = (
                ("stale" if state == "stale" else "lost"),
                self.source.why or "",
            )
            self._log.publish("camera", {"state": "lost", "why": self.source.why or ""})
        elif state == "back":
            self._log.publish("camera", {"state": "back"})
        self._publish_state()

    def _publish(self, event: Event) -> None:
        kind = {"act": "verdict", "ready": "state"}.get(event["event"], event["event"])
        data = dict(event)
        if kind == "verdict" and self.session.last:
            data |= {"text": self.session.last.text, "todo": self.session.last.todo}
        if kind == "outcome":
            self.store.finish(self._keeper.game_id or 0)
        self._publish_state()
        if kind != "state":
            self._log.publish(kind, data)  # type: ignore[arg-type]

    def _publish_state(self) -> None:
        self._version += 1
        self._log.publish("state", dict(self.state()))

    # --- SessionPort ---

    def state(self) -> State:
        """The whole state as the page shows it."""
        with self._lock:
            return view.state_of(
                self.session,
                self.watcher,
                version=self._version,
                fps=round(self._fps, 1),
                wants_frames=isinstance(self.source, PushedSource),
            )

    def events_since(self, last_id: int, timeout_s: float) -> list[PageEvent]:
        """The events above ``last_id``."""
        return self._log.since(last_id, timeout_s)

    def snapshot_jpeg(self, overlay: bool) -> bytes | None:
        """The newest frame as JPEG."""
        import cv2

        with self._lock:
            frame = self._frame
            picture = None if frame is None else self._drawn(frame.bgr) if overlay else frame.bgr
        if picture is None:
            return None
        ok, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return bytes(np.asarray(jpeg).tobytes()) if ok else None

    def _drawn(self, bgr: Picture) -> Picture:
        look = self.session.look
        if look is None or self.watcher.board is None:
            return bgr
        return overlay.draw(bgr, look.reading)

    def frame_number(self) -> int:
        """Frames taken in so far."""
        return self._frames

    def push_frame(self, jpeg: bytes) -> None:
        """Take in a frame that the page's own camera sent."""
        if not isinstance(self.source, PushedSource):
            raise CommandError(
                "this session has a camera of its own: start with --camera browser to send frames"
            )
        self.source.push(jpeg)

    def record(self) -> str:
        """The game's record so far as JSON Lines."""
        return self.store.record(self._keeper.game_id) if self._keeper.game_id else ""

    # --- commands ---

    def command(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """Do what a person asks; see ``SessionPort``."""
        action = getattr(self, f"_do_{name}", None)
        if action is None:
            raise BadCommand(f"there is no command {name!r}")
        with self._lock:
            answer: dict[str, Any] = action(**body) or {}
            self._publish_state()
        return answer

    def _begin(
        self, game_id: str, players: tuple[str, ...], options: dict[str, Any], resume: bool = False
    ) -> None:
        game = game_by_id(game_id)
        self._keeper = Keeper(self.store)
        self.session = Session(game, players, options, self._keeper, self._zone)
        stored = self.store.latest_open() if resume else None
        if stored and stored.header.get("game") == game_id and tuple(stored.header["players"]) == players:
            self._keeper.game_id = stored.id
            acts = self.store.acts(stored.id)
            start = records.read_header(stored.header)
            self.session.resume(start, [records.read_line(start, a.act) for a in acts])
            self.session.know_board(self.watcher)

    def _do_start(self, game: str, players: list[str], options: dict[str, Any]) -> None:
        try:
            self._begin(game, tuple(players), options)
        except ValueError as error:
            raise BadCommand(str(error)) from error

    def _do_accept(self) -> None:
        for event in self.session.accept():
            self._publish(event)

    def _do_table_is_right(self) -> None:
        for event in self.session.table_is_right():
            self._publish(event)

    def _do_put_it_back(self) -> None:
        """Nothing to do but wait: the page shows the differences until the table is as it was."""

    def _do_take_back(self) -> None:
        if not self.session.history:
            raise CommandError("no act to take back: none has been told yet")
        self._do_delete(len(self.session.history))

    def _do_delete(self, n: int) -> None:
        lines = self._lines(n)
        self.store.delete(self._game_id(), n)
        self.session.rebuild([line for i, line in enumerate(lines, 1) if i != n])
        if self.session.phase != "over":
            self.store.reopen(self._game_id())

    def _do_correct(self, n: int, act: dict[str, Any]) -> None:
        lines = self._lines(n)
        read = self._read(act)
        self.store.correct(self._game_id(), n, act)
        self.session.rebuild([read if i == n else line for i, line in enumerate(lines, 1)])

    def _do_insert(self, n: int, act: dict[str, Any]) -> None:
        lines = self.session.written()
        if not 1 <= n <= len(lines) + 1:
            raise BadCommand(f"acts are numbered 1 to {len(lines)}: {n} is none of them")
        read = self._read(act)
        self.store.insert(self._game_id(), n, act)
        self.session.rebuild([*lines[: n - 1], read, *lines[n - 1 :]])

    def _do_end(self) -> None:
        self.store.finish(self._game_id())
        self.session.phase = "over"

    def _do_set_field(self, cell: list[int], colour: str) -> None:
        if self.session.start_state is None:
            raise CommandError("no board has been seen yet: point the camera at it")
        header = records.header_fields(self.session.start_state)
        header["board"]["fields"][cell[0]][cell[1]] = colour
        try:
            start = records.read_header(header)
        except ValueError as error:
            raise BadCommand(str(error)) from error
        self.store.set_header(self._game_id(), header)
        lines = self.session.written()
        self.session.start_state = start
        self.session.rebuild(lines)
        self.session.know_board(self.watcher)

    def _lines(self, n: int) -> list[records.Line]:
        lines = self.session.written()
        if not 1 <= n <= len(lines):
            raise BadCommand(f"acts are numbered 1 to {len(lines)}: {n} is none of them")
        return lines

    def _read(self, act: dict[str, Any]) -> records.Line:
        if self.session.start_state is None:
            raise CommandError("no game is running: a board must be seen first")
        try:
            return records.read_line(self.session.start_state, act)
        except ValueError as error:
            raise BadCommand(str(error)) from error

    def _game_id(self) -> int:
        if self._keeper.game_id is None:
            raise CommandError("no game is running: start one first")
        return self._keeper.game_id
