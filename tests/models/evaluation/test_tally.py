"""Counts, their breakdowns, and what of them is written down."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from models.evaluation import figures
from models.evaluation.reliability import bins, expected_calibration_error
from models.evaluation.tally import Key, Tally, angle_group, size_group, wilson


@pytest.fixture
def tally() -> Tally:
    tally = Tally()
    for px, wrong in ((8, True), (35, False), (130, False)):
        tally.count("owner wrong", wrong, {"field (pixels)": size_group(px)})
        tally.measure("corner error (fields)", px / 100, {"field (pixels)": size_group(px)})
    tally.tell("owner", 0.93, True)
    tally.tell("owner", 0.94, False)
    return tally


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals_are_those_of_the_books(hits, of, low, high):
    # 81 of 263: the worked example of Newcombe 1998, method 3.
    assert wilson(hits, of) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("degrees", "group"), [(35.0, "30 to 40"), (40.0, "40 to 50"), (89.9, "80 to 90"), (90.0, "80 to 90")]
)
def test_angles_fall_into_tens(degrees, group):
    assert angle_group(degrees) == group


def test_what_is_counted_apart_adds_up(tally):
    twice = Tally()
    twice.add(tally)
    twice.add(tally)
    assert twice.counts[Key("owner wrong")] == [2, 6]
    assert twice.counts[Key("owner wrong", "field (pixels)", "below 10")] == [2, 2]
    assert len(twice.measures[Key("corner error (fields)")]) == 6
    assert len(twice.told["owner"]) == 4


def test_a_reading_at_nine_tenths_that_is_right_nine_times_in_ten_is_reliable():
    assert expected_calibration_error([(0.9, n > 0) for n in range(10)]) == pytest.approx(0)
    assert expected_calibration_error([(0.9, True)] * 10) == pytest.approx(0.1)
    assert expected_calibration_error([(0.6, False)] * 5 + [(1.0, True)] * 15) == pytest.approx(0.15)


def test_certain_and_impossible_readings_have_a_bin():
    assert [(b.low, b.high, b.of) for b in bins([(0.0, False), (1.0, True)])] == [
        (0.0, 0.1, 1),
        (0.99, 1.0, 1),
    ]


def test_rows_come_over_all_first_and_small_fields_before_large(tally):
    rows = figures.rows(tally)
    assert rows[0] == figures.Row("owner wrong", "all", "all", 1, 3, 1 / 3, *wilson(1, 3))
    sizes = [row.group for row in rows if row.by == "field (pixels)" and row.figure == "owner wrong"]
    assert sizes == ["below 10", "30 to 40", "120 and more"]
    assert [(r.hits, r.of, r.told) for r in rows if r.by == "confidence"] == [(1, 2, pytest.approx(0.935))]


def test_the_table_names_each_part(tally):
    told = figures.text(tally)
    assert "owner wrong: 30 to 40" in told
    assert "by confidence" in told
    assert "0.350" in told, "the median corner error"


def test_the_csv_says_how_it_came_about_and_holds_every_row(tally, tmp_path: Path):
    path = tmp_path / "figures" / "held_out.csv"
    figures.write_csv(path, tally, "models.evaluate", ["data/held out", "--csv", str(path)])
    head, *rest = path.read_text().splitlines()
    assert head == "# made by: python -m models.evaluate 'data/held out' --csv held_out.csv"
    read = list(csv.DictReader(line for line in rest if not line.startswith("#")))
    assert len(read) == len(figures.rows(tally))
    assert read[0]["figure"] == "owner wrong"
    assert float(read[0]["value"]) == pytest.approx(1 / 3, abs=1e-5)
    assert [p.name for p in path.parent.iterdir()] == ["held_out.csv"], "no half file is left"
