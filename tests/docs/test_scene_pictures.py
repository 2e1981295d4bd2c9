"""The pictures of docs/scenes.md: one of each game, and small enough to be carried along."""

from __future__ import annotations

from PIL import Image

from referee.registry import GAMES
from tools.scene_pictures import COLUMNS, DRAWN, ROWS, SIZE

MOST_BYTES = 400_000


def test_each_game_has_a_picture_of_its_scenes_and_nothing_else_lies_there() -> None:
    assert {path.name for path in DRAWN.iterdir()} == {f"{game}.webp" for game in GAMES}


def test_each_shows_so_many_scenes_and_all_are_small() -> None:
    for path in DRAWN.iterdir():
        with Image.open(path) as picture:
            assert picture.size == (COLUMNS * SIZE[0], ROWS * SIZE[1])
    assert sum(path.stat().st_size for path in DRAWN.iterdir()) < MOST_BYTES
