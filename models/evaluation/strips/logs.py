"""Files of what the eyes saw in a film of Four Colour Cards, so that it can be learnt from without the film.

A file is a zip of numpy arrays (``.npz``): of the last look of each stretch its strips, one below the other, what
became of those of earlier ones, and the film's truth in JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.follow.four_colour_cards import StripLook
from companion.follow.likelihood.strip_memory import Since, StripsSeen
from models.evaluation.cell_logs import CONDITIONS, numbers
from models.evaluation.look_logs import LookLogError

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class StripLog:
    """What was seen in a film: the last look of each stretch, in order; and its ``truth``."""

    truth: dict[str, Any]
    looks: Sequence[StripLook]


def write_strip_log(path: Path, log: StripLog) -> None:
    """Write a log."""
    strips = [
        np.column_stack([np.full(len(s.area), n), s.area, s.real, s.p])
        for n, s in enumerate(look.strips for look in log.looks)
    ]
    compared = [(n, number) for n, look in enumerate(log.looks) for number in look.strips.since]
    since = [(n, number, log.looks[n].strips.since[number]) for n, number in compared]
    became = [
        np.column_stack([np.full((len(s.now), 2), (n, number)), s.now, s.changed, s.hidden])
        for n, number, s in since
    ]
    arrays = {
        "look": np.array([numbers(look) for look in log.looks], np.float64),
        "in_the_way": np.array([look.strips.in_the_way for look in log.looks], np.float32),
        "strips": np.concatenate(strips).astype(np.float32),
        "compared": np.array(compared, np.float32).reshape(-1, 2),
        "since": np.concatenate([np.zeros((0, 5)), *became]).astype(np.float32),
        "truth": np.frombuffer(json.dumps(log.truth).encode(), np.uint8),
    }
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]  # no array is called as its option


def read_strip_log(path: Path) -> StripLog:
    """Read a log as it was written; raises LookLogError."""
    try:
        with np.load(path, allow_pickle=False) as file:
            names = ("look", "in_the_way", "strips", "compared", "since")
            look, way, strips, compared, since = (file[name].astype(np.float64) for name in names)
            truth = json.loads(file["truth"].tobytes())
    except (OSError, ValueError, KeyError) as error:
        raise LookLogError(f"{path} is no log of strips: {error}") from error
    looks = []
    for n, (number, t, count, settled_for_s, condition) in enumerate(look.tolist()):
        _, area, real, *p = strips[strips[:, 0] == n].T
        became = since[since[:, 0] == n, 1:]
        earlier = {int(k): _since(became[became[:, 0] == k, 1:]) for k in compared[compared[:, 0] == n, 1]}
        seen = StripsSeen(int(number), area.astype(int), np.array(p).T, real, way[n], earlier)
        looks.append(StripLook(t, int(count), settled_for_s, CONDITIONS[int(condition)], seen))
    return StripLog(truth, looks)


def last_looks(looks: Sequence[StripLook]) -> list[StripLook]:
    """The last look of each stretch: it shows it best, and tells how long it lasted."""
    last = {look.number: look for look in looks}
    return list(last.values())


def _since(rows: Floats) -> Since:
    now, changed, hidden = rows.T
    return Since(now.astype(int), changed, hidden)
