"""The lines of a record of Four Colour Cards as text.

    1. ann: discard red-chariot
    2. bo: draw white-horse
    3. cy: claim pong
    4. bo: meld white-horse white-chariot white-cannon
    5. cy: hu red-general green-horse green-horse ... lucky green-horse
    6. bo: stuck
    7. exhausted
    8. void-round
    9. count 31
    10. table meld 2 red-general meld 2 white-horse white-horse passed red-horse offer cy drew green-horse
    11. table turn ann

A card can be cut short where no other fits, or named by its glyph: `r-ch`, `red-車`. On a table set by hand
`meld 2` lies before the second player; the offer was `drew` or `discarded`; without one, `turn` must discard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from referee.four_colour_acts import State
from referee.four_colour_deck import card_from_name
from referee.game import Unfit
from referee.notation import read_who, spell_act
from referee.records import wire
from wording import Phrase

ACTS = ("discard", "draw", "claim", "meld", "hu", "stuck", "exhausted", "void-round", "count", "table")
PARTS = ("meld", "passed", "offer", "turn")  # of a table set by hand; each but `passed` goes on with who


def write_setup(header: Mapping[str, Any]) -> dict[str, str]:
    """Return the entries of the header that this game has beside those of every game."""
    return {}


def read_setup(entries: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a record's first line that those entries give. Raises Malformed."""
    return {}


def write_act(fields: Mapping[str, Any]) -> str:
    """Return a line of a record as text."""
    act = fields["act"]
    match act:
        case "discard" | "draw":
            words = [act, fields["card"]]
        case "claim":
            words = [act, fields["kind"]]
        case "meld":
            words = [act, *fields["cards"]]
        case "hu":
            words = [act, *fields["hand"], *(["lucky", fields["lucky"]] if "lucky" in fields else [])]
        case "stuck":
            words = [act, *(["showing", *fields["hand"]] if "hand" in fields else [])]
        case "exhausted":
            words = [act]
        case "void_round":
            words = ["void-round"]
        case "count":
            words = [act, str(fields["deck"])]
        case _:
            words = [act, *_spell_table(fields)]
    return spell_act(fields.get("player"), words)


def read_act(start: State, text: str) -> dict[str, Any]:
    """Return the fields of the line of a record that `text` spells. Raises Malformed."""
    player, (act, *words) = read_who(text)
    who = {"act": act} if player is None else {"act": act, "player": player}
    match act, words:
        case "discard" | "draw", [card]:
            return {**who, "card": _card(card)}
        case "claim", [kind]:
            return {**who, "kind": kind}
        case "meld", _:
            return {**who, "cards": _cards(words)}
        case "hu", [*hand, "lucky", lucky]:
            return {**who, "hand": _cards(hand), "lucky": _card(lucky)}
        case "hu", _:
            return {**who, "hand": _cards(words)}
        case "stuck", ["showing", *hand]:
            return {**who, "hand": _cards(hand)}
        case (("stuck" | "exhausted"), []):
            return who
        case "void-round", []:
            return {**who, "act": "void_round"}
        case "count", [deck]:
            return {**who, "deck": int(deck) if deck.isdecimal() else deck}
        case "table", _:
            return {**who, **_read_table(start, words)}
    raise wire.Malformed(
        "no_card_act",
        "{act} is not one of {known} with its cards",
        act=wire.shown(text),
        known=wire.known(ACTS),
    )


def _spell_table(fields: Mapping[str, Any]) -> Iterator[str]:
    for number, laid in enumerate(fields["melds"], start=1):
        for meld in laid:
            yield from ("meld", str(number), *meld)
    if fields["passed"]:
        yield from ("passed", *fields["passed"])
    if offer := fields["offer"]:
        yield from ("offer", offer["player"], "drew" if offer["drawn"] else "discarded", offer["card"])
    if fields["on_turn"] is not None:
        yield from ("turn", fields["on_turn"])


def _read_table(start: State, words: Sequence[str]) -> dict[str, Any]:
    melds: dict[str, list[list[str]]] = {str(number): [] for number in range(1, len(start.players) + 1)}
    fields: dict[str, Any] = {"passed": [], "offer": None, "on_turn": None}
    for part, name, rest in _parts(words):
        match part, rest:
            case "passed", _:
                fields["passed"] = _cards(rest)
            case "turn", []:
                fields["on_turn"] = name
            case "offer", [("drew" | "discarded") as how, card]:
                fields["offer"] = {"player": name, "drawn": how == "drew", "card": _card(card)}
            case "meld", _ if name in melds:
                melds[name].append(_cards(rest))
            case _:
                raise wire.Malformed(
                    "not_on_a_table",
                    "on a table there is no {words}",
                    words=wire.shown(" ".join((part, name, *rest))),
                )
    return {"melds": list(melds.values()), **fields}


def _parts(words: Sequence[str]) -> Iterator[tuple[str, str, list[str]]]:
    """The parts of a table: what each is, whose, and the words that follow."""
    left = list(words)
    while left:
        part = wire.one_of(left.pop(0), PARTS, Phrase("part_of_a_table", "part of a table"))
        name = left.pop(0) if left and part != "passed" else ""
        rest = list(takewhile(lambda word: word not in PARTS, left))
        del left[: len(rest)]
        yield part, name, rest


def _card(name: str) -> str:
    try:
        return card_from_name(name)
    except Unfit as error:
        raise wire.Malformed.of(error.said) from None


def _cards(names: Sequence[str]) -> list[str]:
    return [_card(name) for name in names]
