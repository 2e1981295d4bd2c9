"""The door for a phone or another laptop that is to be the camera: a small application of its own, over TLS.

It opens only when a person asks for it, takes pictures from the one device that used the link, and tells
nothing of the game but whether the board is in the picture.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask, abort, jsonify, request
from flask.typing import ResponseReturnValue

from companion.errors import CommandError
from companion.session.port import SessionPort
from webui import lan
from webui.certificates import Certificates, own_certificates
from webui.errors import json_errors
from webui.guard import FRAMES_PATH, PHOTO_PATH, answer_to, guard
from webui.pictures import add_frames
from webui.tls import TlsServer
from wording import Phrase

PORT = 8443
COOKIE = "tableref_camera"
AUTHORITY_FILE = "tableref-authority.crt"


class Guests:
    """Who may send pictures: whoever was the first to use the newest link.

    >>> guests = Guests()
    >>> link = guests.invite()
    >>> pass_ = guests.join(link)
    >>> guests.knows(pass_), guests.join(link)
    (True, None)
    """

    def __init__(self) -> None:
        """Begin with nobody invited."""
        self._lock = threading.Lock()
        self._token: str | None = None
        self._pass_hash: bytes | None = None

    def invite(self) -> str:
        """Return a new token for a link; older ones that were not used end. A device that is in stays in."""
        with self._lock:
            self._token = secrets.token_urlsafe(16)
            return self._token

    def join(self, token: str) -> str | None:
        """Return a pass for the token if it is the newest one and unused; who had one before is out."""
        with self._lock:
            if self._token is None or not secrets.compare_digest(_hash(token), _hash(self._token)):
                return None
            self._token = None
            new_pass = secrets.token_urlsafe(32)
            self._pass_hash = _hash(new_pass)
            return new_pass

    def knows(self, shown: str | None) -> bool:
        """Whether this is the pass of the device that is in."""
        with self._lock:
            if shown is None or self._pass_hash is None:
                return False
            return secrets.compare_digest(_hash(shown), self._pass_hash)

    @property
    def joined(self) -> bool:
        """Whether the newest link has been used."""
        return self._token is None and self._pass_hash is not None


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


@dataclass(frozen=True)
class Invitation:
    """What a person needs to bring a device in: a link for each of this machine's addresses, likeliest first."""

    urls: tuple[str, ...]
    authority: Path

    def qr_svgs(self) -> list[str]:
        """Return each link as a QR code, an SVG with a quiet zone."""
        return [_qr_svg(url) for url in self.urls]

    def qr_text(self) -> str:
        """Return the first link as a QR code for a terminal."""
        import io

        import segno

        out = io.StringIO()
        segno.make(self.urls[0], error="l").terminal(out, border=2, compact=True)
        return out.getvalue()


def _qr_svg(url: str) -> str:
    import io

    import segno

    out = io.BytesIO()
    segno.make(url, error="m").save(out, kind="svg", xmldecl=False, border=4, light="#fff", omitsize=True)
    return out.getvalue().decode()


class PhoneDoor:
    """Opens and closes the TLS listener; nothing listens before `open` is called."""

    def __init__(
        self,
        session: SessionPort,
        folder: Path,
        port: int = PORT,
        addresses: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        """`folder`: where the certificates are kept. `port`: the one to try first; 0 takes any that is free.
        `addresses`: what finds this machine's own."""
        self._session, self._folder, self._port = session, folder, port
        self._addresses = addresses or lan.addresses
        self._lock = threading.Lock()
        self._server: TlsServer | None = None
        self._certified: frozenset[str] = frozenset()
        self._authority: Path | None = None
        self.guests = Guests()

    def open(self) -> Invitation:
        """Listen (anew, if this machine's addresses have changed), and return a new link.

        Raises CommandError where there is no network, UserError where port or certificates cannot be had.
        """
        names = list(self._addresses())
        if not names:
            raise CommandError(
                "no_network",
                "this computer is in no network: connect it to the Wi-Fi that the phone is in, and try again",
            )
        with self._lock:
            if self._server is None or frozenset(names) != self._certified:
                self._listen(names)
            assert self._server is not None and self._authority is not None
            token = self.guests.invite()
            # Behind the #, the token is never sent to a server before the page asks to join.
            urls = tuple(f"https://{name}:{self._server.port}/#{token}" for name in names)
            return Invitation(urls, self._authority)

    def close(self) -> None:
        """Stop listening. The device that was in stays known, for the case that the door opens again."""
        with self._lock:
            if self._server is not None:
                self._server.close()
                self._server = None

    @property
    def is_open(self) -> bool:
        """Whether the door is open."""
        return self._server is not None

    def authority_pem(self) -> bytes:
        """Return the certificate of the user's own authority, making it where there is none yet."""
        return own_certificates(self._folder, self._addresses()).authority.read_bytes()

    def _listen(self, names: Sequence[str]) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        certificates = own_certificates(self._folder, names)
        app = create_phone_app(self._session, self.guests, certificates, names)
        self._server = TlsServer(app, "0.0.0.0", self._port, certificates)
        self._server.start()
        self._certified, self._authority = frozenset(names), certificates.authority


def create_phone_app(
    session: SessionPort, guests: Guests, certificates: Certificates, names: Sequence[str]
) -> Flask:
    """Make the application behind the door: the sending page, and what it needs."""
    app = Flask(__name__)
    guard(app)
    answer_to(app, {*names, "localhost", "127.0.0.1"})
    json_errors(app)

    @app.before_request
    def check_pass() -> None:
        if request.path in (FRAMES_PATH, PHOTO_PATH) and not guests.knows(request.cookies.get(COOKIE)):
            abort(
                403,
                Phrase(
                    "other_device",
                    "another device is the camera, or none yet: open the newest link from the page",
                ),
            )

    @app.get("/")
    def page() -> ResponseReturnValue:
        return app.send_static_file("phone.html")

    @app.post("/api/join")
    def join() -> ResponseReturnValue:
        body: Any = request.get_json(silent=True)
        token = body.get("token") if isinstance(body, dict) else None
        granted = guests.join(token) if isinstance(token, str) else None
        if granted is None:
            abort(
                403,
                Phrase(
                    "link_used", "this link was used already or is out of date: show a new one on the page"
                ),
            )
        answer = jsonify({})
        answer.set_cookie(COOKIE, granted, secure=True, httponly=True, samesite="Strict", max_age=86_400)
        return answer

    @app.get("/api/joined")
    def joined() -> ResponseReturnValue:
        return {"joined": guests.knows(request.cookies.get(COOKIE))}

    @app.get(f"/{AUTHORITY_FILE}")
    def authority() -> ResponseReturnValue:
        return certificates.authority.read_bytes(), 200, {"Content-Type": "application/x-x509-ca-cert"}

    add_frames(app, session, tell=True)
    return app
