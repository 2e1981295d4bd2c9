"""The page of the worst cases needs nothing beside it and shows what went wrong where."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluation.cases import Case, Mark
from models.evaluation.page import page, reliability_svg, write_page
from models.evaluation.tally import Tally

BOARD_PX = np.array([[100.0, 60], [180, 60], [180, 140], [100, 140]])
MARK = Mark(BOARD_PX / 2 + 50, "blue 2", "blue <1>", "field [1, 1]")


@pytest.fixture
def case(tmp_path: Path) -> Case:
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), np.full((240, 320, 3), 90, np.uint8))
    return Case(path, "kitchen/table.jpg", 10.0, (MARK.line,), (MARK,), BOARD_PX, BOARD_PX + 2)


def test_a_case_shows_the_outlines_and_what_was_due_and_seen(case):
    html = page("Read wrong", Tally(), [case])
    assert "kitchen/table.jpg" in html
    assert [html.count(f'<polygon class="{kind}"') for kind in ("truth", "found", "wrong")] == [1, 1, 1]
    assert re.search(r'class="due"[^>]*>blue 2<', html)
    assert re.search(r'class="seen"[^>]*>blue &lt;1&gt;<', html)
    assert "data:image/jpeg;base64," in html
    assert not re.search(r'(href|src)="(?!data:)', html), "nothing is fetched"


def test_marks_lie_inside_the_part_that_is_shown(case):
    html = page("Read wrong", Tally(), [case])
    width, height = map(int, re.search(r'<svg viewBox="0 0 (\d+) (\d+)"><image', html).groups())
    points = [
        tuple(map(float, p.split(","))) for s in re.findall(r'points="([^"]*)"/>', html) for p in s.split()
    ]
    assert all(0 <= x <= width and 0 <= y <= height for x, y in points)


def test_only_the_worst_are_shown_the_worst_first(tmp_path, case):
    cases = [Case(case.path, f"case {n}", float(n)) for n in range(5)]
    path = tmp_path / "worst.html"
    assert write_page(path, "Read wrong", Tally(), cases, limit=2) == 2
    assert re.findall(r"<figcaption>(.*?)</figcaption>", path.read_text()) == ["case 4", "case 3"]


def test_a_picture_that_has_gone_leaves_its_words(tmp_path):
    html = page("Read wrong", Tally(), [Case(tmp_path / "gone.jpg", "gone.jpg", 1.0, ("no board",))])
    assert "<li>no board" in html
    assert "<image" not in html


def test_reliability_is_drawn_where_it_belongs():
    tally = Tally()
    for right in (True, False):
        tally.tell("owner", 0.5, right)
    svg = reliability_svg(tally, side=100)
    assert 'cx="90.0" cy="60.0"' in svg, "half sure, half right: the middle of the diagonal"
    assert "owner: told 0.500, right 1 of 2" in svg
