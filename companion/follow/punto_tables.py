"""How the cards of Punto lie while it is followed: those of a round that is over lie there till they are taken up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.follow.likelihood.point_cards import CONTENTS, FIRST, SIDE, Table, cell_at, in_window, place_of
from referee import punto as rules
from referee.punto_acts import AREA, Act, Change, Place, Placed, SetTable, State, in_order
from referee.table import Cell, Piles

_INDEX = {card: index for index, card in enumerate(CONTENTS)}
CLEARED = Change((), ())  # all cards of a round that is over are taken up: which they were, was told before
NEAR = 2  # cells: what lies farther from the others is not laid yet


def is_over(state: State) -> bool:
    """Whether the cards that lie there are those of a round, or of a game, that is over."""
    if rules.outcome(state):
        return True
    if not state.rounds or not state.piles or any(state.placed):
        return False
    row = state.rounds[-1].cells if state.rounds[-1].how == "row" else ()
    return all(cell in state.tops for cell in row) and len({state.tops[cell].colour for cell in row}) < 2


def cleared(state: State) -> State:
    """Before the first card of the next round, if one is over but the game is not."""
    return replace(state, piles=()) if is_over(state) and not rules.outcome(state) else state


@lru_cache(maxsize=512)
def can_place(state: State) -> bool:
    """Whether a card that can be in the deck of the player on turn can be placed; a free cell is open to all."""
    if len(state.piles) < AREA**2 and state.deck_left(state.on_turn)[1]:
        return True
    return any(isinstance(act, Place) for act in rules.legal_acts(state))


def change(added: Iterable[Placed], removed: Iterable[Placed]) -> Change:
    """A change with its cards in reading order."""
    return Change(*(tuple(sorted(cards, key=lambda placed: placed[1])) for cards in (added, removed)))


def contents(piles: Piles) -> Table:
    """(N,) what lies on each cell of the window, row by row, as an index into CONTENTS."""
    table = np.zeros(SIDE * SIDE, int)
    for cell, pile in piles:
        if in_window(cell):  # people may say of a card that it lies anywhere
            table[place_of(cell)] = _INDEX[pile[-1]]
    return table


def piles_after(state: State, act: Act | None) -> Piles:
    """The cards as they lie after an act, whatever it means: those taken were the topmost, those laid are."""
    if act == CLEARED:
        return ()
    piles = {cell: list(pile) for cell, pile in state.piles}
    if isinstance(act, Place):
        act = Change(((act.card, act.cell),), ())
    for card, cell in act.removed if isinstance(act, Change) else ():
        if card in piles.get(cell, ()):
            piles[cell].remove(card)
    for card, cell in act.added if isinstance(act, Change) else ():
        piles.setdefault(cell, []).append(card)
    return in_order({cell: tuple(pile) for cell, pile in piles.items()})


def set_table(state: State, table: Table, on_turn: str) -> SetTable:
    """The act that says that such cards (N,) lie on top, and who is on turn."""
    return SetTable(piles_read(state.piles, table), on_turn)


def piles_read(before: Piles, table: Table) -> Piles:
    """The cards as they lie where such (N,) are read on top: where another card lies than did, it was laid, or the
    one above it taken."""
    piles, lay = {}, dict(before)
    for place, content in enumerate(table.tolist()):
        cell, card = cell_at(place), CONTENTS[content]
        pile = lay.get(cell, ())
        if card is not None:
            as_before = pile[-1:] == (card,)
            piles[cell] = pile if as_before else pile[:-1] if pile[-2:-1] == (card,) else (*pile, card)
    return in_order(piles)


def may_follow(state: State, table: Table) -> tuple[str, ...]:
    """Who may be on turn where such cards (N,) lie, whatever was done: each card laid was one turn at most, and one
    of them was one. Of cards that were only taken nobody knows."""
    laid = sum(
        len(pile) > len(dict(state.piles).get(cell, ())) for cell, pile in piles_read(state.piles, table)
    )
    later = state.after(state.on_turn)
    return later[:laid] if laid else later


def near(state: State) -> NDArray[np.bool_]:
    """(N,) the cells on which a card is laid, right or wrong; the first of a round makes the middle."""
    return _near(tuple(state.tops) or None)


@lru_cache(maxsize=512)
def _near(tops: tuple[Cell, ...] | None) -> NDArray[np.bool_]:
    if tops is None:
        return np.arange(SIDE * SIDE) == place_of(FIRST)
    cells = np.array([cell_at(place) for place in range(SIDE * SIDE)])
    away = np.abs(cells[:, None] - np.array(tops)[None]).max(-1)
    return np.asarray(away.min(1) <= NEAR)


def open_cells(state: State, points: int) -> list[Cell]:
    """The cells on which a card of so many points can be laid, in reading order: the first of a round on FIRST."""
    return rules.open_cells(state, points) if state.piles else [FIRST]
