"""Build the wheel: one package, `tableref`, in which the rooms lie.

In the repository the rooms stand at the top, and import one another by their names (`from referee import …`). In a
wheel they would take names from everybody else (`models`, `vision`). So they are moved into `tableref` when it is
built, and their imports name them there. What is for training alone is left out.
"""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

from setuptools.command.build_py import build_py
from setuptools.command.egg_info import egg_info

NAME = "tableref"
ROOMS = ("wording", "referee", "vision", "calibration", "models", "companion", "webui")
PLAYED_WITH = {
    "models": {"__init__", "catalogue"}
}  # of what rooms not all modules are needed to play, and which are
_OF_A_ROOM = re.compile(rf"from ({'|'.join(ROOMS)})\b")


class OnePackage(build_py):  # type: ignore[misc]
    """Builds the packages as they stand, then makes them one. An editable install stays as the repository is."""

    def run(self) -> None:
        """Fill the folder from which the wheel is made."""
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)  # what an earlier build left
        super().run()
        if not self.editable_mode:
            move_rooms(Path(self.build_lib))

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """List the modules of a package that are needed to play."""
        found: list[tuple[str, str, str]] = super().find_package_modules(package, package_dir)
        return [each for each in found if each[1] in PLAYED_WITH.get(package, {each[1]})]


class OneName(egg_info):  # type: ignore[misc]
    """Tells that the wheel has one package at its top."""

    def run(self) -> None:
        """Write what is told of the wheel."""
        super().run()
        (Path(self.egg_info) / "top_level.txt").write_text(f"{NAME}\n", "utf-8")


def move_rooms(folder: Path) -> None:
    """Move the rooms in `folder` into the package, and have their imports name them there."""
    for room in ROOMS:
        (folder / room).rename(folder / NAME / room)
    for module in (folder / NAME).rglob("*.py"):
        module.write_text(within_the_package(module.read_text("utf-8")), "utf-8")


def within_the_package(source: str) -> str:
    r"""Return the source with its imports of rooms as they are within the package.

    >>> within_the_package("from referee import table\nfrom referees import x\n'from vision'\n")
    "from tableref.referee import table\nfrom referees import x\n'from vision'\n"

    An `import referee` binds a name that is not there then, so it is refused.
    """
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and not node.level:
            start, line = node.col_offset, lines[node.lineno - 1]
            lines[node.lineno - 1] = line[:start] + _OF_A_ROOM.sub(rf"from {NAME}.\1", line[start:], count=1)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] in ROOMS:
                    raise ValueError(f"import {alias.name}: write it as `from … import …`")
    return "".join(lines)
