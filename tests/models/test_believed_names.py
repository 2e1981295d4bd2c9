"""A game whose fields go by wrong names, as it is told until cards say what they are called."""

from companion.follow.hypothesis import Step
from companion.follow.just4fun_states import Renamed
from models.fitting.believed_names import by_names
from models.fitting.examples import Moment
from referee import just4fun_colours as rules
from referee.just4fun_colours import Place

PLAYERS = ("red", "blue")
TRUE = tuple(tuple(rules.FIELD_COLOURS[(row + col) % 6] for col in range(6)) for row in range(6))
CALLED = (("orange", *TRUE[0][1:]), *TRUE[1:])  # its first field is red
RED, ORANGE = (Place("red", (0, 0), (colour,)) for colour in ("red", "orange"))
ELSEWHERE = Place("red", (0, 1), ("orange",))


def told(*steps):
    """What is told of a game of such steps, and the state after each, as it is believed to be."""
    moments = [Moment(None, (step,), None, None, False) for step in steps]
    return [(each.steps[0], each.state) for each in by_names(moments, rules.start(PLAYERS, CALLED))]


def test_a_stone_that_its_cards_pay_for_by_the_true_name_renames_the_field():
    [(step, state)] = told(Step("act", RED))
    assert step == Step("act", Renamed(RED))
    assert state.fields == TRUE
    assert state.stacks[0][0] == ("red",)


def test_where_the_name_is_right_nothing_is_renamed():
    assert told(Step("act", ELSEWHERE))[0][0] == Step("act", ELSEWHERE)


def test_a_field_is_renamed_once():
    again = Place("blue", (0, 0), ("red", "red"))
    assert [step.act for step, _ in told(Step("act", RED), Step("act", again))] == [Renamed(RED), again]


def test_what_is_wrong_by_either_name_is_wrong_in_the_words_of_the_name_believed():
    wrong = Place("red", (0, 0), ())
    assert told(Step("act", wrong, ("no_cards",)))[0][0] == Step("act", wrong, ("no_cards",))


def test_where_a_fault_looks_legal_by_the_name_believed_there_is_no_telling():
    assert told(Step("act", ORANGE, ("wrong_colour",))) == []
