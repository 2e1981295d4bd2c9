"""Lines and areas, against a second and plainer way to find them."""

from __future__ import annotations

import naive_referee
import pytest
from hypothesis import given
from hypothesis import strategies as st
from setting import calm

from referee.grid import areas, cells_in_lines, lines
from referee.table import cells

owned_cells = st.sets(st.sampled_from(list(cells(6))), max_size=30)


@pytest.mark.parametrize(("size", "length", "count"), [(6, 4, 54), (6, 5, 32), (5, 5, 12), (3, 4, 0)])
def test_there_are_so_many_lines_on_a_board(size, length, count):
    # rows and columns: 2 * size * (size - length + 1); diagonals: 2 * (size - length + 1) ** 2
    assert len(lines(size, length)) == count


@calm
@given(owned_cells, st.sampled_from((4, 5)))
def test_cells_in_lines_are_those_of_every_run_that_is_long_enough(owned, length):
    assert set(cells_in_lines(owned, 6, length)) == naive_referee.winning_cells(owned, length)


@calm
@given(owned_cells)
def test_cells_in_lines_are_told_in_reading_order(owned):
    told = cells_in_lines(owned, 6, 4)
    assert list(told) == sorted(told)


@calm
@given(owned_cells)
def test_areas_are_the_pieces_that_hang_together_by_sides(owned):
    plainly = naive_referee.connected_pieces(owned)
    assert sorted(map(sorted, areas(owned))) == sorted(map(sorted, plainly))
