"""One look at one picture of a table of Four Colour Cards."""

from __future__ import annotations

import numpy as np

from models.catalogue import network
from vision.pictures import Picture, softmax, to_network
from vision.strips.assemble import ReadSigns, strips_of
from vision.strips.beside import NO_PATCHES, SeenEarlier, cloth
from vision.strips.groups import groups_of
from vision.strips.letters import NO_SIGN
from vision.strips.plane import lay, squared
from vision.strips.reading import StripSeen, StripsReading
from vision.strips.signs import Floats, Signs, corrected, cut_patches, find_signs

_TOGETHER = 36  # patches that the network is used to see: signs, and the cloth where these are fewer
_SURELY_NONE = 0.02  # how probably there is a sign where nobody looks twice


def look_at_strips(bgr: Picture, earlier: SeenEarlier | None = None) -> StripsReading:
    """Read a picture (H, W, 3) whole, beside what was seen ``earlier`` at the same table."""
    strips = find_strips(bgr, earlier)
    return StripsReading(strips, groups_of(strips))


def find_strips(bgr: Picture, earlier: SeenEarlier | None = None) -> tuple[StripSeen, ...]:
    """The strips in a picture (H, W, 3), surest first."""
    return strips_of(read_signs(bgr, find_signs(bgr), earlier))


def read_signs(bgr: Picture, signs: Signs, earlier: SeenEarlier | None = None) -> ReadSigns:
    """What stands at each of the places where a sign seems to be. At first sight only the frames are put right; then
    what may be a sign is read, in the frames that all have together, beside all others, and beside what was seen
    ``earlier``, which is kept."""
    if not len(signs):
        return ReadSigns(signs, np.zeros((0, 7)), np.zeros((0, 4)), np.zeros(0))
    sign_p, _, signs = _read(cut_patches(bgr, signs), signs)
    some = 1 - sign_p[:, NO_SIGN]
    signs, some = signs.only(some > _SURELY_NONE), some[some > _SURELY_NONE]
    if not len(signs):
        return read_signs(bgr, signs)
    signs = squared(signs, lay(signs, signs.confidence * some))
    patches, widths = cut_patches(bgr, signs), np.linalg.norm(signs.across_px, axis=1)
    others = cloth(bgr, widths)[: max(0, _TOGETHER - len(signs))]
    beside = np.concatenate([others, earlier.patches if earlier else NO_PATCHES])
    sign_p, colour_p, signs = _read(patches, signs, beside)
    read = ReadSigns.of(signs, sign_p, colour_p)
    if earlier:
        earlier.keep(patches, read.colours, read.real)
    return read


def _read(patches: Picture, signs: Signs, beside: Picture = NO_PATCHES) -> tuple[Floats, Floats, Signs]:
    """How probable each sign on the ``patches`` (N, 32, 32, 3) is, (N, 16), and each colour, (N, 4), beside others;
    and the signs with their frames put right."""
    told = network("strip_reader").run(patches=to_network(np.concatenate([patches, beside]))[None])
    sign, colour, off = (told[name][0][: len(signs)] for name in ("sign", "colour", "frame"))
    sign_p, colour_p = (softmax(each).astype(np.float64) for each in (sign, colour))
    return sign_p, colour_p, corrected(signs, off.astype(np.float64))
