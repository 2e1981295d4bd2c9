"""``python -m models.fit_printing``: how six prints go together, and how often each is on a board
(``calibration.printing``), from boards drawn."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from calibration.printing import hues_past
from referee.just4fun_colours import FIELD_COLOURS

Lab = NDArray[np.float64]

_NOISE = 2.0  # Lab units: nothing is known more surely than so
_NEAR = 0.15  # of a field: a board found so near to where it is has been found
_SPREADS, _SHARES = np.geomspace(0.3, 10, 40), np.geomspace(1e-4, 0.1, 30)  # that are tried


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
    together and how their hues follow one another, of those that have all six colours, and how many boards have as
    many fields of each."""
    drawn = [board_seen(seed) for seed in range(seed_from, seed_from + count)]
    boards = [board for board in drawn if board is not None]
    complete = [board.shades for board in boards if not np.isnan(board.shades).any()]
    shades = np.array([each.ravel() for each in complete])
    spread, out_of_order = in_order(np.concatenate([hues_past(each) for each in complete]))
    fitted = {
        "make_again": f"python -m models.fit_printing --seed-from {seed_from} --count {count}",
        "boards": len(shades),
        "names": list(FIELD_COLOURS),
        "mean": shades.mean(0).round(2).tolist(),
        "covariance": (np.cov(shades.T) + _NOISE**2 * np.eye(shades.shape[1])).round(2).tolist(),
        "hue_spread": round(spread, 2),
        "out_of_order": round(out_of_order, 4),
        "even": round((sum(board.even for board in boards) + 1) / (len(boards) + 2), 3),
    }
    out.write_text(json.dumps(fitted) + "\n", encoding="utf-8")
    click.echo(f"{len(shades)} boards with all colours, of {count}")


@dataclass(frozen=True)
class Board:
    """``shades`` (6, 3) what the six prints look like in the first picture of a recording, as
    ``calibration.shades.to_lab`` has them, nan of one that is not on the board or burnt out; whether the board is
    ``even``: as many fields of each."""

    shades: Lab
    even: bool


def in_order(past: Lab) -> tuple[float, float]:
    """The spread (Lab units), and how many neighbours are out of order in spite of it, by which it is likeliest that
    hues which are apart by so much are ``past`` (N,) one another, and not short of it."""
    odd = _SHARES[:, None, None]
    ahead = norm.cdf(past / _SPREADS[:, None])
    log_p = np.log(odd + (1 - 2 * odd) * ahead).sum(-1)
    share, spread = np.unravel_index(int(log_p.argmax()), log_p.shape)
    return float(_SPREADS[spread]), float(_SHARES[share])


def board_seen(seed: int) -> Board | None:
    """The first picture's board; None where it is not found."""
    from calibration.shades import burnt_out
    from models.scenes.camera import expose, project
    from models.scenes.filmed.film import Wanted
    from models.scenes.just4fun_colours.recording import plan
    from models.scenes.quick import render as quick
    from vision.finding.board import find_board
    from vision.stone_table.prints import field_labs

    scene = plan(Wanted(seed)).film.shots[0].scene
    names = np.array(scene.board.fields)
    picture = expose(quick.render(scene)[0], scene.camera)
    board = find_board(picture, scene.board.size)
    if board is None:
        return None
    corners_px = project(np.c_[scene.board.grid_corners_mm(), np.zeros(4)], scene.camera)
    off = [np.abs(np.roll(corners_px, -turn, 0) - board.corners_px).max() for turn in range(4)]
    if min(off) > _NEAR * np.linalg.norm(corners_px[1] - corners_px[0]) / scene.board.size:
        return None
    names, labs = np.rot90(names, int(np.argmin(off))).ravel(), field_labs(picture, board)
    each = [labs[~burnt_out(labs) & (names == name)] for name in FIELD_COLOURS]
    shades = np.array([np.median(prints, 0) if len(prints) else np.full(3, np.nan) for prints in each])
    counts = [int((names == name).sum()) for name in FIELD_COLOURS]
    return Board(shades, len(set(counts)) == 1)


if __name__ == "__main__":
    main()
