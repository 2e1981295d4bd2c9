"""What a time in which nothing moved shows depends on the frames and the hints alone, and is kept to be compared."""

from dataclasses import fields, replace

import cv2
import numpy as np
import pytest

from companion.commands.demo import RECORDING
from companion.eyes.hints import Hints
from companion.eyes.keyframes import KEPT, Kept, Keyframes
from companion.eyes.learnt_set import learn_set
from companion.eyes.showing import show
from companion.eyes.stretch import Place, Stretch
from companion.eyes.watcher import Watcher

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


def test_of_each_stretch_the_last_snapshot_is_kept_and_the_oldest_are_forgotten(bgr):
    stretch, keyframes, number = stretches(bgr, Hints())[-1], Keyframes(), 0
    for looks in [(1, 5), (1, 2), *[(1, 5)] * (KEPT + 1)]:
        number += 1
        for count in looks:
            keyframes = keyframes.and_now(replace(stretch, looks=count, number=number))
    assert keyframes.latest is not None and keyframes.latest.number == number
    assert [each.stretch.number for each in keyframes.kept] == list(range(number - KEPT, number))
    assert {each.stretch.looks for each in keyframes.kept} == {5}
    assert 2 not in [each.stretch.number for each in keyframes.kept]


def test_the_light_of_the_first_keyframe_is_remembered(bgr):
    bright = stretches(bgr, Hints())[-1]
    dusk = stretches((bgr * 0.6).astype(np.uint8), Hints())[-1]
    first = Kept.after(None, bright)
    later = Kept.after(first, replace(dusk, number=2, place=bright.place))
    assert (first.to_first_light == 1).all()
    assert later.to_first_light.mean() == pytest.approx(1.6, abs=0.15)


@pytest.mark.parametrize(
    ("place", "compared"), [(Place(1, 1), True), (Place(2, 1), False), (Place(2, 2), False)]
)
def test_pictures_are_compared_from_one_place_only(bgr, place, compared):
    stretch = stretches(bgr, Hints())[-1]
    later = replace(stretch, number=stretch.number + 1, place=place)
    (since,) = show(later, [Kept.after(None, stretch)]).compared.values()
    assert bool(np.isfinite(since.change).all()) is compared
