"""A table of Punto that a test lays, seen by eyes that do not err; and the session that follows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.eyes.picture_board import picture_board
from companion.follow.likelihood.cells import CellsLook
from companion.follow.likelihood.point_cards import FIRST
from companion.follow.punto_tables import piles_after
from companion.record.corrections import Corrections
from companion.record.keeper import Keeper
from companion.record.store import Store
from companion.session.at_table import Agreed
from companion.session.followed_game import FollowedGame
from companion.session.games.punto_played import PuntoPlayed
from companion.session.games.punto_setup import colours_of
from models.simulated.noise import KINDS, read_noise
from models.simulated.point_camera import CardCamera, lying
from referee import punto as rules
from referee import records
from referee.punto_acts import Act, Piles, State
from referee.table import Cell, PointCard
from tests.companion.session.laid import LaidStretch

BOARD = picture_board((320, 240))


@dataclass(frozen=True)
class Stretch(LaidStretch):
    """The same, with the piles beside the cards."""

    piles: Piles

    board = BOARD


class Sight:
    """Shows what a stretch tells, however the cards lie."""

    grid = None
    seen: dict[Cell, Any] = {}  # noqa: RUF012
    loose = ()

    def in_play(self, stretch: Stretch) -> dict[Cell, PointCard]:
        return {cell: pile[-1] for cell, pile in stretch.piles}

    def lies_aside(self, stretch: Stretch) -> None: ...

    def look(self, stretch: Stretch, lying: np.ndarray, out: Any = ()) -> CellsLook:
        return stretch.look


class Eyes:
    """See the cards as they lie. New eyes count their stretches anew."""

    def __init__(self) -> None:
        noise = read_noise(rules.ID)
        for kind in KINDS:
            noise = noise.times(kind, 0)
        changes = {"changed_still": (0.0, 0.1), "changed_touched": (3.6, 0.1), "changed_covered": None}
        noise = replace(noise, alike=(0.0,), **changes)
        self.t = 0.0
        self._camera = CardCamera(np.random.default_rng(1), lying(()), noise)

    def look(self, piles: Piles, looks: int = 8) -> Stretch:
        """The cards at rest, in a stretch of their own."""
        self.t += 3.0
        seen = self._camera.look_at(lying(piles))
        return Stretch(CellsLook(self.t, looks, 2.0, self._camera.condition, seen), piles)


class PointTable:
    """Cards on a table, and a game that is followed there."""

    def __init__(self, **options: Any) -> None:
        self.store, self.options = Store.open(":memory:"), options
        self.eyes, self.piles = Eyes(), ()
        self.told: list[dict[str, Any]] = []
        self.session = self.new_session()

    def new_session(self, game_id: int | None = None) -> Any:
        agreed = Agreed(rules.ID, ("ann", "bo"), self.options)
        return FollowedGame(
            rules,
            agreed.players,
            dict(agreed.options),
            Keeper(self.store, game_id),
            played=PuntoPlayed(Sight),
            colours=colours_of(agreed),
        )

    @property
    def state(self) -> State:
        return self.session.state

    def show(self, looks: int = 8) -> list[dict[str, Any]]:
        """The table is seen as it lies; returns what is told of it."""
        told = list(self.session.see(self.eyes.look(self.piles, looks)))
        self.told += told
        return told

    def do(self, act: Act) -> list[dict[str, Any]]:
        """People do something, right or wrong, and take their hands away."""
        self.piles = piles_after(replace(self.state, piles=self.piles), act)
        return self.show()

    def clear(self) -> list[dict[str, Any]]:
        """All cards are taken up."""
        self.piles = ()
        return self.show()

    def restart(self) -> list[dict[str, Any]]:
        """The program is killed and started again, and looks at the table with new eyes."""
        stored = self.store.latest_open()
        assert stored is not None
        self.eyes, self.session = Eyes(), self.new_session(stored.id)
        start = records.read_header(stored.header)
        acts = self.store.acts(stored.id)
        self.session.resume(start, [records.read_line(start, each.act) for each in acts])
        return self.show()

    @property
    def corrections(self) -> Corrections:
        return Corrections(self.session, self.store, 1)


class Watcher:
    """Eyes for a live session: of each frame of the camera they tell what lies on the table."""

    def __init__(self) -> None:
        self.sight, self.piles = Eyes(), ()
        self.board: Any = None
        self.eyes, self.why = "lost", None

    def feed(self, bgr: np.ndarray, t: float, hints: Any = None) -> Any:
        self.board, self.eyes = BOARD, "watching"
        yield self.sight.look(self.piles)

    def steadied(self, bgr: np.ndarray) -> np.ndarray:
        return bgr


def card(name: str) -> PointCard:
    """The card of a name such as "red 5"."""
    colour, points = name.split()
    return PointCard(colour, int(points))  # type: ignore[arg-type]


def beside(down: int, right: int) -> Cell:
    """A cell so many rows and columns from that of a round's first card."""
    return FIRST[0] + down, FIRST[1] + right
