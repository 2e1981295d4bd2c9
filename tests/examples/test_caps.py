"""A game outside the package is judged, told and followed as those within are."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.follow.decision import Costs
from companion.follow.tracker import Tracker
from companion.follow.weights import COMMON, read_weights
from examples.caps import notation, records, simulated
from examples.caps import referee as rules
from examples.caps.eyes import Looks, NoGrid, features_of
from examples.caps.referee import Change, Lay
from models.fitting.examples import while_it_rests
from models.simulated.noise import read_noise
from referee.table import cell_from_name

CAPS = Path(rules.__file__).parent
WEIGHTS = read_weights(CAPS / "weights.json")


def after(*names):
    """The game after caps were laid in turn."""
    state = rules.start(["red", "blue"])
    for name in names:
        state = rules.apply(state, Lay(state.on_turn, cell_from_name(name)))
    return state


def caps(text):
    words = text.split()
    return tuple((cap, cell_from_name(name)) for cap, name in zip(words[::2], words[1::2], strict=True))


@pytest.mark.parametrize(
    ("act", "faults"),
    [
        (Lay("red", (0, 0)), ()),
        (Lay("blue", (0, 0)), ("wrong_player",)),
        (Lay("red", (1, 1)), ("cell_occupied",)),
        (Lay("blue", (1, 1)), ("cell_occupied", "wrong_player")),
        (Change(caps("red a1"), ()), ()),
        (Change(caps("red a1 red b1"), ()), ("several_caps",)),
        (Change(caps("red a1"), caps("red b2")), ("cap_moved",)),
        (Change((), caps("blue c3")), ("cap_removed",)),
        (Change(caps("blue b2"), caps("red b2")), ("cap_removed",)),
        (Change((), ()), ()),
    ],
)
def test_every_fault_is_named(act, faults):
    assert rules.judge(after("b2", "c3"), act).faults == faults


def test_three_in_a_row_win_and_then_the_game_is_over():
    state = after("a1", "a2", "b1", "b2", "c1")
    assert rules.outcome(state) == rules.Outcome("row", ("red",), ((0, 0), (0, 1), (0, 2)))
    assert rules.judge(state, Lay("blue", (2, 2))).faults == ("game_over",)


def test_a_full_board_without_a_row_is_nobodys():
    full = after("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")
    assert rules.outcome(full) == rules.Outcome("full", ())


@pytest.mark.parametrize("text", ["red: lay b2", "change put red a1 took blue c3", "table a1 red turn blue"])
def test_acts_are_spelt_and_read_alike(text):
    start = rules.start(["red", "blue"])
    act = records.read_act(start, notation.read_act(start, text))
    assert notation.write_act(records.write_act(act)) == text


def test_every_feature_has_a_weight():
    assert set(WEIGHTS.features) == {*simulated.GAME.FEATURES, *COMMON}


def test_a_simulated_game_is_followed():
    noise = read_noise("caps")
    for kind in ("misread", "unsure", "arm", "shade", "lamp", "knock"):
        noise = noise.times(kind, 0)
    first, *moments = simulated.moments(11, noise)
    tracker = Tracker(simulated.GAME, WEIGHTS, Costs.read(Costs.SHIPPED), first.state, first.seen)
    moments = moments[:6]
    seen = (seen for moment in moments for seen in while_it_rests(moment.seen))
    told = [decision.step for look in seen for decision in tracker.see(look) if decision.kind == "told"]
    assert told == [step for moment in moments for step in moment.steps]


def drawn(kinds):
    """A picture of a grid drawn on grey paper, with dark caps and bright ones, a little turned."""
    picture = np.full((480, 640, 3), 170, np.uint8)
    for line in (
        ((250, 40), (240, 440)),
        ((370, 40), (375, 440)),
        ((120, 170), (500, 180)),
        ((120, 300), (510, 305)),
    ):
        cv2.line(picture, *line, (20, 20, 20), 12)
    for place, kind in enumerate(kinds):
        row, column = divmod(place, 3)
        if kind != ".":
            colour = {"1": (40, 40, 200), "2": (230, 220, 90)}[kind]
            cv2.circle(picture, (185 + 125 * column, 110 + 127 * row), 35, colour, -1)
    return picture


def test_caps_are_read_by_those_that_were_shown():
    shown, now = "12..2.1.1", ".1.2.1..2"
    contents = np.array([".12".index(kind) for kind in shown])
    looks = Looks.learnt(features_of(drawn(shown)), contents)
    read = looks.likely(features_of(drawn(now))).argmax(1)
    assert "".join(".12"[kind] for kind in read) == now


def test_where_no_grid_is_drawn_none_is_found():
    with pytest.raises(NoGrid):
        features_of(np.full((480, 640, 3), 170, np.uint8))


def test_the_commands_know_it_once_it_is_added():
    command = [sys.executable, "-m", "examples.caps", "companion.cli", "judge", "examples/caps/game.txt"]
    told = subprocess.run(command, cwd=CAPS.parents[1], capture_output=True, text=True, check=True).stdout
    assert " 3 ! A red cap lies on b2 already." in told
    assert told.endswith("Red wins: three in a row, c1 b2 a3.\n")
    german = subprocess.run(
        [*command, "--language", "de"], cwd=CAPS.parents[1], capture_output=True, text=True
    )
    assert german.stderr == "Error: caps has no sentences in language de\n"
