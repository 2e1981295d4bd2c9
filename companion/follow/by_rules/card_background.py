"""What the table round the board looked like before, and which of the marks that look like cards are some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.follow.by_rules.look import Places
from vision.finding.board import Board
from vision.stone_table.background import OF_BARE_TABLE, Background, BackgroundSince
from vision.stone_table.cards import cards_at_second_sight, meets_its_like
from vision.stone_table.patches import TableView
from vision.stone_table.reading import CardSeen


class CardBackground:
    """The table as one camera sees it from one place."""

    def __init__(self, size: int) -> None:
        """``size``: of the board on it, fields a side."""
        self._size = size
        self._first: Background | None = None  # where no card lay before any was played
        self._bare: Background | None = None  # where no card lies
        self._told: Background | None = None  # what looks as when the last act was told, ever since

    def learn(self, view: TableView, cards: Sequence[CardSeen]) -> None:
        """Remember what the table looks like where none of the ``cards`` lies. Before play what is faint is part of
        the table."""
        if self._bare:
            self._bare = self._bare.and_now_without(view, cards)
        else:
            self._first = self._bare = Background.without(view, [card for card in cards if card.sure])

    def act_told(self, view: TableView) -> None:
        """All cards that lie there now lay there when the last act was told."""
        self._told = Background.as_it_lies(view)

    def look_over(
        self, marks: Sequence[CardSeen], view: TableView, board: Board
    ) -> tuple[tuple[CardSeen, ...], Places]:
        """The cards among the ``marks``, and those seen only at a second sight, where something as large as one lies
        that is none of the others; and the middle of each such place where that sight shows none either."""
        since_bare = self._bare.since(view) if self._bare else None
        cards = self._cards_among(marks, view, since_bare)
        if since_bare is None:
            return cards, ()
        where, unread = since_bare.unread([card for card in cards if card.sure], self._size)
        if unread:
            more = cards_at_second_sight(view, where, board)
            cards = self._cards_among((*marks, *more), view, since_bare)
            _, unread = since_bare.unread([card for card in cards if card.sure], self._size)
        return cards, tuple(unread)

    def _cards_among(
        self, marks: Sequence[CardSeen], view: TableView, since_bare: BackgroundSince | None
    ) -> tuple[CardSeen, ...]:
        """The cards among the ``marks``: less those where the table looks as it did before any was played, and those
        in doubt where it looks as it did bare. Two of one colour without rims are marked faintly where they meet, but
        both cover the table."""
        cards = tuple(marks)
        if self._first:
            untouched = self._first.since(view).untouched(cards)
            cards = tuple(card for card, none in zip(cards, untouched, strict=True) if not none)
        if since_bare:
            if not all(card.certain for card in cards):
                bare = since_bare.as_before(cards, OF_BARE_TABLE)
                cards = tuple(
                    card for card, none in zip(cards, bare, strict=True) if card.certain or not none
                )
                something = since_bare.something_new(cards)
                meets = [meets_its_like(card, cards) for card in cards]
                cards = _with(cards, covers=[new and met for new, met in zip(something, meets, strict=True)])
            parts = since_bare.components(cards, self._size)
            cards = _with(
                cards,
                more_beside=since_bare.more_beside(cards, self._size),
                component=[component for component, _ in parts],
                component_area=[area for _, area in parts],
            )
        if self._told:
            since_told = self._told.since(view)
            cards = _with(cards, as_before=since_told.as_before(cards))
            self._told = since_told.where_still()
        return cards


def _with(cards: Sequence[CardSeen], **flags: Sequence[object]) -> tuple[CardSeen, ...]:
    """The cards, each with what the ``flags`` say of it."""
    each = zip(*flags.values(), strict=True)
    return tuple(
        replace(card, **dict(zip(flags, its, strict=True))) for card, its in zip(cards, each, strict=True)
    )
