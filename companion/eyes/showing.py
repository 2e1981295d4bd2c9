"""From a stretch's pixels to the numbers in ``companion.eyes.shown``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.eyes.keyframes import Kept
from companion.eyes.shown import (
    CardShown,
    Cell,
    Condition,
    FieldsCompared,
    FieldsShown,
    Floats,
    PlaceCompared,
    Shown,
    TableCompared,
)
from companion.eyes.stretch import Stretch
from vision.background import Background, burnt_out_places
from vision.changes import change_of_fields
from vision.growth import growth, growth_compared
from vision.light_on_board import burnt_out_in_both, in_one_light, light_of_before
from vision.outliers_of_print import outliers_of_print
from vision.reading import CardSeen

_ANOTHER_LIGHT = 0.05  # natural logarithm: what is less is noise, or a stone's shadow
_MOST = 6e4  # 16 bits hold no more


def show(stretch: Stretch, keyframes: Sequence[Kept]) -> Shown:
    """What a stretch shows by now, against each of the ``keyframes``, the oldest first."""
    size = stretch.board.size
    earlier = [kept for kept in keyframes if kept.stretch.number < stretch.number]
    compared = {kept.stretch.number: compare(stretch, kept) for kept in earlier}
    marks = stretch.cards
    tables = {
        kept.stretch.number: _compare_table(stretch, kept.stretch, marks)
        for kept in earlier
        if kept.stretch.place.of_board == stretch.place.of_board
    }
    return Shown(
        number=stretch.number,
        t=stretch.t,
        looks=stretch.looks,
        settled_for_s=stretch.settled_for_s,
        place=stretch.place,
        condition=_condition(stretch, compared[earlier[-1].stretch.number] if earlier else None),
        swayed_px=stretch.swayed_px,
        image_size=stretch.image_size,
        corners_px=np.asarray(stretch.board.corners_px, np.float32),
        fields=_fields(stretch),
        unlike_print=_unlike_print(stretch, any(each.comparable for each in compared.values())),
        cards=tuple(
            _card(card, {number: table.places[index] for number, table in tables.items()})
            for index, card in enumerate(marks)
        ),
        compared=compared,
        tables={number: table.table for number, table in tables.items()},
        burnt_out=_places(burnt_out_places(stretch.view, size)),
    )


def compare(stretch: Stretch, kept: Kept) -> FieldsCompared:
    """The fields of a stretch against those of a keyframe, with as many stones as were read in that one."""
    before, size = kept.stretch, stretch.board.size
    by_lift = growth(before.fields, stretch.fields)
    unknown = np.full((size, size), np.nan, np.float32)
    if before.place.number != stretch.place.number:
        colours = np.full((size, size, 3), np.nan, np.float32)
        return FieldsCompared(
            unknown, unknown, {}, colours, np.zeros_like(by_lift), _rounded(by_lift), 0.0, 0.0
        )
    light = light_of_before(before.patches, stretch.patches)
    looks = in_one_light(before.patches, stretch.patches, light)
    outlines_px = [card.corners_px for card in (*stretch.marks, *before.marks) if card.sure]
    change = change_of_fields(
        *looks,
        before.fields.heights(),
        stretch.towers,
        outlines_px,
        kept.to_first_light,
        burnt_out_in_both(looks, light),
    )
    grown = growth_compared(looks, stretch.towers, change, before.fields, stretch.fields)
    logs = np.log(light)
    return FieldsCompared(
        change=_rounded(change.of_fields),
        but_for_shade=_rounded(unknown if change.but_for_shade is None else change.but_for_shade),
        beside={cell: _rounded(left) for cell, left in change.beside.items()},
        colours=_rounded(_over_fields(change.colours, size)),
        growth=_rounded(grown),
        by_lift=_rounded(by_lift),
        brighter=-float(np.median(logs)),
        uneven=float(np.abs(logs - np.median(logs, axis=0)).max()),
    )


def _over_fields(colours: Mapping[Cell, NDArray[np.float64]], size: int) -> Floats:
    """(n, n, 3) what is told of some cells, nan elsewhere."""
    told = np.full((size, size, 3), np.nan, np.float32)
    for cell, lab in colours.items():
        told[cell] = lab
    return told


def _condition(stretch: Stretch, last: FieldsCompared | None) -> Condition:
    if last is None:
        return "none"
    if not last.comparable:
        return "moved"
    if last.uneven > _ANOTHER_LIGHT:
        return "lamp"
    if abs(last.brighter) > _ANOTHER_LIGHT:
        return "light"
    return "sway" if stretch.swayed_px > 0 else "plain"


def _fields(stretch: Stretch) -> FieldsShown:
    fields = stretch.fields
    return FieldsShown(*map(_rounded, (fields.owner, fields.height, fields.hidden, fields.lift)))


def _unlike_print(stretch: Stretch, comparable: bool) -> Floats:
    if comparable or stretch.hints.fields is None:
        return np.full(stretch.fields.hidden.shape, np.nan, np.float32)
    return _rounded(outliers_of_print(stretch.bgr, stretch.board, stretch.fields, stretch.hints.fields))


@dataclass(frozen=True)
class _Round:
    """The table round the board against a keyframe, and the place of each card."""

    table: TableCompared
    places: tuple[PlaceCompared, ...]


def _compare_table(stretch: Stretch, before: Stretch, cards: Sequence[CardSeen]) -> _Round:
    size = stretch.board.size
    since = Background.as_it_lies(before.view).since(stretch.view)
    # The light is evened out once: by all that lay there.
    bare = replace(
        since, before=Background.without(before.view, [card for card in before.cards if card.sure])
    )
    _, unread = bare.unread([card for card in cards if card.sure], size)
    each = zip(
        since.changes(cards),
        since.as_before(cards),
        bare.something_new(cards),
        bare.more_beside(cards, size),
        bare.components(cards, size),
        strict=True,
    )
    places = tuple(
        PlaceCompared(_single(change), _single(known), as_before, new, more, component, _single(area))
        for (change, known), as_before, new, more, (component, area) in each
    )
    return _Round(TableCompared(_single(since.usual), _places(unread)), places)


def _card(card: CardSeen, since: dict[int, PlaceCompared]) -> CardShown:
    unknown = np.full(3, np.nan)
    mark = card.centre_board if card.mark_board is None else card.mark_board
    return CardShown(
        corners=np.asarray(card.corners_board, np.float32),
        mark=np.asarray(mark, np.float32),
        confidence=_single(card.confidence),
        sure=card.sure,
        certain=card.certain,
        face_up_p=_single(card.face_up_p),
        colour_p=np.array(card.colour_p, np.float32),
        lab=np.asarray(unknown if card.lab is None else card.lab, np.float32),
        since=since,
    )


def _places(places: Sequence[NDArray[np.float64]]) -> Floats:
    """(k, 2) of places (2,) each."""
    return np.array(places, np.float32).reshape(-1, 2)


def _single(value: float) -> float:
    """As 32 bits hold it."""
    return float(np.float32(value))


def _rounded(values: NDArray[np.floating]) -> Floats:
    """As 16 bits hold them."""
    return np.clip(values, -_MOST, _MOST).astype(np.float16).astype(np.float32)
