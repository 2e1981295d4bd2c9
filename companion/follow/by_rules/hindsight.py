"""What a later act tells of an earlier one that could not be made out, or that was flagged: who has had his turn has
let it count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.follow.by_rules.evidence import Evidence, Expectation, Floats, Stacks, at
from companion.follow.by_rules.interpreter import Interpretation, interpret, likeliest_paid
from companion.follow.by_rules.played_cards import PlayedCards, colours_of
from vision.stone_table.changes import Cell
from vision.stone_table.reading import OWNERS, CardSeen

CARD_FAULTS = frozenset({"no_cards", "mixed_colours", "wrong_colour", "too_few_cards", "too_many_cards"})
_SURE_OF_A_TOP = 0.9  # whose the uppermost stone of a field is, where play went on


@dataclass(frozen=True)
class InDoubt:
    """An act that may have been done, the state after it, and the account of the cards since; and the fields of which
    it was not known whether something happened there besides. ``unread``: its stone is plainly seen, and only the
    cards laid for it are not."""

    act: Any
    after: Any
    cards: PlayedCards
    besides: frozenset[Cell] = frozenset()
    unread: bool = False

    @property
    def stone_seen(self) -> bool:
        """Whether its stone was plainly seen."""
        return self.unread or bool(self.besides)


@dataclass(frozen=True)
class Then:
    """The stone that was surely placed after an act in doubt, with what cards, and the faults of that."""

    seen: Interpretation
    cards: tuple[CardSeen, ...]
    faults: frozenset[str]


def possible_act(
    game: Any, state: Any, seen: Interpretation, readings: Sequence[tuple[str, ...]]
) -> Any | None:
    """The act that the one unclear field would be, had the player on turn put a stone there, or the placement that is
    plainly seen beside fields that are unclear: the first that is legal with the cards as they may be read."""
    if seen.placement:
        player, cell = seen.placement
    elif len(seen.unclear) == 1 and not (seen.added or seen.removed):
        player, (cell,) = state.on_turn, seen.unclear
    else:
        return None
    acts = (game.Place(player, cell, cards) for cards in readings if cards)
    return next((act for act in acts if game.judge(state, act).legal), None)


def overlooked_act(game: Any, state: Any, evidence: Evidence, expected: Expectation) -> Any | None:
    """The act that cards tell of when no stone is seen for them: a stone of its field's colour is easily overlooked,
    but one of the fields that cost so much looks changed, and no other does."""
    cell = likeliest_paid(evidence, expected)
    if cell is None:
        return None
    act = game.Place(state.on_turn, cell, expected.cards)
    return act if game.judge(state, act).legal else None


def unseen_acts(game: Any, state: Any, evidence: Evidence, expected: Expectation) -> list[Any]:
    """The acts that the cards laid may pay for and that leave hardly anything to see: a stone on a field or a tower
    of its own colour."""
    acts = []
    for cell in sorted(expected.paid):
        shows = (expected.fields[cell[0]][cell[1]], *at(expected.stacks, cell))[-1]
        act = game.Place(expected.to_move, cell, expected.cards)
        hardly_shows = shows == expected.to_move and not evidence.looks_bare(cell)
        if hardly_shows and game.judge(state, act).legal:
            acts.append(act)
    return acts


def misread_acts(game: Any, state: Any, told: Any) -> list[Any]:
    """The legal acts of the player on turn that may have been ``told`` as a fault: a stone of his as another's, or
    one that his cards pay for as one of several, where a tower seemed to have grown besides."""
    acts = []
    if isinstance(told, game.Place) and told.player != state.on_turn:
        acts = [replace(told, player=state.on_turn)]
    elif isinstance(told, game.Change) and not told.removed:
        cells = [cell for player, cell in told.added if player == state.on_turn]
        acts = [game.Place(state.on_turn, cell, told.cards) for cell in cells]
    return [act for act in acts if game.judge(state, act).legal]


def taken_back(game: Any, state: Any, told: Any, last: Any) -> Any | None:
    """The state before the ``last`` act, if all that is ``told`` is that its stone was taken off again."""
    if not isinstance(told, game.Change) or not isinstance(last, game.Place):
        return None
    if told.added or told.removed != ((last.player, last.cell),):
        return None
    table = game.expected_table(state)
    rows = [list(row) for row in table.stacks]
    row, col = last.cell
    rows[row][col] = rows[row][col][:-1]
    return game.with_table(state, replace(table, stacks=tuple(map(tuple, rows))), last.player)


def without_price(cards: Sequence[CardSeen], price: Sequence[str]) -> tuple[CardSeen, ...]:
    """The cards that are left when those of a ``price``, colours, are taken away; none if they are not all there."""
    left = list(cards)
    for colour in price:
        paid = next((n for n, card in enumerate(left) if card.colour == colour), None)
        if paid is None:
            return ()
        del left[paid]
    return tuple(left)


def next_act(
    game: Any,
    after: Any,
    players: tuple[str, ...],
    evidence: Evidence,
    before: Stacks,
    readings: Sequence[tuple[CardSeen, ...]],
    besides: frozenset[Cell] = frozenset(),
) -> Then | None:
    """What was surely done next if the game has come to the state ``after``, with the cards read so that it has the
    fewest faults; None where nothing was. ``before`` are the stacks when table and game last agreed: where they
    differ ``after``, it is not asked what is seen, unless the stone stands there; on ``besides`` never."""
    table = game.expected_table(after)
    now = evidence.since(before, table.stacks).without(besides)
    found = []
    for cards in readings:
        colours = colours_of(cards)
        expected = Expectation(table.stacks, table.fields, players, after.on_turn, colours)
        for look in (now.without(now.fresh), now):
            seen = interpret(look, expected)
            if seen.placement and not seen.unclear:
                faults = game.judge(after, game.Place(*seen.placement, colours)).faults
                found.append(Then(seen, cards, frozenset(faults)))
                break
    return min(found, key=lambda then: len(then.faults), default=None)


def placed_in_turn(
    game: Any, tops: Floats, cells: Sequence[Cell], surely: set[Cell], state: Any
) -> tuple[set[Cell], Any]:
    """Those of the ``cells`` on which the players placed a stone one after the other since ``state``, as far as they
    did in turn, and the state after that; what is not ``surely`` changed must have another top now. ``tops``
    (n, n, 7) are probabilities of whose they are."""
    stacks = game.expected_table(state).stacks
    come = {
        cell: name
        for cell in cells
        if tops[cell].max() > _SURE_OF_A_TOP
        and ((name := OWNERS[int(tops[cell].argmax())]) not in at(stacks, cell)[-1:] or cell in surely)
    }
    placed: set[Cell] = set()
    while cell := next((c for c in come if c not in placed and come[c] == state.on_turn), None):
        state = game.accept(state, game.Place(come[cell], cell, ()))
        placed.add(cell)
    return placed, state
