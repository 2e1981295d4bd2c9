"""Tables that cannot lie so are refused, and the reason is named; what people let stand before is let be."""

from __future__ import annotations

import pytest
import setting
import setting_four_colour_cards as strips
import setting_one_two_three_four as lane
import setting_punto as cards
from setting_punto import FULL, GRID_A, GRID_B

from referee import four_colour_cards, just4fun_colours, one_two_three_four, punto, records
from referee.four_colour_acts import OpenCards
from referee.game import Unfit
from referee.records import Line, Record, RecordError
from referee.table import CardTable, Table


def towers(**stones):
    """The table of a game between red and blue with those stones: a1="red blue"."""
    grid = [[() for _ in range(6)] for _ in range(6)]
    for name, colours in stones.items():
        row, column = setting.at(name)
        grid[row][column] = tuple(colours.split())
    return Table(setting.FIELDS, tuple(map(tuple, grid)))


def tiles(text, size=6):
    grid = [[() for _ in range(size)] for _ in range(size)]
    for colour, (row, column) in lane.listed(text):
        grid[row][column] = (colour,)
    return Table((), tuple(map(tuple, grid)))


def piles(text):
    return CardTable(cards.piles(text))


def open_cards(*melds, passed=""):
    return OpenCards((tuple(map(strips.cards, melds)), (), ()), strips.cards(passed))


STARTS = {
    just4fun_colours: setting.game(),
    one_two_three_four: lane.game(players="ann bo cy"),
    punto: cards.game(2),
    four_colour_cards: strips.game(),
}


@pytest.mark.parametrize(
    ("game", "table", "reasons"),
    [
        (just4fun_colours, towers(a1="red blue red", f6="blue"), []),
        (just4fun_colours, towers(a1=" ".join(["red"] * 7)), []),
        (just4fun_colours, towers(a1=" ".join(["red"] * 8)), ["tower_too_high"]),
        (just4fun_colours, towers(a1=" ".join(["red"] * 25)), ["too_many_stones", "tower_too_high"]),
        (just4fun_colours, towers(a1="red green"), ["strange_stone"]),
        (just4fun_colours, Table((("pink",) * 6,) * 6, towers().stacks), ["strange_field"]),
        (one_two_three_four, tiles("red a1 b1 c1 e1 a3 b3 c3 e3, blue d4"), []),
        (one_two_three_four, tiles("red a1 b1 c1 e1 a3 b3 c3 e3 f5"), ["too_many_tiles"]),
        (one_two_three_four, tiles("red a1, green b2"), ["strange_tile"]),
        (punto, piles(GRID_A), []),
        (punto, piles(GRID_B), []),
        (punto, piles(FULL), []),
        (punto, piles("R3+B5 R3 / B5"), []),
        (punto, piles("R5 . R5 . R5"), ["too_many_copies"]),
        (punto, piles("R1 R2 B3 B4 R5 R6 B7"), ["area_too_large"]),
        (punto, piles("R1 / R2 / B3 / B4 / R5 / R6 / B7"), ["area_too_large"]),
        (punto, piles("R9+B1"), ["covered_by_fewer"]),
        (punto, piles("R4+B4"), ["covered_by_fewer"]),
        (punto, piles("R9+B1 . . R5 . R5 . R5"), ["too_many_copies", "area_too_large", "covered_by_fewer"]),
        (four_colour_cards, open_cards("3xr-ch", passed="r-ch"), []),
        (four_colour_cards, open_cards("r-ch r-h"), ["no_meld"]),
        (four_colour_cards, open_cards("3xr-ch", passed="2xr-ch"), ["too_many_copies"]),
    ],
)
def test_every_reason_why_a_table_cannot_lie_so_has_a_name(game, table, reasons):
    start = STARTS[game]
    assert [reason.code for reason in game.status(start, table)] == reasons
    if not reasons:
        game.with_table(start, table)
        return
    with pytest.raises(Unfit) as refused:
        game.with_table(start, table)
    assert refused.value.said.code == reasons[0]


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (towers(a1=" ".join(["red"] * 25)), "there are 20 stones that are red, not 25"),
        (towers(c2="green"), "a stone is green, and only red, blue play"),
        (
            towers(c2=" ".join(["red"] * 8)),
            "the tower on c2 is 8 high, and 7 is the most that a hand can pay for",
        ),
    ],
)
def test_a_record_is_refused_with_the_reason_and_the_number_of_its_line(table, why):
    record = Record(setting.game(), (Line(just4fun_colours.SetTable(table.stacks)),))
    with pytest.raises(RecordError, match="line 2: ") as refused:
        records.parse(records.dump(record))
    assert refused.value.what == why


def test_what_people_let_stand_may_lie_so_in_a_record():
    act = punto.SetTable(cards.piles("R9+B1"))
    record = Record(cards.game(2), (Line(act, accepted=True),))
    assert records.parse(records.dump(record)) == record


def test_what_people_let_stand_before_is_no_reason_any_more():
    let_stand = punto.accept(cards.game(2, "R4"), cards.place("ann", "B4", 0, 0))
    table = piles("R4+B4 Y1")
    assert [reason.code for reason in punto.status(let_stand, table)] == ["covered_by_fewer"]
    assert punto.with_table(let_stand, table).piles == table.piles
    with pytest.raises(Unfit, match="there are 2 cards red 5, not 3"):
        punto.with_table(let_stand, piles("R4+B4 R5 . R5 . R5"))


def test_a_card_that_is_out_of_the_game_does_not_lie_there_too():
    won = cards.after(cards.game(4, "R1 R2 R3"), cards.place("ann", "R9", 0, 3))
    assert [card.points for card in won.out] == [9]
    assert punto.status(won, piles("R9")) == ()
    assert [reason.code for reason in punto.status(won, piles("R9 . R9"))] == ["too_many_copies"]


def test_stones_in_the_box_are_not_on_the_board():
    state = just4fun_colours.accept(setting.game(), setting.exchange("red", ""))
    full = dict.fromkeys(("a1", "c1", "e1", "a3"), "red red red red red")
    assert just4fun_colours.status(setting.game(), towers(**full)) == ()
    assert [reason.code for reason in just4fun_colours.status(state, towers(**full))] == ["too_many_stones"]
