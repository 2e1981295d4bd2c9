"""Film a whole game with its truth: ``python -m models.scenes.recording OUT.mp4 --seed N``.

Writes OUT.mp4, and OUT.json with what a reader of the film should tell. The same for the same arguments.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import expose, project
from models.scenes.recording_direct import Film, direct
from models.scenes.recording_script import Script, write_script
from models.scenes.recording_table import FilmedTable, sample_stage
from models.scenes.recording_video import write_video
from models.scenes.sample_set import triple
from models.scenes.scene import Camera, Scene
from models.scenes.truth import truth

Picture = NDArray[np.uint8]

ROW = 4


@dataclass(frozen=True)
class Recording:
    """A game that can be filmed: its script, the shots, and the first camera's view."""

    seed: int
    fps: int
    script: Script
    film: Film
    stage: Scene


def plan(
    seed: int,
    *,
    width: int = 960,
    height: int = 540,
    fps: int = 10,
    max_acts: int = 20,
    players: int | None = None,
    knocked: bool = False,
    framing: str = "any",
    poses: int = 3,
) -> Recording:
    """The game of that number: table, script and shots. ``players`` None: 2 to 4 by lot."""
    rng = np.random.default_rng([seed, 20])
    stage = sample_stage(seed, width, height, framing)
    table = FilmedTable(rng, stage, players or int(rng.integers(2, 5)))
    names: tuple[Any, ...] = tuple(table.owners)
    script = write_script(rng, names, stage.board.fields, max_acts)  # type: ignore[arg-type]
    second = _knocked(rng, stage) if knocked else None
    return Recording(seed, fps, script, direct(rng, script, table, fps, second, poses), stage)


def truth_of(recording: Recording) -> dict[str, Any]:
    """What happens when, and what lies where, ready for JSON; the keys of a recording's truth."""
    script, film, camera = recording.script, recording.film, recording.stage.camera
    seen = truth(film.shots[0].scene, np.zeros((camera.height, camera.width), np.uint8))
    result = script.result
    told: dict[str, Any] = {
        "fields": [list(row) for row in script.final.fields],
        "players": list(script.final.players),
        "row": script.final.options.row,
        "acts": list(film.acts),
        "result": result
        and {
            "winners": list(result.winners),
            "how": result.how,
            "cells": [list(cell) for cell in result.cells],
        },
        "final": [[list(stack) for stack in row] for row in script.final.stacks],
        "fps": recording.fps,
        "frames": film.frames,
        "seed": recording.seed,
    }
    kept = ("play_zone", "camera", "grid_corners", "stone_kind", "elevation", "width", "height")
    told |= {key: seen[key] for key in kept}
    if film.knock:
        after = replace(recording.stage, camera=film.knock.camera)
        told["knock"] = {
            "t": film.knock.frame / recording.fps,
            "grid_corners": _grid_px(after).round(2).tolist(),
        }
    return told


def frames(recording: Recording, pictures: Pictures, hands: bool = True) -> Iterator[Picture]:
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


class Pictures:
    """Renders each scene once, and keeps the pictures in a folder if one is given."""

    def __init__(self, renderer: str, samples: int = 8, threads: int = 0, folder: Path | None = None) -> None:
        """``renderer``: quick | path; ``samples`` paths a pixel and ``threads`` (0: all) are the path renderer's."""
        self._renderer, self._samples, self._threads, self._folder = renderer, samples, threads, folder
        self._latest: dict[str, Picture] = {}

    def of(self, scene: Scene) -> Picture:
        """The scene through the lens, before the sensor."""
        key = hashlib.sha1(repr((scene, self._renderer, self._samples)).encode()).hexdigest()
        if key not in self._latest:
            self._latest = {key: self._stored(key, scene)}  # shots that look alike follow one another
        return self._latest[key]

    def _stored(self, key: str, scene: Scene) -> Picture:
        if self._folder is None:
            return self._rendered(scene)
        path = self._folder / f"{key}.png"
        if not path.exists():
            part = path.with_suffix(f".{os.getpid()}.png")
            cv2.imwrite(str(part), self._rendered(scene))
            os.replace(part, path)
        return np.asarray(cv2.imread(str(path)), np.uint8)

    def _rendered(self, scene: Scene) -> Picture:
        if self._renderer == "path":
            from models.scenes import path_traced

            return path_traced.render(scene, self._samples, self._threads)[0]
        from models.scenes import quick

        return quick.render(scene)[0]


def _knocked(rng: np.random.Generator, stage: Scene) -> Camera:
    """The camera turned by a few degrees, the board still in its picture."""
    camera = stage.camera
    size = np.array([camera.width, camera.height])
    for degrees in np.linspace(4.0, 0.5, 30):
        turn, _ = cv2.Rodrigues(np.radians(degrees) * rng.normal(0, [0.6, 0.6, 0.5]))
        r, t = turn @ np.array(camera.r), turn @ np.array(camera.t_mm)
        moved = replace(camera, r=tuple(triple(row) for row in r), t_mm=triple(t))
        px = _grid_px(replace(stage, camera=moved))
        by = np.linalg.norm(px - _grid_px(stage), axis=1).mean() / camera.height
        if (px > 0.01 * size).all() and (px < 0.99 * size).all() and by > 0.02:
            break
    return moved


def _grid_px(scene: Scene) -> NDArray[np.float64]:
    return project(np.c_[scene.board.grid_corners_mm(), np.zeros(4)], scene.camera)


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seed", type=int, default=0, show_default=True, help="Number of the game.")
@click.option("--renderer", type=click.Choice(["quick", "path"]), default="quick", show_default=True)
@click.option("--width", type=int, default=960, show_default=True)
@click.option("--height", type=int, default=540, show_default=True)
@click.option("--fps", type=click.IntRange(1, 60), default=10, show_default=True)
@click.option("--max-acts", type=click.IntRange(1, 60), default=20, show_default=True)
@click.option("--players", type=click.IntRange(2, 4), default=None, help="By default 2 to 4 by lot.")
@click.option("--framing", type=click.Choice(["any", "close"]), default="any", show_default=True)
@click.option("--knock", is_flag=True, help="The camera is knocked in the middle of the game.")
@click.option("--hands/--no-hands", default=True, show_default=True, help="Without: some ten times as fast.")
@click.option(
    "--poses", type=click.IntRange(1, 9), default=3, show_default=True, help="Of a hand on its way."
)
@click.option("--samples", type=int, default=8, show_default=True, help="Paths a pixel (path renderer).")
@click.option("--threads", type=int, default=0, show_default=True, help="0: all cores (path renderer).")
@click.option(
    "--keep", type=click.Path(file_okay=False, path_type=Path), help="Keep rendered pictures there."
)
@click.option(
    "--quality", type=int, default=26, show_default=True, help="H.264's rate factor: less is better."
)
def main(
    out: Path,
    seed: int,
    renderer: str,
    width: int,
    height: int,
    fps: int,
    max_acts: int,
    players: int | None,
    framing: str,
    knock: bool,
    hands: bool,
    poses: int,
    samples: int,
    threads: int,
    keep: Path | None,
    quality: int,
) -> None:
    """Film the game of number SEED in OUT (.mp4), its truth beside it (.json)."""
    recording = plan(
        seed,
        width=width,
        height=height,
        fps=fps,
        max_acts=max_acts,
        players=players,
        knocked=knock,
        framing=framing,
        poses=poses,
    )
    for folder in (out.parent, keep):
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
    pictures = Pictures(renderer, samples, threads, keep)
    with click.progressbar(
        frames(recording, pictures, hands), length=recording.film.frames, label=out.name
    ) as shown:
        write_video(out, shown, fps, quality)
    part = out.with_suffix(".json.part")
    part.write_text(json.dumps(truth_of(recording)))
    os.replace(part, out.with_suffix(".json"))


if __name__ == "__main__":
    main()
