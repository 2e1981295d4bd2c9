"""From a script to shots: hands bring tiles in, move them, slide them into a line, and take mistakes back."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from models.scenes.filmed.director import ENDING_S, Director
from models.scenes.filmed.film import Film
from models.scenes.filmed.hands import Arm, Spot
from models.scenes.scene import Camera
from models.scenes.tiles.recording_script import Script, Step
from models.scenes.tiles.recording_table import FilmedTable
from models.scenes.tiles.scene import TileScene
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Enter, Move, tiles_after, turn_cell
from referee.records import one_two_three_four as records
from referee.table import Cell

_PAUSE_CHANCE = 0.12  # in the middle of an act
_PAUSE_S = (0.3, 1.0)
_RESTS_S = (1.5, 2.6)
_FAULT_LIES_S = (1.5, 4.5)  # until somebody notices it
_RESTORED_S = (1.0, 1.8)
_REACHED_S, _LET_GO_S, _PUSH_S = (0.2, 0.5), (0.1, 0.3), (0.1, 0.3)


def direct(
    rng: np.random.Generator,
    script: Script,
    table: FilmedTable,
    fps: int,
    knocked: Camera | None = None,
    poses: int = 3,
) -> Film[TileScene]:
    """Film a script on a table. With ``knocked`` the camera is that one from the middle of the game on.

    ``poses``: in how many, at most, a hand is seen on its way in or out.
    """
    return _Director(rng, table, script.final.players, fps, poses).film(script.steps, knocked)


class _Director(Director[TileScene, Step]):
    def __init__(
        self, rng: np.random.Generator, table: FilmedTable, players: tuple[str, ...], fps: int, poses: int
    ) -> None:
        super().__init__(rng, table, players, [table.beside(c) for c in table.colours], fps, poses)
        self._table = table

    def play(self, step: Step, last: bool) -> None:
        """One act: done, seen lying, and taken back where it does not stand."""
        arm = self.arms[step.player]
        if isinstance(step.act, Enter | Move) and step.act.slide:
            self._slide(arm, step, step.act)
        self._arrange(arm, dict(tiles_after(step.before, step.act)))
        since = self.now()
        self.hold(ENDING_S if last else self.between(*(_RESTS_S if step.stands else _FAULT_LIES_S)))
        told = _told(step) | {"stands_from": since, "stands_to": self.now()}
        if not step.stands:
            self._arrange(arm, step.before.lying)
            told["restored"] = self.now()
            self.hold(self.between(*_RESTORED_S))
        self.acts.append(told)

    def _slide(self, arm: Arm, step: Step, act: Enter | Move) -> None:
        """Take a tile to where it turns inwards, and push it on from there; what falls off goes back.

        Where a tile lies already, it is put down one cell farther in. From a corner no line leads inwards.
        """
        turn = turn_cell(step.before, act)
        line = step.before.inwards(turn)
        if not line:
            return
        colour = act.colour if isinstance(act, Enter) else step.before.lying[act.origin]
        taken_at = self._take(arm, colour) if isinstance(act, Enter) else self._pick(arm, None, act.origin)
        begun = int(turn in self._table.lying)
        fallen = [self._table.push(line[begun:])] if begun else []
        at = self._pause(arm, self._put(arm, taken_at, colour, line[begun]))
        for depth in range(begun, act.slide):
            if at is None:
                self.move(arm, at, self._table.above(line[depth]))
            fallen.append(self._table.push(line[depth:]))
            at = self._table.above(line[depth + 1])
            self.shoot(arm, at, self.between(*_PUSH_S))
        for gone in filter(None, fallen):
            at = self._give_back(arm, self._table.above(line[-1]), gone)
        if at:
            self.leave(arm, at)

    def _arrange(self, arm: Arm, wanted: Mapping[Cell, str]) -> None:
        """Make the tiles lie as ``wanted``: what lies wrongly goes where its colour lacks, or to its supply."""
        at: Spot | None = None
        for cell, colour in wanted.items():
            lying = self._table.lying
            if lying.get(cell) == colour:
                continue
            if cell in lying:
                at = self._pause(arm, self._remove(arm, at, cell))
            origin = next((c for c, other in lying.items() if other == colour != wanted.get(c)), None)
            taken_at = self._pick(arm, at, origin) if origin else self._take(arm, colour, at)
            at = self._put(arm, taken_at, colour, cell)
        for cell in self._table.lying.keys() - wanted.keys():
            at = self._remove(arm, at, cell)
        if at:
            self.leave(arm, at)

    # --- what a hand does; each returns where it is then ---

    def _take(self, arm: Arm, colour: str, at: Spot | None = None) -> Spot:
        """Take a tile out of its supply."""
        spot = self._table.beside(colour)
        self.move(arm, at, spot)
        self.shoot(arm, spot, self.between(*_REACHED_S))
        self._table.take(colour)
        self.shoot(arm, spot, self.between(*_LET_GO_S), colour)
        return spot

    def _pick(self, arm: Arm, at: Spot | None, cell: Cell) -> Spot:
        """Take a tile off the board."""
        spot = self._table.above(cell)
        self.move(arm, at, spot)
        self.shoot(arm, spot, self.between(*_REACHED_S))
        colour = self._table.lift(cell)
        self.shoot(arm, spot, self.between(*_LET_GO_S), colour)
        return spot

    def _put(self, arm: Arm, at: Spot, colour: str, cell: Cell) -> Spot:
        """Lay the tile in hand onto a cell."""
        spot = self._table.above(cell)
        self.move(arm, at, spot, colour)
        self.shoot(arm, spot, self.between(*_REACHED_S), colour)
        self._table.put(colour, cell)
        self.shoot(arm, spot, self.between(*_LET_GO_S))
        return spot

    def _give_back(self, arm: Arm, at: Spot, colour: str) -> Spot:
        """Lay the tile in hand back into its supply."""
        spot = self._table.beside(colour)
        self.move(arm, at, spot, colour)
        self._table.give_back(colour)
        self.shoot(arm, spot, self.between(*_LET_GO_S))
        return spot

    def _remove(self, arm: Arm, at: Spot | None, cell: Cell) -> Spot:
        """Take a tile off the board, back into its supply."""
        colour = self._table.lying[cell]
        return self._give_back(arm, self._pick(arm, at, cell), colour)

    def _pause(self, arm: Arm, at: Spot) -> Spot | None:
        """Draw back for a moment, now and then, before the act is done."""
        if self.rng.random() > _PAUSE_CHANCE:
            return at
        self.leave(arm, at)
        self.hold(self.between(*_PAUSE_S))
        return None


def _told(step: Step) -> dict[str, object]:
    """An act as a recording's truth tells it, without its times."""
    line = records.write_act(step.act)
    told = {"kind": line.pop("act"), "player": step.player, **line, "verdict": list(step.verdict.faults)}
    told |= records.write_events(step.before, step.act, rules.accept(step.before, step.act))
    return told if step.verdict.legal else told | {"taken_back": not step.stands}
