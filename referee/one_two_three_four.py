"""The rules of One Two Three … Four (Joushi): what happened at the table, judged by the rule sheet.

A turn brings a tile in, or moves one that lies in the outer lane, four steps along it or partly inwards, or
is passed where nothing else is possible. States and acts are immutable; an illegal act changes nothing,
unless a person lets it stand (`accept`).

Where the sheet is silent, it is held that

- a new tile may stay on its corner, no step from it, if that makes a row of the mover's;
- fewer steps are right only for a move that nothing else forbids: one whose way is blocked makes no row;
- of a new tile that was slid inside, which is wrong anyhow, the four steps may count the slide in or not;
- a pass is false if the one who passes could move, were he on turn;
- where no player could move, were he on turn, nobody ever will again: the game is over, and nobody has won;
- tiles that are moved otherwise than told as a turn are moved, even to where a turn could have brought them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Literal

from referee.game import IllegalAct, Option, Unfit, Verdict, check_players, check_table, kept, refuse
from referee.grid import cells_in_lines, gaps, lines_through
from referee.one_two_three_four_acts import (
    COLOURS,
    ID,
    STEPS,
    Act,
    Change,
    Enter,
    Move,
    Options,
    Pass,
    Player,
    SetTable,
    State,
    as_entry,
    effect,
    four_steps_in,
    impossible_tiles,
    in_the_way,
    obstacles,
    tile_differences,
    tiles_after,
    tiles_on,
    turn_cell,
)
from referee.table import Cell, Colour, Table
from wording import Phrase

NAME = "One Two Three … Four"
PLAYERS = (2, 4)
ROW = 4
OPTIONS = (
    Option("size", 6, (5, 6, 7, 8), "cells along each side of the board"),
    Option(
        "direction", "clockwise", ("clockwise", "anticlockwise"), "in which tiles go along the outer lane"
    ),
    Option(
        "must_be_free",
        "turn_cell",
        ("turn_cell", "first_inner_cell"),
        "the cell that must be free for a tile to turn inwards, where it turns or the one after",
    ),
    Option(
        "corners",
        None,
        (),
        "whose corner is which (left out: red, blue, yellow, green, clockwise from the top left)",
        form='{"red":[0,0],"blue":[0,5],"yellow":[5,5],"green":[5,0]}',
    ),
)
FAULTS = (
    "can_move",
    "cell_occupied",
    "corner_turn",
    "enter_on_lane",
    "game_over",
    "no_tile_left",
    "not_on_lane",
    "not_your_tile",
    "own_tile_in_the_way",
    "several_tiles",
    "tile_moved",
    "tile_removed",
    "wrong_player",
    "wrong_steps",
)
WARNINGS: tuple[str, ...] = ()
# How a move of four steps or fewer can be split: steps along the lane, and inwards.
_SPLITS = tuple((steps, total - steps) for total in range(1, STEPS + 1) for steps in range(1, total + 1))


@dataclass(frozen=True)
class Outcome:
    """How the game ended.

    `row`: `cells` are all cells of every row of the winner's, in reading order, and `colours` those of these rows.
    `blocked`: nobody can move any more, and nobody wins. `mover`: who did the last act, for a row made for another
    is that one's.
    """

    game: ClassVar[str] = ID

    how: Literal["row", "blocked"]
    winners: tuple[Player, ...]  # one at most
    cells: tuple[Cell, ...]
    colours: tuple[Colour, ...]
    mover: Player


def start(
    players: Sequence[Player],
    colours: Mapping[Player, Sequence[Colour]] | None = None,
    options: Options | None = None,
) -> State:
    """Return the state before the first turn. Of two players each plays two colours, of more each one.

    Without `colours`, the players take `COLOURS` one after another until each has enough. Raises ValueError
    where the players, their colours or the options are not of this game.
    """
    options = options or Options()
    check_players(players, *PLAYERS)
    each = 2 if len(players) == 2 else 1
    if colours is None:
        colours = {player: COLOURS[seat :: len(players)][:each] for seat, player in enumerate(players)}
    if set(colours) != set(players):
        raise Unfit(
            "colours_for_all",
            "colours are needed for {players}, and for nobody else",
            players=", ".join(players),
        )
    if any(len(played) != each for played in colours.values()):
        raise Unfit(
            "wrong_number_of_colours",
            "of {players} players each plays {each} of the colours",
            players=len(players),
            each=each,
        )
    played = [colour for player in players for colour in colours[player]]
    if strange := set(played) - set(COLOURS):
        raise Unfit(
            "strange_colour",
            "colour {colour} is not one of {known}",
            colour=min(strange),
            known=", ".join(COLOURS),
        )
    if len(set(played)) < len(played):
        raise Unfit("colour_twice", "a colour is played twice: {colours}", colours=", ".join(played))
    if sorted(options.corners) != sorted(COLOURS):
        raise Unfit("corners_for_all", "a corner is needed for each of {known}", known=", ".join(COLOURS))
    return State(tuple(players), tuple(tuple(colours[player]) for player in players), options, (), 0)


def judge(state: State, act: Act) -> Verdict:
    """Name every fault of `act`. Its player must play, and its cells be of the board (else KeyError)."""
    if isinstance(act, SetTable):
        return Verdict()
    if outcome(state):
        # After the end people clear up.
        return Verdict(() if isinstance(act, Change) else ("game_over",))
    act = as_entry(state, act)
    match act:
        case Enter():
            faults = _faults_of_entry(state, act)
        case Move():
            faults = _faults_of_move(state, act)
        case Pass():
            faults = _faults_of_pass(state, act)
        case _:
            faults = _faults_of_change(state, act)
    return Verdict(tuple(sorted(faults)))


def apply(state: State, act: Act) -> State:
    """Return the state after a legal act. Raises IllegalAct for any other."""
    verdict = judge(state, act)
    if not verdict.legal:
        raise IllegalAct(verdict.faults)
    return accept(state, act)


def accept(state: State, act: Act) -> State:
    """Return the state after an act that stands, legal or not: the table as it lies is what counts.

    The turn goes to the next player after the one who acted. A Change was a turn of the player whose tile it
    added (if of several, of the one on turn, else of the next of them); if of nobody, the turn stays. After
    the end nothing changes any more.
    """
    if isinstance(act, SetTable):
        return _lying(state, act.table, act.on_turn)
    if outcome(state):
        return state
    tiles = tiles_after(state, act)
    act = as_entry(state, act)
    actor = _who_added(state, act) if isinstance(act, Change) else act.player
    turn = state.turn if actor is None else (state.players.index(actor) + 1) % len(state.players)
    return replace(state, tiles=tiles, turn=turn)


def with_table(state: State, table: Table, on_turn: Player | None = None) -> State:
    """Return the state with the table set by hand: its tiles, one a cell.

    `on_turn` is then on turn (None: who was before). Raises Unfit where the table is of another size, has other
    things on it or cannot lie so, or `on_turn` does not play.
    """
    after = _lying(state, table, on_turn)
    refuse(status(state, table), status(state, expected_table(state)))
    return after


def status(state: State, table: Table) -> tuple[Phrase, ...]:
    """Return every reason why a table cannot lie so: tiles of a colour that nobody plays, or too many of one."""
    return tuple(impossible_tiles(state, tiles_on(table.stacks)))


def legal_acts(state: State) -> tuple[Act, ...]:
    """Every legal turn: tiles brought in, tiles moved in reading order, or else the pass."""
    if outcome(state):
        return ()
    return tuple(ways(state, state.on_turn)) or (Pass(state.on_turn),)


def ways(state: State, player: Player) -> Iterator[Enter | Move]:
    """Every turn but the pass that `player` could do, were he on turn."""
    state, colours = _with_turn(state, player), state.colours_of(player)
    # Mostly there is no way, which is found out once for all acts that end or turn on a cell.
    own, waiting = state.cells_of_any(colours), _waiting(state, player)
    for colour in filter(state.tiles_left, colours):
        ends = _ends(state.path(state.corner(colour)), own, waiting)
        yield from (entry for steps in ends if _is_way(state, entry := Enter(player, colour, steps)))
    for cell in filter(state.on_lane, sorted(own)):
        path = state.path(cell)
        ends = _ends(path, own, waiting)
        turns = [steps for steps in range(1, STEPS) if not in_the_way(state, player, cell, path[steps], True)]
        if ends or turns:
            splits = [split for split in _SPLITS if split[0] in (turns if split[1] else ends)]
            yield from (move for split in splits if _is_way(state, move := Move(player, cell, *split)))


@lru_cache(maxsize=256)  # who is stuck passes round after round, and often the tiles have not changed
def can_move(state: State) -> bool:
    """Tell whether the player on turn, if nobody has won, could do anything but pass."""
    return any(True for _ in ways(state, state.on_turn))


@kept
def outcome(state: State) -> Outcome | None:
    """Return how the game ended, None while it is open.

    A row wins for whose it is. If several players have one, the mover wins, else the next in turn order. On
    a table set by hand, who comes before the one on turn is taken for the mover.
    """
    found, order = rows(state), _in_turn(state, state.turn - 1)
    # A row of a colour that nobody plays is nobody's.
    with_row = (player for player in order if found and found.keys() & set(state.colours_of(player)))
    winner = next(with_row, None)
    if winner is None:
        return Outcome("blocked", (), (), (), order[0]) if _is_blocked(state) else None
    colours = tuple(colour for colour in state.colours_of(winner) if colour in found)
    cells = tuple(sorted(cell for colour in colours for cell in found[colour]))
    return Outcome("row", (winner,), cells, colours, order[0])


def _is_blocked(state: State) -> bool:
    """Tell whether no player could move, were he on turn. Nearly always a tile can go four steps along the lane."""
    for cell, colour in state.tiles:
        if state.on_lane(cell) and state.path(cell)[STEPS] not in state.lying and state.owner(colour):
            return False
    return not any(can_move(_with_turn(state, player)) for player in state.players)


def rows(state: State) -> Mapping[Colour, tuple[Cell, ...]]:
    """Return every cell of every row of a colour, in reading order, for each colour that has one."""
    found = {colour: _cells_in_rows(owned, state.options.size) for colour, owned in state.cells_of.items()}
    return {colour: cells for colour, cells in found.items() if cells}


@lru_cache(maxsize=256)  # most acts leave the tiles of most colours as they are
def _cells_in_rows(owned: frozenset[Cell], size: int) -> tuple[Cell, ...]:
    return cells_in_lines(owned, size, ROW)


def expected_table(state: State) -> Table:
    """Return what should lie on the board; its fields have no colours."""
    return Table((), state.stacks)


def _lying(state: State, table: Table, on_turn: Player | None) -> State:
    check_table(table, state.options.size, on_turn, state.players)
    turn = state.turn if on_turn is None else state.players.index(on_turn)
    return replace(state, tiles=tiles_on(table.stacks), turn=turn)


def _faults_of_entry(state: State, act: Enter) -> Iterator[str]:
    if act.player != state.on_turn:
        yield "wrong_player"
    if act.colour not in state.colours_of(act.player):
        yield "not_your_tile"
    if not state.tiles_left(act.colour):
        yield "no_tile_left"
    blocked = [fault for fault, _ in obstacles(state, act)]
    yield from blocked
    if act.slide:
        yield "enter_on_lane"
        if not four_steps_in(act):
            yield "wrong_steps"
    elif act.steps != STEPS and (blocked or not _may_go(state, act, act.steps)):
        yield "wrong_steps"


def _faults_of_move(state: State, act: Move) -> Iterator[str]:
    if act.player != state.on_turn:
        yield "wrong_player"
    if state.lying.get(act.origin) not in state.colours_of(act.player):
        yield "not_your_tile"
    faults = [fault for fault, _ in obstacles(state, act)] if state.on_lane(act.origin) else ["not_on_lane"]
    yield from faults
    total = act.lane + act.slide
    if not act.lane or (total != STEPS and (faults or not _may_go(state, act, total))):
        yield "wrong_steps"


def _faults_of_pass(state: State, act: Pass) -> Iterator[str]:
    if act.player != state.on_turn:
        yield "wrong_player"
    if can_move(_with_turn(state, act.player)):
        yield "can_move"


def _faults_of_change(state: State, act: Change) -> Iterator[str]:
    change = tile_differences(state, act)
    if len(change.added) > 1:
        yield "several_tiles"
    if change.lost:
        yield "tile_removed"
    if change.moved:
        yield "tile_moved"


def _is_way(state: State, act: Enter | Move) -> bool:
    """Tell whether the one on turn, who has the tile, could do `act`."""
    total = act.steps if isinstance(act, Enter) else act.lane + act.slide
    return _may_go(state, act, total) and not obstacles(state, act)


def _ends(path: Sequence[Cell], own: frozenset[Cell], waiting: frozenset[Cell]) -> list[int]:
    """After how many steps of `path` a tile may stay: four, or where a row is `waiting`; on no `own` one."""
    return [
        steps for steps, cell in enumerate(path) if (steps == STEPS or cell in waiting) and cell not in own
    ]


def _may_go(state: State, act: Enter | Move, total: int) -> bool:
    """Tell whether `total` steps are right for a tile whose way is clear: four, or fewer for a row."""
    return total == STEPS or (total < STEPS and _makes_own_row(state, act))


def _makes_own_row(state: State, act: Enter | Move) -> bool:
    """True if a row of the one who acts lies there after the act; before it nobody has one."""
    colours, size = state.colours_of(act.player), state.options.size
    # Without a slide one tile is laid down, and mostly no row waits for it.
    if not act.slide and turn_cell(state, act) not in _waiting(state, act.player):
        return False
    touched = effect(state, act).touched
    for colour in colours:
        came = [cell for cell, tile in touched.items() if tile == colour]
        owned = state.cells_of[colour].difference(touched).union(came)
        if any(line <= owned for cell in came for line in lines_through(cell, size, ROW)):
            return True
    return False


def _waiting(state: State, player: Player) -> frozenset[Cell]:
    """The cells on which one tile more makes a row of `player`'s."""
    size, owned = state.options.size, [state.cells_of[colour] for colour in state.colours_of(player)]
    return frozenset().union(*(gaps(cells, size, ROW) for cells in owned))


def _with_turn(state: State, player: Player) -> State:
    """The state with `player` on turn; if he is, the same one, with all that is already known of it."""
    return state if player == state.on_turn else replace(state, turn=state.players.index(player))


def _in_turn(state: State, seat: int) -> tuple[Player, ...]:
    """The players in turn order from `seat` on."""
    seat %= len(state.players)
    return state.players[seat:] + state.players[:seat]


def _who_added(state: State, act: Change) -> Player | None:
    owners = [state.owner(colour) for colour, _ in tile_differences(state, act).added]
    return next((player for player in _in_turn(state, state.turn) if player in owners), None)
