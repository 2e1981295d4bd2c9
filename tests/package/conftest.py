"""The wheel, built once, and an environment in which nothing of this project is installed but it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.one_package import NAME, ROOMS

ROOT = Path(__file__).parents[2]
BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the repository as it stands, built in a copy of it."""
    folder = tmp_path_factory.mktemp("built")
    source = folder / "source"
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for part in (*ROOMS, NAME, "tools"):
        shutil.copytree(ROOT / part, source / part, ignore=ignored)
    for part in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / part, source / part)
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)], cwd=source, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "would be ignored" not in done.stderr, "setuptools does not know of a folder with data"
    return folder / done.stdout.split()[-1]


@pytest.fixture(scope="session")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel in it, and what it needs borrowed from this one."""
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    found = environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    where = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    packages = Path(subprocess.check_output([found, "-c", where], text=True).strip())
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(packages)
    # A path in a file of paths: what is there is found, but no file of paths there is read, as of editable installs.
    (packages / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"], "utf-8")
    return found


@pytest.fixture
def run(python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs that interpreter, in a folder of its own."""
    monkeypatch.setenv("TABLEREF_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PYTHONPATH", raising=False)

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([python, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)

    return run
