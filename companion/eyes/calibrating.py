"""Learning a table through a camera: the empty board, then a stone of each colour, then a lens.

Each function reads frames until it has seen enough, and tells what it waits for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.lens import LensFit, Pattern, View, distinct, find_pattern, measure
from calibration.profile import Place, TableSet
from calibration.shades import to_lab
from companion.errors import UserError
from companion.eyes.known_table import KnownTable
from companion.eyes.learnt_set import learn_set
from companion.eyes.stretch import Stretch
from companion.eyes.watcher import Watcher
from companion.options import ZoneSpec, zone_on_table
from referee.table import cell_name
from vision.sources import Frame, Source
from vision.stone_table.patches import TOWER_BASE_ROW, TOWER_PX_PER_FIELD, TowerPatches, cut_towers
from vision.stone_table.reading import Fields

Tell = Callable[[str], None]

_LOOKS = 4  # settled looks that agree
_VIEWS = 12  # of a pattern before a camera; more make the lens hardly truer
_STILL = 0.002  # of the picture's width: a pattern that moves by more is blurred
_CHANGED_LAB = 14.0  # a stone differs from the field under it by more, a shadow mostly by less
_LEAST_STONE_PX = 60  # of a patch
_STEEPEST_SINE = 0.94  # from 70 degrees on a stone's height cannot be seen


def frames_within(source: Source, wait_s: float) -> Iterator[Frame]:
    """Frames for ``wait_s`` seconds of their own time, and of the clock's where none come."""
    first: float | None = None
    until = time.monotonic() + wait_s
    while True:
        frame = source.read(timeout_s=0.5)
        if frame is not None:
            first = frame.t if first is None else first
            if frame.t - first > wait_s:
                return
            yield frame
        elif source.state == "ended" or time.monotonic() > until:
            return


def see_empty_board(
    source: Source, watcher: Watcher, wait_s: float, tell: Tell, nothing_there: bool = False
) -> Stretch:
    """Wait for a few settled looks at the empty board; ``nothing_there``: it is, whatever it looks like. Raises
    UserError where there are none in time."""
    why, told = "no board was found", ""
    for frame in frames_within(source, wait_s):
        for seen in watcher.feed(frame.bgr, frame.t):
            if not isinstance(seen, Stretch) or seen.looks < _LOOKS:
                continue
            taken = np.argwhere(seen.fields.taken_at_first())
            if nothing_there or not len(taken):
                return seen
            why = f"something stands on {', '.join(cell_name((int(r), int(c))) for r, c in taken)}"
            if why != told:
                told = why
                tell(f"The board must be empty: {why}. If nothing does, add --nothing-there.")
    raise UserError(
        "no_empty_board",
        "{name}: no empty board was seen within {seconds} s: {why}",
        name=source.name,
        seconds=round(wait_s),
        why=source.why or why,
    )


def see_stones(source: Source, watcher: Watcher, wait_s: float) -> Stretch | None:
    """Wait for settled looks at a board with stones on it; None where none are laid in time."""
    for frame in frames_within(source, wait_s):
        for seen in watcher.feed(frame.bgr, frame.t):
            if isinstance(seen, Stretch) and seen.looks >= _LOOKS and seen.fields.taken().any():
                return seen
    return None


def place_of(empty: Stretch, zone: ZoneSpec) -> Place:
    """Where the camera stands, and where cards are laid, as a person said."""
    board = empty.board
    outline = zone_on_table(zone, board).outline_board() if zone is not None else None
    a, b, c, d = ((float(x), float(y)) for x, y in board.corners_px)
    polygon = None if outline is None else tuple((float(x), float(y)) for x, y in outline)
    return Place(board.pose.image_size, (a, b, c, d), board.pose.elevation_deg, polygon)


def set_of(empty: Stretch, known: KnownTable) -> TableSet:
    """The board's fields and their shades."""
    learnt = learn_set(empty, known)
    return TableSet(learnt.fields, learnt.labs(), {})


def with_stones(table_set: TableSet, empty: Stretch, stones: Stretch) -> TableSet:
    """The set with the stones that have been laid on the board since it was seen empty."""
    board = empty.board
    before = cut_towers(empty.bgr, board.pose, board.size)
    now = cut_towers(stones.bgr, board.pose, board.size)
    colours, width, height, rise = measure_stones(before, now, stones.fields)
    return replace(table_set, stones=colours, stone_width=width, stone_height=height, stone_rise=rise)


def measure_stones(
    before: TowerPatches, now: TowerPatches, fields: Fields
) -> tuple[dict[str, tuple[float, float, float]], float | None, float | None, float | None]:
    """The stones' colours in Lab by their owners' names, and in fields: their width, the height of one alone,
    and the growth of a tower with each further one; medians, None where nothing shows them.

    Patches as cut by ``vision.stone_table.patches`` with one and the same pose, before and after the stones were
    laid.
    """
    size = len(fields.owner)
    colours: dict[str, list[NDArray[np.float64]]] = {}
    widths, towers = [], []
    for cell in range(size * size):
        owner = fields.owner_name(*divmod(cell, size))
        lab_before, lab_now = (to_lab(patches.pictures[cell].reshape(-1, 3)) for patches in (before, now))
        shape = now.pictures[cell].shape[:2]
        stone = _largest(np.linalg.norm(lab_now - lab_before, axis=1).reshape(shape) > _CHANGED_LAB)
        if owner is None or stone is None:
            continue
        sine = float(now.views[cell, 0])
        width = float(np.percentile(stone.sum(1)[stone.any(1)], 90)) / TOWER_PX_PER_FIELD
        top = int(np.flatnonzero(stone.sum(1) >= 3)[0])
        widths.append(width)
        # The top's far rim is seen half an ellipse above the top's middle.
        above = (TOWER_BASE_ROW - top) / TOWER_PX_PER_FIELD - width / 2 * sine
        if sine < _STEEPEST_SINE and above > 0:
            towers.append((fields.height_of(*divmod(cell, size)), above / float(np.sqrt(1 - sine**2))))
        face = stone.copy()
        face[top + max(3, round(width * sine * TOWER_PX_PER_FIELD)) :] = False
        colours.setdefault(owner, []).append(np.median(lab_now[face.ravel()], axis=0))
    seen = {owner: np.median(labs, axis=0).tolist() for owner, labs in colours.items()}
    height = _median([tall for n, tall in towers if n == 1])
    rise = _median([(tall - height) / (n - 1) for n, tall in towers if n > 1]) if height else None
    return {owner: (x, y, z) for owner, (x, y, z) in seen.items()}, _median(widths), height, rise


def _largest(mask: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """The largest blob in a patch's mask, without the specks and threads about it."""
    import cv2

    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    return np.asarray(labels == largest) if stats[largest, cv2.CC_STAT_AREA] >= _LEAST_STONE_PX else None


def _median(values: list[float]) -> float | None:
    positive = [value for value in values if value > 0]
    return float(np.median(positive)) if positive else None


def lens_before_camera(source: Source, pattern: Pattern, wait_s: float, tell: Tell) -> LensFit:
    """The lens from a pattern that a person holds before the camera, differently each time."""
    views: list[View] = []
    last: View | None = None
    looked_at = 0
    for frame in frames_within(source, wait_s):
        looked_at += 1
        view = find_pattern(frame.bgr, pattern, f"view {len(views) + 1}")
        if view and last and _still(view, last) and len(distinct([*views, view])) > len(views):
            views.append(view)
            tell(f"{len(views)} of {_VIEWS}: now tilt it another way, or hold it elsewhere")
        last = view
        if len(views) == _VIEWS:
            break
    return measure(views, looked_at, pattern)


def _still(view: View, last: View) -> bool:
    if len(view.numbers) != len(last.numbers) or (view.numbers != last.numbers).any():
        return False
    moved = np.linalg.norm(view.points_px - last.points_px, axis=1)
    return float(np.median(moved)) < _STILL * view.image_size[0]
