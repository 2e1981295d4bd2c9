"""The quick renderer shows what a scene says, where the camera says it is."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import numpy as np
import pytest
from numpy.typing import NDArray

from models.scenes.camera import look_at, project
from models.scenes.quick.render import render
from models.scenes.scene import Board, Camera, Card, Hand, Light, Scene, Stone, StoneKind, TableTop

SHADES = {
    "red": (0.8, 0.1, 0.1),
    "orange": (0.9, 0.5, 0.1),
    "yellow": (0.9, 0.85, 0.1),
    "green": (0.1, 0.6, 0.2),
    "blue": (0.1, 0.3, 0.8),
    "violet": (0.5, 0.15, 0.6),
}
NAMES = tuple(SHADES)
FIELDS = tuple(tuple(NAMES[(r * 2 + c) % 6] for c in range(6)) for r in range(6))
CAP = StoneKind("cap", ((10.0, 0.0), (8.0, 12.0), (7.0, 13.0), (0.0, 13.0)), 6.0, False, 0.1)
EYES = [(0.0, -420.0, 520.0), (350.0, 200.0, 460.0), (-20.0, -10.0, 640.0)]
LENSES = [(0.0, 0.0, 0.0, 0.0, 0.0), (-0.12, 0.03, 0.0, 0.0, 0.0), (0.06, -0.01, 0.001, -0.001, 0.0)]


def a_camera(eye: tuple[float, float, float] = EYES[0], dist: tuple[float, ...] = LENSES[0]) -> Camera:
    r, t = look_at(eye, (10.0, 5.0, 0.0), 0.1)
    return Camera(
        width=640,
        height=360,
        focal_px=560.0,
        r=tuple(tuple(row) for row in r.tolist()),
        t_mm=tuple(t.tolist()),
        dist=dist,
        exposure_ev=0.0,
        white_balance=(1.0, 1.0, 1.0),
        gamma=1.0,
        saturation=1.0,
        blur_px=0.0,
        sharpen=0.0,
        noise=0.0,
        vignette=0.0,
        jpeg_quality=100,
        seed=5,
    )


def an_empty_table(camera: Camera) -> Scene:
    board = Board(
        fields=FIELDS,
        shades=tuple(SHADES.items()),
        pitch_mm=40.0,
        gap_mm=0.0,
        gap_rgb=(1.0, 1.0, 1.0),
        border_mm=10.0,
        border_rgb=(0.05, 0.05, 0.05),
        corner_radius_mm=0.0,
        line_mm=0.0,
        print_style="plain",
        print_strength=0.0,
        thickness_mm=2.0,
        gloss=0.0,
    )
    return Scene(
        seed=3,
        board=board,
        stone_kind=CAP,
        towers=tuple(tuple(() for _ in range(6)) for _ in range(6)),
        spare_stones=(),
        cards=(),
        hands=(),
        clutter=(),
        table=TableTop("plain", (0.6, 0.6, 0.6), (0.5, 0.5, 0.5), 50.0, 0.0, 0.0, 1),
        lights=(Light((300.0, 200.0, 1500.0), 120.0, 0.6, (1.0, 1.0, 1.0)),),
        ambient_rgb=(1.0, 1.0, 1.0),
        ambient=0.4,
        camera=camera,
        play_zone_mm=((-100.0, 200.0), (100.0, 200.0), (100.0, 280.0), (-100.0, 280.0)),
    )


def with_stone(scene: Scene, row: int, col: int, colour: str) -> Scene:
    x, y = scene.board.cell_centre_mm(row, col)
    towers = [list(r) for r in scene.towers]
    level = len(towers[row][col])
    stone = Stone(colour, SHADES[colour], (x, y, level * CAP.rise_mm), 0.3)
    towers[row][col] = (*towers[row][col], stone)
    return replace(scene, towers=tuple(tuple(r) for r in towers))


def a_hand(tip: tuple[float, float, float]) -> Hand:
    return Hand(tip, -pi / 2, 1.0, (0.8, 0.6, 0.5), (0.2, 0.2, 0.6), 220.0, "point", 4)


def nearest_colour(bgr: NDArray[np.uint8], at_px: NDArray[np.float64]) -> str:
    """The name of the shade whose share of red, green and blue light is most like the pixel's there."""
    x, y = np.rint(at_px).astype(int)
    seen = (bgr[y, x, ::-1] / 255) ** 2.2
    chroma = {name: np.array(rgb) ** 2.2 / (np.array(rgb) ** 2.2).sum() for name, rgb in SHADES.items()}
    return min(chroma, key=lambda name: float(np.abs(chroma[name] - seen / max(seen.sum(), 1e-6)).sum()))


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("dist", LENSES)
def test_fields_lie_where_the_camera_says(
    eye: tuple[float, float, float], dist: tuple[float, float, float, float, float]
) -> None:
    scene = an_empty_table(a_camera(eye, dist))
    picture, _ = render(scene)
    for row in range(6):
        for col in range(6):
            x, y = scene.board.cell_centre_mm(row, col)
            spots = [(x + dx, y + dy, 0) for dx in (-17, 0, 17) for dy in (-17, 0, 17)]
            for at_px in project(spots, scene.camera):
                assert nearest_colour(picture, at_px) == FIELDS[row][col]


@pytest.mark.parametrize("dist", LENSES)
def test_the_outline_of_the_grid_is_exact_to_half_a_pixel(
    dist: tuple[float, float, float, float, float],
) -> None:
    camera = a_camera(dist=dist)
    scene = an_empty_table(camera)
    white = replace(scene.board, shades=tuple((n, (0.9, 0.9, 0.9)) for n in NAMES))
    picture = render(replace(scene, board=white))[0].mean(2)
    for x in np.linspace(-110, 110, 9):  # walk outward over the near edge: white field, black border
        at_px = project([(x, y, 0.0) for y in np.linspace(-117, -123, 61)], camera)
        column = np.array([bilinear(picture, p) for p in at_px])
        edge_mm = -117 - 6 * int(np.argmax(column < (column[0] + column[-1]) / 2)) / 60
        px_per_mm = np.linalg.norm(at_px[-1] - at_px[0]) / 6
        assert abs(edge_mm + 120) * px_per_mm < 0.5


def bilinear(grey: NDArray[np.float64], at_px: NDArray[np.float64]) -> float:
    x, y = np.floor(at_px).astype(int)
    a, b = at_px - (x, y)
    top = grey[y, x] * (1 - a) + grey[y, x + 1] * a
    return float(top * (1 - b) + (grey[y + 1, x] * (1 - a) + grey[y + 1, x + 1] * a) * b)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("dist", LENSES)
def test_the_top_of_a_tower_shows_its_owner(
    eye: tuple[float, float, float], dist: tuple[float, float, float, float, float]
) -> None:
    scene = an_empty_table(a_camera(eye, dist))
    for level in range(4):
        scene = with_stone(scene, 1, 4, ("red", "green", "blue", "yellow")[level])
        x, y = scene.board.cell_centre_mm(1, 4)
        top_px = project([(x, y, level * CAP.rise_mm + 13.0)], scene.camera)[0]
        assert nearest_colour(render(scene)[0], top_px) == scene.towers[1][4][-1].colour


def test_a_near_tower_hides_a_far_one_and_not_the_other_way() -> None:
    scene = an_empty_table(a_camera((0.0, -600.0, 300.0)))
    for _ in range(5):
        scene = with_stone(scene, 3, 2, "red")
    scene = with_stone(scene, 2, 2, "green")
    x, y = scene.board.cell_centre_mm(3, 2)
    middle_px = project([(x, y - 9.0, 25.0)], scene.camera)[0]
    assert nearest_colour(render(scene)[0], middle_px) == "red"


def test_a_card_lies_where_it_is_put() -> None:
    scene = an_empty_table(a_camera((0.0, -100.0, 900.0)))
    look = ("plain", 0.0, 2.0, "hatch", (0.1, 0.1, 0.3))
    card = Card("green", SHADES["green"], (180.0, 20.0), 0.0, 0.7, (50.0, 75.0), True, "zone", *look)
    picture, _ = render(replace(scene, cards=(card,)))
    cos, sin = np.cos(card.yaw), np.sin(card.yaw)
    for u, v in [(0, 0), (22, 34), (-22, 34), (22, -34), (-22, -34)]:
        at = (180.0 + cos * u - sin * v, 20.0 + sin * u + cos * v, -1.7)
        assert nearest_colour(picture, project([at], scene.camera)[0]) == "green"


def test_a_stone_throws_a_shadow_away_from_the_lamp() -> None:
    scene = an_empty_table(a_camera())
    lamp = Light((800.0, 0.0, 700.0), 20.0, 0.8, (1.0, 1.0, 1.0))
    scene = replace(scene, lights=(lamp,), ambient=0.2)
    x, y = scene.board.cell_centre_mm(2, 2)
    shaded_px = project([(x - 15.0, y, 0.0)], scene.camera)[0]
    before, after = (render(s)[0] for s in (scene, with_stone(scene, 2, 2, "red")))
    u, v = np.rint(shaded_px).astype(int)
    assert after[v, u].sum() < 0.75 * before[v, u].sum()


def seen_along(scene: Scene, heights_mm: NDArray[np.float64], radius_mm: float) -> NDArray[np.float64]:
    """(N, 3) what shows of the side of the tower on cell [3, 2] that is nearest to the camera, BGR."""
    x, y = scene.board.cell_centre_mm(3, 2)
    picture = render(scene)[0].astype(float)
    at_px = project([(x, y - radius_mm, z) for z in heights_mm], scene.camera)
    return np.stack([[bilinear(picture[..., c], p) for c in range(3)] for p in at_px])


def a_low_look(scene: Scene) -> Scene:
    return replace(scene, camera=replace(a_camera((0.0, -560.0, 200.0)), focal_px=1400.0))


def with_tower(scene: Scene, *stones: Stone) -> Scene:
    towers = [list(row) for row in scene.towers]
    x, y = scene.board.cell_centre_mm(3, 2)
    towers[3][2] = tuple(replace(stone, xyz_mm=(x, y, stone.xyz_mm[2])) for stone in stones)
    return replace(scene, towers=tuple(tuple(row) for row in towers))


def test_it_is_dark_where_two_stones_of_one_colour_meet() -> None:
    profile = ((11.0, 0.0), (12.0, 1.0), (12.0, 9.0), (11.0, 10.0), (0.0, 10.0))
    disc = StoneKind("disc", profile, 10.0, False, 0.1)
    scene = replace(a_low_look(an_empty_table(a_camera())), stone_kind=disc)
    two = (Stone("yellow", SHADES["yellow"], (0, 0, z), 0.3) for z in (0.0, 10.0))
    seen = seen_along(with_tower(scene, *two), np.arange(4.0, 17.0, 0.5), 12.0).sum(1)
    assert 9.0 <= 4.0 + 0.5 * seen.argmin() <= 12.0
    assert seen.min() < 0.92 * min(seen[0], seen[-1])


def test_the_side_of_a_white_stone_takes_on_the_colour_of_its_field() -> None:
    scene = a_low_look(an_empty_table(a_camera()))
    scene = with_tower(scene, Stone("white", (0.9, 0.9, 0.9), (0, 0, 0), 0.3))
    shares = {}
    for name in ("red", "blue"):
        fields = tuple(tuple(name for _ in range(6)) for _ in range(6))
        side = seen_along(replace(scene, board=replace(scene.board, fields=fields)), np.array([6.0]), 9.0)[0]
        shares[name] = side[2] / side.sum()
    assert shares["red"] > shares["blue"] + 0.02


def test_the_hand_mask_is_where_the_hand_changes_the_picture() -> None:
    scene = an_empty_table(a_camera())
    without, empty = render(scene)
    picture, mask = render(replace(scene, hands=(a_hand((20.0, 30.0, 10.0)),)))
    assert not empty.any()
    assert set(np.unique(mask)) == {0, 255}
    tip_px = project([(20.0, 30.0, 14.0)], scene.camera)[0]
    x, y = np.rint(tip_px).astype(int)
    assert mask[y - 6 : y + 7, x - 6 : x + 7].any()
    skin = (picture.astype(int)[..., 2] > without.astype(int)[..., 2] + 25) & (mask == 0)
    assert skin.sum() < 0.02 * (mask > 0).sum()  # outside the mask a hand only darkens
    assert (np.abs(picture.astype(int) - without).max(2)[mask > 0] > 3).mean() > 0.95


def test_a_tower_before_the_hand_is_not_hand() -> None:
    scene = an_empty_table(a_camera((0.0, -600.0, 300.0)))
    scene = replace(scene, hands=(replace(a_hand((-20.0, 20.0, 5.0)), yaw=pi / 2),))
    hidden = scene
    for _ in range(7):
        hidden = with_stone(hidden, 3, 2, "red")
    assert render(hidden)[1].sum() < render(scene)[1].sum()


def test_the_same_scene_gives_the_same_picture() -> None:
    scene = with_stone(an_empty_table(a_camera()), 0, 0, "blue")
    scene = replace(scene, hands=(a_hand((20.0, 30.0, 10.0)),))
    one, two = render(scene), render(scene)
    assert np.array_equal(one[0], two[0])
    assert np.array_equal(one[1], two[1])
