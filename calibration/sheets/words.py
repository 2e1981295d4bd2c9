"""What the sheets say, in each language: a catalogue `words.LANGUAGE.json` of sentences with {facts}."""

from __future__ import annotations

import json
from pathlib import Path

from wording.typeset import fill

LANGUAGES = ("en", "de", "zh-Hant")
FONTS = Path(__file__).parent / "fonts"


def letters(language: str) -> Path:
    """The font that a language is written in."""
    return FONTS / ("NotoSansTC-letters.ttf" if language == "zh-Hant" else "NotoSans-letters.ttf")


class Words:
    """The sentences of one language.

    >>> Words("de")("part", part=1, parts=4)
    'Teil 1 von 4'
    """

    def __init__(self, language: str) -> None:
        """Read the catalogue. Raises KeyError for a language that there is none for."""
        if language not in LANGUAGES:
            raise KeyError(language)
        self._language = language
        path = Path(__file__).with_name(f"words.{language}.json")
        self._sentences: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))

    def __call__(self, key: str, **facts: object) -> str:
        """The sentence of that key. Raises KeyError where there is none, or a fact of it is missing."""
        return fill(self._language, self._sentences[key], facts)
