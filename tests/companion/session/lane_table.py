"""A table of One Two Three … Four that a test lays, seen by eyes that do not err; and the session that follows it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from companion.follow.likelihood.cells import CellsLook
from companion.follow.one_two_three_four import CONTENTS, contents
from companion.record.corrections import Corrections
from companion.record.edits import UNSURE
from companion.record.keeper import Keeper
from companion.record.store import Store
from companion.session.at_table import Agreed
from companion.session.followed_game import FollowedGame
from companion.session.games.lane_played import LanePlayed
from companion.session.games.lane_setup import colours_of
from models.simulated.camera import CellCamera
from models.simulated.noise import KINDS, read_noise
from referee import one_two_three_four as rules
from referee import records
from referee.one_two_three_four_acts import Enter, State, tiles_after
from tests.companion.session.laid import PICTURE, LaidStretch
from vision.finding.board import Board
from vision.finding.corners import board_at
from vision.sources import Frame, Source
from vision.tile_table.reading import COLOURS, TileCells

CORNERS_PX = np.array([[70.0, 40.0], [250.0, 40.0], [285.0, 215.0], [35.0, 215.0]])


@cache
def board_of(size: int) -> Board:
    """A board in the picture, of so many cells a side."""
    return board_at(PICTURE, CORNERS_PX, size)


@dataclass(frozen=True)
class Stretch(LaidStretch):
    """The same, with the cells of a board with a lane."""

    cells: TileCells
    board: Any


def marks(
    corners: tuple[str, ...] = COLOURS, clockwise_p: float = 0.99, sure: float = 0.97
) -> dict[str, Any]:
    """The marks of a board as they are seen."""
    corner_p = np.full((4, 4), (1 - sure) / 3)
    for row, colour in enumerate(corners):
        corner_p[row, COLOURS.index(colour)] = sure
    return {"corner_p": corner_p, "clockwise_p": clockwise_p}


class Eyes:
    """See the tiles as they lie. New eyes count their stretches anew."""

    def __init__(self, size: int = 6, **board: Any) -> None:
        noise = read_noise("one-two-three-four")
        for kind in KINDS:
            noise = noise.times(kind, 0)
        self.size, self.marks, self.t = size, board or marks(), 0.0
        empty = np.zeros(size * size, int)
        self._camera = CellCamera(np.random.default_rng(1), empty, len(CONTENTS), noise)

    def look(self, table: np.ndarray, looks: int = 8, hidden: Any = ()) -> Stretch:
        """The tiles at rest, in a stretch of their own."""
        self.t += 3.0
        covered = np.isin(np.arange(self.size**2), [row * self.size + col for row, col in hidden])
        seen = self._camera.look(table, covered)
        look = CellsLook(self.t, looks, 2.0, self._camera.condition, seen)
        square = self.size, self.size
        cells = TileCells(seen.p.reshape(*square, -1), seen.hidden.reshape(square), **self.marks)
        return Stretch(look, cells, board_of(self.size))


class LaneTable:
    """Tiles on a table, and a game that is followed there."""

    def __init__(
        self,
        store: Store,
        players: tuple[str, ...] = ("ann", "bo"),
        options: dict[str, Any] | None = None,
        eyes: Eyes | None = None,
    ) -> None:
        self.store, self.players, self.options = store, players, options or {}
        self.eyes = eyes or Eyes()
        self.session = self.new_session()
        self.told: list[dict[str, Any]] = []
        self.table = np.zeros(self.eyes.size**2, int)
        self.show()

    def new_session(self, game_id: int | None = None) -> Any:
        agreed = Agreed(rules.ID, self.players, self.options)
        self.keeper = Keeper(self.store, game_id)
        return FollowedGame(
            rules,
            agreed.players,
            dict(agreed.options),
            self.keeper,
            played=LanePlayed(lambda: lambda stretch: stretch.look),
            colours=colours_of(agreed.players, None),
        )

    @property
    def state(self) -> State:
        return self.session.state

    def show(self, times: int = 1, looks: int = 8, hidden: Any = ()) -> list[dict[str, Any]]:
        """The table is seen as it lies; returns what is told of it."""
        told = []
        for _ in range(times):
            told += list(self.session.see(self.eyes.look(self.table, looks, hidden)))
        self.told += told
        return told

    def do(self, *acts: Any, times: int = 1) -> list[dict[str, Any]]:
        """People do something, right or wrong, and take their hands away."""
        state = self.state
        for act in acts:
            self.table = contents(state, tiles_after(state, act))
            state = rules.accept(state, act)
        return self.show(times)

    def lay(self, **tiles: str | None) -> None:
        """Tiles are put on cells, or taken from them, anyhow: lay(a1="red", b2=None)."""
        for name, colour in tiles.items():
            row, col = int(name[1:]) - 1, ord(name[0]) - ord("a")
            self.table = self.table.copy()
            self.table[row * self.eyes.size + col] = CONTENTS.index(colour) if colour else 0

    def set_by_hand(self, on_turn: str, **tiles: str) -> None:
        """A person says how the tiles lie, and they lie so."""
        self.lay(**tiles)
        size = self.eyes.size
        rows = self.table.reshape(size, size).tolist()
        stacks = [[[CONTENTS[content]] if content else [] for content in row] for row in rows]
        told = {"act": "table", "stacks": stacks, "on_turn": on_turn}
        self.corrections.insert(len(self.record) + 1, told)
        self.show()
        assert self.session.phase == "playing"

    def rearrange(self) -> None:
        """After three turns, three tiles lie at once where no act puts them."""
        for act in (Enter("ann", "red", 4), Enter("bo", "blue", 4), Enter("ann", "yellow", 4)):
            self.do(act)
        self.told.clear()
        self.lay(e1=None, f5=None, c3="red", d3="blue", c4="yellow")

    def as_told(self) -> None:
        """The tiles are put as the game has them."""
        self.table = contents(self.state)

    def restart(self) -> list[dict[str, Any]]:
        """The program is killed and started again, and looks at the table with new eyes."""
        stored = self.store.latest_open()
        assert stored is not None
        self.eyes = Eyes(self.eyes.size, **self.eyes.marks)
        self.session = self.new_session(stored.id)
        start = records.read_header(stored.header)
        acts = self.store.acts(stored.id)
        lines = [records.read_line(start, each.act) for each in acts]
        self.session.resume(start, lines, stored.header.get(UNSURE, ()))
        return self.show()

    @property
    def corrections(self) -> Corrections:
        return Corrections(self.session, self.store, 1)

    @property
    def record(self) -> list[dict[str, Any]]:
        return [stored.act for stored in self.store.acts(1)]


class Watcher:
    """Eyes for a live session: of each frame of the camera they tell what lies on the table."""

    def __init__(self, eyes: Eyes) -> None:
        self.sight, self.table = eyes, np.zeros(eyes.size**2, int)
        self.board: Any = None
        self.eyes, self.why = "lost", None

    def feed(self, bgr: np.ndarray, t: float, hints: Any = None) -> Any:
        self.board, self.eyes = board_of(self.sight.size), "watching"
        yield self.sight.look(self.table)

    def steadied(self, bgr: np.ndarray) -> np.ndarray:
        return bgr

    def take_board(self, bgr: np.ndarray, board: Any, hints: Any = None) -> None:
        self.board = board


class Camera(Source):
    """Sends a picture whenever a test says so."""

    name, is_live = "camera", True

    def __init__(self) -> None:
        self.left = self.given = 0

    def read(self, timeout_s: float) -> Frame | None:
        if self.left <= 0:
            time.sleep(0.01)
            return None
        self.left -= 1
        self.given += 1
        return Frame(PICTURE, float(self.given), self.given)

    @property
    def state(self) -> Any:
        return "live"

    def close(self) -> None: ...


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]
