"""The players' arms in a filmed game: each reaches in from the player's own side of the table."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from models.scenes.camera import eye_mm, project
from models.scenes.sample_layout import board_side_mm, sample_hands
from models.scenes.scene import Camera, Hand, Setting

Spot = tuple[float, float, float]

_CLEAR_MM = 170.0  # between the camera and an arm, so that no sleeve fills the picture
_RISE = 0.19  # of an arm, per length
_LIFT = 0.12  # of a hand on its way, per length


@dataclass(frozen=True)
class Arm:
    """A player's arm: what it looks like, and where its shoulder is on the table's plane."""

    look: Hand
    shoulder_mm: tuple[float, float]

    def over(self, spot: Spot, pose: str = "pinch", back_mm: float = 0.0) -> Hand:
        """The hand with its fingertips at a spot, or drawn back from it by so much towards the player."""
        yaw = math.atan2(self.shoulder_mm[1] - spot[1], self.shoulder_mm[0] - spot[0])
        tip = (
            spot[0] + back_mm * math.cos(yaw),
            spot[1] + back_mm * math.sin(yaw),
            spot[2] + 2 + _LIFT * back_mm,
        )
        return replace(self.look, tip_mm=tip, yaw=yaw, pose=pose)

    def out_of_view_mm(self, spot: Spot, camera: Camera) -> float:
        """How far the hand must be drawn back until it is (just about) out of the picture."""
        for back in np.arange(60.0, 900.0, 20.0):
            tip = self.over(spot, back_mm=float(back)).tip_mm
            x, y = project(np.array([tip]), camera)[0]
            if not (0 <= x < camera.width and 0 <= y < camera.height):
                break
        return float(back) + 30.0


def seat_arms(
    rng: np.random.Generator, stage: Setting, players: tuple[str, ...], spots: list[Spot]
) -> dict[str, Arm]:
    """Arms of players who sit clockwise round the table, so that none comes near the lens over any spot."""
    far = board_side_mm(stage.board) / 2 + 480.0
    looks = [sample_hands(rng, stage.board, (), 1.0)[0] for _ in players]
    best, best_clear = {}, -1.0
    for _ in range(40):
        first = rng.uniform(0, 2 * math.pi)
        arms = {}
        for i, (player, look) in enumerate(zip(players, looks, strict=True)):
            angle = first - 2 * math.pi * i / len(players) + rng.normal(0, 0.12)
            arms[player] = Arm(look, (far * math.cos(angle), far * math.sin(angle)))
        clear = min(_clearance_mm(stage.camera, arm.over(spot)) for arm in arms.values() for spot in spots)
        if clear > best_clear:
            best, best_clear = arms, clear
        if clear > _CLEAR_MM:
            break
    return best


def _clearance_mm(camera: Camera, hand: Hand) -> float:
    """The least distance between the lens and hand or arm."""
    along = np.linspace(0, 1300, 40)[:, None]
    arm = np.array(hand.tip_mm) + [0, 0, 40] + along * [math.cos(hand.yaw), math.sin(hand.yaw), _RISE]
    return float(np.linalg.norm(arm - eye_mm(camera), axis=1).min())
