"""Fonts for players' names, which may be in any script: the sheets' own fonts have the letters of sentences only.

They are looked for on this computer. A name that none of them can write truthfully is not written at all.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
# Looked into first, for they have much and read well; the others follow by their names.
_FIRST = (
    *("notosanscjk", "notosanstc", "pingfang", "msjh", "sourcehansans", "hiragino", "malgun"),
    *("notosans-regular", "arialuni", "arial unicode", "dejavusans.", "segoeui.", "arial."),
    "droidsansfallback",
)
_NO_LETTERS = ("lastresort", "adobeblank")  # these have a box, or nothing, for every letter there is
_NOT_FOR_PAPERS = 0x0002 | 0x0100 | 0x0200  # OpenType's fsType: no embedding, no subsets, bitmaps only


@dataclass(frozen=True)
class Face:
    """A font in a file; `number` is its place in a collection."""

    path: Path
    number: int = 0


def folders() -> list[Path]:
    """Where systems keep their fonts."""
    home = Path.home()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", str(home / "AppData" / "Local"))
        windows = os.environ.get("WINDIR", r"C:\Windows")
        return [Path(windows) / "Fonts", Path(local) / "Microsoft" / "Windows" / "Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts"]
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    own = os.environ.get("XDG_DATA_HOME") or str(home / ".local" / "share")
    return [home / ".fonts", *(Path(folder) / "fonts" for folder in (own, *shared.split(":")))]


def face_for(text: str, shipped: tuple[Path, ...] = ()) -> Face | None:
    """The font that has every character of `text`: of the shipped ones, or else of this computer's."""
    wanted = set(map(ord, text))
    for path in (*shipped, *_files()):
        for number, known in enumerate(_characters(path)):
            if wanted <= known:
                return Face(path, number)
    return None


def characters(path: Path) -> frozenset[int]:
    """The code points that a font's first face can write."""
    return _characters(path)[0]


def letter_by_letter(text: str) -> bool:
    """Whether writing one letter after the other writes the text truthfully.

    Scripts that run from right to left, and letters that join or carry marks, need more than that. `text` in
    the normal form C of Unicode.
    """
    return all(
        (letter == " " or unicodedata.category(letter)[0] not in "CMZ")
        and unicodedata.bidirectional(letter) not in ("R", "AL", "AN")
        for letter in text
    )


def _files() -> list[Path]:
    """This computer's fonts, the likeliest first."""
    found = [
        Path(folder, name)
        for top in folders()
        for folder, _, names in os.walk(top)
        for name in names
        if name.lower().endswith(_SUFFIXES) and not name.lower().startswith(_NO_LETTERS)
    ]
    return sorted(found, key=_rank)


def _rank(path: Path) -> tuple[int, str]:
    name = path.name.lower()
    liked = (place for place, start in enumerate(_FIRST) if name.startswith(start))
    return next(liked, len(_FIRST)), str(path)


@lru_cache(maxsize=4096)
def _characters(path: Path) -> tuple[frozenset[int], ...]:
    """The code points of each face in a file; none where it cannot be read, or may not be put into papers."""
    from fontTools.ttLib import TTCollection, TTFont

    try:
        with path.open("rb") as file:
            if path.suffix.lower() in (".ttc", ".otc"):
                return tuple(map(_writable, TTCollection(file, lazy=True).fonts))
            return (_writable(TTFont(file, lazy=True)),)
    except Exception:
        # Of the hundreds of fonts that others have put there, one that is damaged is left aside, whatever ails it.
        return (frozenset(),)


def _writable(font: Any) -> frozenset[int]:
    outlines = "glyf" in font or "CFF " in font
    if not outlines or ("OS/2" in font and font["OS/2"].fsType & _NOT_FOR_PAPERS):
        return frozenset()
    return frozenset(code for code, glyph in (font.getBestCmap() or {}).items() if glyph != ".notdef")
