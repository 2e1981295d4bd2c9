"""Links lead somewhere, and what pages name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, IN_DOCS, PAGES, ROOT, anchors, links, name_of, named

A_PATH = re.compile(r"(?:\.?[\w-]+/)+[\w.-]*")
MADE = ("data/", "pictures/")  # what a reader has or makes, and the repository has not


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(page: Path) -> None:
    for link in links(page):
        assert not re.match(r"\w+:|//|/", link), f"{link}: no page leads out of the repository"
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        assert target.is_file(), link
        assert not heading or heading in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_file_and_folder_that_a_page_names_is_there(page: Path) -> None:
    paths = [text for text in named(page) if A_PATH.fullmatch(text) and not text.startswith(MADE)]
    rooms = {path.name for path in ROOT.iterdir()}
    missing = [path for path in paths if path.split("/")[0] in rooms and not (ROOT / path).exists()]
    assert missing == []


def test_the_site_has_a_place_for_every_page_and_no_other() -> None:
    placed = re.findall(r"^ +- .+: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
    assert sorted(placed) == sorted(str(page.relative_to(DOCS)) for page in IN_DOCS)


def test_the_readme_is_one_screen_and_a_half() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 75
