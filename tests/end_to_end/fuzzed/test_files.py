"""Whatever a file holds, it is read, or refused in one line, and soon: records, text that people type, profiles,
archives, look logs."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from calibration import profile
from calibration.profile import ProfileError
from companion.record.library import Library, read_record
from companion.record.replay import replay
from companion.record.store import Store
from models.evaluation.look_logs import LookLog, LookLogError, read_log, write_log
from referee import notation, records
from tests.calibration.test_profile import PROFILE
from tests.docs.pages import DOCS, blocks
from tests.end_to_end.fuzzed.spoiling import spoilt, spoilt_archive
from tests.models.evaluation.test_look_logs import a_look
from wording import Mendable

pytestmark = pytest.mark.filterwarnings(
    "ignore:Duplicate name", "ignore::hypothesis.errors.HypothesisWarning"
)
FEW = {
    "records": 2_500,
    "typed": 2_500,
    "profiles": 2_500,
    "archives": 2_000,
    "look logs": 500,
}  # 10,000 in all
TIMES = 100  # as many are a million
HANG_S = 1.0
RECORDS = [
    block.text.encode()
    for block in blocks(DOCS / "interface.md")
    if block.language == "jsonl" and block.text.startswith('{"game"')
]
TYPED = [notation.dump(records.parse(record)).encode() for record in RECORDS]

Reader = Callable[[bytes], object]


def archive(*files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, file in enumerate(files):
            archive.writestr(f"{number}.jsonl", file)
    return packed.getvalue()


def look_log(folder: Path) -> bytes:
    log = LookLog({"recording": "game.mp4"}, None, [{"t": 1.5}], [a_look(1, 0, 5), a_look(2, 2, 5)], {1: 2.5})
    write_log(folder / "sound.npz", log)
    return (folder / "sound.npz").read_bytes()


def shown(data: bytes) -> object:
    """What a page does with a record that is opened."""
    return replay(read_record(data, "game"))


def reader(kind: str, folder: Path) -> tuple[st.SearchStrategy[bytes], Reader]:
    """Files of a kind, and what reads one."""
    if kind == "records":
        return spoilt(RECORDS), shown
    if kind == "typed":
        return spoilt(TYPED), shown
    if kind == "archives":
        library = Library(Store.open(":memory:"))

        def take_in(data: bytes) -> None:
            for game in set(library.take_in(data)):
                library.record(game)
                library.delete(game)

        return spoilt_archive([archive(*RECORDS), archive(*TYPED), archive(RECORDS[0])]), take_in
    if kind == "profiles":
        file = folder / "table.json"

        def load(data: bytes) -> object:
            file.write_bytes(data)
            return profile.load("table", folder)

        return spoilt([json.dumps(PROFILE.to_json()).encode()]), load
    log = folder / "game.npz"

    def looks(data: bytes) -> object:
        log.write_bytes(data)
        return read_log(log)

    return spoilt_archive([look_log(folder)]), looks


def held_to(kind: str, folder: Path, **how: bool | int) -> None:
    files, read = reader(kind, folder)

    @settings(
        deadline=None, database=None, phases=[Phase.generate], suppress_health_check=[*HealthCheck], **how
    )
    @given(files)
    def read_or_refused(data: bytes) -> None:
        begun = time.thread_time()
        try:
            read(data)
        except (Mendable, ProfileError, LookLogError) as error:
            assert str(error).isprintable() and len(str(error)) < 1_000, str(error)
        assert time.thread_time() - begun < HANG_S

    read_or_refused()


KINDS = pytest.mark.parametrize("kind", FEW)


@KINDS
def test_whatever_a_file_holds_it_is_read_or_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    held_to(kind, tmp_path, max_examples=FEW[kind], derandomize=True)


@pytest.mark.long
@KINDS
def test_so_it_is_with_a_million_files(kind: str, tmp_path: Path) -> None:
    held_to(kind, tmp_path, max_examples=TIMES * FEW[kind])
