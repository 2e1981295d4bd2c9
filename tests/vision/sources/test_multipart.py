"""A stream of pictures is cut into these, wherever its chunks end."""

import pytest

from vision.sources.multipart import Joined, Multipart, MultipartError

PARTS = [b"\xff\xd8 one \xff\xd9", b"\xff\xd8 two --frame two \xff\xd9", b"\xff\xd8 three \xff\xd9"]


def stream_with_lengths():
    return b"".join(b"--b.\r\nContent-length: %d\r\n\r\n%s\r\n" % (len(p), p) for p in PARTS)


def stream_without_lengths():
    return b"".join(b"\r\n----b.\r\nContent-Type: image/jpeg\r\n\r\n" + p for p in PARTS) + b"\r\n----b.--"


def stream_with_bare_newlines():
    return b"".join(b"--b.\nX: y\nCONTENT-LENGTH:%d\n\n%s\n" % (len(p), p) for p in PARTS)


def stream_joined_in_the_middle():
    return b"tail of a picture \xff\xd9\r\n" + stream_with_lengths()


STREAMS = [
    stream_with_lengths,
    stream_without_lengths,
    stream_with_bare_newlines,
    stream_joined_in_the_middle,
]


@pytest.mark.parametrize("make", STREAMS)
@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 50, 1000])
def test_a_stream_is_cut_alike_wherever_its_chunks_end(make, chunk):
    data, stream = make(), Multipart()
    parts = [p for at in range(0, len(data), chunk) for p in stream.feed(data[at : at + chunk])]
    assert parts == PARTS


def test_a_picture_is_not_held_back_until_the_next_one_comes():
    stream = Multipart()
    assert stream.feed(b"--b\r\nContent-Type: image/jpeg\r\n\r\n" + PARTS[0] + b"\r\n") == [PARTS[0]]


def test_a_length_that_lies_costs_its_own_picture_only():
    stream = Multipart()
    lie = b"--b\r\nContent-Length: 3\r\n\r\n" + PARTS[0] + b"\r\n"
    assert stream.feed(lie + stream_with_lengths().replace(b"--b.", b"--b"))[1:] == PARTS


def test_what_is_no_stream_is_refused_instead_of_gathered_for_ever():
    stream = Multipart()
    with pytest.raises(MultipartError, match="no MJPEG"):
        for _ in range(100):
            stream.feed(b"x" * 100_000)


def test_a_picture_too_large_to_be_true_is_refused():
    with pytest.raises(MultipartError, match="above 32 MB"):
        Multipart().feed(b"--b\r\nContent-Length: 99999999999\r\n\r\n")


@pytest.mark.parametrize("chunk", [1, 3, 50, 1000])
def test_pictures_one_behind_the_other_are_cut_where_the_next_begins(chunk):
    pictures = [b"\xff\xd8\xff one \xff\xd9", b"\xff\xd8\xff two \xff\xd9"]
    stream, data = Joined(), b"\r\n".join(pictures)
    parts = [part for at in range(0, len(data), chunk) for part in stream.feed(data[at : at + chunk])]
    assert parts == pictures


def test_pictures_one_behind_the_other_end_some_time():
    with pytest.raises(MultipartError, match="above 32 MB"):
        Joined().feed(b"\xff\xd8\xff" + bytes(33_000_000))
