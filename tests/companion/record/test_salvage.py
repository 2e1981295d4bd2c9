"""Damage to the store's files: no act is lost in silence, and what can be had is had."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.record.store import Store
from tests.companion.record.test_store import HEADER, acts, place

ACTS = [place("red", [row, col], "red") for row in range(6) for col in range(6)]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a program that was killed in its second game, after 36 acts of each."""
    folder = tmp_path_factory.mktemp("store")
    store = Store.open(folder / "running" / "games.sqlite3")
    for _ in range(2):
        game = store.new_game(HEADER)
        for act in ACTS:
            store.append(game, act, legal=True)
        if game == 1:
            store.finish(game)
    shutil.copytree(folder / "running", folder / "killed")
    store.close()
    return folder / "killed"


@pytest.fixture
def left(killed: Path, tmp_path: Path) -> Path:
    """Its store."""
    shutil.copytree(killed, tmp_path / "left")
    return tmp_path / "left" / "games.sqlite3"


def part(path: Path, ending: str) -> Path:
    return {"journal": path.with_suffix(".journal"), "copy": path.with_name("games.copy.sqlite3")}.get(
        ending, path.with_name(path.name + ending)
    )


def scratch(path: Path, seed: int) -> None:
    """A byte somewhere in the file is another."""
    content = bytearray(path.read_bytes())
    content[random.Random(seed).randrange(len(content))] ^= 0x5A
    path.write_bytes(content)


def test_a_program_that_was_killed_has_nothing_to_tell(left: Path) -> None:
    with closing(Store.open(left)) as store:
        assert store.notice is None
        assert [acts(store, game) for game in (1, 2)] == [ACTS, ACTS]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("ending", ["", "-wal", "journal", "copy"])
def test_a_scratch_in_any_of_its_files_loses_nothing(left: Path, ending: str, seed: int) -> None:
    scratch(part(left, ending), seed)
    with closing(Store.open(left)) as store:
        assert [acts(store, game) for game in (1, 2)] == [ACTS, ACTS]
        assert [game.finished is None for game in store.games()] == [True, False]
        store.append(2, ACTS[0], legal=True)
    with closing(Store.open(left)) as store:
        assert store.notice is None, "it was told once, and is whole again"
        assert acts(store, 2) == [*ACTS, ACTS[0]]


@pytest.mark.parametrize("gone", [["-wal"], ["-wal", "-shm"], ["", "-wal", "-shm"], ["journal"], ["copy"]])
def test_a_file_that_is_gone_loses_nothing(left: Path, gone: list[str]) -> None:
    for ending in gone:
        part(left, ending).unlink()
    with closing(Store.open(left)) as store:
        assert [acts(store, game) for game in (1, 2)] == [ACTS, ACTS]
        assert (store.notice is None) == (gone in (["journal"], ["copy"]))


def test_a_log_cut_short_is_told_with_how_much_was_put_back(left: Path) -> None:
    log = part(left, "-wal")
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
    with closing(Store.open(left)) as store:
        assert str(store.notice).startswith("the store had lost ")
        assert acts(store, 2) == ACTS


def in_the_file(sql: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(sql)

    return change


@pytest.mark.parametrize(
    "change",
    [
        in_the_file("UPDATE acts SET act = replace(act, 'red', 'blue') WHERE id = 50"),
        in_the_file("DELETE FROM acts WHERE id = 50"),
        in_the_file("UPDATE games SET header = '{}' WHERE id = 2"),
        in_the_file("UPDATE acts SET legal = 0 WHERE id = 72"),
    ],
    ids=["an act is another", "an act is gone", "a header is another", "a verdict is another"],
)
def test_a_row_that_was_changed_is_noticed_and_had_from_the_journal(
    left: Path, change: Callable[[Path], None]
) -> None:
    change(left)
    with closing(Store.open(left)) as store:
        assert "was damaged" in str(store.notice)
        assert acts(store, 2) == ACTS


def test_where_nothing_else_has_it_a_game_ends_before_what_is_missing_and_that_is_told(left: Path) -> None:
    for ending in ("journal", "copy"):
        part(left, ending).unlink()
    in_the_file("DELETE FROM acts WHERE id = 50")(left)
    with closing(Store.open(left)) as store:
        assert "of game 2 the end is missing" in str(store.notice)
        assert acts(store, 1) == ACTS
        assert acts(store, 2) == ACTS[:13], "what followed was done on a table that is not known"


@pytest.mark.parametrize("version", [0, 1, -1])
def test_a_number_of_another_version_changes_nothing(left: Path, version: int) -> None:
    in_the_file(f"PRAGMA user_version = {version}")(left)
    with closing(Store.open(left)) as store:
        assert acts(store, 2) == ACTS


def test_a_database_of_another_program_is_moved_aside(left: Path) -> None:
    for ending in ("-wal", "-shm"):
        part(left, ending).unlink()
    left.unlink()
    in_the_file("CREATE TABLE songs (title TEXT)")(left)
    with closing(Store.open(left)) as store:
        assert "is kept as games.damaged-" in str(store.notice)
        assert acts(store, 2) == ACTS


@pytest.mark.parametrize("game", [1, 2])
def test_a_game_that_was_deleted_is_in_no_file_and_does_not_come_back(left: Path, game: int) -> None:
    with closing(Store.open(left)) as store:
        own = store.new_game({**HEADER, "players": ["somebody", "else"]})
        store.append(own, place("somebody", [0, 0], "red"), legal=True)
        for deleted in (own, game):
            store.delete_game(deleted)
        kept = [each.id for each in store.games()]
    assert not any(b"somebody" in file.read_bytes() for file in left.parent.iterdir())
    left.unlink()
    with closing(Store.open(left)) as store:
        assert [each.id for each in store.games()] == kept == [3 - game]


def test_a_program_killed_while_a_game_was_deleted_deletes_it(left: Path) -> None:
    with closing(Store.open(left)) as store:
        store._journal.deleted(2)
    with closing(Store.open(left)) as store:
        assert [game.id for game in store.games()] == [1]
        assert store.notice is None
