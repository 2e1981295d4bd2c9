"""What counts in simulated games: what was done and told, but not what was put back before it was done."""

from dataclasses import dataclass

import pytest

from companion.follow.branches import DONE_AFTER_S
from companion.follow.hypothesis import Step
from models.evaluation.simulated import Result, judge
from models.fitting.examples import Moment

FAULTY, LEGAL = Step("act", "red to a1", ("wrong_steps",)), Step("act", "red to b1")
BACK = Step("restored", "red to a1")


@dataclass(frozen=True)
class Look:
    settled_for_s: float = 3.0


def moment(*steps, settled_for_s=3.0):
    fault = "red to a1" if FAULTY in steps else None
    return Moment(Look(settled_for_s), steps, None, fault, False)


def judged(moments, told):
    result = Result()
    judge(result, moments, told, [], "game 1")
    return result.acts, result.exact, result.false_alarms, result.begun


def test_an_act_that_is_told_counts_and_one_that_is_not_is_missed():
    moments = [moment(), moment(LEGAL), moment()]
    assert judged(moments, [(1, LEGAL, 0.999)]) == (1, 1, 0, 0)
    assert judged(moments, []) == (1, 0, 0, 0)


def test_what_was_not_done_is_a_false_alarm():
    assert judged([moment(), moment()], [(1, LEGAL, 0.999)]) == (0, 0, 1, 0)


@pytest.mark.parametrize("told", [[], [(1, FAULTY, 0.999)]])
def test_a_mistake_that_was_put_back_at_once_may_be_told_or_not(told):
    moments = [moment(), moment(FAULTY, settled_for_s=DONE_AFTER_S - 0.1), moment(BACK)]
    assert judged(moments, told) == (0, 0, 0, 1)


@pytest.mark.parametrize("after", [(moment(BACK),), (moment(settled_for_s=DONE_AFTER_S), moment(BACK)), ()])
def test_a_mistake_that_lay_there_counts(after):
    lay_for_s = DONE_AFTER_S if len(after) == 1 else DONE_AFTER_S - 0.1
    moments = [moment(), moment(FAULTY, settled_for_s=lay_for_s), *after]
    assert judged(moments, []) == (1, 0, 0, 0)
