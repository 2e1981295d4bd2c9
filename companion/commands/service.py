"""`tableref service`: have the program run whenever somebody is logged in, with a button to its page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
from platformdirs import user_config_path, user_data_path

from companion.errors import WrongCall

UNIT = "tableref.service"
EVERYWHERE = ("0.0.0.0", "::")  # where the page is open to all, it is found here too

_UNIT = """\
[Unit]
Description=tableref, a referee for board games on a real table

[Service]
ExecStart={start}
{environment}Restart=on-failure
RestartSec=5

[Install]
WantedBy=default.target
"""
_ENTRY = """\
[Desktop Entry]
Type=Application
Name=tableref
Comment=A referee for board games on a real table
Comment[de]=Ein Schiedsrichter für Brettspiele auf einem echten Tisch
Comment[zh_TW]=真實桌上遊戲的裁判
Exec=sh -c "systemctl --user start {unit} && xdg-open {url}"
Terminal=false
Categories=Game;BoardGame;
"""


@click.group(epilog="Example: tableref service install --camera 0 --game punto")
def command() -> None:
    """Run as a systemd user service, with a desktop entry that opens the page; or no more.

    What is written lies in your own folders, and needs no rights.
    """


@command.command(
    epilog="Example: tableref service install --camera 0 --game punto",
    context_settings={"ignore_unknown_options": True},
    add_help_option=True,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF LIVE]...")
def install(arguments: tuple[str, ...]) -> None:
    """Write the unit and the desktop entry, and start the service.

    What follows is handed on to `tableref live`; without it, the page asks for camera, game and players.
    """
    from companion.commands.live import at_table
    from companion.commands.live import command as live

    with live.make_context("tableref live", list(arguments)) as called:
        said = dict(called.params)
        host, port, _ = (said.pop(name) for name in ("host", "port", "no_browser"))
        at_table(**said)  # what is wrong is told now, not in a log
    if port == 0:
        raise WrongCall("--port 0: the button must know where the page is; give a number from 1 on")
    _written(unit_path(), unit(arguments))
    here = "127.0.0.1" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    page = f"http://{here}:{port}"
    _written(entry_path(), _ENTRY.format(unit=UNIT, url=page))
    _systemctl(("daemon-reload",), ("enable", "--now", UNIT))


@command.command(epilog="Example: tableref service remove")
def remove() -> None:
    """Stop the service, and take the unit and the desktop entry away. Games that are kept stay."""
    there = [path for path in (unit_path(), entry_path()) if path.exists()]
    if not there:
        raise click.ClickException("there is no service: `tableref service install` makes one")
    _systemctl(("disable", "--now", UNIT))
    for path in there:
        path.unlink()
        click.echo(f"{path} is gone")
    _systemctl(("daemon-reload",))


def unit_path() -> Path:
    """Where systemd looks for a person's own units."""
    return user_config_path() / "systemd" / "user" / UNIT


def entry_path() -> Path:
    """Where desktops look for a person's own entries."""
    return user_data_path() / "applications" / "tableref.desktop"


def unit(arguments: tuple[str, ...]) -> str:
    """The unit that runs `tableref live` with these arguments, by this Python, with this folder for games."""
    called = (sys.executable, "-m", "tableref", "live", "--no-browser", *arguments)
    home = os.environ.get("TABLEREF_HOME")
    kept = f"Environment={_quoted(f'TABLEREF_HOME={Path(home).expanduser().absolute()}')}\n" if home else ""
    return _UNIT.format(start=" ".join(_quoted(word, dollar="$$") for word in called), environment=kept)


def _quoted(word: str, dollar: str = "$") -> str:
    """A word as systemd reads it: see systemd.syntax(7), and of `$` systemd.service(5)."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", dollar)
    return f'"{escaped}"'


def _written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
    click.echo(f"{path} is written")


def _systemctl(*calls: tuple[str, ...]) -> None:
    """Have systemd do it; where it cannot, say what to type."""
    for call in calls:
        words = ["systemctl", "--user", *call]
        if shutil.which(words[0]) is None or subprocess.run(words, check=False).returncode != 0:
            click.echo(f"systemd did not do it; where it runs, type: {' '.join(words)}", err=True)
