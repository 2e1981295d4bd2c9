"""``python -m models.evaluate_acts VIDEO...``: are the acts of recorded games told as they were done?

A recording's truth lies beside it as ``NAME.json`` (see ``models.scenes.recording``). An act is told exactly when
player, field, cards and verdict are right, within the time its result lies on the table and a second more.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np

from models.evaluate import best_turn, wilson

_GRACE_S = 1.5
Event = dict[str, Any]


@dataclass(frozen=True)
class GameResult:
    """What came out of one recording."""

    name: str
    acts: int
    exact: int
    false_alarms: int
    unclear: int
    delays_s: tuple[float, ...]
    won_right: bool
    lines: tuple[str, ...]
    frames_per_s: float


def watch(video: Path, players: tuple[str, ...], options: dict[str, Any]) -> Iterator[Event]:
    """The events of a recording, as ``tableref watch --json`` tells them."""
    from companion.live import Keeper, play
    from companion.session import Session
    from companion.store import Store
    from companion.watcher import Watcher
    from referee.registry import game
    from vision.sources import open_source

    session = Session(game("just4fun-colours"), players, options, Keeper(Store.open(":memory:")))
    watcher = Watcher()
    with open_source(str(video), realtime=False) as source:
        for frame in source:
            yield from play(frame, watcher, session)


def evaluate(video: Path) -> GameResult:
    """Hold what is told of a recording against its truth."""
    truth = json.loads(video.with_suffix(".json").read_text(encoding="utf-8"))
    start = time.perf_counter()
    events = list(watch(video, tuple(truth["players"]), {"row": truth.get("row", 4)}))
    rate = truth["frames"] / (time.perf_counter() - start)
    ready = next((e for e in events if e["event"] == "ready"), None)
    lines: list[str] = []
    if ready is None:
        lines.append("no game began: " + "; ".join(str(e.get("why")) for e in events))
        return GameResult(video.stem, len(truth["acts"]), 0, 0, 0, (), False, tuple(lines), rate)
    turn, _ = best_turn(np.array(ready["board"]["corners"]), np.array(truth["grid_corners"]))
    told = [e for e in events if e["event"] == "act"]
    exact, delays = 0, []
    for act in truth["acts"]:
        match = next((e for e in told if _same(e, act, turn)), None)
        if match is None:
            near = [f"{e['t']} {e['act']} {e['faults']}" for e in told if _in_time(e, act)]
            lines.append(f"missed {_due(act, turn)}; told then: {near or 'nothing'}")
            continue
        told.remove(match)
        exact += 1
        delays.append(match["t"] - act["stands_from"])
    lines += [f"false: {e['t']} {e['act']} {e['faults']}" for e in told]
    unclear = [e for e in events if e["event"] == "unclear"]
    lines += [f"unclear: {e['t']} {e['why']}" for e in unclear]
    outcome = next((e["outcome"] for e in events if e["event"] == "outcome"), None)
    due = truth["result"]["winners"] if truth["result"] else None
    won = (outcome["winners"] if outcome else None) == due
    return GameResult(
        video.stem, len(truth["acts"]), exact, len(told), len(unclear), tuple(delays), won, tuple(lines), rate
    )


def _turned(cell: list[int], turn: int, size: int = 6) -> list[int]:
    """A cell of the truth as the reading names it, which is ``turn`` quarter turns on (as ``np.rot90``)."""
    row, col = cell
    for _ in range(turn):
        row, col = size - 1 - col, row
    return [row, col]


def _stones(stones: list[Any], turn: int) -> list[Any]:
    return sorted([colour, _turned(cell, turn)] for colour, cell in stones)


def _due(act: dict[str, Any], turn: int) -> dict[str, Any]:
    """The act of the truth in the words of an event, as far as they are compared."""
    due = {"act": act["kind"], "cards": sorted(act.get("cards", [])), "faults": sorted(act["verdict"])}
    if act["kind"] == "change":
        return due | {"added": _stones(act["added"], turn), "removed": _stones(act["removed"], turn)}
    due["player"] = act["player"]
    return due | {"cell": _turned(act["cell"], turn)} if act["kind"] == "place" else due


def _same(event: Event, act: dict[str, Any], turn: int) -> bool:
    told = event["act"]
    seen = {"act": told["act"], "cards": sorted(told.get("cards", [])), "faults": event["faults"]}
    if told["act"] == "change":
        seen |= {"added": _stones(told["added"], 0), "removed": _stones(told["removed"], 0)}
    else:
        seen["player"] = told["player"]
        if told["act"] == "place":
            seen["cell"] = told["cell"]
    return _in_time(event, act) and seen == _due(act, turn)


def _in_time(event: Event, act: dict[str, Any]) -> bool:
    return bool(act["stands_from"] - 0.3 <= event["t"] <= act["stands_to"] + _GRACE_S)


@click.command()
@click.argument("videos", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--errors", is_flag=True, help="Name each error.")
def main(videos: tuple[Path, ...], errors: bool) -> None:
    """Measure the whole pipeline on recorded games.

    Example: python -m models.evaluate_acts companion/recordings/game.mp4 --errors
    """
    results = []
    for video in videos:
        result = evaluate(video)
        results.append(result)
        delay = f"{np.median(result.delays_s):.2f} s" if result.delays_s else "-"
        click.echo(
            f"{result.name:12s} acts {result.exact}/{result.acts}  false {result.false_alarms}  "
            f"unclear {result.unclear}  told after {delay}  winner {'right' if result.won_right else 'WRONG'}  "
            f"{result.frames_per_s:.0f} frames/s"
        )
        if errors:
            click.echo("".join(f"    {line}\n" for line in result.lines), nl=False)
    exact, acts = sum(r.exact for r in results), sum(r.acts for r in results)
    low, high = wilson(exact, acts)
    click.echo(
        f"all: acts {exact}/{acts} = {100 * exact / max(acts, 1):.1f} % ({100 * low:.1f} to {100 * high:.1f}), "
        f"false alarms {sum(r.false_alarms for r in results)}, unclear {sum(r.unclear for r in results)}"
    )


if __name__ == "__main__":
    main()
