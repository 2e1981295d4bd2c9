"""Every sheet: true millimetres, nothing where printers cannot print, words in every language, whole files."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import rendered
from fontTools.ttLib import TTFont

import calibration.sheets
from calibration.lens import Pattern, find_pattern
from calibration.sheets import (
    four_colour_cards,
    just4fun_colours,
    lens_pattern,
    one_two_three_four,
    punto,
)
from calibration.sheets.boards import FLAP_MM, Frame
from calibration.sheets.colours import FIELDS, INK, PAPER, STONES, contrast, ink_on, sign, tint_on
from calibration.sheets.cutting import DoesNotFit
from calibration.sheets.page import PAPERS, RULER_MM, Sheets
from calibration.sheets.words import LANGUAGES, letters

ROOM = Path(calibration.sheets.__file__).parent
GLYPHS = {"red": "帥仕相俥傌炮兵", "white": "將士象車馬包卒"}

SHEETS = {
    "board": lambda sheets: just4fun_colours.board(sheets, just4fun_colours.shuffled(1)),
    "largest board": lambda sheets: just4fun_colours.board(sheets, just4fun_colours.shuffled(1), 60),
    "cards": just4fun_colours.cards,
    "stones": lambda sheets: just4fun_colours.stones(sheets, ["red", "black"]),
    "punto": punto.cards,
    "lane board": lambda sheets: one_two_three_four.board(sheets, 7),
    "tiles": one_two_three_four.tiles,
    "strips": lambda sheets: four_colour_cards.cards(sheets, GLYPHS),
    "lens pattern": lens_pattern.pattern,
}


def made(name, paper="a4", language="en"):
    sheets = Sheets(PAPERS[paper], language)
    SHEETS[name](sheets)
    return sheets


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", SHEETS)
def test_nothing_is_drawn_where_printers_cannot_print(name, paper):
    for picture in rendered.pages(made(name, paper), px_per_mm=2):
        inked = np.argwhere((picture < 250).any(axis=2))
        assert inked.min() >= 2 * 5
        assert (inked.max(axis=0) < np.array(picture.shape[:2]) - 2 * 5).all()


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_carries_a_ruler_of_100_mm(name):
    for picture in rendered.pages(made(name)):
        tall = picture[picture.shape[0] - 4 * 11 : picture.shape[0] - 4 * 9, : 4 * 120]
        (ticks,) = np.nonzero((tall < 225).all(axis=2).all(axis=0))
        assert (ticks.max() - ticks.min()) / 4 == pytest.approx(RULER_MM, abs=0.3)


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_a_page_is_as_large_as_the_paper(paper, size):
    (picture,) = rendered.pages(made("lens pattern", paper))
    assert (picture.shape[0] / 4, picture.shape[1] / 4) == pytest.approx(size, abs=0.5)  # it lies on its side


def test_a_viewer_is_told_not_to_scale():
    assert b"/PrintScaling /None" in made("tiles").pdf()


@pytest.mark.parametrize("paper", PAPERS)
def test_the_lens_pattern_is_the_one_that_is_looked_for(paper):
    (picture,) = rendered.pages(made("lens pattern", paper), px_per_mm=12)
    view = find_pattern(picture, Pattern("charuco"))
    assert len(view.numbers) == 8 * 5
    to_mm, _ = cv2.findHomography(view.points_px / 12, view.points_mm[:, :2])
    np.testing.assert_allclose(to_mm[:, :2], np.eye(3)[:, :2], atol=2e-3)


def test_a_lens_pattern_that_is_too_large_is_refused_in_one_line():
    with pytest.raises(DoesNotFit, match=r"ChArUco board of 12x9 squares .* does not fit on A4 paper"):
        lens_pattern.pattern(Sheets(PAPERS["a4"]), (12, 9))


# --- boards in parts


@pytest.mark.parametrize(("field", "parts"), [(25, 1), (28, 1), (45, 2), (60, 3)])
def test_a_board_has_as_few_parts_as_fit(field, parts):
    assert Frame(6, field).parts(200.0) == parts


def test_parts_end_between_fields_and_leave_room_for_the_flap():
    frame = Frame(7, 40)
    edges = frame.edges(frame.parts(186))
    assert edges == [0, 8 + 4 * 40, 16 + 7 * 40]
    assert edges[1] + FLAP_MM <= 186
    assert frame.parts(177) == 3


def test_the_parts_and_their_joints_are_named():
    told = rendered.texts(made("board"))
    assert [f"Part {i} of 4" in text for i, text in enumerate(told, 1)] == [True] * 4
    assert [text.count("Glue edge") for text in told] == [2, 1, 1, 0]
    for letter, under in zip("ABCD", (0, 2, 0, 1), strict=True):
        assert f"Glue edge {letter} on here" in told[under]


# --- words, fonts and colours


def test_all_catalogues_have_the_same_sentences_with_the_same_facts():
    catalogues = [json.loads((ROOM / f"words.{language}.json").read_text()) for language in LANGUAGES]
    facts = [{key: sorted(_facts(text)) for key, text in words.items()} for words in catalogues]
    assert facts[0] == facts[1]


def _facts(text):
    return [piece.split("}")[0] for piece in text.split("{")[1:]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_has_every_letter_of_the_catalogues(language):
    words = json.loads((ROOM / f"words.{language}.json").read_text())
    with TTFont(letters(language)) as font:
        drawn = {chr(code) for code in font.getBestCmap()}
    assert set("".join(words.values()) + one_two_three_four.NAME) <= drawn


def test_the_sheets_speak_german():
    (text,) = rendered.texts(made("lens pattern", language="de"))
    assert "Muster zum Vermessen des Objektivs" in text
    assert "Diese Linie muss 100 mm lang sein" in text


def test_the_sheets_speak_chinese():
    (text,) = rendered.texts(made("lens pattern", language="zh-Hant"))
    assert "測量鏡頭用的圖案" in text


def test_the_fonts_lie_beside_their_licences():
    fonts = sorted(path.name for path in (ROOM / "fonts").glob("*.ttf"))
    assert fonts == ["NotoSans-letters.ttf", "NotoSansTC-letters.ttf", "NotoSerifTC-glyphs.ttf"]
    for font in fonts:
        licence = ROOM / "fonts" / f"{font.partition('-')[0]}-LICENSE.txt"
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text()


# Machado et al. 2009: what dichromats see, in linear RGB.
SEEN_BY = {
    "everyone": np.eye(3),
    "protanopes": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deuteranopes": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritanopes": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


@pytest.mark.parametrize("eye", SEEN_BY)
def test_the_field_colours_can_be_told_apart_by(eye):
    rgb = np.array(list(FIELDS.values()), np.float64) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.transpose(SEEN_BY[eye]), 0, 1)
    shown = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055).astype(np.float32)
    lab = cv2.cvtColor(shown[None], cv2.COLOR_RGB2LAB)[0]
    distances = np.linalg.norm(lab[:, None] - lab, axis=2)[np.triu_indices(6, 1)]
    assert distances.min() > 25


@pytest.mark.parametrize("rgb", [*FIELDS.values(), *STONES.values()])
def test_signs_stand_out_from_their_colour(rgb):
    assert contrast(rgb, ink_on(rgb)) >= 3
    assert ink_on(rgb) in (INK, PAPER)


@pytest.mark.parametrize("rgb", STONES.values())
def test_a_stones_face_stands_out_and_no_dark_stone_has_a_white_one(rgb):
    assert contrast(rgb, tint_on(rgb)) >= 3
    assert contrast(tint_on(rgb), PAPER) > 1.2


def test_every_colour_has_a_sign_of_its_own():
    assert len({sign(colour, (0, 0), 1) for colour in {*FIELDS, *STONES}}) == 8


# --- files


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "a.pdf"
    path.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device", "elsewhere")

    monkeypatch.setattr("calibration.sheets.page.os.replace", full)
    with pytest.raises(OSError, match=r"No space left on device: .*a\.pdf"):
        made("tiles").save(path)
    assert [p.name for p in tmp_path.iterdir()] == ["a.pdf"]
    assert path.read_text() == "old"
