"""Whole games, written down with every verdict: replayed line by line."""

from __future__ import annotations

import importlib
import json

import pytest
from playthrough import FOLDER, record_lines, render

from referee import records, registry

PLAYTHROUGHS = sorted(FOLDER.glob("*.txt"))


@pytest.fixture(params=PLAYTHROUGHS, ids=[path.stem for path in PLAYTHROUGHS])
def text(request):
    return request.param.read_text(encoding="utf-8")


def test_a_playthrough_goes_as_it_is_written(text):
    assert render(text).splitlines() == text.splitlines()


def test_a_second_plain_referee_agrees_with_every_line(text):
    lines = record_lines(text)
    record = records.parse("\n".join(lines))
    naive = importlib.import_module(f"play_{registry.GAMES[record.game]}").naive
    if naive is None:
        return
    expected_faults, expected_outcome = naive([json.loads(line) for line in lines])
    assert [list(step.verdict.faults) for step in records.play(record)] == expected_faults
    outcome = registry.game(record.game).outcome(records.final_state(record))
    assert (records.outcome_fields(outcome) if outcome else None) == expected_outcome


def test_every_game_has_playthroughs_in_which_every_fault_occurs():
    seen = {game_id: set() for game_id in registry.GAMES}
    for path in PLAYTHROUGHS:
        record = records.parse("\n".join(record_lines(path.read_text(encoding="utf-8"))))
        seen[record.game].update(fault for step in records.play(record) for fault in step.verdict.faults)
    for game_id, faults in seen.items():
        assert faults == set(registry.game(game_id).FAULTS)
