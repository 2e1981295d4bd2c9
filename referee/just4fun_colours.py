"""Just 4 Fun Colours: towers on coloured fields, paid with cards of the field's colour.

The rule sheet decides; what it leaves open is decided in the docstrings here. A turn uses up exactly one
stone, placed or put back into the box. States and acts are immutable; an illegal act changes nothing, unless
a person lets it stand (`accept`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from referee.changes import Differences, changed_stacks, differences, only_added
from referee.game import IllegalAct, Option, Unfit, Verdict, check_players, check_table, kept, refuse
from referee.grid import areas, cells_in_lines
from referee.just4fun_acts import (
    COPIES,
    FIELD_COLOURS,
    HAND,
    ID,
    STONE_COLOURS,
    STONES,
    Act,
    Change,
    Exchange,
    Options,
    Place,
    SetTable,
    State,
    impossible_stones,
    names_changed,
    strange_fields,
)
from referee.table import Cell, Colour, Fields, Stack, Table, cells
from wording import Phrase

__all__ = [
    "COPIES",
    "FIELD_COLOURS",
    "HAND",
    "ID",
    "STONES",
    "STONE_COLOURS",
    "Act",
    "Area",
    "Change",
    "Exchange",
    "Options",
    "Outcome",
    "Place",
    "SetTable",
    "State",
    "names_changed",
]

NAME = "Just 4 Fun Colours"
PLAYERS = (2, 4)
OPTIONS = (
    Option("row", 4, (4, 5), "adjacent fields in a straight line that win"),
    Option("size", 6, (5, 6, 7, 8, 9, 10), "fields along each side of the board"),
    Option("names", None, (), "what the players are called", '{"red":"Ann","blue":"Bo"}'),
)
FAULTS = (
    "can_place",
    "game_over",
    "hand_not_shown",
    "mixed_colours",
    "no_cards",
    "no_stones_left",
    "several_stones",
    "stone_moved",
    "stone_removed",
    "too_few_cards",
    "too_many_cards",
    "tower_changed",
    "wrong_colour",
    "wrong_player",
)
WARNINGS = ("impossible_cards",)


@dataclass(frozen=True)
class Area:
    """A player's largest area: its cells in reading order, and the stones of any colour on them."""

    cells: tuple[Cell, ...]
    stones: int


@dataclass(frozen=True)
class Outcome:
    """How the game ended.

    `row`: `cells` are all fields of every line that is long enough, in reading order. `area`: `areas` are the
    players' largest areas, in the players' order.
    """

    game: ClassVar[str] = ID

    how: Literal["row", "area"]
    winners: tuple[Colour, ...]  # in the players' order
    cells: tuple[Cell, ...] = ()
    areas: tuple[tuple[Colour, Area], ...] = ()
    names: tuple[tuple[Colour, str], ...] = ()  # of those players who are called by a name


def start(players: Sequence[Colour], fields: Fields, options: Options | None = None) -> State:
    """Return the state before the first turn. `fields` are the board's printed colours, any mix of the six.

    Raises ValueError where the players, the board or the options are not of this game.
    """
    options = options or Options()
    check_players(players, *PLAYERS, STONE_COLOURS)
    if len(fields) != options.size or any(len(row) != options.size for row in fields):
        raise Unfit("wrong_board", "the board must have {size} rows of {size} fields", size=options.size)
    refuse(tuple(strange_fields(fields)))
    empty_row: tuple[Stack, ...] = ((),) * options.size
    return State(
        players=tuple(players),
        fields=tuple(tuple(row) for row in fields),
        options=options,
        stacks=(empty_row,) * options.size,
        boxed=(0,) * len(players),
        turn=0,
    )


def judge(state: State, act: Act) -> Verdict:
    """Name every fault of `act`. A cell outside the board raises IndexError.

    It is a warning, not a fault, where more cards were laid than a hand has, or of a colour than there are.
    """
    if isinstance(act, SetTable):
        return Verdict()
    if outcome(state):
        # After the end people clear up.
        return Verdict(() if isinstance(act, Change) else ("game_over",))
    act = as_placement(act)
    match act:
        case Place():
            faults = _faults_of_placement(state, act)
        case Exchange():
            faults = _faults_of_exchange(state, act)
        case _:
            return Verdict(tuple(sorted(_faults_of_change(state, act))))
    # Between two shuffles every card laid still lies in the discard pile, and there are ten of a colour.
    laid = state.discards + act.cards
    impossible = any(laid.count(card) > COPIES for card in set(act.cards)) or (
        isinstance(act, Place) and len(act.cards) > HAND
    )
    return Verdict(tuple(sorted(faults)), WARNINGS if impossible else ())


def apply(state: State, act: Act) -> State:
    """Return the state after a legal act. Raises IllegalAct for any other."""
    verdict = judge(state, act)
    if not verdict.legal:
        raise IllegalAct(verdict.faults)
    return accept(state, act)


def accept(state: State, act: Act) -> State:
    """Return the state after an act that stands, legal or not: the table as it lies is what counts.

    The turn goes to the next player after the one who acted, past those without stones. A Change was a turn
    of the player who has more stones on the board than before (if several have, of the one on turn, else of
    the next of them); where nobody has, the turn stays. After the end nothing changes any more.
    """
    if isinstance(act, SetTable):
        return _lying(state, replace(act.table, fields=state.fields), act.on_turn)
    if outcome(state):
        return state
    act = as_placement(act)
    match act:
        case Place():
            change = differences(state.stacks, [(act.player, act.cell)], [])
            after = replace(discarded(state, act.cards), stacks=changed_stacks(state.stacks, change))
            return _turn_passed(after, act.player)
        case Exchange():
            boxed = tuple(
                count + (player == act.player)
                for player, count in zip(state.players, state.boxed, strict=True)
            )
            return _turn_passed(replace(discarded(state, act.cards), boxed=boxed), act.player)
        case _:
            change = differences(state.stacks, act.added, act.removed)
            after = replace(discarded(state, act.cards), stacks=changed_stacks(state.stacks, change))
            return _turn_passed(after, _who_added(state, change))


def with_table(state: State, table: Table, on_turn: Colour | None = None) -> State:
    """Return the state with the table set by hand: its fields and stones.

    `on_turn` is then on turn (None: who was before), or the next who has a stone left. Raises Unfit where the
    table is of another size or cannot lie so, or `on_turn` does not play.
    """
    after = _lying(state, table, on_turn)
    refuse(status(state, table), status(state, expected_table(state)))
    return after


def status(state: State, table: Table) -> tuple[Phrase, ...]:
    """Return every reason why a table cannot lie so: strange fields or stones, too many stones, or too high."""
    return (*strange_fields(table.fields), *impossible_stones(state, table.stacks))


def legal_acts(state: State) -> tuple[Place, ...]:
    """Every placement that a full hand could pay, in reading order. Exchanges depend on the hand."""
    if outcome(state) or not state.stones_left(state.on_turn):
        return ()
    return tuple(
        Place(state.on_turn, cell, (_field(state, cell),) * _price(state, cell))
        for cell in cells(state.options.size)
        if _price(state, cell) <= HAND
    )


@kept
def outcome(state: State) -> Outcome | None:
    """Return how the game ended, None while it is open.

    A line beats counting, even with the very last stone. In play only the mover can have one; on a table set
    by hand several players can, and win jointly.
    """
    owned = _owned(state)
    size, row = state.options.size, state.options.row
    in_lines = {player: cells_in_lines(owned[player], size, row) for player in state.players}
    winners = tuple(player for player in state.players if in_lines[player])
    if winners:
        line_cells = sorted(cell for player in winners for cell in in_lines[player])
        return Outcome("row", winners, cells=tuple(line_cells), names=state.names)
    if any(state.stones_left(player) for player in state.players):
        return None
    largest = {player: _largest_area(state, owned[player]) for player in state.players}
    scores = {player: (len(area.cells), area.stones) for player, area in largest.items()}
    best = max(scores.values())
    winners = tuple(player for player in state.players if scores[player] == best)
    return Outcome("area", winners, areas=tuple(largest.items()), names=state.names)


def expected_table(state: State) -> Table:
    """Return what should lie on the board."""
    return Table(state.fields, state.stacks)


def as_placement(act: Place | Exchange | Change) -> Place | Exchange | Change:
    """Return a Change that only adds one stone as the placement that it is, and any other act as it is."""
    stone = only_added(act.added, act.removed) if isinstance(act, Change) else None
    return Place(*stone, act.cards) if stone else act


def _faults_of_placement(state: State, act: Place) -> Iterator[str]:
    price = _price(state, act.cell)
    if act.player != state.on_turn:
        yield "wrong_player"
    # A stone of a colour that does not play is the wrong player's, whatever else.
    if act.player in state.players and not state.stones_left(act.player):
        yield "no_stones_left"
    if not act.cards:
        yield "no_cards"
        return
    if len(set(act.cards)) > 1:
        yield "mixed_colours"
    elif act.cards[0] != _field(state, act.cell):
        yield "wrong_colour"
    if len(act.cards) < price:
        yield "too_few_cards"
    if len(act.cards) > price:
        yield "too_many_cards"


def _faults_of_exchange(state: State, act: Exchange) -> Iterator[str]:
    if act.player != state.on_turn:
        yield "wrong_player"
    if len(act.cards) != HAND:
        yield "hand_not_shown"
    if payable(state, act.cards):
        yield "can_place"


def _faults_of_change(state: State, act: Change) -> Iterator[str]:
    change = differences(state.stacks, act.added, act.removed)
    if len(change.added) > 1:
        yield "several_stones"
    if change.lost:
        yield "stone_removed"
    if change.moved:
        yield "stone_moved"
    if change.changed:
        yield "tower_changed"


def _lying(state: State, table: Table, on_turn: Colour | None) -> State:
    check_table(table, state.options.size, on_turn, state.players)
    turn = state.turn if on_turn is None else state.players.index(on_turn)
    return _with_turn(replace(state, fields=table.fields, stacks=table.stacks), turn)


def _field(state: State, cell: Cell) -> Colour:
    return state.fields[cell[0]][cell[1]]


def _price(state: State, cell: Cell) -> int:
    """Cards that a stone on `cell` takes: one more than stones stand there."""
    return len(state.stacks[cell[0]][cell[1]]) + 1


def payable(state: State, hand: Sequence[Colour]) -> list[Cell]:
    """Fields on which the cards of `hand` suffice for a stone, the cheapest first."""
    count = Counter(hand)
    found = [cell for cell in cells(state.options.size) if count[_field(state, cell)] >= _price(state, cell)]
    return sorted(found, key=lambda cell: _price(state, cell))


def _owned(state: State) -> dict[Colour, list[Cell]]:
    """The cells of each player: those with his stone on top."""
    owned: dict[Colour, list[Cell]] = {player: [] for player in state.players}
    for row, stacks in enumerate(state.stacks):
        for column, stack in enumerate(stacks):
            if stack and stack[-1] in owned:
                owned[stack[-1]].append((row, column))
    return owned


def _largest_area(state: State, owned: Sequence[Cell]) -> Area:
    """The largest area of a player; of several as large, the one with most stones."""
    height = {cell: _price(state, cell) - 1 for cell in owned}
    found = [Area(tuple(sorted(area)), sum(height[cell] for cell in area)) for area in areas(owned)]
    return max(found, key=lambda area: (len(area.cells), area.stones), default=Area((), 0))


def discarded(state: State, cards: tuple[Colour, ...]) -> State:
    """The discard pile after `cards`; it becomes the stock as soon as the stock's last card has been drawn.

    As many cards are drawn as are laid, so the stock is used up when all but the hands' cards have been laid.
    """
    laid = state.discards + cards
    stock = COPIES * len(FIELD_COLOURS) - HAND * len(state.players)
    return replace(state, discards=laid if len(laid) < stock else ())


def _turn_passed(state: State, acted: Colour | None) -> State:
    """The turn goes on from the player who acted, past players without stones; it stays if none did."""
    if acted not in state.players:
        return state
    return _with_turn(state, state.players.index(acted) + 1)


def _with_turn(state: State, seat: int) -> State:
    """The turn of the first player from `seat` on who has a stone left; if nobody has, of the one there."""
    count = len(state.players)
    order = [(seat + step) % count for step in range(count)]
    with_stones = (index for index in order if state.stones_left(state.players[index]))
    return replace(state, turn=next(with_stones, order[0]))


def _who_added(state: State, change: Differences) -> Colour | None:
    gain = Counter(colour for colour, _ in change.added)
    gain.subtract(colour for colour, _ in change.removed)
    from_turn_on = state.players[state.turn :] + state.players[: state.turn]
    return next((player for player in from_turn_on if gain[player] > 0), None)
