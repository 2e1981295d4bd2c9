"""Putting a live session on a page: what `live`, `demo` and `replay` share."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.eyes.known_table import KnownTable
from companion.options import ZoneSpec
from companion.record.home import home
from companion.record.library import Library
from companion.record.store import Store
from companion.session.beside.clock import TurnClock
from companion.session.live import LiveSession
from companion.session.played import Colours, Seats
from vision.sources import PushedSource, open_source

if TYPE_CHECKING:
    from webui.phone import PhoneDoor


def serve_table(
    camera: str | None,
    store_path: Path | str | None,
    game: str,
    players: tuple[str, ...],
    options: dict[str, object],
    *,
    host: str,
    port: int,
    browser: bool,
    once: bool = False,
    zone: ZoneSpec = None,
    known: KnownTable | None = None,
    phone: bool = False,
    colours: Colours | None = None,
    seats: Seats | None = None,
    clock: TurnClock | None = None,
) -> None:
    """Watch ``camera`` and serve the page until Ctrl-C, or with ``once`` until the source has ended.

    Without a camera or players the page asks for them. ``phone``: show a link that makes a phone the camera.

    Raises UserError or SourceError where the camera, the store or the port cannot be had.
    """
    from webui.app import create_app
    from webui.phone import PhoneDoor
    from webui.server import Server, exposure_warning, is_loopback

    store = Store.open(store_path)
    if store.notice:
        click.echo(store.notice, err=True)
    source = None if camera is None else PushedSource() if phone else open_source(camera, realtime=True)
    session = LiveSession(
        source, store, game, players, dict(options), zone, known, camera or "", colours, seats, clock
    )
    door = PhoneDoor(session, home() / "certificates")
    server = Server(create_app(session, door, library=Library(store)), host, port)
    server.start()
    session.start()
    click.echo(f"The table is shown at {server.url} (Ctrl-C ends it)", err=True)
    if not is_loopback(host):
        click.echo(exposure_warning(host, server.port), err=True)
    if phone:
        _invite(door)
    if browser:
        threading.Thread(target=webbrowser.open, args=(server.url,), daemon=True).start()
    try:
        if once:
            session.wait()
        else:
            server.wait()
    except KeyboardInterrupt:
        click.echo(session.ended(), err=True)
    finally:
        session.stop()
        door.close()
        server.close()
        store.close()


def _invite(door: PhoneDoor) -> None:
    """Show the link for a phone, as a QR code too."""
    invitation = door.open()
    click.echo(invitation.qr_text(), err=True)
    click.echo(
        "The phone, in the same Wi-Fi, scans this or opens one of these; the first device gets in:", err=True
    )
    for url in invitation.urls:
        click.echo(f"  {url}", err=True)
    click.echo(
        "It will warn that the page's certificate is unknown: this computer made it itself. Go on all the same, or"
        f" trust {invitation.authority} on the phone, and it warns no more.",
        err=True,
    )
