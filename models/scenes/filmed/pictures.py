"""The frames of a filmed game."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Generic

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import expose
from models.scenes.filmed.film import Recording, S

Picture = NDArray[np.uint8]


def frames(recording: Recording[S], pictures: Pictures[S], hands: bool = True) -> Iterator[Picture]:
    """The frames (H, W, 3) BGR as the camera sends them: fresh noise in each, and a trembling exposure.

    Without ``hands``, which take most of the time to draw, the table stays as it was until they have gone.
    """
    rng = np.random.default_rng([recording.seed, 21])
    tremble, drift = rng.uniform(0.002, 0.02), 0.0
    shown = next(shot.scene for shot in recording.film.shots if not shot.scene.hands)
    for shot in recording.film.shots:
        shown = shot.scene if hands or not shot.scene.hands else shown
        plain = pictures.of(shown)
        for _ in range(shot.frames):
            drift = 0.97 * drift + float(rng.normal(0, 0.01))
            camera = shown.camera
            ev = camera.exposure_ev + drift + float(rng.normal(0, tremble))
            yield expose(plain, replace(camera, exposure_ev=ev, seed=int(rng.integers(2**31))))


class Pictures(Generic[S]):
    """Renders each scene once, and keeps the pictures in a folder if one is given."""

    def __init__(
        self, render: Callable[[S], Picture], how: tuple[str | int, ...] = (), folder: Path | None = None
    ) -> None:
        """``render`` a scene as (H, W, 3) BGR; ``how`` tells its pictures from another renderer's in ``folder``."""
        self._render, self._how, self._folder = render, how, folder
        self._latest: dict[str, Picture] = {}

    def of(self, scene: S) -> Picture:
        """The scene through the lens, before the sensor."""
        key = hashlib.sha1(repr((scene, *self._how)).encode()).hexdigest()
        if key not in self._latest:
            self._latest = {key: self._stored(key, scene)}  # shots that look alike follow one another
        return self._latest[key]

    def _stored(self, key: str, scene: S) -> Picture:
        if self._folder is None:
            return self._render(scene)
        path = self._folder / f"{key}.png"
        if not path.exists():
            part = path.with_suffix(f".{os.getpid()}.png")
            cv2.imwrite(str(part), self._render(scene))
            os.replace(part, path)
        return np.asarray(cv2.imread(str(path)), np.uint8)
