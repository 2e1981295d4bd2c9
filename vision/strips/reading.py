"""What one look at a table of strips saw, as probabilities: the values that leave this room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.strips.letters import CARDS

Floats = NDArray[np.float64]

SURE = 0.5  # a strip that is less likely is not told
PICTURE_SIDES = ("bottom", "right", "top", "left")  # in the order of players who sit anticlockwise


@dataclass(frozen=True, eq=False)
class StripSeen:
    """A strip: ``corners_px`` (4, 2) of all of it, clockwise from one of its ends, though others may lie over it;
    ``p`` (28,) how probable each of CARDS is; ``confidence`` how probably it is a strip at all; ``ends_seen``
    whether the sign at its first end, and at its other one, is in sight."""

    corners_px: Floats
    p: Floats
    confidence: float
    ends_seen: tuple[bool, bool]

    @property
    def card(self) -> str:
        """What it likeliest is."""
        return CARDS[int(self.p.argmax())]

    @property
    def centre_px(self) -> Floats:
        """(2,) its middle."""
        return np.asarray(self.corners_px.mean(0))

    @property
    def half_length_px(self) -> Floats:
        """(2,) from its middle to the middle of its first end."""
        return np.asarray((self.corners_px[:2].mean(0) - self.corners_px[2:].mean(0)) / 2)


@dataclass(frozen=True, eq=False)
class GroupSeen:
    """Strips laid together: their numbers in the reading, where their middle is, and ``faces`` (2,), along the strips
    away from the middle of all that lies there: where the player sits whose they are, if it is a meld."""

    members: tuple[int, ...]
    centre_px: Floats
    faces: Floats

    @property
    def side(self) -> str:
        """On which side of the picture its player would sit: one of PICTURE_SIDES."""
        x, y = self.faces
        if abs(x) > abs(y):
            return "right" if x > 0 else "left"
        return "bottom" if y > 0 else "top"


@dataclass(frozen=True, eq=False)
class StripsReading:
    """All ``strips``, surest first, and the ``groups`` that they make; each strip is in one."""

    strips: tuple[StripSeen, ...]
    groups: tuple[GroupSeen, ...]

    def group_of(self) -> tuple[int, ...]:
        """The number of each strip's group."""
        where = {member: number for number, group in enumerate(self.groups) for member in group.members}
        return tuple(where[index] for index in range(len(self.strips)))

    def to_json(self, image: str, ms: float, hand: bool = False) -> dict[str, Any]:
        """The line that ``look --json`` prints."""
        if not self.strips:
            return {"image": image, "found": False, "why": "no strips found", "ms": round(ms, 1)}
        return {
            "image": image,
            "found": True,
            "ms": round(ms, 1),
            "cards": [
                {
                    "card": strip.card,
                    "corners": _rounded(strip.corners_px),
                    "group": group,
                    "face_up": True,
                    "confidence": round(float(strip.confidence * strip.p.max()), 3),
                }
                for strip, group in zip(self.strips, self.group_of(), strict=True)
            ],
            "groups": [
                {"cards": [self.strips[index].card for index in group.members], "side": group.side}
                for group in self.groups
            ],
            "hand": hand,
        }


def corners_of(strips: Sequence[StripSeen]) -> Floats:
    """(N, 4, 2) of all strips."""
    return np.array([strip.corners_px for strip in strips], float).reshape(-1, 4, 2)


def _rounded(points: Floats) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
