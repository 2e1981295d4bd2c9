"""One Two Three … Four at a table: see ``companion.session.at_table.Door``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.eyes.known_table import KnownTable
from companion.follow.likelihood.cells import CellMemory, CellsLook
from companion.options import ZoneSpec
from companion.session.at_table import Agreed, Eyes, Guided, Shown
from companion.session.followed_game import FollowedGame
from companion.session.forms import Field, Form
from companion.session.games.followed_door import looked
from companion.session.games.lane_board import LaneStretch, learn_board, seen_board
from companion.session.games.lane_painting import draw_lane_board
from companion.session.games.lane_played import LanePlayed
from companion.session.games.lane_setup import LaneSetup, colours_of
from companion.session.judged_game import Event, Keep
from companion.session.played import Options
from companion.session.port import Board, PlayerState
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import COLOURS, STEPS, Act, State
from vision.pictures import Picture

__all__ = ["looked"]

LaneGame = FollowedGame[State, Act, CellMemory, CellsLook, LaneStretch]
LEARNT = ("size", "direction", "corners")
PLAYED = COLOURS
SEATED: tuple[str, ...] = ()
_PLAYER = Field("player", "player")
_FAR = 3 * STEPS  # steps: more than anybody miscounts
FORMS = (
    Form(
        "enter",
        (
            _PLAYER,
            Field("colour", "colour", choices=COLOURS),
            Field("steps", "number", most=_FAR),
            Field("slide", "number", most=_FAR, optional=True),
        ),
    ),
    Form(
        "move",
        (
            _PLAYER,
            Field("from", "cell"),
            Field("lane", "number", most=_FAR),
            Field("slide", "number", most=_FAR, optional=True),
        ),
    ),
    Form("pass", (_PLAYER,)),
    Form(
        "change",
        (Field("added", "pieces", choices=COLOURS), Field("removed", "pieces", choices=COLOURS)),
    ),
    Form("table", (Field("stacks", "table", choices=COLOURS, most=1), Field("on_turn", "player"))),
)


def size_of(options: Options) -> int | None:
    """Cells a side, if a person says so; else the eyes find out."""
    size = options.get("size")
    return size if isinstance(size, int) else None


def eyes(options: Options, known: KnownTable | None) -> Eyes:
    """What watches the table. What a profile knows is of another game's set."""
    from companion.eyes.tiles.watcher import TileWatcher

    watcher: Eyes = TileWatcher(size_of(options))
    return watcher


def shows() -> Callable[[LaneStretch], CellsLook]:
    """What makes stretches into what the game is followed by, each against those before it."""
    from companion.eyes.keyframes import Keyframes
    from companion.eyes.tiles.shown import cells_look
    from companion.eyes.tiles.stretch import TileStretch

    seen: Keyframes[TileStretch] = Keyframes()

    def show(stretch: Any) -> CellsLook:
        nonlocal seen
        seen = seen.and_now(stretch)
        look: CellsLook = cells_look(stretch, seen.kept)
        return look

    return show


def session(agreed: Agreed, keep: Keep, zone: ZoneSpec = None, known: KnownTable | None = None) -> LaneGame:
    """A game that has not begun."""
    played = LanePlayed(shows)
    colours = colours_of(agreed.players, agreed.colours)
    return FollowedGame(rules, agreed.players, dict(agreed.options), keep, played=played, colours=colours)


def guided(agreed: Agreed) -> Guided:
    """A game that is being set up."""
    setup: Any = LaneSetup(agreed.game, agreed.players, dict(agreed.options), agreed.colours)
    guided: Guided = setup
    return guided


def begin(session: LaneGame, guided: LaneSetup) -> Event:
    """Begin on the board that was seen, with what a person said of it."""
    assert guided.seen is not None
    return session.start_on(guided.seen, learn_board(guided.seen, guided.options))


def begin_as_seen(session: LaneGame, known: KnownTable | None) -> Event | None:
    """Begin on the board as it is seen, which a person says is empty."""
    return None if session.stretch is None else session.start_as_seen()


def shown(session: LaneGame, eyes: Eyes) -> Shown:
    """What the page shows while a game is on."""
    stretch, state = session.stretch, session.state
    turn = session.played.turn if isinstance(session.played, LanePlayed) else 0
    seen = seen_board(stretch, turn) if stretch else None
    board = _board(state) if state else _board_as_seen(stretch, session.options)
    return Shown(board, seen, (), session.notes, FORMS, session.proposal)


def shown_before(guided: LaneSetup, eyes: Eyes) -> Shown:
    """What the page shows before it."""
    seen = seen_board(guided.seen, 0) if guided.seen else None
    return Shown(_board_as_seen(guided.seen, guided.options), seen)


def players(session: LaneGame) -> list[PlayerState]:
    """The seats with their colours, and how many tiles are left of each."""
    state = session.state
    return [
        {
            "colour": player,
            "plays": list(session.colours.get(player, ())),
            "left": {colour: state.tiles_left(colour) for colour in state.colours_of(player)}
            if state
            else {},
            "to_move": bool(state) and session.phase != "over" and state.on_turn == player,
        }
        for player in session.players
    ]


def drawn(bgr: Picture, session: LaneGame, guided: LaneSetup | None, eyes: Eyes) -> Picture:
    """The grid and the tiles, and the row that decided the game."""
    stretch = guided.seen if guided else session.stretch
    if stretch is None or eyes.board is None:
        return bgr
    turn = session.played.turn if not guided and isinstance(session.played, LanePlayed) else 0
    ended = None if guided else session.outcome
    row = ended.cells if ended else ()
    return draw_lane_board(eyes.steadied(bgr), stretch.board, stretch.cells, row, turn)


def _board(state: State) -> Board:
    return {
        "size": state.options.size,
        "fields": [],
        "stacks": [[list(stack) for stack in row] for row in state.stacks],
        "direction": state.options.direction,
        "corners": {colour: list(state.corner(colour)) for colour in COLOURS},
    }


def _board_as_seen(stretch: LaneStretch | None, options: Options) -> Board:
    if stretch is None:
        return {"size": 0, "fields": [], "stacks": []}
    size, learnt = stretch.board.size, learn_board(stretch, options).options
    corners: Any = learnt["corners"]
    empty: list[list[list[str]]] = [[[] for _ in range(size)] for _ in range(size)]
    return {
        "size": size,
        "fields": [],
        "stacks": empty,
        "direction": str(learnt["direction"]),
        "corners": corners,
    }
