"""How a round of Punto ends: lines that win at once, the count at a stalemate, and how the next round begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from referee.game import kept
from referee.grid import runs, runs_through
from referee.punto_acts import CARDS, Outcome, Player, Round, State
from referee.table import Cell, Colour, PointCard

Line = tuple[Cell, ...]


@dataclass(frozen=True)
class Tally:
    """What a side has at a stalemate: its lines, and of the cheapest its points and cells (0 and none without)."""

    side: tuple[Player, ...]
    lines: int
    points: int
    cells: Line


def settled(state: State, actor: Player) -> State:
    """Return the state after `actor` has changed the cards: as it is, or with the round ended by a row.

    The mover's row comes first. On a table that a person let stand another side can have one; then its member
    whose turn comes next has won.
    """
    for player in (actor, *state.after(actor)):
        lines = lines_of(state, player, state.row)
        if lines:
            return _won(state, player, lines, actor)
    return state


def settled_on(state: State, cell: Cell, actor: Player) -> State:
    """Return the same after `actor` has laid a card on `cell`: only a row through it can be new."""
    colour = state.tops[cell].colour
    lines = runs_through(cell, _cells_with(state, colour), state.row)
    if lines and colour != state.neutral:
        winner = next(p for p in (actor, *state.after(actor)) if colour in state.colours_of(p))
        return _won(state, winner, lines, actor)
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
    found = []
    for side in state.sides:
        lines = lines_of(state, side[0], state.row - 1)
        worth = [(sum(state.tops[cell].points for cell in line), line) for line in lines]
        points, cheapest = min(worth, default=(0, ()))
        found.append(Tally(side, len(lines), points, cheapest))
    return tuple(found)


def lines_of(state: State, player: Player, length: int) -> list[Line]:
    """Return the straight lines of at least `length` visible cards of one colour of the player's, whole runs."""
    return sorted(line for c in state.colours_of(player) for line in runs(_cells_with(state, c), length))


def starter(state: State) -> Player:
    """Return who begins this round: the first player, later who sits left of the winner or ender of the last one."""
    if not state.rounds:
        return state.players[0]
    last = state.rounds[-1]
    left_of = last.winner if last.winner and state.options.starter == "winner" else last.ender
    return state.after(left_of)[0]


def dealt_again(state: State) -> State:
    """Return the state in which the round begins anew, since it counts for nothing: its starter starts again.

    Neutral cards that were played are dealt back from him on, as after a round that nobody won.
    """
    return _begun(state, starter(state), starter(state))


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


def _cells_with(state: State, colour: Colour) -> list[Cell]:
    return [cell for cell, card in state.tops.items() if card.colour == colour]


def _best(counted: Sequence[Tally]) -> Tally | None:
    most = max(tally.lines for tally in counted)
    fewest = min(tally.points for tally in counted if tally.lines == most)
    best = [tally for tally in counted if (tally.lines, tally.points) == (most, fewest)]
    return best[0] if most and len(best) == 1 else None


def _won(state: State, winner: Player, lines: Sequence[Line], actor: Player) -> State:
    return _ended(state, "row", winner, tuple(sorted({cell for line in lines for cell in line})), actor)


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
    first = starter(after)
    return _begun(after, first, winner or first)


def _begun(state: State, first: Player, dealt_from: Player) -> State:
    """A round that `first` begins; the neutral cards that were played are dealt back from `dealt_from` on."""
    return replace(
        state,
        turn=state.players.index(first),
        neutral_held=_dealt(state, dealt_from),
        placed=(0,) * len(state.players),
        piles=(),
    )


def _dearest(state: State, cells: Line) -> PointCard | None:
    """The visible card with most points on `cells`; of equals the first in reading order."""
    return max((state.tops[cell] for cell in sorted(cells)), key=lambda card: card.points, default=None)


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
