"""Files of what the eyes saw in a film of a game whose table is cells: so it can be learnt from without the film.

A file is a zip of numpy arrays (``.npz``), the looks one below the other, and the film's truth in JSON.
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
from companion.follow.likelihood.cells import CellsLook, CellsSeen
from models.evaluation.look_logs import LookLogError

CONDITIONS = ("plain", "moved", "lamp", "sway")


@dataclass(frozen=True, eq=False)
class CellLog:
    """What was seen in a film, the ``looks`` in order, as its game counts the cells; and its ``truth``, in the same
    cells."""

    truth: dict[str, Any]
    looks: Sequence[CellsLook]


def write_log(path: Path, truth: dict[str, Any], looks: Sequence[CellsLook]) -> None:
    """Write down what was seen in a film with this truth."""
    write_cell_log(path, CellLog(truth, looks))


def write_cell_log(path: Path, log: CellLog) -> None:
    """Write a log."""
    compared = [(n, number) for n, look in enumerate(log.looks) for number in look.cells.changed]
    changed = [log.looks[n].cells.changed[number] for n, number in compared]
    arrays = {
        "look": np.array([numbers(look) for look in log.looks], np.float64),
        "p": np.array([look.cells.p for look in log.looks], np.float32),
        "hidden": np.array([look.cells.hidden for look in log.looks], np.float32),
        "compared": np.array(compared, np.int32).reshape(-1, 2),
        "changed": np.array(changed, np.float32),
        "truth": np.frombuffer(json.dumps(log.truth).encode(), np.uint8),
    }
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]  # no array is called as its option


def read_cell_log(path: Path) -> CellLog:
    """Read a log as it was written; raises LookLogError."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name].astype(np.float64) for name in ("look", "p", "hidden", "changed")}
            compared, truth = file["compared"].tolist(), json.loads(file["truth"].tobytes())
    except (OSError, ValueError, KeyError) as error:
        raise LookLogError(f"{path} is no log of cells: {error}") from error
    changed: list[dict[int, NDArray[np.float64]]] = [{} for _ in arrays["look"]]
    for (n, number), each in zip(compared, arrays["changed"], strict=True):
        changed[n][number] = each
    looks = []
    for n, (number, t, count, settled_for_s, condition) in enumerate(arrays["look"].tolist()):
        cells = CellsSeen(int(number), arrays["p"][n], arrays["hidden"][n], changed[n])
        looks.append(CellsLook(t, int(count), settled_for_s, CONDITIONS[int(condition)], cells))
    return CellLog(truth, looks)


def numbers(look: CellsLook | StripLook) -> tuple[float, ...]:
    """What a look tells in every game: which stretch, when, from how many looks, how long settled, condition."""
    return look.number, look.t, look.looks, look.settled_for_s, CONDITIONS.index(look.condition)
