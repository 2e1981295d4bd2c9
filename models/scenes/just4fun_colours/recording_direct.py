"""From a script to shots: hands come in, lay cards, set stones, take faulty acts back, and clear the cards away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from models.scenes.filmed.director import ENDING_S, Director
from models.scenes.filmed.film import Film
from models.scenes.filmed.hands import Arm, Spot
from models.scenes.just4fun_colours.recording_faults import Played
from models.scenes.just4fun_colours.recording_script import Script, Step
from models.scenes.just4fun_colours.recording_table import FilmedTable
from models.scenes.scene import Camera, Card, Scene
from referee.just4fun_colours import Change, Exchange, Place

Stone = tuple[str, tuple[int, int]]  # colour, cell


def direct(
    rng: np.random.Generator,
    script: Script,
    table: FilmedTable,
    fps: int,
    knocked: Camera | None = None,
    poses: int = 3,
) -> Film[Scene]:
    """Film a script on a table. With ``knocked`` the camera is that one from the middle of the game on.

    ``poses``: in how many, at most, a hand is seen on its way in or out; with 1 it does the rest briskly too,
    for films whose pictures take long to make.
    """
    return _Director(rng, table, script.final.players, fps, poses).film(script.steps, knocked)


class _Director(Director[Scene, Step]):
    def __init__(
        self, rng: np.random.Generator, table: FilmedTable, players: tuple[str, ...], fps: int, poses: int
    ) -> None:
        super().__init__(rng, table, players, [table.zone_centre(), table.pile_centre()], fps, poses)
        self._table, self._brisk = table, poses == 1

    def play(self, step: Step, last: bool) -> None:
        """One act: done, seen lying, then tidied up or taken back."""
        arm = self.arms[step.player]
        added, removed = _stones(step.act)
        if removed:
            self._rearrange(arm, removed, added)
        else:
            self._pay_and_set(arm, step.act.cards, added)
        if isinstance(step.act, Exchange) and step.verdict.legal:
            self._table.take_stone(step.player)  # into the box
        since = self.now()
        self.hold(ENDING_S if last else self.between(1.5, 2.6))
        entry = _entry(step) | {"stands_from": since, "stands_to": self.now()}
        if step.verdict.legal:
            self._tidy(arm, step, last)
        else:
            self._take_back(arm, step)
            entry["restored"] = self.now()
            self.hold(self.between(1.0, 1.8))
        self.acts.append(entry)

    def _pay_and_set(self, arm: Arm, colours: Sequence[str], stones: Sequence[Stone]) -> None:
        """Cards and stones in one go, with a pause between them, or the stones first."""
        cards = self._table.deal_out(colours)
        manner = str(self.rng.choice(["one go", "pause", "stones first"], p=[0.5, 0.35, 0.15]))
        at: Spot | None = None
        if manner == "stones first":
            at = self._lay(arm, cards, self._set(arm, stones, at))
        else:
            at = self._lay(arm, cards, at)
            if manner == "pause" and at and stones:
                self.leave(arm, at)
                self.hold(self.between(0.3, 1.3))
                at = None
            at = self._set(arm, stones, at)
        if at:
            self.leave(arm, at)

    def _lay(self, arm: Arm, cards: Sequence[Card], at: Spot | None) -> Spot | None:
        """Lay cards into the zone, all at once or one by one; where the hand comes from, and is then."""
        if not cards:
            return at
        height = self._table.zone_centre()[2]
        spot = (*cards[0].xy_mm, height)
        self.move(arm, at, spot)
        if not self._brisk:
            self.shoot(arm, spot, self.between(0.1, 0.3), pose="flat")
        singly = len(cards) > 1 and not self._brisk and self.rng.random() < 0.5
        for some in [[card] for card in cards] if singly else [cards]:
            self._table.lay(some)
            spot = (*some[-1].xy_mm, height)
            self.shoot(arm, spot, self.between(0.2, 0.4), pose="flat")
        return spot

    def _set(self, arm: Arm, stones: Sequence[Stone], at: Spot | None) -> Spot | None:
        """Set stones onto the board one after another; where the hand comes from, and is then."""
        for colour, cell in stones:
            spot = self._table.above(cell)
            self._table.take_stone(colour)
            self.move(arm, at, spot, colour)
            self.shoot(arm, spot, self.between(0.2, 0.6), colour)
            self._table.put(colour, cell)
            self.shoot(arm, spot, self.between(0.1, 0.3))
            at = spot
        return at

    def _rearrange(self, arm: Arm, removed: Sequence[Stone], added: Sequence[Stone]) -> None:
        """Lift stones, then set stones; one that is lifted and set again stays in the hand meanwhile."""
        at: Spot | None = None
        held: str | None = None
        for _, cell in removed:
            spot = self._table.above(cell, taken=1)
            self.move(arm, at, spot)
            self.shoot(arm, spot, self.between(0.2, 0.4))
            if held:
                self._table.give_back(held)
            held = self._table.lift(cell)
            self.shoot(arm, spot, self.between(0.1, 0.3), held)
            at = spot
        for colour, cell in added:
            if held:
                self._table.give_back(held)
                held = None
            at = self._set(arm, [(colour, cell)], at)
        if at:
            self.leave(arm, at, held)
        if held:
            self._table.give_back(held)

    def _take_back(self, arm: Arm, step: Step) -> None:
        """Undo a faulty act by hand, stones and cards in either order."""
        added, removed = _stones(step.act)
        changes = [what for what, there in (("stones", added + removed), ("cards", step.act.cards)) if there]
        for what in self.rng.permutation(changes):
            if what == "stones":
                self._rearrange(arm, added, removed)
            else:
                self.leave(arm, self._pick_up(arm))

    def _tidy(self, arm: Arm, step: Step, last: bool) -> None:
        """The played cards go onto the discard pile, mostly by a hand that is seen."""
        if last:
            return
        after = step.before.discards + step.act.cards
        if self.rng.random() < (0.15 if self._brisk else 0.6):
            at = self._pick_up(arm)
            spot = self._table.pile_centre()
            self.move(arm, at, spot)
            self._table.pile_up(after)
            self.shoot(arm, spot, self.between(0.1, 0.3), pose="flat")
            self.leave(arm, spot)
        self._table.clear_zone()
        self._table.pile_up(after)
        self.hold(self.between(0.5, 1.5))

    def _pick_up(self, arm: Arm) -> Spot:
        """Take the played cards off the zone; where the hand is then."""
        spot = self._table.zone_centre()
        self.move(arm, None, spot)
        self.shoot(arm, spot, self.between(0.1, 0.3), pose="flat")
        self._table.clear_zone()
        self.shoot(arm, spot, 0.1, pose="flat")
        return spot


def _stones(act: Played) -> tuple[list[Stone], list[Stone]]:
    """The stones that an act adds, and those that it removes."""
    match act:
        case Place():
            return [(act.player, act.cell)], []
        case Change():
            return list(act.added), list(act.removed)
        case _:
            return [], []


def _entry(step: Step) -> dict[str, Any]:
    """An act as a recording's truth tells it, without its times."""
    act = step.act
    told: dict[str, Any]
    match act:
        case Place():
            told = {"kind": "place", "player": act.player, "cell": list(act.cell)}
        case Exchange():
            told = {"kind": "exchange", "player": act.player}
        case Change():
            told = {"kind": "change", "player": step.player}
            told["added"] = [[colour, list(cell)] for colour, cell in act.added]
            told["removed"] = [[colour, list(cell)] for colour, cell in act.removed]
    told |= {"cards": list(act.cards), "verdict": list(step.verdict.faults)}
    return told if step.verdict.legal else told | {"taken_back": True}
