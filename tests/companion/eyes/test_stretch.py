"""What a time in which nothing moved shows depends on the frames and the hints alone, and is kept to be compared."""

from dataclasses import fields, replace

import cv2
import numpy as np
import pytest

from companion.commands.demo import RECORDING
from companion.eyes.hints import Hints
from companion.eyes.keyframes import KEPT, Keyframes
from companion.eyes.learnt_set import learn_set
from companion.eyes.stretch import Place, Stretch
from companion.eyes.watcher import Watcher
from companion.follow.by_rules.table_memory import TableMemory
from tests.companion.shown_table import Table

TABLE = Table(session=None, kept=[])
NO_STONES = np.zeros((6, 6), np.int64)


@pytest.fixture(scope="module")
def bgr() -> np.ndarray:
    return cv2.VideoCapture(str(RECORDING)).read()[1]


def stretches(bgr: np.ndarray, hints: Hints) -> list[Stretch]:
    watcher = Watcher()
    return [item for n in range(8) for item in watcher.feed(bgr, n / 10, hints) if isinstance(item, Stretch)]


def test_the_same_frames_and_hints_show_the_same(bgr):
    one, other = stretches(bgr, Hints()), stretches(bgr, Hints())
    assert len(one) == len(other) > 2
    for a, b in zip(one, other, strict=True):
        assert (a.number, a.t, a.looks, a.place) == (b.number, b.t, b.looks, b.place)
        assert np.array_equal(a.patches, b.patches) and np.array_equal(a.fields.owner, b.fields.owner)
        assert [card.colour_p for card in a.cards] == [card.colour_p for card in b.cards]


def test_a_snapshot_stays_as_it_was_when_more_looks_come(bgr):
    first, *_, last = stretches(bgr, Hints())
    again, *_ = stretches(bgr, Hints())
    assert first.looks < last.looks and np.array_equal(first.fields.height, again.fields.height)


def test_a_learnt_set_names_every_field_and_says_of_which_it_is_not_sure(bgr):
    stretch = stretches(bgr, Hints())[-1]
    learnt = learn_set(stretch)
    assert {len(row) for row in learnt.fields} == {6} and learnt.sure.shape == (6, 6)
    assert all(learnt.fields[r][c] == next(iter(may_be)) for (r, c), may_be in learnt.unsure.items())
    assert set(learnt.labs()) >= {name for row in learnt.fields for name in row}
    assert all(getattr(learnt, each.name) is not None for each in fields(learnt))


def test_of_each_stretch_the_last_snapshot_is_kept_and_the_oldest_are_forgotten():
    keyframes = Keyframes()
    for number in range(1, KEPT + 3):
        for looks in (1, 5):
            keyframes = keyframes.and_now(replace(TABLE.stretch(looks), number=number))
    assert [each.number for each in keyframes] == list(range(3, KEPT + 3))
    assert {each.looks for each in keyframes} == {5}


@pytest.mark.parametrize(
    ("place", "compared"), [(Place(1, 1), True), (Place(2, 1), False), (Place(2, 2), False)]
)
def test_pictures_are_compared_from_one_place_only(bgr, place, compared):
    memory, stretch = TableMemory(), stretches(bgr, Hints())[-1]
    assert memory.look(stretch).evidence.before_owner is None
    memory.agree(memory.look(stretch), NO_STONES)
    evidence = memory.look(replace(stretch, place=place)).evidence
    assert (evidence.change is not None) is compared and evidence.before_owner is not None


def test_other_eyes_compare_nothing_with_before(bgr):
    memory, stretch = TableMemory(), stretches(bgr, Hints())[-1]
    memory.agree(memory.look(stretch), NO_STONES)
    memory.forget()
    assert memory.look(stretch).evidence.before_owner is None
