"""What any game tells of its cells between two stretches: whether they can be compared, and in what light."""

from __future__ import annotations

from companion.eyes.showing import condition_of, light_between
from companion.eyes.stretch import Rest
from vision.light_on_board import light_of_before

_CONDITIONS = {"light": "lamp"}  # what the eyes tell apart, and the weights do not


def comparable(before: Rest, now: Rest) -> bool:
    """Whether both were seen from one place."""
    return before.place.number == now.place.number


def condition(before: Rest | None, now: Rest) -> str:
    """Under what the picture was taken, against the last keyframe ``before``, if there was one: see
    ``companion.follow.follows.Seen``."""
    if before is None:
        return "plain"
    if not comparable(before, now):
        return "moved"
    light = light_of_before(before.patches, now.patches)
    said = condition_of(*light_between(light), now.swayed_px)
    return _CONDITIONS.get(said, said)
