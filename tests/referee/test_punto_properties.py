"""What holds in every game of Punto: lines and stalemates counted twice, and cards that are never lost."""

from __future__ import annotations

import random
from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st
from naive_punto import NaivePunto
from play_punto import legal_act, random_start
from setting import calm

from referee import punto, records
from referee.grid import runs, runs_through
from referee.punto_acts import COLOURS, COPIES, POINTS, CannotPlace
from referee.punto_rounds import stalemate, tallies
from referee.table import CardTable, PointCard

seeds = given(st.integers(0, 2**32))


@calm
@given(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3))), st.integers(2, 5))
def test_runs_are_what_a_plain_search_finds(owned, length):
    expected = []
    for (row, column), (down, right) in product(owned, [(0, 1), (1, 0), (1, 1), (1, -1)]):
        cells = [(row + down * step, column + right * step) for step in range(8)]
        reach = next(step for step, cell in enumerate(cells) if cell not in owned)
        if reach >= length and (row - down, column - right) not in owned:
            expected.append(tuple(cells[:reach]))
    assert runs(owned, length) == sorted(expected)
    for cell in owned:
        assert runs_through(cell, owned, length) == sorted(run for run in expected if cell in run)


@calm
@seeds
def test_a_stalemate_is_counted_alike_by_a_second_plain_referee(seed):
    """On any table full of cards, whether play could have led there or not."""
    chance = random.Random(seed)
    start = random_start(chance)
    naive = NaivePunto(records.header_fields(start))
    cards = [PointCard(colour, points) for colour in COLOURS for points in POINTS for _ in range(COPIES)]
    colours = chance.sample(COLOURS, chance.choice((2, 3, 4)))
    cells = chance.sample(list(product(range(6), range(6))), chance.randint(0, 36))
    lying = dict(zip(cells, chance.sample(cards, len(cells)), strict=True))
    lying = {cell: card for cell, card in lying.items() if card.colour in colours}
    naive.grid = {cell: [tuple(card)] for cell, card in lying.items()}
    if any(naive.lines(player, naive.row) for player in start.players):
        return  # that would have won
    state = punto.with_table(
        start, CardTable(punto.in_order({cell: (card,) for cell, card in lying.items()}))
    )
    for tally in tallies(state):
        lines = naive.lines(tally.side[0], naive.row - 1)
        assert tally.lines == len(lines)
        assert tally.points == min(map(naive.worth, lines), default=0)
    ender = chance.choice(start.players)
    naive.end_in_stalemate(ender)
    ended = stalemate(state, ender)
    told = ended.rounds[-1]
    assert (told.winner, told.how, list(told.cells), told.removed) == naive.rounds[-1]
    assert ended.on_turn == naive.players[naive.turn] or punto.outcome(ended)
    assert dict(zip(ended.players, ended.neutral_held, strict=True)) == naive.neutral_held


@calm
@seeds
def test_rounds_end_by_a_row_a_claim_or_not_at_all(seed):
    chance = random.Random(seed)
    state = random_start(chance)
    states = [state]
    for _ in range(80):
        act = legal_act(chance, state)
        if act is None:
            break
        after = punto.apply(state, act)
        ended = after.rounds[len(state.rounds) :]
        assert len(ended) <= 1
        if isinstance(act, CannotPlace):
            assert ended[0].how in ("stalemate", "void")
        for told in ended:
            assert told.ender == act.player
            assert (told.removed is None) == (told.winner is None) == (told.cells == ())
        if not ended:
            assert after.on_turn == state.after(state.on_turn)[0]
            assert len(dict(after.piles)[act.cell]) == len(dict(state.piles).get(act.cell, ())) + 1
        states.append(after)
        state = after
    for before, after in pairwise(states):
        if len(after.rounds) == len(before.rounds):
            assert max(punto.area_with(after.piles, after.piles[0][0])) <= 6
            for cell, pile in after.piles:
                points = [card.points for card in pile]
                assert points == sorted(set(points)), cell
    assert all(sum(card == other for other in state.out) <= COPIES for card in state.out)
