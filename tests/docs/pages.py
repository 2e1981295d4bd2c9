"""The pages that people read: README, what is in docs/, and what stands in them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
IN_DOCS = sorted(DOCS.rglob("*.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *IN_DOCS]
_FENCE = re.compile(r"^(`{3,})(\w*)\n(.*?)^\1$", re.M | re.S)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`\n]+)`")


class Block(NamedTuple):
    """A block of code: the page it stands on, its language, its text."""

    page: Path
    language: str
    text: str


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> list[Block]:
    return [Block(page, found[2], found[3]) for found in _FENCE.finditer(page.read_text("utf-8"))]


def prose(page: Path) -> str:
    """The page without its blocks of code."""
    return _FENCE.sub("", page.read_text("utf-8"))


def links(page: Path) -> list[str]:
    return _LINK.findall(prose(page))


def named(page: Path) -> list[str]:
    """What is written as code within sentences."""
    return _CODE.findall(prose(page))


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.M)
    return {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}


def calls(page: Path) -> Iterator[list[str]]:
    """The commands in blocks to be typed in, word by word."""
    for block in blocks(page):
        if block.language == "sh":
            for line in block.text.splitlines():
                if words := shlex.split(line, comments=True):
                    yield words
