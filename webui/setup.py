"""What the guided start asks: which games and cameras there are, and how a phone becomes one."""

from __future__ import annotations

from functools import partial

from flask import Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue

from companion.errors import CommandError
from companion.eyes.cameras import Cameras
from companion.session.setup import games
from webui import streams
from webui.guard import PICTURE_PATHS, on_this_machine, only_here
from webui.phone import AUTHORITY_FILE, PhoneDoor
from webui.streams import Streams

CAMERA_COMMANDS = ("/api/camera", "/api/phone")


def add_setup(app: Flask, cameras: Cameras, door: PhoneDoor | None) -> None:
    """Answer the questions of the guided start.

    What concerns this machine's cameras and files is answered to this machine alone.
    """

    @app.before_request
    def check_place() -> None:
        if request.path in CAMERA_COMMANDS or request.path.startswith("/cameras"):
            only_here()
        if request.path in PICTURE_PATHS and not on_this_machine():
            # Others in the network send theirs through the phone's door, whose link lets one of them in.
            only_here()

    @app.after_request
    def shut_door(answer: Response) -> Response:
        """Where another camera was chosen, no phone is to be let in any more."""
        chosen = request.path == "/api/camera" and answer.status_code == 200
        if door is not None and chosen and request.get_json()["kind"] != "phone":
            door.close()
        return answer

    @app.get("/api/games")
    def all_games() -> ResponseReturnValue:
        return jsonify(games())

    @app.get("/cameras")
    def found() -> ResponseReturnValue:
        return jsonify([{"id": camera.id, "name": camera.name} for camera in cameras.found()])

    @app.get("/cameras/<id>.mjpg")
    def preview(id: str) -> ResponseReturnValue:
        cameras.known(id)
        mimetype = f"multipart/x-mixed-replace; boundary={streams.BOUNDARY.decode()}"
        open_streams: Streams = app.extensions["streams"]
        return open_streams.response(partial(streams.preview, cameras, id), mimetype)

    @app.post("/api/phone")
    def phone() -> ResponseReturnValue:
        if door is None:
            raise _no_door()
        invitation = door.open()
        links = zip(invitation.urls, invitation.qr_svgs(), strict=True)
        return {"links": [{"url": url, "qr": qr} for url, qr in links], "authority": f"/{AUTHORITY_FILE}"}

    @app.get(f"/{AUTHORITY_FILE}")
    def authority() -> ResponseReturnValue:
        if door is None:
            raise _no_door()
        answer = Response(door.authority_pem(), mimetype="application/x-x509-ca-cert")
        answer.headers["Content-Disposition"] = f'attachment; filename="{AUTHORITY_FILE}"'
        return answer


def _no_door() -> CommandError:
    return CommandError("no_door", "this page has no door for a phone: start it with tableref live")
