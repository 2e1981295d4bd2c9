"""``python -m models.look_logs RECORDING... --out FOLDER``: write down what the eyes saw, once.

What is believed about a game can then be fitted and judged on the logs, any number of times, without the films (see
``models.evaluation.look_logs``). The hints that the eyes get while a film is logged come from the game as it is
followed meanwhile; what was told of it is in the log as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from companion.eyes.shown import Shown
from models.catalogue import NAMES, card
from models.evaluation.disturbances import Picture, disturbances, disturbed
from models.evaluation.labelled import TruthError, read_truth
from models.evaluation.look_logs import Event, LookLog, write_log
from models.evaluation.poor_cameras import CAMERAS, through

if TYPE_CHECKING:
    from companion.eyes.hints import Hints
    from companion.eyes.stretch import Stretch
    from companion.session.games.just4fun_colours import ColoursGame

_PLAYERS = ("red", "green", "blue", "yellow")  # of a recording without truth


@dataclass(frozen=True)
class Seeing:
    """How a recording is seen: with what ``disturb``s a game laid over it, through which ``camera``, one frame in
    ``every`` so many; each look against so many ``keyframes`` at the most, the last ones."""

    disturb: bool = False
    camera: str | None = None
    every: int = 1
    keyframes: int = 4

    def file_name(self, recording: Path) -> str:
        """The name of the log of a recording."""
        ways = ["disturbed"] * self.disturb + [self.camera] * bool(self.camera)
        ways += [f"every{self.every}"] * (self.every > 1)
        return "-".join([recording.parent.name, recording.stem, *map(str, ways)]) + ".npz"


@click.command()
@click.argument("recordings", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="Where logs go.")
@click.option("--disturb", is_flag=True, help="Lay lamp, sun, knock and the camera carried round over it.")
@click.option("--camera", type=click.Choice(list(CAMERAS)), help="Seen through a camera that does so.")
@click.option("--every", type=click.IntRange(1), default=1, show_default=True, help="One frame in so many.")
@click.option(
    "--keyframes", type=click.IntRange(1), default=4, show_default=True, help="Compare with so many."
)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Recordings at a time.")
def main(
    recordings: tuple[Path, ...],
    out: Path,
    disturb: bool,
    camera: str | None,
    every: int,
    keyframes: int,
    jobs: int,
) -> None:
    """Write a log of what the eyes see in each of the RECORDINGs; those that lie in the folder are left as they are.

    Example: python -m models.look_logs companion/recordings/game.mp4 --out logs
    """
    out.mkdir(parents=True, exist_ok=True)
    seeing = Seeing(disturb, camera, every, keyframes)
    missing = [path for path in recordings if not (out / seeing.file_name(path)).exists()]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(log_recording, path, out, seeing): path for path in missing}
        for done in as_completed(running):
            try:
                click.echo(done.result())
            except TruthError as error:
                raise click.ClickException(str(error)) from error


def log_recording(recording: Path, out: Path, seeing: Seeing) -> str:
    """Write the log of a recording into a folder, and say so; raises TruthError."""
    beside = recording.with_suffix(".json")
    truth = read_truth(beside) if beside.exists() else None
    if seeing.disturb and truth is None:
        raise TruthError(
            f"{recording}: what happens to it goes by its truth, and no NAME.json lies beside it"
        )
    events, looks, rests = list[Event](), list[Shown](), dict[int, float]()
    session, learnt = _session(truth, seeing, looks), None
    for item in _watched(recording, truth, seeing, session):
        if isinstance(item, dict):
            events.append(item)
            learnt = session.hints if item["event"] == "ready" else learnt
        elif looks:
            rests[looks[-1].number] = item
    path = out / seeing.file_name(recording)
    write_log(path, LookLog(_header(recording, seeing, learnt), truth, events, looks, rests))
    return f"{path.name}: {len(looks)} looks, {len(events)} events, {path.stat().st_size / 1e6:.1f} MB"


def _session(truth: dict[str, Any] | None, seeing: Seeing, looks: list[Shown]) -> ColoursGame:
    """A game under way with the players of the truth, kept nowhere. Its ``looks`` are noted as they come."""
    from companion.record.keeper import Keeper
    from companion.record.store import Store
    from companion.session.followed_game import FollowedGame
    from companion.session.games.just4fun_colours import shows
    from companion.session.games.just4fun_played import Just4FunPlayed
    from referee import just4fun_colours as rules

    def noting() -> Callable[[Stretch], Shown]:
        show = shows(seeing.keyframes)

        def noted(stretch: Stretch) -> Shown:
            looks.append(show(stretch))
            return looks[-1]

        return noted

    known = truth or {}
    players, options = tuple(known.get("players", _PLAYERS)), {"row": known.get("row", 4)}
    played = Just4FunPlayed(noting, players)
    return FollowedGame(rules, players, options, Keeper(Store.open(":memory:")), played=played)


def _watched(
    recording: Path, truth: dict[str, Any] | None, seeing: Seeing, session: ColoursGame
) -> Iterator[Event | float]:
    """The events that are told, and the times at which the table is still at rest, as they come."""
    from companion.eyes.watcher import Watcher
    from companion.session.live import play
    from vision.sources import open_source

    happen = disturbances(truth) if truth and seeing.disturb else ()
    camera = through(seeing.camera) if seeing.camera else lambda bgr, _: bgr

    def seen(bgr: Picture, t: float) -> Picture:
        return camera(disturbed(bgr, t, happen), t)

    watcher = Watcher()
    with open_source(str(recording), realtime=False) as source:
        for frame in islice(source, 0, None, seeing.every):
            yield from play(replace(frame, bgr=seen(frame.bgr, frame.t)), watcher, session)
            if watcher.eyes == "watching":
                yield frame.t


def _header(recording: Path, seeing: Seeing, hints: Hints | None) -> dict[str, Any]:
    """How it was logged, and what was learnt of the board: the fields' names, how sure each is, and their shades in
    Lab; nothing of that where no game began."""
    told = None
    if hints and hints.fields is not None and hints.shades is not None:
        shades = zip(hints.shades.names, hints.shades.centres.tolist(), strict=True)
        told = {
            "fields": hints.fields.tolist(),
            "sure": np.asarray(hints.sure).tolist(),
            "shades": dict(shades),
        }
    return {
        "recording": recording.name,
        "set": recording.parent.name,
        "seen": asdict(seeing),
        "networks": {name: card(name)["sha256"] for name in NAMES},
        "learnt": told,
    }


if __name__ == "__main__":
    main()
