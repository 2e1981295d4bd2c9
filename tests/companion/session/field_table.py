"""A table of Just 4 Fun Colours that a test lays, seen by eyes that do not err; and the session that follows it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.eyes.hints import Hints
from companion.eyes.stretch import Stretch
from companion.follow.just4fun_states import facts
from companion.follow.likelihood.fields_look import FieldsLook
from companion.record.corrections import Corrections
from companion.record.edits import UNSURE
from companion.record.keeper import Keeper
from companion.record.store import Store
from companion.session.followed_game import FollowedGame
from companion.session.games.just4fun_board import names_p
from companion.session.games.just4fun_played import Just4FunPlayed
from companion.session.played import LearntBoard, Options
from models.simulated.cards_camera import CardTable
from models.simulated.noise import SHARES, Noise, read_noise
from models.simulated.towers_camera import TowersCamera
from referee import just4fun_colours as rules
from referee import records
from referee.just4fun_colours import Place
from tests.companion.shown_table import PRINTS, Table

FIELDS = tuple(tuple(row) for row in PRINTS)


def plainly_seen() -> Noise:
    """Eyes that see what is there."""
    noise = read_noise("just4fun-colours")
    for kind in ("misread", "unsure", "shade", "knock", "lamp", "missed", "merged", "overlaid", "doubled"):
        noise = noise.times(kind, 0)
    sure = (6.0,) * len(SHARES)
    return replace(noise, card_colour=sure, card_confidence=sure, card_face_up=sure)


class Eyes:
    """See stones and cards as they lie. New eyes count their stretches anew."""

    def __init__(self, state: rules.State, cards: CardTable | None = None) -> None:
        rng, noise, known = np.random.default_rng(5), plainly_seen(), facts(state)
        self.fields = TowersCamera(rng, known.codes, np.array(known.prints), noise)
        self.cards = cards or CardTable(rng, noise)
        self.t = 0.0

    def look(
        self, state: rules.State, names: Any, settled_for_s: float = 2.0, hidden: Any = ()
    ) -> FieldsLook:
        """The table at rest, with the stones of ``state``, in a stretch of its own four seconds after the last."""
        lies = facts(state).codes
        size = state.options.size
        covered = np.isin(np.arange(len(lies)), [row * size + col for row, col in hidden])
        compared = self.fields.look(lies, covered)
        cards = self.cards.look(self.fields.number, self.fields.place, False, False)
        self.t += 4
        return FieldsLook(
            self.t,
            self.fields.number,
            8,
            settled_for_s,
            "plain",
            self.fields.owner,
            self.fields.height,
            self.fields.hidden,
            names,
            self.fields.prints,
            compared,
            cards,
        )


@dataclass(frozen=True)
class Laid(Stretch):
    """A stretch of which it is known what the session is to see in it."""

    look: FieldsLook | None = None


class LaidPlayed(Just4FunPlayed):
    """Sees what a test lays."""

    def __init__(self, sure_of_names: float) -> None:
        super().__init__(lambda: lambda stretch: None, ("red", "blue"))  # type: ignore[arg-type, return-value]
        self.sure = np.full((6, 6), sure_of_names)

    def learn(self, stretch: Stretch, given: Options) -> LearntBoard:
        board: Any = {"fields": PRINTS}
        return LearntBoard(given, board=board, hints=Hints(sure=self.sure))

    def look(self, stretch: Stretch, state: rules.State, hints: Hints) -> FieldsLook:
        assert isinstance(stretch, Laid) and stretch.look is not None
        return replace(stretch.look, names=names_p(hints))


class FieldTable:
    """Stones and cards on a table, and a game that is followed there."""

    def __init__(self, store: Store, sure_of_names: float = 0.9999, began: rules.State | None = None) -> None:
        self.store, self.sure_of_names = store, sure_of_names
        self.stands = began or rules.start(("red", "blue"), FIELDS)  # as the stones really lie
        self.eyes = Eyes(self.stands)
        self.acts = 0
        self.session = self.new_session()
        self.told: list[dict[str, Any]] = []
        self.show()

    def new_session(self, game_id: int | None = None) -> Any:
        keeper, played = Keeper(self.store, game_id), LaidPlayed(self.sure_of_names)
        return FollowedGame(rules, ("red", "blue"), {"row": 4}, keeper, played=played)

    @property
    def state(self) -> rules.State:
        state: rules.State = self.session.state
        return state

    def show(self, times: int = 1, settled_for_s: float = 2.5, hidden: Any = ()) -> list[dict[str, Any]]:
        """The table is seen as it lies; returns what is told of it."""
        told = []
        for _ in range(times):
            look = self.eyes.look(self.stands, np.zeros((36, 6)), settled_for_s, hidden)
            plain = Table().stretch(look.looks, number=look.number)
            seen = vars(plain) | {"t": look.t, "settled_for_s": look.settled_for_s}
            told += list(self.session.see(Laid(**seen, look=look)))
        self.told += told
        return told

    def lay(self, *cards: str) -> None:
        """Cards are laid for the next act."""
        self.eyes.cards.lay(Counter(cards), self.acts + 1)

    def do(self, act: Any, cards: tuple[str, ...] | None = None) -> list[dict[str, Any]]:
        """Somebody lays ``cards``, else those of his act, does it, right or wrong, and takes his hand away. The cards
        of the act before are cleared away."""
        self.eyes.cards.clear(self.acts)
        self.lay(*(act.cards if cards is None else cards))
        self.stands, self.acts = rules.accept(self.stands, act), self.acts + 1
        return self.show()

    def place(self, player: str, cell: tuple[int, int], *cards: str) -> list[dict[str, Any]]:
        """A stone is placed; the cards are the price unless others are given."""
        paid = cards or (FIELDS[cell[0]][cell[1]],) * (len(self.stands.stacks[cell[0]][cell[1]]) + 1)
        return self.do(Place(player, cell, paid))  # type: ignore[arg-type]

    def rearrange(self) -> None:
        """Stones stand at once on fields where no act puts them."""
        stacks = [[list(stack) for stack in row] for row in self.stands.stacks]
        for number, (row, col) in enumerate([(0, 5), (2, 2), (3, 3), (5, 1), (4, 4)]):
            stacks[row][col].append(("red", "blue")[number % 2])
        rows = tuple(tuple(map(tuple, row)) for row in stacks)
        self.stands = replace(self.stands, stacks=rows)

    def take_off(self, cell: tuple[int, int]) -> None:
        """Somebody takes the top stone off a field."""
        stacks = [[list(stack) for stack in row] for row in self.stands.stacks]
        stacks[cell[0]][cell[1]].pop()
        self.stands = replace(self.stands, stacks=tuple(tuple(map(tuple, row)) for row in stacks))

    def as_told(self) -> list[dict[str, Any]]:
        """Stones and cards are put as the game has them."""
        self.stands = self.state
        self.eyes.cards.lay(Counter(), self.acts)
        self.acts -= 1
        return self.show()

    def restart(self) -> list[dict[str, Any]]:
        """The program is killed and started again, and looks at the table with new eyes."""
        stored = self.store.latest_open()
        assert stored is not None
        self.eyes = Eyes(self.stands, self.eyes.cards)
        self.session = self.new_session(stored.id)
        start = records.read_header(stored.header)
        lines = [records.read_line(start, each.act) for each in self.store.acts(stored.id)]
        self.session.resume(start, lines, stored.header.get(UNSURE, ()))
        return self.show()

    @property
    def corrections(self) -> Corrections:
        return Corrections(self.session, self.store, 1)

    @property
    def record(self) -> list[dict[str, Any]]:
        return [stored.act for stored in self.store.acts(1)]


def names(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]
