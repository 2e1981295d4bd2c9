"""Just 4 Fun Colours as people play it, and as the eyes would see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace

import numpy as np

from companion.follow.just4fun_colours import Just4FunColours
from companion.follow.just4fun_states import Act, cards_of, facts
from companion.follow.likelihood import open_cards, towers
from companion.follow.likelihood.card_marks import in_order
from companion.follow.likelihood.fields_look import FieldsLook
from companion.follow.likelihood.towers import Codes
from models.fitting.believed_names import by_names
from models.fitting.examples import Moment
from models.simulated.cards_camera import CardTable
from models.simulated.field_names import FieldNames, field_names
from models.simulated.noise import Noise
from models.simulated.play import USUALLY, Plays, Scene, scenes
from models.simulated.towers_camera import TowersCamera
from referee import just4fun_colours as rules
from referee.just4fun_colours import (
    COPIES,
    FIELD_COLOURS,
    HAND,
    STONE_COLOURS,
    Change,
    Exchange,
    Place,
    SetTable,
    State,
)
from referee.table import Colour, Table, cells

GAME = Just4FunColours()
SIGNS = {
    **towers.SIGNS,
    **open_cards.SIGNS,
    "act: cards more or fewer than the price": -1,
    "act: log of how many there are like it": 1,
}
EXPECTED = {"act: log of how many there are like it": 1.0, "field: log of how likely its name is": 1.0}
MOST_ACTS = 30
_CLEARED_AFTER, _CLEARED_BEFORE = 0.35, 0.6  # in some scene after the act; before the next player's cards
_CLEARED_AT_ONCE = 0.05  # before the stone was ever seen, the cards having been seen alone
_LAID_FIRST = 0.2  # before the stone
_CARDS_FIRST, _STONE_FIRST = 0.75, 0.15  # of what is half done; the rest is some of the cards
_EVEN_HAND = 0.2  # hands that pay for as little as they can
_MOVED_AT_ONCE = 3  # stones: no one act moves so many anyhow
_MIDDLE = 0.6  # so many games are joined in their middle
_EARLY, _LATE = (0.1, 0.4, 0.35, 0.1, 0.05), (0.0, 0.0, 0.25, 0.5, 0.25)  # how high towers are by then


class ColourPlays(Plays[State, rules.Act]):
    """How the game is played."""

    def legal(self, rng: np.random.Generator, state: State) -> Place | Exchange | None:
        """A stone that a hand drawn anyhow can pay, the dearer ones rather; if it can pay none, an exchange."""
        if rules.outcome(state) or not state.stones_left(state.on_turn):
            return None
        deck = [colour for colour in FIELD_COLOURS for _ in range(COPIES)]
        hand = in_order(deck[i] for i in rng.permutation(len(deck))[:HAND])
        fields = rules.payable(state, hand)
        if rng.random() < _EVEN_HAND:
            hand = in_order((*FIELD_COLOURS, FIELD_COLOURS[int(rng.integers(6))]))
            fields = rules.payable(state, hand)
        if not fields:
            return Exchange(state.on_turn, hand)
        prices = np.array([_price(state, cell) for cell in fields], float)
        cell = fields[int(rng.choice(len(fields), p=prices / prices.sum()))]
        return Place(state.on_turn, cell, (_colour(state, cell),) * _price(state, cell))

    def faulty(self, rng: np.random.Generator, state: State) -> Place | Exchange | Change | None:
        """Cards forgotten, miscounted, of a wrong colour; a stone of another player; stones taken or moved."""
        act = self.legal(rng, state)
        if not isinstance(act, Place):
            return replace(act, cards=act.cards[1:]) if act else None
        kind, cards = rng.random(), act.cards
        if kind < 0.2:
            return replace(act, cards=cards[1:])
        if kind < 0.35:
            return replace(act, cards=(*cards, cards[0]))
        if kind < 0.65:
            wrong = int(rng.integers(1, len(cards) + 1))
            others = [colour for colour in FIELD_COLOURS if colour != cards[0]]
            other = others[int(rng.integers(len(others)))]
            return replace(act, cards=in_order((*cards[wrong:], *[other] * wrong)))
        if kind < 0.75:
            return replace(act, player=state.players[(state.turn + 1) % len(state.players)])
        if kind < 0.78:
            hand = [FIELD_COLOURS[int(i)] for i in rng.integers(6, size=HAND)]
            return Exchange(state.on_turn, in_order(hand))
        return _change(rng, state)

    def rearranged(self, rng: np.random.Generator, state: State) -> rules.Act | None:
        """Some stones stand anywhere, at once."""
        stacks = [list(stack) for row in state.stacks for stack in row]
        standing = [i for i, stack in enumerate(stacks) if stack]
        if rules.outcome(state) or len(standing) < _MOVED_AT_ONCE:
            return None
        for i in rng.permutation(standing)[:_MOVED_AT_ONCE]:
            stacks[int(rng.integers(len(stacks)))].append(stacks[i].pop())
        size = state.options.size
        rows = [tuple(map(tuple, stacks[row * size : (row + 1) * size])) for row in range(size)]
        return SetTable(tuple(rows), state.on_turn)

    def table(self, state: State) -> Hashable:
        """The towers, and the cards laid."""
        return state.stacks, state.discards

    def apply(self, state: State, act: rules.Act) -> State:
        """The state after an act that counts."""
        return GAME.apply(state, act)

    def faults(self, state: State, act: rules.Act) -> tuple[str, ...]:
        """What is wrong with it."""
        return rules.judge(state, act).faults


def begin(rng: np.random.Generator) -> State:
    """A game of 2 to 4 players on a board of any size, from its beginning or from its middle."""
    count, size = int(rng.integers(2, 5)), int(rng.choice([5, 6, 6, 6, 6, 7]))
    players = tuple(STONE_COLOURS[i] for i in rng.permutation(len(STONE_COLOURS))[:count])
    fields = tuple(tuple(FIELD_COLOURS[i] for i in rng.integers(6, size=size)) for _ in range(size))
    state = rules.start(players, fields, rules.Options(row=4, size=size))
    return _in_the_middle(rng, state) if rng.random() < _MIDDLE else state


def _in_the_middle(rng: np.random.Generator, state: State) -> State:
    size, left = state.options.size, Counter(dict.fromkeys(state.players, 16))
    heights = _LATE if rng.random() < 0.5 else _EARLY
    rows = []
    for _ in range(size):
        stacks = []
        for _ in range(size):
            height = int(rng.choice([0, 1, 2, 3, 4], p=heights))
            stack = [state.players[i] for i in rng.integers(len(state.players), size=height)]
            stack = [colour for colour in stack if left[colour] > 0]
            left.subtract(stack)
            stacks.append(tuple(stack))
        rows.append(tuple(stacks))
    middle = rules.with_table(state, Table(state.fields, tuple(rows)))
    return middle if rules.outcome(middle) is None else state


def moments(seed: int, noise: Noise) -> Iterator[Moment[State, Act, FieldsLook]]:
    """The game of that number: what the eyes would say at each look, and what was done."""
    rng = np.random.default_rng([seed, 5])
    state = begin(rng)
    named = field_names(rng, state, noise)
    eyes = _Eyes(rng, state, named, noise)
    return by_names(_as_played(rng, state, eyes), replace(state, fields=named.fields))


def _as_played(
    rng: np.random.Generator, state: State, eyes: _Eyes
) -> Iterator[Moment[State, rules.Act, FieldsLook]]:
    acts, before = 0, Scene[State, rules.Act](state, None)
    for scene in scenes(rng, ColourPlays(), state, MOST_ACTS):
        if _lays_first(rng, before, scene):
            cards = Counter(cards_of(scene.done[0].act))
            eyes.table.lay(cards, acts + 1)
            seen = eyes.look(_codes(before.state, None), USUALLY.drawn_s(rng))
            yield Moment(seen, (), before.state, None, False)
        lies, acts = _people(rng, eyes.table, scene, acts)
        half_done = bool((lies != _codes(scene.state, scene.fault)).any())
        seen = eyes.look(lies, scene.settled_for_s)
        yield Moment(seen, scene.done, scene.state, scene.fault, half_done)
        before = scene


class _Eyes:
    """Sees the board and the cards beside it, stretch by stretch."""

    def __init__(self, rng: np.random.Generator, state: State, named: FieldNames, noise: Noise) -> None:
        first, self._size = facts(state), state.options.size
        self._rng, self._noise, self._t, self._names = rng, noise, 0.0, named.p
        self._camera = TowersCamera(rng, first.codes, np.array(first.prints), noise, named.alike)
        self.table = CardTable(rng, noise)

    def look(self, lies: Codes, settled_for_s: float) -> FieldsLook:
        """A new stretch, in which the towers stand as ``lies`` (N,) says."""
        camera, arm = self._camera, bool(self._rng.random() < self._noise.arm)
        covered = _arm(self._rng, self._size) if arm else np.zeros(self._size**2, bool)
        compared = camera.look(lies, covered)
        self._t += 2.0 + settled_for_s
        return FieldsLook(
            self._t,
            camera.number,
            min(8, int(settled_for_s / 0.1)),
            settled_for_s,
            camera.condition,
            camera.owner,
            camera.height,
            camera.hidden,
            self._names,
            camera.prints,
            compared,
            self.table.look(camera.number, camera.place, camera.condition == "moved", arm),
        )


def _lays_first(
    rng: np.random.Generator, before: Scene[State, rules.Act], scene: Scene[State, rules.Act]
) -> bool:
    """Whether somebody lays all his cards, and is seen to have, before he does the rest of his act."""
    single = len(scene.done) == 1 and scene.done[0].kind == "act" and isinstance(scene.done[0].act, Place)
    return single and before.fault is None and before.under_way is None and rng.random() < _LAID_FIRST


def _people(
    rng: np.random.Generator, table: CardTable, scene: Scene[State, rules.Act], acts: int
) -> tuple[Codes, int]:
    """What people do with their cards in a scene; how the towers stand then, and how many acts were done by then."""
    for step in scene.done:
        if step.kind == "restored":
            table.lay(Counter(), acts)
            acts -= 1
        elif step.kind == "act":
            acts = _done(rng, table, step.act, acts, quick=len(scene.done) > 1)
    if not scene.done and scene.under_way is None and scene.fault is None and rng.random() < _CLEARED_AFTER:
        table.clear(acts)
    stands = _codes(scene.state, scene.fault)
    if scene.under_way is None or scene.fault is not None:
        return stands, acts
    kind, act = rng.random(), scene.under_way[1]
    cards = list(cards_of(act))
    if kind < _CARDS_FIRST or isinstance(act, Exchange):
        some = (
            len(cards)
            if kind < _CARDS_FIRST / 2 and isinstance(act, Place)
            else int(rng.integers(len(cards) + 1))
        )
        some = min(some, HAND - 1)
        table.lay(Counter(cards[:some]), acts + 1)
        return stands, acts
    if not cards:
        return stands, acts  # with its stone it would be done
    if kind > 1 - _STONE_FIRST or _lie_there(table, acts + 1):  # never all of them
        table.lay(Counter(cards[: int(rng.integers(len(cards)))]), acts + 1)
    return _codes(scene.state, act), acts


def _lie_there(table: CardTable, act: int) -> bool:
    """Whether cards lie there for an act already."""
    return any(card.act == act for card in table.lying)


def _done(rng: np.random.Generator, table: CardTable, act: rules.Act, acts: int, quick: bool) -> int:
    """An act's cards are laid, if they do not lie there yet; and the last one's are cleared away sooner or later."""
    early = _lie_there(table, acts + 1)
    if not quick and rng.random() < _CLEARED_BEFORE:
        table.clear(acts)
    table.lay(Counter(cards_of(act)), acts + 1)
    if early and rng.random() < _CLEARED_AT_ONCE and isinstance(act, Place):
        table.clear(acts + 1)  # they were seen alone, and are seen no more with their stone
    return acts + 1


def _codes(state: State, fault: rules.Act | None) -> Codes:
    return facts(state if fault is None else rules.accept(state, fault)).codes


def _price(state: State, cell: tuple[int, int]) -> int:
    return len(state.stacks[cell[0]][cell[1]]) + 1


def _colour(state: State, cell: tuple[int, int]) -> Colour:
    return state.fields[cell[0]][cell[1]]


def _change(rng: np.random.Generator, state: State) -> Change | None:
    """A stone taken, moved, exchanged for another, or two laid at once."""
    every = list(cells(state.options.size))
    taken = [cell for cell in every if state.stacks[cell[0]][cell[1]]]
    kind, to = rng.random(), every[int(rng.integers(len(every)))]
    if not taken:
        return None
    cell = taken[int(rng.integers(len(taken)))]
    top = state.stacks[cell[0]][cell[1]][-1]
    other = state.players[(state.players.index(top) + 1) % len(state.players)]
    if kind < 0.4:
        return Change((), ((top, cell),))
    if cell == to:
        return None
    if kind < 0.7:
        return Change(((top, to),), ((top, cell),))
    if kind < 0.85:
        return Change(((other, cell),), ((top, cell),))
    paid = (_colour(state, to),) * _price(state, to) if rng.random() < 0.7 else ()
    return Change(((state.on_turn, min(cell, to)), (state.on_turn, max(cell, to))), (), paid)


def _arm(rng: np.random.Generator, size: int) -> np.ndarray:
    """(N,) the fields that an arm hides: a strip from one side inwards."""
    hidden = np.zeros((size, size), bool)
    column, reach = int(rng.integers(size)), int(rng.integers(1, size + 1))
    hidden[:reach, column : column + int(rng.integers(1, 3))] = True
    return np.rot90(hidden, int(rng.integers(4))).ravel()
