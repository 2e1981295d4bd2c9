"""Templates filled as a typographer sets them.

Between Chinese characters, and beside their punctuation, there is no space; where Chinese meets Latin letters or
digits there is one. What fills a gap may be either, a name say, so its template cannot know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

EDGE = "\0"  # where what fills a gap begins and ends, until the sentence is settled
_SPACELESS = ("zh-Hant",)
_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_MARKS = "\u3001-\u303f\uff01-\uff65"
_LATIN = f"[^\\W_{_HAN}]"
_SEAM = f"[ {EDGE}]*{EDGE}[ {EDGE}]*"
_WITH_SPACE = re.compile(f"(?<=[{_HAN}]){_SEAM}(?={_LATIN})|(?<={_LATIN}){_SEAM}(?=[{_HAN}])")
_WITHOUT = re.compile(
    f"(?<=[{_HAN}{_MARKS}]){_SEAM}(?=[{_HAN}{_MARKS}])"
    f"|(?<=[{_MARKS}]){_SEAM}(?={_LATIN})|(?<={_LATIN}){_SEAM}(?=[{_MARKS}])"
)


def fill(language: str, template: str, facts: Mapping[str, object]) -> str:
    """Fill the gaps of a template. Raises KeyError where a fact is missing.

    >>> [fill("zh-Hant", "輪到 {who} 。", {"who": name}) for name in ("ann", "小明")]
    ['輪到 ann。', '輪到小明。']
    >>> fill("en", "{who} is to play.", {"who": "小明"})
    '小明 is to play.'
    """
    return settled(template.format_map({name: edged(language, str(fact)) for name, fact in facts.items()}))


def edged(language: str, fact: str) -> str:
    """What fills a gap, with its edges marked where the language cares."""
    return f"{EDGE}{fact}{EDGE}" if language in _SPACELESS else fact


def settled(sentence: str) -> str:
    """The sentence with the spaces that belong at the marked edges, and without the marks; where a gap is filled with
    nothing, one space is left of the two beside it.

    >>> settled("takes a1 with no  cards")
    'takes a1 with no cards'
    """
    sentence = sentence.replace("  ", " ")
    if EDGE not in sentence:
        return sentence
    return _WITHOUT.sub("", _WITH_SPACE.sub(" ", sentence)).replace(EDGE, "")
