"""Punto at a table: see ``companion.session.at_table.Door``."""

from __future__ import annotations

from typing import Any

from companion.eyes.known_table import KnownTable
from companion.follow.likelihood.cells import CellsLook
from companion.follow.likelihood.point_cards import FIRST
from companion.follow.punto import Memory
from companion.options import ZoneSpec
from companion.session.at_table import Agreed, Eyes, Guided, Shown
from companion.session.followed_game import FollowedGame
from companion.session.forms import Field, Form
from companion.session.games.followed_door import looked
from companion.session.games.punto_painting import draw_cards
from companion.session.games.punto_played import PuntoPlayed
from companion.session.games.punto_setup import PuntoSetup, colours_of
from companion.session.games.punto_table import Sight, seen_table, table_seen
from companion.session.judged_game import Event, Keep
from companion.session.played import Options, SeenStretch
from companion.session.port import Board, PlayerState
from referee import punto as rules
from referee.punto_acts import COLOURS, POINTS, Act, State
from vision.pictures import Picture

__all__ = ["looked"]

PuntoGame = FollowedGame[State, Act, Memory, CellsLook, SeenStretch]
LEARNT: tuple[str, ...] = ()
PLAYED = COLOURS
SEATED: tuple[str, ...] = ()
FRAME = 2 * FIRST[0] + 1  # rows and columns that the cards of a round may come to lie on
_PLAYER = Field("player", "player")


def _cards(name: str, type_: Any, optional: bool = False) -> Field:
    return Field(name, type_, choices=COLOURS, least=POINTS[0], most=POINTS[-1], optional=optional)


FORMS = (
    Form("place", (_PLAYER, _cards("card", "card"), Field("at", "cell"))),
    Form("cannot_place", (_PLAYER, _cards("card", "card", optional=True))),
    Form("void_round", ()),
    Form("change", (_cards("added", "placed_cards"), _cards("removed", "placed_cards"))),
    Form("table", (_cards("piles", "piles"), Field("on_turn", "player"))),
)


def size_of(options: Options) -> int | None:
    """None: the cards make the grid."""
    return None


def eyes(options: Options, known: KnownTable | None) -> Eyes:
    """What watches the table. What a profile knows is of another game's set."""
    from companion.eyes.points.watcher import PointWatcher

    watcher: Eyes = PointWatcher()
    return watcher


def sights() -> Sight[Any]:
    """What makes stretches into what the game is followed by, each against those before it."""
    from companion.eyes.points.shown import PointsShown

    return PointsShown()


def session(agreed: Agreed, keep: Keep, zone: ZoneSpec = None, known: KnownTable | None = None) -> PuntoGame:
    """A game that has not begun."""
    colours = colours_of(agreed)
    return FollowedGame(
        rules, agreed.players, dict(agreed.options), keep, played=PuntoPlayed(sights), colours=colours
    )


def guided(agreed: Agreed) -> Guided:
    """A game that is being set up."""
    setup: Guided = PuntoSetup(
        agreed.game, agreed.players, dict(agreed.options), agreed.colours, sights=sights
    )
    return setup


def begin(session: PuntoGame, guided: PuntoSetup) -> Event:
    """Begin on the table that was seen empty."""
    assert guided.seen is not None
    return session.start_on(guided.seen, session.played.learn(guided.seen, guided.options))


def begin_as_seen(session: PuntoGame, known: KnownTable | None) -> Event | None:
    """Begin on the table as it is seen, which a person says is empty."""
    return None if session.stretch is None else session.start_as_seen()


def shown(session: PuntoGame, eyes: Eyes) -> Shown:
    """What the page shows while a game is on."""
    stretch = session.stretch
    seen = seen_table(stretch, table_seen(_sight(session))) if stretch else None
    return Shown(_board(session.state), seen, (), session.notes, FORMS, session.proposal)


def shown_before(guided: PuntoSetup, eyes: Eyes) -> Shown:
    """What the page shows before it."""
    seen = seen_table(guided.seen, table_seen(None)) if guided.seen else None
    return Shown(_board(None), seen)


def players(session: PuntoGame) -> list[PlayerState]:
    """The seats with their colours, and how many cards are left to each."""
    state, going = session.state, session.phase != "over"
    seats: list[PlayerState] = []
    for player in session.players:
        plays = list(session.colours.get(player, ()))
        seat: PlayerState = {"colour": player, "plays": plays, "to_move": False}
        if state:
            seat["to_move"], seat["cards_left"] = (
                going and state.on_turn == player,
                state.deck_left(player)[1],
            )
        seats.append(seat)
    return seats


def drawn(bgr: Picture, session: PuntoGame, guided: PuntoSetup | None, eyes: Eyes) -> Picture:
    """The cards, and the row that decided the game."""
    ended = None if guided else session.outcome
    row = session.state.rounds[-1].cells if ended else ()
    return draw_cards(eyes.steadied(bgr), table_seen(None if guided else _sight(session)), row)


def _sight(session: PuntoGame) -> Sight[Any] | None:
    return session.played.sight if isinstance(session.played, PuntoPlayed) else None


def _board(state: State | None) -> Board:
    piles = () if state is None else state.piles
    told: Any = [[list(cell), [list(card) for card in pile]] for cell, pile in piles]
    return {"size": FRAME, "fields": [], "stacks": [], "piles": told}
