"""When an act is told, when a person is asked, and what is forgotten."""

from dataclasses import replace

import pytest

from companion.follow.decision import Costs, Episode, common_end, decide, first_steps
from companion.follow.hypothesis import Hypothesis, Step

COSTS = Costs(false_fault=3000, false_act=1000, asking=4, waiting=1, missing=30)
LEGAL, OTHER = Step("act", "a1"), Step("act", "b2")
FAULT = Step("act", "a1", ("no_cards",))
RESTORED = Step("restored", "a1")


NOW = 10.0  # seconds


def account(log_p, *steps, unexplained=False):
    return Hypothesis(state=steps, memory=None, steps=steps, log_p=log_p, unexplained=unexplained)


def decided(*beam, waited_s=0.0, asked=False):
    return decide(beam, Episode(NOW - waited_s, asked), NOW, COSTS)


def test_nothing_is_told_where_nothing_was_done():
    assert decided(account(0.0), account(-9.0, LEGAL)) is None


def test_an_act_is_told_at_once_where_that_it_was_another_is_a_thousand_times_less_likely():
    decision = decided(account(0.0, LEGAL), account(-8.0, OTHER))
    assert (decision.kind, decision.step) == ("told", LEGAL)
    assert decision.p == pytest.approx(0.99966, abs=1e-5)


def test_a_fault_needs_to_be_surer_than_a_legal_act():
    assert decided(account(0.0, FAULT), account(-7.5, OTHER)) is None
    assert decided(account(0.0, FAULT), account(-8.5, OTHER)).step == FAULT


def test_the_longer_something_waits_the_less_sure_it_has_to_be():
    beam = account(0.0, LEGAL), account(-6.0, OTHER)
    assert decided(*beam) is None
    assert decided(*beam, waited_s=3.0).step == LEGAL


def test_a_person_is_asked_when_waiting_has_cost_as_much_as_asking_does_and_only_once():
    beam = account(0.0, LEGAL), account(-1.0, OTHER)
    assert decided(*beam, waited_s=3.9) is None
    asked = decided(*beam, waited_s=4.1)
    assert asked.kind == "unclear"
    assert [step for step, _ in asked.options] == [LEGAL, OTHER]
    assert decided(*beam, waited_s=9.0, asked=True) is None


def test_a_person_is_asked_of_something_that_no_act_explains():
    assert decided(account(0.0, unexplained=True), waited_s=5.0).kind == "unclear"


def test_that_nothing_was_done_where_something_was_told_is_asked_and_not_told():
    beam = account(0.0), replace(account(-9.0), since=1)
    assert decide(beam, Episode(NOW - 5.0), NOW, COSTS, told=1).kind == "unclear"
    assert decide(beam, Episode(NOW), NOW, COSTS, told=1) is None


def test_where_nobody_answers_the_act_is_told_if_that_risks_less_than_losing_it():
    fairly = account(0.0, LEGAL, OTHER), account(-4.0, OTHER)
    hardly = account(0.0, LEGAL, OTHER), account(-1.0, OTHER)
    assert decided(*fairly, asked=True).kind == "told"
    assert decided(*hardly, asked=True).kind == "passed over"


def test_of_what_is_passed_over_the_last_steps_that_all_likely_accounts_share_are_kept():
    unsure = account(0.0, FAULT, Step("accepted", "a1"), OTHER), account(-1.0, LEGAL, OTHER)
    decision = decided(*unsure, asked=True)
    assert (decision.kind, decision.kept) == ("passed over", 1)
    assert common_end([*unsure, account(-9.0, LEGAL)], 0.99) == 1
    assert common_end([*unsure, account(-2.0, LEGAL)], 0.99) == 0


def test_what_became_of_a_faulty_act_is_passed_over_with_it():
    after = Step("accepted", "a1"), OTHER
    other_fault = replace(FAULT, faults=("wrong_colour",))
    decision = decided(account(0.0, FAULT, *after), account(-0.1, other_fault, *after), asked=True)
    assert (decision.kind, decision.kept) == ("passed over", 1)
    assert decision.over == (FAULT, after[0])


def test_that_the_table_counts_as_it_lies_is_not_told_before_a_person_was_asked():
    table = Step("table", "t1")
    assert decided(account(0.0, table)) is None
    assert decided(account(0.0, table), waited_s=9.0).kind == "unclear"
    assert decided(account(0.0, table), waited_s=9.0, asked=True) is None
    assert decided(account(0.0, table, OTHER), waited_s=9.0, asked=True).kind == "passed over"


def test_a_fault_that_may_have_been_and_was_taken_back_is_forgotten():
    beam = account(0.0), account(-1.0, FAULT, RESTORED)
    assert decided(*beam).kind == "forgotten"


def test_a_fault_that_surely_was_is_told_though_it_was_taken_back_meanwhile():
    beam = account(0.0, FAULT, RESTORED), account(-6.0)
    assert (decided(*beam).kind, decided(*beam).step) == ("told", FAULT)


def test_what_was_done_after_a_fault_that_was_taken_back_is_told_whether_that_was_or_not():
    beam = account(0.0, LEGAL), account(-1.0, FAULT, RESTORED, LEGAL)
    assert decided(*beam).kind == "forgotten"


def test_first_steps_are_shared_by_all_accounts_that_begin_with_them():
    ((_, step), p), *_ = first_steps([account(0.0, LEGAL), account(0.0, LEGAL, OTHER), account(0.0, OTHER)])
    assert step == LEGAL
    assert p == pytest.approx(2 / 3)


def test_the_costs_that_ship_are_read():
    costs = Costs.read(Costs.SHIPPED)
    assert costs.false_fault > costs.false_act > costs.missing > costs.asking > costs.waiting > 0


def test_of_what_was_taken_back_only_what_was_but_begun_is_no_step():
    begun = Step("restored", "b2", begun=True)
    fault_begun = Step("act", "b2", ("wrong_player",))
    steps = (FAULT, RESTORED, fault_begun, begun, LEGAL)
    assert account(0.0, *steps).without_undone(only_begun=True).steps == (FAULT, RESTORED, LEGAL)
    assert account(0.0, *steps).without_undone().steps == (LEGAL,)


def test_what_nobody_answers_is_told_once_that_costs_less_than_to_miss_it():
    beam = account(0.0, LEGAL), account(-4.0, OTHER)  # it is 20 that it costs to tell it
    assert decided(*beam, waited_s=25).kind == "unclear"
    assert decided(*beam, waited_s=10, asked=True) is None
    assert decided(*beam, waited_s=25, asked=True).step == LEGAL
