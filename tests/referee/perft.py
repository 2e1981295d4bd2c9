"""Positions of each game of which the ways to go on were counted, kept as data: `perft_<game>.json`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

GAMES = ("just4fun_colours", "punto", "four_colour_cards", "one_two_three_four")


def positions(game):
    """Each with `what` it is, the `record` that leads there, and the `counts` by depth."""
    file = Path(__file__).parent / f"perft_{game}.json"
    return json.loads(file.read_text(encoding="utf-8"))


def each(cases):
    """Run a test on each of the positions, as `position`."""
    return pytest.mark.parametrize("position", cases, ids=[case["what"] for case in cases])
