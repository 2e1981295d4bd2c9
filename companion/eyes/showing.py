"""From a stretch's pixels to the numbers in ``companion.eyes.shown``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from vision.light_on_board import burnt_out_in_both, in_one_light, light_of_before
from vision.stone_table.background import Background, BackgroundSince, burnt_out_places
from vision.stone_table.cards import cards_at_second_sight
from vision.stone_table.changes import change_of_fields
from vision.stone_table.growth import growth, growth_compared
from vision.stone_table.outliers_of_print import outliers_of_print
from vision.stone_table.reading import FIELD_COLOURS, CardSeen
from vision.stone_table.rows import in_a_row

_ANOTHER_LIGHT = 0.05  # natural logarithm: what is less is noise, or a stone's shadow
_IN_A_ROW, _LEAST_IN_A_ROW = 7, 4  # cards of a hand that is shown, and of these that must be seen
_MOST = 6e4  # 16 bits hold no more


def show(stretch: Stretch, keyframes: Sequence[Kept[Stretch]]) -> Shown:
    """What a stretch shows by now, against each of the ``keyframes``, the oldest first."""
    size = stretch.board.size
    earlier = [kept for kept in keyframes if kept.stretch.number < stretch.number]
    compared = {kept.stretch.number: compare(stretch, kept) for kept in earlier}
    rounds = {
        kept.stretch.number: _Round.of(stretch, kept.stretch)
        for kept in earlier
        if kept.stretch.place.of_board == stretch.place.of_board
    }
    cards = _with_second_sight(stretch, rounds.values())
    places = {number: each.places(cards, size) for number, each in rounds.items()}
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
            _card(card, n >= len(stretch.marks), {number: its[n] for number, its in places.items()})
            for n, card in enumerate(cards)
        ),
        compared=compared,
        tables={number: each.table(stretch, cards, places[number]) for number, each in rounds.items()},
        burnt_out=_places(burnt_out_places(stretch.view, size)),
    )


def compare(stretch: Stretch, kept: Kept[Stretch]) -> FieldsCompared:
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
    brighter, uneven = light_between(light)
    return FieldsCompared(
        change=_rounded(change.of_fields),
        but_for_shade=_rounded(unknown if change.but_for_shade is None else change.but_for_shade),
        beside={cell: _rounded(left) for cell, left in change.beside.items()},
        colours=_rounded(_over_fields(change.colours, size)),
        growth=_rounded(grown),
        by_lift=_rounded(by_lift),
        brighter=brighter,
        uneven=uneven,
    )


def light_between(light: Floats) -> tuple[float, float]:
    """``brighter`` and ``uneven`` as in ``FieldsCompared``, by what puts each field in the light of before (N, 3)."""
    logs = np.log(light)
    return -float(np.median(logs)), float(np.abs(logs - np.median(logs, axis=0)).max())


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
    return condition_of(last.brighter, last.uneven, stretch.swayed_px)


def condition_of(brighter: float, uneven: float, swayed_px: float) -> Condition:
    """Of two looks from one place: see ``FieldsCompared`` for the light."""
    if uneven > _ANOTHER_LIGHT:
        return "lamp"
    if abs(brighter) > _ANOTHER_LIGHT:
        return "light"
    return "sway" if swayed_px > 0 else "plain"


def _fields(stretch: Stretch) -> FieldsShown:
    fields = stretch.fields
    return FieldsShown(*map(_rounded, (fields.owner, fields.height, fields.hidden, fields.lift)))


def _unlike_print(stretch: Stretch, comparable: bool) -> Floats:
    if comparable or stretch.hints.fields is None:
        return np.full(stretch.fields.hidden.shape, np.nan, np.float32)
    return _rounded(outliers_of_print(stretch.bgr, stretch.board, stretch.fields, stretch.hints.fields))


@dataclass(frozen=True)
class _Round:
    """The table round the board ``since`` it was as a keyframe has it, and since it was so but ``bare`` of cards."""

    since: BackgroundSince
    bare: BackgroundSince

    @staticmethod
    def of(stretch: Stretch, before: Stretch) -> _Round:
        """A stretch against the one ``before``."""
        since = Background.as_it_lies(before.view).since(stretch.view)
        # The light is evened out once: by all that lay there.
        bare = Background.without(before.view, _surely(before.marks))
        return _Round(since, replace(since, before=bare))

    def places(self, cards: Sequence[CardSeen], size: int) -> list[PlaceCompared]:
        """Where each of the ``cards`` lies."""
        each = zip(
            self.since.changes(cards),
            self.since.as_before(cards),
            self.bare.something_new(cards),
            self.bare.more_beside(cards, size),
            self.bare.components(cards, size),
            strict=True,
        )
        return [
            PlaceCompared(_single(change), _single(known), as_before, new, more, component, _single(area))
            for (change, known), as_before, new, more, (component, area) in each
        ]

    def table(
        self, stretch: Stretch, cards: Sequence[CardSeen], places: Sequence[PlaceCompared]
    ) -> TableCompared:
        """All of it, with the ``cards`` and their ``places``."""
        _, unread = self.bare.unread(_surely(cards), stretch.board.size)
        laid = [card for card, place in zip(cards, places, strict=True) if card.sure and not place.as_before]
        row = np.zeros(len(FIELD_COLOURS), np.float32)
        if len(laid) >= _LEAST_IN_A_ROW:
            for card in in_a_row(stretch.view, laid, _IN_A_ROW):
                row[FIELD_COLOURS.index(card.colour)] += 1
        return TableCompared(_single(self.since.usual), _places(unread), row)


def _with_second_sight(stretch: Stretch, rounds: Iterable[_Round]) -> tuple[CardSeen, ...]:
    """The cards of a stretch, and after them those seen only at a second sight, where something came to lie since a
    keyframe that is none of the others."""
    surely, size = _surely(stretch.cards), stretch.board.size
    unread = [where for each in rounds if (where := each.bare.unread(surely, size)[0]).any()]
    if not unread:
        return stretch.cards
    more = cards_at_second_sight(stretch.view, np.logical_or.reduce(unread), stretch.board)
    return stretch.named((*stretch.marks, *more))


def _surely(cards: Sequence[CardSeen]) -> list[CardSeen]:
    return [card for card in cards if card.sure]


def _card(card: CardSeen, at_second_sight: bool, since: dict[int, PlaceCompared]) -> CardShown:
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
        at_second_sight=at_second_sight,
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
