"""One logged game of Just 4 Fun Colours, decided anew by the tracker and held against its truth."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.follow.decision import Costs, Decision
from companion.follow.just4fun_colours import Just4FunColours, Memory
from companion.follow.just4fun_states import Act, in_rules
from companion.follow.likelihood.fields_look import FieldsLook
from companion.follow.tracker import Tracker
from companion.follow.weights import Weights
from models.evaluation.labelled import Labelled
from models.evaluation.look_logs import Event, LookLog, read_log
from models.evaluation.recordings import GameResult, judge_recording
from models.fitting.film_moments import at_rest, look, looks_of_game, start_state
from referee import just4fun_colours as rules
from referee import records


@dataclass(frozen=True)
class Anew:
    """The events that the tracker told of a log of so many ``looks``, and the ``seconds`` that deciding took."""

    path: Path
    events: list[Event]
    looks: int
    seconds: float


@dataclass(frozen=True)
class Judgement:
    """What was told of a game while it was watched (``then``), and what is told ``anew`` from its log."""

    name: str
    then: GameResult
    anew: GameResult


def decided(path: Path, weights: Weights) -> Anew:
    """A logged game, decided anew."""
    log, start = read_log(path), time.perf_counter()
    events = list(decide_anew(log, weights)) if log.header.get("learnt") else []
    return Anew(path, events, len(log.looks), time.perf_counter() - start)


def judged(anew: Anew) -> Judgement:
    """Both held against the truth; raises ValueError where the log has none."""
    log = read_log(anew.path)
    if log.truth is None:
        raise ValueError(f"{anew.path}: has no truth to be held against")
    shown = Labelled(anew.path.with_name(log.header["recording"]), log.truth, log.header["set"])
    then, anew_told = (judge_recording(shown, list(events), 1.0) for events in (log.events, anew.events))
    return Judgement(anew.path.stem, then, anew_told)


def decide_anew(log: LookLog, weights: Weights) -> Iterator[Event]:
    """The events that the tracker tells of a log, as ``tableref watch --json`` does."""
    ready = next(event for event in log.events if event["event"] == "ready")
    yield ready
    states = [start_state(log)]  # before each step that was told, and after the last
    tracker: Tracker[rules.State, Act, Memory, FieldsLook] | None = None
    for seen in _looks(log):
        if tracker is None:
            tracker = Tracker(Just4FunColours(), weights, Costs.read(Costs.SHIPPED), states[0], seen)
            continue
        for decision in tracker.see(seen):
            states = states[: len(states) - decision.back]
            state, events = _events(decision, states[-1], seen.t)
            states += [state] * (decision.step is not None or decision.kind == "passed over")
            yield from [] if decision.again else events


def _looks(log: LookLog) -> Iterator[FieldsLook]:
    """The looks as they came, and the last one of each stretch again as long as the table rests."""
    looks = looks_of_game(log)
    for shown, after in zip(looks, [*looks[1:], None], strict=True):
        seen = look(log, shown)
        is_last = after is None or after.number != shown.number
        yield from at_rest(log, seen) if is_last else [seen]


def _events(decision: Decision[Any], state: rules.State, t: float) -> tuple[rules.State, list[Event]]:
    """What a decision is told as, and the state after it."""
    if decision.kind == "unclear":
        return state, [{"t": t, "event": "unclear", "why": str(decision.options[:3])}]
    step = decision.options[0][0] if decision.kind == "passed over" else decision.step
    if step is None:
        return state, []
    if step.kind == "restored":
        return state, [{"t": t, "event": "restored"}]
    called, act = in_rules(state, step.act)
    after = rules.accept(called, act) if step.kind == "accepted" or not step.faults else state
    if step.kind in ("accepted", "table") or decision.kind == "passed over":
        return after, []
    line = records.line_fields(rules.ID, records.Line(act))
    event = {
        "t": t,
        "event": "act",
        "act": line,
        "legal": not step.faults,
        "faults": list(step.faults),
        "confidence": round(decision.p, 4),
    }
    ended = rules.outcome(after)
    outcome = [{"t": t, "event": "outcome", "outcome": records.outcome_fields(ended)}] if ended else []
    return after, [event, *outcome]
