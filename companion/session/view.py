"""The session as the page shows it: plain JSON (see ``companion.session.port.State``)."""

from __future__ import annotations

from typing import Any

from companion.messages import in_every_language
from companion.session.at_table import Door, Eyes, Guided, Shown, Watching
from companion.session.claims import claims_of
from companion.session.judged_game import JudgedAct, outcome_told
from companion.session.port import ActState, CameraState, Phase, State
from companion.session.port import Eyes as EyesShown
from referee import records
from vision.sources import PushedSource, Source
from wording import Phrase


def state_of(
    door: Door,
    session: Watching,
    watcher: Eyes,
    *,
    version: int,
    eyes: EyesShown,
    camera: CameraState | None = None,
    setup: Guided | None = None,
    open_game: dict[str, Any] | None = None,
) -> State:
    """Everything the page shows, as it is now; with a ``setup``, before the game that it leads to."""
    shown = door.shown_before(setup, watcher) if setup else door.shown(session, watcher)
    told = _state_of(door, session, shown, version, eyes)
    told["camera"], told["setup"] = camera, None
    if setup is not None:
        told["setup"] = setup.told(open_game)
        told["phase"] = "ready" if setup.ready else "looking_for_board"
        told["game"] = setup.game
        told["players"], told["acts"], told["last"], told["outcome"] = [], [], None, None
    return told


def eyes_of(watcher: Eyes, source: Source | None, fps: float) -> EyesShown:
    """How well the camera sees. Eyes see nothing while no pictures come, whatever they saw last."""
    told: EyesShown = {
        "state": watcher.eyes,
        "fps": round(fps, 1),
        "why": watcher.why or "",
        "wants_frames": isinstance(source, PushedSource),
    }
    state = "live" if source is None else source.state
    if source is not None and state in ("stale", "lost", "ended"):
        told["state"] = "stale" if state == "stale" else "lost"
        told["why"] = in_every_language(source.why) if source.why else ""
    return told


def said_at_the_end(held: Phrase | None, begun: bool, over: bool) -> str:
    """What to say to who ends the program: whether the game is kept. ``held``: why the store takes nothing."""
    if held is not None:
        return f"Ended. What was done last is not kept: {held}"
    if not begun:
        return "Ended. No game was begun."
    goes_on = "" if over else "; the same command goes on with it"
    return f"Ended. The game is kept{goes_on}."


def _state_of(door: Door, session: Watching, shown: Shown, version: int, eyes: EyesShown) -> State:
    return {
        "version": version,
        "game": session.game.ID,
        "phase": _phase(session, eyes),
        "players": door.players(session),
        "options": session.options,
        "eyes": eyes,
        "board": shown.board,
        "cards": list(shown.cards),
        "seen": shown.seen,
        "last": _told(session, session.last) if session.last else None,
        "acts": [_told(session, told) for told in session.history],
        "differences": session.differences,
        "outcome": outcome_told(session.outcome) if session.outcome else None,
        "unclear": session.unclear,
        "putting_back": session.putting_back,
        "notes": [dict(note) for note in shown.notes],
        "forms": [dict(form.told()) for form in shown.forms],
        "claims": claims_of(session.state),
        "proposal": None if shown.proposal is None else dict(shown.proposal),
    }


def _phase(session: Watching, eyes: EyesShown) -> Phase:
    """A game that is over stays over, whatever becomes of the camera."""
    running = session.state is not None and session.phase != "over"
    return "lost" if running and eyes["state"] in ("lost", "stale") else session.phase


def _told(session: Watching, told: JudgedAct) -> ActState:
    return {
        "n": told.n,
        "act": records.line_fields(session.game.ID, records.Line(told.act)),
        "legal": told.verdict.legal,
        "faults": list(told.verdict.faults),
        "text": told.text,
        "accepted": told.accepted,
        "todo": told.todo,
    }
