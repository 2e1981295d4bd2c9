"""`tableref judge`: judge a record of acts, without a camera."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any

import click

from companion.errors import WrongCall
from companion.messages import in_every_language
from referee import notation, records, registry
from referee.phrases import LANGUAGES, follows, say, standing


@click.command(epilog="Example: tableref judge --json game.jsonl")
@click.argument("record", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="One JSON object an act, then the outcome.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True)
def command(record: IO[bytes], as_json: bool, language: str) -> None:
    """Judge every act of RECORD (- for standard input), and tell the outcome.

    RECORD is a file of JSON Lines, or of the same as text that people read and type: see `tableref convert`.

    A malformed line is told with its number, and the exit status is 2.
    """
    data = record.read()
    try:
        game_record = notation.parse(data) if notation.looks_like(data) else records.parse(data)
    except records.RecordError as error:
        raise WrongCall(f"{record.name}, {in_every_language(error.said)[language]}") from error
    told = _json_lines(game_record) if as_json else _sentences(game_record, language)
    click.echo("\n".join(told))


def verdict_fields(step: records.Step) -> dict[str, Any]:
    """Return what `judge --json` prints of an act."""
    fields: dict[str, Any] = {
        "n": step.n,
        "legal": step.verdict.legal,
        "faults": list(step.verdict.faults),
    }
    if step.verdict.warnings:
        fields["warnings"] = list(step.verdict.warnings)
    return fields | records.event_fields(step)


def _json_lines(record: records.Record) -> Iterator[str]:
    state = record.start
    for step in records.play(record):
        yield json.dumps(verdict_fields(step))
        state = step.after
    outcome = registry.game(record.game).outcome(state)
    yield json.dumps({"outcome": records.outcome_fields(outcome) if outcome else None})


def _sentences(record: records.Record, language: str) -> Iterator[str]:
    state = record.start
    for step in records.play(record):
        mark = "  " if step.verdict.legal else "! "
        yield f"{step.n:3} {mark}{say(language, step.before, step.line.act, step.verdict)}"
        state = step.after
        if followed := follows(language, step.before, step.line.act, state):
            yield f"      {followed}"
    yield standing(language, state, record.ended)
