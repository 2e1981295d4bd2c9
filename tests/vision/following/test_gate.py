"""Motion and stillness, told from frames with noise, flicker and changing light."""

import cv2
import numpy as np
import pytest

from vision.following.gate import Gate
from vision.light import match_light

HEIGHT, WIDTH = 360, 640


def table():
    """A table with a board of coloured fields on it, bgr."""
    rng = np.random.default_rng(7)
    picture = np.full((HEIGHT, WIDTH, 3), (90, 110, 130), np.uint8)
    fields = rng.integers(30, 220, (6, 6, 3)).astype(np.uint8)
    picture[60:300, 200:440] = cv2.resize(fields, (240, 240), interpolation=cv2.INTER_NEAREST)
    return picture


def with_noise(picture, seed, sigma=6.0):
    cv2.setRNGSeed(seed)
    noise = cv2.randn(np.empty(picture.shape, np.int16), 0, sigma)
    return cv2.add(picture, noise, dtype=cv2.CV_8U)


def with_hand(picture, x, y=180, radius=40):
    return cv2.circle(picture.copy(), (int(x), int(y)), radius, (140, 170, 220), -1)


def lit(picture, gain, offset=0.0):
    return np.clip(picture * np.float32(gain) + offset, 0, 255).astype(np.uint8)


def run(gate, pictures, fps=15.0, start=0.0, sigma=6.0, **options):
    """Feed the pictures with fresh noise each; the states."""
    return [
        gate.feed(with_noise(p, seed, sigma), start + seed / fps, **options)
        for seed, p in enumerate(pictures)
    ]


@pytest.fixture
def gate():
    """A gate that has looked at a still table for two seconds."""
    gate = Gate()
    states = run(gate, [table()] * 30, start=-2.0)
    assert states[-1].settled
    return gate


@pytest.mark.parametrize("fps", [5, 15, 30])
@pytest.mark.parametrize("sigma", [0, 3, 12, 25])
def test_a_still_table_settles_whatever_the_noise_and_the_speed(fps, sigma):
    states = run(Gate(), [table()] * (fps * 2), fps, sigma=sigma)
    assert not any(s.moving for s in states[1:])
    settled_t = next(n for n, s in enumerate(states) if s.settled) / fps
    assert 0.35 <= settled_t <= 0.35 + 1 / fps + 1e-6
    assert states[-1].settled_for_s == pytest.approx(2 - 1 / fps)


def compressed(picture, seed, quality=30):
    """The picture with some noise, from a camera that compresses hard: blocks of it differ from frame to frame."""
    jpeg = cv2.imencode(".jpg", with_noise(picture, seed), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(jpeg, cv2.IMREAD_COLOR)


def test_a_still_table_settles_though_pictures_come_compressed_and_a_hand_is_seen():
    gate = Gate()
    states = [gate.feed(compressed(table(), n), n / 10) for n in range(60)]
    assert sum(s.moving for s in states[5:]) <= 3
    hands = [with_hand(table(), 100 + 12 * n) for n in range(10)]
    assert all(gate.feed(compressed(hand, 60 + n), 6 + n / 10).moving for n, hand in enumerate(hands))
    again = [gate.feed(compressed(table(), 70 + n), 7 + n / 10) for n in range(12)]
    assert any(s.settled for s in again)


def lamplit():
    """A table under a warm lamp: blocks of a hundred shades, each of which compressing may round up or down."""
    falls_off = np.linspace(0.7, 1.3, WIDTH)[None, :, None] * np.linspace(0.7, 1.3, HEIGHT)[:, None, None]
    return np.clip(np.array([60, 110, 150]) * falls_off ** [1.5, 1.0, 0.8], 0, 255).astype(np.uint8)


def test_what_compressing_spoils_of_a_lamplit_table_is_noise_at_once_and_a_hand_is_none():
    still, moves = Gate(), Gate()
    states = [still.feed(compressed(lamplit(), n, quality=20), n / 10) for n in range(12)]
    assert states[6].settled and not any(s.moving for s in states[2:])
    hands = [with_hand(lamplit(), 100 + 12 * n) for n in range(10)]
    assert all(moves.feed(compressed(hand, n, quality=20), n / 10).moving for n, hand in enumerate(hands))


def test_the_first_frame_is_never_settled():
    state = Gate().feed(table(), 12.0)
    assert state.moving
    assert not state.settled


@pytest.mark.parametrize("fps", [5, 15, 30])
@pytest.mark.parametrize("sigma", [0, 12])
def test_a_hand_that_moves_is_seen_in_every_frame_and_then_the_table_settles(fps, sigma):
    gate = Gate()
    run(gate, [table()] * fps, fps, start=-1, sigma=sigma)
    crossing = [with_hand(table(), x) for x in np.linspace(0, 600, fps)]
    assert all(s.moving and not s.settled for s in run(gate, crossing, fps, sigma=sigma))
    after = run(gate, [table()] * fps, fps, start=1.0, sigma=sigma)
    assert after[0].moving, "the hand going away is motion too"
    assert after[-1].settled
    assert after[-1].settled_for_s == pytest.approx(1 - 1 / fps)


def test_a_stone_that_appears_from_one_frame_to_the_next_begins_a_new_still_period(gate):
    stone = with_hand(table(), 300, 150, radius=10)
    states = run(gate, [stone] * 15)
    assert [s.moving for s in states] == [True] + [False] * 14
    assert states[-1].settled_for_s == pytest.approx(14 / 15)


def test_creeping_motion_shows_against_the_beginning_of_the_still_period(gate):
    creeping = [with_hand(table(), 300 + 0.6 * n) for n in range(60)]
    assert any(s.moving for s in run(gate, creeping)[1:])


def test_moved_share_is_the_share_of_the_picture_that_changed(gate):
    state = run(gate, [with_hand(table(), 320, 180, radius=100)])[0]
    assert state.moved_share == pytest.approx(np.pi * 100**2 / (HEIGHT * WIDTH), rel=0.15)


def test_nothing_outside_the_region_counts():
    gate, board = Gate(), np.array([(200, 60), (440, 60), (440, 300), (200, 300)])
    run(gate, [table()] * 15, start=-1, region_px=board)
    beside = run(gate, [with_hand(table(), x, radius=30) for x in range(60, 150, 6)], region_px=board)
    assert not any(s.moving for s in beside)
    assert run(gate, [with_hand(table(), 300)], start=1, region_px=board)[0].moving


@pytest.mark.parametrize(("gain", "offset"), [(1.25, 0), (0.7, 0), (1, 25), (1, -20), (0.8, 15)])
def test_a_step_of_brightness_is_light_and_no_motion(gate, gain, offset):
    states = run(gate, [lit(table(), gain, offset)] * 30)
    assert not any(s.moving for s in states)
    assert states[0].lighting_changed
    assert not states[-1].lighting_changed, "after a while the new light is the light"
    assert states[-1].settled


def test_a_light_that_takes_a_second_to_change_is_no_motion(gate):
    states = run(gate, [lit(table(), gain) for gain in np.linspace(1, 1.4, 20)] + [lit(table(), 1.4)] * 15)
    assert not any(s.moving for s in states)
    assert any(s.lighting_changed for s in states[:20])
    assert not states[-1].lighting_changed


def test_a_change_of_the_light_s_colour_is_no_motion(gate):
    warm = lit(table(), np.array([0.8, 1.0, 1.15]))
    states = run(gate, [warm] * 20)
    assert not any(s.moving for s in states)
    assert states[0].lighting_changed


@pytest.mark.parametrize("cloth", [(90, 110, 130), (150, 150, 150)])
def test_a_white_balance_that_hunts_for_seconds_is_no_motion(cloth):
    """Blue rises as red falls: on the whole nothing becomes lighter, least of all a grey cloth."""
    clothed, gate = np.where((table() == (90, 110, 130)).all(-1)[..., None], cloth, table()), Gate()
    hunting = [lit(clothed, 1 + np.array([by, 0, -by])) for by in 0.12 * np.sin(np.linspace(0, 9, 150))]
    assert not any(s.moving for s in run(gate, hunting)[1:])


def test_a_hand_is_seen_in_changing_light_too(gate):
    pictures = [lit(with_hand(table(), 200 + 20 * n), 1 + 0.03 * n) for n in range(10)]
    assert all(s.moving for s in run(gate, pictures))


def test_daylight_that_fades_unevenly_for_minutes_is_no_motion(gate):
    side = np.linspace(0, 1, WIDTH)[None, :, None]
    fading = [lit(table(), 1 - 0.16 * side * n / 120) for n in range(120)]
    states = run(gate, fading, fps=6)
    assert not any(s.moving for s in states)
    assert not any(s.lighting_changed for s in states)


@pytest.mark.parametrize("fps", [10, 30])
def test_lamps_that_flicker_are_no_motion(gate, fps):
    rows = np.arange(HEIGHT)[:, None, None] / HEIGHT
    flickering = [lit(table(), 1 + 0.03 * np.sin(7 * rows + 1.9 * n)) for n in range(40)]
    states = run(gate, flickering, fps)
    assert not any(s.moving for s in states)


def test_frames_that_come_twice_neither_settle_a_moving_table_nor_spoil_the_measure_of_noise():
    gate = Gate()
    noisy = [with_noise(with_hand(table(), 20 * n), n, 12) for n in range(20)]
    states = [gate.feed(f, n / 15) for n, f in enumerate(f for frame in noisy for f in (frame, frame))]
    assert not any(s.settled for s in states)
    still = [with_noise(table(), n, 12) for n in range(20)]
    states = [gate.feed(f, 3 + n / 15) for n, f in enumerate(f for frame in still for f in (frame, frame))]
    assert not any(s.moving for s in states[1:])


def test_a_dropped_frame_is_no_motion_and_its_time_counts(gate):
    states = [gate.feed(with_noise(table(), n), t) for n, t in enumerate([0.0, 0.5, 1.5])]
    assert [s.moving for s in states] == [False] * 3
    assert states[-1].settled_for_s == pytest.approx(3.5)


def test_a_recording_that_begins_again_or_another_size_starts_anew(gate):
    assert gate.feed(table(), -1.5).moving
    assert gate.feed(table()[:180, :320], 0.0).moving


def test_grey_frames_will_do():
    gate = Gate()
    grey = cv2.cvtColor(table(), cv2.COLOR_BGR2GRAY)
    assert [gate.feed(grey, n / 10).settled for n in range(6)] == [False] * 4 + [True] * 2


def test_light_is_matched_though_a_hand_covers_a_third():
    before = cv2.resize(table(), (64, 36)).astype(np.float32)
    now = before * 1.2 + 5
    now[:, :20] = 170
    light = match_light(before, now)
    assert light.gain == pytest.approx([1.2] * 3, abs=0.03)
    assert light.offset == pytest.approx([5] * 3, abs=3)
