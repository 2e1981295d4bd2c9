"""The account of the cards that lie open: which lay there, which were laid for the act to come, and how well an act's
cards explain the new ones, as features.

Cards are laid before or with their stone, stay, and are cleared away onto a pile at any time; what looks like a card
may be none, or one that is seen twice.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np

from companion.follow.follows import Floats
from companion.follow.likelihood.fields_look import FieldsLook, OpenCard
from referee.just4fun_colours import FIELD_COLOURS
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
    "card: as one cleared away",
    "card: on the pile",
    "card: seen where another lies",
    "card: not seen",
    "cards: some not seen",
    "cards: none seen",
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
    **dict.fromkeys(
        ("card: hardly of its colour", "card: far from where cards are laid", "card: not seen"), -1
    ),
    **dict.fromkeys(("cards: some not seen", "cards: none seen", "card: seen where another lies"), -1),
    **dict.fromkeys(("no card: seen plainly", "no card: seen for certain"), -1),
}
Cards = tuple[Colour, ...]
_SAME_PLACE, _TWICE, _PILE = 0.3, 0.25, 0.6  # in fields
_FROM_ELSEWHERE = 0.9  # after a knock a card at the picture's edge is seen so much elsewhere
_FAINT, _CERTAIN = 0.5, 0.8  # confidence: below, a card is a doubt; above, it is none
_HARDLY = 0.02  # probability of a colour
_FORGOTTEN = 4  # a card that was not seen in so many stretches is gone for good
_READINGS, _LEAST_P, _FLOOR = 16, 0.02, 1e-3
_HOPELESS = -6.0  # natural logarithm: a card that explains a mark so badly is another one
_OF_ONE_COLOUR = 0.3  # probability
_FAR = 3.0  # in fields; further is no worse


@dataclass(frozen=True, eq=False)
class Mark:
    """What looked like a card when it was seen last, in stretch ``since``. ``missing``: for so many stretches it was
    not seen; ``old_place``: it lies where an older one lay; ``cleared``: it may be one that was just cleared away;
    ``piled``: it lies on the pile; ``of_fault``: it belongs to the faulty act that lies on the table."""

    card: OpenCard
    since: int
    came_now: bool
    missing: int = 0
    old_place: bool = False
    cleared: bool = False
    piled: bool = False
    of_fault: bool = False


@dataclass(frozen=True, eq=False)
class CardsMemory:
    """``old`` marks belong to what was done, ``new`` ones to what is to come, or to a faulty act that lies there;
    ``discards`` is the referee's pile by then, ``faulty`` the cards of that act. ``played`` (k, 2) where
    cards were laid, ``pile`` (2,) where they were cleared away to, ``gone`` (k, 6) the colours of those that were
    just taken from there."""

    old: tuple[Mark, ...]
    new: tuple[Mark, ...]
    discards: Cards
    faulty: Cards
    played: Floats
    pile: Floats | None
    gone: Floats

    @staticmethod
    def first(discards: Cards, seen: FieldsLook) -> CardsMemory:
        """At the first look: whatever lies there is old."""
        old = tuple(Mark(card, seen.number, False) for card in seen.cards)
        return CardsMemory(old, (), discards, (), np.zeros((0, 2)), None, np.zeros((0, len(FIELD_COLOURS))))

    def played_since(self, discards: Cards) -> Cards | None:
        """The cards of what was done since, by the referee's pile; None where it was shuffled meanwhile."""
        before = len(self.discards)
        return discards[before:] if discards[:before] == self.discards else None


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
        row["cards: some not seen"] = float(len(cards) > len(found) > 0)
        row["cards: none seen"] = float(len(cards) > 0 and not found)
        twice = [_apart(self.marks[i].card, self.marks[j].card) < _TWICE for i, j in combinations(used, 2)]
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
            row["card: far from where cards are laid"] += self._far(card)

    def _add_other(self, row: dict[str, float], mark: Mark, used: Iterable[int], to_come: bool) -> bool:
        """What speaks for a mark's being no card of what was done; whether it may be one of what is to come."""
        if mark.missing:
            what = "to come: laid before, gone now" if to_come else "no card: laid before, gone now"
            row[what] += mark.card.confidence * (mark.missing == 1)
        elif self._is_seen_twice(mark, used):
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

    def _is_seen_twice(self, mark: Mark, used: Iterable[int]) -> bool:
        others = [self.marks[i] for i in used] + [old for old in self.old if not old.missing]
        return any(_apart(mark.card, other.card) < _TWICE for other in others)

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
                i in of_done or (other and over) or (i not in of_act and self._is_seen_twice(mark, of_act))
            )
            (spent if of_old else new).append(replace(mark, came_now=False, of_fault=i in of_fault))
        laid = [self.marks[i].card.centre for i in sorted(of_done)]
        left = [mark for i, mark in enumerate(self.marks) if acted and i not in of_act]
        piled = [mark.card.centre for mark in left if (mark.cleared or mark.piled) and not mark.missing]
        gone = [mark.card.colour_p for mark in (*spent, *new) if mark.missing == 1]
        return CardsMemory(
            tuple(mark for mark in spent if mark.missing <= _FORGOTTEN),
            tuple(new),
            discards,
            faulty,
            np.vstack([memory.played, *laid])[-24:],
            piled[-1] if piled else memory.pile,
            np.array(gone).reshape(-1, len(FIELD_COLOURS)),
        )


def _plain(marks: Iterable[Mark]) -> Cards:
    """All cards that are seen plainly, as they seem to be."""
    seen = [mark.card for mark in marks if not mark.missing and mark.card.confidence > _FAINT]
    return in_order(FIELD_COLOURS[int(card.colour_p.argmax())] for card in seen)


def in_order(cards: Iterable[Colour]) -> Cards:
    """Cards in the order in which their colours are always named."""
    return tuple(sorted(cards, key=FIELD_COLOURS.index))


@lru_cache(maxsize=128)
def account(memory: CardsMemory, seen: FieldsLook) -> Account:
    """A look at the cards held against what is remembered of them."""
    remembered = [*memory.old, *memory.new]
    still: dict[int, OpenCard] = {}
    fresh: list[tuple[OpenCard, bool]] = []
    for card in seen.cards:
        lies, on_old = _same(card, remembered)
        if lies is None:
            fresh.append((card, on_old))
        elif lies not in still or still[lies].confidence < card.confidence:
            still[lies] = card
    kept = [_seen_again(mark, still.get(i), seen.number) for i, mark in enumerate(remembered)]
    vanished = [mark.card.colour_p for mark in kept if mark.missing == 1]
    gone = np.vstack([memory.gone, *vanished])
    marks = [
        Mark(
            card,
            seen.number,
            True,
            old_place=on_old,
            cleared=len(gone) > 0 and float((gone @ card.colour_p).max()) > _OF_ONE_COLOUR,
            piled=memory.pile is not None and float(np.linalg.norm(card.centre - memory.pile)) < _PILE,
        )
        for card, on_old in fresh
    ]
    count = len(memory.old)
    return Account(memory, tuple(kept[:count]), (*kept[count:], *marks))


def _seen_again(mark: Mark, card: OpenCard | None, number: int) -> Mark:
    if card is None:  # what was read as no card is told once, when it comes to lie there
        return mark if mark.card.unread else replace(mark, missing=mark.missing + 1)
    sharper = card if card.confidence >= mark.card.confidence or not mark.missing else mark.card
    return replace(mark, card=sharper, since=number, missing=0)


def _same(card: OpenCard, remembered: Sequence[Mark]) -> tuple[int | None, bool]:
    """Which of those remembered a card is, if any; and whether it lies where one of them lies or lay."""
    near, on_old = None, False
    least = np.inf
    for i, mark in enumerate(remembered):
        apart, place = _apart(card, mark.card), card.since.get(mark.since)
        if place is None:
            limit = _FROM_ELSEWHERE if _alike(card, mark.card) and not mark.missing else 0.0
        else:
            on_old |= apart < _SAME_PLACE and not (place.as_before or mark.missing)
            limit = _SAME_PLACE if place.as_before else 0.0
        if apart < min(limit, least):
            near, least = i, apart
    return near, on_old and near is None


def _alike(one: OpenCard, other: OpenCard) -> bool:
    return float(np.sqrt(one.colour_p * other.colour_p).sum()) > 0.5


def _apart(one: OpenCard, other: OpenCard) -> float:
    (x, y), (other_x, other_y) = one.centre, other.centre
    return math.hypot(x - other_x, y - other_y)
