"""A film of tiles that was logged: what was done is held against what was seen, look by look."""

import json
from dataclasses import fields

import numpy as np
import pytest

from companion.follow.one_two_three_four import table_with
from models.evaluation.cell_logs import CellLog, read_cell_log, write_cell_log
from models.evaluation.look_logs import LookLogError
from models.fitting.cell_moments import moments
from models.simulated.noise import KINDS, read_noise
from models.simulated.registry import simulated
from referee import records
from referee.one_two_three_four_acts import ID, Change, Pass

_LOOKED_AFTER_S = 0.5  # of what was done


@pytest.fixture(scope="module")
def played():
    """Moments of a simulated game, seen by eyes that do not err."""
    noise = read_noise(ID)
    for kind in KINDS:
        noise = noise.times(kind, 0)
    return list(simulated(ID).moments(11, noise))


@pytest.fixture(scope="module")
def log(played):
    """The same game as a film would be logged."""
    acts = []
    for moment in played:
        for step in moment.steps:
            if step.kind == "act":
                since = moment.seen.t - _LOOKED_AFTER_S
                acts.append({**filmed(step.act), "stands_from": since, "stands_to": moment.seen.t})
            elif step.kind == "restored":
                acts[-1]["restored"] = moment.seen.t - 2 * _LOOKED_AFTER_S
    truth = {"header": records.header_fields(played[0].state), "acts": acts, "hands": []}
    return CellLog(json.loads(json.dumps(truth)), [moment.seen for moment in played])


def filmed(act):
    """An act as films tell of it."""
    told = {field.name: getattr(act, field.name) for field in fields(act)}
    if "origin" in told:
        told["from"] = told.pop("origin")
    return {"player": None, **told, "kind": type(act).__name__.lower()}


def test_each_look_has_what_was_done_since_the_one_before(played, log):
    seen = list(moments(log))
    assert not any(isinstance(step.act, Pass) for moment in played for step in moment.steps)
    assert [table(each).tolist() for each in seen] == [table(each).tolist() for each in played]
    told, due = ([step_in_words(each) for each in of] for of in (seen, played))
    assert told == due
    assert any("act" in step for look in told for step in look)


def table(moment):
    return table_with(moment.state, moment.fault)


def step_in_words(moment):
    """Kinds, and the faults of what was done; of acts that look the same either may be told."""
    return [(step.kind, bool(step.faults) or isinstance(step.act, Change)) for step in moment.steps]


def test_a_log_is_read_as_it_was_written(tmp_path, log):
    write_cell_log(tmp_path / "log.npz", log)
    again = read_cell_log(tmp_path / "log.npz")
    assert again.truth["header"] == log.truth["header"]
    for one, other in zip(again.looks, log.looks, strict=True):
        assert (one.number, one.looks, one.condition) == (other.number, other.looks, other.condition)
        assert np.allclose(one.cells.p, other.cells.p, atol=1e-6)
        assert one.cells.changed.keys() == other.cells.changed.keys()
        assert all(np.allclose(one.cells.changed[k], other.cells.changed[k]) for k in one.cells.changed)


def test_what_is_no_log_is_told_so(tmp_path):
    (tmp_path / "log.npz").write_bytes(b"none")
    with pytest.raises(LookLogError, match="is no log of cells"):
        read_cell_log(tmp_path / "log.npz")
