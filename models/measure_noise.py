"""``python -m models.measure_noise LOGS``: how often and by how much the eyes err, counted in logged films.

Writes ``models/simulated/noise.json``, by which games are simulated. Counted are the last looks of the stretches.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from companion.eyes.shown import Shown
from companion.follow.hypothesis import Step
from companion.follow.likelihood.fields_look import FieldsLook
from models.evaluation.look_logs import read_log
from models.fitting.film_moments import last_looks, moments
from models.simulated.noise import MEASURED
from models.simulated.towers_camera import around
from referee import just4fun_colours as rules
from referee.table import Stack
from vision.reading import FIELD_COLOURS, MAX_HEIGHT, OWNERS

# What counts as unsure, as changed though not touched, and as hidden.
_UNSURE, _SHADED, _HIDDEN = 0.9, 3.0, 0.5
_DARKER = 2.0  # by so many times the usual a shadow changes what lies beside a stone, at the least
_ALWAYS = (
    0.5  # a field that is hidden in more of the stretches is hidden by glare: no arms are told apart then
)


@dataclass
class Counts:
    """What was counted so far: of each kind of error how many, and of how many."""

    errors: Counter[str] = field(default_factory=Counter)
    of: Counter[str] = field(default_factory=Counter)
    still: list[float] = field(default_factory=list)
    touched: list[float] = field(default_factory=list)

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
    counts = Counts()
    for file in files:
        _count(counts, file)
    # What was never seen in so few games is not impossible (Jeffreys' estimate).
    shares = {kind: round((counts.errors[kind] + 0.5) / (counts.of[kind] + 1), 6) for kind in counts.of}
    spreads = {
        "changed_still": [round(float(np.mean(counts.still)), 3), round(float(np.std(counts.still)), 3)],
        "changed_touched": [
            round(float(np.mean(counts.touched)), 3),
            round(float(np.std(counts.touched)), 3),
        ],
    }
    told = {
        "card": {
            "made_by": "python -m models.measure_noise",
            "measured_on": [file.stem for file in files],
            "counted": {kind: [counts.errors[kind], counts.of[kind]] for kind in counts.of},
        },
        "noise": {**shares, **spreads},
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def _count(counts: Counts, file: Path) -> None:
    log = read_log(file)
    shown = {each.number: each for each in last_looks(log)}
    hidden = np.mean([each.fields.hidden > _HIDDEN for each in shown.values()], axis=0)
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
        in_sight, known = (look.hidden < _HIDDEN) & np.array(new), stacks
        p = look.owner[np.arange(len(tops)), tops]
        wrong, like_print = look.owner.argmax(1) != tops, in_sight & _like_print(state)
        counts.add("like_print", (like_print & wrong).sum(), like_print.sum())
        others = in_sight & ~like_print
        counts.add("misread", (others & wrong).sum(), others.sum())
        counts.add("unsure", (others & ~wrong & (p < _UNSURE)).sum(), others.sum())
        levels = np.array([len(stack) for stack in stacks])
        miscounted = look.height.argmax(1) != np.minimum(levels, MAX_HEIGHT)
        for kind, those in (("miscounted_single", levels == 1), ("miscounted", levels > 1)):
            counts.add(kind, (miscounted & those & in_sight).sum(), (those & in_sight).sum())
        if hidden.max() < _ALWAYS:
            counts.add("arm", float((shown[look.number].fields.hidden > _HIDDEN).any()), 1)
        counts.add("knock", look.condition == "moved", 1)
        counts.add("lamp", look.condition == "lamp", 1)
        if before is not None:
            _count_changes(counts, look, before.stacks, state.stacks)
            _count_cards(counts, shown[look.number], moment.steps)
        before = state


def _like_print(state: rules.State) -> NDArray[np.bool_]:
    """(N,) where a single stone lies on a field of its own colour."""
    fields = [name for row in state.fields for name in row]
    stacks = [stack for row in state.stacks for stack in row]
    return np.array([stack == (name,) for stack, name in zip(stacks, fields, strict=True)])


def _lies(state: rules.State, fault: rules.Act | None) -> rules.State:
    return state if fault is None else rules.accept(state, fault)


def _count_changes(counts: Counts, look: FieldsLook, before: rules.Stacks, now: rules.Stacks) -> None:
    compared = look.compared
    if not compared:
        return
    change = compared[max(compared)].change
    was, lies = ([stack for row in stacks for stack in row] for stacks in (before, now))
    touched = np.array([a != b for a, b in zip(was, lies, strict=True)])
    told = np.isfinite(change)
    times = np.log(np.maximum(change, 0.1))
    counts.still += times[told & ~touched & (change < _SHADED)].tolist()
    counts.touched += times[told & touched].tolist()
    counts.add("shade", (told & ~touched & (change >= _SHADED)).sum(), (told & ~touched).sum())
    beside = told & ~touched & around(touched)
    counts.add("shaded", (beside & (change >= _DARKER)).sum(), beside.sum())
    heights = [np.array([len(stack) for stack in stacks]) for stacks in (was, lies)]
    towers, grown = (heights[0] > 0) & (heights[1] > 0) & told, np.clip(heights[1] - heights[0], -1, 1) + 1
    growth = np.nan_to_num(compared[max(compared)].growth)
    grew = towers & growth.any(1)
    counts.add("growth_wrong", (grew & (growth.argmax(1) != grown)).sum(), grew.sum())
    counts.add("growth_untouched", (grew & ~touched).sum(), (towers & ~touched).sum())


def _count_cards(counts: Counts, shown: Shown, steps: Sequence[Step[rules.Act]]) -> None:
    """Cards of acts done in this stretch, against those that are surely seen to lie open, new ones or old ones."""
    acts = [step.act for step in steps if step.kind == "act" and not isinstance(step.act, rules.SetTable)]
    cards, tables = shown.cards, shown.tables
    if len(acts) != 1 or not acts[0].cards or not tables:
        return
    last, due = max(tables), Counter[str](acts[0].cards)
    open_now = [card for card in cards if card.sure and card.face_up_p > 0.5]
    new = [card for card in open_now if last in card.since and not card.since[last].as_before]
    counts.add("missed", max(0, due.total() - len(open_now)), due.total())
    if new:
        counts.add("doubled", max(0, len(new) - due.total()), due.total())
    if len(new) == due.total():
        named = Counter(FIELD_COLOURS[int(card.colour_p.argmax())] for card in new)
        counts.add("miscoloured", (due - named).total(), due.total())


if __name__ == "__main__":
    main()
