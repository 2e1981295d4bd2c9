"""Draw the plots of docs/figures.md from the tables in models/figures: make plots, or python -m tools.plots.

Each is an SVG by itself: shares with their intervals, in colours that can be seen on light pages and on dark ones.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from models.evaluation.figures import wilson

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "models" / "figures"
PLOTS = ROOT / "docs" / "plots"

_WIDTH, _HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 20, 56, 58
_INK = "#808080"
_COLOURS = ("#0f8f83", "#d9773c")
_APART = 12  # pixels between two series at one place


class Share(NamedTuple):
    """A share with its interval; ``group`` says of what."""

    group: str
    value: float
    low: float
    high: float


Series = Mapping[str, Sequence[Share]]  # what is told of them, and its shares from left to right


def of_table(table: str, figure: str, by: str) -> list[Share]:
    """The shares of a figure by something, from a table in models/figures."""
    with (FIGURES / table).open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        wanted = [row for row in rows if (row["figure"], row["by"]) == (figure, by)]
    return [Share(row["group"], *(float(row[name]) for name in ("value", "low", "high"))) for row in wanted]


def batch_by_batch() -> Series:
    """How many acts were told exactly on first sight, batch by batch, as models/figures/README.md has it."""
    text = (FIGURES / "README.md").read_text("utf-8")
    chapter = text[text.index("### Batch by batch, on first sight") :]
    plain, disturbed = re.findall(r"^\| seeds \|.*\n\|[-|]+\n((?:\|.*\n)+)", chapter, re.M)[:2]
    return {"plain": _batches(plain), "disturbed": _batches(disturbed)}


def _batches(rows: str) -> list[Share]:
    found = re.findall(r"^\| [^|]+ \|[^|]*\| ([\d,]+) of ([\d,]+)", rows, re.M)
    counts = [(int(hits.replace(",", "")), int(of.replace(",", ""))) for hits, of in found]
    return [Share(str(n), hits / of, *wilson(hits, of)) for n, (hits, of) in enumerate(counts, 1)]


def plots() -> dict[str, str]:
    """Each plot's name, and its SVG."""
    angle, pictures = "camera angle (degrees)", "180 pictures held out"
    return {
        "by-angle": plot(
            f"What is read wrongly, by the camera's angle above the table ({pictures})",
            "degrees above the table",
            {figure: of_table("held_out.csv", figure, angle) for figure in ("height wrong", "owner wrong")},
            top=0.2,
        ),
        "by-tower": plot(
            f"What is read wrongly, by the height of the tower ({pictures})",
            "stones",
            {
                figure: of_table("held_out.csv", figure, "tower height")
                for figure in ("height wrong", "owner wrong")
            },
            top=0.6,
        ),
        "by-cards": plot(
            f"All played cards right, by how many there are ({pictures})",
            "cards",
            {"cards right": of_table("held_out.csv", "cards right (count and colours)", "cards played")},
        ),
        "first-sight": plot(
            "Acts told exactly on first sight, batch by batch (Just 4 Fun Colours, programs of then)",
            "batch",
            batch_by_batch(),
            bottom=0.85,
        ),
    }


def plot(title: str, below: str, series: Series, bottom: float = 0.0, top: float = 1.0) -> str:
    """An SVG: a dot a share, a line for its interval, a column a group."""
    columns = max(map(len, series.values()))
    step = (_WIDTH - _LEFT - _RIGHT) / columns
    drawn = [_text(_LEFT, 20, title, size=14, anchor="start")]
    for tick in range(6):
        share = bottom + (top - bottom) * tick / 5
        y = _down(share, bottom, top)
        drawn.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="{_INK}" stroke-opacity=".25"/>')
        drawn.append(_text(_LEFT - 8, y + 4, f"{100 * share:.0f} %", anchor="end"))
    groups = max(series.values(), key=len)
    for column, share_ in enumerate(groups):
        drawn.append(_text(_LEFT + (column + 0.5) * step, _HEIGHT - _BOTTOM + 18, share_.group))
    drawn.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 18, below))
    for place, (name, shares) in enumerate(series.items()):
        colour, aside = _COLOURS[place], (place - (len(series) - 1) / 2) * _APART
        drawn.append(f'<circle cx="{_LEFT + 6 + 150 * place}" cy="38" r="4" fill="{colour}"/>')
        drawn.append(_text(_LEFT + 16 + 150 * place, 42, name, anchor="start"))
        for column, share_ in enumerate(shares):
            x = _LEFT + (column + 0.5) * step + aside
            low, value, high = (_down(each, bottom, top) for each in (share_.low, share_.value, share_.high))
            drawn.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}" stroke-width="2"/>')
            drawn.append(f'<circle cx="{x:.1f}" cy="{value:.1f}" r="4" fill="{colour}"/>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif">'
    )
    return "\n".join([head, *drawn, "</svg>", ""])


def _down(share: float, bottom: float, top: float) -> float:
    """How far down a share is drawn; what is outside the scale, at its edge."""
    part = (min(max(share, bottom), top) - bottom) / (top - bottom)
    return _HEIGHT - _BOTTOM - part * (_HEIGHT - _BOTTOM - _TOP)


def _text(x: float, y: float, words: str, size: int = 12, anchor: str = "middle") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{_INK}"'
    return f"<text {place}>{escape(words)}</text>"


def main() -> None:
    """Write them all."""
    PLOTS.mkdir(exist_ok=True)
    for name, svg in plots().items():
        (PLOTS / f"{name}.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
