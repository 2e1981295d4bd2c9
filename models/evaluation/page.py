"""The worst cases as one page to look at: pictures with what was found, what was due and what was seen.

The page needs nothing beside it: the pictures are small JPEGs inside, the marks are SVG over them.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

import numpy as np

from models.evaluation import figures
from models.evaluation.cases import Case, Mark
from models.evaluation.geometry import Points
from models.evaluation.reliability import bins, expected_calibration_error
from models.evaluation.tally import ALL, Tally
from vision.pictures import Picture

WIDTH_PX = 720
_MARGIN = 0.35  # of the board's breadth is shown around it: there lie the cards
_QUALITY = 72
_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 760px; padding: 0 1rem; }
pre { overflow-x: auto; font-size: 12px; } svg { width: 100%; height: auto; }
figure { margin: 2.5rem 0; } figcaption { font-weight: 600; } ul { font-size: 13px; }
.truth { fill: none; stroke: #0a0; stroke-width: 1.5; stroke-dasharray: 6 4; }
.found { fill: none; stroke: #fd0; stroke-width: 2; }
.wrong { fill: #f003; stroke: #f00; stroke-width: 2; }
text { font: 600 11px system-ui, sans-serif; text-anchor: middle; }
.due, .seen { paint-order: stroke; stroke: #000; stroke-width: 3; fill: #6f6; } .seen { fill: #f99; }
.axis { stroke: #888; fill: none; } .chart text { font-weight: 400; }
"""
_COLOURS = {"owner": "#1f77b4", "height": "#d62728", "card": "#2ca02c"}


def write_page(path: Path, title: str, tally: Tally, cases: Iterable[Case], limit: int) -> int:
    """Write the page with the ``limit`` worst cases; how many it shows."""
    worst = sorted(cases, key=lambda case: -case.badness)[:limit]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page(title, tally, worst), encoding="utf-8")
    return len(worst)


def page(title: str, tally: Tally, cases: Sequence[Case]) -> str:
    """The page's HTML; ``cases`` in the order given."""
    over_all = "\n".join(figures.in_words(row) for row in figures.rows(tally) if row.by == ALL)
    shown = "\n".join(_figure(case) for case in cases)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style><h1>{escape(title)}</h1><pre>{escape(over_all)}</pre>"
        f"<h2>Reliability</h2>{reliability_svg(tally)}"
        f"<h2>The worst {len(cases)}</h2><p>Dashed green: where the board is. Yellow: where it was found. "
        f"Red: read wrong, with what was due above what was seen.</p>{shown}</html>\n"
    )


def _figure(case: Case) -> str:
    bgr = _picture(case)
    drawn = "" if bgr is None else picture_svg(bgr, case)
    lines = "".join(f"<li>{escape(line)}" for line in case.lines)
    return f"<figure><figcaption>{escape(case.title)}</figcaption>{drawn}<ul>{lines}</ul></figure>"


def _picture(case: Case) -> Picture | None:
    """The case's picture, or the frame of a recording at its time; None where it cannot be read."""
    import cv2

    if case.t is None:
        bgr = cv2.imread(str(case.path))
    else:
        video = cv2.VideoCapture(str(case.path))
        video.set(cv2.CAP_PROP_POS_MSEC, case.t * 1e3)
        _, bgr = video.read()
        video.release()
    return None if bgr is None else np.asarray(bgr, np.uint8)


def picture_svg(bgr: Picture, case: Case) -> str:
    """The part of the picture (H, W, 3) round the board with the case's outlines and marks over it."""
    import cv2

    left, top, right, bottom = _frame(bgr, case)
    scale = WIDTH_PX / (right - left)
    size = (WIDTH_PX, max(1, round((bottom - top) * scale)))
    small = cv2.resize(bgr[top:bottom, left:right], size, interpolation=cv2.INTER_AREA)
    jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()

    def placed(points_px: Points) -> Points:
        return np.asarray((points_px + 0.5 - [left, top]) * scale)

    outlines = [("truth", case.truth_px), ("found", case.found_px)]
    drawn = [_polygon(kind, placed(outline)) for kind, outline in outlines if outline is not None]
    drawn += [_mark(mark, placed(mark.outline_px)) for mark in case.marks]
    return (
        f'<svg viewBox="0 0 {size[0]} {size[1]}"><image width="{size[0]}" height="{size[1]}" '
        f'href="data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"/>{"".join(drawn)}</svg>'
    )


def _frame(bgr: Picture, case: Case) -> tuple[int, int, int, int]:
    """The part worth showing, in pixels: left, top, right, bottom."""
    height, width = bgr.shape[:2]
    outlines = [
        o for o in (case.truth_px, case.found_px, *(m.outline_px for m in case.marks)) if o is not None
    ]
    if not outlines:
        return 0, 0, width, height
    points = np.concatenate(outlines)
    margin = _MARGIN * float(np.ptp(points, axis=0).max())
    left, top = np.clip(points.min(0) - margin, 0, [width - 2, height - 2]).astype(int)
    right, bottom = np.clip(points.max(0) + margin, [left + 2, top + 2], [width, height]).astype(int)
    return int(left), int(top), int(right), int(bottom)


def _polygon(kind: str, points: Points) -> str:
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon class="{kind}" points="{corners}"/>'


def _mark(mark: Mark, points: Points) -> str:
    x, y = points.mean(0)
    words = [("due", mark.due, y - 2), ("seen", mark.seen, y + 11)]
    texts = "".join(
        f'<text class="{kind}" x="{x:.1f}" y="{at:.1f}">{escape(w)}</text>' for kind, w, at in words
    )
    return _polygon("wrong", points) + texts


def reliability_svg(tally: Tally, side: int = 320) -> str:
    """How many readings were right (upwards) of those told with a confidence (to the right); the diagonal is
    honest, a dot's area grows with the number of readings."""

    def at(told: float, share: float) -> tuple[float, float]:
        return 40 + told * side, 10 + (1 - share) * side

    def line(points: list[tuple[float, float]], colour: str) -> str:
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        return f'<polyline points="{joined}" style="fill:none;stroke:{colour}"/>'

    drawn = [f'<rect class="axis" x="40" y="10" width="{side}" height="{side}"/>']
    drawn.append(line([at(0, 0), at(1, 1)], "#bbb"))
    for share in (0.0, 0.5, 1.0):
        x, y = at(share, share)
        drawn.append(
            f'<text x="{x}" y="{side + 26}">{share:g}</text><text x="24" y="{y + 4}">{share:g}</text>'
        )
    for n, (what, told) in enumerate(tally.told.items()):
        colour, points = _COLOURS.get(what, "#333"), bins(told)
        drawn.append(line([at(b.mean_told, b.share) for b in points], colour))
        for b in points:
            x, y = at(b.mean_told, b.share)
            radius = 1.5 + 6 * (b.of / len(told)) ** 0.5
            label = f"{what}: told {b.mean_told:.3f}, right {b.right} of {b.of}"
            drawn.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}"><title>{label}</title></circle>'
            )
        words = f"{what}: calibration error {100 * expected_calibration_error(told):.2f} % of {len(told)}"
        drawn.append(
            f'<text x="{60 + side}" y="{30 + 20 * n}" style="text-anchor:start;fill:{colour}">{words}</text>'
        )
    return f'<svg class="chart" viewBox="0 0 {side + 340} {side + 40}">{"".join(drawn)}</svg>'
