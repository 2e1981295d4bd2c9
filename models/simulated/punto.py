"""Punto as people play it, and as the eyes would see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from companion.follow import cells
from companion.follow.cells import CellsLook
from companion.follow.punto import (
    CLEARED,
    CONTENTS,
    FAULTS,
    NEAR,
    PRIORS,
    SIDE,
    Punto,
    Table,
    cell_at,
    cells_away,
    change,
    contents,
    is_over,
    piles_after,
    place_of,
)
from models.fitting.examples import Moment
from models.simulated.camera import CellCamera
from models.simulated.noise import Noise
from models.simulated.play import Plays, Scene, scenes
from referee import punto as rules
from referee.grid import neighbours, runs_through
from referee.punto_acts import COLOURS, COPIES, Done, Options, Place, PointCard, State
from referee.table import Cell, Colour, Piles

GAME = Punto()
SIGNS = {
    **cells.SIGNS,
    **dict.fromkeys([name for name in PRIORS if name.removeprefix("act: ") in FAULTS], -1),
    "act: points too few to be higher": -1,
    "act: the other copy lies there": -1,
    "act: impossible card": -1,
}
MOST_ACTS = 60
_ALIKE: dict[Colour, Colour] = {"red": "orange", "orange": "red", "blue": "green", "green": "blue"}
T = TypeVar("T")
_MISTAKES = {
    "wrong_player": 0.25,
    "not_higher": 0.3,
    "not_adjacent": 0.1,
    "outside_area": 0.1,
    "card_removed": 0.1,
    "card_moved": 0.08,
    "several_cards": 0.07,
}


class CardPlays(Plays[State, Done]):
    """How the game is played."""

    def legal(self, rng: np.random.Generator, state: State) -> Done | None:
        """The card on top of the deck, laid anywhere or where its row is longest; after a round, all are taken up."""
        if is_over(state):
            return None if rules.outcome(state) else CLEARED
        deck = _deck(state, state.players[state.turn : state.turn + 1])
        for i in rng.permutation(len(deck)):
            open_to = rules.open_cells(state, deck[i].points)
            if open_to:
                longest = _longest(state, deck[i], open_to)
                return Place(state.on_turn, deck[i], _drawn(rng, longest if rng.random() < 0.6 else open_to))
        return None

    def faulty(self, rng: np.random.Generator, state: State) -> Done | None:
        """Somebody else's turn, a card not high enough, too far away, taken or shoved, two at once."""
        if is_over(state):
            return None
        kind = str(rng.choice(list(_MISTAKES), p=list(_MISTAKES.values())))
        others = [player for player in state.players if player != state.on_turn]
        deck = _deck(state, others if kind == "wrong_player" else [state.on_turn])
        tops = [(card, cell) for cell, card in state.tops.items()]
        near = [cell for cell in map(cell_at, range(SIDE * SIDE)) if cells_away(state, cell) <= NEAR]
        free = [cell for cell in near if cell not in state.tops]
        if not deck or (kind != "wrong_player" and not tops):
            return None
        card = _drawn(rng, deck)
        lying, cell = _drawn(rng, tops) if tops else (card, (0, 0))
        match kind:
            case "card_removed":
                return change((), [(lying, cell)])
            case "card_moved":
                beside = [to for to in free if to in neighbours(cell)]
                return change([(lying, _drawn(rng, beside))], [(lying, cell)]) if beside else None
            case "several_cards":
                one, other = _drawn(rng, free), _drawn(rng, rules.open_cells(state, card.points) or free)
                return change([(_drawn(rng, deck), one), (card, other)], ()) if one != other else None
            case "not_higher":
                even = [cell for top, cell in tops if top.points == card.points]
                above = [cell for top, cell in tops if top.points >= card.points]
                cells = even if even and rng.random() < 0.7 else above
            case "wrong_player":
                cells = rules.open_cells(state, card.points)
            case _:
                cells = [
                    cell for cell in free if rules.judge(state, _laid(state, card, cell)).faults == (kind,)
                ]
        return _laid(state, card, _drawn(rng, cells)) if cells else None

    def apply(self, state: State, act: Done) -> State:
        """The state after an act that counts."""
        return GAME.apply(state, act)

    def faults(self, state: State, act: Done) -> tuple[str, ...]:
        """What is wrong with it."""
        return GAME.judge(state, act).faults


class CardCamera(CellCamera):
    """Takes a card for one with a point or two more or less, or of a colour alike; the bare table for no card.
    Its contents are those of ``_lying``."""

    def _reading(self, content: int) -> np.ndarray:
        content %= len(CONTENTS)
        p, card = super()._reading(content), CONTENTS[content]
        if card is None:
            p[1:] = np.minimum(p[1:], 0.005)
            p[0] = 1 - p[1:].sum()
            return p
        first, second = np.argsort(-p)[:2]
        taken, other = first if first != content else second, _mistaken(self._rng, card)
        p[[taken, other]] = p[[other, taken]]
        return p


def begin(rng: np.random.Generator) -> State:
    """A game of 2 to 4 players, or of two teams, of one round or more."""
    players = ("ann", "bo", "cy", "di")[: int(rng.integers(2, 5))]
    colours = [COLOURS[i] for i in rng.permutation(len(COLOURS))]
    teams = None
    if len(players) == 4 and rng.random() < 0.5:
        teams = (("ann", "cy"), ("bo", "di"))
    sides = 2 if teams or len(players) == 2 else 4
    own = {player: colours[seat % sides :: sides] for seat, player in enumerate(players)}
    return rules.start(players, own, None, Options(int(rng.integers(1, 3)), "winner", teams))


def moments(seed: int, noise: Noise) -> Iterator[Moment[State, Done, CellsLook]]:
    """The game of that number: what the eyes would say at each look, and what was done."""
    rng = np.random.default_rng([seed, 2])
    state = begin(rng)
    camera, t = CardCamera(rng, _lying(state.piles), len(CONTENTS), noise), 0.0
    for scene in _all_seen(scenes(rng, CardPlays(), state, MOST_ACTS)):
        before, lies = _lies(rng, replace(scene, half_done=None)), _lies(rng, scene)
        t += 2.0 + scene.settled_for_s
        seen = camera.look(lies, _arm(rng) if rng.random() < noise.arm else None)
        looks = min(8, int(scene.settled_for_s / 0.1))
        look = CellsLook(t, looks, scene.settled_for_s, camera.condition, seen)
        yield Moment(look, scene.done, scene.state, scene.fault, bool((before != lies).any()))


def _all_seen(every: Iterable[Scene[State, Done]]) -> Iterator[Scene[State, Done]]:
    """The scenes, and one more before a card is covered, or all are taken up, in the stretch in which it was laid:
    people look at it first."""
    before: State | None = None
    for scene in every:
        acts = [step.act for step in scene.done if step.kind == "act"]
        cells = [act.cell for act in acts if isinstance(act, Place)]
        if before is not None and len(acts) > 1 and (acts[-1] == CLEARED or cells[:-1] == cells[1:]):
            for step in scene.done[:-1]:
                stands = step.kind == "accepted" or (step.kind == "act" and not step.faults)
                before = GAME.apply(before, step.act) if stands else before
            yield Scene(before, None, scene.done[:-1], settled_for_s=scene.settled_for_s)
            scene = replace(scene, done=scene.done[-1:])
        yield scene
        before = scene.state


def _lies(rng: np.random.Generator, scene: Scene[State, Done]) -> Table:
    """What lies there, as ``_lying`` says it; of an act half done, a part, or the card beside the others."""
    state, act = scene.state, scene.half_done
    lies = _lying(piles_after(state, scene.fault))
    if isinstance(act, Place):
        beside = [place for place in range(SIDE * SIDE) if cells_away(state, cell_at(place)) > NEAR]
        if beside and rng.random() < 0.5:
            lies[_drawn(rng, beside)] = CONTENTS.index(act.card)
    elif act is not None:
        then = _lying(piles_after(state, act))
        differ = rng.permutation(np.flatnonzero(then != lies))
        some = differ[: int(rng.integers(len(differ)))]
        lies[some] = then[some]
    return lies


def _lying(piles: Piles) -> Table:
    """(N,) what lies on each cell and how high, in one number: one card on another looks other than none laid."""
    lies = contents(piles)
    for cell, pile in piles:
        lies[place_of(cell)] += len(CONTENTS) * len(pile)
    return lies


def _mistaken(rng: np.random.Generator, card: PointCard) -> int:
    """What a card is taken for, where it is taken for another."""
    off = int(rng.choice([-2, -1, 1, 2], p=[0.15, 0.35, 0.35, 0.15]))
    if rng.random() < 0.75 and 1 <= card.points + off <= 9:
        return CONTENTS.index(PointCard(card.colour, card.points + off))
    return CONTENTS.index(PointCard(_ALIKE[card.colour], card.points))


def _deck(state: State, players: Sequence[str]) -> list[PointCard]:
    """The cards that can be in the decks of these players, each as often as it can; none that is another's too."""
    found = []
    for card in CONTENTS[1:]:
        laid = _laid(state, card, (0, 0)) if card else None
        if card and laid and laid.player in players and not rules.judge(state, laid).warnings:
            found += [card] * (COPIES - state.lying(card) - state.gone(card))
    return found


def _laid(state: State, card: PointCard, cell: Cell) -> Place:
    """A card laid by him whose it seems to be."""
    act = rules.as_placement(state, change([(card, cell)], ()))
    assert isinstance(act, Place)
    return act


def _longest(state: State, card: PointCard, among: Sequence[Cell]) -> list[Cell]:
    """The cells on which a card makes the longest row of its colour."""
    own = {cell for cell, top in state.tops.items() if top.colour == card.colour}
    rows = {cell: max(map(len, runs_through(cell, [*own, cell], 1)), default=1) for cell in among}
    return [cell for cell in among if rows[cell] == max(rows.values())]


def _drawn(rng: np.random.Generator, among: Sequence[T]) -> T:
    return among[int(rng.integers(len(among)))]


def _arm(rng: np.random.Generator) -> np.ndarray:
    """(N,) the cells that an arm hides: a strip from one side inwards."""
    hidden = np.zeros((SIDE, SIDE), bool)
    column, reach = int(rng.integers(SIDE)), int(rng.integers(SIDE // 2, SIDE + 1))
    hidden[:reach, column : column + int(rng.integers(1, 3))] = True
    return np.rot90(hidden, int(rng.integers(4))).ravel()
