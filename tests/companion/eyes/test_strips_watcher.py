"""A table of Four Colour Cards is watched: each strip lies in an area, and stays the one that it was."""

from collections import Counter

import numpy as np
import pytest

from companion.eyes.picture_board import cut_blocks, picture_board
from companion.eyes.stretch import Place
from companion.eyes.strips.areas import SIDES, areas_of, sides_of, ways_of
from companion.eyes.strips.shown import StripsShown, matched
from companion.eyes.strips.stretch import StripStretch
from companion.eyes.strips.watcher import StripTable
from vision.strips.letters import CARDS
from vision.strips.reading import StripSeen

SIZE = (640, 360)
MIDDLE = 2  # of two players
CLOTH = np.random.default_rng(0).integers(60, 90, (SIZE[1], SIZE[0], 3)).astype(np.uint8)


def strip(card: str, x: float, y: float, confidence: float = 0.99) -> StripSeen:
    """An upright one of 20 by 60 pixels."""
    corners = np.array([[-10, -30], [10, -30], [10, 30], [-10, 30]]) + np.array([x, y])
    p = np.full(len(CARDS), 0.001)
    p[CARDS.index(card)] = 1
    return StripSeen(corners.astype(float), p / p.sum(), confidence, (True, True))


def stretch(number: int, *strips: StripSeen, read: bool = True, place: int = 0) -> StripStretch:
    """A table on which they lie; not ``read``: they are seen, and nothing is made out."""
    bgr = CLOTH.copy()
    for each in strips:
        (left, top), (right, bottom) = each.corners_px[0].astype(int), each.corners_px[2].astype(int)
        bgr[top:bottom, left:right] = 30 + 7 * int(each.p.argmax())
    return StripStretch(
        number,
        float(2 * number),
        8,
        1.0,
        Place(place),
        bgr,
        picture_board(SIZE),
        cut_blocks(bgr).astype(np.float32),
        strips=strips if read else (),
    )


DISCARD = strip("red-horse", 320, 180)
PAIR = (strip("red-horse", 300, 320), strip("red-horse", 322, 320))


def told(look) -> list[tuple[int, str]]:
    """The area and the card of each."""
    pairs = zip(look.strips.area.tolist(), look.strips.p, strict=True)
    return sorted((area, CARDS[int(p.argmax())]) for area, p in pairs)


def shown() -> StripsShown:
    """Two players, the first at the bottom of the picture; nothing lies there."""
    eyes = StripsShown(("bottom", "top"))
    eyes.lies_aside(stretch(1))
    eyes.look(stretch(1), Counter())
    return eyes


def test_what_is_laid_first_lies_in_the_middle_and_a_meld_before_its_player():
    eyes = shown()
    assert told(eyes.look(stretch(2, DISCARD), Counter())) == [(MIDDLE, "red-horse")]
    assert told(eyes.look(stretch(3, *PAIR), Counter())) == [(0, "red-horse"), (0, "red-horse")]


def test_a_strip_keeps_its_place_and_one_that_was_taken_is_gone():
    eyes = shown()
    eyes.look(stretch(2, DISCARD), Counter())
    there = eyes.look(stretch(3, DISCARD), Counter()).strips.since[2]
    assert there.now.tolist() == [0] and there.changed[0] < 2
    gone = eyes.look(stretch(4, *PAIR), Counter()).strips.since[2]
    assert gone.now.tolist() == [-1] and gone.changed[0] > 5


def test_what_looks_as_it_did_lies_there_still_though_it_is_not_read_again():
    eyes = shown()
    eyes.look(stretch(2, DISCARD), Counter())
    assert told(eyes.look(stretch(3, DISCARD, read=False), Counter())) == [(MIDDLE, "red-horse")]
    assert told(eyes.look(stretch(4), Counter())) == []


def test_what_lay_there_before_the_game_is_not_in_play():
    eyes = StripsShown(("bottom", "top"))
    pen = strip("white-general", 100, 60)
    eyes.lies_aside(stretch(1, pen))
    eyes.look(stretch(1, pen), Counter())
    assert told(eyes.look(stretch(2, pen, DISCARD), Counter())) == [(MIDDLE, "red-horse")]


def test_what_is_hardly_a_strip_does_not_say_where_the_middle_is():
    eyes = shown()
    eyes.look(stretch(2, strip("white-general", 320, 330, 0.6)), Counter())
    assert (MIDDLE, "red-horse") in told(eyes.look(stretch(3, DISCARD), Counter()))


def test_from_elsewhere_the_game_says_which_area_is_which():
    eyes = shown()
    eyes.look(stretch(2, DISCARD), Counter())
    other = strip("green-cannon", 320, 200)
    lying = Counter({(0, CARDS.index("red-horse")): 2, (MIDDLE, CARDS.index("green-cannon")): 1})
    look = eyes.look(stretch(3, other, *PAIR, place=1), lying)
    assert told(look) == [(0, "red-horse"), (0, "red-horse"), (MIDDLE, "green-cannon")]
    assert not look.strips.since


def test_each_strip_is_found_where_it_lay_once():
    near, far = strip("red-horse", 104, 100), strip("red-horse", 160, 100)
    assert matched((strip("red-horse", 100, 100),), (far, near)).tolist() == [1]
    assert matched((near, near), (near,)).tolist() in ([0, -1], [-1, 0])


@pytest.mark.parametrize("sides", [("bottom", "top"), ("left", "bottom", "right"), SIDES])
def test_players_sit_each_on_a_side_of_his_own(sides):
    areas = {str(i): 100 * way + [[320, 180]] * 4 for i, way in enumerate(ways_of(sides))}
    assert sides_of(areas, np.full((4, 2), [320, 180])) == sides


def test_melds_of_two_players_are_told_apart():
    known_px, known = np.array([[320.0, 180.0]]), np.array([2])
    at = np.array([[320.0, 330.0], [330.0, 40.0]])
    along = np.array([[0.0, 30.0], [0.0, 30.0]])
    assert areas_of(at, along, known_px, known, ways_of(("bottom", "top")), True).tolist() == [0, 1]


def test_the_table_is_all_of_the_picture():
    board = StripTable().find(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), None)
    assert board.size == picture_board(SIZE).size
