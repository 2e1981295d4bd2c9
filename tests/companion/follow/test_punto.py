"""Punto, followed: what is told of the cards that people lay, cover, take, and lay where they may not."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.follow.decision import Costs
from companion.follow.hypothesis import Step
from companion.follow.likelihood.cells import CellsLook
from companion.follow.likelihood.point_cards import CONTENTS, SIDE, place_of
from companion.follow.punto import Punto, told_apart
from companion.follow.punto_tables import CLEARED, contents, is_over, may_follow, piles_after, set_table
from companion.follow.tracker import Tracker
from companion.follow.weights import read_weights
from models.simulated.noise import read_noise
from models.simulated.point_camera import CardCamera, lying
from referee import punto as rules
from referee.punto_acts import Change, Options, Place
from referee.table import PointCard

ROOT = Path(__file__).parents[3]
WEIGHTS = ROOT / "models" / "weights" / "punto.json"
OWN = {"ann": ["red"], "bo": ["blue"], "cy": ["green"], "di": ["orange"]}


def card(name):
    """The card of a name such as "red 5"."""
    colour, points = name.split()
    return PointCard(colour, int(points))


def started(*placements, own=OWN):
    """Players, four of one colour each, who laid these cards in turn: such as ("red 5", (0, 0))."""
    state = rules.start(tuple(own), own, None, Options(2))
    for name, cell in placements:
        state = rules.apply(state, Place(state.on_turn, card(name), cell))
    return state


class Played:
    """A table, and all that is told of it."""

    def __init__(self, *placements, own=OWN):
        noise = read_noise("punto")
        for kind in ("misread", "unsure", "shade", "knock", "lamp"):
            noise = noise.times(kind, 0)
        changes = {"changed_still": (0.0, 0.1), "changed_touched": (3.6, 0.1), "changed_covered": None}
        noise = replace(noise, alike=(0.0,), **changes)
        self.state, self.told, self._t = started(*placements, own=own), [], 0.0
        self._camera = CardCamera(np.random.default_rng(2), lying(self.state.piles), noise)
        costs = Costs.read(ROOT / "companion" / "follow" / "costs.json")
        self._lies = self.state.piles
        self._tracker = Tracker(Punto(), read_weights(WEIGHTS), costs, self.state, self._seen())

    def _seen(self, hidden=(), read_as=None, share=0.5, settled_for_s=3.0):
        mask = np.zeros(SIDE * SIDE, bool)
        mask[[place_of(cell) for cell in hidden]] = True
        look = self._camera.look_at(lying(self._lies), mask)
        for cell, name in (read_as or {}).items():
            p = look.p.copy()
            p[place_of(cell)] = 1e-4
            p[place_of(cell), CONTENTS.index(card(name) if name else None)] = share
            p[place_of(cell), CONTENTS.index(dict(self._lies)[cell][-1])] = 1 - share
            look = replace(look, p=p / p.sum(1, keepdims=True))
        self._t += 4
        return CellsLook(self._t, 8, settled_for_s, "plain", look)

    @property
    def likeliest(self):
        """The steps of each account that are not told yet, the likeliest first."""
        return [each.steps for each in self._tracker.beam]

    def let_stand(self, counts):
        """It counts as it lies; returns the states that the game may be in."""
        self._tracker.let_stand(self.state, self._seen(), counts)
        return [each.state for each in self._tracker.beam]

    def look(self, **how):
        """The table is seen once more; the steps told of it."""
        self.decisions = decisions = self._tracker.see(self._seen(**how))
        steps = [decision.step for decision in decisions if decision.step is not None]
        self.told += steps
        return steps

    def do(self, act, **how):
        """Something is done, and seen."""
        self._lies = piles_after(replace(self.state, piles=self._lies), act)
        return self.look(**how)


def test_nothing_is_told_when_nothing_was_done():
    table = Played(("red 5", (0, 0)), ("blue 3", (0, 1)))
    for _ in range(6):
        table.look()
    assert table.told == []


def test_a_card_laid_is_told():
    table = Played(("red 5", (0, 0)))
    act = Place("bo", card("blue 3"), (0, 1))
    table.do(act)
    table.look()
    assert [(step.kind, step.act, step.faults) for step in table.told] == [("act", act, ())]


def test_what_a_card_is_that_was_seen_alone_is_told_when_others_tell_its_colour():
    """ann plays red and orange: what she lays first may be either."""
    table, read = Played(own={"ann": ["red", "orange"], "bo": ["blue", "green"]}), {(5, 5): "red 5"}
    first, second = Place("ann", card("orange 5"), (5, 5)), Place("bo", card("blue 3"), (5, 6))
    table.do(first, read_as=read, share=0.45)
    table.look(read_as=read, share=0.45)
    assert [decision.kind for decision in table.decisions] == ["unclear"]
    table.do(second, read_as=read, share=0.02)
    assert [step.act for step in table.told] == [first, second]


def test_a_card_on_a_lower_one_is_told():
    table = Played(("red 5", (0, 0)))
    act = Place("bo", card("blue 7"), (0, 0))
    table.do(act)
    table.look()
    assert [(step.act, step.faults) for step in table.told] == [(act, ())]


def test_a_five_on_a_five_is_not_higher():
    table = Played(("red 5", (0, 0)))
    act = Place("bo", card("blue 5"), (0, 0))
    table.do(act)
    for _ in range(2):
        table.look()
    assert [(step.act, step.faults) for step in table.told] == [(act, ("not_higher",))]


def test_a_card_taken_off_is_told():
    table = Played(("red 5", (0, 0)), ("blue 3", (0, 1)), ("green 2", (1, 1)))
    act = Change((), ((card("blue 3"), (0, 1)),))
    table.do(act)
    for _ in range(2):
        table.look()
    assert [(step.act, step.faults) for step in table.told] == [(act, ("card_removed",))]


def test_an_arm_in_the_way_is_no_card_taken():
    table = Played(("red 5", (0, 0)), ("blue 3", (0, 1)))
    table.look(hidden=[(0, 0), (0, 1), (1, 0), (1, 1)])
    table.look()
    assert table.told == []


def test_a_card_laid_under_an_arm_is_told_when_the_arm_is_gone():
    table = Played(("red 5", (0, 0)))
    act = Place("bo", card("blue 3"), (0, 1))
    table.do(act, hidden=[(0, 1), (1, 1)])
    for _ in range(2):
        table.look()
    assert [(step.act, step.faults) for step in table.told] == [(act, ())]


def test_while_a_card_may_be_one_that_can_lie_beneath_the_next_nobody_is_accused():
    """A blue 4 that may be a blue 5: green 5 on it can stand on the 4 alone."""
    table = Played(("red 9", (0, 0)))
    laid = Place("bo", card("blue 4"), (0, 1))
    assert not table.do(laid, read_as={(0, 1): "blue 5"}, settled_for_s=1.0)
    covered = Place("cy", card("green 5"), (0, 1))
    table.do(covered)
    accounts = [[(step.act, step.faults) for step in (*table.told, *each)] for each in table.likeliest[:2]]
    assert [(laid, ()), (covered, ())] in accounts
    for _ in range(2):
        table.look()
    assert not any(step.faults for step in table.told)


def test_a_card_put_beside_the_others_is_not_laid_yet():
    table = Played(("red 5", (0, 0)), ("blue 3", (0, 1)))
    assert not table.do(Place("cy", card("green 6"), (4, 4)), settled_for_s=0.5)


def test_a_round_that_is_over_lies_there_till_its_cards_are_taken_up():
    """Four in a row win; the referee's next round begins on an empty table, the cards' own when they are gone."""
    game, state = Punto(), started(("red 5", (0, 0)))
    for column in range(1, 4):
        for player, row in (("bo", column), ("cy", -column), ("di", 2 * (column % 2) - 1)):
            colour, cell = OWN[player][0], (row, column - 1)
            state = game.apply(state, Place(player, PointCard(colour, 1), cell))
        state = game.apply(state, Place("ann", PointCard("red", 5 + column), (0, column)))
    assert len(state.rounds) == 1 and state.piles and is_over(state)
    assert game.judge(state, CLEARED).legal
    assert game.apply(state, CLEARED).piles == ()


def test_cards_of_a_round_that_is_over_are_taken_up_a_few_at_a_time():
    """That some are gone is nothing strange, and nobody is asked what it is."""
    turns = [(f"{OWN[player][0]} {n + 1}", (row, n)) for n in range(4) for row, player in enumerate(OWN)][:13]
    table = Played(*turns[:-1])
    table.do(Place("ann", card("red 4"), (0, 3)))
    assert [step.kind for step in table.told] == ["act"] and is_over(table._tracker.beam[0].state)
    lie = table._lies
    for left in (5, 3, 3, 2):
        table._lies = lie[:left]
        for seconds in (0.5, 2.0, 6.0):
            assert not table.look(settled_for_s=seconds) and not table.decisions
            assert not table._tracker.beam[0].unexplained
    table._lies = ()
    assert [step.act for step in table.look()] == [CLEARED]


def test_who_is_quick_clears_the_table_and_lays_the_next_rounds_first_card_where_one_lay() -> None:
    turns = [
        (f"{OWN[player][0]} {n + 1}", (row, 5 + n)) for n in range(4) for row, player in enumerate(OWN, 5)
    ]
    table = Played(*turns[:12])
    table.do(Place("ann", card("red 4"), (5, 8)))
    assert is_over(table._tracker.beam[0].state)
    table._lies = (((5, 5), (card("blue 9"),)),)
    assert [step.act for step in table.look()] == [CLEARED, Place("bo", card("blue 9"), (5, 5))]


def test_two_cards_by_one_deck_are_no_placement():
    state = started(("red 5", (0, 0)))
    both = Change(((card("blue 3"), (0, 1)), (card("blue 4"), (1, 0))), ())
    assert Punto().judge(state, both).faults == ("several_cards",)


def test_of_two_neutral_cards_seen_at_once_only_one_order_is_told():
    """Nobody can tell which of two players laid which of them."""
    state = rules.start(
        ("ann", "bo", "cy"), {"ann": ["red"], "bo": ["blue"], "cy": ["green"]}, None, Options(2)
    )
    for name, cell in (("red 5", (0, 0)), ("orange 3", (1, 0))):
        state = rules.apply(state, Place(state.on_turn, card(name), cell))
    assert told_apart(state, (card("orange 3"), (1, 0)), Place("cy", card("orange 4"), (2, 0)))
    assert told_apart(state, (card("orange 3"), (1, 0)), Place("cy", card("orange 4"), (1, 1)))
    assert not told_apart(state, (card("orange 3"), (1, 0)), Place("cy", card("orange 4"), (0, 1)))


def test_a_second_card_of_one_deck_is_no_turn_of_another():
    state = started(("red 5", (0, 0)))
    assert not told_apart(state, (card("red 5"), (0, 0)), Place("ann", card("red 6"), (0, 1)))
    assert told_apart(state, (card("red 5"), (0, 0)), Place("cy", card("green 6"), (0, 1)))


def test_a_table_made_otherwise_is_read_as_it_lies():
    """Where the card beneath shows again, the upper one was taken; elsewhere a new one lies on top."""
    state = started(("red 5", (0, 0)), ("blue 7", (0, 0)), ("green 2", (0, 1)))
    table = contents(state.piles)
    table[[place_of((0, 0)), place_of((1, 1))]] = [CONTENTS.index(card(name)) for name in ("red 5", "blue 7")]
    made = set_table(state, table, "di")
    assert dict(made.piles) == {
        (0, 0): (card("red 5"),),
        (0, 1): (card("green 2"),),
        (1, 1): (card("blue 7"),),
    }
    assert Punto().apply(state, made).on_turn == "di"


def test_each_card_laid_was_one_turn_at_most():
    """So that partners, who play the same colours, are not both taken to be on turn."""
    state = started(("red 5", (0, 0)))
    two, one, none = (
        contents((*state.piles, *laid))
        for laid in (
            (((0, 1), (card("blue 3"),)), ((1, 1), (card("green 2"),))),
            (((0, 1), (card("blue 3"),)),),
            (),
        )
    )
    assert [may_follow(state, table) for table in (one, two)] == [("cy",), ("cy", "di")]
    assert may_follow(state, none) == ("cy", "di", "ann", "bo")


def test_a_step_says_in_which_state_it_was_done():
    table = Played(("red 5", (0, 0)))
    table.do(Place("bo", card("blue 3"), (0, 1)), read_as={(0, 1): "blue 4"})
    assert [steps[0].state for steps in table.likeliest[:2]] == [table.state, table.state]


def test_turns_that_do_not_fit_cast_doubt_on_what_was_told_before_and_that_is_revised():
    """di's orange 3 reads as a red one, which would be ann's, out of turn; but then ann would be on turn twice."""
    table, read = Played(("red 1", (0, 0)), ("blue 1", (0, 1)), ("green 1", (0, 2))), {(1, 0): "red 3"}
    orange = Place("di", card("orange 3"), (1, 0))
    table.do(orange, read_as=read, share=0.99)
    assert [(step.act.player, step.faults) for step in table.told] == [("ann", ("wrong_player",))]
    turns = [
        Place("ann", card("red 4"), (1, 1)),
        Place("bo", card("blue 4"), (1, 2)),
        Place("cy", card("green 4"), (2, 1)),
    ]
    decided = []
    for act in turns:
        table.do(act, read_as=read, share=0.99)
        decided += table.decisions
    revised = next(each for each in decided if each.kind == "revised")
    assert (revised.step.act, revised.step.faults, revised.back) == (orange, (), 1)
    told = [each.step for each in decided if each.kind == "told"]
    assert [(step.act, step.faults) for step in told] == [(act, ()) for act in turns]


def test_who_turned_a_card_up_before_he_laid_it_is_not_said_to_play_twice_at_once():
    """It seemed half in play beside the others, and was told as laid there."""
    table, beside = Played(("red 5", (0, 0)), ("blue 3", (0, 1))), (1, 2)
    lay, act = table._lies, Place("cy", card("green 6"), (1, 0))
    table.do(Place("cy", card("green 6"), beside), settled_for_s=1.2, read_as={beside: None}, share=0.45)
    assert [step.act.cell for step in table.told] == [beside]
    table._lies = lay
    table.look(settled_for_s=1.0)
    assert table.do(act, settled_for_s=1.0) == []
    assert (Step("act", act),) in table.likeliest


def test_a_table_counts_as_it_lies_also_where_no_account_leaves_it_so():
    table = Played(("red 5", (0, 0)), ("blue 3", (0, 1)))
    assert table.let_stand(lambda state: None) == [table.state]
    assert table.let_stand(lambda state: state) == [table.state]
    table.do(Place("cy", card("green 7"), (0, 0)))
    assert [step.act.player for step in table.told] == ["cy"]
