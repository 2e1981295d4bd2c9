"""The words of One Two Three … Four: its acts and states, and what an act does to the tiles, legal or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from referee import lane
from referee.changes import Differences, Placed, differences, only_added
from referee.game import Unfit
from referee.table import Cell, Colour, Stacks, Table
from wording import Phrase

ID = "one-two-three-four"
COLOURS: tuple[Colour, ...] = ("red", "blue", "yellow", "green")
TILES = 8  # of each colour
STEPS = 4

Player = str
Tiles = tuple[tuple[Cell, Colour], ...]  # in reading order


@dataclass(frozen=True)
class Options:
    """The settings; `OPTIONS` says what they mean. `corners`: whose they are, clockwise from cell (0, 0)."""

    size: int = 6
    direction: str = "clockwise"
    must_be_free: str = "turn_cell"
    corners: tuple[Colour, ...] = COLOURS


@dataclass(frozen=True)
class Enter:
    """`player` brought in a new tile of `colour` at its corner, and took it `steps` along the lane.

    `slide`: the steps by which it was slid inwards after that, which is never allowed.
    """

    player: Player
    colour: Colour
    steps: int
    slide: int = 0


@dataclass(frozen=True)
class Move:
    """`player` moved the tile on `origin` so many steps along the `lane`, and then `slide` steps inwards."""

    player: Player
    origin: Cell
    lane: int
    slide: int = 0


@dataclass(frozen=True)
class Pass:
    """`player` did nothing, as nothing was possible."""

    player: Player


@dataclass(frozen=True)
class Change:
    """Any other change of the tiles: those that lie there now and did not, and those that no longer do.

    A tile in both lists has not changed. Where one added tile and nothing else is left, it was brought in,
    and is judged so.
    """

    added: tuple[Placed, ...]
    removed: tuple[Placed, ...]


@dataclass(frozen=True)
class SetTable:
    """A person set the table by hand: so the tiles lie, and `on_turn` is on turn (None: as before)."""

    stacks: Stacks  # one tile a cell
    on_turn: Player | None = None

    @property
    def table(self) -> Table:
        """The table; its fields have no colours."""
        return Table((), self.stacks)


Done = Enter | Move | Pass | Change
Act = Done | SetTable


@dataclass(frozen=True)
class State:
    """The game between two acts; compare `start`."""

    game: ClassVar[str] = ID

    players: tuple[Player, ...]  # clockwise; the first begins
    colours: tuple[tuple[Colour, ...], ...]  # of each player, in the players' order
    options: Options
    tiles: Tiles
    turn: int  # index into players

    @cached_property
    def lying(self) -> dict[Cell, Colour]:
        """The tiles by their cells."""
        return dict(self.tiles)

    @cached_property
    def cells_of(self) -> Mapping[Colour, frozenset[Cell]]:
        """The cells on which tiles of each colour lie."""
        cells: dict[Colour, list[Cell]] = {colour: [] for colour in COLOURS}
        for cell, colour in self.tiles:
            cells[colour].append(cell)
        return {colour: frozenset(owned) for colour, owned in cells.items()}

    def cells_of_any(self, colours: Iterable[Colour]) -> frozenset[Cell]:
        """Return the cells on which tiles of any of the `colours` lie."""
        return frozenset().union(*(self.cells_of[colour] for colour in colours))

    @property
    def stacks(self) -> Stacks:
        """The tiles row by row, one a cell."""
        side = range(self.options.size)
        rows = ([self.lying.get((row, column)) for column in side] for row in side)
        return tuple(tuple((tile,) if tile else () for tile in row) for row in rows)

    @property
    def on_turn(self) -> Player:
        """The player whose turn it is (or would be, after the end)."""
        return self.players[self.turn]

    def colours_of(self, player: Player) -> tuple[Colour, ...]:
        """Return the colours that `player` plays."""
        return self.colours[self.players.index(player)]

    def owner(self, colour: Colour) -> Player | None:
        """Return the player who plays `colour`, None if nobody does."""
        return next((player for player in self.players if colour in self.colours_of(player)), None)

    def tiles_left(self, colour: Colour) -> int:
        """Tiles of `colour` that can still be brought in."""
        return max(0, TILES - len(self.cells_of[colour]))

    def on_lane(self, cell: Cell) -> bool:
        """Tell whether `cell` belongs to the outer lane."""
        return lane.on_lane(cell, self.options.size)

    def corner(self, colour: Colour) -> Cell:
        """Return the corner at which tiles of `colour` enter."""
        return lane.corners(self.options.size)[self.options.corners.index(colour)]

    def along(self, cell: Cell, steps: int) -> Cell:
        """Return the cell that lies `steps` further along the lane than its `cell`."""
        return lane.along(cell, steps, self.options.size, self.options.direction == "clockwise")

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the lane's `cell` and those of the four steps from there."""
        return lane.path(cell, STEPS, self.options.size, self.options.direction == "clockwise")

    def inwards(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the line from the lane's `cell` to the far side, `cell` first; empty from a corner."""
        return lane.across(cell, self.options.size)


@dataclass(frozen=True)
class Effect:
    """What an act did: the cells that it touched as they are then, and the tiles that went back to their owners.

    `touched`: what lies there, None where nothing does any more. `kicked`: the tile that lay where the lane
    move ended, or where the one new tile of a Change was put. `fallen`: those pushed off the far side, in the
    order of their fall. Each with the cell that it left the board from.
    """

    touched: Mapping[Cell, Colour | None]
    kicked: Placed | None = None
    fallen: tuple[Placed, ...] = ()


def effect(state: State, act: Done) -> Effect:
    """Return what an act does, legal or not. Where it cannot be done at all, it does nothing.

    What lies where a tile comes to lie goes back to its owner, an own tile too; a tile that turns inwards on
    a corner stays there.
    """
    tiles = state.lying
    match act:
        case Enter():
            return _taken(state, act.colour, None, turn_cell(state, act), act.slide)
        case Move() if act.origin in tiles and state.on_lane(act.origin):
            return _taken(state, tiles[act.origin], act.origin, turn_cell(state, act), act.slide)
        case Change():
            change = tile_differences(state, act)
            gone = {cell: None for colour, cell in change.removed if tiles.get(cell) == colour}
            new = only_added(act.added, act.removed)
            kicked = (tiles[new[1]], new[1]) if new and new[1] in tiles else None
            return Effect(gone | {cell: colour for colour, cell in change.added}, kicked)
    return Effect({})


def turn_cell(state: State, act: Enter | Move) -> Cell:
    """Return the cell of the lane in which a tile ends, or where it turns inwards."""
    if isinstance(act, Enter):
        return state.along(state.corner(act.colour), act.steps)
    return state.along(act.origin, act.lane)


def obstacles(state: State, act: Enter | Move) -> list[tuple[str, Cell]]:
    """Name what keeps a tile from its way, as a fault, and where: the end of a lane move, or where it turns."""
    origin = act.origin if isinstance(act, Move) else None
    return in_the_way(state, act.player, origin, turn_cell(state, act), act.slide > 0)


def in_the_way(
    state: State, player: Player, origin: Cell | None, turn: Cell, inwards: bool
) -> list[tuple[str, Cell]]:
    """Name the `obstacles` for a tile from `origin` (None: a new one) that ends on `turn`, or turns `inwards` there.

    How far it is slid from there does not matter, nor does the tile itself: it is not in its own way.
    """
    if not inwards:
        own = turn != origin and state.lying.get(turn) in state.colours_of(player)
        return [("own_tile_in_the_way", turn)] if own else []
    line = state.inwards(turn)
    free = line[1:2] if state.options.must_be_free == "first_inner_cell" else (turn,)
    occupied = [("cell_occupied", cell) for cell in free if cell != origin and cell in state.lying]
    return occupied if line else [("corner_turn", turn), *occupied]


def as_entry(state: State, act: Done) -> Done:
    """Return a Change that only adds one tile as the bringing in that it is, and any other act as it is.

    Who plays its colour brought it in, else who is on turn. Of the ways to a cell inside, the one that is
    least wrong is taken. (What a Change does is another matter: it has pushed nothing.)
    """
    tile = only_added(act.added, act.removed) if isinstance(act, Change) else None
    if tile is None:
        return act
    colour, cell = tile
    player = state.owner(colour) or state.on_turn
    rim = [state.along(state.corner(colour), steps) for steps in range(4 * (state.options.size - 1))]
    if cell in rim:
        return Enter(player, colour, rim.index(cell))
    entries = [
        Enter(player, colour, steps, state.inwards(turn).index(cell))
        for steps, turn in enumerate(rim)
        if cell in state.inwards(turn)
    ]
    return min(entries, key=lambda entry: len(obstacles(state, entry)) + (not four_steps_in(entry)))


def four_steps_in(entry: Enter) -> bool:
    """Tell whether a tile that was slid inside went four steps: people count the slide in, or not."""
    return STEPS in (entry.steps, entry.steps + entry.slide)


def tile_differences(state: State, act: Change) -> Differences:
    """Return what was added, removed and moved by a change; `lost` are the tiles moved nowhere."""
    change = differences(state.stacks, act.added, act.removed)
    # Another colour in its place does not make up for a tile that is gone.
    waiting, lost = Counter(colour for colour, _ in change.added), []
    for colour, cell in change.removed:
        waiting[colour] -= 1
        if waiting[colour] < 0:
            lost.append((colour, cell))
    return replace(change, lost=tuple(lost))


def tiles_on(stacks: Stacks) -> Tiles:
    """Return the tiles of a board. Raises ValueError where more than one lies on a cell, or none of the game's."""
    stood = [((r, c), stack) for r, row in enumerate(stacks) for c, stack in enumerate(row) if stack]
    if any(len(stack) > 1 or stack[0] not in COLOURS for _, stack in stood):
        raise Unfit("no_tile", "on a cell lies one tile at most, of {known}", known=", ".join(COLOURS))
    return tuple((cell, stack[0]) for cell, stack in stood)


def impossible_tiles(state: State, tiles: Tiles) -> Iterator[Phrase]:
    """Yield every reason why `tiles` cannot lie so: a colour that nobody plays, or more of one than there are."""
    for colour, count in Counter(colour for _, colour in tiles).items():
        if state.owner(colour) is None:
            yield Phrase("strange_tile", "a tile is {colour}, which nobody plays", colour=colour)
        if count > TILES:
            yield Phrase(
                "too_many_tiles",
                "there are {most} tiles that are {colour}, not {count}",
                most=TILES,
                colour=colour,
                count=count,
            )


def tiles_after(state: State, act: Done) -> Tiles:
    """Return the tiles as they lie after an act, legal or not."""
    touched = effect(state, act).touched
    if not touched:
        return state.tiles
    tiles = {**state.lying, **touched}
    return tuple(sorted((cell, colour) for cell, colour in tiles.items() if colour))


def _taken(state: State, colour: Colour, origin: Cell | None, turn: Cell, slide: int) -> Effect:
    """A tile is taken from `origin` to the lane's cell `turn`, and from there `slide` steps inwards."""
    left = {} if origin is None else {origin: None}
    line = state.inwards(turn) if slide else ()
    if line:
        ahead = {cell: state.lying[cell] for cell in line if cell in state.lying and cell != origin}
        tiles, fallen = lane.slide(ahead, colour, line, slide)
        return Effect(left | {cell: tiles.get(cell) for cell in line}, fallen=fallen)
    kicked = (state.lying[turn], turn) if turn in state.lying and turn != origin else None
    return Effect(left | {turn: colour}, kicked=kicked)
