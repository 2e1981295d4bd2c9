"""What was likely done, as it is proposed to a person who is asked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.record.store import Store
from companion.session.games import just4fun_colours, one_two_three_four
from companion.session.games.just4fun_colours import proposal
from tests.companion.session.field_table import FieldTable
from tests.companion.session.lane_table import LaneTable


def differs(cell: list[int], expected: list[str], owner: str | None, height: int) -> Any:
    return {"cell": cell, "expected": expected, "seen": {"owner": owner, "height": height}}


RED = differs([1, 2], [], "red", 1)
ON_TOWER = differs([1, 2], ["blue", "red"], "green", 3)
TAKEN = differs([4, 4], ["blue"], None, 0)
COVERED = differs([1, 2], ["red"], "blue", 1)
AS_BEFORE = differs([0, 0], ["red"], "red", 1)
PLACE = {"act": "place", "player": "red", "cell": [1, 2]}


@pytest.mark.parametrize(
    ("seen", "cards", "proposed"),
    [
        ([RED], ["blue"], PLACE | {"cards": ["blue"]}),
        ([RED], [], PLACE),
        ([ON_TOWER], [], PLACE | {"player": "green"}),
        ([RED, AS_BEFORE], [], PLACE),
        ([AS_BEFORE], [], PLACE | {"player": "blue", "cell": [0, 0]}),
        ([RED, TAKEN], [], {"act": "change", "added": [("red", [1, 2])], "removed": [("blue", [4, 4])]}),
        ([COVERED], [], {"act": "change", "added": [("blue", [1, 2])], "removed": [("red", [1, 2])]}),
        ([], ["green"] * 7, {"player": "blue", "cards": ["green"] * 7}),
        ([AS_BEFORE, AS_BEFORE], [], None),
        ([], [], None),
    ],
)
def test_what_differs_and_what_was_laid_is_proposed_and_no_more(
    seen: list[Any], cards: list[str], proposed: Any
) -> None:
    assert proposal("blue", seen, cards) == proposed


def test_of_stones_that_no_act_explains_all_are_proposed(store: Store) -> None:
    table = FieldTable(store)
    table.rearrange()
    table.show(times=2, settled_for_s=6.0)
    assert table.session.phase == "unclear"
    eyes: Any = SimpleNamespace(size=6)
    proposed = just4fun_colours.shown(table.session, eyes).proposal
    assert proposed is not None and len(proposed["added"]) == 5


def test_the_act_that_may_have_been_done_is_proposed_until_all_is_clear(store: Store) -> None:
    table = LaneTable(store)
    eyes: Any = None
    table.set_by_hand("ann", e1="red", f4="blue", a3="blue", f1="blue", c6="green")
    table.lay(e1=None, f4="red", e4="blue")
    table.show(times=2)
    act = {"act": "move", "player": "ann", "from": [0, 4], "lane": 4, "slide": 0}
    assert one_two_three_four.shown(table.session, eyes).proposal == act
    table.lay(e4=None)
    table.show(times=2)
    assert one_two_three_four.shown(table.session, eyes).proposal is None


def test_where_no_act_explains_what_lies_there_none_is_proposed(store: Store) -> None:
    table = LaneTable(store)
    table.rearrange()
    table.show(times=3)
    eyes: Any = None
    assert table.session.phase == "unclear"
    assert one_two_three_four.shown(table.session, eyes).proposal is None
