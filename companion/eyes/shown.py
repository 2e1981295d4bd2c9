"""One look of a stretch as numbers: all that decides what was done at the table, without its pixels.

Everything is read from the film and the hints alone; nothing here knows what should lie there. Fields are (n, n), row
by row as the board lies; places are in the board's frame, in fields, origin in its middle, y up. Arrays are float32,
rounded to what 16 bits hold where they are about fields. What could not be measured is nan.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from companion.eyes.stretch import Place

Floats = NDArray[np.float32]
Cell = tuple[int, int]

# Against the keyframe before: there is "none"; the board is seen from elsewhere ("moved"); it is lit otherwise, more
# on one side than on the other ("lamp") or alike all over ("light"); the camera swayed, which was undone; or neither.
Condition = Literal["none", "plain", "sway", "light", "lamp", "moved"]


@dataclass(frozen=True)
class FieldsShown:
    """The fields, averaged over the stretch's looks: ``owner`` (n, n, 7) probabilities as OWNERS in
    ``vision.stone_table.reading``, ``height`` (n, n, 8) that so many stones stand there, ``hidden`` (n, n) that a
    hand is over it, and ``lift`` (n, n) how far above its field the top is, in fields."""

    owner: Floats
    height: Floats
    hidden: Floats
    lift: Floats


@dataclass(frozen=True)
class FieldsCompared:
    """The fields against one keyframe, in one light.

    ``change`` (n, n) how much each looks otherwise, as a multiple of the typical field's, nan from another place;
    ``but_for_shade`` the same where what a shadow may do is not counted; ``beside[cell]`` (n, n) the change where
    what a stone on that cell may hide is left out, for the cells that changed the most; ``colours`` (n, n, 3) Lab of
    what came to be seen there, in the light of the first keyframe. ``growth`` (n, n, 3) log-likelihoods, the best 0,
    of one stone less, as many, one more: all 0 where nothing tells it; ``by_lift`` (n, n, 3) the same by how much the
    tower rose alone, which tells from another place too. ``brighter`` is the natural logarithm of how much more light
    there is now, ``uneven`` by how much more or less at the most some field has got.
    """

    change: Floats
    but_for_shade: Floats
    beside: Mapping[Cell, Floats]
    colours: Floats
    growth: Floats
    by_lift: Floats
    brighter: float
    uneven: float

    @property
    def comparable(self) -> bool:
        """Whether both were seen from one place."""
        return bool(np.isfinite(self.change).any())


@dataclass(frozen=True)
class PlaceCompared:
    """Where a card is seen now, against one keyframe: ``change`` grey levels (a mean) where it shows, ``known`` the
    share of its place that tells that. ``as_before``: it surely looks as it did, so that no card was laid there.
    Against the bare table round that keyframe's cards: ``new``, something hides it; ``more_beside``, something new
    shows near it that is none of the cards; ``component``, in which connected part of what is new most of it lies (0:
    none), and the ``area`` of that in square fields."""

    change: float
    known: float
    as_before: bool
    new: bool
    more_beside: bool
    component: int
    area: float


@dataclass(frozen=True)
class TableCompared:
    """The table round the board against one keyframe: by how many grey levels it ``usual``-ly looks otherwise;
    where something as large as a card came to lie that is none of the cards, ``unread`` (k, 2); and of which colours,
    ``row`` (6,) so many of each, the seven cards are that were laid out in a row since, by how far their colours
    reach, be some of them seen as one: all 0 where that does not tell."""

    usual: float
    unread: Floats
    row: Floats


@dataclass(frozen=True)
class CardShown:
    """What looks like a card: its ``corners`` (4, 2), the ``mark`` (2,) where it shows, how sure it is that a card
    lies there, whether that is ``sure`` or even ``certain``; that it is face up (``face_up_p``), of which colour
    (``colour_p`` (6,) as FIELD_COLOURS), and its colour ``lab`` (3,). ``at_second_sight``: it is seen only with more
    contrast, where something as large as a card came to lie since a keyframe and is none of the others. ``since`` has
    its place against each keyframe that shows the board at the same place of the table."""

    corners: Floats
    mark: Floats
    confidence: float
    sure: bool
    certain: bool
    face_up_p: float
    colour_p: Floats
    lab: Floats
    at_second_sight: bool
    since: Mapping[int, PlaceCompared]

    @property
    def centre(self) -> Floats:
        """(2,) its middle."""
        return np.asarray(self.corners.mean(0), np.float32)


@dataclass(frozen=True)
class Shown:
    """One look of stretch ``number``, at ``t`` seconds, as good as ``looks`` looks, with the table settled for
    ``settled_for_s``; the board seen from ``place``, its corners at ``corners_px`` (4, 2) of a picture of
    ``image_size``.

    ``compared`` and ``tables`` are by the keyframes' numbers, which are their stretches'; ``condition`` is against
    the last of them. ``unlike_print`` (n, n) is how far fields that read as bare are from the others of their print,
    as a multiple of what is usual, where no keyframe was seen from here and the prints are known. ``burnt_out``
    (k, 2) are places where a lamp would hide a card.
    """

    number: int
    t: float
    looks: int
    settled_for_s: float
    place: Place
    condition: Condition
    swayed_px: float
    image_size: tuple[int, int]
    corners_px: Floats
    fields: FieldsShown
    unlike_print: Floats
    cards: tuple[CardShown, ...]
    compared: Mapping[int, FieldsCompared]
    tables: Mapping[int, TableCompared]
    burnt_out: Floats
