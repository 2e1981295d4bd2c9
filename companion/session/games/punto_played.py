"""Punto as the session needs it: see ``companion.session.played.Played``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

import numpy as np

from companion.eyes.hints import Hints
from companion.follow.decision import Costs
from companion.follow.likelihood.cells import CellsLook
from companion.follow.likelihood.point_cards import cell_at
from companion.follow.punto import Memory, Punto
from companion.follow.punto_tables import can_place, cleared, contents, piles_after, piles_read
from companion.follow.tracker import Tracker
from companion.follow.weights import shipped_weights
from companion.session.differences import laid_and_taken
from companion.session.games.punto_table import Sight, learn_table
from companion.session.places import CELLS
from companion.session.played import AT_LEAST_P, Json, LearntBoard, Options, Played, SeenStretch
from referee import punto as rules
from referee.punto_acts import Act, CannotPlace, Change, SetTable, State, in_order
from referee.table import Cell, Lying, Pile, Piles

GAME = Punto()
PuntoTracker = Tracker[State, Act, Memory, CellsLook]


class PuntoPlayed(Played[State, Act, Memory, CellsLook, SeenStretch]):
    """``sights`` gives what makes the stretches of one pair of eyes into what the game is followed by."""

    places = CELLS

    def __init__(self, sights: Callable[[], Sight[SeenStretch]]) -> None:
        """No eyes have looked yet."""
        self._new_eyes = sights
        self.other_eyes()

    def other_eyes(self) -> None:
        """Where the grid lies, its cards tell."""
        self.sight = self._new_eyes()

    def tracker(self, state: State, fault: Act | None, seen: CellsLook) -> PuntoTracker:
        """Follow the game from a table that lies as ``state`` and ``fault`` have it."""
        tracker = Tracker(GAME, shipped_weights(rules.ID), Costs.read(Costs.SHIPPED), state, seen)
        if fault is not None:
            tracker.restart(state, fault, seen)
        return tracker

    def learn(self, stretch: SeenStretch, given: Options) -> LearntBoard:
        """Whether the table is empty. What lies there all the same when a game begins is not in play."""
        self.sight.lies_aside(stretch)
        return learn_table(self._new_eyes(), stretch, given)

    def board(self, stretch: SeenStretch) -> Mapping[str, Json]:
        """There is none: the cards make the grid."""
        return {"cells": []}

    def look(self, stretch: SeenStretch, state: State, hints: Hints) -> CellsLook:
        """A look at the cells, which the cards tell that lie there by the ``state``."""
        return self.sight.look(stretch, contents(state.piles), state.out)

    def as_told(self, state: State) -> State:
        """Without the cards of a round that is over."""
        return cleared(state)

    def lies(self, state: State, fault: Act | None) -> Lying:
        """How the cards lie in ``state``, with a faulty act on the table."""
        return dict(piles_after(state, fault))

    def read(self, lies: Lying, seen: CellsLook) -> Lying:
        """The likeliest card of each cell, on those beneath that are known."""
        piles, cells = _piles(lies), seen.cells
        table = np.where(cells.hidden > 0.5, contents(piles), cells.p.argmax(1))
        return dict(piles_read(piles, table))

    def surely_otherwise(self, lies: Lying, seen: CellsLook) -> tuple[Cell, ...]:
        """The cells that are in sight and hardly have what they should."""
        known, cells = contents(_piles(lies)), seen.cells
        p = cells.p[np.arange(len(known)), known]
        places = np.flatnonzero((p < AT_LEAST_P) & (cells.hidden <= 0.5))
        return tuple(cell_at(place) for place in places.tolist())

    def table_act(self, before: State, after: State) -> Act:
        """The cards as they are set by hand, those of a round too that ended meanwhile: by them it ends again."""
        lies = after if len(after.rounds) > len(before.rounds) else cleared(after)
        return SetTable(lies.piles, after.on_turn)

    def set_to(self, state: State, lies: Lying) -> State:
        """The state of a table that lies so; whoever has a card more has had his turn."""
        now = dict(_piles(lies))
        on_turn = rules.accept(state, Change(*laid_and_taken(dict(state.piles), now))).on_turn
        return rules.accept(state, SetTable(in_order(now), on_turn))

    def forced(self, state: State) -> Act | None:
        """The claim of one who can lay no card that may be in his deck."""
        if rules.outcome(state) or not state.piles or can_place(state):
            return None
        claims = (act for act in rules.legal_acts(state) if isinstance(act, CannotPlace))
        return next(claims, CannotPlace(state.on_turn, None))


def _piles(lies: Lying) -> Piles:
    """What lies there, all of it cards."""
    return in_order({cell: cast(Pile, pile) for cell, pile in lies.items()})
