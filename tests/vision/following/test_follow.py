"""Following a board that is knocked, covered, lit otherwise and filled with stones."""

import cv2
import numpy as np
import pytest

from vision.following.follow import Follower

WIDTH, HEIGHT = 640, 360
CORNERS = np.array([(250.0, 70), (440, 85), (425, 290), (215, 265)])
COLOURS = [(60, 60, 200), (40, 130, 230), (40, 190, 220), (70, 150, 60), (190, 100, 40), (150, 60, 120)]
CHECKED = [(40, 40, 40), (220, 220, 220)]


def board(checked=False):
    """A board of 60 px fields with a white border of 40 px; every coloured field has a ring on it."""
    rng = np.random.default_rng(4)
    picture = np.full((440, 440, 3), (190, 200, 205), np.uint8)
    for row, column in np.ndindex(6, 6):
        x, y = 40 + 60 * column, 40 + 60 * row
        colour = CHECKED[(row + column) % 2] if checked else COLOURS[rng.integers(6)]
        cv2.rectangle(picture, (x, y), (x + 59, y + 59), colour, -1)
        if not checked:
            cv2.circle(picture, (x + 30, y + 30), 15, [int(0.7 * c) for c in colour], 2, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), 1)


def table():
    """A cloth with some texture."""
    rough = np.random.default_rng(3).integers(90, 170, (45, 80, 3), np.uint8)
    return cv2.resize(rough, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)


def photograph(knock=None, picture=None, *, cloth=None, seed=0, sigma=4.0):
    """The board on the table with its fields at `CORNERS`, moved by `knock`, with a sensor's noise."""
    inner = np.array([(40, 40), (400, 40), (400, 400), (40, 400)], np.float32) - 0.5
    place = cv2.getPerspectiveTransform(inner, CORNERS.astype(np.float32))
    place = (np.eye(3) if knock is None else knock) @ place
    picture = board() if picture is None else picture
    cover = cv2.warpPerspective(np.ones(picture.shape[:2], np.uint8), place, (WIDTH, HEIGHT)) > 0
    frame = table() if cloth is None else cloth
    frame[cover] = cv2.warpPerspective(picture, place, (WIDTH, HEIGHT))[cover]
    return noisy(frame, seed, sigma)


def noisy(frame, seed, sigma=4.0):
    cv2.setRNGSeed(seed)
    noise = cv2.randn(np.empty(frame.shape, np.int16), 0, sigma)
    return cv2.add(frame, noise, dtype=cv2.CV_8U)


def knock(right=0.0, down=0.0, turn=0.0, grow=1.0, tilt=0.0):
    """A homography of the picture about its middle: pixels, degrees, factor, and a little perspective."""
    angle = np.deg2rad(turn)
    about = np.array([[1, 0, WIDTH / 2], [0, 1, HEIGHT / 2], [0, 0, 1]])
    cos, sin = grow * np.cos(angle), grow * np.sin(angle)
    turned = np.array([[cos, -sin, 0], [sin, cos, 0], [tilt, -tilt, 1]])
    return np.array([[1, 0, right], [0, 1, down], [0, 0, 1]]) @ about @ turned @ np.linalg.inv(about)


def moved(homography):
    return cv2.perspectiveTransform(CORNERS[None], homography)[0]


def hand(tip=(320, 190)):
    """Where a hand and an arm from below hide the picture."""
    hidden = cv2.line(np.zeros((HEIGHT, WIDTH), np.uint8), tip, (350, 500), 1, 90)
    return cv2.circle(hidden, tip, 68, 1, -1) > 0


def with_hand(frame, tip=(320, 190)):
    skin = np.random.default_rng(9).integers(120, 190, (18, 32, 3), np.uint8)
    skin = cv2.resize(skin, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    return np.where(hand(tip)[..., None], skin, frame)


@pytest.fixture(params=[False, True], ids=["coloured", "checked"])
def picture(request):
    return board(checked=request.param)


@pytest.fixture
def follower(picture):
    return Follower(photograph(picture=picture, seed=99), CORNERS)


KNOCKS = [
    knock(2, -1),
    knock(-6, 5, turn=1.5),
    knock(20, 15, turn=-3, grow=1.03),
    knock(-12, 18, turn=4, grow=0.97, tilt=5e-5),
]


def test_a_camera_that_stands_still_has_not_moved_and_its_trembling_does_not_travel_on(follower, picture):
    for seed in range(20):
        state = follower.check(photograph(knock(0.3 * np.sin(seed)), picture, seed=seed))
        assert state.confident
        assert not state.moved
        assert state.shift_px < 0.6
        assert np.array_equal(state.homography, np.eye(3))
        assert np.allclose(state.corners_px, CORNERS)


@pytest.mark.parametrize("homography", KNOCKS)
def test_a_knock_is_followed_to_half_a_pixel(follower, picture, homography):
    state = follower.check(photograph(homography, picture))
    assert state.confident
    assert state.moved
    assert np.linalg.norm(state.corners_px - moved(homography), axis=1).max() < 0.5
    assert np.allclose(moved(state.homography), state.corners_px)
    assert state.shift_px == pytest.approx(np.linalg.norm(state.corners_px - CORNERS, axis=1).max())


@pytest.mark.parametrize("homography", KNOCKS)
def test_a_hand_over_40_percent_of_the_board_does_not_hide_a_knock(follower, picture, homography):
    outline = cv2.fillPoly(np.zeros((HEIGHT, WIDTH), np.uint8), [moved(homography).astype(np.int32)], 1) > 0
    assert (hand() & outline).sum() >= 0.36 * outline.sum()
    state = follower.check(with_hand(photograph(homography, picture)))
    assert state.confident
    assert state.moved
    assert np.linalg.norm(state.corners_px - moved(homography), axis=1).max() < 0.5


def test_a_hand_is_no_motion_of_the_board(follower, picture):
    for seed, x in enumerate(range(270, 380, 15)):
        state = follower.check(with_hand(photograph(picture=picture, seed=seed), (x, 190)))
        assert state.confident
        assert not state.moved
        assert state.shift_px < 0.5


@pytest.mark.parametrize(("gain", "offset", "sigma"), [(1.4, 0, 4), (0.5, 0, 4), (1, 20, 4), (1, 0, 10)])
def test_light_and_noise_are_no_motion_and_do_not_hide_it(follower, picture, gain, offset, sigma):
    def lit(frame):
        return np.clip(frame * np.float32(gain) + offset, 0, 255).astype(np.uint8)

    still = follower.check(lit(photograph(picture=picture, sigma=sigma)))
    assert still.confident
    assert not still.moved
    state = follower.check(lit(photograph(KNOCKS[2], picture, sigma=sigma)))
    assert np.linalg.norm(state.corners_px - moved(KNOCKS[2]), axis=1).max() < 0.5


@pytest.mark.parametrize(
    "homography", [knock(250, 0), knock(0, -190), knock(turn=90), knock(turn=35), knock(grow=1.8)]
)
def test_a_knock_too_big_to_follow_is_lost_not_answered_wrongly(follower, picture, homography):
    state = follower.check(photograph(homography, picture))
    if state.confident:
        assert np.linalg.norm(state.corners_px - moved(homography), axis=1).max() < 0.5
    else:
        assert state.homography is None
        assert state.corners_px is None


@pytest.mark.parametrize("homography", [knock(turn=35), knock(grow=1.4), knock(30, 18, turn=-50)])
def test_where_it_is_likely_to_be_it_is_found_though_the_search_would_not(follower, picture, homography):
    frame = photograph(homography, picture)
    assert follower.measure(frame) is None
    found = follower.measure(frame, likely=[np.eye(3), homography])
    assert np.linalg.norm(moved(found) - moved(homography), axis=1).max() < 0.5


def test_where_it_is_not_it_is_not_found_however_likely(follower, picture):
    assert follower.measure(photograph(knock(turn=35), picture), likely=[knock(turn=90), KNOCKS[3]]) is None
    found = follower.measure(photograph(KNOCKS[0], picture), likely=[KNOCKS[3]])
    assert np.linalg.norm(moved(found) - moved(KNOCKS[0]), axis=1).max() < 0.5


def test_a_board_that_was_taken_away_is_lost(follower):
    state = follower.check(noisy(table(), 1))
    assert not state.confident
    assert state.homography is None


@pytest.mark.parametrize("fields", [(1, 0), (0, -1), (2, 0), (1, 1)])
def test_a_grid_is_not_mistaken_for_itself_a_field_further(follower, picture, fields):
    side = (CORNERS[1] - CORNERS[0]) / 6
    down = (CORNERS[3] - CORNERS[0]) / 6
    homography = knock(*(0.97 * (fields[0] * side + fields[1] * down)))
    state = follower.check(photograph(homography, picture))
    assert not state.confident or np.linalg.norm(state.corners_px - moved(homography), axis=1).max() < 0.5


def test_a_lost_board_that_comes_back_to_its_place_is_found_again(follower, picture):
    assert not follower.check(noisy(table(), 1)).confident
    state = follower.check(photograph(KNOCKS[0], picture))
    assert state.confident
    assert np.linalg.norm(state.corners_px - moved(KNOCKS[0]), axis=1).max() < 0.5


def test_the_board_pushed_on_a_table_that_stays_is_followed_as_the_board(follower, picture):
    """The cloth does not move with it, and has more texture than the board."""
    state = follower.check(photograph(knock(8, 3, turn=1), picture, cloth=table()))
    assert state.moved
    assert np.linalg.norm(state.corners_px - moved(knock(8, 3, turn=1)), axis=1).max() < 0.5


def test_a_move_is_followed_to_its_end_and_then_rests(follower, picture):
    path = [knock(x) for x in (0, 4, 9, 12, 13.1, 13.1, 13.1, 13.1)]
    states = [follower.check(photograph(h, picture, seed=n)) for n, h in enumerate(path)]
    assert [s.moved for s in states] == [False, True, True, True, False, False, False, False]
    assert np.linalg.norm(states[-1].corners_px - moved(path[-1]), axis=1).max() < 0.5
    assert np.array_equal(states[-1].homography, states[-2].homography), "it rests again, to the bit"


def test_creeping_adds_up_to_a_move_and_measuring_does_not(follower, picture):
    for n in range(60):
        state = follower.check(photograph(knock(0.1 * n), picture, seed=n))
        assert np.linalg.norm(state.corners_px - moved(knock(0.1 * n)), axis=1).max() < 2
    there_and_back = follower.check(photograph(picture=picture))
    assert np.linalg.norm(there_and_back.corners_px - CORNERS, axis=1).max() < 0.5


def stones(count):
    """The board with stones on the first fields."""
    rng, picture = np.random.default_rng(5), board()
    for n in range(count):
        centre = (70 + 60 * (n % 6) + n % 5, 70 + 60 * (n // 6) - n % 7)
        cv2.circle(picture, centre, 24, COLOURS[rng.choice([0, 2, 3, 4])], -1, cv2.LINE_AA)
    return picture


def test_stones_are_no_motion_and_when_the_board_is_full_of_them_it_is_still_followed():
    follower = Follower(photograph(seed=99), CORNERS)
    for count in range(1, 37):
        frame = photograph(picture=stones(count), seed=count)
        state = follower.check(frame)
        assert state.confident
        assert not state.moved
        follower.refresh(frame)
    for homography in KNOCKS:
        state = follower.check(with_hand(photograph(homography, stones(36))))
        assert np.linalg.norm(state.corners_px - moved(homography), axis=1).max() < 0.5


def test_a_frame_of_another_size_is_not_compared(follower):
    assert not follower.check(np.zeros((480, 640, 3), np.uint8)).confident


def test_a_picture_without_a_board_cannot_be_followed_with_confidence():
    blank = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    assert not Follower(blank, CORNERS).check(blank).confident


@pytest.mark.parametrize("corners", [CORNERS[[0, 2, 1, 3]], np.zeros((4, 2))])
def test_corners_that_span_no_board_are_refused(corners):
    with pytest.raises(ValueError, match="convex"):
        Follower(photograph(), corners)
