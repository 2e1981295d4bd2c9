"""Films of Punto, held against their truth: see ``models.evaluation.films.FilmedGame``.

Cards lie on no board, so nobody can say beforehand how the eyes count the cells of a round: the cards told say it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from models.evaluation.cell_logs import write_log
from models.evaluation.films import Truth, Watched
from models.evaluation.geometry import area_px
from models.evaluation.labelled import Labelled
from models.evaluation.recordings import Event, GameResult, Words
from models.evaluation.tally import Groups, angle_group, size_group

__all__ = ["write_log"]

Told = dict[str, Any]  # an act of the truth, or of an event


@dataclass(frozen=True)
class Counted:
    """How cells of the truth are counted: turned by so many quarters about (0, 0), then so many down and right."""

    quarters: int = 0
    down: int = 0
    right: int = 0

    def cell(self, cell: Sequence[int]) -> list[int]:
        """A cell of the truth, so counted."""
        row, col = _turned(cell, self.quarters)
        return [row + self.down, col + self.right]


def seats(truth: Truth) -> None:
    """Nobody need say where players sit."""


def as_seen(truth: Truth, events: list[Event]) -> Truth:
    """Round by round the cells as the eyes count them: so that most of the cards told lie where they were laid."""
    told = [event for event in events if event["event"] == "act"]
    acts: list[Told] = []
    for until, done in _rounds(truth["acts"]):
        begun = acts[-1]["stands_from"] if acts else -np.inf
        counted = _counted(done, [event["act"] for event in told if begun <= event["t"] < until])
        acts += [_recounted(act, counted) for act in done]
    corners = np.concatenate(list(truth["cell_px"].values()))
    (left, top), (right, bottom) = corners.min(0).tolist(), corners.max(0).tolist()
    around = [[left, top], [right, top], [right, bottom], [left, bottom]]
    return {"grid_corners": around, **truth, "acts": acts}


def words(shown: Labelled) -> Words:
    """The acts, in the cells of the eyes."""
    return Words(lambda act, turn: words_due(act), words_told, film_groups)


def judge_begun(result: GameResult, shown: Labelled, watched: Watched) -> None:
    """An empty table tells nothing."""


def film_groups(shown: Labelled) -> Groups:
    """What a film's figures are broken down by."""
    truth = shown.truth
    cell_px = float(np.mean([np.sqrt(area_px(outline)) for outline in truth["cell_px"].values()]))
    return {
        "set": shown.set_name,
        "cell (pixels)": size_group(cell_px),
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
    """Of a table that is cleared, that it is: all that lay there was told before."""
    said: Told = {"act": kind, "faults": sorted(faults)}
    if kind == "change":
        cleared = not faults and not act["added"]
        return said | {name: [] if cleared else _cards(act[name]) for name in ("added", "removed")}
    return said | {name: act[name] for name in ("player", "card", "at") if name in act}


def _cards(cards: Sequence[Any]) -> list[Any]:
    return sorted([card["colour"], card["points"], list(cell)] for card, cell in cards)


def _rounds(acts: Sequence[Told]) -> Iterator[tuple[float, list[Told]]]:
    """The acts round by round, each with the time at which its table is cleared; that itself comes last."""
    done: list[Told] = []
    for act in acts:
        done.append(act)
        if act["kind"] == "change" and not act["verdict"] and not act["added"]:
            yield act["stands_from"], done
            done = []
    yield np.inf, done


def _counted(done: Sequence[Told], told: Sequence[Told]) -> Counted:
    """How the eyes count the cells of a round: as most of the cards say that were told as they were laid."""
    votes: Counter[Counted] = Counter()
    for act, other in product(done, told):
        if act["kind"] == other["act"] == "place" and act["card"] == other["card"]:
            for quarters in range(4):
                row, col = _turned(act["at"], quarters)
                votes[Counted(quarters, other["at"][0] - row, other["at"][1] - col)] += 1
    return max(votes, key=votes.__getitem__, default=Counted())


def _recounted(act: Told, counted: Counted) -> Told:
    if act["kind"] == "change":
        lists = {
            name: [[card, counted.cell(cell)] for card, cell in act[name]] for name in ("added", "removed")
        }
        return {**act, **lists}
    return {**act, "at": counted.cell(act["at"])} if "at" in act else act


def _turned(cell: Sequence[int], quarters: int) -> tuple[int, int]:
    """A cell after so many quarter turns about (0, 0)."""
    row, col = cell
    for _ in range(quarters % 4):
        row, col = col, -row
    return row, col
