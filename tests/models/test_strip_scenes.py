"""Tables of Four Colour Cards: the same number gives the same one, and pictures agree with their truth.

No font is needed: signs are simple shapes here, one for each.
"""

import json
from collections import Counter
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.scenes import make
from models.scenes.scene import Light
from models.scenes.strips import fonts, prints, signs
from models.scenes.strips.fonts import FONTS, KEPT, KEPT_FROM, Font, FontMissing, names_for, packages
from models.scenes.strips.quick import render
from models.scenes.strips.sample import STRIP_MODES, sample_strip_scene
from models.scenes.strips.scene import STRIP_MM, Strip, StripGroup
from models.scenes.strips.truth import truth
from referee.four_colour_deck import COPIES, GLYPHS

SEEDS = range(12)
WHITE = (1.0, 1.0, 1.0)


@pytest.fixture(autouse=True)
def without_fonts(monkeypatch):
    def shape(font, sign):
        corners = 3 + ord(sign) % 5
        turn = np.arange(corners) * 2 * np.pi / corners
        return (np.column_stack([np.cos(turn), np.sin(turn)]) / 2,)

    monkeypatch.setattr(signs, "outlines", shape)
    for cached in (signs.sign_mask, prints.paint_strip):
        cached.cache_clear()
    yield
    for cached in (signs.sign_mask, prints.paint_strip):
        cached.cache_clear()


@lru_cache
def scene_of(seed):
    return sample_strip_scene(seed, width=640, height=360, mode=STRIP_MODES[seed % 3])


def no_hand(scene):
    return np.zeros((scene.camera.height, scene.camera.width), np.uint8)


def in_plain_light(scene):
    """The scene without hands, clutter and shine, in soft white light, on a dark table, seen by a straight lens."""
    lamp = Light((300.0, 200.0, 1500.0), 300.0, 0.4, WHITE)
    dark = replace(scene.table, kind="plain", rgb=(0.05,) * 3, rgb2=(0.05,) * 3, gloss=0.0)
    deck = replace(
        scene.strip_set, gloss=0.0, frame="none", ornament="none", seal="none", corner_radius_mm=0.0
    )
    return replace(
        scene,
        board=replace(scene.board, gloss=0.0),
        strip_set=deck,
        table=dark,
        lights=(lamp,),
        ambient=0.6,
        ambient_rgb=WHITE,
        hands=(),
        clutter=(),
        piles=(),
        camera=replace(scene.camera, dist=(0.0,) * 5),
    )


def two_strips(over_mm, scene=None):
    """A scene with two strips alone, the second laid over the first by so much along it."""
    scene = in_plain_light(scene or scene_of(0))
    deck = scene.strip_set
    apart = deck.long_mm - over_mm
    strips = tuple(
        Strip("white-horse", 0, (0.0, (index - 0.5) * apart), index * STRIP_MM, 0.0, 1.0)
        for index in range(2)
    )
    return replace(scene, strips=strips, groups=(StripGroup("pair", "cascade", 0),))


def test_a_number_always_gives_the_same_table_and_picture():
    assert sample_strip_scene(7) == sample_strip_scene(7) != sample_strip_scene(8)
    first, again = (render(sample_strip_scene(3, width=320, height=180))[0] for _ in range(2))
    assert (first == again).all()


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="far"):
        sample_strip_scene(1, mode="far")


def test_decks_and_ways_to_lay_them_vary():
    scenes = [sample_strip_scene(seed, mode=STRIP_MODES[seed % 3]) for seed in range(60)]
    assert {scene.strip_set.edition for scene in scenes} == {"taiwan", "hokkien", "chaozhou"}
    assert {group.laid for scene in scenes for group in scene.groups} == {"side", "fan", "cascade", "row"}
    assert {group.player_side for scene in scenes for group in scene.groups} == {0, 1, 2, 3, None}
    assert {scene.mode for scene in scenes} == {"game", "hand"}
    assert len({scene.strip_set.brush.font for scene in scenes}) > 20


def test_no_card_lies_there_more_often_than_the_deck_has_it():
    for seed in SEEDS:
        assert max(Counter(strip.card for strip in scene_of(seed).strips).values()) <= COPIES


def test_each_strip_bears_a_sign_of_its_rank():
    for seed in SEEDS:
        for card, sign in scene_of(seed).strip_set.signs:
            assert sign in GLYPHS[card.partition("-")[2]]


def test_a_strip_that_lies_on_another_lies_higher():
    for seed in SEEDS:
        strips = scene_of(seed).strips
        assert all(strip.z_mm >= 0 for strip in strips)
        assert strips[0].z_mm == 0


def test_fonts_of_scenes_to_be_judged_by_are_in_no_other():
    assert not set(names_for(0)) & set(names_for(KEPT_FROM))
    assert not {font.path for font in FONTS.values() if _there(font)} & {
        font.path for font in KEPT.values() if _there(font)
    }


def _there(font):
    return (fonts.FOLDER / font.file).exists()


def test_a_missing_font_names_the_packages_to_install():
    with pytest.raises(FontMissing, match=r"apt-get install .*fonts-noto-cjk"):
        _ = Font("fonts-none", "no/such.ttf").path
    assert "fonts-noto-cjk" in packages()


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_strips_are_drawn_where_the_truth_says(seed):
    scene = in_plain_light(scene_of(seed))
    papers = tuple((name, WHITE) for name, _ in scene.strip_set.shades)
    inks = tuple((name, WHITE) for name, _ in scene.strip_set.inks)
    blank = replace(scene, strip_set=replace(scene.strip_set, shades=papers, inks=inks))
    picture = render(blank)[0].mean(2)
    found = truth(blank, no_hand(blank))
    drawn = np.zeros(picture.shape, np.uint8)
    for card in found["cards"]:
        cv2.fillConvexPoly(drawn, np.round(np.array(card["corners_px"])).astype(np.int32), 1)
    inner = cv2.erode(drawn, np.ones((5, 5), np.uint8)) > 0
    outer = cv2.dilate(drawn, np.ones((13, 13), np.uint8)) == 0
    assert np.median(picture[inner]) > 2 * np.median(picture[outer])
    assert (picture[inner] > 90).mean() > 0.98
    assert (picture[outer] < 90).mean() > 0.99


@pytest.mark.parametrize("seed", [0, 2, 4])
def test_ink_that_can_be_seen_is_darker_than_its_paper(seed):
    scene = in_plain_light(scene_of(seed))
    black = tuple((name, (0.03, 0.03, 0.03)) for name, _ in scene.strip_set.inks)
    brush = replace(scene.strip_set.brush, dry=0.0, ragged=0.0)
    light = tuple((name, (0.9, 0.9, 0.9)) for name, _ in scene.strip_set.shades)
    scene = replace(scene, strip_set=replace(scene.strip_set, inks=black, shades=light, brush=brush))
    found = truth(scene, no_hand(scene), render(scene)[0])
    contrasts = [
        contrast
        for card in found["cards"]
        for contrast, seen in zip(card["glyphs_contrast"], card["glyphs_seen"], strict=True)
        if seen > 0.95
    ]
    assert contrasts and np.median(contrasts) > 0.3
    assert np.mean(np.array(contrasts) > 0.1) > 0.9


def test_a_strip_laid_over_another_hides_the_end_that_it_covers():
    deck = scene_of(0).strip_set
    under, over = truth(two_strips(deck.long_mm * 0.4), no_hand(scene_of(0)))["cards"]
    assert under["covered"] == pytest.approx(0.4, abs=0.03)
    assert under["glyphs_seen"] == [0.0, 1.0]
    assert over["covered"] == 0 and over["glyphs_seen"] == [1.0, 1.0]


def test_a_hand_hides_what_is_under_it():
    scene = two_strips(-5.0)
    everywhere = np.full_like(no_hand(scene), 255)
    assert all(card["covered"] == 1 for card in truth(scene, everywhere)["cards"])


def test_corners_begin_at_a_strips_end_and_run_clockwise():
    for seed in SEEDS:
        scene = scene_of(seed)
        short, long = scene.strip_set.size_mm
        for card in truth(in_plain_light(scene), no_hand(scene))["cards"]:
            corners = np.array(card["corners_px"], np.float32)
            assert cv2.contourArea(corners, oriented=True) > 0
            sides = np.linalg.norm(np.diff(corners, axis=0), axis=1)
            assert sides[1] / sides[0] > 0.3 * long / short


def test_the_command_writes_pictures_with_truth(tmp_path):
    arguments = [str(tmp_path), "--game", "four-colour-cards", "--renderer", "quick", "--count", "1"]
    done = CliRunner().invoke(make.main, [*arguments, "--width", "320", "--height", "180"])
    assert done.exit_code == 0, done.output
    told = json.loads((tmp_path / "000000.json").read_text())
    assert told["game"] == "four-colour-cards" and told["cards"] and told["groups"]
    assert cv2.imread(str(tmp_path / "000000.jpg")).shape == (180, 320, 3)


def test_strips_are_drawn_quickly_alone():
    done = CliRunner().invoke(make.main, ["x", "--game", "four-colour-cards", "--renderer", "path"])
    assert done.exit_code == 2 and "--renderer quick" in done.output
