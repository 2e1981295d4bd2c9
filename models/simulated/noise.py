"""How often and by how much the eyes err: measured on look logs, scaled by whoever wants to know when it breaks."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

MEASURED = Path(__file__).with_name("noise.json")


@dataclass(frozen=True)
class Noise:
    """Probabilities and spreads.

    Of a set: ``shades_alike`` the shades of two of its colours are. Of a field: ``unnamed`` it is not sure of which
    colour it is, ``misnamed`` it goes by a wrong one then.
    Of a cell: ``misread`` what lies there reads sooner as something else all the time it lies there, ``unsure`` it
    reads half as something else, ``like_print`` a stone on a field of its own colour reads as none;
    ``changed_still`` and ``changed_touched``: the logarithm of by how many times the usual a picture changes where
    nothing and where something was done, each as (mean, spread), and ``changed_covered`` where a thing lies on, or
    for, another, which are more alike, if that was measured; ``shade`` a shadow falls on a cell that was not
    touched, ``shaded`` on one beside a cell that was.
    Of a tower: ``miscounted`` it reads a stone too high or too low, ``miscounted_single`` a single stone does,
    ``growth_wrong`` whether it grew is told wrongly, ``growth_untouched`` it is told at all where nothing was done.
    Of a stretch: ``arm`` hides some cells, ``knock`` the camera was moved,
    ``lamp`` the light changed. Of a card: ``missed`` it is not seen, and ``unnoticed`` that something covers the
    table there; ``overlaid`` it is laid where an old one of its colour lies, ``merged`` it is not seen beside another
    of its colour, of the same act, ``doubled`` it is seen twice, of strips that there
    is taken for one besides what is none, ``miscoloured`` it looks sooner like another;
    ``card_confidence`` that it is one, ``card_colour`` that it is of its colour, and ``card_face_up``, as they are
    seen: the log-odds that as many are below as SHARES says.
    Of a card with points: ``alike`` it may be of a colour alike, where it is the first, second… to fifth that is
    seen; later ones as the fifth.
    Of a strip: ``poor`` so many decks have ranks that are told badly from others, and ``unsure`` so many of such a
    deck's ranks are; ``seen_anew`` one that was missed is seen in the next stretch, ``strip_moved`` one that nobody
    touched lies elsewhere; log-odds, as above, that it is of its rank if that is told well (``strip_rank``) or badly
    (``strip_unsure_rank``), that it is one (``strip_one``), and that what is taken for one besides is one
    (``strip_none``); of the colour that it looks most like among others (``strip_colour``) or where hardly one lies
    (``strip_colour_of_few``), which is a wrong one as often as ``miscoloured`` and ``miscoloured_of_few`` say;
    ``strip_shaken``: by how much the log-odds of ranks told well, and badly, change from stretch to stretch.
    ``swells``: by so much more table than its outline a card covers, as (mean, spread).
    """

    shades_alike: float
    unnamed: float
    misnamed: float
    misread: float
    unsure: float
    alike: tuple[float, ...]
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
    unnoticed: float
    overlaid: float
    merged: float
    doubled: float
    miscoloured: float
    card_confidence: tuple[float, ...]
    card_colour: tuple[float, ...]
    card_face_up: tuple[float, ...]
    swells: tuple[float, float]
    seen_anew: float = 0.4
    strip_moved: float = 0.004
    poor: float = 0.5
    miscoloured_of_few: float = 0.004
    strip_rank: tuple[float, ...] = ()
    strip_unsure_rank: tuple[float, ...] = ()
    strip_colour: tuple[float, ...] = ()
    strip_colour_of_few: tuple[float, ...] = ()
    strip_one: tuple[float, ...] = ()
    strip_none: tuple[float, ...] = ()
    strip_shaken: tuple[float, float] = (0.0, 0.0)
    changed_covered: tuple[float, float] | None = None

    def times(self, name: str, factor: float) -> Noise:
        """The same with one kind of noise so many times as frequent; see KINDS."""
        return replace(self, **{name: min(1.0, factor * getattr(self, name))})


KINDS = tuple(each.name for each in fields(Noise) if each.type == "float")
ALIKE_AMONG = 5  # cards: what a card may be besides is counted for the first ones by themselves
SHARES = (0.0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0)


def drawn(rng: np.random.Generator, log_odds: tuple[float, ...]) -> float:
    """A probability drawn from those of which as many are below each of the ``log_odds`` as SHARES says."""
    return float(1 / (1 + np.exp(-np.interp(rng.random(), SHARES, log_odds))))


def of_game(game: str) -> Path:
    """Where the noise of the eyes of one game is told, as far as it was measured by itself."""
    return MEASURED.with_stem(f"{MEASURED.stem}-{game}")


def read_noise(game: str) -> Noise:
    """The noise as it was measured; what was not for a game, as for the game whose eyes were the first."""
    files = (MEASURED, of_game(game))
    told = [json.loads(path.read_text("utf-8"))["noise"] for path in files if path.exists()]
    return Noise(**{name: _hashable(value) for each in told for name, value in each.items()})


def _hashable(told: Any) -> Any:
    return tuple(told) if isinstance(told, list) else told
