"""From a script to shots: hands come in, lay cards, set stones, take faulty acts back, and clear the cards away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from models.scenes.recording_faults import Played
from models.scenes.recording_hands import Arm, Spot, seat_arms
from models.scenes.recording_script import Script, Step
from models.scenes.recording_table import FilmedTable
from models.scenes.sample_set import triple
from models.scenes.scene import Camera, Card, Scene
from referee.just4fun_colours import Change, Exchange, Place

Stone = tuple[str, tuple[int, int]]  # colour, cell

BEGINNING_S = 3.0  # of the empty board
ENDING_S = 3.0  # after the last act


@dataclass(frozen=True)
class Shot:
    """What is seen for so many frames on end."""

    scene: Scene
    frames: int


@dataclass(frozen=True)
class Knock:
    """The camera was knocked: from frame ``frame`` on it is ``camera``."""

    frame: int
    camera: Camera


@dataclass(frozen=True)
class Film:
    """The shots in order; ``acts`` as in a recording's truth; ``knock`` where the camera was knocked."""

    shots: tuple[Shot, ...]
    acts: tuple[dict[str, Any], ...]
    knock: Knock | None

    @property
    def frames(self) -> int:
        """How many there are."""
        return sum(shot.frames for shot in self.shots)


def direct(
    rng: np.random.Generator,
    script: Script,
    table: FilmedTable,
    fps: int,
    knocked: Camera | None = None,
    poses: int = 3,
) -> Film:
    """Film a script on a table. With ``knocked`` the camera is that one from the middle of the game on.

    ``poses``: in how many, at most, a hand is seen on its way in or out; with 1 it does the rest briskly too,
    for films whose pictures take long to make.
    """
    director = _Director(rng, table, script.final.players, fps, poses)
    director.hold(BEGINNING_S)
    middle = len(script.steps) // 2
    knock = None
    for i, step in enumerate(script.steps):
        if knocked and i == middle:
            knock = director.knock(knocked)
        director.play(step, last=i == len(script.steps) - 1)
    return Film(tuple(director.shots), tuple(director.acts), knock)


class _Director:
    def __init__(
        self, rng: np.random.Generator, table: FilmedTable, players: tuple[str, ...], fps: int, poses: int
    ) -> None:
        self._rng, self._table, self._fps = rng, table, fps
        self._camera = table.stage.camera
        half = table.stage.board.grid_corners_mm()[1][0]
        corners = [(sx * half, sy * half, 30.0) for sx in (-1, 1) for sy in (-1, 1)]
        spots = [*corners, table.zone_centre(), table.pile_centre()]
        self._arms = seat_arms(rng, table.stage, players, spots)
        self._poses, self._brisk = poses, poses == 1
        self._frame = 0
        self.shots: list[Shot] = []
        self.acts: list[dict[str, Any]] = []

    # --- what is played ---

    def play(self, step: Step, last: bool) -> None:
        """One act: done, seen lying, then tidied up or taken back."""
        arm = self._arms[step.player]
        added, removed = _stones(step.act)
        if removed:
            self._rearrange(arm, removed, added)
        else:
            self._pay_and_set(arm, step.act.cards, added)
        if isinstance(step.act, Exchange) and step.verdict.legal:
            self._table.take_stone(step.player)  # into the box
        since = self._now()
        self.hold(ENDING_S if last else self._between(1.5, 2.6))
        entry = _entry(step) | {"stands_from": since, "stands_to": self._now()}
        if step.verdict.legal:
            self._tidy(arm, step, last)
        else:
            self._take_back(arm, step)
            entry["restored"] = self._now()
            self.hold(self._between(1.0, 1.8))
        self.acts.append(entry)

    def _pay_and_set(self, arm: Arm, colours: Sequence[str], stones: Sequence[Stone]) -> None:
        """Cards and stones in one go, with a pause between them, or the stones first."""
        cards = self._table.deal_out(colours)
        manner = str(self._rng.choice(["one go", "pause", "stones first"], p=[0.5, 0.35, 0.15]))
        at: Spot | None = None
        if manner == "stones first":
            at = self._lay(arm, cards, self._set(arm, stones, at))
        else:
            at = self._lay(arm, cards, at)
            if manner == "pause" and at and stones:
                self._leave(arm, at)
                self.hold(self._between(0.3, 1.3))
                at = None
            at = self._set(arm, stones, at)
        if at:
            self._leave(arm, at)

    def _lay(self, arm: Arm, cards: Sequence[Card], at: Spot | None) -> Spot | None:
        """Lay cards into the zone, all at once or one by one; where the hand comes from, and is then."""
        if not cards:
            return at
        height = self._table.zone_centre()[2]
        spot = (*cards[0].xy_mm, height)
        self._move(arm, at, spot)
        if not self._brisk:
            self._shoot(arm, spot, self._between(0.1, 0.3), pose="flat")
        singly = len(cards) > 1 and not self._brisk and self._rng.random() < 0.5
        for some in [[card] for card in cards] if singly else [cards]:
            self._table.lay(some)
            spot = (*some[-1].xy_mm, height)
            self._shoot(arm, spot, self._between(0.2, 0.4), pose="flat")
        return spot

    def _set(self, arm: Arm, stones: Sequence[Stone], at: Spot | None) -> Spot | None:
        """Set stones onto the board one after another; where the hand comes from, and is then."""
        for colour, cell in stones:
            spot = self._table.above(cell)
            self._table.take_stone(colour)
            self._move(arm, at, spot, colour)
            self._shoot(arm, spot, self._between(0.2, 0.6), colour)
            self._table.put(colour, cell)
            self._shoot(arm, spot, self._between(0.1, 0.3))
            at = spot
        return at

    def _rearrange(self, arm: Arm, removed: Sequence[Stone], added: Sequence[Stone]) -> None:
        """Lift stones, then set stones; one that is lifted and set again stays in the hand meanwhile."""
        at: Spot | None = None
        held: str | None = None
        for _, cell in removed:
            spot = self._table.above(cell, taken=1)
            self._move(arm, at, spot)
            self._shoot(arm, spot, self._between(0.2, 0.4))
            if held:
                self._table.give_back(held)
            held = self._table.lift(cell)
            self._shoot(arm, spot, self._between(0.1, 0.3), held)
            at = spot
        for colour, cell in added:
            if held:
                self._table.give_back(held)
                held = None
            at = self._set(arm, [(colour, cell)], at)
        if at:
            self._leave(arm, at, held)
        if held:
            self._table.give_back(held)

    def _take_back(self, arm: Arm, step: Step) -> None:
        """Undo a faulty act by hand, stones and cards in either order."""
        added, removed = _stones(step.act)
        changes = [what for what, there in (("stones", added + removed), ("cards", step.act.cards)) if there]
        for what in self._rng.permutation(changes):
            if what == "stones":
                self._rearrange(arm, added, removed)
            else:
                self._leave(arm, self._pick_up(arm))

    def _tidy(self, arm: Arm, step: Step, last: bool) -> None:
        """The played cards go onto the discard pile, mostly by a hand that is seen."""
        if last:
            return
        after = step.before.discards + step.act.cards
        if self._rng.random() < (0.15 if self._brisk else 0.6):
            at = self._pick_up(arm)
            spot = self._table.pile_centre()
            self._move(arm, at, spot)
            self._table.pile_up(after)
            self._shoot(arm, spot, self._between(0.1, 0.3), pose="flat")
            self._leave(arm, spot)
        self._table.clear_zone()
        self._table.pile_up(after)
        self.hold(self._between(0.5, 1.5))

    def _pick_up(self, arm: Arm) -> Spot:
        """Take the played cards off the zone; where the hand is then."""
        spot = self._table.zone_centre()
        self._move(arm, None, spot)
        self._shoot(arm, spot, self._between(0.1, 0.3), pose="flat")
        self._table.clear_zone()
        self._shoot(arm, spot, 0.1, pose="flat")
        return spot

    # --- how it is filmed ---

    def hold(self, seconds: float) -> None:
        """The table as it lies, no hand."""
        self._add(self._table.scene(), seconds)

    def knock(self, camera: Camera) -> Knock:
        """The camera swings past its new pose and rests there."""
        before, self._camera = self._camera, camera
        for share in (0.6, 1.15):
            self._add(self._table.scene(), 0.1, _between_poses(before, camera, share))
        knock = Knock(self._frame, camera)
        self.hold(self._between(1.5, 2.5))
        return knock

    def _move(self, arm: Arm, start: Spot | None, spot: Spot, held: str | None = None) -> None:
        """The hand comes in from outside the picture, or over from where it was."""
        if start is None:
            away = arm.out_of_view_mm(spot, self._camera)
            for share in sorted(
                self._rng.uniform(0.15, 0.85, int(self._rng.integers(1, self._poses + 1))), reverse=True
            ):
                self._shoot(arm, spot, 0.1, held, back_mm=share * away)
        elif np.hypot(spot[0] - start[0], spot[1] - start[1]) > 60:
            middle = tuple((a + b) / 2 for a, b in zip(start, spot, strict=True))
            self._shoot(arm, (middle[0], middle[1], middle[2] + 25), 0.1, held)

    def _leave(self, arm: Arm, spot: Spot, held: str | None = None) -> None:
        away = arm.out_of_view_mm(spot, self._camera)
        for share in sorted(self._rng.uniform(0.2, 0.9, int(self._rng.integers(1, self._poses + 1)))):
            self._shoot(arm, spot, 0.1, held, back_mm=share * away)

    def _shoot(
        self,
        arm: Arm,
        spot: Spot,
        seconds: float,
        held: str | None = None,
        pose: str = "pinch",
        back_mm: float = 0.0,
    ) -> None:
        self._add(self._table.scene((arm.over(spot, pose, back_mm),), held), seconds)

    def _add(self, scene: Scene, seconds: float, camera: Camera | None = None) -> None:
        frames = max(1, round(seconds * self._fps))
        self.shots.append(Shot(replace(scene, camera=camera or self._camera), frames))
        self._frame += frames

    def _now(self) -> float:
        return round(self._frame / self._fps, 3)

    def _between(self, low: float, high: float) -> float:
        return float(self._rng.uniform(low, high))


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


def _between_poses(a: Camera, b: Camera, share: float) -> Camera:
    """A camera that is a share of the way from a's pose to b's."""
    step, _ = cv2.Rodrigues(np.array(b.r) @ np.array(a.r).T)
    turn, _ = cv2.Rodrigues(step * share)
    r = tuple(triple(row) for row in turn @ np.array(a.r))
    return replace(b, r=r, t_mm=triple(np.array(a.t_mm) + share * (np.array(b.t_mm) - a.t_mm)))
