"""A game as an animation: a picture for each act, with the table as it lay."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from calibration.sheets.colours import PIPS, STONES
from companion.errors import CommandError
from companion.paper.animation import animation
from referee import records
from tests.companion.record.test_library import PUNTO, ROW, played

SHORT = 5  # acts


def short(record: str, acts: int = SHORT) -> records.Record:
    return records.parse("".join(f"{line}\n" for line in record.splitlines()[: acts + 1]))


def frames(record: records.Record, language: str = "en", form: str = "webp") -> list[Image.Image]:
    film = Image.open(io.BytesIO(animation(record, language, form)))
    shown = []
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        shown.append(film.convert("RGB"))
    return shown


def has(picture: Image.Image, colour: tuple[int, int, int]) -> bool:
    """Whether much of the picture is nearly of this colour."""
    near = np.abs(np.asarray(picture, int) - colour).sum(axis=2) < 40
    return int(near.sum()) > 150


@pytest.mark.parametrize("form", ["webp", "gif"])
def test_each_act_has_its_picture(form: str) -> None:
    shown = frames(short(ROW), form=form)
    assert len(shown) == SHORT + 1
    assert not has(shown[0], STONES["red"]) and has(shown[1], STONES["red"])
    assert {picture.size for picture in shown} == {shown[0].size}


def test_cards_lie_where_they_are_laid_in_all_pictures() -> None:
    first, *_, last = frames(short(PUNTO, 8))
    assert not any(has(first, colour) for colour in PIPS.values())
    assert any(has(last, colour) for colour in PIPS.values())


def test_a_board_with_a_lane_is_drawn_too() -> None:
    assert len(frames(short(played("one_two_three_four_between_two")))) == SHORT + 1


def test_every_language_has_its_words() -> None:
    english, german, chinese = (frames(short(ROW), language)[-1] for language in ("en", "de", "zh-Hant"))
    assert english != german != chinese


def test_of_a_game_whose_table_is_not_drawn_there_is_none() -> None:
    with pytest.raises(CommandError, match="share it as a page"):
        animation(short(played("four_colour_cards_claims"), 2), "en", "webp")
