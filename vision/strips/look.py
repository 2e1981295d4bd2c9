"""One look at one picture of a table of Four Colour Cards."""

from __future__ import annotations

import numpy as np

from models.catalogue import network
from vision.pictures import Picture, softmax, to_network
from vision.strips.assemble import ReadSigns, strips_of
from vision.strips.groups import groups_of
from vision.strips.reading import StripsReading
from vision.strips.signs import Signs, cut_patches, find_signs


def look_at_strips(bgr: Picture) -> StripsReading:
    """Read a picture (H, W, 3) whole."""
    strips = strips_of(read_signs(bgr, find_signs(bgr)))
    return StripsReading(strips, groups_of(strips))


def read_signs(bgr: Picture, signs: Signs) -> ReadSigns:
    """What stands at each of the places where a sign seems to be: all are read beside one another."""
    if not len(signs):
        return ReadSigns(signs, np.zeros((0, 7)), np.zeros((0, 4)), np.zeros(0))
    told = network("strip_reader").run(patches=to_network(cut_patches(bgr, signs))[None])
    return ReadSigns.of(signs, softmax(told["sign"][0]), softmax(told["colour"][0]))
