"""How Punto is played at random; see `playing`."""

from __future__ import annotations

from dataclasses import replace

import naive_punto

from referee import punto
from referee.game import VoidRound
from referee.phrases.punto import case
from referee.punto_acts import (
    CARDS,
    COLOURS,
    POINTS,
    CannotPlace,
    Change,
    Options,
    Place,
    PointCard,
    SetTable,
)
from referee.table import CardTable, cell_name

NAMES = ("ann", "bo", "cy", "Di Li", "red", "é")
naive = naive_punto.judge
PALETTES = (COLOURS,)


def random_start(chance):
    count = chance.choice((2, 3, 4, 4))
    players, colours = chance.sample(NAMES, count), chance.sample(COLOURS, 4)
    teams = None
    if count == 4 and chance.random() < 0.5:
        teams = ((players[0], players[2]), (players[3], players[1]))
        own = {player: colours[seat % 2 :: 2] for seat, player in enumerate(players)}
    elif count == 2:
        own = {player: colours[2 * seat : 2 * seat + 2] for seat, player in enumerate(players)}
    else:
        own = {player: [colour] for player, colour in zip(players, colours, strict=False)}
    options = Options(chance.choice((1, 2, 2, 3)), chance.choice(("winner", "ender")), teams)
    return punto.start(players, own, None, options)


def legal_act(chance, state):
    # Most cards are laid in line with one's own, or rounds would hardly ever end.
    tops = CardTable(state.piles).tops
    own = [cell for cell, card in tops.items() if card.colour in state.colours_of(state.on_turn)]
    for _ in range(20):
        colour = chance.choice(
            state.colours_of(state.on_turn) + (state.neutral,) * (state.neutral is not None)
        )
        card = PointCard(colour, chance.choice(POINTS))
        cells = punto.open_cells(state, card.points)
        good = [cell for cell in cells if _in_line(cell, own)]
        if cells:
            act = Place(state.on_turn, card, chance.choice(good if good and chance.random() < 0.9 else cells))
            verdict = punto.judge(state, act)
            if verdict.legal and not verdict.warnings:
                return act
    acts = [act for act in punto.legal_acts(state) if not punto.judge(state, act).warnings]
    return chance.choice(acts) if acts else None


def random_act(chance, state):
    """Any act, but for a card that is in the game though it cannot be in the player's deck: parts would grow."""
    while True:
        act = _any_act(chance, state)
        verdict = punto.judge(state, act)
        if verdict.faults or not verdict.warnings:
            return act


def _any_act(chance, state):
    player = state.on_turn if chance.random() < 0.7 else chance.choice(state.players)
    kind = chance.random()
    if kind < 0.02:
        return VoidRound()
    if kind < 0.5:
        return Place(player, _card(chance, state, player), _cell(chance, state))
    if kind < 0.65:
        return CannotPlace(player, _card(chance, state, player) if chance.random() < 0.7 else None)
    lying = [(card, cell) for cell, pile in state.piles for card in pile]
    removed = chance.sample(lying, min(chance.randint(0, 2), len(lying)))
    added = [(_card(chance, state, player), _cell(chance, state)) for _ in range(chance.randint(0, 2))]
    if removed and chance.random() < 0.5:
        added.append((chance.choice(removed)[0], _cell(chance, state)))
    if removed and chance.random() < 0.3:
        added.append(removed[0])
    return Change(tuple(added), tuple(removed))


def as_line(act):
    match act:
        case Place(player, card, cell):
            return {"act": "place", "player": player, "card": _plain(card), "at": list(cell)}
        case CannotPlace(player, card):
            return {"act": "cannot_place", "player": player, "card": card and _plain(card)}
        case VoidRound():
            return {"act": "void_round"}
        case SetTable(piles, on_turn):
            lying = [[list(cell), [_plain(card) for card in pile]] for cell, pile in piles]
            return {"act": "table", "piles": lying, "on_turn": on_turn}
    added, removed = (
        [[_plain(card), list(cell)] for card, cell in part] for part in (act.added, act.removed)
    )
    return {"act": "change", "added": added, "removed": removed}


def parts(state):
    """All cards lie on the table, are in the decks, or out of the game; so it is with the neutral ones alone."""
    if punto.outcome(state):
        state = replace(state, rounds=state.rounds[:-1])  # the last winner's card still lies on the table
    lying = [card for _, pile in state.piles for card in pile]
    decks = sum(sum(state.deck_left(player)) for player in state.players) / 2
    neutral = sum(card.colour == state.neutral for card in lying) + sum(state.neutral_held)
    return {"cards": len(lying) + decks + len(state.out), "neutral": neutral}


def space(chance, state):
    """Every card on some cells, and every claim that it can be laid nowhere, by anybody."""
    cells = {_cell(chance, state) for _ in range(8)} if state.piles else {(0, 0)}
    cards = [PointCard(colour, points) for colour in COLOURS for points in POINTS]
    placements = [
        Place(player, card, cell) for player in state.players for card in cards for cell in sorted(cells)
    ]
    return placements + [CannotPlace(player, card) for player in state.players for card in (*cards, None)]


def claims(chance, state):
    """That somebody's card can be laid nowhere."""
    cards = [PointCard(colour, points) for colour in COLOURS for points in POINTS]
    return [CannotPlace(state.on_turn, card) for card in chance.sample(cards, 12)]


def examples(state, act):
    named = [told["cell"] for place in case(state, act)[1]["open"] for told in place["example"]]
    cells = punto.open_cells(state, act.card.points)
    return [Place(act.player, act.card, cell) for cell in cells if cell_name(cell) in named]


def symmetries(state):
    """The grid floats, and can be turned and mirrored.

    Except that of equals the first in reading order counts at a stalemate, which comes when the table is full.
    """
    maps = [lambda r, c: (r - 7, c + 1000)]
    if len(state.piles) < CARDS:
        maps += [lambda r, c: (c, -r), lambda r, c: (-r, -c), lambda r, c: (-c, r)]
        maps += [lambda r, c: (r, -c), lambda r, c: (c, r)]
    return [(_state_by(turn), _act_by(turn)) for turn in maps]


def _state_by(turn):
    def turned(state):
        piles = punto.in_order({turn(*cell): pile for cell, pile in state.piles})
        rounds = tuple(
            replace(ended, cells=tuple(sorted(turn(*cell) for cell in ended.cells))) for ended in state.rounds
        )
        return replace(state, piles=piles, rounds=rounds)

    return turned


def _act_by(turn):
    def turned(act):
        match act:
            case Place():
                return replace(act, cell=turn(*act.cell))
            case CannotPlace() | VoidRound():
                return act
        added, removed = (
            tuple((card, turn(*cell)) for card, cell in part) for part in (act.added, act.removed)
        )
        return Change(added, removed)

    return turned


def _in_line(cell, own):
    """True if `cell` is in line with an own card, at most three cells away."""
    for row, column in own:
        down, right = abs(row - cell[0]), abs(column - cell[1])
        if 0 < max(down, right) <= 3 and (0 in (down, right) or down == right):
            return True
    return False


def _card(chance, state, player):
    lying = [pile[-1] for _, pile in state.piles]
    if lying and chance.random() < 0.3:
        return chance.choice(lying)
    own = chance.random() < 0.8
    colour = chance.choice(state.colours_of(player) if own else COLOURS)
    return PointCard(colour, chance.choice(POINTS))


def _cell(chance, state):
    row, column = chance.choice(state.piles)[0] if state.piles else (0, 0)
    far = chance.choice((1, 1, 1, 2, 6))
    return row + chance.randint(-far, far), column + chance.randint(-far, far)


def _plain(card):
    return {"colour": card.colour, "points": card.points}
