"""Writes a record as a playthrough: a text that a person can read and a test can hold the referee against.

After each line of the record stands what is said of it; whenever a round is over, and at the end, the board:
each tower's owner by the first letter and its height. To write one anew:

    python tests/referee/playthrough.py FILE
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from referee import records, registry
from referee.phrases import follows, say, standing
from referee.table import Table

FOLDER = Path(__file__).parent / "playthroughs"


def render(text: str) -> str:
    """Return the playthrough of a record; whatever in `text` is no line of the record is written anew.

    Lines that begin with `#` say what the game shows, and stay.
    """
    title = [line for line in text.splitlines() if line.startswith("#")]
    return "\n".join([*title, *_told(record_lines(text)), ""])


def record_lines(text: str) -> list[str]:
    """The lines of the record in a playthrough."""
    return [line for line in text.splitlines() if line.startswith("{")]


def _told(lines: list[str]) -> Iterator[str]:
    record = records.parse("\n".join(lines))
    game = registry.game(record.game)
    state = pictured = record.start
    yield lines[0]
    for line, step in zip(lines[1:], records.play(record), strict=True):
        yield ""
        yield line
        yield f"{step.n} {'legal' if step.verdict.legal else ' '.join(step.verdict.faults)}"
        yield "  " + say("en", step.before, step.line.act, step.verdict)
        state = step.after
        if followed := follows("en", step.before, step.line.act, state):
            yield "  " + followed
        if state.turn == 0 and step.before.turn != 0:
            yield from _picture(game.expected_table(state))
            pictured = state
    yield ""
    if state != pictured:
        yield from _picture(game.expected_table(state))
    yield standing("en", state)


def _picture(table: Table) -> Iterator[str]:
    for stacks in table.stacks:
        yield "    " + " ".join(f"{stack[-1][0]}{len(stack)}" if stack else " ." for stack in stacks)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(render(Path(name).read_text(encoding="utf-8")), encoding="utf-8")
