"""How the players are called on paper: by their names in any script, or truthfully otherwise; never by boxes."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.paper.name_fonts import Face, characters, face_for, letter_by_letter
from referee import phrases, records


@dataclass(frozen=True)
class PaperNames:
    """A record whose players are called as they can be written."""

    record: records.Record
    faces: dict[str, Face]  # the fonts of characters that the sheet's own has not
    stand_ins: dict[str, str]  # what stands for names that cannot be written, with the colour that is meant


def paper_names(
    record: records.Record, language: str, letters: tuple[Path, ...], seat: Callable[[int], str]
) -> PaperNames:
    """Find fonts for the players' names, and what stands for those that nothing here can write.

    `letters`: the fonts of the sheets, the language's own first. `seat` names a player by seat, from 1.
    """
    header = records.header_fields(record.start)
    people = {player: _names(header).get(player, player) for player in header["players"]}
    own = characters(letters[0])
    faces: dict[str, Face] = {}
    called: dict[str, str] = {}
    unwritten = []
    for player, written in people.items():
        name = unicodedata.normalize("NFC", written)
        missing = "".join(sorted(letter for letter in set(name) if ord(letter) not in own))
        face = face_for(missing, letters[1:]) if missing and letter_by_letter(name) else None
        if face:
            faces |= dict.fromkeys(missing, face)
        if missing and not face:
            unwritten.append(player)
        elif name not in called.values():
            called[written] = name
    stand_ins = _stand_ins(header, unwritten, language, seat, called.values())
    called |= {people[player]: label for player, (label, _) in stand_ins.items()}
    return PaperNames(_renamed(record, called), faces, dict(stand_ins.values()))


def _names(header: dict[str, Any]) -> dict[str, str]:
    """What players are called who go by their colours, as far as they have names."""
    names: dict[str, str] = header.get("options", {}).get("names", {})
    return names


def _stand_ins(
    header: dict[str, Any],
    players: list[str],
    language: str,
    seat: Callable[[int], str],
    taken: Iterable[str],
) -> dict[str, tuple[str, str]]:
    """What stands for each of these players, and a colour of theirs: their colours, or else their seat."""
    own = header.get("colours") or {player: [player] for player in _names(header)}
    colours = {player: list(own.get(player, ())) for player in header["players"]}
    of_colours = Counter(tuple(sorted(held)) for held in colours.values())
    found = {}
    for player in players:
        held = colours[player]
        label = "/".join(phrases.colour_name(language, colour) for colour in held)
        if not label or of_colours[tuple(sorted(held))] > 1 or label in taken:
            label = seat(header["players"].index(player) + 1)
        found[player] = label, held[0] if held else ""
    return found


def _renamed(record: records.Record, called: dict[str, str]) -> records.Record:
    if all(player == name for player, name in called.items()):
        return record
    lines = (json.loads(line) for line in records.dump(record).splitlines())
    return records.parse("".join(f"{json.dumps(_exchanged(line, called))}\n" for line in lines))


def _exchanged(value: Any, called: dict[str, str]) -> Any:
    """The value with other names, however deep they are."""
    if isinstance(value, dict):
        return {called.get(key, key): _exchanged(entry, called) for key, entry in value.items()}
    if isinstance(value, list):
        return [_exchanged(entry, called) for entry in value]
    return called.get(value, value) if isinstance(value, str) else value
