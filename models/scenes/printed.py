"""The printed set (``tableref print``) on a table: its faces, drawn as its sheets are and rasterised from the PDF.

A sheet is drawn at its true size, so that a picture here is what lies there when it was printed at 100 %; then the
printer's inks, scissors and glue take their share (``Printing``). Needs ``pypdfium2``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.sheets import just4fun_colours as sheet
from calibration.sheets import one_two_three_four as tiles_sheet
from calibration.sheets.boards import Frame
from calibration.sheets.cutting import MARKS_MM
from calibration.sheets.page import PAPERS, Box, Paper, Sheets
from models.scenes.scene import Board, Card, Printing

Picture = NDArray[np.uint8]
Face = Callable[[Sheets, Box], None]

DISC_SHARE = 0.97  # of a stone's radius, that the printed disc on it covers
_BOARD_PX, _CARD_PX, _DISC_PX = 4, 6, 10  # a millimetre
_ROOM_MM = (40.0, 60.0)  # that a sheet needs around what is drawn on it
_GLUED_MM = 0.3  # by how much the parts of a board are off, and cards cut beside the mark
_JOINT = 0.7  # of the light, on a joint's edge


def printed(rgb: ArrayLike, printing: Printing) -> NDArray[np.float32]:
    """What sRGB colours (..., 3) in 0..1 are on paper, once printed."""
    wanted = np.asarray(rgb, np.float32)
    luma = wanted @ np.array([0.3, 0.59, 0.11], np.float32)
    ink = np.clip(luma[..., None] + printing.saturation * (wanted - luma[..., None]), 0, 1)
    black, paper = (np.array(c, np.float32) for c in (printing.ink_rgb, printing.paper_rgb))
    return np.asarray(black + (paper - black) * ink ** np.array(printing.gamma, np.float32), np.float32)


def board_picture(board: Board, printing: Printing, px_per_mm: float) -> Picture:
    """(H, W, 3) BGR of the board glued together from its parts, its border included."""
    frame = Frame(board.size, board.pitch_mm)
    return _assembled(_board(board.fields, board.pitch_mm), frame, printing, px_per_mm)


def lane_board_picture(frame: Frame, clockwise: bool, printing: Printing, px_per_mm: float) -> Picture:
    """(H, W, 3) BGR of the board of One Two Three … Four, glued together from its parts."""
    return _assembled(_lane_board(frame, clockwise), frame, printing, px_per_mm)


def card_picture(card: Card, printing: Printing, px_per_mm: float) -> Picture:
    """(H, W, 3) BGR of a card upright: its face if it lies face up, else its back; cut out by hand."""
    colour = card.colour if card.face_up else None
    rng = np.random.default_rng([printing.seed, *(colour or "back").encode()])
    moved = _moved(_card(colour, card.size_mm), rng.normal(0, _GLUED_MM * _CARD_PX, 2))
    return _sized(_inked(moved, printing), *(max(12, round(mm * px_per_mm)) for mm in card.size_mm))


def disc_picture(colour: str, printing: Printing, side_px: int) -> Picture:
    """(side_px, side_px, 3) BGR of a stone's disc, filling the picture."""
    return _sized(_inked(_disc(colour), printing), side_px, side_px)


def on_stone(below: Picture, colour: str, printing: Printing) -> Picture:
    """A stone seen from above (N, N, 3), with the disc of that colour glued on."""
    middle, radius = (len(below) - 1) / 2, DISC_SHARE * len(below) / 2
    shrunk = np.array(
        [[DISC_SHARE, 0, (1 - DISC_SHARE) * middle], [0, DISC_SHARE, (1 - DISC_SHARE) * middle]]
    )
    disc = cv2.warpAffine(disc_picture(colour, printing, len(below)), shrunk, below.shape[1::-1])
    away = np.hypot(*(np.indices(below.shape[:2]) - middle))
    share = np.clip(radius - away, 0, 1).astype(np.float32)
    return np.asarray(cv2.blendLinear(below, np.asarray(disc, np.uint8), 1 - share, share), np.uint8)


# --- the sheets as pictures --------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _board(layout: sheet.Layout, field_mm: float) -> Picture:
    frame = Frame(len(layout), field_mm)
    return _rasterised(partial(sheet.board_face, layout, frame), frame.side, frame.side, _BOARD_PX)


@lru_cache(maxsize=4)
def _lane_board(frame: Frame, clockwise: bool) -> Picture:
    face = partial(tiles_sheet.board_face, frame, clockwise)
    return _rasterised(face, frame.side, frame.side, _BOARD_PX)


@lru_cache(maxsize=16)
def _card(colour: str | None, size_mm: tuple[float, float]) -> Picture:
    """A card's face, or the back for no colour."""
    face: Face = partial(sheet.card_face, colour) if colour else partial(sheet.card_back, rgb=sheet.BACK)
    return _rasterised(face, *size_mm, _CARD_PX)


@lru_cache(maxsize=8)
def _disc(colour: str) -> Picture:
    across = float(sheet.stone_mm(sheet.FIELD_MM))  # others are the same, smaller or larger
    return _rasterised(partial(sheet.stone_face, colour, across / 2), across, across, _DISC_PX)


def _rasterised(face: Face, width_mm: float, height_mm: float, px_per_mm: int) -> Picture:
    """(H, W, 3) BGR of what ``face`` draws into a box of that size on a sheet."""
    import pypdfium2

    sheets = Sheets(Paper("", width_mm + _ROOM_MM[0], height_mm + _ROOM_MM[1]))
    box = sheets.page("").middle(width_mm, height_mm)
    face(sheets, box)
    document = pypdfium2.PdfDocument(sheets.pdf())
    try:
        page = document[0].render(scale=px_per_mm * 25.4 / 72).to_numpy()
    finally:
        document.close()
    x, y, w, h = (round(mm * px_per_mm) for mm in (box.x, box.y, box.w, box.h))
    return np.ascontiguousarray(page[y : y + h, x : x + w, :3])


# --- printer, scissors and glue ----------------------------------------------------------------------------


def _assembled(whole: Picture, frame: Frame, printing: Printing, px_per_mm: float) -> Picture:
    side = max(48, round(frame.side * px_per_mm))
    return _sized(_inked(_glued(whole, frame, printing.seed), printing), side, side)


def _inked(bgr: Picture, printing: Printing) -> Picture:
    shown = printed(bgr[..., ::-1] / np.float32(255), printing)
    return np.ascontiguousarray(np.rint(255 * shown[..., ::-1].clip(0, 1)), np.uint8)


def _glued(whole: Picture, frame: Frame, seed: int) -> Picture:
    """The board with each part a little off, and the edge of the paper showing along the joints."""
    rng = np.random.default_rng(seed)
    room = _page_room()
    across, down = (
        [round(mm * len(whole) / frame.side) for mm in frame.edges(frame.parts(length))]
        for length in (room.w, room.h)
    )
    glued = whole.copy()
    for x0, x1 in pairwise(across):
        for y0, y1 in pairwise(down):
            glued[y0:y1, x0:x1] = _moved(whole, rng.normal(0, _GLUED_MM * _BOARD_PX, 2))[y0:y1, x0:x1]
    for edge in across[1:-1]:
        glued[:, edge - 1 : edge + 1] = (glued[:, edge - 1 : edge + 1] * _JOINT).astype(np.uint8)
    for edge in down[1:-1]:
        glued[edge - 1 : edge + 1] = (glued[edge - 1 : edge + 1] * _JOINT).astype(np.uint8)
    return glued


@cache
def _page_room() -> Box:
    """What a sheet takes of a board."""
    return Sheets(PAPERS["a4"]).room().grown(-MARKS_MM)


def _moved(picture: Picture, by_px: NDArray[np.float64]) -> Picture:
    move = np.array([[1, 0, by_px[0]], [0, 1, by_px[1]]])
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _sized(picture: Picture, width: int, height: int) -> Picture:
    shrinks = width < picture.shape[1]
    return np.asarray(
        cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR),
        np.uint8,
    )
