"""Just 4 Fun Colours, followed: what is told of a table that people lay cards and stones on."""

import pickle
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.follow.decision import Costs
from companion.follow.hypothesis import Step
from companion.follow.just4fun_colours import Just4FunColours
from companion.follow.just4fun_states import Renamed, facts
from companion.follow.tracker import Tracker
from companion.follow.weights import read_weights
from referee import just4fun_colours as rules
from referee.just4fun_colours import Change, Exchange, Place
from referee.table import Table
from tests.companion.session.field_table import Eyes

ROOT = Path(__file__).parents[3]
WEIGHTS = ROOT / "models" / "weights" / "just4fun-colours.json"
COLOURS = rules.FIELD_COLOURS
PLAYERS = ("red", "blue", "yellow")
FIELDS = tuple(tuple(COLOURS[(row + col) % 6] for col in range(6)) for row in range(6))


def late_in_the_game():
    """A stone on every field, two on the red ones, and nobody has four in a row."""
    owners = [[PLAYERS[(row + col // 2) % 3] for col in range(6)] for row in range(6)]
    rows = zip(owners, FIELDS, strict=True)
    stacks = tuple(
        tuple((owner,) * (2 if field == "red" else 1) for owner, field in zip(*row, strict=True))
        for row in rows
    )
    return rules.with_table(rules.start(PLAYERS, FIELDS), Table(FIELDS, stacks))


class Played:
    """A table at which red, blue and yellow play, and all that is told of it."""

    def __init__(self, state=None, sure_of_names=0.995):
        self.state = state or rules.start(PLAYERS, FIELDS)
        known = facts(self.state)
        self._names = np.full((len(known.prints), 6), (1 - sure_of_names) / 5)
        self._names[np.arange(len(known.prints)), known.prints] = sure_of_names
        self._eyes = Eyes(self.state)
        self._lies, self._acts, self.told = self.state, 0, []
        self._tracker = None
        self.look()

    def look(self, settled_for_s=2.0):
        """The eyes see the table at rest, four seconds after they did before."""
        seen = self._eyes.look(self._lies, self._names, settled_for_s)
        if self._tracker is None:
            costs = Costs.read(ROOT / "companion" / "follow" / "costs.json")
            game = Just4FunColours()
            self._tracker = Tracker(game, read_weights(WEIGHTS), costs, self.state, seen)
            return
        decided = self._tracker.see(seen)
        self.told += [each.step for each in decided if each.kind == "told"]

    def lay(self, *cards):
        self._eyes.cards.lay(Counter(cards), self._acts + 1)

    def clear(self):
        self._eyes.cards.clear(self._acts)

    def do(self, act):
        """The stones as an act leaves them; its cards have been laid."""
        self._lies, self._acts = rules.accept(self._lies, act), self._acts + 1

    def takes_back(self, state):
        self._lies = state
        self._eyes.cards.lay(Counter(), self._acts)
        self._acts -= 1

    @property
    def pile(self):
        """Where the tracker believes that cards are cleared away to."""
        return self._tracker.beam[0].memory.cards.pile

    @property
    def remembered_bytes(self):
        return len(pickle.dumps(self._tracker.beam[0]))

    @property
    def acts(self):
        return [(step.act, step.faults) for step in self.told if step.kind == "act"]


def played(act):
    table = Played()
    table.lay(*act.cards)
    table.do(act)
    table.look()
    table.look()
    return table


def third(act):
    """A table at which two acts were told, their cards lie on the pile, and then an act was done."""
    table = played(Place("red", (2, 2), ("blue",)))
    table.clear()
    table.look()
    table.lay("yellow")
    table.do(Place("blue", (1, 1), ("yellow",)))
    table.look()
    table.clear()
    table.look()
    assert len(table.acts) == 2
    table.lay(*act.cards)
    table.do(act)
    table.look()
    table.look()
    return table


def test_one_card_of_its_colour_pays_for_a_stone_on_a_bare_field():
    act = Place("red", (0, 3), ("green",))
    assert played(act).acts == [(act, ())]


def test_cards_may_be_laid_before_the_stone():
    table, act = Played(), Place("red", (0, 3), ("green",))
    table.lay("green")
    table.look()
    assert table.acts == []
    table.do(act)
    table.look()
    assert table.acts == [(act, ())]


def test_cards_on_the_pile_are_not_played_again():
    act = Place("red", (0, 3), ("green",))
    table = played(act)
    table.clear()
    table.look()
    table.look()
    assert table.acts == [(act, ())]


def test_a_stone_on_a_stone_costs_two_cards():
    first, second = Place("red", (0, 3), ("green",)), Place("blue", (0, 3), ("green", "green"))
    table = played(first)
    table.clear()
    table.look()
    table.lay("green", "green")
    table.do(second)
    table.look()
    table.look()
    assert table.acts == [(first, ()), (second, ())]


@pytest.mark.parametrize(
    ("act", "faults"),
    [
        (Place("yellow", (0, 3), ("violet",)), ("wrong_colour",)),
        (Place("red", (0, 3), ("green",)), ("wrong_player",)),
        (Place("yellow", (0, 3), ("green", "green")), ("too_many_cards",)),
        (Place("yellow", (2, 2), ("blue",)), ("too_few_cards",)),
        (Place("yellow", (0, 3), ()), ("no_cards",)),
    ],
)
def test_a_mistake_is_told_with_its_reason(act, faults):
    assert third(act).acts[2:] == [(act, faults)]


def test_a_field_of_which_nobody_is_sure_is_called_as_the_cards_say():
    table, act = Played(sure_of_names=0.2), Place("red", (0, 3), ("violet",))
    table.lay("violet")
    table.do(act)
    table.look()
    table.look()
    assert table.acts == [(Renamed(act), ())]


def test_a_mistake_that_is_taken_back_is_no_act():
    wrong, right = Place("red", (0, 3), ("violet",)), Place("red", (0, 3), ("green",))
    table = played(wrong)
    table.takes_back(table.state)
    table.look()
    table.lay("green")
    table.do(right)
    table.look()
    table.look()
    assert table.acts == [(wrong, ("wrong_colour",)), (right, ())]


def test_a_mistake_that_is_mended_with_the_same_card_before_anybody_looks_is_not_let_stand():
    wrong, right = Place("red", (0, 3), ("violet",)), Place("red", (0, 5), ("violet",))
    table = played(wrong)
    table.takes_back(table.state)
    table.lay("violet")
    table.do(right)
    table.look()
    table.look()
    assert table.told[1:] == [Step("restored", wrong), Step("act", right)]
    assert table.pile is None


def test_a_stone_taken_off_is_told():
    first = Place("red", (0, 3), ("green",))
    table, taken = played(first), Change((), (("red", (0, 3)),))
    table.do(taken)
    table.look()
    table.look()
    assert table.acts == [(first, ()), (taken, ("stone_removed",))]


def test_seven_cards_shown_without_a_stone_are_exchanged():
    table = Played(late_in_the_game())
    hand = ("red", "red", "orange", "yellow", "green", "blue", "violet")
    table.lay(*hand)
    table.do(Exchange("red", hand))
    table.look()
    table.look()
    assert table.acts == [(Exchange("red", hand), ())]


def lets_stand(table, fault, act):
    """A ``fault`` is done, nobody takes it back, and somebody goes on with an ``act``."""
    table.lay(*fault.cards)
    table.do(fault)
    table.look()
    table.look()
    table.lay(*act.cards)
    table.do(act)
    table.look()
    table.look()


def test_cards_of_a_fault_let_stand_pay_for_nothing_more():
    two = Change((("red", (0, 3)), ("red", (5, 5))), (), ("green",))
    table, unpaid = Played(), Place("blue", (1, 2), ())
    lets_stand(table, two, unpaid)
    assert table.acts == [(two, ("several_stones",)), (unpaid, ("no_cards",))]


def test_a_fault_let_stand_may_use_up_the_stock():
    used_up = ("yellow",) * 5 + ("blue",) * 10 + ("red",) * 10 + ("violet",) * 10
    table = Played(replace(late_in_the_game(), discards=used_up))
    six = Exchange("red", ("red", "orange", "yellow", "green", "blue", "violet"))
    seven = Exchange("blue", ("red", "red", "orange", "yellow", "green", "blue", "violet"))
    lets_stand(table, six, seven)
    assert table.acts == [(six, ("hand_not_shown",)), (seven, ())]


def test_two_acts_not_seen_one_by_one_are_told_in_order_once_the_next_player_has_his_turn():
    table = Played()
    first, second = Place("red", (0, 3), ("green",)), Place("blue", (2, 1), ("green",))
    third = Place("yellow", (5, 5), (FIELDS[5][5],))
    for act in (first, second):
        table.lay(*act.cards)
        table.do(act)
    table.look()
    table.lay(*third.cards)
    table.do(third)
    table.look()
    table.look()
    assert table.acts == [(first, ()), (second, ()), (third, ())]


def test_a_long_evening_is_followed_as_its_beginning_and_no_more_is_remembered():
    table, wrong = Played(), Place("red", (0, 3), ("violet",))
    remembered = []
    for _ in range(120):
        table.lay(*wrong.cards)
        before = table.state
        table.do(wrong)
        table.look()
        table.look()
        table.takes_back(before)
        table.look()
        table.look()
        remembered.append(table.remembered_bytes)
    assert table.acts == [(wrong, ("wrong_colour",))] * 120
    assert max(remembered[60:]) < 1.2 * max(remembered[:10])
