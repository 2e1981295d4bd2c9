"""A filmed game of One Two Three … Four, through the whole pipeline: nobody says how large the board is, whose corner
is which, or which way its lane runs.
"""

import json
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands.demo import FILMS, played_in
from companion.record.keeper import Keeper
from companion.record.store import Store
from companion.session.at_table import Agreed
from companion.session.games import door
from companion.session.live import play
from models.evaluation.disturbances import disturbances, disturbed
from models.evaluation.geometry import best_turn
from models.evaluation.labelled import Labelled, read_truth
from models.evaluation.recordings import Words, judge_recording
from models.evaluation.tiles.films import film_groups, words_due, words_told
from vision.sources import open_source

LANE = "one-two-three-four"
FILM = FILMS[LANE]
MOST_BYTES = 5_000_000


@pytest.fixture(scope="module")
def truth():
    return read_truth(FILM.with_suffix(".json"))


def watched(truth, seen=lambda bgr, _: bgr, every=1):
    """The events of the film as it is ``seen``, one frame in ``every``."""
    players, options, colours = played_in(truth)
    table = door(LANE)
    session = table.session(Agreed(LANE, players, options, colours), Keeper(Store.open(":memory:")))
    eyes = table.eyes(options, None)
    with open_source(str(FILM), realtime=False) as source:
        for frame in islice(source, 0, None, every):
            yield from play(replace(frame, bgr=seen(frame.bgr, frame.t)), eyes, session)


def judged(truth, events):
    size = truth["size"]
    words = Words(lambda act, turn: words_due(act, turn, size), words_told, film_groups)
    return judge_recording(Labelled(FILM, truth, "shipped"), events, 0.0, words)


def test_the_film_is_small_and_has_what_it_is_to_show(truth):
    faults = {fault for act in truth["acts"] for fault in act["verdict"]}
    assert len(faults) >= 3
    assert truth["result"]["how"] == "row"
    assert FILM.stat().st_size <= MOST_BYTES


@pytest.fixture(scope="module")
def events(truth, tmp_path_factory):
    record = tmp_path_factory.mktemp("record") / "game.jsonl"
    players, _, colours = played_in(truth)
    said = ",".join(f"{player}={'+'.join(played)}" for player, played in colours.items())
    called = ["watch", str(FILM), "--game", LANE, "--players", ",".join(players), "--colours", said]
    done = CliRunner().invoke(main, [*called, "--json", "--record", str(record)])
    assert done.exit_code == 0, done.stderr
    again = CliRunner().invoke(main, ["judge", "--json", str(record)])
    assert again.exit_code == 0, again.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_its_acts_are_told_as_they_were_done(events, truth):
    result = judged(truth, events)
    assert (result.exact, result.false_alarms) == (result.acts, 0), result.lines
    assert result.won_right
    assert np.median(result.delays_s) < 0.6


def test_the_board_tells_its_size_its_corners_and_its_direction(events, truth):
    ready = events[0]
    assert ready["event"] == "ready"
    assert ready["options"]["size"] == truth["size"]
    assert ready["options"]["direction"] == truth["options"]["direction"]
    _, off_px = best_turn(np.array(ready["board"]["corners"]), np.array(truth["grid_corners"]))
    assert off_px < 3


@pytest.mark.long
@pytest.mark.parametrize("every", [1, 2])
def test_the_game_goes_on_whatever_happens_to_light_and_camera(truth, every):
    happen = disturbances(truth)
    events = list(watched(truth, lambda bgr, t: disturbed(bgr, t, happen), every))
    result = judged(truth, events)
    assert result.exact >= result.acts - 1, result.lines
    assert result.false_alarms == 0, result.lines
    moved = [event["t"] for event in events if event["event"] == "camera"]
    for each in happen:
        if each.name in ("knocked", "carried round"):
            assert any(0 < t - each.t < 3 for t in moved), f"nobody said that the camera was {each.name}"


@pytest.mark.long
def test_a_slow_camera_that_shows_two_frames_a_second_tells_the_game(truth):
    result = judged(truth, list(watched(truth, every=5)))
    assert result.exact >= result.acts - 2, result.lines
    assert result.false_alarms == 0, result.lines
