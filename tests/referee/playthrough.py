"""Writes a record as a playthrough: a text that a person can read and a test can hold the referee against.

After each line of the record stands what is said of it; whenever a round is over, and at the end, the board:
each tower's owner by the first letter and its height; each card's colour by the first letter and its points; or
each player's melds, and the cards nobody took. To write one anew:

    python tests/referee/playthrough.py FILE
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from referee import records, registry
from referee.four_colour_acts import OpenCards
from referee.phrases import follows, say, standing
from referee.table import CardTable, Table

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


def _picture(table: Table | CardTable | OpenCards) -> Iterator[str]:
    if isinstance(table, OpenCards):
        yield from _picture_of_melds(table)
        return
    if isinstance(table, CardTable):
        yield from _picture_of_grid(table.boxed())
        return
    for stacks in table.stacks:
        yield "    " + " ".join(f"{stack[-1][0]}{len(stack)}" if stack else " ." for stack in stacks)


def _picture_of_grid(table: CardTable) -> Iterator[str]:
    tops = table.tops
    rows, columns = (range(max((cell[axis] for cell in tops), default=-1) + 1) for axis in (0, 1))
    for row in rows:
        cards = (tops.get((row, column)) for column in columns)
        yield "    " + " ".join(f"{card.colour[0]}{card.points}" if card else " ." for card in cards)


def _picture_of_melds(table: OpenCards) -> Iterator[str]:
    for number, melds in enumerate(table.melds, start=1):
        yield f"    {number}: {' | '.join(' '.join(meld) for meld in melds) or '-'}"
    yield f"    passed: {' '.join(table.passed) or '-'}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(render(Path(name).read_text(encoding="utf-8")), encoding="utf-8")
