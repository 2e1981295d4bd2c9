"""A game as one file that any browser opens without the program: the replay page with all that it needs inside.

Each module goes in as a `data:` address, and an import map tells which is which: for browsers load modules from a
server alone, and not from files.
"""

from __future__ import annotations

import base64
import html
import json
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Any

STATIC = Path(__file__).parent.parent / "static"
_ENTRY = "js/shared/main.js"
_IMPORT = re.compile(r"""(\bfrom\s+|\bimport\s+)"(\.{1,2}/[^"]+)\"""")
_LINK = re.compile(r' *<link rel="stylesheet" href="/static/(css/[\w-]+\.css)" />\n')
_PREFIX = "tableref/"  # of a module's name in the import map
_POLICY = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:"


def one_file(shown: dict[str, Any], record: str) -> str:
    """The page that shows a game, `shown` as `companion.record.replay.replay` tells it; its `record` can be taken out
    again. It speaks the language of whoever opens it."""
    head, body = _page()
    game = {"shown": shown, "record": record}
    title = html.escape(f"{shown['name']} – tableref")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(_POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n{head}</head>\n"
        f"{body}{_data('game', game)}"
        f'<script type="module">import "{_PREFIX}{_ENTRY}";</script>\n</html>\n'
    )


@cache
def _page() -> tuple[str, str]:
    """What all such files have in common: the head with the looks and the modules, and the body with the words."""
    page = (STATIC / "shared.html").read_text("utf-8")
    looks = "\n".join((STATIC / name).read_text("utf-8") for name in _LINK.findall(page))
    modules = {_PREFIX + name: _address(text) for name, text in _modules().items()}
    head = f"<style>\n{looks}</style>\n" + _script("importmap", {"imports": modules})
    body = page[page.index("<body") : page.index("</html>")].replace("/static/favicon.svg", _icon())
    words = (_data(f"words-{file.stem}", json.loads(file.read_text("utf-8"))) for file in _languages())
    return head, body + "".join(words)


def _languages() -> list[Path]:
    return sorted((STATIC / "i18n").glob("*.json"))


def _modules() -> dict[str, str]:
    """The modules that the page needs, by their names below the folder of static files."""
    found: dict[str, str] = {}
    waiting = [_ENTRY]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        folder = posixpath.dirname(name)
        text = (STATIC / name).read_text("utf-8")
        wanted = {path: posixpath.normpath(posixpath.join(folder, path)) for _, path in _IMPORT.findall(text)}
        found[name] = _IMPORT.sub(lambda one, wanted=wanted: f'{one[1]}"{_PREFIX}{wanted[one[2]]}"', text)  # type: ignore[misc]
        waiting += wanted.values()
    return found


def _address(script: str) -> str:
    return f"data:text/javascript;base64,{base64.b64encode(script.encode()).decode()}"


def _icon() -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode((STATIC / 'favicon.svg').read_bytes()).decode()}"


def _data(name: str, value: Any) -> str:
    return _script("application/json", value, f' id="{name}"')


def _script(kind: str, value: Any, more: str = "") -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="{kind}"{more}>{text}</script>\n'
