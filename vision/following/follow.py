"""Following the board from frame to frame: has it or the camera moved, and by what homography?

Every frame is compared with the frame in which the board was found, never with the one before, so that nothing
adds up. First the frame is laid over the reference by what was last believed and small patches on the board say
by how much it is off: that is quick, and mostly all. Only where they do not agree is the board searched further
away: roughly by the colours of its fields, then by points (pyramidal Lucas-Kanade, kept if the way back leads
to where it began: Kalal et al. 2010) to which a homography is fitted by consensus (RANSAC); patches and colours
must confirm it. Stones and hands change patches; they are outliers as long as enough others agree. Without
that the answer is "not confident", never a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.following.landmarks import ALIKE, Floats, Landmarks, Points
from vision.following.motion import common_motion
from vision.following.tiles import Tiles

Bytes = NDArray[np.uint8]

VIEW_PX = 400  # the board's larger extent in the picture that is worked on, by default at the utmost
RIM = 0.08  # of the board around it is looked at too: its border and edge
SURROUNDINGS = 0.4  # of the board around it is kept by default, for points that have moved there
MOST_POINTS = 160
MOVED_PX = 1.5  # full-size pixels by which a corner must be off,
MOVED_FIELDS = 0.08  # or share of a field, whichever is less, to call it moved
REST_PX = 0.3  # after a move, corners are followed until they change by less than this
AGREE_PX = 0.6  # of the view: patches that fit the common motion
MOST_STEPS = 5  # of improving a guess,
STEP_PX = 0.25  # until it changes by less than this, in pixels of the view
DOUBT_PX = 0.5  # standard deviation of the worst corner, in full-size pixels, by default
MIN_SHARE = 0.3  # of the patches must agree
MIN_POINTS = 10
MIN_SPREAD = 0.12  # of the area over which the patches lie must be covered by those that agree


@dataclass(frozen=True, eq=False, slots=True)
class FollowState:
    """Where the board is now.

    `homography` (3, 3) takes pixels of the reference frame to pixels of this one; it is the same to the bit
    until the board has `moved`, so a trembling measurement does not travel on. `corners_px` (4, 2) are the
    corners by it. `shift_px` is how far a corner is measured from where it was last said to be, the most of
    the four. Not `confident`: hidden or too far away; homography and corners are None, look for it anew.
    """

    shift_px: float
    homography: Points | None
    confident: bool
    moved: bool = False
    corners_px: Points | None = None


class Follower:
    """Follows a board that was found at `corners_px` in a frame."""

    def __init__(
        self,
        frame_bgr: Bytes,
        corners_px: Points,
        fields: int = 6,
        *,
        view_px: int = VIEW_PX,
        surroundings: float = SURROUNDINGS,
        doubt_px: float = DOUBT_PX,
    ) -> None:
        """`frame_bgr` uint8 (H, W, 3); `corners_px` (4, 2), of the outer edge of the fields; fields a side.

        What is looked at is at most `view_px` large, and as much of what is around it is kept as `surroundings`
        says, a share of its extent; less sure of its worst corner than `doubt_px` it is not confident.

        Raises ValueError where the corners span no area.
        """
        self._corners_px = np.asarray(corners_px, np.float64).reshape(4, 2)
        outline = self._corners_px.astype(np.float32)
        if not cv2.isContourConvex(outline) or cv2.contourArea(outline) < 1:
            raise ValueError("the board's corners must be those of a convex quadrilateral, in order")
        sides = np.linalg.norm(self._corners_px - np.roll(self._corners_px, 1, axis=0), axis=1)
        self._limit_px = min(MOVED_PX, MOVED_FIELDS * float(sides.min()) / fields)
        self._doubt_px = doubt_px
        self._shape = frame_bgr.shape
        extent = np.ptp(self._corners_px, axis=0)
        self._factor = int(np.ceil(extent.max() / view_px))
        margin = extent.max() * surroundings
        left, top = self._corners_px.min(axis=0) - margin
        scale = 1 / self._factor
        self._size = tuple(int(np.ceil(n * scale)) for n in extent + 2 * margin)
        self._to_view = np.array([[scale, 0, -left * scale], [0, scale, -top * scale], [0, 0, 1]])
        self._believed = np.eye(3)
        self._measured: Points | None = self._believed
        self._resting = True
        self._view = self._look(_shrunk(frame_bgr, self._factor), self._believed)
        self._marks = Landmarks(self._view, self._board_mask(), MOST_POINTS)
        plane = np.array([[0, 0], [fields, 0], [fields, fields], [0, fields]], np.float32)
        self._from_plane = cv2.getPerspectiveTransform(plane, self._corners_px.astype(np.float32))
        self._fields = fields
        self._tiles = Tiles(frame_bgr, self._from_plane, fields)

    def check(self, frame_bgr: Bytes) -> FollowState:
        """Compare a frame of the same size with the reference; one of another size is never confident."""
        measured = self.measure(frame_bgr)
        if measured is None:
            return FollowState(np.inf, None, False)
        shift_px = self._distance(measured, self._believed)
        moved = shift_px > self._limit_px
        if moved or not self._resting:
            self._believed = measured
            self._resting = shift_px < REST_PX
        return FollowState(shift_px, self._believed, True, moved, self._corners(self._believed))

    def measure(self, frame_bgr: Bytes, likely: Sequence[Points] = ()) -> Points | None:
        """The homography (3, 3) that takes pixels of the reference frame to pixels of this one, as it is measured,
        trembling and all; None where that is not confident. It is looked for near the last one, then near those
        that are ``likely``, then further away."""
        if frame_bgr.shape != self._shape:
            return None
        small = _shrunk(frame_bgr, self._factor)
        guess = self._believed if self._measured is None else self._measured
        settled = (self._settle(small, near) for near in (guess, *likely))
        self._measured = next((found for found in settled if found is not None), None)
        if self._measured is None:
            self._measured = self._search(frame_bgr, small, guess)
        return self._measured

    def refresh(self, frame_bgr: Bytes) -> None:
        """Take the new look of patches that have changed, from the frame that was just checked with confidence.

        To be called when the table is settled and no hand is near: the board slowly fills with stones, and a
        patch that is hidden for good is of no use. Patches that still look alike keep their look, which is
        what ties everything to the reference.
        """
        if self._measured is None:
            return
        self._view = self._look(_shrunk(frame_bgr, self._factor), self._measured)
        self._marks.renew(self._view, self._marks.measure(self._view)[1] < ALIKE)
        self._tiles = Tiles(frame_bgr, self._measured @ self._from_plane, self._fields)

    def _settle(self, small: Bytes, guess: Points) -> Points | None:
        """Improve a guess that is right to a pixel or two, until the patches agree; None where they do not."""
        if len(self._marks) < MIN_POINTS:
            return None
        centre, reach = self._marks.points.mean(axis=0), self._marks.points.std()
        unit = (self._marks.points - centre) / reach
        from_unit = np.array([[reach, 0, centre[0]], [0, reach, centre[1]], [0, 0, 1]])
        from_unit = np.linalg.inv(self._to_view) @ from_unit
        corners = _project(np.linalg.inv(from_unit), self._corners_px)
        for _ in range(MOST_STEPS):
            moves, alike = self._marks.measure(self._look(small, guess))
            trust = np.clip((alike - ALIKE) / (1 - ALIKE), 0, 1) ** 2  # half hidden patches are dragged along
            motion = common_motion(unit, moves / reach, trust, AGREE_PX / reach)
            if (
                not _enough(motion.agree, unit)
                or motion.doubt(corners) * reach * self._factor > self._doubt_px
            ):
                return None
            better = guess @ from_unit @ motion.homography @ np.linalg.inv(from_unit)
            step_px = self._distance(better, guess)
            guess = better / better[2, 2]
            if step_px < STEP_PX * self._factor:
                return guess
        return None

    def _search(self, frame_bgr: Bytes, small: Bytes, guess: Points) -> Points | None:
        """Find the board further away: by its colours, then by its patches, and see that both agree."""
        if len(self._marks) < MIN_POINTS:
            return None
        right, down = self._tiles.locate(frame_bgr, guess @ self._from_plane)
        on = np.array([[1, 0, right], [0, 1, down], [0, 0, 1]])
        guess = guess @ self._from_plane @ on @ np.linalg.inv(self._from_plane)
        jump = self._jump(self._look(small, guess))
        if jump is None:
            return None
        guess = guess @ np.linalg.inv(self._to_view) @ jump @ self._to_view
        found = self._settle(small, guess) if self._is_sane(guess) else None
        if found is None or not self._tiles.lies(frame_bgr, found @ self._from_plane):
            return None
        return found

    def _jump(self, view: Floats) -> Points | None:
        """The homography from the reference's view to this one on which most points agree."""
        before, now = _even(self._view), _even(view)
        start = self._marks.points.astype(np.float32)[:, None]
        window: dict[str, Any] = {"winSize": (17, 17), "maxLevel": 3}
        there, found, _ = cv2.calcOpticalFlowPyrLK(before, now, start, None, **window)
        back, found_back, _ = cv2.calcOpticalFlowPyrLK(now, before, there, None, **window)
        good = (found & found_back).ravel() > 0
        good &= np.linalg.norm((back - start)[:, 0], axis=1) < 1
        if good.sum() < MIN_POINTS:
            return None
        return cv2.findHomography(start[good], there[good], cv2.RANSAC, 2.0, maxIters=1000)[0]

    def _look(self, small: Bytes, homography: Points) -> Floats:
        """The shrunk frame as seen in the reference's place, were the board moved by `homography`."""
        shrink = np.diag([1 / self._factor, 1 / self._factor, 1])
        shrink[:2, 2] = (1 / self._factor - 1) / 2  # centres of pixels, not their edges
        matrix = shrink @ homography @ np.linalg.inv(self._to_view)
        view = cv2.warpPerspective(
            small,
            matrix,
            self._size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return cv2.GaussianBlur(view, (3, 3), 0).astype(np.float32)

    def _board_mask(self) -> Bytes:
        """Where patches may lie in the view: the board and its rim."""
        corners = _project(self._to_view, self._corners_px)
        corners += RIM * 2 * (corners - corners.mean(axis=0))
        return cv2.fillPoly(np.zeros(self._size[::-1], np.uint8), [np.round(corners).astype(np.int32)], 255)

    def _corners(self, homography: Points) -> Points:
        return _project(homography, self._corners_px)

    def _distance(self, one: Points, other: Points) -> float:
        """By how many full-size pixels the worst of the corners differs."""
        return float(np.linalg.norm(self._corners(one) - self._corners(other), axis=1).max())

    def _is_sane(self, homography: Points) -> bool:
        """Whether a board could be knocked like that: not folded, and of about the same size."""
        corners = self._corners(homography).astype(np.float32)
        growth = cv2.contourArea(corners) / cv2.contourArea(self._corners_px.astype(np.float32))
        return cv2.isContourConvex(corners) and 0.5 < growth < 2


def _enough(agree: NDArray[np.bool_], unit: Points) -> bool:
    """Whether so many patches agree, and over so much of the board, that it cannot be chance."""
    if agree.sum() < max(MIN_POINTS, MIN_SHARE * len(agree)):
        return False
    return bool(np.linalg.det(np.cov(unit[agree].T)) > MIN_SPREAD**2 * np.linalg.det(np.cov(unit.T)))


def _shrunk(bgr: Bytes, factor: int) -> Bytes:
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape[0] // factor, grey.shape[1] // factor
    whole = grey[: height * factor, : width * factor]
    return whole if factor == 1 else cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)


def _even(view: Floats) -> Bytes:
    """Shadows and exposure taken out, because Lucas-Kanade compares the grey levels themselves."""
    detail = view - cv2.GaussianBlur(view, (0, 0), 6)
    return np.clip(128 + 40 / (detail.std() + 1) * detail, 0, 255).astype(np.uint8)


def _project(homography: Points, points: Points) -> Points:
    return cv2.perspectiveTransform(np.asarray(points, np.float64)[None], homography)[0]
