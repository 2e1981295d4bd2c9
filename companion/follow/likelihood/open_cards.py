"""The account of the cards that lie open: which lay there, which were laid for the act to come, and how well an act's
cards explain the new ones, as features.

Cards are laid before or with their stone, stay, and are cleared away onto a pile at any time; what looks like a card
may be none, or one that is seen twice.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np

from companion.follow.follows import Floats
from companion.follow.likelihood.card_marks import (
    CLEARED_AWAY,
    DOUBTS,
    FORGOTTEN,
    HALF_A_HAND,
    LEFT_OVER,
    OF_ONE_COLOUR,
    ON_THE_PILE,
    Cards,
    CardsMemory,
    Mark,
    apart,
    cleared_away,
    in_order,
    is_on,
    is_one_of,
    seen_now,
)
from companion.follow.likelihood.fields_look import FieldsLook, OpenCard
from referee.just4fun_colours import FIELD_COLOURS, HAND
from referee.table import Colour

FEATURES = (
    "card: of its colour",
    "card: hardly of its colour",
    "card: seen",
    "card: unread",
    "card: face up",
    "card: laid before, gone now",
    "card: log of how usual its place is",
    *(f"card: {doubt}" for doubt in DOUBTS),
    "card: seen where another lies",
    "card: not seen",
    "cards: some not seen",
    "cards: none seen",
    "cards: none seen, but old ones are",
    "cards: no room for those not seen",
    "cards: room for more",
    "hand: no room for those not seen",
    "cards: all that may be cleared away",
    "no card: seen",
    "no card: seen, laid before",
    "no card: seen plainly",
    "no card: seen for certain",
    "no card: unread",
    "no card: laid before, gone now",
    "no card: seen twice",
    *(f"no card: {doubt}" for doubt in DOUBTS),
    "to come: seen",
    "to come: log of how usual its place is",
    "to come: some came now",
    *(f"to come: {doubt}" for doubt in DOUBTS),
    "to come: unread",
    "to come: laid before, gone now",
    "to come: seven or more",
    "of a fault: gone now",
    "taken back: gone now",
    "taken back: lies there still",
)
SIGNS = {
    **dict.fromkeys(("card: of its colour", "card: seen", "card: face up"), 1),
    **{f"{what}: log of how usual its place is": 1 for what in ("card", "to come")},
    **dict.fromkeys(("no card: seen", "no card: seen, laid before"), 1),
    **dict.fromkeys(("card: hardly of its colour", "card: not seen"), -1),
    **dict.fromkeys(("cards: some not seen", "cards: none seen", "card: seen where another lies"), -1),
    **dict.fromkeys(("cards: no room for those not seen", "cards: room for more"), -1),
    "cards: all that may be cleared away": -1,
    **dict.fromkeys(("no card: seen plainly", "no card: seen for certain"), -1),
}
_TWICE = 0.25  # in fields: what lies so near to a card is that card
_FAINT, _CERTAIN = 0.5, 0.8  # confidence: below, a card is a doubt; above, it is none
_HARDLY = 0.02  # probability of a colour
_READINGS, _LEAST_P, _FLOOR = 16, 0.02, 1e-3
_REMEMBERED = 24  # cards played
# Of where cards are laid: how far from where one was laid before, in fields; how large a table is, in square fields;
# so many cards anywhere. The first and the last are those by which the places of 1,445 filmed cards were likeliest.
_SPREAD, _TABLE, _ANYWHERE = 0.4, 150.0, 0.6
_MOST_ROOM = 3.0  # cards; more is something else
_HALF = 0.5  # of a card; where there is room for more than that, one more may lie


_Row = defaultdict[str, float]  # features by name


@dataclass(frozen=True, eq=False)
class Account:
    """The ``marks`` that may be cards laid for what was done since the memory, or is to come, and how a look explains
    them, beside the ``old`` ones; ``weights`` (len(FEATURES),) tell which mark is which card."""

    memory: CardsMemory
    weights: tuple[float, ...]
    old: tuple[Mark, ...]
    marks: tuple[Mark, ...]

    @cached_property
    def _fits(self) -> Floats:
        """(M, 6) by how much it is likelier that each mark is a card of each colour than that it is none; natural
        logarithm."""
        fits = np.zeros((len(self.marks), len(FIELD_COLOURS)))
        for i, mark in enumerate(self.marks):
            card, other = _Row(float), _Row(float)
            self._add_card(card, mark)
            self._add_other(other, mark, (), to_come=False)
            fits[i] = self._weighed(card) - self._weighed(other)
            for k, colour in enumerate(FIELD_COLOURS):
                of_colour = _Row(float)
                _add_colour(of_colour, mark, colour)
                fits[i, k] += self._weighed(of_colour)
        return fits

    @cached_property
    def _of_fault(self) -> set[int]:
        """Which marks are cards of a fault that stands."""
        stands = self.memory.fault_stands
        return {i for i, mark in enumerate(self.marks) if stands and mark.of_fault}

    def _weighed(self, row: _Row) -> float:
        return sum(self._weight_of[name] * value for name, value in row.items())

    @cached_property
    def _weight_of(self) -> dict[str, float]:
        return dict(zip(FEATURES, self.weights, strict=True))

    @lru_cache(maxsize=512)  # noqa: B019 - an account lives for one look
    def matched(self, cards: Cards) -> tuple[tuple[int, Colour], ...]:
        """Which marks are which of the ``cards``, as far as they fit any better than one not seen; those of a fault
        that stands are its own."""
        found: list[tuple[int, Colour]] = []
        wanted = Counter(cards)
        used = set(self._of_fault)
        fits = [(self._fits[i, FIELD_COLOURS.index(c)], i, c) for c in wanted for i in range(len(self.marks))]
        unseen = self._weight_of["card: not seen"]
        for fit, i, colour in sorted(fits, reverse=True):
            least = unseen + self._weight_of["cards: some not seen" if found else "cards: none seen"]
            if fit > least and i not in used and wanted[colour]:
                wanted[colour] -= 1
                used.add(i)
                found.append((i, colour))
        return tuple(found)

    @lru_cache(maxsize=64)  # noqa: B019 - an account lives for one look
    def readings(self, done: Cards) -> list[Cards]:
        """What may have been laid besides what was ``done``, the likeliest first, each in the colours' order."""
        used = {i for i, _ in self.matched(done)} | self._of_fault
        left = [i for i in range(len(self.marks)) if i not in used]
        ways: dict[Cards, float] = {(): 0.0}
        for i in left:
            options: list[tuple[float, Cards]] = [(0.0, ())]
            for k in np.flatnonzero(self.marks[i].card.colour_p > _LEAST_P):
                options.append((float(self._fits[i, k]), (FIELD_COLOURS[k],)))
            more: dict[Cards, float] = {}
            for cards, log_p in ways.items():
                for extra, colour in options:
                    key = in_order((*cards, *colour))
                    more[key] = max(more.get(key, -np.inf), log_p + extra)
            ways = dict(sorted(more.items(), key=lambda way: -way[1])[:_READINGS])
        return list(dict.fromkeys([*ways, _plain(self.marks[i] for i in left)]))

    @lru_cache(maxsize=512)  # noqa: B019 - an account lives for one look
    def features(self, done: Cards, act: Cards | None) -> Floats:
        """(len(FEATURES),) of all that was laid being the cards of what was ``done``, and of the ``act`` then (None:
        what is left is laid for an act to come)."""
        row = _Row(float, dict.fromkeys(FEATURES, 0.0))
        cards = (*done, *(act or ()))
        found = self.matched(cards)
        used = {i for i, _ in found}
        for i, colour in found:
            self._add_card(row, self.marks[i])
            _add_colour(row, self.marks[i], colour)
        self._add_unseen(row, cards, used)
        twice = [apart(self.marks[i].card, self.marks[j].card) < _TWICE for i, j in combinations(used, 2)]
        row["card: seen where another lies"] = float(sum(twice))
        cleared = [i for i, mark in enumerate(self.marks) if mark.doubt in CLEARED_AWAY]
        row["cards: all that may be cleared away"] = float(bool(cleared) and used.issuperset(cleared))
        left = [mark for i, mark in enumerate(self.marks) if i not in used]
        to_come = act is None and not done
        waiting = sum(self._add_other(row, mark, used, to_come) for mark in left)
        row["to come: seven or more"] = float(waiting >= 7)
        return np.array(list(row.values()))

    def _add_unseen(self, row: _Row, cards: Cards, used: set[int]) -> None:
        """What speaks of those ``cards`` that are none of the marks ``used``."""
        unseen = len(cards) - len(used)
        row["card: not seen"] = unseen
        row["cards: some not seen"] = float(unseen > 0 and bool(used))
        if unseen and not used:
            row["cards: none seen"] = 1
            row["cards: none seen, but old ones are"] = float(self.maybe_old(cards) == len(cards))
        room = self.room(used)
        if room is not None:
            what = "hand" if len(cards) >= HALF_A_HAND else "cards"  # a hand is shown fanned
            row[f"{what}: no room for those not seen"] = max(0.0, unseen - room)
            # A card covers a little more than its outline.
            row["cards: room for more"] = max(0.0, room - unseen - _HALF) * (len(cards) < HALF_A_HAND)

    def maybe_old(self, cards: Cards) -> int:
        """Of how many of the ``cards`` an old one of their colour lies there: one that is laid on it looks as if
        nothing was."""
        old = [mark.card.colour_p for mark in self.old if not mark.missing]
        is_old = {
            colour: any(p[FIELD_COLOURS.index(colour)] > OF_ONE_COLOUR for p in old) for colour in set(cards)
        }
        return sum(is_old[colour] for colour in cards)

    def room(self, used: Iterable[int]) -> float | None:
        """For how many more cards than are seen there is room in what came to be covered where the marks ``used``
        lie; None where that is not known."""
        marks = [self.marks[i] for i in used if not self.marks[i].missing]
        bare = min((mark.bare for mark in marks if mark.bare is not None), default=None)
        if bare is None:
            return None
        places = [mark.card.since.get(bare) for mark in marks]
        covered = {place.part: place.area for place in places if place is not None and place.part}
        if not covered:
            return None
        areas = self.memory.areas if len(self.memory.areas) else [mark.card.area for mark in marks]
        seen = 0.0
        for mark in (*self.old, *self.marks):
            place = mark.card.since.get(bare)
            seen += mark.card.confidence * (not mark.missing and place is not None and place.part in covered)
        return min(sum(covered.values()) / float(np.median(areas)) - seen, _MOST_ROOM)

    def _add_card(self, row: _Row, mark: Mark) -> None:
        """What speaks for a mark's being a card that was laid, of whatever colour. That was weighed already of a card
        of a fault that was taken back."""
        card = mark.card
        if mark.missing:  # cards that are gone went together
            row["card: laid before, gone now"] = 1.0
        if mark.of_fault:
            return
        row["card: unread"] += card.unread
        row["card: seen"] += np.log(card.confidence + _FLOOR)
        row["card: face up"] += np.log(card.face_up_p + _FLOOR)
        if mark.doubt:
            row[f"card: {mark.doubt}"] += 1
        row["card: log of how usual its place is"] += self._log_usual(card)

    def _add_other(self, row: _Row, mark: Mark, used: Iterable[int], to_come: bool) -> bool:
        """What speaks for a mark's being no card of what was done; whether it may be one of what is to come."""
        if mark.of_fault:
            stands = self.memory.fault_stands
            if mark.missing == 1:
                row["of a fault: gone now" if stands else "taken back: gone now"] = 1.0
            row["taken back: lies there still"] += not (stands or mark.missing)
        elif mark.missing:
            what = "to come: laid before, gone now" if to_come else "no card: laid before, gone now"
            row[what] = max(row[what], mark.card.confidence * (mark.missing == 1))
        elif self.is_seen_twice(mark, used):
            row["no card: seen twice"] += mark.came_now
        elif mark.doubt and to_come:
            came_now = mark.card.confidence * mark.came_now
            row[f"to come: {mark.doubt}"] += came_now
            # Nobody can say yet whether it is a card to come or none: the mean of the two.
            either = math.log1p(math.exp(self._log_usual(mark.card))) - math.log(2)
            row["to come: log of how usual its place is"] += came_now * either
        elif mark.doubt:
            row[f"no card: {mark.doubt}"] += mark.card.confidence
        elif mark.card.unread:
            row["to come: unread" if to_come else "no card: unread"] += mark.came_now
        elif to_come:
            came_now = mark.card.confidence * mark.came_now
            row["to come: seen"] += came_now
            row["to come: log of how usual its place is"] += came_now * self._log_usual(mark.card)
            row["to come: some came now"] = max(row["to come: some came now"], came_now)
            return mark.card.confidence > _FAINT
        else:
            what = "no card: seen" if mark.came_now else "no card: seen, laid before"
            row[what] += np.log(1 - mark.card.confidence + _FLOOR)
            row["no card: seen plainly"] += mark.card.confidence > _FAINT
            row["no card: seen for certain"] += mark.card.confidence > _CERTAIN
        return False

    def _log_usual(self, card: OpenCard) -> float:
        """How much likelier a card is laid at its place than anywhere on the table, by where cards were laid before
        (a kernel density estimate); natural logarithm."""
        squared = ((self.memory.played - card.centre) ** 2).sum(1)
        near = _TABLE / (2 * math.pi * _SPREAD**2) * np.exp(-squared / (2 * _SPREAD**2))
        return math.log((_ANYWHERE + float(near.sum())) / (_ANYWHERE + len(squared)))

    def is_seen_twice(self, mark: Mark, used: Iterable[int]) -> bool:
        """Whether a mark lies where one of those ``used``, or an old one that was read, lies already."""
        old = [other for other in self.old if not (other.missing or other.card.unread)]
        others = [self.marks[i] for i in used] + old
        return any(apart(mark.card, other.card) < _TWICE for other in others)

    @lru_cache(maxsize=64)  # noqa: B019 - an account lives for one look
    def after(self, done: Cards, faulty: Cards | None, discards: Cards) -> CardsMemory:
        """What is remembered: the cards of what was ``done``, and of a fault let stand, are old, those of a
        ``faulty`` act that lies there and of what is to come are not. What else lay there then is left over."""
        memory, spent = self.memory, list(self.old)
        new: list[Mark] = []
        lies = memory.fault_stands and memory.ended is None
        of_done = {i for i, _ in self.matched(done)} | (set() if lies else self._of_fault)
        of_fault = (
            self._of_fault if lies else {i for i, _ in self.matched((*done, *(faulty or ())))} - of_done
        )
        of_act = of_done | of_fault
        acted = bool(done or of_done) or (faulty is not None and not lies)
        for i, mark in enumerate(self.marks):
            other = acted and i not in of_act
            if mark.missing and (other or (mark.of_fault and i not in of_act)):
                continue
            over = mark.doubt is not None or mark.card.confidence < _FAINT
            of_old = (
                i in of_done or (other and over) or (i not in of_act and self.is_seen_twice(mark, of_act))
            )
            doubt = LEFT_OVER if other else mark.doubt
            (spent if of_old else new).append(
                replace(mark, came_now=False, doubt=doubt, of_fault=i in of_fault)
            )
        laid = [self.marks[i].card for i in sorted(of_done)]
        left = [mark for i, mark in enumerate(self.marks) if acted and i not in of_act]
        piled = [
            mark.card.centre
            for doubt in (*CLEARED_AWAY, ON_THE_PILE)
            for mark in left
            if mark.doubt == doubt and not mark.missing
        ]
        pile = piled[-1] if piled else memory.pile
        gone = cleared_away((*spent, *new), pile)
        came = [mark.card for i, mark in enumerate(self.marks) if mark.came_now and i not in of_act]
        if any(is_on(pile, card) and is_one_of(gone, card) for card in came):
            gone = gone[:0]  # they lie there: what comes later is none of them
        return CardsMemory(
            tuple(mark for mark in spent if mark.missing <= FORGOTTEN),
            tuple(new),
            discards,
            faulty,
            np.vstack([memory.played, *(card.centre for card in laid)])[-_REMEMBERED:],
            np.append(memory.areas, [card.area for card in laid])[-_REMEMBERED:],
            pile,
            gone,
        )


def _add_colour(row: _Row, mark: Mark, colour: Colour) -> None:
    """What speaks for a mark's being of a ``colour``."""
    p = float(mark.card.colour_p[FIELD_COLOURS.index(colour)])
    row["card: of its colour"] += np.log(p + _FLOOR) * (not mark.card.unread)
    row["card: hardly of its colour"] += p < _HARDLY


def _plain(marks: Iterable[Mark]) -> Cards:
    """All cards that are seen plainly, as they seem to be; of more than a hand of them the surest."""
    seen = [
        mark.card
        for mark in marks
        if not (mark.missing or mark.doubt == ON_THE_PILE) and mark.card.confidence > _FAINT
    ]
    seen = sorted(seen, key=lambda card: -card.confidence)[:HAND]
    return in_order(FIELD_COLOURS[int(card.colour_p.argmax())] for card in seen)


@lru_cache(maxsize=128)
def account(memory: CardsMemory, seen: FieldsLook, weights: tuple[float, ...]) -> Account:
    """A look at the cards held against what is remembered of them; ``weights`` (len(FEATURES),)."""
    return Account(memory, weights, *seen_now(memory, seen))
