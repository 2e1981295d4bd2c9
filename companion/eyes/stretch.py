"""A time in which nothing moved: all its looks together are one observation, that becomes sharper with each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from calibration.printed import Printed
from calibration.shades import Shades
from companion.eyes.hints import NOTHING_KNOWN, Hints
from vision.board import Board
from vision.cards import CardMaps, find_cards
from vision.fields_and_cards import FieldsAndCards
from vision.patches import TableView, TowerPatches
from vision.pictures import Picture
from vision.prints import named, printed_now, printed_on
from vision.reading import CardSeen, Fields, Reading

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
class Stretch:
    """What the ``number``th time in which nothing moved has shown up to a look at ``t`` seconds, as good as ``looks``
    looks.

    ``bgr`` is the last look's picture (H, W, 3), swaying undone; ``fields`` and ``patches`` (n * n, 144, 64, 3) are
    averaged over the looks, ``towers`` says how the last patches were cut, ``view`` is the last look's table from
    above. ``marks`` are what looks like cards in the averaged maps, with the names that the network gives them.
    ``swayed_px`` is by how much
    the camera had swayed, ``known_shades`` of a set are a profile's.
    """

    number: int
    t: float
    looks: int
    settled_for_s: float
    place: Place
    bgr: Picture
    board: Board
    fields: Fields
    patches: Floats
    towers: TowerPatches
    view: TableView
    marks: tuple[CardSeen, ...]
    swayed_px: float = 0.0
    hints: Hints = NOTHING_KNOWN
    known_shades: Shades | None = None

    @property
    def image_size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.bgr.shape[1], self.bgr.shape[0]

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


class Averages:
    """The looks of a stretch that is under way, averaged."""

    def __init__(self) -> None:
        """No look yet."""
        self.count = 0
        self.first_at = self.looked_at = -np.inf
        self.patches: Floats = np.zeros(0, np.float32)
        self._logs: list[Floats] = []
        self._cards: CardMaps | None = None

    def add(self, t: float, seen: FieldsAndCards) -> None:
        """Take in a look at ``t`` seconds."""
        fields = seen.fields
        logs = [np.log(p + 1e-4) for p in (fields.field, fields.owner, fields.height)]
        logs += [fields.hidden, fields.lift]
        self.first_at = self.first_at if self.count else t
        self.count, self.looked_at = self.count + 1, t
        weight = 1 / self.count
        self._logs = [old + (new - old) * weight for old, new in zip(self._logs or logs, logs, strict=True)]
        now = seen.towers.pictures.astype(np.float32)
        self.patches = now if self.count == 1 else self.patches + (now - self.patches) * weight
        self._cards = self._cards.averaged(seen.cards, weight) if self._cards else seen.cards

    @property
    def looks(self) -> int:
        """How many looks this is as good as. Where the camera or the computer is slow each shows the table still for
        longer: as many as there would usually have been in the time, but twice as many as there were at most."""
        usually = 1 + round((self.looked_at - self.first_at) / _USUAL_EVERY_S)
        return max(self.count, min(usually, 2 * self.count))

    def marks(self, board: Board) -> tuple[CardSeen, ...]:
        """The cards in the looks' averaged maps."""
        assert self._cards is not None
        return find_cards(self._cards, board)

    def fields(self) -> Fields:
        """The geometric mean of the looks' probabilities."""
        field, owner, height = (np.exp(log) / np.exp(log).sum(-1, keepdims=True) for log in self._logs[:3])
        return Fields(field, owner, height, *self._logs[3:])
