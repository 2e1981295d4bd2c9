"""What was seen when table and game last agreed, and how the table looks otherwise since: what the interpreter weighs
is measured against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.follow.by_rules.evidence import CALM, Evidence, Floats
from vision.light_on_board import burnt_out_in_both, in_one_light, light_of_before
from vision.stone_table.changes import change_of_fields
from vision.stone_table.earlier_looks import EarlierLooks
from vision.stone_table.growth import growth, growth_compared
from vision.stone_table.patches import TowerPatches
from vision.stone_table.reading import CardSeen, Fields

_ANOTHER_LIGHT = 0.05  # natural logarithm: a new stone makes no field so much brighter


@dataclass(frozen=True)
class Keyframe:
    """The ``fields`` of a board of n fields a side, and the ``cards`` round it; ``patches`` (n * n, H, W, 3) as cut
    by ``vision.stone_table.patches`` and what the fields looked like ``earlier``, unless the camera was moved since;
    and by what each field is multiplied to be in the light in which it was seen first, ``to_first_light`` (n * n,
    3)."""

    fields: Fields
    patches: Floats | None
    cards: tuple[CardSeen, ...]
    earlier: EarlierLooks | None
    to_first_light: Floats

    @staticmethod
    def first(
        fields: Fields, patches: Floats | None, cards: tuple[CardSeen, ...], heights: NDArray[np.int64]
    ) -> Keyframe:
        """When the table was seen first, with ``heights`` (n, n) stones on the fields."""
        earlier = None if patches is None else EarlierLooks.first(patches, heights)
        return Keyframe(fields, patches, cards, earlier, np.ones((heights.size, 3), np.float32))

    def and_now(
        self, fields: Fields, patches: Floats | None, cards: tuple[CardSeen, ...], heights: NDArray[np.int64]
    ) -> Keyframe:
        """When it was seen again."""
        to_first_light, earlier = self.to_first_light, None
        if patches is not None and self.patches is not None:
            light = light_of_before(self.patches, patches)
            if np.abs(np.log(light)).max() > _ANOTHER_LIGHT:
                to_first_light = to_first_light * light
        if patches is not None:
            seen_so = patches, heights
            earlier = self.earlier.and_now(*seen_so) if self.earlier else EarlierLooks.first(*seen_so)
        return Keyframe(fields, patches, cards, earlier, to_first_light)

    def from_elsewhere(self) -> Keyframe:
        """As the camera knows it that was moved: patches cut with another pose cannot be compared pixel by pixel."""
        return replace(self, patches=None, earlier=None)

    def evidence(
        self, now: Fields, patches: Floats | None, towers: TowerPatches, cards: Sequence[CardSeen]
    ) -> Evidence:
        """What a settled stretch shows, its ``patches`` as cut by ``towers``, with ``cards`` round the board."""
        evidence = Evidence(now.owner, now.height, now.hidden)
        evidence = replace(evidence, before_owner=self.fields.owner, before_height=self.fields.height)
        grown = growth(self.fields, now)
        if self.patches is None or patches is None:
            return replace(evidence, growth=grown)
        light = light_of_before(self.patches, patches)
        looks = in_one_light(self.patches, patches, light)
        heights, outlines_px = self.fields.heights(), [card.corners_px for card in (*cards, *self.cards)]
        burnt = burnt_out_in_both(looks, light)
        change = change_of_fields(*looks, heights, towers, outlines_px, self.to_first_light, burnt)
        compared = growth_compared(looks, towers, change, self.fields, now)
        stirred = [divmod(int(cell), len(heights)) for cell in np.flatnonzero(change.of_fields > CALM)]
        return replace(
            evidence,
            change=change,
            growth=np.where(compared.any(-1, keepdims=True), compared, grown),
            unlike_earlier=self.earlier.unlike(looks[1], towers, stirred) if self.earlier else {},
        )
