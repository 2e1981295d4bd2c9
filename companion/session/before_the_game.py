"""What a live session is asked for before a game: the camera, the game and the players, where the board is."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from companion.errors import BadCommand, CommandError
from companion.messages import message
from companion.record.edits import SEATS
from companion.record.store import Store
from companion.session.at_table import Agreed, Eyes, Guided, Watching
from companion.session.beside.album import Album
from companion.session.beside.clock import TurnClock
from companion.session.games import WATCHED, door
from companion.session.newest import Newest
from companion.session.port import CameraState
from companion.session.setup import CameraKind, open_chosen
from vision.finding.corners import NoBoard, board_at
from vision.sources import PushedSource, Source, SourceError
from vision.sources.http import shown_url

_USUAL_SIZE = 6


class BeforeTheGame(ABC):
    """The part of `companion.session.live.LiveSession` that sets up."""

    source: Source | None
    store: Store
    setup: Guided | None
    session: Watching
    watcher: Eyes
    _lock: threading.RLock
    _newest: Newest
    _agreed: Agreed  # the game that the eyes were made for
    _album: Album
    _camera_kind: CameraKind
    _camera_name: str

    def __init__(self) -> None:
        """Make what keeps two cameras from being opened at once, and one from being closed while it is read."""
        self._reading = threading.Lock()
        self._one_camera_at_a_time = threading.Lock()

    @abstractmethod
    def _begin(self, agreed: Agreed, resume: bool = False) -> None: ...

    @abstractmethod
    def _look_anew(self) -> None: ...

    @abstractmethod
    def _correct(self, what: str, **body: Any) -> None: ...

    @abstractmethod
    def _publish_state(self) -> None: ...

    def push_frame(self, jpeg: bytes) -> None:
        """Take in a frame that the page's own camera sent."""
        self._take_sent(jpeg, PushedSource.push)

    def push_photo(self, jpeg: bytes) -> None:
        """Take in a photograph that stands until the next picture."""
        self._take_sent(jpeg, PushedSource.hold)

    def _take_sent(self, jpeg: bytes, take: Callable[[PushedSource, bytes], None]) -> None:
        if not isinstance(self.source, PushedSource):
            raise CommandError(
                "own_camera",
                "this session has a camera of its own: start with --camera browser to send frames",
            )
        try:
            take(self.source, jpeg)
        except SourceError as error:
            raise BadCommand.of(error.said) from error

    def _do_camera(self, kind: CameraKind, value: str) -> None:
        """Take another camera; the one before is let go first, for it may be the same."""
        with self._one_camera_at_a_time:
            with self._lock:
                before, self.source, self._newest.frame = self.source, None, None
                self._look_anew()
                self.watcher.why = message("no_camera")
            if before is not None:
                with self._reading:  # who reads a source must not have it closed meanwhile
                    before.close()
            try:
                source = open_chosen(kind, value)
            except SourceError as error:
                self._publish_state()
                raise CommandError.of(error.said) from error
            with self._lock:
                self.source, self._camera_kind, self._camera_name = source, kind, value

    def _film_waits(self) -> bool:
        """A film does not go on while people set up a game on the board that it shows."""
        return self._camera_kind == "file" and self.setup is not None and self.setup.ready

    def _rewind(self) -> None:
        """Begin a film anew: setting up takes longer than films wait with their first stone.

        Raises CommandError where it is there no more: whoever calls has changed nothing yet.
        """
        if self._camera_kind != "file" or self.source is None:
            return
        try:
            anew = open_chosen("file", self._camera_name)
        except SourceError as error:
            raise CommandError.of(error.said) from error
        before, self.source = self.source, anew
        with self._reading:
            before.close()

    def _do_setup(
        self,
        game: str,
        players: list[str],
        options: dict[str, Any],
        colours: Mapping[str, Sequence[str]] | None = None,
        seats: Mapping[str, str] | None = None,
        clock: TurnClock | None = None,
    ) -> None:
        """Choose what will be played; a game that is on must be ended first."""
        if self.setup is None and self.session.state is not None and self.session.phase != "over":
            raise CommandError("game_is_on", "a game is on: end it first")
        agreed = Agreed(game, tuple(players), options, colours, seats, clock)
        if self.setup is not None and self._fit(agreed):
            self.setup.agree(agreed)
            self._agreed = replace(self._agreed, clock=clock)
            return
        guided = door(game).guided(agreed)
        self._rewind()
        self.setup, self._agreed = guided, agreed
        self._album = Album()  # the game before is gone, and so are its pictures
        self._look_anew()

    def _fit(self, agreed: Agreed) -> bool:
        """Whether the eyes that look now can watch what is agreed."""
        before, now = self._agreed, agreed
        same_size = door(now.game).size_of(now.options) == door(before.game).size_of(before.options)
        return now.game == before.game and same_size

    def _do_set_field(self, cell: list[int], colour: str) -> None:
        if self.setup is not None:
            self.setup.mend((cell[0], cell[1]), colour)
            return
        self._correct("set_field", cell=cell, colour=colour)

    def _do_tell_apart(self, names: list[str], changed: bool) -> None:
        if self.setup is not None:
            self.setup.tell_apart((names[0], names[1]), changed)
        elif changed:
            self._correct("change_names", names=names)

    def _do_corners(self, corners: list[list[float]] | None) -> None:
        """A person points out where the corners of the fields are, in pixels of the picture; None: search anew."""
        if self.setup is None:
            raise CommandError("board_is_followed", "a game is on: its board is followed by itself")
        frame = self._newest.frame
        if frame is None:
            raise CommandError("no_picture_yet", "there is no picture yet: choose a camera first")
        self._rewind()
        if corners is None:
            self._look_anew()
            return
        try:
            board = board_at(frame.bgr, np.array(corners), self._cells_a_side())
        except NoBoard as error:
            raise BadCommand.of(error.said) from error
        self.setup.lose()
        self.watcher.take_board(frame.bgr, board, self.setup.hints)

    def _do_resume(self) -> None:
        """Go on with the game that was interrupted."""
        stored = self.store.latest_open()
        if self.setup is None or stored is None:
            raise CommandError("nothing_to_resume", "there is no game to go on with")
        header = stored.header
        options = dict(header.get("options", {}))
        players, colours, seats = tuple(header["players"]), header.get("colours"), header.get(SEATS)
        self._agreed = Agreed(stored.game, players, options, colours, seats)
        self.setup = None
        self._look_anew()
        self._begin(self._agreed, resume=True)

    def _cells_a_side(self) -> int:
        """Of the board that a person points out: as agreed, or as it was seen, or else as most are."""
        told = self._agreed.options.get("size")
        size = told if isinstance(told, int) else door(self._agreed.game).size_of(self._agreed.options)
        return size or (self.watcher.board.size if self.watcher.board else _USUAL_SIZE)

    def _camera(self) -> CameraState | None:
        if self.source is None:
            return None
        return {
            "kind": self._camera_kind,
            "name": shown_url(self._camera_name) if self._camera_kind == "address" else self._camera_name,
            "state": self.source.state,
            "image_size": self._newest.size,
        }

    def _open_game(self) -> dict[str, Any] | None:
        """The game that was interrupted, if there is one that a camera can go on with."""
        stored = self.store.latest_open()
        if stored is None or stored.game not in WATCHED:
            return None
        acts = len(self.store.acts(stored.id))
        names = stored.header.get("options", {}).get("names", {})
        return {
            "players": stored.header["players"],
            "names": names,
            "acts": acts,
            "created": stored.created,
        }
