"""A game taken along in one file."""

from __future__ import annotations

from companion.record.library import THE_RECORD, read_record
from companion.record.replay import replay
from webui.shared.one_file import one_file

FORMS = ("html", "webp", "gif")


def shared(data: bytes, form: str, language: str, name: str = THE_RECORD) -> tuple[bytes, str]:
    """A record, called ``name``, as a file of one of FORMS, and its type. Raises BadCommand, CommandError."""
    record = read_record(data, name)
    if form == "html":
        return one_file(replay(record), data.decode()).encode(), "text/html"
    from companion.paper.animation import FORMS as moving
    from companion.paper.animation import animation

    return animation(record, language, form), moving[form]
