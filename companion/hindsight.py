"""What a later act tells of an earlier one that could not be made out, or that was flagged: who has had his turn has
let it count."""

from __future__ import annotations

from typing import Any

from companion.interpreter import Evidence, Expectation, Interpretation, Stacks, interpret


def possible_act(game: Any, state: Any, seen: Interpretation, cards: tuple[str, ...]) -> Any | None:
    """The act that the one unclear field would be, had the player on turn put a stone there, if it is legal."""
    if len(seen.unclear) != 1 or seen.added or seen.removed or not cards:
        return None
    act = game.Place(state.on_turn, seen.unclear[0], cards)
    return act if game.judge(state, act).legal else None


def faults_of_next_act(
    game: Any,
    after: Any,
    players: tuple[str, ...],
    evidence: Evidence,
    before: Stacks,
    cards: tuple[str, ...],
) -> set[str] | None:
    """The faults of the stone that was surely placed if the game has come to the state ``after``; None where none
    was. ``before`` are the stacks when table and game last agreed."""
    table = game.expected_table(after)
    expected = Expectation(table.stacks, table.fields, players, after.on_turn, cards)
    seen = interpret(evidence.since(before, table.stacks), expected)
    if seen.unclear or not seen.placement:
        return None
    return set(game.judge(after, game.Place(*seen.placement, cards)).faults)
