"""Tables by lot: the same number gives the same table, and the truth agrees with the geometry."""

import json
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.scenes import make
from models.scenes.camera import project
from models.scenes.hands import hand_mask
from models.scenes.path_traced import board_box
from models.scenes.prints import paint_board, paint_card, paint_table
from models.scenes.sample import mainly_cards, sample_scene
from models.scenes.sample_set import FIELD_COLOURS
from models.scenes.truth import truth

SEEDS = range(24)


def scenes(mode="any"):
    return [sample_scene(seed, mode=mode) for seed in SEEDS]


def no_hand(scene):
    return np.zeros((scene.camera.height, scene.camera.width), np.uint8)


def test_a_number_always_gives_the_same_table():
    assert sample_scene(7) == sample_scene(7)
    assert sample_scene(7) != sample_scene(8)
    assert sample_scene(7, mode="close") != sample_scene(7)


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="far"):
        sample_scene(1, mode="far")


def test_scenes_with_few_towers_are_passed_over_where_towers_are_wanted(tmp_path):
    wanted = [
        "--least-towers",
        "4",
        "--renderer",
        "quick",
        "--width",
        "320",
        "--height",
        "180",
        "--count",
        "6",
    ]
    assert CliRunner().invoke(make.main, [str(tmp_path), *wanted]).exit_code == 0
    made = [json.loads(path.read_text()) for path in tmp_path.glob("*.json")]
    towers = [sum(len(cell["stack"]) > 1 for row in truth["cells"] for cell in row) for truth in made]
    assert 0 < len(towers) < 6
    assert min(towers) >= 4


@pytest.mark.parametrize("mode", ["any", "close", "other"])
def test_the_whole_grid_is_in_the_picture(mode):
    for scene in scenes(mode):
        corners = np.array(truth(scene, no_hand(scene))["grid_corners"])
        assert (corners >= 0).all() and (corners <= [scene.camera.width, scene.camera.height]).all()


def test_close_pictures_are_filled_by_the_board():
    for scene in scenes("close"):
        rows = np.array(truth(scene, no_hand(scene))["grid_corners"])[:, 1]
        assert np.ptp(rows) > 0.5 * scene.camera.height


def test_the_camera_looks_down_at_the_table():
    for scene in scenes():
        assert 30 <= scene.camera.elevation_deg <= 90


def test_cells_lie_within_the_grid_corners_and_turn_clockwise():
    for scene in scenes():
        corners = np.array(truth(scene, no_hand(scene))["grid_corners"], np.float32)
        assert cv2.contourArea(corners, oriented=True) > 0
        for r in range(6):
            for c in range(6):
                centre = project([*scene.board.cell_centre_mm(r, c), 0.0], scene.camera)[0]
                assert cv2.pointPolygonTest(corners, [float(v) for v in centre], False) > 0


def test_cell_00_is_nearest_to_the_first_corner():
    for scene in scenes():
        corners = np.array(truth(scene, no_hand(scene))["grid_corners"])
        centre = project([*scene.board.cell_centre_mm(0, 0), 0.0], scene.camera)[0]
        assert np.linalg.norm(corners - centre, axis=1).argmin() == 0


def test_towers_are_at_most_seven_high_and_stand_on_their_fields():
    for scene in scenes():
        for r in range(6):
            for c in range(6):
                tower = scene.towers[r][c]
                assert len(tower) <= 7
                for stone in tower[:1]:
                    away = np.subtract(stone.xyz_mm[:2], scene.board.cell_centre_mm(r, c))
                    assert np.abs(away).max() < 0.2 * scene.board.pitch_mm


def test_a_towers_axis_runs_from_its_field_through_every_stone_to_its_top():
    for scene in scenes("close"):
        found = truth(scene, no_hand(scene))
        camera = np.array(scene.camera.t_mm) @ np.array(scene.camera.r)  # the camera's place, negative
        field_px = scene.camera.focal_px * scene.board.pitch_mm / np.linalg.norm(camera)
        for r, row in enumerate(found["cells"]):
            for c, cell in enumerate(row):
                axis = np.array(cell["axis_px"])
                assert len(axis) == (len(cell["stack"]) + 1 if cell["stack"] else 0)
                if cell["stack"]:
                    centre = project([*scene.board.cell_centre_mm(r, c), 0.0], scene.camera)[0]
                    assert np.linalg.norm(axis[0] - centre) < 0.5 * field_px
        tall = max((tower for row in scene.towers for tower in row), key=len)
        if tall:
            assert found["stone_height_mm"] >= found["rise_mm"] > 0
            assert 0 < found["stone_top_radius_mm"] <= found["stone_radius_mm"]


def test_the_part_of_a_picture_traced_for_its_board_alone_holds_every_tower():
    for scene in scenes():
        straight = replace(scene, camera=replace(scene.camera, dist=(0.0,) * 5))
        camera = straight.camera
        low, high = board_box(straight, (0, 0)) * [camera.width, camera.height]
        cells = [cell for row in truth(straight, no_hand(scene))["cells"] for cell in row]
        seen = np.concatenate([np.array(cell["axis_px"]).reshape(-1, 2) for cell in cells]).clip(
            0, [camera.width, camera.height]
        )
        assert ((seen >= low) & (seen <= high)).all()


def test_played_cards_are_the_zone_cards_and_a_part_of_each_is_seen():
    for scene in scenes():
        found = truth(scene, no_hand(scene))
        played = [card for card in scene.cards if card.role == "zone"]
        assert [c["colour"] for c in found["zone_cards"]] == [c.colour for c in played]
        assert all(card.face_up for card in played)
        assert len(found["cards"]) == len(scene.cards)


def test_a_mask_over_everything_covers_every_field_and_every_card():
    scene = sample_scene(3)
    found = truth(scene, np.full((scene.camera.height, scene.camera.width), 255, np.uint8))
    assert all(cell["covered"] == 1 for row in found["cells"] for cell in row)
    assert all(card["visible"] == 0 for card in found["cards"])


def test_a_hand_shows_in_its_mask_and_no_hand_shows_none():
    hands = [scene for scene in scenes() if scene.hands]
    assert hands and any(hand_mask(scene).any() for scene in hands)
    assert not any(hand_mask(scene).any() for scene in scenes() if not scene.hands)


def test_truth_is_plain_json():
    scene = sample_scene(5)
    found = truth(scene, no_hand(scene))
    assert json.loads(json.dumps(found)) == found


def test_the_painted_board_shows_each_field_in_its_shade():
    for seed in range(6):
        board = sample_scene(seed).board
        picture = paint_board(board, 2.0)
        side = picture.shape[0] / (6 * board.pitch_mm + 2 * board.border_mm)
        shades = dict(board.shades)
        assert set(shades) == set(FIELD_COLOURS)
        spot = board.border_mm + board.pitch_mm * 0.5 + 0.37 * board.pitch_mm * np.array([1, 0])
        x, y = (spot * side).astype(int)
        if board.print_style == "plain" and board.gap_mm < 0.2 * board.pitch_mm:
            expected = np.array(shades[board.fields[0][0]])[::-1] * 255
            assert np.abs(picture[y, x] - expected).max() < 3


def test_boards_of_other_games_have_5_to_10_fields_a_side_and_two_shades_of_their_own():
    boards = [scene.board for scene in scenes("other")]
    assert {board.size for board in boards} >= {7, 8, 10}
    chequered = [board for board in boards if set(board.fields[0]) == {"light", "dark"}]
    assert len(chequered) > len(boards) / 2
    for board in chequered:
        assert all(a != b for row in board.fields for a, b in pairwise(row))


def test_tables_for_cards_have_few_stones_and_many_cards_without_rims():
    tables = [s for s in scenes() if s.cards]
    anew = [mainly_cards(s) for s in tables]

    def stones(some):
        return sum(len(tower) for s in some for row in s.towers for tower in row)

    assert 0 < stones(anew) < stones(tables) / 2
    rimless = [s.cards[0].margin_mm == 0 for s in anew]
    assert sum(rimless) > sum(s.cards[0].margin_mm == 0 for s in tables) + len(tables) / 5
    assert [[c.xy_mm for c in s.cards] for s in anew] == [[c.xy_mm for c in s.cards] for s in tables]


def test_letters_on_a_border_leave_the_fields_alone():
    board = next(s.board for s in scenes("other") if s.board.border_print == "letters")
    signed, bare = paint_board(board, 2.0), paint_board(replace(board, border_print="plain"), 2.0)
    border = round(board.border_mm * round(board.pitch_mm * 2) / board.pitch_mm)
    inside = slice(border, len(bare) - border)
    assert (signed != bare).any()
    assert (signed[inside, inside] == bare[inside, inside]).all()


def test_cards_and_tables_are_painted_at_their_size():
    scene = next(s for s in scenes() if s.cards)
    width, height = scene.cards[0].size_mm
    assert paint_card(scene.cards[0], 2.0).shape == (round(2 * height), round(2 * width), 3)
    assert paint_table(scene.table, 300, 1.0).shape == (300, 300, 3)
