"""What the networks that read strips are shown agrees with the truth of the picture. No font is needed."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.scenes.camera import expose
from models.scenes.scene import Light
from models.scenes.strips import prints, signs
from models.scenes.strips.quick import render
from models.scenes.strips.sample import sample_strip_scene
from models.scenes.strips.truth import truth
from models.training.pictures import Labelled
from models.training.strips.finder_task import CROP_PX, sign_finder_sample
from models.training.strips.frames import true_signs
from models.training.strips.pairs_task import UNTOLD, pairs_sample
from models.training.strips.reader_task import sign_reader_sample
from vision.strips.groups import PAIR_FEATURES
from vision.strips.letters import NO_SIGN
from vision.strips.signs import PATCH_PX, SIGN_STRIDE, corrected, correction, cut_patches, signs_in


@pytest.fixture(scope="module")
def picture(tmp_path_factory):
    """A hand laid open, its signs black triangles with one corner up."""
    patched = pytest.MonkeyPatch()
    triangle = np.array([[0, 0.5], [0.45, -0.4], [-0.45, -0.4]])
    patched.setattr(signs, "outlines", lambda font, sign: (triangle,))
    for cached in (signs.sign_mask, prints.paint_strip):
        cached.cache_clear()
    scene = sample_strip_scene(7, width=960, height=540, mode="hand")
    deck = scene.strip_set
    deck = replace(
        deck,
        inks=tuple((name, (0.03,) * 3) for name, _ in deck.inks),
        shades=tuple((name, (0.9, 0.9, 0.8)) for name, _ in deck.shades),
        brush=replace(deck.brush, dry=0.0, ragged=0.0),
        ornament="none",
        seal="none",
    )
    lamp = Light((300.0, 200.0, 1500.0), 300.0, 0.4, (1.0, 1.0, 1.0))
    scene = replace(scene, strip_set=deck, hands=(), clutter=(), lights=(lamp,), ambient=0.6)
    bgr, hand = render(scene)
    shown = expose(bgr, scene.camera)
    path = tmp_path_factory.mktemp("strips") / "000007.json"
    cv2.imwrite(str(path.with_suffix(".jpg")), shown)
    path.write_text(json.dumps(truth(scene, hand, shown)))
    patched.undo()
    for cached in (signs.sign_mask, prints.paint_strip):
        cached.cache_clear()
    return Labelled(path)


def test_frames_reach_from_the_sign_to_the_ends_of_its_strip(picture):
    true = true_signs(picture.truth)
    corners = np.array([card["corners_px"] for card in picture.truth["cards"]])
    due = np.stack([corners[:, :2].mean(1), corners[:, 2:].mean(1)], 1).reshape(-1, 2)
    width = np.linalg.norm(true.signs.across_px, axis=1)
    ends = true.signs.points_px(0, -true.signs.inset)
    assert (np.linalg.norm(ends - due, axis=1) < 0.15 * width).all()
    fellows = true.signs.points_px(0, 2 * true.signs.middle).reshape(-1, 2, 2)[:, ::-1].reshape(-1, 2)
    assert (np.linalg.norm(fellows - true.signs.centre_px, axis=1) < width).all()


def test_patches_at_the_true_places_show_signs_upright(picture):
    true = true_signs(picture.truth)
    clear = (true.shows > 0.99) & (np.abs(true.contrast) > 0.15)
    assert clear.sum() > 10
    patches = cut_patches(picture.bgr, true.signs.only(clear)).astype(float).mean(-1)
    middle = patches[:, 6:-6, 8:-8]
    upper, lower = middle[:, : PATCH_PX // 2 - 6], middle[:, PATCH_PX // 2 - 6 :]
    assert (upper.mean((1, 2)) > lower.mean((1, 2))).mean() > 0.9


def test_marks_stand_where_signs_do(picture):
    view, marks, geometry, count = sign_finder_sample(picture, np.random.default_rng(3), True)
    assert view.shape == (3, CROP_PX, CROP_PX)
    assert marks.shape == count.shape == (CROP_PX // SIGN_STRIDE,) * 2
    maps = np.concatenate([np.where(marks > 0.5, 4.0, -9.0)[None], np.nan_to_num(geometry)])
    found = signs_in(maps.astype(np.float32))
    inside = ((found.centre_px > 0) & (found.centre_px < CROP_PX)).all(1)
    assert inside.any()
    dark = cv2.GaussianBlur(view.mean(0), (0, 0), 1.5)
    x, y = np.round(found.points_px(0, 0.2)[inside]).astype(int).clip(0, CROP_PX - 1).T
    beside = np.round(found.points_px(0, -0.9)[inside]).astype(int).clip(0, CROP_PX - 1).T
    assert (dark[y, x] < dark[beside[1], beside[0]]).mean() > 0.7


def test_patches_without_a_sign_are_told_so(picture):
    patches, sign, colour, off = sign_reader_sample(picture, np.random.default_rng(3), False)
    assert patches.shape == (36, 3, PATCH_PX, PATCH_PX) and sign.shape == colour.shape == (36,)
    is_sign = (sign >= 0) & (sign < NO_SIGN)
    assert (sign == NO_SIGN).sum() >= 3 and is_sign.sum() > 8
    assert (colour[sign == NO_SIGN] < 0).all()
    assert off.shape == (36, 6) and np.isfinite(off[is_sign]).all() and np.isnan(off[-1]).all()


def test_frames_put_right_are_the_true_ones(picture):
    true = true_signs(picture.truth).signs
    rng = np.random.default_rng(4)
    loose = replace(
        true,
        centre_px=true.centre_px + rng.normal(0, 2, true.centre_px.shape),
        across_px=true.across_px + rng.normal(0, 1, true.across_px.shape),
        inward_px=true.inward_px + rng.normal(0, 1, true.inward_px.shape),
    )
    right = corrected(loose, correction(loose, true))
    for name in ("centre_px", "across_px", "inward_px"):
        assert getattr(right, name) == pytest.approx(getattr(true, name))


def test_pairs_of_one_group_are_told_together(picture):
    features, labels = pairs_sample(picture, np.random.default_rng(3), False)
    assert features.shape[1] == PAIR_FEATURES and set(labels) == {0.0, 1.0, UNTOLD}
    apart = np.abs(features[:, :4]).max(1)
    assert apart[labels == 1].mean() < apart[labels == 0].mean()
