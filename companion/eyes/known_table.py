"""What a profile knows of camera, table and set, held against what the camera shows now.

A part that does not fit what is seen is not used, and that is said once, in a line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.profile import Profile, ProfileError, TableSet
from calibration.shades import Shades
from companion.eyes.orientation import upright
from referee.table import Table
from vision.finding.board import Board
from vision.finding.whole import Found, find_whole_board
from vision.pictures import Picture
from vision.stone_table.look import look
from vision.stone_table.reading import FIELD_COLOURS, Fields, Reading
from vision.stone_table.stones import read_fields

_IN_PLACE_FIELDS = 0.3  # the board's corners are found to less, and hands push it by as much in an evening
_SAME_SET = 0.75  # of the fields must look as the profile has them; light may change some
_IN_PLACE_WEIGHT = 4.0  # what the place says of the way up, against fields that differ by their colours
_SURE_OF_A_STONE = 0.8
# RMS in fields: of a hundred boards, seen through any lens, 97 are off their grid by less.
_FITS_PLAINLY = 0.035
_SHALL = 0.97  # the probability of a field's colour once it is known


class KnownTable:
    """A profile in use. ``tell`` is given each line that a person should read."""

    def __init__(self, profile: Profile, size: int, tell: Callable[[str], None]) -> None:
        """``size``: fields a side. Raises ProfileError where the profile has colours that are unknown here."""
        self.profile = profile
        self._size = size
        self._tell = tell
        self._told: set[str] = set()
        self._in_place = False
        self._lens_fits = True
        self._set: TableSet | None = _checked(profile)
        if self._set and len(self._set.fields) != size:
            self._say(
                f"its board has {len(self._set.fields)} fields a side, not {size}: its set is left aside"
            )
            self._set = None

    # --- the camera ---

    def lens(self, image_size: tuple[int, int]) -> Lens | None:
        """The lens for pictures of this size."""
        lens = self.profile.lens if self._lens_fits else None
        if lens and lens.image_size != image_size:
            self._say(
                f"its lens was measured at {_by(lens.image_size)}, the picture is {_by(image_size)}: it is left aside"
            )
            return None
        return lens

    def find(self, bgr: Picture) -> Found:
        """The board in a picture, whatever its way up; through the known lens, unless the board shows another."""
        lens = self.lens((bgr.shape[1], bgr.shape[0]))
        found = find_whole_board(bgr, self._size, lens=lens)
        if found.board is not None or lens is None:
            return found
        without = find_whole_board(bgr, self._size)
        if without.board is None or without.board.error_fields > _FITS_PLAINLY:
            return found
        self._lens_fits = False
        self._say("its lens does not fit what the camera sees (another zoom, or camera?): it is left aside")
        return without

    def settle_place(self, board: Board) -> None:
        """Say whether camera and board are where they were."""
        place = self.profile.place
        if place is None:
            return
        self._in_place = self._turn_in_place(board) is not None
        if place.image_size != board.pose.image_size:
            here, there = _by(board.pose.image_size), _by(place.image_size)
            self._say(f"its place was learnt at {there}, the picture is {here}: it is left aside")
        elif not self._in_place:
            self._say(
                "the camera or the board was moved since: its place and play zone are left aside "
                "(tableref calibrate learns them anew)"
            )

    def zone_board(self) -> NDArray[np.float64] | None:
        """Where cards are played, a polygon (N, 2) in the board frame, if the camera stands where it stood."""
        place = self.profile.place
        return np.array(place.play_zone) if place and place.play_zone and self._in_place else None

    def _turn_in_place(self, board: Board) -> int | None:
        """By how many quarter turns of its names a found board lies as it lay; None where it does not."""
        place = self.profile.place
        if place is None or place.image_size != board.pose.image_size:
            return None
        field_px = np.linalg.norm(np.diff(np.array(place.corners_px), axis=0), axis=1).mean() / self._size
        for turn in range(4):
            off = np.linalg.norm(np.roll(board.corners_px, -turn, axis=0) - place.corners_px, axis=1).max()
            if off < _IN_PLACE_FIELDS * field_px:
                return turn
        return None

    # --- the set ---

    def layout(self) -> NDArray[np.int64] | None:
        """(n, n) the board's field colours as indices into FIELD_COLOURS."""
        if self._set is None:
            return None
        return np.array([[FIELD_COLOURS.index(name) for name in row] for row in self._set.fields])

    def shades(self) -> Shades | None:
        """The shades of the set's colours."""
        if self._set is None:
            return None
        unknown = (np.nan,) * 3
        return Shades(
            FIELD_COLOURS, np.array([self._set.shades.get(name, unknown) for name in FIELD_COLOURS])
        )

    def turn_bonus(self, board: Board) -> NDArray[np.float64]:
        """(4,) what the place says for each turn of a board found: where fields repeat, it decides."""
        bonus = np.zeros(4)
        turn = self._turn_in_place(board)
        if turn is not None:
            bonus[turn] = _IN_PLACE_WEIGHT
        return bonus

    def fields_known(self, names: list[list[str]]) -> list[list[str]] | None:
        """The fields as the profile has them, if ``names``, as they are seen, fit; else the set is left aside."""
        if self._set is None:
            return None
        pairs = [
            (seen, known)
            for row, known_row in zip(names, self._set.fields, strict=True)
            for seen, known in zip(row, known_row, strict=True)
        ]
        differ = sum(seen != known for seen, known in pairs)
        if differ > (1 - _SAME_SET) * len(pairs):
            self._say(f"{differ} of {len(pairs)} fields look otherwise: another board? Its set is left aside")
            self._set = None
            return None
        if differ:
            self._say(
                f"{differ} of {len(pairs)} fields look otherwise: they are named as the profile has them"
            )
        return [list(row) for row in self._set.fields]

    # --- what is read with it ---

    def read(self, bgr: Picture) -> Reading:
        """A single picture, whole: the board the right way up, and its fields named by the profile."""
        board = self.find(bgr).board
        if board is None:
            return look(bgr, self._size)
        layout = self.layout()
        if layout is not None:
            board = upright(board, read_fields(bgr, board), layout, self.turn_bonus(board))
        self.settle_place(board)
        reading = look(bgr, self._size, board=board, prior=self.shades())
        assert reading.fields is not None
        if self.fields_known(names_of(reading.fields)) is None or layout is None:
            return reading
        field = np.full(reading.fields.field.shape, (1 - _SHALL) / (len(FIELD_COLOURS) - 1), np.float32)
        np.put_along_axis(field, layout[..., None], _SHALL, axis=2)
        return replace(reading, fields=replace(reading.fields, field=field))

    def table(self, fields: Fields, players: tuple[str, ...]) -> Table | None:
        """The table with what stands on it, for a game that did not begin on an empty board; None where the
        board is not the profile's, or a field cannot be made out."""
        names = self.fields_known(names_of(fields))
        if names is None or (fields.hidden > 0.5).any() or (fields.owner.max(-1) < _SURE_OF_A_STONE).any():
            return None
        owners = [[fields.owner_name(r, c) for c in range(self._size)] for r in range(self._size)]
        if not {owner for row in owners for owner in row if owner} <= set(players):
            return None
        stacks: Any = tuple(
            tuple((owner,) * fields.height_of(r, c) if owner else () for c, owner in enumerate(row))
            for r, row in enumerate(owners)
        )
        self._say("the game goes on with the stones that stand there; who is on turn is a guess")
        layout: Any = tuple(tuple(row) for row in names)
        return Table(layout, stacks)

    def _say(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._tell(f"profile {self.profile.name}: {text}")


def names_of(fields: Fields) -> list[list[str]]:
    """The likeliest colour of each field."""
    return [[FIELD_COLOURS[int(p.argmax())] for p in row] for row in fields.field]


def _checked(profile: Profile) -> TableSet | None:
    known = profile.set
    strange = {name for row in known.fields for name in row} - set(FIELD_COLOURS) if known else set()
    if strange:
        raise ProfileError(
            f"profile {profile.name}: no field is {', '.join(sorted(strange))}; calibrate anew"
        )
    return known


def _by(image_size: tuple[int, int]) -> str:
    return f"{image_size[0]}x{image_size[1]}"
