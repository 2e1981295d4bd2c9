"""What was seen, drawn over the camera's picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from vision.pictures import Picture
from vision.stone_table.reading import Fields, Reading

# BGR; chosen to be told apart, not to match any set's shades.
PAINT = {
    "red": (60, 60, 230), "orange": (40, 140, 255), "yellow": (60, 220, 250), "green": (80, 190, 80),
    "blue": (230, 140, 40), "violet": (200, 80, 170), "white": (245, 245, 245), "black": (40, 40, 40),
    "gold": (0, 200, 255),
}  # fmt: skip
_LINE = (255, 255, 255)


def draw(bgr: Picture, reading: Reading, stacks: Any = None) -> Picture:
    """A copy of the picture with the grid, each owner with its height, and the cards' outlines.

    ``stacks``: the towers as the game has them. Where one is owned as it is seen, its height is the game's: one
    picture tells heights least surely of all.
    """
    import cv2

    canvas = bgr.copy()
    thick = max(1, round(max(bgr.shape) / 700))
    if reading.board is not None and reading.fields is not None:
        _draw_grid(canvas, reading, thick)
        _draw_owners(canvas, reading, reading.fields, stacks, thick)
    for card in reading.cards:
        colour = PAINT[card.colour] if card.face_up else (150, 150, 150)
        outline = np.round(card.corners_px).astype(np.int32)
        cv2.polylines(canvas, [outline], True, (0, 0, 0), thick + 2, cv2.LINE_AA)
        cv2.polylines(canvas, [outline], True, colour, thick, cv2.LINE_AA)
    return canvas


def _draw_grid(canvas: Picture, reading: Reading, thick: int) -> None:
    import cv2

    assert reading.board is not None
    size, pose = reading.board.size, reading.board.pose
    steps = np.linspace(-size / 2, size / 2, 13)
    for at in np.arange(size + 1) - size / 2:
        for line in (np.column_stack([steps, np.full(13, at)]), np.column_stack([np.full(13, at), steps])):
            pixels = pose.project(np.column_stack([line, np.zeros(13)]))
            cv2.polylines(canvas, [np.round(pixels).astype(np.int32)], False, _LINE, thick, cv2.LINE_AA)


def _draw_owners(canvas: Picture, reading: Reading, fields: Fields, stacks: Any, thick: int) -> None:
    import cv2

    assert reading.board is not None
    size, pose = reading.board.size, reading.board.pose
    half = (size - 1) / 2
    field_px = float(np.linalg.norm(reading.board.corners_px[1] - reading.board.corners_px[0])) / size
    for row in range(size):
        for col in range(size):
            owner = fields.owner_name(row, col)
            x, y = (round(float(v)) for v in pose.project(np.array([[col - half, half - row, 0.0]]))[0])
            if fields.hidden[row, col] > 0.5:
                cv2.putText(
                    canvas, "?", (x - 6, y + 6), cv2.FONT_HERSHEY_SIMPLEX, 0.6, _LINE, thick, cv2.LINE_AA
                )
            elif owner:
                radius = max(4, round(field_px * 0.22))
                cv2.circle(canvas, (x, y), radius + thick, (0, 0, 0), -1, cv2.LINE_AA)
                cv2.circle(canvas, (x, y), radius, PAINT[owner], -1, cv2.LINE_AA)
                tower = stacks[row][col] if stacks else ()
                height = str(len(tower) if tower and tower[-1] == owner else fields.height_of(row, col))
                scale = field_px / 90
                ink = (0, 0, 0) if owner in ("yellow", "white", "green", "orange") else (255, 255, 255)
                place = (x - round(10 * scale), y + round(10 * scale))
                cv2.putText(canvas, height, place, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, thick, cv2.LINE_AA)


def draw_outcome(canvas: Picture, reading: Reading, outcome: Any) -> Picture:
    """A copy with what decided the game outlined: the row's fields in gold, or each player's area.

    ``outcome`` is that of a game on a board (see ``referee.just4fun_colours.Outcome``).
    """
    if reading.board is None:
        return canvas
    if outcome.how == "row":
        return draw_areas(canvas, reading, {"gold": outcome.cells})
    return draw_areas(canvas, reading, {player: area.cells for player, area in outcome.areas})


def draw_areas(canvas: Picture, reading: Reading, areas: dict[str, Iterable[tuple[int, int]]]) -> Picture:
    """A copy with each owner's area (cells) outlined in the owner's colour."""
    import cv2

    assert reading.board is not None
    drawn = canvas.copy()
    half = reading.board.size / 2
    thick = max(3, round(max(canvas.shape) / 250))
    for owner, cells in areas.items():
        held = set(cells)
        for row, col in held:
            left, top = col - half, half - row
            corners = [(left, top), (left + 1, top), (left + 1, top - 1), (left, top - 1)]
            neighbours = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
            for i, neighbour in enumerate(neighbours):
                if neighbour not in held:
                    ends = np.array([(*corners[i], 0.0), (*corners[(i + 1) % 4], 0.0)])
                    a, b = np.round(reading.board.pose.project(ends)).astype(int).tolist()
                    cv2.line(drawn, a, b, (0, 0, 0), thick + 2, cv2.LINE_AA)
                    cv2.line(drawn, a, b, PAINT[owner], thick, cv2.LINE_AA)
    return drawn
