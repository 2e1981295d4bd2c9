"""What the doors of all games have in common that are followed by the tracker alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.session.followed_game import FollowedGame
from referee import records


def looked(session: FollowedGame[Any, Any, Any, Any, Any]) -> tuple[float, int] | None:
    """When the table was looked at last, and how often by then."""
    return None if session.stretch is None else (session.stretch.t, session.stretch.looks)


def proposal(session: FollowedGame[Any, Any, Any, Any, Any]) -> Mapping[str, Any] | None:
    """The act that was likely done, as records have it."""
    act = session.likeliest
    return None if act is None else records.line_fields(session.game.ID, records.Line(act))
