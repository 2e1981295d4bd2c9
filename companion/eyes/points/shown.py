"""From a stretch at a table of Punto to what the tracker wants to know of it: what each cell of its window shows.

The cards make the grid, so it is found on them: by the first card of a round, then kept from look to look by the
cards that are known to lie on it, and recognised by what they are after the camera was moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.eyes.cells_shown import comparable, condition
from companion.eyes.keyframes import Keyframes
from companion.eyes.picture_board import block_at
from companion.eyes.points.stretch import PointStretch
from companion.follow.likelihood.cells import CellsLook, CellsSeen
from companion.follow.likelihood.point_cards import (
    CONTENTS,
    FIRST,
    SIDE,
    TELL_COLOURS,
    Table,
    cell_at,
    in_window,
    place_of,
)
from companion.follow.punto_tables import NEAR
from referee.punto_acts import CARDS
from referee.table import Cell, PointCard
from vision.cell_changes import change_of_cells
from vision.light_on_board import light_of_before
from vision.pictures import Picture
from vision.point_cards.appeared import appeared
from vision.point_cards.faces import NO_PATCHES, FacesSeen, cut_squares
from vision.point_cards.grid import Grid, Points
from vision.point_cards.kept_grid import CardsFound, KeptGrid, first_of_grid, holds, kept_on, recognised
from vision.point_cards.look import is_free, read_grid, with_others
from vision.point_cards.reading import CardSeen

_CELLS = SIDE * SIDE
_CONDITIONS = {"light": "lamp"}  # what the eyes tell apart, and the weights do not
_SAME_CARD = 0.5  # of a card's side: one that lies so near to where one lay is that one
_A_CARD = _PLAYS = 0.5
_TELL_GRID = 3  # cards: fewer that lie elsewhere were moved, and not the grid with them
_PUSHED = 0.06  # of a card's side: one that lies so far from where it lay was not left untouched
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
_NONE: Points = np.zeros((0, 4, 2))


class PointsShown:
    """What one pair of eyes has shown so far: ``grid`` is where the cells of the window are, None before the first
    card; ``loose`` are the cards face up that are not in play; ``seen`` what each cell last showed."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self.grid: Grid | None = None
        self.loose: tuple[CardSeen, ...] = ()
        self.seen: dict[Cell, CardSeen] = {}
        self._kept: KeptGrid | None = None
        self._place = self._number = -1  # from where that was seen, and in which stretch
        self._begun = -1  # in which stretch the grid's only card, or most cards, were seen to lie elsewhere
        self._lay: Points = _NONE  # outlines of what lay there in the stretch before
        self._lies: Points = _NONE  # and now
        self._aside: Points = _NONE  # outlines of what lay beside when nothing was in play
        self._lain: dict[Cell, Points] = {}  # outlines of the cards on the cells in the stretch before
        self._few = True  # whether few cards lie there
        self._earlier = NO_PATCHES  # the cards that lay there when there were more
        self._in_play = False  # whether any card was, at the last look
        self._keyframes: Keyframes[PointStretch] = Keyframes()

    def in_play(self, stretch: PointStretch) -> dict[Cell, PointCard]:
        """The cards that make a grid before a game, on cells counted from any of them."""
        found, faces = stretch.cards(_NONE)
        kept = first_of_grid(found, FIRST)
        if kept is None:
            return {}
        cells, _ = read_grid(stretch.picture, faces, kept.grid, [])
        return {cell: card.name for cell, card in cells.items() if card.lies > _A_CARD}

    def lies_aside(self, stretch: PointStretch) -> None:
        """No game has begun: whatever cards lie there face up are not in play."""
        found, _ = stretch.cards(_NONE)
        self._aside = self._lies = found.corners_px[found.p > _A_CARD]
        self._place, self._number = stretch.place.number, stretch.number

    def look(self, stretch: PointStretch, lying: Table, out: Sequence[PointCard] = ()) -> CellsLook:
        """What a stretch shows by now, against the keyframes. ``lying`` (N,) is what is known to lie on the cells, as
        indices into CONTENTS: by it the grid is kept, and nothing else. Cards that are ``out`` of the game may lie
        anywhere, and no grid begins with them."""
        self._keyframes = self._keyframes.and_now(stretch)
        earlier = [kept.stretch for kept in self._keyframes.kept if kept.stretch.number < stretch.number]
        last = earlier[-1] if earlier else None
        self._few = (lying > 0).sum() < TELL_COLOURS
        found, faces = stretch.cards(self._outlines(last, stretch), self._beside)
        if not lying.any():
            self._begin_round(found, faces, out)
        self._find_grid(stretch, found, faces, lying)
        p, hidden = self._read(stretch, faces, lying)
        changed = {before.number: self._changed(before, stretch) for before in earlier}
        seen = CellsSeen(stretch.number, p, hidden, changed)
        return CellsLook(stretch.t, stretch.looks, stretch.settled_for_s, condition(last, stretch), seen)

    # --- where the cells are ---

    def _outlines(self, last: PointStretch | None, stretch: PointStretch) -> Points:
        """Where cards may lie beside those that are marked: where some lay before, and where the picture changed."""
        if self._number != stretch.number:
            self._lay, self._number = self._lies, stretch.number
            lain = {cell: card.corners_px for cell, card in self.seen.items() if card.lies > _A_CARD}
            self._lain = lain if self._place == stretch.place.number else {}
        if self._place != stretch.place.number:
            return _NONE
        if last is None or not comparable(last, stretch):
            return self._lay
        return with_others(self._lay, appeared(last.picture, stretch.picture))

    def _begin_round(self, found: CardsFound, faces: FacesSeen, out: Sequence[PointCard]) -> None:
        """Nothing is in play: what was loose when the last cards were still lies aside, and what is ``out`` does."""
        if self._in_play:
            self._aside = np.array([card.corners_px for card in self.loose]).reshape(-1, 4, 2)
        self._aside = with_others(self._aside, self._taken_out(found, faces, out))

    def _find_grid(self, stretch: PointStretch, found: CardsFound, faces: FacesSeen, lying: Table) -> None:
        known = {cell_at(place): int(lying[place]) for place in np.flatnonzero(lying).tolist()}
        still = self._place == stretch.place.number
        if not still and len(self._aside) >= (found.p > _A_CARD).sum():
            self._aside = found.corners_px
        kept = self._kept if still else None
        moved = self._moved_alone(kept, known, found, faces) if kept else None
        if moved:
            self._kept, self._begun = moved, stretch.number
        elif known:
            there = kept is not None and (len(known) < _TELL_GRID or holds(kept, known, found))
            anew = None if there else recognised(known, _contents(faces), found)
            self._kept = anew or kept
            if self._kept:
                self._kept = kept_on(self._kept, known, found if anew else self._told_aside(found))
        else:
            begun = first_of_grid(self._told_aside(found), FIRST)
            self._kept = begun or (kept and kept_on(kept, (), found))
        self._place, self._in_play = stretch.place.number, bool(known)
        self._lies = found.corners_px[found.p > _A_CARD]
        self.grid = self._kept.grid if self._kept else None
        if self._were_pushed():
            self._begun = stretch.number

    def _were_pushed(self) -> bool:
        """Whether most cards lie a little elsewhere than in the stretch before: then that their picture is another
        says nothing of any of them."""
        if self.grid is None:
            return False
        cards = zip(self.grid.cell.tolist(), self.grid.cards_px, self.grid.in_play, strict=True)
        lie = {(row, col): card_px for (row, col), card_px, p in cards if p > _PLAYS}
        both = [(lie[cell], self._lain[cell]) for cell in lie.keys() & self._lain.keys()]
        moved = [_away(now, before) > _PUSHED for now, before in both]
        return len(moved) >= _TELL_GRID and 2 * sum(moved) > len(moved)

    def _moved_alone(
        self, kept: KeptGrid, known: dict[Cell, int], found: CardsFound, faces: FacesSeen
    ) -> KeptGrid | None:
        """The grid where its only card lies now, if that lies elsewhere: where a lone card lies is no matter."""
        if len(known) != 1 or holds(kept, known, found):
            return None
        ((cell, content),) = known.items()
        like_it = _may_be(_contents(faces), content)
        return first_of_grid(self._told_aside(replace(found, p=np.where(like_it, found.p, 0.0))), cell)

    def _taken_out(self, found: CardsFound, faces: FacesSeen, out: Sequence[PointCard]) -> Points:
        """(K, 4, 2) the outlines of cards that are likely those ``out`` of the game, each looked for once."""
        lies, aside = found.p > _A_CARD, self._told_aside(found).aside
        return found.corners_px[those_out(_contents(faces), lies, aside, out)]

    def _told_aside(self, found: CardsFound) -> CardsFound:
        """What was found, with those cards told that lay aside when nothing was in play, and do so still."""
        sides = np.linalg.norm(found.corners_px[:, 1] - found.corners_px[:, 0], axis=1)
        away = found.corners_px.mean(1)[:, None] - self._aside.mean(1)[None]
        aside = (np.linalg.norm(away, axis=-1) < _SAME_CARD * sides[:, None]).any(1)
        return replace(found, aside=aside | (found.p < _A_CARD))

    # --- what they show ---

    @property
    def _beside(self) -> Picture:
        """Cards that were seen earlier, where few lie there that the colours of a new one could be told by."""
        return self._earlier if self._few else NO_PATCHES

    def _read(self, stretch: PointStretch, faces: FacesSeen, lying: Table) -> tuple[Floats, Floats]:
        """(N, C) how likely each content lies on each cell, and (N,) how likely something is in the way there."""
        p, hidden = np.eye(len(CONTENTS))[np.zeros(_CELLS, int)], np.zeros(_CELLS)
        if self._kept is None or self.grid is None:
            hidden[lying > 0] = 1.0  # where they are now, nobody knows
            self.seen, self.loose = {}, ()
            return p, hidden
        grid, picture = self.grid, stretch.picture
        near = _near([cell_at(place) for place in np.flatnonzero(lying).tolist()], grid)
        bare = [cell for cell in near if is_free(grid.square_px(*cell), grid.cards_px, picture)]
        self.seen, self.loose = read_grid(picture, faces, grid, bare, self._beside)
        if not self._few:
            cards_px = [
                card.corners_px for card in self.seen.values() if card.lies > _A_CARD and not card.is_hidden
            ]
            self._earlier = cut_squares(picture, np.array(cards_px).reshape(-1, 4, 2))
        for cell, card in self.seen.items():
            if in_window(cell):
                p[place_of(cell)] = _in_play(card)
                hidden[place_of(cell)] = card.hidden
        return p, hidden

    def _changed(self, before: PointStretch, now: PointStretch) -> Floats:
        """(N,) by how many times the usual each cell differs; nan from another place, and of those that are not
        looked at: after a round all cards are taken up, and nobody knows where cells are."""
        changed, cells = np.full(_CELLS, np.nan), [cell for cell in self.seen if in_window(cell)]
        if not comparable(before, now) or before.number < self._begun or self.grid is None or not cells:
            return changed
        squares_px = np.array([self._square_px(self.grid, cell) for cell in cells])
        light = light_of_before(before.patches, now.patches)
        rows, columns = now.patches.shape[1:3]
        lit = light[block_at(squares_px.mean(1), (rows, columns))]
        then, there = (cut_squares(each.picture, squares_px).astype(np.float32) for each in (before, now))
        changed[[place_of(cell) for cell in cells]] = change_of_cells(then, there, lit)
        return changed

    def _square_px(self, grid: Grid, cell: Cell) -> Points:
        """(4, 2) where a cell is looked at: where its card lies or lay, which may be off its middle."""
        card = self.seen[cell]
        return card.corners_px if card.lies > _A_CARD else self._lain.get(cell, grid.square_px(*cell))


def those_out(read: Floats, lies: Flags, aside: Flags, out: Iterable[PointCard]) -> list[int]:
    """Which of the cards that ``lies`` (N,) tells of are those ``out`` of the game, by how likely each is each of
    CONTENTS, ``read`` (N, C): each lies somewhere. One that may lie ``aside`` (N,), as is known, is none of the
    others."""
    fresh, open_to = list[int](), lies.copy()
    for content in sorted({CONTENTS.index(card) for card in out}):
        may_be = open_to & _may_be(read, content)
        if may_be.any():
            of_these = may_be & aside if (may_be & aside).any() else may_be
            card = int(np.where(of_these, read[:, content], -1.0).argmax())
            open_to[card] = False
            fresh += [] if aside[card] else [card]
    return fresh


def _may_be(read: Floats, content: int) -> Flags:
    """(N,) which cards, ``read`` (N, C), may be that one of CONTENTS which surely lies somewhere; any other card was
    turned up by chance, one of a colour's."""
    return np.asarray(CARDS * read[:, content] > read.max(1))


def _away(now_px: Points, before_px: Points) -> float:
    """How far a card (4, 2) lies from where it lay, in sides."""
    side = np.linalg.norm(before_px[1] - before_px[0])
    return float(np.linalg.norm((now_px - before_px).mean(0)) / side)


def _contents(faces: FacesSeen) -> Floats:
    """(N, C) how likely each card found is each of CONTENTS."""
    each = faces.colour[:, :, None] * faces.points[:, None, 1:]
    return np.concatenate([faces.points[:, :1], each.reshape(len(each), len(CONTENTS) - 1)], 1).astype(
        np.float64
    )


def _in_play(card: CardSeen) -> Floats:
    """(C,) how likely each content lies on the cell of a card that may not be in play."""
    nothing = np.eye(len(CONTENTS))[0]
    return card.in_play * card.contents() + (1 - card.in_play) * nothing


def _near(lying: Iterable[Cell], grid: Grid) -> list[Cell]:
    """The cells of the window that are looked at: those round the cards in play. Farther off nobody lays one."""
    playing = [(int(row), int(col)) for row, col in grid.cell[grid.in_play > _PLAYS]]
    taken = np.array([*lying, *playing]).reshape(-1, 2)
    cells = [cell_at(place) for place in range(_CELLS)]
    away = np.abs(np.array(cells)[:, None] - taken[None]).max(-1)
    return [cell for cell, near in zip(cells, (away <= NEAR).any(1), strict=True) if near]
