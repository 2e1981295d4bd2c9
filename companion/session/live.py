"""A running session for the page: a thread that plays a source through watcher and session, and the port
(``companion.session.port.SessionPort``) through which the page looks in and commands.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

from companion.errors import BadCommand, CommandError
from companion.eyes.known_table import KnownTable
from companion.eyes.watcher import CameraNews
from companion.messages import in_every_language, message
from companion.options import ZoneSpec
from companion.record.corrections import CORRECTIONS, Corrections
from companion.record.edits import CLOCK, SEATS, UNSURE
from companion.record.keeper import Keeper
from companion.record.store import Store
from companion.record.store_errors import StoreRefuses
from companion.session import view
from companion.session.at_table import Agreed, Fed, Feeds, Guided
from companion.session.before_the_game import BeforeTheGame
from companion.session.beside.album import Album, When
from companion.session.beside.clock import Clock, TurnClock
from companion.session.games import door
from companion.session.hold import Hold, Patient
from companion.session.judged_game import Event
from companion.session.newest import Newest, jpeg_of
from companion.session.played import Colours, Seats, T
from companion.session.port import Event as PageEvent
from companion.session.port import EventKind, EventLog, State
from companion.session.setup import kind_of
from referee import records
from vision.pictures import Picture
from vision.sources import Frame, Source

log = logging.getLogger(__name__)

# What the page calls the session's events.
_KINDS: dict[str, EventKind] = {
    "ready": "state",
    "act": "verdict",
    "outcome": "outcome",
    "unclear": "unclear",
    "restored": "restored",
    "camera": "camera",
}


def play(frame: Frame, watcher: Feeds[T], session: Fed[T]) -> Iterator[Event]:
    """What one frame leads to, as events."""
    for item in watcher.feed(frame.bgr, frame.t, session.hints):
        if isinstance(item, CameraNews):
            yield session.camera(item)
        else:
            yield from session.see(item)
    if watcher.eyes == "watching":
        yield from session.at_rest(frame.t)


class LiveSession(BeforeTheGame):
    """A game at a table with a camera, shown on the page. Safe to call from any thread."""

    def __init__(
        self,
        source: Source | None,
        store: Store,
        game_id: str,
        players: tuple[str, ...],
        options: dict[str, Any],
        zone: ZoneSpec = None,
        known: KnownTable | None = None,
        camera: str = "",
        colours: Colours | None = None,
        seats: Seats | None = None,
        clock: TurnClock | None = None,
    ) -> None:
        """Prepare; ``start`` begins to look. Goes on with the store's open game if it is the same game with
        the same players. Without a source or players, people are asked for them on the page first."""
        super().__init__()
        self.source, self.store = source, store
        self._camera_kind = kind_of(camera)
        self._camera_name = camera
        self._source_ended = threading.Event()
        self._lock = threading.RLock()
        self._log = EventLog()
        self._newest = Newest()
        self._version = 0
        self._corrected: list[dict[str, Any]] = []
        self._zone = zone
        self._agreed = agreed = Agreed(game_id, players, options, colours, seats, clock)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._hold = Hold(self._thread, self._lock, self._tell_held, self._show_newest, self._stop)
        self._known = known
        self._door = door(game_id)
        self.watcher = self._door.eyes(options, known)
        guided = source is None or not players
        self.setup = self._door.guided(agreed) if guided else None
        self._begin(agreed, resume=not guided)
        if source is None:
            self.watcher.why = message("no_camera")

    # --- the thread ---

    def start(self) -> None:
        """Begin to look."""
        self._hold.check_what_ships()
        self._thread.start()

    def stop(self) -> None:
        """Stop looking and let the camera go."""
        self._stop.set()
        self._thread.join(timeout=5)
        if self.source is not None:
            self.source.close()

    def wait(self) -> None:
        """Wait until the source has ended."""
        self._source_ended.wait()

    def _run(self) -> None:
        seen: Source | None = None
        while not self._stop.is_set():
            source = self.source
            if source is None or (source is seen and source.state == "ended") or self._film_waits():
                self._stop.wait(0.1)  # until another camera is chosen, or the game begins
                continue
            if source is not seen:
                seen, told_state = source, ""
                self._newest.begin_anew()
            with self._reading:
                frame = source.read(timeout_s=0.5) if source is self.source else None
            if source is not self.source:
                continue
            if source.state != told_state:
                told_state = source.state
                self._tell_source(source)
            if frame is None:
                continue
            frame = self._newest.in_time(frame)
            with self._lock:
                if source is self.source:
                    self._take_in(frame)

    def _take_in(self, frame: Frame) -> None:
        first = self._newest.frame is None
        if not self._newest.take(frame):
            # A phone that is turned, or a photograph of another size: nothing of before fits this picture.
            self._look_anew()
        told = self._gist()
        try:
            if self.setup:
                self._set_up(frame, self.setup)
            else:
                for event in play(frame, self.watcher, self.session):
                    self._album.see(event, self.session)
                    self._publish(event)
                self._album.rests(self.session.stretch)
        except StoreRefuses:
            return  # it was told; the program ends, and what was just seen is not kept
        except Exception as error:
            # A fault of the program must not end the game: it is told, and the next frame is looked at.
            self._hold.fails(error)
            return
        if told[-1] != self._gist()[-1]:
            self._hold.works()  # it was looked at the table
        if first or told != self._gist():
            self._publish_state()

    def _show_newest(self) -> None:
        """Show what the camera sees without looking at it: the game is held."""
        source = self.source
        with self._reading:
            frame = source.read(timeout_s=0.0) if source is not None else None
        if frame is not None:
            self._newest.take(frame)

    def _gist(self) -> tuple[Any, ...]:
        looked = self.setup.looked if self.setup else self._door.looked(self.session)
        return self.watcher.eyes, self.session.phase, looked

    def _set_up(self, frame: Frame, setup: Guided) -> None:
        for item in self.watcher.feed(frame.bgr, frame.t, setup.hints):
            if isinstance(item, CameraNews):
                setup.lose()
            else:
                setup.see(item, self._known)

    def _look_anew(self) -> None:
        """Forget where the board was, as with another camera; not what is known of the game."""
        self._door = door(self._agreed.game)
        self.watcher = self._door.eyes(self._agreed.options, self._known)
        if self.setup:
            self.setup.look_anew()
        elif self.session.state is not None:
            self.session.look_anew()
            self.session.camera(CameraNews(0.0, "moved"))

    def _tell_source(self, source: Source) -> None:
        state = source.state
        if state == "ended":
            self._source_ended.set()
        if state in ("lost", "stale", "ended"):
            if self.setup and state == "lost":  # nobody begins on a board that is not seen any more
                with self._lock:
                    self._look_anew()
            why = in_every_language(source.why) if source.why else ""
            self._log.publish("camera", {"state": "lost", "why": why})
        if state == "back":
            self._log.publish("camera", {"state": "back"})
        self._publish_state()

    def _publish(self, event: Event) -> None:
        kind = _KINDS[event["event"]]
        data = dict(event)
        if kind == "verdict" and self.session.last:
            data |= {"text": self.session.last.text, "todo": self.session.last.todo}
        if kind == "outcome":
            self._hold.kept(partial(self.store.finish, self._keeper.game_id or 0))
        self._publish_state()
        if kind != "state":
            self._log.publish(kind, data)

    def _tell_held(self) -> None:
        if self._hold.told is not None:
            self._log.publish("held", {"why": self._hold.told})
        self._publish_state()

    def _publish_state(self) -> None:
        self._version += 1
        self._log.publish("state", dict(self.state()))

    # --- SessionPort ---

    def state(self) -> State:
        """The whole state as the page shows it."""
        with self._lock:
            told = view.state_of(
                self._door,
                self.session,
                self.watcher,
                version=self._version,
                eyes=view.eyes_of(self.watcher, self.source, self._newest.fps),
                camera=self._camera(),
                setup=self.setup,
                open_game=self._open_game() if self.setup else None,
            )
            for act in filter(None, [*told["acts"], told["last"]]):
                act["pictures"] = self._album.of(act["act"], act["n"])
            if told["setup"]:
                told["setup"]["clock"] = None if self._agreed.clock is None else dict(self._agreed.clock)
            told["corrections"], told["stored_as"] = self._corrected, self._keeper.game_id
            if self.store.notice is not None:
                told["notice"] = in_every_language(self.store.notice)
            if self._hold.told is not None:
                told["phase"], told["held"] = "held", self._hold.told
            told["clock"] = None if self.setup else self._clock.told(self.session, told["phase"])
            return told

    def events_since(self, last_id: int, timeout_s: float) -> list[PageEvent]:
        """The events above ``last_id``."""
        return self._log.since(last_id, timeout_s)

    def snapshot_jpeg(self, overlay: bool) -> bytes | None:
        """The newest frame as JPEG."""
        with self._lock:
            frame = self._newest.frame
            picture = None if frame is None else self._drawn(frame.bgr) if overlay else frame.bgr
        return None if picture is None else jpeg_of(picture)

    def _drawn(self, bgr: Picture) -> Picture:
        return self._door.drawn(bgr, self.session, self.setup, self.watcher)

    def frame_number(self) -> int:
        """Frames taken in so far."""
        return self._newest.count

    def act_picture(self, id: int, when: When) -> bytes | None:
        """The table before or after an act."""
        with self._lock:
            return self._album.picture(id, when)

    def record(self) -> str:
        """The game's record so far as JSON Lines."""
        return self.store.record(self._keeper.game_id) if self._keeper.game_id else ""

    def ended(self) -> str:
        """What to say to who ends the program: whether the game is kept."""
        begun = self._keeper.game_id is not None
        return view.said_at_the_end(self._hold.why, begun, self.session.phase == "over")

    # --- commands ---

    def command(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """Do what a person asks; see ``SessionPort``."""
        if self._hold.why is not None:
            raise CommandError("held", "the game is held: {why}", why=self._hold.why)
        correction = partial(self._correct, name) if name in CORRECTIONS else None
        action = correction or getattr(self, f"_do_{name}", None)
        if action is None:
            raise BadCommand("no_command", "there is no command {name}", name=repr(name))
        # Opening a camera takes its time: meanwhile, the page goes on.
        with nullcontext() if name == "camera" else self._lock:
            answer: dict[str, Any] = action(**body) or {}
            self._know_corrections()
        self._publish_state()
        return answer

    def _begin(self, agreed: Agreed, resume: bool = False) -> None:
        table = door(agreed.game)
        stored = self.store.latest_open() if resume else None
        same = stored is not None and stored.header.get("game") == agreed.game
        goes_on = stored if stored and same and tuple(stored.header["players"]) == agreed.players else None
        if goes_on:
            header = goes_on.header
            agreed = replace(
                agreed, seats=header.get(SEATS, agreed.seats), clock=header.get(CLOCK, agreed.clock)
            )
        keeper = Keeper(self.store, beside={CLOCK: agreed.clock} if agreed.clock else None)
        # Where it cannot begin so, the game before goes on.
        self.session = table.session(agreed, Patient(keeper, self._hold), self._zone, self._known)
        self._keeper, self._door, self._album, self._clock = keeper, table, Album(), Clock(agreed.clock)
        if goes_on:
            self._keeper.game_id = goes_on.id
            acts = self.store.acts(goes_on.id)
            start = records.read_header(goes_on.header)
            lines = [records.read_line(start, a.act) for a in acts]
            self.session.resume(start, lines, goes_on.header.get(UNSURE, ()))
        self._know_corrections()

    def _do_start(
        self,
        game: str,
        players: list[str],
        options: dict[str, Any],
        colours: Colours | None = None,
        seats: Seats | None = None,
        clock: TurnClock | None = None,
    ) -> None:
        """Begin at once on the board that was seen and mended in the setup, else on the next empty one."""
        setup, agreed = self.setup, Agreed(game, tuple(players), options, colours, seats, clock)
        fit = self._fit(agreed)
        if setup:
            self._rewind()
        self._begin(agreed)
        self.setup, self._agreed = None, agreed
        if not fit:
            self._look_anew()
        elif setup and setup.ready:
            setup.agree(agreed)
            self._publish(self._door.begin(self.session, setup))
        elif setup:
            self.session.hints = setup.hints

    def _do_accept(self) -> None:
        self._tell(self.session.accept())

    def _do_table_is_right(self) -> None:
        """Take the table as it is seen; before a game, take the board for empty, whatever it looks like."""
        if self.setup is not None:
            self.setup.take_for_empty()
            return
        begun = self._door.begin_as_seen(self.session, self._known) if self.session.state is None else None
        self._tell([begun] if begun else self.session.table_is_right())

    def _do_put_it_back(self) -> None:
        self.session.put_it_back()

    def _do_end(self) -> None:
        self.store.finish(self._game_id())
        self.session.end()

    def _know_corrections(self) -> None:
        done = self.store.corrections(self._keeper.game_id) if self._keeper.game_id else []
        self._corrected = [correction.told() for correction in done]

    def _correct(self, what: str, **body: Any) -> None:
        """Make a correction, a method of ``Corrections``."""
        self._tell(getattr(Corrections(self.session, self.store, self._game_id()), what)(**body))

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            self._publish(event)

    def _game_id(self) -> int:
        if self._keeper.game_id is None:
            raise CommandError("no_game_on", "no game is running: start one first")
        return self._keeper.game_id
