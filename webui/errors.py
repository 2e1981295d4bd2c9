"""What goes wrong, as one line of JSON."""

from __future__ import annotations

from typing import Any

from flask import Flask, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.errors import BadCommand, CommandError, UserError
from companion.messages import in_every_language
from companion.record.store_errors import NoSuchGame, StoreRefuses
from wording import Phrase

_STATUS = {BadCommand: 400, CommandError: 409, NoSuchGame: 404}  # the first that fits


def json_errors(app: Flask) -> None:
    """Answer every error of `app` with a fitting status and `{"error": ...}`, a line of English.

    With it come the error's `code`, and its `text` in every language; not with those of the protocol itself, such
    as an address that does not exist, which no person meets on the page.
    """

    @app.errorhandler(UserError)
    def user_error(error: UserError) -> ResponseReturnValue:
        # Where the store lies concerns nobody who looks at the page.
        said = error.advice if isinstance(error, StoreRefuses) else error.said
        return _told(said), next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 503)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> ResponseReturnValue:
        return _told(_what(error)), error.code or 500


def _what(error: HTTPException) -> str:
    if error.code == 500:
        return Phrase("our_fault", "a fault of the program: its messages in the terminal tell more")
    if error.code == 413:
        most_kb = (request.max_content_length or 0) // 1024
        return Phrase(
            "too_large",
            "that is too large: {most_kb} kB are the most that can be taken here",
            most_kb=most_kb,
        )
    return error.description or error.name


def _told(what: str) -> dict[str, Any]:
    if not isinstance(what, Phrase):
        return {"error": what}
    return {"error": what, "code": what.code, "text": in_every_language(what)}
