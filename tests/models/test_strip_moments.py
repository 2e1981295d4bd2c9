"""A film of strips that was logged: what was done is held against what was seen, and how it was read is counted."""

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from companion.follow.four_colour_tables import lying
from models.evaluation.look_logs import LookLogError
from models.evaluation.strips.logs import StripLog, last_looks, read_strip_log, write_strip_log
from models.fitting.strip_moments import moments, with_lies
from models.measure_strip_noise import main
from models.simulated.four_colour_cards import moments as simulated
from models.simulated.noise import KINDS, read_noise
from models.simulated.strip_camera import FEW, StripCamera, parted
from referee import four_colour_cards as rules
from referee import records
from referee.four_colour_deck import RANKS

_LOOKED_AFTER_S = 0.5  # of what was done
_SEED = 8


@pytest.fixture(scope="module")
def played():
    """Moments of a simulated game, seen by eyes that do not err."""
    noise = read_noise(rules.ID)
    for kind in KINDS:
        noise = noise.times(kind, 0)
    return list(simulated(_SEED, noise))


@pytest.fixture(scope="module")
def log(played):
    """The same game as a film would be logged."""
    acts = []
    for moment in played:
        for step in moment.steps:
            since = moment.seen.t - _LOOKED_AFTER_S
            if step.kind == "act":
                acts.append({**filmed(step.act), "stands_from": since, "stands_to": moment.seen.t})
            elif step.kind == "restored":
                acts[-1]["restored"] = since - _LOOKED_AFTER_S
    comes_s = [each.seen.t - _LOOKED_AFTER_S / 2 for each in played if each.half_done or each.steps]
    hands = [[came, came] for came in comes_s]
    truth = {"header": records.header_fields(played[0].state), "acts": acts, "hands": hands}
    return StripLog(json.loads(json.dumps(truth)), [moment.seen for moment in played])


def filmed(act):
    """An act as films tell of it."""
    line = records.line_fields(rules.ID, records.Line(act))
    return {"kind": line.pop("act"), **line}


def test_each_look_has_what_was_done_since_the_one_before(played, log):
    seen = list(moments(log))
    told, due = ([[(step.kind, step.act) for step in each.steps] for each in of] for of in (seen, played))
    assert told == due
    assert [each.state for each in seen] == [each.state for each in played]


def test_what_lies_there_is_told_until_a_round_that_is_over_is_swept_off(played, log):
    for (moment, lies), before in zip(with_lies(log), [None, *played], strict=False):
        if moment.fault is None and not moment.half_done and before and before.state == moment.state:
            assert lies == +lying(moment.state) or not +lying(moment.state)


def test_of_each_stretch_the_last_look_is_kept(log):
    doubled = [look for each in log.looks for look in (each, each)]
    assert last_looks(doubled) == list(log.looks)


def test_a_log_is_read_as_it_was_written(tmp_path, log):
    write_strip_log(tmp_path / "log.npz", log)
    again = read_strip_log(tmp_path / "log.npz")
    assert again.truth == log.truth
    for one, other in zip(again.looks, log.looks, strict=True):
        assert (one.number, one.looks, one.condition) == (other.number, other.looks, other.condition)
        assert np.array_equal(one.strips.area, other.strips.area)
        assert np.allclose(one.strips.p, other.strips.p, atol=1e-6)
        assert one.strips.since.keys() == other.strips.since.keys()
        for number, since in one.strips.since.items():
            assert np.array_equal(since.now, other.strips.since[number].now)
            assert np.allclose(since.changed, other.strips.since[number].changed, rtol=1e-5)


def test_what_is_no_log_is_said_to_be_none(tmp_path):
    (tmp_path / "log.npz").write_bytes(b"nothing")
    with pytest.raises(LookLogError):
        read_strip_log(tmp_path / "log.npz")


def test_of_eyes_that_do_not_err_no_errors_are_counted(tmp_path, log):
    write_strip_log(tmp_path / "log.npz", log)
    out = tmp_path / "noise.json"
    done = CliRunner().invoke(main, [str(tmp_path / "log.npz"), "--out", str(out)], catch_exceptions=False)
    assert done.exit_code == 0
    counted = json.loads(out.read_text("utf-8"))["card"]["counted"]
    for kind in ("missed", "doubled", "miscoloured", "strip_moved"):
        errors, of = counted[kind]
        assert errors == 0
        assert of > 0


def _seen(camera, count):
    """Whether colour and rank of each of so many strips are read rightly."""
    seen = camera.look({number: (0, number) for number in range(count)})
    right = [divmod(card, len(RANKS)) for card in range(count)]
    read = [tuple(int(p.argmax()) for p in parted(p)) for p in seen.p]
    return sorted(read) == sorted(right)


def test_colours_are_told_worse_until_more_than_a_few_strips_have_lain_there():
    sure = (5.0,) * len(read_noise(rules.ID).strip_rank)
    none = dict.fromkeys(KINDS, 0.0) | {"miscoloured_of_few": 1.0}
    noise = replace(read_noise(rules.ID), **none, strip_rank=sure)
    camera = StripCamera(np.random.default_rng(1), 2, noise)
    assert not _seen(camera, FEW)
    assert _seen(camera, FEW + 1)
    assert _seen(camera, 2)


def test_only_a_poor_deck_has_ranks_that_are_told_badly():
    sure, badly = ((odds,) * len(read_noise(rules.ID).strip_rank) for odds in (5.0, -5.0))
    none = dict.fromkeys(KINDS, 0.0) | {"unsure": 1.0}
    for poor in (0.0, 1.0):
        of_deck = none | {"poor": poor}
        noise = replace(read_noise(rules.ID), **of_deck, strip_rank=sure, strip_unsure_rank=badly)
        assert _seen(StripCamera(np.random.default_rng(1), 2, noise), FEW + 1) == (not poor)
