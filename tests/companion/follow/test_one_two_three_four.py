"""One Two Three … Four, followed: what is told of a board that tiles are moved on."""

import numpy as np
import pytest

from companion.follow.decision import Costs, first_steps
from companion.follow.likelihood.cells import CellsLook
from companion.follow.one_two_three_four import CONTENTS, OneTwoThreeFour, contents, set_table
from companion.follow.tracker import BEAM, Tracker
from companion.follow.weights import read_weights
from models.fit_weights import FOLDER
from models.simulated.camera import CellCamera
from models.simulated.noise import KINDS, read_noise
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Change, Enter, Move, tiles_after


class Played:
    """A board at which ann and bo play, seen by eyes that do not err, and all that is told of it."""

    def __init__(self):
        noise = read_noise()
        for kind in KINDS:
            noise = noise.times(kind, 0)
        self.state = rules.start(("ann", "bo"))
        self._camera = CellCamera(np.random.default_rng(1), contents(self.state), len(CONTENTS), noise)
        self._t, self.told = 0.0, []
        weights = read_weights(FOLDER / "one-two-three-four.json")
        self.tracker = Tracker(
            OneTwoThreeFour(), weights, Costs.read(Costs.SHIPPED), self.state, self._look()
        )

    def _look(self, table=None, hidden=(), settled_for_s=2.0):
        self._t += 3
        table = contents(self.state) if table is None else table
        covered = np.isin(np.arange(len(table)), [row * 6 + col for row, col in hidden])
        seen = self._camera.look(table, covered)
        return CellsLook(self._t, 8, settled_for_s, self._camera.condition, seen)

    def look(self, table=None, hidden=(), settled_for_s=2.0):
        decisions = self.tracker.see(self._look(table, hidden, settled_for_s))
        self.told += [
            (each.kind, each.step and each.step.act, each.step and each.step.faults) for each in decisions
        ]
        return decisions

    def do(self, *acts):
        for act in acts:
            self.state = rules.accept(self.state, act)
        return self.look()


@pytest.fixture
def game():
    return Played()


def test_a_new_tile_is_told(game):
    game.do(Enter("ann", "red", 4))
    assert game.told == [("told", Enter("ann", "red", 4), ())]


def test_nothing_is_told_where_nothing_was_done(game):
    for _ in range(5):
        game.look()
    assert game.told == []


def test_steps_that_were_miscounted_are_told_with_the_reason(game):
    wrong = Enter("ann", "red", 3)
    game.look(contents(game.state, tiles_after(game.state, wrong)))
    assert game.told == [("told", wrong, ("wrong_steps",))]


def test_a_tile_put_back_is_told_and_the_right_move_after_it(game):
    wrong = Enter("ann", "red", 3)
    game.look(contents(game.state, tiles_after(game.state, wrong)))
    game.look()
    game.do(Enter("ann", "red", 4))
    assert [(kind, act) for kind, act, _ in game.told[1:]] == [
        ("told", wrong),
        ("told", Enter("ann", "red", 4)),
    ]


def test_two_tiles_brought_in_between_two_looks_are_two_turns(game):
    game.do(Enter("ann", "red", 4), Enter("bo", "blue", 4))
    game.look()
    assert [act for kind, act, _ in game.told if kind == "told"] == [
        Enter("ann", "red", 4),
        Enter("bo", "blue", 4),
    ]


def test_a_tile_slid_inside_is_told(game):
    game.do(Enter("ann", "red", 4))
    game.do(Enter("bo", "blue", 4))
    inside = Move("ann", (0, 4), 2, 2)
    game.state = rules.apply(game.state, inside) if rules.judge(game.state, inside).legal else game.state
    game.look()
    assert game.told[-1][0] == "told"
    assert game.told[-1][2] == ()


def test_a_tile_that_is_gone_is_told_as_taken_off(game):
    game.do(Enter("ann", "red", 4))
    gone = Change((), (("red", (0, 4)),))
    for _ in range(2):
        game.look(contents(game.state, tiles_after(game.state, gone)))
    assert ("told", gone, ("tile_removed",)) in game.told


def test_tiles_that_lie_elsewhere_all_at_once_accuse_nobody_and_the_next_turn_is_told(game):
    for act in (Enter("ann", "red", 4), Enter("bo", "blue", 4), Move("ann", (0, 4), 2, 2)):
        game.do(act)
    before = len(game.told)
    table = contents(game.state)
    lying = np.flatnonzero(table)
    table[[14, 15, 20]], table[lying[:2]] = (1, 2, 3), 0
    for _ in range(3):
        game.look(table)
    game.state = rules.accept(game.state, set_table(game.state, table, "bo"))
    game.do(Enter("bo", "blue", 4))
    game.look()
    assert [kind for kind, _, _ in game.told[before:]] == ["unclear", "passed over", "told"]
    assert game.told[-1][1:] == (Enter("bo", "blue", 4), ())


def test_an_arm_in_the_way_of_a_tile_is_waited_for(game):
    game.state = rules.accept(game.state, Enter("ann", "red", 4))
    game.look(hidden=[(0, 3), (0, 4), (0, 5)])
    assert game.told == []
    game.look()
    assert [each for each in game.told if each[0] != "forgotten"] == [("told", Enter("ann", "red", 4), ())]


def test_what_is_remembered_does_not_grow_with_the_game(game):
    for _ in range(40):
        if acts := rules.legal_acts(game.state):
            game.do(acts[len(acts) // 2])
    assert len(game.tracker.beam) <= BEAM
    assert all(len(hypothesis.steps) < 4 for hypothesis in game.tracker.beam)


def likeliest(game, act):
    """What was likeliest done when the table has lain for a second as an ``act`` leaves it; None: nothing whole."""
    game.look(contents(game.state, tiles_after(game.state, act)), settled_for_s=1.0)
    assert game.told == []
    step, _ = first_steps(game.tracker.beam)[0]
    return step and step.act


def test_two_tiles_laid_at_once_are_more_than_half_of_any_turn(game):
    two = Change((("red", (0, 3)), ("red", (0, 4))), ())
    assert likeliest(game, two) == two


def test_a_tile_lifted_for_a_second_is_sooner_half_of_a_turn(game):
    game.do(Enter("ann", "red", 4))
    game.told.clear()
    assert likeliest(game, Change((), (("red", (0, 4)),))) is None
