"""The page and its API, as a Flask application over one live session."""

from __future__ import annotations

import mimetypes
from functools import partial
from typing import Any, Literal

from flask import Flask, Response, abort, jsonify, request
from flask.json.provider import DefaultJSONProvider
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from companion.errors import BadCommand
from companion.eyes.cameras import Cameras
from companion.record.library import Library
from companion.session.port import SessionPort
from webui import streams
from webui.bodies import COMMANDS, checked
from webui.errors import json_errors
from webui.guard import guard
from webui.library import add_library, add_results
from webui.metrics import CONTENT_TYPE, metrics
from webui.openapi import add_openapi
from webui.phone import PhoneDoor
from webui.pictures import add_frames
from webui.report import add_report
from webui.setup import add_setup
from webui.streams import Streams
from wording import Phrase

BLIND = ("lost", "stale")
MOST_DIGITS = 16  # of an event's number


def create_app(
    session: SessionPort,
    door: PhoneDoor | None = None,
    cameras: Cameras | None = None,
    library: Library | None = None,
) -> Flask:
    """Make the application that shows `session` and hands on what people do.

    `door` lets a phone in as the camera, where that is wanted; `cameras` are this computer's; `library` holds the
    games that are kept, if people may look into it.
    """
    # Windows may have .js down as text/plain, and then browsers refuse to run it.
    mimetypes.add_type("text/javascript", ".js")
    app = Flask(__name__)
    app.json = _json_in_our_order(app)
    app.extensions["streams"] = Streams()
    guard(app)
    _add_page(app)
    _add_reading(app, session)
    _add_pictures(app, session)
    add_setup(app, cameras := cameras or Cameras(), door)
    _add_commands(app, session, cameras)
    add_results(app, session)
    if library is not None:
        add_library(app, library, session)
    _add_health(app, session)
    add_openapi(app)
    add_report(app, session)
    json_errors(app)
    return app


def open_streams(app: Flask) -> Streams:
    """Return the open streams of an application made here."""
    found: Streams = app.extensions["streams"]
    return found


def _json_in_our_order(app: Flask) -> DefaultJSONProvider:
    """What is listed in an order of ours (players, acts) leaves in that order."""
    provider = DefaultJSONProvider(app)
    provider.sort_keys = False
    return provider


def _add_page(app: Flask) -> None:
    @app.get("/")
    def page() -> ResponseReturnValue:
        return app.send_static_file("index.html")

    @app.get("/overlay")
    def overlay() -> ResponseReturnValue:
        return app.send_static_file("overlay.html")


def _add_reading(app: Flask, session: SessionPort) -> None:
    @app.get("/api/state")
    def state() -> ResponseReturnValue:
        return jsonify(session.state())

    @app.get("/api/events")
    def events() -> ResponseReturnValue:
        told = request.headers.get("Last-Event-ID", "")
        last_id = int(told) if told.isascii() and told.isdigit() and len(told) < MOST_DIGITS else None
        chunks = partial(streams.events, session, last_id)
        return open_streams(app).response(chunks, "text/event-stream")


def _add_pictures(app: Flask, session: SessionPort) -> None:
    @app.get("/snapshot.jpg")
    def snapshot() -> ResponseReturnValue:
        jpeg = session.snapshot_jpeg(_overlay())
        if jpeg is None:
            abort(503, Phrase("no_snapshot", "there is no picture yet: the camera has sent none"))
        return Response(jpeg, mimetype="image/jpeg")

    @app.get("/api/pictures/<int:id>/<any(before, after):when>.jpg")
    def picture_of_act(id: int, when: Literal["before", "after"]) -> ResponseReturnValue:
        jpeg = session.act_picture(id, when)
        if jpeg is None:
            abort(
                404,
                Phrase(
                    "no_pictures", "there are no pictures of this act: they are kept of the last ones only"
                ),
            )
        return Response(jpeg, mimetype="image/jpeg")

    @app.get("/stream.mjpg")
    def stream() -> ResponseReturnValue:
        chunks = partial(streams.pictures, session, _overlay())
        mimetype = f"multipart/x-mixed-replace; boundary={streams.BOUNDARY.decode()}"
        return open_streams(app).response(chunks, mimetype)

    add_frames(app, session)


def _add_commands(app: Flask, session: SessionPort, cameras: Cameras) -> None:
    def do(name: str) -> ResponseReturnValue:
        if name == "camera":
            cameras.let_go()
        body = checked(name, _json_body(), session.state()["game"])
        return jsonify(session.command(name, body))

    for name in COMMANDS:
        app.add_url_rule(f"/api/{name}", name, partial(do, name), methods=["POST"])


def _add_health(app: Flask, session: SessionPort) -> None:
    @app.get("/healthz")
    def healthz() -> ResponseReturnValue:
        return {"ok": True}

    @app.get("/readyz")
    def readyz() -> ResponseReturnValue:
        state = session.state()
        eyes, held = state["eyes"], state.get("held")
        ready = eyes["state"] not in BLIND and held is None
        return {"ready": ready, "eyes": eyes["state"], "why": held or eyes["why"]}, 200 if ready else 503

    @app.get("/metrics")
    def figures() -> ResponseReturnValue:
        return Response(metrics(session, open_streams(app).open), content_type=CONTENT_TYPE)


def _overlay() -> bool:
    return request.args.get("overlay", "0") not in ("", "0", "false")


def _json_body() -> Any:
    """Return the body as JSON; none at all is an empty object, so that `curl -X POST` does."""
    if not request.get_data():
        return {}
    try:
        return request.get_json()
    except (BadRequest, RecursionError) as error:
        raise BadCommand("body_no_json", "the body is not JSON") from error
