"""The fields of a board: print, owner, height, hidden, each tower read along its own axis.

One network looks at every field and tells what lies there; another looks at the towers alone, finely, and counts
their stones: of all at once, for they are of one set. What both say of a tower's height is pooled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.one_to_one import apart
from calibration.shades import to_lab
from models.catalogue import network
from vision.finding.board import Board
from vision.pictures import Picture, sigmoid, softmax, to_network
from vision.stone_table.patches import (
    TOWER_BASE_ROW,
    TOWER_HEIGHT,
    TOWER_PX_PER_FIELD,
    TOWER_WIDTH,
    TowerPatches,
    cut_finely,
    cut_towers,
    in_wider_fields,
    mirrored,
    times_as_wide,
)
from vision.stone_table.reading import Fields

_SURELY_EMPTY = 0.98  # nothing is counted there
_GAME_SIZE = 6  # fields a side
# On boards of other games any colour may be a stone's, also one that this game prints on fields alone, and such
# stones pass for prints. They are looked at in two more dyes, the channels changing places: a print is flat in any.
_OTHER_DYES = ((1, 2, 0), (2, 0, 1))
# Their stones are counted best in fields taken to be so many times as wide: 93 boards drawn, of 3,071 stones and
# towers 418 miscounted without that, 361 with it.
_WIDER_IN_OTHER_GAMES = (1.15, 1.3)
# How many times as wide they are taken to be besides where a picture is the only look: of 13,557 fields held out 689
# to 669 heights wrong, with five widths 665.
_BESIDES = (0.87, 1.15)
_STONES_OF_A_COLOUR = 20
# Probability of nothing: on three boards drawn with such spots its median was 0.03 to 0.14 where they are, on four
# boards full of one colour's stones 0.002 at most.
_SURELY_A_STONE = 0.006
_ROUNDS = 10  # after which the shares do not change any more
# Lab units, and a share in stones: chosen on 982 boards drawn, of whose 34,768 fields 235 to 199 have a stone of one
# colour read as one of another.
_ALIKE, _ANY = 5.0, 0.5
_TOP_HALF = (0.09, 0.14)  # fields up and down, and across, of what is looked at of a tower's uppermost stone
_BELOW_TOP = 0.1  # fields: its side is of its colour too, its tip may be a pixel
_COUNT_WEIGHT = 0.8  # of the network that counts; the other has the rest (a logarithmic opinion pool)


def read_fields(bgr: Picture, board: Board, only_look: bool = False) -> Fields:
    """All fields of the board in the picture, as probabilities. If this is the ``only_look`` at the table, they are
    looked at mirrored as well, which takes twice as long."""
    return read_towers(bgr, cut_towers(bgr, board.pose, board.size), board.size, only_look)


def read_towers(bgr: Picture, towers: TowerPatches, size: int, only_look: bool = False) -> Fields:
    """The same from the towers' patches of a board of ``size`` fields a side, cut from the picture ``bgr``."""
    return with_stones_counted(*see_towers(towers, size, only_look), bgr, towers, only_look)


def see_towers(
    towers: TowerPatches, size: int, only_look: bool = False
) -> tuple[Fields, NDArray[np.float32]]:
    """What shows on a board's fields by one look at all of them, the stones of towers not counted yet; and where the
    towers' tops are in their patches (N, 2), in fields from the field's middle, y up."""
    out = _looked_at(towers.pictures, towers, mirrored_too=only_look)
    owner, stones = softmax(out["owner"][0]), _normalised(softmax(out["height"][0])[:, 1:])
    nothing = _log_odds_of_nothing(out)
    if size != _GAME_SIZE:
        dyed = [_looked_at(towers.pictures[..., dye], towers) for dye in _OTHER_DYES]
        nothing = np.min([nothing, *map(_log_odds_of_nothing, dyed)], axis=0)
    p_empty = sigmoid(nothing)
    owner = np.concatenate([p_empty, (1 - p_empty) * _normalised(owner[:, 1:])], 1)
    height = np.concatenate([p_empty, (1 - p_empty) * stones], 1)
    shape = (size, size)
    fields = Fields(
        softmax(out["field"][0]).reshape(*shape, -1),
        owner.reshape(*shape, -1).astype(np.float32),
        height.reshape(*shape, -1).astype(np.float32),
        sigmoid(out["hidden"][0]).reshape(shape),
        out["lift"][0].reshape(shape),
    )
    return fields, out["tops"][0]


def with_stones_counted(
    fields: Fields, tops: NDArray[np.float32], bgr: Picture, towers: TowerPatches, only_look: bool = False
) -> Fields:
    """The fields that ``see_towers`` saw, the stones of all that stands there counted anew, pooled with what was said
    of them."""
    height = fields.height.reshape(len(tops), -1).copy()
    standing = np.flatnonzero(height[:, 0] < _SURELY_EMPTY)
    if len(standing):
        something, stones = 1 - height[standing, :1], _normalised(height[standing, 1:])
        wider = () if len(fields.owner) == _GAME_SIZE else _WIDER_IN_OTHER_GAMES
        counted = count_stones(bgr, towers, standing, tops[standing], only_look, wider)
        pooled = _normalised(counted**_COUNT_WEIGHT * stones ** (1 - _COUNT_WEIGHT))
        height[standing, 1:] = something * pooled
    return replace(fields, height=height.reshape(fields.height.shape))


def _looked_at(
    pictures: Picture, towers: TowerPatches, mirrored_too: bool = False
) -> dict[str, NDArray[np.float32]]:
    looks = [pictures, pictures[:, :, ::-1]] if mirrored_too else [pictures]
    seen = [network("fields").run(patches=to_network(look)[None], views=towers.views[None]) for look in looks]
    told = {name: np.mean([out[name] for out in seen], 0) for name in seen[0]}
    return told | {"tops": seen[0]["tops"]}


def _log_odds_of_nothing(out: dict[str, NDArray[np.float32]]) -> np.ndarray:
    """(N, 1) that nothing stands there: no owner and height 0 are one and the same; both heads vote on it."""
    p = np.stack([softmax(out[head][0])[:, :1] for head in ("owner", "height")]).clip(1e-6, 1 - 1e-6)
    return np.asarray(np.log(p / (1 - p)).mean(0))


def count_stones(
    bgr: Picture,
    towers: TowerPatches,
    which: NDArray[np.int64],
    tops: NDArray[np.float32],
    only_look: bool = False,
    wider: Sequence[float] = (),
) -> NDArray[np.float32]:
    """(T, 7) the probabilities of 1 to 7 stones of the towers of the cells ``which`` (T,), which are compared
    with one another. ``tops`` (T, 2) are where the other network sees their tops in their patches, in fields from the
    field's middle, y up. They are looked at in fields taken to be so many times ``wider``; if that is not given, in
    fields as they are, and where stones nearly fill these in wider ones too. The ``only_look`` at a table sees them
    mirrored as well, and in fields taken to be narrower and wider."""

    def look(times: float) -> tuple[NDArray[np.float32], float]:
        there = towers if times == 1 else in_wider_fields(towers, times)
        return _looked_at_finely(bgr, there, which, np.asarray(tops / times, np.float32), only_look)

    if wider:
        return softmax(np.mean([look(times)[0] for times in wider], 0))
    logits, width = look(1.0)
    if (times := times_as_wide(width)) > 1:
        others: tuple[float, ...] = (times,)
    else:
        others = _BESIDES if only_look else ()
    return softmax(np.mean([logits, *(look(times)[0] for times in others)], 0))


def _looked_at_finely(
    bgr: Picture,
    towers: TowerPatches,
    which: NDArray[np.int64],
    tops: NDArray[np.float32],
    mirrored_too: bool,
) -> tuple[NDArray[np.float32], float]:
    """(T, 7) the logits of 1 to 7 stones, and how wide these are, in fields."""
    pictures, views = cut_finely(bgr, towers, which), towers.views[which]
    looks = [(pictures, tops)]
    if mirrored_too:
        looks.append((pictures[:, :, ::-1], mirrored(tops)))
    seen = [
        network("towers").run(patches=to_network(look)[None], views=views[None], tops=at[None])
        for look, at in looks
    ]
    logits = np.mean([each["height"][0] for each in seen], 0)
    return logits, 2 * float(seen[0]["radius"][0, 0, 0])


def but_for_prints(fields: Fields) -> Fields:
    """The fields, those empty that read as more stones of one colour than there are, most of them not surely: each
    has a spot printed on it that looks like a stone. A stone stands out from the fields of its colour even there."""
    if len(fields.owner) != _GAME_SIZE:
        return fields
    top, nothing = fields.owner.argmax(-1), fields.owner[..., 0]
    spots = np.zeros(top.shape, bool)
    for colour in 1 + np.flatnonzero(fields.owner[..., 1:].sum((0, 1)) > _STONES_OF_A_COLOUR):
        if np.median(nothing[top == colour]) > _SURELY_A_STONE:
            spots |= top == colour
    spots &= ~fields.taken_at_first()
    owner, height = fields.owner.copy(), fields.height.copy()
    for p in (owner, height):
        empty = p[spots][:, :1]
        p[spots] = np.concatenate([1 - empty, _normalised(p[spots][:, 1:]) * empty], 1)
    return replace(fields, owner=owner, height=height)


def in_their_shares(fields: Fields, top_lab: NDArray[np.float64]) -> Fields:
    """The fields, each owner weighed by the share that is his of the stones that look alike, ``top_lab`` (n, n, 3):
    what reads as a colour that none of its like has is likelier of theirs. The shares are those that explain all
    readings best (EM, Saerens et al. 2002), after half a stone of each colour."""
    shape, lab = fields.owner.shape, top_lab.reshape(-1, 3)
    owner = fields.owner.reshape(len(lab), -1)
    alike = np.exp(-((apart(lab[:, None], lab[None]) / _ALIKE) ** 2) / 2)
    np.fill_diagonal(alike, 0)  # no stone speaks for itself
    something = 1 - owner[:, :1]
    alone = told = owner[:, 1:] / (something + 1e-9)
    for _ in range(_ROUNDS):
        told = _normalised(alone * (_ANY + alike @ (something * told)))
    weighed = np.concatenate([owner[:, :1], something * told], 1)
    return replace(fields, owner=weighed.reshape(shape).astype(np.float32))


def colours_of_tops(bgr: Picture, board: Board, fields: Fields) -> NDArray[np.float64]:
    """(n, n, 3) what each tower's uppermost stone looks like in the picture, as ``calibration.shades.to_lab`` has
    it: the median around where ``fields`` say that it is. Of an empty field what it shows."""
    towers, size = cut_towers(bgr, board.pose, board.size), board.size
    half_rows, half_columns = (round(half * TOWER_PX_PER_FIELD) for half in _TOP_HALF)
    columns = slice(TOWER_WIDTH // 2 - half_columns, TOWER_WIDTH // 2 + half_columns)
    lab = []
    for picture, sine, lift in zip(towers.pictures, towers.views[:, 0], fields.lift.flat, strict=True):
        above_px = (lift - _BELOW_TOP) * np.sqrt(max(0.0, 1 - sine * sine)) * TOWER_PX_PER_FIELD
        row = int(np.clip(round(TOWER_BASE_ROW - above_px), half_rows, TOWER_HEIGHT - half_rows - 1))
        lab.append(np.median(to_lab(picture[row - half_rows : row + half_rows + 1, columns]), 0))
    return np.reshape(lab, (size, size, 3))


def _normalised(p: np.ndarray) -> np.ndarray:
    return np.asarray(p / (p.sum(-1, keepdims=True) + 1e-9))
