"""A game goes on whatever happens to light and camera: noticed, recovered from, no act invented, none lost.

The shipped recording, with a lamp switched on, the sun gone, the camera knocked and carried to the table's other
side while the game is on.
"""

from companion.commands.demo import RECORDING
from models.evaluation.disturbances import disturbances
from models.evaluation.labelled import Labelled, read_truth
from models.evaluation.recordings import judge_recording, watch


def test_the_game_goes_on():
    truth = read_truth(RECORDING.with_suffix(".json"))
    happen = disturbances(truth)
    events = list(watch(RECORDING, tuple(truth["players"]), {}, happen))
    result = judge_recording(Labelled(RECORDING, truth, "disturbed"), events, 0.0)
    assert result.acts == 14
    assert result.exact >= result.acts - 1, result.lines
    assert result.false_alarms == 0, result.lines
    told = [e["t"] for e in events if e["event"] == "camera"]
    for moved in happen:
        if moved.name in ("knocked", "carried round"):
            assert any(0 < t - moved.t < 3 for t in told), f"nobody said that the camera was {moved.name}"
