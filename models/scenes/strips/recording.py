"""A whole game of Four Colour Cards, ready to be filmed."""

from __future__ import annotations

from collections import Counter

import numpy as np

from companion.eyes.strips.areas import sides_of
from companion.follow.four_colour_tables import lying, tables
from models.scenes.camera import project
from models.scenes.filmed.film import Film, GameTruth, Recording, Wanted
from models.scenes.filmed.view import knocked
from models.scenes.strips.recording_direct import direct
from models.scenes.strips.recording_script import Script, write_script
from models.scenes.strips.recording_stage import GAP_MM, Area, Stage, narrowest_px, sample_stage
from models.scenes.strips.sample_set import sample_strip_set
from models.scenes.strips.scene import StripScene
from models.scenes.truth import at_height, camera_truth, rounded
from referee.four_colour_acts import SetTable
from referee.records import four_colour_cards as records

_LOT = 29


def plan(wanted: Wanted, gap_mm: tuple[float, float] = GAP_MM) -> Recording[StripScene]:
    """The game of that number: script, table and shots. ``players`` None: 2 to 4 by lot; ``gap_mm`` between areas."""
    rng = np.random.default_rng([wanted.seed, _LOT])
    deck = sample_strip_set(rng, wanted.seed)
    players = wanted.players or int(rng.integers(2, 5))
    script = write_script(rng, players, deck.edition, wanted.max_acts)
    laid, passed = _most(script)
    size_px = wanted.width, wanted.height
    stage = sample_stage(wanted.seed, size_px, wanted.framing, deck, laid, passed, gap_mm)
    second = knocked(rng, stage.scene) if wanted.knocked else None
    film = direct(rng, script, stage, wanted.fps, second, wanted.poses)
    return Recording(wanted.seed, wanted.fps, film, stage.scene, _told(script, film, stage, wanted.fps))


def _most(script: Script) -> tuple[dict[str, int], int]:
    """How many strips lie at most before each player, and in the middle."""
    players = script.final.players
    most: Counter[int] = Counter()
    for step in script.steps:
        for lies in (lying(step.before), *tables(step.before, step.act)):
            count: Counter[int] = Counter()
            for (area, _), strips in lies.items():
                count[area] += strips
            most |= count
    return {player: most[seat] for seat, player in enumerate(players)}, most[len(players)]


def _told(script: Script, film: Film[StripScene], stage: Stage, fps: int) -> GameTruth:
    """The game's own part of the truth, in the form of the outside recording of this game."""
    first = film.shots[0].scene
    camera, deck, header = first.camera, first.strip_set, records.write_setup(script.final)
    lies = records.write_act(SetTable(script.final.table))
    outlines = [area.outline_mm() for area in (stage.middle, *stage.seats.values())]
    return GameTruth(
        begun={**{key: header[key] for key in ("game", "players", "options")}, "header": header},
        result=records.write_outcome(script.result) if script.result else None,
        final={key: lies[key] for key in ("melds", "passed", "offer")},
        seen={
            "edition": deck.edition,
            "font": deck.brush.font,
            "size_mm": [round(mm, 2) for mm in deck.size_mm],
            "ornament": deck.ornament,
            "strip_px": round(narrowest_px(first, outlines), 1),
            "seats": {player: _px(area, first) for player, area in stage.seats.items()},
            "middle": _px(stage.middle, first),
            "sides": _sides(stage, first),
            "hands": list(film.with_hands(fps)),
            "elevation": round(camera.elevation_deg, 1),
            "width": camera.width,
            "height": camera.height,
            "camera": camera_truth(camera),
        },
    )


def _sides(stage: Stage, scene: StripScene) -> dict[str, str]:
    """On which side of the picture each player sits."""
    seats = {player: np.array(_px(area, scene)) for player, area in stage.seats.items()}
    return dict(zip(seats, sides_of(seats, np.array(_px(stage.middle, scene))), strict=True))


def _px(area: Area, scene: StripScene) -> list[list[float]]:
    """(4, 2) where an area is in the picture."""
    return rounded(project(at_height(area.outline_mm(), 0), scene.camera))
