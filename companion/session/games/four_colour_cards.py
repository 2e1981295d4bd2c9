"""Four Colour Cards at a table: see ``companion.session.at_table.Door``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.eyes.known_table import KnownTable
from companion.follow.four_colour_cards import StripLook
from companion.follow.likelihood.strip_memory import StripMemory
from companion.options import ZoneSpec
from companion.session.at_table import Agreed, Eyes, Guided, Shown
from companion.session.claims import FORMS as SPOKEN
from companion.session.followed_game import FollowedGame
from companion.session.forms import Field, Form
from companion.session.games.followed_door import looked
from companion.session.games.four_colour_painting import draw_strips
from companion.session.games.four_colour_played import FourColourPlayed
from companion.session.games.four_colour_setup import FourColourSetup
from companion.session.games.four_colour_table import SIDES, Sight, seats_of, seen_table, strips_seen
from companion.session.judged_game import Event, Keep
from companion.session.played import Options, SeenStretch
from companion.session.port import Board, PlayerState
from referee import four_colour_cards as rules
from referee.four_colour_acts import Act, State
from referee.four_colour_deck import CARDS, glyph
from vision.pictures import Picture

__all__ = ["looked"]

FourColourGame = FollowedGame[State, Act, StripMemory, StripLook, SeenStretch]
LEARNT: tuple[str, ...] = ()
PLAYED: tuple[str, ...] = ()
SEATED = SIDES
_PLAYER, _CARD = Field("player", "player"), Field("card", "strip", choices=CARDS)

FORMS = (
    Form("discard", (_PLAYER, _CARD)),
    Form("draw", (_PLAYER, _CARD)),
    Form("meld", (_PLAYER, Field("cards", "strips", choices=CARDS))),
    Form(
        "hu",
        (
            _PLAYER,
            Field("hand", "strips", choices=CARDS),
            Field("lucky", "strip", choices=CARDS, optional=True),
        ),
    ),
    *SPOKEN,
)


def size_of(options: Options) -> int | None:
    """None: there is no board."""
    return None


def eyes(options: Options, known: KnownTable | None) -> Eyes:
    """What watches the table. What a profile knows is of another game's set."""
    from companion.eyes.strips.watcher import StripWatcher

    watcher: Eyes = StripWatcher()
    return watcher


def sights(sides: Sequence[str]) -> Sight[Any]:
    """What makes stretches into what the game is followed by, where players sit on these sides of the picture."""
    from companion.eyes.strips.shown import StripsShown

    return StripsShown(sides)


def session(
    agreed: Agreed, keep: Keep, zone: ZoneSpec = None, known: KnownTable | None = None
) -> FourColourGame:
    """A game that has not begun."""
    seats = seats_of(agreed.players, agreed.seats)
    played = FourColourPlayed(sights, seats)
    return FollowedGame(rules, agreed.players, dict(agreed.options), keep, played=played)


def guided(agreed: Agreed) -> Guided:
    """A game that is being set up."""
    setup: Guided = FourColourSetup(
        agreed.game, agreed.players, dict(agreed.options), sights=sights, seats=agreed.seats
    )
    return setup


def begin(session: FourColourGame, guided: FourColourSetup) -> Event:
    """Begin on the table that was seen empty."""
    assert guided.seen is not None
    return session.start_on(guided.seen, session.played.learn(guided.seen, guided.options))


def begin_as_seen(session: FourColourGame, known: KnownTable | None) -> Event | None:
    """Begin on the table as it is seen, which a person says is empty."""
    return None if session.stretch is None else session.start_as_seen()


def shown(session: FourColourGame, eyes: Eyes) -> Shown:
    """What the page shows while a game is on."""
    seen = seen_table(session.stretch) if session.stretch else None
    board = board_of(session.state, _seats(session))
    return Shown(board, seen, (), session.notes, FORMS, session.proposal)


def shown_before(guided: FourColourSetup, eyes: Eyes) -> Shown:
    """What the page shows before it."""
    seen = seen_table(guided.seen) if guided.seen else None
    return Shown(board_of(None, seats_of(guided.players, guided.seats)), seen)


def players(session: FourColourGame) -> list[PlayerState]:
    """The seats, and how many cards each has in hand."""
    state, going = session.state, session.phase != "over"
    seats: list[PlayerState] = []
    for player in session.players:
        seat: PlayerState = {"colour": player, "to_move": False}
        if state:
            seat["to_move"] = going and state.on_turn == player
            seat["cards_left"] = state.hand(player)
        seats.append(seat)
    return seats


def drawn(bgr: Picture, session: FourColourGame, guided: FourColourSetup | None, eyes: Eyes) -> Picture:
    """The strips, each in its player's colour."""
    sight = session.played.sight if isinstance(session.played, FourColourPlayed) and not guided else None
    return draw_strips(eyes.steadied(bgr), strips_seen(sight), session.players)


def board_of(state: State | None, seats: Mapping[str, str]) -> Board:
    """The strips as the game has them: before each player his melds, and in the middle what nobody claimed, with the
    card on offer; and the glyph that each card carries."""
    table = None if state is None else state.table
    edition = "taiwan" if state is None else state.options.edition
    strips: dict[str, Any] = {
        "seats": [
            {
                "player": player,
                "side": side,
                "melds": [list(meld) for meld in table.melds[number]] if table else [],
            }
            for number, (player, side) in enumerate(seats.items())
        ],
        "passed": list(table.passed) if table else [],
        "offer": table.offer.card if table and table.offer else None,
        "stock": state.stock if state else None,
        "glyphs": {card: glyph(card, edition) for card in CARDS},
    }
    return {"size": 0, "fields": [], "stacks": [], "strips": strips}


def _seats(session: FourColourGame) -> Mapping[str, str]:
    played = session.played
    return played.seats if isinstance(played, FourColourPlayed) else seats_of(session.players, None)
