"""A program that is killed at any instant loses nothing that it told, and invents nothing."""

from __future__ import annotations

import multiprocessing
import random
import sys
import time
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from companion.record.store import Store
from tests.companion.record.test_store import HEADER, acts, place

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by a signal")
FEW, MANY = 50, 1_000
LIFE_S = 0.12  # at most, from the first sign of life
PROCESSES = multiprocessing.get_context("forkserver" if sys.platform != "win32" else "spawn")
PROCESSES.set_forkserver_preload([__name__])  # else each of them reads all modules anew


def done_by(operations: int) -> list[dict[str, Any]]:
    """The acts of a game after so many operations: each fifth corrects the act before it."""
    told: list[dict[str, Any]] = []
    for number in range(operations):
        act = {**place("red", [0, 0], "red"), "number": number}
        if number % 5 == 4:
            told[-1] = act
        else:
            told.append(act)
    return told


def play(path: Path, game: int, operations: int, tell: Connection) -> None:
    """A life of the program: it goes on with a game, and tells of each operation once it is kept."""
    tell.send(None)
    store = Store.open(path)
    while True:
        act = {**place("red", [0, 0], "red"), "number": operations}
        if operations % 5 == 4:
            store.correct(game, len(store.acts(game)), act)
        else:
            store.append(game, act, legal=True)
        operations += 1
        tell.send(operations)


def killed(path: Path, game: int, operations: int, after_s: float, kept_one: bool) -> int:
    """Let a program go on with a game, and kill it; returns how many operations it told of."""
    hear, tell = PROCESSES.Pipe(duplex=False)
    with hear:
        program = PROCESSES.Process(target=play, args=(path, game, operations, tell))
        program.start()
        tell.close()
        hear.recv()
        if kept_one:  # however slow the machine is
            operations = hear.recv()
        time.sleep(after_s)
        program.kill()
        program.join()
        program.close()
        told = operations
        try:
            while hear.poll():
                told = hear.recv()
        except (EOFError, OSError):
            pass  # it was killed in the middle of a word
    return told


def killed_so_often(path: Path, kills: int, seed: int) -> int:
    """Kill programs that play on one after another; returns how many operations were told in all."""
    chance, in_all, operations, game = random.Random(seed), 0, 0, 0
    for n in range(kills):
        with closing(Store.open(path)) as store:
            if n % 10 == 0:
                operations, game = 0, store.new_game(HEADER)
        told = killed(path, game, operations, chance.uniform(0, LIFE_S), kept_one=n % 2 == 0)
        in_all += told - operations
        with closing(Store.open(path)) as store:
            assert store.notice is None, f"life {n}"
            kept = acts(store, game)
            # At most the one in hand was kept and not yet told.
            operations = next((count for count in (told, told + 1) if kept == done_by(count)), -1)
            assert operations >= 0, f"life {n}: {told} told, {len(kept)} acts kept"
            opened = store.latest_open()
            assert opened is not None and opened.id == game, "it is gone on with"
    return in_all


def test_fifty_kills_lose_and_invent_nothing(tmp_path: Path) -> None:
    assert killed_so_often(tmp_path / "games.sqlite3", FEW, seed=1) >= FEW // 2, "there was something to lose"


@pytest.mark.long
def test_so_it_is_with_a_thousand_kills(tmp_path: Path) -> None:
    assert killed_so_often(tmp_path / "games.sqlite3", MANY, seed=2) >= MANY // 2
