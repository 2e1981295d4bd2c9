"""Frames in, settled looks out."""

from itertools import pairwise

import cv2
import pytest

from companion.commands.demo import RECORDING
from companion.watcher import MAX_LOOKS, Look, Watcher


@pytest.mark.parametrize("frames_per_s", [10, 60])
def test_a_fast_camera_shows_a_table_no_shorter_than_a_slow_one(frames_per_s):
    """A hand that is shown is told after most of a second: until then somebody has to look."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    watcher = Watcher()
    news = [item for n in range(2 * frames_per_s) for item in watcher.feed(bgr, n / frames_per_s)]
    looks = [item for item in news if isinstance(item, Look)]
    assert [look.looks for look in looks] == list(range(1, MAX_LOOKS + 1))
    assert all(later.t - look.t > 0.08 for look, later in pairwise(looks))
    assert looks[-1].settled_for_s > 0.9
