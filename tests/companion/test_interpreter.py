"""From what is seen to what was done: clear cases are told, doubtful ones are not."""

from dataclasses import replace

import numpy as np
import pytest

from companion.evidence import Evidence, Expectation
from companion.interpreter import agrees, interpret, likeliest_paid
from companion.stone_colours import StonesSeen
from vision.changes import Changes
from vision.reading import OWNERS

FIELDS = (("red", "blue"), ("green", "red"))
EMPTY = (((), ()), ((), ()))
PLAYERS = ("red", "blue")


def seen(stacks, sure: float = 0.97) -> Evidence:
    """The evidence of a table that is seen rightly, with probability ``sure`` a field."""
    owner = np.full((2, 2, len(OWNERS)), (1 - sure) / (len(OWNERS) - 1), np.float32)
    height = np.full((2, 2, 8), (1 - sure) / 7, np.float32)
    for row in range(2):
        for col in range(2):
            stack = stacks[row][col]
            owner[row, col, OWNERS.index(stack[-1] if stack else "none")] = sure
            height[row, col, len(stack)] = sure
    return Evidence(owner, height, np.zeros((2, 2), np.float32))


def changes(of_fields, **beside) -> Changes:
    return Changes(np.array(of_fields, np.float32), beside)


def expecting(stacks=EMPTY, to_move="red", cards=()) -> Expectation:
    return Expectation(stacks, FIELDS, PLAYERS, to_move, cards)


def test_a_table_as_expected_is_nothing():
    assert interpret(seen(EMPTY), expecting()).nothing


def test_one_stone_more_is_a_placement():
    now = (((), ("red",)), ((), ()))
    found = interpret(seen(now), expecting(cards=("blue",)))
    assert found.placement == ("red", (0, 1))
    assert found.confidence > 0.9


def test_the_wrong_players_stone_is_seen_as_his():
    now = (((), ("blue",)), ((), ()))
    assert interpret(seen(now), expecting(to_move="red", cards=("blue",))).placement == ("blue", (0, 1))


def taken_for_its_field(cell, colour, p=0.02) -> Evidence:
    """An empty board, but for one field that surely changed and reads as empty still: a stone of its own colour."""
    evidence = replace(seen(EMPTY, 0.99), change=changes([[1, 1], [1, 1]]))
    evidence.change.of_fields[cell] = 10
    evidence.owner[cell] = 0.002
    evidence.owner[cell][[0, OWNERS.index(colour)]] = 0.99 - p, p
    evidence.height[cell] = 0.001
    evidence.height[cell][[0, 1]] = 0.99 - p, p
    return evidence


def test_a_stone_that_passes_for_its_field_is_told_where_the_picture_changed_and_cards_pay_for_it():
    evidence = taken_for_its_field((0, 0), "red")
    assert interpret(evidence, expecting(cards=("red",))).placement == ("red", (0, 0))
    assert interpret(evidence, expecting()).unclear == ((0, 0),)


def test_which_field_cards_paid_for_is_told_by_its_look_alone_if_no_other_looks_so():
    evidence = taken_for_its_field((0, 0), "red", 0.0)
    assert likeliest_paid(evidence, expecting(cards=("red",))) == (0, 0)
    assert likeliest_paid(evidence, expecting(cards=("blue",))) is None
    for seen_there in (evidence.change.of_fields, evidence.owner, evidence.height):
        seen_there[1, 1] = seen_there[0, 0]  # the other red field
    assert likeliest_paid(evidence, expecting(cards=("red",))) is None


def test_a_top_that_reads_otherwise_than_it_ever_did_was_exchanged():
    """Half misread before and half now: with nothing else to go by, it would have been left unclear."""
    before = (((), ()), ((), ("red",)))
    evidence = seen((((), ()), ((), ("blue",))))
    evidence.owner[1, 1] = 0.005
    evidence.owner[1, 1][[OWNERS.index("blue"), OWNERS.index("white")]] = 0.84, 0.14
    was = seen(before)
    was.owner[1, 1] = 0.005
    was.owner[1, 1][[OWNERS.index("red"), OWNERS.index("white")]] = 0.17, 0.78
    evidence = replace(
        evidence, before_owner=was.owner, before_height=was.height, change=changes([[1, 1], [1, 10]])
    )
    found = interpret(evidence, expecting(before))
    assert (found.added, found.removed, found.unclear) == ((("blue", (1, 1)),), (("red", (1, 1)),), ())


def test_a_stone_on_a_tower():
    before = (((), ("red",)), ((), ()))
    now = (((), ("red", "blue")), ((), ()))
    assert interpret(seen(now), expecting(before, "blue")).placement == ("blue", (0, 1))


def test_a_stone_on_ones_own_tower_is_told_by_its_height():
    before = (((), ("red",)), ((), ()))
    now = (((), ("red", "red")), ((), ()))
    evidence = replace(seen(now), change=changes([[1, 9], [1, 1]]))
    assert interpret(evidence, expecting(before, "red", ("blue", "blue"))).placement == ("red", (0, 1))


def growing(evidence, cell, shrank, stayed, grew) -> Evidence:
    growth = np.zeros((2, 2, 3), np.float32)
    growth[cell] = shrank, stayed, grew
    return replace(evidence, growth=growth)


def of_doubtful_height(stacks, cell, *counts) -> Evidence:
    """A tower that may be as high as any of ``counts``, on a field that surely changed."""
    evidence = replace(
        seen(stacks), change=changes(np.where(np.eye(4)[cell[0] * 2 + cell[1]], 9, 1).reshape(2, 2))
    )
    evidence.height[cell] = 0.01
    evidence.height[cell][list(counts)] = 0.97 / len(counts)
    return evidence


def test_a_stone_on_ones_own_tower_that_nobody_can_count_is_told_by_the_top_that_rose():
    before = (((), ("red",)), ((), ()))
    doubtful = of_doubtful_height(before, (0, 1), 1, 2)
    assert interpret(growing(doubtful, (0, 1), -6, -6, 0), expecting(before)).placement == ("red", (0, 1))
    assert interpret(growing(doubtful, (0, 1), -6, 0, -6), expecting(before)).nothing


def test_a_stone_taken_from_ones_own_tower_is_told_by_the_top_that_sank():
    before = (((), ("red", "red", "red")), ((), ()))
    doubtful = of_doubtful_height(before, (0, 1), 2, 3)
    found = interpret(growing(doubtful, (0, 1), 0, -6, -6), expecting(before))
    assert found.removed == (("red", (0, 1)),) and not found.added


def test_a_tower_that_seems_a_stone_lower_was_nudged_unless_the_stone_came_onto_another_field():
    before = ((("red", "red"), ()), ((), ()))
    for beside, told in (((), False), (("red",), True)):
        doubtful = of_doubtful_height(((("red",), ()), ((), beside)), (0, 0), 1, 2)
        found = interpret(growing(doubtful, (0, 0), 0, -1, -6), expecting(before))
        assert (found.removed == (("red", (0, 0)),)) == told
        assert (found.unclear == ((0, 0),)) != told


def test_a_print_that_reads_as_a_stone_and_seems_to_rise_is_no_stone():
    as_stone = (((), ("red",)), ((), ()))
    printed = seen(as_stone)
    evidence = replace(printed, before_owner=printed.owner, before_height=printed.height)
    evidence = replace(evidence, change=changes([[1, 2.9], [1, 1]]))
    assert interpret(growing(evidence, (0, 1), -6, -6, 0), expecting()).nothing


def test_a_top_changed_for_another_colour_is_told_from_a_stone_laid_on_it_by_whether_the_tower_grew():
    before = (((), ("red",)), ((), ()))
    doubtful = of_doubtful_height((((), ("blue",)), ((), ())), (0, 1), 1, 2)
    grew = interpret(growing(doubtful, (0, 1), -6, -6, 0), expecting(before, "blue"))
    stayed = interpret(growing(doubtful, (0, 1), -6, 0, -6), expecting(before, "blue"))
    assert grew.placement == ("blue", (0, 1))
    assert stayed.added == (("blue", (0, 1)),) and stayed.removed == (("red", (0, 1)),)


@pytest.mark.parametrize(("told_by", "unclear"), [(2.0, True), (3.5, False)])
def test_whether_a_stone_laid_without_cards_lies_on_a_tower_or_replaces_its_top_must_be_surer(
    told_by, unclear
):
    before = (((), ("red",)), ((), ()))
    doubtful = of_doubtful_height((((), ("blue",)), ((), ())), (0, 1), 1, 2)
    seen = growing(doubtful, (0, 1), -6, -told_by, 0)
    assert bool(interpret(seen, expecting(before, "blue")).unclear) == unclear
    assert not interpret(seen, expecting(before, "blue", cards=("red", "red"))).unclear


def test_a_stone_of_a_colour_that_the_networks_mix_up_is_told_by_the_stones_known():
    before = (((), ("red",)), ((), ("blue",)))
    evidence = seen(before)
    half_blue = np.full(len(OWNERS), 0.004, np.float32)
    half_blue[OWNERS.index("red")], half_blue[OWNERS.index("blue")] = 0.3, 0.68
    was = evidence.owner.copy()
    was[0, 1] = half_blue
    now = was.copy()
    now[0, 0] = half_blue
    height = evidence.height.copy()
    height[0, 0] = np.roll(height[0, 0], 1)
    expected = expecting(before, "blue", ("red",))
    laid = Evidence(now, height, evidence.hidden, change=changes([[9, 1], [1, 1]]))
    known = replace(laid, before_owner=was, before_height=evidence.height)
    assert interpret(laid, expected).placement == ("blue", (0, 0))
    assert interpret(known, expected).placement != ("blue", (0, 0))


def test_two_stones_are_both_told():
    now = ((("red",), ()), ((), ("red",)))
    found = interpret(seen(now), expecting())
    assert set(found.added) == {("red", (0, 0)), ("red", (1, 1))}
    assert found.placement is None


def test_a_stone_that_moved_is_taken_here_and_added_there():
    before = ((("red",), ()), ((), ()))
    now = (((), ()), ((), ("red",)))
    found = interpret(seen(now), expecting(before))
    assert (found.added, found.removed) == ((("red", (1, 1)),), (("red", (0, 0)),))


def test_doubt_is_not_told_as_an_act():
    evidence = seen((((), ("red",)), ((), ())))
    evidence.owner[0, 1] = 0.02
    evidence.owner[0, 1, OWNERS.index("none")] = 0.3
    evidence.owner[0, 1, OWNERS.index("red")] = 0.6
    evidence.height[0, 1] = 1 / 8
    found = interpret(evidence, expecting(cards=("blue",)))
    assert not found.nothing
    assert found.unclear


def test_what_is_hidden_is_taken_as_it_was():
    evidence = seen((((), ("red",)), ((), ())))
    evidence.hidden[0, 1] = 0.9
    assert interpret(evidence, expecting()).nothing


def test_a_set_the_networks_misread_is_judged_by_what_changed():
    """A field always misread as red stays "nothing" while it reads as it did before."""
    misread = seen((((), ("red",)), ((), ())))
    evidence = replace(
        misread, before_owner=misread.owner, before_height=misread.height, change=changes([[1, 1], [1, 1]])
    )
    assert interpret(evidence, expecting()).nothing


def test_agrees_says_whether_the_table_lies_so():
    now = (((), ("red",)), ((), ()))
    assert agrees(seen(now), now, PLAYERS, FIELDS)
    assert not agrees(seen(now), EMPTY, PLAYERS, FIELDS)


def read_as(before, now, change):
    """Evidence of a look at ``now`` after one at ``before``."""
    earlier = seen(before)
    return replace(seen(now), before_owner=earlier.owner, before_height=earlier.height, change=change)


def test_a_field_beside_a_new_stone_that_reads_as_taken_but_hardly_changed_is_a_shadow():
    now = (((), ("red",)), ((), ("blue",)))  # at [1, 1] nothing stands: a shadow is taken for a stone
    change = changes([[1, 25], [1, 4]])
    found = interpret(read_as(EMPTY, now, change), expecting(cards=("blue",)))
    assert found.placement == ("red", (0, 1)) and not found.unclear


def test_a_shadow_on_the_field_beside_a_new_stone_is_no_second_stone():
    """It changed as much as a stone would, but only by being darker; and a dark yellow may read as a yellow stone."""
    evidence = read_as(EMPTY, (((), ("red",)), ((), ())), changes([[1, 40], [1, 16]]))
    evidence.owner[1, 1] = 0.002
    evidence.owner[1, 1][[0, OWNERS.index("red")]] = 0.94, 0.05
    assert interpret(evidence, expecting(cards=("blue",))).unclear == ((1, 1),)
    darker = replace(evidence.change, but_for_shade=np.array([[1, 30], [1, 1.5]], np.float32))
    found = interpret(replace(evidence, change=darker), expecting(cards=("blue",)))
    assert found.placement == ("red", (0, 1)) and not found.unclear


RED_STONE, BLUE_STONE, RED_FIELD = (
    np.array(lab) for lab in ([40.0, 45, 25], [30.0, 10, -35], [55.0, 60, 32])
)
STONES = StonesSeen(prints={"red": (55.0, 60.0, 32.0)}).and_one("red", RED_STONE).and_one("blue", BLUE_STONE)


def overlooked(before, cell, lab) -> Evidence:
    """A field that reads as empty at both looks, though it changed, and ``lab`` came to be seen there."""
    evidence = replace(read_as(EMPTY, EMPTY, changes([[1, 1], [1, 1]])), stones=STONES)
    evidence.change.of_fields[cell] = 12
    return replace(evidence, change=replace(evidence.change, colours={cell: lab}))


def test_a_stone_that_a_tower_hides_but_for_a_bit_is_told_by_the_colour_of_that_bit():
    found = interpret(overlooked(EMPTY, (0, 0), BLUE_STONE + 3), expecting(cards=("red",), to_move="blue"))
    assert found.placement == ("blue", (0, 0))
    found = interpret(overlooked(EMPTY, (0, 0), BLUE_STONE + 3), expecting(cards=("red",), to_move="red"))
    assert found.placement in (("blue", (0, 0)), None), "never the other player's"


def test_a_field_on_which_nothing_but_its_print_came_to_be_seen_is_bare():
    found = interpret(overlooked(EMPTY, (0, 0), RED_FIELD), expecting(to_move="red"))
    assert found.placement is None
    before = ((("blue",), ()), ((), ()))
    taken = interpret(overlooked(before, (0, 0), RED_FIELD), expecting(before))
    assert not taken.nothing and not taken.added


def test_two_stones_side_by_side_are_both_told_where_both_fields_changed():
    now = (((), ("red",)), ((), ("red",)))
    found = interpret(read_as(EMPTY, now, changes([[1, 25], [1, 20]])), expecting(cards=("blue",)))
    assert {cell for _, cell in found.added} == {(0, 1), (1, 1)}


def test_what_a_new_stone_hides_of_another_field_is_no_third_stone_beside_two():
    three = ((("red",), ("red",)), ((), ("red",)))
    of_fields = np.array([[25, 14], [1, 12]], np.float32)
    hidden = np.array([[25, 1.2], [1, 12]], np.float32)
    beside = {(0, 0): of_fields, (0, 1): of_fields, (1, 1): hidden}
    evidence = replace(seen(three, 0.9), change=Changes(of_fields, beside))
    found = interpret(evidence, expecting(cards=("green",)))
    assert [cell for _, cell in found.added] == [(0, 0), (1, 1)]
    stood = replace(seen(three, 0.9), change=Changes(of_fields, {}))
    assert len(interpret(stood, expecting(cards=("green",))).added) == 3


def test_what_a_stone_hides_of_another_field_is_no_change_there():
    change = Changes(
        np.array([[8, 1], [25, 1]], np.float32), {(1, 0): np.array([[1, 1], [25, 1]], np.float32)}
    )
    before = ((("red",), ()), ((), ()))
    now = ((("red",), ()), (("red",), ()))
    assert interpret(read_as(before, now, change), expecting(before, cards=("green",))).placement == (
        "red",
        (1, 0),
    )


def heights(cell, **p):
    height = np.full((2, 2, 8), 1e-3, np.float32)
    for stones, share in p.items():
        height[cell][int(stones[1:])] = share
    return height


def test_a_tower_always_read_too_low_is_known_by_how_much_it_grew():
    """Three stones that read as two were one less before."""
    before = ((("blue", "blue"), ()), ((), ()))
    look = read_as(before, before, changes([[12, 1], [1, 1]]))
    low = replace(
        look, before_height=heights((0, 0), h1=0.9, h2=0.08), height=heights((0, 0), h2=0.9, h3=0.08)
    )
    assert interpret(low, expecting(before, "blue", ("red",) * 3)).placement == ("blue", (0, 0))


def test_a_tower_always_read_too_low_is_known_by_how_much_it_shrank():
    before = ((("blue",) * 3, ()), ((), ()))
    look = read_as(before, before, changes([[12, 1], [1, 1]]))
    low = replace(
        look, before_height=heights((0, 0), h2=0.9, h3=0.08), height=heights((0, 0), h1=0.9, h2=0.08)
    )
    assert interpret(low, expecting(before, "blue")).removed == (("blue", (0, 0)),)


def test_a_tower_that_was_touched_and_stands_as_it_stood_is_nothing():
    before = ((("blue",), ()), ((), ()))
    assert interpret(read_as(before, before, changes([[20, 1], [1, 1]])), expecting(before)).nothing


def test_who_lays_the_price_of_a_field_has_put_a_stone_there_not_exchanged_one():
    before = ((("blue",), ()), ((), ()))
    now = ((("red",), ()), ((), ()))  # two stones that read as one
    paid = read_as(before, now, changes([[20, 1], [1, 1]]))
    assert interpret(paid, expecting(before, cards=("red", "red"))).placement == ("red", (0, 0))
    assert interpret(paid, expecting(before, cards=("red", "blue"))).placement == ("red", (0, 0))
    assert interpret(paid, expecting(before)).placement is None


def test_a_stone_moved_onto_a_tower_that_reads_as_low_as_before_was_moved_not_exchanged():
    """What is gone from one field lies on the other: the stone that came there hides the one below."""
    before = ((("red",), ()), ((), ("blue",)))
    now = (((), ()), ((), ("red",)))
    evidence = read_as(before, now, changes([[12, 1], [1, 12]]))
    alone = read_as(before, ((("red",), ()), ((), ("red",))), changes([[1, 1], [1, 12]]))
    assert interpret(alone, expecting(before)).placement is None
    found = interpret(evidence, expecting(before))
    assert not found.unclear
    assert (found.added, found.removed) == ((("red", (1, 1)),), (("red", (0, 0)),))


def test_who_takes_the_top_off_a_stone_of_its_fields_colour_has_not_taken_that_one_too():
    """It reads as nothing, as such stones do; but what came to be seen looks like it."""
    before = ((("blue", "red"), ()), ((), ()))
    evidence = replace(read_as(before, EMPTY, changes([[15, 1], [1, 1]])), stones=STONES)
    evidence = replace(evidence, change=replace(evidence.change, colours={(0, 0): BLUE_STONE}))
    evidence.owner[0, 0] = 0.001
    evidence.owner[0, 0][[OWNERS.index("none"), OWNERS.index("blue")]] = 0.95, 0.04
    evidence.height[0, 0][:2] = 0.95, 0.04
    found = interpret(evidence, expecting(before))
    assert found.removed == (("red", (0, 0)),) and not found.unclear


def test_a_stone_that_passes_for_its_fields_print_is_gone_where_the_field_looks_bare_again():
    """Black on a dark spot: it reads as nothing before and after."""
    before = ((("blue",), ()), ((), ()))
    look = read_as(EMPTY, EMPTY, changes([[17, 1], [1, 1]]))
    assert not interpret(look, expecting(before)).removed
    gone = interpret(replace(look, unlike_earlier={(0, 0): (0.08,)}), expecting(before))
    assert gone.removed == (("blue", (0, 0)),) and not gone.unclear
    touched = interpret(replace(look, unlike_earlier={(0, 0): (0.9,)}), expecting(before))
    assert touched.nothing


def test_a_stone_that_reads_as_nothing_is_not_taken_off_while_its_field_is_not_as_it_was_bare():
    before = ((("blue",), ()), ((), ()))
    look = read_as(before, EMPTY, changes([[8, 1], [1, 1]]))
    assert interpret(look, expecting(before)).removed == (("blue", (0, 0)),)
    assert not interpret(replace(look, unlike_earlier={(0, 0): (1.0,)}), expecting(before)).removed


@pytest.fixture
def shaded_beside():
    """Cards were laid for a second stone on a red one, which hardly shows; on the field beside it fell a shadow."""
    before = ((("red",), ()), ((), ()))
    change = Changes(
        np.array([[2.1, 6.0], [1, 1]], np.float32),
        {},
        np.array([[1.8, 1.0], [1, 1]], np.float32),
        {(0, 0): RED_STONE},
    )
    look = replace(read_as(before, before, change), stones=STONES)
    return growing(look, (0, 0), -3.0, -1.5, 0.0), expecting(before, cards=("red", "red"))


def test_a_stone_that_hardly_shows_is_told_by_the_shadow_it_throws(shaded_beside):
    look, expected = shaded_beside
    found = interpret(look, expected)
    assert found.placement == ("red", (0, 0)) and not found.unclear


def test_a_shadow_alone_is_no_stone_on_the_field_beside_it(shaded_beside):
    look, expected = shaded_beside
    untouched = growing(look, (0, 0), -6.0, 0.0, -3.0)
    untouched.change.of_fields[0, 0] = untouched.change.but_for_shade[0, 0] = 1.2
    assert not interpret(untouched, expected).added
    only_shade = replace(look, change=replace(look.change, colours={}))
    assert not interpret(only_shade, expected).added


def test_a_top_taken_off_is_told_from_one_changed_where_the_tower_looks_as_it_did_below():
    """A red top on a blue stone is gone, and the one below reads as low or high as before."""
    before = ((("blue", "red"), ()), ((), ()))
    now = ((("blue",), ()), ((), ()))
    look = growing(read_as(before, now, changes([[25, 1], [1, 1]])), (0, 0), 0.0, 0.0, -3.0)
    look = replace(look, height=heights((0, 0), h1=0.45, h2=0.45), before_height=heights((0, 0), h2=0.9))
    assert interpret(look, expecting(before, "blue")).unclear == ((0, 0),)
    taken = interpret(replace(look, unlike_earlier={(0, 0): (np.nan, 0.05)}), expecting(before, "blue"))
    assert taken.removed == (("red", (0, 0)),) and not (taken.added or taken.unclear)
    nudged = interpret(replace(look, unlike_earlier={(0, 0): (np.nan, 0.9)}), expecting(before, "blue"))
    assert nudged.unclear == ((0, 0),), "who takes a stone off may nudge those below"


def test_a_second_stone_on_a_tower_beside_the_first_is_told_by_how_that_grew():
    """All stones of the board read as they should; the tower stands beside the new stone, and may be in its shade."""
    before = ((("red",), ()), ((), ()))
    now = ((("red", "red"), ()), ((), ("red",)))
    change = Changes(
        np.array([[5, 1], [1, 20]], np.float32), {}, np.array([[3.4, 1], [1, 18]], np.float32), {}
    )
    look = growing(read_as(before, now, change), (0, 0), -6.0, -5.5, 0.0)
    assert {cell for _, cell in interpret(look, expecting(before, cards=("red",))).added} == {(0, 0), (1, 1)}
    stood = growing(read_as(before, ((("red",), ()), now[1]), change), (0, 0), -6.0, 0.0, -5.5)
    assert interpret(stood, expecting(before, cards=("red",))).placement == ("red", (1, 1))


def beside_the_first(new_lab):
    """Two red stones as they read, one laid on a blue field, one on the red one beside it, which changed little more
    than a shadow changes it."""
    now = (((), ("red",)), ((), ("red",)))
    change = Changes(
        np.array([[1, 15], [1, 11]], np.float32),
        {},
        np.array([[1, 8], [1, 1.9]], np.float32),
        {(0, 1): RED_STONE, (1, 1): new_lab},
    )
    return replace(read_as(EMPTY, now, change), stones=STONES)


def test_a_stone_on_its_own_field_beside_another_is_not_passed_over():
    found = interpret(beside_the_first(RED_STONE), expecting(cards=("blue",)))
    assert (1, 1) in {*found.unclear, *(cell for _, cell in found.added)}


def test_what_looks_like_its_field_beside_a_new_stone_is_none():
    found = interpret(beside_the_first(RED_FIELD), expecting(cards=("blue",)))
    assert found.placement == ("red", (0, 1)) and not found.unclear
