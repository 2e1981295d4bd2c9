"""What the doors of all games have in common that are followed by the tracker alone."""

from __future__ import annotations

from typing import Any

from companion.session.followed_game import FollowedGame


def looked(session: FollowedGame[Any, Any, Any, Any, Any]) -> tuple[float, int] | None:
    """When the table was looked at last, and how often by then."""
    return None if session.stretch is None else (session.stretch.t, session.stretch.looks)
