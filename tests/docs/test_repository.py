"""What stands about the project in several places says the same in each."""

from __future__ import annotations

import re
import tomllib

from companion.commands import doctor
from referee.registry import GAMES
from tests.docs.pages import ROOT
from tools.one_package import ROOMS

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LONGEST = 89  # letters of a test's name
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_version_is_the_newest_of_the_changelog_and_that_of_the_citation() -> None:
    newest = re.findall(r"^## (\d\S+) \((\S+)\)$", text("CHANGELOG.md"), re.M)[0]
    cited = [
        re.findall(rf"^{key}: (\S+)$", text("CITATION.cff"), re.M)[0] for key in ("version", "date-released")
    ]
    assert PROJECT["version"] == newest[0]
    assert cited == list(newest)


def test_the_doctor_looks_for_every_package_that_is_needed() -> None:
    needed = [re.split(r"[<>=]", package)[0] for package in PROJECT["dependencies"]]
    assert sorted(doctor.PACKAGES) == sorted(needed)


def test_every_package_that_is_needed_is_used() -> None:
    rooms = [path.read_text("utf-8") for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    used = set(re.findall(r"^ *(?:import|from) (\w+)", "\n".join(rooms), re.M))
    assert set(doctor.PACKAGES.values()) <= used


def test_the_workflow_runs_what_ci_runs() -> None:
    assert "- run: .ci/run\n" in text(".github/workflows/test.yml")
    assert "make test" in text(".ci/run")


def test_the_form_for_a_wrong_verdict_asks_for_one_of_the_games() -> None:
    (games,) = re.findall(r"options: \[(.+)\]", text(".github/ISSUE_TEMPLATE/wrong-verdict.yml"))
    assert sorted(games.split(", ")) == sorted(GAMES)


def test_each_form_says_what_it_is_for() -> None:
    assert [form.name for form in FORMS if "description:" not in form.read_text("utf-8")] == ["config.yml"]


def test_the_name_of_a_test_fits_on_a_line() -> None:
    written = "".join(file.read_text("utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    names = re.findall(r"^ *(?:async )?def (test_\w+)", written, re.M)
    assert [name for name in names if len(name) > LONGEST] == []
    assert len(names) > 1000
