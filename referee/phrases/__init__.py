"""What is said to the players: verdicts and outcomes as sentences, from a catalogue for each language.

The words of a language are in `<language>.json`, the sentences of a game in `<game's module>.<language>.json`.
Lists are joined by its `comma` and `and`, sentences by its `space`: Chinese puts none between them.
A catalogue's templates are filled as `str.format` does it, and what follows the colon says in which form:

- `{cell}`: a cell, or several, by their names on the board: "b3 c3";
- `{player:name}`, `{field:plain}`, `{card:adjective}`: a colour, or several, in that form (Rot, rot, rote);
- `{played:card|cards}`: a word by number (one, other); with three, the first is for none. `#` is the number.
  A list counts as its length;
- `{missing:word}`: a number in words;
- `{card:called}`: what the game calls a thing, or several (`called` of the game): of "red horse|# red horses" the
  second where there are more of it;
- `{others:each:fields}`: one part (`parts` of the game) for each entry of a list; `{rows:all:run}`: the same, with
  `and` before the last.
"""

from __future__ import annotations

import json
import string
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from referee import registry
from referee.game import Verdict
from referee.table import cell_name
from wording import Mendable
from wording.typeset import edged, settled

LANGUAGES = ("en", "de", "zh-Hant")


class WordsMissing(Mendable, ValueError):
    """A game from outside speaks no such language; those of this package speak all LANGUAGES."""

    def __init__(self, game_id: str, language: str) -> None:
        """Say which game, and which language."""
        super().__init__(
            "words_missing",
            "{game} has no sentences in language {language}",
            game=game_id,
            language=language,
        )


def say(language: str, state: Any, act: Any, verdict: Verdict) -> str:
    """Tell what `act` in `state` was, every fault of it with the facts of the case, and what to do now.

    Raises ValueError for a language that is not in `LANGUAGES`.
    """
    told = what(language, state, act, verdict), todo(language, state, act, verdict)
    return str(catalogue(language)["space"]).join(filter(None, told))


def what(language: str, state: Any, act: Any, verdict: Verdict) -> str:
    """Tell what `act` in `state` was, or what its faults are; and the warnings."""
    kind, facts = registry.cases(state.game).case(state, act)
    book = _book(language, state.game)
    told = [book["faults"][fault]["what"] for fault in verdict.faults] or [book["acts"][kind]]
    told += [book["warnings"][warning] for warning in verdict.warnings]
    sentences = (_Teller(language, state).format(template, **facts) for template in told)
    return str(catalogue(language)["space"]).join(sentences)


def todo(language: str, state: Any, act: Any, verdict: Verdict) -> str:
    """Tell the players what to do about an illegal act; empty after a legal one."""
    if verdict.legal:
        return ""
    _, facts = registry.cases(state.game).case(state, act)
    book = _book(language, state.game)
    # The ways to mend single faults can contradict one another; taking all back mends any number of them.
    template = book["faults"][verdict.faults[0]]["do"] if len(verdict.faults) == 1 else book["undo"]
    return _Teller(language, state).format(template, **facts)


def follows(language: str, before: Any, act: Any, after: Any) -> str:
    """Tell what followed from `act`, which led from `before` to `after`: the end of a round, say; often empty."""
    book = _book(language, before.game)["events"]
    told = registry.cases(before.game).events(before, act, after)
    sentences = (_Teller(language, before).format(book[kind], **facts) for kind, facts in told)
    return str(catalogue(language)["space"]).join(sentences)


def announce(language: str, outcome: Any) -> str:
    """Tell how a game ended, and why. Raises ValueError for a language that is not in `LANGUAGES`."""
    kind, facts = registry.cases(outcome.game).ending(outcome)
    return _Teller(language, outcome).format(_book(language, outcome.game)["endings"][kind], **facts)


def option(language: str, game_id: str, name: str) -> dict[str, Any]:
    """Return the words for a setting of a game: `ask`, the question that it answers, and `choices`, what its
    values are called where they do not speak for themselves."""
    words: dict[str, Any] = _book(language, game_id)["options"][name]
    return {"ask": words["ask"], "choices": dict(words.get("choices", {}))}


def explain(language: str, outcome: Any) -> list[str]:
    """Tell how a game's outcome was counted, tie-breaks and all, step by step; empty where nothing was."""
    kind, facts = registry.cases(outcome.game).ending(outcome)
    template = _book(language, outcome.game).get("counting", {}).get(kind, "")
    return _Teller(language, outcome).format(template, **facts).splitlines()


def standing(language: str, state: Any, ended: bool = False) -> str:
    """Tell how the game stands: how it ended, also where it was `ended` undecided, else who is to play."""
    outcome = registry.game(state.game).outcome(state)
    if outcome:
        return announce(language, outcome)
    if ended:
        return str(catalogue(language)["ended"])
    kind, facts = registry.cases(state.game).waiting(state)
    template = _book(language, state.game)["waiting"][kind]
    return _Teller(language, state).format(template, on_turn=state.on_turn, **facts)


def colour_name(language: str, colour: str) -> str:
    """Name a colour as a player is named.

    >>> colour_name("de", "green")
    'Grün'
    """
    return str(catalogue(language)["colours"][colour]["name"])


@cache
def catalogue(language: str) -> Mapping[str, Any]:
    """Return the whole catalogue of a language. Raises ValueError if there is none."""
    if language not in LANGUAGES:
        raise ValueError(f"language {language!a} is not one of {', '.join(LANGUAGES)}")
    files = {game_id: _catalogue_of(game_id, language) for game_id in registry.GAMES}
    books = {game_id: _loaded(file) for game_id, file in files.items() if file.is_file()}
    return {**_loaded(resources.files(__name__) / f"{language}.json"), "games": books}


def _catalogue_of(game_id: str, language: str) -> Traversable:
    """Where a game's catalogue stands: beside the module that gathers the facts."""
    package, _, module = registry.module_name(__name__, game_id).rpartition(".")
    return resources.files(package) / f"{module}.{language}.json"


def _loaded(file: Traversable) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def _book(language: str, game_id: str) -> Mapping[str, Any]:
    books: Mapping[str, Mapping[str, Any]] = catalogue(language)["games"]
    if game_id not in books:
        raise WordsMissing(game_id, language)
    return books[game_id]


class _Teller(string.Formatter):
    """Fills templates; the module's docstring says how."""

    def __init__(self, language: str, told: Any) -> None:
        """Tell in `language` of a state or an outcome; of `names`, where who goes by a colour has one."""
        self._language = language
        self._words = catalogue(language)
        self._parts = _book(language, told.game)["parts"]
        self._called = _book(language, told.game).get("called", {})
        self._names = dict(getattr(told, "names", ()))

    def vformat(self, format_string: str, args: Any, kwargs: Any) -> str:
        """Fill a template, and set it as the language is set."""
        return settled(super().vformat(format_string, args, kwargs))

    def format_field(self, value: Any, spec: str) -> str:
        """Put one fact into words."""
        return edged(self._language, self._in_words(value, spec))

    def _in_words(self, value: Any, spec: str) -> str:
        if "|" in spec:
            return _by_number(value if isinstance(value, int) else len(value), spec.split("|"))
        how, _, part = spec.partition(":")
        if part:
            told = [self.format(self._parts[part], **entry) for entry in value]
            return self._listed(told) if how == "all" else str(self._words["comma"]).join(told)
        if spec == "called":
            things = (value,) if isinstance(value, str) else value
            return self._listed(
                [self._called_so(thing, things.count(thing)) for thing in dict.fromkeys(things)]
            )
        if spec == "word":
            numbers = self._words["numbers"]
            return str(numbers[value]) if value < len(numbers) else str(value)
        if spec:
            return self._colours((value,) if isinstance(value, str) else value, spec)
        return _cells(value) if isinstance(value, tuple) else str(value)

    def _called_so(self, thing: str, count: int) -> str:
        return _by_number(count, str(self._called[thing]).split("|"))

    def _colours(self, colours: tuple[str, ...], form: str) -> str:
        colour_words = self._words["colours"]
        own = self._names if form == "name" else {}
        return self._listed(
            [
                own.get(each) or (colour_words[each][form] if each in colour_words else each)
                for each in colours
            ]
        )

    def _listed(self, named: list[str]) -> str:
        *first, last = [edged(self._language, name) for name in named]
        if not first:
            return str(last)
        return f"{self._words['comma'].join(first)}{self._words['and']}{last}"


def _by_number(number: int, words: list[str]) -> str:
    index = min(number, 2) if len(words) == 3 else min(int(number != 1), len(words) - 1)
    return words[index].replace("#", str(number))


def _cells(value: tuple[Any, ...]) -> str:
    single = len(value) == 2 and isinstance(value[0], int)
    return cell_name(value) if single else " ".join(cell_name(cell) for cell in value)
