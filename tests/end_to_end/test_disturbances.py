"""A game goes on whatever happens to light and camera: noticed, recovered from, no act invented, none lost.

The shipped recording, with a lamp switched on, the sun gone, the camera knocked and carried to the table's other
side while the game is on. A camera that shows every second frame takes half the time, and tells no less.
"""

from itertools import takewhile

import pytest

from companion.commands.demo import RECORDING
from models.evaluation.disturbances import disturbances, disturbed
from models.evaluation.labelled import Labelled, read_truth
from models.evaluation.poor_cameras import through
from models.evaluation.recordings import judge_recording, watch

END_S = 27.0  # after so many seconds the shorter test has seen enough


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.long), 2])
def test_the_game_goes_on(every):
    truth = read_truth(RECORDING.with_suffix(".json"))
    happen = disturbances(truth)
    players = tuple(truth["players"])
    events = list(watch(RECORDING, players, {}, lambda bgr, t: disturbed(bgr, t, happen), every))
    result = judge_recording(Labelled(RECORDING, truth, "disturbed"), events, 0.0)
    assert result.acts == 14
    assert result.exact >= result.acts - 1, result.lines
    assert result.false_alarms == 0, result.lines
    told = [e["t"] for e in events if e["event"] == "camera"]
    for moved in happen:
        if moved.name in ("knocked", "carried round"):
            assert any(0 < t - moved.t < 3 for t in told), f"nobody said that the camera was {moved.name}"


@pytest.mark.long
@pytest.mark.parametrize("every", [1, 3])
def test_a_game_seen_by_a_camera_that_sways_is_told_as_it_was_played(every):
    """Also with three frames a second: where the camera or the computer is no faster, each look counts for more."""
    truth = read_truth(RECORDING.with_suffix(".json"))
    acts = [act for act in truth["acts"] if act["stands_to"] < END_S]
    told = watch(RECORDING, tuple(truth["players"]), {}, through("sways"), every)
    events = list(takewhile(lambda event: event["t"] < END_S, told))
    result = judge_recording(Labelled(RECORDING, truth | {"acts": acts}, "sways"), events, 0.0)
    assert (result.exact, result.acts, result.false_alarms) == (5, 5, 0), result.lines
