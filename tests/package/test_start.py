"""The command line is there at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MOST_S = 0.3
TRIES = 3


def processor_s() -> float:
    """How long the processor was busy with processes that were begun here and have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


@pytest.mark.timed
def test_help_is_told_within_a_third_of_a_second() -> None:
    taken = []
    for _ in range(TRIES):
        before = processor_s()
        subprocess.run(
            [sys.executable, "-m", "tableref", "--help"],
            cwd=Path(__file__).parents[2],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        taken.append(processor_s() - before)
    assert min(taken) < MOST_S
