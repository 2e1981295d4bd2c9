"""By how many stones a tower grew between two looks at it.

A network compares both looks at a tower that was touched: a stone laid on it leaves the one below in its place.

Where there is nothing to compare, how high its top is seen tells it. A tower's lift tells its stones only to who
knows how high the set's stones are. By how much it rose or sank tells more: one network looks at one tower from one
place, and what it misjudges it misjudges alike. The other towers, which stayed as they were, show how exactly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.catalogue import network
from vision.pictures import to_network
from vision.stone_table.changes import Changes
from vision.stone_table.patches import TowerPatches
from vision.stone_table.reading import Fields

Looked = NDArray[np.float32]  # (n * n, 144, 64, 3) a board's patches, averaged over some looks

GROWTHS = (-1, 0, 1)  # stones more on a tower that was touched
_RISES = np.geomspace(0.03, 0.4, 16)  # what a stone may add to a tower, in fields
_USUAL_RISE = 0.12  # median of the sets that models.scenes draws
_SPREAD_OF_RISES = 0.5  # of its logarithm
_LEAST_NOISE = 0.008  # of a tower's lift between two looks, in fields
_USUAL_NOISE, _USUAL_COUNTS = 0.012, 3  # taken for so many towers besides those that are there
_RISE_NOISE = 0.2  # of a rise: stones do not sit alike
_TAILS = 3  # degrees of freedom (Student): a shadow or a nudge is no stone
# Natural logarithm: no more is made of one measure. In games drawn by models.scenes 2 of 992 towers that stayed as
# they were looked grown or shrunk by more than 4, 14 of 14 that grew or shrank under the same top by 4 to 7.
_MOST = 6.0
_TOUCHED = 2.0  # times what the typical field changed: such a tower may have been touched
_TRUST = 0.8  # of what is compared: heights are read from the same looks, which are no independent witnesses
_MOST_TOUCHED = 4  # so many are compared, those that changed the most


def growth_compared(
    looks: tuple[Looked, Looked], towers: TowerPatches, change: Changes, before: Fields, now: Fields
) -> NDArray[np.float32]:
    """(n, n, 3) log-likelihoods, the best 0, that each touched tower has one stone less than ``before``, as many,
    one more, by the two ``looks`` at it, the earlier first; all 0 of what was not touched, or where nothing stood or
    stands."""
    told = np.zeros((*now.lift.shape, 3), np.float32)
    changed = np.where(before.taken() & now.taken() & (now.hidden < 0.5), change.of_fields, 0).ravel()
    touched = np.argsort(-changed)[:_MOST_TOUCHED]
    touched = touched[changed[touched] > _TOUCHED]
    if len(touched):
        earlier, later = (to_network(np.rint(look[touched]).astype(np.uint8))[None] for look in looks)
        compared = network("growth").run(before=earlier, after=later, views=towers.views[None, touched])
        logs = _TRUST * compared["growth"][0]
        told.reshape(-1, 3)[touched] = np.maximum(logs - logs.max(-1, keepdims=True), -_MOST)
    return told


def growth(before: Fields, now: Fields) -> NDArray[np.float32]:
    """(n, n, 3) log-likelihoods, the best 0, that each tower has one stone less than ``before``, as many, one more.

    All 0 where it cannot be told: nothing stood or stands there, the top is of another colour, a hand is over it.
    """
    told = np.zeros((*now.lift.shape, 3), np.float32)
    comparable = before.taken() & now.taken() & (before.owner.argmax(-1) == now.owner.argmax(-1))
    comparable &= (before.hidden < 0.5) & (now.hidden < 0.5)
    if not comparable.any():
        return told
    rose = (now.lift - before.lift)[comparable].astype(np.float64)
    # The median deviation as a standard deviation: most towers stayed as they were.
    noises = np.append(1.4826 * np.abs(rose), [_USUAL_NOISE] * _USUAL_COUNTS)
    noise = max(float(np.median(noises)), _LEAST_NOISE)
    each = np.stack([_by_a_stone(-rose, noise), _student(rose, noise), _by_a_stone(rose, noise)], -1)
    told[comparable] = np.maximum(each - each.max(-1, keepdims=True), -_MOST)
    return told


def _by_a_stone(rose: NDArray[np.float64], noise: float) -> NDArray[np.float64]:
    """(T,) log-likelihood that one stone more made towers rise by ``rose`` (T,), whatever the set's stones add."""
    weights = np.exp(-0.5 * (np.log(_RISES / _USUAL_RISE) / _SPREAD_OF_RISES) ** 2)
    spread = np.hypot(noise, _RISE_NOISE * _RISES)
    each = _student(rose[:, None] - _RISES, spread) + np.log(weights / weights.sum())
    return np.asarray(np.logaddexp.reduce(each, axis=1))


def _student(off: NDArray[np.float64], scale: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """Logarithm of Student's t density, less a constant."""
    return np.asarray(-np.log(scale) - (_TAILS + 1) / 2 * np.log1p((off / scale) ** 2 / _TAILS))
