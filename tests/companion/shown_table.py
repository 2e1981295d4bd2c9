"""A board of coloured fields that a test lays, as the eyes would read it."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.eyes.stretch import Place, Stretch
from tests.vision.test_pose import camera
from vision.finding.board import Board
from vision.pose import lattice_board
from vision.stone_table.patches import TableView, TowerPatches
from vision.stone_table.reading import FIELD_COLOURS, OWNERS, CardSeen, Fields

PRINTS = [[FIELD_COLOURS[(r + c) % 6] for c in range(6)] for r in range(6)]
POSE = camera(60, 270, 12, 1000, 0.0)
BOARD = Board(6, POSE, POSE.project(lattice_board(6)[[0, 6, 48, 42]]), 0.95, 0.01)


def printed_board() -> np.ndarray:
    """(720, 1280, 3) the empty board as the camera sees it, each field of one colour."""
    bgr = {
        "red": (40, 40, 200), "orange": (40, 130, 235), "yellow": (60, 220, 240), "green": (70, 160, 60),
        "blue": (190, 110, 40), "violet": (150, 60, 130),
    }  # fmt: skip
    fields = np.array([[bgr[name] for name in row] for row in PRINTS], np.uint8).repeat(20, 0).repeat(20, 1)
    corners = np.array([[0, 0], [120, 0], [120, 120], [0, 120]], np.float32) - 0.5
    to_picture = cv2.getPerspectiveTransform(corners, BOARD.corners_px.astype(np.float32))
    grey = (90, 90, 90)
    return cv2.warpPerspective(
        fields, to_picture, (1280, 720), borderMode=cv2.BORDER_CONSTANT, borderValue=grey
    )


EMPTY = printed_board()
NO_TOWERS = TowerPatches(
    np.zeros((0, 144, 64, 3), np.uint8), np.zeros((0, 3), np.float32), np.zeros((0, 2, 3))
)
NO_VIEW = TableView(np.zeros((640, 640, 3), np.uint8), np.zeros((640, 640), bool))


def card(colour: str, x: float, y: float, face_up: bool = True, confidence: float = 0.9) -> CardSeen:
    corners = np.array([[x - 0.5, y + 0.8], [x + 0.5, y + 0.8], [x + 0.5, y - 0.8], [x - 0.5, y - 0.8]])
    colour_p = tuple(0.95 if name == colour else 0.01 for name in FIELD_COLOURS)
    return CardSeen(colour, colour_p, face_up, confidence, corners * 50, corners)


STOCK = card("red", -5, -1, face_up=False)


@dataclass
class Table:
    """Stones and cards that are seen rightly."""

    stones: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    cards: list[CardSeen] = field(default_factory=list)

    def lay(self, *colours: str) -> None:
        self.cards = [card(colour, 1.1 * i - 2, 5) for i, colour in enumerate(colours)]

    def stretch(self, looks: int, sure: float = 0.98, number: int = 1) -> Stretch:
        """A time in which nothing moved, after so many looks; ``sure``: how sure each stone is."""
        owner = np.full((6, 6, len(OWNERS)), (1 - sure) / 6, np.float32)
        height = np.full((6, 6, 8), (1 - sure) / 7, np.float32)
        prints = np.full((6, 6, 6), 0.01, np.float32)
        for r in range(6):
            for c in range(6):
                stack = self.stones.get((r, c), ())
                owner[r, c, OWNERS.index(stack[-1] if stack else "none")] = sure
                height[r, c, len(stack)] = sure
                prints[r, c, FIELD_COLOURS.index(PRINTS[r][c])] = 0.95
        tall = np.argmax(height, -1).astype(np.float32)
        fields = Fields(prints, owner, height, np.zeros((6, 6), np.float32), tall)
        patches = np.zeros((0, 144, 64, 3), np.float32)
        seen = 0.2 * looks, looks, 0.2 * looks, Place(), EMPTY, BOARD, patches, fields, NO_TOWERS, NO_VIEW
        return Stretch(number, *seen, (STOCK, *self.cards))
