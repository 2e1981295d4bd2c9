"""One look at one picture of a table of Four Colour Cards."""

from __future__ import annotations

import numpy as np

from models.catalogue import network
from vision.pictures import Picture, softmax, to_network
from vision.strips.assemble import ReadSigns, strips_of
from vision.strips.beside import NO_PATCHES, SeenEarlier, cloth
from vision.strips.groups import groups_of
from vision.strips.reading import StripsReading
from vision.strips.signs import Signs, cut_patches, find_signs


def look_at_strips(bgr: Picture, earlier: SeenEarlier | None = None) -> StripsReading:
    """Read a picture (H, W, 3) whole, beside what was seen ``earlier`` at the same table."""
    strips = strips_of(read_signs(bgr, find_signs(bgr), earlier))
    return StripsReading(strips, groups_of(strips))


def read_signs(bgr: Picture, signs: Signs, earlier: SeenEarlier | None = None) -> ReadSigns:
    """What stands at each of the places where a sign seems to be: all are read beside one another, and beside what
    was seen ``earlier``, which is kept."""
    if not len(signs):
        return ReadSigns(signs, np.zeros((0, 7)), np.zeros((0, 4)), np.zeros(0))
    patches, count = cut_patches(bgr, signs), len(signs)
    beside = [cloth(bgr, np.linalg.norm(signs.across_px, axis=1)), earlier.patches if earlier else NO_PATCHES]
    told = network("strip_reader").run(patches=to_network(np.concatenate([patches, *beside]))[None])
    read = ReadSigns.of(signs, softmax(told["sign"][0][:count]), softmax(told["colour"][0][:count]))
    if earlier:
        earlier.keep(patches, read.colours, read.real)
    return read
