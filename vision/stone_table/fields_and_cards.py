"""Fields and cards of one picture, read on two processors at the same time."""

from __future__ import annotations

from dataclasses import dataclass

from vision.pictures import Picture
from vision.pose import CameraPose
from vision.side_by_side import side_by_side
from vision.stone_table.cards import CardMaps, card_maps, card_maps_twice
from vision.stone_table.patches import TableView, TowerPatches, cut_towers, view_from_above
from vision.stone_table.reading import Fields
from vision.stone_table.stones import see_towers, with_stones_counted


@dataclass(frozen=True)
class FieldsAndCards:
    """What was read: the ``fields``, and the ``cards`` as maps; from the ``towers``' patches, and the ``view`` from
    above."""

    towers: TowerPatches
    fields: Fields
    view: TableView
    cards: CardMaps


def read_fields_and_cards(
    bgr: Picture, pose: CameraPose, size: int, nth_look: int | None = None
) -> FieldsAndCards:
    """A board of ``size`` fields a side and the table round it, seen under ``pose``.

    ``nth_look`` is which of several this is at a table that lies still, from 0 on: every other one sees the cards
    turned half round. With None it is the only one: it sees them both ways, and the fields mirrored as well.

    Both processors see the fields; then one counts stones, which takes as long as the other takes for the cards."""
    towers, only_look = cut_towers(bgr, pose, size), nth_look is None
    seen, tops = see_towers(towers, size, only_look)

    def cards_seen() -> tuple[TableView, CardMaps]:
        view = view_from_above(bgr, pose)
        return view, card_maps_twice(view) if nth_look is None else card_maps(view, turned=nth_look % 2 == 1)

    fields, (view, cards) = side_by_side(
        lambda: with_stones_counted(seen, tops, bgr, towers, only_look), cards_seen
    )
    return FieldsAndCards(towers, fields, view, cards)
