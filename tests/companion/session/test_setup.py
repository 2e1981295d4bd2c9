"""What there is to choose before a game, and what is known of the board that it will be played on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.errors import BadCommand, CommandError
from companion.eyes.learnt_set import learn_set
from companion.messages import message
from companion.session import setup as setting_up
from companion.session.games import WATCHED
from companion.session.games.just4fun_board import learnt_board
from companion.session.setup import Setup, games, open_chosen
from tests.companion.shown_table import PRINTS, Table
from vision.stone_table.reading import FIELD_COLOURS

FIELDS = [list(row) for row in PRINTS]
TABLE = Table()


def test_every_game_is_offered_with_its_settings_in_words() -> None:
    offered = {game["game"]: game for game in games()}
    assert list(offered) == ["just4fun-colours", "punto", "four-colour-cards", "one-two-three-four"]
    assert {name for name, game in offered.items() if game["watched"]} == set(WATCHED)
    row = offered["just4fun-colours"]["options"][0]
    assert row["text"]["de"]["ask"] == "Wie viele in einer Reihe gewinnen?"
    assert row["choices"] == [4, 5] and row["default"] == 4


@pytest.mark.parametrize(
    ("kind", "value"),
    [("device", "/etc/passwd"), ("file", "0"), ("file", "http://192.168.1.5/"), ("file", "browser"),
     ("file", "rtsp://camera"), ("device", " "), ("address", "")],
)  # fmt: skip
def test_a_kind_of_camera_is_taken_at_its_word(kind: Any, value: str) -> None:
    with pytest.raises(BadCommand):
        open_chosen(kind, value)


def test_an_address_may_be_written_without_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(setting_up, "open_source", lambda spec, realtime: asked.append(spec))
    open_chosen("address", "192.168.1.5:8080/video")
    open_chosen("address", "rtsp://192.168.1.5/1")
    assert asked == ["http://192.168.1.5:8080/video", "rtsp://192.168.1.5/1"]


def test_a_setup_tells_which_way_up_the_mended_board_lies() -> None:
    setup = Setup("just4fun-colours")
    TABLE.stones = {}
    setup.see(TABLE.stretch(4))
    setup.mend((0, 0), "violet")
    assert setup.hints.fields[0, 0] == FIELD_COLOURS.index("violet")
    assert setup.fields[0][0] == "violet" and setup.fields[1] == FIELDS[1]


def test_what_a_person_mended_of_a_board_is_sure() -> None:
    setup = Setup("just4fun-colours")
    TABLE.stones = {}
    setup.see(TABLE.stretch(4))
    assert setup._learnt is not None
    setup._learnt = replace(
        setup._learnt, unsure={(0, 0): {"red": 0.5}, (1, 1): {"red": 0.5}}, sure=np.full((6, 6), 0.5)
    )
    setup.mend((0, 0), "violet")
    assert setup.learnt is not None and setup.learnt.sure is not None
    assert list(setup.learnt.unsure) == [(1, 1)] and setup.learnt.fields[0][0] == "violet"
    assert setup.learnt.sure[0, :2].tolist() == [1.0, 0.5]


@pytest.mark.parametrize("looks", [range(1, 9), (1, 3, 5, 7), (1, 4, 6, 8)])
def test_the_fields_are_learnt_once_however_slow_the_computer_is(looks, monkeypatch):
    setup = Setup("just4fun-colours")
    learnt, ready = [], []
    TABLE.stones = {}

    def learn(stretch, known):
        learnt.append(stretch.looks)
        return learn_set(stretch, known)

    monkeypatch.setattr(setting_up, "learn_set", learn)
    for count in looks:
        setup.see(TABLE.stretch(count))
        ready.append(setup.ready)
    assert len(learnt) == 1 and learnt[0] >= 4
    assert ready == [count >= 4 for count in looks]


def test_a_person_says_in_one_tap_which_of_two_shades_is_which() -> None:
    setup = Setup("just4fun-colours")
    TABLE.stones = {}
    setup.see(TABLE.stretch(4))
    assert setup._learnt is not None and setup._learnt.shades is not None
    shades = dict(zip(setup._learnt.shades.names, setup._learnt.shades.centres.tolist(), strict=True))
    setup._learnt = replace(setup._learnt, alike=(("orange", "yellow"),), sure=np.full((6, 6), 0.6))
    asked = setup.told(None)["alike"]
    assert [each["names"] for each in asked] == [["orange", "yellow"]] and len(asked[0]["rgb"]) == 2

    setup.tell_apart(("orange", "yellow"), changed=True)
    swapped = {"orange": "yellow", "yellow": "orange"}
    assert setup.fields == [[swapped.get(name, name) for name in row] for row in FIELDS]
    assert setup.hints.sure is not None and setup.hints.shades is not None
    theirs = np.isin(np.array(FIELDS), ["orange", "yellow"])
    assert (setup.hints.sure[theirs] == 1).all() and (setup.hints.sure[~theirs] == 0.6).all()
    told = dict(zip(setup.hints.shades.names, setup.hints.shades.centres.tolist(), strict=True))
    assert told["orange"] == shades["yellow"] and told["red"] == shades["red"]
    assert setup.told(None)["alike"] == []


def test_nobody_tells_shades_apart_that_were_not_seen() -> None:
    setup = Setup("just4fun-colours")
    with pytest.raises(CommandError):
        setup.tell_apart(("orange", "yellow"), changed=False)


def test_who_was_not_asked_which_shade_is_which_is_told_that_they_look_alike() -> None:
    TABLE.stones = {}
    stretch = TABLE.stretch(4)
    learnt = learn_set(stretch)
    assert learnt_board(stretch, learnt, {}, ("red",)).notes == ()
    alike = replace(learnt, alike=(("orange", "yellow"),))
    assert learnt_board(stretch, alike, {}, ("red",)).notes == (message("shades_alike"),)
    told = alike.told_apart(("orange", "yellow"), changed=True)
    assert learnt_board(stretch, told, {}, ("red",)).notes == ()
