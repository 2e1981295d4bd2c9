"""`tableref calibrate`: learn a camera, a table and a set once, and keep them as a profile."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import WrongCall
from companion.options import ZONE_OPTION, read_options, read_zone

if TYPE_CHECKING:
    from calibration.lens import LensFit, Pattern
    from calibration.profile import Profile

_CAMERA_HELP = "As for `tableref live`: a device number, a video, pictures, or an address."


@click.group(
    invoke_without_command=True,
    epilog="Example: tableref calibrate --camera 0 --name kitchen, then tableref live --profile kitchen ...",
)
@click.option("--camera", help=_CAMERA_HELP)
@click.option("--name", help="What to call the profile; one of that name is renewed, and keeps its lens.")
@click.option("--option", multiple=True, metavar="size=N", help="Fields a side of the board, 5 to 10.")
@ZONE_OPTION
@click.option("--nothing-there", is_flag=True, help="The board is empty, though a print looks like a stone.")
@click.option("--stones/--no-stones", default=None, help="Learn the stones too, without asking first.")
@click.option("--wait", default=30.0, show_default=True, help="Seconds to wait for each thing.")
@click.pass_context
def command(
    ctx: click.Context,
    camera: str | None,
    name: str | None,
    option: tuple[str, ...],
    play_zone: str | None,
    nothing_there: bool,
    stones: bool | None,
    wait: float,
) -> None:
    """Learn the camera's place and the set from the empty board, and keep them under a name.

    A profile is optional: without one, everything is learnt anew when a game begins.
    """
    if ctx.invoked_subcommand:
        return
    if not camera or not name:
        raise click.UsageError("give --camera and --name, or one of lens, list, show and remove", ctx)
    size = int(read_options("just4fun-colours", option, looking=True).get("size", 6))
    profile = _begun(name)
    zone = read_zone(play_zone)
    from calibration.profile import save
    from companion.eyes import calibrating
    from companion.eyes.known_table import KnownTable
    from companion.eyes.watcher import Watcher
    from vision.sources import open_source

    # What the old profile said of place and set is to be renewed, not to be believed.
    known = KnownTable(replace(profile, place=None, set=None), size, _tell)
    watcher = Watcher(size, known)
    with open_source(camera, realtime=False) as source:
        _tell("Looking at the empty board: take stones and hands away.")
        empty = calibrating.see_empty_board(source, watcher, wait, _tell, nothing_there)
        table_set = calibrating.set_of(empty, known)
        place = calibrating.place_of(empty, zone)
        if _wanted(stones):
            _tell("Put one stone of each colour on the board, if you like a tower of three too, and wait.")
            seen = calibrating.see_stones(source, watcher, wait)
            if seen:
                table_set = calibrating.with_stones(table_set, empty, seen)
            else:
                _tell("No stones were seen: the profile is kept without them.")
    lens = known.lens(place.image_size)
    kept = replace(profile, made=_today(), lens=lens, place=place, set=table_set)
    path = save(kept, _folder())
    click.echo("\n".join(in_words(kept)))
    click.echo(f"kept in {path}")


@command.command(
    epilog="Example: tableref calibrate lens --pattern chessboard --squares 10x7 --name kitchen board*.jpg"
)
@click.argument("pictures", nargs=-1, type=click.Path(path_type=Path), metavar="[PICTURE]...")
@click.option("--camera", help=_CAMERA_HELP)
@click.option(
    "--pattern", type=click.Choice(["chessboard", "charuco"]), default="chessboard", show_default=True
)
@click.option("--squares", default="9x6", show_default=True, help="Squares along and across, not corners.")
@click.option("--square-mm", default=25.0, show_default=True, type=click.FloatRange(min=0, min_open=True))
@click.option("--name", help="Keep the lens in this profile, new or old.")
@click.option("--wait", default=90.0, show_default=True, help="Seconds to watch the camera.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def lens(
    pictures: tuple[Path, ...],
    camera: str | None,
    pattern: str,
    squares: str,
    square_mm: float,
    name: str | None,
    wait: float,
    as_json: bool,
) -> None:
    """Measure the lens from PICTUREs of a flat pattern, or from one that is held before the camera.

    The pattern is a chessboard, or a ChArUco board of OpenCV's DICT_5X5_250 with markers 0.75 of a square wide.
    Five pictures are needed, a dozen are good: tilted to all sides, in all parts of the picture.
    """
    if bool(pictures) == bool(camera):
        raise WrongCall("give either pictures of the pattern, or --camera")
    profile = _begun(name) if name else None
    wanted = _read_pattern(pattern, squares, square_mm)
    fit = _lens_of_pictures(pictures, wanted) if pictures else _lens_of_camera(str(camera), wanted, wait)
    if profile:
        from calibration.profile import save

        save(replace(profile, made=_today(), lens=fit.lens), _folder())
    click.echo(json.dumps(_fit_json(fit)) if as_json else "\n".join(_fit_in_words(fit)))


def _lens_of_pictures(pictures: tuple[Path, ...], pattern: Pattern) -> LensFit:
    from calibration.lens import find_pattern, measure
    from vision.sources import read_picture

    views = []
    for path in pictures:
        view = find_pattern(read_picture(path), pattern, path.name)
        if view:
            views.append(view)
        else:
            _tell(f"{path}: no {pattern} is seen whole")
    return measure(views, len(pictures), pattern)


def _lens_of_camera(camera: str, pattern: Pattern, wait_s: float) -> LensFit:
    from companion.eyes.calibrating import lens_before_camera
    from vision.sources import open_source

    with open_source(camera, realtime=False) as source:
        _tell(f"Hold the {pattern} before the camera, still for a moment, then differently.")
        return lens_before_camera(source, pattern, wait_s, _tell)


def _read_pattern(kind: str, squares: str, square_mm: float) -> Pattern:
    from calibration.lens import Pattern

    columns, _, rows = squares.lower().partition("x")
    if not (columns.isdecimal() and rows.isdecimal() and 4 <= int(columns) <= 40 and 4 <= int(rows) <= 40):
        raise WrongCall(
            f"--squares {squares}: give how many squares along and across, such as 9x6 (4 or more)"
        )
    return Pattern("charuco" if kind == "charuco" else "chessboard", (int(columns), int(rows)), square_mm)


def _fit_json(fit: LensFit) -> dict[str, object]:
    return {
        "image_size": fit.lens.image_size,
        "focal_px": [round(f, 2) for f in fit.lens.focal_px],
        "centre_px": [round(c, 2) for c in fit.lens.centre_px],
        "distortion": [round(d, 6) for d in fit.lens.distortion],
        "rms_px": round(fit.rms_px, 3),
        "focal_sigma_px": round(fit.focal_sigma_px, 2),
        "coverage": round(fit.coverage, 3),
        "views": {name: round(error, 3) for name, error in fit.view_rms_px.items()},
    }


def _fit_in_words(fit: LensFit) -> list[str]:
    (width, height), (fx, fy), (cx, cy) = fit.lens.image_size, fit.lens.focal_px, fit.lens.centre_px
    worst = max(fit.view_rms_px, key=lambda name: fit.view_rms_px[name])
    lines = [
        f"lens at {width}x{height}: focal length {fx:.1f}, {fy:.1f} px (give or take {fit.focal_sigma_px:.1f}), "
        f"centre {cx:.1f}, {cy:.1f}",
        f"distortion k1 k2 p1 p2 k3: {' '.join(f'{d:.4f}' for d in fit.lens.distortion)}",
        f"reprojection error {fit.rms_px:.2f} px over {len(fit.view_rms_px)} pictures; "
        f"worst {worst} with {fit.view_rms_px[worst]:.2f} px",
    ]
    if fit.coverage < 0.5:
        lines.append(
            f"the pattern reached {fit.coverage:.0%} of the picture: towards its edges the lens is a guess"
        )
    return lines


@command.command("list", epilog="Example: tableref calibrate list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a profile.")
def list_profiles(as_json: bool) -> None:
    """List the profiles that are kept."""
    from calibration.profile import ProfileError, load, names

    for name in names(_folder()):
        try:
            profile = load(name, _folder())
        except ProfileError as error:
            _tell(str(error))
            continue
        parts = [part for part in ("lens", "place", "set") if getattr(profile, part)]
        told = {"name": name, "made": profile.made, "has": parts}
        click.echo(json.dumps(told) if as_json else f"{name}: {profile.made}, {', '.join(parts) or 'empty'}")


@command.command(epilog="Example: tableref calibrate show kitchen")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="The whole profile as one JSON object.")
def show(name: str, as_json: bool) -> None:
    """Show what a profile holds."""
    from calibration.profile import load

    profile = load(name, _folder())
    click.echo(json.dumps(profile.to_json()) if as_json else "\n".join(in_words(profile)))


@command.command(epilog="Example: tableref calibrate remove kitchen")
@click.argument("name")
def remove(name: str) -> None:
    """Delete a profile."""
    from calibration import profile

    profile.remove(name, _folder())
    click.echo(f"removed {name}")


def in_words(profile: Profile) -> list[str]:
    """A profile as lines that a person reads."""
    lines = [f"profile {profile.name}, made {profile.made}"]
    if lens := profile.lens:
        lines.append(
            f"lens: {lens.image_size[0]}x{lens.image_size[1]}, focal length {lens.focal_px[0]:.0f} px"
        )
    if place := profile.place:
        zone = "as told" if place.play_zone else "found by itself"
        lines.append(
            f"place: {place.image_size[0]}x{place.image_size[1]}, {place.elevation_deg:.0f} degrees above the table; "
            f"play zone {zone}"
        )
    if table_set := profile.set:
        lines.append("fields:")
        lines += ["  " + " ".join(f"{name:7s}" for name in row).rstrip() for row in table_set.fields]
        lines.append(f"stones seen: {', '.join(sorted(table_set.stones)) or 'none'}")
        measures = {
            "wide": table_set.stone_width,
            "high": table_set.stone_height,
            "more for each further one": table_set.stone_rise,
        }
        told = [f"{value:.2f} {what}" for what, value in measures.items() if value]
        lines += [f"a stone is, in fields: {', '.join(told)}"] if told else []
    return lines


def _begun(name: str) -> Profile:
    """The profile of that name, or an empty one; raises WrongCall where nothing can be called so."""
    from calibration.profile import Profile, ProfileError, check_name, load, names

    try:
        check_name(name)
    except ProfileError as error:
        raise WrongCall(f"--name: {error}") from error
    return load(name, _folder()) if name in names(_folder()) else Profile(name, _today())


def _wanted(stones: bool | None) -> bool:
    if stones is None and sys.stdin.isatty():
        return click.confirm("Learn the stones too?", default=True, err=True)
    return bool(stones)


def _folder() -> Path:
    from companion.record.home import home

    return home() / "profiles"


def _today() -> str:
    return date.today().isoformat()


def _tell(line: str) -> None:
    click.echo(line, err=True)
