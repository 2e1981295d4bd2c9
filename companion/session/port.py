"""What the page may ask of the live session, and what it is told: the port between `webui` and `companion`.

`SessionPort` is all that the page knows; a session that plays a camera, one that plays a recording and the
scripted one in the tests all look the same from there. What crosses is plain JSON, described by the
`TypedDict`s below. Cells are `[row, col]`, zero-based, row 0 at the top of the page's board. Texts that a
person reads come in every language the page speaks: `{"en": "...", "de": "..."}`.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, Protocol, TypedDict

Phase = Literal[
    "looking_for_board",  # no board found yet
    "ready",  # a board is seen; a person may mend its fields and start
    "playing",
    "waiting_restore",  # a faulty act lies on the table; it is to be undone, or accepted all the same
    "differs",  # the table no longer matches the game: see `differences`
    "unclear",  # something changed that no act explains
    "over",
    "lost",  # the camera is lost
    "held",  # nothing is judged: the store takes nothing, or the program is at fault; see `held`
]
EyesState = Literal["watching", "moving", "hand", "lost", "moved", "stale"]
EventKind = Literal["state", "verdict", "outcome", "unclear", "camera", "restored", "held"]

Cell = list[int]
Text = dict[str, str]
Corners = list[list[float]]  # four [x, y] in pixels of the picture as taken


class PlayerState(TypedDict):
    """One seat. `colour` is the player's name in the record: in games whose players have no other, a colour.

    `plays` are the colours of a player who is called by a name, and `left` how many pieces of each are left;
    `cards_left` at most in a player's deck.
    """

    colour: str
    stones_left: NotRequired[int]
    plays: NotRequired[list[str]]
    left: NotRequired[dict[str, int]]
    cards_left: NotRequired[int]
    to_move: bool


class Eyes(TypedDict):
    """How well the camera sees, told honestly. `why` adds to the state in words, and may be empty."""

    state: EyesState
    fps: float
    why: str | Text
    wants_frames: NotRequired[bool]  # the camera is one that sends itself: the page may offer its own


class CameraState(TypedDict):
    """The camera in use; its `state` is that of its pictures (see `vision.sources.State`)."""

    kind: str  # "device", "browser", "phone", "address" or "file"
    name: str  # as it was chosen: a number, an address, a file's name; may be empty
    state: str
    image_size: NotRequired[list[int] | None]  # [width, height] of its pictures, None before the first


class Alike(TypedDict):
    """Two colours of fields that look alike, and the shades that are called so, as a screen shows them."""

    names: list[str]
    rgb: list[list[int]]


class SetupState(TypedDict):
    """What is agreed so far before a game begins."""

    game: str
    players: list[str]
    options: dict[str, Any]
    ready: bool  # the board is seen well enough to begin
    cards: NotRequired[bool]  # whether cards are laid beside the board, and have to be seen
    stones_on: list[Cell]  # fields on which something stands: the board has to be empty
    in_the_way: NotRequired[Text]  # the same in words, where cells say little
    resume: NotRequired[dict[str, Any] | None]  # a game that was interrupted: {players, names, acts, created}
    colours: NotRequired[
        dict[str, list[str]]
    ]  # of each player, in games where players have names and colours
    seats: NotRequired[
        dict[str, str]
    ]  # on which side of the picture each player sits, where the eyes must know
    clock: NotRequired[dict[str, Any] | None]  # the turn clock that is wanted: {per, seconds}
    learnt: NotRequired[dict[str, Any] | None]  # the options of the board as they are seen, or were said
    unsure: NotRequired[list[str]]  # which of them could not be made out
    notes: NotRequired[list[Text]]  # what there is to say of them
    alike: NotRequired[list[Alike]]  # colours of which a person is asked which is which


class Board(TypedDict):
    """The table as the game expects it: the fields' colours, and the stacks from the bottom up.

    A board with a lane has no coloured fields; `direction` says which way tiles go, `corners` whose corner is which.
    Where cards make the grid there are `piles` instead, [cell, [[colour, points], …]] from the bottom up, and `size`
    is how many rows and columns they may come to lie on.
    """

    size: int
    fields: list[list[str]]
    stacks: list[list[list[str]]]
    direction: NotRequired[str]
    corners: NotRequired[dict[str, Cell]]
    piles: NotRequired[list[Any]]
    strips: NotRequired[dict[str, Any]]  # narrow cards: {seats, passed, offer, stock, glyphs}


class ClaimsState(TypedDict):
    """What a seat may say of the card on offer as things stand: chi, pong, gan, hu, pass; and what it has said."""

    player: str
    may: list[str]
    said: str | None


class Card(TypedDict):
    """A loose card on the table."""

    colour: str
    face_up: bool
    corners: Corners


class SeenCell(TypedDict):
    """What the camera sees on a field; a guess where `hidden`."""

    owner: str | None
    height: int
    confidence: float
    hidden: bool


class Seen(TypedDict):
    """The last settled look."""

    image_size: list[int]  # [width, height] in pixels
    corners: Corners | None
    cells: list[list[SeenCell]]


class ActState(TypedDict):
    """An act that was told, with what the referee said. `n` is None where the act did not count."""

    n: int | None
    act: dict[str, Any]
    legal: bool
    faults: list[str]
    text: Text
    accepted: NotRequired[bool]
    todo: NotRequired[Text | None]  # what the players are asked to do now
    pictures: NotRequired[int | None]  # the number of the pictures of the table before and after it


class Difference(TypedDict):
    """A field on which the table is not as the game has it; `expected` is the stack from the bottom up."""

    cell: Cell
    expected: list[str]
    seen: dict[str, Any]  # {"owner": str | None, "height": int}


class ClockState(TypedDict):
    """A turn clock: `seconds` for each turn, or for all turns of a player; `left` as of now, below 0 where more was
    taken; `runs` is whose clock goes, None while it stands."""

    per: Literal["turn", "player"]
    seconds: int
    runs: str | None
    left: dict[str, float]


class Outcome(TypedDict):
    """How the game ended; `area_cells` are the fields of each player's area that counted."""

    how: str
    winners: list[str]
    text: Text
    cells: NotRequired[list[Cell]]
    areas: NotRequired[dict[str, list[int]]]  # colour -> [fields, stones]
    area_cells: NotRequired[dict[str, list[Cell]]]
    counted: NotRequired[dict[str, list[str]]]  # the count explained, sentence by sentence, by language


class State(TypedDict):
    """All that the page shows. `version` grows with every change."""

    version: int
    game: str
    phase: Phase
    players: list[PlayerState]
    options: dict[str, Any]
    eyes: Eyes
    board: Board
    cards: list[Card]
    seen: Seen | None
    last: ActState | None
    acts: list[ActState]
    differences: list[Difference]
    outcome: Outcome | None
    unclear: NotRequired[Text | None]  # in phase "unclear": what is unclear, in words
    held: NotRequired[Text]  # in phase "held": what is wrong, and how to mend it
    putting_back: NotRequired[bool]  # the differences are being put as the game has them; nothing is judged
    corrections: NotRequired[
        list[dict[str, Any]]
    ]  # what people corrected (see `companion.record.edits.Correction`)
    replay: NotRequired[str]  # a game that was played is shown, of this name, and none is on
    clock: NotRequired[ClockState | None]  # None where nobody wants one
    stored_as: NotRequired[int | None]  # the game's number among those kept
    camera: NotRequired[CameraState | None]  # None while none has been chosen
    notice: NotRequired[Text]  # what became of the kept games, if something of them was damaged or lost
    setup: NotRequired[SetupState | None]  # None once a game is on
    notes: NotRequired[list[Text]]  # what a person should know of how this game is seen
    forms: NotRequired[
        list[dict[str, Any]]
    ]  # the game's acts, for the editor (see `companion.session.forms`)
    claims: NotRequired[list[ClaimsState]]  # a row a seat, in games in which cards are claimed by voice
    # What was likely done where that is unclear: an act, or those of its fields that are known.
    proposal: NotRequired[dict[str, Any] | None]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, numbered in the order of happening. `data` is JSON-able."""

    id: int
    kind: EventKind
    data: dict[str, Any]


class SessionPort(Protocol):
    """A running session, as the page sees it. Every method may be called from any thread."""

    def state(self) -> State:
        """Return the whole state, as a copy that will not change any more."""
        ...

    def events_since(self, last_id: int, timeout_s: float) -> list[Event]:
        """Return the events with an id above `last_id`, oldest first; wait up to `timeout_s` for one."""
        ...

    def snapshot_jpeg(self, overlay: bool) -> bytes | None:
        """Return the newest frame as JPEG, with what was seen drawn in if `overlay`; None if none is."""
        ...

    def act_picture(self, id: int, when: Literal["before", "after"]) -> bytes | None:
        """Return the table before or after an act as JPEG, with what changed framed; None if it is not kept."""
        ...

    def frame_number(self) -> int:
        """Return how many frames have been taken in so far; it grows with each."""
        ...

    def command(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """Do what a person asks, and return what there is to answer (JSON-able, mostly empty).

        start {game, players, options, colours?, clock?} · accept {} · take_back {} · correct {n, act} · delete {n} ·
        insert {n, act} (before the n-th act) · table_is_right {} (before a game: the board is empty) ·
        put_it_back {} · end {} · set_field {cell, colour} · set_option {name, value} ·
        let_stand {n} · undo {} (the last correction) ·
        camera {kind, value} (see `CameraState`) · setup {game, players, options, colours?, clock?} ·
        corners {corners} · tell_apart {names, changed} (see `SetupState`) · resume {}

        Raises CommandError where it cannot be done now, BadCommand where it never could.
        """
        ...

    def push_frame(self, jpeg: bytes) -> None:
        """Take in a frame from a camera that sends itself. Raises CommandError if this session has none."""
        ...

    def push_photo(self, jpeg: bytes) -> None:
        """Take in a photograph that stands until the next picture. Raises as `push_frame`."""
        ...

    def record(self) -> str:
        """Return the game's record so far as JSON Lines; empty before the first game."""
        ...


class EventLog:
    """The events of a session: numbered, kept for those who come back, and waited for by any thread.

    Only the last `keep` events are held: the "state" events carry the whole state, so none needs older ones.

    >>> log = EventLog()
    >>> log.publish("restored", {}).id
    1
    >>> [event.kind for event in log.since(0, timeout_s=0)]
    ['restored']
    """

    def __init__(self, keep: int = 256) -> None:
        """Make an empty log that holds the last `keep` events."""
        self._events: deque[Event] = deque(maxlen=keep)
        self._last_id = 0
        self._changed = threading.Condition()

    def publish(self, kind: EventKind, data: dict[str, Any]) -> Event:
        """Add an event and wake all who wait."""
        with self._changed:
            self._last_id += 1
            event = Event(self._last_id, kind, data)
            self._events.append(event)
            self._changed.notify_all()
        return event

    def since(self, last_id: int, timeout_s: float) -> list[Event]:
        """Return the events above `last_id`, oldest first, waiting up to `timeout_s` for the first of them.

        An id from the future belongs to a program that ran before this one: all that is held is returned.
        """
        with self._changed:
            if last_id > self._last_id:
                last_id = 0
            self._changed.wait_for(lambda: self._last_id > last_id, timeout_s)
            return [event for event in self._events if event.id > last_id]
