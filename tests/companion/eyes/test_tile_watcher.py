"""A table of tiles is watched: the board is found and followed, its cells are read and keep their names."""

from dataclasses import replace
from functools import cache
from itertools import count

import numpy as np
import pytest

from companion.eyes.hands import HAND_LEAVES_S
from companion.eyes.hints import Hints
from companion.eyes.tiles.shown import cells_look
from companion.eyes.tiles.stretch import TileStretch
from companion.eyes.tiles.watcher import TileWatcher, corner_scores, tile_scores
from companion.eyes.watcher import MAX_LOOKS, CameraNews
from companion.follow.one_two_three_four import CONTENTS
from models.scenes.camera import expose
from models.scenes.tiles.quick import render
from models.scenes.tiles.recording_table import FilmedTable, sample_stage
from models.scenes.tiles.truth import truth
from vision.tile_table import reading
from vision.tile_table.reading import COLOURS, TileCells

SEED, BEFORE, LAID = 5101, (1, 3), (2, 2)


@cache
def drawn() -> tuple[np.ndarray, np.ndarray, dict]:
    """A table (H, W, 3) with one tile on the board, the same with one more, and its truth."""
    stage = sample_stage(SEED, 960, 540, "any", None)
    table = FilmedTable(np.random.default_rng(SEED), stage)
    table.put(table.colours[0], BEFORE)
    first = table.scene()
    table.put(table.colours[1], LAID)
    pictures = [expose(render(scene)[0], scene.camera) for scene in (first, table.scene())]
    return *pictures, truth(first, np.zeros((540, 960), np.uint8))


def corners() -> tuple[str, ...]:
    told = drawn()[2]
    last = told["size"] - 1
    names = {tuple(cell): name for name, cell in told["corners"].items()}
    return tuple(names[cell] for cell in ((0, 0), (0, last), (last, last), (last, 0)))


def watched(*scenes: np.ndarray, hints: Hints | None = None, for_s: float = 3.0) -> tuple[TileWatcher, list]:
    """What comes of watching each of the scenes for so long, through a camera with a little noise."""
    watcher, clock, news = TileWatcher(), count(), []
    rng = np.random.default_rng(1)
    for bgr in scenes:
        for _ in range(int(for_s * 10)):
            grain = rng.normal(0, 1.5, bgr.shape)
            frame = np.clip(bgr + grain, 0, 255).astype(np.uint8)
            news += watcher.feed(frame, next(clock) / 10, hints or Hints(corners=corners()))
    return watcher, news


def owners(stretch: TileStretch) -> dict[tuple[int, int], str]:
    best = stretch.cells.owner.argmax(-1)
    return {(int(r), int(c)): CONTENTS[best[r, c]] for r, c in np.argwhere(best > 0)}


def test_the_tracker_and_the_eyes_name_what_lies_on_a_cell_in_one_order():
    assert CONTENTS == reading.CONTENTS


def test_a_table_at_rest_is_looked_at_until_more_looks_tell_nothing_new():
    watcher, looks = watched(drawn()[0])
    assert [look.looks for look in looks] == list(range(1, MAX_LOOKS + 1))
    assert watcher.size == drawn()[2]["size"] and {look.number for look in looks} == {1}
    assert [owners(look) for look in looks[-1:]] == [{BEFORE: COLOURS[0]}]


def test_before_a_board_is_found_its_size_is_what_was_given():
    assert TileWatcher().size is None and TileWatcher(7).size == 7


def test_where_the_board_has_another_size_than_was_said_the_eyes_say_so():
    watcher = TileWatcher(8)
    list(watcher.feed(drawn()[0], 0.0))
    assert watcher.board is None and watcher.eyes == "lost"
    assert watcher.why["en"].startswith("no board of 8 cells a side in sight, but one of 6:")


def test_a_tile_laid_is_a_change_of_its_cell_alone():
    watcher, news = watched(*drawn()[:2])
    look = cells_look(news[-1], watcher.keyframes.kept)
    assert look.number == 2 and look.condition == "plain" and list(look.cells.changed) == [1]
    size = drawn()[2]["size"]
    changed = look.cells.changed[1].reshape(size, size)
    assert np.unravel_index(changed.argmax(), changed.shape) == LAID and changed.max() > 10
    others = np.delete(changed.ravel(), LAID[0] * size + LAID[1])  # its shadow falls on one of them
    assert others.max() < changed.max() / 20
    assert look.cells.p.shape == (size * size, 5) and look.cells.hidden.max() < 0.5
    assert CONTENTS[look.cells.p[LAID[0] * size + LAID[1]].argmax()] == COLOURS[1]


def test_the_first_look_is_compared_with_nothing():
    watcher, news = watched(drawn()[0])
    first = cells_look(news[0], watcher.keyframes.kept)
    assert first.condition == "plain" and first.cells.changed == {}


@pytest.mark.parametrize("known", [True, False])
def test_a_board_seen_from_the_other_side_keeps_its_cells_names(known):
    """Its corners tell the way up, where they are known; the tiles as they lay tell it too."""
    _, bgr, _ = drawn()
    hints = Hints(corners=corners()) if known else Hints()
    for_s = 3.0 + HAND_LEAVES_S  # what is seen in its place may be taken for a hand
    watcher, news = watched(bgr, bgr[::-1, ::-1].copy(), hints=hints, for_s=for_s)
    assert [item.state for item in news if isinstance(item, CameraNews)] == ["moved"]
    before, after = (
        next(item for item in order if isinstance(item, TileStretch)) for order in (news, news[::-1])
    )
    assert owners(before) == owners(after)
    look = cells_look(after, watcher.keyframes.kept)
    assert look.condition == "moved" and np.isnan(look.cells.changed[before.number]).all()


def test_a_darker_room_is_another_light_and_no_change():
    watcher, news = watched(drawn()[0])
    stretch = news[-1]
    dusk = replace(stretch, number=2, patches=stretch.patches * np.float32(0.7))
    look = cells_look(dusk, watcher.keyframes.and_now(dusk).kept)
    assert look.condition == "lamp" and look.cells.changed[1].max() < 2.5


def cells_of(corner_p: np.ndarray, owner: np.ndarray) -> TileCells:
    return TileCells(owner, np.zeros(owner.shape[:2], np.float32), corner_p, 0.5)


@pytest.mark.parametrize("turn", range(4))
def test_known_corners_tell_the_turn(turn):
    """Though one corner lies under a tile."""
    seen = np.roll(np.eye(4), turn, axis=0).astype(np.float32)
    seen[1] = 0.25
    cells = cells_of(seen, np.ones((5, 5, 5), np.float32) / 5)
    assert corner_scores(cells, COLOURS).argmax() == turn


@pytest.mark.parametrize("turn", range(4))
def test_tiles_that_lay_there_tell_the_turn(turn):
    """Though one was moved meanwhile."""
    owner = np.eye(5, dtype=np.float32)[np.zeros((5, 5), int)]
    owner[0, 1], owner[2, 3] = np.eye(5)[1], np.eye(5)[3]
    moved = np.rot90(owner, -turn).copy()
    moved[4, 4] = np.eye(5)[2]
    even = np.full((4, 4), 0.25, np.float32)
    assert tile_scores(cells_of(even, moved), cells_of(even, owner)).argmax() == turn
