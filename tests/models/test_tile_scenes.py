"""Tables of One Two Three … Four: the same number gives the same one, and pictures agree with their truth."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.sheets import one_two_three_four as sheet
from models.scenes import make
from models.scenes.camera import project
from models.scenes.quick.lens import Lens
from models.scenes.quick.light import Balls, Lighting
from models.scenes.quick.solid import UNIT, Canvas
from models.scenes.scene import Light
from models.scenes.tiles.prints import paint_tile_board
from models.scenes.tiles.quick import Tiles, render
from models.scenes.tiles.sample import sample_tile_scene
from models.scenes.tiles.sample_lie import touch
from models.scenes.tiles.solids import tile_faces
from models.scenes.tiles.truth import truth
from referee.one_two_three_four_acts import COLOURS, TILES

SEEDS = range(16)
WHITE = (1.0, 1.0, 1.0)


@cache
def scene_of(seed):
    return sample_tile_scene(seed, width=480, height=270, mode=("close", "any")[seed % 2])


def scenes():
    return [scene_of(seed) for seed in SEEDS]


def no_hand(scene):
    return np.zeros((scene.camera.height, scene.camera.width), np.uint8)


def in_plain_light(scene):
    """The scene with matt tiles without signs in white, soft light, without hands and clutter."""
    lamp = Light((300.0, 200.0, 1500.0), 300.0, 0.4, WHITE)
    kind = replace(scene.tile_kind, gloss=0.0, sign=0.0)
    return replace(
        scene, tile_kind=kind, lights=(lamp,), ambient=0.6, ambient_rgb=WHITE, hands=(), held=(), clutter=()
    )


def chroma(rgb):
    linear = np.asarray(rgb, float) ** 2.2
    return linear / max(linear.sum(), 1e-6)


def test_a_number_always_gives_the_same_table_and_picture():
    assert sample_tile_scene(7) == sample_tile_scene(7) != sample_tile_scene(8)
    first, again = (render(sample_tile_scene(3, width=320, height=180))[0] for _ in range(2))
    assert (first == again).all()


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="far"):
        sample_tile_scene(1, mode="far")


def test_sets_and_boards_vary():
    boards = [sample_tile_scene(seed).board for seed in range(80)]
    kinds = {sample_tile_scene(seed).tile_kind.name for seed in range(80)}
    assert {board.size for board in boards} == {5, 6, 7, 8}
    assert kinds == {"flat", "rounded", "dome", "curved", "dish", "rim"}
    assert {board.clockwise for board in boards} == {True, False}
    assert len({board.corner_mark.kind for board in boards}) == 7
    assert len({board.direction_mark and board.direction_mark.kind for board in boards}) == 6


def test_the_whole_grid_is_in_the_picture():
    for scene in scenes():
        corners = np.array(truth(scene, no_hand(scene))["grid_corners"], np.float32)
        assert (corners >= 0).all() and (corners <= [scene.camera.width, scene.camera.height]).all()
        assert cv2.contourArea(corners, oriented=True) > 0


def test_every_tile_lies_in_its_cell():
    for scene in scenes():
        for row, line in enumerate(scene.cells):
            for col, tile in enumerate(line):
                if tile:
                    away = np.abs(np.subtract(tile.xyz_mm[:2], scene.board.cell_centre_mm(row, col)))
                    reach = away.max() + scene.tile_kind.side_mm / 2
                    assert reach < 0.7 * scene.board.pitch_mm


def test_no_tiles_on_the_board_overlap():
    for scene in scenes():
        tiles = [tile for row in scene.cells for tile in row if tile]
        assert not any(touch(a, b, scene.tile_kind) for i, a in enumerate(tiles) for b in tiles[:i])


def test_what_is_not_on_the_board_is_in_the_supply_or_held():
    for scene in scenes():
        count = Counter(tile.colour for tile in scene.tiles)
        assert len(count) == (3 if scene.players == 3 else 4)
        assert set(count.values()) == {TILES}
        found = truth(scene, no_hand(scene))
        shown = Counter(tile["colour"] for tile in found["supply"]) + Counter(found["held"])
        shown += Counter(cell["owner"] for row in found["cells"] for cell in row if cell["owner"])
        assert shown == count


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_cells_are_drawn_where_the_truth_says(seed):
    scene = in_plain_light(scene_of(seed))
    span = range(scene.board.size)
    light, dark = (0.9, 0.9, 0.9), (0.1, 0.1, 0.1)
    board = replace(
        scene.board,
        grounds=tuple(tuple((light, dark)[(row + col) % 2] for col in span) for row in span),
        gap_mm=0.0,
        line_mm=0.0,
        lane_line_mm=0.0,
        corner_radius_mm=0.0,
        corner_mark=replace(scene.board.corner_mark, kind="field"),
        direction_mark=None,
        material="card",
        gloss=0.0,
    )
    straight = replace(scene.camera, dist=(0.0,) * 5)
    bare = replace(
        scene, board=board, camera=straight, cells=tuple((None,) * board.size for _ in span), supply=()
    )
    picture = render(bare)[0].mean(2)
    corners = np.array(truth(bare, no_hand(bare))["grid_corners"], np.float32)
    unit = board.size * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_px = cv2.getPerspectiveTransform(unit, corners)
    for row in span:
        for col in span:
            spots = np.array([[[col + u, row + v] for u in (0.15, 0.85) for v in (0.15, 0.85)]], np.float32)
            x, y = np.rint(cv2.perspectiveTransform(spots, to_px)[0]).astype(int).T
            assert ((picture[y, x] > 128) == ((row + col) % 2 == 0)).all()


def test_the_middle_of_a_tile_is_of_its_owners_shade():
    for scene in map(in_plain_light, scenes()):
        shades = {tile.colour: chroma(tile.rgb) for tile in scene.tiles}
        picture = render(scene)[0]
        found = truth(scene, no_hand(scene))
        for cell in (cell for row in found["cells"] for cell in row if cell["owner"]):
            if cell["covered"] < 0.1:
                x, y = np.rint(np.mean(cell["corners_px"], axis=0)).astype(int)
                seen = chroma(picture[y, x, ::-1] / 255)
                assert min(shades, key=lambda name: float(np.abs(shades[name] - seen).sum())) == cell["owner"]


def test_printed_sets_are_as_the_sheets_say():
    for seed in range(6):
        scene = sample_tile_scene(seed, mode="printed")
        assert [name for name, _ in scene.board.corners] == list(COLOURS)
        assert scene.tile_kind.side_mm == sheet.tile_mm(scene.board.pitch_mm)
        picture = paint_tile_board(scene.board, 2.0)
        field_px = len(picture) / (scene.board.size + 2 * scene.board.border_mm / scene.board.pitch_mm)
        spot = round(scene.board.border_mm / scene.board.pitch_mm * field_px + 0.5 * field_px)
        beside = picture[spot - round(0.3 * field_px), spot + round(0.1 * field_px)]
        assert np.abs(beside[::-1] / 255 - scene.board.corners[0][1]).max() < 0.1


def test_a_mask_over_everything_covers_every_cell_and_tile():
    scene = scene_of(2)
    found = truth(scene, np.full_like(no_hand(scene), 255))
    assert all(cell["covered"] == 1 for row in found["cells"] for cell in row)
    assert all(tile["covered"] == 1 for tile in found["supply"])


def test_in_a_stack_the_topmost_tile_alone_is_seen_from_above():
    scene = in_plain_light(scene_of(0))
    tile, high = scene.supply[0], scene.tile_kind.height_mm
    stack = tuple(replace(tile, xyz_mm=(0.0, 0.0, level * high), tilt=0.0) for level in range(4))
    alone = replace(scene, cells=tuple((None,) * scene.board.size for _ in scene.cells), supply=stack)
    covered = [tile["covered"] for tile in truth(alone, no_hand(alone))["supply"]]
    assert covered[-1] == 0
    assert min(covered[:-1]) > 0.5


def test_the_share_told_to_be_covered_is_what_the_picture_does_not_show():
    errors = []
    for scene in (scene_of(seed) for seed in (0, 1, 3, 5)):
        bare = tuple((None,) * scene.board.size for _ in scene.cells)
        kind = replace(scene.tile_kind, gloss=0.0, sign=0.0, body_rgb=None, tones=((0.0, 1.0),))
        straight = replace(scene.camera, dist=(0.0,) * 5)
        dim = replace(
            scene,
            tile_kind=kind,
            camera=straight,
            cells=bare,
            hands=(),
            held=(),
            clutter=(),
            lights=(),
            ambient=1.0,
        )
        told = truth(dim, no_hand(dim))["supply"]
        for number in range(0, len(told), 5):
            corners = np.array(told[number]["corners_px"])
            if (corners > 5).all() and (corners < np.array(no_hand(dim).shape[::-1]) - 5).all():
                alone, among = (_white_px(dim, number, with_others) for with_others in (False, True))
                errors.append(abs(1 - among / alone - told[number]["covered"]))
    assert len(errors) > 10
    assert np.mean(errors) < 0.05


def _white_px(scene, number, with_others):
    """How much shows of the supply's tile of that number, alone or among the others."""
    black, white = (0.0, 0.0, 0.0), WHITE
    tiles = [replace(tile, rgb=white if i == number else black) for i, tile in enumerate(scene.supply)]
    shown = replace(scene, supply=tuple(tiles) if with_others else (tiles[number],), ambient_rgb=WHITE)
    lens = Lens(shown.camera)
    canvas = Canvas(lens)
    nothing = Balls(np.zeros((0, 3)), np.zeros(0), np.zeros(0, np.int64))
    Tiles(shown).paint(canvas, Lighting(shown, lens.eye_mm), nothing)
    return np.count_nonzero(canvas.pixels[..., 0] > 0.2 * UNIT)


def test_a_tiles_faces_look_outward_and_stay_within_its_outline():
    for scene in scenes():
        kind = scene.tile_kind
        faces = tile_faces(kind)
        assert np.abs(faces.quads[..., :2]).max() <= kind.side_mm / 2 + 1e-6
        top = faces.quads[..., 2].mean(1) > 0.9 * kind.height_mm
        assert (faces.normals[top, 2] > 0).all()


def test_tiles_corners_surround_their_middle_clockwise():
    scene = scene_of(4)
    found = truth(scene, no_hand(scene))
    for tile, told in zip(scene.supply, found["supply"], strict=True):
        if abs(tile.tilt) < 1:
            assert cv2.contourArea(np.array(told["corners_px"], np.float32), oriented=True) > 0
            middle = project([tile.xyz_mm], scene.camera)[0]
            sides = np.linalg.norm(np.diff(told["corners_px"], axis=0), axis=1)
            assert np.linalg.norm(np.mean(told["corners_px"], axis=0) - middle) < sides.max()


def test_the_lane_the_other_way_round_is_the_board_seen_in_its_diagonal():
    board = next(b for b in (scene_of(s).board for s in SEEDS) if b.direction_mark)
    board = replace(board, clockwise=True, material="card", border_print="plain")
    first, second, third, fourth = board.corners
    other = replace(
        board,
        clockwise=False,
        corners=(first, fourth, third, second),
        grounds=tuple(zip(*board.grounds, strict=True)),
    )
    there, back = paint_tile_board(board, 3.0).astype(int), paint_tile_board(other, 3.0).astype(int)
    assert _unlike(there, back.transpose(1, 0, 2)) < 0.2 * _unlike(there, back)


def _unlike(picture, other):
    """Share of pixels that differ by more than grain and wear do."""
    return (np.abs(picture - other).max(2) > 50).mean()


def test_corners_are_told_clockwise_from_the_first_cell():
    scene = scene_of(1)
    end = scene.board.size - 1
    told = truth(scene, no_hand(scene))["corners"]
    assert sorted(told) == sorted(COLOURS)
    assert [told[name] for name, _ in scene.board.corners] == [[0, 0], [0, end], [end, end], [end, 0]]


def test_truth_is_plain_json():
    scene = scene_of(5)
    found = truth(scene, no_hand(scene))
    assert json.loads(json.dumps(found)) == found


SMALL = ["--game", "one-two-three-four", "--width", "320", "--height", "180"]


def test_the_command_makes_tables_of_tiles(tmp_path):
    wanted = [*SMALL, "--count", "2", "--seed-from", "40"]
    made = CliRunner().invoke(make.main, [str(tmp_path), *wanted, "--renderer", "quick"])
    assert made.exit_code == 0
    assert {path.name for path in tmp_path.glob("*.jpg")} == {"000040.jpg", "000041.jpg"}
    assert json.loads((tmp_path / "000041.json").read_text())["game"] == "one-two-three-four"
    assert CliRunner().invoke(make.main, [str(tmp_path), *wanted]).exit_code == 2


def test_tables_with_few_tiles_on_their_own_corners_are_passed_over_where_such_are_wanted(tmp_path):
    wanted = [*SMALL, "--count", "12", "--renderer", "quick", "--least-own-corners", "2"]
    assert CliRunner().invoke(make.main, [str(tmp_path), *wanted]).exit_code == 0
    made = [json.loads(path.read_text("utf-8")) for path in tmp_path.glob("*.json")]
    assert made
    for table in made:
        own = [table["cells"][row][col]["owner"] == name for name, (row, col) in table["corners"].items()]
        assert sum(own) >= 2
