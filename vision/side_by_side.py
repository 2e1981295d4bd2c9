"""Two things read from one picture at the same time, each on a processor of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from typing import TypeVar

One = TypeVar("One")
Other = TypeVar("Other")


def side_by_side(one: Callable[[], One], other: Callable[[], Other]) -> tuple[One, Other]:
    """What both give, the ``other`` worked out on a thread of its own meanwhile; raises what either raises, once both
    are done."""
    second = _helper().submit(other)
    try:
        first = one()
    finally:
        wait([second])
    return first, second.result()


@cache
def _helper() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="side-by-side")
