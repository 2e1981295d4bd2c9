"""Files as they come from anywhere: sound ones, cut, scratched, and with words in them exchanged for odd ones."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from functools import cache

from hypothesis import strategies as st

ODD = [
    *(
        b"null",
        b"true",
        b"-1",
        b"0",
        b"1e999",
        b"NaN",
        b"9" * 400,
        b"[]",
        b"{}",
        b"[" * 2_000,
        b'{"a":' * 500,
    ),
    *(
        b'""',
        b'"\\ud800"',
        b'"' + b"x" * 5_000 + b'"',
        b'"\\u0000"',
        b"\xff\xfe",
        b"\n",
        b"\xef\xbb\xbf",
        b"\x00",
    ),
]
WORD = re.compile(rb'"[^"\n]*"|[\w.+-]+|[^\w\s]')

Edit = Callable[[bytes], bytes]


def cut(where: float) -> Edit:
    return lambda data: data[: int(where * len(data))]


def scratched(where: float, with_: bytes) -> Edit:
    def edit(data: bytes) -> bytes:
        at = int(where * len(data))
        return data[:at] + with_ + data[at + len(with_) :]

    return edit


def doubled(where: float, long: int) -> Edit:
    return lambda data: data[: int(where * len(data)) + long] + data[int(where * len(data)) :]


def exchanged(where: float, with_: bytes | float) -> Edit:
    """A word is another, an odd one or one of the same file."""

    def edit(data: bytes) -> bytes:
        words = list(WORD.finditer(data))
        if not words:
            return data
        word = words[int(where * len(words))]
        new = with_ if isinstance(with_, bytes) else words[int(with_ * len(words))][0]
        return data[: word.start()] + new + data[word.end() :]

    return edit


SHARE = st.floats(0, 1, exclude_max=True)
EDITS = (
    st.builds(exchanged, SHARE, st.sampled_from(ODD))
    | st.builds(exchanged, SHARE, SHARE)
    | st.builds(scratched, SHARE, st.binary(min_size=1, max_size=4))
    | st.builds(cut, SHARE)
    | st.builds(doubled, SHARE, st.integers(1, 200))
)


def spoilt(sound: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """One of these files, with up to three edits."""

    def made(data: bytes, edits: list[Edit]) -> bytes:
        for edit in edits:
            data = edit(data)
        return data

    return st.builds(made, st.sampled_from(sound), st.lists(EDITS, min_size=1, max_size=3))


@cache
def unpacked(archive: bytes) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return [(name, files.read(name)) for name in files.namelist()]


def spoilt_archive(sound: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """One of these archives, scratched itself, or packed anew with a file in it spoilt or called otherwise."""

    def packed_anew(data: bytes, which: float, edits: list[Edit], name: str | None) -> bytes:
        packed, entries = io.BytesIO(), unpacked(data)
        chosen = int(which * len(entries))
        with zipfile.ZipFile(packed, "w") as new:
            for n, (entry, content) in enumerate(entries):
                for edit in edits if n == chosen else ():
                    content = edit(content)
                new.writestr(name if name and n == chosen else entry, content)
        return packed.getvalue()

    names = st.none() | st.sampled_from(
        ["a.jsonl", "../a.jsonl", "\n.jsonl", "x" * 3_000 + ".jsonl", "look.npy"]
    )
    anew = st.builds(packed_anew, st.sampled_from(sound), SHARE, st.lists(EDITS, max_size=2), names)
    return spoilt(sound) | anew
