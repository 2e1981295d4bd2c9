"""``python -m models.evaluate DIR``: what the shipped networks see in pictures with truth, as figures.

A picture's truth lies beside it as ``NAME.json`` with the keys that ``models.scenes.truth`` writes. Fields of
which a hand hides more than a third do not count for owner, height and colour.
"""

from __future__ import annotations

import csv
import json
import math
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

VISIBLE = 0.35  # a field of which a hand covers less counts as visible


@dataclass(frozen=True)
class PictureResult:
    """What came out of one picture: counts, and the errors in words."""

    name: str
    counts: Counter[str]
    corner_error_fields: float | None
    errors: tuple[str, ...]
    ms: float


def evaluate_picture(name: str, bgr: NDArray[np.uint8], truth: dict[str, Any]) -> PictureResult:
    """Look at a picture and hold the reading against its truth, in the turn that fits best."""
    from vision.look import look

    start = time.perf_counter()
    size = len(truth["cells"])
    reading = look(bgr, size)
    ms = (time.perf_counter() - start) * 1e3
    counts: Counter[str] = Counter(pictures=1)
    if reading.board is None or reading.fields is None:
        return PictureResult(name, counts, None, (f"{name}: no board ({reading.why})",), ms)
    true_corners = np.array(truth["grid_corners"])
    turn, distance = best_turn(reading.board.corners_px, true_corners)
    field_px = math.sqrt(_area(true_corners)) / size
    error = float(distance / field_px)
    if error > 0.5:
        return PictureResult(name, counts, error, (f"{name}: board misplaced by {error:.1f} fields",), ms)
    counts["found"] = 1
    errors = list(_count_fields(counts, reading.fields, truth["cells"], turn, name))
    errors += _count_cards(counts, reading.cards, truth, name)
    return PictureResult(name, counts, error, tuple(errors), ms)


def best_turn(corners_px: NDArray[np.float64], truth_px: NDArray[np.float64]) -> tuple[int, float]:
    """By how many corners the truth is turned against what was found, and the largest corner error in pixels."""
    distances = [
        float(np.linalg.norm(np.roll(truth_px, -k, axis=0) - corners_px, axis=1).max()) for k in range(4)
    ]
    turn = int(np.argmin(distances))
    return turn, distances[turn]


def _count_fields(
    counts: Counter[str], fields: Any, cells: list[list[dict[str, Any]]], turn: int, name: str
) -> list[str]:
    """Compare cell by cell; the truth is rotated ``turn`` quarter turns to the reading's way up."""
    from vision.reading import FIELD_COLOURS

    rotated = np.rot90(np.array(cells, dtype=object), turn)
    errors = []
    wrong_owners = wrong_heights = 0
    for (row, col), cell in np.ndenumerate(rotated):
        covered = cell["covered"] >= VISIBLE
        counts["hidden_right"] += bool(fields.hidden[row, col] > 0.5) == covered
        counts["cells"] += 1
        if covered:
            continue
        owner, height = (cell["stack"][-1] if cell["stack"] else None), len(cell["stack"])
        seen_field = FIELD_COLOURS[int(fields.field[row, col].argmax())]
        seen_owner, seen_height = fields.owner_name(row, col), fields.height_of(row, col)
        counts["visible"] += 1
        counts["field_wrong"] += seen_field != cell["field"]
        wrong_owners += seen_owner != owner
        wrong_heights += seen_height != height
        if seen_field != cell["field"]:
            errors.append(f"{name} [{row},{col}]: field {cell['field']} seen {seen_field}")
        if seen_owner != owner:
            errors.append(f"{name} [{row},{col}]: owner {owner} on {cell['field']} seen {seen_owner}")
        elif seen_height != height:
            errors.append(f"{name} [{row},{col}]: height {height} seen {seen_height}")
    counts["owner_wrong"] += wrong_owners
    counts["height_wrong"] += wrong_heights
    counts["whole_owners"] += wrong_owners == 0
    counts["whole"] += wrong_owners + wrong_heights == 0
    return errors


def _count_cards(counts: Counter[str], cards: Any, truth: dict[str, Any], name: str) -> list[str]:
    """Colours and number of the face-up cards in the play zone."""
    import cv2

    zone = np.array(truth["play_zone"], np.float32)
    seen = sorted(
        card.colour
        for card in cards
        if card.face_up
        and cv2.pointPolygonTest(zone, tuple(card.corners_px.mean(0)), True) > -0.02 * math.sqrt(_area(zone))
    )
    due = sorted(card["colour"] for card in truth["zone_cards"])
    counts["cards_right"] += seen == due
    return [] if seen == due else [f"{name}: cards {due} seen {seen}"]


def _area(quad: NDArray[Any]) -> float:
    x, y = np.asarray(quad, float).T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def wilson(hits: float, total: float, z: float = 1.96) -> tuple[float, float]:
    """The Wilson score interval (Wilson 1927) of a share, at 95 %."""
    if total == 0:
        return 0.0, 1.0
    p = hits / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - half), min(1.0, middle + half)


ROWS = (
    ("board found", "found", "pictures"),
    ("field colour wrong", "field_wrong", "visible"),
    ("owner wrong", "owner_wrong", "visible"),
    ("height wrong", "height_wrong", "visible"),
    ("hidden told right", "hidden_right", "cells"),
    ("whole boards, owners", "whole_owners", "found"),
    ("whole boards, owners and heights", "whole", "found"),
    ("cards right", "cards_right", "found"),
)


def table(results: list[PictureResult]) -> list[tuple[str, int, int, float, float, float]]:
    """Rows of (what, hits, of, share, low, high)."""
    total: Counter[str] = sum((r.counts for r in results), Counter())
    rows = []
    for label, hits, of in ROWS:
        n, k = total[of], total[hits]
        low, high = wilson(k, n)
        rows.append((label, k, n, k / n if n else 0.0, low, high))
    return rows


@click.command()
@click.argument(
    "folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--limit", type=int, help="Only the first N pictures.")
@click.option("--errors", is_flag=True, help="Name each error.")
@click.option("--csv", "csv_path", type=click.Path(path_type=Path), help="Write the figures here too.")
def main(folders: tuple[Path, ...], limit: int | None, errors: bool, csv_path: Path | None) -> None:
    """Measure the shipped networks on the labelled pictures in FOLDERS.

    Example: python -m models.evaluate data/held-out --errors
    """
    import cv2

    paths = [
        p for folder in folders for p in sorted(folder.rglob("*.json")) if p.with_suffix(".jpg").exists()
    ][:limit]
    if not paths:
        raise click.UsageError("no labelled pictures there: each NAME.jpg needs its NAME.json beside it")
    results = []
    for path in paths:
        bgr = cv2.imread(str(path.with_suffix(".jpg")))
        if bgr is None:
            raise click.ClickException(f"{path.with_suffix('.jpg')} cannot be read as a picture")
        truth = json.loads(path.read_text(encoding="utf-8"))
        results.append(evaluate_picture(path.stem, np.asarray(bgr, np.uint8), truth))
    _show(results, errors)
    if csv_path:
        with csv_path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["figure", "hits", "of", "share", "low", "high"])
            writer.writerows(
                [label, k, n, f"{s:.4f}", f"{a:.4f}", f"{b:.4f}"] for label, k, n, s, a, b in table(results)
            )


def _show(results: list[PictureResult], errors: bool) -> None:
    for label, hits, of, share, low, high in table(results):
        click.echo(
            f"{label:34s} {hits:6d} / {of:6d}  {100 * share:6.2f} %  ({100 * low:.2f} to {100 * high:.2f})"
        )
    corner = [
        r.corner_error_fields for r in results if r.counts["found"] and r.corner_error_fields is not None
    ]
    if corner:
        click.echo(
            f"corner error in fields: median {np.median(corner):.3f}, "
            f"95 % {np.quantile(corner, 0.95):.3f}, worst {max(corner):.3f}"
        )
    click.echo(f"ms a picture: median {np.median([r.ms for r in results]):.0f}")
    if errors:
        for result in results:
            for line in result.errors:
                click.echo(line)


if __name__ == "__main__":
    main()
