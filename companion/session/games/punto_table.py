"""What the eyes tell of a table of Punto: whether it is empty before a game, and the grid that cards make on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.follow.likelihood.cells import CellsLook
from companion.messages import message
from companion.session.played import LearntBoard, Options, SeenStretch, T_contra
from companion.session.port import Seen
from referee import phrases
from referee.table import Cell, PointCard
from vision.point_cards.grid import Grid
from vision.point_cards.reading import CardSeen

_FEWEST = 2  # cards that lie beside one another are in play; one alone may lie anywhere


class Sight(Protocol[T_contra]):
    """What one pair of eyes has shown of a table so far: see ``companion.eyes.points.shown.PointsShown``."""

    @property
    def grid(self) -> Grid | None:
        """Where the cells of the window are, None before the first card."""
        ...

    @property
    def seen(self) -> Mapping[Cell, CardSeen]:
        """What the cells that were looked at showed last, bare ones too."""
        ...

    @property
    def loose(self) -> tuple[CardSeen, ...]:
        """The cards face up that are not in play."""
        ...

    def in_play(self, stretch: T_contra) -> Mapping[Cell, PointCard]:
        """The cards that make a grid before a game, on cells counted from any of them."""
        ...

    def lies_aside(self, stretch: T_contra) -> None:
        """Whatever cards lie there face up are not in play."""
        ...

    def look(self, stretch: T_contra, lying: NDArray[np.int64], out: Sequence[PointCard] = ()) -> CellsLook:
        """What a stretch shows by now of the cells, of which it is known what is ``lying`` there; cards that are
        ``out`` of the game may lie anywhere."""
        ...


def learn_table(sight: Sight[SeenStretch], stretch: SeenStretch, given: Options) -> LearntBoard:
    """Nothing of the game's settings, but whether cards lie there that make a grid."""
    cards = sight.in_play(stretch)
    if len(cards) < _FEWEST:
        return LearntBoard(dict(given))
    named = {lang: _listed(lang, list(cards.values())) for lang in phrases.LANGUAGES}
    return LearntBoard(dict(given), taken=tuple(sorted(cards)), in_the_way=message("cards_on", cards=named))


@dataclass(frozen=True)
class TableSeen:
    """The grid and the cards of the last look, as they are drawn."""

    grid: Grid | None
    cards: Mapping[Cell, CardSeen]
    loose: tuple[CardSeen, ...]


def table_seen(sight: Sight[Any] | None) -> TableSeen:
    """What eyes show now; nothing before they have looked."""
    if sight is None:
        return TableSeen(None, {}, ())
    cards = {cell: card for cell, card in sight.seen.items() if card.lies * card.in_play > 0.5}
    return TableSeen(sight.grid, cards, sight.loose)


def seen_table(stretch: SeenStretch, table: TableSeen) -> Seen:
    """The last look as the page shows it: the corners of the smallest box about the cards in play."""
    corners = None
    if table.grid is not None and table.cards:
        (top, left), (bottom, right) = np.min(list(table.cards), 0), np.max(list(table.cards), 0)
        box = ((top, left), (top, right), (bottom, right), (bottom, left))
        at = [table.grid.square_px(int(row), int(col))[k] for k, (row, col) in enumerate(box)]
        corners = [[round(float(x), 1), round(float(y), 1)] for x, y in at]
    return {"image_size": list(stretch.image_size), "corners": corners, "cells": []}


def _listed(language: str, cards: list[PointCard]) -> str:
    words = phrases.catalogue(language)
    named = [f"{words['colours'][card.colour]['plain']} {card.points}" for card in cards]
    return str(words["comma"]).join(named)
