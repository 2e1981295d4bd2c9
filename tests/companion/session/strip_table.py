"""A table of Four Colour Cards without pictures: a test lays strips, and eyes that do not err tell of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.eyes.picture_board import picture_board
from companion.follow.four_colour_cards import StripLook
from companion.follow.four_colour_tables import lying, tables
from companion.follow.likelihood.strip_memory import Lies
from companion.record.corrections import Corrections
from companion.record.edits import SEATS
from companion.record.keeper import Keeper
from companion.record.store import Store
from companion.session.at_table import Agreed
from companion.session.games import four_colour_cards as door
from companion.session.games.four_colour_played import FourColourPlayed
from companion.session.games.four_colour_table import seats_of
from models.simulated.four_colour_cards import Floor
from models.simulated.noise import KINDS, read_noise
from models.simulated.strip_camera import StripCamera
from referee import four_colour_cards as rules
from referee import records
from referee.four_colour_acts import Act, State
from referee.four_colour_deck import CARDS
from tests.companion.session.laid import LaidStretch
from vision.strips.reading import StripSeen

PLAYERS = ("ann", "bo", "cy")


@dataclass(frozen=True)
class Stretch(LaidStretch):
    """With the cards that lie there."""

    cards: tuple[str, ...]

    board = picture_board((320, 240))


class Sight:
    """Shows what a stretch tells, however the strips lie."""

    strips = ()
    areas = np.zeros(0, int)

    def __init__(self, sides: Any) -> None:
        self.sides = sides

    def before(self, stretch: Stretch) -> list[StripSeen]:
        corners = np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 30.0], [0.0, 30.0]])
        every = [np.eye(len(CARDS))[CARDS.index(card)] for card in stretch.cards]
        return [StripSeen(corners, p, 0.99, (True, True)) for p in every]

    def lies_aside(self, stretch: Stretch) -> None: ...

    def look(self, stretch: Stretch, lying: Lies) -> StripLook:
        return stretch.look


class StripTable:
    """Strips on a table, and a game that is followed there."""

    def __init__(self, **options: Any) -> None:
        self.store, self.options = Store.open(":memory:"), options
        self.lies: Lies = Counter()
        self.told: list[dict[str, Any]] = []
        self.new_eyes()
        self.session = self.new_session()

    def new_eyes(self) -> None:
        noise = read_noise(rules.ID)
        for kind in KINDS:
            noise = noise.times(kind, 0)
        colour, surely = ((max(each),) * len(each) for each in (noise.strip_colour, noise.strip_one))
        noise = replace(noise, strip_colour=colour, strip_colour_of_few=colour, strip_one=surely)
        self.t, self.floor = 0.0, Floor()
        self.camera = StripCamera(np.random.default_rng(1), len(PLAYERS) + 1, noise)

    def new_session(self, game_id: int | None = None) -> Any:
        agreed = Agreed(rules.ID, PLAYERS, self.options)
        session = door.session(agreed, Keeper(self.store, game_id))
        session.played = FourColourPlayed(Sight, seats_of(PLAYERS, None))
        return session

    @property
    def state(self) -> State:
        return self.session.state

    def show(self, looks: int = 8, settled_for_s: float = 2.0) -> list[dict[str, Any]]:
        """The table is seen as it lies; returns what is told of it."""
        self.t += 3.0
        self.floor.lay(self.lies)
        seen = self.camera.look(self.floor.strips)
        cards = tuple(CARDS[card] for _, card in self.lies.elements())
        look = StripLook(self.t, looks, settled_for_s, self.camera.condition, seen)
        told = list(self.session.see(Stretch(look, cards)))  # type: ignore[arg-type]
        self.told += told
        return told

    def do(self, act: Act, way: int = 0) -> list[dict[str, Any]]:
        """People do something, right or wrong, and take their hands away; ``way``: of those how strips may lie."""
        self.lies = +tables(self.state, act)[way]
        return self.show()

    def put_back(self) -> list[dict[str, Any]]:
        """The table lies as the game has it."""
        self.lies = +lying(self.state)
        return self.show()

    def sweep(self) -> list[dict[str, Any]]:
        """All strips are taken up."""
        self.lies = Counter()
        return self.show()

    def restart(self) -> list[dict[str, Any]]:
        """The program is killed and started again, and looks at the table with new eyes."""
        stored = self.store.latest_open()
        assert stored is not None and stored.header[SEATS] == seats_of(PLAYERS, None)
        self.new_eyes()
        self.session = self.new_session(stored.id)
        start = records.read_header(stored.header)
        lines = [records.read_line(start, each.act) for each in self.store.acts(stored.id)]
        self.session.resume(start, lines)
        return self.show()

    @property
    def corrections(self) -> Corrections:
        return Corrections(self.session, self.store, 1)
