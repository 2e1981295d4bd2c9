"""Four Colour Cards as people play it, and as the eyes would see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.follow.four_colour_cards import FourColourCards, StripLook
from companion.follow.four_colour_tables import tables, takes_at_once
from companion.follow.hypothesis import Step
from companion.follow.likelihood import strips
from companion.follow.likelihood.strip_memory import Key, Lies
from models.fitting.examples import Moment
from models.simulated.noise import Noise
from models.simulated.play import USUALLY, Scene, scenes
from models.simulated.strip_camera import StripCamera
from models.simulated.strip_plays import Deal, StripPlays, begin
from referee.four_colour_acts import Act, Discard, Draw, Hu, Meld, State
from referee.four_colour_claims import judged_in

GAME = FourColourCards()
SIGNS = {**strips.SIGNS, "act: log of how many melds there are like it": 1}
EXPECTED = {"act: log of how many melds there are like it": 1.0}
MOST_ACTS = 80
AT_ONCE = {Meld: 0.15, Draw: 0.5}  # how often who melds discards in one go, and who draws a general takes it
SWEPT = 0.5  # how often the strips of a round that is over are swept off by the next stretch
LEFT_LYING = 0.5  # how often, of a meld taken back, what is part of the next one is left lying
_PLAYS = StripPlays()


@dataclass(frozen=True)
class Shown:
    """The strips at rest for a while: how they ``lies``, and lay on the way there; ``done``, ``fault`` and
    ``half_done`` as in ``Moment``, after which the game is as ``dealt``."""

    dealt: Deal
    fault: Act | None
    lies: Lies
    done: tuple[Step[Act], ...] = ()
    half_done: bool = False
    settled_for_s: float = 1.0
    on_the_way: tuple[Lies, ...] = ()


def in_one_go(rng: np.random.Generator, every: Iterator[Scene[Deal, Act]]) -> Iterator[Scene[Deal, Act]]:
    """The same scenes, but that some who meld discard in one go, or take a general that they have drawn."""
    begun: Scene[Deal, Act] | None = None
    for scene in every:
        if begun is not None and scene.done:
            if len(scene.done) == 1 and _goes_on(begun, scene.done[0].act):
                scene = replace(scene, done=(*begun.done, *scene.done))
            else:
                yield begun
            begun = None
        if begun is None:
            step = scene.done[0] if len(scene.done) == 1 else None
            if step and not step.faults and rng.random() < AT_ONCE.get(type(step.act), 0):
                begun = scene
            else:
                yield scene
    if begun is not None:
        yield begun


def _goes_on(begun: Scene[Deal, Act], act: Act) -> bool:
    """Whether what was done last and that act are done in one go."""
    if isinstance(begun.done[0].act, Draw):
        return takes_at_once(begun.state.state, act)
    return isinstance(act, Discard)


def shown(rng: np.random.Generator, every: Iterator[Scene[Deal, Act]]) -> Iterator[Shown]:
    """The strips, scene by scene. A round that is over is seen, and its strips are swept off, before the next
    begins; and a card on offer is seen before it is claimed, where else nobody could see what was done."""
    stands: Deal | None = None
    lies: Lies = Counter()
    for scene in every:
        stands = stands or scene.state
        if scene.under_way is not None:
            half, half_done = _half_way(rng, lies, *scene.under_way)
            yield Shown(scene.state, scene.fault, half, (), half_done, scene.settled_for_s)
            continue
        if not scene.done:
            lies = lies if stands is not scene.state or lies else _lies(rng, scene.state, scene.fault)
            yield Shown(scene.state, scene.fault, lies, settled_for_s=scene.settled_for_s)
        waiting: list[Step[Act]] = []
        way: list[Lies] = []
        for i, step in enumerate(scene.done):
            last = i + 1 == len(scene.done)
            if waiting and waiting[-1].kind == "act" and _is_seen_before(stands, step):
                yield Shown(
                    stands,
                    None,
                    lies,
                    tuple(waiting),
                    settled_for_s=USUALLY.drawn_s(rng),
                    on_the_way=tuple(way),
                )
                waiting, way = [], []
            then = stands if step.faults or step.kind == "restored" else _PLAYS.apply(stands, step.act)
            over = then.state.rounds_over != stands.state.rounds_over
            if step.kind == "act":
                lies = _any_of(rng, tables(stands.state, step.act))
            elif step.kind != "accepted" or over:
                lies = _any_of(rng, tables(then.state, None))
            if step.kind != "restored" or rng.random() > LEFT_LYING:
                way.append(lies)
            waiting.append(step)
            stands = then
            if last or (over and step.kind == "act"):
                fault = scene.fault if last else None
                yield Shown(stands, fault, lies, tuple(waiting), False, scene.settled_for_s, tuple(way))
                waiting, way = [], []
            while over and step.kind == "act" and lies:
                lies = Counter() if rng.random() < SWEPT else lies
                yield Shown(stands, None, lies, settled_for_s=USUALLY.drawn_s(rng))


def _is_seen_before(stands: Deal, step: Step[Act]) -> bool:
    """Whether what was just laid is seen before what follows: people wait for who may claim a card, but for the
    drawer of a general; and who overrules a meld has seen it lie there."""
    if judged_in(stands.state, step.act) is not stands.state:
        return True
    return stands.state.table.offer is not None and not takes_at_once(stands.state, step.act)


def _lies(rng: np.random.Generator, dealt: Deal, fault: Act | None) -> Lies:
    return _any_of(rng, tables(dealt.state, fault))


def _any_of(rng: np.random.Generator, ways: tuple[Lies, ...]) -> Lies:
    return ways[int(rng.integers(len(ways)))]


def _half_way(rng: np.random.Generator, before: Lies, dealt: Deal, act: Act) -> tuple[Lies, bool]:
    """How the strips lie when an act is half done, and whether that can be seen."""
    lies, then = before.copy(), +tables(dealt.state, act)[-1]
    if not then:
        return lies, False
    changes = [(key, 1) for key in (then - lies).elements()] + [(key, -1) for key in (lies - then).elements()]
    some = [change for change in changes if rng.random() < 0.5]
    if len(some) == len(changes):
        some = some[1:]
    for key, count in some:
        lies[key] += count
    return +lies, bool(some)


class Floor:
    """The strips that lie open, each with a number of its own."""

    def __init__(self) -> None:
        """Nothing lies open."""
        self.strips: dict[int, Key] = {}
        self._next = 0

    def lay(self, lies: Lies) -> None:
        """Take away, and lay, until they lie so."""
        lacking = +lies
        for number, key in list(self.strips.items()):
            if lacking[key] > 0:
                lacking[key] -= 1
            else:
                del self.strips[number]
        for key in (+lacking).elements():
            self.strips[self._next] = key
            self._next += 1


def moments(seed: int, noise: Noise) -> Iterator[Moment[State, Act, StripLook]]:
    """The game of that number: what the eyes would say at each look, and what was done."""
    rng = np.random.default_rng([seed, 3])
    dealt = begin(rng)
    floor, camera, t = Floor(), StripCamera(rng, len(dealt.state.players) + 1, noise), 0.0
    for each in shown(rng, in_one_go(rng, scenes(rng, _PLAYS, dealt, MOST_ACTS))):
        for lies in (*each.on_the_way, each.lies):
            floor.lay(lies)
        is_hand = any(isinstance(step.act, Hu) for step in each.done)  # shown so that all can see it
        arm = rng.random() < noise.arm and not is_hand
        for done, hidden in ((each.done, arm), ((), False))[: 1 + arm]:  # an arm is away before the next act
            t += 2.0 + each.settled_for_s
            seen = camera.look(floor.strips, hidden)
            looks = min(8, int(each.settled_for_s / 0.1))
            look = StripLook(t, looks, each.settled_for_s, camera.condition, seen)
            yield Moment(look, done, each.dealt.state, each.fault, each.half_done)
