"""What a game gives to be followed: one file a game, all of one skeleton. The tracker knows no game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import Field, dataclass, replace
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.follow.hypothesis import A, M, S
from referee.game import Verdict

E_contra = TypeVar("E_contra", contravariant=True)  # what one look at a stretch showed
Floats = NDArray[np.float64]


class Seen(Protocol):
    """What the tracker itself wants to know of a look at a stretch; the game knows more of it."""

    @property
    def number(self) -> int:
        """Which stretch this is; each look at the same one replaces the look before."""
        ...

    @property
    def t(self) -> float:
        """When it was taken, in seconds."""
        ...

    @property
    def settled_for_s(self) -> float:
        """How long nothing has moved by then."""
        ...

    @property
    def condition(self) -> str:
        """What the picture was taken under: plain, moved, lamp or sway (see ``Weights.temperature``)."""
        ...


class Lasting(Seen, Protocol):
    """A look that can be had once more as it was earlier, or is later, while the table rests: any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


L = TypeVar("L", bound=Lasting)


def at_time(seen: L, t: float) -> L:
    """The same look at ``t`` seconds, the table not having been touched between then and now."""
    return replace(seen, t=t, settled_for_s=seen.settled_for_s + (t - seen.t))


NOTHING: Final = 0  # which proposal says that nothing was done
UNEXPLAINED: Final = 1  # and which, that something was seen that is no act: an arm, an act half done
RESTED_S: Final = (0, 1, 2, 4)  # seconds: from each of these on, another weight says how likely a rest ends


def rested_s(settled_for_s: float) -> tuple[float, ...]:
    """How long a rest has lasted, in seconds, split into its parts from each of RESTED_S to the next. Weighed, they
    are the logarithm of how rarely something rests so long: the piecewise exponential model (Friedman 1982)."""
    return tuple(
        min(max(settled_for_s - begin, 0.0), end - begin)
        for begin, end in zip(RESTED_S, (*RESTED_S[1:], math.inf), strict=True)
    )


@dataclass(frozen=True)
class Proposals(Generic[A]):
    """What may have been done between the looks remembered and this one, all in one batch.

    ``features`` (2 + len(acts), F): how well each fits, in the order of ``Follows.FEATURES``: first NOTHING, then
    UNEXPLAINED, then the ``acts``. They are absolute: the same for every hypothesis that explains the same looks
    alike, so that hypotheses with different memories can be held against each other. ``faults`` of each act. The last
    so many acts, ``tables``, are none: they say that the table counts as it lies, whatever was done."""

    acts: Sequence[A]
    faults: Sequence[tuple[str, ...]]
    features: Floats
    tables: int = 0


class Follows(Protocol[S, A, M, E_contra]):
    """A game that can be followed."""

    @property
    def FEATURES(self) -> tuple[str, ...]:
        """The names of the features, each of which has a fitted weight."""
        ...

    @property
    def PRIORS(self) -> frozenset[str]:
        """Those of them that say how usual an act is, whatever is seen."""
        ...

    def judge(self, state: S, act: A) -> Verdict:
        """The referee's verdict."""
        ...

    def apply(self, state: S, act: A) -> S:
        """The state after an act that stands, legal or not."""
        ...

    def takes_back(self, state: S, fault: A, act: A) -> bool:
        """Whether an ``act`` takes away a part of what a faulty act, done in ``state``, laid, and does nothing else:
        so it is being taken back, and not let stand."""
        ...

    def begin(self, state: S, seen: E_contra) -> M:
        """What is remembered of a look at a table that lies as ``state`` has it."""
        ...

    def proposals(
        self, state: S, fault: A | None, memory: M, seen: E_contra, weights: Floats
    ) -> Proposals[A]:
        """What may have been done since the looks in ``memory``, in ``state``, where the table lies as the state and
        the ``fault`` (a faulty act) say. ``weights`` (F,): what is unexplained is chosen by them."""
        ...

    def ended(self, memory: M, stood: bool) -> M:
        """What is remembered where the faulty act that lay there was let stand (``stood``), or taken back."""
        ...

    def remember(
        self, state: S, fault: A | None, memory: M, seen: E_contra, weights: Floats, unexplained: bool
    ) -> M:
        """What is remembered after a stretch, which was seen last so, and after which the table lies as ``state`` and
        ``fault`` say; of what is ``unexplained``, the older looks are kept."""
        ...
