"""`tableref doctor`: what this machine has and lacks, and how to mend it."""

from __future__ import annotations

import json
import platform
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType

import click

PYTHON = (3, 11)
PACKAGES = {  # on PyPI -> as imported
    "numpy": "numpy",
    "opencv-python": "cv2",
    "onnxruntime": "onnxruntime",
    "flask": "flask",
    "waitress": "waitress",
    "click": "click",
    "pydantic": "pydantic",
    "segno": "segno",
    "cheroot": "cheroot",
    "cryptography": "cryptography",
    "fpdf2": "fpdf",
    "fonttools": "fontTools",
    "pillow": "PIL",
    "pypdfium2": "pypdfium2",
    "platformdirs": "platformdirs",
}
REINSTALL = "install tableref again: pip install --force-reinstall tableref"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `needed`: nothing works without it. `mend`: how to put it right."""

    what: str
    ok: bool
    found: str
    needed: bool = True
    mend: str = ""


@click.command(epilog="Example: tableref doctor --json")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a finding.")
def command(as_json: bool) -> None:
    """Check Python, packages, networks, cameras, browser and disk, and say how to mend what is missing.

    Exits 1 if something is missing that the program needs.
    """
    findings = []
    for check in CHECKS:
        for finding in check():
            findings.append(finding)
            click.echo(json.dumps(asdict(finding)) if as_json else _in_words(finding))
    missing = [finding.what for finding in findings if finding.needed and not finding.ok]
    if missing:
        raise click.ClickException(f"needed and not right: {', '.join(missing)}")


def check_python() -> Iterator[Finding]:
    """Look at the version of Python."""
    yield Finding(
        what="Python",
        ok=sys.version_info >= PYTHON,
        found=f"{platform.python_version()} on {platform.system()} {platform.machine()}",
        mend=f"install Python {PYTHON[0]}.{PYTHON[1]} or newer",
    )


def check_packages() -> Iterator[Finding]:
    """Import every package that is needed, and tell its version."""
    for package, module in PACKAGES.items():
        try:
            imported = import_module(module)
        except ImportError as error:
            yield Finding(package, False, " ".join(str(error).split()), mend=_how_to_import(package, error))
        else:
            yield Finding(package, True, _version(package, imported))


def check_networks() -> Iterator[Finding]:
    """Compare every network, and all weights, with their card."""
    try:
        from models import catalogue
    except ImportError as error:
        yield Finding("networks", False, str(error), mend=REINSTALL)
        return
    for name in catalogue.NAMES:
        try:
            size = len(catalogue.verified_bytes(name))
            yield Finding(f"network {name}", True, f"{size / 1e6:.1f} MB, as its card says")
        except catalogue.ModelError as error:
            yield Finding(f"network {name}", False, str(error), mend=REINSTALL)
    for name in catalogue.WEIGHTS:
        try:
            catalogue.verified_weights(name)
            yield Finding(f"weights {name}", True, "as their card says")
        except catalogue.ModelError as error:
            yield Finding(f"weights {name}", False, str(error), mend=REINSTALL)


def check_cameras(devices: Path = Path("/dev")) -> Iterator[Finding]:
    """List the cameras. On Linux they are files; elsewhere the first few numbers are tried."""
    if sys.platform.startswith("linux"):
        found = sorted(path.name.removeprefix("video") for path in devices.glob("video*"))
    else:
        found = [str(number) for number in range(3) if _opens(number)]
    yield Finding(
        what="cameras",
        ok=bool(found),
        found=f"--camera {', '.join(found)}" if found else "none",
        needed=False,
        mend="plug one in, or use a phone's: tableref live --camera browser",
    )


def check_browser() -> Iterator[Finding]:
    """Look for a browser that can be opened from here."""
    try:
        found = webbrowser.get().__class__.__name__
    except webbrowser.Error:
        yield Finding(
            "browser", False, "none", needed=False, mend="open the page by hand; its address is told"
        )
    else:
        yield Finding("browser", True, found, needed=False)


def check_disk() -> Iterator[Finding]:
    """Try to write where games are stored."""
    from companion.record.home import home

    folder = home()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"tableref")
    except OSError as error:
        mend = "make it writable, or set TABLEREF_HOME to another folder"
        yield Finding("disk", False, f"{folder}: {error.strerror}", mend=mend)
    else:
        yield Finding("disk", True, f"{folder} can be written")


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    check_python,
    check_packages,
    check_networks,
    check_cameras,
    check_browser,
    check_disk,
)


def _version(package: str, imported: ModuleType) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # OpenCV comes in packages of several names
        return str(getattr(imported, "__version__", "unknown version"))


def _how_to_import(package: str, error: ImportError) -> str:
    if "libGL" in str(error) or "libgthread" in str(error):
        return "apt-get install libgl1 libglib2.0-0, or pip install opencv-python-headless in its place"
    return f"pip install {package}"


def _opens(number: int) -> bool:
    import cv2

    capture = cv2.VideoCapture(number)
    try:
        return bool(capture.isOpened())
    finally:
        capture.release()


def _in_words(finding: Finding) -> str:
    mark = "ok     " if finding.ok else "MISSING" if finding.needed else "none   "
    mend = "" if finding.ok else f"\n        -> {finding.mend}"
    return f"{mark} {finding.what}: {finding.found}{mend}"
