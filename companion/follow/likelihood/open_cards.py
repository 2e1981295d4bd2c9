"""The account of the cards that lie open: which lay there, which were laid for the act to come, and how well an act's
cards explain the new ones, as features.

Cards are laid before or with their stone, stay, and are cleared away onto a pile at any time; what looks like a card
may be none, or one that is seen twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np

from companion.follow.follows import Floats
from companion.follow.likelihood.card_marks import (
    OF_ONE_COLOUR,
    Cards,
    CardsMemory,
    Mark,
    apart,
    in_order,
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
    "card: where an old one lay",
    "card: far from where cards are laid",
    "card: as one cleared away, far from where cards are laid",
    "card: as one cleared away",
    "card: on the pile",
    "card: seen where another lies",
    "card: not seen",
    "card: not seen, but an old one is",
    "cards: some not seen",
    "cards: none seen",
    "cards: no room for those not seen",
    "cards: room for more",
    "no card: seen",
    "no card: seen, laid before",
    "no card: seen plainly",
    "no card: seen for certain",
    "no card: unread",
    "no card: laid before, gone now",
    "no card: seen twice",
    "no card: one cleared away",
    "no card: on the pile",
    "no card: near where cards are laid",
    "to come: seen",
    "to come: some came now",
    "to come: unread",
    "to come: laid before, gone now",
    "to come: seven or more",
    "of a fault: gone now",
    "taken back: gone now",
    "taken back: lies there still",
)
SIGNS = {
    **dict.fromkeys(("card: of its colour", "card: seen", "card: face up"), 1),
    **dict.fromkeys(("no card: seen", "no card: seen, laid before"), 1),
    "card: as one cleared away, far from where cards are laid": -1,
    **dict.fromkeys(
        ("card: hardly of its colour", "card: far from where cards are laid", "card: not seen"), -1
    ),
    **dict.fromkeys(("cards: some not seen", "cards: none seen", "card: seen where another lies"), -1),
    **dict.fromkeys(("cards: no room for those not seen", "cards: room for more"), -1),
    **dict.fromkeys(("no card: seen plainly", "no card: seen for certain"), -1),
}
_TWICE = 0.25  # in fields: what lies so near to a card is that card
_FAINT, _CERTAIN = 0.5, 0.8  # confidence: below, a card is a doubt; above, it is none
_HARDLY = 0.02  # probability of a colour
_FORGOTTEN = 4  # a card that was not seen in so many stretches is gone for good
_READINGS, _LEAST_P, _FLOOR = 16, 0.02, 1e-3
_HOPELESS = -4.0  # natural logarithm: a card that explains a mark so badly is another one
_REMEMBERED = 24  # cards played
_FAR = 3.0  # in fields; further is no worse
_MOST_ROOM = 3.0  # cards; more is something else


@dataclass(frozen=True, eq=False)
class Account:
    """The ``marks`` that may be cards laid for what was done since the memory, or is to come, and how a look explains
    them: ``seen_twice`` (M, M+K), which marks lie where which others do, the ``old`` (K) last."""

    memory: CardsMemory
    old: tuple[Mark, ...]
    marks: tuple[Mark, ...]

    @cached_property
    def p(self) -> Floats:
        """(M,) how likely each is a card laid anew, for finding what may have been laid."""
        doubt = [
            0.3 ** (mark.old_place + mark.cleared + 2 * mark.piled + (mark.missing > 0))
            for mark in self.marks
        ]
        sure = [mark.card.confidence * mark.card.face_up_p for mark in self.marks]
        return np.clip(np.array(doubt) * np.array(sure), 0.002, 0.998)

    @cached_property
    def _fits(self) -> Floats:
        """(M, 6) by how much it is likelier that each is a card of each colour than that it is none."""
        colours = np.array([mark.card.colour_p for mark in self.marks]).reshape(-1, len(FIELD_COLOURS))
        return np.log(colours + _FLOOR) + np.log(self.p / (1 - self.p))[:, None]

    @lru_cache(maxsize=512)  # noqa: B019 - an account lives for one look
    def matched(self, cards: Cards, settled: bool) -> tuple[tuple[int, Colour], ...]:
        """Which marks are which of the ``cards``, as far as they fit any; where that is ``settled`` of a fault's
        cards, they are no others."""
        wanted, found = Counter(cards), []
        used = {i for i, mark in enumerate(self.marks) if settled and mark.of_fault}
        fits = [(self._fits[i, FIELD_COLOURS.index(c)], i, c) for c in wanted for i in range(len(self.marks))]
        for fit, i, colour in sorted(fits, reverse=True):
            if fit > _HOPELESS and i not in used and wanted[colour]:
                wanted[colour] -= 1
                used.add(i)
                found.append((i, colour))
        return tuple(found)

    @lru_cache(maxsize=64)  # noqa: B019 - an account lives for one look
    def readings(self, done: Cards, settled: bool) -> list[Cards]:
        """What may have been laid besides what was ``done``, the likeliest first, each in the colours' order."""
        used = {i for i, _ in self.matched(done, settled)}
        ways: dict[Cards, float] = {(): 0.0}
        for i, mark in enumerate(self.marks):
            if i in used or (settled and mark.of_fault):
                continue
            options: list[tuple[float, Cards]] = [(np.log(1 - self.p[i]), ())]
            for k in np.flatnonzero(mark.card.colour_p > _LEAST_P):
                options.append((np.log(self.p[i] * mark.card.colour_p[k]), (FIELD_COLOURS[k],)))
            more: dict[Cards, float] = {}
            for cards, log_p in ways.items():
                for extra, colour in options:
                    key = in_order((*cards, *colour))
                    more[key] = max(more.get(key, -np.inf), log_p + extra)
            ways = dict(sorted(more.items(), key=lambda way: -way[1])[:_READINGS])
        left = [
            mark for i, mark in enumerate(self.marks) if i not in used and not (settled and mark.of_fault)
        ]
        return list(dict.fromkeys([*ways, _plain(left)]))

    @lru_cache(maxsize=512)  # noqa: B019 - an account lives for one look
    def features(self, done: Cards, act: Cards | None, settled: bool) -> Floats:
        """(len(FEATURES),) of all that was laid being the cards of what was ``done``, and of the ``act`` then (None:
        what is left is laid for an act to come). ``settled``: the fault that lay on the table lies there still, or
        was let stand; what its cards are was weighed when it was done."""
        row = dict.fromkeys(FEATURES, 0.0)
        cards = (*done, *(act or ()))
        found = self.matched(cards, settled)
        used = {i for i, _ in found}
        for i, colour in found:
            self._add_card(row, self.marks[i], colour)
        row["card: not seen"] = len(cards) - len(found)
        row["card: not seen, but an old one is"] = self.maybe_old(cards, found)
        row["cards: some not seen"] = float(len(cards) > len(found) > 0)
        row["cards: none seen"] = float(len(cards) > 0 and not found)
        room = self.room(used)
        if room is not None:
            unseen = row["card: not seen"]
            row["cards: no room for those not seen"] = max(0.0, unseen - room)
            row["cards: room for more"] = max(0.0, room - unseen)
        twice = [apart(self.marks[i].card, self.marks[j].card) < _TWICE for i, j in combinations(used, 2)]
        row["card: seen where another lies"] = float(sum(twice))
        waiting = 0
        for i, mark in enumerate(self.marks):
            if mark.of_fault and i not in used:
                gone = "of a fault: gone now" if settled else "taken back: gone now"
                row[gone] += mark.missing == 1
                row["taken back: lies there still"] += not (settled or mark.missing)
            elif i not in used:
                waiting += self._add_other(row, mark, used, act is None and not done)
        row["to come: seven or more"] = float(waiting >= 7)
        return np.array(list(row.values()))

    def maybe_old(self, cards: Cards, found: Sequence[tuple[int, Colour]]) -> int:
        """How many of the ``cards`` are not ``found``, though an old one of their colour lies there: one that is laid
        where one of its colour lay looks as if nothing was."""
        unseen = Counter(cards) - Counter(colour for _, colour in found)
        old = [mark.card.colour_p for mark in self.old if not mark.missing]
        is_old = {
            colour: any(p[FIELD_COLOURS.index(colour)] > OF_ONE_COLOUR for p in old) for colour in unseen
        }
        return sum(count for colour, count in unseen.items() if is_old[colour])

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

    def _add_card(self, row: dict[str, float], mark: Mark, colour: Colour) -> None:
        card = mark.card
        p = float(card.colour_p[FIELD_COLOURS.index(colour)])
        row["card: of its colour"] += np.log(p + _FLOOR) * (not card.unread)
        row["card: hardly of its colour"] += p < _HARDLY
        row["card: unread"] += card.unread
        row["card: seen"] += np.log(card.confidence + _FLOOR)
        row["card: face up"] += np.log(card.face_up_p + _FLOOR)
        row["card: laid before, gone now"] += mark.missing > 0
        row["card: where an old one lay"] += mark.old_place
        row["card: as one cleared away"] += mark.cleared
        row["card: on the pile"] += mark.piled
        if len(self.memory.played):
            far = self._far(card)
            row["card: far from where cards are laid"] += far
            row["card: as one cleared away, far from where cards are laid"] += far * mark.cleared

    def _add_other(self, row: dict[str, float], mark: Mark, used: Iterable[int], to_come: bool) -> bool:
        """What speaks for a mark's being no card of what was done; whether it may be one of what is to come."""
        if mark.missing:
            what = "to come: laid before, gone now" if to_come else "no card: laid before, gone now"
            row[what] += mark.card.confidence * (mark.missing == 1)
        elif self.is_seen_twice(mark, used):
            row["no card: seen twice"] += mark.came_now
        elif mark.piled:
            row["no card: on the pile"] += mark.came_now
        elif mark.cleared or mark.old_place:
            row["no card: one cleared away"] += mark.came_now
            if len(self.memory.played):
                row["no card: near where cards are laid"] += _FAR - self._far(mark.card)
        elif mark.card.unread:
            row["to come: unread" if to_come else "no card: unread"] += mark.came_now
        elif to_come:
            came_now = mark.card.confidence * mark.came_now
            row["to come: seen"] += came_now
            row["to come: some came now"] = max(row["to come: some came now"], came_now)
            return mark.card.confidence > _FAINT
        else:
            what = "no card: seen" if mark.came_now else "no card: seen, laid before"
            row[what] += np.log(1 - mark.card.confidence + _FLOOR)
            row["no card: seen plainly"] += mark.card.confidence > _FAINT
            row["no card: seen for certain"] += mark.card.confidence > _CERTAIN
        return False

    def _far(self, card: OpenCard) -> float:
        """How far from where any card was laid before, in fields."""
        return min(float(np.linalg.norm(self.memory.played - card.centre, axis=1).min()), _FAR)

    def is_seen_twice(self, mark: Mark, used: Iterable[int]) -> bool:
        """Whether a mark lies where one of those ``used``, or an old one, lies already."""
        others = [self.marks[i] for i in used] + [old for old in self.old if not old.missing]
        return any(apart(mark.card, other.card) < _TWICE for other in others)

    @lru_cache(maxsize=64)  # noqa: B019 - an account lives for one look
    def after(self, done: Cards, faulty: Cards, discards: Cards, settled: bool) -> CardsMemory:
        """What is remembered: the cards of what was ``done``, and of a fault let stand, are old, those of a
        ``faulty`` act that lies there and of what is to come are not."""
        memory, spent = self.memory, list(self.old)
        new: list[Mark] = []
        before = {i for i, mark in enumerate(self.marks) if settled and mark.of_fault}
        lies = bool(before) and faulty == memory.faulty
        of_done = {i for i, _ in self.matched(done, settled)} | (set() if lies else before)
        of_fault = before if lies else {i for i, _ in self.matched((*done, *faulty), settled)} - of_done
        of_act, acted = of_done | of_fault, bool(done or of_done)
        for i, mark in enumerate(self.marks):
            other = acted and i not in of_act
            if mark.missing and (other or (mark.of_fault and i not in of_act)):
                continue
            over = mark.cleared or mark.piled or mark.old_place or mark.card.confidence < _FAINT
            of_old = (
                i in of_done or (other and over) or (i not in of_act and self.is_seen_twice(mark, of_act))
            )
            (spent if of_old else new).append(replace(mark, came_now=False, of_fault=i in of_fault))
        laid = [self.marks[i].card for i in sorted(of_done)]
        left = [mark for i, mark in enumerate(self.marks) if acted and i not in of_act]
        piled = [mark.card.centre for mark in left if (mark.cleared or mark.piled) and not mark.missing]
        gone = [mark.card.colour_p for mark in (*spent, *new) if mark.missing == 1]
        return CardsMemory(
            tuple(mark for mark in spent if mark.missing <= _FORGOTTEN),
            tuple(new),
            discards,
            faulty,
            np.vstack([memory.played, *(card.centre for card in laid)])[-_REMEMBERED:],
            np.append(memory.areas, [card.area for card in laid])[-_REMEMBERED:],
            piled[-1] if piled else memory.pile,
            np.array(gone).reshape(-1, len(FIELD_COLOURS)),
        )


def _plain(marks: Iterable[Mark]) -> Cards:
    """All cards that are seen plainly, as they seem to be; of more than a hand of them the surest."""
    seen = [mark.card for mark in marks if not (mark.missing or mark.piled) and mark.card.confidence > _FAINT]
    seen = sorted(seen, key=lambda card: -card.confidence)[:HAND]
    return in_order(FIELD_COLOURS[int(card.colour_p.argmax())] for card in seen)


@lru_cache(maxsize=128)
def account(memory: CardsMemory, seen: FieldsLook) -> Account:
    """A look at the cards held against what is remembered of them."""
    return Account(memory, *seen_now(memory, seen))
