"""Frames in, settled looks out: the board is searched once, then followed; nothing is read while something
moves or a hand is in the way; what is read is averaged over the looks of a settled stretch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from calibration.even_light import in_even_light
from calibration.printed import Printed
from calibration.shades import Shades, burnt_out, learn, told_by_glare_alone
from companion.eyes.card_background import Places, TableTop
from companion.eyes.hands import HAND_LEAVES_S, Hands
from companion.eyes.keyframe import Agreed
from companion.eyes.known_table import KnownTable
from companion.eyes.orientation import upright
from companion.follow.by_rules.evidence import Evidence
from companion.messages import message
from vision.arms import TREMBLES_S
from vision.board import Board, find_board
from vision.cards import CardMaps, as_laid, find_cards
from vision.changes import Cell
from vision.fields_and_cards import read_fields_and_cards
from vision.focus import sharpness
from vision.follow import Follower
from vision.gate import Gate
from vision.patches import TableView
from vision.pictures import Picture
from vision.prints import field_labs, named, printed_now, printed_on
from vision.reading import FIELD_COLOURS, CardSeen, Fields, Reading
from vision.rows import in_a_row
from vision.steady import Steady
from vision.stones import read_fields
from vision.table_before import burnt_out_places
from vision.unlike_others import unlike_others

EyesState = Literal["watching", "moving", "hand", "lost", "moved", "stale"]

MAX_LOOKS = 8  # more looks at a table that lies still tell nothing new
_LOOK_EVERY_S = 0.09  # sooner, a fast camera's next frame tells nothing new either
_USUAL_EVERY_S = 0.1  # how often a camera that is not slow is looked through
# Of 75,852 empty fields of 2,107 boards drawn, a quarter of which lack a colour, 636 are named wrongly; who pays the
# true colour of one is blamed on 49 of them (with 0.95 on 79), who pays a wrong one of any is not on 1.1 % (0.8 %).
_SURE_OF_FIELD = 0.99
_MAY_BE = 0.01  # a field is of no colour that the network gives less, but for what it is called
_SEARCH_EVERY_S = 0.4
_SAME_PLACE_PX = 0.5  # the follower's corners are the same to the bit until it says that the board has moved
_SWAYS_FIELDS = 0.25  # a camera that moves by more was knocked
# In recordings drawn by models.scenes boards have 0.77 of their sharpness and more where a swaying camera is undone,
# half to two thirds of it where the focus is lost.
_AS_SHARP, _HUNTS_S = 0.7, 4.0


@dataclass(frozen=True)
class Look:
    """What a settled stretch has shown so far, as good as ``looks`` looks; ``cards`` with faint ones among them,
    where something as large as one lies that was read as none, and where a lamp would hide one."""

    t: float
    reading: Reading
    fields: Fields
    cards: tuple[CardSeen, ...]
    looks: int
    settled_for_s: float
    evidence: Evidence
    unread_board: Places = ()
    burnt_board: Places = ()


@dataclass(frozen=True)
class CameraNews:
    """The camera or board was moved, or the board was lost from sight, or is back."""

    t: float
    state: Literal["moved", "lost", "back"]


class Watcher:
    """Follows one board through a camera's frames."""

    def __init__(self, size: int = 6, known: KnownTable | None = None) -> None:
        """``size``: fields a side; ``known``: what a profile knows of camera, place and set."""
        self.size = size
        self.known = known
        self.board: Board | None = None
        self.eyes: EyesState = "lost"
        # Those that ``learn_set`` could hardly name: first as it named them, and how likely is whatever they may be.
        self.unsure_fields: dict[Cell, dict[str, float]] = {}
        self.why: dict[str, str] | str | None = message("no_board")
        self._gate = Gate()
        self._follower: Follower | None = None
        self._steady: Steady | None = None
        self._hands = Hands()
        self._sharpness: float | None = None  # of the board when the table was agreed upon
        self._soft_since: float | None = None  # since when it is less
        self._last_bgr: Picture | None = None
        self._last_view: TableView | None = None
        self._table = TableTop(size)
        self._searched_at = -np.inf
        self._astray_since: float | None = None  # since when the board is not seen where it should be
        self._was_found = False
        self._known_fields: NDArray[np.int64] | None = known.layout() if known else None
        self._shades: Shades | None = None
        self._sure_of_fields = np.ones((size, size))  # how sure each of their names is
        self._stretch = _Stretch()
        self._agreed: Agreed | None = None

    def feed(self, bgr: Picture, t: float) -> Iterator[Look | CameraNews]:
        """Take in a frame taken at ``t`` seconds; yields what it leads to."""
        if self.board is None:
            yield from self._search(bgr, t)
            return
        if self._steady:
            bgr = self._steady.feed(bgr)
        gate = self._gate.feed(bgr, t)
        if gate.moving:
            self.eyes, self.why = "moving", None
            self._stretch = _Stretch()
            return
        if not gate.settled:
            return
        if self._stretch.count == 0 and not self._still_there(bgr):
            yield from self._moved(bgr, t, gate.settled_for_s)
            return
        self._astray_since = None
        if self._stretch.count >= MAX_LOOKS or t - self._stretch.looked_at < _LOOK_EVERY_S:
            return
        if self._hands.near(bgr, self.board, t, gate.settled_for_s):
            self.eyes, self.why = "hand", None
            self._stretch = _Stretch()
            return
        if self._out_of_focus(bgr, t):
            self.eyes, self.why = "moving", None
            self._stretch = _Stretch()
            return
        self.eyes, self.why = "watching", None
        yield self._look(bgr, t, gate.settled_for_s)

    def steadied(self, bgr: Picture) -> Picture:
        """The last frame fed, ``bgr``, with the camera's swaying undone: so the board is where it is said to be."""
        return self._steady.undone(bgr) if self._steady else bgr

    def agree(self, look: Look, heights: NDArray[np.int64]) -> None:
        """The table lies as the game expects, with ``heights`` (n, n) stones on the fields: changes are measured
        against this look from now on."""
        seen = look.fields, self._stretch.patches, look.cards, heights
        self._agreed = self._agreed.and_now(*seen) if self._agreed else Agreed.first(*seen)
        if self._last_view is not None:
            self._table.learn(self._last_view, look.cards)
        if self._follower is not None and self._last_bgr is not None:
            self._follower.refresh(self._last_bgr)
            if self._steady:
                self._steady.refresh()
            self._hands.seen_clear(self._last_bgr, look.fields.hidden)
            self._sharpness = sharpness(self._last_bgr, self.board.corners_px) if self.board else None

    def act_told(self) -> None:
        """All cards that lie there now lay there when the last act was told."""
        if self._last_view is not None:
            self._table.act_told(self._last_view)

    def know_fields(self, field_indices: NDArray[np.int64]) -> None:
        """The board's field colours (n, n) as indices into FIELD_COLOURS: they tell which way up it lies when
        it is found again."""
        self._known_fields = field_indices

    def know_zone(self, outline_board: NDArray[np.float64] | None) -> None:
        """Where played cards are laid, a polygon (N, 2) in the board frame: no hand may be over it either."""
        self._hands.know_zone(outline_board)

    def _out_of_focus(self, bgr: Picture, t: float) -> bool:
        """Whether the camera has lost its focus since the table was agreed upon. Cameras hunt for it for a moment;
        what stays so is as sharp as it will be."""
        assert self.board is not None
        if self._sharpness is None or sharpness(bgr, self.board.corners_px) > _AS_SHARP * self._sharpness:
            self._soft_since = None
            return False
        self._soft_since = t if self._soft_since is None else self._soft_since
        return t - self._soft_since < _HUNTS_S

    def learn_set(self, look: Look) -> list[list[str]]:
        """Name the fields of an empty board (n, n), and learn from it what the set's colours look like."""
        assert self._last_bgr is not None and look.reading.board is not None
        labs = field_labs(self._last_bgr, look.reading.board)
        square = (self.size, self.size, 3)
        labs = in_even_light(labs.reshape(square), look.fields.field).reshape(-1, 3)
        field_p = look.fields.field.reshape(len(labs), -1)
        self.unsure_fields, self._sure_of_fields = {}, np.ones((self.size, self.size))
        if self.known and (prior := self.known.shades()):
            names, self._shades, _ = learn(labs, field_p, FIELD_COLOURS, prior)
            if fields := self.known.fields_known(self._in_rows(names)):
                return fields
        names, self._shades, sure = learn(labs, field_p, FIELD_COLOURS)
        rows, burnt = self._in_rows(names), burnt_out(labs).reshape(self.size, self.size)
        paled = told_by_glare_alone(np.array(rows), burnt)
        self._sure_of_fields = sure.reshape(self.size, self.size)
        unsure = np.argwhere((self._sure_of_fields < _SURE_OF_FIELD) | paled)
        self.unsure_fields = {
            (int(r), int(c)): _may_be(rows[r][c], look.fields.field[r, c], bool(burnt[r, c]))
            for r, c in unsure
        }
        return rows

    def set_shades(self) -> dict[str, tuple[float, float, float]]:
        """The shades of the set's colours, as ``learn_set`` has found them; none before."""
        if self._shades is None:
            return {}
        seen = zip(self._shades.names, self._shades.centres.tolist(), strict=True)
        return {name: (lab[0], lab[1], lab[2]) for name, lab in seen if np.isfinite(lab).all()}

    def _in_rows(self, names: list[str]) -> list[list[str]]:
        return [names[row * self.size : (row + 1) * self.size] for row in range(self.size)]

    # --- finding and following ---

    def take_board(self, bgr: Picture, board: Board) -> None:
        """A person has pointed out where the board is in this picture."""
        self._anchor(bgr, self._right_way_up(bgr, board))
        self._was_found = True

    def _search(self, bgr: Picture, t: float) -> Iterator[CameraNews]:
        if t - self._searched_at < _SEARCH_EVERY_S:
            return
        self._searched_at = t
        board = self._find(bgr)
        if board is None:
            self.eyes, self.why = "lost", message("no_board")
            return
        self._anchor(bgr, self._right_way_up(bgr, board))
        if self.known and not self._was_found:
            self.known.settle_place(board)
        if self._was_found:
            yield CameraNews(t, "back")
        self._was_found = True

    def _find(self, bgr: Picture) -> Board | None:
        return self.known.find(bgr) if self.known else find_board(bgr, self.size)

    def _anchor(self, bgr: Picture, board: Board) -> None:
        """Follow a board from this picture on; one that lies where it lay, on the table that is known, which is as
        still as it was."""
        if board is not self.board:
            self._table, self._gate = TableTop(self.size), Gate()
        self.board = board
        self._follower = Follower(bgr, board.corners_px)
        field_px = float(np.linalg.norm(board.corners_px[1] - board.corners_px[0])) / self.size
        self._steady = Steady(bgr, _SWAYS_FIELDS * field_px)
        self._stretch = _Stretch()
        self._last_view = self._sharpness = None
        self._hands.camera_moved()
        if self._agreed:
            self._agreed = self._agreed.from_elsewhere()

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
        found = self._find(bgr)
        if found is None:
            if patient and self._hands.near(bgr, self.board, t, still_for_s):
                self.eyes, self.why = "hand", None
                return
            self.board, self.eyes, self.why = None, "lost", message("out_of_sight")
            yield CameraNews(t, "lost")
            return
        board = self._right_way_up(bgr, found)
        field_px = np.linalg.norm(board.corners_px[1] - board.corners_px[0]) / self.size
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
        """The found board in the turn in which its fields' colours, or else its place, fit what is known."""
        if self._known_fields is None:
            return board
        bonus = self.known.turn_bonus(board) if self.known and not self._was_found else 0.0
        return upright(board, read_fields(bgr, board), self._known_fields, bonus)

    # --- reading ---

    def _look(self, bgr: Picture, t: float, settled_for_s: float) -> Look:
        assert self.board is not None
        seen = read_fields_and_cards(bgr, self.board.pose, self.size, self._stretch.count)
        towers, view = seen.towers, seen.view
        self._stretch.add(t, seen.fields, seen.cards, towers.pictures)
        self._last_bgr, self._last_view = bgr, view
        mean = self._stretch.fields()
        cards, unread_board = self._cards_in(view)
        cards = named(cards, bgr, self._printed_now(bgr, mean))
        reading = Reading(t, (bgr.shape[1], bgr.shape[0]), self.board, mean, cards, hand=False)
        evidence = Evidence(mean.owner, mean.height, mean.hidden)
        if self._agreed:
            evidence = self._agreed.evidence(mean, self._stretch.patches, towers, cards)
            if evidence.change is None and self._known_fields is not None:
                unlike = unlike_others(bgr, self.board, mean, self._known_fields)
                evidence = replace(evidence, unlike_others=unlike)
        burnt_board = burnt_out_places(view, self.size)
        looks = self._stretch.looks
        return Look(t, reading, mean, cards, looks, settled_for_s, evidence, unread_board, burnt_board)

    def _cards_in(self, view: TableView) -> tuple[tuple[CardSeen, ...], Places]:
        """The cards seen in this stretch, less those where the table looks as it did without; and where something
        lies that may be one."""
        assert self.board is not None
        cards = self._stretch.cards(self.board)
        if self._agreed:
            cards = as_laid(cards, self._agreed.cards)
        return self._table.look_over(cards, view, self.board)

    def in_a_row(self, cards: Sequence[CardSeen], count: int) -> tuple[CardSeen, ...]:
        """The ``count`` cards laid out in a row of which these ``cards`` are seen; none where that is unclear."""
        return in_a_row(self._last_view, cards, count) if self._last_view else ()

    def _printed_now(self, bgr: Picture, fields: Fields) -> Printed:
        """What the set's colours look like in this picture."""
        assert self.board is not None
        if self._shades is None or self._known_fields is None:
            return printed_on(bgr, self.board, fields, self.known.shades() if self.known else None)
        known = self._known_fields, self._sure_of_fields, self._shades
        return printed_now(bgr, self.board, fields, *known)


class _Stretch:
    """What was seen since the table last moved."""

    def __init__(self) -> None:
        self.count = 0
        self.first_at = self.looked_at = -np.inf
        self.patches: NDArray[np.float32] | None = None
        self._logs: list[NDArray[np.float32]] = []
        self._cards: CardMaps | None = None

    def add(self, t: float, fields: Fields, cards: CardMaps, patches: Picture) -> None:
        logs = [np.log(p + 1e-4) for p in (fields.field, fields.owner, fields.height)]
        logs += [fields.hidden, fields.lift]
        self.first_at = self.first_at if self.count else t
        self.count, self.looked_at = self.count + 1, t
        weight = 1 / self.count
        self._logs = [old + (new - old) * weight for old, new in zip(self._logs or logs, logs, strict=True)]
        now = patches.astype(np.float32)
        self.patches = now if self.patches is None else self.patches + (now - self.patches) * weight
        self._cards = self._cards.averaged(cards, weight) if self._cards else cards

    @property
    def looks(self) -> int:
        """How many looks this is as good as. Where the camera or the computer is slow each shows the table still for
        longer: as many as there would usually have been in the time, but twice as many as there were at most."""
        usually = 1 + round((self.looked_at - self.first_at) / _USUAL_EVERY_S)
        return max(self.count, min(usually, 2 * self.count))

    def cards(self, board: Board) -> tuple[CardSeen, ...]:
        """The cards in the looks' averaged maps."""
        assert self._cards is not None
        return find_cards(self._cards, board)

    def fields(self) -> Fields:
        """The geometric mean of the looks' probabilities."""
        field, owner, height = (np.exp(log) / np.exp(log).sum(-1, keepdims=True) for log in self._logs[:3])
        return Fields(field, owner, height, *self._logs[3:])


def _may_be(called: str, field_p: NDArray[np.floating], burnt: bool) -> dict[str, float]:
    """What a field may be whose colour could not be made out, and how likely: first what it is ``called``.

    The name counts as much as what the network says of the field by itself, ``field_p`` (K,): of 576 such fields of
    500 empty boards drawn by models.scenes 93 % are what they are called, 83 % what the network says. Nothing is
    known of a field that a lamp burns out.
    """
    if burnt:
        return dict.fromkeys((called, *FIELD_COLOURS), 1 / len(FIELD_COLOURS))
    likely = {name: float(p) / 2 for name, p in zip(FIELD_COLOURS, field_p, strict=True) if p > _MAY_BE}
    return {called: likely.pop(called, 0.0) + 0.5, **likely}
