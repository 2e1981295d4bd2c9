"""A whole game of One Two Three … Four, ready to be filmed."""

from __future__ import annotations

from typing import cast

import numpy as np

from models.scenes.filmed.film import NAMES, Film, GameTruth, Recording, Wanted
from models.scenes.filmed.view import knocked
from models.scenes.tiles.recording_direct import direct
from models.scenes.tiles.recording_script import Script, write_script
from models.scenes.tiles.recording_table import FilmedTable, sample_stage
from models.scenes.tiles.scene import TileScene
from models.scenes.tiles.truth import truth
from referee import one_two_three_four as rules
from referee.records import one_two_three_four as records
from referee.table import Colour

_LOT = 22
_SEEN = ("size", "direction", "corners", "grid_corners", "tile", "board", "cell_m", "camera", "elevation")


def plan(wanted: Wanted) -> Recording[TileScene]:
    """The game of that number: table, script and shots. ``players`` None: 2 to 4 by lot."""
    rng = np.random.default_rng([wanted.seed, _LOT])
    stage = sample_stage(wanted.seed, wanted.width, wanted.height, wanted.framing, wanted.players)
    table = FilmedTable(rng, stage)
    script = write_script(rng, _begin(rng, table), wanted.max_acts)
    second = knocked(rng, stage) if wanted.knocked else None
    film = direct(rng, script, table, wanted.fps, second, wanted.poses)
    return Recording(wanted.seed, wanted.fps, film, stage, _told(script, film, wanted.fps))


def _begin(rng: np.random.Generator, table: FilmedTable) -> rules.State:
    """The state before the first act: the colours are dealt by lot."""
    board, players = table.stage.board, NAMES[: table.stage.players]
    colours = [table.colours[i] for i in rng.permutation(len(table.colours))]
    options = rules.Options(
        size=board.size,
        direction="clockwise" if board.clockwise else "anticlockwise",
        corners=cast("tuple[Colour, ...]", tuple(name for name, _ in board.corners)),
    )
    dealt = {player: colours[seat :: len(players)] for seat, player in enumerate(players)}
    return rules.start(players, dealt, options)


def _told(script: Script, film: Film[TileScene], fps: int) -> GameTruth:
    """The game's own part of the truth, in the form of the outside recordings of this game."""
    first = film.shots[0].scene
    camera, header = first.camera, records.write_setup(script.final)
    seen = truth(first, np.zeros((camera.height, camera.width), np.uint8))
    return GameTruth(
        begun={**{key: header[key] for key in ("game", "players", "options")}, "header": header},
        result=records.write_outcome(script.result) if script.result else None,
        final=[[list(stack) for stack in row] for row in script.final.stacks],
        seen={
            **{key: value for key, value in seen.items() if key in _SEEN},
            "hands": list(film.with_hands(fps)),
            "width": camera.width,
            "height": camera.height,
        },
    )
