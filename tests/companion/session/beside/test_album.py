"""The pictures of acts: which are before and after, what is framed in them, and how many are kept."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from companion.record.store import Store
from companion.session.beside.album import MOST_ACTS, Album
from companion.session.beside.changed import changed, framed
from companion.session.live import LiveSession
from vision.pictures import Picture
from vision.sources import PushedSource

RED, BLUE = {"act": "place", "player": "red"}, {"act": "place", "player": "blue"}


@dataclass(frozen=True)
class Rest:
    number: int
    t: float
    bgr: Picture


def table(*stones: tuple[int, int], light: float = 1.0) -> Picture:
    """A table of wood with white stones on it, 40 pixels across."""
    grain = np.random.default_rng(1).normal(90, 6, (360, 640, 3))
    bgr = np.clip(grain * light, 0, 255).astype(np.uint8)
    for x, y in stones:
        cv2.circle(bgr, (x, y), 20, (230, 230, 230), -1)
    return bgr


def decoded(jpeg: bytes | None) -> Picture:
    assert jpeg is not None
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def has_stone(picture: Picture, x: int, y: int) -> bool:
    return bool(picture[y, x].min() > 180)


def contains(box: tuple[int, int, int, int], x: int, y: int) -> bool:
    left, top, width, height = box
    return left < x < left + width and top < y < top + height


@pytest.fixture
def album() -> Album:
    """The table was empty; a stone was laid, and told."""
    album = Album()
    album.rests(Rest(1, 1.0, table()))
    album.rests(Rest(2, 2.0, table((100, 100))))
    album.told(RED, 1, Rest(2, 2.1, table((100, 100))), clear_at=1.0)
    return album


def test_before_is_the_table_as_it_lay_when_all_was_told(album: Album) -> None:
    album.rests(Rest(2, 3.0, table((100, 100))))
    album.rests(Rest(3, 4.0, table((100, 100), (300, 200))))  # half of what is done
    album.told(BLUE, 2, Rest(4, 5.0, table((100, 100), (300, 200), (500, 300))), clear_at=3.0)
    id = album.of(BLUE, 2)
    assert id is not None
    before, after = decoded(album.picture(id, "before")), decoded(album.picture(id, "after"))
    assert has_stone(before, 100, 100) and not has_stone(before, 300, 200)
    assert has_stone(after, 300, 200) and has_stone(after, 500, 300)


def test_an_act_keeps_its_pictures_under_another_number(album: Album) -> None:
    assert album.of(RED, 4) == album.of(RED, 1) is not None
    assert album.of(RED | {"accepted": True}, 1) is not None


def test_an_act_that_a_person_told_has_none(album: Album) -> None:
    assert album.of(BLUE, 1) is None
    assert album.picture(99, "after") is None


def test_of_two_acts_alike_each_has_its_own(album: Album) -> None:
    album.told(RED, 5, Rest(6, 9.0, table((200, 200))), clear_at=8.0)
    assert album.of(RED, 1) != album.of(RED, 5)


def test_a_fault_that_is_like_an_act_before_it_has_its_own(album: Album) -> None:
    album.told(RED, None, Rest(6, 9.0, table((200, 200))), clear_at=8.0)
    act, fault = album.of(RED, 1), album.of(RED, None)
    assert None not in (act, fault) and act != fault
    assert album.of(RED | {"accepted": True}, 2) == fault, "it was let stand"
    assert album.of(RED, 1) == act


def test_no_more_are_kept_than_there_is_room_for(album: Album) -> None:
    first = album.of(RED, 1)
    assert first is not None
    for n in range(MOST_ACTS):
        album.told(BLUE | {"n": n}, n, Rest(3, 3.0, table()), clear_at=1.0)
    assert album.picture(first, "after") is None


def test_what_changed_is_framed() -> None:
    (box,) = changed(table((100, 100)), table((100, 100), (300, 200)))
    assert contains(box, 300, 200) and not contains(box, 100, 100)
    drawn = framed(table(), [box])
    assert (drawn != table()).any()
    assert (drawn[:, :200] == table()[:, :200]).all()


def test_the_largest_change_comes_first() -> None:
    boxes = changed(table(), cv2.circle(table((500, 300)), (200, 150), 60, (230, 230, 230), -1))
    assert contains(boxes[0], 200, 150) and contains(boxes[1], 500, 300)


def test_a_cloud_before_the_sun_is_no_change() -> None:
    assert changed(table((100, 100)), table((100, 100), light=0.85)) == []


def test_where_all_is_another_picture_nothing_is_framed() -> None:
    other = np.random.default_rng(2).integers(0, 255, (36, 64, 3), np.uint8)
    assert changed(table(), cv2.resize(other, (640, 360), interpolation=cv2.INTER_NEAREST)) == []
    assert changed(table(), table()[:100]) == []


def test_once_another_game_is_set_up_no_picture_of_the_one_before_is_kept(
    album: Album, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = LiveSession(
        PushedSource(), Store.open(":memory:"), "punto", ("ann", "bo"), {}, camera="browser"
    )
    monkeypatch.setattr(session, "_album", album)
    assert session.act_picture(1, "after") is not None
    session.command("setup", {"game": "just4fun-colours", "players": [], "options": {}})
    assert session.act_picture(1, "after") is None
