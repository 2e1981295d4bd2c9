"""Frames in, settled looks out."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from companion.commands.demo import RECORDING
from companion.eyes.fields_table import FieldsTable
from companion.eyes.hints import NOTHING_KNOWN, Hints
from companion.eyes.keyframes import Kept
from companion.eyes.learnt_set import learn_set
from companion.eyes.showing import show
from companion.eyes.stretch import Stretch
from companion.eyes.watcher import MAX_LOOKS, CameraNews, Watcher
from models.scenes.camera import expose
from models.scenes.quick.render import render
from models.scenes.sample import sample_scene
from vision.finding.board import Board, find_board
from vision.finding.overview import Overview, glance
from vision.stone_table import prints
from vision.stone_table.reading import FIELD_COLOURS, Fields
from vision.stone_table.stones import read_fields


@pytest.mark.parametrize("frames_per_s", [10, 60])
def test_a_fast_camera_shows_a_table_no_shorter_than_a_slow_one(frames_per_s):
    """A hand that is shown is told after most of a second: until then somebody has to look."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    watcher = Watcher()
    news = [item for n in range(2 * frames_per_s) for item in watcher.feed(bgr, n / frames_per_s)]
    looks = [item for item in news if isinstance(item, Stretch)]
    assert [look.looks for look in looks] == list(range(1, MAX_LOOKS + 1))
    assert all(later.t - look.t > 0.08 for look, later in pairwise(looks))
    assert looks[-1].settled_for_s > 0.9


@pytest.mark.parametrize(
    ("every_s", "looks"), [(0.1, [1, 2, 3, 4]), (0.2, [1, 3, 5, 7]), (0.3, [1, 4, 6, 8]), (1.0, [1, 4, 6, 8])]
)
def test_where_the_computer_is_slow_each_look_counts_for_more(every_s, looks):
    """As often as it looks in a second, an act must be told before the next one begins."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    watcher = Watcher()
    news = [item for n in range(12) for item in watcher.feed(bgr, n * every_s)]
    assert [item.looks for item in news if isinstance(item, Stretch)][:4] == looks


def test_a_board_that_was_looked_for_and_lies_where_it_lay_is_looked_at_in_the_next_frame(monkeypatch):
    """Nothing has moved: who waits for the table to be still once more may miss the act."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    watcher = watching(bgr)
    found = [False, True]
    monkeypatch.setattr(watcher, "_still_there", lambda _: found.pop(0))
    frames = [bgr[:, ::-1], *[bgr] * 6]  # something moves for a moment
    told = [[*watcher.feed(frame, 1 + n / 10)] for n, frame in enumerate(frames)]
    assert not found
    assert [bool(news) for news in told] == [False] * 6 + [True]


@pytest.mark.parametrize(("hidden", "waits"), [((3, 4), False), ((0, 0), True)])
def test_fields_paled_by_a_lamp_that_burns_out_others_are_under_no_hand(monkeypatch, hidden, waits):
    """A game could not begin before the first hand came: it was waited for a hand that was none."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    board = find_board(bgr)
    assert board is not None
    x, y = board.pose.project(np.array([[0.5, -0.5, 0]]))[0]  # the middle of the field [3, 3]
    rows, columns = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    field_px = np.linalg.norm(board.corners_px[1] - board.corners_px[0]) / 6
    glare = 400 * np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / (2 * (0.5 * field_px) ** 2))
    lit = np.clip(bgr + glare[..., None], 0, 255).astype(np.uint8)

    def seen(picture: np.ndarray, board: Board) -> Fields:
        fields = read_fields(picture, board)
        looks_hidden = np.zeros((6, 6), np.float32)
        looks_hidden[hidden] = 0.9
        return replace(fields, hidden=looks_hidden)

    monkeypatch.setattr("companion.eyes.fields_table.read_fields", seen)
    watcher = Watcher()
    looks = [item for n in range(10) for item in watcher.feed(lit, n / 10)]
    assert bool(looks) is not waits
    assert watcher.eyes == ("hand" if waits else "watching")


def watching(bgr: np.ndarray) -> Watcher:
    """After some looks at the table, of which the last was clear."""
    watcher = Watcher()
    *_, last = [item for n in range(9) for item in watcher.feed(bgr, n / 10) if isinstance(item, Stretch)]
    assert list(watcher.feed(bgr, 0.88, Hints(clear_at=last.t))) == []
    return watcher


def knock(bgr: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The picture after a knock, and where its pixels went, (2, 3)."""
    affine = cv2.getRotationMatrix2D((bgr.shape[1] / 2, bgr.shape[0] / 2), 2.5, 1.0)
    affine[:, 2] += [28, -16]
    return cv2.warpAffine(bgr, affine, bgr.shape[1::-1], borderMode=cv2.BORDER_REFLECT), affine


def test_a_knocked_camera_is_noticed_though_the_board_is_thought_to_be_under_a_hand_at_first(monkeypatch):
    """What looks like a hand keeps the board from being taken where it is found; it must not be looked for where it
    was."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    watcher = watching(bgr)
    assert watcher.board is not None
    before_px = watcher.board.corners_px
    knocked, affine = knock(bgr)
    after_px = before_px @ affine[:, :2].T + affine[:, 2]

    monkeypatch.setattr("companion.eyes.hands.hand_near", lambda *_: True)
    news = [item for n in range(10, 25) for item in watcher.feed(knocked, n / 10)]
    assert watcher.eyes == "hand" and news == []
    monkeypatch.undo()
    news = [item for n in range(25, 40) for item in watcher.feed(knocked, n / 10)]
    assert [item.state for item in news if isinstance(item, CameraNews)] == ["moved"]
    assert np.abs(watcher.board.corners_px - after_px).mean() < 3
    assert any(isinstance(item, Stretch) for item in news)


def test_a_knock_at_a_table_where_something_always_looks_like_a_hand_is_noticed_at_once(monkeypatch):
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    looks_like_one: dict[int, np.ndarray] = {}

    def glance_with_a_hand(picture: np.ndarray) -> Overview:
        overview = glance(picture)
        return replace(overview, hand=looks_like_one.get(id(picture), overview.hand))

    monkeypatch.setattr("companion.eyes.fields_table.glance", glance_with_a_hand)
    overview = glance(bgr)
    on_the_board = np.zeros_like(overview.hand)
    rows, columns = on_the_board.shape
    on_the_board[rows // 2 - 3 : rows // 2 + 3, columns // 2 - 3 : columns // 2 + 3] = 0.9
    knocked, affine = knock(bgr)
    scale = np.diag([overview.scale, overview.scale, 1.0])
    to_cells = (scale @ np.vstack([affine, [0, 0, 1]]) @ np.linalg.inv(scale))[:2]
    looks_like_one[id(bgr)] = on_the_board
    looks_like_one[id(knocked)] = cv2.warpAffine(on_the_board, to_cells, (columns, rows))
    watcher = watching(bgr)

    news = [item for n in range(10, 20) for item in watcher.feed(knocked, n / 10)]
    assert [item.state for item in news if isinstance(item, CameraNews)] == ["moved"]


def test_a_board_lost_for_a_moment_that_lies_where_it_lay_is_on_the_table_that_is_known(monkeypatch):
    """What lies there that did not is noticed then too."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    watcher = watching(bgr)
    before = watcher.keyframes.latest
    assert before is not None
    monkeypatch.setattr(watcher, "_still_there", lambda _: False)
    frames = [bgr[:, ::-1], *[bgr] * 9]  # something moves for a moment
    assert [item for n, frame in enumerate(frames) for item in watcher.feed(frame, 1 + n / 10)] == []
    monkeypatch.undo()
    assert watcher.board is not None
    (centre,) = watcher.board.pose.project(np.array([[-4.65, -0.05, 0]])).astype(int)
    field_px = int(np.linalg.norm(watcher.board.corners_px[1] - watcher.board.corners_px[0])) // 6
    usual = np.median(bgr[::9, ::9].reshape(-1, 3), axis=0)
    laid = cv2.circle(bgr.copy(), centre.tolist(), field_px, (0.7 * usual).tolist(), -1)
    looks = [item for n in range(21, 34) for item in watcher.feed(laid, n / 10) if isinstance(item, Stretch)]
    (place,) = show(looks[-1], [Kept.after(None, before)]).tables[before.number].unread
    assert np.linalg.norm(place - [-4.65, -0.05]) < 0.5


def test_cards_are_named_after_the_fields_as_surely_as_these_were_named(monkeypatch):
    """A field that may be red or violet is no example of either."""
    _, bgr = cv2.VideoCapture(str(RECORDING)).read()
    sure_of = []

    def printed_now(*seen):
        sure_of.append(seen[4])
        return prints.printed_now(*seen)

    monkeypatch.setattr("companion.eyes.stretch.printed_now", printed_now)
    watcher = Watcher()
    (look, *_) = [item for n in range(9) for item in watcher.feed(bgr, n / 10) if isinstance(item, Stretch)]
    prints_p = look.fields.field.copy()
    prints_p[2, 3] = 1 / 6
    learnt = learn_set(replace(look, fields=replace(look.fields, field=prints_p)))
    indices = np.array([[FIELD_COLOURS.index(name) for name in row] for row in learnt.fields])
    hints = Hints(indices, learnt.sure, learnt.shades)
    assert [item.cards for n in range(9, 13) for item in watcher.feed(bgr, n / 10, hints)]
    assert sure_of[-1][2, 3] < np.delete(sure_of[-1].ravel(), 15).min()


def test_where_a_board_of_another_size_lies_the_eyes_say_which():
    scene = sample_scene(5010, width=800, height=450, mode="other")
    why = FieldsTable(6, None).find(expose(render(scene)[0], scene.camera), NOTHING_KNOWN)
    assert isinstance(why, dict)
    assert why["en"].startswith("no board of 6 cells a side in sight, but one of 8:")
