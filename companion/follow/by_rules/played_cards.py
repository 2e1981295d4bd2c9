"""Which of the cards on the table were just played: told from those lying there by what changed, and where.

Frame: the board's, in fields, origin in its centre, y up (see ``vision.pose``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from companion.eyes.zone import Zone, side_of
from companion.follow.by_rules.card_sizes import CardSizes
from vision.stone_table.reading import FIELD_COLOURS, CardSeen

_SAME_PLACE_FIELDS = 0.3
# In four recordings cards that were not touched were seen within 0.01 of where they lay.
_TO_A_HAIR_FIELDS = 0.1
_FOUND_AGAIN_FIELDS = 0.9  # at the picture's edge a card is seen so much elsewhere after a knock
_PILE_FIELDS = 0.6  # cards are thrown on a pile untidily
# Between two looks at one card (see ``calibration.shades``); two colours of a set are 20 apart.
_SAME_SHADE = 8.0
# Of 1,355 cards held out 15 are named less surely, 7 of them rightly; of the 25 named with up to 0.7 all but two.
_SURE_OF_COLOUR = 0.55
_LEAST_FACE_UP = 0.02  # a card with less shows its back beyond doubt
_MAY_WELL_BE = 0.1  # the probability of a colour that would make an act legal
# A colour with less is ruled out. With more a legal act, which nine in ten are, is not much less likely than a fault:
# of 960 acts in 60 games one was flagged so, and of 4,800 acts with a wrong colour 40 would not be.
_MIGHT_BE = 0.03


@dataclass
class PlayedCards:
    """Keeps account of the cards that lie open, and finds those that were laid since the last act."""

    zone: Zone = field(default_factory=Zone)
    lying: tuple[CardSeen, ...] = ()
    _others: tuple[CardSeen, ...] = ()
    lying_known: bool = False  # False until the cards that lay there at the start were seen
    _moved: bool = False  # the camera was, since when cards are seen a little elsewhere
    looked_away: bool = False  # the camera was moved, since when cards may have come and gone unseen
    _clearing: bool = False  # cards of the last act were taken from the zone, perhaps onto a pile
    _pile_board: NDArray[np.float64] | None = None  # (2,) where cards were dropped before
    _paid: tuple[CardSeen, ...] = ()  # the cards of the last act, as they lay when it was told
    _discards_board: NDArray[np.float64] | None = None  # (2,) where played cards are cleared away to
    _maybe_board: NDArray[np.float64] | None = None  # (2,) where they were cleared away to once
    _discarded_act: int = -1  # after which act that was
    _acts: int = 0
    _laid_first: tuple[CardSeen, ...] = ()  # since the last act, while the zone is not known
    _sizes: CardSizes = field(default_factory=CardSizes)  # of the cards played so far

    def new(self, cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
        """The cards played since the last act was told. Cards that were taken away are forgotten.

        Before the zone is known, any new face-up card shows where it is.
        """
        if self._moved:
            self.lying, self._others = _found_again(self.lying, cards), _found_again(self._others, cards)
            self._paid = _found_again(self._paid, cards)
            self._moved = False
        there, self._others = _still_there(self.lying, cards), _still_there(self._others, cards)
        self._clearing |= len(self._in_zone(there)) < len(self._in_zone(self.lying))
        self.lying = there
        if self.on_discards(cards):
            # Whatever lies in the place of a card that was cleared away is another one.
            self.lying = tuple(old for old in there if not any(_near(old, paid) for paid in self._paid))
            # So is one of their colour that looks as before because it lies where two of them met.
            cards = [
                replace(card, as_before=card.as_before and not self._is_like_paid(card)) for card in cards
            ]
        fresh, discarded = self._in_zone(self._fresh(cards)), self._discarded(cards)
        played = tuple(card for card in fresh if card is not discarded)
        if self.lying_known and not self.zone.known:
            self._laid_first = self._laid_first or played
        return played

    def camera_moved(self) -> None:
        """The camera, or the board, was moved: what lies far from the board is seen a little elsewhere from there."""
        self.lying_known, self._moved, self.looked_away = False, True, True

    def on_discards(self, cards: Sequence[CardSeen]) -> bool:
        """Whether the last act's cards have been seen to come onto the known pile."""
        pile = self._discards_board
        if pile is None or any(_on(paid, pile) for paid in self._paid):
            return False
        # A card of their colour may have lain on the pile before; beneath another one it looks otherwise.
        stay = any(_stays(paid, card) for paid in self._paid for card in cards)
        tops = self._fresh(cards) if stay else [c for c in cards if _plain(c) and not c.as_before]
        return any(_on(top, pile) and self._is_like_paid(top) for top in tops)

    def _discarded(self, cards: Sequence[CardSeen]) -> CardSeen | None:
        """The new card in the zone that is the last act's, cleared away onto a pile on the same side of the board.

        What was cleared lies somewhere now: outside the zone, on the pile, if that is known, or it may be the one
        of the new cards of its colour that lies furthest from where cards are played.
        """
        gone = self._gone(cards)
        if not gone:
            return None
        fresh = self._fresh(cards)
        if self._discards_board is not None:
            pile = self._discards_board
            return next((card for card in self._in_zone(fresh) if _on(card, pile)), None)
        moved = [card for card in fresh if any(_of_one_colour(card, paid) for paid in gone)]
        elsewhere = next((card for card in moved if not self.zone.holds(card.centre_board)), None)
        if elsewhere is not None:
            self._discards_board = elsewhere.centre_board
            return None
        played_at = np.mean([paid.centre_board for paid in self._paid], 0)
        return max(moved, key=lambda card: _apart(card.centre_board, played_at), default=None)

    def all_cleared(self, cards: Sequence[CardSeen]) -> bool:
        """Whether none of the last act's cards lies where it was laid: who clears them away lets the act count."""
        return bool(self._paid) and len(self._gone(cards)) == len(self._paid)

    def laid_elsewhere(self, cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
        """The cards laid outside the zone since the last act was told that may be none of that one's, cleared away;
        none where a profile says where cards are played."""
        if self.zone.polygon is not None:
            return ()
        gone = self._gone(cards)
        fresh = [card for card in self._fresh(cards) if not self.zone.holds(card.centre_board)]
        return tuple(card for card in fresh if not any(_of_one_colour(card, paid) for paid in gone))

    def _gone(self, cards: Sequence[CardSeen]) -> list[CardSeen]:
        """The last act's cards that lie no more where they were laid."""
        return [paid for paid in self._paid if not any(_same(paid, card) for card in cards)]

    def cleared(self, cards: Sequence[CardSeen]) -> None:
        """No stone was moved, and no card is new but perhaps one of the last act, cleared away: where that happens
        twice is the pile."""
        self.looked_away = False
        discarded = self._discarded(cards)
        if discarded is None:
            return
        place = discarded.centre_board
        if self._discards_board is not None:
            self.lying = (*(old for old in self.lying if not _near(old, discarded)), discarded)
        elif (
            self._discarded_act != self._acts
            and self._maybe_board is not None
            and _on(discarded, self._maybe_board)
        ):
            self._discards_board = place
        self._maybe_board, self._discarded_act = place, self._acts

    def dropped(self, cards: Sequence[CardSeen], due: str) -> CardSeen | None:
        """A card that was laid straight on a pile since the last act was told: it lies alone where another lay.
        How many lie under it cannot be seen. Where a pile is known, its top card may look as before: it counts
        if it is of the colour that is ``due``.

        Cards that are cleared away land on a pile as well: after that, only one in the zone counts, or of another
        colour than theirs.
        """
        in_zone = self.new(cards)
        fresh = in_zone or [card for card in self._fresh(cards) if not self._may_be_cleared(card)]
        if len(fresh) == 1 and self._on_a_pile(fresh[0]):
            self._pile_board = fresh[0].centre_board
            return fresh[0]
        pile = self._pile_board
        if fresh or pile is None:
            return None
        tops = (old for old in self.lying if _apart(old.centre_board, pile) < _SAME_PLACE_FIELDS)
        return next((top for top in tops if top.colour == due), None)

    def _may_be_cleared(self, card: CardSeen) -> bool:
        """Whether a card may be one of the last act's, of which some were cleared away."""
        return self._clearing and self._is_like_paid(card)

    def _is_like_paid(self, card: CardSeen) -> bool:
        """Whether a card is of one colour with one of the last act's."""
        return any(_of_one_colour(card, paid) for paid in self._paid)

    def _on_a_pile(self, card: CardSeen) -> bool:
        """Whether a card lies where one lay before; in the zone, where all lay that were there."""
        if not self.zone.holds(card.centre_board):
            return any(_near(card, old) for old in self.lying)
        in_zone = self._in_zone(self.lying)
        return bool(in_zone) and all(_near(card, old) for old in in_zone)

    def _in_zone(self, cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
        return tuple(card for card in cards if self.zone.holds(card.centre_board))

    def _fresh(self, cards: Sequence[CardSeen]) -> list[CardSeen]:
        changed = [card for card in cards if _plain(card) and not card.as_before]
        return [card for card in _unmatched(changed, self.lying) if not self._was_faint(card)]

    def _was_faint(self, card: CardSeen) -> bool:
        """Whether a card that is not quite sure is what was a faint mark already when the last act was told."""
        doubt = not (card.certain or card.covers)
        return doubt and any(_near(card, other) for other in self._others)

    def readings(self, cards: Sequence[CardSeen]) -> list[tuple[CardSeen, ...]]:
        """What may have been played, likeliest first: the sure cards; then with doubtful ones; then without
        the faintest of the sure ones. Where any of them covers all that came to be covered, no other does."""
        sure = self.new(cards)
        more = sorted(self._doubts(cards), key=lambda card: -card.confidence)
        fewer = sorted(sure, key=lambda card: -card.confidence)
        readings = [sure] + [(*sure, *more[: n + 1]) for n in range(len(more))]
        if pairs := self._sizes.pairs((*sure, *more)):
            readings.insert(1, (*sure, *(card for card in pairs if card in more), *pairs))
        if self._discards_board is None and (discarded := self._discarded(cards)):
            readings.append((*sure, discarded))
        if fewer and not (fewer[-1].certain or fewer[-1].covers):
            readings.append(tuple(fewer[:-1]))
        return [each for each in readings if not self._more_is_covered(each, cards)] or readings

    def perhaps(self, cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
        """All that may have been played, be it seen ever so faintly."""
        return (*self.new(cards), *self._doubts(cards))

    def doubtful(self, cards: Sequence[CardSeen], unread_board: Sequence[NDArray[np.float64]] = ()) -> bool:
        """Whether something in the zone may be a card that was played, or may not, or of what colour it is; or lies
        in one of the ``unread_board`` places (2,), and was read as none."""
        if any(map(self.zone.is_usual, unread_board)):
            return True
        new = self.new(cards)
        return self.zone.known and bool(
            self._doubts(cards) or self._sizes.pairs(new) or not sure_of_colours(new)
        )

    def may_be_hidden(self, burnt_board: Sequence[NDArray[np.float64]]) -> bool:
        """Whether a card in the zone may lie unseen in one of the ``burnt_board`` places (2,)."""
        return self.zone.known and any(map(self.zone.is_usual, burnt_board))

    def may_still_lie(self, laid: Sequence[CardSeen], cards: Sequence[CardSeen]) -> bool:
        """Whether each card that was seen ``laid`` may lie there still, now that it is seen ever so faintly."""
        doubts = self._doubts(cards)
        return all(any(_near(card, doubt) for doubt in doubts) for card in laid)

    def may_be_more(self, cards: Sequence[CardSeen]) -> bool:
        """Whether more cards may have been played than are seen: between two of one colour that meet, which are seen
        less plainly then, or where something shows beside them."""
        new = self.new(cards)
        more = any(card.more_beside or (card.covers and not card.certain) for card in new)
        return more or self._more_is_covered(new, cards)

    def _more_is_covered(self, laid: Sequence[CardSeen], cards: Sequence[CardSeen]) -> bool:
        """Whether of the table more came to be covered, in one with a card that was surely laid or would have been,
        than is by the cards that lay there before and those of the ``cards`` seen that would have been ``laid``."""
        lay = [card for card in cards if any(_same(card, old) for old in (*self.lying, *self._others))]
        return any(self._sizes.more_is_covered(each, (*lay, *laid)) for each in (*self.new(cards), *laid))

    def _doubts(self, cards: Sequence[CardSeen]) -> list[CardSeen]:
        """Cards that may have been played, where they usually are: faint ones, and ones that show their backs or a
        dark face, unless they lay there when the last act was told, or are far too small for this set's."""
        changed = [card for card in cards if not card.as_before]
        maybe = [card for card in changed if not _plain(card) and card.face_up_p > _LEAST_FACE_UP]
        fresh = _unmatched(maybe, (*self.lying, *self._others))
        in_zone = [card for card in fresh if self.zone.is_usual(card.centre_board)]
        return [card for card in in_zone if self._sizes.fair(card)]

    def told(self, cards: Sequence[CardSeen]) -> None:
        """An act was told (or play begins): all cards that lie there now are old from here on."""
        fresh = self.new(cards)
        if fresh and not self.zone.known and self.lying_known:
            # They may have been cleared away by now: where they lay first they were played.
            same = sorted(colours_of(self._laid_first)) == sorted(colours_of(fresh))
            sides = Counter(side_of(card.centre_board) for card in (self._laid_first if same else fresh))
            self.zone = Zone(side=sides.most_common(1)[0][0])
        self.lying = tuple(card for card in cards if _plain(card))
        # What looks a little like a card and has lain there all along (a heap of stones) is no doubt.
        self._others = tuple(card for card in cards if not _plain(card))
        if self.lying_known:
            self._sizes.learn(fresh, self.lying)
        self._paid, self._acts = fresh if self._acts else (), self._acts + 1
        self.lying_known, self.looked_away, self._clearing, self._laid_first = True, False, False, ()

    def told_as(self, colours: Sequence[str]) -> None:
        """The last act's cards were told to be of these ``colours``: on a pile, in better light, they look it."""
        if len(set(colours)) == 1:
            self._paid = tuple(replace(card, colour=colours[0]) for card in self._paid)

    def after(self, cards: Sequence[CardSeen]) -> PlayedCards:
        """The account as it would be had an act been told when these cards lay there."""
        account = replace(self, _sizes=self._sizes.copy())
        account.told(cards)
        return account


def sure_of_colours(cards: Sequence[CardSeen]) -> bool:
    """Whether the colour of each card is told by itself."""
    return all(max(card.colour_p) > _SURE_OF_COLOUR for card in cards)


def colours_of(cards: Sequence[CardSeen], likely: str | None = None) -> tuple[str, ...]:
    """The cards' colours; ``likely`` for each card that may well be of that colour."""
    index = FIELD_COLOURS.index(likely) if likely else 0
    return tuple(likely if likely and card.colour_p[index] > _MAY_WELL_BE else card.colour for card in cards)


def might_be_of(cards: Sequence[CardSeen], colour: str) -> bool:
    """Whether none of the cards is ruled out to be of this colour."""
    index = FIELD_COLOURS.index(colour)
    return all(card.colour_p[index] > _MIGHT_BE for card in cards)


def colourings(cards: Sequence[CardSeen]) -> Iterator[tuple[str, ...]]:
    """Each way in which the cards may be coloured; of a card told by itself its colour alone."""

    def may_be(card: CardSeen) -> list[str]:
        if sure_of_colours([card]):
            return [card.colour]
        return [colour for colour, p in zip(FIELD_COLOURS, card.colour_p, strict=True) if p > _MAY_WELL_BE]

    return product(*map(may_be, cards))


def _still_there(old: Sequence[CardSeen], cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """The old cards that lie there still, be it under another card."""
    return tuple(o for o in old if any(_near(o, card) for card in cards))


def _found_again(old: Sequence[CardSeen], cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """The old cards where they are seen now that the camera was moved: each is the nearest of its colour."""
    apart = sorted(
        (_apart(o.centre_board, card.centre_board), i, j)
        for i, o in enumerate(old)
        for j, card in enumerate(cards)
        if o.face_up == card.face_up and _of_one_colour(o, card)
    )
    seen_as: dict[int, int] = {}
    for away, i, j in apart:
        if away < _FOUND_AGAIN_FIELDS and i not in seen_as and j not in seen_as.values():
            seen_as[i] = j
    return tuple(cards[seen_as[i]] if i in seen_as else o for i, o in enumerate(old))


def _plain(card: CardSeen) -> bool:
    return card.face_up and card.sure


def _unmatched(cards: Sequence[CardSeen], old: Sequence[CardSeen]) -> list[CardSeen]:
    """The cards that do not lie, one each, where an old one of the same colour lay."""
    left = list(old)
    fresh = []
    for card in cards:
        match = next((o for o in left if _same(o, card)), None)
        if match is None:
            fresh.append(card)
        else:
            left = [o for o in left if o is not match]  # cards hold arrays, which do not compare
    return fresh


def _on(card: CardSeen, pile_board: NDArray[np.float64]) -> bool:
    return _apart(card.centre_board, pile_board) < _PILE_FIELDS


def _near(a: CardSeen, b: CardSeen) -> bool:
    return _apart(a.centre_board, b.centre_board) < _SAME_PLACE_FIELDS


def _apart(a_board: NDArray[np.float64], b_board: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(a_board - b_board))


def _same(a: CardSeen, b: CardSeen) -> bool:
    return _near(a, b) and (not (a.face_up and b.face_up) or _of_one_colour(a, b))


def _stays(old: CardSeen, card: CardSeen) -> bool:
    """Whether an old card was not touched: it lies to a hair where it lay, or looks as it did there."""
    return _same(old, card) and (
        card.as_before or _apart(old.centre_board, card.centre_board) < _TO_A_HAIR_FIELDS
    )


def _of_one_colour(a: CardSeen, b: CardSeen) -> bool:
    return a.colour == b.colour or _look_alike(a, b)


def _look_alike(a: CardSeen, b: CardSeen) -> bool:
    """Whether two cards are of one colour, whatever they were called: a name near a border may tip over."""
    return a.lab is not None and b.lab is not None and float(np.linalg.norm(a.lab - b.lab)) < _SAME_SHADE
