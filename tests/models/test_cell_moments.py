"""A film of a game on cells that was logged: what was done is held against what was seen, look by look."""

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from models.evaluation.cell_logs import CellLog, read_cell_log, write_cell_log
from models.evaluation.look_logs import LookLogError
from models.fitting.cell_moments import GAMES, moments
from models.measure_cell_noise import main
from models.simulated.noise import KINDS, read_noise
from models.simulated.registry import simulated
from referee import records

_LOOKED_AFTER_S = 0.5  # of what was done
_SEED = 6


@pytest.fixture(scope="module", params=list(GAMES))
def game(request):
    return request.param


@pytest.fixture(scope="module")
def played(game):
    """Moments of a simulated game, seen by eyes that do not err."""
    noise = read_noise(game)
    for kind in KINDS:
        noise = noise.times(kind, 0)
    noise = replace(noise, alike=(0.0,))
    return list(simulated(game).moments(_SEED, noise))


@pytest.fixture(scope="module")
def log(game, played):
    """The same game as a film would be logged."""
    acts = []
    for moment in played:
        for step in moment.steps:
            if step.kind == "act":
                since = moment.seen.t - _LOOKED_AFTER_S
                acts.append({**filmed(game, step.act), "stands_from": since, "stands_to": moment.seen.t})
            elif step.kind == "restored":
                acts[-1]["restored"] = moment.seen.t - 2 * _LOOKED_AFTER_S
    truth = {"header": records.header_fields(played[0].state), "acts": acts, "hands": []}
    return CellLog(json.loads(json.dumps(truth)), [moment.seen for moment in played])


def filmed(game, act):
    """An act as films tell of it."""
    line = records.line_fields(game, records.Line(act))
    return {"kind": line.pop("act"), "player": None, **line}


def test_each_look_has_what_was_done_since_the_one_before(game, played, log):
    seen = list(moments(log))
    assert all(step.kind != "table" for moment in played for step in moment.steps)
    assert [lies(game, each) for each in seen] == [lies(game, each) for each in played]
    told, due = ([step_in_words(each) for each in of] for of in (seen, played))
    assert told == due
    assert any("act" in step for look in told for step in look)


def lies(game, moment):
    return GAMES[game].lies(moment.state, moment.fault).tolist()


def step_in_words(moment):
    """Kinds, and whether it was right; of acts that look the same either may be told."""
    return [(step.kind, bool(step.faults)) for step in moment.steps]


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


def test_noise_is_counted_in_a_log_as_it_was_drawn(tmp_path, game, log):
    """What is left out stays as it was told before; nothing here is misread, or may be of another colour."""
    write_cell_log(tmp_path / "log.npz", log)
    out, drawn = tmp_path / "noise.json", read_noise(game)
    out.write_text(json.dumps({"card": {"faces": "counted"}, "noise": {"arm": 0.3, "unsure": 0.4}}))
    options = [str(tmp_path / "log.npz"), "--leave", "arm", "--out", str(out)]
    assert CliRunner().invoke(main, options).exit_code == 0
    told = json.loads(out.read_text())
    assert told["card"]["faces"] == "counted" and told["noise"]["arm"] == 0.3
    assert told["noise"]["unsure"] < 0.05
    assert told["noise"]["changed_still"] == pytest.approx(drawn.changed_still, abs=0.1)
    assert told["noise"]["changed_touched"] == pytest.approx(drawn.changed_touched, abs=0.4)
    if drawn.changed_covered is not None:
        assert told["noise"]["changed_covered"] == pytest.approx(drawn.changed_covered, abs=0.6)
    assert ("alike" in told["noise"]) == bool(GAMES[game].alike is not None)
    assert np.mean(told["noise"].get("alike", 0.0)) < 0.3
