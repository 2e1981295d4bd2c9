"""This moment in one file, for whoever is to find out what went wrong: the state, what was told lately, the record
and the log; pictures only if the person who reports says so."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections import deque

from flask import Flask, Response, request
from flask.typing import ResponseReturnValue

from companion.session.port import SessionPort
from webui.guard import only_here

LINES = 500


class Recent(logging.Handler):
    """The last lines of the log. They go on to the terminal as if nobody listened."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self.lines: deque[str] = deque(maxlen=LINES)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(self.format(record))
        if logging.lastResort is not None:
            logging.lastResort.handle(record)


_RECENT = Recent()


def add_report(app: Flask, session: SessionPort) -> None:
    """Let the person at this computer have the report."""
    logging.getLogger().addHandler(_RECENT)

    @app.get("/api/report.zip")
    def report() -> ResponseReturnValue:
        only_here()
        with_pictures = request.args.get("pictures", "0") not in ("", "0", "false")
        answer = Response(reported(session, with_pictures), mimetype="application/zip")
        answer.headers["Content-Disposition"] = 'attachment; filename="tableref-report.zip"'
        return answer


def reported(session: SessionPort, with_pictures: bool) -> bytes:
    """The report as a ZIP archive."""
    state = session.state()
    told = [
        {"id": event.id, "kind": event.kind, "data": event.data} for event in session.events_since(0, 0.0)
    ]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("state.json", json.dumps(state, ensure_ascii=False, indent=1))
        files.writestr("events.jsonl", "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in told))
        files.writestr("record.jsonl", session.record())
        files.writestr("log.txt", "".join(line + "\n" for line in list(_RECENT.lines)))
        if with_pictures:
            pictures = {"now.jpg": session.snapshot_jpeg(False)}
            for id in dict.fromkeys(act.get("pictures") or 0 for act in state["acts"]):
                pictures[f"act-{id}-before.jpg"] = session.act_picture(id, "before")
                pictures[f"act-{id}-after.jpg"] = session.act_picture(id, "after")
            for name, jpeg in pictures.items():
                if jpeg is not None:
                    files.writestr(name, jpeg)
    return packed.getvalue()
