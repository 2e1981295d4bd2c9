"""Turns in space, shared by both renderers."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.scenes.scene import Stone


def about_axis(axis: ArrayLike, angle: float) -> NDArray[np.float64]:
    """(3, 3) right-handed turn by ``angle`` radians about the unit vector ``axis`` (Rodrigues' formula)."""
    x, y, z = np.asarray(axis, float)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)


def yaw(angle: float) -> NDArray[np.float64]:
    """(3, 3) turn about the world's z."""
    return about_axis((0, 0, 1), angle)


def stone_turn(stone: Stone) -> NDArray[np.float64]:
    """(3, 3) from a stone's own frame (bottom at the origin, top along z) to the world: yaw, then tilt.

    The tilt is about the horizontal axis at ``stone.yaw``, through the centre of the bottom.
    """
    return leaning(stone.yaw, stone.tilt)


def leaning(turn: float, tilt: float) -> NDArray[np.float64]:
    """(3, 3) turn by ``turn`` about the world's z, then by ``tilt`` about the horizontal axis at ``turn``."""
    return about_axis((np.cos(turn), np.sin(turn), 0), tilt) @ yaw(turn)
