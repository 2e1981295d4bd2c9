"""Records as text that people read and type: another spelling of the lines of `referee.records`.

    game: just4fun-colours
    players: red blue
    options: row=4 size=6
    fields: ...

    1. red: place b3 green green
    2. blue: exchange red red red red red red red (accepted)

First the game, an entry a line; indented lines go on with the entry before. `ended: yes` says that nobody plays on,
decided or not. Then, after an empty line, an act a line; its number may be left out. Words are parted by spaces; one
with other characters than letters, digits and `_-.` is written as a JSON string. Lines that begin with `#` say
something to people alone.

A game's module here spells the fields of its lines (a `referee.game.Notation`); whether they make sense is
left to its module in `referee.records`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile, takewhile
from typing import Any

from referee import records, registry
from referee.records import Line, Record, RecordError
from referee.records.wire import Malformed, need, not_utf8, once, one_of, shown
from wording import Phrase

ACCEPTED = " (accepted)"
ENDED = "yes"
_WORD = re.compile(r'(?:"(?:\\.|[^"\\])*"|[^\s"])+')
_PLAIN = re.compile(r"[\w.-]+")
_NUMBER = re.compile(r"\A\d+\.\s+")


def looks_like(data: bytes) -> bool:
    """Tell whether `data` begins as a record in this spelling does."""
    lines = (line.strip() for line in data.removeprefix(b"\xef\xbb\xbf").splitlines())
    return next((line for line in lines if line and not line.startswith(b"#")), b"").startswith(b"game:")


def parse(data: bytes | str) -> Record:
    """Read a record in this spelling. Raises RecordError, whatever is in `data`."""
    header, lines = _parted(_numbered(data))
    try:
        entries = _entries(text for _, text in header)
        ended = one_of(entries["ended"], (ENDED,), "ended") if "ended" in entries else None
        start = records.read_header(_header_fields(entries))
        own = registry.notation(start.game).write_setup(records.header_fields(start))
        for name in entries:
            one_of(name, ("game", "players", "options", "ended", *own), Phrase("entry", "entry"))
    except Malformed as error:
        raise RecordError(header[0][0] if header else 1, error.said) from None
    return Record(start, tuple(_read_line(start, number, text) for number, text in lines), bool(ended))


def dump(record: Record) -> str:
    """Return a record in this spelling. `parse(dump(record)) == record`."""
    header = records.header_fields(record.start)
    notation = registry.notation(record.game)
    entries = {
        "game": record.game,
        "players": spell(header["players"]),
        "options": " ".join(f"{name}={_spell_value(value)}" for name, value in header["options"].items()),
        **notation.write_setup(header),
        **({"ended": ENDED} if record.ended else {}),
    }
    told = [f"{name}: {text}".replace(": \n", ":\n", 1) for name, text in entries.items()]
    told.append("")
    for number, line in enumerate(record.lines, start=1):
        fields = records.line_fields(record.game, line)
        told.append(f"{number}. {notation.write_act(fields)}{ACCEPTED if line.accepted else ''}")
    return "\n".join(told) + "\n"


def spell(words: Sequence[str]) -> str:
    """Return words as `read_words` reads them.

    >>> spell(["ann", "Bo Li"])
    'ann "Bo Li"'
    """
    return " ".join(word if _PLAIN.fullmatch(word) else json.dumps(word) for word in words)


def read_words(text: str) -> list[str]:
    """Return the words of `text`. Raises Malformed for a quotation mark that stands alone.

    >>> read_words('ann "Bo Li"')
    ['ann', 'Bo Li']
    """
    if _WORD.sub("", text).strip():
        raise Malformed("open_quotation", "a quotation mark is missing: {text}", text=shown(text))
    return [_unquoted(word) for word in _WORD.findall(text)]


def spell_act(player: str | None, words: Sequence[str]) -> str:
    """Return an act: who, and what was done."""
    return spell(words) if player is None else f"{spell([player])}: {spell(words)}"


def read_who(text: str) -> tuple[str | None, list[str]]:
    """Return who did an act (None where nobody is named), and the words of what was done; at least one.

    >>> read_who("ann: discard red-horse")
    ('ann', ['discard', 'red-horse'])
    """
    first = _WORD.match(text)
    named = first is not None and first.group().endswith(":")
    player = _unquoted(first.group()[:-1]) if first and named else None
    words = read_words(text[first.end() :] if first and named else text)
    if not words:
        raise Malformed("nothing_done", "what was done is missing: {text}", text=shown(text))
    return player, words


def read_parts(words: Sequence[str], keys: Sequence[str]) -> dict[str, list[str]]:
    """Return the words after each of `keys`, up to the next of them.

    Raises Malformed for words before the first key, and for a key that comes twice.

    >>> read_parts(["put", "red", "a1", "red", "b1"], ("put", "took"))
    {'put': ['red', 'a1', 'red', 'b1'], 'took': []}
    """
    parts: dict[str, list[str]] = {}
    left = list(words)
    while left:
        key = one_of(left.pop(0), keys, Phrase("word", "word"))
        if key in parts:
            raise Malformed("given_twice", "{name} is given twice", name=key)
        parts[key] = list(takewhile(lambda word: word not in keys, left))
        del left[: len(parts[key])]
    return {key: parts.get(key, []) for key in keys}


def _numbered(data: bytes | str) -> Iterator[tuple[int, str]]:
    """The lines and their numbers, without the comments; only a line feed ends a line."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    for number, line in enumerate(raw.split(b"\n"), start=1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip()
        except UnicodeDecodeError:
            raise RecordError(number, not_utf8()) from None
        if not text.startswith("#"):
            yield number, text


def _parted(lines: Iterable[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The header's lines and the acts', which an empty line parts."""
    begun = list(dropwhile(lambda line: not line[1], lines))
    header = list(takewhile(lambda line: line[1], begun))
    return header, [(number, text.strip()) for number, text in begun[len(header) :] if text]


def _entries(header: Iterable[str]) -> dict[str, str]:
    """The entries of the header; an indented line goes on with the one before."""
    entries: dict[str, str] = {}
    for text in header:
        name, colon, value = text.partition(":")
        if text[0].isspace() and entries:
            entries[list(entries)[-1]] += f"\n{text.strip()}"
        elif name in entries:
            raise Malformed("given_twice", "{name} is given twice", name=name)
        elif colon:
            entries[name] = value.strip()
        else:
            raise Malformed(
                "no_entry", "an entry is needed, as in players: red blue, not {text}", text=shown(text)
            )
    return entries


def _header_fields(entries: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a record's first line."""
    game_id = one_of(need(entries, "game"), tuple(registry.GAMES), "game")
    options = [word.partition("=") for word in _WORD.findall(entries.get("options", ""))]
    return {
        "game": game_id,
        "players": read_words(need(entries, "players")),
        "options": once([(option, _read_value(value)) for option, _, value in options]),
        **registry.notation(game_id).read_setup(entries),
    }


def _read_line(start: Any, number: int, text: str) -> Line:
    """An act; `number` is the line's, for the error."""
    spelt = text.removesuffix(ACCEPTED)
    accepted = {"accepted": True} if spelt != text else {}
    try:
        fields = registry.notation(start.game).read_act(start, _NUMBER.sub("", spelt))
        return records.read_line(start, fields | accepted)
    except Malformed as error:
        raise RecordError(number, error.said) from None


def _spell_value(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and not isinstance(_read_value(value), int):
        return value
    return json.dumps(value, separators=(",", ":"))


def _read_value(text: str) -> Any:
    """A value as JSON gives it; what is no JSON is a word."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _unquoted(word: str) -> str:
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError:
        raise Malformed("no_json_string", "no JSON string: {word}", word=shown(word)) from None
