"""How people play simulated games: what the tracker is fitted on and measured with."""

from itertools import pairwise, takewhile

import pytest

from models.simulated.noise import KINDS, SHARES, read_noise
from models.simulated.play import AFTER_A_FAULT, MEANWHILE
from models.simulated.registry import game_ids, simulated

NOISES = {name: read_noise(name) for name in game_ids()}


def played(name):
    return [list(simulated(name).moments(seed, NOISES[name])) for seed in range(8)]


@pytest.fixture(scope="module", params=game_ids())
def moments(request):
    return [moment for game in played(request.param) for moment in game]


@pytest.mark.parametrize("name", game_ids())
def test_a_mistake_lies_there_long_enough_to_be_noticed(name):
    rests = []
    for game in played(name):
        for i, moment in enumerate(game):
            if moment.fault is not None and any(step.faults for step in moment.steps):
                # A hand may come over the table meanwhile, and nothing be done.
                still = takewhile(lambda each: not each.steps, game[i + 1 :])
                rests.append(max(each.seen.settled_for_s for each in (moment, *still)))
    assert rests
    assert min(rests) >= AFTER_A_FAULT.least_s


def test_what_is_half_done_lies_there_for_less_long_than_what_is_done(moments):
    half_done, done = (
        [each.seen.settled_for_s for each in moments if each.half_done is half] for half in (True, False)
    )
    assert min(half_done) >= MEANWHILE.least_s
    assert sum(half_done) / len(half_done) < 0.8 * sum(done) / len(done)


@pytest.mark.parametrize("name", game_ids())
def test_a_faulty_act_is_taken_back_or_let_stand_before_the_next(name):
    for game in played(name):
        lies = None
        for step in (step for moment in game for step in moment.steps):
            assert (step.kind in ("restored", "accepted")) == (lies is not None)
            lies = step.act if step.faults else None


@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES)
def test_the_noise_was_counted_and_can_be_scaled_kind_by_kind(noise):
    assert all(0 < getattr(noise, kind) < 1 for kind in KINDS)
    assert noise.times("arm", 2).arm == 2 * noise.arm
    for quantiles in (noise.card_confidence, noise.card_colour, noise.card_face_up):
        assert len(quantiles) == len(SHARES)
        assert list(quantiles) == sorted(quantiles)


def test_who_lets_a_fault_stand_does_not_undo_it():
    """Nobody could tell that from a fault taken back. What lies there as a fault is not in the state."""
    stood = 0
    for seed in range(20):
        game = list(simulated("one-two-three-four").moments(seed, NOISES["one-two-three-four"]))
        for before, after in pairwise(game):
            if any(step.kind == "accepted" for step in after.steps):
                stood += 1
                assert after.state.tiles != before.state.tiles
    assert stood > 10
