"""A board is told where it is seen whole, with as many fields as were asked for, and of coloured fields."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.evaluation.geometry import best_turn, field_px
from models.scenes.camera import expose
from models.scenes.quick import render as quick
from models.scenes.sample import sample_scene
from models.scenes.truth import truth
from vision.finding.board import find_board
from vision.finding.overview import glance
from vision.finding.whole import find_whole_board, whole_log_odds


def drawn(seed, mode):
    """A picture, how many fields its board has a side, and where its corners are."""
    scene = sample_scene(seed, width=800, height=450, mode=mode)
    bgr, hand = quick.render(scene)
    corners = np.array(truth(scene, hand)["grid_corners"])
    return expose(bgr, scene.camera), scene.board.size, corners


CHEQUERED = [(5010, "other"), (5000, "other"), (5008, "other")]  # 8, 7 and 10 fields a side


@pytest.mark.parametrize("seed, mode", [*CHEQUERED, (9_000_021, "close"), (9_000_022, "close")])
def test_a_whole_board_of_the_size_asked_for_is_found_as_before(seed, mode):
    bgr, size, corners = drawn(seed, mode)
    found = find_whole_board(bgr, size)
    assert found.board is not None and found.other_size is None
    assert best_turn(found.board.corners_px, corners)[1] < 0.2 * field_px(corners, size)


@pytest.mark.parametrize("seed, mode", CHEQUERED)
def test_where_a_board_of_another_size_lies_no_patch_of_it_is_told_but_how_large_it_is(seed, mode):
    bgr, size, _ = drawn(seed, mode)
    found = find_whole_board(bgr, 6)
    assert (found.board, found.other_size) == (None, size)


def test_of_a_board_of_this_game_no_smaller_one_is_told():
    bgr, size, _ = drawn(9_000_021, "close")
    found = find_whole_board(bgr, 5)
    assert (found.board, found.other_size) == (None, size)


def printed_grid(fields):
    """A page in a newspaper with a grid of numbers, on a table."""
    rng, page, side = np.random.default_rng(0), np.full((640, 800, 3), (214, 222, 226), np.uint8), 40
    for k in range(fields + 1):
        far, at, width = side * fields, side * k, 3 if k % 3 == 0 else 1
        for start, end in (((at, 0), (at, far)), ((0, at), (far, at))):
            ends = [(120 + x, 100 + y) for x, y in (start, end)]
            cv2.line(page, ends[0], ends[1], (30, 30, 30), width, cv2.LINE_AA)
    for row, col in rng.integers(0, fields, (30, 2)):
        at = (131 + side * int(col), 130 + side * int(row))
        cv2.putText(page, str(rng.integers(1, 10)), at, 0, 0.9, (30, 30, 30), 2, cv2.LINE_AA)
    flat, seen = [[0, 0], [800, 0], [800, 640], [0, 640]], [[60, 40], [730, 20], [790, 600], [20, 620]]
    to_picture = cv2.getPerspectiveTransform(np.float32(flat), np.float32(seen))
    page = cv2.warpPerspective(page, to_picture, (800, 640), borderValue=(60, 90, 120))
    lit = page * np.linspace(1, 0.75, 800)[None, :, None] + rng.normal(0, 3, page.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("fields, size", [(8, 6), (9, 6), (10, 6), (10, 10)])
def test_a_printed_grid_without_colours_is_no_board_though_it_is_a_grid(fields, size):
    bgr = printed_grid(fields)
    assert find_board(bgr, size) is not None
    found = find_whole_board(bgr, size)
    assert (found.board, found.other_size) == (None, None)


def test_a_grid_of_half_fields_is_no_whole_board():
    bgr, size, _ = drawn(9_000_021, "close")
    whole = find_board(bgr, size)
    assert whole is not None
    halves = replace(whole, size=2 * size)
    assert whole_log_odds(bgr, halves) < 0 < whole_log_odds(bgr, whole)


def test_a_chart_of_colours_on_black_is_no_board():
    bgr = np.full((480, 720, 3), 20, np.uint8)
    colours = np.random.default_rng(3).integers(30, 256, (4, 6, 3))
    for row, col in np.ndindex(4, 6):
        bgr[66 + 90 * row : 142 + 90 * row, 96 + 90 * col : 172 + 90 * col] = colours[row, col]
    found = find_whole_board(bgr)
    assert found.board is None


def test_the_search_ends_also_where_much_looks_like_corners_and_no_guess_settles(monkeypatch):
    bgr, _, _ = drawn(9_000_021, "close")
    overview = glance(bgr)
    corner = np.zeros_like(overview.corner)
    rows, cols = np.nonzero(overview.board > 0.5)
    some = np.random.default_rng(1).choice(len(rows), 60, replace=False)
    corner[rows[some], cols[some]] = 0.9
    board = find_board(bgr)
    assert board is not None
    looks = []

    def unsettled(bgr, corners_px, size, lens, lattice):
        looks.append(size)
        aside = replace(board, size=size, corners_px=board.corners_px + 40.0 * len(looks), error_fields=0.1)
        return aside, 0.5

    monkeypatch.setattr("vision.finding.board._board_near", unsettled)
    found = find_whole_board(
        bgr, overview=replace(overview, corner=corner, board=np.ones_like(overview.board))
    )
    assert found.board is None
    assert 4 <= len(looks) <= 4 * (6 + 5)  # of six guesses at this size and one at each other
