"""Arms over the table: what reaches in from the edge and was not there before, in whatever light."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.finding.overview import Overview
from vision.following.arms import TREMBLES_S, ClearTable, hands_but_for_cards

ROWS, COLUMNS = 54, 96
NOTHING = np.zeros((ROWS, COLUMNS), np.float32)
GLANCE = Overview(NOTHING, NOTHING, NOTHING, 96 / 1280)  # the network sees no hand anywhere


def table() -> np.ndarray:
    """A wooden table with a coloured board on it."""
    rng = np.random.default_rng(4)
    bgr = np.full((720, 1280, 3), (90, 130, 170), np.uint8)
    for row in range(6):
        for col in range(6):
            x, y = 400 + 80 * col, 120 + 80 * row
            cv2.rectangle(bgr, (x, y), (x + 72, y + 72), rng.integers(30, 240, 3).tolist(), -1)
    return bgr


def with_arm(bgr: np.ndarray, x: int = 700) -> np.ndarray:
    """A forearm from the lower edge to the board's middle."""
    return cv2.line(bgr.copy(), (x, 719), (640, 360), (120, 150, 200), 90)


def in_light(bgr: np.ndarray, gain: tuple[float, float, float]) -> np.ndarray:
    return np.clip(bgr * np.array(gain), 0, 255).astype(np.uint8)


def arm_share(clear: ClearTable, bgr: np.ndarray, t: float) -> float:
    return float(clear.arms_only(bgr, GLANCE, t).hand.mean())


def test_an_arm_that_reaches_in_is_seen():
    clear = ClearTable(table(), GLANCE)
    assert arm_share(clear, table(), 1.0) == 0
    assert arm_share(clear, with_arm(table()), 2.0) > 0.03


def test_a_stone_or_card_on_the_table_is_no_arm():
    clear = ClearTable(table(), GLANCE)
    changed = cv2.circle(table(), (560, 300), 30, (20, 20, 200), -1)
    changed = cv2.rectangle(changed, (1000, 300), (1080, 420), (30, 200, 30), -1)
    assert arm_share(clear, changed, 1.0) == 0


@pytest.mark.parametrize(
    "gain",
    [(0.95, 1.15, 1.35), (0.6, 0.55, 0.5), (1.4, 1.4, 1.4)],
    ids=["a warm lamp on", "the sun gone", "glaring"],
)
def test_another_light_is_no_arm_and_hides_none(gain):
    clear = ClearTable(table(), GLANCE)
    assert arm_share(clear, in_light(table(), gain), 1.0) == 0
    assert arm_share(clear, in_light(with_arm(table()), gain), 2.0) > 0.03


def test_a_lamp_switched_on_at_the_tables_side_is_no_arm_and_hides_none():
    clear = ClearTable(table(), GLANCE)
    y, x = np.mgrid[:720, :1280]
    falloff = np.exp(-(((x - 200) / 700) ** 2 + ((y - 650) / 700) ** 2))[..., None]
    lit = 1 + np.array([0.3, 0.5, 0.6]) * falloff
    assert arm_share(clear, np.clip(table() * lit, 0, 255).astype(np.uint8), 1.0) == 0
    assert arm_share(clear, np.clip(with_arm(table()) * lit, 0, 255).astype(np.uint8), 1.5) > 0.03


def test_a_white_rim_that_was_burnt_out_and_reaches_in_is_no_arm_once_the_sun_is_gone():
    """Along the rim a cell of the map shows a part of it: how bright that was nobody knows either."""
    light = np.tile(np.array([90.0, 130.0, 170.0]), (720, 1280, 1))
    cv2.line(light, (345, 719), (675, 200), (280.0, 280.0, 280.0), 36)
    before, now = (in_light(light, (gain,) * 3) for gain in (1.0, 0.5))
    assert arm_share(ClearTable(before, GLANCE), now, 1.0) == 0
    assert arm_share(ClearTable(before, GLANCE), with_arm(now, 1000), 1.0) > 0.03


def test_what_lies_still_at_the_edge_is_no_arm_for_long():
    """A bag was put down where it reaches into the picture; people go on playing, hands come and go."""
    clear = ClearTable(table(), GLANCE)
    bag = cv2.rectangle(table(), (0, 420), (380, 719), (30, 30, 30), -1)
    assert arm_share(clear, bag, 1.0) > 0.03
    assert arm_share(clear, with_arm(bag), 2.0) > 0.03
    assert arm_share(clear, bag, 1.0 + TREMBLES_S + 2.0) == 0
    # An arm is one, also beside it.
    assert arm_share(clear, with_arm(bag, 900), 8.0) > 0.03


def test_a_card_on_a_pile_at_the_edge_keeps_nobody_waiting_as_a_hand_would():
    clear = ClearTable(table(), GLANCE)
    pile = cv2.rectangle(table(), (1110, 40), (1279, 180), (20, 140, 240), -1)
    hand = np.zeros((ROWS, COLUMNS), np.float32)
    hand[3:13, 84:] = 0.9
    taken_for_one = replace(GLANCE, hand=hand)
    assert clear.arms_only(pile, taken_for_one, 1.0).hand.any()
    assert clear.arms_only(pile, taken_for_one, 2.3).hand.any()
    assert arm_share(clear, pile, 2.3) == 0


def test_what_a_lamp_burns_out_is_no_arm_though_it_always_looked_a_little_like_one():
    """The hand that switched the lamp on has gone, and the shade that it left is traced nowhere."""
    lit = cv2.rectangle(table(), (0, 300), (400, 719), (250, 250, 250), -1)
    shaded = cv2.rectangle(lit.copy(), (0, 500), (400, 719), (20, 20, 20), -1)
    cloth, arm = NOTHING.copy(), NOTHING.copy()
    cloth[25:30, 5:15] = 0.3
    arm[38:54, :30] = 0.3
    for trace, seen in ((cloth, False), (arm, True)):
        clear = ClearTable(table(), GLANCE)
        glance = replace(GLANCE, hand=trace)
        assert clear.arms_only(lit, glance, 1.0).hand.any()
        assert clear.arms_only(shaded, glance, 4.0).hand.any()
        assert clear.arms_only(shaded, glance, 5.5).hand.any() == seen


def test_a_fan_of_cards_that_reaches_out_of_the_picture_is_no_arm_but_the_arm_beside_it_is():
    clear = ClearTable(table(), GLANCE)
    cards = [
        np.array([[x, 560], [x + 150, 560], [x + 150, 760], [x, 760]], float) for x in range(60, 500, 60)
    ]
    fan = table()
    for n, outline in enumerate(cards):
        cv2.fillConvexPoly(fan, outline.astype(np.int32), ((20, 140, 240), (200, 60, 30))[n % 2])
    assert clear.arms_only(fan, GLANCE, 1.0).hand.mean() > 0.03
    assert clear.arms_only(fan, GLANCE, 1.0, cards).hand.mean() == 0
    assert clear.arms_only(with_arm(fan), GLANCE, 2.0, cards).hand.mean() > 0.03


def test_a_card_beside_what_was_always_taken_for_a_hand_is_no_arm():
    """A cup at the picture's edge looks like a hand, a card is laid against it."""
    looks_like_one = np.zeros((ROWS, COLUMNS), np.float32)
    looks_like_one[20:40, 84:] = 0.45
    surer = replace(GLANCE, hand=np.minimum(2 * looks_like_one, 1))
    clear = ClearTable(table(), replace(GLANCE, hand=looks_like_one))
    card = cv2.rectangle(table(), (960, 320), (1125, 480), (20, 200, 230), -1)
    assert clear.arms_only(card, surer, 1.0).hand.max() == 0
    assert clear.arms_only(with_arm(card), surer, 2.0).hand.mean() > 0.03, "an arm is one all the same"


def test_what_always_looked_like_a_hand_is_none_to_a_knocked_camera_and_a_hand_is_one():
    looked = NOTHING.copy()
    looked[20:26, 40:46] = 0.8
    clear = ClearTable(table(), replace(GLANCE, hand=looked))
    moved = np.array([[1.0, 0, 160], [0, 1, -80], [0, 0, 1]])  # pixels: by 12 cells to the right, 6 up
    now = NOTHING.copy()
    now[14:20, 52:58] = 0.9
    now[40:48, 10:20] = 0.9
    seen = clear.hands_seen_from(moved, replace(GLANCE, hand=now)).hand
    assert seen[14:20, 52:58].max() == 0
    assert (seen[40:48, 10:20] == now[40:48, 10:20]).all()


def test_where_a_card_of_a_hands_colours_lies_no_hand_is_seen():
    hand = NOTHING.copy()
    hand[30:40, 10:20] = 0.9
    hand[5:10, 60:70] = 0.9
    card = np.array([[10, 30], [20, 30], [20, 40], [10, 40]]) / GLANCE.scale
    glance = replace(GLANCE, hand=hand)
    seen = hands_but_for_cards(glance, [card]).hand
    assert seen[30:40, 10:20].max() == 0 and (seen[5:10, 60:70] == hand[5:10, 60:70]).all()
    assert glance.hand[35, 15] > 0, "the glance itself stays as it was"
