"""What one look at a stretch of Just 4 Fun Colours showed, as the tracker wants it: numbers, nothing of the rules.

N fields, row by row; places on the table in the board's frame, in fields, origin in its middle. Looks are compared
with keyframes, which go by the numbers of their stretches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.eyes.shown import CardShown, Shown, TableCompared
from companion.eyes.shown import FieldsCompared as FieldsShownSince
from companion.follow.follows import Floats
from vision.stone_table.reading import FIELD_COLOURS

_UNREAD_P = 0.4  # what was read as no card is sooner none
CONDITIONS = {"none": "plain", "light": "lamp"}  # what the eyes tell apart, and the weights do not


@dataclass(frozen=True)
class FieldsCompared:
    """The fields against one keyframe. ``change`` (N,) as a multiple of the usual field's, nan where the two cannot
    be compared; ``but_for_shade`` (N,) where what a shadow may do is not counted; ``beside`` by field: (N,) where
    what a stone on that one may hide is not. ``growth`` (N, 3) log-likelihoods of one stone less, as many, one more:
    all 0 where nothing tells it. ``colours`` (N, 3) Lab of what came to be seen, nan where nothing did."""

    change: Floats
    but_for_shade: Floats
    growth: Floats
    colours: Floats
    beside: Mapping[int, Floats]


@dataclass(frozen=True)
class PlaceCompared:
    """Where a card is seen, against one keyframe: ``as_before`` if the place surely looks as it did, so that no card
    was laid there; ``change`` as a multiple of the usual place's; ``known`` the share of it that tells that. Most of
    it lies in that connected ``part`` (0: in none) of what came to be covered since, and that has such an ``area``,
    in square fields."""

    as_before: bool
    change: float
    known: float
    part: int
    area: float


@dataclass(frozen=True, eq=False)
class OpenCard:
    """What looks like a card: its ``corners`` (4, 2), how sure it is that it is one, that it lies face up, of which
    colour (6,) as FIELD_COLOURS, its colour ``lab`` (3,), and its place against each keyframe. ``unread``: something
    as large as a card came to lie there, and nothing more is known of it."""

    corners: Floats
    confidence: float
    face_up_p: float
    colour_p: Floats
    lab: Floats
    since: Mapping[int, PlaceCompared]
    unread: bool = False

    @cached_property
    def centre(self) -> Floats:
        """(2,) its middle."""
        return np.asarray(self.corners.mean(0))

    @cached_property
    def area(self) -> float:
        """Of its outline, in square fields."""
        a, b, c, _ = self.corners
        return float(np.linalg.norm(b - a) * np.linalg.norm(c - b))


@dataclass(frozen=True, eq=False)
class FieldsLook:
    """A look: ``owner`` (N, 7) as OWNERS, ``height`` (N, 8), ``hidden`` (N,), and ``names`` (N, 6) the colours of the
    fields, as probabilities; ``prints`` (6, 3) Lab of each colour of fields, nan where it is not known.

    Two looks are equal if they show the same, whenever that was: what is made of one can be kept while it rests."""

    t: float
    number: int
    looks: int
    settled_for_s: float
    condition: str
    owner: Floats
    height: Floats
    hidden: Floats
    names: Floats
    prints: Floats
    compared: Mapping[int, FieldsCompared]
    cards: tuple[OpenCard, ...]

    def __eq__(self, other: object) -> bool:
        """Whether another look showed the same."""
        return isinstance(other, FieldsLook) and self._shown == other._shown

    def __hash__(self) -> int:
        """As ``__eq__``."""
        return hash(self._shown)

    @property
    def _shown(self) -> tuple[int, ...]:
        """Which stretch, and the very things that were seen."""
        fields = self.owner, self.height, self.hidden, self.names, self.prints, self.compared
        return self.number, id(self.cards), *map(id, fields)

    @staticmethod
    def of(shown: Shown, names: Floats, prints: Floats) -> FieldsLook:
        """What the eyes have ``shown``, of a board with such ``names`` and
        ``prints``."""
        fields = shown.fields
        return FieldsLook(
            t=shown.t,
            number=shown.number,
            looks=shown.looks,
            settled_for_s=shown.settled_for_s,
            condition=CONDITIONS.get(shown.condition, shown.condition),
            owner=_flat(fields.owner),
            height=_flat(fields.height),
            hidden=_flat(fields.hidden),
            names=names,
            prints=prints,
            compared={number: _fields_compared(each) for number, each in shown.compared.items()},
            cards=(*(_open_card(card, shown.tables) for card in shown.cards), *_unread(shown.tables)),
        )


def _fields_compared(told: FieldsShownSince) -> FieldsCompared:
    size = len(told.change)
    return FieldsCompared(
        change=_flat(told.change),
        but_for_shade=_flat(told.but_for_shade),
        growth=_flat(told.growth if told.comparable else told.by_lift),
        colours=_flat(told.colours),
        beside={row * size + col: _flat(each) for (row, col), each in told.beside.items()},
    )


def _open_card(card: CardShown, tables: Mapping[int, TableCompared]) -> OpenCard:
    since = {
        number: PlaceCompared(
            place.as_before,
            place.change / max(tables[number].usual, 1e-6),
            place.known,
            place.component,
            place.area,
        )
        for number, place in card.since.items()
        if number in tables
    }
    return OpenCard(
        np.asarray(card.corners, float),
        card.confidence,
        card.face_up_p,
        np.asarray(card.colour_p, float),
        np.asarray(card.lab, float),
        since,
    )


def unread_card(centre: Floats) -> OpenCard:
    """Something as large as a card that came to lie at ``centre`` (2,), and was read as none."""
    corners = centre + np.array([[-0.4, -0.6], [0.4, -0.6], [0.4, 0.6], [-0.4, 0.6]])
    even = np.full(len(FIELD_COLOURS), 1 / len(FIELD_COLOURS))
    return OpenCard(corners, _UNREAD_P, 1.0, even, np.full(3, np.nan), {}, unread=True)


def _unread(tables: Mapping[int, TableCompared]) -> tuple[OpenCard, ...]:
    """What came to lie there since the last keyframe and is none of the cards."""
    if not tables:
        return ()
    return tuple(unread_card(np.asarray(centre, float)) for centre in tables[max(tables)].unread)


def _flat(fields: Any) -> NDArray[np.float64]:
    """(n, n, ...) as (N, ...)."""
    told = np.asarray(fields, float)
    return told.reshape(-1, *told.shape[2:])
