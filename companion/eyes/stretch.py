"""A time in which nothing moved: all its looks together are one observation, that becomes sharper with each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.printed import Printed
from calibration.shades import Shades
from companion.eyes.hints import NOTHING_KNOWN, Hints
from companion.eyes.known_table import KnownTable
from vision.finding.board import Board
from vision.pictures import Picture
from vision.stone_table.cards import CardMaps, find_cards
from vision.stone_table.fields_and_cards import read_fields_and_cards
from vision.stone_table.patches import TableView, TowerPatches
from vision.stone_table.prints import named, printed_now, printed_on
from vision.stone_table.reading import CardSeen, Fields, Reading

Floats = NDArray[np.float32]

_USUAL_EVERY_S = 0.1  # how often a camera that is not slow is looked through


@dataclass(frozen=True)
class Place:
    """From where the board is seen: ``number`` grows whenever it is anchored anew, so that pictures of two places
    cannot be compared pixel by pixel; ``of_board`` whenever it was found elsewhere then, on the table or in the
    picture."""

    number: int = 0
    of_board: int = 0


@dataclass(frozen=True)
class Rest:
    """The ``number``th time in which nothing moved, up to a look at ``t`` seconds, as good as ``looks`` looks, on
    whatever board.

    ``bgr`` is the last look's picture (H, W, 3), swaying undone; ``patches`` (n * n, H, W, 3) show the fields,
    averaged over the looks. ``swayed_px`` is by how much the camera had swayed.
    """

    number: int
    t: float
    looks: int
    settled_for_s: float
    place: Place
    bgr: Picture
    board: Board
    patches: Floats
    swayed_px: float = field(default=0.0, kw_only=True)
    hints: Hints = field(default=NOTHING_KNOWN, kw_only=True)

    @property
    def image_size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.bgr.shape[1], self.bgr.shape[0]


S = TypeVar("S", bound=Rest)


class Looks(ABC, Generic[S]):
    """The looks of a stretch that is under way, averaged; what is read of each is a game's own."""

    def __init__(self) -> None:
        """No look yet."""
        self.count = 0
        self.first_at = self.looked_at = -np.inf
        self.patches: Floats = np.zeros(0, np.float32)

    def add(self, t: float, bgr: Picture, board: Board) -> None:
        """Look at a picture taken at ``t`` seconds."""
        self.first_at = self.first_at if self.count else t
        self.count, self.looked_at = self.count + 1, t
        weight = 1 / self.count
        now = self.read(bgr, board, weight).astype(np.float32)
        self.patches = now if self.count == 1 else self.patches + (now - self.patches) * weight

    @property
    def looks(self) -> int:
        """How many looks this is as good as. Where the camera or the computer is slow each shows the table still for
        longer: as many as there would usually have been in the time, but twice as many as there were at most."""
        usually = 1 + round((self.looked_at - self.first_at) / _USUAL_EVERY_S)
        return max(self.count, min(usually, 2 * self.count))

    @abstractmethod
    def read(self, bgr: Picture, board: Board, weight: float) -> Picture:
        """Read a picture and let it count with that ``weight`` in what is averaged; the fields' patches in it."""

    @abstractmethod
    def stretch(self, rest: Rest) -> S:
        """All that was read so far, of that ``rest``."""


@dataclass(frozen=True)
class Stretch(Rest):
    """What a time in which nothing moved has shown of a table of Just 4 Fun Colours.

    ``fields`` and ``patches`` (n * n, 144, 64, 3) are averaged over the looks, ``towers`` says how the last patches
    were cut, ``view`` is the last look's table from above. ``marks`` are what looks like cards in the averaged maps,
    with the names that the network gives them. ``known_shades`` of a set are a profile's.
    """

    fields: Fields
    towers: TowerPatches
    view: TableView
    marks: tuple[CardSeen, ...]
    known_shades: Shades | None = None

    @cached_property
    def cards(self) -> tuple[CardSeen, ...]:
        """The marks, each named as if all of them were cards."""
        return self.named(self.marks)

    @cached_property
    def printed(self) -> Printed:
        """What the set's colours look like in this picture."""
        hints = self.hints
        if hints.shades is None or hints.fields is None:
            return printed_on(self.bgr, self.board, self.fields, self.known_shades)
        sure = np.ones(hints.fields.shape) if hints.sure is None else hints.sure
        return printed_now(self.bgr, self.board, self.fields, hints.fields, sure, hints.shades)

    def named(self, cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
        """Those of the marks that are ``cards``, named by what the network says of them and by the board's fields."""
        return named(cards, self.bgr, self.printed)

    def reading(self, cards: tuple[CardSeen, ...] | None = None) -> Reading:
        """The same as a reading of one picture, with these ``cards``, else all marks."""
        shown = self.cards if cards is None else cards
        return Reading(self.t, self.image_size, self.board, self.fields, shown, hand=False)


class Averages(Looks[Stretch]):
    """The looks at fields, stones and cards."""

    def __init__(self, layout: NDArray[np.int64] | None = None, known: KnownTable | None = None) -> None:
        """``layout`` (n, n) the fields and ``known`` the set that a profile knows, if any does."""
        super().__init__()
        self._layout, self._known = layout, known
        self._logs: list[Floats] = []
        self._cards: CardMaps | None = None

    def read(self, bgr: Picture, board: Board, weight: float) -> Picture:
        """Fields and cards; every other look sees the cards turned half round."""
        seen = read_fields_and_cards(bgr, board.pose, board.size, self.count - 1)
        fields = seen.fields
        logs = [np.log(p + 1e-4) for p in (fields.field, fields.owner, fields.height)]
        logs += [fields.hidden, fields.lift]
        self._logs = [old + (new - old) * weight for old, new in zip(self._logs or logs, logs, strict=True)]
        self._cards = self._cards.averaged(seen.cards, weight) if self._cards else seen.cards
        self._towers, self._view = seen.towers, seen.view
        return seen.towers.pictures

    def stretch(self, rest: Rest) -> Stretch:
        """With the fields as the hints have them, or else as a profile does."""
        assert self._cards is not None
        known = self._layout if rest.hints.fields is None else rest.hints.fields
        return Stretch(
            **vars(replace(rest, hints=replace(rest.hints, fields=known))),
            fields=self._fields(),
            towers=self._towers,
            view=self._view,
            marks=find_cards(self._cards, rest.board),
            known_shades=self._known.shades() if self._known else None,
        )

    def _fields(self) -> Fields:
        """The geometric mean of the looks' probabilities."""
        prints, owner, height = (np.exp(log) / np.exp(log).sum(-1, keepdims=True) for log in self._logs[:3])
        return Fields(prints, owner, height, *self._logs[3:])
