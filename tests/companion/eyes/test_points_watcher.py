"""A table of Punto is watched: it is there before the first card, and each card is told on its cell of the grid."""

from dataclasses import replace
from functools import cache
from itertools import count

import cv2
import numpy as np
import pytest

from companion.eyes.hints import NOTHING_KNOWN
from companion.eyes.picture_board import block_at, cut_blocks, picture_board, whole_picture
from companion.eyes.points.shown import PointsShown, those_out
from companion.eyes.points.stretch import PointStretch
from companion.eyes.points.watcher import PointTable, PointWatcher
from companion.follow.likelihood.point_cards import CONTENTS, FIRST, SIDE, cell_at, place_of
from models.scenes.camera import expose
from models.scenes.point_cards.quick import render
from models.scenes.point_cards.recording_script import Span
from models.scenes.point_cards.recording_stage import sample_stage
from models.scenes.point_cards.recording_table import FilmedTable
from referee.punto_acts import COLOURS
from referee.table import PointCard
from vision.point_cards.faces import cut_squares

SEED = 11
LAID = ((("red", 5), (5, 5)), (("blue", 3), (4, 5)), (("red", 8), (5, 5)))


@cache
def pictures() -> tuple[np.ndarray, ...]:
    """An empty table (H, W, 3), and the same after each of the cards LAID."""
    stage = sample_stage(SEED, 640, 360, "close", 2, [Span(3, 3, 5, 5)])
    table = FilmedTable(np.random.default_rng(SEED), stage)
    scenes = [table.scene()]
    for face, cell in LAID:
        table.in_hand = face
        table.put(cell)
        scenes.append(table.scene())
    return tuple(expose(render(scene)[0], scene.camera) for scene in scenes)


@cache
def first_moved() -> np.ndarray:
    """The same table (H, W, 3) with the first card alone, on another cell."""
    table = FilmedTable(
        np.random.default_rng(SEED), sample_stage(SEED, 640, 360, "close", 2, [Span(3, 3, 5, 5)])
    )
    table.in_hand = LAID[0][0]
    table.put((3, 4))
    return expose(render(table.scene())[0], table.scene().camera)


@cache
def pushed() -> tuple[np.ndarray, ...]:
    """The same table (H, W, 3) empty, with three cards, and with all of them pushed a little."""
    stage = sample_stage(SEED, 640, 360, "close", 2, [Span(3, 3, 5, 5)])
    table = FilmedTable(np.random.default_rng(SEED), stage)
    scenes = [table.scene()]
    for face, cell in (*LAID[:2], (("green", 4), (4, 4))):
        table.in_hand = face
        table.put(cell)
        scenes.append(table.scene())
    table.nudge()
    scenes.append(table.scene())
    return tuple(expose(render(scene)[0], scene.camera) for scene in scenes)


@cache
def watched() -> tuple[PointStretch, ...]:
    """The last look of each stretch in which a picture was seen, through a camera with a little noise."""
    return watching(pictures())


def watching(shown) -> tuple[PointStretch, ...]:
    """The same of any pictures."""
    watcher, clock, rng = PointWatcher(), count(), np.random.default_rng(1)
    last = []
    for bgr in shown:
        looks = []
        for _ in range(9):
            frame = np.clip(bgr + rng.normal(0, 1.5, bgr.shape), 0, 255).astype(np.uint8)
            looks += watcher.feed(frame, next(clock) / 10)
        last.append(looks[-1])
    return tuple(last)


def read(look) -> dict:
    """The cards that are likeliest there, by their cells."""
    best = look.cells.p.argmax(1)
    return {cell_at(int(place)): CONTENTS[best[place]] for place in np.flatnonzero(best)}


def test_the_table_is_there_before_the_first_card():
    empty, *_ = watched()
    assert empty.looks >= 4
    assert PointsShown().in_play(empty) == {}


def test_each_card_is_told_on_its_cell_also_one_on_another():
    shown, lying, told = PointsShown(), np.zeros(SIDE * SIDE, int), []
    shown.lies_aside(watched()[0])
    for stretch in watched():
        look = shown.look(stretch, lying)
        told.append(look)
        lying = look.cells.p.argmax(1)
    assert read(told[0]) == {}
    assert read(told[1]) == {FIRST: PointCard("red", 5)}
    beside = next(cell for cell in read(told[2]) if cell != FIRST)
    assert np.abs(np.subtract(beside, FIRST)).sum() == 1  # which way up is a matter of the picture
    assert read(told[2]) == {FIRST: PointCard("red", 5), beside: PointCard("blue", 3)}
    assert read(told[3]) == {FIRST: PointCard("red", 8), beside: PointCard("blue", 3)}
    place = SIDE * (FIRST[0] + 1) + FIRST[1] + 1
    changed = told[3].cells.changed[told[2].number]
    assert changed[place] > 2 * np.nanmedian(changed)


def test_where_a_lone_card_lies_is_no_matter():
    shown, nothing = PointsShown(), np.zeros(SIDE * SIDE, int)
    empty, first, moved = watching((*pictures()[:2], first_moved()))
    shown.lies_aside(empty)
    lying = shown.look(first, nothing).cells.p.argmax(1)
    look = shown.look(moved, lying)
    assert read(look) == {FIRST: PointCard("red", 5)}
    assert not np.isfinite(look.cells.changed[first.number]).any()


def test_a_lone_card_that_reads_half_as_another_lies_elsewhere_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards = PointStretch.cards

    def half_sure(self: PointStretch, *args):
        found, faces = cards(self, *args)
        return found, replace(faces, colour=np.full_like(faces.colour, 1 / len(COLOURS)))

    monkeypatch.setattr(PointStretch, "cards", half_sure)
    shown, lying = PointsShown(), np.zeros(SIDE * SIDE, int)
    empty, first, moved = watching((*pictures()[:2], first_moved()))
    shown.lies_aside(empty)
    shown.look(first, lying)
    lying[place_of(FIRST)] = CONTENTS.index(PointCard("red", 5))
    assert list(read(shown.look(moved, lying))) == [FIRST]


def test_where_all_cards_were_pushed_that_the_picture_is_another_tells_nothing() -> None:
    shown, lying = PointsShown(), np.zeros(SIDE * SIDE, int)
    looks, stretches = [], watching(pushed())
    shown.lies_aside(stretches[0])
    for stretch in stretches:
        looks.append(shown.look(stretch, lying))
        lying = looks[-1].cells.p.argmax(1)
    *_, before, laid, after = looks
    assert len(read(after)) == 3 and read(after) == read(laid)
    assert np.isfinite(laid.cells.changed[before.number]).any()
    assert not np.isfinite(after.cells.changed[laid.number]).any()


def test_cards_that_lay_there_before_the_game_are_not_in_play():
    shown = PointsShown()
    shown.lies_aside(watched()[1])
    assert read(shown.look(watched()[1], np.zeros(SIDE * SIDE, int))) == {}


def test_no_grid_begins_with_a_card_that_is_out_of_the_game():
    shown, nothing, out = PointsShown(), np.zeros(SIDE * SIDE, int), (PointCard("red", 5),)
    empty, aside, first, _ = watched()
    assert read(shown.look(empty, nothing, out)) == {}
    assert read(shown.look(aside, nothing, out)) == {}
    assert read(shown.look(first, nothing, out)) == {FIRST: PointCard("blue", 3)}


def test_a_card_out_of_the_game_that_lies_there_as_soon_as_a_round_is_cleared_begins_no_grid() -> None:
    shown, nothing, out = PointsShown(), np.zeros(SIDE * SIDE, int), (PointCard("red", 5),)
    empty, first, two, aside = watching((*pictures()[:3], pictures()[1]))
    shown.lies_aside(empty)
    lying = shown.look(first, nothing).cells.p.argmax(1)
    assert len(read(shown.look(two, lying))) == 2
    assert read(shown.look(aside, nothing, out)) == {}


def test_a_card_alone_is_the_one_that_is_out_of_the_game_if_it_may_be() -> None:
    """No other card tells an orange from a red: this one reads as a red 8 first, and the orange 8 is out."""
    read, out = np.zeros((3, len(CONTENTS))), (PointCard("orange", 8),)
    for card, sure in enumerate((0.85, 0.3, 1.0)):
        read[card, [CONTENTS.index(PointCard(colour, 8)) for colour in ("red", "orange")]] = sure, 1 - sure
    lies, nowhere = np.ones(3, bool), np.zeros(3, bool)
    assert those_out(read[:1], lies[:1], nowhere[:1], out) == [0]
    assert those_out(read[2:], lies[2:], nowhere[2:], out) == []
    assert those_out(read, lies, nowhere, out) == [1]
    assert those_out(read, lies, np.array([True, False, False]), out) == []
    assert sorted(those_out(read, lies, nowhere, (*out, PointCard("red", 8)))) == [1, 2]


def test_a_lone_card_is_held_against_those_seen_before_and_none_of_them_is_told() -> None:
    lone, later = watched()[1], watched()[3]
    found, _ = later.cards(np.zeros((0, 4, 2)))
    cards, faces = lone.cards(np.zeros((0, 4, 2)), cut_squares(later.picture, found.corners_px))
    best = int(cards.p.argmax())
    assert len(faces.colour) == len(cards.p)
    assert (faces.points[best].argmax(), COLOURS[int(faces.colour[best].argmax())]) == (5, "red")


def test_the_picture_stands_for_a_board():
    board = picture_board((640, 360))
    assert np.abs(board.corners_px - [[25, 14], [614, 14], [614, 345], [25, 345]]).max() < 2
    assert (PointTable().find(pictures()[0], NOTHING_KNOWN).corners_px == board.corners_px).all()


def test_a_picture_is_cut_into_blocks_and_put_together_again():
    bgr = np.random.default_rng(0).integers(0, 255, (48, 83, 3), np.uint8)
    blocks = cut_blocks(bgr)
    assert (whole_picture(blocks.astype(np.float32)) == bgr[:, :80]).all()
    assert block_at(np.array([[79.0, 0.0], [0.0, 47.0], [99.0, 99.0]]), (6, 10)).tolist() == [7, 56, 63]


@pytest.mark.parametrize("swayed", [0, 12])
def test_a_camera_that_was_moved_is_noticed_and_a_bare_table_tells_nothing(swayed):
    cloth = np.random.default_rng(2).integers(60, 200, (36, 64, 3), np.uint8).repeat(10, 0).repeat(10, 1)
    bgr = cv2.GaussianBlur(cloth, (0, 0), 2.0)
    follower = PointTable().follower(bgr, picture_board((640, 360)))
    state = follower.check(np.roll(bgr, swayed, axis=1))
    assert (state.moved or state.corners_px is None) == bool(swayed)
    bare = np.full((360, 640, 3), 120, np.uint8)
    assert not PointTable().follower(bare, picture_board((640, 360))).check(bare).moved


def test_of_cells_that_nobody_looks_at_nothing_is_said_once_the_cards_are_taken_up():
    """So the same stretch does not say now that all cards are gone, and then that nothing was touched."""
    shown, lying = PointsShown(), np.zeros(SIDE * SIDE, int)
    empty, *cards = watched()
    for stretch in (empty, *cards, *watching((*pictures(), pictures()[0]))[-1:]):
        lying = shown.look(stretch, lying).cells.p.argmax(1)
    again = shown.look(stretch, lying)
    assert not np.isfinite(again.cells.changed[cards[-1].number]).any()
