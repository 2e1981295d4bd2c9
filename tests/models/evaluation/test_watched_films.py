"""A film is watched through its game's own door; what the eyes saw of it can be kept."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.follow.one_two_three_four import contents
from companion.follow.weights import read_weights
from companion.record.store import Store
from models.evaluation import films
from models.evaluation.labelled import Labelled, TruthError
from models.fit_weights import FOLDER
from referee import one_two_three_four as rules
from referee import records
from referee.one_two_three_four_acts import Enter, tiles_after
from tests.companion.session.lane_table import PICTURE, Eyes, LaneTable, Watcher
from vision.sources import Frame


class LaterLaid(Watcher):
    """Eyes that see a red tile on e1 from the third frame on."""

    def feed(self, bgr: np.ndarray, t: float, hints: Any = None) -> Any:
        if t > 7:
            start = rules.start(("ann", "bo"))
            self.table = contents(start, tiles_after(start, Enter("ann", "red", 4)))
        return super().feed(bgr, t, hints)


@pytest.fixture
def film(monkeypatch: pytest.MonkeyPatch) -> Labelled:
    session = LaneTable(Store.open(":memory:")).new_session()
    table = SimpleNamespace(session=lambda *_: session, eyes=lambda *_: LaterLaid(Eyes()))
    frames = [Frame(PICTURE, 3.0 * n, n) for n in range(1, 6)]
    monkeypatch.setattr(films, "door", lambda game: table)
    monkeypatch.setattr(films, "open_source", lambda *_, **__: nullcontext(frames))
    header = records.header_fields(rules.start(("ann", "bo")))
    return Labelled(Path("t.mp4"), {"header": header}, "made")


def test_what_is_told_and_what_was_seen_of_a_film(film: Labelled) -> None:
    watched = films.watch(film)
    assert [event["event"] for event in watched.events] == ["ready", "act"]
    assert watched.events[1]["act"] == {"act": "enter", "player": "ann", "colour": "red", "steps": 4}
    assert len(watched.looks) == 5
    assert watched.begun_on is not None and watched.begun_on.t == watched.looks[0].t


def test_a_film_can_be_followed_by_other_weights(film: Labelled) -> None:
    own = read_weights(FOLDER / f"{rules.ID}.json")
    unsure = replace(own, temperature=dict.fromkeys(own.temperature, 1000.0))
    assert [event["event"] for event in films.watch(film, unsure).events] == ["ready", "unclear"]


def test_a_game_that_is_followed_otherwise_is_refused(
    film: Labelled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(films, "door", lambda game: SimpleNamespace(session=lambda *_: object()))
    with pytest.raises(TruthError, match="not followed by the tracker alone"):
        films.watch(film)
