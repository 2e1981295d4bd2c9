"""Taking in the pictures of a camera that sends itself; the page and the phone's door share it."""

from __future__ import annotations

from typing import Any

from flask import Flask, request
from flask.typing import ResponseReturnValue

from companion.errors import BadCommand
from companion.session.port import SessionPort
from webui.guard import FRAMES_PATH, PHOTO_PATH


def add_frames(app: Flask, session: SessionPort, *, tell: bool = False) -> None:
    """Let `app` take frames of a film, and single photographs, which stand until the next picture.

    `tell`: answer how well the table is seen, for whoever holds the camera and sees nothing else.
    """

    def answer() -> ResponseReturnValue:
        return _seen(session) if tell else ("", 204)

    @app.post(FRAMES_PATH)
    def frames() -> ResponseReturnValue:
        session.push_frame(_jpeg())
        return answer()

    @app.post(PHOTO_PATH)
    def photo() -> ResponseReturnValue:
        session.push_photo(_jpeg())
        return answer()


def _jpeg() -> bytes:
    jpeg = request.get_data()
    if not jpeg.startswith(b"\xff\xd8\xff"):
        raise BadCommand("no_jpeg", "a frame must be a JPEG picture")
    return jpeg


def _seen(session: SessionPort) -> dict[str, Any]:
    """What helps whoever holds the camera to point it."""
    state = session.state()
    return {
        "eyes": state["eyes"]["state"],
        "board": state["seen"] is not None and state["eyes"]["state"] != "lost",
    }
