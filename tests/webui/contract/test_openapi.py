"""The OpenAPI document has every address that is answered, and every body that is checked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import webui
from tests.webui.fake_session import FakeSession
from webui import bodies
from webui.app import create_app
from webui.openapi import SCHEMAS, document
from webui.phone import PhoneDoor


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    session = FakeSession()
    door = PhoneDoor(session, tmp_path_factory.mktemp("door"))
    return create_app(session, door, library=object())  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def told(app: Any) -> dict[str, Any]:
    return document(app)


def operations(told: dict[str, Any]) -> dict[str, Any]:
    return {each["operationId"]: each for path in told["paths"].values() for each in path.values()}


def inside(value: Any) -> list[Any]:
    """Every value in a document, however deep."""
    within = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(each for part in within for each in inside(part))]


def test_it_is_served(app: Any, told: dict[str, Any]) -> None:
    assert app.test_client().get("/openapi.json").json == told


def test_every_address_is_in_it(app: Any, told: dict[str, Any]) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]
    assert set(operations(told)) == {rule.endpoint for rule in rules}
    for path, ways in told["paths"].items():
        for operation in ways.values():
            placed = [each["name"] for each in operation["parameters"] if each["in"] == "path"]
            assert placed == re.findall(r"{(\w+)}", path), path


def test_every_body_is_in_it(told: dict[str, Any]) -> None:
    described = told["components"]["schemas"]
    common = {bodies.Strict, bodies.Timed}
    models = {
        each for each in vars(bodies).values() if isinstance(each, type) and issubclass(each, BaseModel)
    }
    wanted = {each.__name__ for each in models - common - {BaseModel, bodies.OtherAct}}
    assert wanted <= set(described)
    used = {each["$ref"] for each in inside(told) if isinstance(each, dict) and "$ref" in each}
    assert used == {SCHEMAS + name for name in described}


def test_the_body_of_a_command_is_told_by_game(told: dict[str, Any]) -> None:
    def named(command: str) -> set[str]:
        schema = operations(told)[command]["requestBody"]["content"]["application/json"]["schema"]
        return {
            each["$ref"].removeprefix(SCHEMAS)
            for each in inside(schema)
            if isinstance(each, dict) and "$ref" in each
        }

    assert named("start") == {"StartJust4Fun", "StartTiles", "StartStrips", "StartOther"}
    assert {"NumberedAct", "Place", "Enter", "StonesSet"} <= named("correct")
    assert named("delete") == {"Numbered"}


def test_what_may_follow_the_question_mark_is_what_is_read(told: dict[str, Any]) -> None:
    source = "".join(file.read_text("utf-8") for file in Path(webui.__path__[0]).rglob("*.py"))
    read = set(re.findall(r'request\.args\.get(?:list)?\("(\w+)"', source))
    assert {
        each["name"]
        for operation in operations(told).values()
        for each in operation["parameters"]
        if each["in"] == "query"
    } == read


def test_each_address_answers_what_it_says(app: Any, told: dict[str, Any]) -> None:
    client = app.test_client()
    for path, ways in told["paths"].items():
        if "get" not in ways or "{" in path or "library" in path or "/api/game" in path:
            continue
        answer = client.get(path, buffered=False)
        if answer.status_code < 400:
            assert answer.mimetype in ways["get"]["responses"]["2XX"]["content"], path
        answer.close()
