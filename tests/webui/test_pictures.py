"""The pictures of the page in docs/: those that the command takes, and that README and pages show."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from tools.pictures import DOCS, KEPT, PLAYTHROUGHS, ROOT, VIEWS, main

MOST_BYTES = 1_200_000
TEXT = "\n".join(page.read_text("utf-8") for page in (ROOT / "README.md", *DOCS.glob("*.md")))
SHOWN = re.findall(r"!\[([^\]]*)\]\((?:docs/)?([^)]+)\)", TEXT)
LINKED = re.findall(r"(?<!!)\[[^\]]+\]\(([^)]+\.webp)\)", TEXT)


def test_each_view_has_its_picture_and_each_picture_its_view() -> None:
    assert {path.name for path in DOCS.glob("*.webp")} == {f"{view}.webp" for view in VIEWS}


def test_the_readme_and_the_pages_show_or_name_every_picture_and_no_other() -> None:
    named = {
        name for name in (*(name for _, name in SHOWN), *LINKED) if "/" not in name
    }  # else of another tool
    assert named == {f"{view}.webp" for view in VIEWS}


def test_who_cannot_see_the_pictures_is_told_what_they_show() -> None:
    assert len(SHOWN) == TEXT.count("![") and "<img" not in TEXT
    assert min(len(alt) for alt, _ in SHOWN) > 40


def test_they_are_pictures_and_small_enough_to_be_carried_along() -> None:
    for view in VIEWS:
        with Image.open(DOCS / f"{view}.webp") as picture:
            assert picture.format == "WEBP" and min(picture.size) >= 390
    assert sum(path.stat().st_size for path in DOCS.glob("*.webp")) < MOST_BYTES


def test_the_games_on_them_are_games_that_the_tests_judge() -> None:
    assert all((PLAYTHROUGHS / f"{name}.txt").is_file() for name in KEPT)


def test_a_picture_that_is_none_of_them_is_told() -> None:
    with pytest.raises(SystemExit, match="nothing: is no picture; there are play, fault"):
        main(("nothing",))
