"""Whatever tableref says, it says in every language: no sentence is missing, none tells other facts."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest
from click.testing import CliRunner
from fontTools.ttLib import TTFont

from calibration.sheets import words as sheet_words
from companion import messages
from companion.cli import main
from companion.paper.page import Page
from companion.paper.result_sheet import WORDS, _broken, result_sheet
from referee import one_two_three_four, phrases, records
from referee.one_two_three_four_acts import Enter
from wording import typeset

ROOT = Path(messages.__file__).parents[1]
LANGUAGES = ("en", "de", "zh-Hant")
CATALOGUES = [
    ("companion", "messages.{}.json"),
    ("companion/paper", "sheet.{}.json"),
    ("calibration/sheets", "words.{}.json"),
    ("webui/static/i18n", "{}.json"),
]
BOARD = [["red", "orange", "yellow", "green", "blue", "violet"]] * 6
GAME = [
    {"game": "just4fun-colours", "players": ["red", "blue"], "options": {}, "board": {"fields": BOARD}},
    {"act": "place", "player": "red", "cell": [0, 0], "cards": ["red"]},
    {"act": "place", "player": "blue", "cell": [0, 0], "cards": ["red"]},
]
RECORD = "".join(f"{json.dumps(line)}\n" for line in GAME)


def catalogue(folder: str, name: str, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((ROOT / folder / name.format(language)).read_text("utf-8"))
    return found


def facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_every_room_speaks_the_same_languages() -> None:
    assert phrases.LANGUAGES == sheet_words.LANGUAGES == LANGUAGES
    assert set(WORDS) == set(LANGUAGES)


@pytest.mark.parametrize(("folder", "name"), CATALOGUES)
def test_there_is_a_catalogue_for_each_language_and_no_other(folder: str, name: str) -> None:
    pattern = re.compile(name.format(r"([\w-]+)"))
    there = [found[1] for path in (ROOT / folder).iterdir() if (found := pattern.fullmatch(path.name))]
    assert set(there) == set(LANGUAGES)


@pytest.mark.parametrize(("folder", "name"), CATALOGUES)
def test_the_catalogues_have_the_same_sentences_with_the_same_facts(folder: str, name: str) -> None:
    english, *others = (catalogue(folder, name, language) for language in LANGUAGES)
    for other in others:
        assert list(other) == list(english)
        for key, sentence in english.items():
            assert other[key].strip()
            assert facts(other[key]) == facts(sentence), key


@pytest.mark.parametrize("room", ["companion", "webui", "calibration", "vision"])
def test_no_sentence_hides_in_the_code(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        assert not re.search(r'"de":\s*f?"\w', path.read_text("utf-8")), path


def texts(value: object) -> list[str]:
    """Every text of a catalogue, however deep."""
    if isinstance(value, dict):
        return [text for entry in value.values() for text in texts(entry)]
    return [text for entry in value for text in texts(entry)] if isinstance(value, list) else [str(value)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_of_the_sheets_has_every_character_they_may_write(language: str) -> None:
    written = texts(dict(phrases.catalogue(language)))
    for folder, name in CATALOGUES[:3]:
        written += catalogue(folder, name, language).values()
    font = TTFont(sheet_words.letters(language))
    assert set("".join(written)) - {"\n"} - set(map(chr, font.getBestCmap())) == set()
    font.close()


def test_the_fonts_are_small_and_their_licence_lies_beside_them() -> None:
    for language in LANGUAGES:
        path = sheet_words.letters(language)
        assert path.stat().st_size < 400_000
        assert "SIL Open Font License" in (path.parent / f"{path.stem.split('-')[0]}-LICENSE.txt").read_text()


def test_a_game_is_judged_in_chinese(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text(RECORD)
    done = CliRunner().invoke(main, ["judge", "--language", "zh-Hant", str(tmp_path / "game.jsonl")])
    assert done.output.splitlines() == [
        "  1   紅色用一張紅色牌佔下 a1。",
        "  2 ! 那裡有一顆棋子：要 2 張紅色牌，只出了 1 張。收回棋子，或再出一張紅色牌。",
        "遊戲還沒結束：輪到藍色。",
    ]


@pytest.mark.parametrize("form", ["png", "pdf"])
def test_the_result_comes_on_a_chinese_sheet(form: str) -> None:
    assert result_sheet(records.parse(RECORD.encode()), "zh-Hant", form)[:4] in (b"\x89PNG", b"%PDF")


def test_chinese_lines_break_between_characters_but_not_before_punctuation() -> None:
    page = Page(100, 20, "", "zh-Hant", {})
    sentence = "每個人只算自己最大的區域：邊碰著邊的格子（green 4）。"
    for width in range(16, 60, 4):
        lines = list(_broken(page, sentence, 4, width))
        assert "".join(lines).replace(" ", "") == sentence.replace(" ", "")
        assert all(page.width(line, 4) <= width for line in lines)
        assert not any(line[0] in "、。，：；？！）" or line[-1] == "（" for line in lines)
    page.file()  # put out, it lets go of its font's file


# How Chinese is set


@pytest.mark.parametrize(
    ("template", "who", "set_as"),
    [
        ("輪到{who}。", "ann", "輪到 ann。"),
        ("輪到{who}。", "小明", "輪到小明。"),
        ("輪到 {who} 了", "小明", "輪到小明了"),
        ("輪到 {who} 了", "ann", "輪到 ann 了"),
        ("{who} 的遊戲", "王 小明", "王 小明的遊戲"),
        ("{who}的遊戲", "ann、小明", "ann、小明的遊戲"),
        ("第{who}張", "3", "第 3 張"),
        ("位置：{who} ，走", "c3", "位置：c3，走"),
        ("有{who}板塊", "", "有板塊"),
        ("「 {who} 」", "ann", "「ann」"),
    ],
)
def test_a_space_stands_where_chinese_meets_latin_letters_and_nowhere_else(
    template: str, who: str, set_as: str
) -> None:
    assert typeset.fill("zh-Hant", template, {"who": who}) == set_as
    assert typeset.fill("de", template, {"who": who}) == template.replace("{who}", who)


@pytest.mark.parametrize(("ann", "bo"), [("ann", "bo"), ("小明", "阿寶"), ("A1", "B2")])
def test_a_sentence_has_no_space_beside_chinese_that_no_typographer_would_put(ann: str, bo: str) -> None:
    state = one_two_three_four.start((ann, bo))
    early = Enter(bo, "blue", 4)
    said = phrases.say("zh-Hant", state, early, one_two_three_four.judge(state, early))
    assert ann in said and bo in said
    han = "[\u3001-\u9fff\uff01-\uff65]"
    assert not re.search(f"{han} +{han}", said)
    assert not re.search("[\u3400-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u3400-\u9fff]", said)
