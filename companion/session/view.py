"""The session as the page shows it: plain JSON (see ``companion.session.port.State``)."""

from __future__ import annotations

from typing import Any

from companion.eyes.watcher import Watcher
from companion.follow.by_rules.session import Session
from companion.session.judged_game import JudgedAct, outcome_told
from companion.session.port import ActState, CameraState, Phase, State
from companion.session.setup import Setup
from referee import records
from vision.reading import Reading


def state_of(
    session: Session,
    watcher: Watcher,
    *,
    version: int,
    fps: float,
    wants_frames: bool,
    camera: CameraState | None = None,
    setup: Setup | None = None,
    open_game: dict[str, Any] | None = None,
) -> State:
    """Everything the page shows, as it is now; with a ``setup``, before the game that it leads to."""
    told = _state_of(session, watcher, version, fps, wants_frames)
    told["camera"], told["setup"] = camera, None
    if setup is not None:
        seen = setup.seen
        told["setup"] = setup.told(open_game)
        told["phase"] = "ready" if setup.ready else "looking_for_board"
        told["game"] = setup.game
        told["players"], told["acts"], told["last"], told["outcome"] = [], [], None, None
        told["board"] = _empty_board(setup.fields, watcher.size)
        told["seen"] = _seen(seen.reading()) if seen else None
    return told


def _state_of(session: Session, watcher: Watcher, version: int, fps: float, wants_frames: bool) -> State:
    state = session.state
    look = session.look
    return {
        "version": version,
        "game": session.game.ID,
        "phase": _phase(session, watcher),
        "players": [
            {
                "colour": player,
                "stones_left": state.stones_left(player) if state else 20,
                "to_move": bool(state) and session.phase != "over" and state.on_turn == player,
            }
            for player in session.players
        ],
        "options": session.options,
        "eyes": {"state": watcher.eyes, "fps": fps, "why": watcher.why or "", "wants_frames": wants_frames},
        "board": _board(session, watcher.size),
        "cards": [
            {"colour": card.colour, "face_up": card.face_up, "corners": _points(card.corners_px)}
            for card in (look.cards if look else ())
        ],
        "seen": _seen(look.reading) if look else None,
        "last": _told(session, session.last) if session.last else None,
        "acts": [_told(session, told) for told in session.history],
        "differences": session.differences,
        "outcome": outcome_told(session.outcome) if session.outcome else None,
        "unclear": session.unclear,
        "putting_back": session.putting_back,
    }


def _phase(session: Session, watcher: Watcher) -> Phase:
    """A game that is over stays over, whatever becomes of the camera."""
    running = session.state is not None and session.phase != "over"
    return "lost" if running and watcher.eyes in ("lost", "stale") else session.phase


def _board(session: Session, size: int) -> Any:
    if session.state is None:
        look = session.look
        fields = look.reading.to_json("", 0)["board"]["cells"] if look and look.reading.board else []
        return _empty_board([[cell["field"] for cell in row] for row in fields], size)
    table = session.game.expected_table(session.state)
    return {
        "size": size,
        "fields": [list(row) for row in table.fields],
        "stacks": [[list(stack) for stack in row] for row in table.stacks],
    }


def _empty_board(fields: list[list[str]], size: int) -> Any:
    return {"size": size, "fields": fields, "stacks": [[[] for _ in row] for row in fields]}


def _told(session: Session, told: JudgedAct) -> ActState:
    return {
        "n": told.n,
        "act": records.line_fields(session.game.ID, records.Line(told.act)),
        "legal": told.verdict.legal,
        "faults": list(told.verdict.faults),
        "text": told.text,
        "accepted": told.accepted,
        "todo": told.todo,
    }


def _seen(reading: Reading) -> Any:
    told = reading.to_json("", 0)
    board = told.get("board")
    return {
        "image_size": list(reading.image_size),
        "corners": board["corners"] if board else None,
        "cells": board["cells"] if board else [],
    }


def _points(points: Any) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
