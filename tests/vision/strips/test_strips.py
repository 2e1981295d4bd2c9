"""Strips of Four Colour Cards: signs put together to strips, strips to groups, and two drawn pictures read whole."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.evaluation.strips.pictures import judge_table
from models.evaluation.tally import Key
from vision.point_cards.plane import moved
from vision.strips.assemble import ReadSigns, strips_of
from vision.strips.groups import joined, middle_of, neighbours
from vision.strips.letters import CARDS, COLOURS, NO_SIGN, RANKS, SIGNS, cards_of, ranks_of
from vision.strips.look import look_at_strips
from vision.strips.plane import lay, squared
from vision.strips.reading import GroupSeen, StripSeen, StripsReading
from vision.strips.signs import PATCH_PX, SIGN_STRIDE, Signs, along_line, cut_patches, line_of, signs_in

PICTURES = Path(__file__).parent
WIDTH, LENGTH, INSET = 30.0, 90.0, 14.0  # pixels: of a strip, and from its end to its sign


def turned(angle):
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin], [sin, cos]])


def corners(centre, angle=0.0):
    """(4, 2) of a strip, clockwise from its upper end, turned clockwise in the picture."""
    x, y = WIDTH / 2, LENGTH / 2
    return np.array([[-x, -y], [x, -y], [x, y], [-x, y]]) @ turned(angle).T + centre


def signs_of(laid):
    """The signs of strips, each (centre, angle, card, which ends are in sight), as they would be seen and read."""
    centres, across, inward, ranks, colours = [], [], [], [], []
    for centre, angle, card, ends in laid:
        for end in ends:
            turn = turned(angle + end * np.pi)
            centres.append(np.array(centre) + turn @ [0, INSET - LENGTH / 2])
            across.append(turn @ [WIDTH / 2, 0])
            inward.append(turn @ [0, WIDTH / 2])
            colour, rank = card.split("-")
            ranks.append(0.9 * np.eye(7)[RANKS.index(rank)] + 0.1 / 7)
            colours.append(0.9 * np.eye(4)[COLOURS.index(colour)] + 0.1 / 4)
    count, half = len(centres), WIDTH / 2
    signs = Signs(
        np.array(centres),
        np.array(across),
        np.array(inward),
        np.full(count, (LENGTH / 2 - INSET) / half),
        np.full(count, INSET / half),
        np.full(count, 0.99),
    )
    return ReadSigns(signs, np.array(ranks), np.array(colours), np.full(count, 0.99))


def strip_at(centre, angle=0.0, card="red-horse", ends=(True, True)):
    p = np.full(len(CARDS), 0.1 / 27)
    p[CARDS.index(card)] = 0.9
    return StripSeen(corners(centre, angle), p, 0.99, ends)


def features(strips):
    """{(first, second): features} of neighbours, by the strips' place in the list."""
    near = neighbours(
        np.array([strip.corners_px for strip in strips]),
        np.array([strip.p for strip in strips]),
        np.array([strip.ends_seen for strip in strips]),
    )
    return {frozenset(pair): row for *pair, row in zip(near.first, near.second, near.features, strict=True)}


# --- signs ------------------------------------------------------------------------------------------------------


def test_every_sign_is_of_one_rank():
    assert len(SIGNS) == len(set(SIGNS)) == NO_SIGN == 15
    assert (ranks_of(np.eye(15)).sum(1) == 1).all()
    assert RANKS[int(ranks_of(np.eye(15)[SIGNS.index("俥")]).argmax())] == "chariot"


def test_a_card_is_its_colour_and_its_rank():
    for index, card in enumerate(CARDS):
        colour, rank = card.split("-")
        p = cards_of(np.eye(4)[COLOURS.index(colour)], np.eye(7)[RANKS.index(rank)])
        assert p.argmax() == index and p.sum() == 1


def test_a_mark_is_told_where_it_stands_once():
    maps = np.zeros((13, 20, 30), np.float32)
    maps[0] = -9
    maps[0, 8, 11], maps[0, 8, 12] = 3.0, 2.0
    maps[1:3, 8, 11] = 0.25, -0.5
    maps[3], maps[8], maps[10], maps[11], maps[12] = 3.0, 3.0, 0.4, 2.0, 0.9
    found = signs_in(maps)
    assert len(found) == 1
    assert found.centre_px[0] == pytest.approx([(11.75) * SIGN_STRIDE - 0.5, 8 * SIGN_STRIDE - 0.5])
    assert found.across_px[0] == pytest.approx([12, 0]) and found.inward_px[0] == pytest.approx([0, 12])
    twice = signs_in(maps, factor=2.0)
    assert twice.across_px[0] == pytest.approx([6, 0])
    assert twice.centre_px[0] == pytest.approx((found.centre_px[0] + 0.5) / 2 - 0.5)


@given(st.floats(-np.pi, np.pi), st.floats(0.5, 20))
def test_a_line_and_the_way_along_it_give_the_vector_back(angle, length):
    vector = length * np.array([[np.cos(angle), np.sin(angle)]])
    for way in (1, -1):
        assert along_line(line_of(vector), way * vector) == pytest.approx(way * vector, abs=1e-6)
    assert line_of(vector) == pytest.approx(line_of(-vector))


@pytest.mark.parametrize("angle", [0.0, 0.7, 2.0, np.pi])
def test_a_patch_shows_its_sign_upright(angle):
    picture = np.full((200, 200, 3), 200, np.uint8)
    sign = signs_of([((100, 100), angle, "red-horse", (0,))]).signs
    ends = [sign.points_px(x, -0.5)[0] for x in (-0.6, 0.6)]  # a bar above the sign's middle
    cv2.line(picture, *(tuple(round(v) for v in end) for end in ends), (0, 0, 0), 3)
    patch = cut_patches(picture, sign)[0, ..., 0].astype(int)
    assert patch.shape == (PATCH_PX, PATCH_PX)
    dark = np.argwhere(patch < 120)
    assert dark[:, 0].max() < PATCH_PX / 2 and np.ptp(dark[:, 1]) > 2 * np.ptp(dark[:, 0])


# --- strips -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [0.0, 0.5, 1.6, 3.0])
def test_two_signs_make_one_strip(angle):
    (strip,) = strips_of(signs_of([((100, 80), angle, "green-cannon", (0, 1))]))
    assert strip.card == "green-cannon" and strip.ends_seen == (True, True)
    true = corners((100, 80), angle)
    off = min(np.abs(np.roll(strip.corners_px, 2 * k, axis=0) - true).max() for k in range(2))
    assert off < 1e-6


def test_one_sign_tells_where_all_of_its_strip_lies():
    (strip,) = strips_of(signs_of([((100, 80), 0.4, "green-cannon", (1,))]))
    assert strip.ends_seen == (True, False)
    assert np.abs(np.roll(strip.corners_px, 2, axis=0) - corners((100, 80), 0.4)).max() < 1e-6


def test_strips_side_by_side_stay_apart():
    laid = [((100 + 31 * k, 80), 0.02 * k, "yellow-soldier", (0, 1)) for k in range(6)]
    assert len(strips_of(signs_of(laid))) == 6


def test_of_strips_laid_down_along_one_another_each_is_told():
    laid = [((100, 80 + 30 * k), 0.0, "red-horse", (0,) if k < 2 else (0, 1)) for k in range(3)]
    strips = strips_of(signs_of(laid))
    assert sorted(float(strip.centre_px[1]) for strip in strips) == pytest.approx([80, 110, 140])
    assert [strip.card for strip in strips] == ["red-horse"] * 3


def test_what_is_no_sign_makes_no_strip():
    read = signs_of([((100, 80), 0.0, "red-horse", (0, 1))])
    unsure = replace(read.signs, confidence=np.array([0.2, 0.2]))
    assert strips_of(replace(read, signs=unsure, real=np.array([0.1, 0.05]))) == ()
    assert strips_of(read.only(np.zeros(2, bool))) == ()


def test_small_signs_in_the_middle_of_strips_are_none():
    laid = [((100 + 34 * k, 80), 0.0, "red-horse", (0, 1)) for k in range(4)]
    read = signs_of(laid)
    signs = read.signs
    small = replace(
        signs.only(np.arange(1)),
        centre_px=np.array([[100.0, 80.0]]),
        across_px=signs.across_px[:1] / 2,
        inward_px=signs.inward_px[:1] / 2,
        confidence=np.array([0.7]),
    )
    more = ReadSigns(
        Signs(*(np.concatenate([getattr(signs, f), getattr(small, f)]) for f in signs.__dataclass_fields__)),
        *(np.concatenate([each, each[:1]]) for each in (read.ranks, read.colours, read.real)),
    )
    assert len(more) == 9 and len(strips_of(more)) == 4


def test_a_sign_taken_for_upside_down_is_still_of_its_strip():
    read = signs_of([((100, 80), 0.0, "red-horse", (0, 1))])
    way = np.array([[1.0], [-1.0]])
    signs = replace(read.signs, across_px=read.signs.across_px * way, inward_px=read.signs.inward_px * way)
    (strip,) = strips_of(replace(read, signs=signs))
    assert strip.ends_seen == (True, True)


def test_strips_end_to_end_are_two():
    laid = [((100, 80), 0.0, "red-horse", (0, 1)), ((100, 82 + LENGTH), 0.0, "red-horse", (0, 1))]
    assert sorted(s.centre_px[1] for s in strips_of(signs_of(laid))) == pytest.approx([80, 82 + LENGTH])


def test_all_signs_together_tell_each_frame_better():
    rng = np.random.default_rng(5)
    laid = [((70 + 40 * (k % 6), 80 + 110 * (k // 6)), 0.4 * k, "red-horse", (0, 1)) for k in range(18)]
    true = signs_of(laid).signs
    tilt = np.array([[1.0, 0.1, 20], [0, 0.7, 30], [0.0002, 0.0009, 1]])
    ahead, right = true.points_px(0, 0.01), true.points_px(0.01, 0)
    at, ahead, right = (moved(points, tilt) for points in (true.centre_px, ahead, right))
    seen = replace(true, centre_px=at, across_px=(right - at) * 100, inward_px=(ahead - at) * 100)
    half = np.linalg.norm(seen.across_px, axis=1, keepdims=True)
    loose = replace(
        seen,
        across_px=seen.across_px + half * rng.normal(0, 0.15, at.shape),
        inward_px=seen.inward_px + half * rng.normal(0, 0.15, at.shape),
    )
    better = squared(loose, lay(loose, np.ones(len(loose))))
    off = [np.linalg.norm(each.inward_px - seen.inward_px, axis=1) / half[:, 0] for each in (loose, better)]
    assert off[1].mean() < 0.8 * off[0].mean()


def test_of_two_signs_the_clearer_one_tells_the_rank():
    read = signs_of([((100, 80), 0.0, "red-horse", (0, 1))])
    unclear = np.stack([read.ranks[0], np.full(7, 1 / 7)])
    assert strips_of(replace(read, ranks=unclear))[0].card == "red-horse"


# --- groups -----------------------------------------------------------------------------------------------------

odds_lists = st.integers(2, 9).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.lists(st.floats(-5, 5), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2),
        st.randoms(use_true_random=False),
    )
)


@given(odds_lists)
def test_groups_part_all_strips_and_their_order_tells_nothing(case):
    count, odds, random = case
    i, j = np.triu_indices(count, 1)
    groups = joined(count, i, j, np.array(odds))
    assert sorted(k for group in groups for k in group) == list(range(count))
    assume_apart = len(set(odds)) == len(odds)
    new = list(range(count))
    random.shuffle(new)
    renamed = joined(count, np.array(new)[i], np.array(new)[j], np.array(odds))
    if assume_apart:
        assert {frozenset(new[k] for k in group) for group in groups} == {frozenset(g) for g in renamed}


@given(st.integers(1, 8))
def test_all_together_or_none(count):
    i, j = np.triu_indices(count, 1)
    assert joined(count, i, j, np.full(len(i), 1.0)) == [tuple(range(count))]
    assert joined(count, i, j, np.full(len(i), -1.0)) == [(k,) for k in range(count)]


def test_a_pair_that_is_apart_keeps_its_groups_apart():
    first, second = np.array([0, 1, 0]), np.array([1, 2, 2])
    assert joined(3, first, second, np.array([2.0, 1.0, -3.0])) == [(0, 1), (2,)]


places = st.tuples(st.floats(-60, 60), st.floats(-60, 60), st.floats(-1.5, 1.5))


@given(st.lists(places, min_size=2, max_size=5), st.floats(0, 6.3), st.floats(0.5, 2), st.booleans())
def test_how_two_strips_lie_is_told_alike_however_the_table_is_turned(laid, angle, scale, flipped):
    strips = [strip_at((x, y), turn) for x, y, turn in laid]
    move = scale * turned(angle)
    moved = [
        replace(
            strip,
            corners_px=np.roll(strip.corners_px, 2 * flipped, axis=0) @ move.T + [300, 200],
            ends_seen=strip.ends_seen[::-1] if flipped else strip.ends_seen,
        )
        for strip in strips
    ]
    before, after = features(strips), features(moved)
    assert before.keys() == after.keys()
    for pair, row in before.items():
        # Where two look alike from either end, or lie on each other, no one way is the likelier
        if min(abs(row[0] - row[2]), abs(row[0] + row[2]), abs(row[1] + row[3])) > 1e-3:
            assert after[pair] == pytest.approx(row, abs=2e-3)


def test_strips_far_from_each_other_are_no_neighbours():
    assert not features([strip_at((0, 0)), strip_at((4 * WIDTH, 0))])
    assert features([strip_at((0, 0)), strip_at((1.2 * WIDTH, 0))])


def test_melds_face_away_from_the_middle_of_the_table():
    centres = np.array([[0.0, 100], [100, 0], [-100, 0]])
    lines = np.array([[0.0, 1], [1, 0], [1, 0]])
    assert middle_of(centres, lines) == pytest.approx([0, 0], abs=15)


@pytest.mark.parametrize(
    ("faces", "side"), [((0, 1), "bottom"), ((1, 0.5), "right"), ((0.5, -1), "top"), ((-1, 0), "left")]
)
def test_a_group_faces_a_side_of_the_picture(faces, side):
    assert GroupSeen((0,), np.zeros(2), np.array(faces)).side == side


# --- readings ---------------------------------------------------------------------------------------------------


def test_a_reading_is_told_as_the_interface_says():
    strips = (strip_at((100, 80), card="red-chariot"), strip_at((140, 80), card="white-horse"))
    groups = (
        GroupSeen((0,), np.zeros(2), np.array([0.0, 1])),
        GroupSeen((1,), np.zeros(2), np.array([1.0, 0])),
    )
    told = json.loads(json.dumps(StripsReading(strips, groups).to_json("a.jpg", 41.04)))
    assert told["found"] and told["image"] == "a.jpg" and told["ms"] == 41.0
    assert [(card["card"], card["group"]) for card in told["cards"]] == [
        ("red-chariot", 0),
        ("white-horse", 1),
    ]
    assert told["cards"][0]["corners"] == corners((100, 80)).tolist()


def test_an_empty_table_has_no_strips():
    bare = look_at_strips(np.full((360, 640, 3), 90, np.uint8))
    assert bare.strips == () and bare.groups == ()
    assert not bare.to_json("a.jpg", 1.0)["found"]


@pytest.mark.parametrize(("name", "cards", "groups"), [("hand", 0.95, 0.8), ("game", 0.9, 0.7)])
def test_a_drawn_picture_is_read(name, cards, groups):
    """The bars lie below what is reached, and well above what a broken network would."""
    bgr = np.asarray(cv2.imread(str(PICTURES / f"{name}.jpg")), np.uint8)
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    told = judge_table(PICTURES / f"{name}.jpg", truth, look_at_strips(bgr), 0.0).tally
    for figure, bar in (("card right", cards), ("group right", groups)):
        hits, of = told.counts[Key(figure)]
        assert of >= 6 and hits / of >= bar
