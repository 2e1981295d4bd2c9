"""Punto: cards with points that make their own grid, five or four of a colour in a row, and rounds.

The rule sheet decides; what it leaves open is decided in the docstrings here and in `referee.punto_rounds`.
Decks are hidden: a card is judged when it lies open. States and acts are immutable; an illegal act changes
nothing, unless a person lets it stand (`accept`). Cells are `(row, column)` on a grid that floats: any integers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.changes import only_added, without_common
from referee.game import IllegalAct, Option, Verdict, VoidRound, check_player, refuse
from referee.grid import neighbours
from referee.punto_acts import (
    AREA,
    COLOURS,
    COPIES,
    ID,
    PLAYERS,
    POINTS,
    Act,
    CannotPlace,
    Change,
    Done,
    Options,
    Outcome,
    Place,
    Placed,
    Player,
    Round,
    SetTable,
    State,
    area_with,
    impossible_cards,
    in_order,
    start,
)
from referee.punto_rounds import dealt_again, outcome, settled, settled_on, stalemate
from referee.table import CardTable, Cell, Piles, PointCard
from wording import Phrase

__all__ = [
    "COLOURS",
    "ID",
    "PLAYERS",
    "Act",
    "CannotPlace",
    "Change",
    "Options",
    "Outcome",
    "Place",
    "PointCard",
    "Round",
    "SetTable",
    "State",
    "VoidRound",
    "area_with",
    "outcome",
    "start",
]

NAME = "Punto"
OPTIONS = (
    Option("wins", 2, range(1, 10), "rounds that win the game"),
    Option(
        "starter", "winner", ("winner", "ender"), "the next round starts left of its winner, or of its ender"
    ),
    Option("teams", None, (), "partners, who sit across from one another", '[["ann","cy"],["bo","di"]]'),
)
FAULTS = (
    "can_place",
    "card_moved",
    "card_removed",
    "game_over",
    "no_such_card",
    "not_adjacent",
    "not_higher",
    "outside_area",
    "several_cards",
    "wrong_deck",
    "wrong_player",
)
WARNINGS = ("impossible_cards",)


def judge(state: State, act: Act) -> Verdict:
    """Name every fault of `act`."""
    if isinstance(act, SetTable):
        return Verdict()
    if outcome(state):
        # After the end people clear up.
        return Verdict(() if isinstance(act, Change) else ("game_over",))
    if isinstance(act, VoidRound):
        return Verdict()
    act = as_placement(state, act)
    match act:
        case Place():
            faults = _faults_of_placement(state, act)
        case CannotPlace():
            faults = _faults_of_claim(state, act)
        case _:
            return Verdict(tuple(sorted(_faults_of_change(state, act))))
    return Verdict(tuple(sorted(faults)), WARNINGS if _is_impossible(state, act) else ())


def apply(state: State, act: Act) -> State:
    """Return the state after a legal act. Raises IllegalAct for any other."""
    verdict = judge(state, act)
    if not verdict.legal:
        raise IllegalAct(verdict.faults)
    return accept(state, act)


def accept(state: State, act: Act) -> State:
    """Return the state after an act that stands, legal or not: the table as it lies is what counts.

    The turn goes to the next player after the one who acted. A Change was a turn of the player who has more
    cards on the table than before (if several have, of the one on turn, else of the next of them); where nobody
    has, the turn stays. After the end nothing changes any more.
    """
    if isinstance(act, SetTable):
        return _settled(_lying(state, act.piles, act.on_turn))
    if outcome(state):
        return state
    if isinstance(act, VoidRound):
        return dealt_again(state)
    act = as_placement(state, act)
    match act:
        case Place():
            return settled_on(_laid(state, act), act.cell, act.player)
        case CannotPlace():
            return stalemate(state, act.player)
        case _:
            actor = _who_added(state, act)
            following = state.after(actor)[0] if actor else None
            return _settled(_lying(state, _changed(state.piles, act), following))


def with_table(state: State, table: CardTable, on_turn: Player | None = None) -> State:
    """Return the state with the cards of this round set by hand; a row among them ends the round.

    `on_turn` is then on turn (None: who was before). Raises Unfit where the cards cannot lie so, or `on_turn` does
    not play.
    """
    after = _lying(state, table.piles, on_turn)
    refuse(status(state, table), status(state, expected_table(state)))
    return _settled(after)


def status(state: State, table: CardTable) -> tuple[Phrase, ...]:
    """Return every reason why a table cannot lie so: copies of a card, size of the area, or what covers what."""
    # After the end the last winner's card still lies there, though it is out of the game.
    out = state.out[:-1] if outcome(state) else state.out
    return tuple(impossible_cards(table.piles, out))


def legal_acts(state: State) -> tuple[Place | CannotPlace, ...]:
    """Every placement of a card that can be in the deck of the player on turn, and every claim that would be true.

    Placements come cell by cell in reading order. The first card of a round can lie anywhere; here it lies on
    (0, 0).
    """
    if outcome(state):
        return ()
    player, (fewest, _) = state.on_turn, state.deck_left(state.on_turn)
    deck = [
        card
        for card in (PointCard(colour, points) for colour in COLOURS for points in POINTS)
        if state.may_hold(player, card) and _copies_left(state, card)
    ]
    open_to = {points: frozenset(open_cells(state, points)) for points in POINTS}
    placements = (
        Place(player, card, cell)
        for cell in sorted(open_to[POINTS[-1]])
        for card in deck
        if cell in open_to[card.points]
    )
    claims = [CannotPlace(player, card) for card in deck if not open_to[card.points]]
    used_up = [] if fewest else [CannotPlace(player, None)]
    return (*placements, *claims, *used_up)


def open_cells(state: State, points: int) -> list[Cell]:
    """Return the cells on which a card of so many points can be laid, in reading order.

    On an empty table (0, 0) stands for all.
    """
    tops = state.tops
    if not tops:
        return [(0, 0)]
    rows, columns = _reach(state.piles)
    around = {cell for used in tops for cell in neighbours(used)} - set(tops)
    lower = {cell for cell, top in tops.items() if top.points < points}
    return sorted(cell for cell in around | lower if cell[0] in rows and cell[1] in columns)


def expected_table(state: State) -> CardTable:
    """Return what should lie on the table; when a round is over, its cards have been taken up."""
    return CardTable(state.piles)


def as_placement(state: State, act: Done) -> Done:
    """Return a Change that only adds one card as the placement that it is, and any other act as it is.

    Who is on turn laid it if it can be his, else the next player who has its colour.
    """
    placed = only_added(act.added, act.removed) if isinstance(act, Change) else None
    if placed is None:
        return act
    card, cell = placed
    player = next((player for player in _from_turn_on(state) if state.may_hold(player, card)), state.on_turn)
    return Place(player, card, cell)


def differences(act: Change) -> tuple[list[Placed], list[Placed], list[tuple[PointCard, Cell, Cell]]]:
    """Return what a change added, what it took away, and what it moved (and from where to where).

    A card taken from one cell and laid on another has been moved, and is in neither list.
    """
    added, removed = without_common(act.added, act.removed)
    moved = []
    for card, cell in tuple(removed):
        there = next((placed for placed in added if placed[0] == card), None)
        if there:
            added.remove(there)
            removed.remove((card, cell))
            moved.append((card, cell, there[1]))
    return added, removed, moved


def is_clearing_up(state: State, act: Change) -> bool:
    """Tell whether a change takes up the cards of the round before: nothing has been laid in this one yet."""
    return bool(state.rounds) and not state.piles and not act.added


def _lying(state: State, piles: Piles, on_turn: Player | None) -> State:
    check_player(on_turn, state.players)
    turn = state.turn if on_turn is None else state.players.index(on_turn)
    return replace(state, piles=in_order(dict(piles)), turn=turn)


def _settled(state: State) -> State:
    """The state after somebody changed the cards: a row among them ends the round, if the game is open."""
    return state if outcome(state) else settled(state, state.after(state.on_turn)[-2])


def _faults_of_placement(state: State, act: Place) -> Iterator[str]:
    yield from _faults_of_card(state, act.player, act.card)
    if not state.piles:
        return
    tops = state.tops
    if act.cell in tops:
        if tops[act.cell].points >= act.card.points:
            yield "not_higher"
    elif not any(cell in tops for cell in neighbours(act.cell)):
        yield "not_adjacent"
    rows, columns = _reach(state.piles)
    if act.cell[0] not in rows or act.cell[1] not in columns:
        yield "outside_area"


def _faults_of_claim(state: State, act: CannotPlace) -> Iterator[str]:
    if act.card is None:
        if act.player != state.on_turn:
            yield "wrong_player"
        if state.deck_left(act.player)[0]:
            yield "can_place"
        return
    yield from _faults_of_card(state, act.player, act.card)
    if open_cells(state, act.card.points):
        yield "can_place"


def _faults_of_card(state: State, player: Player, card: PointCard) -> Iterator[str]:
    if player != state.on_turn:
        yield "wrong_player"
    if not state.may_hold(player, card):
        yield "wrong_deck"
    if not _copies_left(state, card):
        yield "no_such_card"


def _faults_of_change(state: State, act: Change) -> Iterator[str]:
    if is_clearing_up(state, act):
        return
    added, removed, moved = differences(act)
    if len(added) + len(moved) > 1:
        yield "several_cards"
    if removed:
        yield "card_removed"
    if moved:
        yield "card_moved"


def _reach(piles: Piles) -> tuple[range, range]:
    """The rows and the columns in which a card can lie without making the area too large."""
    first, last = piles[0][0][0], piles[-1][0][0]  # rows, for piles are in reading order
    columns = [column for (_, column), _ in piles]
    return range(last - AREA + 1, first + AREA), range(max(columns) - AREA + 1, min(columns) + AREA)


def _copies_left(state: State, card: PointCard) -> bool:
    return state.lying(card) + state.gone(card) < COPIES


def _is_impossible(state: State, act: Place | CannotPlace) -> bool:
    """True if the player's deck cannot have held the card, though the game has it: one was misread before."""
    card = act.card
    if card is None or not state.may_hold(act.player, card):
        return False
    if card.colour == state.neutral:
        return not state.neutral_held[state.players.index(act.player)]
    return bool(state.options.teams) and not state.deck_left(act.player)[1]


def _laid(state: State, act: Place) -> State:
    """The card lies on its cell, and the turn goes on."""
    index = bisect_left(state.piles, (act.cell,))  # reading order is kept without sorting anew
    below = [pile for cell, pile in state.piles[index : index + 1] if cell == act.cell]
    pile = (*below[0], act.card) if below else (act.card,)
    seat = state.players.index(act.player)
    placed, held = list(state.placed), list(state.neutral_held)
    placed[seat] += 1
    if act.card.colour == state.neutral:
        held[seat] = max(0, held[seat] - 1)
    return replace(
        state,
        piles=(*state.piles[:index], (act.cell, pile), *state.piles[index + len(below) :]),
        turn=(seat + 1) % len(state.players),
        placed=tuple(placed),
        neutral_held=tuple(held),
    )


def _changed(piles: Piles, act: Change) -> Piles:
    """The piles after a change; where a card is replaced, the new one lies as high as the old one."""
    after = {cell: list(pile) for cell, pile in piles}
    waiting, gone = without_common(act.added, act.removed)
    for card, cell in gone:
        pile = after.get(cell, [])
        if card not in pile:
            continue  # it did not lie there: a person's table is taken as it is
        level = len(pile) - 1 - pile[::-1].index(card)
        new = next((placed for placed in waiting if placed[1] == cell), None)
        if new:
            waiting.remove(new)
        pile[level : level + 1] = [new[0]] if new else []
    for card, cell in waiting:
        after.setdefault(cell, []).append(card)
    return in_order({cell: tuple(pile) for cell, pile in after.items()})


def _who_added(state: State, act: Change) -> Player | None:
    gain = Counter(card.colour for card, _ in act.added)
    gain.subtract(card.colour for card, _ in act.removed)
    gained = [PointCard(colour, 1) for colour in gain if gain[colour] > 0]
    candidates = (p for p in _from_turn_on(state) if any(state.may_hold(p, card) for card in gained))
    return next(candidates, None)


def _from_turn_on(state: State) -> Sequence[Player]:
    return (state.on_turn, *state.after(state.on_turn)[:-1])
