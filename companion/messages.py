"""What people are told, in every language.

The companion's own sentences stand in the catalogues `said.<language>.json`; what goes wrong in any room comes in
English, and is put into the other languages by `errors.<language>.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from referee.phrases import LANGUAGES, catalogue
from referee.table import Cell, cell_name
from wording import Phrase
from wording.typeset import fill


def message(key: str, **facts: str | Mapping[str, str]) -> dict[str, str]:
    """A sentence in every language, with facts that are the same in all or come by language. Raises KeyError where
    there is none, or a fact of it is missing.

    >>> message("unsure_cells", cells="b3")["de"]
    'Ich kann b3 nicht sicher erkennen.'
    """
    return {
        language: fill(
            language,
            _catalogue("messages", language)[key],
            {name: fact if isinstance(fact, str) else fact[language] for name, fact in facts.items()},
        )
        for language in LANGUAGES
    }


def cells_named(cells: Iterable[Cell]) -> dict[str, str]:
    """Cells one after another, as a fact of a message.

    >>> cells_named([(0, 0), (2, 1)])["zh-Hant"]
    'a1、b3'
    """
    names = [cell_name(cell) for cell in cells]
    return {language: str(catalogue(language)["comma"]).join(names) for language in LANGUAGES}


def in_every_language(phrase: Phrase) -> dict[str, str]:
    """What a room said in English, in every language.

    >>> camera = Phrase("camera", "camera {number}", number=2)
    >>> in_every_language(Phrase("waits", "{name}: has sent no picture yet", name=camera))["de"]
    'Kamera 2: hat noch kein Bild geschickt'
    """
    return {language: _in(language, phrase) for language in LANGUAGES}


def _in(language: str, phrase: object) -> str:
    if language == "en" or not isinstance(phrase, Phrase):
        return str(phrase)
    template = _catalogue("errors", language).get(phrase.code)
    if template is None:
        return phrase  # a line in English is better than none
    return fill(language, template, {name: _in(language, fact) for name, fact in phrase.facts.items()})


@cache
def _catalogue(name: str, language: str) -> Mapping[str, str]:
    path = Path(__file__).with_name(f"{name}.{language}.json")
    sentences: dict[str, str] = json.loads(path.read_text("utf-8"))
    return sentences
