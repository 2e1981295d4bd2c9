"""Who won what, how long games take, and which faults are made: from the list of the games that are kept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Any

_NIGHT_H = 5  # a game begun so late belongs to the evening before
_AT_ONCE_S = (
    1.0  # acts kept within so little time were brought from elsewhere, and nobody knows when they were done
)

Game = Mapping[str, Any]  # as `companion.record.library.Library.games` tells it


def seconds_played(created: str, acts: Sequence[str]) -> float | None:
    """How long a game took that was begun at ``created``, from when its acts were told (ISO 8601); None if unknown.

    >>> seconds_played("2026-11-30T20:00:00+00:00", ["2026-11-30T20:01:00+00:00", "2026-11-30T20:12:30+00:00"])
    750.0
    """
    times = [datetime.fromisoformat(time) for time in acts]
    if len(times) < 2 or (max(times) - min(times)).total_seconds() < _AT_ONCE_S:
        return None
    return max(0.0, (max(times) - datetime.fromisoformat(created)).total_seconds())


def faults_of(told: Iterable[tuple[str | None, tuple[str, ...]]]) -> dict[str, dict[str, int]]:
    """How often each player made each fault; of nobody in particular under ""."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for player, faults in told:
        counts[player or ""].update(faults)
    return {player: dict(counted) for player, counted in counts.items()}


def statistics(games: Sequence[Game]) -> dict[str, Any]:
    """All that is told of the games: by people, by game, by evening, and by fault, the most frequent first."""
    return {
        "games": [_by_game(kind, [game for game in games if game["game"] == kind]) for kind in _kinds(games)],
        "people": _by_people(games),
        "faults": dict(sum((_faults(game) for game in games), Counter[str]()).most_common()),
        "evenings": _by_evening(games),
    }


def _kinds(games: Sequence[Game]) -> list[str]:
    return [kind for kind, _ in Counter(game["game"] for game in games).most_common()]


def _by_game(kind: str, games: Sequence[Game]) -> dict[str, Any]:
    known = [game["seconds"] for game in games if game["seconds"] is not None and game["finished"]]
    return {
        "game": kind,
        "name": games[0]["name"],
        "played": len(games),
        "decided": sum(bool(game["outcome"]) for game in games),
        "usual_s": median(known) if known else None,
        "longest_s": max(known, default=None),
    }


def _by_people(games: Sequence[Game]) -> list[dict[str, Any]]:
    """Each person, with how often and what was played and won; whoever has no name goes by the colour."""
    people: dict[str, dict[str, Any]] = {}
    for game in games:
        winners = game["outcome"]["winners"] if game["outcome"] else ()
        for player in game["players"]:
            told = people.setdefault(
                _called(game, player), {"played": Counter(), "won": Counter(), "faults": Counter()}
            )
            told["played"][game["game"]] += 1
            told["won"][game["game"]] += player in winners
            told["faults"].update(game["faults"].get(player, {}))
    ordered = sorted(
        people.items(), key=lambda one: (-one[1]["won"].total(), -one[1]["played"].total(), one[0])
    )
    return [{"name": name, **{what: dict(told[what]) for what in told}} for name, told in ordered]


def _by_evening(games: Sequence[Game]) -> list[dict[str, Any]]:
    evenings: dict[str, list[Game]] = defaultdict(list)
    for game in games:
        begun = datetime.fromisoformat(game["created"]).astimezone() - timedelta(hours=_NIGHT_H)
        evenings[begun.date().isoformat()].append(game)
    return [
        {
            "date": date,
            "games": len(played),
            "seconds": sum(game["seconds"] or 0 for game in played),
            "faults": sum(_faults(game).total() for game in played),
            "won": dict(
                Counter(
                    _called(game, winner)
                    for game in played
                    if game["outcome"]
                    for winner in game["outcome"]["winners"]
                ).most_common()
            ),
        }
        for date, played in sorted(evenings.items(), reverse=True)
    ]


def _called(game: Game, player: str) -> str:
    return str(game["names"].get(player, player))


def _faults(game: Game) -> Counter[str]:
    return sum((Counter(made) for made in game["faults"].values()), Counter[str]())
