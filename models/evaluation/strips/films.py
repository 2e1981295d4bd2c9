"""Films of Four Colour Cards, held against their truth: see ``models.evaluation.films.FilmedGame``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.eyes.strips.areas import sides_of
from companion.follow.four_colour_cards import StripLook
from models.evaluation.films import Truth, Watched
from models.evaluation.labelled import Labelled
from models.evaluation.recordings import Event, GameResult, Words
from models.evaluation.strips.logs import StripLog, last_looks, write_strip_log
from models.evaluation.tally import Groups, angle_group, size_group

Told = dict[str, Any]  # an act of the truth, or of an event
_STRIPS_A_CELL = (
    3  # a cell of other games is about as large as so many strips' widths: by that sizes are grouped
)


def as_seen(truth: Truth, events: list[Event]) -> Truth:
    """As it is, with the box about all areas: no board has corners here."""
    corners = np.concatenate([np.array(area) for area in (truth["middle"], *truth["seats"].values())])
    (left, top), (right, bottom) = corners.min(0).tolist(), corners.max(0).tolist()
    return {"grid_corners": [[left, top], [right, top], [right, bottom], [left, bottom]], **truth}


def seats(truth: Truth) -> Mapping[str, str]:
    """On which side of the picture each player sits, as a person would say: by where the areas are."""
    areas = {player: np.array(truth["seats"][player]) for player in truth["players"]}
    return dict(zip(areas, sides_of(areas, np.array(truth["middle"])), strict=True))


def words(shown: Labelled) -> Words:
    """The acts by their cards."""
    return Words(lambda act, turn: words_due(act), words_told, film_groups)


def judge_begun(result: GameResult, shown: Labelled, watched: Watched) -> None:
    """An empty table tells nothing."""


def write_log(path: Path, truth: Truth, looks: Sequence[StripLook]) -> None:
    """Write down what was seen in a film with this truth."""
    write_strip_log(path, StripLog(truth, last_looks(looks)))


def film_groups(shown: Labelled) -> Groups:
    """What a film's figures are broken down by."""
    truth = shown.truth
    return {
        "set": shown.set_name,
        "edition": str(truth["edition"]),
        "three strips (pixels)": size_group(_STRIPS_A_CELL * float(truth["strip_px"])),
        "players": str(len(truth["players"])),
        "camera angle (degrees)": angle_group(float(truth["elevation"])),
    }


def words_due(act: Told) -> Told:
    """The act of the truth in the words of an event, as far as they are compared."""
    return _said(act["kind"], act, act["verdict"])


def words_told(event: Event) -> Told:
    """The act of an event, as far as it is compared."""
    return _said(event["act"]["act"], event["act"], event["faults"])


def _said(kind: str, act: Told, faults: Sequence[str]) -> Told:
    said: Told = {"act": kind, "faults": sorted(faults)}
    said |= {name: act[name] for name in ("player", "card", "lucky") if act.get(name) is not None}
    return said | {name: sorted(act[name]) for name in ("cards", "hand") if act.get(name) is not None}
