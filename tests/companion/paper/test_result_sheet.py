"""The result sheet: one page, the same as PDF and as PNG, in every language."""

from __future__ import annotations

from itertools import zip_longest

import cv2
import numpy as np
import pytest

from companion.paper import result_sheet as sheets
from companion.paper.result_sheet import LANGUAGES, WORDS, result_sheet
from referee import phrases, records
from tests.companion.record.test_library import PUNTO, ROW, TIE, played


class Written:
    """A painter that only notes what is written, and where."""

    def __init__(self, *_: object) -> None:
        self.lines: list[tuple[str, tuple[float, float], float]] = []

    def text(self, words: str, at: tuple[float, float], size: float, rgb: object) -> None:
        self.lines.append((words, at, size))

    def width(self, words: str, size: float) -> float:
        return len(words) * size * 0.52

    def shape(self, *_: object) -> None: ...

    disc = stroke = shape

    def file(self) -> bytes:
        return "\n".join(line for line, _, _ in self.lines).encode()


@pytest.mark.parametrize("form", ["png", "pdf"])
def test_it_is_a_file_of_its_kind(form: str) -> None:
    data = result_sheet(records.parse(ROW), "en", form)
    assert data.startswith({"png": b"\x89PNG", "pdf": b"%PDF"}[form])
    if form == "png":
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None and picture.shape == (1754, 1241, 3)
    else:
        assert data.count(b"/Type /Page\n") == 1 and b"/MediaBox [0 0 595.28 841.89]" in data


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "Page", Written)


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_how_the_game_ended_and_why(language: str) -> None:
    record = records.parse(TIE)
    told = " ".join(result_sheet(record, language, "pdf").decode().split())
    outcome = sheets.replay(record)["steps"][-1]["outcome"]
    assert outcome["text"][language] in told
    for sentence in outcome["counted"][language]:
        assert sentence in told
    for player in outcome["winners"]:
        assert f"{phrases.colour_name(language, player)} – {WORDS[language]['won']}" in told


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_people_ended_is_told_as_ended(language: str) -> None:
    header, first, *_ = ROW.splitlines()
    record = records.parse("\n".join([header.replace("{", '{"ended": true, ', 1), first]))
    told = " ".join(result_sheet(record, language, "pdf").decode().split())
    assert phrases.standing(language, record.start, ended=True) in told


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("record", [ROW, played("one_two_three_four_between_two")], ids=len)
def test_the_fields_are_found_by_the_letters_and_numbers_at_the_sides_of_the_board(
    record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[Written] = []
    monkeypatch.setattr(sheets, "Page", lambda *_: pages.append(Written()) or pages[0])
    shown = records.parse(record)
    result_sheet(shown, "en", "pdf")
    size = shown.start.options.size
    places = {words: at for words, at, _ in reversed(pages[0].lines) if len(words) == 1}  # the first of each
    letters, numbers = "abcdefghij"[:size], "123456789"[:size]
    assert [places[letter][0] for letter in letters] == sorted(places[letter][0] for letter in letters)
    assert [places[number][1] for number in numbers] == sorted(places[number][1] for number in numbers)
    assert len({places[letter][1] for letter in letters}) == 1, "the letters are in one line"
    assert all(places[number][0] < places["a"][0] for number in numbers)


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("record", [ROW, PUNTO, played("four_colour_cards_three_rounds")], ids=len)
def test_every_act_is_on_it_and_nothing_beside_the_paper(
    record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[Written] = []
    monkeypatch.setattr(sheets, "Page", lambda *_: pages.append(Written()) or pages[0])
    told = " ".join(result_sheet(records.parse(record), "en", "pdf").decode().split())
    for step in sheets.replay(records.parse(record))["steps"][1:]:
        assert step["act"]["text"]["en"] in told
    for words, (x, y), size in pages[0].lines:
        assert x > 0 and x + len(words) * size * 0.52 < 210 and size < y < 297


def test_the_sheet_speaks_the_referees_languages_wholly() -> None:
    assert tuple(sorted(phrases.LANGUAGES)) == LANGUAGES
    for one, other in zip_longest(WORDS.values(), list(WORDS.values())[1:], fillvalue=WORDS["en"]):
        assert one.keys() == other.keys()
