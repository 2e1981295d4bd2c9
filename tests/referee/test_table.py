"""The words for physical things, and the examples that the referee's modules give of themselves."""

from __future__ import annotations

import doctest
import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from setting import calm

from referee.table import Cell, cell_from_name, cell_name, cells


@calm
@given(st.tuples(st.integers(0, 9), st.integers(0, 9)))
def test_cells_are_named_and_found_again(cell: Cell):
    assert cell_from_name(cell_name(cell)) == cell
    assert cell_from_name(cell_name(cell).upper()) == cell


def test_the_letter_is_the_column_and_the_number_the_row():
    assert [cell_name(cell) for cell in cells(2)] == ["a1", "b1", "a2", "b2"]
    assert cell_name((5, 0)) == "a6"
    assert cell_name((0, 5)) == "f1"


@pytest.mark.parametrize("name", ["", "a", "3", "3b", "ab1", "a0", "a-1", "b 3", "ä1", "b²"])
def test_what_names_no_cell_is_refused(name):
    with pytest.raises(ValueError, match="names no cell"):
        cell_from_name(name)


@pytest.mark.parametrize(
    "module",
    [
        "table",
        "registry",
        "game",
        "four_colour_deck",
        "four_colour_melds",
        "four_colour_score",
        "records.wire",
        "notation",
        "phrases",
    ],
)
def test_the_examples_in_the_docstrings_hold(module):
    result = doctest.testmod(importlib.import_module(f"referee.{module}"))
    assert result.attempted > 0
    assert result.failed == 0
