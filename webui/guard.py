"""Who may do what: the checks before every request, and the headers after it.

The page shows a room through a camera, so other pages that happen to be open in the same browser must neither
press its buttons nor look at its pictures. See OWASP's Cross-Site Request Forgery Prevention Cheat Sheet
(verifying the origin with standard headers).
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Set as AbstractSet
from typing import NoReturn
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, request

from wording import Phrase

MAX_JSON_BYTES = 64 * 1024
MAX_FRAME_BYTES = 8 * 1024 * 1024
FRAMES_PATH = "/api/frames"
PHOTO_PATH = "/api/photo"
PICTURE_PATHS = (FRAMES_PATH, PHOTO_PATH)
IMPORT_PATH = "/api/library/import"
UPLOADS = {  # what else than JSON is sent where: its types, and how much of it
    **dict.fromkeys(PICTURE_PATHS, (("image/jpeg",), MAX_FRAME_BYTES)),
    IMPORT_PATH: (("application/x-ndjson", "application/zip"), MAX_FRAME_BYTES),
}
HOSTS_KEY, ADDRESSES_KEY = "TABLEREF_HOSTS", "TABLEREF_ADDRESSES"
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}


def guard(app: Flask) -> None:
    """Put the checks and the headers on every request of `app`."""
    app.before_request(_check_host)
    app.before_request(_check_site)
    app.before_request(_check_post)
    app.after_request(_add_headers)


def answer_loopback_only(app: Flask) -> None:
    """Answer only to the names of this machine.

    Else a page of another site could have its own name lead here, and look on (DNS rebinding).
    """
    answer_to(app, LOOPBACK_NAMES)


def answer_to(app: Flask, names: AbstractSet[str]) -> None:
    """Answer only to these names; see `answer_loopback_only`."""
    app.config[HOSTS_KEY] = frozenset(names)


def answer_to_network(app: Flask) -> None:
    """Answer to this machine's names, and to addresses in numbers: no page of another site goes by those."""
    name = socket.gethostname().lower()
    answer_to(app, LOOPBACK_NAMES | {name, name.partition(".")[0], f"{name.partition('.')[0]}.local"})
    app.config[ADDRESSES_KEY] = True


def on_this_machine() -> bool:
    """Return whether the request comes from a program on this machine."""
    try:
        return ipaddress.ip_address((request.remote_addr or "").removeprefix("::ffff:")).is_loopback
    except ValueError:
        return False


def only_here() -> None:
    """Refuse what none but the person at this machine may do, however far the page is open."""
    if not on_this_machine():
        abort(
            403,
            Phrase(
                "only_here", "only on the computer that tableref runs on: it concerns its cameras and files"
            ),
        )


def _check_host() -> None:
    known = current_app.config.get(HOSTS_KEY)
    host = _host()
    if current_app.config.get(ADDRESSES_KEY) and _is_address(host):
        return
    if known is not None and host not in known:
        abort(
            400,
            Phrase(
                "unknown_host",
                "tableref does not go by the name {host}: use localhost, or start it with --host",
                host=request.host,
            ),
        )


def _host() -> str:
    try:
        return (urlsplit(f"//{request.host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _check_site() -> None:
    """Other sites may lead a person here, and nothing more: no picture of theirs is to switch a camera on."""
    site = request.headers.get("Sec-Fetch-Site", "none")
    if site in ("cross-site", "same-site") and request.headers.get("Sec-Fetch-Mode") != "navigate":
        _refuse_another_site()


def _refuse_another_site() -> NoReturn:
    abort(
        403, Phrase("another_site", "this came from another site: use the page that tableref serves itself")
    )


def _check_post() -> None:
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    wanted, most_bytes = UPLOADS.get(request.path, (("application/json",), MAX_JSON_BYTES))
    request.max_content_length = most_bytes
    if not _from_here(request):
        _refuse_another_site()
    if request.content_length != 0 and request.mimetype not in wanted:
        # A form of another site can send no such type; a body of length None is one of unknown length.
        if request.content_length is None and not request.mimetype:
            return
        abort(
            415,
            Phrase("wrong_type", "send the body as Content-Type: {types}", types=" or ".join(wanted)),
        )


def _from_here(request: Request) -> bool:
    """Return whether the request came from our own page, or from no page at all, as from a script."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc.lower() == request.host.lower()


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
    return response
