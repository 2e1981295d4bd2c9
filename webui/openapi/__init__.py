"""The interface as an OpenAPI document, made from the addresses that are answered and the bodies that are checked.

See https://spec.openapis.org/oas/v3.1.0.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import metadata
from typing import Any

from flask import Flask
from flask.typing import ResponseReturnValue
from pydantic import TypeAdapter
from werkzeug.routing import AnyConverter, IntegerConverter, Rule

from referee.phrases import LANGUAGES
from webui.bodies import ACTS, COMMANDS, OF_GAMES, NumberedAct
from webui.guard import UPLOADS

ADDRESS = "/openapi.json"
SCHEMAS = "#/components/schemas/"
JSON = "application/json"
ANIMATION = ("image/webp", "image/gif")
RECORD, SHEET, GAME = ("application/x-ndjson",), ("image/png", "application/pdf"), ("text/html", *ANIMATION)
MJPEG = ("multipart/x-mixed-replace",)
TYPES = {  # what an address answers where that is no JSON
    "page": ("text/html",),
    "overlay": ("text/html",),
    "events": ("text/event-stream",),
    "snapshot": ("image/jpeg",),
    "picture_of_act": ("image/jpeg",),
    "stream": MJPEG,
    "preview": MJPEG,
    "figures": ("text/plain",),
    "authority": ("application/x-x509-ca-cert",),
    "results.record": RECORD,
    "results.sheet": SHEET,
    "results.game": GAME,
    "library.kept_record": RECORD,
    "library.kept_sheet": SHEET,
    "library.kept_game": GAME,
    "library.export": ("application/zip",),
    "report": ("application/zip",),
}
_OVERLAY = {"overlay": {"type": "string", "enum": ["0", "1"]}}
_LANGUAGE = {"language": {"type": "string", "enum": list(LANGUAGES)}}
QUERIES: dict[str, dict[str, Any]] = {  # what may follow the question mark
    "snapshot": _OVERLAY,
    "stream": _OVERLAY,
    "report": {"pictures": {"type": "string", "enum": ["0", "1"]}},
    "results.sheet": _LANGUAGE,
    "results.game": _LANGUAGE,
    "library.kept_sheet": _LANGUAGE,
    "library.kept_game": _LANGUAGE,
    "library.found": {"search": {"type": "string"}},
    "library.export": {"id": {"type": "array", "items": {"type": "integer", "minimum": 1}}},
}
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {"type": "string", "description": "one line of English"},
        "code": {"type": "string"},
        "text": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}


def add_openapi(app: Flask) -> None:
    """Answer with the document of `app`."""

    @app.get(ADDRESS)
    def openapi() -> ResponseReturnValue:
        return document(app)


def document(app: Flask) -> dict[str, Any]:
    """Return the document of what `app` answers."""
    paths: dict[str, dict[str, Any]] = {}
    bodies, schemas = _bodies()
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            paths.setdefault(_path(rule), {})[method.lower()] = _operation(rule, method, bodies)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "tableref",
            "version": metadata.version("tableref"),
            "description": "What each address is for stands in docs/interface.md.",
        },
        "paths": paths,
        "components": {"schemas": schemas | {"Error": ERROR}},
    }


def _operation(rule: Rule, method: str, bodies: dict[str, Any]) -> dict[str, Any]:
    answers = TYPES.get(rule.endpoint, (JSON,))
    told = {
        "operationId": rule.endpoint,
        "parameters": [*_places(rule), *_queries(rule)],
        "responses": {
            "2XX": {"description": "done", "content": {kind: {} for kind in answers}},
            "default": {
                "description": "one line that says what is wrong",
                "content": {JSON: {"schema": {"$ref": SCHEMAS + "Error"}}},
            },
        },
    }
    if rule.endpoint == "readyz":
        told["responses"]["503"] = {"description": "it does not see or judge now", "content": {JSON: {}}}
    if method == "POST":
        told["requestBody"] = _body(rule, bodies)
    return told


def _path(rule: Rule) -> str:
    return re.sub(r"<(?:[^<>]*:)?(\w+)>", r"{\1}", rule.rule)


def _places(rule: Rule) -> Iterator[dict[str, Any]]:
    """The parts of a path that are not always the same."""
    for name, converter in rule._converters.items():
        schema: dict[str, Any] = {"type": "string", "minLength": 1, "pattern": "^[^/]+$"}
        if isinstance(converter, IntegerConverter):
            schema = {"type": "integer", "minimum": 0}
        elif isinstance(converter, AnyConverter):
            schema = {"type": "string", "enum": sorted(converter.items)}
        yield {"name": name, "in": "path", "required": True, "schema": schema}


def _queries(rule: Rule) -> Iterator[dict[str, Any]]:
    for name, schema in QUERIES.get(rule.endpoint, {}).items():
        yield {"name": name, "in": "query", "schema": schema}


def _body(rule: Rule, bodies: dict[str, Any]) -> dict[str, Any]:
    if rule.rule in UPLOADS:
        kinds, most = UPLOADS[rule.rule]
        file = {"type": "string", "format": "binary", "description": f"at most {most} bytes"}
        return {"required": True, "content": {kind: {"schema": file} for kind in kinds}}
    return {"content": {JSON: {"schema": bodies.get(rule.endpoint, bodies["accept"])}}}


def _bodies() -> tuple[dict[str, Any], dict[str, Any]]:
    """The body of each command by its name, and the schemas that they refer to."""
    models: dict[tuple[str, str], TypeAdapter[Any]] = {
        (name, game): TypeAdapter(model)
        for name, general in COMMANDS.items()
        for game, model in {**OF_GAMES.get(name, {}), "": general}.items()
    } | {("act", game): shape for game, shape in ACTS.items()}
    described, definitions = TypeAdapter.json_schemas(
        [(key, "validation", model) for key, model in models.items()], ref_template=SCHEMAS + "{model}"
    )
    told = {key: schema for (key, _), schema in described.items()}
    acts = [schema for (name, _), schema in told.items() if name == "act"]
    bodies = {name: _one_of(name, told) for name in COMMANDS}
    for name, model in COMMANDS.items():
        if model is NumberedAct:
            # Which acts fit depends on the game that is on; of games whose acts are not described, any may.
            shapes = [*acts, {"properties": {"act": {"type": "string", "pattern": "^[a-z_]{1,20}$"}}}]
            bodies[name] = {"allOf": [bodies[name], {"properties": {"act": {"anyOf": shapes}}}]}
    return bodies, definitions["$defs"]


def _one_of(name: str, told: dict[tuple[str, str], Any]) -> dict[str, Any]:
    """A body, by the game that it names where games have their own."""
    schemas = [schema for (key, _), schema in told.items() if key == name]
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
