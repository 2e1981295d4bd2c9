"""One look at one picture: board, fields, cards and hands, put together as a Reading."""

from __future__ import annotations

from vision.board import Board, Overview, find_board, glance
from vision.cards import read_cards
from vision.pictures import Picture
from vision.reading import Reading
from vision.stones import read_fields

# A hand counts when it covers this share of the board's surroundings.
HAND_SHARE = 0.01
# A single picture has no second look to settle a doubt.
SURE_OF_A_CARD = 0.5


def look(bgr: Picture, size: int = 6, t: float = 0.0, board: Board | None = None) -> Reading:
    """Read a picture whole. With ``board`` known (a camera that has not moved), it is not searched again."""
    overview = glance(bgr)
    image_size = (bgr.shape[1], bgr.shape[0])
    board = board or find_board(bgr, size, overview)
    if board is None:
        return Reading(
            t, image_size, None, None, (), bool((overview.hand > 0.5).mean() > HAND_SHARE), "no board found"
        )
    cards = tuple(card for card in read_cards(bgr, board) if card.confidence >= SURE_OF_A_CARD)
    return Reading(t, image_size, board, read_fields(bgr, board), cards, hand_near(overview, board))


def hand_near(overview: Overview, board: Board) -> bool:
    """Whether a hand or arm covers part of the board or of the picture."""
    return overview.hand_share(board.corners_px) > HAND_SHARE or bool(
        (overview.hand > 0.5).mean() > HAND_SHARE
    )
