"""Draw what scenes look like, for docs/scenes.md: make scenes, or python -m tools.scene_pictures.

Of each game the first scenes by number, by the quick renderer: none is chosen.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

from models.scenes.make import main as make
from referee.registry import GAMES

DRAWN = Path(__file__).parents[1] / "docs" / "drawn"
COLUMNS, ROWS = 3, 2
SIZE = (400, 225)  # of each, in pixels
MADE_SIZE = (960, 540)
QUALITY = 72


def draw(game: str) -> None:
    """Write the picture of a game's scenes."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = ("--width", str(MADE_SIZE[0]), "--height", str(MADE_SIZE[1]))
        count = ("--count", str(COLUMNS * ROWS))
        make.main([folder, "--game", game, "--renderer", "quick", *count, *sizes], standalone_mode=False)
        made = [cv2.imread(str(path), cv2.IMREAD_COLOR) for path in sorted(Path(folder).glob("*.jpg"))]
    small = [
        cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA) for picture in made if picture is not None
    ]
    rows = [np.hstack(small[start : start + COLUMNS]) for start in range(0, len(small), COLUMNS)]
    DRAWN.mkdir(exist_ok=True)
    cv2.imwrite(str(DRAWN / f"{game}.webp"), np.vstack(rows), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


if __name__ == "__main__":
    for each in sys.argv[1:] or GAMES:
        draw(each)
