"""Cameras that speak HTTP: an MJPEG stream, or a page that answers with one picture each time it is asked.

What they say of it is believed where it is told plainly; else what comes is looked at.
"""

from __future__ import annotations

import base64
import http.client
import logging
import socket
import ssl
import time
import urllib.error
import urllib.request
from contextlib import closing
from urllib.parse import unquote, urlsplit, urlunsplit

from vision.sources.base import SourceError
from vision.sources.multipart import MAX_PART_BYTES, Joined, Multipart, MultipartError, too_large
from vision.sources.pictures import check_picture, picture_from
from wording import Phrase

log = logging.getLogger(__name__)

Login = tuple[str, str]  # user and password

_TIMEOUT_S = 5.0
_SNAPSHOT_S = 0.1  # between two requests for single pictures
_CHUNK_BYTES = 1 << 16
_JPEG_BEGIN = b"\xff\xd8\xff"
_BAD_PICTURES = 20  # in a row, then the connection is made anew


class HttpFeed:
    """Encoded pictures from an http(s) address: a stream or single pictures, as it answers."""

    def __init__(self, url: str) -> None:
        """Connect. Raises `SourceError` where nothing answers, it refuses, or what it sends is no picture."""
        self._url, self._shown = url, shown_url(url)
        self._begun = b""  # what was read to find out what comes
        self._response = self._request()
        try:
            self._stream = self._stream_to_cut()
        except BaseException:
            self.close()
            raise
        self._asked_t = time.monotonic()
        self._first = True

    def _stream_to_cut(self) -> Multipart | Joined | None:
        """What cuts the stream that comes; None where it is a single picture."""
        if isinstance(self._response, _Bare):
            return Multipart()
        kind = self._response.headers.get_content_type() if "Content-Type" in self._response.headers else ""
        if kind.startswith("multipart/"):
            return Multipart()
        if kind.startswith("image/"):
            return None
        begins = self._looked_at()
        if begins.startswith(b"--"):
            return Multipart()
        if begins.startswith(_JPEG_BEGIN):
            return Joined() if self._response.length is None else None
        raise SourceError(
            "answers_otherwise",
            "{name}: answers with {kind}, not with pictures; give the address of the stream,"
            " not of the page around it",
            name=self._shown,
            kind=kind or "text/plain",
        )

    def _looked_at(self) -> bytes:
        """The first letters of the answer."""
        while len(self._begun.lstrip()) < len(_JPEG_BEGIN):
            try:
                chunk = self._response.read1(_CHUNK_BYTES)
            except (OSError, http.client.HTTPException) as error:
                raise self._failed(_reason(error)) from None
            if not chunk:
                break
            self._begun += chunk
        return self._begun.lstrip()

    def next(self) -> bytes:
        """Block until the next picture; of several that have come, the newest. Raises `SourceError`."""
        for bad in range(_BAD_PICTURES):
            picture = self._next()
            try:
                check_picture(picture, picture_from(self._shown))
                return picture
            except SourceError as error:
                if bad == 0:
                    log.warning("left out: %s", error)
        raise SourceError(
            "nothing_readable",
            "{name}: sends nothing but unreadable pictures; look at it in a browser",
            name=self._shown,
        )

    def _next(self) -> bytes:
        try:
            return self._next_of_stream() if self._stream else self._next_snapshot()
        except (OSError, http.client.HTTPException) as error:
            raise self._failed(_reason(error)) from None
        except MultipartError as error:
            raise self._failed(error.said) from None

    def close(self) -> None:
        """Hang up."""
        self._response.close()

    def _next_of_stream(self) -> bytes:
        assert self._stream
        while True:
            chunk, self._begun = self._begun or self._response.read1(_CHUNK_BYTES), b""
            if not chunk:
                raise self._failed(Phrase("stream_broke", "the stream broke off"))
            if parts := self._stream.feed(chunk):
                return parts[-1]

    def _next_snapshot(self) -> bytes:
        if not self._first:
            time.sleep(max(0.0, self._asked_t + _SNAPSHOT_S - time.monotonic()))
            self._asked_t = time.monotonic()
            self._response = self._request()
        self._first = False
        with closing(self._response) as response:
            picture = self._begun + response.read(MAX_PART_BYTES + 1)
        self._begun = b""
        if len(picture) > MAX_PART_BYTES:
            raise self._failed(too_large())
        return picture

    def _request(self) -> http.client.HTTPResponse | _Bare:
        url, login = _split_password(self._url)
        request = urllib.request.Request(url, headers={"User-Agent": "tableref", **_basic(login)})
        try:
            try:
                response: http.client.HTTPResponse = _opener(url, login).open(request, timeout=_TIMEOUT_S)
                return response
            except http.client.BadStatusLine:
                return _Bare(request)
        except (OSError, http.client.HTTPException, ValueError) as error:
            refused = isinstance(error, urllib.error.HTTPError) and error.code in (401, 403)
            raise self._failed(_wrong_password() if refused and login else _reason(error)) from None

    def _failed(self, what: Phrase) -> SourceError:
        return SourceError("address_failed", "{name}: {what}", name=self._shown, what=what)


class _Bare:
    """The answer of a camera that leaves out the status line: a stream that is read as it comes."""

    def __init__(self, request: urllib.request.Request) -> None:
        """Ask once more. Raises OSError, ValueError."""
        place = urlsplit(request.full_url)
        with socket.create_connection((place.hostname, place.port or 80), _TIMEOUT_S) as connection:
            headers = "".join(f"{name}: {value}\r\n" for name, value in request.header_items())
            asked = f"GET {request.selector} HTTP/1.0\r\nHost: {request.host}\r\n{headers}\r\n"
            connection.sendall(asked.encode("latin-1"))
            self._answer = connection.makefile("rb")

    def read1(self, size: int) -> bytes:
        """At most so many bytes, as soon as there are some."""
        return self._answer.read1(size)

    def read(self, size: int) -> bytes:
        """So many bytes, or all that come."""
        return self._answer.read(size)

    def close(self) -> None:
        """Hang up."""
        self._answer.close()


def shown_url(url: str) -> str:
    """The address as it may be shown: its password left out.

    >>> shown_url("rtsp://ann:secret@10.0.0.7:554/live")
    'rtsp://10.0.0.7:554/live'
    """
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _split_password(url: str) -> tuple[str, Login | None]:
    """The address without user and password, and these."""
    parts = urlsplit(url)
    if parts.username is None:
        return url, None
    return shown_url(url), (unquote(parts.username), unquote(parts.password or ""))


def _basic(login: Login | None) -> dict[str, str]:
    """The header that carries user and password, sent before a camera asks for it."""
    if login is None:
        return {}
    return {"Authorization": f"Basic {base64.b64encode(':'.join(login).encode()).decode()}"}


def _opener(url: str, login: Login | None) -> urllib.request.OpenerDirector:
    """Asks the camera itself, for no proxy knows what lies in this network; a camera that wants its password hashed
    (RFC 7616, as most do) gets it so."""
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    if login is not None:
        passwords.add_password(None, url, *login)
    return urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPDigestAuthHandler(passwords)
    )


def _reason(error: Exception) -> Phrase:
    """What went wrong and how to mend it, in words."""
    if isinstance(error, urllib.error.HTTPError):
        error.close()
        return _http_reason(error.code)
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, ConnectionRefusedError):
        return Phrase("refuses", "refuses the connection; check that the camera is on, and the port")
    if isinstance(cause, TimeoutError):
        return Phrase("no_answer", "does not answer; check that it is on and in the same network")
    if isinstance(cause, socket.gaierror):
        return Phrase("unknown_name", "its name is not known; check the address")
    if isinstance(cause, ssl.SSLError):
        return Phrase("not_trusted", "its certificate is not trusted; use its http:// address")
    if isinstance(cause, http.client.InvalidURL | UnicodeError):
        return Phrase("bad_address", "is no address; write it as http://host:port/path")
    if isinstance(cause, ConnectionError | http.client.HTTPException):
        return Phrase("connection_broke", "the connection broke off")
    return Phrase("unreachable", "cannot be reached ({why}); check the address", why=cause)


def _wrong_password() -> Phrase:
    return Phrase("wrong_password", "does not take this user and password; check them")


def _http_reason(code: int) -> Phrase:
    if code in (401, 403):
        return Phrase("wants_password", "asks for a password; write it as http://user:password@…")
    if code == 404:
        return Phrase("no_such_page", "there is no such page (404); check the address behind the port")
    return Phrase(
        "answers_error", "answers with error {status}; look at its own page in a browser", status=code
    )
