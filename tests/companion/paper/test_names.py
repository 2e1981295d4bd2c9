"""Players' names on the result sheet, in any script: written as they are, or replaced and said so; never boxes."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

from calibration.sheets.words import letters
from companion.paper import name_fonts
from companion.paper import result_sheet as sheets
from companion.paper.name_fonts import Face, face_for, folders, letter_by_letter
from companion.paper.names import paper_names
from companion.paper.page import runs
from companion.paper.result_sheet import LANGUAGES, result_sheet
from referee import records
from tests.companion.paper.test_result_sheet import Written
from tests.companion.record.test_library import PUNTO, played

WANG = "王小明"
HANDS = played("four_colour_cards_three_rounds")
OWN = tuple(letters(language) for language in LANGUAGES)


def font(path: Path, characters: str, fs_type: int = 0) -> Path:
    """A font with a filled square for each of the characters."""
    characters = "".join(sorted(set(characters)))
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for corner in ((100, 700), (800, 700), (800, 0)):
        pen.lineTo(corner)
    pen.closePath()
    square = pen.glyph()
    names = [f"uni{ord(character):04X}" for character in characters]
    builder = FontBuilder(1000)
    builder.setupGlyphOrder([".notdef", *names])
    builder.setupCharacterMap(dict(zip(map(ord, characters), names, strict=True)))
    builder.setupGlyf(dict.fromkeys([".notdef", *names], square))
    builder.setupHorizontalMetrics(dict.fromkeys([".notdef", *names], (900, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": path.stem, "styleName": "Regular"})
    builder.setupOS2(fsType=fs_type)
    builder.setupPost()
    builder.save(path)
    return path


@pytest.fixture(autouse=True)
def fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer whose fonts lie in a folder of their own; at first it has none."""
    monkeypatch.setattr(name_fonts, "folders", lambda: [tmp_path])
    return tmp_path


def with_names(record: str, **names: str) -> records.Record:
    for before, name in names.items():
        record = record.replace(json.dumps(before), json.dumps(name))
    return records.parse(record)


def told(record: records.Record, language: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(sheets, "Page", Written)
    return result_sheet(record, language, "pdf").decode().splitlines()


# With a font for them


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_is_written_where_the_computer_has_a_font_for_it(
    fonts: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    font(fonts / "own.ttf", WANG)
    lines = told(with_names(PUNTO, ann=WANG), language, monkeypatch)
    assert any(line.startswith(f"{WANG} – ") for line in lines)
    assert not any("/" in line for line in lines), "nobody is called by colours"


def test_the_pdf_has_the_letters_in_it_and_no_boxes(fonts: Path) -> None:
    font(fonts / "own.ttf", WANG)
    data = result_sheet(with_names(PUNTO, ann=WANG), "en", "pdf")
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_bounded()
    assert f"{WANG} – wins" in text and "bo" in text
    assert data.count(b"/FontFile2") == 2, "the letters' font, and that of the name"


def test_the_picture_is_written_with_it_too(fonts: Path) -> None:
    record = with_names(PUNTO, ann=WANG)
    without = result_sheet(record, "en", "png")
    font(fonts / "own.ttf", WANG)
    assert result_sheet(record, "en", "png") != without


def test_only_the_letters_that_are_missing_are_taken_from_elsewhere(fonts: Path) -> None:
    path = font(fonts / "own.ttf", WANG + "ann")
    names = paper_names(with_names(PUNTO, ann=f"{WANG} ann"), "en", OWN, str)
    assert names.faces == dict.fromkeys(WANG, Face(path))
    assert list(runs(f"{WANG} ann", names.faces)) == [(Face(path), WANG), (None, " ann")]


def test_a_chinese_name_may_be_in_the_sheets_own_chinese_font() -> None:
    names = paper_names(with_names(PUNTO, ann="黃大方"), "en", (OWN[0], OWN[2]), str)
    assert set(names.faces.values()) == {Face(OWN[2])} and not names.stand_ins


def test_letters_that_are_put_together_from_two_are_one(fonts: Path) -> None:
    font(fonts / "own.ttf", "ë")
    names = paper_names(with_names(PUNTO, ann="Zoe\u0308"), "en", OWN, str)
    assert records.header_fields(names.record.start)["players"] == ["Zoë", "bo"]


# Without one


def test_without_a_font_a_player_goes_by_the_colours_and_the_sheet_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = told(with_names(PUNTO, ann=WANG, bo="Bo"), "en", monkeypatch)
    assert any(line.startswith("Red/Blue – wins") for line in lines) and "Bo" in lines
    assert "No font on this computer can write the names of: Red/Blue." in lines
    assert WANG not in "".join(lines)


def test_where_colours_tell_nobody_apart_players_go_by_their_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = told(with_names(HANDS, bo=WANG, cy="玥"), "de", monkeypatch)
    assert "Keine Schrift auf diesem Computer kann diese Namen schreiben: Spieler 2, Spieler 3." in lines
    assert any("Spieler 2" in line for line in lines if not line.startswith("Keine"))


def test_partners_who_play_the_same_colours_are_told_apart() -> None:
    record = with_names(played("punto_teams"), ann=WANG, cy="小")
    names = paper_names(record, "en", (OWN[0],), "Player {}".format)
    assert list(names.stand_ins) == ["Player 1", "Player 3"]


@pytest.mark.parametrize("name", ["שרה", "سارة", "สุดา", "\u202eann", "🎲"])
def test_a_name_that_needs_more_than_letter_after_letter_is_not_written_wrongly(
    fonts: Path, name: str
) -> None:
    if name != "🎲":  # of that, there is just no font
        font(fonts / "own.ttf", name)
        assert not letter_by_letter(name)
    record = records.parse(PUNTO)
    if name.isprintable():
        record = with_names(PUNTO, ann=name)
        assert list(paper_names(record, "en", OWN, str).stand_ins) == ["Red/Blue"]


def test_both_sheets_come_about_without_any_font_for_a_name() -> None:
    for form, start in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert result_sheet(with_names(PUNTO, ann=WANG), "zh-Hant", form).startswith(start)


def test_players_who_go_by_colours_are_called_by_their_names(fonts: Path) -> None:
    fields = [["red", "orange", "yellow", "green", "blue", "violet"]] * 6
    options = {"names": {"red": "Ann", "blue": WANG}}
    header = {
        "game": "just4fun-colours",
        "players": ["red", "blue"],
        "options": options,
        "board": {"fields": fields},
    }
    found = paper_names(records.parse(json.dumps(header)), "en", OWN, str)
    assert found.record.start.names == (("red", "Ann"), ("blue", "Blue"))
    assert found.stand_ins == {"Blue": "blue"}


# Long ones


def test_a_name_as_long_as_the_paper_is_wide_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[Written] = []
    monkeypatch.setattr(sheets, "Page", lambda *_: pages.append(Written()) or pages[0])
    result_sheet(with_names(PUNTO, ann="W" * 300, bo=f"{'B' * 80} {'b' * 80}"), "en", "pdf")
    assert any("W…" in words for words, _, _ in pages[0].lines)
    for words, (x, y), size in pages[0].lines:
        assert x > 0 and x + len(words) * size * 0.52 < 210 and size < y < 297


# Which fonts


def test_fonts_that_may_not_be_put_into_papers_are_left_alone(fonts: Path) -> None:
    for number, fs_type in enumerate((0x0002, 0x0100, 0x0200)):
        font(fonts / f"{number}.ttf", WANG, fs_type)
    assert face_for(WANG) is None
    free = font(fonts / "free.ttf", WANG, 0x0008)
    assert face_for(WANG) == Face(free)


def test_damaged_fonts_and_those_that_have_a_box_for_everything_are_left_alone(fonts: Path) -> None:
    (fonts / "a.ttf").write_bytes(b"no font")
    (fonts / "b.ttc").write_bytes(b"ttcf")
    font(fonts / "LastResort.otf", WANG)
    assert face_for(WANG) is None


def test_of_a_collection_the_right_font_is_taken(fonts: Path) -> None:
    collection = TTCollection()
    collection.fonts = [TTFont(font(fonts / "1.ttf", "ab")), TTFont(font(fonts / "2.ttf", WANG))]
    collection.save(fonts / "all.ttc")
    (fonts / "2.ttf").unlink()
    assert face_for(WANG) == Face(fonts / "all.ttc", 1)
    assert result_sheet(with_names(PUNTO, ann=WANG), "en", "pdf").count(b"/FontFile2") == 2
    assert result_sheet(with_names(PUNTO, ann=WANG), "en", "png")


def test_fonts_that_read_well_come_first(fonts: Path) -> None:
    for name in ("a.ttf", "NotoSansCJK-Regular.ttf"):
        font(fonts / name, WANG)
    assert face_for(WANG) == Face(fonts / "NotoSansCJK-Regular.ttf")


@pytest.mark.parametrize(
    ("platform", "part"), [("linux", "share"), ("darwin", "Library"), ("win32", "Microsoft")]
)
def test_each_system_keeps_its_fonts_elsewhere(
    platform: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert len(folders()) >= 2 and any(part in str(folder) for folder in folders())
