"""English phrases that can be said in other languages too, and the errors that carry them.

Every room may use this, and it knows none of them. The English stands where it is said, as command line and log
tell it; its `code` is the key under which `companion/errors.<language>.json` has it for the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

_MOST_LETTERS = 500  # of a fact


class Phrase(str):
    """An English phrase that keeps its `code`, and the `facts` that fill its gaps; these may be phrases too.

    >>> phrase = Phrase("no_file", "{name}: there is no such file", name="film.mp4")
    >>> phrase
    'film.mp4: there is no such file'
    >>> phrase.code, phrase.facts
    ('no_file', {'name': 'film.mp4'})
    """

    code: str
    facts: Mapping[str, object]

    def __new__(cls, code: str, english: str, /, **facts: object) -> Self:
        """Fill the gaps of `english`. Raises KeyError where a fact is missing."""
        told = {name: _on_a_line(fact) for name, fact in facts.items()}
        phrase = super().__new__(cls, english.format_map(told))
        phrase.code, phrase.facts = code, told
        return phrase


def _on_a_line(fact: object) -> object:
    """A fact as it may stand in a line: what was sent or typed in can hold anything, and be of any length.

    >>> Phrase("no_camera", "{name} is not there", name="two\\nlines")
    'two\\\\nlines is not there'
    """
    if isinstance(fact, Phrase):
        return fact
    text = str(fact)
    if text.isprintable() and len(text) <= _MOST_LETTERS:
        return fact
    shown = "".join(letter if letter.isprintable() else _escaped(letter) for letter in text[:_MOST_LETTERS])
    return shown + "…" * (len(text) > _MOST_LETTERS)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode()


class Mendable(Exception):
    """What a person can mend. Its phrase `said` is one line: what is wrong, where, and how to mend it."""

    def __init__(self, code: str, english: str, /, **facts: object) -> None:
        """Say what is wrong; see `Phrase`."""
        self.said = Phrase(code, english, **facts)
        super().__init__(self.said)

    @classmethod
    def of(cls, said: Phrase) -> Self:
        """An error of this kind that says what was said elsewhere, by another error perhaps."""
        error = cls.__new__(cls)
        Exception.__init__(error, said)
        error.said = said
        return error
