"""The recording that ships, through the whole pipeline: frames in, verdicts out."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands.demo import RECORDING
from models.evaluation.labelled import Labelled
from models.evaluation.recordings import judge_recording


@pytest.fixture(scope="module")
def truth() -> dict:
    return json.loads(RECORDING.with_suffix(".json").read_text())


def test_the_recording_has_what_it_is_to_show(truth):
    faults = {fault for act in truth["acts"] for fault in act["verdict"]}
    assert len(faults) >= 3
    assert truth["result"]["how"] == "row"
    assert RECORDING.stat().st_size <= 8_000_000


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("record") / "game.jsonl"


@pytest.fixture(scope="module")
def events(record: Path, truth: dict) -> list[dict]:
    players = ",".join(truth["players"])
    watched = CliRunner().invoke(
        main, ["watch", str(RECORDING), "--players", players, "--json", "--record", str(record)]
    )
    assert watched.exit_code == 0, watched.stderr
    return [json.loads(line) for line in watched.stdout.splitlines()]


def test_its_acts_are_told_as_they_were_done(events, truth):
    result = judge_recording(Labelled(RECORDING, truth, "shipped"), events, 0.0)
    assert result.exact >= 0.9 * result.acts, result.lines
    assert result.false_alarms <= 1, result.lines
    assert result.won_right
    assert sorted(result.delays_s)[len(result.delays_s) // 2] <= 0.7
    assert max(result.delays_s) <= 2.0, "a fault is told once it lies there for good"


def test_what_watch_records_judge_judges_alike(events, record):
    judged = CliRunner().invoke(main, ["judge", "--json", str(record)])
    assert judged.exit_code == 0, judged.stderr
    *verdicts, last = [json.loads(line) for line in judged.stdout.splitlines()]
    counted = [e for e in events if e["event"] == "act" and e["n"] is not None]
    assert [v["legal"] for v in verdicts] == [e["legal"] for e in counted]
    assert last["outcome"] == next(e["outcome"] for e in events if e["event"] == "outcome")
