"""Looks of a logged film, once more as long as the table rests."""

from dataclasses import dataclass

import pytest

from models.evaluation.look_logs import LookLog
from models.fitting.film_moments import at_rest


@dataclass(frozen=True)
class Look:
    number: int = 3
    t: float = 10.0
    settled_for_s: float = 1.1


def seen(rests):
    return [(look.t, look.settled_for_s) for look in at_rest(LookLog({}, None, [], [], rests), Look())]


def test_a_look_at_a_table_that_is_disturbed_at_once_is_seen_once():
    assert seen({}) == [(10.0, 1.1)]
    assert seen({3: 10.0}) == [(10.0, 1.1)]


def test_a_look_at_a_table_at_rest_is_seen_again_each_second_and_at_the_end():
    assert seen({3: 12.5}) == [
        (pytest.approx(t), pytest.approx(s)) for t, s in [(10, 1.1), (11, 2.1), (12, 3.1), (12.5, 3.6)]
    ]
