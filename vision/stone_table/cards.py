"""Loose cards round the board, each one even where they overlap, read in the view from above.

Each card is marked where it shows, in the middle of what no other card covers; there its face is read, and from
there its outline is pointed at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from vision.finding.board import Board
from vision.pictures import Picture, sigmoid, softmax, to_network
from vision.stone_table.fans import counted_in_fans
from vision.stone_table.patches import TableView, board_to_view, view_from_above, view_to_board
from vision.stone_table.reading import FIELD_COLOURS, CardSeen

CARD_STRIDE = 4
# Of the maps: from a mark to its card's middle, and all of its outline; six faces, and the back.
_OFFSETS, _POINTED, _FACES, _KINDS = np.s_[1:3], np.s_[1:7], np.s_[7:13], np.s_[7:14]
_LEAST_P = 1e-6
# Below, nothing is said of a card at all. Of marks between 0.1 and 0.3 on 306 boards held out half are cards.
LEAST_CONFIDENCE = 0.1
# A set's cards lie face down in one place, on the stock: of 19 cards that looked face down beside a surer one
# (in 480 pictures drawn) 17 were faces without a print.
_FACE_DOWN_BESIDE = 1 / 9
# At a second sight colours are so many times as far from the table's, which is as bright as this.
_CONTRAST, _GREY = 3.0, 112.0
_SAMPLED = 101  # a pixel in so many
# Two cards of a fan lie further apart than this many cells of the map (0.1 field each).
_APART = 2
# Marks that point at middles nearer to each other, as a share of a card's short side, are of one card: in 824
# pictures held out, each in two lights, 78 to 68 cards too many, of 4,622 one more missed.
_ONE_CARD = 0.2


@dataclass(frozen=True)
class CardMaps:
    """What the network says of the table from above: ``maps`` (14, 160, 160), logits and geometry; ``seen``
    (160, 160) bool where the camera's picture reaches; and ``picture`` (640, 640, 3), the view itself."""

    maps: NDArray[np.float32]
    seen: NDArray[np.bool_]
    picture: Picture

    def averaged(self, newer: CardMaps, weight: float) -> CardMaps:
        """The mean of these and of a ``newer`` look, which has that weight. A mark that one sees and the other does
        not is there by half, and its card where that one points."""
        old_p, new_p = (sigmoid(each.maps[0]).clip(_LEAST_P, 1 - _LEAST_P) for each in (self, newer))
        marks = old_p + (new_p - old_p) * np.float32(weight)
        maps = self.maps + (newer.maps - self.maps) * np.float32(weight)
        maps[0] = np.log(marks / (1 - marks))
        pointed, by_newer = self.maps[_POINTED], new_p * np.float32(weight) / marks
        maps[_POINTED] = pointed + (newer.maps[_POINTED] - pointed) * by_newer
        picture = cv2.addWeighted(self.picture, 1 - weight, newer.picture, weight, 0)
        return CardMaps(maps, newer.seen, np.asarray(picture, np.uint8))

    def face_at(self, place_board: NDArray[np.float64]) -> NDArray[np.float32]:
        """(6,) how probably the card at a place (2,) of the table is of each colour, if it is face up."""
        cell_xy = (board_to_view(place_board[None])[0] + 0.5) / CARD_STRIDE - 0.5
        col, row = np.clip(np.round(cell_xy).astype(int), 0, self.maps.shape[-1] - 1)
        return softmax(self.maps[_FACES, row, col])


def read_cards(bgr: Picture, board: Board) -> tuple[CardSeen, ...]:
    """The cards that lie round the board, surest first."""
    return find_cards(card_maps_twice(view_from_above(bgr, board.pose)), board)


def card_maps_twice(view: TableView) -> CardMaps:
    """Look at the table round the board from above, and once more with it turned half round: the network is not quite
    of the same mind then, and of both less is wrong."""
    return card_maps(view).averaged(card_maps(view, turned=True), 0.5)


def card_maps(view: TableView, turned: bool = False) -> CardMaps:
    """Look at the table round the board from above; or with it ``turned`` half round, what is seen turned back."""
    seen = view.seen[::CARD_STRIDE, ::CARD_STRIDE]
    if not turned:
        return CardMaps(_looked_at(view.picture), seen, view.picture)
    maps = _looked_at(view.picture[::-1, ::-1])[:, ::-1, ::-1].copy()
    maps[_OFFSETS] *= -1
    return CardMaps(maps, seen, view.picture)


def _looked_at(picture: Picture) -> NDArray[np.float32]:
    return network("cards").run(picture=to_network(picture)[None])["maps"][0]


def cards_at_second_sight(view: TableView, where: NDArray[np.bool_], board: Board) -> tuple[CardSeen, ...]:
    """The cards in those places (160, 160) of the view from above that are seen only with more contrast, as a dark
    one on a dark cloth is."""
    usual = np.median(view.picture[view.seen][::_SAMPLED], axis=0)
    level = usual * (_GREY / max(float(usual.max()), 1.0))
    with_contrast = (view.picture - usual) * _CONTRAST + level
    looked = card_maps_twice(TableView(np.clip(with_contrast, 0, 255).astype(np.uint8), view.seen))
    return marked_cards(replace(looked, seen=looked.seen & where), board)


def find_cards(looked: CardMaps, board: Board) -> tuple[CardSeen, ...]:
    """The cards in one look, or in several averaged, surest first; those that overlap counted by their edges."""
    return counted_in_fans(looked.picture, marked_cards(looked, board), looked.face_at, board)


def marked_cards(looked: CardMaps, board: Board) -> tuple[CardSeen, ...]:
    """The cards that have marks in the maps, each by itself. None lies on the board itself."""
    found = []
    for row, col, confidence in peaks_of(sigmoid(looked.maps[0]) * looked.seen):
        values = looked.maps[:, row, col]
        mark_board = view_to_board((np.array([[col, row]]) + 0.5) * CARD_STRIDE - 0.5)
        corners_board = view_to_board(_outline(values, row, col))
        if (np.abs(corners_board.mean(0)) < board.size / 2).all():
            continue  # two fields of one colour, side by side
        kinds = softmax(values[_KINDS])
        colours = looked.face_at(mark_board[0])
        found.append(
            CardSeen(
                FIELD_COLOURS[int(colours.argmax())],
                tuple(float(p) for p in colours),
                bool(kinds[6] < 0.5),
                confidence,
                board.pose.project(np.column_stack([corners_board, np.zeros(4)])),
                corners_board,
                float(1 - kinds[6]),
                board.pose.project(np.column_stack([mark_board, 0]))[0],
                mark_board[0],
            )
        )
    return _one_stock(_each_once(found))


def _each_once(cards: Sequence[CardSeen]) -> list[CardSeen]:
    """The cards, surest first, but for those that lie where a surer one does."""
    each: list[CardSeen] = []
    for card in cards:
        near = _ONE_CARD * float(np.linalg.norm(np.diff(card.corners_board[:3], axis=0), axis=1).min())
        if all(np.linalg.norm(card.centre_board - other.centre_board) >= near for other in each):
            each.append(card)
    return each


def _one_stock(cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """All cards but the likeliest stock are face up, unless they look very much like backs."""
    stock = max(cards, key=lambda card: card.confidence * (1 - card.face_up_p), default=None)
    return tuple(card if card is stock else _likelier_face_up(card, _FACE_DOWN_BESIDE) for card in cards)


def _likelier_face_up(card: CardSeen, face_down_odds: float) -> CardSeen:
    face_down = (1 - card.face_up_p) * face_down_odds
    face_up_p = card.face_up_p / (card.face_up_p + face_down)
    return replace(card, face_up=face_up_p > 0.5, face_up_p=face_up_p)


def peaks_of(heat: NDArray[np.float32], least: float = LEAST_CONFIDENCE) -> list[tuple[int, int, float]]:
    """Peaks of the marks' map (H, W) above ``least`` as (row, col, probability), surest first: non-maximum
    suppression."""
    highest = cv2.dilate(heat, np.ones((2 * _APART + 1, 2 * _APART + 1), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > least))
    order = np.argsort(-heat[rows, columns])
    return [(int(rows[i]), int(columns[i]), float(heat[rows[i], columns[i]])) for i in order]


def _outline(values: NDArray[np.float32], row: int, col: int) -> NDArray[np.float64]:
    """(4, 2) corners in pixels of the view from above, from one place of the maps."""
    dx, dy, log_short, log_long, cosine, sine = (float(v) for v in values[1:7])
    short, long = np.exp(np.clip([log_short, log_long], 0, 5)) / 2
    angle = np.arctan2(sine, cosine) / 2
    along = np.array([np.cos(angle), np.sin(angle)]) * long
    across = np.array([-np.sin(angle), np.cos(angle)]) * short
    centre = np.array([col + dx, row + dy])
    corners = [
        centre - along - across,
        centre + along - across,
        centre + along + across,
        centre - along + across,
    ]
    return np.asarray((np.stack(corners) + 0.5) * CARD_STRIDE - 0.5)
