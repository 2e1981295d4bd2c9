"""Cards on a table round a board: laid where cards are played, cleared away onto a pile, and how they are seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from companion.follow.likelihood.fields_look import OpenCard, PlaceCompared, unread_card
from models.simulated.camera import KEYFRAMES, Floats
from models.simulated.noise import Noise
from referee.just4fun_colours import FIELD_COLOURS
from referee.table import Colour

_SHADES = {
    "red": "orange",
    "orange": "red",
    "yellow": "orange",
    "green": "blue",
    "blue": "violet",
    "violet": "blue",
}
_UNSURE, _FAINT, _HIDDEN = 0.015, 0.02, 0.15  # of the cards so many; by an arm
_UNREAD, _ELSE = (
    0.8,
    0.002,
)  # of those that are not seen; of all stretches, in which something else came to lie there
_WRONGLY = 0.005  # of the places that look as before, or do not
_PRINTS, _COMES = 0.6, 0.02  # marks of the cloth; how often one is seen, or no longer
_PILES, _MOVED_FIELDS = 0.75, 0.06  # tables with a pile; how far cards are seen elsewhere after a knock
_NEAR = 0.6  # in fields: what comes so near to a card changes how its place looks


@dataclass(frozen=True)
class Lying:
    """A card as it lies: ``what`` a number of its own, and what it reads as; a ``twin`` is where it is seen twice."""

    what: int
    colour: Colour
    centre: Floats
    colour_p: Floats
    confidence: float
    seen: bool
    twin: Floats | None
    act: int  # which act it was laid for


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
        self._has_pile = rng.random() < _PILES
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
            self.lying = (*self.lying, self._laid(colour, act))

    def clear(self, act: int) -> None:
        """The cards of all acts up to this one are cleared away: onto the pile, if there is one."""
        gone = [card for card in self.lying if card.act <= act]
        self.lying = tuple(card for card in self.lying if card.act > act)
        if gone and self._has_pile:
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
        found += [unread_card(card.centre) for card in lie if not card.seen and self._is_new(card)]
        if rng.random() < _ELSE:
            found.append(unread_card(self._print().centre))
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
        return OpenCard(corners, float(sure), float(rng.beta(60, 1)), p / p.sum(), lab, since)

    def _is_new(self, card: Lying) -> bool:
        """Whether a card that is not seen came to lie there, and is seen to cover the table."""
        last = list(self._kept.values())[-1][1] if self._kept else ()
        return card.what not in {other.what for other in last} and bool(self._rng.random() < _UNREAD)

    def _place(self, centre: Floats, now: tuple[Lying, ...], then: tuple[Lying, ...]) -> PlaceCompared:
        near = [
            {card.what for card in cards if np.linalg.norm(card.centre - centre) < _NEAR}
            for cards in (now, then)
        ]
        still = near[0] == near[1]
        spread = self._noise.changed_still if still else self._noise.changed_touched
        as_before = still != (self._rng.random() < _WRONGLY)
        return PlaceCompared(bool(as_before), float(np.exp(self._rng.normal(*spread))), 1.0)

    def _laid(self, colour: Colour, act: int) -> Lying:
        taken = [card.centre for card in self.lying]
        for step in range(24):
            along = ((step + 1) // 2) * (1 if step % 2 else -1)
            place = self._zone + self._along * along + self._rng.normal(0, 0.15, 2)
            if all(np.linalg.norm(place - other) > 0.7 for other in taken):
                break
        return self._read(colour, place, act)

    def _read(self, colour: Colour, centre: Floats, act: int) -> Lying:
        """A card that comes to lie there, and how it is seen as long as it does."""
        rng, noise = self._rng, self._noise
        right, draw = FIELD_COLOURS.index(colour), rng.random()
        other = FIELD_COLOURS.index(_SHADES[colour]) if rng.random() < 0.7 else int(rng.integers(6))
        p = rng.dirichlet(np.full(6, 0.3)) * (rng.gamma(2.0, 0.004) + 1e-4) + 1e-4
        wrong = rng.uniform(0.5, 0.97) if draw < noise.miscoloured else 0.0
        wrong = rng.uniform(0.05, 0.5) if noise.miscoloured <= draw < noise.miscoloured + _UNSURE else wrong
        p[right] += 1 - wrong
        p[other] += wrong
        faint = rng.random() < _FAINT
        confidence = float(rng.uniform(0.15, 0.6) if faint else rng.beta(40, 1))
        twin = centre + rng.normal(0, 0.08, 2) if rng.random() < noise.doubled else None
        self._next += 1
        seen = bool(rng.random() > noise.missed)
        return Lying(self._next, colour, centre, p / p.sum(), min(confidence, 0.999), seen, twin, act)

    def _print(self) -> Lying:
        """A mark of the cloth that looks a little like a card."""
        rng = self._rng
        angle = rng.uniform(0, 2 * np.pi)
        centre = rng.uniform(4.5, 8) * np.array([np.cos(angle), np.sin(angle)])
        card = self._read(FIELD_COLOURS[int(rng.integers(6))], centre, -1)
        return replace(card, confidence=float(rng.uniform(0.05, 0.45)), twin=None, seen=True)
