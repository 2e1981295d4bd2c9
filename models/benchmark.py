"""``python -m models.benchmark``: where the time goes at 1280x720, and how much memory it takes.

The pictures are made here by the quick renderer, so that the figures can be had again anywhere.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import click
import numpy as np


def quantiles(action: Callable[[], Any], times: int) -> tuple[float, float]:
    """Median and 95th percentile of ``times`` calls, in milliseconds, after two to warm up."""
    spent = []
    for n in range(times + 2):
        start = time.perf_counter()
        action()
        if n >= 2:
            spent.append((time.perf_counter() - start) * 1e3)
    return float(np.median(spent)), float(np.quantile(spent, 0.95))


@click.command()
@click.option("--width", default=1280, show_default=True)
@click.option("--height", default=720, show_default=True)
@click.option("--times", default=30, show_default=True)
@click.option("--seed", default=4, show_default=True, help="Of the scene.")
def main(width: int, height: int, times: int, seed: int) -> None:
    """Time each step on one made picture."""
    bgr = scene_picture(seed, width, height)
    from vision.finding.board import find_board
    from vision.finding.overview import glance
    from vision.following.follow import Follower
    from vision.following.gate import Gate
    from vision.stone_table.cards import find_cards, read_cards
    from vision.stone_table.fields_and_cards import read_fields_and_cards
    from vision.stone_table.look import look
    from vision.stone_table.stones import read_fields

    before_mb = _resident_mb()
    board = find_board(bgr)
    if board is None:
        raise click.ClickException(f"no board found in scene {seed}: try another --seed")
    standing = int((read_fields(bgr, board).height[..., 0] < 0.5).sum())
    click.echo(f"scene {seed} at {width}x{height}: stones on {standing} of {board.size**2} fields")
    gate, follower = Gate(), Follower(bgr, board.corners_px)
    clock, looks = iter(range(10**9)), iter(range(10**9))
    steps: dict[str, Callable[[], Any]] = {
        "look, whole": lambda: look(bgr),
        "  glance (board, hands)": lambda: glance(bgr),
        "  find the board": lambda: find_board(bgr),
        "  read the fields": lambda: read_fields(bgr, board),
        "  read the cards": lambda: read_cards(bgr, board),
        "full reading, board known": lambda: find_cards(
            read_fields_and_cards(bgr, board.pose, board.size, next(looks)).cards, board
        ),
        "gate a frame": lambda: gate.feed(bgr, next(clock) / 15),
        "check that the board is there": lambda: follower.check(bgr),
    }
    for name, action in steps.items():
        median, high = quantiles(action, times)
        click.echo(f"{name:32s} median {median:6.1f} ms   95 % {high:6.1f} ms")
    click.echo(f"memory: {_resident_mb():.0f} MB at its highest ({before_mb:.0f} MB before the networks)")


def scene_picture(seed: int, width: int, height: int) -> Any:
    """A made picture, drawn in a process of its own: the renderer's memory is not vision's."""
    code = (
        "import sys, numpy as np\n"
        "from models.scenes.camera import expose\n"
        "from models.scenes.quick.render import render\n"
        "from models.scenes.sample import sample_scene\n"
        f"scene = sample_scene({seed}, width={width}, height={height}, mode='close')\n"
        "sys.stdout.buffer.write(expose(render(scene)[0], scene.camera).tobytes())"
    )
    drawn = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout
    return np.frombuffer(drawn, np.uint8).reshape(height, width, 3)


def _resident_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform != "darwin" else peak / 1024**2


if __name__ == "__main__":
    main()
