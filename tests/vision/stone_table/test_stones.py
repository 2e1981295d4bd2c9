"""The fields of a board, and the stones on them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from calibration.one_to_one import apart
from models.scenes.camera import expose
from models.scenes.quick.render import render
from models.scenes.sample import sample_scene
from tests.vision.test_pose import camera
from vision.finding.board import find_board
from vision.stone_table.look import look
from vision.stone_table.patches import TOWER_PX_PER_FIELD, TOWER_WIDTH, cut_towers, times_as_wide
from vision.stone_table.reading import OWNERS, Fields
from vision.stone_table.stones import (
    but_for_prints,
    colours_of_tops,
    count_stones,
    in_their_shares,
    read_fields,
    read_towers,
)

MAGENTA = (0.72, 0.2, 0.6)  # this game prints such a colour on fields, and gives no player such stones


def dyed(scene, rgb):
    """The same table, all stones on the board of one colour."""
    towers = tuple(
        tuple(tuple(replace(stone, rgb=rgb) for stone in tower) for tower in row) for row in scene.towers
    )
    return replace(scene, towers=towers)


def test_on_boards_of_other_games_a_stone_of_any_colour_is_a_stone():
    scene = dyed(sample_scene(9_200_036, width=960, height=540, mode="other"), MAGENTA)
    size = len(scene.towers)
    bgr = expose(render(scene)[0], scene.camera)
    board = find_board(bgr, size)
    taken = read_fields(bgr, board).taken()
    due = np.array([[bool(tower) for tower in row] for row in scene.towers])
    assert size == 7 and due.sum() == 7
    # A single picture does not know which side of a board is the first.
    assert any((np.rot90(taken, turns) == due).all() for turns in range(4))


class Counting:
    """Stands in for the network that counts: stones so wide, and the views and tops it was shown."""

    def __init__(self, width):
        self.width, self.shown, self.tops = width, [], []

    def run(self, patches, views, tops):
        self.shown.append(views[0])
        self.tops.append(tops[0])
        wider = len(self.shown) > 1
        logits = np.zeros((1, len(views[0]), 7), np.float32)
        logits[..., 1], logits[..., 2] = 2.0, 5.0 if wider else 0.0
        return {"height": logits, "radius": np.full((1, len(views[0]), 1), self.width / 2, np.float32)}


TOPS = np.array([[0, 0.4], [0.1, 0.2]], np.float32)  # of two towers, as the network of the fields tells them


def test_stones_that_nearly_fill_their_fields_are_looked_at_in_wider_ones_too(monkeypatch):
    towers = cut_towers(np.zeros((720, 1280, 3), np.uint8), camera(50, 200, 11, 900, 0.0))
    for width, looks, most_likely in ((0.65, 1, 2), (0.95, 2, 3)):
        counting = Counting(width)
        monkeypatch.setattr("vision.stone_table.stones.network", lambda name, counting=counting: counting)
        p = count_stones(np.zeros((720, 1280, 3), np.uint8), towers, np.array([3, 14]), TOPS)
        assert len(counting.shown) == looks
        assert p.shape == (2, 7) and (p.argmax(-1) == most_likely - 1).all()
        assert np.allclose(p.sum(-1), 1)
    times = counting.shown[1][:, 2] / counting.shown[0][:, 2]
    assert np.allclose(times, times_as_wide(0.95))
    assert np.allclose(counting.tops[0], TOPS) and np.allclose(counting.tops[1], TOPS / times_as_wide(0.95))


class OneSided:
    """Stands in for the network that counts: one stone where light comes from the left of a tower's top, two where
    from the right."""

    def run(self, patches, views, tops):
        logits = np.zeros((1, len(views[0]), 7), np.float32)
        top_px = TOWER_WIDTH / 2 + TOWER_PX_PER_FIELD * tops[0, 0, 0]
        middle = round((top_px + 0.5) * patches.shape[-1] / TOWER_WIDTH)
        logits[..., 0] = patches[..., :middle].mean((2, 3, 4))
        logits[..., 1] = patches[..., middle:].mean((2, 3, 4))
        return {"height": logits, "radius": np.full((1, len(views[0]), 1), 0.3, np.float32)}


def test_in_an_only_look_stones_count_alike_from_either_side(monkeypatch):
    monkeypatch.setattr("vision.stone_table.stones.network", lambda name: OneSided())
    bgr = np.full((720, 1280, 3), np.linspace(255, 0, 1280, dtype=np.uint8)[:, None])
    towers = cut_towers(bgr, camera(50, 0, 11, 900, 0.0))
    one, other = count_stones(bgr, towers, np.array([14]), TOPS[1:])[0, :2]
    assert abs(one - other) > 0.001
    one, other = count_stones(bgr, towers, np.array([14]), TOPS[1:], only_look=True)[0, :2]
    assert one == pytest.approx(other, abs=1e-5)


class OneSidedFields:
    """Stands in for the network of the fields: a stone of the first colour where light comes from the left, of the
    second where from the right, and each top on the left."""

    def run(self, patches, views):
        cells = len(views[0])
        owner = np.zeros((1, cells, 7), np.float32)
        middle = patches.shape[-1] // 2
        owner[..., 1] = patches[..., :middle].mean((2, 3, 4))
        owner[..., 2] = patches[..., middle:].mean((2, 3, 4))
        zeros = {"field": 6, "height": 8}
        told = {name: np.zeros((1, cells, count), np.float32) for name, count in zeros.items()}
        flat = {name: np.zeros((1, cells), np.float32) for name in ("hidden", "lift")}
        return told | flat | {"owner": owner, "tops": np.tile(np.float32([-0.1, 0.3]), (1, cells, 1))}


def test_in_an_only_look_colours_count_alike_from_either_side(monkeypatch):
    counting = Counting(0.6)
    networks = {"fields": OneSidedFields(), "towers": counting}
    monkeypatch.setattr("vision.stone_table.stones.network", networks.__getitem__)
    bgr = np.full((720, 1280, 3), np.linspace(255, 0, 1280, dtype=np.uint8)[:, None])
    towers = cut_towers(bgr, camera(50, 0, 11, 900, 0.0))
    one, other = np.moveaxis(read_towers(bgr, towers, 6).owner[..., 1:3], -1, 0)
    assert (np.abs(one - other) > 0.001).all()
    one, other = np.moveaxis(read_towers(bgr, towers, 6, only_look=True).owner[..., 1:3], -1, 0)
    assert np.allclose(one, other, atol=1e-5)
    # Tops are where they are in the patch as it was cut, and mirrored only where it is.
    as_cut, mirrored_one = counting.tops[1:3]
    assert np.allclose(as_cut, [-0.1, 0.3]) and (mirrored_one[:, 0] > 0).all()


def test_an_only_look_counts_stones_in_narrower_and_wider_fields_too(monkeypatch):
    counting = Counting(0.6)
    monkeypatch.setattr(
        "vision.stone_table.stones.network", {"fields": OneSidedFields(), "towers": counting}.__getitem__
    )
    bgr = np.zeros((720, 1280, 3), np.uint8)
    towers = cut_towers(bgr, camera(50, 200, 11, 900, 0.0))
    read_towers(bgr, towers, 6, only_look=True)
    as_cut = slice(None, None, 2)  # every other one is mirrored
    times = [1.0, 0.87, 1.15]
    assert [shown[0, 2] / towers.views[0, 2] for shown in counting.shown[as_cut]] == pytest.approx(times)
    assert [0.3 / tops[0, 1] for tops in counting.tops[as_cut]] == pytest.approx(times)


@pytest.mark.parametrize(("size", "wider"), [(6, [1.0]), (8, [1.15, 1.3])])
def test_on_boards_of_other_games_stones_are_counted_in_wider_fields(monkeypatch, size, wider):
    counting = Counting(0.6)
    monkeypatch.setattr(
        "vision.stone_table.stones.network", {"fields": OneSidedFields(), "towers": counting}.__getitem__
    )
    bgr = np.zeros((720, 1280, 3), np.uint8)
    towers = cut_towers(bgr, camera(50, 200, 11, 900, 0.0), size)
    read_towers(bgr, towers, size)
    assert [shown[0, 2] / towers.views[0, 2] for shown in counting.shown] == pytest.approx(wider)
    assert [0.3 / tops[0, 1] for tops in counting.tops] == pytest.approx(wider)


def test_a_single_picture_is_an_only_look(monkeypatch):
    scene = dyed(sample_scene(9_200_036, width=960, height=540, mode="other"), MAGENTA)
    bgr = expose(render(scene)[0], scene.camera)
    board = find_board(bgr, 7)
    told = look(bgr, 7, board=board).fields.height
    assert np.allclose(told, read_fields(bgr, board, only_look=True).height, atol=1e-5)
    assert not np.allclose(told, read_fields(bgr, board).height, atol=1e-3)


def seen_as(**owners):
    """Fields of which each reads as its owners' probabilities, and the rest as empty."""
    owner = np.full((6, 6, 7), 0.001, np.float32)
    owner[..., 0] = 1 - 6 * 0.001
    for i, probabilities in enumerate(owners.values()):
        for name, p in probabilities.items():
            owner[divmod(i, 6)][OWNERS.index(name)] = p
        owner[divmod(i, 6)][0] = probabilities.get("none", 0.0)
    owner /= owner.sum(-1, keepdims=True)
    other = np.zeros((6, 6, 8), np.float32)
    return Fields(other[..., :6], owner, other, other[..., 0], other[..., 0])


ALL_ALIKE = np.zeros((6, 6, 3))


def test_what_reads_as_a_colour_that_hardly_another_has_is_of_the_likelier_one():
    green = {f"green{i}": {"green": 0.9, "black": 0.1} for i in range(6)}
    fields = seen_as(**green, doubtful={"green": 0.4, "black": 0.6})
    assert fields.owner_name(1, 0) == "black"
    assert in_their_shares(fields, ALL_ALIKE).owner_name(1, 0) == "green"


def test_only_stones_that_look_alike_are_of_one_colour():
    green = {f"green{i}": {"green": 0.9, "black": 0.1} for i in range(6)}
    fields = seen_as(**green, doubtful={"green": 0.4, "black": 0.6})
    top_lab = ALL_ALIKE.copy()
    top_lab[1, 0] = [20, -30, 20]
    assert in_their_shares(fields, top_lab).owner_name(1, 0) == "black"


def test_a_sure_stone_keeps_its_colour_whatever_the_others_are():
    green = {f"green{i}": {"green": 0.99, "black": 0.01} for i in range(30)}
    told = in_their_shares(seen_as(**green, alone={"green": 0.01, "black": 0.99}), ALL_ALIKE)
    assert told.owner_name(5, 0) == "black"


def test_each_stone_looks_most_like_another_of_its_colour():
    scene = sample_scene(9_200_011, width=960, height=540)
    bgr = expose(render(scene)[0], scene.camera)
    board = find_board(bgr, 6)
    fields = read_fields(bgr, board)
    top_lab = colours_of_tops(bgr, board, fields)
    tops = np.array([[tower[-1].colour if tower else "" for tower in row] for row in scene.towers])
    shares = []
    for turns in range(4):  # a single picture does not know which side of a board is the first
        due = np.rot90(tops, turns)
        standing = due != ""
        off = apart(top_lab[standing][:, None], top_lab[standing][None])
        np.fill_diagonal(off, np.inf)
        shares.append((due[standing][off.argmin(0)] == due[standing]).mean())
    assert standing.sum() >= 8 and max(shares) == 1.0


@given(arrays(np.float32, (6, 6, 7), elements=st.floats(2**-10, 1, width=32)))
def test_where_nothing_stands_is_not_asked_of_the_colours(seen):
    owner = seen / seen.sum(-1, keepdims=True)
    fields = replace(seen_as(), owner=owner)
    told = in_their_shares(fields, ALL_ALIKE).owner
    assert np.allclose(told[..., 0], owner[..., 0])
    assert np.allclose(told.sum(-1), 1, atol=1e-4)


def test_more_stones_of_a_colour_than_there_are_are_spots_printed_on_the_fields():
    spots = {f"blue{i}": {"blue": 0.7, "none": 0.3} for i in range(30)}
    told = but_for_prints(seen_as(**spots, stone={"red": 0.99, "none": 0.01}))
    owners = {told.owner_name(r, c) for r in range(6) for c in range(6)}
    assert owners == {None, "red"} and told.owner_name(5, 0) == "red"
    assert np.allclose(told.owner.sum(-1), 1, atol=1e-4)


def test_all_the_stones_of_a_colour_may_be_on_the_board():
    twenty = seen_as(**{f"blue{i}": {"blue": 0.95, "none": 0.05} for i in range(20)})
    assert but_for_prints(twenty).taken().sum() == 20


def test_a_set_may_have_more_stones_of_a_colour_if_they_are_seen_surely():
    surely = {f"blue{i}": {"blue": 0.999, "none": 0.001} for i in range(26)}
    unsure = {f"unsure{i}": {"blue": 0.9, "none": 0.1} for i in range(4)}
    assert but_for_prints(seen_as(**surely, **unsure)).taken().sum() == 30
