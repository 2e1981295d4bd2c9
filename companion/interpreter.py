"""From two settled looks to the act between them: which change explains best what is seen now?

Each field is weighed alone: did nothing happen there, or was a stone added, taken, or exchanged? What the
networks say now, what they said when the table was last agreed upon, and how much the picture changed there
all count; what the game makes likely (whose turn it is, what the cards pay for) tips the balance but never
rules anything out. Where no explanation leads clearly, the answer is "unclear".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.evidence import CALM, Evidence, Expectation, Floats, Stacks, around, at
from vision.changes import Cell
from vision.reading import MAX_HEIGHT, OWNERS

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
_EACH_MORE = -3.0  # a second changed field is rarer than the first
_WHOLE_TOWER = -4.0  # who takes stones off in mid-game takes one, not all of a tower
_MOVED = 4.0  # unless one stone was moved: that is one act, as likely as a stone from nowhere without cards
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
_MARGIN = 2.0
# Of what looks much alike, and is weighed anew at each look: a stone that came onto a tower from nowhere, without
# cards, lies on it, or in the place of its top; and where one was taken from another of its colour, the tower may
# only have been nudged. Of the tops changed that were told in 85 games drawn by models.scenes, with a prior higher by
# 0.5 and the growth network before, 31 told rightly led by 3.4 and more, one told wrongly by 3.0; of the stones told
# as taken from towers in 115 games all but two led by 3.1 and more, and of these two, which led by 2.1, one was told
# wrongly.
_MARGIN_ON_A_TOWER = 3.0
# The picture's change on a field: above CALM something happened there, below this nothing did, by so much for each
# multiple of the typical field's more or less. In 16 games drawn by models.scenes 99 % of the fields on which a stone
# was laid or taken changed by more than 3.6. The shadow of a new stone falls on the fields beside it.
_STIRRED, _CALM_SLOPE, _STIRRED_SLOPE = 3.0, 2.5, 4.0
_CALM_BESIDE, _STIRRED_BESIDE, _SLOPE_BESIDE = 9.0, 7.0, 1.2
_CHANGE_CAP = 9.0
_NUDGED = 5.0  # a tower that was touched and stands again as it stood looks changed all the same


@dataclass(frozen=True)
class Interpretation:
    """The best explanation: stones ``added`` and ``removed`` as (colour, cell); both empty when nothing
    changed. ``unclear`` lists the fields that could be either way; then nothing may be told. ``lead`` is by
    how much (natural logarithm) the least sure field's explanation leads over its rival."""

    added: tuple[tuple[str, Cell], ...]
    removed: tuple[tuple[str, Cell], ...]
    confidence: float
    unclear: tuple[Cell, ...] = ()
    lead: float = 0.0

    @property
    def placement(self) -> tuple[str, Cell] | None:
        """The one stone added, if that is all that happened."""
        return self.added[0] if len(self.added) == 1 and not self.removed else None

    @property
    def nothing(self) -> bool:
        """Whether the table is surely as expected."""
        return not (self.added or self.removed or self.unclear)


@dataclass(frozen=True)
class _Candidate:
    """A state a field may be in now: its score and how it came about."""

    score: float
    added: tuple[str, ...]
    removed: tuple[str, ...]


_Weighed = tuple[_Candidate, list[_Candidate]]  # a field as before, and each change of it


def interpret(evidence: Evidence, expected: Expectation) -> Interpretation:
    """The change that explains the evidence best, or the fields on which it is unclear.

    One field is the likeliest to have changed, and every further one has to speak up louder: it may look changed
    because of the others that did.
    """
    size = len(expected.stacks)
    evidence = evidence.knowing(expected.stacks)
    open_cells = [(r, c) for r in range(size) for c in range(size) if evidence.hidden[r, c] <= 0.5]
    weighed = {cell: _weigh(evidence, expected, cell, at(expected.stacks, cell)) for cell in open_cells}
    likeliest = sorted(open_cells, key=lambda cell: -_gain(weighed[cell]))
    changed = _hidden_last(evidence, [cell for cell in likeliest if _gain(weighed[cell]) > 0])
    first = next(iter(changed or likeliest), None)
    for done, cell in enumerate(changed):
        if _gain(weighed[cell]) > 0:
            evidence = evidence.beside(cell)
            for other in set(open_cells).difference(changed[: done + 1]):
                weighed[other] = _weigh(evidence, expected, other, at(expected.stacks, other))
    added: list[tuple[str, Cell]] = []
    removed: list[tuple[str, Cell]] = []
    unclear: list[Cell] = []
    doubt, least_lead = 0.0, np.inf
    explanations = _explanations(weighed, first)
    gone = {colour for best, _ in explanations.values() if not best.added for colour in best.removed}
    come = {colour for best, _ in explanations.values() for colour in best.added}
    for cell, (best, lead) in explanations.items():
        doubt += float(np.log1p(np.exp(-lead)))
        least_lead = min(least_lead, lead)
        if lead < _margin(best, at(expected.stacks, cell), bool(expected.cards), gone, come):
            unclear.append(cell)
        else:
            added += [(colour, cell) for colour in best.added]
            removed += [(colour, cell) for colour in best.removed]
    return Interpretation(
        tuple(added), tuple(removed), float(np.exp(-doubt)), tuple(unclear), float(least_lead)
    )


def _margin(best: _Candidate, stack: tuple[str, ...], paid: bool, gone: set[str], come: set[str]) -> float:
    """By how much an explanation of a field must lead. Stones of the colours ``gone`` were taken from some field, of
    those ``come`` laid on one: what was moved is not out of nowhere, nor a tower that was only nudged."""
    built_upon = bool(stack) and not (paid or gone.issuperset(best.added))
    lowered = not best.added and len(best.removed) == 1 and stack[-2:-1] == best.removed
    nudged = lowered and not come.issuperset(best.removed)
    return _MARGIN_ON_A_TOWER if built_upon or nudged else _MARGIN


def _explanations(
    weighed: Mapping[Cell, _Weighed], first: Cell | None
) -> dict[Cell, tuple[_Candidate, float]]:
    """The best explanation of each field, and by how much it leads over its rival.

    The ``first`` field is the likeliest to have changed; what happened there is weighed together with what that makes
    of the others, for a stone that is gone elsewhere may have been moved there.
    """
    if first is None:
        return {}
    same, changes = weighed[first]
    others = {cell: each for cell, each in weighed.items() if cell != first}
    likeliest = max(changes, key=lambda change: change.score)
    wholes = []
    for main in (same, *changes):
        besides = likeliest if main is same else main
        told = {cell: _lead(each, besides) for cell, each in others.items()}
        wholes.append((main.score + sum(best.score for best, _ in told.values()), main, told))
    (score, main, told), (rival, *_), *_ = sorted(wholes, key=lambda whole: -whole[0])
    told[first] = main, score - rival
    return {cell: told[cell] for cell in weighed}


def likeliest_paid(evidence: Evidence, expected: Expectation) -> Cell | None:
    """The one of the fields that cost just the cards laid that looks changed; None where none does, or where another
    may as well have changed."""
    evidence = evidence.knowing(expected.stacks)

    def gain(cell: Cell) -> float:
        same, changes = _weigh(evidence, expected, cell, at(expected.stacks, cell))
        return max(change.score for change in changes if change.added == (expected.to_move,)) - same.score

    ranked = sorted(
        ((gain(cell), cell) for cell in expected.paid if evidence.hidden[cell] <= 0.5), reverse=True
    )
    if not ranked or not evidence.looks_changed(ranked[0][1]):
        return None
    return ranked[0][1] if len(ranked) == 1 or ranked[0][0] - ranked[1][0] > _MARGIN else None


def _hidden_last(evidence: Evidence, changed: Sequence[Cell]) -> list[Cell]:
    """The ``changed`` cells, last those that look changed only where a stone on another of them, which changed for
    itself, may hide them."""
    change = evidence.change
    if change is None:
        return list(changed)

    def left(cell: Cell, by: Cell) -> float:
        return float(change.beside.get(by, change.of_fields)[cell])

    def hidden(cell: Cell) -> bool:
        others = [by for by in changed if by != cell]
        return any(left(cell, by) < CALM and left(by, cell) > _STIRRED for by in others)

    return sorted(changed, key=hidden)


def _gain(weighed: _Weighed) -> float:
    """By how much a change of a field explains it better than none."""
    same, changes = weighed
    return max(change.score for change in changes) - same.score


def agrees(
    evidence: Evidence, stacks: Stacks, players: tuple[str, ...], fields: tuple[tuple[str, ...], ...]
) -> bool:
    """Whether the table surely lies as ``stacks`` say."""
    return interpret(evidence, Expectation(stacks, fields, players, None)).nothing


def _lead(weighed: _Weighed, besides: _Candidate) -> tuple[_Candidate, float]:
    """The best candidate of a field, and by how much it leads over its best rival (a different explanation).

    A change ``besides`` another is rarer, unless the two are one stone that moved.
    """
    same, changes = weighed
    scored = [same]
    for change in changes:
        moved = (change.added, change.removed) == (besides.removed, besides.added)
        prior = _MOVED if moved else _EACH_MORE
        scored.append(_Candidate(change.score + prior, change.added, change.removed))
    best, rival, *_ = sorted(scored, key=lambda candidate: -candidate.score)
    return best, best.score - rival.score


def _weigh(evidence: Evidence, expected: Expectation, cell: Cell, stack: tuple[str, ...]) -> _Weighed:
    """Scores of "as before" and of every change of one field."""
    looks = {owner: _looks_like(evidence, expected, cell, owner) for owner in (*expected.players, "none")}
    same_looks = _looks_as_before(evidence, expected, cell, stack)
    same = _Candidate(_as_before(evidence, cell, stack) + same_looks, (), ())
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
            prior += looks[colour]
            changes.append(
                _Candidate(prior + _changed(evidence, expected, cell, colour, len(stack) + 1), (colour,), ())
            )
        if stack and colour != stack[-1]:
            score = _PRIOR_REPLACED + no_stone_due + looks[colour]
            score += _changed(evidence, expected, cell, colour, len(stack))
            changes.append(_Candidate(score, (colour,), (stack[-1],)))
    taken = _PRIOR_TAKEN + no_stone_due
    if stack:
        below = stack[-2] if len(stack) > 1 else "none"
        score = taken + looks[below]
        score += _changed(evidence, expected, cell, below, len(stack) - 1)
        changes.append(_Candidate(score, (), (stack[-1],)))
    if len(stack) > 1:
        score = taken + _WHOLE_TOWER + looks["none"] + _changed(evidence, expected, cell, "none", 0)
        changes.append(_Candidate(score, (), tuple(reversed(stack))))
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
    if evidence.before_owner is not None:
        # Where the field was already misread as this owner, reading so again is no news.
        was = OWNERS.index(stack[-1] if stack else "none")
        misread = evidence.before_owner[cell][OWNERS.index(owner)] / (evidence.before_owner[cell][was] + 1e-3)
        score -= max(0.0, float(np.log(misread + 1e-3)))
    if evidence.change is not None:
        stirred, slope = (
            (_STIRRED_BESIDE, _SLOPE_BESIDE) if cell in evidence.shaded else (_STIRRED, _STIRRED_SLOPE)
        )
        change = float(evidence.change.of_fields[cell])
        score -= min(slope * max(stirred - change, 0.0), _CHANGE_CAP)
    return score


def _looks_like(evidence: Evidence, expected: Expectation, cell: Cell, owner: str) -> float:
    """How well what came to be seen on a field fits a stone of ``owner``, or the bare field. A shadow is of no colour
    of theirs."""
    lab = _come_to_be_seen(evidence, cell)
    if lab is None or evidence.stones is None:
        return 0.0
    if owner == "none":
        return evidence.stones.log_likelihood_of_print(expected.fields[cell[0]][cell[1]], lab)
    return evidence.stones.log_likelihood(owner, lab)


def _looks_as_before(evidence: Evidence, expected: Expectation, cell: Cell, stack: tuple[str, ...]) -> float:
    """How well it fits what was there: a tower that was touched, or a bare field, on which nothing else came to be
    seen. Beside fields that changed, a tower may show what is behind it there."""
    lab = _come_to_be_seen(evidence, cell)
    if lab is None or evidence.change is None or evidence.stones is None:
        return 0.0
    if not stack:
        return min(_looks_like(evidence, expected, cell, "none"), 0.0)
    beside = around(cell, len(expected.fields)) - {cell}
    behind = {
        expected.fields[other[0]][other[1]] for other in beside if evidence.change.of_fields[other] > _STIRRED
    }
    of_prints = [evidence.stones.log_likelihood_of_print(colour, lab) for colour in behind]
    return max([evidence.stones.log_likelihood(stack[-1], lab), *of_prints])


def _come_to_be_seen(evidence: Evidence, cell: Cell) -> NDArray[np.float64] | None:
    if evidence.change is None or cell in evidence.fresh or cell in evidence.shaded:
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
