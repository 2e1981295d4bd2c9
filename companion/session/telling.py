"""An act as it is told: the referee's verdict, and what follows from it, in words and as an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.follow.hypothesis import Step
from companion.messages import message
from companion.session.judged_game import LANGUAGES, Event, JudgedAct, in_seconds
from companion.session.played import Colours, Json, Options, Text
from referee import phrases, records


def judged(game: Any, before: Any, act: Any, n: int) -> JudgedAct:
    """An act done in the state ``before`` with its verdict; if it is legal it is the ``n``-th of the record."""
    verdict = game.judge(before, act)
    after = game.accept(before, act) if verdict.legal else before
    text, todo = {}, {}
    for lang in LANGUAGES:
        said = phrases.what(lang, before, act, verdict), phrases.follows(lang, before, act, after)
        text[lang] = str(phrases.catalogue(lang)["space"]).join(filter(None, said))
        todo[lang] = phrases.todo(lang, before, act, verdict)
    legal = verdict.legal
    return JudgedAct(act, verdict, text, None if legal else todo, n if legal else None)


def turn_told_by(game: Any, state: Any, act: Any, faults: tuple[str, ...]) -> Any | None:
    """The state with the player on turn of whom ``act`` has those ``faults``; None where it is as in ``state``, or
    nobody fits."""
    if game.judge(state, act).faults == faults:
        return None
    table = game.expected_table(state)
    others = (game.with_table(state, table, player) for player in state.players)
    return next((other for other in others if game.judge(other, act).faults == faults), None)


def left_by(game: Any, state: Any, fault: Any | None, steps: Sequence[Step[Any]]) -> Any:
    """The state that ``steps`` leave of a game with that ``fault`` on the table; a fault that lies then counts."""
    for step in steps:
        if step.kind == "restored":
            fault = None
        elif step.kind == "act" and step.faults:
            fault = step.act
        else:
            state, fault = game.apply(state, step.act), None
    return state if fault is None else game.apply(state, fault)


def header_of(
    game: Any, players: Sequence[str], colours: Colours, options: Options, board: Mapping[str, Json]
) -> dict[str, Any]:
    """A record's header; of games that have such with players' ``colours``, and what is said of the ``board``."""
    header: dict[str, Any] = {"game": game.ID, "players": list(players), "options": dict(options)}
    if colours:
        header["colours"] = {player: list(played) for player, played in colours.items()}
    if board:
        header["board"] = dict(board)
    return header


def ready(
    t: float, options: Options, board: Mapping[str, Json], colours: Colours, notes: Sequence[Text]
) -> Event:
    """A game begins at ``t`` seconds on a board that was seen so."""
    event: Event = {"t": in_seconds(t), "event": "ready", "options": options, "board": board}
    if colours:
        event["colours"] = colours
    if notes:
        event["why"] = " ".join(note["en"] for note in notes)
    return event


def restored(t: float) -> Event:
    """The table lies as it should again."""
    return {"t": in_seconds(t), "event": "restored"}


def otherwise(told: JudgedAct, event: Event) -> tuple[JudgedAct, Event]:
    """An act, and its event, that was told otherwise before, said so."""
    said = message("otherwise")
    text = {lang: _after(lang, said[lang], text) for lang, text in told.text.items()}
    return replace(told, text=text), event | {"text": _after("en", said["en"], event["text"])}


def _after(language: str, said: str, text: str) -> str:
    return str(phrases.catalogue(language)["space"]).join((said, text))


def unclear(t: float, why: Text) -> Event:
    """Something is not known, and people are asked."""
    return {"t": in_seconds(t), "event": "unclear", "why": why["en"]}


def act_event(told: JudgedAct, before: Any, after: Any, p: float, t: float) -> Event:
    """An act that led from one state to another, as an event at ``t`` seconds; ``p`` is how sure it is."""
    line = records.Line(told.act)
    spoken = [told.text["en"], told.todo["en"] if told.todo else ""]
    event: Event = {
        "t": in_seconds(t),
        "event": "act",
        "n": told.n,
        "act": records.line_fields(before.game, line),
        "legal": told.verdict.legal,
        "faults": list(told.verdict.faults),
        "confidence": round(p, 3),
        "text": " ".join(filter(None, spoken)),
    }
    return event | records.event_fields(records.Step(told.n or 0, line, before, told.verdict, after))
