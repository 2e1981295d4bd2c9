"""``python -m models.measure_noise LOGS``: how often and by how much the eyes err, counted in logged films.

Writes ``models/simulated/noise.json``, by which games are simulated. Counted are the last looks of the stretches.
Which mark is which card is told by the weights that ship, and by what was done.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from companion.follow.just4fun_states import Act, with_fault
from companion.follow.likelihood.fields_look import FieldsLook
from companion.follow.weights import read_weights
from models.evaluation.look_logs import LookLog, read_log
from models.fit_weights import FOLDER
from models.fitting.cards_counted import CardsOfAct, cards_counted
from models.fitting.film_moments import last_looks, moments, true_fields
from models.simulated.noise import MEASURED, SHARES
from models.simulated.towers_camera import around
from referee import just4fun_colours as rules
from referee.table import Stack, Stacks
from vision.stone_table.reading import FIELD_COLOURS, MAX_HEIGHT, OWNERS

# What counts as unsure, as what may be something else, as changed though not touched, and as hidden.
UNSURE, MAY_BE, SHADED, HIDDEN = 0.9, 0.1, 3.0, 0.5
_EVEN = 0.5
_LEAST_P = 1e-4  # of a probability; less is none
_DARKER = 2.0  # by so many times the usual a shadow changes what lies beside a stone, at the least
_ALWAYS = 0.5  # a field hidden in more of the stretches is hidden by glare: then no arms are told apart


@dataclass
class Counts:
    """What was counted so far: of each kind of error how many, and of how many."""

    errors: Counter[str] = field(default_factory=Counter)
    of: Counter[str] = field(default_factory=Counter)
    still: list[float] = field(default_factory=list)
    touched: list[float] = field(default_factory=list)
    covered: list[float] = field(default_factory=list)  # where a thing lies on, or for, another
    swells: list[float] = field(default_factory=list)
    log_odds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, kind: str, errors: float, of: float) -> None:
        """Count so many errors of so many that might have been."""
        self.errors[kind] += int(errors)
        self.of[kind] += int(of)


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), default=MEASURED, show_default=True)
def main(logs: tuple[Path, ...], out: Path) -> None:
    """Count the errors of the eyes in LOGS of films with truth.

    Example: python -m models.measure_noise logs
    """
    files = sorted(file for each in logs for file in (each.glob("*.npz") if each.is_dir() else [each]))
    counts, weights = Counts(), read_weights(FOLDER / f"{rules.ID}.json")
    for file in files:
        _count(counts, file)
        for cards in cards_counted(moments(read_log(file)), weights):
            _count_cards(counts, cards)
    measured = {"changed_still": counts.still, "changed_touched": counts.touched, "swells": counts.swells}
    spreads = {
        name: [round(float(np.mean(each)), 3), round(float(np.std(each)), 3)]
        for name, each in measured.items()
    }
    told = {
        "card": {
            "made_by": "python -m models.measure_noise",
            "measured_on": [file.stem for file in files],
            "counted": {kind: [counts.errors[kind], counts.of[kind]] for kind in counts.of},
        },
        "noise": {**shares(counts), **spreads, **quantiles(counts)},
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def shares(counts: Counts) -> dict[str, float]:
    """How often each kind of error is. What was never seen in so few games is not impossible (Jeffreys' estimate)."""
    return {kind: round((counts.errors[kind] + 0.5) / (counts.of[kind] + 1), 6) for kind in counts.of}


def quantiles(counts: Counts) -> dict[str, list[float]]:
    """Of each kind of log-odds those that as many are below as SHARES says."""
    told = {name: each for name, each in counts.log_odds.items() if each}
    return {name: np.round(np.quantile(each, SHARES), 3).tolist() for name, each in told.items()}


def _count(counts: Counts, file: Path) -> None:
    log = read_log(file)
    _count_names(counts, log)
    shown = {each.number: each for each in last_looks(log)}
    hidden = np.mean([each.fields.hidden > HIDDEN for each in shown.values()], axis=0)
    before: rules.State | None = None
    known: list[Stack] = []
    for moment in moments(log):
        look, state = moment.seen, _lies(moment.state, moment.fault)
        tops = np.array([OWNERS.index(stack[-1]) if stack else 0 for row in state.stacks for stack in row])
        stacks = [stack for row in state.stacks for stack in row]
        new = (
            [stack != was for stack, was in zip(stacks, known, strict=True)]
            if known
            else [True] * len(stacks)
        )
        # What lies there still reads as it did: rightly or not, that is one reading.
        in_sight, known = (look.hidden < HIDDEN) & np.array(new), stacks
        p = look.owner[np.arange(len(tops)), tops]
        wrong, like_print = look.owner.argmax(1) != tops, in_sight & _like_print(state)
        counts.add("like_print", (like_print & wrong).sum(), like_print.sum())
        others = in_sight & ~like_print
        counts.add("misread", (others & wrong).sum(), others.sum())
        counts.add("unsure", (others & ~wrong & (p < UNSURE)).sum(), others.sum())
        levels = np.array([len(stack) for stack in stacks])
        miscounted = look.height.argmax(1) != np.minimum(levels, MAX_HEIGHT)
        for kind, those in (("miscounted_single", levels == 1), ("miscounted", levels > 1)):
            counts.add(kind, (miscounted & those & in_sight).sum(), (those & in_sight).sum())
        if hidden.max() < _ALWAYS:
            counts.add("arm", float((shown[look.number].fields.hidden > HIDDEN).any()), 1)
        counts.add("knock", look.condition == "moved", 1)
        counts.add("lamp", look.condition == "lamp", 1)
        if before is not None:
            _count_changes(counts, look, before.stacks, state.stacks)
        before = state


def _count_names(counts: Counts, log: LookLog) -> None:
    """What the fields are called, against what they are."""
    called, sure = (np.array(log.header["learnt"][what]) for what in ("fields", "sure"))
    wrong, unsure = called != true_fields(log), sure < UNSURE
    counts.add("shades_alike", bool((wrong & ~unsure).any()), 1)
    counts.add("unnamed", unsure.sum(), unsure.size)
    counts.add("misnamed", (wrong & unsure).sum(), unsure.sum())


def _like_print(state: rules.State) -> NDArray[np.bool_]:
    """(N,) where a single stone lies on a field of its own colour."""
    fields = [name for row in state.fields for name in row]
    stacks = [stack for row in state.stacks for stack in row]
    return np.array([stack == (name,) for stack, name in zip(stacks, fields, strict=True)])


def _lies(state: rules.State, fault: Act | None) -> rules.State:
    return state if fault is None else with_fault(state, fault)


def _count_changes(counts: Counts, look: FieldsLook, before: Stacks, now: Stacks) -> None:
    compared = look.compared
    if not compared:
        return
    change = compared[max(compared)].change
    was, lies = ([stack for row in stacks for stack in row] for stacks in (before, now))
    touched = np.array([a != b for a, b in zip(was, lies, strict=True)])
    told = np.isfinite(change)
    times = np.log(np.maximum(change, 0.1))
    counts.still += times[told & ~touched & (change < SHADED)].tolist()
    counts.touched += times[told & touched].tolist()
    counts.add("shade", (told & ~touched & (change >= SHADED)).sum(), (told & ~touched).sum())
    beside = told & ~touched & around(touched)
    counts.add("shaded", (beside & (change >= _DARKER)).sum(), beside.sum())
    heights = [np.array([len(stack) for stack in stacks]) for stacks in (was, lies)]
    towers, grown = (heights[0] > 0) & (heights[1] > 0) & told, np.clip(heights[1] - heights[0], -1, 1) + 1
    growth = np.nan_to_num(compared[max(compared)].growth)
    grew = towers & growth.any(1)
    counts.add("growth_wrong", (grew & (growth.argmax(1) != grown)).sum(), grew.sum())
    counts.add("growth_untouched", (grew & ~touched).sum(), (towers & ~touched).sum())


def _count_cards(counts: Counts, cards: CardsOfAct) -> None:
    """Cards of an act, against how they were seen."""
    counts.add("missed", cards.missed, len(set(cards.due)))
    counts.add("overlaid", cards.overlaid, len(set(cards.due)))
    counts.add("merged", cards.merged, cards.beside)
    counts.add("unnoticed", cards.noticed.count(False), len(cards.noticed))
    counts.add("doubled", cards.twice, len(cards.found))
    of_colour = [card.colour_p[FIELD_COLOURS.index(colour)] for card, colour in cards.found]
    counts.add("miscoloured", sum(p < _EVEN for p in of_colour), len(of_colour))
    counts.log_odds["card_colour"] += map(log_odds, of_colour)
    for card, _ in cards.found:
        counts.log_odds["card_confidence"].append(log_odds(card.confidence))
        counts.log_odds["card_face_up"].append(log_odds(card.face_up_p))
    if cards.room is not None and cards.missed == cards.merged == 0:
        counts.swells.append(cards.room / len(cards.found))


def log_odds(p: float) -> float:
    """Those of a probability, of which less than a ten-thousandth is none."""
    return float(np.log((p + _LEAST_P) / (1 - p + _LEAST_P)))


if __name__ == "__main__":
    main()
