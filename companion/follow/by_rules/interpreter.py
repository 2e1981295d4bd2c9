"""From two settled looks to the act between them: which change explains best what is seen now?

Each field is weighed alone (``companion.follow.by_rules.weighing``), then all together. Where no explanation leads
clearly, the answer is "unclear".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.follow.by_rules.evidence import CALM, STIRRED, Evidence, Expectation, Stacks, around, at
from companion.follow.by_rules.weighing import Candidate, Weighed, gain, weigh
from vision.stone_table.changes import Cell
from vision.stone_table.reading import OWNERS

_EACH_MORE = -3.0  # a second changed field is rarer than the first
_MOVED = 4.0  # unless one stone was moved: that is one act, as likely as a stone from nowhere without cards
_MARGIN = 2.0
# Of what looks much alike, and is weighed anew at each look: a stone that came onto a tower from nowhere, without
# cards, lies on it, or in the place of its top; and where one was taken from another of its colour, the tower may
# only have been nudged. Of the tops changed that were told in 85 games drawn by models.scenes, with a prior higher by
# 0.5 and the growth network before, 31 told rightly led by 3.4 and more, one told wrongly by 3.0; of the stones told
# as taken from towers in 115 games all but two led by 3.1 and more, and of these two, which led by 2.1, one was told
# wrongly. By the network since, of 1,847 towers of tables held out that were touched, or beside what was, 31 are told
# with odds of 2.75 to 3, all rightly, 24 with 2.5 to 2.75, one more wrongly.
_MARGIN_ON_A_TOWER = 2.75
# Of a stone that the networks do not read as the player's to whom it is given, and who is not on turn: by its colour
# alone a light printed face of another's stone may pass for it where the sun went in.
_MARGIN_BY_COLOUR_ALONE = 6.0
_READ = 0.5
# The probability of no stone, where one was taken: of ten in six games drawn by models.scenes 0.99, where one of the
# field's colour lay in its place 0.6.
_BARE = 0.8
_NEARLY = 3.0  # what hardly looks changed may be, where that explains the rest

_Table = Mapping[Cell, Weighed]
_Explanations = dict[Cell, tuple[Candidate, float]]


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


def interpret(evidence: Evidence, expected: Expectation) -> Interpretation:
    """The change that explains the evidence best, or the fields on which it is unclear.

    One field is the likeliest to have changed, and every further one has to speak up louder: it may look changed
    because of the others that did.
    """
    size = len(expected.stacks)
    evidence = evidence.knowing(expected.stacks)
    open_cells = [(r, c) for r in range(size) for c in range(size) if evidence.hidden[r, c] <= 0.5]
    alone = _weighed(open_cells, evidence, expected)
    if touched := _touched(evidence, expected, alone):
        for cell in touched:
            evidence = evidence.beside(cell)
        alone = _weighed(open_cells, evidence, expected)
    changed = _changed(evidence, expected, alone)
    added: list[tuple[str, Cell]] = []
    removed: list[tuple[str, Cell]] = []
    unclear: list[Cell] = []
    doubt, least_lead = 0.0, np.inf
    explanations = _explained(changed, evidence, expected, alone)
    gone = {colour for best, _ in explanations.values() if not best.added for colour in best.removed}
    come = {colour for best, _ in explanations.values() for colour in best.added}
    for cell, (best, lead) in explanations.items():
        doubt += float(np.log1p(np.exp(-lead)))
        least_lead = min(least_lead, lead)
        margin = _margin(best, at(expected.stacks, cell), bool(expected.cards), gone, come)
        if any(_by_colour_alone(evidence, expected, cell, colour) for colour in best.added):
            margin = _MARGIN_BY_COLOUR_ALONE
        if lead < margin or _reads_as_a_stone(evidence, best, at(expected.stacks, cell), cell):
            unclear.append(cell)
        else:
            added += [(colour, cell) for colour in best.added]
            removed += [(colour, cell) for colour in best.removed]
    return Interpretation(
        tuple(added), tuple(removed), float(np.exp(-doubt)), tuple(unclear), float(least_lead)
    )


def _reads_as_a_stone(evidence: Evidence, best: Candidate, stack: tuple[str, ...], cell: Cell) -> bool:
    """Whether all stones of a field are told as taken, though the networks may see one there still: one of the
    field's colour in their place is told from the print by hardly anything else."""
    all_taken = not best.added and 0 < len(best.removed) == len(stack)
    return all_taken and bool(evidence.owner[cell][0] < _BARE)


def _weighed(cells: Sequence[Cell], evidence: Evidence, expected: Expectation) -> _Table:
    return {cell: weigh(evidence, expected, cell, at(expected.stacks, cell)) for cell in cells}


def _touched(evidence: Evidence, expected: Expectation, alone: _Table) -> list[Cell]:
    """The fields whose stones were touched and stand as they stood, but perhaps not where: they show beside their
    fields what did not come there. None beside a field that looks changed more."""
    if evidence.change is None:
        return []
    changed = evidence.change.of_fields
    as_stood = [
        cell
        for cell in evidence.change.colours.keys() & alone
        if at(expected.stacks, cell) and gain(alone[cell]) <= 0
    ]
    return [
        cell
        for cell in as_stood
        if cell == max(around(cell, len(changed)) & alone.keys(), key=changed.__getitem__)
    ]


def _changed(evidence: Evidence, expected: Expectation, alone: _Table) -> list[Cell]:
    """The cells that look changed, the likeliest first.

    One that shows something new, but hardly looks changed by itself, may come before those that show nothing new,
    where the shadow of a stone on it explains them.
    """
    likeliest = sorted(alone, key=lambda cell: -gain(alone[cell]))
    changed = _hidden_last(evidence, [cell for cell in likeliest if gain(alone[cell]) > 0])
    nearly = [
        cell for cell in likeliest if gain(alone[cell]) > -_NEARLY and _shows_something_new(evidence, cell)
    ]
    if not nearly or (changed and _shows_something_new(evidence, changed[0])):
        return changed

    def whole_gain(cell: Cell) -> float:
        weighed = _with_stones_on([cell], evidence, expected, alone)
        explained = sum(weighed[other][0].score - alone[other][0].score for other in alone if other != cell)
        return gain(alone[cell]) + explained

    best = max(nearly, key=whole_gain)
    if whole_gain(best) <= max([0.0, *(gain(alone[cell]) for cell in changed[:1])]):
        return changed
    return [best, *(cell for cell in changed if cell != best)]


def _explained(
    changed: Sequence[Cell], evidence: Evidence, expected: Expectation, alone: _Table
) -> _Explanations:
    """The best explanation of each field, and by how much it leads over its rival, whichever of the two likeliest
    ``changed`` first: a stone on a tower hides the field behind, which by itself may look changed the most."""
    orders = [list(changed)]
    if len(changed) > 1 and all(_shows_something_new(evidence, cell) for cell in changed[:2]):
        one, other, *rest = changed
        orders.append([other, one, *rest])
    explained = []
    for order in orders:
        first = next(iter(order), None) or max(alone, key=lambda cell: gain(alone[cell]), default=None)
        weighed = if_not = _with_stones_on(order, evidence, expected, alone)
        if order and _shows_something_new(evidence, order[0]):
            if_not = _with_stones_on(order[1:], evidence, expected, alone)
        explained.append(_explanations(weighed, if_not, first))
    likeliest, *others = explained
    return next((other for other in others if _score(other) > _score(likeliest) + _MARGIN), likeliest)


def _score(explanations: _Explanations) -> float:
    return sum(best.score for best, _ in explanations.values())


def _shows_something_new(evidence: Evidence, cell: Cell) -> bool:
    """Whether something came to be seen there that is no shadow."""
    return evidence.change is not None and cell in evidence.change.colours


def _with_stones_on(
    changed: Sequence[Cell], evidence: Evidence, expected: Expectation, alone: _Table
) -> _Table:
    """The table as it weighs if something happened on the ``changed`` cells, the likeliest first, as far as each
    still looks so beside those before it."""
    weighed = dict(alone)
    for done, cell in enumerate(changed):
        if done == 0 or gain(weighed[cell]) > 0:
            evidence = evidence.beside(cell)
            for other in set(alone).difference(changed[: done + 1]):
                weighed[other] = weigh(evidence, expected, other, at(expected.stacks, other))
    return weighed


def _margin(best: Candidate, stack: tuple[str, ...], paid: bool, gone: set[str], come: set[str]) -> float:
    """By how much an explanation of a field must lead. Stones of the colours ``gone`` were taken from some field, of
    those ``come`` laid on one: what was moved is not out of nowhere, nor a tower that was only nudged."""
    built_upon = bool(stack) and not (paid or gone.issuperset(best.added))
    lowered = not best.added and len(best.removed) == 1 and stack[-2:-1] == best.removed
    nudged = lowered and not come.issuperset(best.removed)
    return _MARGIN_ON_A_TOWER if built_upon or nudged else _MARGIN


def _by_colour_alone(evidence: Evidence, expected: Expectation, cell: Cell, colour: str) -> bool:
    """Whether a stone is told to be one's who is not on turn, though the networks do not read it so."""
    return colour != expected.to_move and bool(evidence.owner[cell][OWNERS.index(colour)] < _READ)


def _explanations(weighed: _Table, if_not: _Table, first: Cell | None) -> _Explanations:
    """The best explanation of each field, and by how much it leads over its rival.

    The ``first`` field is the likeliest to have changed; what happened there is weighed together with what that makes
    of the others (``if_not``: with what they are if nothing did), for a stone that is gone elsewhere may have been
    moved there, and one laid there throws a shadow.
    """
    if first is None:
        return {}
    same, changes = weighed[first]
    likeliest = max(changes, key=lambda change: change.score)
    wholes = []
    for main in (same, *changes):
        besides, table = (likeliest, if_not) if main is same else (main, weighed)
        told = {cell: _lead(table[cell], besides) for cell in table if cell != first}
        wholes.append((main.score + sum(best.score for best, _ in told.values()), main, told))
    (score, main, told), (rival, *_), *_ = sorted(wholes, key=lambda whole: -whole[0])
    told[first] = main, score - rival
    return {cell: told[cell] for cell in weighed}


def _lead(weighed: Weighed, besides: Candidate) -> tuple[Candidate, float]:
    """The best candidate of a field, and by how much it leads over its best rival (a different explanation).

    A change ``besides`` another is rarer, unless the two are one stone that moved.
    """
    same, changes = weighed
    scored = [same]
    for change in changes:
        moved = (change.added, change.removed) == (besides.removed, besides.added)
        prior = _MOVED if moved else _EACH_MORE
        scored.append(Candidate(change.score + prior, change.added, change.removed))
    best, rival, *_ = sorted(scored, key=lambda candidate: -candidate.score)
    return best, best.score - rival.score


def gain_of_stone(evidence: Evidence, expected: Expectation, cell: Cell) -> float:
    """By how much (natural logarithm) a stone of the player on turn explains a field better than none."""
    same, changes = weigh(evidence.knowing(expected.stacks), expected, cell, at(expected.stacks, cell))
    return max(change.score for change in changes if change.added == (expected.to_move,)) - same.score


def likeliest_paid(evidence: Evidence, expected: Expectation) -> Cell | None:
    """The one of the fields that cost just the cards laid that looks changed; None where none does, or where another
    may as well have changed."""
    may_have = [
        cell for cell in expected.paid if evidence.hidden[cell] <= 0.5 and not evidence.looks_bare(cell)
    ]
    ranked = sorted(((gain_of_stone(evidence, expected, cell), cell) for cell in may_have), reverse=True)
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
        return any(left(cell, by) < CALM and left(by, cell) > STIRRED for by in others)

    return sorted(changed, key=hidden)


def agrees(
    evidence: Evidence, stacks: Stacks, players: tuple[str, ...], fields: tuple[tuple[str, ...], ...]
) -> bool:
    """Whether the table surely lies as ``stacks`` say."""
    return interpret(evidence, Expectation(stacks, fields, players, None)).nothing
