"""From a script to shots: hands turn cards up, lay them, take mistakes back, push the grid and clear the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.follow.punto_tables import CLEARED
from models.scenes.camera import project
from models.scenes.filmed.director import ENDING_S, Director
from models.scenes.filmed.film import Film
from models.scenes.filmed.hands import Arm, Spot
from models.scenes.point_cards.recording_script import Script, Span, Step, cells_of
from models.scenes.point_cards.recording_stage import Lattice
from models.scenes.point_cards.recording_table import FilmedTable
from models.scenes.point_cards.scene import PointScene
from models.scenes.scene import Camera
from referee.punto_acts import Change, Done, Place, Placed, PointCard
from referee.records import punto as records
from referee.table import Cell

_PAUSE_S = (0.3, 1.0)
# A card is laid beside its deck first, and thought about; not a round's first, for nobody could tell that from one
# with which the grid begins.
_TURNED_UP_CHANCE = 0.2
_THOUGHT_S = (0.5, 2.0)
_NUDGE_CHANCE = 0.05  # before an act
_HANDFULS = (2, 5)  # in which a table is cleared
_CLEARING_PAUSE_CHANCE = 0.3
_RESTS_S = (1.5, 2.6)
_FAULT_LIES_S = (1.5, 4.5)  # until somebody notices it
_RESTORED_S = (1.0, 1.8)
_REACHED_S, _LET_GO_S, _PUSH_S = (0.2, 0.5), (0.1, 0.3), (0.2, 0.4)


def direct(
    rng: np.random.Generator,
    script: Script,
    table: FilmedTable,
    fps: int,
    knocked: Camera | None = None,
    poses: int = 3,
) -> tuple[Film[PointScene], tuple[tuple[float, Lattice, Span], ...]]:
    """Film a script on a table; and since when the grid lies where, with the cells that its round reaches over.

    With ``knocked`` the camera is that one from the middle of the game on. ``poses``: in how many, at most, a hand is
    seen on its way in or out.
    """
    director = _Director(rng, table, script.final.players, fps, poses)
    return director.film(script.steps, knocked), tuple(director.grids)


class _Director(Director[PointScene, Step]):
    def __init__(
        self, rng: np.random.Generator, table: FilmedTable, players: tuple[str, ...], fps: int, poses: int
    ) -> None:
        super().__init__(rng, table, players, [(*deck.xy_mm, 0.0) for deck in table.stage.decks], fps, poses)
        self._table = table
        table.seat({player: arm.shoulder_mm for player, arm in self.arms.items()})
        self.grids: list[tuple[float, Lattice, Span]] = [(0.0, table.lattice, table.span)]
        self._with: list[PointCard] = []  # cards that people have taken up, and hold out of sight

    def play(self, step: Step, last: bool) -> None:
        """One act: done, seen lying, and taken back where it does not stand."""
        arm = self.arms[step.player]
        if self._table.lying and step.act != CLEARED and self.rng.random() < _NUDGE_CHANCE:
            self._nudge(arm)
        if step.act == CLEARED:
            self._clear(step)
        else:
            added, removed = _cards(step.act)
            self._arrange(step.player, removed, added)
        since = self.now()
        self.hold(ENDING_S if last else self.between(*(_RESTS_S if step.stands else _FAULT_LIES_S)))
        told = self._told(step) | {"stands_from": since, "stands_to": self.now()}
        if not step.stands:
            self._arrange(step.player, added, removed)
            told["restored"] = self.now()
            self.hold(self.between(*_RESTORED_S))
        self.acts.append(told)

    def _arrange(self, player: str, removed: Sequence[Placed], added: Sequence[Placed]) -> None:
        """Take cards up, and lay cards: those taken up, those that are held, or else the top one of the deck."""
        arm, at, waiting = self.arms[player], None, list(added)
        for card, cell in removed:
            at = self._lift(arm, at, cell)
            to = next((placed for placed in waiting if placed[0] == card), None)
            if to:
                waiting.remove(to)
                at = self._put(arm, at, to[1])
            else:
                self.leave(arm, at)
                self._table.in_hand, at = None, None
                self._with.append(card)
        if waiting:
            (card, cell), *others = waiting
            at = self._put(arm, self._fetch(player, at, card), cell, others)
        if at:
            self.leave(arm, at)

    def _clear(self, step: Step) -> None:
        """All cards are taken up by several hands, and the next round's grid comes to lie elsewhere."""
        cells = list(self._table.lying)
        handfuls = np.array_split(self.rng.permutation(len(cells)), int(self.rng.integers(*_HANDFULS)))
        players = list(self.arms)
        for handful in handfuls:
            arm = self.arms[players[int(self.rng.integers(len(players)))]]
            taken = [cells[i] for i in handful.tolist()]
            spot = self._table.above(taken[0])
            self.move(arm, None, spot)
            self.shoot(arm, spot, self.between(*_REACHED_S), pose="flat")
            self._table.gather(taken)
            if not self._table.lying:
                self._table.begin_round()
            self.shoot(arm, spot, self.between(*_LET_GO_S), pose="flat")
            self.leave(arm, spot)
            if self.rng.random() < _CLEARING_PAUSE_CHANCE:
                self.hold(self.between(*_PAUSE_S))
        self._put_away(step)
        self.grids.append((self.now(), self._table.lattice, self._table.span))

    def _put_away(self, step: Step) -> None:
        """The card that is taken out of the game is laid before its winner, or put away."""
        out = step.before.rounds[-1].removed
        spot = self._table.set_aside(step.player, (out.colour, out.points)) if out else None
        if spot:
            self.move(self.arms[step.player], None, spot)
            self.shoot(self.arms[step.player], spot, self.between(*_LET_GO_S))
            self.leave(self.arms[step.player], spot)

    def _nudge(self, arm: Arm) -> None:
        """The whole grid is pushed a little by a flat hand."""
        before, spot = self._table.lattice, self._table.above(next(iter(self._table.lying)))
        self.move(arm, None, spot)
        self.shoot(arm, spot, self.between(*_REACHED_S), pose="flat")
        self._table.nudge()
        self.shoot(arm, spot, self.between(*_PUSH_S), pose="flat")
        self.leave(arm, spot)
        if self._table.lattice != before:
            self.grids.append((self.now(), self._table.lattice, self._table.span))
        self.hold(self.between(*_RESTORED_S))

    # --- what a hand does; each returns where it is then ---

    def _fetch(self, player: str, at: Spot | None, card: PointCard) -> Spot | None:
        """A card into the hand, out of sight or at the own deck."""
        arm, face, deck = self.arms[player], (card.colour, card.points), self._table.deck_at(player)
        if card in self._with or deck is None:
            if at:
                self.leave(arm, at)
            if card in self._with:
                self._with.remove(card)
            self._table.in_hand = face
            return None
        self.move(arm, at, deck)
        self.shoot(arm, deck, self.between(*_REACHED_S))
        self._table.take(player, face)
        self.shoot(arm, deck, self.between(*_LET_GO_S))
        thinks = self.rng.random() < _TURNED_UP_CHANCE and self._table.lying
        return self._think(player, deck, face) if thinks else deck

    def _think(self, player: str, at: Spot, face: tuple[str, int]) -> Spot:
        """The card in hand is laid down beside its deck for a while."""
        arm, spot = self.arms[player], self._table.turned_at(player)
        if spot is None:
            return at
        self.move(arm, at, spot)
        self._table.turn_up(player)
        self.shoot(arm, spot, self.between(*_LET_GO_S))
        self.leave(arm, spot)
        self.hold(self.between(*_THOUGHT_S))
        self.move(arm, None, spot)
        self._table.take(player, face)
        self.shoot(arm, spot, self.between(*_LET_GO_S))
        return spot

    def _lift(self, arm: Arm, at: Spot | None, cell: Cell) -> Spot:
        """Take up the topmost card of a cell."""
        spot = self._table.above(cell)
        self.move(arm, at, spot)
        self.shoot(arm, spot, self.between(*_REACHED_S))
        self._table.lift(cell)
        self.shoot(arm, spot, self.between(*_LET_GO_S))
        return spot

    def _put(self, arm: Arm, at: Spot | None, cell: Cell, others: Sequence[Placed] = ()) -> Spot:
        """Lay the card in hand on a cell, and ``others`` at once with the other hand: after a rest they would be
        acts of their own."""
        spot = self._table.above(cell)
        self.move(arm, at, spot)
        self.shoot(arm, spot, self.between(*_REACHED_S))
        self._table.put(cell)
        for card, to in others:
            self._with = [each for each in self._with if each != card]
            self._table.in_hand = card.colour, card.points
            self._table.put(to)
        self.shoot(arm, spot, self.between(*_LET_GO_S))
        return spot

    def _told(self, step: Step) -> dict[str, object]:
        """An act as a recording's truth tells it, without its times; ``px``: its cell's middle in the picture."""
        line = records.write_act(step.act)
        told = {"kind": line.pop("act"), "player": step.player, **line, "verdict": list(step.verdict.faults)}
        told |= records.write_events(step.before, step.act, step.after) if step.stands else {}
        for cell in cells_of(step.act)[:1]:
            px = project(np.array([self._table.above(cell)]), self.camera)[0]
            told["px"] = px.round(1).tolist()
        return told if step.verdict.legal else told | {"taken_back": not step.stands}


def _cards(act: Done) -> tuple[Sequence[Placed], Sequence[Placed]]:
    """The cards that an act adds, and those that it removes."""
    match act:
        case Place():
            return [(act.card, act.cell)], []
        case Change():
            return act.added, act.removed
        case _:
            return [], []
