"""What a look tells of cells: what was not touched looks as it did, what was touched reads as what lies there."""

import numpy as np
import pytest

from companion.follow.likelihood import cells
from companion.follow.likelihood.cells import CellMemory, CellsSeen, cell_features

N, KINDS = 4, 3
FIRST, SECOND = 1, 2


def looked(number, contents, changed=None, hidden=(), sure=0.98):
    """A look at cells that read as ``contents``; ``changed`` (N,) since the first look."""
    p = np.full((N, KINDS), (1 - sure) / (KINDS - 1))
    p[np.arange(N), contents] = sure
    told = np.zeros(N)
    told[list(hidden)] = 0.9
    return CellsSeen(number, p, told, {} if changed is None else {FIRST: np.array(changed, float)})


@pytest.fixture
def memory():
    return CellMemory.first(np.array([0, 1, 0, 2]), looked(FIRST, [0, 1, 0, 2]))


def feature(row, name):
    return row[cells.FEATURES.index(name)]


def rows(memory, seen, *tables):
    features = cell_features(memory, seen)
    weights = np.array([cells.SIGNS.get(name, 0) for name in cells.FEATURES], float)
    tables = np.array(tables, int).reshape(-1, N)
    return features.of_tables(memory.contents, tables, weights), features, weights


def test_a_table_that_looks_as_it_did_says_nothing_against_nothing_having_been_done(memory):
    (nothing, *_), _, _ = rows(memory, looked(SECOND, [0, 1, 0, 2], [1, 1, 1, 1]))
    assert np.abs(nothing).max() < 0.01


def test_what_a_cell_reads_as_is_no_news_while_it_looks_as_it_did(memory):
    misread = CellMemory(memory.contents, memory.since, looked(FIRST, [1, 1, 0, 2]).p)
    (nothing, *_), _, _ = rows(misread, looked(SECOND, [1, 1, 0, 2], [1, 1, 1, 1]))
    assert np.abs(nothing).max() < 0.01


def test_something_laid_is_told_by_the_change_and_by_the_reading(memory):
    seen = looked(SECOND, [2, 1, 0, 2], [20, 1, 1, 1])
    (nothing, _, right, wrong), features, weights = rows(memory, seen, [2, 1, 0, 2], [1, 1, 0, 2])
    assert feature(right, "touched cell: filled") == 1
    assert feature(right, "touched cell: unchanged") == 0
    score = {name: row @ weights for name, row in (("nothing", nothing), ("right", right), ("wrong", wrong))}
    assert score["right"] > score["wrong"] > score["nothing"]
    assert np.unravel_index(features.gains(weights).argmax(), (N, KINDS)) == (0, 2)


@pytest.mark.parametrize(("changed", "unchanged"), [(1, np.log(12)), (20, 0)])
def test_a_thing_laid_where_its_like_was_kicked_away_at_once_makes_the_cell_look_otherwise(
    memory, changed, unchanged
):
    features = cell_features(memory, looked(SECOND, [0, 1, 0, 2], [1, changed, 1, 1]))
    kicked, laid = np.array([0, 2, 0, 2]), np.array([[0, 1, 0, 2]])
    anew = features.of_tables(kicked, laid, np.zeros(len(cells.FEATURES)))[2]
    assert feature(anew, "touched cell: unchanged") == pytest.approx(unchanged)
    assert feature(anew, "untouched cell: changed") == 0


def test_a_camera_that_was_moved_compares_no_pictures_but_readings(memory):
    (nothing, *_), _, _ = rows(memory, looked(SECOND, [2, 1, 0, 2], [np.nan] * N))
    assert feature(nothing, "untouched cell: changed") == 0
    assert feature(nothing, "untouched cell from elsewhere: reads otherwise") > 1


def test_of_a_cell_that_is_hidden_nothing_is_said(memory):
    seen = looked(SECOND, [2, 1, 0, 2], [20, 1, 1, 1], hidden=[0])
    (nothing, *_), _, _ = rows(memory, seen)
    assert all(feature(nothing, name) == 0 for name in cells.CELL)


def test_what_was_laid_out_of_sight_has_to_read_so_when_it_is_first_seen(memory):
    unseen = memory.after(np.array([2, 1, 0, 2]), looked(SECOND, [0, 1, 0, 2], hidden=[0]), np.zeros(N, bool))
    (as_laid, *_), _, weights = rows(unseen, looked(3, [2, 1, 0, 2], [1] * N))
    (otherwise, *_), _, _ = rows(unseen, looked(3, [1, 1, 0, 2], [1] * N))
    assert as_laid @ weights > otherwise @ weights + 3


def test_what_is_unexplained_is_taken_out_and_counted(memory):
    seen = looked(SECOND, [1, 1, 0, 2], [20, 1, 1, 1])
    (nothing, unexplained), _, _ = rows(memory, seen)
    assert feature(unexplained, "unexplained cell") == 1
    assert feature(nothing, "untouched cell: changed") > feature(unexplained, "untouched cell: changed")


def test_of_what_is_unexplained_is_said_what_else_explains_it_best(memory):
    seen = looked(SECOND, [1, 1, 0, 2], [20, 1, 1, 1])
    (_, unexplained, as_read), _, _ = rows(memory, seen, [1, 1, 0, 2])
    assert unexplained[: len(cells.CELL)] == pytest.approx(as_read[: len(cells.CELL)])


def test_hidden_cells_are_remembered_as_they_were_when_last_in_sight(memory):
    after = memory.after(memory.contents, looked(SECOND, [0, 1, 0, 2], hidden=[3]), np.zeros(N, bool))
    assert after.since.tolist() == [SECOND, SECOND, SECOND, FIRST]
