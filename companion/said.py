"""What the companion itself tells people, in every language: the catalogues `said.<language>.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from referee.phrases import LANGUAGES


def said(key: str, **facts: str) -> dict[str, str]:
    """A sentence in every language. Raises KeyError where there is none, or a fact of it is missing.

    >>> said("unsure_cells", cells="b3")["de"]
    'Ich kann b3 nicht sicher erkennen.'
    """
    return {language: _catalogue(language)[key].format_map(facts) for language in LANGUAGES}


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    path = Path(__file__).with_name(f"said.{language}.json")
    sentences: dict[str, str] = json.loads(path.read_text("utf-8"))
    return sentences
