"""A whole game of Punto, ready to be filmed."""

from __future__ import annotations

import numpy as np

from models.scenes.camera import project
from models.scenes.filmed.film import NAMES, Film, GameTruth, Recording, Told, Wanted
from models.scenes.filmed.view import grid_px, knocked
from models.scenes.point_cards.recording_direct import direct
from models.scenes.point_cards.recording_script import Script, Span, rounds, span_of, write_script
from models.scenes.point_cards.recording_stage import Lattice, sample_stage
from models.scenes.point_cards.recording_table import FilmedTable
from models.scenes.point_cards.scene import PointScene
from models.scenes.point_cards.truth import truth
from models.scenes.truth import at_height, rounded
from models.simulated.punto import begin
from referee.records import punto as records

_LOT = 24
_SEEN = ("pitch_m", "side_m", "look", "camera", "elevation", "width", "height")


def plan(wanted: Wanted) -> Recording[PointScene]:
    """The game of that number: script, table and shots. ``players`` None: 2 to 4 by lot."""
    rng = np.random.default_rng([wanted.seed, _LOT])
    start = begin(rng, NAMES[: wanted.players or int(rng.integers(2, 5))])
    script = write_script(rng, start, wanted.max_acts)
    spans = [span_of(steps) for steps in rounds(script)]
    stage = sample_stage(wanted.seed, wanted.width, wanted.height, wanted.framing, len(start.players), spans)
    table = FilmedTable(rng, stage)
    second = knocked(rng, stage.scene) if wanted.knocked else None
    film, grids = direct(rng, script, table, wanted.fps, second, wanted.poses)
    told = [_grid(t, lattice, span, stage.scene) for t, lattice, span in grids]
    return Recording(wanted.seed, wanted.fps, film, stage.scene, _told(script, film, told, wanted.fps))


def _told(script: Script, film: Film[PointScene], grids: list[Told], fps: int) -> GameTruth:
    """The game's own part of the truth, in the form of the outside recordings of this game; ``grids``: since when the
    cells lie where. A table that is cleared is a change of no cards, for all of them are gone."""
    first = film.shots[0].scene
    camera, header = first.camera, records.write_setup(script.final)
    seen = truth(first, np.zeros((camera.height, camera.width), np.uint8))
    return GameTruth(
        begun={**{key: header[key] for key in ("game", "players", "options")}, "header": header},
        result=records.write_outcome(script.result) if script.result else None,
        final=[[list(cell), [card._asdict() for card in pile]] for cell, pile in script.final.piles],
        seen={
            **{key: value for key, value in seen.items() if key in _SEEN},
            "size": first.board.size,
            "grid_corners": rounded(grid_px(first)),
            "cell_px": grids[0]["cell_px"],
            "grids": grids,
            "hands": list(film.with_hands(fps)),
        },
    )


def _grid(t: float, lattice: Lattice, span: Span, scene: PointScene) -> Told:
    """From ``t`` on, seconds, the outlines of all cells that the round reaches over, as the first camera has them."""
    cells = (
        Span(row, col, 1, 1)
        for row in range(span.row, span.row + span.rows)
        for col in range(span.col, span.col + span.cols)
    )
    px = {
        f"{cell.row},{cell.col}": rounded(project(at_height(lattice.outline_mm(cell), 0), scene.camera))
        for cell in cells
    }
    return {"t": t, "cell_px": px}
