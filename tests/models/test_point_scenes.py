"""Tables of Punto: a number always gives the same one, rounds go by the rules, pictures agree with their truth."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.scenes import make
from models.scenes.point_cards.prints import paint_back, paint_face, places
from models.scenes.point_cards.quick import render
from models.scenes.point_cards.sample import sample_point_scene
from models.scenes.point_cards.sample_lie import sample_deck_order, sample_play
from models.scenes.point_cards.sample_set import sample_look
from models.scenes.point_cards.scene import PipLook, PointCard
from models.scenes.point_cards.truth import truth
from models.scenes.scene import Light
from referee.punto_acts import AREA, COPIES
from vision.point_cards.squares import crossing

SEEDS = range(12)
WHITE = (1.0, 1.0, 1.0)


@cache
def scene_of(seed):
    return sample_point_scene(seed, width=480, height=270, mode=("close", "any")[seed % 2])


def scenes():
    return [scene_of(seed) for seed in SEEDS]


def no_hand(scene):
    return np.zeros((scene.camera.height, scene.camera.width), np.uint8)


def in_plain_light(scene):
    """The scene with matt cards in white light, without hands and what lies about."""
    lamp = Light((300.0, 200.0, 1500.0), 300.0, 0.4, WHITE)
    board = replace(scene.board, gloss=0.0)
    return replace(
        scene,
        board=board,
        lights=(lamp,),
        ambient=0.6,
        ambient_rgb=WHITE,
        hands=(),
        held=(),
        clutter=(),
    )


def test_a_number_always_gives_the_same_table_and_picture():
    assert sample_point_scene(7) == sample_point_scene(7) != sample_point_scene(8)
    first, again = (render(sample_point_scene(3, width=320, height=180))[0] for _ in range(2))
    assert (first == again).all()


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="far"):
        sample_point_scene(1, mode="far")


def test_sets_vary():
    looks = [sample_look(np.random.default_rng(seed)) for seed in range(150)]
    assert {look.pips.shape for look in looks} == {"disc", "square", "diamond", "ring", "star"}
    assert {look.pips.layout for look in looks} == {"dice", "rows", "tall"}
    assert {look.back.kind for look in looks} == {"plain", "specks", "four", "hatch", "ring", "frame"}
    assert {look.signs for look in looks} == {True, False}


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_are_laid_as_the_rules_have_it(seed):
    rng = np.random.default_rng(seed)
    tops = {}
    for (row, col), (_, points) in sample_play(rng, sample_deck_order(rng)):
        beside = any(max(abs(row - r), abs(col - c)) == 1 for r, c in tops)
        assert not tops or beside or (row, col) in tops
        assert points > tops.get((row, col), 0)
        tops[row, col] = points
    assert all(0 <= row < AREA and 0 <= col < AREA for row, col in tops)


def test_no_card_is_there_more_often_than_the_deck_has_it():
    for scene in scenes():
        cards = [*(each.card for each in scene.laid), *scene.loose, *scene.held]
        assert max(Counter((card.colour, card.points) for card in cards).values()) <= COPIES


def test_cards_in_play_lie_about_their_cells():
    for scene in scenes():
        for cell, card in scene.tops.items():
            off = np.subtract(card.xy_mm, scene.board.cell_centre_mm(*cell))
            assert np.abs(off).max() < 0.3 * scene.board.pitch_mm


@pytest.mark.parametrize("layout", ["dice", "rows", "tall"])
@pytest.mark.parametrize("points", range(1, 10))
def test_a_face_has_as_many_pips_as_points_about_its_middle(points, layout):
    look = PipLook("disc", 0.16, 0.26, layout, 0.0, 0.0)
    pips = np.array(places(points, look))
    assert len(pips) == points
    assert np.allclose(pips.mean(0), 0)
    assert np.abs(pips).max() + look.size / 2 < 0.5
    apart = np.linalg.norm(pips[:, None] - pips, axis=-1) + 9 * np.eye(points)
    assert apart.min() > look.size


@pytest.mark.parametrize("seed", range(8))
def test_each_pip_is_painted_by_itself(seed):
    look = sample_look(np.random.default_rng(seed))
    look = replace(look, worn=0.0, line_rgb=None, signs=False, pips=replace(look.pips, shape="disc", rim=0.0))
    for points in (1, 5, 9):
        face = paint_face(look, PointCard("red", points, (0, 0), 0, 0), 4.0).astype(int)
        pip = np.abs(face - face[2, len(face) // 3]).max(2) > 25
        assert cv2.connectedComponents(pip.astype(np.uint8), connectivity=8)[0] - 1 == points


def test_backs_are_drawn_alike_each_time():
    look = sample_look(np.random.default_rng(4))
    assert (paint_back(look, 3.0) == paint_back(look, 3.0)).all()


def test_the_whole_box_is_in_the_picture():
    for scene in scenes():
        corners = np.array(truth(scene, no_hand(scene))["grid_corners"], np.float32)
        assert (corners >= 0).all() and (corners <= [scene.camera.width, scene.camera.height]).all()
        assert cv2.contourArea(corners, oriented=True) > 0


def test_a_card_shows_where_the_truth_says():
    """A card painted white is found at its place, and is as large as its corners say."""
    checked = 0
    for scene in map(in_plain_light, scenes()):
        told = truth(scene, no_hand(scene))
        look = replace(scene.look, corner_radius_mm=0.0)
        dark = replace(scene, look=look, camera=replace(scene.camera, dist=(0.0,) * 5))
        cells = [cell for cell in truth(dark, no_hand(dark))["cells"] if cell["covered"] == 0]
        if not cells or told["rows"] > 4:
            continue
        at = tuple(cells[0]["cell"])
        bright = replace(
            dark,
            laid=tuple(replace(e, card=replace(e.card, sheen=0.9)) if e.cell == at else e for e in dark.laid),
        )
        changed = np.abs(render(bright)[0].astype(int) - render(dark)[0]).max(2) > 40
        inside = np.zeros(changed.shape, np.uint8)
        cv2.fillConvexPoly(
            inside, np.round(np.array(cells[0]["corners_px"]) * 16).astype(np.int32), 1, shift=4
        )
        overlap = (changed & (inside > 0)).sum() / (changed | (inside > 0)).sum()
        assert overlap > 0.8
        checked += 1
    assert checked >= 3


def test_pips_are_of_their_colours_shade():
    for scene in map(in_plain_light, scenes()):
        shades = {name: np.array(rgb) ** 2.2 for name, rgb in scene.look.shades}
        picture = render(scene)[0]
        for cell in truth(scene, no_hand(scene))["cells"]:
            if cell["points"] in (1, 5, 9) and cell["covered"] == 0 and scene.look.pips.shape == "disc":
                x, y = np.rint(crossing(np.array(cell["corners_px"]))).astype(int)
                seen = (picture[y, x, ::-1] / 255) ** 2.2
                alike = {n: seen @ s / np.linalg.norm(seen) / np.linalg.norm(s) for n, s in shades.items()}
                assert alike[cell["colour"]] > max(alike.values()) - 0.03


def test_a_mask_over_everything_covers_every_card():
    scene = scene_of(2)
    found = truth(scene, np.full_like(no_hand(scene), 255))
    assert all(card["covered"] == 1 for card in (*found["cells"], *found["loose"], *found["decks"]))


def test_a_card_laid_on_another_is_told_with_what_lies_beneath():
    scene = next(s for s in map(scene_of, range(40)) if len(s.laid) > len(s.tops))
    found = truth(scene, no_hand(scene))
    assert len(found["cells"]) == len(scene.tops)
    assert len(found["cells"]) + sum(len(cell["under"]) for cell in found["cells"]) == len(scene.laid)
    for cell in found["cells"]:
        heights = [each["points"] for each in cell["under"]] + [cell["points"]]
        assert heights == sorted(set(heights))


def test_truth_is_plain_json():
    scene = scene_of(5)
    found = truth(scene, no_hand(scene))
    assert json.loads(json.dumps(found)) == found


def test_the_command_makes_tables_of_punto(tmp_path):
    wanted = ["--game", "punto", "--count", "2", "--seed-from", "40", "--width", "320", "--height", "180"]
    made = CliRunner().invoke(make.main, [str(tmp_path), *wanted, "--renderer", "quick"])
    assert made.exit_code == 0
    assert {path.name for path in tmp_path.glob("*.jpg")} == {"000040.jpg", "000041.jpg"}
    assert json.loads((tmp_path / "000041.json").read_text())["game"] == "punto"
    assert CliRunner().invoke(make.main, [str(tmp_path), *wanted]).exit_code == 2
