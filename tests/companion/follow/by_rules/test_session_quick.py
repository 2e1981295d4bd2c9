"""Players who are quicker than the camera: both stones lie there when the table is still again."""

from tests.companion.shown_table import PRINTS

ONE, OTHER = (3, 3), (0, 1)  # red's field and blue's
REDS, BLUES = PRINTS[3][3], PRINTS[0][1]


def both_laid(table, *cards):
    table.stones[ONE], table.stones[OTHER] = ("red",), ("blue",)
    table.lay(*cards)
    return table.show()


def test_whose_cards_are_gone_had_his_turn_if_those_of_the_next_are_right(table):
    first, second = both_laid(table, BLUES)
    assert (first["act"]["player"], first["act"]["cell"], first["legal"]) == ("red", [3, 3], True)
    assert first["text"].endswith("The cards could not be made out: they were not judged.")
    assert (second["act"]["player"], second["act"]["cards"], second["legal"]) == ("blue", [BLUES], True)
    table.clear()
    assert table.place("red", (5, 5), PRINTS[5][5])[0]["legal"], "the game goes on"


def test_where_the_cards_of_both_lie_both_are_judged(table):
    first, second = both_laid(table, BLUES, REDS)
    assert (first["act"]["player"], first["act"]["cards"], first["legal"]) == ("red", [REDS], True)
    assert "could not be made out" not in first["text"]
    assert (second["act"]["player"], second["act"]["cards"], second["legal"]) == ("blue", [BLUES], True)


def test_cards_that_pay_for_the_first_stone_alone_are_those_of_one_who_laid_two(table):
    (event,) = both_laid(table, REDS)
    assert event["faults"] == ["several_stones"]


def test_with_cards_that_pay_for_neither_nothing_is_made_up(table):
    (event,) = both_laid(table, "violet")
    assert "violet" not in (REDS, BLUES)
    assert "several_stones" in event["faults"]


def test_with_a_card_too_many_nothing_is_made_up(table):
    (event,) = both_laid(table, REDS, BLUES, BLUES)
    assert event["event"] == "unclear"


def test_where_a_card_for_the_first_is_missing_among_both_nothing_is_made_up(table):
    table.place("red", ONE, REDS)
    table.clear()
    table.stones[ONE], table.stones[OTHER] = ("red", "blue"), ("red",)
    table.lay(REDS, BLUES)
    (event,) = table.show()
    assert "several_stones" in event["faults"]


def test_two_stones_of_one_player_are_no_two_turns(table):
    table.stones[ONE] = table.stones[OTHER] = ("red",)
    table.lay(BLUES)
    (event,) = table.show()
    assert event["faults"] == ["several_stones"]
