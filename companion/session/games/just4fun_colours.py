"""Just 4 Fun Colours at a table: see ``companion.session.at_table.Door``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from companion.errors import BadCommand
from companion.eyes.known_table import KnownTable
from companion.eyes.shown import Shown as ShownTable
from companion.eyes.stretch import Stretch
from companion.eyes.watcher import Watcher
from companion.follow.just4fun_colours import Memory
from companion.follow.just4fun_states import Act
from companion.follow.likelihood.fields_look import FieldsLook
from companion.options import ZoneSpec
from companion.session import overlay
from companion.session.at_table import Agreed, Shown
from companion.session.differences import tower_seen
from companion.session.followed_game import FollowedGame
from companion.session.forms import Field, Form
from companion.session.games.followed_door import looked
from companion.session.games.just4fun_board import learnt_board
from companion.session.games.just4fun_played import Just4FunPlayed
from companion.session.judged_game import Event, Keep
from companion.session.played import Options
from companion.session.port import Board, Card, Cell, Difference, PlayerState, Seen
from companion.session.setup import Setup
from referee import just4fun_colours as rules
from referee import records
from referee.just4fun_colours import State
from referee.records.wire import Malformed
from vision.pictures import Picture
from vision.stone_table.reading import Reading

__all__ = ["looked"]

ColoursGame = FollowedGame[State, Act, Memory, FieldsLook, Stretch]
LEARNT: tuple[str, ...] = ()
PLAYED: tuple[str, ...] = ()
SEATED: tuple[str, ...] = ()
_COMPARED = 4  # with so many of the last stretches is a look compared
_PLAYER = Field("player", "player")
_CARDS = Field("cards", "tally", choices=rules.FIELD_COLOURS, most=rules.HAND)


def size_of(options: Options) -> int:
    """Fields a side: a person says so."""
    size = options.get("size", 6)
    return size if isinstance(size, int) else 6


def eyes(options: Options, known: KnownTable | None) -> Watcher:
    """What watches the table."""
    return Watcher(size_of(options), known)


def shows(most: int = _COMPARED) -> Callable[[Stretch], ShownTable]:
    """What tells of stretches, each against so many of those before it at the ``most``."""
    from companion.eyes.keyframes import LEAST_LOOKS, Keyframes
    from companion.eyes.showing import show

    seen: Keyframes[Stretch] = Keyframes()

    def shown(stretch: Stretch) -> ShownTable:
        nonlocal seen
        seen = seen.and_now(stretch)
        # What is seen at first is hardly worth it: something may still be moving.
        compared = most if stretch.looks >= LEAST_LOOKS else 1
        return show(stretch, seen.kept[-compared:])

    return shown


def session(
    agreed: Agreed, keep: Keep, zone: ZoneSpec = None, known: KnownTable | None = None
) -> ColoursGame:
    """A game that has not begun. Raises BadCommand where the rules do not allow what is agreed."""
    if agreed.players:  # else they are asked for
        _allowed(agreed)
    played = Just4FunPlayed(shows, agreed.players, zone, known)
    return FollowedGame(rules, agreed.players, dict(agreed.options), keep, played=played)


def _allowed(agreed: Agreed) -> None:
    """Raise BadCommand where the rules do not allow what is agreed, on whatever board."""
    size = size_of(agreed.options)
    board = {"fields": [[rules.FIELD_COLOURS[0]] * size] * size}
    try:
        records.read_header(
            {
                "game": rules.ID,
                "players": list(agreed.players),
                "options": dict(agreed.options),
                "board": board,
            }
        )
    except Malformed as error:
        raise BadCommand.of(error.said) from error


def guided(agreed: Agreed) -> Setup:
    """A game that is being set up."""
    return Setup(agreed.game, agreed.players, dict(agreed.options))


def begin(session: ColoursGame, guided: Setup) -> Event:
    """Begin on the board that was seen and mended in the setup."""
    assert guided.seen is not None and guided.learnt is not None
    learnt = learnt_board(guided.seen, guided.learnt, guided.options, session.players)
    return session.start_on(guided.seen, learnt)


def begin_as_seen(session: ColoursGame, known: KnownTable | None) -> Event | None:
    """Begin on the board as it is seen, which a person says is empty."""
    return None if session.stretch is None else session.start_as_seen()


def forms(players: tuple[str, ...]) -> tuple[Form, ...]:
    """The acts of those who play, field by field."""
    added, removed = (Field(name, "pieces", choices=players) for name in ("added", "removed"))
    stacks = Field("stacks", "table", choices=players, most=rules.STONES)
    return (
        Form("place", (_PLAYER, Field("cell", "cell"), _CARDS)),
        Form("exchange", (_PLAYER, _CARDS)),
        Form("change", (added, removed, replace(_CARDS, optional=True))),
        Form("table", (stacks, Field("on_turn", "player"))),
    )


def proposal(
    on_turn: str, differences: Sequence[Difference], cards: Sequence[str]
) -> Mapping[str, Any] | None:
    """What was likely done, for a person to confirm or mend, where ``differences`` are seen and ``cards`` were laid;
    what neither tells is left open.

    >>> proposal("red", [{"cell": [1, 2], "expected": [], "seen": {"owner": "red", "height": 1}}], ["blue"])
    {'act': 'place', 'player': 'red', 'cell': [1, 2], 'cards': ['blue']}
    """
    added: list[tuple[str, Cell]] = []
    removed: list[tuple[str, Cell]] = []
    for each in differences:
        there, before = tower_seen(each), each["expected"]
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(there, before, strict=False))))
        added += [(colour, each["cell"]) for colour in there[same:]]
        removed += [(colour, each["cell"]) for colour in before[same:]]
    laid = {"cards": list(cards)} if cards else {}
    if len(differences) == 1 and not (added or removed):
        added = [(on_turn, differences[0]["cell"])]  # something is there that could not be made out
    if len(added) == 1 and not removed:
        ((player, cell),) = added
        return {"act": "place", "player": player, "cell": cell, **laid}
    if added or removed:
        return {"act": "change", "added": added, "removed": removed, **laid}
    return {"player": on_turn, **laid} if laid else None


def shown(session: ColoursGame, eyes: Watcher) -> Shown:
    """What the page shows while a game is on."""
    stretch = session.stretch
    cards: tuple[Card, ...] = tuple(
        {"colour": card.colour, "face_up": card.face_up, "corners": _points(card.corners_px)}
        for card in (stretch.cards if stretch else ())
        if card.sure
    )
    seen = _seen(stretch.reading()) if stretch else None
    board = _board(session, eyes.size)
    return Shown(board, seen, cards, session.notes, forms(session.players), _proposed(session))


def shown_before(guided: Setup, eyes: Watcher) -> Shown:
    """What the page shows before it."""
    seen = _seen(guided.seen.reading()) if guided.seen else None
    return Shown(_empty_board(guided.fields, eyes.size), seen)


def players(session: ColoursGame) -> list[PlayerState]:
    """The seats with their stones."""
    state = session.state
    return [
        {
            "colour": player,
            "stones_left": state.stones_left(player) if state else rules.STONES,
            "to_move": bool(state) and session.phase != "over" and state.on_turn == player,
        }
        for player in session.players
    ]


def drawn(bgr: Picture, session: ColoursGame, guided: Setup | None, eyes: Watcher) -> Picture:
    """The grid, the stones, the cards, and what decided the game."""
    stretch = guided.seen if guided else session.stretch
    if stretch is None or eyes.board is None:
        return bgr
    reading = stretch.reading(tuple(card for card in stretch.cards if card.sure))
    agreed = not guided and session.phase in ("playing", "over")
    stacks = session.game.expected_table(session.state).stacks if agreed else None
    drawn = overlay.draw(eyes.steadied(bgr), reading, stacks)
    ended = None if guided else session.outcome
    return drawn if ended is None else overlay.draw_outcome(drawn, reading, ended)


def _board(session: ColoursGame, size: int) -> Board:
    if session.state is None:
        stretch = session.stretch
        fields = stretch.reading().to_json("", 0)["board"]["cells"] if stretch else []
        return _empty_board([[cell["field"] for cell in row] for row in fields], size)
    table = session.game.expected_table(session.state)
    return {
        "size": size,
        "fields": [list(row) for row in table.fields],
        "stacks": [[list(stack) for stack in row] for row in table.stacks],
    }


def _proposed(session: ColoursGame) -> Mapping[str, Any] | None:
    if session.state is None or session.proposal is not None:
        return session.proposal
    if session.phase not in ("unclear", "differs"):
        return None
    return proposal(session.state.on_turn, session.differences, ())


def _empty_board(fields: list[list[str]], size: int) -> Board:
    return {"size": size, "fields": fields, "stacks": [[[] for _ in row] for row in fields]}


def _seen(reading: Reading) -> Seen:
    told = reading.to_json("", 0)
    board = told.get("board")
    return {
        "image_size": list(reading.image_size),
        "corners": board["corners"] if board else None,
        "cells": board["cells"] if board else [],
    }


def _points(points: Any) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
