"""What the eyes tell of a table of Four Colour Cards, and how its places are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.errors import BadCommand
from companion.follow.four_colour_cards import StripLook
from companion.follow.likelihood.strip_memory import Lies
from companion.messages import message
from companion.record.edits import SEATS
from companion.session.played import LearntBoard, Options, SeenStretch, T_contra
from companion.session.port import Seen
from referee import four_colour_cards as rules
from referee import phrases
from referee.four_colour_deck import CARDS
from referee.table import Cell, Piece
from vision.strips.reading import StripSeen

_SURE = 0.9  # what is less likely a strip does not keep a game from beginning
_USUALLY = {2: ("bottom", "top"), 3: ("bottom", "left", "right"), 4: ("bottom", "left", "top", "right")}
SIDES = _USUALLY[4]  # clockwise, as players sit


class Sight(Protocol[T_contra]):
    """What one pair of eyes has shown of a table so far: see ``companion.eyes.strips.shown.StripsShown``."""

    @property
    def strips(self) -> Sequence[StripSeen]:
        """Those of the last look."""
        ...

    @property
    def areas(self) -> NDArray[np.int64]:
        """In which area each lies: the number of a player, or as many as there are for the middle."""
        ...

    def before(self, stretch: T_contra) -> Sequence[StripSeen]:
        """What looks like strips before a game."""
        ...

    def lies_aside(self, stretch: T_contra) -> None:
        """Whatever looks like a strip is none, or not in play."""
        ...

    def look(self, stretch: T_contra, lying: Lies) -> StripLook:
        """What a stretch shows by now, of which it is known what is ``lying`` in each area."""
        ...


def seats_of(players: Sequence[str], seats: Mapping[str, str] | None) -> dict[str, str]:
    """On which side of the picture each player sits: as agreed, or as so many usually do, clockwise; none while
    players lack. Raises BadCommand where two sit on one side, or somebody on none."""
    if len(players) < rules.PLAYERS[0]:
        return {}
    if not seats:
        return dict(zip(players, _USUALLY[len(players)], strict=True))
    wrong = set(seats) != set(players) or len(set(seats.values())) < len(seats)
    if wrong or not set(seats.values()) <= set(SIDES):
        raise BadCommand(
            "sides_taken",
            "each player sits on a side of his own: {sides}",
            sides=", ".join(SIDES),
        )
    return {player: seats[player] for player in players}


def learn_table(
    sight: Sight[SeenStretch], stretch: SeenStretch, given: Options, seats: Mapping[str, str]
) -> LearntBoard:
    """Nothing of the game's settings, but whether strips lie there; the players' sides are kept."""
    cards = [strip.card for strip in sight.before(stretch) if strip.confidence > _SURE]
    kept = {SEATS: dict(seats)}
    if not cards:
        return LearntBoard(dict(given), kept=kept)
    named = {lang: _listed(lang, cards) for lang in phrases.LANGUAGES}
    taken = tuple(sorted({(len(seats), CARDS.index(card)) for card in cards}))
    return LearntBoard(dict(given), taken=taken, in_the_way=message("cards_on", cards=named), kept=kept)


@dataclass(frozen=True)
class Areas:
    """The places of a game of these players: before each of them, and the middle. See
    ``companion.session.places.Places``."""

    players: tuple[str, ...]

    def unsure(self, cells: Sequence[Cell]) -> dict[str, str]:
        """These strips cannot be made out."""
        return message("unsure_strips", strips=self._all(cells))

    def differ(self, cells: Sequence[Cell]) -> dict[str, str]:
        """These strips lie otherwise than the game has them."""
        return message("differs_strips", strips=self._all(cells))

    def missing(self, piece: Piece, cell: Cell) -> dict[str, str]:
        """A strip is not there."""
        return message("strip_missing", strip=self._one(cell))

    def _all(self, cells: Sequence[Cell]) -> dict[str, str]:
        named = [self._one(cell) for cell in cells]
        return {
            lang: str(phrases.catalogue(lang)["comma"]).join(each[lang] for each in named)
            for lang in phrases.LANGUAGES
        }

    def _one(self, cell: Cell) -> dict[str, str]:
        area, card = cell
        called = {lang: strip_name(lang, CARDS[card]) for lang in phrases.LANGUAGES}
        if area < len(self.players):
            return message("strip_before", card=called, player=self.players[area])
        return message("strip_in_middle", card=called)


def strip_name(language: str, card: str) -> str:
    """What a strip is called."""
    return str(phrases.catalogue(language)["games"][rules.ID]["called"][card]).partition("|")[0]


def seen_table(stretch: SeenStretch) -> Seen:
    """The last look as the page shows it: no board has corners."""
    return {"image_size": list(stretch.image_size), "corners": None, "cells": []}


def strips_seen(sight: Sight[Any] | None) -> list[tuple[StripSeen, int]]:
    """What eyes show now, each strip with its area; nothing before they have looked."""
    return [] if sight is None else list(zip(sight.strips, sight.areas.tolist(), strict=True))


def _listed(language: str, cards: Sequence[str]) -> str:
    return str(phrases.catalogue(language)["comma"]).join(strip_name(language, card) for card in cards)
