"""Frames in, what a table at rest shows out: the board is searched once, then followed; nothing is read while
something moves or a hand is in the way; what is read is averaged over the looks of a settled stretch.

What comes out depends on the frames and on the hints given with each of them, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Literal

import numpy as np

from companion.eyes.fields_table import FieldsTable
from companion.eyes.hands import HAND_LEAVES_S, Hands
from companion.eyes.hints import NOTHING_KNOWN, Hints
from companion.eyes.keyframes import Keyframes
from companion.eyes.known_table import KnownTable
from companion.eyes.stretch import Place, Rest, S, Stretch
from companion.eyes.table import FollowsBoard, WatchedTable
from companion.messages import message
from vision.finding.board import Board
from vision.following.arms import TREMBLES_S
from vision.following.focus import sharpness
from vision.following.gate import Gate
from vision.following.steady import Steady
from vision.pictures import Picture

EyesState = Literal["watching", "moving", "hand", "lost", "moved", "stale"]

MAX_LOOKS = 8  # more looks at a table that lies still tell nothing new
_LOOK_EVERY_S = 0.09  # sooner, a fast camera's next frame tells nothing new either
_SEARCH_EVERY_S = 0.4
_SAME_PLACE_PX = 0.5  # the follower's corners are the same to the bit until it says that the board has moved
_SWAYS_FIELDS = 0.25  # a camera that moves by more was knocked
# In recordings drawn by models.scenes boards have 0.77 of their sharpness and more where a swaying camera is undone,
# half to two thirds of it where the focus is lost.
_AS_SHARP, _HUNTS_S = 0.7, 4.0


@dataclass(frozen=True)
class CameraNews:
    """The camera or board was moved, or the board was lost from sight, or is back."""

    t: float
    state: Literal["moved", "lost", "back"]


class TableWatcher(Generic[S]):
    """Follows one board through a camera's frames."""

    def __init__(self, table: WatchedTable[S]) -> None:
        """``table``: how it is found and read."""
        self.board: Board | None = None
        self.eyes: EyesState = "lost"
        self.why: dict[str, str] | str | None = message("no_board")
        self.keyframes: Keyframes[S] = Keyframes()
        self._table = table
        self._hints = NOTHING_KNOWN
        self._gate = Gate()
        self._follower: FollowsBoard | None = None
        self._steady: Steady | None = None
        self._hands = Hands(table)
        self._sharpness: float | None = None  # of the board when the table was last seen clear
        self._soft_since: float | None = None  # since when it is less
        self._searched_at = -np.inf
        self._astray_since: float | None = None  # since when the board is not seen where it should be
        self._was_found = False
        self._place = Place()
        self._looks = table.looks()
        self._stretches = 0  # how many there were
        self._last: S | None = None  # as it was last looked at from this place

    def feed(self, bgr: Picture, t: float, hints: Hints = NOTHING_KNOWN) -> Iterator[S | CameraNews]:
        """Take in a frame taken at ``t`` seconds, with what is known by then; yields what it leads to."""
        self._take_hints(hints)
        if self.board is None:
            yield from self._search(bgr, t)
            return
        if self._steady:
            bgr = self._steady.feed(bgr)
        gate = self._gate.feed(bgr, t)
        if gate.moving:
            self.eyes, self.why = "moving", None
            self._looks = self._table.looks()
            return
        if not gate.settled:
            return
        if self._looks.count == 0 and not self._still_there(bgr):
            yield from self._moved(bgr, t, gate.settled_for_s)
            return
        self._astray_since = None
        if self._looks.count >= MAX_LOOKS or t - self._looks.looked_at < _LOOK_EVERY_S:
            return
        if self._hand_near(bgr, self.board, t, gate.settled_for_s):
            self.eyes, self.why = "hand", None
            self._looks = self._table.looks()
            return
        if self._out_of_focus(bgr, t):
            self.eyes, self.why = "moving", None
            self._looks = self._table.looks()
            return
        self.eyes, self.why = "watching", None
        yield self._look(bgr, t, gate.settled_for_s)

    def steadied(self, bgr: Picture) -> Picture:
        """The last frame fed, ``bgr``, with the camera's swaying undone: so the board is where it is said to be."""
        return self._steady.undone(bgr) if self._steady else bgr

    # --- what is known ---

    def _take_hints(self, hints: Hints) -> None:
        """Take in what is known; where the last look is one that showed the table clear, what it shows."""
        last, cleared_at = self._last, self._hints.clear_at
        self._hints = hints
        if last is None or hints.clear_at != last.t or hints.clear_at == cleared_at:
            return
        assert self._follower is not None and self._steady is not None
        self._follower.refresh(last.bgr)
        self._steady.refresh()
        self._hands.seen_clear(last.bgr, self._table.hidden_in(last))
        self._sharpness = sharpness(last.bgr, last.board.corners_px)

    def _hand_near(self, bgr: Picture, board: Board, t: float, still_for_s: float) -> bool:
        return self._hands.near(bgr, board, t, still_for_s, self._hints.zone_board)

    def _out_of_focus(self, bgr: Picture, t: float) -> bool:
        """Whether the camera has lost its focus since the table was seen clear. Cameras hunt for it for a moment;
        what stays so is as sharp as it will be."""
        assert self.board is not None
        if not self._table.tells_focus:
            return False
        if self._sharpness is None or sharpness(bgr, self.board.corners_px) > _AS_SHARP * self._sharpness:
            self._soft_since = None
            return False
        self._soft_since = t if self._soft_since is None else self._soft_since
        return t - self._soft_since < _HUNTS_S

    # --- finding and following ---

    def take_board(self, bgr: Picture, board: Board, hints: Hints = NOTHING_KNOWN) -> None:
        """A person has pointed out where the board is in this picture."""
        self._take_hints(hints)
        self._anchor(bgr, self._right_way_up(bgr, board))
        self._was_found = True

    def _search(self, bgr: Picture, t: float) -> Iterator[CameraNews]:
        if t - self._searched_at < _SEARCH_EVERY_S:
            return
        self._searched_at = t
        board = self._table.find(bgr, self._hints)
        if not isinstance(board, Board):
            self.eyes, self.why = "lost", board
            return
        self._anchor(bgr, self._right_way_up(bgr, board))
        if self._was_found:
            yield CameraNews(t, "back")
        else:
            self._table.settle(board)
        self._was_found = True

    def _anchor(self, bgr: Picture, board: Board) -> None:
        """Follow a board from this picture on; one that lies where it lay, on the table that is known, which is as
        still as it was."""
        elsewhere = board is not self.board
        if elsewhere:
            self._gate = Gate()
        self._place = Place(self._place.number + 1, self._place.of_board + elsewhere)
        self.board = board
        self._follower = self._table.follower(bgr, board)
        field_px = float(np.linalg.norm(board.corners_px[1] - board.corners_px[0])) / board.size
        self._steady = Steady(bgr, _SWAYS_FIELDS * field_px)
        self._looks = self._table.looks()
        self._last = self._sharpness = None
        self._hands.camera_moved()

    def _still_there(self, bgr: Picture) -> bool:
        """Whether the board is seen where it was found; one that has moved and was not found anew is not."""
        assert self._follower is not None and self.board is not None
        state = self._follower.check(bgr)
        if state.corners_px is None or state.moved:
            return False
        return bool(np.abs(state.corners_px - self.board.corners_px).max() < _SAME_PLACE_PX)

    def _moved(self, bgr: Picture, t: float, still_for_s: float) -> Iterator[CameraNews]:
        """The board is not seen where it was: search anew. Where a hand may hide it, or hide a part of where it
        lies now, wait for the hand to leave, for a while."""
        assert self.board is not None
        if t - self._searched_at < _SEARCH_EVERY_S:
            return
        self._searched_at = t
        self._astray_since = t if self._astray_since is None else self._astray_since
        patient = t - self._astray_since < HAND_LEAVES_S
        found = self._table.find(bgr, self._hints)
        if not isinstance(found, Board):
            if patient and self._hand_near(bgr, self.board, t, still_for_s):
                self.eyes, self.why = "hand", None
                return
            self.board, self.eyes, self.why = None, "lost", message("out_of_sight")
            yield CameraNews(t, "lost")
            return
        board = self._right_way_up(bgr, found)
        field_px = np.linalg.norm(board.corners_px[1] - board.corners_px[0]) / board.size
        moved = np.linalg.norm(board.corners_px - self.board.corners_px, axis=1).max() > 0.1 * field_px
        if moved and patient and still_for_s < TREMBLES_S and self._hands.over(bgr, self.board, board):
            self.eyes, self.why = "hand", None
            return
        self._astray_since = None
        self._anchor(bgr, board if moved else self.board)
        if moved:
            self.eyes, self.why = "moved", None
            yield CameraNews(t, "moved")

    def _right_way_up(self, bgr: Picture, board: Board) -> Board:
        """The found board in the turn that fits what is known."""
        return self._table.upright(bgr, board, self._hints, self.keyframes.latest)

    # --- reading ---

    def _look(self, bgr: Picture, t: float, settled_for_s: float) -> S:
        assert self.board is not None
        looks = self._looks
        self._stretches += looks.count == 0
        looks.add(t, bgr, self.board)
        rest = Rest(
            self._stretches,
            t,
            looks.looks,
            settled_for_s,
            self._place,
            bgr,
            self.board,
            looks.patches,
            swayed_px=self._steady.swayed_px if self._steady else 0.0,
            hints=self._hints,
        )
        self._last = looks.stretch(rest)
        self.keyframes = self.keyframes.and_now(self._last)
        return self._last


class Watcher(TableWatcher[Stretch]):
    """Follows a board of Just 4 Fun Colours."""

    def __init__(self, size: int = 6, known: KnownTable | None = None) -> None:
        """``size``: fields a side; ``known``: what a profile knows of camera, place and set."""
        super().__init__(FieldsTable(size, known))
        self.size = size
