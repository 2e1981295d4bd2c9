"""Bars in milliseconds are those of one processor: on a slower one, time is counted in lengths of a yardstick, a
fixed piece of work of the same kind, which says what would have been taken there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median

YARDSTICK_MS = 0.85  # where the bars were set: 1,000 acts of Punto took 40 ms there, 47 yardsticks


@dataclass(frozen=True)
class _Counter:
    cell: tuple[int, int]
    number: int

    @property
    def even(self) -> bool:
        return self.number % 2 == 0


def milliseconds(job: Callable[[], float], times: int = 20) -> float:
    """What ``job`` takes, the best of several, or would take where the bars were set, if that is less.

    ``job`` returns the seconds of processor time that it took. Both take turns, and the middle of how many times as
    long the job took counts: machines that are shared change their pace from moment to moment.
    """
    measured = [(1000 * job(), _yardstick_ms()) for _ in range(times)]
    best = min(taken for taken, _ in measured)
    return min(best, YARDSTICK_MS * median(taken / yardstick for taken, yardstick in measured))


def _yardstick_ms() -> float:
    """What referees do all day: small values made anew, looked up, filtered and sorted."""
    begun = time.process_time()
    for turn in range(12):
        cells = [(row, column) for row in range(6) for column in range(6)]
        counters = {(row, column): _Counter((row, column), row * column) for row, column in cells}
        moved = {cell: replace(counter, number=counter.number + turn) for cell, counter in counters.items()}
        assert len([cell for cell in moved if (cell[0] + 1, cell[1]) in moved]) == 30
        assert sorted(counter.cell for counter in moved.values() if counter.even)
    return 1000 * (time.process_time() - begun)
