"""A table of what becomes of simulated games where each kind of noise is doubled."""

from __future__ import annotations

import csv
from pathlib import Path

from click.testing import CliRunner

from models.evaluate_noise import AS_COUNTED, doubled, main
from models.simulated.noise import KINDS, read_noise

GAME = "one-two-three-four"


def test_one_kind_of_noise_after_the_other_is_doubled_and_nothing_else() -> None:
    noise = read_noise(GAME)
    ways = dict(doubled(noise, KINDS))
    assert ways.pop(AS_COUNTED) == noise and ways
    for kind, way in ways.items():
        assert way.times(kind, 0.5) == noise or getattr(way, kind) == 1.0


def test_each_is_played_and_kept_as_a_row(tmp_path: Path) -> None:
    path = tmp_path / "noise.csv"
    run = CliRunner().invoke(main, [GAME, "--games", "1", "--kind", "arm", "--jobs", "1", "--csv", str(path)])
    assert run.exit_code == 0, run.output
    assert [line.split(":")[0] for line in run.output.splitlines()] == [f"{GAME}, as counted", f"{GAME}, arm"]
    rows = list(csv.DictReader(line for line in path.read_text().splitlines() if not line.startswith("#")))
    exact = [row for row in rows if row["figure"] == "act exact" and row["by"] == GAME]
    assert {row["group"] for row in exact} == {AS_COUNTED, "arm"}
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in exact)
