"""``python -m models.measure_strip_noise LOGS``: how sure the eyes are of strips, and how they err.

Writes ``models/simulated/noise-four-colour-cards.json``, by which that game is simulated; what is not counted here is
as in ``noise.json``. Counted are the last looks of the stretches of logged films with truth (see
``models.evaluate_films --logs``). In one film the strips of a rank are read alike, well or badly: so ranks are told
apart by that, film by film.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import click
import numpy as np
from scipy.optimize import linear_sum_assignment

from companion.follow.likelihood.strip_memory import Ints, Key, Lies, StripsSeen
from models.evaluation.strips.logs import StripLog, read_strip_log
from models.fitting.strip_moments import StripMoment, with_lies
from models.measure_noise import SHADED, UNSURE, Counts, log_odds, quantiles, shares
from models.simulated.noise import of_game
from models.simulated.strip_camera import FEW, Floats, parted
from referee import four_colour_cards as rules
from referee.four_colour_deck import RANKS

_FLOOR = 1e-4
_MUCH = 5.0  # times the usual: what differs by more is something else


@dataclass
class _Known:
    """The last look whose strips are known: ``seen`` as each ``strips`` says, on a table on which they so ``lie``.
    ``most``: so many lay there at once by then."""

    seen: StripsSeen
    lies: Lies
    strips: dict[int, Key]
    most: int

    def none(self, now: StripsSeen) -> list[int]:
        """Which of those seen ``now`` lie where something was taken for a strip that was none."""
        nones = np.setdiff1d(np.arange(len(self.seen.area)), list(self.strips))
        return now.since[self.seen.number].now[nones].tolist()


@dataclass
class _Counts(Counts):
    """``ranks``: by film and rank, the log-odds that its strips are of it, when they were laid;
    ``shaken``: by how much that changed from stretch to stretch."""

    ranks: defaultdict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    shaken: defaultdict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), default=of_game(rules.ID), show_default=True)
def main(logs: tuple[Path, ...], out: Path) -> None:
    """Count in LOGS of films how strips are read.

    Example: python -m models.measure_strip_noise logs
    """
    files = sorted(file for each in logs for file in (each.glob("*.npz") if each.is_dir() else [each]))
    counts = _Counts()
    for file in files:
        _count(counts, file.stem, read_strip_log(file))
    shaken: tuple[list[float], list[float]] = [], []
    told_badly = {each: min(odds) < log_odds(UNSURE) for each, odds in counts.ranks.items()}
    poor = {film for (film, _), badly in told_badly.items() if badly}
    counts.add("poor", len(poor), len(files))
    for rank, odds in counts.ranks.items():
        badly = told_badly[rank]
        if rank[0] in poor:
            counts.add("unsure", badly, 1)
        counts.log_odds["strip_unsure_rank" if badly else "strip_rank"] += odds
        shaken[badly].extend(counts.shaken[rank])
    spreads = {
        name: [round(float(np.mean(each)), 3), round(float(np.std(each)), 3)]
        for name, each in (("changed_still", counts.still), ("changed_touched", counts.touched))
    }
    # Two stretches differ by what shakes both.
    spreads["strip_shaken"] = [round(float(np.std(each or [0.0])) / 2**0.5, 3) for each in shaken]
    told = {
        "card": {
            "made_by": "python -m models.measure_strip_noise",
            "measured_on": [file.stem for file in files],
            "counted": {kind: [counts.errors[kind], counts.of[kind]] for kind in counts.of},
            "readings": {name: len(each) for name, each in counts.log_odds.items()},
        },
        "noise": {**shares(counts), **spreads, **quantiles(counts)},
    }
    out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    click.echo(json.dumps(told, indent=1))


def _count(counts: _Counts, film: str, log: StripLog) -> None:
    known: _Known | None = None
    for moment, lies in with_lies(log):
        counts.add("knock", moment.seen.condition == "moved", 1)
        counts.add("lamp", moment.seen.condition == "lamp", 1)
        if moment.half_done:
            continue
        if known is None:
            strips = _matched(moment.seen.strips, lies, ())
            known = _Known(moment.seen.strips, lies, strips, len(strips))
        elif known.seen.number in moment.seen.strips.since:
            known = _count_look(counts, film, known, moment, lies)
        else:
            known = None


def _count_look(counts: _Counts, film: str, known: _Known, moment: StripMoment, lies: Lies) -> _Known:
    """Count what a look adds to the one before, and return what is known by it."""
    seen = moment.seen.strips
    stays = _stays(counts, film, known, seen, lies)
    found = _matched(seen, lies - Counter(stays.values()), stays)
    laid, missing = lies - known.lies, (known.lies & lies) - Counter(known.strips.values())
    moved = Counter(found.values()) - laid - missing
    counts.add("strip_moved", moved.total(), len(stays) + moved.total())
    counts.add("seen_anew", (Counter(found.values()) & missing - laid).total(), (missing - laid).total())
    counts.add("missed", (laid - Counter(found.values())).total(), laid.total())
    none = np.setdiff1d(np.arange(len(seen.area)), [*stays, *found, *known.none(seen)])
    counts.add("doubled", len(none), laid.total())
    counts.log_odds["strip_none"] += map(log_odds, seen.real[none].tolist())
    most = max(known.most, len(seen.area))
    of_few = "_of_few" if most <= FEW else ""
    for which, key in found.items():
        if laid[key]:
            laid[key] -= 1
            (colour, rank), (colours, ranks) = divmod(key[1], len(RANKS)), parted(seen.p[which])
            counts.ranks[film, rank].append(log_odds(ranks[rank]))
            counts.add(f"miscoloured{of_few}", colours.argmax() != colour, 1)
            counts.log_odds[f"strip_colour{of_few}"].append(log_odds(colours.max()))
            counts.log_odds["strip_one"].append(log_odds(seen.real[which]))
    return _Known(seen, lies, stays | found, most)


def _stays(counts: _Counts, film: str, known: _Known, seen: StripsSeen, lies: Lies) -> dict[int, Key]:
    """Which strips of the look lie where they lay: of equal ones of which one was taken, those least changed."""
    since, left, stays = seen.since[known.seen.number], lies.copy(), dict[int, Key]()
    for i, key in sorted(known.strips.items(), key=lambda each: float(since.changed[each[0]])):
        now, times = int(since.now[i]), float(np.log(max(since.changed[i], 0.1)))
        if now < 0 or left[key] <= 0 or since.changed[i] > _MUCH:
            if left[key] <= 0:
                counts.touched.append(times)
            continue
        left[key] -= 1
        stays[now] = key
        counts.add("shade", since.changed[i] >= SHADED, 1)
        counts.still += [times] * bool(since.changed[i] < SHADED)
        before, ranks = (parted(each.p[at])[1] for each, at in ((known.seen, i), (seen, now)))
        rank = key[1] % len(RANKS)
        counts.shaken[film, rank].append(log_odds(ranks[rank]) - log_odds(before[rank]))
    return stays


def _matched(seen: StripsSeen, lies: Lies, but_for: Iterable[int]) -> dict[int, Key]:
    """Which of the other strips of the look is which of those that lie there: so that they read most like it."""
    which: Ints = np.setdiff1d(np.arange(len(seen.area)), list(but_for))
    keys = list((+lies).elements())
    if not (len(which) and keys):
        return {}
    area, card = np.array(keys).T
    gains: Floats = np.log(seen.p[which][:, card] + _FLOOR) - np.log(_FLOOR)
    gains[seen.area[which][:, None] != area] = -1
    pairs = zip(*linear_sum_assignment(-gains), strict=True)
    return {int(which[i]): keys[j] for i, j in pairs if gains[i, j] >= 0}


if __name__ == "__main__":
    main()
