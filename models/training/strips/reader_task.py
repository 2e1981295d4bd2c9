"""What the network that reads signs is shown, and what it should say."""

from __future__ import annotations

import numpy as np

from models.training.augmentation import otherwise_lit, photometric, softer, through_another_camera
from models.training.pictures import Labelled, ShownAgain
from models.training.strips.drawn_signs import DrawnSigns, draw_signs
from models.training.strips.frames import FAINT, TrueSigns, nothing_else, true_signs
from models.training.targets import Arrays
from vision.pictures import Picture, to_network
from vision.strips.letters import NO_SIGN
from vision.strips.signs import Signs, cut_patches

_PATCHES = 24  # of a picture in one sample
_NO_SIGNS = 5  # of these, about
_READ, _GONE = 0.75, 0.5  # of a sign: from here on it is to be read, and up to here it is as good as none
UNTOLD = -100  # as a label: nothing is asked
_OFF, _SCALED, _TURNED, _SHEARED = 0.11, 0.12, 0.17, 0.1  # how far frames are off that the finder tells
_HARDLY = 0.15  # shows of what is as well as gone
_DRAWN = 0.4  # of the samples show signs drawn without a scene
_pictures: ShownAgain[Picture] = ShownAgain(times=100_000, most=1600)
_decks: ShownAgain[DrawnSigns] = ShownAgain(times=10, most=400)


def sign_reader_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """Patches of one picture: signs as they would be found, some covered in part, and places where there are none;
    the sign on each (NO_SIGN, or UNTOLD), and its strip's colour (or UNTOLD). At times such of no picture."""
    if training and rng.random() < _DRAWN:
        drawn = _decks.of(str(rng.integers(400)), lambda: draw_signs(rng, _PATCHES))
        return to_network(photometric(drawn.patches, rng, 0.7)), drawn.sign, drawn.colour
    bgr = _pictures.of(str(picture.truth_path), lambda: picture.bgr)
    true = true_signs(picture.truth)
    if not training:
        rng = np.random.default_rng(true.sign)
    which = _some(true, rng)
    count = max(2, _PATCHES - len(which))
    elsewhere = _no_signs(true, bgr, count, rng)
    signs = _together(_jittered(true.signs.only(which), rng, 1.0 if training else 0.6), elsewhere)
    if training and rng.random() < 0.9:
        view = photometric(softer(otherwise_lit(bgr, rng), rng), rng) if rng.random() < 0.35 else bgr
        if rng.random() < 0.15:
            view = through_another_camera(view, rng)
        bgr = view
    patches = cut_patches(bgr, signs)
    if training:
        patches = photometric(patches, rng, 0.7)
    reads = (true.shows >= _READ) & (np.abs(true.contrast) >= FAINT)
    told = np.where(reads, true.sign, np.where(true.shows <= _GONE, NO_SIGN, UNTOLD))[which]
    colour = np.where(true.shows >= _READ, true.colour, UNTOLD)[which]
    sign = np.concatenate([told, nothing_else(count)])[:_PATCHES]
    colour = np.concatenate([colour, np.full(count, UNTOLD)])[:_PATCHES]
    return to_network(patches[:_PATCHES]), sign.astype(np.int64), colour.astype(np.int64)


def _some(true: TrueSigns, rng: np.random.Generator) -> np.ndarray:
    """Indices of signs to be shown: what can be seen sooner than what cannot."""
    weight = np.where(true.shows > _READ, 1.0, 0.3)
    most = min(_PATCHES - _NO_SIGNS, int((weight > 0).sum()))
    return np.asarray(rng.choice(len(weight), most, replace=False, p=weight / weight.sum()))


def _no_signs(true: TrueSigns, bgr: Picture, count: int, rng: np.random.Generator) -> Signs:
    """Frames where no sign is: in the middle of strips, beside them, between them, anywhere."""
    like = true.signs.only(rng.integers(len(true.shows), size=count))
    height, width = bgr.shape[:2]
    inwards = like.points_px(
        rng.normal(0, 0.3, count),
        like.middle * rng.choice([1.0, 0.75, 0.5], count) * rng.uniform(0.9, 1.1, count),
    )
    beside = like.points_px(
        rng.choice([-1, 1], count) * rng.uniform(0.9, 1.1, count), rng.normal(0, 1, count)
    )
    beyond = like.points_px(rng.normal(0, 0.5, count), -like.inset - rng.uniform(0.6, 2.5, count))
    anywhere = rng.uniform(0, 1, (count, 2)) * [width, height]
    kind = rng.integers(4, size=count)
    centre = np.choose(kind[:, None], [inwards, beside, beyond, anywhere])
    away = np.linalg.norm(centre[:, None] - true.signs.centre_px[None], axis=-1)
    shown = true.shows > _HARDLY
    half = np.linalg.norm(like.across_px, axis=1)
    bad = (away[:, shown].min(1, initial=np.inf)) < 0.75 * half
    centre[bad] = anywhere[bad]
    away = np.linalg.norm(centre[:, None] - true.signs.centre_px[None], axis=-1)
    centre[(away.min(1)) < 0.75 * half] = -3 * half.max()  # out of the picture: there is surely none
    return _jittered(
        Signs(centre, like.across_px, like.inward_px, like.middle, like.inset, like.confidence), rng, 1
    )


def _jittered(signs: Signs, rng: np.random.Generator, strength: float) -> Signs:
    """The frames, off by as much as the finder's are."""
    count = len(signs)
    across, inward = signs.across_px.copy(), signs.inward_px.copy()
    off = rng.normal(0, _OFF * strength, (2, count))
    centre = signs.points_px(off[0], off[1])
    a, s = rng.normal(0, _TURNED * strength, count), rng.normal(0, _SHEARED * strength, count)
    grow = np.exp(rng.normal(0, _SCALED * strength, (2, count)))
    new_across = grow[0][:, None] * (across + a[:, None] * inward)
    new_inward = grow[1][:, None] * (inward - (a + s)[:, None] * across)
    return Signs(centre, new_across, new_inward, signs.middle, signs.inset, signs.confidence)


def _together(a: Signs, b: Signs) -> Signs:
    return Signs(
        *(
            np.concatenate([getattr(a, name), getattr(b, name)])
            for name in ("centre_px", "across_px", "inward_px", "middle", "inset", "confidence")
        )
    )
