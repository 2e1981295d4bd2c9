"""Putting a live session on a page: what `live`, `demo` and `replay` share."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

import click

from companion.known_table import KnownTable
from companion.live import LiveSession
from companion.options import ZoneSpec
from companion.store import Store
from vision.sources import open_source


def serve_table(
    camera: str,
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
) -> None:
    """Watch ``camera`` and serve the page until Ctrl-C, or with ``once`` until the source has ended.

    Raises UserError or SourceError where the camera, the store or the port cannot be had.
    """
    from webui.app import create_app
    from webui.server import Server, exposure_warning, is_loopback

    store = Store.open(store_path)
    if store.notice:
        click.echo(store.notice, err=True)
    source = open_source(camera, realtime=True)
    session = LiveSession(source, store, game, players, dict(options), zone, known)
    server = Server(create_app(session), host, port)
    server.start()
    session.start()
    click.echo(f"The table is shown at {server.url} (Ctrl-C ends it)", err=True)
    if not is_loopback(host):
        click.echo(exposure_warning(host, server.port), err=True)
    if browser:
        threading.Thread(target=webbrowser.open, args=(server.url,), daemon=True).start()
    try:
        if once:
            session.wait()
        else:
            server.wait()
    except KeyboardInterrupt:
        click.echo("Ended. The game is kept; the same command goes on with it.", err=True)
    finally:
        session.stop()
        server.close()
        store.close()
