"""`tableref convert`: a record as text that people read, or that text as a record."""

from __future__ import annotations

from typing import IO

import click

from companion.errors import WrongCall
from referee import notation, records


@click.command(epilog="Example: tableref convert game.jsonl")
@click.argument("record", type=click.File("rb"))
def command(record: IO[bytes]) -> None:
    """Print RECORD (- for standard input) as text that people read and type; if it is such text, as JSON Lines.

    A malformed line is told with its number, and the exit status is 2.
    """
    data = record.read()
    try:
        text = notation.looks_like(data)
        told = records.dump(notation.parse(data)) if text else notation.dump(records.parse(data))
    except records.RecordError as error:
        raise WrongCall(f"{record.name}, {error}") from error
    click.echo(told, nl=False)
