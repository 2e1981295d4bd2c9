"""Just 4 Fun Colours: what may have been done, by what is seen of fields and cards, and how usual that is."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, log

import numpy as np

from companion.follow.follows import Floats
from companion.follow.just4fun_states import Done, Facts, Renamed, facts, faults_of, in_rules
from companion.follow.likelihood.card_marks import HALF_A_HAND, Cards
from companion.follow.likelihood.fields_look import FieldsLook
from companion.follow.likelihood.towers import LEVELS
from referee import just4fun_colours as rules
from referee.just4fun_colours import FIELD_COLOURS, HAND, Change, Exchange, Place, SetTable
from referee.table import Colour
from vision.stone_table.reading import MAX_HEIGHT, OWNERS

_FAULTS = tuple(f"act: {fault}" for fault in rules.FAULTS if fault != "game_over")
PRIORS = (
    "act: placed, legal",
    "act: exchanged, legal",
    "act: exchanged",
    "act: cards more or fewer than the price",
    "act: log of how many there are like it",
    "field of another colour",
    "field: log of how likely its name is",
    *_FAULTS,
)
_AT = {name: column for column, name in enumerate(PRIORS)}
_ALIKE_P = 0.1  # that a field of one of two shades that are one goes by the other's name
_APART, _FAR_APART = 10.0, 60.0  # in Lab: at such a distance it is so many times less likely; what is far
Stands = tuple[tuple[int, int], ...]  # fields, and what stands there then (see ``likelihood.towers``)
_WORTH_A_LOOK = -8.0  # natural logarithm: a field so much likelier untouched was not touched
_TOUCHED_FIELDS = 4  # the likeliest to have been touched are tried
_FIELDS_ALIKE, _OWNERS_ALIKE = 14.0, 6.0  # if they are so much less likely than the likeliest at the most
_PAID_FIELDS = 4  # so many are tried that the cards laid pay for, though nothing is seen there
_HANDS_OF_SEVERAL = 3  # so many readings of the cards are tried with several stones


def prior(known: Facts, act: Done, seen: FieldsLook) -> Floats:
    """(len(PRIORS),) how usual an act is, whatever is seen now; ``seen`` tells how sure the fields' names are."""
    state, done = in_rules(known.state, act)
    if not isinstance(done, Place):
        return _usual(known, done)
    row, field = _usual(facts(state), done).copy(), known.cells.index(done.cell)
    named = known.prints[field]
    colour = FIELD_COLOURS.index(act.colour) if isinstance(act, Renamed) else named
    apart = float(np.linalg.norm(seen.prints[colour] - seen.prints[named]))
    alike = _ALIKE_P * np.exp(-np.nan_to_num(apart, nan=_FAR_APART) / _APART)
    row[_AT["field of another colour"]] = isinstance(act, Renamed)
    row[_AT["field: log of how likely its name is"]] = np.log(min(1.0, seen.names[field, colour] + alike))
    return row


@lru_cache(maxsize=16384)
def _usual(known: Facts, act: rules.Act) -> Floats:
    row, faults = dict.fromkeys(PRIORS, 0.0), faults_of(known.state, act)
    row["act: placed, legal"] = float(isinstance(act, Place) and not faults)
    row["act: exchanged, legal"] = float(isinstance(act, Exchange) and not faults)
    row["act: exchanged"] = float(isinstance(act, Exchange))
    if isinstance(act, Place) and act.cards:
        price = known.prices[known.cells.index(act.cell)]
        row["act: cards more or fewer than the price"] = float(abs(len(act.cards) - price))
    row["act: log of how many there are like it"] = -_log_alike(known, act)
    for fault in faults:
        row[f"act: {fault}"] = 1.0
    return np.array(list(row.values()))


def _log_alike(known: Facts, act: rules.Act) -> float:
    """The logarithm of how many acts there are like it: as many stones laid or taken anywhere, as many cards of one
    colour, of another, or of several."""
    fields, stands = len(known.cells), int((known.codes > 0).sum())
    match act:
        case Place(player, cell, cards):
            others = 1 if player == known.state.on_turn else len(known.state.players) - 1
            printed = FIELD_COLOURS[known.prints[known.cells.index(cell)]]
            return log(fields * max(1, others)) + _log_hands(cards, printed)
        case Exchange(_, cards):
            return _log_hands(cards, None)
        case Change(added, removed, cards):
            each = [max(1, stands)] * len(removed) + [fields] * len(added)
            return sum(map(log, each)) + _log_hands(cards, None)
        case SetTable():
            return 0.0


def _log_hands(cards: Cards, printed: Colour | None) -> float:
    """The logarithm of how many hands there are of as many cards; of those of one colour, one is as ``printed``."""
    colours = len(FIELD_COLOURS)
    if len(set(cards)) < 2:
        return 0.0 if not cards or cards[0] == printed else log(colours - 1)
    return log(comb(len(cards) + colours - 1, len(cards)) - colours)


def is_paid(known: Facts, act: Done) -> bool:
    """Whether it is a stone of who is on turn, with just the cards that it costs."""
    if isinstance(act, Renamed):
        return True
    if not isinstance(act, Place) or act.player != known.state.on_turn:
        return False
    return act.cards == next(_prices(known, known.cells.index(act.cell)))


def acts(known: Facts, gains: Floats, readings: Sequence[Cards]) -> Iterator[tuple[Done, Stands]]:
    """What may have been done now, by what is seen of the fields (``gains`` (N, CODES)) and of the cards; and what
    stands then on the fields that it touches."""
    best, on_turn = gains.max(1), known.state.on_turn
    least = max(_WORTH_A_LOOK, min(0.0, best.max() - _FIELDS_ALIKE))
    touched = [int(i) for i in np.argsort(-best)[:_TOUCHED_FIELDS] if best[i] > least]
    for field in touched:
        for player in known.state.players:
            stone = _added(known, field, player)
            if player == on_turn or gains[stone] > best[field] - _OWNERS_ALIKE:
                every = dict.fromkeys((*_prices(known, field), *readings, ()))
                yield from ((Place(player, known.cells[field], cards), (stone,)) for cards in every)
                if player == on_turn:
                    yield from ((act, (stone,)) for act in _renamed(known, field, every))
    paid = {(cards[0], len(cards)) for cards in readings if len(set(cards)) == 1}
    for field in _paid(known, best, paid):
        cards = (FIELD_COLOURS[known.prints[field]],) * known.prices[field]
        yield Place(on_turn, known.cells[field], cards), (_added(known, field, on_turn),)
    shown = readings[0]
    hands = [cards for cards in readings if len(cards) == HAND]
    if HALF_A_HAND <= len(shown) <= HAND and len(set(shown)) > 1:
        hands = [shown, *hands]
    yield from ((Exchange(on_turn, hand), ()) for hand in hands)
    yield from _changes(known, gains, touched, readings)


def _renamed(known: Facts, field: int, every: Iterable[Cards]) -> Iterator[Renamed]:
    """Stones on a field that some of the cards would pay for if it were of their colour."""
    for cards in every:
        if len(cards) == known.prices[field] and set(cards) != {FIELD_COLOURS[known.prints[field]]}:
            act = Renamed(Place(known.state.on_turn, known.cells[field], cards))
            if len(set(cards)) == 1 and not faults_of(known.state, act):
                yield act


def _added(known: Facts, field: int, player: str) -> tuple[int, int]:
    """A field, and what stands there with one more stone."""
    return field, OWNERS.index(player) * LEVELS + min(known.prices[field], MAX_HEIGHT)


def _prices(known: Facts, field: int) -> Iterator[Cards]:
    """What a stone on a field costs, and what those lay who miscount."""
    price, colour = known.prices[field], FIELD_COLOURS[known.prints[field]]
    yield from ((colour,) * count for count in (price, price - 1, price + 1))


def _paid(known: Facts, gains: Floats, prices: Container[tuple[str, int]]) -> list[int]:
    """The fields that just the cards laid pay for, those first that look likeliest to have been touched."""
    fields = [
        field
        for field, (k, price) in enumerate(zip(known.prints, known.prices, strict=True))
        if (FIELD_COLOURS[k], price) in prices
    ]
    return sorted(fields, key=lambda field: -gains[field])[:_PAID_FIELDS]


def _changes(
    known: Facts, gains: Floats, touched: Sequence[int], readings: Sequence[Cards]
) -> Iterator[tuple[Change, Stands]]:
    """What else may have been done to the fields that look touched: stones taken, moved, exchanged; several laid, and
    paid for with such cards as were seen, or for one of them, or not at all."""
    taken = {}
    for field in touched:
        row, col = known.cells[field]
        stack = known.state.stacks[row][col]
        if stack:
            below = OWNERS.index(stack[-2]) * LEVELS + len(stack) - 1 if len(stack) > 1 else 0
            taken[field] = (stack[-1], known.cells[field]), (field, below)
        if len(stack) > 1:
            yield Change((), tuple((stone, (row, col)) for stone in reversed(stack))), ((field, 0),)
    laid = {field: _likely_stone(known, gains, field) for field in touched}
    for field, (stone, left) in taken.items():
        yield Change((), (stone,)), (left,)
        colour, cell = stone
        for other in known.state.players:
            if other != colour:
                same_height = OWNERS.index(other) * LEVELS + known.prices[field] - 1
                yield Change(((other, cell),), (stone,)), ((field, same_height),)
        for to in touched:
            if to != field:
                yield Change(((colour, known.cells[to]),), (stone,)), (left, _added(known, to, colour))
    for pair in combinations(sorted(touched), 2):
        added = tuple((laid[field], known.cells[field]) for field in pair)
        stands = tuple(_added(known, field, laid[field]) for field in pair)
        paid = [next(_prices(known, field)) for field in pair]
        for cards in dict.fromkeys((*readings[:_HANDS_OF_SEVERAL], *paid, ())):
            yield Change(added, (), cards), stands


def _likely_stone(known: Facts, gains: Floats, field: int) -> Colour:
    """Whose stone was likeliest laid on a field."""
    return max(known.state.players, key=lambda player: gains[_added(known, field, player)])
