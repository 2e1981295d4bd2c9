"""The printed sets: how many pieces there are of each kind, how large, and that they carry what they should."""

from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np
import pytest
import rendered

from calibration.sheets import four_colour_cards, just4fun_colours, one_two_three_four, punto
from calibration.sheets.colours import FIELDS, PIPS, STONES, STRIPS
from calibration.sheets.cutting import DoesNotFit, Piece, Sort, lay_out
from calibration.sheets.just4fun_colours import WrongLayout, read_layout, shuffled
from calibration.sheets.page import PAPERS, Sheets
from referee.lane import along, corners, lane


@pytest.fixture(params=PAPERS)
def sheets(request):
    return Sheets(PAPERS[request.param])


# --- Just 4 Fun Colours


def test_a_layout_by_lot_is_the_same_for_the_same_seed_and_has_six_fields_of_each_colour():
    assert shuffled(7) == shuffled(7) != shuffled(8)
    assert Counter(name for row in shuffled(7) for name in row) == dict.fromkeys(FIELDS, 6)


def test_a_layout_by_lot_has_no_two_fields_of_a_colour_side_by_side():
    for seed in range(20):
        fields = np.array(shuffled(seed))
        assert (fields[1:] != fields[:-1]).all()
        assert (fields[:, 1:] != fields[:, :-1]).all()


@pytest.mark.parametrize("text", ["", "roygbv", "/".join(["roygbv"] * 5), "/".join(["roygbx"] * 6)])
def test_a_layout_that_is_none_is_refused_with_what_it_should_be(text):
    with pytest.raises(
        WrongLayout, match=f"^layout '{text}' is not six rows of six colours, the letters roygbv"
    ):
        read_layout(text)


def test_the_board_on_one_sheet_has_the_fields_of_the_layout(sheets):
    layout = read_layout("roygbv/rrrrrr/vbgyor/oooooo/gggbbb/yvyvyv")
    just4fun_colours.board(sheets, layout, 28)
    (picture,) = rendered.pages(sheets)
    found = {name: rendered.spots(picture, FIELDS[name], 500) for name in FIELDS}
    every = np.array([spot for spots in found.values() for spot in spots])
    left, top = every[:, 0].min(), every[:, 1].min()
    read = {
        (round((y - top) / 28), round((x - left) / 28)): name
        for name, spots in found.items()
        for x, y, *_ in spots
    }
    assert read == {(row, column): layout[row][column] for row in range(6) for column in range(6)}
    assert every[:, 0].max() - left == pytest.approx(5 * 28, abs=0.3)


def test_the_board_in_parts_has_36_fields_of_45_mm(sheets):
    just4fun_colours.board(sheets, shuffled(3))
    spots = [
        spot
        for page in rendered.pages(sheets)
        for rgb in FIELDS.values()
        for spot in rendered.spots(page, rgb, 900)
    ]
    whole = [spot for spot in spots if spot[2] > 40]
    assert len(whole) == 36
    # The gap between fields is 0.8 mm wide; beside a joint a neighbour of the same colour never follows.
    assert np.median([spot[2] for spot in whole]) == pytest.approx(45 - 0.8, abs=0.3)


def test_there_are_ten_cards_in_each_colour_and_as_many_backs(sheets):
    just4fun_colours.cards(sheets)
    pages = rendered.pages(sheets)
    fronts = Counter(
        name for page in pages[::2] for name, rgb in FIELDS.items() for _ in rendered.spots(page, rgb, 1500)
    )
    assert fronts == dict.fromkeys(FIELDS, 10)
    assert len(pages) == 2 * 7


@pytest.mark.parametrize(("field", "size"), [(45, (56, 77)), (28, (35, 48)), (60, (56, 77))])
def test_cards_are_small_where_the_fields_are(sheets, field, size):
    just4fun_colours.cards(sheets, backs=False, field_mm=field)
    page = rendered.pages(sheets)[0]
    _, _, w, h, _ = rendered.spots(page, FIELDS["red"], 500)[0]
    assert (w + 6, h + 6) == pytest.approx(size, abs=0.5)  # 3 mm of white all round


def test_the_sheet_of_stones_says_how_thick_they_should_be(sheets):
    just4fun_colours.stones(sheets, ["red"], 40)
    assert "4 mm thick or more" in rendered.texts(sheets)[0]


def test_the_back_of_a_card_lies_behind_it(sheets):
    green, red, blue = (
        Piece(partial(Sheets.fill, rgb=rgb)) for rgb in ((0, 255, 0), (255, 0, 0), (0, 0, 255))
    )
    lay_out(sheets, [green, green, red], Sort((40, 60), (2, 2), blue), "cards", "")
    front, behind = rendered.pages(sheets)
    ((x, y, w, h, _),) = rendered.spots(front, (255, 0, 0))
    turned = behind[:, ::-1]
    at = round((y + h / 2) * 4), round((x + w / 2) * 4)
    assert tuple(turned[at]) == (0, 0, 255)
    assert tuple(behind[at]) == (255, 255, 255)


def test_there_are_20_discs_in_each_colour_of_the_size_that_fits_the_fields(sheets):
    just4fun_colours.stones(sheets, ["red", "white", "black"], 40)
    pages = rendered.pages(sheets)
    for name in ("red", "white", "black"):
        discs = [spot for page in pages for spot in rendered.spots(page, STONES[name], 100) if spot[2] < 30]
        assert len(discs) == 20
        assert discs[0][2] == pytest.approx(0.91 * 24, abs=0.4)  # without the rim


def test_what_is_larger_than_the_paper_is_refused(sheets):
    with pytest.raises(DoesNotFit, match=r"300 x 20 mm does not fit on (A4|Letter) paper"):
        lay_out(sheets, [Piece(lambda s, box: None)], Sort((300, 20)), "", "")


# --- Punto


def test_a_sheet_a_colour_has_two_sets_of_one_to_nine_pips_and_nothing_like_a_pip_beside(sheets):
    punto.cards(sheets, backs=False)
    pages = rendered.pages(sheets)
    assert len(pages) == len(PIPS)
    for page, rgb in zip(pages, PIPS.values(), strict=True):
        spots = rendered.spots(page, rgb, least_mm2=10)
        assert len(spots) == 2 * sum(range(1, 10))
        assert {round(width * 4) for _, _, width, *_ in spots} <= {28, 29, 30}  # 0.16 of 46 mm


@pytest.mark.parametrize("points", punto.POINTS)
def test_pips_are_a_quarter_of_a_card_apart_and_look_alike_after_half_a_turn(points):
    pips = {(round(x / 0.26), round(y / 0.26)) for x, y in punto.pips(points)}
    assert len(pips) == points
    assert pips == {(-x, -y) for x, y in pips}
    assert ((0, 0) in pips) == (points % 2 == 1)


def test_six_is_two_columns_of_three():
    assert {x for x, _ in punto.pips(6)} == {-0.26, 0.26}


# --- One Two Three … Four


@pytest.mark.parametrize("size", one_two_three_four.SIZES)
@pytest.mark.parametrize("clockwise", [True, False])
def test_the_arrows_lead_along_the_lane(size, clockwise):
    for row, column in lane(size, clockwise):
        right, down = one_two_three_four.heading(row, column, size, clockwise)
        assert (row + down, column + right) == along((row, column), 1, size, clockwise)
    assert one_two_three_four.heading(2, 2, size, clockwise) == (0, 0)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_corners_are_red_blue_yellow_and_green_clockwise(size):
    sheets = Sheets(PAPERS["a4"])
    one_two_three_four.board(sheets, size, field_mm=25)
    (page,) = rendered.pages(sheets)
    at = [rendered.spots(page, STONES[name], 200)[0][:2] for name in one_two_three_four.COLOURS]
    cells = [tuple(round(mm / 25) for mm in (place - at[0])[::-1]) for place in at]
    assert tuple(cells) == corners(size)


def test_there_are_eight_tiles_in_each_colour(sheets):
    one_two_three_four.tiles(sheets)
    (page,) = rendered.pages(sheets)
    for name in one_two_three_four.COLOURS:
        tiles = rendered.spots(page, STONES[name], 300)
        assert len(tiles) == 8
        assert tiles[0][2] == pytest.approx(0.9 * 30, abs=0.4)  # without the rim


# --- Four Colour Cards


def test_each_strip_is_there_four_times_with_its_glyph_at_either_end(sheets):
    glyphs = {
        "red": "帥仕相俥傌炮卒",
        "green": "將士象車馬砲兵",
        "yellow": "將士相車馬炮卒",
        "white": "將士象車馬包兵",
    }
    four_colour_cards.cards(sheets, glyphs, "Test", backs=False)
    told = rendered.texts(sheets)
    assert len(told) == len(glyphs)
    for text, army in zip(told, glyphs.values(), strict=True):
        assert {glyph: text.count(glyph) for glyph in army} == dict.fromkeys(army, 2 * 4)
        assert "112 cards, 20 x 58 mm" in text


def test_the_strips_of_a_sheet_have_the_ground_of_their_colour(sheets):
    four_colour_cards.cards(sheets, {"yellow": "帥仕相俥傌炮卒"}, backs=False)
    (page,) = rendered.pages(sheets)
    (ground,) = rendered.spots(page, STRIPS["yellow"], 5000)
    assert ground[2:4] == pytest.approx((7 * 20 + 2, 4 * 58 + 2), abs=0.6)  # 1 mm over each edge
