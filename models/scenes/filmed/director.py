"""What directors of every game do: hold, knock the camera, and film hands that come in, reach and leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.filmed.film import Film, Knock, S, Shot, Told
from models.scenes.filmed.hands import Arm, Spot, seat_arms
from models.scenes.sample_set import triple
from models.scenes.scene import Camera, Hand

T_co = TypeVar("T_co", covariant=True)
Step = TypeVar("Step")  # an act of a script

BEGINNING_S = 3.0  # of the empty board
ENDING_S = 3.0  # after the last act

_FAR_MM = 60.0  # a hand that goes farther is seen on its way


class InPlay(Protocol[T_co]):
    """A table in play, which can be looked at."""

    @property
    def stage(self) -> T_co:
        """What does not change, the camera with it."""

    def scene(self, hands: tuple[Hand, ...] = (), held: str | None = None) -> T_co:
        """The table as it is, with hands over it, the first of which holds a piece of the colour ``held``."""


class Director(Generic[S, Step]):
    """Films what is done at a table. ``poses``: in how many, at most, a hand is seen on its way in or out."""

    def __init__(
        self,
        rng: np.random.Generator,
        table: InPlay[S],
        players: tuple[str, ...],
        spots: Sequence[Spot],
        fps: int,
        poses: int,
        arms: Mapping[str, Arm] | None = None,
    ) -> None:
        """Seat the players so that their arms, over the board and the ``spots``, keep clear of the lens; or where
        they sit already, as ``arms`` says."""
        self.rng, self.filmed, self.fps = rng, table, fps
        self.camera = table.stage.camera
        half = table.stage.board.grid_corners_mm()[1][0]
        corners = [(sx * half, sy * half, 30.0) for sx in (-1, 1) for sy in (-1, 1)]
        self.arms = dict(arms or seat_arms(rng, table.stage, players, [*corners, *spots]))
        self.poses = poses
        self._frame = 0
        self._shots: list[Shot[S]] = []
        self.acts: list[Told] = []

    def film(self, steps: Sequence[Step], knocked: Camera | None) -> Film[S]:
        """All ``steps``; with ``knocked`` the camera is that one from the middle of the game on."""
        self.hold(BEGINNING_S)
        knock = None
        for i, step in enumerate(steps):
            if knocked and i == len(steps) // 2:
                knock = self.knock(knocked)
            self.play(step, last=i == len(steps) - 1)
        return Film(tuple(self._shots), tuple(self.acts), knock)

    def play(self, step: Step, last: bool) -> None:
        """One act from before it until what it leaves is at rest; then ``acts`` tells of it."""
        raise NotImplementedError

    def hold(self, seconds: float) -> None:
        """The table as it lies, no hand."""
        self.add(self.filmed.scene(), seconds)

    def knock(self, camera: Camera) -> Knock:
        """The camera swings past its new pose and rests there."""
        before, self.camera = self.camera, camera
        for share in (0.6, 1.15):
            self.add(self.filmed.scene(), 0.1, _between_poses(before, camera, share))
        knock = Knock(self._frame, camera)
        self.hold(self.between(1.5, 2.5))
        return knock

    def move(self, arm: Arm, start: Spot | None, spot: Spot, held: str | None = None) -> None:
        """The hand comes in from outside the picture, or over from where it was."""
        if start is None:
            away = arm.out_of_view_mm(spot, self.camera)
            for share in sorted(self._shares(0.15, 0.85), reverse=True):
                self.shoot(arm, spot, 0.1, held, back_mm=share * away)
        elif np.hypot(spot[0] - start[0], spot[1] - start[1]) > _FAR_MM:
            middle = tuple((a + b) / 2 for a, b in zip(start, spot, strict=True))
            self.shoot(arm, (middle[0], middle[1], middle[2] + 25), 0.1, held)

    def leave(self, arm: Arm, spot: Spot, held: str | None = None) -> None:
        """The hand draws back from a spot until it is out of the picture."""
        away = arm.out_of_view_mm(spot, self.camera)
        for share in sorted(self._shares(0.2, 0.9)):
            self.shoot(arm, spot, 0.1, held, back_mm=share * away)

    def shoot(
        self,
        arm: Arm,
        spot: Spot,
        seconds: float,
        held: str | None = None,
        pose: str = "pinch",
        back_mm: float = 0.0,
    ) -> None:
        """The table with a hand at a spot, or drawn back from it by so much."""
        self.add(self.filmed.scene((arm.over(spot, pose, back_mm),), held), seconds)

    def add(self, scene: S, seconds: float, camera: Camera | None = None) -> None:
        """A scene for so long, seen by the ``camera`` (None: where it stands now)."""
        frames = max(1, round(seconds * self.fps))
        self._shots.append(Shot(replace(scene, camera=camera or self.camera), frames))
        self._frame += frames

    def now(self) -> float:
        """The time, in seconds."""
        return round(self._frame / self.fps, 3)

    def between(self, low: float, high: float) -> float:
        """A number by lot."""
        return float(self.rng.uniform(low, high))

    def _shares(self, low: float, high: float) -> NDArray[np.float64]:
        """How far back, as shares of the way, a hand is seen on its way."""
        return self.rng.uniform(low, high, int(self.rng.integers(1, self.poses + 1)))


def _between_poses(a: Camera, b: Camera, share: float) -> Camera:
    """A camera that is a share of the way from a's pose to b's."""
    step, _ = cv2.Rodrigues(np.array(b.r) @ np.array(a.r).T)
    turn, _ = cv2.Rodrigues(step * share)
    r = tuple(triple(row) for row in turn @ np.array(a.r))
    return replace(b, r=r, t_mm=triple(np.array(a.t_mm) + share * (np.array(b.t_mm) - a.t_mm)))
