"""The games that are kept, and any game to look at anew: its record, its replay, its result sheet."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue

from companion.errors import BadCommand, CommandError
from companion.record.library import THE_RECORD, Library, read_record
from companion.record.replay import replay
from companion.session.port import SessionPort
from referee.phrases import LANGUAGES
from webui.guard import IMPORT_PATH, only_here
from wording import Phrase

RECORD_TYPE = "application/x-ndjson"
MIMETYPES = {"png": "image/png", "pdf": "application/pdf"}


def add_results(app: Flask, session: SessionPort) -> None:
    """Show the game that is on, or was just played: its record, its replay, its sheet."""
    results = Blueprint("results", __name__, url_prefix="/api")

    @results.get("/record")
    def record() -> ResponseReturnValue:
        return _download(session.record(), RECORD_TYPE, "tableref-game.jsonl")

    @results.get("/replay")
    def replay_() -> ResponseReturnValue:
        return jsonify(replay(read_record(_played(session), THE_RECORD)))

    @results.get("/game.<any(html, webp, gif):form>")
    def game(form: str) -> ResponseReturnValue:
        return _shared(_played(session), form, "tableref-game")

    @results.get("/sheet.<any(png, pdf):form>")
    def sheet(form: str) -> ResponseReturnValue:
        return _sheet(_played(session), form, "tableref-result")

    app.register_blueprint(results)


def add_library(app: Flask, library: Library, session: SessionPort) -> None:
    """Let people find, take along, bring and delete the games that are kept."""
    games = Blueprint("library", __name__, url_prefix="/api/library")

    @games.get("")
    def found() -> ResponseReturnValue:
        return {"games": library.games(request.args.get("search", "")[:200])}

    @games.get("/statistics")
    def statistics() -> ResponseReturnValue:
        return jsonify(library.statistics())

    @games.get("/export.zip")
    def export() -> ResponseReturnValue:
        chosen = request.args.getlist("id", type=int)
        return _download(library.export(chosen), "application/zip", "tableref-games.zip")

    @games.post(IMPORT_PATH.removeprefix("/api/library"))
    def take_in() -> ResponseReturnValue:
        only_here()
        return {"games": library.take_in(request.get_data())}

    @games.post("/<int:game_id>/delete")
    def delete(game_id: int) -> ResponseReturnValue:
        only_here()
        if session.state().get("stored_as") == game_id:
            raise CommandError(
                "game_on_page", "this game is on the page: begin another one first, then delete it"
            )
        library.delete(game_id)
        return {}

    @games.get("/<int:game_id>/record")
    def kept_record(game_id: int) -> ResponseReturnValue:
        return _download(library.record(game_id), RECORD_TYPE, library.file_name(game_id))

    @games.get("/<int:game_id>/replay")
    def kept_replay(game_id: int) -> ResponseReturnValue:
        return jsonify(
            replay(read_record(library.record(game_id), Phrase("game_n", "game {game}", game=game_id)))
        )

    @games.get("/<int:game_id>/game.<any(html, webp, gif):form>")
    def kept_game(game_id: int, form: str) -> ResponseReturnValue:
        return _shared(library.record(game_id), form, library.file_name(game_id).removesuffix(".jsonl"))

    @games.get("/<int:game_id>/sheet.<any(png, pdf):form>")
    def kept_sheet(game_id: int, form: str) -> ResponseReturnValue:
        return _sheet(library.record(game_id), form, library.file_name(game_id).removesuffix(".jsonl"))

    app.register_blueprint(games)


def _played(session: SessionPort) -> str:
    record = session.record()
    if not record:
        raise CommandError("nothing_played", "no game has been played yet: start one first")
    return record


def _shared(record: str, form: str, name: str) -> Response:
    """A game in one file: a page, or an animation."""
    from webui.shared import shared

    data, mimetype = shared(record.encode(), form, _language())
    return _download(data, mimetype, f"{name}.{form}")


def _sheet(record: str, form: str, name: str) -> Response:
    from companion.paper.result_sheet import result_sheet

    sheet = result_sheet(read_record(record, THE_RECORD), _language(), form)
    return _download(sheet, MIMETYPES[form], f"{name}.{form}")


def _language() -> str:
    """The language that is asked for. Raises BadCommand where it is none of ours."""
    language = request.args.get("language", LANGUAGES[0])
    if language not in LANGUAGES:
        raise BadCommand(
            "no_language",
            "language {language} is not one of {known}",
            language=ascii(language),
            known=", ".join(LANGUAGES),
        )
    return language


def _download(data: Any, mimetype: str, name: str) -> Response:
    answer = Response(data, mimetype=mimetype)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
