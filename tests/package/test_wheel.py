"""What is installed: one package with all that is needed to play, and nothing for training alone."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.package.conftest import ROOT, Run
from tools.one_package import ROOMS, within_the_package

MOST_BYTES = 6_000_000  # beside films and networks
BIG = (".mp4", ".onnx")
FOR_TRAINING = (
    "scenes",
    "training",
    "fitting",
    "evaluation",
    "simulated",
    "figures",
    "train.py",
    "fit_weights.py",
)
PLAYED = ROOT / "tests" / "referee" / "playthroughs" / "a_row_of_four.txt"


@pytest.fixture(scope="module")
def packed(wheel: Path) -> list[zipfile.ZipInfo]:
    with zipfile.ZipFile(wheel) as opened:
        return opened.infolist()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game that somebody won, as JSON Lines."""
    lines = PLAYED.read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "game.jsonl").write_text("".join(line for line in lines if line.startswith("{")), "utf-8")
    return tmp_path / "game.jsonl"


def test_it_takes_one_name(packed: list[zipfile.ZipInfo]) -> None:
    tops = {file.filename.split("/")[0] for file in packed}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"tableref"}


def test_it_says_so(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        (told,) = (name for name in opened.namelist() if name.endswith("top_level.txt"))
        assert opened.read(told) == b"tableref\n"


def test_nothing_in_it_is_for_training_alone(packed: list[zipfile.ZipInfo]) -> None:
    models = [file.filename.split("/")[2:] for file in packed if file.filename.startswith("tableref/models/")]
    assert {parts[0] for parts in models} == {"__init__.py", "catalogue.py", "networks", "weights"}
    assert not {part for parts in models for part in parts} & set(FOR_TRAINING)


def test_every_other_file_of_the_rooms_is_in_it(packed: list[zipfile.ZipInfo]) -> None:
    names = {file.filename for file in packed}
    files = (path for room in ROOMS if room != "models" for path in (ROOT / room).rglob("*"))
    wanted = {
        f"tableref/{path.relative_to(ROOT)}" for path in files if path.is_file() and path.suffix != ".pyc"
    }
    assert wanted - names == set()


def test_it_is_small_beside_films_and_networks(packed: list[zipfile.ZipInfo]) -> None:
    assert sum(file.compress_size for file in packed if not file.filename.endswith(BIG)) <= MOST_BYTES


def test_no_module_asks_for_a_room_by_its_name_in_the_repository(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        for name in opened.namelist():
            if name.endswith(".py"):
                asked = ast.walk(ast.parse(opened.read(name)))
                roots = {
                    (node.module or "").split(".")[0]
                    for node in asked
                    if isinstance(node, ast.ImportFrom) and not node.level
                }
                assert not roots & set(ROOMS), name


def test_no_module_names_a_room_in_a_string_that_is_imported() -> None:
    named = re.compile(rf"(?:import_module|find_spec|files)\(\s*f?[\"'](?:{'|'.join(ROOMS)})\b")
    for room in ROOMS:
        for module in (ROOT / room).rglob("*.py"):
            if "models" not in module.parts or module.stem == "catalogue":
                assert not named.search(module.read_text("utf-8")), f"{module}: say it by __package__"


def test_an_import_that_binds_the_name_of_a_room_is_refused() -> None:
    with pytest.raises(ValueError, match="from … import"):
        within_the_package("import referee.table\n")


def test_imports_are_renamed_wherever_they_stand_and_nothing_else_is() -> None:
    source = (
        "if True:\n    from vision.pose import x; from wording import (\n        Phrase,\n    )\n"
        "'''\nfrom vision\n'''\n"
    )
    renamed = source
    for room in ("vision.pose", "wording"):
        renamed = renamed.replace(f"from {room}", f"from tableref.{room}")
    assert within_the_package(source) == renamed


# where nothing of the project is installed but the wheel


def test_every_module_can_be_imported_and_no_room_by_its_name(run: Run) -> None:
    code = (
        "import importlib, pkgutil, tableref\n"
        "names = [found.name for found in pkgutil.walk_packages(tableref.__path__, 'tableref.')]\n"
        "[importlib.import_module(name) for name in names if not name.endswith('__main__')]\n"
        f"there = [room for room in {ROOMS!r} if importlib.util.find_spec(room)]\n"
        "print(len(names), there)"
    )
    done = run("-c", code)
    assert done.returncode == 0, done.stderr
    count, there = done.stdout.split(" ", 1)
    assert (int(count) > 200, there) == (True, "[]\n")


def test_a_record_is_judged(run: Run, record: Path) -> None:
    done = run("-m", "tableref", "judge", "--json", record)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout.splitlines()[-1])["outcome"]["how"] == "row"


def test_a_picture_is_read_with_the_networks_in_it(run: Run) -> None:
    done = run("-m", "tableref", "look", "--json", ROOT / "docs" / "play.webp")
    assert json.loads(done.stdout)["found"] is True


def test_sheets_are_printed_with_the_fonts_in_it(run: Run) -> None:
    assert run("-m", "tableref", "print", "four-colour-cards", "--out", "set.pdf").returncode == 0


def test_a_wrong_call_is_one_line(run: Run) -> None:
    done = run("-m", "tableref", "watch", "nowhere.mp4", "--players", "red,blue")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "internal error" not in done.stderr


def test_the_page_is_served_with_all_that_it_asks_for(run: Run, record: Path) -> None:
    code = (
        "from tableref.companion.record.library import read_record\n"
        "from tableref.companion.record.replay import ReplaySession\n"
        "from tableref.webui.app import create_app\n"
        f"record = read_record(open({str(record)!r}, encoding='utf-8').read(), 'game')\n"
        "page = create_app(ReplaySession(record, 'game')).test_client()\n"
        "asked = ('/', '/static/js/main.js', '/static/i18n/de.json', '/api/state', '/api/sheet.png')\n"
        "print([page.get(path).status_code for path in asked])"
    )
    assert run("-c", code).stdout == "[200, 200, 200, 200, 200]\n"


def test_types_are_told_to_who_builds_on_it(python: Path, tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(
        "from tableref.referee import registry\nreveal_type(registry.game('punto').judge)\n", "utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--python-executable", python, "--config-file=", "theirs.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "def (state: Any, act: Any)" in done.stdout, done.stdout


@pytest.mark.long
def test_pip_installs_it_with_all_that_it_needs(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "new")], check=True)
    bin_ = tmp_path / "new" / "bin"
    subprocess.run([bin_ / "pip", "install", "--quiet", wheel], check=True)
    told = subprocess.check_output(
        [bin_ / "tableref", "look", "--json", ROOT / "docs" / "play.webp"], cwd=tmp_path
    )
    assert json.loads(told)["found"] is True
    subprocess.run(
        [bin_ / "tableref", "demo", "--once", "--no-browser", "--port", "0"], cwd=tmp_path, check=True
    )
