"""How a round of Punto ends: lines that win at once, the count at a stalemate, and how the next round begins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from referee.game import kept
from referee.grid import runs
from referee.punto_acts import CARDS, COLOURS, Outcome, Player, Round, State
from referee.table import CardTable, Cell, Colour, PointCard

Line = tuple[Cell, ...]


@dataclass(frozen=True)
class Tally:
    """What a side has at a stalemate: its lines, and of the cheapest its points and cells (0 and none without)."""

    side: tuple[Player, ...]
    lines: int
    points: int
    cells: Line


def settled(state: State, actor: Player, colours: Collection[Colour] = COLOURS) -> State:
    """Return the state after `actor` has laid cards of `colours`: as it is, or with the round ended by a row.

    The mover's row comes first. On a table that a person let stand another side can have one; then its member
    whose turn comes next has won. Other colours than those laid cannot have come to a row.
    """
    for player in (actor, *state.after(actor)):
        lines = _rows(state, state.row, [colour for colour in state.colours_of(player) if colour in colours])
        if lines:
            return _ended(state, "row", player, _cells_of(lines), actor)
    return state


def stalemate(state: State, ender: Player) -> State:
    """Return the state after the round has ended because `ender` could place nothing.

    Most lines win, of one card less than a row; among those with as many, the side whose cheapest line has the
    fewest points. Of a team the member wins whose turn comes next. Still tied, or no line at all: nobody wins.
    """
    best = _best(tallies(state))
    if best is None:
        return _ended(state, "void", None, (), ender)
    winner = next(player for player in state.after(ender) if player in best.side)
    return _ended(state, "stalemate", winner, best.cells, ender)


def tallies(state: State) -> tuple[Tally, ...]:
    """Count each side's lines as at a stalemate, in the players' order."""
    tops = CardTable(state.piles).tops
    found = []
    for side in state.sides:
        lines = lines_of(state, side[0], state.row - 1)
        worth = [(sum(tops[cell].points for cell in line), line) for line in lines]
        points, cheapest = min(worth, default=(0, ()))
        found.append(Tally(side, len(lines), points, cheapest))
    return tuple(found)


def lines_of(state: State, player: Player, length: int) -> list[Line]:
    """Return the straight lines of at least `length` visible cards of one colour of the player's, whole runs."""
    return _rows(state, length, state.colours_of(player))


@kept
def outcome(state: State) -> Outcome | None:
    """Return how the game ended, None while it is open."""
    # The game ends with the round that decides it, so it is the last one's winner or nobody.
    winner = state.rounds[-1].winner if state.rounds else None
    if winner is None or state.rounds_won(state.side_of(winner)) < state.options.wins:
        return None
    side = state.side_of(winner)
    won = tuple((each, state.rounds_won(each)) for each in state.sides)
    return Outcome(tuple(player for player in state.players if player in side), won)


def _rows(state: State, length: int, colours: Iterable[Colour]) -> list[Line]:
    found = []
    for colour in colours:
        owned = [cell for cell, pile in state.piles if pile[-1].colour == colour]
        if len(owned) >= length:
            found += runs(owned, length)
    return sorted(found)


def _best(counted: Sequence[Tally]) -> Tally | None:
    most = max(tally.lines for tally in counted)
    fewest = min(tally.points for tally in counted if tally.lines == most)
    best = [tally for tally in counted if (tally.lines, tally.points) == (most, fewest)]
    return best[0] if most and len(best) == 1 else None


def _ended(
    state: State,
    how: Literal["row", "stalemate", "void"],
    winner: Player | None,
    cells: Line,
    ender: Player,
) -> State:
    """The round ends, and unless the game does, the next begins on an empty table."""
    ended = Round(how, winner, cells, _dearest(state, cells), ender)
    after = replace(state, rounds=(*state.rounds, ended))
    if outcome(after):
        return after
    left_of = winner if winner and state.options.starter == "winner" else ender
    starter = state.after(left_of)[0]
    return replace(
        after,
        turn=state.players.index(starter),
        neutral_held=_dealt(state, winner or starter),
        placed=(0,) * len(state.players),
        piles=(),
    )


def _dearest(state: State, cells: Line) -> PointCard | None:
    """The visible card with most points on `cells`; of equals the first in reading order."""
    tops = CardTable(state.piles).tops
    return max((tops[cell] for cell in sorted(cells)), key=lambda card: card.points, default=None)


def _dealt(state: State, first: Player) -> tuple[int, ...]:
    """The neutral cards of each player after those played have been dealt one by one, from `first` on."""
    if state.neutral is None:
        return state.neutral_held
    played = CARDS - sum(state.neutral_held)
    order = (first, *state.after(first)[:-1])
    return tuple(
        held + len(range(order.index(player), played, len(order)))
        for player, held in zip(state.players, state.neutral_held, strict=True)
    )


def _cells_of(lines: Sequence[Line]) -> Line:
    return tuple(sorted({cell for line in lines for cell in line}))
