"""By how much a tower's top rose or sank tells whether it grew, without knowing how high the set's stones are; and a
network tells it of towers that were touched, from both looks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.stone_table import growth as room
from vision.stone_table.changes import Changes
from vision.stone_table.growth import growth, growth_compared
from vision.stone_table.patches import TOWER_HEIGHT, TOWER_WIDTH, TowerPatches
from vision.stone_table.reading import FIELD_COLOURS, MAX_HEIGHT, OWNERS, Fields

SHRANK, STAYED, GREW = range(3)
TOWERS = {(0, 0): 0.3, (0, 3): 0.31, (2, 1): 0.55, (3, 3): 0.42, (4, 2): 0.29, (5, 5): 0.3}


def seen(lifts, tops=None, hidden=()):
    """A look at towers of these lifts, red but for ``tops``."""
    owner = np.zeros((6, 6, len(OWNERS)), np.float32)
    lift, covered = np.zeros((6, 6), np.float32), np.zeros((6, 6), np.float32)
    owner[..., 0] = 1
    for cell, high in lifts.items():
        owner[cell] = np.eye(len(OWNERS))[OWNERS.index((tops or {}).get(cell, "red"))]
        lift[cell] = high
    for cell in hidden:
        covered[cell] = 1
    fields = np.full((6, 6, len(FIELD_COLOURS)), 1 / 6, np.float32)
    return Fields(fields, owner, np.full((6, 6, MAX_HEIGHT + 1), 1 / 8, np.float32), covered, lift)


def but(lifts, **changed):
    return {**lifts, (2, 1): lifts[2, 1] + changed["by"]}


@pytest.mark.parametrize("rise", [0.06, 0.1, 0.2, 0.3])
def test_a_tower_whose_top_rose_by_a_stone_grew_and_one_whose_top_sank_shrank(rise):
    before = seen(TOWERS)
    assert growth(before, seen(but(TOWERS, by=rise)))[2, 1].argmax() == GREW
    assert growth(before, seen(but(TOWERS, by=-rise)))[2, 1].argmax() == SHRANK


def test_towers_that_look_as_they_looked_have_stayed():
    told = growth(seen(TOWERS), seen(but(TOWERS, by=0.004)))
    for cell in TOWERS:
        assert told[cell].argmax() == STAYED
        assert told[cell][GREW] < -2 and told[cell][SHRANK] < -2


def test_the_more_the_other_towers_tremble_the_less_is_told():
    trembling = {cell: high + 0.05 * (-1) ** (sum(cell) // 2) for cell, high in TOWERS.items()}
    calm = growth(seen(TOWERS), seen(but(TOWERS, by=0.12)))[2, 1]
    shaken = growth(seen(TOWERS), seen(but(trembling, by=0.12)))[2, 1]
    assert calm[STAYED] < -3 < shaken[STAYED]


def test_nothing_is_told_of_empty_fields_of_other_tops_and_under_hands():
    told = growth(seen(TOWERS), seen(but(TOWERS, by=0.2), {(2, 1): "blue"}, hidden=[(0, 0)]))
    assert not told[2, 1].any() and not told[0, 0].any() and not told[1, 1].any()
    assert not growth(seen({}), seen(TOWERS)).any()


@given(st.lists(st.floats(0, 3, width=32), min_size=12, max_size=12))
def test_one_measure_never_counts_for_more_than_evidence_of_other_kinds_can_outweigh(lifts):
    before, now = (dict(zip(TOWERS, half, strict=True)) for half in (lifts[:6], lifts[6:]))
    told = growth(seen(before), seen(now))
    assert (told <= 0).all() and (told >= -6).all() and np.isfinite(told).all()
    assert (told.max(-1) == 0).all()


# --- two looks at towers that were touched ---


class Stub:
    """In the network's place: says of every tower what it was told to say, and remembers how many it was shown."""

    def __init__(self, *logits):
        self.logits, self.shown = logits, 0

    def run(self, before, after, views):
        assert before.shape == after.shape == (1, views.shape[1], 3, TOWER_HEIGHT, TOWER_WIDTH)
        self.shown = views.shape[1]
        return {"growth": np.tile(np.array(self.logits, np.float32), (1, self.shown, 1))}


@pytest.fixture
def compared(monkeypatch):
    """What is told of towers, given by how much each field changed, and how many the network was shown."""

    def compare(changed, now=TOWERS, logits=(1.0, 9.0, 2.0), **seen_now):
        stub = Stub(*logits)
        monkeypatch.setattr(room, "network", lambda name: stub)
        look = np.zeros((36, TOWER_HEIGHT, TOWER_WIDTH, 3), np.float32)
        towers = TowerPatches(look.astype(np.uint8), np.zeros((36, 3), np.float32), np.zeros((36, 2, 3)))
        of_fields = np.ones((6, 6), np.float32)
        for cell, much in changed.items():
            of_fields[cell] = much
        change = Changes(of_fields, {})
        told = growth_compared((look, look), towers, change, seen(TOWERS), seen(now, **seen_now))
        return told, stub.shown

    return compare


def test_towers_that_nobody_touched_are_not_compared(compared):
    told, shown = compared({})
    assert shown == 0 and not told.any()


def test_a_touched_tower_is_compared_whatever_the_colour_of_its_top_now(compared):
    told, shown = compared({(2, 1): 12.0}, tops={(2, 1): "blue"})
    assert shown == 1
    assert told[2, 1].argmax() == STAYED and told[2, 1].max() == 0
    assert told[2, 1].min() == -6, "no more is made of it than evidence of other kinds can outweigh"
    assert np.count_nonzero(told.any(-1)) == 1


def test_where_nothing_stood_or_stands_or_a_hand_is_nothing_is_compared(compared):
    rest = {cell: high for cell, high in TOWERS.items() if cell != (0, 0)}
    told, shown = compared({(0, 0): 12.0, (1, 1): 12.0, (3, 3): 12.0}, rest, hidden=[(3, 3)])
    assert shown == 0 and not told.any()


def test_no_more_than_the_four_that_changed_most_are_compared(compared):
    told, shown = compared({cell: 3.0 + i for i, cell in enumerate(TOWERS)})
    assert shown == 4
    assert [cell for cell in TOWERS if not told[cell].any()] == list(TOWERS)[:2]
