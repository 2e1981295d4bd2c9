"""What is agreed before a game begins: the camera, the game, who plays, and the board as it is seen and mended."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from companion.errors import BadCommand, no_board_yet
from companion.eyes.hints import Hints
from companion.eyes.known_table import KnownTable
from companion.eyes.learnt_set import LearntSet, learn_set
from companion.eyes.stretch import Stretch
from companion.session.at_table import Agreed
from companion.session.games import WATCHED, door
from companion.session.port import Alike, SetupState
from referee import phrases, registry
from referee.table import cell_name
from vision.sources import PushedSource, Source, open_source
from vision.stone_table.reading import FIELD_COLOURS, OWNERS

CameraKind = Literal["device", "browser", "phone", "address", "file"]
LOOKS_TO_BEGIN = 4

Cell = tuple[int, int]


@dataclass
class Setup:
    """A game that has not begun. Fields are colours by row and column, as the page shows them."""

    game: str
    players: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    seen: Stretch | None = None
    hints: Hints = field(default_factory=Hints)  # for the eyes, as of now
    _fields: list[list[str]] | None = None
    _learnt: LearntSet | None = None  # once the fields were seen often enough to be sure
    _mended: dict[Cell, str] = field(default_factory=dict)
    _taken_for_empty: bool = False  # a person says so: a print may look like a stone

    def see(self, stretch: Stretch, known: KnownTable | None = None) -> None:
        """Take in what a stretch shows by now of the board; ``known`` is what a profile knows."""
        looks_before = self.seen.looks if self.seen else 0
        self.seen = stretch
        if looks_before < LOOKS_TO_BEGIN <= stretch.looks:
            learnt = self._learnt = learn_set(stretch, known)
            self._fields = [list(row) for row in learnt.fields]
            self.hints = replace(self.hints, sure=learnt.sure, shades=learnt.shades)
            self._tell_way_up()
        elif self._fields is None:
            cells = stretch.reading().to_json("", 0.0)["board"]["cells"]
            self._fields = [[cell["field"] for cell in row] for row in cells]

    @property
    def looked(self) -> tuple[float, int] | None:
        """When the board was looked at last, and how often."""
        return None if self.seen is None else (self.seen.t, self.seen.looks)

    def agree(self, agreed: Agreed) -> None:
        """Something else was agreed; what was seen of the board stays."""
        self.game, self.players, self.options = agreed.game, agreed.players, dict(agreed.options)

    def lose(self) -> None:
        """The board is out of sight, or was pointed out anew; what a person mended of its colours still holds."""
        self.seen, self._fields, self._learnt, self._taken_for_empty = None, None, None, False

    def look_anew(self) -> None:
        """Another camera looks at the board, or this one in another way."""
        self.lose()
        self.hints = Hints()

    @property
    def learnt(self) -> LearntSet | None:
        """The set as it was learnt, with what a person mended of its fields, which is sure."""
        if self._learnt is None:
            return None
        fields, sure = tuple(tuple(row) for row in self.fields), self._learnt.sure
        mended = [cell for cell in self._mended if max(cell) < len(fields)]
        unsure = {cell: names for cell, names in self._learnt.unsure.items() if cell not in mended}
        if sure is not None:
            sure = sure.copy()
            for cell in mended:
                sure[cell] = 1.0
        return replace(self._learnt, fields=fields, unsure=unsure, sure=sure)

    @property
    def fields(self) -> list[list[str]]:
        """The fields' colours as far as they are known: those seen, with what a person mended; else empty."""
        if self._fields is None:
            return []
        rows = [list(row) for row in self._fields]
        for (row, col), colour in self._mended.items():
            if row < len(rows) and col < len(rows):
                rows[row][col] = colour
        return rows

    @property
    def stones_on(self) -> tuple[Cell, ...]:
        """Where something stands on the board, which has to be empty at the start."""
        if self.seen is None or self._taken_for_empty:
            return ()
        return tuple(
            (int(r), int(c)) for r, c in np.argwhere(self.seen.fields.taken_at_first(self._stones()))
        )

    def _stones(self) -> tuple[str, ...]:
        """The colours of the stones that may stand there, as far as they are known."""
        return self.players if self.players and set(self.players) <= set(OWNERS) else OWNERS[1:]

    @property
    def ready(self) -> bool:
        """Whether the board is seen well enough to begin; a hand that passes changes nothing of that."""
        return self.seen is not None and self._learnt is not None and not self.stones_on

    def take_for_empty(self) -> None:
        """A person says that nothing stands on the board. Raises CommandError where none was seen."""
        if self.seen is None:
            raise no_board_yet()
        self._taken_for_empty = True

    def mend(self, cell: Cell, colour: str) -> None:
        """A person says which colour a field has. Raises CommandError, BadCommand."""
        if self._fields is None:
            raise no_board_yet()
        if max(cell) >= len(self._fields) or colour not in FIELD_COLOURS:
            raise BadCommand(
                "no_such_field",
                "{cell} {colour}: is no field of this board, or no field's colour",
                cell=cell_name(cell),
                colour=colour,
            )
        self._mended[cell] = colour
        self._tell_way_up()

    def tell_apart(self, names: tuple[str, str], changed: bool) -> None:
        """A person says of two shades which is which: as they are called, or ``changed``. Raises CommandError."""
        if self._learnt is None:
            raise no_board_yet()
        learnt = self._learnt = self._learnt.told_apart(names, changed)
        self._fields = [list(row) for row in learnt.fields]
        self.hints = replace(self.hints, sure=learnt.sure, shades=learnt.shades)
        self._tell_way_up()

    def _tell_way_up(self) -> None:
        """If the board is moved and found again, what was mended must still be where it was."""
        indices = np.array([[FIELD_COLOURS.index(name) for name in row] for row in self.fields])
        self.hints = replace(self.hints, fields=indices)

    def told(self, open_game: dict[str, Any] | None) -> SetupState:
        """The setup as the page shows it; `open_game` was interrupted, and can be gone on with."""
        return {
            "game": self.game,
            "players": list(self.players),
            "options": self.options,
            "ready": self.ready,
            "cards": True,
            "stones_on": [list(cell) for cell in self.stones_on],
            "resume": open_game,
            "alike": self._alike(),
        }

    def _alike(self) -> list[Alike]:
        """The shades of which a person can say which is which."""
        learnt = self._learnt
        if learnt is None or learnt.shades is None:
            return []
        colours = dict(zip(learnt.shades.names, learnt.shades.rgb().tolist(), strict=True))
        return [{"names": list(names), "rgb": [colours[name] for name in names]} for names in learnt.alike]


def games() -> list[dict[str, Any]]:
    """Every game with its players and options, in words of every language, for the page to offer."""
    return [_game(game_id) for game_id in registry.GAMES]


def _game(game_id: str) -> dict[str, Any]:
    game = registry.game(game_id)
    fewest, most = game.PLAYERS
    watched = game.ID in WATCHED
    learnt = door(game.ID).LEARNT if watched else ()  # the board tells, and people look whether it is right
    return {
        "game": game.ID,
        "name": game.NAME,
        "fewest": fewest,
        "most": most,
        "watched": watched,
        "plays": list(door(game.ID).PLAYED) if watched else [],
        "sits": list(door(game.ID).SEATED) if watched else [],
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "text": {lang: phrases.option(lang, game.ID, option.name) for lang in phrases.LANGUAGES},
            }
            for option in game.OPTIONS
            if option.choices and len(option.choices) <= _MOST_CHOICES and option.name not in learnt
        ],
    }


_MOST_CHOICES = 20  # more are no choice for a page; the command line takes them all


def open_chosen(kind: CameraKind, value: str) -> Source:
    """Open what a person chose on the page. Raises SourceError, BadCommand."""
    if kind in ("browser", "phone"):
        return PushedSource()
    value = value.strip()
    if not value:
        raise BadCommand("which_camera", "say which camera: its number, its address, or the name of a file")
    if kind == "device" and not (value.isdecimal() and len(value) < 4):
        raise BadCommand(
            "no_camera_number", "camera {value}: cameras of this computer have numbers", value=value
        )
    if kind == "address" and "://" not in value:
        value = f"http://{value}"
    if kind == "file" and ("://" in value or value.isdecimal() or value == "browser"):
        raise BadCommand(
            "not_a_file",
            "{name}: is no file; give the name of a film, a picture, or a folder of pictures",
            name=value,
        )
    return open_source(value, realtime=True)


def kind_of(camera: str) -> CameraKind:
    """Return what kind of camera a name on the command line means."""
    if camera in ("browser", "phone"):
        return "browser" if camera == "browser" else "phone"
    if camera.isdecimal() or camera.startswith("/dev/video"):
        return "device"
    return "address" if "://" in camera else "file"
