"""A hand of Four Colour Cards laid open in one picture: the melds that count most, and what a hu with it pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from companion.errors import WrongCall
from companion.scored import Asked, Counted, NotCounted
from referee.four_colour_acts import HAND, Options
from referee.four_colour_deck import CARDS, COPIES, Card, Cards, card_from_name
from referee.four_colour_melds import CountedMeld, Split, best_melds, total
from referee.four_colour_score import pays
from referee.game import Unfit

if TYPE_CHECKING:
    from vision.pictures import Picture
    from vision.strips.reading import StripSeen

TAKES = ("cards", "claimed")
UNSURE = 0.6
# BGR, one for each meld in turn; what is left over is grey.
_PAINT = ((60, 60, 230), (80, 190, 80), (230, 140, 40), (40, 140, 255), (200, 80, 170), (160, 160, 30))
_GREY = (150, 150, 150)
_LETTER_PX = 50.0  # a strip of that width bears letters of scale 1


@dataclass(frozen=True)
class ReadCard:
    """A card as it was read, and how likely it is that card."""

    card: Card
    p: float

    @property
    def is_sure(self) -> bool:
        """Whether nobody need look at it again; of more strips than there are cards one that is not is none."""
        return self.p >= UNSURE


def count(bgr: Picture, asked: Asked) -> Counted | NotCounted:
    """How many cards were read, their best split, its points with the reasons; each meld in a colour of its own."""
    from vision.strips.look import look_at_strips

    claimed = _named(asked.claimed)
    strips = look_at_strips(bgr).strips  # surest first
    found = [ReadCard(strip.card, float(strip.confidence * strip.p.max())) for strip in strips]
    wanted = asked.cards or hand_size(found)
    read = found[: max(wanted, sum(one.is_sure for one in found))]
    if why := why_not(read, wanted, claimed):
        return NotCounted(why)
    options = Options(**asked.options)
    melds, _ = best_melds(hand_of(read, wanted, claimed), claimed, options.claimed)
    lines = tuple(told(read, wanted, claimed, options))
    return Counted(lines, _drawn(bgr, strips[: len(read)], melds))


def hand_size(found: Sequence[ReadCard]) -> int:
    """How many cards are taken to be laid open where nobody said: a hand, or one with the card on offer."""
    sure = sum(one.is_sure for one in found)
    return HAND + 1 if HAND + 1 in (sure, len(found)) else HAND


def hand_of(read: Sequence[ReadCard], wanted: int, claimed: Card | None) -> Cards:
    """The cards in hand: those read, and where the card on offer lies with them, without that one."""
    cards = [one.card for one in read]
    if claimed and wanted > HAND and claimed in cards:
        cards.remove(claimed)
    return tuple(cards)


def why_not(read: Sequence[ReadCard], wanted: int, claimed: Card | None) -> str:
    """Why what was read is no hand of that many cards, empty where it may be one."""
    if not read:
        return "no strips were found: lay the hand open, side by side, and photograph it from above"
    if len(read) > wanted:
        return (
            f"{len(read)} strips were found where {wanted} are laid open: only the hand may be in the picture"
        )
    hand = hand_of(read, wanted, claimed)
    if claimed and len(hand) > HAND:
        return f"the {called(claimed)} on offer is not among the {wanted} cards: {listed(hand)}"
    for card, times in Counter([*hand, *([claimed] if claimed else [])]).items():
        if times > COPIES:
            return f"{called(card, times)} were read, and there are {COPIES}: lay the cards further apart"
    return ""


def told(read: Sequence[ReadCard], wanted: int, claimed: Card | None, options: Options) -> Iterator[str]:
    """What was read, what each meld counts and why, and what a hu pays, line by line."""
    missing = wanted - len(read)
    yield f"{len(read)} of {wanted} read" + (": the others are not counted" if missing else "")
    if unsure := [f"{called(one.card)} ({one.p:.0%})" for one in read if not one.is_sure]:
        yield f"not sure of: {', '.join(unsure)}"
    hand = hand_of(read, wanted, claimed)
    melds, left = best_melds(hand, claimed, options.claimed)
    if wanted > HAND and not claimed:
        yield "all counted as in hand: --claimed tells which card was on offer"
    yield from _of_melds(melds)
    yield f"{total(melds):3}  {'point' if total(melds) == 1 else 'points'}"
    if left:
        yield f"no hu: left over {listed(left)}"
    elif missing:
        yield f"no hu yet: {missing} more must form melds too"
    else:
        yield from _of_payment(total(melds), options)
    yield f"misread? tableref score-hand {_typed(hand)}" + (f" --claimed {claimed}" if claimed else "")


def called(card: Card, times: int = 1) -> str:
    """A card as people say it.

    >>> called("red-chariot"), called("red-chariot", 4)
    ('red chariot', '4 red chariots')
    """
    name = card.replace("-", " ")
    return name if times == 1 else f"{times} {name}s"


def listed(cards: Cards) -> str:
    """Cards as people say them, like ones together."""
    return ", ".join(called(card, times) for card, times in Counter(cards).items())


def _of_melds(melds: Split) -> Iterator[str]:
    """A line a meld; those that count nothing together."""
    pairs = [meld for meld in melds if not meld.points]
    for meld in sorted(melds, key=lambda meld: -meld.points):
        if meld.points:
            yield f"{meld.points:3}  {meld.kind} {_where(meld)}: {listed(meld.cards)}"
    if pairs:
        yield f"  0  {'pair' if len(pairs) == 1 else 'pairs'}: {', '.join(listed(meld.cards) for meld in pairs)}"


def _where(meld: CountedMeld) -> str:
    if meld.where == "table":
        return "on the table, as it takes in the card on offer"
    return "in hand"


def _of_payment(points: int, options: Options) -> Iterator[str]:
    """All cards form melds: what each other player pays, or gets."""
    each = abs(pays(2, 0, points, options)[0])
    if points >= options.threshold:
        above = points - options.threshold
        yield (
            f"all cards form melds: at hu each other player pays {each},"
            f" the {above} above {options.threshold} and {options.base}"
        )
    else:
        yield (
            f"all cards form melds, but {points} is less than {options.threshold}:"
            f" at hu the caller pays each other player {each}"
        )


def _typed(cards: Cards) -> str:
    """The cards as `tableref score-hand` takes them."""
    counts = Counter(sorted(cards, key=CARDS.index))
    return " ".join(card if times == 1 else f"{times}x{card}" for card, times in counts.items())


def _named(name: str | None) -> Card | None:
    try:
        return None if name is None else card_from_name(name)
    except Unfit as error:
        raise WrongCall(f"--claimed: {error}") from error


def _drawn(bgr: Picture, strips: Sequence[StripSeen], melds: Split) -> Picture:
    """A copy of the picture: each strip with its name, outlined in its meld's colour."""
    import cv2

    canvas, thick = bgr.copy(), max(2, round(max(bgr.shape) / 500))
    waiting = [
        (card, _PAINT[number % len(_PAINT)]) for number, meld in enumerate(melds) for card in meld.cards
    ]
    for strip in strips:
        own = next((each for each in waiting if each[0] == strip.card), None)
        if own:
            waiting.remove(own)
        outline = np.round(strip.corners_px).astype(np.int32)
        cv2.polylines(canvas, [outline], True, (0, 0, 0), thick + 2, cv2.LINE_AA)
        cv2.polylines(canvas, [outline], True, own[1] if own else _GREY, thick, cv2.LINE_AA)
        name, width = (
            strip.card.partition("-")[2],
            float(np.linalg.norm(np.diff(strip.corners_px[:2], axis=0))),
        )
        x, y = (round(float(each)) for each in strip.centre_px)
        scale = max(0.3, width / _LETTER_PX)
        place = (round(x - 3 * scale * _LETTER_PX / 2), round(y + scale * 8))
        for thick, ink in ((3, (0, 0, 0)), (1, (255, 255, 255))):
            cv2.putText(canvas, name, place, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, thick, cv2.LINE_AA)
    return canvas
