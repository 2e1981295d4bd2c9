"""Cards on a table round a board: laid where cards are played, cleared away onto a pile, and how they are seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.follow.likelihood.fields_look import OpenCard, PlaceCompared, unread_card
from models.simulated.camera import KEYFRAMES, Floats
from models.simulated.field_names import LOOK_ALIKE
from models.simulated.noise import Noise, drawn
from referee.just4fun_colours import FIELD_COLOURS
from referee.table import Colour

_HIDDEN = 0.15  # of the cards, by an arm
# Of all stretches: in which something else came to lie there; in which that looks like a card. In 2,438 filmed
# stretches no act left over a card that was surely seen.
_ELSE, _LIKE_A_CARD = 0.002, 0.00015
_WRONGLY = 0.005  # of the places that look as before, or do not
_PRINTS, _COMES = 0.6, 0.02  # marks of the cloth; how often one is seen, or no longer
_HALF_A_CARD = (
    0.05,
    0.6,
)  # how surely such a mark is a card; the 28 that came with 1,406 filmed acts had 0.1 to 0.58
_PILES, _MOVED_FIELDS = 0.75, 0.06  # tables with a pile; how far cards are seen elsewhere after a knock
_NEAR = 0.6  # in fields: what comes so near to a card changes how its place looks
_UNTIDY = 0.25  # in fields: how far from where they would lie side by side cards are laid
_TOUCHING = 1.05  # in fields: cards whose middles are no further apart cover one part of the table
_CARD_AREA = 0.96  # in square fields
_SHOWS = (0.5, 1.3)  # of a card that is not told from the one of its colour that it lies beside, or partly on


@dataclass(frozen=True, eq=False)
class Lying:
    """A card as it lies: ``what`` a number of its own, and what it reads as; a ``twin`` is where it is seen twice.
    ``shows``: by how much more of the table, in cards, it makes look covered. ``merged``: not told from another."""

    what: int
    colour: Colour
    centre: Floats
    colour_p: Floats
    confidence: float
    face_up_p: float
    seen: bool
    twin: Floats | None
    act: int  # which act it was laid for
    shows: float
    merged: bool = False


class CardTable:
    """The cards that lie open. Whoever plays lays them side by side in front of the board, from left to right."""

    def __init__(self, rng: np.random.Generator, noise: Noise) -> None:
        """A bare table."""
        self._rng, self._noise, self._next = rng, noise, 1
        self.lying: tuple[Lying, ...] = ()
        angle = rng.uniform(0, 2 * np.pi)
        self._zone = rng.uniform(5, 6) * np.array([np.cos(angle), np.sin(angle)])
        self._along = np.array([-np.sin(angle), np.cos(angle)])
        self._pile = self._zone + self._along * rng.uniform(4, 6) * rng.choice([-1, 1])
        self.has_pile = rng.random() < _PILES
        self._top: Lying | None = None
        self._prints = [self._print() for _ in range(rng.poisson(_PRINTS))]
        self._prints_seen = [bool(rng.random() < 0.5) for _ in self._prints]
        self._shift: Floats = np.zeros(2)
        self._kept: dict[int, tuple[int, tuple[Lying, ...]]] = {}

    def lay(self, colours: Counter[Colour], act: int) -> None:
        """Cards of such ``colours`` are laid for an act, besides those that lie there for it already; what lies there
        and is none of them is taken back."""
        there = [card for card in self.lying if card.act == act]
        keep, missing = [], Counter(colours)
        for card in there:
            if missing[card.colour]:
                missing[card.colour] -= 1
                keep.append(card)
        others = [card for card in self.lying if card.act != act]
        self.lying = (*others, *keep)
        for colour in missing.elements():
            like = [card for card in keep if card.colour == colour and card.seen]
            old = [card for card in self.lying if card.colour == colour and card.act < act]
            if old and self._rng.random() < self._noise.overlaid:
                self.lying = tuple(replace(card, act=act) if card is old[-1] else card for card in self.lying)
                continue
            merged = bool(like) and self._rng.random() < self._noise.merged
            card = self._laid(colour, act) if not merged else self._beside(like[-1])
            keep.append(card)
            self.lying = (*self.lying, card)

    def clear(self, act: int) -> None:
        """The cards of all acts up to this one are cleared away: onto the pile, if there is one."""
        gone = [card for card in self.lying if card.act <= act]
        self.lying = tuple(card for card in self.lying if card.act > act)
        if gone and self.has_pile:
            place = self._pile + self._rng.normal(0, 0.15, 2)
            self._top = self._read(gone[-1].colour, place, -1)

    def look(self, number: int, place: int, moved: bool, arm: bool) -> tuple[OpenCard, ...]:
        """What is seen in stretch ``number`` from ``place``; the camera has just been ``moved``, or an ``arm`` is
        over some of the cards."""
        rng = self._rng
        if moved:
            self._shift = rng.normal(0, _MOVED_FIELDS, 2)
        self._prints_seen = [seen ^ bool(rng.random() < _COMES) for seen in self._prints_seen]
        lie = (*self.lying, *([self._top] if self._top else []))
        prints = [each for each, seen in zip(self._prints, self._prints_seen, strict=True) if seen]
        shown = [card for card in (*lie, *prints) if card.seen and not (arm and rng.random() < _HIDDEN)]
        found = []
        for card in shown:
            found.append(self._open(card, card.centre, card.confidence, place, lie))
            if card.twin is not None:
                found.append(self._open(card, card.twin, rng.uniform(0.2, 0.9), place, lie))
        unseen = [card for card in lie if not (card.seen or card.merged)]
        found += [unread_card(card.centre) for card in unseen if self._is_new(card)]
        if rng.random() < _ELSE:
            found.append(unread_card(self._print().centre))
        if rng.random() < _LIKE_A_CARD:
            card = self._print()
            found.append(self._open(card, card.centre, drawn(rng, self._noise.card_confidence), place, lie))
        self._kept[number] = place, lie
        self._kept = dict(list(self._kept.items())[-KEYFRAMES:])
        return tuple(found[i] for i in rng.permutation(len(found)))

    def _open(
        self, card: Lying, centre: Floats, confidence: float, place: int, lie: tuple[Lying, ...]
    ) -> OpenCard:
        rng = self._rng
        at = centre + self._shift * np.linalg.norm(centre) / 3 + rng.normal(0, 0.008, 2)
        corners = at + np.array([[-0.4, -0.6], [0.4, -0.6], [0.4, 0.6], [-0.4, 0.6]])
        p = np.exp(np.log(card.colour_p) + rng.normal(0, 0.2, 6))
        sure = 1 / (1 + np.exp(-np.log(confidence / (1 - confidence)) - rng.normal(0, 0.2)))
        since = {
            number: self._place(centre, lie, before)
            for number, (where, before) in self._kept.items()
            if where == place
        }
        lab = rng.normal(0, 4, 3) + np.array([60.0, 0, 0])
        return OpenCard(corners, float(sure), card.face_up_p, p / p.sum(), lab, since)

    def _is_new(self, card: Lying) -> bool:
        """Whether a card that is not seen came to lie there, and is seen to cover the table."""
        last = list(self._kept.values())[-1][1] if self._kept else ()
        return card.what not in {other.what for other in last} and bool(
            self._rng.random() > self._noise.unnoticed
        )

    def _place(self, centre: Floats, now: tuple[Lying, ...], then: tuple[Lying, ...]) -> PlaceCompared:
        near = [
            {card.what for card in cards if np.linalg.norm(card.centre - centre) < _NEAR}
            for cards in (now, then)
        ]
        still = near[0] == near[1]
        spread = self._noise.changed_still if still else self._noise.changed_touched
        as_before = still != (self._rng.random() < _WRONGLY)
        part, area = _covered(now, then, centre)
        return PlaceCompared(bool(as_before), float(np.exp(self._rng.normal(*spread))), 1.0, part, area)

    def _laid(self, colour: Colour, act: int) -> Lying:
        taken = [card.centre for card in self.lying]
        for step in range(24):
            along = ((step + 1) // 2) * (1 if step % 2 else -1)
            place = self._zone + self._along * along + self._rng.normal(0, _UNTIDY, 2)
            if all(np.linalg.norm(place - other) > 0.7 for other in taken):
                break
        return self._read(colour, place, act)

    def _read(self, colour: Colour, centre: Floats, act: int) -> Lying:
        """A card that comes to lie there, and how it is seen as long as it does."""
        rng, noise = self._rng, self._noise
        right = FIELD_COLOURS.index(colour)
        other = FIELD_COLOURS.index(LOOK_ALIKE[colour]) if rng.random() < 0.7 else int(rng.integers(6))
        p = rng.dirichlet(np.full(6, 0.3)) * 0.3 + 0.7 * np.eye(6)[other]
        p[right] = 0
        p *= (1 - (of_colour := drawn(rng, noise.card_colour))) / p.sum()
        p[right] = of_colour
        confidence, face_up_p = drawn(rng, noise.card_confidence), drawn(rng, noise.card_face_up)
        twin = centre + rng.normal(0, 0.08, 2) if rng.random() < noise.doubled else None
        self._next += 1
        seen, shows = bool(rng.random() > noise.missed), 1 + float(rng.normal(*noise.swells))
        return Lying(self._next, colour, centre, p + 1e-4, confidence, face_up_p, seen, twin, act, shows)

    def _beside(self, other: Lying) -> Lying:
        """A card beside, or partly on, another of its colour and act, from which it is not told."""
        self._next += 1
        place = other.centre + self._rng.normal(0, _NEAR / 2, 2)
        shows = float(self._rng.uniform(*_SHOWS))
        return replace(other, what=self._next, centre=place, seen=False, twin=None, shows=shows, merged=True)

    def _print(self) -> Lying:
        """A mark of the cloth that looks a little like a card."""
        rng = self._rng
        angle = rng.uniform(0, 2 * np.pi)
        centre = rng.uniform(4.5, 8) * np.array([np.cos(angle), np.sin(angle)])
        card = self._read(FIELD_COLOURS[int(rng.integers(6))], centre, -1)
        return replace(card, confidence=float(rng.uniform(*_HALF_A_CARD)), twin=None, seen=True)


def _covered(now: Sequence[Lying], then: Sequence[Lying], centre: Floats) -> tuple[int, float]:
    """In which connected part of what came to be covered since ``then`` a place lies, and its area; (0, 0) if in
    none."""
    lay = {card.what for card in then}
    new = [card for card in now if card.what not in lay]
    part = [card for card in new if np.linalg.norm(card.centre - centre) < _NEAR / 2]
    for card in part:  # grows meanwhile
        near = (each for each in new if np.linalg.norm(each.centre - card.centre) < _TOUCHING)
        part += [each for each in near if each not in part]
    if not part:
        return 0, 0.0
    return min(card.what for card in part), _CARD_AREA * sum(card.shows for card in part)
