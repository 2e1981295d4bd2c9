"""One Two Three … Four, followed: what is told of a board that tiles are moved on."""

import numpy as np
import pytest

from companion.follow.decision import Costs
from companion.follow.likelihood.cells import CellsLook
from companion.follow.one_two_three_four import CONTENTS, OneTwoThreeFour, contents, set_table
from companion.follow.tracker import BEAM, Tracker
from companion.follow.weights import read_weights
from models.fit_weights import FOLDER
from models.simulated.camera import CellCamera
from models.simulated.noise import KINDS, read_noise
from models.simulated.registry import simulated
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Change, Enter, Move, Options, effect, tiles_after
from referee.one_two_three_four_tables import least_wrong


class Played:
    """A board at which ann and bo play, seen by eyes that do not err, and all that is told of it."""

    def __init__(self, state=None):
        noise = read_noise("one-two-three-four")
        for kind in KINDS:
            noise = noise.times(kind, 0)
        self.state = state or rules.start(("ann", "bo"))
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


def test_where_a_tile_is_gone_and_none_has_come_a_tile_was_taken_off():
    """A line pushed off the board can leave the same table, by an act that is more wrong."""
    options = Options(5, "anticlockwise", corners=("green", "red", "blue", "yellow"))
    state = rules.start(("ann", "bo"), None, options)
    table = np.zeros(25, int)
    table[[2, 7, 12, 14, 16, 23]] = [
        CONTENTS.index(name) for name in ["yellow", "red", "green", "red", "yellow", "blue"]
    ]
    state = rules.accept(state, set_table(state, table, "ann"))
    pushed = Enter("ann", "red", 6, 4)
    gone = Change((), (("green", (2, 2)),))
    assert set(tiles_after(state, pushed)) == set(tiles_after(state, gone))
    assert least_wrong(state, pushed) == gone


def test_what_may_have_been_legal_is_told_as_legal():
    """In this game a tile is pushed off, and one comes to lie where its like lay: it looks as if two were taken."""
    states = {
        moment.state
        for moment in simulated("one-two-three-four").moments(70, read_noise("one-two-three-four"))
    }
    for state in states:
        ways = rules.ways(state, state.on_turn) if not rules.outcome(state) else ()
        for way in ways:
            assert not rules.judge(state, least_wrong(state, way)).faults


def test_where_nobody_can_move_any_more_the_game_is_over_and_tiles_are_cleared_away():
    """All tiles lie inside, none in the lane."""
    table = np.zeros((8, 8), int)
    rows, cols = np.mgrid[1:7, 1:7]
    table[1:7, 1:7] = 1 + (rows + 2 * cols) % 4
    for colour in range(1, 5):  # of nine tiles there are eight
        table[tuple(np.argwhere(table == colour)[-1])] = 0
    start = rules.start(("ann", "bo"), None, Options(8))
    game = Played(rules.accept(start, set_table(start, table.ravel(), "ann")))
    assert rules.outcome(game.state).how == "blocked"
    gone = Change((), (game.state.tiles[0][::-1],))
    for _ in range(2):
        game.look(contents(game.state, tiles_after(game.state, gone)))
    assert [kind for kind, _, _ in game.told] == ["unclear"], "no fault is told any more"


def told_of(game, half, whole, rests_s):
    """What is told of an act that is half done for some stretches, each so long, and then done."""
    game.told.clear()
    for rest_s in rests_s:
        game.look(contents(game.state, tiles_after(game.state, half)), settled_for_s=rest_s)
    game.do(whole)
    game.look()
    return [each for each in game.told if each[0] != "forgotten"]


def test_a_tile_may_rest_in_the_lane_before_it_is_slid_inwards(game):
    game.do(Enter("ann", "red", 4))
    game.do(Enter("bo", "blue", 4))
    in_lane, inside = Move("ann", (0, 4), 2, 0), Move("ann", (0, 4), 2, 2)
    assert rules.judge(game.state, in_lane).faults == ("wrong_steps",)
    assert told_of(game, in_lane, inside, [0.8, 0.6]) == [("told", inside, ())]


def test_a_tile_that_will_be_kicked_may_be_brought_to_its_owner_first(game):
    kick = None
    while kick is None:
        ways = tuple(rules.ways(game.state, game.state.on_turn))
        kick = next((way for way in ways if effect(game.state, way).kicked), None)
        if kick is None:
            game.do(ways[0])
    taken_up = Change((), (effect(game.state, kick).kicked,))
    assert rules.judge(game.state, taken_up).faults == ("tile_removed",)
    assert told_of(game, taken_up, kick, [2.6]) == [("told", kick, ())]


def test_two_tiles_laid_at_once_are_more_than_half_of_any_turn(game):
    two = Change((("red", (0, 3)), ("red", (0, 4))), ())
    game.look(contents(game.state, tiles_after(game.state, two)), settled_for_s=1.0)
    assert game.told == [("told", two, ("several_tiles",))]


def test_a_tile_lifted_for_a_second_by_who_is_on_turn_is_half_of_a_turn_and_nothing_is_told(game):
    game.do(Enter("ann", "red", 4), Enter("bo", "blue", 4))
    game.look()
    game.told.clear()
    gone = Change((), (("red", (0, 4)),))
    game.look(contents(game.state, tiles_after(game.state, gone)), settled_for_s=1.0)
    assert game.told == []


def test_a_tile_taken_off_and_put_back_was_not_let_stand_and_brought_in_anew(game):
    game.do(Enter("ann", "red", 4))
    game.do(Enter("bo", "blue", 4))
    game.told.clear()
    gone = Change((), (("red", (0, 4)),))
    game.look(contents(game.state, tiles_after(game.state, gone)), settled_for_s=5.0)
    game.look(settled_for_s=5.0)
    stood = rules.accept(game.state, gone)
    assert rules.judge(stood, Enter("ann", "red", 4)).legal  # it could have been
    assert game.told == [("told", gone, ("tile_removed",)), ("told", gone, ())]
    assert game.tracker.beam[0].fault is None


def test_after_the_end_people_clear_up_and_nothing_is_told():
    game = Played(rules.start(("ann", "bo"), None, Options(6)))
    table = np.zeros(36, int)
    table[[7, 8, 9, 10]] = CONTENTS.index("red")
    game = Played(rules.accept(game.state, set_table(game.state, table, "ann")))
    assert rules.outcome(game.state)
    for left in (3, 2, 1, 0):
        table[7 + left :] = 0
        game.look(table, settled_for_s=5.0)
    assert [each for each in game.told if each[0] == "told"] == []


def test_a_tile_of_another_colour_laid_anywhere_is_not_told_as_one_brought_in_rightly(game):
    """Yellow lies where red comes to lie by four steps; from its own corner that is no miscount."""
    table = contents(game.state)
    table[4] = CONTENTS.index("yellow")
    for _ in range(3):
        game.look(table, settled_for_s=3.0)
    assert ("told", Enter("ann", "red", 4), ()) not in game.told


def test_of_two_tiles_laid_at_once_the_one_too_many_may_be_taken_up_and_the_other_counts(game):
    two = Change((("red", (0, 4)), ("red", (0, 5))), ())
    game.look(contents(game.state, tiles_after(game.state, two)), settled_for_s=3.0)
    for _ in range(2):
        game.do(*[Enter("ann", "red", 4)] * (not game.state.tiles))
    assert game.told[0] == ("told", two, ("several_tiles",))
    assert game.told[-1] == ("told", Enter("ann", "red", 4), ())


def test_a_fault_that_is_taken_back_in_two_movements_is_no_other_fault(game):
    game.do(Enter("ann", "red", 4))
    game.do(Enter("bo", "blue", 4))
    before, wrong = len(game.told), Move("ann", (0, 4), 1)
    lies = contents(game.state)
    laid = contents(game.state, tiles_after(game.state, wrong))
    for _ in range(2):
        game.look(laid, settled_for_s=3.0)
    game.look(np.where(laid == lies, lies, 0), settled_for_s=2.0)  # in the hand: on neither cell
    game.look(lies, settled_for_s=3.0)
    assert [(kind, act) for kind, act, _ in game.told[before:]] == [("told", wrong), ("told", wrong)]
    assert game.tracker.beam[0].fault is None
