"""A table shown to a session as it would be seen: what lies there is known, and how well it shows is chosen."""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.eyes.stretch import Place, Stretch
from companion.follow.by_rules.evidence import Evidence
from companion.follow.by_rules.look import Look
from companion.follow.by_rules.session import Session
from tests.companion.follow.by_rules.test_played_cards import STOCK, card
from tests.vision.test_pose import camera
from vision.finding.board import Board
from vision.pose import lattice_board
from vision.stone_table.changes import Changes
from vision.stone_table.patches import TableView, TowerPatches
from vision.stone_table.reading import FIELD_COLOURS, OWNERS, Fields

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


@dataclass(frozen=True)
class Shown(Stretch):
    """A stretch of which it is known what the session is to see in it."""

    look: Look | None = None


class MemoryStub:
    """Stands in for what the table looked like: what is agreed upon is only counted."""

    def __init__(self) -> None:
        self.agreed = 0

    def look(self, stretch: Shown) -> Look:
        assert stretch.look is not None
        return stretch.look

    def agree(self, look: Look, heights: np.ndarray) -> None:
        self.agreed += 1
        self.before = look.fields

    def act_told(self, look: Look) -> None:
        """The cards tell by themselves here which of them are new."""

    def forget(self) -> None:
        """Nothing is compared here."""


@dataclass
class Table:
    """A table that is seen rightly; ``show`` lets the session look at it until nothing more comes of it."""

    session: Session
    kept: list
    stones: dict = field(default_factory=dict)
    cards: list = field(default_factory=list)
    doubted: tuple = ()  # cells that may be empty as well, as far as can be seen
    overlooked: tuple = ()  # cells on which a stone stands that reads as none
    faint: dict = field(default_factory=dict)  # how probable single stones on cells seem that hardly show
    misread: dict = field(default_factory=dict)  # what the stones on cells are taken for
    counted: dict = field(default_factory=dict)  # how many stones seem to stand on cells, if not as many
    unread_board: tuple = ()  # places where something lies that was read as no card
    burnt_board: tuple = ()  # places where a lamp would hide a card
    changed: tuple = ()  # cells that look otherwise than when the table was agreed upon; empty: nobody looked
    unlike: dict = field(
        default_factory=dict
    )  # how far fields look from the others of their print, if not at all
    t: float = 0.0

    def __post_init__(self) -> None:
        if self.session:
            self.session.memory = MemoryStub()

    def show(self, sure: float = 0.98, looks: int = 8, hidden: tuple = ()) -> list[dict]:
        events = []
        for n in range(1, looks + 1):
            self.t += 0.2
            events += list(self.session.see(self.stretch(n, sure, hidden)))
        return events

    def stretch(self, n: int, sure: float = 0.98, hidden: tuple = ()) -> Shown:
        owner = np.full((6, 6, len(OWNERS)), (1 - sure) / 6, np.float32)
        height = np.full((6, 6, 8), (1 - sure) / 7, np.float32)
        prints = np.full((6, 6, 6), 0.01, np.float32)
        covered = np.zeros((6, 6), np.float32)
        for r in range(6):
            for c in range(6):
                stack = () if (r, c) in self.overlooked else self.stones.get((r, c), ())
                stack = (*stack[:-1], self.misread[r, c]) if (r, c) in self.misread and stack else stack
                owner[r, c, OWNERS.index(stack[-1] if stack else "none")] = sure
                height[r, c, self.counted.get((r, c), len(stack))] = sure
                if (r, c) in self.doubted:
                    owner[r, c, OWNERS.index("none")] = owner[r, c, OWNERS.index(stack[-1])] = 0.5
                    height[r, c, 0] = height[r, c, 1] = 0.5
                if (r, c) in self.faint:
                    p = self.faint[r, c]
                    owner[r, c, [OWNERS.index("none"), OWNERS.index(stack[-1])]] = 1 - p, p
                    height[r, c, :2] = 1 - p, p
                prints[r, c, FIELD_COLOURS.index(PRINTS[r][c])] = 0.95
                covered[r, c] = (r, c) in hidden
        tall = np.argmax(height, -1).astype(np.float32)
        fields = Fields(prints, owner, height, covered, tall)
        cards = (STOCK, *self.cards)
        evidence = Evidence(owner, height, covered)
        if self.overlooked or self.misread:
            before = self.session.memory.before
            evidence = replace(evidence, before_owner=before.owner, before_height=before.height)
        evidence = replace(evidence, change=self.changes() if self.changed else None)
        if self.unlike:
            evidence = replace(evidence, outliers_of_print=self.outliers_of_print())
        unclear = self.unread_board, self.burnt_board
        patches = np.zeros((0, 144, 64, 3), np.float32)
        seen = self.t, n, 0.2 * n, Place(), EMPTY, BOARD, patches, fields, NO_TOWERS, NO_VIEW, cards
        stretch = Shown(1, *seen)
        return replace(stretch, look=Look(stretch, stretch.reading(cards), cards, evidence, *unclear))

    def outliers_of_print(self) -> np.ndarray:
        unlike = np.ones((6, 6), np.float32)
        for cell, far in self.unlike.items():
            unlike[cell] = far
        return unlike

    def changes(self) -> Changes:
        of_fields = np.ones((6, 6), np.float32)
        for cell in self.changed:
            of_fields[cell] = 3.0
        return Changes(of_fields, {})

    def lay(self, *colours: str) -> None:
        self.cards = [card(colour, 1.1 * i - 2, 5) for i, colour in enumerate(colours)]

    def place(self, colour: str, cell: tuple[int, int], *cards: str) -> list[dict]:
        self.stones[cell] = (*self.stones.get(cell, ()), colour)
        self.lay(*cards)
        return self.show()

    def clear(self) -> list[dict]:
        self.cards = []
        return self.show()


def names(events: list[dict]) -> list[str]:
    return [e["event"] for e in events]
