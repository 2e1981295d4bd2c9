"""The games that are played at a table with a camera: a game more is a line here, and a module beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

from companion.errors import BadCommand

if TYPE_CHECKING:
    from companion.session.at_table import Door

WATCHED: Mapping[str, str] = {  # the name in records -> the module's name; it is a ``Door``
    "just4fun-colours": "just4fun_colours",
    "one-two-three-four": "one_two_three_four",
    "punto": "punto",
    "four-colour-cards": "four_colour_cards",
}


def door(game_id: str) -> Door:
    """Return what a game gives to be played at a table. Raises BadCommand where no camera can follow it."""
    if game_id not in WATCHED:
        raise BadCommand("not_watched", "{game}: is not read by a camera yet", game=game_id)
    return cast("Door", import_module(f"{__name__}.{WATCHED[game_id]}"))
