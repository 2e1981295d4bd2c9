"""The store keeps what it acknowledged: through corrections, kills, damage, locks and full disks."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import UserError
from companion.record.home import home
from companion.record.store import Store

HEADER = {
    "game": "just4fun-colours",
    "players": ["red", "blue"],
    "options": {"row": 4},
    "board": {"fields": [["red"] * 6] * 6},
}


def place(player: str, cell: list[int], *cards: str) -> dict:
    return {"act": "place", "player": player, "cell": cell, "cards": list(cards)}


FIRST, SECOND, THIRD = place("red", [0, 0], "red"), place("blue", [1, 1], "red"), place("red", [2, 2], "red")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "games.sqlite3")
    yield store
    store.close()


@pytest.fixture
def game(store: Store) -> int:
    """A game with three legal acts."""
    game = store.new_game(HEADER)
    for act in (FIRST, SECOND, THIRD):
        store.append(game, act, legal=True)
    return game


def acts(store: Store, game: int) -> list[dict]:
    return [stored.act for stored in store.acts(game)]


def test_a_record_is_the_header_and_then_an_act_a_line(store: Store, game: int) -> None:
    lines = store.record(game).splitlines()
    assert [json.loads(line) for line in lines] == [HEADER, FIRST, SECOND, THIRD]


def test_acts_that_count_are_numbered_from_one(store: Store) -> None:
    game = store.new_game(HEADER)
    assert store.append(game, FIRST, legal=True) == 1
    assert store.append(game, SECOND, legal=True) == 2


def test_a_faulty_act_does_not_count_unless_it_is_accepted(store: Store) -> None:
    game = store.new_game(HEADER)
    assert store.append(game, FIRST, legal=False, faults=["wrong_colour"]) is None
    assert store.acts(game) == []
    assert store.append(game, FIRST, legal=False, faults=["wrong_colour"], accepted=True) == 1
    assert store.acts(game)[0].faults == ("wrong_colour",)


def test_corrections_change_the_list_that_counts(store: Store, game: int) -> None:
    mended, forgotten = place("blue", [5, 5], "red"), place("blue", [4, 4], "red")
    store.correct(game, 2, mended)
    assert acts(store, game) == [FIRST, mended, THIRD]
    store.delete(game, 1)
    assert acts(store, game) == [mended, THIRD]
    store.insert(game, 3, forgotten)
    store.insert(game, 1, FIRST)
    assert acts(store, game) == [FIRST, mended, THIRD, forgotten]
    assert [stored.n for stored in store.acts(game)] == [1, 2, 3, 4]
    assert store.append(game, SECOND, legal=True) == 5


def test_corrections_take_nothing_out_of_the_file(store: Store, game: int) -> None:
    store.delete(game, 2)
    store.correct(game, 1, SECOND)
    with sqlite3.connect(store.path) as connection:
        rows = connection.execute("SELECT edit, n FROM acts ORDER BY id").fetchall()
    connection.close()
    assert rows == [("add", 1), ("add", 2), ("add", 3), ("delete", 2), ("correct", 1)]


@pytest.mark.parametrize("n", [0, -1, 4])
def test_an_act_that_is_not_there_cannot_be_corrected(store: Store, game: int, n: int) -> None:
    with pytest.raises(UserError, match="acts 1 to 3"):
        store.correct(game, n, FIRST)
    with pytest.raises(UserError, match="acts 1 to 3"):
        store.delete(game, n)
    assert acts(store, game) == [FIRST, SECOND, THIRD]


def test_a_mended_header_is_the_one_that_counts(store: Store, game: int) -> None:
    mended = HEADER | {"board": {"fields": [["blue"] * 6] * 6}}
    store.set_header(game, mended)
    told = json.loads(store.record(game).splitlines()[0])
    assert told.pop("corrections")[0]["fields"][0] == {"cell": [0, 0], "was": "red", "is": "blue"}
    assert told == mended
    assert store.games()[0].header == mended
    assert acts(store, game) == [FIRST, SECOND, THIRD]


def test_the_newest_game_goes_on_until_it_is_finished(store: Store, game: int) -> None:
    newest = store.new_game(HEADER)
    opened = store.latest_open()
    assert opened is not None
    assert (opened.id, opened.game, opened.header) == (newest, "just4fun-colours", HEADER)
    store.finish(newest)
    assert store.latest_open() is None, "an older game that was left is not taken up again"
    store.reopen(newest)
    assert store.latest_open() is not None


PLAYER = """
import sys
from companion.record.store import Store
store = Store.open(sys.argv[1])
print(store.latest_open() is not None, flush=True)
sys.stdin.read()
"""


def test_a_game_that_another_program_plays_is_not_offered(store: Store, game: int) -> None:
    assert store.latest_open() is not None
    root = Path(__file__).parents[3]
    other = Store.open(store.path)
    assert other.latest_open() is None and [each.id for each in other.games()] == [game]
    store.close()
    command = [sys.executable, "-c", PLAYER, str(store.path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root
    ) as player:
        assert player.stdout is not None and player.stdout.readline() == "True\n"
        assert other.latest_open() is None
        player.kill()
        player.wait()
        assert other.latest_open() is not None, "a program that was killed plays no more"
    other.close()


def test_a_store_without_games_has_nothing_to_go_on_with(store: Store) -> None:
    assert store.latest_open() is None
    with pytest.raises(UserError, match="no game 7"):
        store.record(7)


def test_what_was_stored_is_there_after_reopening(store: Store, game: int) -> None:
    store.close()
    again = Store.open(store.path)
    assert acts(again, game) == [FIRST, SECOND, THIRD]
    assert again.notice is None
    again.close()


WRITER = """
import sys
from companion.record.store import Store
store = Store.open(sys.argv[1])
game = store.new_game({"game": "just4fun-colours", "players": ["red", "blue"], "options": {}})
i = 0
while True:
    i += 1
    n = store.append(game, {"act": "place", "player": "red", "cell": [0, 0], "i": i}, legal=True)
    print(n, flush=True)
"""


def test_a_killed_program_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=root
    ) as writer:
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(25)]
        writer.kill()  # SIGKILL: no handler runs
        acknowledged += [int(line) for line in writer.stdout.read().splitlines()]
    store = Store.open(path)
    game = store.latest_open()
    assert game is not None and store.notice is None
    stored = [act["i"] for act in acts(store, game.id)]
    assert stored[: len(acknowledged)] == acknowledged
    assert len(stored) <= len(acknowledged) + 1, "at most the act in hand was written and not yet told"
    store.close()


@pytest.mark.parametrize("where", [0, 5000], ids=["header", "inside"])
def test_a_damaged_file_is_moved_aside_and_told_of(store: Store, where: int) -> None:
    game = store.new_game(HEADER)
    for _ in range(20):
        store.append(game, FIRST, legal=True)
    store.close()
    damaged = bytearray(store.path.read_bytes())
    damaged[where : where + 3000] = b"\xa5" * 3000
    store.path.write_bytes(damaged)

    fresh = Store.open(store.path)
    assert fresh.notice is not None and "\n" not in fresh.notice
    assert acts(fresh, game) == [FIRST] * 20, "what the file lost is had from its journal"
    (aside,) = store.path.parent.glob("games.damaged-*.sqlite3")
    assert aside.name in fresh.notice
    assert aside.read_bytes() == damaged
    fresh.append(fresh.new_game(HEADER), FIRST, legal=True)
    fresh.close()


def test_a_locked_file_is_one_clear_line(store: Store, game: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.record.database.BUSY_S", 0.05)
    impatient = Store.open(store.path)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(UserError, match="another program is using it") as caught:
        impatient.append(game, SECOND, legal=True)
    assert "\n" not in str(caught.value)
    other.execute("ROLLBACK")
    other.close()
    assert impatient.append(game, SECOND, legal=True) == 4, "the act can be stored once the lock is gone"
    impatient.close()


def test_a_full_disk_loses_nothing_that_was_stored(store: Store, game: int) -> None:
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    stored = 3
    with pytest.raises(UserError, match="free some space"):
        while stored < 1000:
            store.append(game, FIRST, legal=True)
            stored += 1
    assert len(store.acts(game)) == stored < 1000
    store._connection.execute("PRAGMA max_page_count = 1000000")
    assert store.append(game, FIRST, legal=True) == stored + 1


def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match="TABLEREF_HOME"):
        Store.open(tmp_path / "file" / "games.sqlite3")


def test_a_store_of_a_newer_version_is_left_alone(store: Store) -> None:
    store.close()
    with sqlite3.connect(store.path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(UserError, match="newer"):
        Store.open(store.path)
    assert list(store.path.parent.glob("*damaged*")) == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platforms have other folders")
@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TABLEREF_HOME": "~/games"}, "~/games"),
        ({"XDG_DATA_HOME": "/data"}, "/data/tableref"),
        ({}, "~/.local/share/tableref"),
    ],
)
def test_the_platform_says_where_games_are_kept(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for name in ("TABLEREF_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert home() == Path(expected).expanduser()


def test_the_default_store_lies_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path / "new"))
    store = Store.open()
    assert store.path == tmp_path / "new" / "games.sqlite3"
    assert store.path.exists()
    store.close()
