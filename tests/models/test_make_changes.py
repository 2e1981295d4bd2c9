"""Tables twice: what was done to their towers in between, and what is told of it."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from models.scenes.make_changes import beside, main, sample_change, towers_near


def stacks_of(scene):
    return [[[stone.colour for stone in tower] for tower in row] for row in scene.towers]


@pytest.mark.parametrize("seed", range(6))
def test_each_changed_tower_has_a_stone_less_or_more_or_another_top_and_each_empty_field_one(seed):
    table = sample_change(seed)
    before, after = stacks_of(table.before), stacks_of(table.after)
    assert before == table.stacks and table.changed
    for row in range(6):
        for col in range(6):
            was, now = before[row][col], after[row][col]
            if (row, col) in table.changed and not was:
                assert len(now) == 1
            elif (row, col) in table.changed:
                kept = min(len(was), len(now)) - (len(was) == len(now))
                assert was[:kept] == now[:kept] and abs(len(now) - len(was)) <= 1 and now
            else:
                assert was == now


def test_changed_towers_are_no_neighbours():
    for seed in range(6):
        table = sample_change(seed)
        changed = [(row, col) for row, col in table.changed if table.stacks[row][col]]
        assert all(
            max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 for i, a in enumerate(changed) for b in changed[:i]
        )


def test_stones_are_laid_beside_towers_often_of_the_colour_of_their_tops():
    tables = [sample_change(seed) for seed in range(12)]
    alike = []
    for table in tables:
        after = stacks_of(table.after)
        for row, col in (cell for cell in table.changed if not table.stacks[cell[0]][cell[1]]):
            tops = [stack[-1] for stack in stacks_beside(table.stacks, (row, col))]
            assert tops
            alike.append(after[row][col][0] in tops)
    assert len(alike) >= 12 and 0.4 < np.mean(alike) < 1


def test_towers_beside_what_changed_are_told_from_those_that_were_touched():
    table = sample_change(3)
    touched, untouched = towers_near(table.changed, table.stacks)
    before, after = stacks_of(table.before), stacks_of(table.after)
    assert set(touched) <= set(table.changed) and not set(untouched) & set(table.changed)
    assert untouched and all(
        before[row][col] and before[row][col] == after[row][col] for row, col in untouched
    )
    assert all(any(beside(cell, other) for other in table.changed) for cell in untouched)


def stacks_beside(stacks, cell):
    return [
        stack
        for row, line in enumerate(stacks)
        for col, stack in enumerate(line)
        if stack and beside((row, col), cell)
    ]


def test_both_pictures_and_their_truth_are_written_and_left_alone_afterwards(tmp_path):
    done = CliRunner().invoke(main, [str(tmp_path), "--seed-from", "7", "--count", "1"])
    assert done.exit_code == 0, done.output
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["000007.before.jpg", "000007.jpg", "000007.json"]
    told = json.loads((tmp_path / "000007.json").read_text(encoding="utf-8"))
    assert told["before"] == sample_change(7).stacks
    assert told["changed"] == [list(cell) for cell in sample_change(7).changed]
    assert CliRunner().invoke(main, [str(tmp_path), "--seed-from", "7", "--count", "1"]).output == ""
