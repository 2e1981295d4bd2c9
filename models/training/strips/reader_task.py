"""What the network that reads signs is shown, and what it should say."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
from numpy.typing import NDArray

from models.training.augmentation import negative, otherwise_lit, photometric, softer, through_another_camera
from models.training.pictures import Labelled, ShownAgain
from models.training.strips.drawn_signs import DrawnSigns, draw_signs
from models.training.strips.frames import FAINT, Ints, TrueSigns, nothing_else, true_signs
from models.training.targets import Arrays
from vision.pictures import Picture, to_network
from vision.strips.beside import cloth
from vision.strips.letters import NO_SIGN
from vision.strips.signs import FRAME_NUMBERS, Signs, correction, cut_patches, find_signs

_PATCHES = 36  # of a picture in one sample
_SIGNS, _NO_SIGNS, _MISTAKEN = (
    19,
    3,
    5,
)  # of these, at most: signs, places by lot, what the finder takes for signs
_FEW, _OF_FEW_COLOURS = 0.4, 0.6  # of the samples show few signs, and of these so many but one colour or two
_READ, _GONE = 0.75, 0.5  # of a sign: from here on it is to be read, and up to here it is as good as none
UNTOLD = -100  # as a label: nothing is asked
_OFF, _SCALED, _TURNED, _SHEARED = 0.11, 0.12, 0.17, 0.1  # how far frames are off that the finder tells
_PUT_RIGHT = 0.4  # of that is left when they are put right
_HARDLY = 0.15  # shows of what is as well as gone
_ON_SIGN, _OFF_SIGN = 0.5, 0.9  # half widths: marks so near to a sign, or so far, are of it, or of none
_DRAWN = 0.3  # of the samples show signs drawn without a scene
_NEGATIVE = 0.12  # of the samples: few decks have light ink; nothing is asked about colours then
_AS_FOUND = 0.5  # of the signs are shown in the frames that the finder tells, if it finds them
_pictures: ShownAgain[Picture] = ShownAgain(times=100_000, most=1600)
_marks: ShownAgain[Signs] = ShownAgain(times=100_000, most=100_000)
_decks: ShownAgain[DrawnSigns] = ShownAgain(times=40, most=400)


def sign_reader_sample(picture: Labelled, rng: np.random.Generator, training: bool) -> Arrays:
    """Patches of one picture: signs as they would be found, some covered in part, places where there are none, and of
    the cloth beside them; the sign on each (NO_SIGN, or UNTOLD), its strip's colour (or UNTOLD), and how its frame
    is off (N, 6; or nan). At times such of no picture."""
    if training and rng.random() < _DRAWN:
        drawn = _decks.of(str(rng.integers(400)), lambda: draw_signs(rng, _PATCHES))
        patches, colour = _at_times_negative(drawn.patches, drawn.colour, rng)
        untold = np.full((_PATCHES, FRAME_NUMBERS), np.nan, np.float32)
        return to_network(photometric(patches, rng, 0.7)), drawn.sign, colour, untold
    bgr = _pictures.of(str(picture.truth_path), lambda: picture.bgr)
    marks = _marks.of(str(picture.truth_path), lambda: find_signs(bgr))
    true = true_signs(picture.truth)
    if not training:
        rng = np.random.default_rng(true.sign)
    of_sign, mistaken = _of_signs(marks, true)
    mistaken = rng.permutation(mistaken)[:_MISTAKEN]
    which = _some(true, rng, training and rng.random() < _FEW)
    strength = _PUT_RIGHT if rng.random() < 0.5 else 1.0
    shown = _jittered(true.signs.only(which), rng, strength)
    as_found = (of_sign[which] >= 0) & (rng.random(len(which)) < _AS_FOUND) & (strength == 1.0)
    shown = _instead(shown, as_found, marks.only(of_sign[which][as_found]))
    signs = _together(shown, marks.only(mistaken), _no_signs(true, bgr, _NO_SIGNS, rng))
    if training and rng.random() < 0.9:
        view = photometric(softer(otherwise_lit(bgr, rng), rng), rng) if rng.random() < 0.25 else bgr
        if rng.random() < 0.15:
            view = through_another_camera(view, rng)
        bgr = view
    beside = rng.permutation(cloth(bgr, np.linalg.norm(signs.across_px, axis=1)))[: _PATCHES - len(signs)]
    patches = np.concatenate([cut_patches(bgr, signs), beside])
    can_read = (true.shows >= _READ) & (np.abs(true.contrast) >= FAINT)
    sign = nothing_else(_PATCHES)
    sign[len(signs) :] = UNTOLD
    sign[: len(which)] = np.where(can_read, true.sign, np.where(true.shows <= _GONE, NO_SIGN, UNTOLD))[which]
    colour = np.full(_PATCHES, UNTOLD)
    colour[: len(which)] = np.where(true.shows >= _READ, true.colour, UNTOLD)[which]
    if training:
        patches, colour = _at_times_negative(patches, colour, rng)
        patches = photometric(patches, rng, 0.7)
    off = np.full((_PATCHES, FRAME_NUMBERS), np.nan, np.float32)
    off[: len(which)] = np.where(can_read[which, None], correction(shown, true.signs.only(which)), np.nan)
    return to_network(patches), sign, colour, off


def _at_times_negative(patches: Picture, colour: Ints, rng: np.random.Generator) -> tuple[Picture, Ints]:
    if rng.random() >= _NEGATIVE:
        return patches, colour
    return negative(patches), np.full_like(colour, UNTOLD)


def _of_signs(marks: Signs, true: TrueSigns) -> tuple[Ints, Ints]:
    """Which mark is of each true sign, or -1; and the marks that are of none."""
    if not len(marks):
        return np.full(len(true.shows), -1), np.zeros(0, np.int64)
    away = np.linalg.norm(marks.centre_px[:, None] - true.signs.centre_px[None], axis=-1)
    away /= np.linalg.norm(true.signs.across_px, axis=1)
    of_sign = np.where(away.min(0) < _ON_SIGN, away.argmin(0), -1)
    return of_sign, np.flatnonzero((away > _OFF_SIGN).all(1))


def _some(true: TrueSigns, rng: np.random.Generator, few: bool) -> Ints:
    """Indices of signs to be shown: what can be seen sooner than what cannot; a ``few``, at times of few colours."""
    weight = np.where(true.shows > _READ, 1.0, 0.3)
    if few and rng.random() < _OF_FEW_COLOURS:
        colours = rng.choice(true.colour, int(rng.integers(1, 3)))
        weight *= np.isin(true.colour, colours)
    most = min(int(rng.integers(2, 9)) if few else _SIGNS, int((weight > 0).sum()))
    return np.asarray(rng.choice(len(weight), most, replace=False, p=weight / weight.sum()), np.int64)


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


def _instead(signs: Signs, which: NDArray[np.bool_], others: Signs) -> Signs:
    """The signs, but for ``which`` (N,) the others, in their order."""
    columns = {field.name: getattr(signs, field.name).copy() for field in fields(Signs)}
    for name, values in columns.items():
        values[which] = getattr(others, name)
    return Signs(**columns)


def _together(*some: Signs) -> Signs:
    return Signs(*(np.concatenate([getattr(each, field.name) for each in some]) for field in fields(Signs)))
