"""What may have happened on one field between two settled looks, and how likely each is.

What the networks say now, what they said when the table was last agreed upon, and how much the picture changed
there all count; what the game makes likely (whose turn it is, what the cards pay for) tips the balance but never
rules anything out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.follow.by_rules.evidence import CALM, STIRRED, Evidence, Expectation, Floats, around, at
from vision.stone_table.changes import Cell
from vision.stone_table.reading import MAX_HEIGHT, OWNERS

# Natural logarithms of how likely a change is before anything is seen, against no change on that field.
_PRIOR_MOVER = -2.0
_PRIOR_OTHER_PLAYER = -4.5  # who reads as another by what a lamp does to his stone has sooner had his turn
_PRIOR_TAKEN = -4.0
_PRIOR_REPLACED = -4.5  # who puts a stone on a tower on his turn, without cards, has sooner forgotten them
# The cards laid are as many as the field costs, one of its colour among them; shared among all such fields.
_BONUS_PAID = 3.0
_NO_CARDS = -2.0  # a stone is seldom placed without any card
_EACH_CARD_OFF = -0.7  # a player who miscounts is a card off; seven cards are an exchange, no price
_CARDS_LAID = -3.0  # who lays cards means to place a stone, not to take or exchange one
_WHOLE_TOWER = -4.0  # who takes stones off in mid-game takes one, not all of a tower
# Even a sure network errs: no single reading counts for more than this.
_OWNER_FLOOR, _HEIGHT_FLOOR = 0.004, 0.01
# Heights count for less where both looks were compared as well: they are read from the same looks. Of 1,094 tops that
# were changed for another or built upon, made by models.scenes, 22 of 1,000 are misjudged with either weight, but as
# a likelihood it is 0.057 so, 0.061 with the whole.
_HEIGHT_WEIGHT, _HEIGHT_WEIGHT_IF_COMPARED = 1.0, 0.6
# A stone that stands as it stood reads as it read: in 5 games drawn by models.scenes 99.5 % of them are alike to -0.1
# (see ``_alike``), of its colour. A shadow makes an empty field look otherwise sooner.
_STONE_ALIKE = 3.0
_OVERLOOKED = 0.5  # probability of nothing
# The picture's change on a field: above CALM something happened there, below STIRRED nothing did, by so much for each
# multiple of the typical field's more or less. The shadow of a new stone falls on the fields beside it.
_CALM_SLOPE, _STIRRED_SLOPE = 2.5, 4.0
_CALM_BESIDE, _STIRRED_BESIDE, _SLOPE_BESIDE = 9.0, 7.0, 1.2
_CHANGE_CAP = 9.0
# How far a field is from how it looked with fewer stones (see ``vision.stone_table.earlier_looks``): in 12 games
# drawn by models.scenes 0.02 to 0.08 where they had been taken off, else 0.15 and more, all but a few 0.35.
_ALIKE_BELOW, _UNLIKE_ABOVE = 0.1, 0.4
_IF_ALIKE, _IF_UNLIKE = 4.0, 6.0
_NUDGED = 5.0  # a tower that was touched and stands again as it stood looks changed all the same


@dataclass(frozen=True)
class Candidate:
    """A state a field may be in now: its score and how it came about."""

    score: float
    added: tuple[str, ...]
    removed: tuple[str, ...]


Weighed = tuple[Candidate, list[Candidate]]  # a field as before, and each change of it


def gain(weighed: Weighed) -> float:
    """By how much a change of a field explains it better than none."""
    same, changes = weighed
    return max(change.score for change in changes) - same.score


def weigh(evidence: Evidence, expected: Expectation, cell: Cell, stack: tuple[str, ...]) -> Weighed:
    """Scores of "as before" and of every change of one field."""
    looks = {owner: _looks_like(evidence, expected, cell, owner) for owner in (*expected.players, "none")}
    same_looks = _looks_as_before(evidence, expected, cell, stack) + _like_earlier(evidence, cell, len(stack))
    not_taken = _like_earlier(evidence, cell, None)
    same = Candidate(_as_before(evidence, cell, stack) + same_looks, (), ())
    no_stone_due = _CARDS_LAID if expected.cards else 0.0
    changes = []
    for colour in expected.players:
        if len(stack) < MAX_HEIGHT:
            prior = _PRIOR_MOVER if colour == expected.to_move else _PRIOR_OTHER_PLAYER
            if cell in expected.nearly_paid:
                prior += _BONUS_PAID - float(np.log(len(expected.nearly_paid)))
            elif not expected.cards:
                prior += _NO_CARDS
            else:
                prior += _EACH_CARD_OFF * max(0, abs(len(expected.cards) - len(stack) - 1) - 1)
            prior += looks[colour] + not_taken
            changes.append(
                Candidate(prior + _changed(evidence, expected, cell, colour, len(stack) + 1), (colour,), ())
            )
        if stack and colour != stack[-1]:
            score = _PRIOR_REPLACED + no_stone_due + looks[colour] + not_taken
            score += _changed(evidence, expected, cell, colour, len(stack))
            changes.append(Candidate(score, (colour,), (stack[-1],)))
    taken = _PRIOR_TAKEN + no_stone_due
    if stack:
        below = stack[-2] if len(stack) > 1 else "none"
        score = taken + looks[below] + _like_earlier(evidence, cell, len(stack) - 1)
        score += _changed(evidence, expected, cell, below, len(stack) - 1)
        changes.append(Candidate(score, (), (stack[-1],)))
    if len(stack) > 1:
        score = taken + _WHOLE_TOWER + looks["none"] + _like_earlier(evidence, cell, 0)
        score += _changed(evidence, expected, cell, "none", 0)
        changes.append(Candidate(score, (), tuple(reversed(stack))))
    return same, changes


def _as_before(evidence: Evidence, cell: Cell, stack: tuple[str, ...]) -> float:
    """Log-likelihood of no change: the field reads as it should, or just as it read before."""
    owner = stack[-1] if stack else "none"
    score = _log_likelihood(evidence, cell, owner, len(stack))
    if cell in evidence.fresh:
        return score
    if evidence.before_owner is not None and evidence.before_height is not None:
        alike = _alike(evidence.owner[cell], evidence.before_owner[cell])
        alike = alike * (_STONE_ALIKE if stack else 1) + _alike_height(evidence, cell, 0)
        score = max(score, alike)
    if stack:
        score += _grown_by(evidence, cell, 0)
    if evidence.change is not None:
        calm, slope = (_CALM_BESIDE, _SLOPE_BESIDE) if cell in evidence.shaded else (CALM, _CALM_SLOPE)
        change = float(evidence.change.of_fields[cell])
        score -= min(slope * max(change - calm, 0.0), _NUDGED if stack else _CHANGE_CAP)
    return score


def _changed(evidence: Evidence, expected: Expectation, cell: Cell, owner: str, height: int) -> float:
    """Log-likelihood of a field having become a tower of ``height`` owned by ``owner``."""
    score = _log_likelihood(evidence, cell, owner, height)
    if cell in evidence.fresh:
        return score
    grown = height - len(at(expected.stacks, cell))
    if grown < height and height > 0 and _was_seen(evidence, cell):
        # A tower read too high or too low before is read so again: what counts is by how much it grew.
        score_grown = _owner_score(evidence, cell, owner) + _alike_height(evidence, cell, grown)
        score = max(score, score_grown)
    stack = at(expected.stacks, cell)
    if stack and height > 0:
        score += _grown_by(evidence, cell, grown)
    known_bare = height == 0 and not np.isnan(evidence.unlike_earlier.get(cell, (np.nan,))[0])
    if evidence.before_owner is not None and not known_bare:
        # Where the field was already misread as this owner, reading so again is no news.
        was = OWNERS.index(stack[-1] if stack else "none")
        misread = evidence.before_owner[cell][OWNERS.index(owner)] / (evidence.before_owner[cell][was] + 1e-3)
        score -= max(0.0, float(np.log(misread + 1e-3)))
    if evidence.change is not None:
        # What came onto a tower is told by how it grew, also in the shade of another.
        shaded = cell in evidence.shaded and not (stack and evidence.change.but_for_shade is not None)
        stirred, slope = (_STIRRED_BESIDE, _SLOPE_BESIDE) if shaded else (STIRRED, _STIRRED_SLOPE)
        change = float(evidence.change.of_fields[cell])
        score -= min(slope * max(stirred - change, 0.0), _CHANGE_CAP)
    return score


def _looks_like(evidence: Evidence, expected: Expectation, cell: Cell, owner: str) -> float:
    """How well what came to be seen on a field fits a stone of ``owner``, or the bare field. A shadow is of no colour
    of theirs."""
    lab = _come_to_be_seen(evidence, cell, at(expected.stacks, cell))
    if lab is None or evidence.stones is None:
        return 0.0
    if owner == "none":
        return evidence.stones.log_likelihood_of_print(expected.fields[cell[0]][cell[1]], lab)
    return evidence.stones.log_likelihood(owner, lab)


def _looks_as_before(evidence: Evidence, expected: Expectation, cell: Cell, stack: tuple[str, ...]) -> float:
    """How well it fits what was there: a tower that was touched, or a bare field, on which nothing else came to be
    seen. Beside fields that changed, a tower may show what is behind it there."""
    lab = _come_to_be_seen(evidence, cell, stack)
    if lab is None or evidence.change is None or evidence.stones is None:
        return 0.0
    if not stack:
        return min(_looks_like(evidence, expected, cell, "none"), 0.0)
    beside = around(cell, len(expected.fields)) - {cell}
    behind = {
        expected.fields[other[0]][other[1]] for other in beside if evidence.change.of_fields[other] > STIRRED
    }
    of_prints = [evidence.stones.log_likelihood_of_print(colour, lab) for colour in behind]
    return max([evidence.stones.log_likelihood(stack[-1], lab), *of_prints])


def _like_earlier(evidence: Evidence, cell: Cell, left: int | None) -> float:
    """What the field's earlier looks tell of so many stones being ``left`` there of those at the last look; None, or
    as many: of none having been taken off."""
    unlike = np.array(evidence.unlike_earlier.get(cell, ()))
    if np.isnan(unlike).all():
        return 0.0
    other = np.clip((unlike - _ALIKE_BELOW) / (_UNLIKE_ABOVE - _ALIKE_BELOW), 0, 1)
    if left is None or left >= len(unlike):
        return -_IF_ALIKE * (1 - float(np.nanmin(other)))
    if left > 0 or np.isnan(other[left]):
        return 0.0  # who takes a stone off may nudge those below
    return -_IF_UNLIKE * float(other[left])


def _come_to_be_seen(evidence: Evidence, cell: Cell, stack: tuple[str, ...]) -> NDArray[np.float64] | None:
    """(3,) what is new on a field, in Lab. Beside a new stone a tower may show what is behind it, and any field that
    stone: there only an empty field counts that changed for itself, and not by a shadow."""
    if evidence.change is None or cell in evidence.fresh:
        return None
    if cell in evidence.shaded and (stack or evidence.change.of_fields[cell] <= CALM):
        return None
    return evidence.change.colours.get(cell)


def _log_likelihood(evidence: Evidence, cell: Cell, owner: str, height: int) -> float:
    """Of an owner and so many stones. Where a stone was taken for none, that is said by its owner, once: its height
    counts among the heights of stones."""
    p_height = float(evidence.height[cell][height])
    if height:
        p_height /= 1 - float(evidence.height[cell][0]) + 1e-6
    of_height = float(np.log(max(p_height, _HEIGHT_FLOOR)))
    return _owner_score(evidence, cell, owner) + _height_weight(evidence, cell) * of_height


def _owner_score(evidence: Evidence, cell: Cell, owner: str) -> float:
    named = evidence.owner if evidence.named is None else evidence.named
    return float(np.log(max(float(named[cell][OWNERS.index(owner)]), _OWNER_FLOOR)))


def _alike_height(evidence: Evidence, cell: Cell, grown: int) -> float:
    """How well the height reads as it read before, ``grown`` stones higher (or lower)."""
    assert evidence.before_height is not None
    before = evidence.before_height[cell]
    moved = np.zeros_like(before)
    low, high = max(grown, 0), len(before) + min(grown, 0)
    moved[low:high] = before[low - grown : high - grown]
    return _height_weight(evidence, cell) * _alike(evidence.height[cell], moved)


def _was_seen(evidence: Evidence, cell: Cell) -> bool:
    """Whether something was seen there before; a stone of its field's colour may have been taken for none."""
    return evidence.before_height is not None and bool(evidence.before_height[cell][0] < _OVERLOOKED)


def _height_weight(evidence: Evidence, cell: Cell) -> float:
    compared = evidence.growth is not None and bool(evidence.growth[cell].any())
    return _HEIGHT_WEIGHT_IF_COMPARED if compared else _HEIGHT_WEIGHT


def _grown_by(evidence: Evidence, cell: Cell, stones: int) -> float:
    """What the tower's top tells of its having grown by so many ``stones`` under a top of the same colour."""
    return 0.0 if evidence.growth is None else float(evidence.growth[cell][1 + stones])


def _alike(now: Floats, before: Floats) -> float:
    """Twice the logarithm of the Bhattacharyya coefficient, which is 1 where a reading is what it was, right or
    wrong; squared, it falls as fast as a likelihood does."""
    return 2 * float(np.log(np.sqrt(now * before).sum() + 1e-3))
