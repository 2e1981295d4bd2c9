"""What goes wrong is told in the page's language: no error that a person can mend is left in English alone."""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion import messages
from companion.messages import in_every_language
from wording import Mendable, Phrase

ROOT = Path(messages.__file__).parents[1]
ROOMS = ("wording", "referee", "vision", "calibration", "companion", "webui")
LANGUAGES = ("de", "zh-Hant")

# What else is raised where people bring records, choose cameras and correct games: none of it reaches the page.
NOT_TOLD = {
    "IllegalAct": "a caller's mistake",
    "WrongCall": "the command line's own",
    "UsageError": "the command line's own",
    "ProfileError": "the command line's own",
    "DatabaseError": "told by `told_plainly`",
    "ValueError": "in `cell_from_name`, told by the notation; of a language, asked for by a caller",
}
ON_THE_WAY = ["referee", "vision/sources", "companion", "webui"]
COMMAND_LINE = ROOT / "companion" / "commands"


@cache
def trees() -> dict[Path, ast.Module]:
    return {
        path: ast.parse(path.read_text("utf-8")) for room in ROOMS for path in (ROOT / room).rglob("*.py")
    }


@cache
def classes() -> list[ast.ClassDef]:
    return [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


@cache
def mendable() -> set[str]:
    """The names of `Mendable` and all that is derived from it, and of `Phrase`."""
    names = {"Mendable"}
    while more := {node.name for node in classes() if {name_of(base) for base in node.bases} & names} - names:
        names |= more
    return names | {"Phrase"}


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def has_own_words(name: str) -> bool:
    """Whether a class says the same each time: then its words stand in its own `__init__`."""
    (node,) = (node for node in classes() if node.name == name)
    return any(isinstance(part, ast.FunctionDef) and part.name == "__init__" for part in node.body)


@cache
def wordless() -> set[str]:
    return {name for name in mendable() - {"Phrase", "Mendable"} if has_own_words(name)}


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


@cache
def sayings() -> list[tuple[str, ast.Call]]:
    """Where something is said in English, with its code: each place, and the call that says it."""
    said = [
        (f"{path.relative_to(ROOT)}:{call.lineno}", call)
        for path, tree in trees().items()
        if not path.is_relative_to(ROOT / "wording")
        for call in calls(tree)
        if name_of(call.func) in mendable() - wordless()
    ]
    own = [node for node in classes() if node.name in wordless()]
    return said + [
        (node.name, next(call for call in calls(node) if name_of(call.func) == "__init__")) for node in own
    ]


def literals(call: ast.Call) -> tuple[str, ...]:
    found = [part.value for part in call.args if isinstance(part, ast.Constant)]
    return tuple(part for part in found if isinstance(part, str))


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def catalogue(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((ROOT / f"companion/errors.{language}.json").read_text("utf-8"))
    return found


def test_what_is_said_has_a_code_its_english_and_every_fact_of_it() -> None:
    for where, call in sayings():
        assert len(literals(call)) == len(call.args) == 2, f"{where}: a code and a sentence are needed"
        code, english = literals(call)
        assert re.fullmatch(r"[a-z_\d]+", code), where
        assert gaps(english) == {part.arg for part in call.keywords}, where


def test_a_code_says_one_thing_only() -> None:
    english: dict[str, set[str]] = {}
    for _, call in sayings():
        code, sentence = literals(call)
        english.setdefault(code, set()).add(sentence)
    assert len(english) > 150, "the search for what is said finds little any more"
    assert {code: sentences for code, sentences in english.items() if len(sentences) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_all_of_it_with_the_same_facts(language: str) -> None:
    english = dict(literals(call) for _, call in sayings())
    other = catalogue(language)
    assert set(other) ^ set(english) == set()
    assert list(other) == list(catalogue(LANGUAGES[0]))
    assert {code for code in english if gaps(other[code]) != gaps(english[code])} == set()
    assert all(sentence.strip() for sentence in other.values())


def test_nothing_else_is_raised_on_the_way_to_the_page() -> None:
    raised = {
        f"{path.relative_to(ROOT)}:{node.lineno}": name_of(node.exc.func)
        for path, tree in trees().items()
        if any(path.is_relative_to(ROOT / room) for room in ON_THE_WAY) and COMMAND_LINE not in path.parents
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
    }
    strange = {where: name for where, name in raised.items() if name[:1].isupper()}
    assert {w: name for w, name in strange.items() if name not in mendable() | set(NOT_TOLD)} == {}


def test_every_refusal_of_a_request_is_a_phrase() -> None:
    refused = [
        call
        for path, tree in trees().items()
        if path.is_relative_to(ROOT / "webui")
        for call in calls(tree)
        if name_of(call.func) == "abort"
    ]
    assert len(refused) > 5
    for call in refused:
        assert isinstance(call.args[1], ast.Call) and name_of(call.args[1].func) == "Phrase"


def test_only_one_place_answers_with_errors() -> None:
    answers = [path.name for path in (ROOT / "webui").rglob("*.py") if '{"error"' in path.read_text("utf-8")]
    assert answers == ["errors.py"]


def test_phrases_within_phrases_are_told_in_the_same_language() -> None:
    what = Phrase("missing", "{name} is missing", name="player")
    line = Phrase("line", "line {line}: {what}", line=3, what=what)
    told = in_every_language(Phrase("bad_record", "{name}, {what}", name="a.jsonl", what=line))
    assert told == {
        "en": "a.jsonl, line 3: player is missing",
        "de": "a.jsonl, Zeile 3: player fehlt",
        "zh-Hant": "a.jsonl，第 3 行：缺少 player",
    }


def test_what_no_language_knows_stays_english() -> None:
    phrase = Phrase("quite_new", "{count} new things", count=2)
    assert set(in_every_language(phrase).values()) == {"2 new things"}


def test_an_error_of_another_kind_says_the_same() -> None:
    class Other(Mendable):
        """Another kind."""

    first = Mendable("gone", "{name} is gone", name="it")
    assert str(Other.of(first.said)) == str(first) == "it is gone"
    assert Other.of(first.said).said.code == "gone"


@pytest.mark.parametrize("sent", ["two\nlines", "\x1b[31m", "\ud800", "x" * 100_000])
def test_whatever_is_quoted_an_error_is_one_line_that_can_be_told(sent: str) -> None:
    for fact in (sent, ValueError(sent)):
        error = Mendable("gone", "{name} is gone", name=fact)
        for told in in_every_language(error.said).values():
            assert told.isprintable() and len(told) < 600 and told.encode()
