"""A profile: what was learnt once of a camera and of a set, kept in a file of its own as JSON.

Each part may be missing. Colours are Lab as in ``calibration.shades``. Board frame: unit one field, origin at the
centre of the fields, z up (see ``vision.pose``); pixels are of pictures of the size that is kept beside them.
"""

from __future__ import annotations

import json
import math
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pydantic

from calibration.lens import Lens

VERSION = 1
_NAME = re.compile(r"[^\W_][\w -]{0,39}")

Point = tuple[float, float]
Lab = tuple[float, float, float]


class ProfileError(ValueError):
    """A profile that cannot be used. The message is one line: which, what is wrong with it, how to mend it."""


@dataclass(frozen=True)
class Place:
    """Where the camera stands over the board: the outer corners of the fields in pixels, from cell [0, 0] along
    row 0, in pictures of ``image_size``; its height in degrees above the table; and where played cards are
    laid, a polygon in the board frame, if a person has said so."""

    image_size: tuple[int, int]
    corners_px: tuple[Point, Point, Point, Point]
    elevation_deg: float
    play_zone: tuple[Point, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse what no camera sees."""
        _all_finite("corners", (x for corner in self.corners_px for x in corner))
        _all_finite("play zone", (x for corner in self.play_zone or () for x in corner))
        if min(self.image_size) <= 0:
            raise ValueError("a picture has a size above nought")
        if self.play_zone is not None and len(self.play_zone) < 3:
            raise ValueError("a play zone has three corners or more")


@dataclass(frozen=True)
class TableSet:
    """One set: the colours of its ``fields`` (n rows of n), the shade of each of them, the shade of each stone
    that was seen, and the stones' measures in fields (None where none could be measured): how wide, how high
    one stone alone is, and by how much each further one makes a tower grow."""

    fields: tuple[tuple[str, ...], ...]
    shades: dict[str, Lab]
    stones: dict[str, Lab]
    stone_width: float | None = None
    stone_height: float | None = None
    stone_rise: float | None = None

    def __post_init__(self) -> None:
        """Refuse a board that is not square, or without the shades of its colours."""
        if not self.fields or any(len(row) != len(self.fields) for row in self.fields):
            raise ValueError("the fields are not as many rows as columns")
        missing = {name for row in self.fields for name in row} - set(self.shades)
        if missing:
            raise ValueError(f"no shade is told for {', '.join(sorted(missing))}")
        _all_finite("shades", (x for lab in (*self.shades.values(), *self.stones.values()) for x in lab))
        measures = (self.stone_width, self.stone_height, self.stone_rise)
        if not all(0 < measure < 5 for measure in measures if measure is not None):
            raise ValueError("a stone's measures are in fields, above 0 and below 5")


@dataclass(frozen=True)
class Profile:
    """What is known of a camera (``lens``, ``place``) and of a set under a ``name``; ``made`` is a date."""

    name: str
    made: str
    lens: Lens | None = None
    place: Place | None = None
    set: TableSet | None = None

    def to_json(self) -> dict[str, Any]:
        """As it is kept and told."""
        return {"version": VERSION, **_border().dump_python(self, mode="json")}


def check_name(name: str) -> str:
    """The name if a file may be called so; raises ProfileError."""
    if not _NAME.fullmatch(name) or name != name.strip():
        raise ProfileError(
            f"{name!r} cannot name a profile: use up to 40 letters, digits, spaces, - and _, a letter or digit first"
        )
    return name


def save(profile: Profile, folder: Path) -> Path:
    """Write the profile, whole or not at all, over an older one of its name. Raises ProfileError."""
    path = _path(profile.name, folder)
    with _told_plainly(path):
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder, suffix=".part")
        try:
            with open(handle, "w", encoding="utf-8") as file:
                json.dump(profile.to_json(), file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    return path


def load(name: str, folder: Path) -> Profile:
    """Read a profile. Raises ProfileError where there is none, or none that can be read."""
    path = _path(name, folder)
    if not path.is_file():
        known = ", ".join(names(folder)) or "none so far"
        raise ProfileError(f"there is no profile {name!r} (known: {known}); `tableref calibrate` makes one")
    with _told_plainly(path):
        text = path.read_text(encoding="utf-8")
    try:
        told = json.loads(text)
        version = told["version"] if isinstance(told, dict) else None
    except (ValueError, KeyError, RecursionError):
        version = None
    if not isinstance(version, int):
        raise ProfileError(f"{path} is no profile of tableref: remove it, and calibrate anew")
    if version > VERSION:
        raise ProfileError(f"{path} was written by a newer tableref: update tableref")
    try:
        return replace(_border().validate_python(told), name=name)
    except pydantic.ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "profile"
        raise ProfileError(f"{path}: {where}: {first['msg']}; calibrate anew") from error


def names(folder: Path) -> list[str]:
    """The profiles that are kept, by name."""
    return sorted(path.stem for path in folder.glob("*.json") if _NAME.fullmatch(path.stem))


def remove(name: str, folder: Path) -> None:
    """Delete a profile; raises ProfileError where there is none."""
    path = _path(name, folder)
    if not path.is_file():
        load(name, folder)  # which tells what there is
    with _told_plainly(path):
        path.unlink()


def _path(name: str, folder: Path) -> Path:
    return folder / f"{check_name(name)}.json"


@cache
def _border() -> pydantic.TypeAdapter[Profile]:
    return pydantic.TypeAdapter(Profile)


@contextmanager
def _told_plainly(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise ProfileError(f"cannot use the profile {path}: {why}") from error


def _all_finite(what: str, numbers: Iterable[float]) -> None:
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"{what} must be finite numbers")
