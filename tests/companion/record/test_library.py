"""Games that are kept: listed, searched, taken along, brought from elsewhere, deleted, and shown act by act."""

from __future__ import annotations

import io
import json
import zipfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import pytest

from companion.errors import BadCommand, CommandError, UserError
from companion.record.library import Library, read_record
from companion.record.replay import ReplaySession, replay
from companion.record.store import Store
from referee import records
from referee.registry import GAMES

PLAYTHROUGHS = Path(__file__).parents[2] / "referee" / "playthroughs"


def played(name: str) -> str:
    """The record of a game that was played."""
    lines = (PLAYTHROUGHS / f"{name}.txt").read_text("utf-8").splitlines()
    return "".join(f"{line}\n" for line in lines if line.startswith("{"))


ROW, TIE, PUNTO = played("a_row_of_four"), played("a_tie_broken_by_stones"), played("punto_between_two")


@pytest.fixture
def library(store: Store) -> Library:
    return Library(store)


def archive(**files: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as out:
        for name, text in files.items():
            out.writestr(name.replace("_jsonl", ".jsonl"), text)
    return data.getvalue()


def test_games_are_listed_the_newest_first_with_how_they_ended(library: Library) -> None:
    for record in (ROW, PUNTO, TIE):
        library.take_in(record.encode())
    told = library.games()
    assert [game["game"] for game in told] == ["just4fun-colours", "punto", "just4fun-colours"]
    assert told[0]["players"] == ["green", "yellow", "blue"]
    assert told[2]["outcome"]["how"] == "row" and told[2]["outcome"]["text"]["de"]
    assert told[2]["acts"] == len(ROW.splitlines()) - 1


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", 3),
        ("punto", 1),
        ("ANN bo", 1),
        ("Gelb", 1),
        ("red blue", 1),
        ("four", 1),
        ("nobody", 1),
        ("zzz", 0),
        ("punto yellow", 0),
    ],
)
def test_games_are_found_by_every_word(library: Library, search: str, found: int) -> None:
    for record in (ROW, PUNTO, TIE):
        library.take_in(record.encode())
    assert len(library.games(search)) == found


def test_a_game_that_goes_on_is_listed_as_it_stands_now(library: Library, store: Store) -> None:
    header, first, *_ = map(json.loads, ROW.splitlines())
    game = store.new_game(header)
    assert (library.games()[0]["acts"], library.games()[0]["finished"]) == (0, False)
    store.append(game, first, legal=True)
    assert library.games()[0]["acts"] == 1
    store.finish(game)
    assert library.games()[0]["finished"] is True


def test_a_game_that_another_version_wrote_does_not_hide_the_others(library: Library, store: Store) -> None:
    library.take_in(ROW.encode())
    store.new_game({"game": "chess", "players": ["ann", "bo"], "clock": 5})
    assert [(game["name"], bool(game["outcome"])) for game in library.games()] == [
        ("chess", False),
        ("Just 4 Fun Colours", True),
    ]


def test_a_game_that_people_ended_is_told_as_ended_and_nobody_is_to_play(
    library: Library, store: Store
) -> None:
    header, first, *_ = map(json.loads, ROW.splitlines())
    game = store.new_game(header)
    store.append(game, first, legal=True)
    opened = replay(records.parse(library.record(game)))["steps"][-1]
    assert "is to play" in opened["standing"]["en"] and any(player["to_move"] for player in opened["players"])
    store.finish(game)
    (start, ended) = replay(records.parse(library.record(game)))["steps"]
    assert any(player["to_move"] for player in start["players"]), "it was ended after the last act"
    assert ended["standing"]["en"] == "The game was ended before it was decided."
    assert ended["outcome"] is None and not any(player["to_move"] for player in ended["players"])
    assert library.take_in(library.record(game).encode()) == [game], "it is kept already"


def test_what_was_taken_along_can_be_brought_back(library: Library) -> None:
    for record in (ROW, PUNTO):
        library.take_in(record.encode())
    taken, listed = library.export(), library.games()
    with zipfile.ZipFile(io.BytesIO(taken)) as files:
        assert len(files.namelist()) == 2
        assert all(records.parse(files.read(name)) for name in files.namelist())
    for game in listed:
        library.delete(game["id"])
    assert library.games() == []
    assert len(library.take_in(taken)) == 2
    again = library.games()
    assert [game["created"] for game in again] == [game["created"] for game in listed]
    assert [game["outcome"] for game in again] == [game["outcome"] for game in listed]


def test_a_game_is_not_kept_twice(library: Library) -> None:
    first = library.take_in(ROW.encode())
    assert library.take_in(archive(a_jsonl=ROW, b_jsonl=PUNTO))[0] == first[0]
    assert len(library.games()) == 2


def test_a_game_that_was_played_here_is_not_kept_twice_whatever_is_kept_of_its_table(
    library: Library, store: Store
) -> None:
    header, *acts = map(json.loads, ROW.splitlines())
    beside = {"clock": {"per": "turn", "seconds": 60}, "seats": {"red": "left"}, "unsure": ["a1"]}
    game = store.new_game(header | beside)
    for act in acts:
        store.append(game, act, legal=True)
    store.finish(game)
    assert library.take_in(library.export()) == [game]
    assert library.take_in(ROW.encode()) == [game]


@pytest.mark.parametrize(
    "created", ["0001-01-01T00:00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "yesterday"]
)
def test_a_game_said_to_be_begun_when_none_can_have_been_hides_no_others(
    library: Library, created: str
) -> None:
    header, *acts = ROW.splitlines()
    library.take_in("\n".join([json.dumps(json.loads(header) | {"created": created}), *acts]).encode())
    assert "2000" < library.games()[0]["created"] < "9000", "it is as if nobody had said it"
    assert library.statistics()["evenings"][0]["games"] == 1


def test_a_time_that_is_said_without_a_zone_is_this_computers(library: Library) -> None:
    header, *acts = ROW.splitlines()
    header = json.dumps(json.loads(header) | {"created": "2026-01-02T20:00:00"})
    library.take_in("\n".join([header, *acts]).encode())
    begun = datetime.fromisoformat(library.games()[0]["created"])
    assert begun == datetime(2026, 1, 2, 20).astimezone()


def test_some_games_are_taken_along(library: Library) -> None:
    game, _ = (library.take_in(record.encode())[0] for record in (ROW, PUNTO))
    with zipfile.ZipFile(io.BytesIO(library.export([game]))) as files:
        (name,) = files.namelist()
        assert "just4fun-colours" in name
        assert json.loads(files.read(name).splitlines()[0])["created"]


def test_corrections_travel_with_the_record(library: Library, store: Store) -> None:
    game = library.take_in(ROW.encode())[0]
    store.delete(game, 1)
    record = library.record(game)
    library.delete(game)
    library.take_in(record.encode())
    assert json.loads(library.record(library.games()[0]["id"]).splitlines()[0])["corrections"][0]["n"] == 1


def test_a_game_that_was_brought_is_not_gone_on_with(library: Library, store: Store) -> None:
    library.take_in("".join(ROW.splitlines(keepends=True)[:3]).encode())
    assert store.latest_open() is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the record, line 1"),
        (b"hello", "the record, line 1"),
        (ROW.encode() + b"{}\n", f"the record, line {len(ROW.splitlines()) + 1}"),
        (archive(good_jsonl=PUNTO, bad_jsonl="{}"), "bad.jsonl, line 1"),
        (archive(letter="Dear Ann"), "there is no record in it"),
        (b"PK\x03\x04" + b"\0" * 40 + b"PK\x05\x06" + b"\0" * 18, "there is no record in it"),
    ],
)
def test_what_is_no_record_is_told_and_nothing_is_kept(library: Library, data: bytes, said: str) -> None:
    with pytest.raises(BadCommand) as caught:
        library.take_in(data)
    assert str(caught.value).startswith(said)
    assert library.games() == []


def test_a_damaged_archive_is_refused_wherever_the_damage_is(library: Library) -> None:
    whole = archive(a_jsonl=ROW)
    for at in range(0, len(whole), 3):
        damaged = bytearray(whole)
        damaged[at] ^= 0xFF
        with suppress(BadCommand):
            library.take_in(bytes(damaged))


def test_archives_that_swell_together_are_refused(library: Library) -> None:
    with pytest.raises(BadCommand, match="is too large"):
        library.take_in(archive(**{f"file{n}_jsonl": ROW.rstrip() + " " * 4_000_000 for n in range(17)}))


def test_an_archive_that_swells_is_refused(library: Library) -> None:
    with pytest.raises(BadCommand, match="too large"):
        library.take_in(archive(bomb_jsonl=" " * 5_000_000))


def test_a_game_that_was_deleted_is_gone(library: Library, store: Store) -> None:
    game = library.take_in(ROW.encode())[0]
    library.delete(game)
    for ask in (library.delete, library.record, store.record):
        with pytest.raises(UserError, match=f"no game {game}"):
            ask(game)


# Act by act


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_game_can_be_shown_act_by_act_in_words(path: Path) -> None:
    record = records.parse(played(path.stem))
    shown = replay(record)
    assert json.loads(json.dumps(shown)) == shown, "it crosses to the page as JSON"
    assert len(shown["steps"]) == len(record.lines) + 1
    for step in shown["steps"][1:]:
        assert all(step["act"]["text"][lang] for lang in ("en", "de"))
        assert all(step["standing"].values())


def test_there_is_a_playthrough_of_every_game() -> None:
    shown = {records.parse(played(path.stem)).game for path in PLAYTHROUGHS.glob("*.txt")}
    assert shown == set(GAMES)


def test_a_step_shows_the_table_after_its_act() -> None:
    steps = replay(records.parse(ROW))["steps"]
    act = steps[1]["act"]["act"]
    row, col = act["cell"]
    assert steps[0]["table"]["stacks"][row][col] == []
    assert steps[1]["table"]["stacks"][row][col] == [act["player"]]
    assert steps[0]["outcome"] is None and steps[-1]["outcome"]["how"] == "row"


def test_the_count_is_explained_with_its_tie_break() -> None:
    told = replay(records.parse(TIE))["steps"][-1]["outcome"]
    english, german = told["counted"]["en"], told["counted"]["de"]
    assert len(english) == len(german) == 3
    assert "as many fields" in english[1] and "gleich viele Felder" in german[1]
    assert all(str(number) in english[2] for number in (told["areas"][told["winners"][0]][1],))


def test_a_replay_is_only_looked_at() -> None:
    session = ReplaySession(records.parse(PUNTO), "punto.jsonl")
    state = session.state()
    assert (state["phase"], state["replay"], state["game"]) == ("over", "punto.jsonl", "punto")
    assert len(state["acts"]) == len(PUNTO.splitlines()) - 1
    with pytest.raises(CommandError, match="only looked at"):
        session.command("take_back", {})
    assert read_record(session.record(), "again") == records.parse(PUNTO)
