"""The words of Just 4 Fun Colours: its acts and states, and which tables are impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from referee.changes import Placed
from referee.table import Cell, Colour, Fields, Stacks, Table, cell_name, cells
from wording import Phrase

ID = "just4fun-colours"
STONE_COLOURS: tuple[Colour, ...] = ("red", "green", "blue", "yellow", "white", "black")
FIELD_COLOURS: tuple[Colour, ...] = ("red", "orange", "yellow", "green", "blue", "violet")
STONES = 20  # of each player
HAND = 7  # cards
COPIES = 10  # cards of each colour


@dataclass(frozen=True)
class Options:
    """The settings; `OPTIONS` says what they mean."""

    row: int = 4
    size: int = 6
    names: tuple[tuple[Colour, str], ...] = ()  # of those players who are called by a name


@dataclass(frozen=True)
class Place:
    """`player` laid `cards` open and put a stone of his colour on `cell`."""

    player: Colour
    cell: Cell
    cards: tuple[Colour, ...]


@dataclass(frozen=True)
class Exchange:
    """`player` showed his whole hand `cards`, discarded it, and put a stone back into the box."""

    player: Colour
    cards: tuple[Colour, ...]


@dataclass(frozen=True)
class Change:
    """Any other change of the stones: those that lie there now and did not, and those that no longer do.

    A stone in both lists has not changed. Where one added stone and nothing else is left, the act is that
    stone's placement with `cards`, and is judged as one.
    """

    added: tuple[Placed, ...]
    removed: tuple[Placed, ...]
    cards: tuple[Colour, ...] = ()


@dataclass(frozen=True)
class SetTable:
    """A person set the table by hand: so the stones stand, and `on_turn` is on turn (None: as before)."""

    stacks: Stacks
    on_turn: Colour | None = None

    @property
    def table(self) -> Table:
        """The table, whatever its fields are."""
        return Table((), self.stacks)


Act = Place | Exchange | Change | SetTable


@dataclass(frozen=True)
class State:
    """The game between two acts; compare `start`.

    `boxed` are the stones put back into the box, by player; `discards` the cards laid since the discard pile
    was last shuffled.
    """

    game: ClassVar[str] = ID

    players: tuple[Colour, ...]  # clockwise; the first begins
    fields: Fields
    options: Options
    stacks: Stacks
    boxed: tuple[int, ...]
    turn: int  # index into players
    discards: tuple[Colour, ...] = ()

    @property
    def on_turn(self) -> Colour:
        """The player whose turn it is (or would be, after the end)."""
        return self.players[self.turn]

    @property
    def names(self) -> tuple[tuple[Colour, str], ...]:
        """What players are called, where not by their colours."""
        return self.options.names

    def stones_left(self, player: Colour) -> int:
        """Stones that a player of this game can still bring in."""
        placed = sum(stack.count(player) for row in self.stacks for stack in row if stack)
        return max(0, STONES - placed - self.boxed[self.players.index(player)])


def strange_fields(fields: Fields) -> Iterator[Phrase]:
    """Yield what is wrong with the fields of a board: colours that no field has."""
    for colour in sorted({field for row in fields for field in row} - set(FIELD_COLOURS)):
        yield Phrase(
            "strange_field",
            "a field is {colour}, not one of {known}",
            colour=colour,
            known=", ".join(FIELD_COLOURS),
        )


def impossible_stones(state: State, stacks: Stacks) -> Iterator[Phrase]:
    """Yield every reason why stones cannot stand so: whose they are, how many, or how high."""
    stones = Counter(stone for row in stacks for stack in row for stone in stack)
    for colour in sorted(stones.keys() - set(state.players)):
        yield Phrase(
            "strange_stone",
            "a stone is {colour}, and only {players} play",
            colour=colour,
            players=", ".join(state.players),
        )
    for player, boxed in zip(state.players, state.boxed, strict=True):
        if stones[player] + boxed > STONES:
            yield Phrase(
                "too_many_stones",
                "there are {most} stones that are {colour}, not {count}",
                most=STONES,
                colour=player,
                count=stones[player] + boxed,
            )
    for row, column in cells(len(stacks)):
        if len(stacks[row][column]) > HAND:
            yield Phrase(
                "tower_too_high",
                "the tower on {cell} is {height} high, and {most} is the most that a hand can pay for",
                cell=cell_name((row, column)),
                height=len(stacks[row][column]),
                most=HAND,
            )


def names_changed(was: Fields, now: Fields) -> tuple[Colour, Colour] | None:
    """The two colours whose fields all go by the other's name ``now``, all other fields being called as they were.

    >>> names_changed((("red", "blue"), ("green", "red")), (("blue", "red"), ("green", "blue")))
    ('blue', 'red')
    """
    pairs = {
        (a, b) for before, after in zip(was, now, strict=True) for a, b in zip(before, after, strict=True)
    }
    other = sorted(pair for pair in pairs if pair[0] != pair[1])
    if len(other) != 2 or other[0] != other[1][::-1]:
        return None
    return other[0] if not {(name, name) for name in other[0]} & pairs else None
