"""Pictures and recordings with their truth beside them, found in folders."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PICTURES = (".jpg", ".jpeg", ".png")
RECORDINGS = (".mp4", ".avi", ".mkv", ".mov", ".webm")


class TruthError(ValueError):
    """A truth file cannot be used; the message says which and why."""


@dataclass(frozen=True)
class Labelled:
    """A picture or recording of ``path`` and what it shows; ``set_name`` tells tables of one making apart."""

    path: Path
    truth: dict[str, Any]
    set_name: str

    @property
    def is_recording(self) -> bool:
        """Whether it moves."""
        return self.path.suffix.lower() in RECORDINGS


def find_labelled(places: Iterable[Path]) -> Iterator[Labelled]:
    """All that is labelled in or below ``places`` (folders, truth files, pictures or recordings).

    A NAME.json counts when a picture or recording NAME lies beside it and it tells of this game: ``cells`` of
    a picture or ``acts`` of a recording. Raises TruthError.
    """
    for place in places:
        for truth_path in sorted(place.rglob("*.json")) if place.is_dir() else [place.with_suffix(".json")]:
            path = _shown_beside(truth_path)
            if path is None:
                if not place.is_dir():
                    raise TruthError(
                        f"{place}: a picture or recording and its NAME.json must lie side by side"
                    )
                continue
            truth = read_truth(truth_path)
            if _is_ours(truth, path):
                yield Labelled(path, truth, str(truth.get("set", truth_path.parent.name)))


def read_truth(path: Path) -> dict[str, Any]:
    """A truth file's content; raises TruthError."""
    try:
        truth = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TruthError(f"{path} cannot be read as JSON: {error}") from error
    if not isinstance(truth, dict):
        raise TruthError(f"{path} holds no truth: a JSON object is due")
    return truth


def _shown_beside(truth_path: Path) -> Path | None:
    if not truth_path.exists():
        return None
    shown = (truth_path.with_suffix(suffix) for suffix in (*PICTURES, *RECORDINGS))
    return next((path for path in shown if path.exists()), None)


def _is_ours(truth: dict[str, Any], path: Path) -> bool:
    """The other games' truth has other keys: Punto's cells are sparse, and no tower stands on them."""
    if "grid_corners" not in truth:
        return False
    if path.suffix.lower() in RECORDINGS:
        return "acts" in truth
    cells = truth.get("cells") or [None]
    return isinstance(cells[0], list) and "stack" in cells[0][0]
