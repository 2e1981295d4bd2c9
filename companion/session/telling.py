"""An act as it is told: the referee's verdict, and what follows from it, in words and as an event."""

from __future__ import annotations

from typing import Any

from companion.session.judged_game import LANGUAGES, Event, JudgedAct, in_seconds
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
