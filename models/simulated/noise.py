"""How often and by how much the eyes err: measured on look logs, scaled by whoever wants to know when it breaks."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from pathlib import Path

MEASURED = Path(__file__).with_name("noise.json")


@dataclass(frozen=True)
class Noise:
    """Probabilities and spreads.

    Of a cell: ``misread`` what lies there reads as something else all the time it lies there, ``unsure`` it reads
    half as something else, ``like_print`` a stone on a field of its own colour reads as none; ``changed_still`` and
    ``changed_touched``: the logarithm of by how many times the usual a picture changes where nothing and where
    something was done, each as (mean, spread); ``shade`` a shadow falls on a cell that was not touched,
    ``shaded`` on one beside a cell that was. Of a tower: ``miscounted`` it reads a stone too high or too low,
    ``miscounted_single`` a single stone does, ``growth_wrong`` whether it grew is told wrongly, ``growth_untouched``
    it is told at all where nothing was done. Of a stretch: ``arm`` hides some cells, ``knock`` the camera was moved,
    ``lamp`` the light changed. Of a card: ``missed`` it is not seen, ``doubled`` it is seen twice, ``miscoloured``.
    """

    misread: float
    unsure: float
    like_print: float
    miscounted: float
    miscounted_single: float
    growth_wrong: float
    growth_untouched: float
    shaded: float
    changed_still: tuple[float, float]
    changed_touched: tuple[float, float]
    shade: float
    arm: float
    knock: float
    lamp: float
    missed: float
    doubled: float
    miscoloured: float

    def times(self, name: str, factor: float) -> Noise:
        """The same with one kind of noise so many times as frequent; see KINDS."""
        return replace(self, **{name: min(1.0, factor * getattr(self, name))})


KINDS = tuple(each.name for each in fields(Noise) if each.type == "float")


def read_noise(path: Path = MEASURED) -> Noise:
    """The noise as it was measured."""
    told = json.loads(path.read_text("utf-8"))["noise"]
    spreads = ("changed_still", "changed_touched")
    shares = {name: float(told[name]) for name in KINDS}
    means = {name: (float(told[name][0]), float(told[name][1])) for name in spreads}
    return Noise(changed_still=means["changed_still"], changed_touched=means["changed_touched"], **shares)
