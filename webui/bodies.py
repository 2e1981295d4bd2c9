"""What a person may send: the body of every command, checked before the session sees it.

A game has its own acts and its own start; both are one line in a registry below. Games that are not in it yet
pass with their shape checked only as far as it is common to all.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from companion.errors import BadCommand
from wording import Mendable

FieldColour = Literal["red", "orange", "yellow", "green", "blue", "violet"]
StoneColour = Literal["red", "green", "blue", "yellow", "white", "black"]
Colour = FieldColour | StoneColour
GameName = Literal["just4fun-colours", "punto", "four-colour-cards", "one-two-three-four"]
MAX_SIZE = 10
Index = Annotated[int, Field(ge=0, lt=MAX_SIZE)]
CellBody = Annotated[list[Index], Field(min_length=2, max_length=2)]
StoneOnCell = Annotated[tuple[StoneColour, CellBody], Field(strict=False)]  # JSON knows no tuples
ActNumber = Annotated[int, Field(ge=1, le=10_000)]


class Strict(BaseModel):
    """No unknown keys, no guessing of types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Empty(Strict):
    """The body of a command that needs to know nothing more."""


class Place(Strict):
    """A stone laid on a cell, paid for with cards."""

    act: Literal["place"]
    player: StoneColour
    cell: CellBody
    cards: Annotated[list[FieldColour], Field(max_length=60)]


class Exchange(Strict):
    """A hand shown and discarded because nothing could be placed."""

    act: Literal["exchange"]
    player: StoneColour
    cards: Annotated[list[FieldColour], Field(max_length=60)]


class Change(Strict):
    """Any other change of the stones."""

    act: Literal["change"]
    added: Annotated[list[StoneOnCell], Field(max_length=80)]
    removed: Annotated[list[StoneOnCell], Field(max_length=80)]
    cards: Annotated[list[FieldColour], Field(max_length=60)] = []


StoneRow = Annotated[list[Annotated[list[StoneColour], Field(max_length=80)]], Field(max_length=MAX_SIZE)]


class StonesSet(Strict):
    """The table set by hand: the stack on each field from the bottom up, row by row."""

    act: Literal["table"]
    stacks: Annotated[list[StoneRow], Field(max_length=MAX_SIZE)]
    on_turn: StoneColour | None = None


TileColour = Literal["red", "blue", "yellow", "green"]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Steps = Annotated[int, Field(ge=0, le=99)]
TileOnCell = Annotated[tuple[TileColour, CellBody], Field(strict=False)]
TileRow = Annotated[list[Annotated[list[TileColour], Field(max_length=1)]], Field(max_length=MAX_SIZE)]


class Enter(Strict):
    """A new tile, brought in at its colour's corner."""

    act: Literal["enter"]
    player: Name
    colour: TileColour
    steps: Steps
    slide: Annotated[Steps, Field(exclude_if=lambda slide: slide == 0)] = 0


class Move(Strict):
    """A tile moved along the lane, and inwards."""

    model_config = ConfigDict(extra="forbid", strict=True, serialize_by_alias=True)

    act: Literal["move"]
    player: Name
    origin: Annotated[CellBody, Field(alias="from")]
    lane: Steps
    slide: Steps = 0


class Pass(Strict):
    """Nothing was possible."""

    act: Literal["pass"]
    player: Name


class TilesChanged(Strict):
    """Any other change of the tiles."""

    act: Literal["change"]
    added: Annotated[list[TileOnCell], Field(max_length=64)]
    removed: Annotated[list[TileOnCell], Field(max_length=64)]


class TilesSet(Strict):
    """The table set by hand: what lies on each cell, row by row."""

    act: Literal["table"]
    stacks: Annotated[list[TileRow], Field(max_length=MAX_SIZE)]
    on_turn: Name | None = None


class OtherAct(BaseModel):
    """An act of a game whose acts are not described here; the referee looks closer."""

    model_config = ConfigDict(extra="allow", strict=True)
    __pydantic_extra__: dict[str, JsonValue]
    act: Annotated[str, Field(pattern=r"^[a-z_]{1,20}$")]


class Misnamed(Mendable, ValueError):
    """Players who cannot be told apart."""


def _all_different(players: list[str]) -> list[str]:
    if any(not name.strip() for name in players):
        raise Misnamed("nameless_player", "a player has no name")
    if len(set(players)) < len(players):
        raise Misnamed("players_alike", "every player needs a colour or name of their own")
    return players


class TurnClock(Strict):
    """So many seconds for each turn, or for all turns of a player."""

    per: Literal["turn", "player"]
    seconds: Annotated[int, Field(ge=1, le=36_000)]


class Timed(Strict):
    """A game that may be played by the clock."""

    clock: Annotated[TurnClock | None, Field(exclude_if=lambda clock: clock is None)] = None


def _can_be_read(names: dict[str, str]) -> dict[str, str]:
    if any(not name.strip() or not name.isprintable() for name in names.values()):
        raise Misnamed("nameless_player", "a player has no name")
    _all_different(list(names.values()))
    return names


class Just4FunOptions(Strict):
    """How many in a row win, on how large a board; and what players are called, as far as they have names."""

    row: Literal[4, 5] = 4
    size: Annotated[Literal[5, 6, 7, 8, 9, 10], Field(exclude_if=lambda size: size == 6)] = 6
    names: Annotated[
        dict[StoneColour, Name], Field(exclude_if=lambda names: not names), AfterValidator(_can_be_read)
    ] = {}


class StartJust4Fun(Timed):
    """Players are the colours of their stones, in the order of their seats, clockwise."""

    game: Literal["just4fun-colours"]
    players: Annotated[list[StoneColour], Field(min_length=2, max_length=4), AfterValidator(_all_different)]
    options: Just4FunOptions = Just4FunOptions()


class StartOther(Timed):
    """The start of a game whose options are not described here."""

    game: GameName
    players: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=40)]],
        Field(min_length=2, max_length=4),
        AfterValidator(_all_different),
    ]
    options: dict[str, JsonValue] = {}


class SetUp(Timed):
    """What is agreed so far before a game: perhaps no players yet."""

    game: GameName
    players: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=40)]],
        Field(max_length=4),
        AfterValidator(_all_different),
    ] = []
    options: dict[str, JsonValue] = {}


class SetUpJust4Fun(Timed):
    """The same of the game whose options are described here."""

    game: Literal["just4fun-colours"]
    players: Annotated[list[StoneColour], Field(max_length=4), AfterValidator(_all_different)] = []
    options: Just4FunOptions = Just4FunOptions()


class LaneOptions(Strict):
    """What a board with a lane is like, as far as a person says; the rest is learnt from it."""

    size: Annotated[Literal[5, 6, 7, 8] | None, Field(exclude_if=lambda size: size is None)] = None
    direction: Annotated[
        Literal["clockwise", "anticlockwise"] | None, Field(exclude_if=lambda way: way is None)
    ] = None
    must_be_free: Literal["turn_cell", "first_inner_cell"] = "turn_cell"
    corners: Annotated[
        dict[TileColour, CellBody] | None, Field(exclude_if=lambda corners: corners is None)
    ] = None


Played = Annotated[dict[Name, list[TileColour]], Field(max_length=4)]


class StartTiles(Timed):
    """Players by name, in turn order, and the colours of each; left out, the rules deal them out."""

    game: Literal["one-two-three-four"]
    players: Annotated[list[Name], Field(min_length=2, max_length=4), AfterValidator(_all_different)]
    options: LaneOptions = LaneOptions()
    colours: Played | None = None


class SetUpTiles(Timed):
    """The same before all are known."""

    game: Literal["one-two-three-four"]
    players: Annotated[list[Name], Field(max_length=4), AfterValidator(_all_different)] = []
    options: LaneOptions = LaneOptions()
    colours: Played | None = None


Side = Literal["bottom", "left", "top", "right"]
Seats = Annotated[dict[Name, Side], Field(max_length=4)]


class StartStrips(StartOther):
    """Players by name, clockwise, and on which side of the camera's picture each sits."""

    seats: Seats | None = None


class SetUpStrips(SetUp):
    """The same before all are known."""

    seats: Seats | None = None


class ChooseCamera(Strict):
    """A camera by its kind, and its number, address or file's name; for those that send themselves nothing."""

    kind: Literal["device", "browser", "phone", "address", "file"]
    value: Annotated[str, Field(max_length=1000)] = ""


Pixel = Annotated[float, Field(ge=-20_000, le=20_000, allow_inf_nan=False, strict=False)]


class Corners(Strict):
    """The outer corners of the fields, from cell [0, 0]'s along row 0, in pixels of the picture; null to have
    the board searched anew."""

    corners: (
        Annotated[
            list[Annotated[list[Pixel], Field(min_length=2, max_length=2)]], Field(min_length=4, max_length=4)
        ]
        | None
    )


ACTS: dict[str, TypeAdapter[Any]] = {
    "just4fun-colours": TypeAdapter(Place | Exchange | Change | StonesSet),
    "one-two-three-four": TypeAdapter(Enter | Move | Pass | TilesChanged | TilesSet),
}
STARTS: dict[str, type[BaseModel]] = {
    "just4fun-colours": StartJust4Fun,
    "one-two-three-four": StartTiles,
    "four-colour-cards": StartStrips,
}
SETUPS: dict[str, type[BaseModel]] = {
    "just4fun-colours": SetUpJust4Fun,
    "one-two-three-four": SetUpTiles,
    "four-colour-cards": SetUpStrips,
}
OF_GAMES = {"start": STARTS, "setup": SETUPS}


class Numbered(Strict):
    """Names an act by its number, from 1."""

    n: ActNumber


class NumberedAct(Numbered):
    """An act, and the number where it belongs."""

    act: dict[str, JsonValue]


class SetField(Strict):
    """The colour of a field of the empty board, as a person sees it."""

    cell: CellBody
    colour: Colour


class TellApart(Strict):
    """Which of two shades that look alike is which: their names are right, or have to be changed for one another."""

    names: Annotated[list[Colour], Field(min_length=2, max_length=2)]
    changed: bool


class SetOption(Strict):
    """Another setting of the game that is on: one that people may have seen or said wrongly. A board keeps its
    size."""

    name: Literal["direction", "corners", "must_be_free"]
    value: JsonValue


COMMANDS: dict[str, type[BaseModel]] = {
    "start": StartOther,
    "accept": Empty,
    "take_back": Empty,
    "correct": NumberedAct,
    "delete": Numbered,
    "insert": NumberedAct,
    "table_is_right": Empty,
    "put_it_back": Empty,
    "end": Empty,
    "set_field": SetField,
    "set_option": SetOption,
    "tell_apart": TellApart,
    "camera": ChooseCamera,
    "setup": SetUp,
    "corners": Corners,
    "resume": Empty,
    "let_stand": Numbered,
    "undo": Empty,
}


def checked(name: str, body: object, game: str) -> dict[str, Any]:
    """Return `body` as the session may have it.

    `name` is a key of COMMANDS and `game` the game that is on. Raises BadCommand with one line that names the
    first thing that is wrong.
    """
    try:
        model = COMMANDS[name]
        if name in OF_GAMES and isinstance(body, dict):
            model = OF_GAMES[name].get(str(body.get("game")), model)
        sound = model.model_validate(body).model_dump(mode="json")
        if "act" in sound:
            sound["act"] = _checked_act(sound["act"], game)
    except ValidationError as error:
        raise _bad_body(error) from error
    return sound


def _checked_act(act: dict[str, Any], game: str) -> dict[str, Any]:
    shape = ACTS.get(game, TypeAdapter(OtherAct))
    checked: dict[str, Any] = shape.validate_python(act).model_dump(mode="json")
    return checked


def _bad_body(error: ValidationError) -> BadCommand:
    """What is wrong first; what pydantic says of it is told as it is."""
    first = error.errors(include_url=False)[0]
    ours = first.get("ctx", {}).get("error")
    what = ours.said if isinstance(ours, Mendable) else first["msg"]
    where = ".".join(str(step) for step in first["loc"])
    return BadCommand("bad_body", "{where}: {what}", where=where or "body", what=what)
