"""The played cards of one picture, held against those that lie in the play zone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from models.evaluation.cases import Mark
from models.evaluation.geometry import area_px
from models.evaluation.tally import Groups, Tally
from vision.stone_table.reading import CardSeen

_NEAR = 0.5  # of a card's short side: what is seen so near to where a card lies is that card


def judge_cards(
    tally: Tally, groups: Groups, cards: Sequence[CardSeen] | None, truth: dict[str, Any]
) -> list[Mark]:
    """Colours and number of the face-up cards in the play zone; ``cards`` None where no board was found."""
    due = truth["zone_cards"]
    groups = {**groups, "cards played": str(len(due))}
    if cards is None:
        tally.count("cards right (count and colours)", False, groups)
        tally.count("cards counted right", False, groups)
        return []
    seen = in_zone(cards, truth["play_zone"])
    alike = sorted(card.colour for card in seen) == sorted(card["colour"] for card in due)
    tally.count("cards right (count and colours)", alike, groups)
    tally.count("cards counted right", len(seen) == len(due), groups)
    if not any(card.hidden for card in seen):
        tally.count("cards right, where none is told hidden", alike, groups)
    pairs = match(seen, due)
    for card, true in pairs:
        if card is not None:
            tally.tell("card", card.confidence, true is not None and true["colour"] == card.colour)
    return [mark for card, true in pairs if (mark := _mark(card, true))]


def in_zone(cards: Sequence[CardSeen], zone_px: Any) -> list[CardSeen]:
    """The face-up cards whose middle lies in the play zone (N, 2), or hardly outside."""
    import cv2

    zone = np.array(zone_px, np.float32)
    slack_px = 0.02 * math.sqrt(area_px(zone))
    return [
        card
        for card in cards
        if card.face_up
        and cv2.pointPolygonTest(zone, tuple(map(float, card.corners_px.mean(0))), True) > -slack_px
    ]


def match(
    seen: Sequence[CardSeen], due: Sequence[dict[str, Any]]
) -> list[tuple[CardSeen | None, dict[str, Any] | None]]:
    """Who is who: pairs of a card seen and the true card there, nearest first, then what is left over."""
    distances = sorted(
        (float(np.linalg.norm(card.corners_px.mean(0) - np.mean(true["corners"], axis=0))), i, j)
        for i, card in enumerate(seen)
        for j, true in enumerate(due)
    )
    of_seen: dict[int, int] = {}
    for distance, i, j in distances:
        if i not in of_seen and j not in of_seen.values() and distance < _NEAR * _short_side(due[j]):
            of_seen[i] = j
    pairs: list[tuple[CardSeen | None, dict[str, Any] | None]] = [
        (card, due[of_seen[i]] if i in of_seen else None) for i, card in enumerate(seen)
    ]
    return pairs + [(None, true) for j, true in enumerate(due) if j not in of_seen.values()]


def _short_side(true: dict[str, Any]) -> float:
    corners = np.array(true["corners"], float)
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())


def _mark(card: CardSeen | None, true: dict[str, Any] | None) -> Mark | None:
    if card is None:
        assert true is not None
        return Mark(np.array(true["corners"], float), f"{true['colour']} card", "none")
    if true is None:
        return Mark(card.corners_px, "no card", f"{card.colour} card")
    if true["colour"] != card.colour:
        return Mark(card.corners_px, f"{true['colour']} card", f"{card.colour} card")
    return None
