"""The doors through which a live session plays any game at a table: its eyes, its session, its setup.

A game's eyes and its session fit each other: what the ones tell of, the other understands. Who plays "some game"
hands it on unseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.eyes.hints import Hints
from companion.eyes.watcher import CameraNews, EyesState
from companion.session.beside.clock import TurnClock
from companion.session.forms import Form
from companion.session.judged_game import Event, Fault, JudgedAct, Keep
from companion.session.played import Colours, Options, Seats, SeenStretch, T_contra, Text
from companion.session.port import Board as ShownBoard
from companion.session.port import Card, Difference, Phase, PlayerState, Seen, SetupState
from referee import records
from vision.finding.board import Board
from vision.pictures import Picture

if TYPE_CHECKING:
    from companion.eyes.known_table import KnownTable
    from companion.options import ZoneSpec


@dataclass(frozen=True)
class Agreed:
    """What is agreed of a game: who plays, which colours each has (in games with such), and by which settings; and on
    which side of the picture each sits, where the eyes must know that; and by which clock, if people want one."""

    game: str
    players: tuple[str, ...] = ()
    options: Options = field(default_factory=dict)
    colours: Colours | None = None
    seats: Seats | None = None
    clock: TurnClock | None = None


T_co = TypeVar("T_co", bound=SeenStretch, covariant=True)


class Feeds(Protocol[T_co]):
    """Eyes that tell of stretches of their own kind."""

    eyes: EyesState

    def feed(self, bgr: Picture, t: float, hints: Hints = ...) -> Iterator[T_co | CameraNews]:
        """Take in a frame; yields what it leads to."""
        ...


class Fed(Protocol[T_contra]):
    """A session that understands them."""

    hints: Hints

    def see(self, stretch: T_contra) -> Iterator[Event]:
        """Take in what a stretch shows by now."""
        ...

    def at_rest(self, t: float) -> Iterator[Event]:
        """The table lies as it was seen last, and still does at ``t`` seconds."""
        ...

    def camera(self, news: CameraNews) -> Event:
        """The camera was moved, lost or is back."""
        ...


class Eyes(Feeds[SeenStretch], Protocol):
    """What watches a table through a camera's frames: see ``companion.eyes.watcher.Watcher``."""

    board: Board | None
    why: dict[str, str] | str | None

    def steadied(self, bgr: Picture) -> Picture:
        """The last frame with the camera's swaying undone."""
        ...

    def take_board(self, bgr: Picture, board: Board, hints: Hints = ...) -> None:
        """A person has pointed out where the board is."""
        ...


class Watching(Fed[SeenStretch], Protocol):
    """A game under way at a table: see ``companion.session.judged_game.JudgedGame``."""

    game: Any  # the game's module of rules, its states and acts: opaque, as in referee.game
    state: Any
    start_state: Any
    players: tuple[str, ...]
    options: dict[str, Any]
    phase: Phase
    history: list[JudgedAct]
    fault: Fault | None
    last: JudgedAct | None
    differences: list[Difference]
    putting_back: bool
    unclear: dict[str, str] | None

    @property
    def stretch(self) -> SeenStretch | None:
        """As the table was looked at last."""
        ...

    @property
    def outcome(self) -> Any | None:
        """How the game ended."""
        ...

    def look_anew(self) -> None:
        """Other eyes look at the table."""
        ...

    def resume(self, start: Any, lines: Sequence[records.Line], unsure: Sequence[str] = ()) -> None:
        """Go on with a game that is kept; ``unsure`` are the settings of its board that could not be made out."""
        ...

    def rebuild(self, lines: Sequence[records.Line], corrected: int | None = None) -> list[Event]:
        """Judge a corrected list of acts anew."""
        ...

    def field_is_known(self, cell: tuple[int, int]) -> None:
        """A person said what colour a field has."""
        ...

    def accept(self) -> list[Event]:
        """Let the faulty act that lies there count."""
        ...

    def table_is_right(self) -> list[Event]:
        """Take the table as it is seen."""
        ...

    def end(self) -> None:
        """Nobody plays on."""
        ...

    def put_it_back(self) -> None:
        """The table will be put as the game has it."""
        ...


class Guided(Protocol):
    """A game that is being set up."""

    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    hints: Hints

    @property
    def ready(self) -> bool:
        """Whether a game can begin on what is seen."""
        ...

    @property
    def looked(self) -> tuple[float, int] | None:
        """When the board was looked at last, and how often."""
        ...

    def see(self, stretch: SeenStretch, known: KnownTable | None = None) -> None:
        """Take in what a stretch shows by now."""
        ...

    def agree(self, agreed: Agreed) -> None:
        """Something else was agreed; what was seen of the board stays."""
        ...

    def lose(self) -> None:
        """The board is out of sight, or was pointed out anew."""
        ...

    def look_anew(self) -> None:
        """Another camera looks at the board."""
        ...

    def take_for_empty(self) -> None:
        """A person says that nothing is on the board."""
        ...

    def mend(self, cell: tuple[int, int], colour: str) -> None:
        """A person says which colour a field has."""
        ...

    def tell_apart(self, names: tuple[str, str], changed: bool) -> None:
        """A person says of two shades that look alike which is which."""
        ...

    def told(self, open_game: dict[str, Any] | None) -> SetupState:
        """The setup as the page shows it."""
        ...


@dataclass(frozen=True)
class Shown:
    """What the page shows of a table: as it should lie, and as it is seen."""

    board: ShownBoard
    seen: Seen | None = None
    cards: tuple[Card, ...] = ()
    notes: tuple[Text, ...] = ()
    forms: tuple[Form, ...] = ()  # the game's acts, for the editor
    proposal: Mapping[str, Any] | None = None  # what was likely done, or as much of it as is known


class Door(Protocol):
    """The module of a game that is played at a table."""

    @property
    def LEARNT(self) -> tuple[str, ...]:
        """The settings that are learnt from the board."""
        ...

    @property
    def PLAYED(self) -> tuple[str, ...]:
        """The colours that people who have names play; none where players are called by their colours."""
        ...

    @property
    def SEATED(self) -> tuple[str, ...]:
        """The sides of the picture on which players may sit, clockwise; none where the eyes need not know."""
        ...

    def size_of(self, options: Options) -> int | None:
        """How many cells a side the board has, None where the eyes find that out."""
        ...

    def eyes(self, options: Options, known: KnownTable | None) -> Eyes:
        """What watches the table."""
        ...

    def session(
        self, agreed: Agreed, keep: Keep, zone: ZoneSpec = None, known: KnownTable | None = None
    ) -> Watching:
        """A game that has not begun."""
        ...

    def guided(self, agreed: Agreed) -> Guided:
        """A game that is being set up."""
        ...

    def begin(self, session: Watching, guided: Guided) -> Event:
        """Begin on the board that was seen in the setup."""
        ...

    def begin_as_seen(self, session: Watching, known: KnownTable | None) -> Event | None:
        """Begin on the board as it is seen, which a person says is empty; None where none is seen."""
        ...

    def looked(self, session: Watching) -> tuple[float, int] | None:
        """When the table was looked at last, and how often by then."""
        ...

    def shown(self, session: Watching, eyes: Eyes) -> Shown:
        """What the page shows while a game is on."""
        ...

    def shown_before(self, guided: Guided, eyes: Eyes) -> Shown:
        """What the page shows before it."""
        ...

    def players(self, session: Watching) -> list[PlayerState]:
        """The seats, as the page shows them."""
        ...

    def drawn(self, bgr: Picture, session: Watching, guided: Guided | None, eyes: Eyes) -> Picture:
        """What is seen, drawn over the camera's picture."""
        ...
