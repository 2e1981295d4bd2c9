"""`tableref replay`: a game that was played, shown on the page act by act."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

import click

from companion.errors import WrongCall
from referee.phrases import LANGUAGES


@click.command(epilog="Example: tableref replay game.jsonl")
@click.argument("record")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others in your network look in."
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
@click.option(
    "--save",
    metavar="FILE",
    help="Write the game as one file instead: .html opens in any browser, .webp and .gif are animations.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Of an animation.",
)
def command(record: str, host: str, port: int, no_browser: bool, save: str | None, language: str) -> None:
    """Show RECORD on the page, act by act: a file of JSON Lines, or the number of a game that is kept.

    A malformed line is told with its number, and the exit status is 2.
    """
    name, data = _found(record)
    if save is not None:
        _save(data, name, Path(save), language)
        return
    from companion.errors import BadCommand
    from companion.record.library import read_record
    from companion.record.replay import ReplaySession

    try:
        session = ReplaySession(read_record(data, name), name)
    except BadCommand as error:
        raise WrongCall(str(error)) from error
    from webui.app import create_app
    from webui.server import Server, exposure_warning, is_loopback

    server = Server(create_app(session), host, port)
    server.start()
    click.echo(f"The game is shown at {server.url} (Ctrl-C ends it)", err=True)
    if not is_loopback(host):
        click.echo(exposure_warning(host, server.port), err=True)
    if not no_browser:
        threading.Thread(target=webbrowser.open, args=(server.url,), daemon=True).start()
    try:
        server.wait()
    except KeyboardInterrupt:
        pass
    finally:
        server.close()


def _save(data: bytes, name: str, file: Path, language: str) -> None:
    """Write the game as one file, whole or not at all. Raises WrongCall, CommandError, OSError."""
    from companion.errors import BadCommand
    from webui.shared import FORMS, shared

    form = file.suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise WrongCall(f"--save {file}: give a file that ends in {', '.join(f'.{each}' for each in FORMS)}")
    try:
        written, _ = shared(data, form, language, name)
    except BadCommand as error:
        raise WrongCall(str(error)) from error
    part = file.with_name(f".{file.name}.part")
    part.write_bytes(written)
    part.replace(file)
    click.echo(f"The game is in {file}", err=True)


def _found(record: str) -> tuple[str, bytes]:
    """What the record is called, and its text. Raises WrongCall, UserError, OSError."""
    path = Path(record)
    if path.is_file():
        return path.name, path.read_bytes()
    if not record.isdecimal():
        raise WrongCall(
            f"{record}: there is no such file; give a record's, or the number of a game that is kept"
        )
    from companion.record.store import Store

    store = Store.open()
    try:
        return f"tableref-{record}", store.record(int(record)).encode()
    finally:
        store.close()
