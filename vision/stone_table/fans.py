"""Cards laid one over the next along a line: how many there are, by the edges of each over the one beneath.

Where little of each card shows, marks that are looked for all over the table run into one another. Cut along the line
at one scale, edges are told even where all cards are of one colour.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from vision.finding.board import Board
from vision.pictures import Picture, sigmoid, to_network
from vision.stone_table.patches import board_to_view, view_to_board
from vision.stone_table.reading import FIELD_COLOURS, CardSeen

Floats = NDArray[np.float64]
FaceAt = Callable[[Floats], NDArray[np.float32]]

FAN_WIDTH, FAN_HEIGHT = 448, 64  # pixels of a fan's patch: seven cards with gaps, and what lies about them
FAN_COLUMN = 4  # pixels of the patch that the network tells as one
_CARD_PX = 48.0  # of the patch that a card reaches along the line, and across it
_NEAR = 1.15  # of their long sides: cards whose middles are nearer, and that lie alike, are of one fan
_ALIKE = np.radians(30)
_AS_SURE = 0.5  # of the surest card's confidence: such cards tell what all of them measure
_ASIDE_PX = 24.0  # half a card: what lies and is marked further aside of the line is on none of its strips
_ASTRIDE_PX = 2.0  # a mark so far beyond an edge may be of the card behind it
_LEAST_COLUMNS = 2  # less shows of no card
_CARD_COLUMNS = 1.2 * _CARD_PX / FAN_COLUMN  # a card's, with what it may be larger than the others
# No card reaches further along the line, in columns: where it would, the likeliest edge in it is one, if any is.
_MOST_COLUMNS, _FAINT_EDGE = 1.4 * _CARD_PX / FAN_COLUMN, 0.25


@dataclass(frozen=True)
class Strip:
    """What shows of one card along a fan's line, in pixels of its patch, and how probably it is one card."""

    start_px: float
    end_px: float
    confidence: float

    @property
    def middle_px(self) -> float:
        """Halfway along it."""
        return (self.start_px + self.end_px) / 2


def counted_in_fans(
    picture: Picture, cards: Sequence[CardSeen], face_at: FaceAt, board: Board
) -> tuple[CardSeen, ...]:
    """The ``cards``, surest first, with as many in each fan as its edges tell. ``picture`` is the view from above
    (640, 640, 3).

    A card that has no mark lies as its neighbour does; ``face_at`` tells its face, six probabilities, at a place (2,)
    of the board frame. Of several marks on what is one card only the surest stays."""
    left = [card for card in cards if card.face_up]
    told = [card for card in cards if not card.face_up]
    for fan in fans_of(left):
        if sum(_among(card, left) for card in fan) < 2:
            continue  # an earlier line ran through these as well
        patch_from_view = patch_map(fan)
        strips = read_fan(cut_fan(picture, patch_from_view))
        at_strip = [_strip_at(strips, _on_line_px(card, patch_from_view)) for card in left]
        on_strips = [
            [card for card, at in zip(left, at_strip, strict=True) if at == k] for k in range(len(strips))
        ]
        surest = [max(on_strip, key=_confidence, default=None) for on_strip in on_strips]
        left = [card for card, at in zip(left, at_strip, strict=True) if at is None]
        for strip, card in zip(strips, surest, strict=True):
            mark_board = _middle_board(strip, patch_from_view)
            if card is not None:
                told.append(replace(card, confidence=max(card.confidence, strip.confidence)))
            elif any(surest) and (np.abs(mark_board) > board.size / 2).any():  # fields are no cards
                like = _laid_like(_nearest(strip, strips, surest), mark_board, face_at(mark_board), board)
                told.append(replace(like, confidence=strip.confidence))
    return tuple(sorted(told + left, key=_confidence, reverse=True))


def fans_of(cards: Sequence[CardSeen]) -> list[list[CardSeen]]:
    """The cards by fans, the surest first: those of one lie alike, each near another. A card by itself is one too."""
    fans: list[list[CardSeen]] = []
    for card in cards:
        joined = [fan for fan in fans if any(_lie_together(card, other) for other in fan)]
        fans = [fan for fan in fans if not any(fan is each for each in joined)]
        fans.append([card, *(other for fan in joined for other in fan)])
    return sorted(fans, key=lambda fan: -sum(map(_confidence, fan)))


def patch_map(fan: Sequence[CardSeen]) -> Floats:
    """(2, 3) affine map from the view from above to the fan's patch: its line along the middle, its cards 48 pixels
    long and broad."""
    sides = np.array([_sides_view(card) for card in fan])  # (N, 2, 2) the short and the long one
    lengths = np.linalg.norm(sides, axis=-1)
    marks, centres = (board_to_view(np.array(of)) for of in zip(*map(_places_board, fan), strict=True))
    weights = np.array([card.confidence for card in fan])
    along = sides[0, 0] / lengths[0, 0]
    if len(fan) > 1:
        points, twice = np.vstack([marks, centres]), np.tile(weights, 2)[:, None]
        middle = (points * twice).sum(0) / twice.sum()
        along = np.linalg.svd((points - middle) * np.sqrt(twice))[2][0]
        along = along * (1 if along[0] >= 0 else -1)  # the left end stays left
    aslant = np.abs(np.einsum("nkd,d->nk", sides, along) / lengths)
    by_the_short = bool(np.median(aslant[:, 0]) >= np.median(aslant[:, 1]))
    usual = np.median(lengths[weights >= _AS_SURE * weights.max()], 0)
    reach, breadth = usual if by_the_short else usual[::-1]
    across = np.array([-along[1], along[0]])
    turn = np.array([along * _CARD_PX / reach, across * _CARD_PX / breadth])
    ends = board_to_view(np.concatenate([card.corners_board for card in fan])) @ along
    middle = along * (ends.min() + ends.max()) / 2 + across * np.median(centres @ across)
    return np.column_stack([turn, np.array([FAN_WIDTH, FAN_HEIGHT]) / 2 - turn @ middle])


def cut_fan(picture: Picture, patch_from_view: Floats) -> Picture:
    """(64, 448, 3) a fan's patch, cut from the view from above."""
    size = FAN_WIDTH, FAN_HEIGHT
    return np.asarray(cv2.warpAffine(picture, patch_from_view, size, flags=cv2.INTER_LINEAR), np.uint8)


def read_fan(patch: Picture) -> list[Strip]:
    """The cards that show along the middle of a fan's patch, from left to right."""
    edge, card = sigmoid(network("fans").run(picture=to_network(patch)[None])["columns"][0])
    return strips_of(edge, card)


def strips_of(edge: NDArray[np.float32], card: NDArray[np.float32]) -> list[Strip]:
    """The cards in a fan, from how probably in each column (112,) one's edge lies over another, and a card shows."""
    peaks = (edge > 0.5) & (edge > np.r_[0, edge[:-1]]) & (edge >= np.r_[edge[1:], 0])
    strips = []
    for first, beyond in _covered(card > 0.5):
        plain = first + 1 + np.flatnonzero(peaks[first + 1 : beyond - 1])
        inner = _none_too_long(edge, first, plain.tolist(), beyond)
        bounds = np.r_[first, np.array(inner) + 0.5, beyond]
        sure = np.r_[1, edge[inner], 1]
        for i in range(len(inner) + 1):
            there = card[int(bounds[i]) : int(np.ceil(bounds[i + 1]))].mean()
            p = float(there * min(sure[i], sure[i + 1]))
            strips.append(Strip(float(bounds[i] * FAN_COLUMN), float(bounds[i + 1] * FAN_COLUMN), p))
    return strips


def _covered(shows: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """From where on, and up to where, columns in which a card ``shows`` follow one another. One column without in
    what is no longer than a card is none: a card of which the table showed on both sides would show whole."""
    ends: list[tuple[int, int]] = []
    for first, beyond in np.flatnonzero(np.diff(np.r_[False, shows, False])).reshape(-1, 2).tolist():
        if ends and first - ends[-1][1] == 1 and beyond - ends[-1][0] <= _CARD_COLUMNS:
            first = ends.pop()[0]
        ends.append((first, beyond))
    return [(first, beyond) for first, beyond in ends if beyond - first >= _LEAST_COLUMNS]


def _none_too_long(edge: NDArray[np.float32], first: int, inner: list[int], beyond: int) -> list[int]:
    """The columns ``inner`` between ``first`` and ``beyond`` at which one card ends and another begins, and faint
    edges where one would reach too far without."""
    bounds = [first, *inner, beyond]
    for left, right in pairwise(bounds):
        within = edge[left + _LEAST_COLUMNS : right - _LEAST_COLUMNS]
        if right - left > _MOST_COLUMNS and within.max() > _FAINT_EDGE:
            more = left + _LEAST_COLUMNS + int(within.argmax())
            return _none_too_long(edge, first, sorted([*inner, more]), beyond)
    return inner


def _laid_like(card: CardSeen, mark_board: Floats, face: NDArray[np.float32], board: Board) -> CardSeen:
    """A card with its middle at ``mark_board`` that lies as ``card`` does, its ``face`` as six probabilities."""
    corners = card.corners_board - card.centre_board + mark_board
    return replace(
        card,
        colour=FIELD_COLOURS[int(face.argmax())],
        colour_p=tuple(float(p) for p in face),
        corners_px=board.pose.project(np.column_stack([corners, np.zeros(4)])),
        corners_board=corners,
        mark_px=board.pose.project(np.append(mark_board, 0)[None])[0],
        mark_board=mark_board,
    )


def _middle_board(strip: Strip, patch_from_view: Floats) -> Floats:
    """(2,) in the board frame, the middle of a strip."""
    middle_px = [strip.middle_px, (FAN_HEIGHT - 1) / 2, 1]
    return view_to_board((cv2.invertAffineTransform(patch_from_view) @ middle_px)[None])[0]


def _nearest(strip: Strip, strips: Sequence[Strip], marked: Sequence[CardSeen | None]) -> CardSeen:
    """The marked card whose strip is nearest to this one."""
    pairs = [(other, card) for other, card in zip(strips, marked, strict=True) if card is not None]
    return min(pairs, key=lambda pair: abs(pair[0].middle_px - strip.middle_px))[1]


def _on_line_px(card: CardSeen, patch_from_view: Floats) -> float | None:
    """Where along a fan's line the card's mark is, in pixels of the patch; None where it lies aside of it."""
    places_view = board_to_view(np.array(_places_board(card)))
    (x, y), (_, y_middle) = places_view @ patch_from_view[:, :2].T + patch_from_view[:, 2]
    aside = min(abs(y - FAN_HEIGHT / 2), abs(y_middle - FAN_HEIGHT / 2))
    return float(x) if aside <= _ASIDE_PX else None


def _strip_at(strips: Sequence[Strip], x: float | None) -> int | None:
    """The strip that is there on the line, or hardly beside."""
    if x is None or not strips:
        return None
    beside = [max(strip.start_px - x, x - strip.end_px) for strip in strips]
    nearest = int(np.argmin(beside))
    return nearest if beside[nearest] <= _ASTRIDE_PX else None


def _places_board(card: CardSeen) -> tuple[Floats, Floats]:
    """A card's mark and its middle (2,)."""
    return card.centre_board if card.mark_board is None else card.mark_board, card.centre_board


def _sides_view(card: CardSeen) -> Floats:
    """(2, 2) the card's short and its long side in the view from above."""
    sides = np.diff(board_to_view(card.corners_board[:3]), axis=0)
    return np.asarray(sides[np.argsort(np.linalg.norm(sides, axis=1))])


def _lie_together(one: CardSeen, other: CardSeen) -> bool:
    longs = np.array([_sides_view(card)[1] for card in (one, other)])
    angles = np.arctan2(longs[:, 1], longs[:, 0])
    turn = abs((angles[0] - angles[1] + np.pi / 2) % np.pi - np.pi / 2)
    apart = board_to_view(one.centre_board[None]) - board_to_view(other.centre_board[None])
    return bool(turn < _ALIKE and np.linalg.norm(apart) < _NEAR * np.linalg.norm(longs, axis=1).min())


def _among(card: CardSeen, cards: Sequence[CardSeen]) -> bool:
    return any(card is other for other in cards)


def _confidence(card: CardSeen) -> float:
    return card.confidence
