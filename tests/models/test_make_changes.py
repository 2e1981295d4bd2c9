"""Tables twice: what was done to their towers in between, and what is told of it."""

import json

import pytest
from click.testing import CliRunner

from models.scenes.make_changes import main, sample_change


def stacks_of(scene):
    return [[[stone.colour for stone in tower] for tower in row] for row in scene.towers]


@pytest.mark.parametrize("seed", range(6))
def test_each_changed_tower_has_a_stone_less_or_more_or_another_top_and_nothing_else_changed(seed):
    table = sample_change(seed)
    before, after = stacks_of(table.before), stacks_of(table.after)
    assert before == table.stacks and table.changed
    for row in range(6):
        for col in range(6):
            was, now = before[row][col], after[row][col]
            if (row, col) in table.changed:
                kept = min(len(was), len(now)) - (len(was) == len(now))
                assert was[:kept] == now[:kept] and abs(len(now) - len(was)) <= 1 and now
            else:
                assert was == now


def test_changed_towers_are_no_neighbours():
    for seed in range(6):
        changed = sample_change(seed).changed
        assert all(
            max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 for i, a in enumerate(changed) for b in changed[:i]
        )


def test_both_pictures_and_their_truth_are_written_and_left_alone_afterwards(tmp_path):
    done = CliRunner().invoke(main, [str(tmp_path), "--seed-from", "7", "--count", "1"])
    assert done.exit_code == 0, done.output
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["000007.before.jpg", "000007.jpg", "000007.json"]
    told = json.loads((tmp_path / "000007.json").read_text(encoding="utf-8"))
    assert told["before"] == sample_change(7).stacks
    assert told["changed"] == [list(cell) for cell in sample_change(7).changed]
    assert CliRunner().invoke(main, [str(tmp_path), "--seed-from", "7", "--count", "1"]).output == ""
