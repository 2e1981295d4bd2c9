"""A lens is measured from pictures of a pattern: against a lens known exactly, and refused where it cannot be."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from pattern_pictures import TURNS_DEG, WEBCAM, photograph, photographs

from calibration.lens import LEAST_VIEWS, Lens, LensError, Pattern, distinct, find_pattern, measure

CHESS = Pattern("chessboard", (9, 6), 25.0)
CHARUCO = Pattern("charuco", (9, 6), 25.0)


def views_of(pattern, pictures):
    return [view for name, bgr in pictures if (view := find_pattern(bgr, pattern, name))]


def reprojection_px(lens: Lens, truth: Lens) -> float:
    """RMS error with which ``lens`` explains what ``truth`` sees of a lattice, in views it was not made from."""
    squared = []
    lattice = np.column_stack([*(axis.ravel() for axis in np.mgrid[-3:3.1, -2.2:2.3]), np.zeros(35)])
    for turn in ((0.5, 0.1, 0.4), (-0.4, 0.5, 2.0), (0.0, -0.6, 1.0), (0.1, 0.0, 0.0)):
        away = np.array([0.1, -0.1, 6.0])
        seen = cv2.projectPoints(lattice, np.array(turn), away, truth.matrix(), np.array(truth.distortion))[0]
        camera = lens.matrix(), np.array(lens.distortion)
        _, rvec, tvec = cv2.solvePnP(lattice, seen, *camera)
        again = cv2.projectPoints(lattice, rvec, tvec, *camera)[0]
        squared.append(((again - seen) ** 2).sum(-1).ravel())
    return float(np.sqrt(np.mean(squared)))


@pytest.fixture(scope="module", params=[CHESS, CHARUCO], ids=str)
def fit(request):
    return measure(views_of(request.param, photographs(request.param)), len(TURNS_DEG), request.param)


def test_the_focal_length_is_found_within_a_hundredth(fit):
    assert fit.lens.focal_px == pytest.approx(WEBCAM.focal_px, rel=0.01)


def test_the_distortion_explains_other_views_to_a_fraction_of_a_pixel(fit):
    assert reprojection_px(fit.lens, WEBCAM) < 0.3
    undistorted = replace(fit.lens, distortion=(0.0, 0.0, 0.0, 0.0, 0.0))
    assert reprojection_px(undistorted, WEBCAM) > 1  # else this would prove nothing


def test_a_third_radial_term_that_is_not_needed_is_left_out(fit):
    assert fit.lens.distortion[4] == 0


def test_the_reprojection_error_is_told_whole_and_for_each_picture(fit):
    assert fit.rms_px < 0.3
    assert set(fit.view_rms_px) == {f"{i}.png" for i in range(len(TURNS_DEG))}
    assert max(fit.view_rms_px.values()) < 0.5
    assert 0 < fit.focal_sigma_px < 0.01 * fit.lens.focal_px[0]
    assert 0.3 < fit.coverage < 1


def test_a_part_of_a_charuco_board_is_enough_for_a_view():
    bgr = photograph(CHARUCO, WEBCAM, (10, 10, 0))
    bgr[:, :330] = 90
    view = find_pattern(bgr, CHARUCO)
    assert view is not None
    assert 8 <= len(view.numbers) < 40


def test_where_no_pattern_is_there_none_is_found():
    blank = np.full((480, 640, 3), 120, np.uint8)
    assert find_pattern(blank, CHESS) is None
    assert find_pattern(blank, CHARUCO) is None


def test_a_view_like_another_is_left_out():
    once = views_of(CHESS, [("a", photograph(CHESS, WEBCAM, (20, 0, 0)))])
    again = views_of(CHESS, [("b", photograph(CHESS, WEBCAM, (20, 0, 0), (0.5, 0.5)))])
    other = views_of(CHESS, [("c", photograph(CHESS, WEBCAM, (-20, 0, 0)))])
    assert [view.name for view in distinct(once + again + other)] == ["a", "c"]


def test_no_picture_of_the_pattern_is_told_with_what_was_looked_for():
    with pytest.raises(LensError, match=r"none of 3 .*9x6 squares \(8x5 corners inside\)"):
        measure([], 3, CHESS)


def test_too_few_pictures_are_told_with_how_many_help():
    views = views_of(CHESS, photographs(CHESS))[:3]
    with pytest.raises(
        LensError, match=rf"only 3 of 6 pictures help \(2 without .*, 1 like.*{LEAST_VIEWS} or"
    ):
        measure([*views, views[0]], 6, CHESS)


def test_a_pattern_that_was_shifted_but_never_tilted_is_too_much_alike():
    shifts = [(0, 0), (60, 0), (-60, 0), (0, 40), (0, -40)]
    pictures = [
        (str(i), photograph(CHESS, WEBCAM, (0, 0, 0), shift, 420.0)) for i, shift in enumerate(shifts)
    ]
    with pytest.raises(LensError, match=r"too much alike.*tilt"):
        measure(views_of(CHESS, pictures), len(shifts), CHESS)


def test_pictures_of_two_sizes_are_two_cameras():
    views = views_of(CHESS, photographs(CHESS))
    large = cv2.resize(photograph(CHESS, WEBCAM, (10, 0, 0)), (1280, 960))
    with pytest.raises(LensError, match=r"large is 1280x960, 0\.png is 640x480"):
        measure([*views, *views_of(CHESS, [("large", large)])], 8, CHESS)


def test_a_bent_pattern_fits_no_lens():
    views = views_of(CHESS, photographs(CHESS))
    bent = [replace(view, points_px=view.points_px + [0, 9] * (view.numbers % 2)[:, None]) for view in views]
    with pytest.raises(LensError, match=r"no lens fits.*flat"):
        measure(bent, len(bent), CHESS)


@pytest.mark.parametrize("focal", [(0.0, 500.0), (float("nan"), 500.0)])
def test_numbers_that_no_lens_has_are_refused(focal):
    with pytest.raises(ValueError, match="lens"):
        Lens((640, 480), focal, (320.0, 240.0), (0.0, 0.0, 0.0, 0.0, 0.0))
