"""The outer lane and the slide, against a tile that is pushed step by step."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from setting import calm

from referee.lane import across, along, corners, lane, on_lane, slide, steps_between
from referee.table import cells

SIZES = (5, 6, 7, 8)
sizes = pytest.mark.parametrize("size", SIZES)


@sizes
@pytest.mark.parametrize("clockwise", [True, False])
def test_the_lane_is_the_rim_and_each_cell_touches_the_next(size, clockwise):
    path = lane(size, clockwise)
    assert sorted(path) == [cell for cell in cells(size) if on_lane(cell, size)]
    assert len(path) == 4 * (size - 1)
    assert all(abs(r - s) + abs(c - d) == 1 for (r, c), (s, d) in zip(path, path[1:] + path[:1], strict=True))


@sizes
def test_clockwise_it_goes_from_corner_to_corner_and_the_other_way_back(size):
    path = lane(size, True)
    assert path[:: size - 1] == corners(size)
    assert lane(size, False) == (path[0], *reversed(path[1:]))


@calm
@given(st.sampled_from(SIZES), st.booleans(), st.integers(0, 27), st.integers(0, 99))
def test_the_lane_is_a_cycle(size, clockwise, place, steps):
    path = lane(size, clockwise)
    cell = path[place % len(path)]
    assert along(cell, 0, size, clockwise) == cell == along(cell, len(path), size, clockwise)
    to = along(cell, steps, size, clockwise)
    assert along(to, 1, size, clockwise) == along(cell, steps + 1, size, clockwise)
    assert steps_between(cell, to, size, clockwise) == steps % len(path)


@sizes
def test_lines_lead_from_each_lane_cell_but_the_corners_straight_to_the_far_side(size):
    for cell in lane(size, True):
        line = across(cell, size)
        if cell in corners(size):
            assert line == ()
            continue
        assert (line[0], len(set(line))) == (cell, size)
        assert [on_lane(each, size) for each in line] == [True, *[False] * (size - 2), True]
        assert len({row for row, _ in line}) == 1 or len({column for _, column in line}) == 1
        assert across(line[-1], size) == line[::-1]


# T7: a slide of so many steps into a line with so many tiles ahead, wherever they lie.


@sizes
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_t7_tiles_are_pushed_and_fall_as_step_by_step(size, steps):
    line = across((0, 1), size)
    for count in range(size):
        for places in combinations(range(1, size), count):
            tiles = {line[place]: colour for place, colour in zip(places, named(count), strict=True)}
            after, fallen = slide(tiles, "red", line, steps)
            row, fell = pushed_step_by_step([tiles.get(cell) for cell in line], steps)
            assert [after.get(cell) for cell in line] == row
            assert fallen == tuple((colour, line[-1]) for colour in fell)


@sizes
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_t7_of_tiles_packed_against_the_far_side_as_many_fall_as_have_no_room(size, steps):
    line = across((0, 1), size)
    for count in range(size):
        tiles = dict.fromkeys(line[size - count :], "blue")
        _, fallen = slide(tiles, "red", line, steps)
        assert len(fallen) == max(0, count - (size - 1 - steps))


@sizes
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_t7_of_tiles_packed_behind_where_the_slide_begins_the_gap_beyond_takes_up_the_push(size, steps):
    line = across((size - 1, size - 2), size)
    for count in range(size):
        after, fallen = slide(dict.fromkeys(line[1 : count + 1], "blue"), "red", line, steps)
        assert len(fallen) == max(0, steps + count - (size - 1))
        assert [cell in after for cell in line[: steps + count + 1]] == (
            [False] * steps + [True] * min(count + 1, size - steps)
        )


@calm
@given(st.sampled_from(SIZES), st.data())
def test_a_slide_touches_nothing_beside_its_line(size, data):
    start = data.draw(st.sampled_from([cell for cell in lane(size, True) if across(cell, size)]))
    line = across(start, size)
    colours = st.sampled_from(("red", "blue", "yellow", "green"))
    tiles = data.draw(st.dictionaries(st.sampled_from(list(cells(size))), colours, max_size=20))
    after, fallen = slide(tiles, "green", line, data.draw(st.integers(1, 3)))
    assert len(after) + len(fallen) == len(tiles) + 1
    assert all(after.get(cell) == tiles.get(cell) for cell in cells(size) if cell not in line[1:])


def named(count):
    """Colours that tell neighbours apart."""
    return [colour for colour, _ in zip(("blue", "yellow", "green") * 3, range(count), strict=False)]


def pushed_step_by_step(row, steps):
    """The line after a red tile has entered it from its first cell, and what fell off its end."""
    row, fallen = ["red", *row[1:]], []
    for step in range(steps):
        block = step
        while block < len(row) and row[block] is not None:
            block += 1
        if block == len(row):
            fallen.append(row.pop())
        else:
            row.pop(block)
        row.insert(step, None)
    return row, fallen


def test_the_step_by_step_push_itself():
    assert pushed_step_by_step([None, "a", None, "b", "c"], 1) == ([None, "red", "a", "b", "c"], [])
    assert pushed_step_by_step([None, "a", "d", "b", "c"], 2) == ([None, None, "red", "a", "d"], ["c", "b"])
