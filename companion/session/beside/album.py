"""What was seen of each act: the table before it and after it. Kept in memory, of so many acts, and nowhere else."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import cv2
import numpy as np

from companion.eyes.hints import Hints
from companion.session.beside.changed import changed, framed
from companion.session.judged_game import Event
from companion.session.newest import jpeg_of
from vision.pictures import Picture

When = Literal["before", "after"]

MOST_ACTS = 150
_RESTS = 12  # times in which nothing moved: more do not pass between two acts that are told
_HARDLY_S = 0.5  # no act is done in so little time
_WIDTH = 1280  # pixels


class Resting(Protocol):
    """A time in which nothing moved: see ``companion.eyes.stretch.Rest``."""

    @property
    def number(self) -> int:
        """Which one it is."""
        ...

    @property
    def t(self) -> float:
        """When it was looked at last, in seconds."""
        ...

    @property
    def bgr(self) -> Picture:
        """The last look's picture."""
        ...


class Seen(Protocol):
    """A game at a table: see ``companion.session.at_table.Watching``."""

    hints: Hints

    @property
    def stretch(self) -> Resting | None:
        """As the table was looked at last."""
        ...


@dataclass(frozen=True)
class _Kept:
    id: int
    act: str
    n: int | None
    before: bytes
    after: bytes


@dataclass
class Album:
    """The pictures of one game's acts."""

    _rests: deque[tuple[float, bytes]] = field(default_factory=lambda: deque(maxlen=_RESTS))
    _latest: Resting | None = None  # which may go on
    _kept: deque[_Kept] = field(default_factory=lambda: deque(maxlen=MOST_ACTS))
    _count: int = 0

    def rests(self, rest: Resting | None) -> None:
        """The table is seen to lie so."""
        latest, self._latest = self._latest, rest
        if latest is not None and (rest is None or latest.number != rest.number):
            self._rests.append((latest.t, _packed(latest.bgr)))

    def see(self, event: Event, session: Seen) -> None:
        """Something is told of a game; of an act, the pictures are kept."""
        if event["event"] == "act":
            self.told(event["act"], event["n"], session.stretch, session.hints.clear_at)

    def told(
        self, act: Mapping[str, Any], n: int | None, rest: Resting | None, clear_at: float | None
    ) -> None:
        """The n-th act is told, by what ``rest`` shows; the table lay as it should last at ``clear_at`` seconds."""
        self.rests(rest)
        if rest is None or not self._rests:
            return
        as_it_should = [picture for t, picture in self._rests if clear_at is None or t < clear_at + _HARDLY_S]
        self._count += 1
        before, after = _framed((as_it_should or [self._rests[-1][1]])[-1], _packed(rest.bgr))
        self._kept.append(_Kept(self._count, _written(act), n, before, after))

    def of(self, act: Mapping[str, Any], n: int | None) -> int | None:
        """The number of an act's pictures, None where there are none: a person told it, say, or it is long ago."""
        written = _written(act)
        same = [kept for kept in self._kept if kept.act == written]
        if n is None:
            same = [kept for kept in same if kept.n is None]
        # A fault was told without a number, and has one only since it was let stand.
        fault = n is None or bool(act.get("accepted"))
        nearest = min(
            same,
            key=lambda kept: ((kept.n is None) != fault, abs((kept.n or n or 0) - (n or 0)), -kept.id),
            default=None,
        )
        return None if nearest is None else nearest.id

    def picture(self, id: int, when: When) -> bytes | None:
        """A picture as JPEG, with what changed framed."""
        return next((getattr(kept, when) for kept in self._kept if kept.id == id), None)


def _written(act: Mapping[str, Any]) -> str:
    told = {name: value for name, value in act.items() if name != "accepted"}
    return json.dumps(told, sort_keys=True)


def _packed(bgr: Picture) -> bytes:
    scale = min(1.0, _WIDTH / bgr.shape[1])
    small = bgr if scale == 1 else cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return jpeg_of(small) or b""


def _framed(before: bytes, after: bytes) -> tuple[bytes, bytes]:
    """The pictures with what changed framed in both."""
    first, second = _unpacked(before), _unpacked(after)
    boxes = changed(first, second)
    return jpeg_of(framed(first, boxes)) or before, jpeg_of(framed(second, boxes)) or after


def _unpacked(jpeg: bytes) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
