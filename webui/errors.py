"""What goes wrong, as one line of JSON."""

from __future__ import annotations

from flask import Flask, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.state import BadCommand, CommandError, UserError


def json_errors(app: Flask) -> None:
    """Answer every error of `app` with `{"error": ...}` and a fitting status."""

    @app.errorhandler(UserError)
    def user_error(error: UserError) -> ResponseReturnValue:
        status = 400 if isinstance(error, BadCommand) else 409 if isinstance(error, CommandError) else 503
        return {"error": str(error)}, status

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> ResponseReturnValue:
        if error.code == 500:
            return {"error": "a fault of the program: its messages in the terminal tell more"}, 500
        if error.code == 413:
            most_kb = (request.max_content_length or 0) // 1024
            return {"error": f"that is too large: {most_kb} kB are the most that can be taken here"}, 413
        return {"error": error.description or error.name}, error.code or 500
