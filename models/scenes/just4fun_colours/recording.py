"""A whole game of Just 4 Fun Colours, ready to be filmed."""

from __future__ import annotations

from typing import cast

import numpy as np

from models.scenes.filmed.film import GameTruth, Recording, Told, Wanted
from models.scenes.filmed.view import knocked
from models.scenes.just4fun_colours.recording_direct import direct
from models.scenes.just4fun_colours.recording_script import Script, write_script
from models.scenes.just4fun_colours.recording_table import FilmedTable, sample_stage
from models.scenes.scene import Scene
from models.scenes.truth import truth
from referee.just4fun_colours import Outcome
from referee.table import Colour, Fields

_SEEN = ("play_zone", "camera", "grid_corners", "stone_kind", "elevation", "width", "height")


def plan(wanted: Wanted) -> Recording[Scene]:
    """The game of that number: table, script and shots. ``players`` None: 2 to 4 by lot."""
    rng = np.random.default_rng([wanted.seed, 20])
    stage = sample_stage(wanted.seed, wanted.width, wanted.height, wanted.framing)
    table = FilmedTable(rng, stage, wanted.players or int(rng.integers(2, 5)))
    names = cast("tuple[Colour, ...]", tuple(table.owners))
    script = write_script(rng, names, cast("Fields", stage.board.fields), wanted.max_acts)
    second = knocked(rng, stage) if wanted.knocked else None
    film = direct(rng, script, table, wanted.fps, second, wanted.poses)
    return Recording(wanted.seed, wanted.fps, film, stage, _told(script, film.shots[0].scene))


def _told(script: Script, first: Scene) -> GameTruth:
    """The game's own part of the truth; ``first`` is what is seen first."""
    final = script.final
    seen = truth(first, np.zeros((first.camera.height, first.camera.width), np.uint8))
    return GameTruth(
        begun={
            "fields": [list(row) for row in final.fields],
            "players": list(final.players),
            "row": final.options.row,
        },
        result=_result(script.result),
        final=[[list(stack) for stack in row] for row in final.stacks],
        seen={key: seen[key] for key in _SEEN},
    )


def _result(outcome: Outcome | None) -> Told | None:
    if outcome is None:
        return None
    cells = [list(cell) for cell in outcome.cells]
    return {"winners": list(outcome.winners), "how": outcome.how, "cells": cells}
