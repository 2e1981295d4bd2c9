"""A game that is held: its store takes nothing, since the disk is full, say, or the program itself is at fault. What
cannot be kept is not told either; it is tried again until it can be.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.errors import one_line
from companion.messages import in_every_language, message
from companion.record.store_errors import StoreRefuses
from companion.session.judged_game import Keep
from models import catalogue
from referee.game import Verdict
from wording import Phrase

log = logging.getLogger(__name__)

AGAIN_S = 1.0  # between two tries
LOOK_S = 0.2  # the camera's picture goes on meanwhile

R = TypeVar("R")


class Hold:
    """Puts on the disk what the thread that looks at a table has to keep, however long that takes. Any other thread
    does what a person asked for, who is told at once that the store refuses."""

    def __init__(
        self,
        thread: threading.Thread,
        lock: threading.RLock,
        tell: Callable[[], None],
        look: Callable[[], None],
        over: threading.Event,
    ) -> None:
        """``lock``: held by the ``thread``, and let go while it waits, so that the page is answered. ``tell`` is
        called when the game is held and when it goes on, ``look`` again and again between. ``over``: wait no more."""
        self.why: Phrase | None = None  # what is wrong with the store, None while it takes what it is given
        self._fault: dict[str, str] | None = None
        self._thread = thread
        self._waiting = threading.Condition(lock)
        self._tell, self._look, self._over = tell, look, over

    @property
    def told(self) -> dict[str, str] | None:
        """Why nothing is judged, in every language; None while all is well."""
        return self._fault if self.why is None else in_every_language(self.why)

    def check_what_ships(self) -> None:
        """A network that is missing is told of at once, and not only when it is needed."""
        try:
            catalogue.verify()
        except catalogue.ModelError as error:
            log.error("%s", error)
            self._fault = message("own_fault", what=one_line(error))
            self._tell()

    def fails(self, error: Exception) -> None:
        """Looking at the table raised an error: it is logged once, however often it comes."""
        fault = message("own_fault", what=one_line(error))
        if fault != self._fault:
            log.error("a picture could not be read", exc_info=error)
            self._fault = fault
            self._tell()

    def works(self) -> None:
        """It was looked at the table without an error."""
        self._fault = None

    def kept(self, write: Callable[[], R]) -> R:
        """What ``write`` returns, as soon as the store takes it. Raises StoreRefuses where it is ``over`` before."""
        while True:
            try:
                done = write()
            except StoreRefuses as error:
                if threading.current_thread() is not self._thread:
                    raise
                self._wait(error)
                continue
            if self.why is not None:
                log.warning("the store takes acts again: the game goes on")
                self.why = None
                self._tell()
            return done

    def _wait(self, error: StoreRefuses) -> None:
        if self.why is None:
            log.error("the game is held: %s", error)
        before, self.why = self.why, error.advice
        if before != self.why:
            self._tell()
        for _ in range(round(AGAIN_S / LOOK_S)):
            if self._over.is_set():
                raise error
            self._waiting.wait(LOOK_S)
            self._look()


class Patient:
    """Keeps as ``keep`` does, and where the store refuses it is held."""

    def __init__(self, keep: Keep, hold: Hold) -> None:
        """``hold`` says which thread waits."""
        self._keep, self._hold = keep, hold

    def __call__(
        self,
        state: Any,
        line: dict[str, Any],
        verdict: Verdict | None,
        acts: Sequence[dict[str, Any]] | None = None,
        /,
    ) -> None:
        """Keep a line; see ``Keep``."""
        self._hold.kept(lambda: self._keep(state, line, verdict, acts))

    def take_out(self, n: int) -> None:
        """The n-th act was none."""
        self._hold.kept(lambda: self._keep.take_out(n))
