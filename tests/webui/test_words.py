"""The page speaks every language wholly: no word is missing, none is left over."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import webui

STATIC = Path(webui.__file__).parent / "static"
WORDS = {path.stem: json.loads(path.read_text("utf-8")) for path in (STATIC / "i18n").glob("*.json")}
SCRIPTS = {path: path.read_text("utf-8") for path in STATIC.glob("js/**/*.js")}
PAGE = "".join(page.read_text("utf-8") for page in STATIC.glob("*.html"))

COLOURS = ["red", "orange", "yellow", "green", "blue", "violet", "white", "black"]
EYES = ["watching", "moving", "hand", "lost", "moved", "stale"]
FAULTS = [
    *[
        "game_over",
        "wrong_player",
        "no_cards",
        "mixed_colours",
        "wrong_colour",
        "too_few_cards",
        "too_many_cards",
    ],
    *["no_stones_left", "hand_not_shown", "can_place", "several_stones", "stone_removed", "stone_moved"],
    *["tower_changed", "impossible_cards"],
]


def used() -> tuple[set[str], set[str]]:
    """Return the keys that the page uses, and the beginnings of those it puts together."""
    whole = set(re.findall(r'data-i18n(?:-label)?="([\w.]+)"', PAGE))
    begun: set[str] = set()
    for script in SCRIPTS.values():
        for call in re.finditer(r"\bt\(", script):
            # The key may be chosen: t(one ? "a" : "b", values).
            key = re.split(r",\s*\{|\)", script[call.end() :], maxsplit=1)[0]
            whole |= set(re.findall(r'"([a-z]+\.\w+)"', key))
            begun |= set(re.findall(r"`([a-z]+\.\w*)\$\{", key))
    return whole, begun


def test_there_is_english_german_and_traditional_chinese() -> None:
    assert set(WORDS) == {"en", "de", "zh-Hant"}


def test_all_languages_have_the_same_words() -> None:
    assert all(list(words) == list(WORDS["en"]) for words in WORDS.values())
    assert all(words.strip() for language in WORDS.values() for words in language.values())


@pytest.mark.parametrize("key", WORDS["en"])
def test_translations_leave_the_same_gaps(key: str) -> None:
    gaps = [sorted(re.findall(r"\{\w+\}", words[key])) for words in WORDS.values()]
    assert all(one == gaps[0] for one in gaps)


def test_every_word_that_the_page_uses_is_there() -> None:
    whole, begun = used()
    assert len(whole) > 50 and len(begun) > 5, "the search for keys finds none any more"
    assert whole - set(WORDS["en"]) == set()
    assert {start for start in begun if not any(key.startswith(start) for key in WORDS["en"])} == set()


def test_no_word_is_left_over() -> None:
    whole, begun = used()
    assert {key for key in WORDS["en"] if key not in whole and not key.startswith(tuple(begun))} == set()


@pytest.mark.parametrize(
    "key",
    [f"colour.{colour}" for colour in COLOURS]
    + [f"eyes.{state}" for state in EYES]
    + [f"fault.{fault}" for fault in FAULTS]
    + [f"voice.camera_{state}" for state in ("lost", "moved", "back")],
)
def test_all_that_the_session_names_has_words(key: str) -> None:
    assert key in WORDS["en"]


def test_the_page_needs_nothing_from_elsewhere() -> None:
    for path in STATIC.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".svg"):
            text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
            found = re.findall(r"(?<!// See )https?://[^\s\"'`]+", text)
            assert found == [], path.name
