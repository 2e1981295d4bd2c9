"""The plots of docs/figures.md: drawn of the tables as they are, and to be seen."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tests.docs.pages import DOCS
from tools import plots
from tools.plots import Share

SHAPE = "{http://www.w3.org/2000/svg}circle"


def test_each_plot_is_drawn_of_the_tables_as_they_are_and_no_other_lies_there() -> None:
    drawn = {path.stem: path.read_text("utf-8") for path in plots.PLOTS.iterdir()}
    assert drawn == plots.plots(), "make plots draws them anew"


def test_the_page_shows_each_of_them_with_what_it_says_in_words() -> None:
    shown = re.findall(r"!\[([^\]]+)\]\(plots/([\w-]+)\.svg\)", (DOCS / "figures.md").read_text("utf-8"))
    assert sorted(name for _, name in shown) == sorted(plots.plots())
    assert all(len(words) > 40 for words, _ in shown)


def test_a_share_lies_between_the_ends_of_its_interval_and_higher_shares_lie_higher() -> None:
    few, many = Share("few", 0.2, 0.1, 0.4), Share("many", 0.9, 0.8, 1.0)
    drawn = ElementTree.fromstring(plots.plot("title", "below", {"told": [few, many]}))
    _, low, high = (float(circle.attrib["cy"]) for circle in drawn.iter(SHAPE))
    assert low > high
    lines = re.findall(r"M[\d.]+ ([\d.]+)V([\d.]+)", ElementTree.tostring(drawn, "unicode"))
    assert all(float(bottom) > cy > float(top) for (bottom, top), cy in zip(lines, (low, high), strict=True))


def test_batches_are_read_from_both_tables() -> None:
    series = plots.batch_by_batch()
    assert [len(shares) > 10 for shares in series.values()] == [True, True]
    assert series["plain"][0].value == pytest.approx(3133 / 3308)
