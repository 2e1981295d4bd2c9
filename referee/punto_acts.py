"""The words of Punto: its acts, its rounds, and the states between two acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Literal

from referee.game import Unfit, VoidRound, check_players
from referee.table import CardTable, Cell, Colour, Pile, Piles, PointCard
from wording import Phrase

ID = "punto"
COLOURS: tuple[Colour, ...] = ("red", "orange", "blue", "green")
POINTS = range(1, 10)
COPIES = 2  # of each card
CARDS = COPIES * len(POINTS)  # of each colour
AREA = 6  # rows and columns in use, at most
PLAYERS = (2, 4)

Player = str
Placed = tuple[PointCard, Cell]
Teams = tuple[tuple[Player, Player], tuple[Player, Player]]


@dataclass(frozen=True)
class Options:
    """The settings; `referee.punto.OPTIONS` says what they mean."""

    wins: int = 2
    starter: str = "winner"
    teams: Teams | None = None


@dataclass(frozen=True)
class Place:
    """`player` turned his top card `card`, and laid it on `cell`."""

    player: Player
    card: PointCard
    cell: Cell


@dataclass(frozen=True)
class CannotPlace:
    """`player` said that his top card `card` can be laid nowhere; None: that his deck is used up."""

    player: Player
    card: PointCard | None


@dataclass(frozen=True)
class Change:
    """Any other change of the cards: those that lie there now and did not, and those that no longer do.

    A card in both lists has not changed. Where one added card and nothing else is left, it was placed, and is
    judged so.
    """

    added: tuple[Placed, ...]
    removed: tuple[Placed, ...]


@dataclass(frozen=True)
class SetTable:
    """A person set the table by hand: so the cards lie, and `on_turn` is on turn (None: as before)."""

    piles: Piles
    on_turn: Player | None = None

    @property
    def table(self) -> CardTable:
        """The table."""
        return CardTable(self.piles)


Done = Place | CannotPlace | Change
Act = Done | VoidRound | SetTable


@dataclass(frozen=True)
class Round:
    """How a round ended.

    `row`: `cells` are all cells of every line that is long enough, in reading order; `stalemate`: those of the
    winner's cheapest line; `void`: nobody won. `removed` is the card that the winner takes out of the game.
    """

    how: Literal["row", "stalemate", "void"]
    winner: Player | None
    cells: tuple[Cell, ...]
    removed: PointCard | None
    ender: Player  # who placed last, or could not


@dataclass(frozen=True)
class State:
    """The game between two acts; compare `start`.

    After the round that ends the game its cards lie as they are. `neutral_held` are the neutral cards in each
    player's deck, `placed` the cards that each has laid in this round.
    """

    game: ClassVar[str] = ID

    players: tuple[Player, ...]  # clockwise; the first begins
    colours: tuple[tuple[Colour, ...], ...]  # of each player, in the players' order
    neutral: Colour | None
    options: Options
    turn: int  # index into players
    neutral_held: tuple[int, ...]
    placed: tuple[int, ...]
    piles: Piles = ()
    rounds: tuple[Round, ...] = ()

    @property
    def on_turn(self) -> Player:
        """The player whose turn it is (or would be, after the end)."""
        return self.players[self.turn]

    @property
    def sides(self) -> tuple[tuple[Player, ...], ...]:
        """Those who win together: the teams, else each player alone."""
        return self.options.teams or tuple((player,) for player in self.players)

    @property
    def row(self) -> int:
        """Cards in a straight line that win a round."""
        return 5 if self.options.teams or len(self.players) == 2 else 4

    @cached_property
    def tops(self) -> Mapping[Cell, PointCard]:
        """The cards that can be seen."""
        return CardTable(self.piles).tops

    @cached_property
    def out(self) -> tuple[PointCard, ...]:
        """The cards taken out of the game."""
        return tuple(ended.removed for ended in self.rounds if ended.removed)

    def colours_of(self, player: Player) -> tuple[Colour, ...]:
        """Return the colours with which `player` can win."""
        return self.colours[self.players.index(player)]

    def may_hold(self, player: Player, card: PointCard) -> bool:
        """Tell whether cards of that colour can be in the player's deck."""
        return card.colour == self.neutral or card.colour in self.colours_of(player)

    def side_of(self, player: Player) -> tuple[Player, ...]:
        """Return those who win together with `player`, himself included."""
        return next(side for side in self.sides if player in side)

    def after(self, player: Player) -> tuple[Player, ...]:
        """Return all players in turn order; the one to the left of `player` comes first, `player` last."""
        seat = self.players.index(player) + 1
        return self.players[seat:] + self.players[:seat]

    def rounds_won(self, side: Sequence[Player]) -> int:
        """Rounds that a side has won."""
        return sum(ended.winner in side for ended in self.rounds)

    def lying(self, card: PointCard) -> int:
        """Copies of `card` on the table, covered ones too."""
        return sum([pile.count(card) for _, pile in self.piles])  # a list is faster, for every act asks

    def gone(self, card: PointCard) -> int:
        """Copies of `card` that are out of the game."""
        return self.out.count(card)

    def deck_left(self, player: Player) -> tuple[int, int]:
        """Return the fewest and the most cards that can be left in the player's deck.

        They differ in a team alone: its cards are halved, and if they are odd in number, nobody says who has
        one more.
        """
        own = self.colours_of(player)
        cards = CARDS * len(own) - sum(card.colour in own for card in self.out)
        seat = self.players.index(player)
        if self.options.teams:
            placed = self.placed[seat]
            return max(0, cards // 2 - placed), max(0, (cards + 1) // 2 - placed)
        lying = sum(card.colour in own for _, pile in self.piles for card in pile)
        left = max(0, cards - lying) + self.neutral_held[seat]
        return left, left


@dataclass(frozen=True)
class Outcome:
    """How the game ended: all members of the side that won, and the rounds that each side has won."""

    game: ClassVar[str] = ID

    winners: tuple[Player, ...]  # in the players' order
    rounds: tuple[tuple[tuple[Player, ...], int], ...]


def start(
    players: Sequence[Player],
    colours: Mapping[Player, Sequence[Colour]],
    neutral: Colour | None = None,
    options: Options | None = None,
) -> State:
    """Return the state before the first turn.

    With three players the colour that is left over is neutral; it need not be given. Raises ValueError where
    the players, their colours or the teams are not of this game.
    """
    options = options or Options()
    check_players(players, *PLAYERS)
    if options.teams:
        _check_teams(players, options.teams)
    _check_colours(players, colours, options.teams)
    left_over = [colour for colour in COLOURS if not any(colour in own for own in colours.values())]
    if neutral not in (None, *left_over):
        raise Unfit(
            "not_neutral",
            "{colour} cannot be neutral: left over is {left}",
            colour=neutral,
            left=_plainly(left_over) or Phrase("no_colour", "no colour"),
        )
    return State(
        players=tuple(players),
        colours=tuple(tuple(colours[player]) for player in players),
        neutral=left_over[0] if left_over else None,
        options=options,
        turn=0,
        neutral_held=(CARDS // len(players) if left_over else 0,) * len(players),
        placed=(0,) * len(players),
    )


def in_order(piles: Mapping[Cell, Pile]) -> Piles:
    """Return piles in reading order, without the empty ones."""
    return tuple(sorted((cell, pile) for cell, pile in piles.items() if pile))


def area_with(piles: Piles, *cells: Cell) -> tuple[int, int]:
    """Return how many rows and columns are in use with cards on further `cells` too."""
    used = [cell for cell, _ in piles] + list(cells)
    rows, columns = ({cell[axis] for cell in used} or {0} for axis in (0, 1))
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def impossible_cards(piles: Piles, out: Sequence[PointCard]) -> Iterator[Phrase]:
    """Yield every reason why cards cannot lie so, where others are `out` of the game."""
    used = Counter([*(card for _, pile in piles for card in pile), *out])
    for card, count in used.items():
        if count > COPIES:
            yield Phrase(
                "too_many_copies",
                "there are {copies} cards {card}, not {count}",
                copies=COPIES,
                card=f"{card.colour} {card.points}",
                count=count,
            )
    rows, columns = area_with(piles)
    if max(rows, columns) > AREA:
        yield Phrase(
            "area_too_large",
            "the cards fill {rows} rows and {columns} columns, and {most} by {most} is the most",
            rows=rows,
            columns=columns,
            most=AREA,
        )
    for _, pile in piles:
        for below, above in pairwise(pile):
            if above.points <= below.points:
                yield Phrase(
                    "covered_by_fewer",
                    "{card} lies on {below}, and a card covers fewer points only",
                    card=f"{above.colour} {above.points}",
                    below=f"{below.colour} {below.points}",
                )


def _check_teams(players: Sequence[Player], teams: Teams) -> None:
    if sorted(name for team in teams for name in team) != sorted(players):
        raise Unfit(
            "wrong_teams",
            "the teams must be of the four players {players}, each in one of them",
            players=", ".join(players),
        )
    if {players[0], players[2]} not in map(set, teams):
        raise Unfit(
            "partners_apart",
            "partners sit across from one another: {one} and {other} are a team",
            one=players[0],
            other=players[2],
        )


def _check_colours(
    players: Sequence[Player], colours: Mapping[Player, Sequence[Colour]], teams: Teams | None
) -> None:
    if set(colours) != set(players):
        raise Unfit(
            "colours_for_all",
            "colours are needed for {players}, and for nobody else",
            players=", ".join(players),
        )
    each = 2 if teams or len(players) == 2 else 1
    for player in players:
        if len(set(colours[player])) != each or len(colours[player]) != each:
            raise Unfit(
                "own_colours",
                "{player} must have {each} of the colours, not {given}",
                player=player,
                each=each,
                given=_plainly(colours[player]) or Phrase("no_colour", "no colour"),
            )
    for first, other in teams or ():
        if set(colours[first]) != set(colours[other]):
            raise Unfit(
                "team_colours",
                "{one} and {other} are a team and must have the same colours",
                one=first,
                other=other,
            )
    for colour in COLOURS:
        with_it = list(_players_with(players, colours, colour, teams))
        if len(with_it) > 1:
            raise Unfit(
                "shared_colour",
                "{colour} is given to more than one: {players}",
                colour=colour,
                players=", ".join(with_it),
            )


def _players_with(
    players: Sequence[Player],
    colours: Mapping[Player, Sequence[Colour]],
    colour: Colour,
    teams: Teams | None,
) -> Iterator[Player]:
    """Those who have a colour; of a team the first member alone."""
    second = [team[1] for team in teams or ()]
    return (player for player in players if colour in colours[player] and player not in second)


def _plainly(colours: Sequence[Colour]) -> str:
    return ", ".join(colours)
