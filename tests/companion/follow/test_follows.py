"""What every game that is followed shares: how long a rest has lasted, in parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.follow.follows import RESTED_S, rested_s


@given(st.floats(0, 60))
def test_the_parts_of_a_rest_are_the_whole_of_it(settled_for_s):
    parts = rested_s(settled_for_s)
    assert len(parts) == len(RESTED_S)
    assert sum(parts) == pytest.approx(settled_for_s)


@given(st.floats(0, 60), st.floats(0, 60))
def test_no_part_of_a_longer_rest_is_shorter(one, other):
    shorter, longer = sorted((one, other))
    assert all(a <= b for a, b in zip(rested_s(shorter), rested_s(longer), strict=True))


def test_a_rest_of_three_seconds_is_one_in_each_of_the_first_three_parts():
    assert rested_s(3.0) == (1.0, 1.0, 1.0, 0.0)
