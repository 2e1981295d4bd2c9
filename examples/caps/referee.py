"""The rules of noughts and crosses with bottle caps: what happened at the table, judged.

Two players, called by the colours of their caps, lay one cap a turn on a free cell; three in a row win, and a full
board without a row is nobody's. States and acts are immutable; an illegal act changes nothing, unless a person lets
it stand (`accept`). A cap that was laid on another hides it: what counts is what can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Literal

from referee.changes import Differences, Placed, differences, only_added
from referee.game import IllegalAct, Option, Verdict, check_players, check_table, kept, refuse
from referee.grid import cells_in_lines
from referee.table import COLOURS, Cell, Colour, Stacks, Table, cells
from wording import Phrase

ID = "caps"
NAME = "Noughts and Crosses with Caps"
PLAYERS = (2, 2)
OPTIONS: tuple[Option, ...] = ()
STONE_COLOURS = COLOURS  # players are called by the colours of their caps
SIZE = 3
ROW = 3
FAULTS = ("cap_moved", "cap_removed", "cell_occupied", "game_over", "several_caps", "wrong_player")
WARNINGS: tuple[str, ...] = ()

Caps = tuple[tuple[Cell, Colour], ...]  # those in sight, in reading order


@dataclass(frozen=True)
class Lay:
    """`player` laid a cap on `cell`."""

    player: Colour
    cell: Cell


@dataclass(frozen=True)
class Change:
    """Any other change of the caps: those that lie there now and did not, and those that no longer do.

    Where one added cap and nothing else is left, it was laid, and is judged so.
    """

    added: tuple[Placed, ...]
    removed: tuple[Placed, ...]


@dataclass(frozen=True)
class SetTable:
    """A person set the table by hand: so the caps lie, and `on_turn` is on turn (None: as before)."""

    stacks: Stacks  # one cap a cell
    on_turn: Colour | None = None

    @property
    def table(self) -> Table:
        """The table; its fields have no colours."""
        return Table((), self.stacks)


Act = Lay | Change | SetTable


@dataclass(frozen=True)
class State:
    """The game between two acts."""

    game: ClassVar[str] = ID

    players: tuple[Colour, Colour]  # the first begins
    caps: Caps = ()
    turn: int = 0  # index into players

    @property
    def on_turn(self) -> Colour:
        """The player whose turn it is (or would be, after the end)."""
        return self.players[self.turn]

    @cached_property
    def lying(self) -> Mapping[Cell, Colour]:
        """The caps by their cells."""
        return dict(self.caps)

    @property
    def stacks(self) -> Stacks:
        """The caps row by row, one a cell."""
        rows = ([self.lying.get((row, column)) for column in range(SIZE)] for row in range(SIZE))
        return tuple(tuple((cap,) if cap else () for cap in row) for row in rows)


@dataclass(frozen=True)
class Outcome:
    """How the game ended.

    `row`: `cells` are all cells of the winner's rows, in reading order. `full`: nobody wins.
    """

    game: ClassVar[str] = ID

    how: Literal["row", "full"]
    winners: tuple[Colour, ...]  # one at most
    cells: tuple[Cell, ...] = ()


def start(players: Sequence[Colour]) -> State:
    """Return the state before the first turn. Raises Unfit where these cannot be its players."""
    check_players(players, *PLAYERS, COLOURS)
    first, second = players
    return State((first, second))


def judge(state: State, act: Act) -> Verdict:
    """Name every fault of `act`."""
    if isinstance(act, SetTable):
        return Verdict()
    if outcome(state):  # people clear up
        return Verdict(() if isinstance(act, Change) else ("game_over",))
    act = as_lay(act)
    faults = _faults_of_lay(state, act) if isinstance(act, Lay) else _faults_of_change(state, act)
    return Verdict(tuple(sorted(faults)))


def apply(state: State, act: Act) -> State:
    """Return the state after a legal act. Raises IllegalAct for any other."""
    verdict = judge(state, act)
    if not verdict.legal:
        raise IllegalAct(verdict.faults)
    return accept(state, act)


def accept(state: State, act: Act) -> State:
    """Return the state after an act that stands, legal or not: the table as it lies is what counts.

    After a cap was laid the other player is on turn. Several at once were the turn of the one on turn; where none
    was added, the turn stays. After the end nothing changes any more.
    """
    if isinstance(act, SetTable):
        return _lying(state, act.table, act.on_turn)
    if outcome(state):
        return state
    caps, act = caps_after(state, act), as_lay(act)
    if isinstance(act, Lay):
        return replace(state, caps=caps, turn=int(act.player == state.players[0]))
    added = len(caps) > len(state.caps)
    return replace(state, caps=caps, turn=(state.turn + added) % len(state.players))


def with_table(state: State, table: Table, on_turn: Colour | None = None) -> State:
    """Return the state with the table set by hand. Raises Unfit where that cannot be."""
    after = _lying(state, table, on_turn)
    refuse(status(state, table), status(state, expected_table(state)))
    return after


def status(state: State, table: Table) -> tuple[Phrase, ...]:
    """Return every reason why a table cannot lie so: caps of a colour that nobody plays."""
    strange = {cap for _, cap in _caps_on(table.stacks)} - set(state.players)
    return tuple(
        Phrase(
            "strange_colour",
            "colour {colour} is not one of {known}",
            colour=cap,
            known=", ".join(state.players),
        )
        for cap in sorted(strange)
    )


def legal_acts(state: State) -> tuple[Lay, ...]:
    """Every legal turn, in reading order."""
    free = () if outcome(state) else (cell for cell in cells(SIZE) if cell not in state.lying)
    return tuple(Lay(state.on_turn, cell) for cell in free)


@kept
def outcome(state: State) -> Outcome | None:
    """Return how the game ended, None while it is open.

    Of two rows, which only a table set by hand has, the one of the player who comes before the one on turn wins.
    """
    for player in (state.players[state.turn - 1], state.on_turn):
        owned = [cell for cell, cap in state.caps if cap == player]
        if row := cells_in_lines(owned, SIZE, ROW):
            return Outcome("row", (player,), row)
    return Outcome("full", ()) if len(state.caps) == SIZE * SIZE else None


def expected_table(state: State) -> Table:
    """Return what should lie on the board; its fields have no colours."""
    return Table((), state.stacks)


def as_lay(act: Lay | Change) -> Lay | Change:
    """Return a change by which one cap was added and nothing else was done as what it is, a cap laid."""
    laid = only_added(act.added, act.removed) if isinstance(act, Change) else None
    return Lay(*laid) if laid else act


@lru_cache(maxsize=1024)  # asked by whoever judges an act, and by whoever wants to know what it leaves
def changes(state: State, act: Change) -> Differences:
    """Work out what a change did to the caps."""
    return differences(state.stacks, act.added, act.removed)


def caps_gone(change: Differences) -> tuple[Placed, ...]:
    """Return the caps that were taken off the board, or exchanged for one of the other colour."""
    return tuple(cap for cap in change.removed if cap in change.lost or cap[1] in change.changed)


def caps_after(state: State, act: Lay | Change) -> Caps:
    """Return the caps in sight after an act, legal or not."""
    if isinstance(act, Lay):
        return _sorted({**state.lying, act.cell: act.player})
    change = changes(state, act)
    gone = {cell for _, cell in change.removed}
    left = {cell: cap for cell, cap in state.caps if cell not in gone}
    return _sorted(left | {cell: cap for cap, cell in change.added})


def _faults_of_lay(state: State, act: Lay) -> Iterator[str]:
    if act.player != state.on_turn:
        yield "wrong_player"
    if act.cell in state.lying:
        yield "cell_occupied"


def _faults_of_change(state: State, act: Change) -> Iterator[str]:
    change = changes(state, act)
    if len(change.added) > 1:
        yield "several_caps"
    if caps_gone(change):
        yield "cap_removed"
    if change.moved:
        yield "cap_moved"


def _lying(state: State, table: Table, on_turn: Colour | None) -> State:
    check_table(table, SIZE, on_turn, state.players)
    turn = state.turn if on_turn is None else state.players.index(on_turn)
    return replace(state, caps=_caps_on(table.stacks), turn=turn)


def _caps_on(stacks: Stacks) -> Caps:
    """The caps in sight."""
    return tuple(
        ((row, column), stacks[row][column][-1]) for row, column in cells(len(stacks)) if stacks[row][column]
    )


def _sorted(caps: Mapping[Cell, Colour]) -> Caps:
    return tuple(sorted(caps.items()))
