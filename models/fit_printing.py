"""``python -m models.fit_printing``: how six prints go together (``calibration.printing``), from boards drawn."""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from referee.just4fun_colours import FIELD_COLOURS

Lab = NDArray[np.float64]

_NOISE = 2.0  # Lab units: nothing is known more surely than so
_NEAR = 0.15  # of a field: a board found so near to where it is has been found


@click.command()
@click.option(
    "--seed-from", type=int, default=710_000, show_default=True, help="Number of the first recording."
)
@click.option(
    "--count", type=int, default=1700, show_default=True, help="Of so many the first picture is drawn."
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path(__file__).parents[1] / "calibration" / "printing.json",
    show_default="calibration/printing.json",
)
def main(seed_from: int, count: int, out: Path) -> None:
    """Draw COUNT tables of recordings before their games begin, and write to OUT what their prints look like
    together, of those that have all six colours."""
    seen = (shades_seen(seed) for seed in range(seed_from, seed_from + count))
    shades = np.array([each.ravel() for each in seen if each is not None])
    fitted = {
        "make_again": f"python -m models.fit_printing --seed-from {seed_from} --count {count}",
        "boards": len(shades),
        "names": list(FIELD_COLOURS),
        "mean": shades.mean(0).round(2).tolist(),
        "covariance": (np.cov(shades.T) + _NOISE**2 * np.eye(shades.shape[1])).round(2).tolist(),
    }
    out.write_text(json.dumps(fitted) + "\n", encoding="utf-8")
    click.echo(f"{len(shades)} boards with all colours, of {count}")


def shades_seen(seed: int) -> Lab | None:
    """(6, 3) what the six prints look like in the first picture of a recording, as ``calibration.shades.to_lab``
    has them; None where one is not on the board or burnt out, or the board is not found."""
    from calibration.shades import burnt_out
    from models.scenes.camera import expose, project
    from models.scenes.filmed.film import Wanted
    from models.scenes.just4fun_colours.recording import plan
    from models.scenes.quick import render as quick
    from vision.finding.board import find_board
    from vision.stone_table.prints import field_labs

    scene = plan(Wanted(seed)).film.shots[0].scene
    names = np.array(scene.board.fields)
    if len(np.unique(names)) < len(FIELD_COLOURS):
        return None
    picture = expose(quick.render(scene)[0], scene.camera)
    board = find_board(picture, scene.board.size)
    if board is None:
        return None
    corners_px = project(np.c_[scene.board.grid_corners_mm(), np.zeros(4)], scene.camera)
    off = [np.abs(np.roll(corners_px, -turn, 0) - board.corners_px).max() for turn in range(4)]
    if min(off) > _NEAR * np.linalg.norm(corners_px[1] - corners_px[0]) / scene.board.size:
        return None
    names, labs = np.rot90(names, int(np.argmin(off))).ravel(), field_labs(picture, board)
    plain = ~burnt_out(labs)
    if any(not (plain & (names == name)).any() for name in FIELD_COLOURS):
        return None
    return np.array([np.median(labs[plain & (names == name)], 0) for name in FIELD_COLOURS])


if __name__ == "__main__":
    main()
