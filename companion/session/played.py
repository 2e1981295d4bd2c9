"""What a game gives to be played at a table, beside what it gives to be followed (``companion.follow.follows``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from companion.eyes.hints import NOTHING_KNOWN, Hints
from companion.follow.follows import Lasting
from companion.follow.hypothesis import A, M, S
from companion.follow.tracker import Tracker
from companion.session.places import Places
from referee.table import Cell, Lying
from vision.finding.board import Board
from vision.pictures import Picture

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
Options = Mapping[str, Json]
Colours = Mapping[str, Sequence[str]]  # which colours each player plays, in games where they have colours
Seats = Mapping[str, str]  # on which side of the picture each player sits, where the eyes must know that
Text = Mapping[str, str]  # by language
# What lies there has 0.1 and more where it reads sooner as something else (models.simulated.camera.MISREAD_P).
AT_LEAST_P = 0.08


class SeenStretch(Protocol):
    """A time in which nothing moved, as the eyes of any game tell of it."""

    @property
    def number(self) -> int:
        """Which one it is."""
        ...

    @property
    def t(self) -> float:
        """When it was looked at last, in seconds."""
        ...

    @property
    def looks(self) -> int:
        """As good as how many looks it is by now."""
        ...

    @property
    def settled_for_s(self) -> float:
        """For how long nothing has moved."""
        ...

    @property
    def image_size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        ...

    @property
    def bgr(self) -> Picture:
        """The last look's picture (H, W, 3)."""
        ...

    @property
    def board(self) -> Board:
        """The board in it."""
        ...


class SeenTable(Lasting, Protocol):
    """What the session wants to know of a look at a stretch."""

    @property
    def looks(self) -> int:
        """As good as how many looks it is."""
        ...


E = TypeVar("E", bound=SeenTable)
T = TypeVar("T", bound=SeenStretch)
T_contra = TypeVar("T_contra", bound=SeenStretch, contravariant=True)


@dataclass(frozen=True)
class LearntBoard:
    """What a board at rest tells of a game that is to begin: its ``options`` as they are learnt, or as a person said;
    which of them, or of the cells, are ``unsure``; ``taken``: the cells on which something lies, and what to say of
    that, ``in_the_way``; what else there is to say in ``notes``, as where a person said otherwise than is seen; what
    is to be ``kept`` of the table with the game. ``board`` is what a record's header says of it, in games that have
    such; ``stands`` the act by which a game begins in its middle; ``hints`` what the eyes learnt."""

    options: Options
    unsure: tuple[str, ...] = ()
    taken: tuple[Cell, ...] = ()
    notes: tuple[Text, ...] = ()
    in_the_way: Text | None = None
    kept: Mapping[str, Json] = field(default_factory=dict)
    board: Mapping[str, Json] = field(default_factory=dict)
    stands: Any = None  # opaque, as in referee.game
    hints: Hints = NOTHING_KNOWN


class Played(Protocol[S, A, M, E, T_contra]):
    """A game that is followed by the tracker, as the session of any game needs it. Most leave some of it as it is
    here."""

    @property
    def places(self) -> Places:
        """How the places are called where its pieces lie."""
        ...

    def tracker(self, state: S, fault: A | None, seen: E) -> Tracker[S, A, M, E]:
        """Follow the game from a table that lies as ``state`` and ``fault`` have it."""
        ...

    def learn(self, stretch: T_contra, given: Options) -> LearntBoard:
        """What the board tells before a game of which a person said what is ``given``."""
        ...

    def other_eyes(self) -> None:
        """Other eyes look at the table: nothing that was seen before can be compared."""
        ...

    def board(self, stretch: T_contra) -> Mapping[str, Json]:
        """The board as `tableref look` tells of it, in the turn in which the game has it."""
        ...

    def known(self, hints: Hints, start: S, unsure: Sequence[str] = ()) -> Hints:
        """The ``hints`` with what a game that began in ``start`` says of the board; ``unsure``: what could not be
        made out of it then."""
        return hints

    def settled(self, hints: Hints, act: A) -> Hints:
        """The ``hints`` after a legal act: what it tells of the board."""
        return hints

    def zone(self, hints: Hints, memory: M) -> Hints:
        """The ``hints`` with where cards are laid, as far as that is remembered."""
        return hints

    def look(self, stretch: T_contra, state: S, hints: Hints) -> E:
        """A look at a stretch of a board of which ``hints`` is known, turned the way up in which the game has it."""
        ...

    def recorded(self, act: A) -> A:
        """The act as records have it."""
        return act

    def begun(self, start: S, act: A) -> S:
        """The state in which the game began, as an ``act`` tells: it may say what a field is called."""
        return start

    def as_told(self, state: S) -> S:
        """The state that the tracker has, as the referee has it: without what only still lies there of before."""
        ...

    def lies(self, state: S, fault: A | None) -> Lying:
        """How the table lies in ``state``, with a faulty act on it."""
        ...

    def read(self, lies: Lying, seen: E) -> Lying:
        """How the table likeliest lies as it is ``seen``; what is hidden is taken to lie as in ``lies``."""
        ...

    def surely_otherwise(self, lies: Lying, seen: E) -> tuple[Cell, ...]:
        """Where the table surely does not lie so, however badly it is read."""
        ...

    def table_act(self, before: S, after: S) -> A:
        """The act, in the state ``before``, by which the table counts as the state ``after`` has it."""
        ...

    def set_to(self, state: S, lies: Lying) -> S:
        """The state of a table that lies so, whatever was done: whoever has a piece more has had his turn."""
        ...

    def rival(self, start: S, unsure: Sequence[str]) -> S | None:
        """The start of the same game by the other value of a setting that could not be made out, None if all is
        sure."""
        return None

    def which(self, start: S) -> dict[str, str]:
        """The question which value of that setting is right; until now that of ``start`` was taken."""
        return {}

    def forced(self, state: S) -> A | None:
        """What the referee adds by himself, since nothing else can be done: a pass."""
        return None

    def asked(self, state: S, seen: E) -> tuple[Text, Mapping[str, Json]] | None:
        """What people are asked of a table that is unclear, where the game can say more of it than which cells, and
        the act as records have it, as much of it as is known; None where it cannot."""
        return None

    def gone(self, state: S, act: A) -> tuple[str, ...]:
        """The colours of the pieces that an act sends off the board."""
        return ()
