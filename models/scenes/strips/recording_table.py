"""The table of a game of Four Colour Cards that is filmed: strips are laid and taken, and all else stays as it is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from models.scenes.filmed.hands import Spot
from models.scenes.scene import Hand, Point
from models.scenes.strips.recording_stage import Area, Stage
from models.scenes.strips.sample_lie import stacked
from models.scenes.strips.scene import STRIP_MM, Pile, Strip, StripGroup, StripScene
from referee.four_colour_deck import Card

MIDDLE = None  # the area that is no player's
_TINT = 0.035
_HELD_BY = 0.35  # strips' lengths from a strip's middle to the fingertips that hold it
_BRUSHED_CHANCE, _BRUSHED = 0.1, 0.06  # a neighbour of what is laid is shoved; in strips' widths

Where = str | None  # a player, or the middle


@dataclass(frozen=True)
class Lying:
    """A strip on the table, and in which area."""

    strip: Strip
    where: Where


class FilmedTable:
    """A table in play. Every method changes what ``scene`` shows; the same for the same ``rng``."""

    def __init__(self, rng: np.random.Generator, stage: Stage) -> None:
        """An empty table, and the deck."""
        self._rng, self._stage = rng, stage
        self._lying: list[Lying] = []
        self._drawn = 0
        self.in_hand: Card | None = None

    @property
    def stage(self) -> StripScene:
        """What does not change, the camera with it."""
        return self._stage.scene

    def scene(self, hands: tuple[Hand, ...] = (), held: str | None = None) -> StripScene:
        """The table as it is, with hands over it, the first of which holds what is in hand."""
        (pile,) = self.stage.piles
        left = pile.strips - self._drawn
        strips = stacked([each.strip for each in self._lying], self.stage.strip_set)
        if hands and self.in_hand:
            strips = (*strips, self._held(hands[0], self.in_hand))
        return replace(
            self.stage,
            strips=strips,
            groups=tuple(StripGroup("area", "side", None) for _ in range(len(self._stage.seats) + 1)),
            piles=(replace(pile, strips=left),) if left > 0 else (),
            hands=hands,
        )

    def _held(self, hand: Hand, card: Card) -> Strip:
        """A strip under fingertips, away from the arm."""
        x, y, z = hand.tip_mm
        off = _HELD_BY * self.stage.strip_set.long_mm
        at = (x - off * math.cos(hand.yaw), y - off * math.sin(hand.yaw))
        return Strip(card, self.number(MIDDLE), at, max(z - 2, 1.0), hand.yaw - math.pi / 2, 1.0)

    # --- strips ---

    def draw(self, card: Card) -> None:
        """The top of the deck comes into the hand."""
        self._drawn, self.in_hand = self._drawn + 1, card

    def lay(self, where: Where, at: tuple[Point, float]) -> None:
        """The strip in hand is laid down at a place; now and then it shoves another."""
        assert self.in_hand is not None
        deck, rng = self.stage.strip_set, self._rng
        loose = self._stage.manner.careless
        dx, dy = (rng.normal(0, loose, 2) * [0.6 * deck.short_mm, 2 * deck.short_mm]).tolist()
        (x, y), yaw = at
        cos, sin = math.cos(yaw), math.sin(yaw)
        spot = x + cos * dx - sin * dy, y + sin * dx + cos * dy
        way = yaw + float(rng.normal(0, 0.6 * loose)) + math.pi * int(rng.integers(2))
        strip = Strip(self.in_hand, self.number(where), spot, 0.0, way, float(rng.normal(1, _TINT)))
        if self._lying and rng.random() < _BRUSHED_CHANCE:
            self._brush(spot)
        self._lying.append(Lying(strip, where))
        self.in_hand = None

    def lift(self, where: Where, card: Card) -> None:
        """The strip of that card that was laid there last comes into the hand."""
        index = max(i for i, e in enumerate(self._lying) if e.where == where and e.strip.card == card)
        self.in_hand = self._lying.pop(index).strip.card

    def sweep(self, where: Where) -> None:
        """All strips of an area are taken away."""
        self._lying = [each for each in self._lying if each.where != where]

    def _brush(self, spot: Point) -> None:
        """The nearest strip is shoved."""
        away = [math.dist(each.strip.xy_mm, spot) for each in self._lying]
        which = int(np.argmin(away))
        dx, dy = self._rng.normal(0, _BRUSHED * self.stage.strip_set.short_mm, 2).tolist()
        each = self._lying[which]
        x, y = each.strip.xy_mm
        self._lying[which] = replace(each, strip=replace(each.strip, xy_mm=(x + dx, y + dy)))

    # --- where things are ---

    def lies(self, where: Where, card: Card) -> Spot:
        """Where fingertips are that take that card up."""
        each = [e for e in self._lying if e.where == where and e.strip.card == card][-1]
        return (*each.strip.xy_mm, STRIP_MM)

    def places(self, where: Where, count: int) -> list[tuple[Point, float]]:
        """Where so many strips come to lie together next: each place, and how it is turned."""
        area = self.area(where)
        if where is MIDDLE:
            return [(area.at_mm(*self._free_in_middle(area)), area.yaw)]
        across, row = self._free_at_seat(area, where, count)
        turn = self._stage.manner.turn
        steps = np.arange(count) - (count - 1) / 2
        found = []
        for i, step in enumerate(steps):
            x, y = area.at_mm(across + i, row)
            low, down = float(area.pitch_mm[0] * turn * step**2 / 2), area.yaw - math.pi / 2
            at = (x + low * math.cos(down), y + low * math.sin(down))
            found.append((at, area.yaw - float(step) * turn))
        return found

    def area(self, where: Where) -> Area:
        """A player's, or the middle."""
        return self._stage.middle if where is None else self._stage.seats[where]

    def number(self, where: Where) -> int:
        """Which area it is: the players' in their order, and the middle last; strips bear it as their group."""
        return len(self._stage.seats) if where is None else list(self._stage.seats).index(where)

    @property
    def pile(self) -> tuple[Pile, Spot]:
        """The deck, and where fingertips take its top strip."""
        (pile,) = self.stage.piles
        return pile, (*pile.xy_mm, pile.strips * STRIP_MM)

    def _free_in_middle(self, area: Area) -> tuple[float, int]:
        """The first place in the middle, row by row, at which nothing lies."""
        lying = [each.strip.xy_mm for each in self._lying if each.where is MIDDLE]
        for row in range(area.rows + 1):
            for col in range(area.cols):
                spot = area.at_mm(col, row)
                if all(math.dist(spot, other) > 0.6 * area.pitch_mm[0] for other in lying):
                    return col, row
        return 0.0, area.rows

    def _free_at_seat(self, area: Area, where: Where, count: int) -> tuple[float, int]:
        """Where a meld comes: after those that lie there, in the first row in which there is room for it."""
        gap = self._stage.manner.gap
        cos, sin = math.cos(-area.yaw), math.sin(-area.yaw)
        used: dict[int, float] = {}
        for each in self._lying:
            if each.where == where:
                x, y = np.subtract(each.strip.xy_mm, area.centre_mm)
                across = (cos * x - sin * y) / area.pitch_mm[0] + area.cols / 2 + 0.5
                row = round((area.rows - 1) / 2 - (sin * x + cos * y) / area.pitch_mm[1])
                used[row] = max(used.get(row, 0.0), across)
        for row in range(area.rows):
            start = used[row] + gap if row in used else 0.0
            if start + count <= area.cols + 0.5:
                return start, row
        return 0.0, area.rows
