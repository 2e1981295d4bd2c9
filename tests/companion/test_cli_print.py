"""`tableref print`: a file for each thing that can be printed, or one line that says why not."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from calibration.sheets.page import PAPERS
from calibration.sheets.words import LANGUAGES
from companion.cli import main
from companion.commands import print as printing
from referee.four_colour_deck import EDITIONS


def run(*arguments):
    return CliRunner().invoke(main, ["print", *map(str, arguments)], prog_name="tableref")


@pytest.mark.parametrize(
    ("what", "pages"),
    [
        ("board", 4),
        ("cards", 14),
        ("stones", 2),
        ("punto", 8),
        ("one-two-three-four", 5),
        ("four-colour-cards", 8),
        ("calibration", 1),
        ("all", 42),
    ],
)
def test_a_pdf_is_made_of(what, pages, tmp_path):
    out = tmp_path / "out.pdf"
    result = run(what, "--out", out)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{pages} sheet")
    assert out.read_bytes().startswith(b"%PDF")
    assert [path.name for path in tmp_path.iterdir()] == ["out.pdf"]


def test_the_options_of_every_set_are_heeded(tmp_path):
    def size(*options):
        out = tmp_path / "out.pdf"
        assert run(*options, "--out", out).exit_code == 0
        return out.read_bytes()

    assert size("board") != size("board", "--seed", "2")
    assert size("board", "--layout", "/".join(["roygbv"] * 6)) != size("board")
    assert len(size("stones", "--stones", "white,black")) < len(size("stones"))
    assert len(size("one-two-three-four", "--size", "5")) < len(size("one-two-three-four", "--size", "8"))
    assert size("four-colour-cards", "--edition", "chaozhou") != size("four-colour-cards")
    assert len(size("punto", "--no-backs")) < len(size("punto"))


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["board", "--layout", "xyz"], "layout 'xyz' is not six rows of six colours"),
        (["stones", "--stones", "red,pink"], "'pink' is not one of red, green"),
        (["stones", "--stones", "red,red"], "a colour is given twice"),
        (["chess"], "'chess' is not one of 'board', 'cards'"),
        (["board", "--field-mm", "5"], "5.0 is not in the range 25<=x<=60"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(call, told, tmp_path):
    result = run(*call, "--out", tmp_path / "out.pdf")
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_told_in_one_line(tmp_path):
    path = tmp_path / "missing" / "out.pdf"
    result = run("calibration", "--out", path)
    assert (result.exit_code, result.stderr) == (1, f"Error: {path}: No such file or directory\n")


def test_the_choices_are_those_of_the_sheets_and_the_referee():
    choices = {
        parameter.name: getattr(parameter.type, "choices", None) for parameter in printing.command.params
    }
    assert set(choices["paper"]) == set(PAPERS)
    assert set(choices["language"]) == set(LANGUAGES)
    assert set(choices["edition"]) == set(EDITIONS)
