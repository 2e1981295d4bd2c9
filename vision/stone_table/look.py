"""One look at one picture: board, fields, cards and hands, put together as a Reading."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.shades import Shades
from vision.finding.board import Board
from vision.finding.overview import Overview, glance
from vision.finding.whole import Found, find_whole_board, why_none
from vision.pictures import Picture
from vision.stone_table.cards import find_cards
from vision.stone_table.fields_and_cards import read_fields_and_cards
from vision.stone_table.prints import named, printed_on
from vision.stone_table.reading import CardSeen, Reading
from vision.stone_table.stones import but_for_prints, colours_of_tops, in_their_shares

# A hand counts when it covers this share of the board's surroundings: about a fingertip.
HAND_SHARE = 0.008
# A card is hidden where a hand covers this share of it and of what lies beside it, half a card on each side.
_HIDDEN_SHARE = 0.05
_REACH_FIELDS = 4.5  # from the board's middle: a hand further away is not in play
# A single picture has no second look to settle a doubt.
SURE_OF_A_CARD = 0.3


def look(
    bgr: Picture, size: int = 6, t: float = 0.0, board: Board | None = None, prior: Shades | None = None
) -> Reading:
    """Read a picture whole. With ``board`` known (a camera that has not moved), it is not searched again.
    ``prior``: the set's shades, where they were learnt before."""
    overview = glance(bgr)
    image_size = (bgr.shape[1], bgr.shape[0])
    found = Found(board) if board else find_whole_board(bgr, size, overview)
    where = found.board
    if where is None:
        hand = bool((overview.hand > 0.5).mean() > HAND_SHARE)
        return Reading(t, image_size, None, None, (), hand, why_none(found.other_size))
    seen = read_fields_and_cards(bgr, where.pose, where.size)
    fields = but_for_prints(seen.fields)
    fields = in_their_shares(fields, colours_of_tops(bgr, where, fields))
    printed = printed_on(bgr, where, fields, prior)
    cards = [card for card in find_cards(seen.cards, where) if card.confidence >= SURE_OF_A_CARD]
    told = tuple(replace(card, hidden=_is_hidden(card, overview)) for card in named(cards, bgr, printed))
    hand = hand_near(overview, where) or any(card.hidden for card in told)
    return Reading(t, image_size, where, fields, told, hand)


def _is_hidden(card: CardSeen, overview: Overview) -> bool:
    around_px = 2 * card.corners_px - card.corners_px.mean(0)
    return overview.hand_share(around_px) > _HIDDEN_SHARE


def hand_near(overview: Overview, board: Board, *places_board: NDArray[np.float64]) -> bool:
    """Whether a hand or arm is over the board, close beside it, or over one of ``places_board``, polygons
    (N, 2) in the board frame."""
    reach = _REACH_FIELDS * board.size / 6
    square = reach * np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    for polygon in (square, *places_board):
        outline_px = board.pose.project(np.column_stack([polygon, np.zeros(len(polygon))]))
        if overview.hand_share(outline_px) > HAND_SHARE:
            return True
    return False
