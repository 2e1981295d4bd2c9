"""Films of games of any kind, before they are drawn: what was asked for, the shots, and their truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Generic, TypeVar

from models.scenes.filmed.view import grid_px
from models.scenes.scene import Camera, Setting

S = TypeVar("S", bound=Setting)
Told = Mapping[str, object]  # ready for JSON

NAMES = ("ann", "bo", "cy", "di")  # of the players, as many as there are


@dataclass(frozen=True)
class Wanted:
    """What film is asked for. ``players`` None: as many as the lot says; ``poses``: of a hand on its way."""

    seed: int
    width: int = 960
    height: int = 540
    fps: int = 10
    max_acts: int = 20
    players: int | None = None
    knocked: bool = False
    framing: str = "any"
    poses: int = 3


@dataclass(frozen=True)
class Shot(Generic[S]):
    """What is seen for so many frames on end."""

    scene: S
    frames: int


@dataclass(frozen=True)
class Knock:
    """The camera was knocked: from frame ``frame`` on it is ``camera``."""

    frame: int
    camera: Camera


@dataclass(frozen=True)
class Film(Generic[S]):
    """The shots in order; ``acts`` as in a recording's truth; ``knock`` where the camera was knocked."""

    shots: tuple[Shot[S], ...]
    acts: tuple[Told, ...]
    knock: Knock | None

    @property
    def frames(self) -> int:
        """How many there are."""
        return sum(shot.frames for shot in self.shots)

    def with_hands(self, fps: int) -> Iterator[tuple[float, float]]:
        """From when to when hands are over the table, in seconds."""
        frame = 0
        for there, shots in groupby(self.shots, lambda shot: bool(shot.scene.hands)):
            begun, frame = frame, frame + sum(shot.frames for shot in shots)
            if there:
                yield round(begun / fps, 3), round(frame / fps, 3)


@dataclass(frozen=True)
class GameTruth:
    """What a game tells of a film of its own: how it was ``begun`` (players and settings), its ``result`` (None: cut
    short), the pieces that lie there in the end, and what is ``seen``: board, pieces, camera."""

    begun: Told
    result: Told | None
    final: object
    seen: Told


@dataclass(frozen=True)
class Recording(Generic[S]):
    """A game that can be filmed: the shots, the first camera's view, and what its game tells of it."""

    seed: int
    fps: int
    film: Film[S]
    stage: S
    game: GameTruth


def truth_of(recording: Recording[S]) -> dict[str, object]:
    """What happens when (seconds), and what lies where (pixels), ready for JSON; the keys of a recording's truth."""
    film, game = recording.film, recording.game
    told: dict[str, object] = {
        **game.begun,
        "acts": list(film.acts),
        "result": game.result,
        "final": game.final,
        "fps": recording.fps,
        "frames": film.frames,
        "seed": recording.seed,
        **game.seen,
    }
    if film.knock:
        after = replace(recording.stage, camera=film.knock.camera)
        told["knock"] = {
            "t": film.knock.frame / recording.fps,
            "grid_corners": grid_px(after).round(2).tolist(),
        }
    return told
