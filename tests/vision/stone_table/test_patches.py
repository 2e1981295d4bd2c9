"""What is cut out for the networks: up is up, the board is in the middle."""

import cv2
import numpy as np

from tests.vision.test_pose import camera
from vision.pose import CameraPose
from vision.stone_table.patches import (
    FINER,
    TABLE_SIDE,
    TOWER_BASE_ROW,
    TOWER_PX_PER_FIELD,
    TOWER_WIDTH,
    board_to_view,
    cut_finely,
    cut_towers,
    in_wider_fields,
    mirrored,
    times_as_wide,
    view_from_above,
    view_to_board,
)


def paint_dot(bgr: np.ndarray, pose: CameraPose, point_board: tuple[float, float, float]) -> None:
    x, y = pose.project(np.array([point_board]))[0]
    cv2.circle(bgr, (round(x), round(y)), 7, (255, 255, 255), -1)


def brightest(picture: np.ndarray) -> tuple[float, float]:
    rows, columns = np.nonzero(picture.sum(-1) > 380)
    return float(columns.mean()), float(rows.mean())


def test_a_towers_top_lies_above_its_foot_whatever_the_cameras_place():
    for azimuth in (0, 75, 160, 290):
        pose = camera(55, azimuth, 11, 1000, -0.04)
        bgr = np.zeros((720, 1280, 3), np.uint8)
        paint_dot(bgr, pose, (1.5, -0.5, 1.0))  # one field above the middle of cell (3, 4)
        patch = cut_towers(bgr, pose).pictures[3 * 6 + 4]
        x, y = brightest(patch)
        assert abs(x - TOWER_WIDTH / 2) < 2
        # Seen at about 55 degrees, a height of one field is about cos 55 of a field high in the picture.
        assert TOWER_BASE_ROW - y == np.clip(TOWER_BASE_ROW - y, 0.4 * TOWER_PX_PER_FIELD, TOWER_PX_PER_FIELD)


def test_a_patch_comes_with_the_map_that_cut_it():
    pose = camera(50, 200, 9, 1400, 0.0)  # so near that the picture is shrunk before it is cut
    bgr = np.zeros((720, 1280, 3), np.uint8)
    point = (-0.5, 1.5, 0.4)
    paint_dot(bgr, pose, point)
    towers = cut_towers(bgr, pose)
    cell = 1 * 6 + 2
    to_patch = towers.patch_from_picture[cell]
    expected = to_patch[:, :2] @ pose.project(np.array([point]))[0] + to_patch[:, 2]
    assert np.abs(np.array(brightest(towers.pictures[cell])) - expected).max() < 1.5
    sine, log2_scale, inverse_distance = towers.views[cell]
    eye = pose.camera_centre_board() - [-0.5, 1.5, 0]
    assert np.allclose([sine, inverse_distance], [eye[2] / np.linalg.norm(eye), 1 / np.linalg.norm(eye)])
    assert log2_scale > 0


def test_a_fine_patch_shows_the_same_place_in_the_same_frame():
    point = (-0.5, 1.5, 0.4)
    for distance, focal_px in (
        (9, 1400),
        (11, 700),
    ):  # the one picture shrunk before it is cut, the other not
        pose = camera(50, 200, distance, focal_px, 0.0)
        bgr = np.zeros((720, 1280, 3), np.uint8)
        paint_dot(bgr, pose, point)
        towers = cut_towers(bgr, pose)
        cells = np.array([0, 1 * 6 + 2])
        fine = cut_finely(bgr, towers, cells)
        assert fine.shape == (2, round(FINER * 144), round(FINER * TOWER_WIDTH), 3)
        to_patch = towers.patch_from_picture[cells[1]]
        in_patch = to_patch[:, :2] @ pose.project(np.array([point]))[0] + to_patch[:, 2]
        assert np.abs(np.array(brightest(fine[1])) - ((in_patch + 0.5) * FINER - 0.5)).max() < 0.7


def test_a_fine_patch_is_the_same_whichever_others_are_cut_beside_it():
    pose = camera(50, 200, 11, 900, 0.0)
    bgr = np.random.default_rng(0).integers(0, 256, (720, 1280, 3), np.uint8)
    towers = cut_towers(bgr, pose)
    alone = cut_finely(bgr, towers, np.array([8]))[0]
    for others in ([3, 8, 30], [8, 9], [0, 1, 2, 8]):
        assert np.array_equal(cut_finely(bgr, towers, np.array(others))[others.index(8)], alone)


def test_in_wider_fields_the_same_camera_sees_the_same_point_as_much_nearer_its_foot():
    pose, point, times = camera(50, 200, 11, 900, 0.0), (-0.5, 1.5, 0.4), 1.4
    bgr = np.zeros((720, 1280, 3), np.uint8)
    paint_dot(bgr, pose, point)
    as_they_are, cells = cut_towers(bgr, pose), np.array([1 * 6 + 2])
    wider = in_wider_fields(as_they_are, times)
    foot = (np.array([TOWER_WIDTH / 2, TOWER_BASE_ROW]) + 0.5) * FINER - 0.5
    above = [np.array(brightest(cut_finely(bgr, t, cells)[0])) - foot for t in (as_they_are, wider)]
    assert np.abs(above[0] / times - above[1]).max() < 1.0
    # A larger field shows as more pixels, and the camera is fewer of them away.
    assert np.allclose(2.0 ** (wider.views - as_they_are.views)[:, 1], times, rtol=1e-4)
    assert np.allclose(wider.views[:, 2], times * as_they_are.views[:, 2])
    assert np.array_equal(wider.views[:, 0], as_they_are.views[:, 0])


def test_in_a_patch_mirrored_a_point_is_where_it_is_said_to_be():
    pose, point = camera(50, 200, 11, 900, 0.0), (-0.2, 1.5, 0.4)
    bgr = np.zeros((720, 1280, 3), np.uint8)
    paint_dot(bgr, pose, point)
    towers, cell = cut_towers(bgr, pose), 1 * 6 + 2
    middle_px = np.array([TOWER_WIDTH / 2, TOWER_BASE_ROW])

    def place(picture):
        return np.array((brightest(picture) - middle_px) * [1, -1] / TOWER_PX_PER_FIELD, np.float32)

    as_it_is, turned = place(towers.pictures[cell]), place(towers.pictures[cell][:, ::-1])
    assert abs(as_it_is[0]) > 0.05
    assert np.allclose(mirrored(as_it_is), turned, atol=1e-5)
    assert np.allclose(mirrored(mirrored(as_it_is)), as_it_is, atol=1e-6)


def test_only_round_stones_wider_than_this_games_are_fields_taken_to_be_wider():
    assert times_as_wide(0.5) == times_as_wide(0.72) == 1.0
    assert 0.6 < 1.0 / times_as_wide(1.0) < 0.72


def test_bands_of_four_pixels_keep_their_contrast_in_a_fine_patch():
    pose = camera(89, 0, 12, 12 * TOWER_PX_PER_FIELD, 0.0)  # as fine as a patch
    rows = np.arange(720) % 4 < 2
    bgr = np.repeat(np.where(rows, 200, 40).astype(np.uint8)[:, None, None], 1280, 1).repeat(3, 2)
    towers = cut_towers(bgr, pose)
    middle = cut_finely(bgr, towers, np.array([14]))[0].astype(int)[60:180, 40:56]
    assert middle.max(0).min() > 180
    assert middle.min(0).max() < 60


def test_the_view_from_above_puts_each_point_of_the_table_in_its_place():
    point = (-4.0, 2.0)
    for elevation, azimuth in ((50, 30), (50, 75), (50, 30)):  # the camera is moved, and put back
        pose = camera(elevation, azimuth, 13, 900, -0.06)
        bgr = np.zeros((720, 1280, 3), np.uint8)
        paint_dot(bgr, pose, (*point, 0.0))
        view = view_from_above(bgr, pose)
        assert np.abs(np.array(brightest(view.picture)) - board_to_view(np.array([point]))[0]).max() < 1.0
        assert not view.seen.all()
        assert view.seen[TABLE_SIDE // 2, TABLE_SIDE // 2]


def test_view_and_board_frame_are_each_others_inverse():
    points = np.array([[0.0, 0.0], [3.0, -7.5], [-6.2, 1.1]])
    assert np.allclose(view_to_board(board_to_view(points)), points)
