"""`tableref demo`: the recording that ships with it, through the whole pipeline."""

from __future__ import annotations

import json
from pathlib import Path

import click

RECORDING = Path(__file__).parent.parent / "recordings" / "game.mp4"


@click.command(epilog="Example: tableref demo --port 8080")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
@click.option("--once", is_flag=True, help="End when the recording ends.")
def command(port: int, no_browser: bool, once: bool) -> None:
    """Play the recording that ships with tableref at its own speed, and show the page.

    Nothing of it is kept.
    """
    from companion.serving import serve_table

    truth = json.loads(RECORDING.with_suffix(".json").read_text(encoding="utf-8"))
    serve_table(
        str(RECORDING),
        ":memory:",
        "just4fun-colours",
        tuple(truth["players"]),
        {"row": truth["row"]},
        host="127.0.0.1",
        port=port,
        browser=not no_browser,
        once=once,
    )
