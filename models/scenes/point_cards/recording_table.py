"""The table of a game of Punto that is filmed: cards are laid, taken and nudged, and all else stays as it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from models.scenes.filmed.hands import Spot
from models.scenes.filmed.view import in_full_view
from models.scenes.point_cards.recording_script import Span
from models.scenes.point_cards.recording_stage import Stage, moved, seen_px
from models.scenes.point_cards.sample_lie import Face, face_up, free_spot, lie
from models.scenes.point_cards.scene import Deck, Laid, PointCard, PointScene
from models.scenes.sample_layout import rectangle
from models.scenes.scene import Hand, Point
from referee.grid import neighbours
from referee.table import Cell

_NEIGHBOURS_COUNT = 0.6  # of where a card is laid: by its neighbours, and the rest by the rows
_BRUSHED_CHANCE = 0.15  # a neighbour of a card that is laid is shoved
_BRUSHED_MM, _BRUSHED_YAW = 1.0, math.radians(1)
_NUDGED, _NUDGED_YAW = 0.12, math.radians(2.5)  # of the whole grid: in cells, and turned
_SLIPPED_MM = 0.25  # of each card while the grid is nudged
_ASIDE_CHANCE = 0.6  # a card taken out of the game is laid down where it can be seen
_HELD_BY = 0.3  # sides from a card's middle to the fingertips that hold it


class FilmedTable:
    """A table in play. Every method changes what ``scene`` shows; the same for the same ``rng``."""

    def __init__(self, rng: np.random.Generator, stage: Stage) -> None:
        """An empty table, and the decks beside it."""
        self._rng, self._stage = rng, stage
        self._number = 0  # of the round
        self._laid: list[Laid] = []
        self._loose: list[PointCard] = []
        self._decks: dict[str, Deck] = {}
        self._taken: dict[str, int] = {}  # cards that each has taken from the deck in this round
        self._beside: dict[str, tuple[Point, float]] = {}
        self._turned: dict[str, PointCard] = {}  # cards that lie turned up beside their decks
        self.in_hand: Face | None = None
        self.lattice = stage.lattices[0]

    @property
    def stage(self) -> PointScene:
        """What does not change, the camera with it."""
        return self._stage.scene

    @property
    def span(self) -> Span:
        """The cells that this round reaches over."""
        return self._stage.spans[self._number]

    @property
    def lying(self) -> dict[Cell, tuple[Face, ...]]:
        """The cards on each cell, from the bottom up."""
        found: dict[Cell, tuple[Face, ...]] = {}
        for each in self._laid:
            found[each.cell] = (*found.get(each.cell, ()), (each.card.colour, each.card.points))
        return found

    def scene(self, hands: tuple[Hand, ...] = (), held: str | None = None) -> PointScene:
        """The table as it is, with hands over it, the first of which holds what is in hand."""
        held_cards = (self._held(hands[0], self.in_hand),) if hands and self.in_hand else ()
        decks = ((deck, deck.cards - self._taken.get(name, 0)) for name, deck in self._decks.items())
        return replace(
            self.stage,
            laid=tuple(self._laid),
            loose=(*self._loose, *self._turned.values()),
            decks=tuple(replace(deck, cards=left) for deck, left in decks if left > 0),
            held=held_cards,
            hands=hands,
        )

    def _held(self, hand: Hand, face: Face) -> PointCard:
        """A card under fingertips, away from the arm."""
        x, y, z = hand.tip_mm
        off = _HELD_BY * self.stage.look.side_mm
        return PointCard(
            *face, (x - off * math.cos(hand.yaw), y - off * math.sin(hand.yaw)), max(z - 2, 0.5), hand.yaw
        )

    # --- who sits where ---

    def seat(self, shoulders_mm: Mapping[str, Point]) -> None:
        """Give each deck to the player who sits nearest to it; some have theirs in hand."""
        names, decks = list(shoulders_mm), self.stage.decks
        ways = permutations(names, len(decks))
        best = min(ways, key=lambda way: self._reaches_mm([shoulders_mm[name] for name in way]))
        self._decks = dict(zip(best, decks, strict=True))
        for name, (x, y) in shoulders_mm.items():
            angle = math.atan2(y, x)
            reach_mm = self.stage.board.size * self.stage.board.pitch_mm / math.sqrt(2)
            spot = free_spot(self._rng, self.stage.look, reach_mm, self._stage.floor, angle, 0.3)
            if spot:
                side = 1.05 * self.stage.look.side_mm
                self._stage.floor.take(rectangle(spot[0], side, side, spot[1]))
                self._beside[name] = spot

    def _reaches_mm(self, shoulders_mm: Sequence[Point]) -> float:
        return sum(math.dist(deck.xy_mm, at) for deck, at in zip(self.stage.decks, shoulders_mm, strict=True))

    # --- cards ---

    def take(self, player: str, face: Face) -> None:
        """A player takes the top card of the own deck, or the one turned up beside it, into the hand."""
        if self._turned.pop(player, None) is None:
            self._taken[player] = self._taken.get(player, 0) + 1
        self.in_hand = face

    def turn_up(self, player: str) -> None:
        """The card in hand is laid down beside the deck, where there is room for it (``turned_at``)."""
        assert self.in_hand is not None
        at_mm, yaw = self._beside[player]
        self._turned[player], self.in_hand = face_up(self._rng, self.in_hand, at_mm, 0.0, yaw), None

    def put(self, cell: Cell) -> None:
        """The card in hand onto a cell, more or less askew; now and then it shoves a neighbour."""
        assert self.in_hand is not None
        look, manner = self.stage.look, self._stage.manner
        card = lie(self._rng, look, manner, self.in_hand, self._centre_mm(cell), self._tops.get(cell))
        if self._rng.random() < _BRUSHED_CHANCE:
            self._brush(cell)
        self._laid.append(Laid(cell, replace(card, yaw=card.yaw + self.lattice.yaw)))
        self.in_hand = None

    def lift(self, cell: Cell) -> None:
        """The topmost card of a cell into the hand."""
        index = max(i for i, each in enumerate(self._laid) if each.cell == cell)
        card = self._laid.pop(index).card
        self.in_hand = card.colour, card.points

    def gather(self, cells: Sequence[Cell]) -> None:
        """All cards on some cells are taken up."""
        self._laid = [each for each in self._laid if each.cell not in cells]

    def begin_round(self) -> None:
        """The decks are whole again, and the next grid comes to lie somewhere else."""
        self._taken = {}
        self._number += 1
        self.lattice = self._stage.lattices[self._number]

    def set_aside(self, player: str, face: Face) -> Spot | None:
        """A card is taken out of the game, and laid down where the player sits; None: it is put away."""
        spot = self._beside.pop(player, None)
        if spot is None or self._rng.random() > _ASIDE_CHANCE:
            return None
        self._loose.append(face_up(self._rng, face, spot[0], 0.0, spot[1]))
        return (*spot[0], 0.0)

    def nudge(self) -> None:
        """The whole grid is pushed a little, as far as it stays in the picture."""
        about = self.lattice.centre_mm(*self.span.middle)
        for share in (1.0, 0.6, 0.3, 0.1):
            shift = share * self._rng.normal(0, _NUDGED * self.lattice.pitch_mm, 2)
            by, turn = (float(shift[0]), float(shift[1])), share * float(self._rng.normal(0, _NUDGED_YAW))
            lattice = self.lattice.pushed(about, by, turn)
            if in_full_view(self.stage, [seen_px(self.stage, lattice, self.span)]):
                break
        else:
            return
        self.lattice = lattice
        slips = self._rng.normal(0, _SLIPPED_MM, (len(self._laid), 2)).tolist()
        self._laid = [
            replace(each, card=_shoved(each.card, about, (by[0] + dx, by[1] + dy), turn))
            for each, (dx, dy) in zip(self._laid, slips, strict=True)
        ]

    # --- where things are ---

    def above(self, cell: Cell) -> Spot:
        """Where fingertips are that lay a card on a cell or take it up, world mm."""
        top = self._tops.get(cell)
        x, y = top.xy_mm if top else self._centre_mm(cell)
        return x, y, (top.z_mm if top else 0.0) + self.stage.look.thick_mm

    def deck_at(self, player: str) -> Spot | None:
        """Where fingertips are that take the top card of a deck; None: the player has it in hand."""
        deck = self._decks.get(player)
        if deck is None:
            return None
        return (*deck.xy_mm, deck.cards * self.stage.look.thick_mm)

    def turned_at(self, player: str) -> Spot | None:
        """Where the card lies that a player has turned up, or would lie."""
        spot = self._beside.get(player)
        return (*spot[0], self.stage.look.thick_mm) if spot else None

    @property
    def _tops(self) -> dict[Cell, PointCard]:
        return {each.cell: each.card for each in self._laid}

    def _centre_mm(self, cell: Cell) -> Point:
        """Where people lay a card on a free cell: by its neighbours, by those at its sides if there are some, and by
        the rows."""
        by_rows, tops = np.array(self.lattice.centre_mm(*cell)), self._tops
        near = [other for other in neighbours(cell) if other in tops]
        beside = [other for other in near if other[0] == cell[0] or other[1] == cell[1]]
        if not near:
            return float(by_rows[0]), float(by_rows[1])
        off = [np.subtract(tops[o].xy_mm, self.lattice.centre_mm(*o)) for o in beside or near]
        x, y = by_rows + _NEIGHBOURS_COUNT * np.mean(off, axis=0)
        return float(x), float(y)

    def _brush(self, cell: Cell) -> None:
        """A neighbour of a cell is shoved."""
        near = [i for i, each in enumerate(self._laid) if each.cell in neighbours(cell)]
        if near:
            each = self._laid[near[int(self._rng.integers(len(near)))]]
            dx, dy = self._rng.normal(0, _BRUSHED_MM, 2).tolist()
            turn = float(self._rng.normal(0, _BRUSHED_YAW))
            self._laid = [
                replace(o, card=_shoved(o.card, each.card.xy_mm, (dx, dy), turn))
                if o.cell == each.cell
                else o
                for o in self._laid
            ]


def _shoved(card: PointCard, about_mm: Point, by_mm: Point, turn: float) -> PointCard:
    return replace(card, xy_mm=moved(card.xy_mm, about_mm, by_mm, turn), yaw=card.yaw + turn)
