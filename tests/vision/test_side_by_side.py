"""Two readings of one picture are done at the same time, and neither's error is lost."""

from threading import Barrier

import pytest

from vision.side_by_side import side_by_side


def test_both_are_done_at_the_same_time():
    meet = Barrier(2, timeout=10)
    assert side_by_side(lambda: ("one", meet.wait())[0], lambda: ("other", meet.wait())[0]) == (
        "one",
        "other",
    )


def fail(error):
    raise error


def test_what_either_raises_is_raised_once_both_are_done():
    done = []
    with pytest.raises(KeyError):
        side_by_side(lambda: fail(KeyError()), lambda: done.append("other"))
    with pytest.raises(ValueError):
        side_by_side(lambda: done.append("one"), lambda: fail(ValueError()))
    assert done == ["other", "one"]
