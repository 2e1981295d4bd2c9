"""The printed set on a table: it lies there as its sheets are printed, true to size and colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.sheets.colours import FIELDS, STONES
from calibration.sheets.just4fun_colours import card_mm, stone_mm
from models.scenes import printed
from models.scenes.camera import look_at, project
from models.scenes.prints import paint_board, paint_card, paint_stone
from models.scenes.quick.render import render
from models.scenes.sample import sample_scene
from models.scenes.scene import Light, Printing, Stone

AS_IN_THE_FILE = Printing((1.0, 1.0, 1.0), (0.0, 0.0, 0.0), 1.0, (1.0, 1.0, 1.0), 3)
SEEDS = range(8)


@pytest.fixture(scope="module")
def scenes():
    return [sample_scene(seed, width=960, height=540, mode="printed") for seed in SEEDS]


@pytest.fixture(scope="module")
def board(scenes):
    return replace(scenes[0].board, pitch_mm=30.0, border_mm=6.0, printing=AS_IN_THE_FILE)


def bgr(ink):
    return np.array(ink[::-1])


def test_a_board_is_painted_to_the_millimetre_with_the_inks_of_its_sheet(board):
    picture = paint_board(board, 3.0).astype(int)
    assert picture.shape == (3 * (6 * 30 + 2 * 6),) * 2 + (3,)
    for row in range(6):
        for column in range(6):
            y, x = (round(3 * (6 + 30 * (i + 0.5))) for i in (row, column))
            assert np.abs(picture[y, x] - bgr(FIELDS[board.fields[row][column]])).max() <= 2


def test_a_board_that_is_glued_together_shows_its_joints(board):
    whole = replace(board, pitch_mm=28.0, border_mm=5.6)  # on one sheet
    glued = replace(board, pitch_mm=45.0, border_mm=9.0)
    between = [paint_board(b, 4.0)[10].astype(int) for b in (whole, glued)]  # along the border
    dark = [line[len(line) // 2 - 3 : len(line) // 2 + 3].sum(1).min() for line in between]
    assert dark[1] < 0.85 * dark[0]


@pytest.mark.parametrize("colour", FIELDS)
def test_a_card_has_the_ink_of_its_colour_within_a_white_rim(scenes, colour):
    card = next(card for scene in scenes for card in scene.cards if card.face_up)
    card = replace(card, colour=colour, size_mm=(56.0, 77.0), printing=AS_IN_THE_FILE)
    picture = paint_card(card, 4.0).astype(int)
    assert picture.shape[:2] == (4 * 77, 4 * 56)
    assert np.abs(picture[80, 56] - bgr(FIELDS[colour])).max() <= 2
    assert picture[2, 112].min() > 250


@pytest.mark.parametrize("colour", STONES)
def test_a_disc_has_the_ink_of_its_owner_whatever_it_is_glued_on(scenes, colour):
    kind = replace(scenes[0].stone_kind, printing=AS_IN_THE_FILE)
    stone = replace(scenes[0].spare_stones[0], colour=colour, rgb=(0.5, 0.4, 0.3))
    picture = paint_stone(stone, kind, 100).astype(int)
    assert np.abs(picture[50, 20] - bgr(STONES[colour])).max() <= 2  # between smiley and edge
    assert np.abs(picture[1, 1] - 255 * np.array([0.3, 0.4, 0.5])).max() <= 1


def test_a_set_is_printed_once_and_true_to_size(scenes):
    for scene in scenes:
        assert scene.board.printing is scene.stone_kind.printing is not None
        assert {card.printing for card in scene.cards} <= {scene.board.printing}
        assert {card.size_mm for card in scene.cards} <= {card_mm(scene.board.pitch_mm)}
        assert 2 * scene.stone_kind.radius_mm * printed.DISC_SHARE == pytest.approx(
            stone_mm(scene.board.pitch_mm)
        )


def test_a_pale_printing_is_pale():
    office = replace(AS_IN_THE_FILE, paper_rgb=(0.9, 0.9, 0.9), ink_rgb=(0.2, 0.2, 0.2), saturation=0.5)
    assert printed.printed((0, 0, 0), office) == pytest.approx([0.2] * 3)
    assert printed.printed((1, 1, 1), office) == pytest.approx([0.9] * 3)
    red, green, blue = printed.printed((1, 0, 0), office)
    assert 0.2 < green == blue < red < 0.9


def test_a_disc_in_the_picture_shows_its_owner_and_its_smiley(scenes):
    scene = scenes[0]
    x, y = scene.board.cell_centre_mm(2, 2)
    stone = Stone("yellow", (0.5, 0.5, 0.5), (x, y, 0.0), yaw=0.0)
    towers = [[()] * 6 for _ in range(6)]
    towers[2][2] = (stone,)
    r, t = look_at((x, y - 80.0, 220.0), (x, y, 0.0), 0.0)  # from near by
    camera = replace(scene.camera, r=tuple(map(tuple, r.tolist())), t_mm=tuple(t.tolist()))
    lamp = Light((0.0, 0.0, 2000.0), 100.0, 0.5, (1.0, 1.0, 1.0))
    alone = replace(
        scene,
        stone_kind=replace(scene.stone_kind, printing=AS_IN_THE_FILE, gloss=0.0),
        towers=tuple(map(tuple, towers)),
        spare_stones=(),
        clutter=(),
        cards=(),
        hands=(),
        camera=camera,
        lights=(lamp,),
        ambient_rgb=(1.0, 1.0, 1.0),
        ambient=0.4,
    )
    picture = render(alone)[0].astype(int)
    top_mm = max(z for _, z in scene.stone_kind.profile_mm)
    reach = scene.stone_kind.radius_mm

    def seen(dx, dy):
        u, v = np.rint(project([(x + dx * reach, y + dy * reach, top_mm)], camera)[0]).astype(int)
        return picture[v, u]

    blue, green, red = seen(0.7, 0.0)  # between smiley and edge
    assert min(green, red) > 2 * blue
    assert seen(0.7, 0.0).sum() > 1.5 * seen(0.0, -0.26).sum()  # the mouth
    assert seen(0.0, 0.26).sum() > 1.3 * seen(0.0, -0.26).sum()  # and no mouth above the eyes
