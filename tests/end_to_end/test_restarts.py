"""A program that is killed in a quiet moment of the recording that ships, and started again, tells what it told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.commands.demo import RECORDING
from companion.record.keeper import Keeper
from companion.record.store import Store
from companion.session.at_table import Agreed, Eyes, Watching
from companion.session.games import door
from companion.session.live import play
from referee import records
from vision.sources import open_source

pytestmark = pytest.mark.long
GAME = "just4fun-colours"
QUIET_S = 1.0
PLAYERS = tuple(json.loads(RECORDING.with_suffix(".json").read_text())["players"])


@dataclass
class Program:
    """What a run of the program told, and what it kept."""

    store: Store = field(default_factory=lambda: Store.open(":memory:"))
    faults: list[tuple[Any, ...]] = field(default_factory=list)

    def started(self) -> tuple[Watching, Eyes]:
        """A session, and eyes that know nothing: as after a start, with the game that is kept if there is one."""
        keeper, table = Keeper(self.store), door(GAME)
        session = table.session(Agreed(GAME, PLAYERS, {}, None), keeper)
        if stored := self.store.latest_open():
            keeper.game_id = stored.id
            start = records.read_header(stored.header)
            session.resume(start, [records.read_line(start, act.act) for act in self.store.acts(stored.id)])
        return session, table.eyes({}, None)

    def watch(self, killed_after: int | None) -> Program:
        """Watch the film, killed once in a quiet moment after so many acts."""
        session, eyes = self.started()
        told, last_t = 0, 0.0
        with open_source(str(RECORDING), realtime=False) as film:
            for frame in film:
                for event in play(frame, eyes, session):
                    if event["event"] == "act":
                        told, last_t = told + 1, frame.t
                        if event["faults"]:
                            self.faults.append((event["act"]["player"], *event["faults"]))
                quiet = frame.t > last_t + QUIET_S and eyes.eyes == "watching"
                if told == killed_after and quiet:
                    killed_after, (session, eyes) = None, self.started()
        return self

    @property
    def record(self) -> list[str]:
        """The lines that are kept."""
        return self.store.record(self.store.games()[0].id).splitlines()[1:]


@pytest.fixture(scope="module")
def undisturbed() -> Iterator[Program]:
    program = Program().watch(None)
    yield program
    program.store.close()


@pytest.mark.parametrize("after", [1, 3, 4, 5, 6, 10, 12, 13])
def test_one_restart_changes_nothing_and_accuses_nobody(undisturbed: Program, after: int) -> None:
    program = Program().watch(after)
    assert program.record == undisturbed.record
    assert set(program.faults) <= set(undisturbed.faults)
    program.store.close()
