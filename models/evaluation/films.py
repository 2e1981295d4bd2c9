"""A film of a game that is followed by the tracker, watched through the game's own door and held against its truth.

Players, colours and settings are given, as people give them; whether the table tells settings too is counted apart.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Protocol, cast

from companion.follow.hypothesis import A, M, S
from companion.follow.tracker import Tracker
from companion.follow.weights import Weights
from companion.record.keeper import Keeper
from companion.record.store import Store
from companion.session.at_table import Agreed
from companion.session.followed_game import FollowedGame
from companion.session.games import door
from companion.session.live import play
from companion.session.played import E, Played, SeenStretch, T_contra
from models.evaluation.disturbances import disturbances, disturbed
from models.evaluation.labelled import Labelled, TruthError, read_truth
from models.evaluation.poor_cameras import Camera
from models.evaluation.recordings import Event, GameResult, Words, judge_recording
from vision.sources import open_source

Truth = dict[str, Any]
# The name in records -> the module that says what is due; it is a ``FilmedGame``
GAMES: Mapping[str, str] = {
    "one-two-three-four": "tiles",
    "punto": "point_cards",
    "four-colour-cards": "strips",
}


@dataclass
class Watched:
    """One film, watched: the ``events`` told, the ``looks`` from the first one on that begins the game until it is
    over, and the stretch on which it began."""

    events: list[Event] = field(default_factory=list)
    looks: list[Any] = field(default_factory=list)
    begun_on: SeenStretch | None = None


class FilmedGame(Protocol):
    """How films of one game are held against their truth."""

    def words(self, shown: Labelled) -> Words:
        """Its acts as far as they are compared."""

    def seats(self, truth: Truth) -> Mapping[str, str] | None:
        """On which side of the picture each player sits, where people say that."""

    def as_seen(self, truth: Truth, events: list[Event]) -> Truth:
        """The truth with its cells as the eyes count them, by the ``events`` that were told."""

    def judge_begun(self, result: GameResult, shown: Labelled, watched: Watched) -> None:
        """Count what the table told of itself when the game began."""

    def write_log(self, path: Path, truth: Truth, looks: Sequence[Any]) -> None:
        """Write down what was seen, of a film with this truth."""


def evaluate_film(
    film: Path, weights: Weights | None = None, *, disturb: bool = False, logs: Path | None = None
) -> GameResult:
    """Watch a film and judge what is told of it; raises TruthError. ``weights`` None: those that ship. ``disturb``
    lays ``models.evaluation.disturbances`` over it. What the eyes saw is written down in the folder ``logs``."""
    shown = Labelled(film, read_truth(film.with_suffix(".json")), film.parent.name)
    happen = disturbances(shown.truth) if disturb else ()
    start = time.perf_counter()
    watched = watch(shown, weights, lambda bgr, t: disturbed(bgr, t, happen))
    rate = shown.truth["frames"] / (time.perf_counter() - start)
    if logs is not None:
        name = "-".join([film.parent.name, film.stem, *["disturbed"] * disturb])
        seen = filmed_game(shown).as_seen(shown.truth, watched.events)
        filmed_game(shown).write_log(logs / f"{name}.npz", seen, watched.looks)
    return judge_film(shown, watched, rate)


def watch(shown: Labelled, weights: Weights | None = None, seen: Camera = lambda bgr, _: bgr) -> Watched:
    """Watch a film of which players, colours and settings are known from its truth; ``seen`` makes of each frame, and
    of its time in seconds, what the camera sees. Raises TruthError for a game that the tracker does not follow."""
    header = shown.truth["header"]
    players, seats = tuple(header["players"]), filmed_game(shown).seats(shown.truth)
    agreed = Agreed(header["game"], players, header["options"], header.get("colours"), seats)
    table = door(agreed.game)
    session = table.session(agreed, Keeper(Store.open(":memory:")))
    if not isinstance(session, FollowedGame):
        raise TruthError(f"{shown.path}: {agreed.game} is not followed by the tracker alone")
    if weights is not None:
        session.played = cast("Played[Any, Any, Any, Any, Any]", _ByWeights(session.played, weights))
    watched, eyes, last = Watched(), table.eyes(agreed.options, None), None
    with open_source(str(shown.path), realtime=False) as source:
        for frame in source:
            ended = session.outcome is not None
            for event in play(replace(frame, bgr=seen(frame.bgr, frame.t)), eyes, session):
                watched.events.append(event)
                if event["event"] == "ready":
                    watched.begun_on = session.stretch
            if not ended and session.seen is not None and session.seen is not last:
                last = session.seen
                watched.looks.append(last)
    return watched


def judge_film(shown: Labelled, watched: Watched, frames_per_s: float) -> GameResult:
    """Hold what was told of a film against its truth."""
    game = filmed_game(shown)
    due = replace(shown, truth=game.as_seen(shown.truth, watched.events))
    result = judge_recording(due, watched.events, frames_per_s, game.words(due))
    if watched.begun_on is not None:
        game.judge_begun(result, due, watched)
    return result


def filmed_game(shown: Labelled) -> FilmedGame:
    """What a film's game gives to be judged; raises TruthError."""
    game = shown.truth.get("game", shown.truth.get("header", {}).get("game"))
    if game not in GAMES:
        raise TruthError(f"{shown.path}: films of {', '.join(GAMES)} can be judged, not of {game}")
    return cast("FilmedGame", import_module(f"models.evaluation.{GAMES[game]}.films"))


class _ByWeights(Generic[S, A, M, E, T_contra]):
    """What a game gives of its own, followed by other weights than those that ship."""

    def __init__(self, played: Played[S, A, M, E, T_contra], weights: Weights) -> None:
        self._played, self._weights = played, weights

    def tracker(self, state: S, fault: A | None, seen: E) -> Tracker[S, A, M, E]:
        own = self._played.tracker(state, fault, seen)
        tracker = Tracker(own.game, self._weights, own.costs, state, seen)
        if fault is not None:
            tracker.restart(state, fault, seen)
        return tracker

    def __getattr__(self, name: str) -> object:
        return getattr(self._played, name)
