"""A table is learnt once and kept; what is kept is used where it fits, and told where it does not."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.lens import Lens
from calibration.profile import Place, Profile, TableSet, load, save
from companion.cli import main
from companion.commands.demo import RECORDING
from companion.eyes.calibrating import measure_stones
from companion.eyes.known_table import KnownTable
from models.scenes.camera import expose
from models.scenes.quick.render import render
from models.scenes.sample import sample_scene
from vision.finding.board import Board, find_board
from vision.finding.whole import Found
from vision.pose import CameraPose, lattice_board
from vision.sources import open_source
from vision.stone_table.patches import (
    TOWER_BASE_ROW,
    TOWER_HEIGHT,
    TOWER_PX_PER_FIELD,
    TOWER_WIDTH,
    TowerPatches,
)
from vision.stone_table.reading import FIELD_COLOURS, MAX_HEIGHT, OWNERS, Fields

TRUTH = json.loads(RECORDING.with_suffix(".json").read_text(encoding="utf-8"))


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args])


@pytest.fixture(scope="module")
def kept_home(tmp_path_factory):
    """A home in which the table of the shipped recording was learnt, with its first stone."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEREF_HOME", str(home))
        result = run(
            *("calibrate", "--camera", RECORDING, "--name", "shipped"),
            *("--stones", "--play-zone", "right", "--wait", "15"),
        )
    assert result.exit_code == 0, result.stderr
    assert str(home) in result.stdout
    return home


@pytest.fixture
def home(kept_home, monkeypatch):
    monkeypatch.setenv("TABLEREF_HOME", str(kept_home))
    return kept_home


@pytest.fixture(scope="module")
def empty_board() -> np.ndarray:
    with open_source(str(RECORDING), realtime=False) as source:
        return next(frame.bgr for frame in source if frame.t > 1.5)


@pytest.fixture(scope="module")
def last_table() -> np.ndarray:
    with open_source(str(RECORDING), realtime=False) as source:
        return [frame.bgr for frame in source][-1]


def look(tmp_path, bgr, profile="shipped") -> tuple[dict, str]:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), bgr)
    result = run("look", picture, "--profile", profile, "--json")
    assert result.exit_code == 0
    return json.loads(result.stdout), result.stderr


def fields_of(told: dict) -> list[list[str]]:
    return [[cell["field"] for cell in row] for row in told["board"]["cells"]]


# --- learning a table ---


def test_the_set_and_the_cameras_place_are_learnt_from_the_empty_board(home):
    profile = load("shipped", home / "profiles")
    assert [list(row) for row in profile.set.fields] == TRUTH["fields"]
    assert profile.place.image_size == (960, 540)
    assert 35 < profile.place.elevation_deg < 60
    assert len(profile.place.play_zone) == 4


def test_the_stones_are_learnt_when_they_are_laid(home):
    table_set = load("shipped", home / "profiles").set
    assert set(table_set.stones) == {"green"}
    assert table_set.stones["green"][1] < -10  # Lab: a below nought is green
    assert 0.4 < table_set.stone_width < 0.75


def test_a_camera_that_never_shows_the_board_is_told_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path))
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((240, 320, 3), 90, np.uint8))
    result = run("calibrate", "--camera", blank, "--name", "x", "--wait", "2")
    assert result.exit_code == 1
    assert "no empty board" in result.stderr.strip().splitlines()[-1]
    assert not (tmp_path / "profiles").exists()


def test_who_says_that_nothing_is_on_the_board_is_believed(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path))
    scene = sample_scene(9_100_003, width=960, height=540, mode="close")
    film = tmp_path / "film"
    film.mkdir()
    bgr = expose(render(scene)[0], scene.camera)
    for number in range(12):
        cv2.imwrite(str(film / f"{number:02}.png"), bgr)
    call = ("calibrate", "--camera", film, "--name", "prints", "--no-stones", "--wait", "5")
    refused = run(*call)
    assert refused.exit_code == 1 and "--nothing-there" in refused.stderr
    assert run(*call, "--nothing-there").exit_code == 0
    assert load("prints", tmp_path / "profiles").set.fields


# --- keeping profiles ---


def test_profiles_are_listed_shown_and_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path))
    assert run("calibrate", "list").stdout == ""
    save(Profile("club", "2026-01-02"), tmp_path / "profiles")
    assert json.loads(run("calibrate", "list", "--json").stdout)["name"] == "club"
    assert json.loads(run("calibrate", "show", "club", "--json").stdout)["made"] == "2026-01-02"
    assert run("calibrate", "remove", "club").exit_code == 0
    assert run("calibrate", "show", "club").exit_code == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["calibrate"], "--camera and --name"),
        (["calibrate", "--camera", "0", "--name", "../x"], "cannot name"),
        (["calibrate", "lens"], "pictures"),
        (["calibrate", "lens", "a.jpg", "--squares", "9"], "9x6"),
        (["calibrate", "lens", "a.jpg", "--squares", "2x2"], "9x6"),
        (["look", "a.jpg", "--profile", "nowhere"], "calibrate"),
        (["score", "a.jpg", "--profile", "nowhere"], "no profile 'nowhere'"),
        (["watch", "a.mp4", "--players", "red,blue", "--profile", "nowhere"], "calibrate"),
        (["live", "--camera", "0", "--players", "red,blue", "--profile", "nowhere"], "calibrate"),
    ],
)
def test_a_wrong_call_exits_2_in_one_line(tmp_path, monkeypatch, args, said):
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path))
    result = run(*args)
    assert result.exit_code == 2
    assert said in result.stderr.strip().splitlines()[-1]


# --- using a profile ---


def test_a_board_that_was_turned_is_told_in_the_profiles_order(home, tmp_path, empty_board):
    told, said = look(tmp_path, cv2.rotate(empty_board, cv2.ROTATE_180))
    assert fields_of(told) == TRUTH["fields"]
    assert "moved" in said


def test_where_all_is_as_it_was_nothing_is_said(home, tmp_path, empty_board):
    told, said = look(tmp_path, empty_board)
    assert fields_of(told) == TRUTH["fields"]
    assert said == ""


def test_pictures_of_another_size_are_told_and_read_all_the_same(home, tmp_path, empty_board):
    told, said = look(tmp_path, cv2.resize(empty_board, None, fx=0.8, fy=0.8))
    assert fields_of(told) == TRUTH["fields"]
    assert "learnt at 960x540, the picture is 768x432" in said


def test_the_end_is_counted_in_the_profiles_order(home, tmp_path, last_table):
    """However the board lies in the picture, fields are called as they are in the game."""
    picture, out = tmp_path / "table.png", tmp_path / "out.png"
    cv2.imwrite(str(picture), cv2.rotate(last_table, cv2.ROTATE_180))
    result = run("score", picture, "--out", out, "--profile", "shipped")
    assert result.exit_code == 0
    assert "green has a row: b4 c4 d4 e4" in result.stdout
    assert "moved" in result.stderr
    assert cv2.imread(str(out)).shape == last_table.shape
    assert "b4 c4 d4 e4" not in run("score", picture, "--out", out).stdout


def test_a_game_with_stones_on_the_board_goes_on_from_there(home, tmp_path, last_table):
    folder = tmp_path / "still"
    folder.mkdir()
    for name in ("1.png", "2.png", "3.png"):
        cv2.imwrite(str(folder / name), last_table)
    call = ("watch", folder, "--players", ",".join(TRUTH["players"]), "--json")
    assert run(*call).exit_code == 1  # without a profile the fields under the stones are not known
    result = run(*call, "--profile", "shipped")
    assert result.exit_code == 0
    ready, outcome = (json.loads(line) for line in result.stdout.splitlines())
    assert ready["event"] == "ready"
    assert outcome["outcome"]["how"] == "row"


# --- what does not fit ---

SIZE = (1280, 720)
LENS = Lens(SIZE, (900.0, 900.0), (640.0, 360.0), (-0.1, 0.0, 0.0, 0.0, 0.0))
SET = TableSet(
    tuple(tuple(FIELD_COLOURS[(r + 2 * c) % 6] for c in range(6)) for r in range(6)),
    {name: (50.0, 10.0 * i, -10.0 * i) for i, name in enumerate(FIELD_COLOURS)},
    {},
)


def board_at(tvec=(0.0, 0.0, 12.0)) -> Board:
    pose = CameraPose(SIZE, 900.0, 0.0, (2.3, 0.0, 0.0), tvec)
    return Board(6, pose, pose.project(lattice_board(6))[[0, 6, 48, 42]], 1.0, 0.0)


def known_at(board: Board, **parts) -> tuple[KnownTable, list[str]]:
    corners = tuple((float(x), float(y)) for x, y in board.corners_px)
    place = Place(SIZE, corners, 50.0, ((3.0, 3.0), (6.0, 3.0), (6.0, -3.0)))
    said: list[str] = []
    return KnownTable(replace(Profile("p", "", LENS, place, SET), **parts), 6, said.append), said


def test_a_lens_of_another_picture_size_is_left_aside_and_told_once():
    known, said = known_at(board_at())
    assert known.lens(SIZE) == LENS
    assert said == []
    assert known.lens((640, 480)) is known.lens((640, 480)) is None
    assert said == ["profile p: its lens was measured at 1280x720, the picture is 640x480: it is left aside"]


def known_through(lens: Lens) -> tuple[KnownTable, list[str]]:
    said: list[str] = []
    return KnownTable(Profile("p", "", lens, None, None), 6, said.append), said


def test_a_lens_that_the_board_shows_to_be_another_is_left_aside_and_told_once(empty_board):
    pose = find_board(empty_board).pose
    zoomed, middle = (0.5 * pose.focal_px,) * 2, (pose.image_size[0] / 2, pose.image_size[1] / 2)
    known, said = known_through(Lens(pose.image_size, zoomed, middle, (0.0,) * 5))
    assert known.find(np.zeros_like(empty_board)).board is None and said == []
    assert known.find(empty_board).board is not None and known.lens(pose.image_size) is None
    assert known.find(empty_board).board is not None
    assert len(said) == 1 and "its lens does not fit" in said[0]


def test_a_board_that_no_lens_explains_well_says_nothing_of_the_lens(empty_board, monkeypatch):
    seen = replace(find_board(empty_board), error_fields=0.05)
    monkeypatch.setattr(
        "companion.eyes.known_table.find_whole_board",
        lambda bgr, size, lens=None: Found(None if lens else seen),
    )
    known, said = known_through(replace(LENS, image_size=seen.pose.image_size))
    assert known.find(empty_board).board is None and known.lens(seen.pose.image_size) is not None
    assert said == []


def test_a_lens_that_fits_is_kept(empty_board):
    pose = find_board(empty_board).pose
    middle = (pose.image_size[0] / 2, pose.image_size[1] / 2)
    lens = Lens(pose.image_size, (pose.focal_px,) * 2, middle, (pose.k1, 0.0, 0.0, 0.0, 0.0))
    known, said = known_through(lens)
    assert known.find(empty_board).board.pose.lens == lens
    assert known.find(np.zeros_like(empty_board)).board is None and known.lens(pose.image_size) == lens
    assert said == []


def test_a_camera_in_its_place_keeps_the_play_zone():
    known, said = known_at(board_at())
    known.settle_place(board_at((0.02, 0.0, 12.0)))
    assert said == []
    assert known.zone_board().tolist() == [[3, 3], [6, 3], [6, -3]]


def test_a_camera_that_was_moved_loses_the_play_zone_and_it_is_told():
    known, said = known_at(board_at())
    known.settle_place(board_at((1.0, 0.0, 12.0)))
    assert "moved" in said[0]
    assert known.zone_board() is None


def test_a_few_fields_that_look_otherwise_are_named_by_the_profile():
    known, said = known_at(board_at())
    names = [list(row) for row in SET.fields]
    names[0][0] = names[3][4] = "green"
    assert known.fields_known(names) == [list(row) for row in SET.fields]
    assert "2 of 36" in said[0]


def test_another_board_is_noticed_and_the_set_left_aside():
    known, said = known_at(board_at())
    assert known.fields_known([["red"] * 6] * 6) is None
    assert "another board" in said[0]
    assert known.layout() is None
    assert known.shades() is None


def test_a_board_of_another_size_is_noticed():
    small = replace(SET, fields=tuple(row[:5] for row in SET.fields[:5]))
    known, said = known_at(board_at(), set=small)
    assert known.layout() is None
    assert "5 fields a side, not 6" in said[0]


# --- measuring stones ---


def drawn(width: float, height: float, sine: float, stones: int = 1) -> TowerPatches:
    """Four patches, a green upright cylinder of ``stones`` in the first and a blue one in the last."""
    pictures = np.full((4, TOWER_HEIGHT, TOWER_WIDTH, 3), (90, 160, 220), np.uint8)
    foot, px = (TOWER_WIDTH // 2, round(TOWER_BASE_ROW)), TOWER_PX_PER_FIELD
    rise = height * np.sqrt(1 - sine**2) * px
    half = (round(width / 2 * px), round(width / 2 * sine * px))
    for cell, bgr, count in ((0, (60, 140, 40), 1), (3, (180, 60, 30), stones)):
        top = (foot[0], round(foot[1] - rise * count))
        for centre in (foot, top):
            cv2.ellipse(pictures[cell], centre, half, 0, 0, 360, bgr, -1)
        cv2.rectangle(pictures[cell], (foot[0] - half[0], top[1]), (foot[0] + half[0], foot[1]), bgr, -1)
    return TowerPatches(pictures, np.tile(np.float32([sine, 0.0, 0.1]), (4, 1)), np.zeros((4, 2, 3)))


def bare() -> TowerPatches:
    """The same fields with nothing on them."""
    towers = drawn(1, 0, 1)
    return replace(towers, pictures=np.full_like(towers.pictures, (90, 160, 220)))


def test_stones_are_measured_in_fields():
    owner = np.zeros((2, 2, len(OWNERS)), np.float32)
    tall = np.zeros((2, 2, MAX_HEIGHT + 1), np.float32)
    for (row, col), name, count in (
        ((0, 0), "green", 1),
        ((0, 1), "none", 0),
        ((1, 0), "none", 0),
        ((1, 1), "blue", 3),
    ):
        owner[row, col, OWNERS.index(name)] = tall[row, col, count] = 1
    fields = Fields(np.zeros((2, 2, 6), np.float32), owner, tall, *np.zeros((2, 2, 2), np.float32))
    colours, width, height, rise = measure_stones(bare(), drawn(0.6, 0.3, 0.7, stones=3), fields)
    assert set(colours) == {"green", "blue"}
    assert colours["green"][1] < 0 < -colours["blue"][2]
    assert width == pytest.approx(0.6, abs=0.06)
    assert height == pytest.approx(0.3, abs=0.06)
    assert rise == pytest.approx(0.3, abs=0.06)


def test_from_straight_above_no_height_is_told():
    owner = np.zeros((2, 2, len(OWNERS)), np.float32)
    owner[..., OWNERS.index("green")] = 1
    tall = np.zeros((2, 2, MAX_HEIGHT + 1), np.float32)
    tall[..., 1] = 1
    fields = Fields(np.zeros((2, 2, 6), np.float32), owner, tall, *np.zeros((2, 2, 2), np.float32))
    _, width, height, rise = measure_stones(bare(), drawn(0.6, 0.3, 0.99), fields)
    assert width == pytest.approx(0.6, abs=0.06)
    assert height is rise is None
