"""Lay strips out by lot: melds before their players, discards in the middle, hands laid open in rows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.sample_layout import rectangle, rotated
from models.scenes.sample_set import pick
from models.scenes.strips.scene import STRIP_MM, Pile, Strip, StripGroup, StripSet
from referee.four_colour_deck import CARDS, COLOURS, COPIES, RANKS

Points = NDArray[np.float64]

_COMMAND, _FIELD = ("general", "advisor", "elephant"), ("chariot", "horse", "cannon")
_HAND = 21
_DEALT = 112
_TINT = 0.035
_PIVOT = 0.8  # of a strip's length, at least, lies between a fan's pivot and its wide end
_OVERLAP_MM2 = 1.0


@dataclass(frozen=True)
class Laid:
    """All that was laid out, in the order laid."""

    strips: tuple[Strip, ...]
    groups: tuple[StripGroup, ...]
    piles: tuple[Pile, ...]


@dataclass(frozen=True)
class _Part:
    """A group by itself: its cards, and where each lies (x, y, yaw) about the group's middle; ``order`` in which
    they were laid."""

    kind: str
    laid: str
    cards: tuple[str, ...]
    places: Points
    order: tuple[int, ...]

    def box(self, deck: StripSet) -> tuple[Points, Points]:
        """The lower and the upper corner (2,) of the box about it."""
        corners = np.concatenate([rectangle((x, y), *deck.size_mm, yaw) for x, y, yaw in self.places])
        return corners.min(0), corners.max(0)


class _Deck:
    """What is left of the deck to be laid."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng, self._left = rng, dict.fromkeys(CARDS, COPIES)

    def take(self, cards: Sequence[str]) -> bool:
        """Take these, if there are enough of each."""
        if any(self._left[card] < cards.count(card) for card in cards):
            return False
        for card in cards:
            self._left[card] -= 1
        return True

    def any(self) -> str:
        """A card by lot."""
        names = [card for card, count in self._left.items() for _ in range(count)]
        card = str(self._rng.choice(names))
        self._left[card] -= 1
        return card

    def meld(self) -> tuple[str, tuple[str, ...]]:
        """A meld by its kind and cards, now and then one that is none."""
        for _ in range(20):
            kind, cards = _some_meld(self._rng)
            if self.take(cards):
                return kind, cards
        return "general", (self.any(),)


def _some_meld(rng: np.random.Generator) -> tuple[str, tuple[str, ...]]:
    kind = str(
        pick(
            rng,
            *(("command", 0.15), ("field", 0.17), ("pair", 0.13), ("triple", 0.17), ("quadruple", 0.1)),
            *(("generals", 0.03), ("soldiers", 0.13), ("general", 0.06), ("none", 0.06)),
        )
    )
    colour = str(rng.choice(COLOURS))
    some = str(rng.choice([card for card in CARDS if not card.endswith("general")]))
    cards: tuple[str, ...]
    if kind in ("command", "field"):
        cards = tuple(f"{colour}-{rank}" for rank in (_COMMAND if kind == "command" else _FIELD))
    elif kind in ("pair", "triple", "quadruple"):
        cards = (some,) * {"pair": 2, "triple": 3, "quadruple": 4}[kind]
    elif kind == "generals":
        cards = (f"{colour}-general",) * 4
    elif kind == "soldiers":
        cards = tuple(f"{c}-soldier" for c in rng.permutation(COLOURS)[: int(rng.choice([3, 4]))])
    elif kind == "general":
        cards = (f"{colour}-general",)
    else:
        cards = tuple(f"{c}-{r}" for c, r in zip(rng.choice(COLOURS, 3), rng.choice(RANKS, 3), strict=True))
    return kind, tuple(str(card) for card in (rng.permutation(cards) if rng.random() < 0.3 else cards))


def sample_lie(rng: np.random.Generator, deck: StripSet, mode: str) -> Laid:
    """Strips, groups and piles; ``mode`` game | hand. They lie about no place in particular yet."""
    style = _Style.sample(rng, deck)
    left = _Deck(rng)
    laid = _hand(rng, deck, left, style) if mode == "hand" else _game(rng, deck, left, style)
    return _stacked(laid, deck)


@dataclass(frozen=True)
class _Style:
    """How people at this table lay groups; lengths in strips' widths."""

    laid: str  # side | fan | cascade | mixed
    step: float  # from strip to strip side by side
    careless: float
    turn: float  # of a fan, from strip to strip, radians
    fan_step: float  # at a fan's wide end
    cascade_step: float  # in strips' lengths
    gap: float  # between groups

    @staticmethod
    def sample(rng: np.random.Generator, deck: StripSet) -> _Style:
        """By lot, so that most signs can be seen."""
        shows = (deck.sign_inset_mm + 0.55 * deck.sign_mm) / deck.long_mm
        return _Style(
            str(pick(rng, ("side", 0.27), ("fan", 0.3), ("cascade", 0.18), ("mixed", 0.25))),
            float(pick(rng, (rng.uniform(0.85, 1.0), 0.35), (rng.uniform(1.0, 1.12), 0.65))),
            float(rng.uniform(0, 0.06)),
            float(rng.uniform(0.04, 0.3)),
            float(rng.uniform(0.85, 1.25)),
            float(rng.uniform(shows, max(1.05 * shows, 0.5))),
            float(rng.uniform(0.12, 0.9)),
        )


def _part(
    rng: np.random.Generator, deck: StripSet, style: _Style, kind: str, cards: tuple[str, ...], laid: str
) -> _Part:
    """A group laid ``laid``: x across, y along the strips."""
    count = len(cards)
    steps = np.arange(count) - (count - 1) / 2
    places = np.zeros((count, 3))
    if laid == "fan":
        # Fanned about a point near the strips' lower ends, or below them: else the ends cross
        widest = style.fan_step * deck.short_mm
        turn = min(style.turn * float(rng.uniform(0.75, 1.25)), widest / (_PIVOT * deck.long_mm))
        radius = widest / turn - deck.long_mm / 2
        angle = steps * turn
        places = np.column_stack([radius * np.sin(angle), radius * (np.cos(angle) - 1), -angle])
        if rng.random() < 0.3:
            lean = float(rng.normal(0, 0.2))
            places[:, :2], places[:, 2] = rotated(places[:, :2], lean), places[:, 2] + lean
    elif laid == "cascade":
        places[:, 1] = steps * style.cascade_step * deck.long_mm
    else:
        places[:, 0] = steps * style.step * deck.short_mm
    loose = style.careless * (0.4 if laid == "fan" else 1.0)
    places += rng.normal(0, loose, (count, 3)) * [0.6 * deck.short_mm, 2 * deck.short_mm, 0.6]
    order = tuple(range(count)) if rng.random() < 0.6 else tuple(range(count))[::-1]
    if laid not in ("fan", "cascade") and rng.random() < 0.3:
        order = tuple(int(i) for i in rng.permutation(count))
    return _Part(kind, laid, cards, places, order)


def _laid_as(rng: np.random.Generator, style: _Style, cards: tuple[str, ...]) -> str:
    if len(cards) == 1:
        return "side"
    return str(rng.choice(["side", "fan", "cascade"])) if style.laid == "mixed" else style.laid


def _in_rows(
    rng: np.random.Generator, deck: StripSet, style: _Style, parts: Sequence[_Part], most_mm: float
) -> Iterator[tuple[_Part, Points]]:
    """Each part with where its middle comes, in rows from +y down, none longer than ``most_mm``, about the origin."""
    rows: list[list[tuple[_Part, float]]] = [[]]
    at = 0.0
    for part in parts:
        low, high = part.box(deck)
        wide = float(high[0] - low[0])
        if rows[-1] and at + wide > most_mm:
            rows.append([])
            at = 0.0
        rows[-1].append((part, at - float(low[0])))
        gap = style.gap * float(rng.uniform(0.8, 1.25))
        if part.laid == "fan" and rng.random() < 0.5:
            gap -= 0.25
        at += wide + max(0.05, gap) * deck.short_mm
    down = 0.0
    for row in rows:
        boxes = [part.box(deck) for part, _ in row]
        top = max(float(high[1]) for _, high in boxes)
        bottom = min(float(low[1]) for low, _ in boxes)
        right = max(x + float(high[0]) for (_, x), (_, high) in zip(row, boxes, strict=True))
        down -= top
        slant = float(rng.normal(0, 0.03))
        for part, x in row:
            slip = float(rng.normal(0, 0.5 * style.careless * deck.long_mm))
            yield part, np.array([x - right / 2, down + slip + slant * (x - right / 2)])
        down += bottom - float(rng.uniform(0.1, 0.6)) * deck.short_mm


def _placed(part: _Part, group: int, middle: Points, yaw: float, rng: np.random.Generator) -> list[Strip]:
    """The part's strips, its middle at a point of the table, turned."""
    spots = rotated(part.places[:, :2], yaw) + middle
    return [
        Strip(
            part.cards[i],
            group,
            (float(spots[i, 0]), float(spots[i, 1])),
            0.0,
            float(part.places[i, 2] + yaw + math.pi * int(rng.integers(2))),
            float(rng.normal(1, _TINT)),
        )
        for i in part.order
    ]


def _hand(rng: np.random.Generator, deck: StripSet, left: _Deck, style: _Style) -> Laid:
    """One player's hand, laid open by groups in rows; at times all strips in rows without groups."""
    side, yaw = int(rng.integers(4)), float(rng.normal(0, 0.06))
    melds: list[tuple[str, tuple[str, ...]]] = []
    total = int(pick(rng, (20, 0.4), (21, 0.4), (int(rng.integers(5, 20)), 0.2)))
    if rng.random() < 0.12:
        rows = int(rng.integers(1, 4))
        shares = np.array_split(np.arange(total), rows)
        melds = [("row", tuple(left.any() for _ in share)) for share in shares]
        style = replace(style, laid="side", gap=style.gap + 0.3)
    while sum(len(cards) for _, cards in melds) < total:
        kind, cards = left.meld()
        melds.append((kind, cards[: total - sum(len(c) for _, c in melds)]))
    parts = [_part(rng, deck, style, kind, cards, _laid_as(rng, style, cards)) for kind, cards in melds]
    widest = max(float(np.ptp(np.array(part.box(deck))[:, 0])) for part in parts)
    most = max(widest, deck.short_mm * float(rng.uniform(7, 26)))
    strips: list[Strip] = []
    for number, (part, at) in enumerate(_in_rows(rng, deck, style, parts, most)):
        turn = yaw + side * math.pi / 2
        lean = float(rng.normal(0, style.careless))
        strips += _placed(part, number, rotated(at, turn), turn + lean, rng)
    groups = tuple(StripGroup(part.kind, part.laid, side) for part in parts)
    return Laid(tuple(strips), groups, ())


def _game(rng: np.random.Generator, deck: StripSet, left: _Deck, style: _Style) -> Laid:
    """Melds before two to four players, discards and the deck in the middle."""
    players = rng.permutation(4)[: int(rng.choice([2, 3, 4], p=[0.3, 0.4, 0.3]))]
    strips: list[Strip] = []
    groups: list[StripGroup] = []
    middle = _middle(rng, deck, left, style)
    reach = 0.0
    if middle is not None:
        turn = float(rng.uniform(0, 2 * math.pi))
        strips += _placed(middle, 0, np.zeros(2), turn, rng)
        groups.append(StripGroup(middle.kind, middle.laid, None))
        reach = float(np.abs(np.concatenate(middle.box(deck))).max())
    pile = _pile(rng, deck, reach, turn if middle is not None else 0.0)
    away = max(reach, float(np.hypot(*pile.xy_mm)) + deck.short_mm if pile else 0.0)
    away = max(away * float(rng.uniform(0.6, 1)), deck.long_mm * float(rng.uniform(0.4, 1.4)))
    for side in sorted(int(player) for player in players):
        melds = [left.meld() for _ in range(int(rng.choice(7, p=[0.12, 0.2, 0.22, 0.18, 0.14, 0.08, 0.06])))]
        parts = [_part(rng, deck, style, kind, cards, _laid_as(rng, style, cards)) for kind, cards in melds]
        if not parts:
            continue
        most = deck.short_mm * float(rng.uniform(5, 22))
        turn = side * math.pi / 2 + float(rng.normal(0, 0.07))
        before = np.array([float(rng.normal(0, 0.5)) * deck.long_mm, -away - deck.long_mm * 0.2])
        for part, at in _in_rows(rng, deck, style, parts, most):
            lean = float(rng.normal(0, style.careless))
            strips += _placed(part, len(groups), rotated(at + before, turn), turn + lean, rng)
            groups.append(StripGroup(part.kind, part.laid, side))
    if not strips:
        return _game(rng, deck, left, style)
    return _untangled(Laid(tuple(strips), tuple(groups), (pile,) if pile else ()), deck)


def _middle(rng: np.random.Generator, deck: StripSet, left: _Deck, style: _Style) -> _Part | None:
    """The discards: one, some side by side, or a row of which each lies on the next."""
    count = int(
        pick(rng, (0, 0.12), (1, 0.25), (int(rng.integers(2, 6)), 0.3), (int(rng.integers(6, 15)), 0.33))
    )
    if not count:
        return None
    style = replace(style, step=float(rng.uniform(0.85, 1.15)), careless=float(rng.uniform(0, 0.12)))
    cards = tuple(left.any() for _ in range(count))
    part = _part(rng, deck, style, "discards", cards, "row")
    return replace(part, order=tuple(range(count)) if rng.random() < 0.7 else part.order)


def _pile(rng: np.random.Generator, deck: StripSet, reach: float, turn: float) -> Pile | None:
    if rng.random() < 0.2:
        return None
    along = reach + deck.short_mm * float(rng.uniform(0.65, 1.6))
    at = rotated(np.array([along, float(rng.normal(0, 0.1)) * deck.long_mm]), turn)
    return Pile((float(at[0]), float(at[1])), turn + float(rng.normal(0, 0.15)), int(rng.integers(2, 72)))


def _untangled(laid: Laid, deck: StripSet) -> Laid:
    """The same without groups that lie over an earlier group, or over a pile, by more than a little."""
    piles = [rectangle(pile.xy_mm, *deck.size_mm, pile.yaw) for pile in laid.piles]
    kept: list[int] = []
    outlines = [_outline(strip, deck) for strip in laid.strips]
    members = [
        [i for i, strip in enumerate(laid.strips) if strip.group == g] for g in range(len(laid.groups))
    ]
    for group, own in enumerate(members):
        others = [outlines[i] for other in kept for i in members[other]] + piles
        most = 0.06 * deck.short_mm * deck.long_mm
        over = max((_common(outlines[i], other) for i in own for other in others), default=0.0)
        if over < most:
            kept.append(group)
    new = {group: number for number, group in enumerate(kept)}
    strips = [replace(strip, group=new[strip.group]) for strip in laid.strips if strip.group in new]
    return Laid(tuple(strips), tuple(laid.groups[group] for group in kept), laid.piles)


def _stacked(laid: Laid, deck: StripSet) -> Laid:
    """The same, each strip as high as those under it need, with the origin in the middle of all."""
    corners = np.concatenate([_outline(strip, deck) for strip in laid.strips])
    middle = (corners.min(0) + corners.max(0)) / 2
    strips = tuple(
        replace(strip, xy_mm=(strip.xy_mm[0] - float(middle[0]), strip.xy_mm[1] - float(middle[1])))
        for strip in stacked(laid.strips, deck)
    )
    piles = tuple(
        replace(pile, xy_mm=(pile.xy_mm[0] - float(middle[0]), pile.xy_mm[1] - float(middle[1])))
        for pile in laid.piles
    )
    return Laid(strips, laid.groups, piles)


def stacked(strips: Sequence[Strip], deck: StripSet) -> tuple[Strip, ...]:
    """The same strips in the order laid, each as high as those under it need."""
    done: list[tuple[Strip, NDArray[np.float32]]] = []
    for strip in strips:
        outline = _outline(strip, deck)
        below = [other.z_mm for other, its in done if _common(outline, its) > _OVERLAP_MM2]
        done.append((replace(strip, z_mm=max(below) + STRIP_MM if below else 0.0), outline))
    return tuple(strip for strip, _ in done)


def _outline(strip: Strip, deck: StripSet) -> NDArray[np.float32]:
    return rectangle(strip.xy_mm, *deck.size_mm, strip.yaw)


def _common(outline: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """mm2 of two outlines that are one over the other."""
    return float(cv2.intersectConvexConvex(outline, other)[0])
