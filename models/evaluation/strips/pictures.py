"""One reading of a table of strips held against its truth.

A strip is counted if one of its signs can be seen: nine tenths of it, not in glare. It is found where one of its ends
in sight is told within half a strip's width. Cards are right if found, with colour and rank. A group is right if just
those of its strips that are counted were told as one group. A hand laid open is whole if all its cards are right, and
none is told that is not there. Sides are counted of melds found: which way their player sits, within an eighth turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from models.evaluation.cases import Case, Judged, Mark
from models.evaluation.labelled import PICTURES, read_truth
from models.evaluation.tally import Groups, Tally, angle_group, size_group
from vision.pictures import Picture
from vision.strips.reading import StripsReading

Points = NDArray[np.float64]

SIGN_SHOWS, CONTRAST = 0.9, 0.06
NEAR_WIDTHS = 0.5
_EIGHTH = np.cos(np.pi / 4)
_FAITHFUL_MM = 60.0
WHOLE = "hand whole"


class Card(TypedDict):
    """What of a strip's truth is judged by."""

    card: str
    group: int
    player_side: int | None
    corners_px: list[list[float]]
    glyphs_seen: list[float]
    glyphs_contrast: list[float]


class Truth(TypedDict, total=False):
    """What of a picture's truth is judged by."""

    mode: str
    edition: str
    font: str
    strip_px: float
    elevation: float
    hand: bool
    cards: list[Card]
    groups: list[dict[str, object]]
    camera: dict[str, list[list[float]]]


def find_tables(folder: Path) -> Iterator[tuple[Path, Truth]]:
    """The pictures below a folder that tell of a table of strips, each with its truth; raises TruthError."""
    for truth_path in sorted(folder.rglob("*.json")):
        truth = read_truth(truth_path)
        picture = next((p for p in map(truth_path.with_suffix, PICTURES) if p.exists()), None)
        cards = truth.get("cards")
        if picture and isinstance(cards, list) and all("glyphs_seen" in card for card in cards):
            yield picture, cast(Truth, truth)


def read_table(bgr: Picture, size: int | None) -> StripsReading:
    """What is seen in a picture."""
    from vision.strips.look import look_at_strips

    return look_at_strips(bgr)


def judge_table(path: Path, truth: Truth, reading: StripsReading, ms: float) -> Judged:
    """Hold a reading, which took ``ms``, against the truth."""
    tally, groups = Tally(), table_groups(truth)
    tally.measure("time to read (ms)", ms, {})
    cards = truth["cards"]
    counted = [is_counted(card) for card in cards]
    found = matched(cards, reading)
    marks = list(_judge_cards(tally, groups, truth, reading, counted, found))
    too_many = [
        Mark(reading.strips[k].corners_px, "none", reading.strips[k].card, "too many")
        for k in range(len(reading.strips))
        if k not in found.values()
    ]
    for k in range(len(reading.strips)):
        tally.count("strip told is none", k not in found.values(), groups)
    marks += too_many
    lines = [mark.line for mark in marks]
    lines += _judge_groups(tally, groups, truth, reading, counted, found)
    if truth["mode"] == "hand":
        tally.count(WHOLE, not marks, groups)
    else:
        _judge_sides(tally, groups, truth, reading, found)
    case = Case(path, path.name, len(lines), tuple(lines), tuple(marks))
    return Judged(tally, (case,) if lines else ())


def is_counted(card: Card) -> bool:
    """Whether one of a strip's signs can be seen."""
    return any(
        seen >= SIGN_SHOWS and abs(contrast) >= CONTRAST
        for seen, contrast in zip(card["glyphs_seen"], card["glyphs_contrast"], strict=True)
    )


def matched(cards: Sequence[Card], reading: StripsReading) -> dict[int, int]:
    """Which of the strips told is which of the true ones: by ends that are in sight, the nearest first."""
    away = np.full((len(cards), len(reading.strips)), np.inf)
    for i, card in enumerate(cards):
        corners = np.array(card["corners_px"], float)
        width = float(np.linalg.norm(corners[0] - corners[1]) + np.linalg.norm(corners[2] - corners[3])) / 2
        ends = [
            end
            for end, seen in zip(_ends(corners), card["glyphs_seen"], strict=True)
            if seen > 1 - SIGN_SHOWS
        ]
        for k, strip in enumerate(reading.strips):
            told = [e for e, seen in zip(_ends(strip.corners_px), strip.ends_seen, strict=True) if seen]
            away[i, k] = min(
                (float(np.linalg.norm(a - b)) for a in ends for b in told), default=np.inf
            ) / max(width, 1e-6)
    found: dict[int, int] = {}
    while away.size and away.min() < NEAR_WIDTHS:
        i, k = (int(v) for v in np.unravel_index(away.argmin(), away.shape))
        found[i] = k
        away[i], away[:, k] = np.inf, np.inf
    return found


def table_groups(truth: Truth) -> dict[str, str]:
    """What all that is counted in a picture is broken down by."""
    groups = {"edition": truth["edition"], "font": truth["font"], "mode": truth["mode"]}
    groups["strip (pixels)"] = size_group(truth["strip_px"])
    groups["camera angle (degrees)"] = angle_group(truth["elevation"])
    return groups


def _judge_cards(
    tally: Tally,
    groups: Groups,
    truth: Truth,
    reading: StripsReading,
    counted: Sequence[bool],
    found: dict[int, int],
) -> Iterator[Mark]:
    """Strip by strip; those missed, and those read wrong."""
    laid = {group["group"]: str(group["laid"]) for group in truth["groups"]}
    for index, card in enumerate(truth["cards"]):
        if not counted[index]:
            continue
        each = {**groups, "laid": laid[card["group"]]}
        outline = np.array(card["corners_px"], float)
        strip = reading.strips[found[index]] if index in found else None
        tally.count("strip found", strip is not None, each)
        tally.count("card right", strip is not None and strip.card == card["card"], each)
        if strip is None:
            yield Mark(outline, card["card"], "none", f"group {card['group']}")
            continue
        due, told = card["card"].split("-"), strip.card.split("-")
        tally.count("colour right, of those found", due[0] == told[0], each)
        tally.count("rank right, of those found", due[1] == told[1], each)
        tally.tell("card", float(strip.p.max()), strip.card == card["card"])
        if strip.card != card["card"]:
            yield Mark(outline, card["card"], strip.card, f"group {card['group']}")


def _judge_groups(
    tally: Tally,
    groups: Groups,
    truth: Truth,
    reading: StripsReading,
    counted: Sequence[bool],
    found: dict[int, int],
) -> list[str]:
    """Group by group; those told otherwise, in words."""
    true_of = {told: index for index, told in found.items()}
    wrong = []
    for group in truth["groups"]:
        number = group["group"]
        due = {i for i, card in enumerate(truth["cards"]) if card["group"] == number and counted[i]}
        if not due:
            continue
        told = {
            frozenset(true_of[k] for k in seen.members if k in true_of and counted[true_of[k]])
            for seen in reading.groups
        }
        each = {**groups, "laid": str(group["laid"])}
        tally.count("group right", frozenset(due) in told, each)
        complete = due <= found.keys()
        if complete:
            tally.count("group right, all its strips found", frozenset(due) in told, each)
        if frozenset(due) not in told:
            parts = [sorted(part & due) + ["+"] * bool(part - due) for part in told if part & due]
            wrong.append(f"group {number} ({group['laid']}): told as {parts}")
    return wrong


def _judge_sides(
    tally: Tally, groups: Groups, truth: Truth, reading: StripsReading, found: dict[int, int]
) -> None:
    """Meld by meld that was found: whether it faces its player."""
    at = reading.group_of()
    for group in truth["groups"]:
        side, number = group["player_side"], group["group"]
        told = {
            at[found[i]] for i, card in enumerate(truth["cards"]) if card["group"] == number and i in found
        }
        if side is None or len(told) != 1:
            continue
        seen = reading.groups[told.pop()]
        due = _towards(truth, seen.centre_px, int(cast(int, side)))
        tally.count("side right", float(due @ seen.faces) > _EIGHTH, groups)


def _towards(truth: Truth, at_px: Points, side: int) -> Points:
    """(2,) the direction in the picture, from a place on the table, in which the player of a side sits."""
    k, r, t = (np.array(truth["camera"][name], float) for name in ("K", "R", "t"))
    ray = r.T @ np.linalg.inv(k) @ [*at_px, 1.0]
    eye = -r.T @ t
    spot = eye - ray * eye[2] / ray[2]
    turn = side * np.pi / 2
    beside = spot + np.array([np.sin(turn), -np.cos(turn), 0]) * _FAITHFUL_MM / 1000
    seen = k @ (r @ beside + t)
    way = seen[:2] / seen[2] - at_px
    return np.asarray(way / np.linalg.norm(way))


def _ends(corners: Points) -> tuple[Points, Points]:
    """The middles of a strip's two ends."""
    return corners[:2].mean(0), corners[2:].mean(0)
