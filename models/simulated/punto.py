"""Punto as people play it, and as the eyes would see it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import TypeVar

import numpy as np

from companion.follow.hypothesis import Step
from companion.follow.likelihood import cells
from companion.follow.likelihood.cells import CellsLook
from companion.follow.likelihood.point_cards import CONTENTS, SIDE, Table, cell_at
from companion.follow.punto import FAULTS, PRIORS, Punto, told_apart
from companion.follow.punto_tables import (
    CLEARED,
    NEAR,
    change,
    contents,
    is_over,
    open_cells,
    piles_after,
    set_table,
)
from models.fitting.examples import Moment
from models.simulated.camera import half_way
from models.simulated.noise import Noise
from models.simulated.play import Plays, Scene, scenes
from models.simulated.point_camera import CardCamera, lying
from referee import punto as rules
from referee.grid import neighbours, runs_through
from referee.punto_acts import (
    COLOURS,
    COPIES,
    Act,
    Done,
    Options,
    Place,
    PointCard,
    SetTable,
    State,
    in_order,
)
from referee.table import Cell

GAME = Punto()
SIGNS = {
    **cells.SIGNS,
    **dict.fromkeys([name for name in PRIORS if name.removeprefix("act: ") in FAULTS], -1),
    "act: points too few to be higher": -1,
    "act: log of how many there are like it": 1,
    "act: impossible card": -1,
    "act: more than one fault": -1,
}
EXPECTED = {**cells.EXPECTED, "act: log of how many there are like it": 1.0}
MOST_ACTS = 60
_TURNED_UP = 0.5  # of the cards that are on their way so many lie turned up beside their decks
_DECK_NEAR = 0.3  # so often a deck is so near that its cards lie next to those in play
MOVED_AT_ONCE = 3  # cards: no one act moves so many
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


class CardPlays(Plays[State, Act]):
    """How the game is played. A card turned up beside its deck, and thought about, is an act half done."""

    def legal(self, rng: np.random.Generator, state: State) -> Done | None:
        """The card on top of the deck, laid anywhere or where its row is longest; after a round, all are taken up."""
        if is_over(state):
            return None if rules.outcome(state) else CLEARED
        deck = _deck(state, state.players[state.turn : state.turn + 1])
        for i in rng.permutation(len(deck)):
            placed = self.placed(rng, state, deck[i])
            if placed:
                return placed
        return None

    def placed(self, rng: np.random.Generator, state: State, card: PointCard) -> Place | None:
        """A card that the one on turn has turned, laid where it can lie; None where it can lie nowhere."""
        open_to = open_cells(state, card.points)
        if not open_to:
            return None
        longest = _longest(state, card, open_to)
        return Place(state.on_turn, card, _drawn(rng, longest if rng.random() < 0.6 else open_to))

    def faulty(self, rng: np.random.Generator, state: State) -> Done | None:
        """Somebody else's turn, a card not high enough, too far away, taken or shoved, two at once."""
        if is_over(state):
            return None
        kind = str(rng.choice(list(_MISTAKES), p=list(_MISTAKES.values())))
        others = [player for player in state.players if player != state.on_turn]
        deck = _deck(state, others if kind == "wrong_player" else [state.on_turn])
        tops = [(card, cell) for cell, card in state.tops.items()]
        near = [cell for cell in map(cell_at, range(SIDE * SIDE)) if _cells_away(state, cell) <= NEAR]
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
                one, other = _drawn(rng, free), _drawn(rng, open_cells(state, card.points) or free)
                both = [(_drawn(rng, deck), one), (card, other)]
                return None if one == other or _are_two_acts(state, both) else change(both, ())
            case "not_higher":
                even = [cell for top, cell in tops if top.points == card.points]
                above = [cell for top, cell in tops if top.points >= card.points]
                cells = even if even and rng.random() < 0.7 else above
            case "wrong_player":
                cells = open_cells(state, card.points)
            case _:
                cells = [
                    cell for cell in free if rules.judge(state, _laid(state, card, cell)).faults == (kind,)
                ]
        return _laid(state, card, _drawn(rng, cells)) if cells else None

    def rearranged(self, rng: np.random.Generator, state: State) -> Act | None:
        """Some cards lie anywhere, at once."""
        free = [cell for cell in open_cells(state, 1) if cell not in state.tops]
        if is_over(state) or len(state.piles) < 2 * MOVED_AT_ONCE or len(free) < MOVED_AT_ONCE:
            return None
        piles = dict(state.piles)
        taken = rng.permutation(len(state.piles))[:MOVED_AT_ONCE].tolist()
        laid = rng.permutation(len(free))[:MOVED_AT_ONCE].tolist()
        for (cell, pile), to in zip([state.piles[i] for i in taken], [free[i] for i in laid], strict=True):
            piles[cell], piles[to] = pile[:-1], pile[-1:]
        made = set_table(state, contents(in_order(piles)), state.on_turn)
        return made if len(GAME.apply(state, made).rounds) == len(state.rounds) else None

    def table(self, state: State) -> Hashable:
        """The cards, those beneath too."""
        return state.piles

    def apply(self, state: State, act: Act) -> State:
        """The state after an act that counts."""
        return GAME.apply(state, act)

    def faults(self, state: State, act: Act) -> tuple[str, ...]:
        """What is wrong with it."""
        return GAME.judge(state, act).faults


def _are_two_acts(state: State, laid: Sequence[tuple[PointCard, Cell]]) -> bool:
    """Whether cards that are laid at once may be acts of two players: nobody can tell that they were one."""
    for (card, cell), (other, to) in permutations(laid, 2):
        act = _laid(state, card, cell)
        if not rules.judge(state, act).faults:
            then = GAME.apply(state, act)
            if is_over(then) or not rules.judge(then, _laid(then, other, to)).faults:
                return True
    return False


def begin(rng: np.random.Generator, players: Sequence[str] = ()) -> State:
    """A game of these players, or of 2 to 4 by lot, or of two teams, of one round or more."""
    players = players or ("ann", "bo", "cy", "di")[: int(rng.integers(2, 5))]
    colours = [COLOURS[i] for i in rng.permutation(len(COLOURS))]
    teams = None
    if len(players) == 4 and rng.random() < 0.5:
        teams = (("ann", "cy"), ("bo", "di"))
    sides = 2 if teams or len(players) == 2 else 4
    own = {player: colours[seat % sides :: sides] for seat, player in enumerate(players)}
    return rules.start(players, own, None, Options(int(rng.integers(1, 3)), "winner", teams))


def moments(seed: int, noise: Noise) -> Iterator[Moment[State, Act, CellsLook]]:
    """The game of that number: what the eyes would say at each look, and what was done."""
    rng = np.random.default_rng([seed, 2])
    state = begin(rng)
    camera, t = CardCamera(rng, lying(state.piles), noise), 0.0
    for scene in _all_seen(scenes(rng, CardPlays(), state, MOST_ACTS)):
        before, lies = lying(piles_after(scene.state, scene.fault)), _lies(rng, scene)
        t += 2.0 + scene.settled_for_s
        aside = lies != before if isinstance(_under_way(scene), Place) and scene.state.piles else None
        seen = camera.look_at(lies, _arm(rng) if rng.random() < noise.arm else None, aside)
        looks = min(8, int(scene.settled_for_s / 0.1))
        look = CellsLook(t, looks, scene.settled_for_s, camera.condition, seen)
        yield Moment(look, scene.done, scene.state, scene.fault, bool((before != lies).any()))


def _all_seen(every: Iterable[Scene[State, Act]]) -> Iterator[Scene[State, Act]]:
    """The scenes, with two acts that are seen at once in the order in which they are told apart; if there is none,
    people look at the first one first."""
    before: State | None = None
    for scene in every:
        acts = [step.act for step in scene.done if step.kind == "act"]
        if before is not None and len(acts) == 2 and not _apart(before, *acts):
            one, other = acts
            swapped = _swapped(one, other)
            if swapped and not GAME.judge(before, swapped[0]).faults and _apart(before, *swapped):
                scene = replace(scene, done=tuple(Step("act", act) for act in swapped))
            else:
                then = GAME.apply(before, one)
                yield Scene(then, None, scene.done[:1], settled_for_s=scene.settled_for_s)
                scene = replace(scene, done=scene.done[1:])
        yield scene
        before = scene.state


def _apart(state: State, first: Act, second: Act) -> bool:
    """Whether two acts are told apart that are seen at once."""
    if not isinstance(first, Place) or isinstance(second, SetTable | rules.VoidRound):
        return True
    return told_apart(GAME.apply(state, first), (first.card, first.cell), second)


def _swapped(first: Act, second: Act) -> tuple[Place, Place] | None:
    """Two turns the other way round: each lays the card of the other."""
    if not (isinstance(first, Place) and isinstance(second, Place)) or first.player == second.player:
        return None
    return replace(second, player=first.player), replace(first, player=second.player)


def _cells_away(state: State, cell: Cell) -> int:
    """How far a cell is from the nearest card: 1 for one that touches it; 0 where none lies."""
    return min((max(abs(cell[0] - row), abs(cell[1] - column)) for row, column in state.tops), default=0)


def _under_way(scene: Scene[State, Act]) -> Act | None:
    """The act that is half done."""
    return None if scene.under_way is None else scene.under_way[1]


def _lies(rng: np.random.Generator, scene: Scene[State, Act]) -> Table:
    """What lies there, as ``lying`` says it; of an act half done, the card beside the others, where its deck is, or
    some of the cards taken up. A part of any other act that moves several is an act of its own, so that is never half
    done."""
    lies, act = lying(piles_after(scene.state, scene.fault)), _under_way(scene)
    away = np.array([_cells_away(scene.state, cell_at(place)) for place in range(SIDE * SIDE)])
    if isinstance(act, Place) and scene.state.piles and rng.random() < _TURNED_UP:
        beside = np.flatnonzero(away == 1 if rng.random() < _DECK_NEAR else away >= NEAR)
        lies[int(rng.choice(beside))] = CONTENTS.index(act.card) + len(CONTENTS)
    return half_way(rng, lies, lying(())) if act == CLEARED else lies


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
