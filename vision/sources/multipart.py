"""Cutting a stream of pictures (MJPEG over HTTP) into these. No input or output here."""

from __future__ import annotations

import re

from wording import Mendable, Phrase

MAX_PART_BYTES = 32_000_000
_HEADER_BYTES = 16_000
# A boundary line is known by the header line that follows it. What the response's header says of the boundary
# is not asked: cameras disagree with themselves about its dashes.
_BOUNDARY = re.compile(rb"(?:\A|\n)(--[^\r\n]{1,200}?)[ \t]*\r?\n[A-Za-z-]+[ \t]*:")
_HEADERS_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"\ncontent-length[ \t]*:[ \t]*(\d{1,12})", re.IGNORECASE)
_JPEG_END = b"\xff\xd9"
_NEXT_JPEG = re.compile(rb"\xff\xd9\s*(?=\xff\xd8\xff)")


class MultipartError(Mendable, ValueError):
    """A stream that cannot be cut into parts."""


def too_large() -> Phrase:
    """What is wrong with a picture above `MAX_PART_BYTES`."""
    most_mb = MAX_PART_BYTES // 1_000_000
    return Phrase("pictures_too_large", "sends pictures above {most_mb} MB", most_mb=most_mb)


class Joined:
    """Fed with JPEG pictures one behind the other as their bytes come, gives those that are complete.

    >>> Joined().feed(b"\xff\xd8\xff one \xff\xd9\xff\xd8\xff two")
    [b'\xff\xd8\xff one \xff\xd9']
    """

    def __init__(self) -> None:
        """Nothing read yet."""
        self._buffer = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        """Take the next bytes; the pictures completed by them, oldest first. Raises `MultipartError`."""
        *whole, rest = _NEXT_JPEG.split((self._buffer + chunk).lstrip())
        pictures = [picture + _JPEG_END for picture in whole]
        if rest.endswith(_JPEG_END):  # else every picture would wait for the next one
            pictures, rest = [*pictures, rest], b""
        if len(rest) > MAX_PART_BYTES:
            raise MultipartError.of(too_large())
        self._buffer = rest
        return pictures


class Multipart:
    """A multipart/x-mixed-replace stream: fed with bytes as they come, gives the parts that are complete.

    >>> stream = Multipart()
    >>> stream.feed(b"--b\\r\\nContent-Type: image/jpeg\\r\\nContent-Length: 4\\r\\n\\r\\nJP")
    []
    >>> stream.feed(b"EG\\r\\n--b")
    [b'JPEG']
    """

    def __init__(self) -> None:
        """Nothing read yet; the boundary is learnt from the stream."""
        self._buffer = bytearray()
        self._boundary = b""
        self._in_body = False
        self._length: int | None = None
        self._searched = 0  # bytes of the body already searched for the next boundary

    def feed(self, chunk: bytes) -> list[bytes]:
        """Take the next bytes; the parts completed by them, oldest first.

        Raises `MultipartError` where the stream has no boundaries, or a part above `MAX_PART_BYTES`.
        """
        self._buffer += chunk
        parts: list[bytes] = []
        while self._in_body or self._enter_body():
            part = self._cut_body()
            if part is None:
                break
            if part:
                parts.append(part)
            self._in_body = False
        return parts

    def _enter_body(self) -> bool:
        """Go past the next boundary and its headers, once both have come in whole."""
        if not self._boundary:
            first = _BOUNDARY.search(self._buffer)
            if first:
                self._boundary = first[1]
            elif len(self._buffer) > 20 * _HEADER_BYTES:
                raise MultipartError("no_mjpeg", "sends no MJPEG stream")
            else:
                return False
        at = self._buffer.find(self._boundary)
        if at < 0:
            del self._buffer[: -len(self._boundary)]
            return False
        del self._buffer[:at]
        end = _HEADERS_END.search(self._buffer)
        if not end:
            if len(self._buffer) > _HEADER_BYTES:  # the boundary's letters in a picture: look further on
                del self._buffer[: len(self._boundary)]
                return self._enter_body()
            return False
        length = _LENGTH.search(self._buffer, 0, end.end())
        self._length = int(length[1]) or None if length else None  # some cameras say 0 of every picture
        del self._buffer[: end.end()]
        self._in_body, self._searched = True, 0
        return True

    def _cut_body(self) -> bytes | None:
        """The body, if it is whole. Without a length it ends at a boundary, or at the end mark of a JPEG."""
        if max(self._length or 0, len(self._buffer)) > MAX_PART_BYTES:
            raise MultipartError.of(too_large())
        if self._length is not None:
            end = self._length if len(self._buffer) >= self._length else -1
        else:
            end = self._buffer.find(self._boundary, self._searched)
            self._searched = max(0, len(self._buffer) - len(self._boundary))
            if end < 0 and self._buffer[-4:].rstrip(b"\r\n").endswith(_JPEG_END):
                end = len(self._buffer)  # else every picture would wait for the next one
        if end < 0:
            return None
        body = bytes(self._buffer[:end])
        del self._buffer[:end]
        return body if self._length is not None else body.rstrip(b"\r\n")
