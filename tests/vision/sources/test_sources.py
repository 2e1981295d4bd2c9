"""Recordings, folders and single pictures as sources of frames."""

import os
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision
from vision.sources import SourceError, base, open_source, read_picture

GREY_LEVELS = [20, 60, 100, 140, 180, 220]


def flat(level, shape=(48, 64, 3)):
    return np.full(shape, level, np.uint8)


@pytest.fixture
def film(tmp_path):
    """A video of six flat pictures, ten a second; each can be told by its grey."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10.0, (64, 48))
    for level in GREY_LEVELS:
        writer.write(flat(level))
    writer.release()
    return path


def grey_of(frame):
    return int(frame.bgr.mean())


def test_a_video_gives_every_frame_with_its_time_and_then_ends(film):
    with open_source(str(film), realtime=False) as source:
        frames = list(source)
        assert [grey_of(f) for f in frames] == pytest.approx(GREY_LEVELS, abs=4)
        assert [f.t for f in frames] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5])
        assert [f.number for f in frames] == [0, 1, 2, 3, 4, 5]
        assert (source.state, source.why) == ("ended", None)
        assert (source.fps, source.frame_count) == (10.0, 6)


@pytest.mark.timed
def test_in_real_time_a_frame_is_given_when_it_is_due_and_none_is_lost(film):
    with open_source(str(film), realtime=True) as source:
        assert source.read(1.0).number == 0
        start = time.monotonic()
        assert source.read(0.01) is None, "the second frame is due only after 0.1 s"
        assert source.read(1.0).number == 1
        assert time.monotonic() - start > 0.05
        time.sleep(0.25)
        assert [source.read(0.01).number for _ in range(2)] == [2, 3], "they are late, and come at once"


def test_a_recording_waits_for_who_is_much_slower_than_it(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(base.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(base.time, "sleep", lambda seconds: clock.__setitem__(0, clock[0] + seconds))
    pacer = base.Pacer()
    assert pacer.wait_for(0.0, 1.0)
    clock[0] += 10
    given = []
    for number in range(1, 21):
        assert pacer.wait_for(number / 10, 1.0)
        given.append(clock[0])
    assert given[:10] == pytest.approx([110] * 10), "what a second holds is made up for"
    assert given[11:] == pytest.approx([110 + n / 10 for n in range(1, 10)]), "then it goes at its own speed"


def test_a_video_that_breaks_off_gives_what_it_has_and_says_how_far_it_came(film, tmp_path):
    long = tmp_path / "long.avi"
    writer = cv2.VideoWriter(str(long), cv2.VideoWriter_fourcc(*"MJPG"), 10.0, (64, 48))
    noise = np.random.default_rng(1)
    for _ in range(40):
        writer.write(noise.integers(0, 255, (48, 64, 3), np.uint8))
    writer.release()
    broken = tmp_path / "broken.avi"
    broken.write_bytes(long.read_bytes()[: long.stat().st_size // 2])
    with open_source(str(broken), realtime=False) as source:
        frames = list(source)
        assert 10 < len(frames) < 30
        assert source.state == "ended"
        assert source.why == f"{broken}: breaks off after {len(frames)} of 40 frames; the rest is missing"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("missing.mp4", None, "there is no such file"),
        ("empty.mp4", b"", "is empty"),
        ("letter.mp4", b"Dear Sir, " * 100, "is not a video"),
        ("letter.jpg", b"Dear Sir, " * 100, "is not a JPEG, PNG, WebP or BMP picture"),
        ("phone.jpg", b"\0\0\0\x18ftypheic" + b"\0" * 99, "HEIC"),
    ],
)
def test_what_cannot_be_opened_is_said_in_one_line(tmp_path, name, content, says):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SourceError, match=says) as caught:
        open_source(str(path), realtime=False)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("spec", ["letter.mp4", "99"])
def test_opencv_s_own_chatter_stays_out_of_the_user_s_face(tmp_path, spec):
    (tmp_path / "letter.mp4").write_bytes(b"\0\0\0\x18ftypmp42" + b"\0" * 99)
    program = f"from vision.sources import open_source; open_source({spec!r}, realtime=False)"
    environment = {**os.environ, "PYTHONPATH": str(Path(vision.__file__).parents[1])}
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    last = run.stderr.splitlines()[-1]
    assert run.stderr.startswith("Traceback"), "nothing before our own error"
    assert last.startswith("vision.sources.base.SourceError: ")


def test_a_folder_without_pictures_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("nothing to see")
    with pytest.raises(SourceError, match="holds no picture"):
        open_source(str(tmp_path), realtime=False)


@pytest.mark.parametrize("spec", ["ftp://host/a.mp4", "http://[broken/video"])
def test_an_unknown_kind_of_address_is_refused(spec):
    with pytest.raises(SourceError, match="//"):
        open_source(spec, realtime=False)


def test_a_folder_is_shown_in_the_order_of_its_numbers_each_picture_for_its_while(tmp_path):
    for name, level in [("10.png", 200), ("2.png", 100), ("1.png", 50)]:
        cv2.imwrite(str(tmp_path / name), flat(level))
    with open_source(str(tmp_path), realtime=False, hold_s=0.4) as source:
        frames = list(source)
    assert [grey_of(f) for f in frames] == [50, 50, 100, 100, 200, 200]
    assert [f.t for f in frames] == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])


def test_an_unreadable_picture_in_a_folder_is_left_out_with_a_warning(tmp_path, caplog):
    cv2.imwrite(str(tmp_path / "a.png"), flat(50))
    (tmp_path / "b.png").write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "c.png"), flat(150))
    with open_source(str(tmp_path), realtime=False, hold_s=0) as source:
        frames = list(source)
        assert [grey_of(f) for f in frames] == [50, 150]
        assert [f.number for f in frames] == [0, 1]
        assert source.skipped == [str(tmp_path / "b.png")]
    assert "b.png" in caplog.text


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_every_usual_kind_of_picture_is_read(tmp_path, suffix):
    path = tmp_path / f"brädet{suffix}"
    path.write_bytes(cv2.imencode(suffix, flat(120))[1])
    bgr = read_picture(path)
    assert (bgr.shape, bgr.dtype) == ((48, 64, 3), np.uint8)
    assert bgr.mean() == pytest.approx(120, abs=2)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_a_picture_that_breaks_off_is_refused_not_half_read(tmp_path, capfd, suffix):
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)
    data = cv2.imencode(suffix, noise)[1].tobytes()
    path = tmp_path / f"half{suffix}"
    path.write_bytes(data[: len(data) * 2 // 3])
    with pytest.raises(SourceError, match=r"breaks off|corrupt"):
        read_picture(path)
    assert capfd.readouterr().err == ""


def test_a_grey_picture_comes_with_three_channels(tmp_path):
    cv2.imwrite(str(tmp_path / "grey.png"), flat(90, (48, 64)))
    assert read_picture(tmp_path / "grey.png").shape == (48, 64, 3)


def test_a_telephone_s_picture_is_turned_upright(tmp_path):
    lying = flat(0)
    lying[:, 48:] = 255  # bright at the right
    jpeg = cv2.imencode(".jpg", lying)[1].tobytes()
    tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"  # orientation 6: turn clockwise
    exif = b"Exif\0\0" + tiff
    path = tmp_path / "phone.jpg"
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:])
    upright = read_picture(path)
    assert upright.shape == (64, 48, 3)
    assert upright[60].mean() > 200 > 50 > upright[3].mean(), "what was right is now at the bottom"


def huge_png():
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", 10_000, 10_000, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def huge_jpeg():
    small = bytearray(cv2.imencode(".jpg", flat(0))[1].tobytes())
    at = small.find(b"\xff\xc0")
    small[at + 5 : at + 9] = struct.pack(">HH", 10_000, 10_000)
    return bytes(small)


@pytest.mark.parametrize("make", [huge_png, huge_jpeg])
def test_a_picture_of_100_megapixels_is_refused_by_its_header(tmp_path, make):
    path = tmp_path / "bomb"
    path.write_bytes(make())
    with pytest.raises(SourceError, match="10000 x 10000 pixels are too many"):
        read_picture(path)


@pytest.mark.parametrize(("width", "height"), [(20_000, 3), (2, 20_000), (1, 1), (4_000, 200)])
def test_a_picture_too_narrow_for_a_table_is_refused(tmp_path, width, height):
    path = tmp_path / "narrow.png"
    cv2.imwrite(str(path), np.zeros((height, width, 3), np.uint8))
    with pytest.raises(SourceError, match=f"{width} x {height} pixels show no table"):
        read_picture(path)
