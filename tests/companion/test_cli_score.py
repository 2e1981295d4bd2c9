"""`tableref score` of the games without a board: a hand laid open, and the lines of a stalemate."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.scored import SCORED, Asked, punto, scored_table
from companion.scored.four_colour_cards import ReadCard, hand_size, told, why_not
from referee.four_colour_acts import Options
from referee.four_colour_deck import card_from_name
from referee.punto import start
from referee.table import PointCard

HAND = Path(__file__).parents[1] / "vision" / "strips" / "hand.jpg"
# 20 cards that are melds together with a white cannon (a pair takes it in): 12 points.
TWELVE = "r-s g-s y-s w-s 3xr-h 3xg-h r-g 2xw-a 2xw-e 2xr-ch 2xg-ch w-ca"
GRID_B = "R3 . Y8 . . / G6 Y4 B9 B3 . / Y5 R3 R7 R5 G6"  # orange 5-4-8 against red 3-7-5
COLOURS = {"R": "red", "Y": "orange", "B": "blue", "G": "green"}


def score(*arguments):
    return CliRunner().invoke(main, ["score", *map(str, arguments)])


def read(text, p=0.99):
    found = []
    for word in text.split():
        count, times, name = word.partition("x")
        found += [ReadCard(card_from_name(name if times else word), p)] * (int(count) if times else 1)
    return found


def lines(cards, wanted=20, claimed=None, **options):
    return list(told(cards, wanted, claimed and card_from_name(claimed), Options(**options)))


def test_a_hand_is_read_split_and_counted(tmp_path):
    done = score("--game", "four-colour-cards", HAND, "--out", tmp_path / "out.png")
    assert done.exit_code == 0, done.output
    said = [line.strip() for line in done.output.splitlines()]
    assert said[1] == "21 of 21 read"
    assert "2  command in hand: white general, white advisor, white elephant" in said
    assert "10  points" in said
    assert "no hu: left over 2 white soldiers" in said
    assert (tmp_path / "out.png").stat().st_size > 0


def test_each_point_has_its_reason_and_pairs_that_count_nothing_stand_together():
    assert lines(read(TWELVE), claimed="w-ca")[:-1] == [
        "20 of 20 read",
        "  5  soldiers in hand: red soldier, green soldier, yellow soldier, white soldier",
        "  3  triple in hand: 3 red horses",
        "  3  triple in hand: 3 green horses",
        "  1  general in hand: red general",
        "  0  pairs: 2 red chariots, 2 green chariots, 2 white advisors, 2 white elephants, 2 white cannons",
        " 12  points",
        "all cards form melds: at hu each other player pays 3, the 2 above 10 and 1",
    ]
    assert lines(read(TWELVE), claimed="w-ca", threshold=15)[-2] == (
        "all cards form melds, but 12 is less than 15: at hu the caller pays each other player 16"
    )


def test_what_was_not_read_is_said_and_so_is_what_is_not_sure():
    seen = lines([*read("4xr-ch y-g"), *read("g-g", 0.4)], wanted=7)
    assert seen[:2] == ["6 of 7 read: the others are not counted", "not sure of: green general (40%)"]
    assert seen[2] == "  8  quadruple in hand: 4 red chariots"
    assert seen[-2:] == [
        "no hu yet: 1 more must form melds too",
        "misread? tableref score-hand 4xred-chariot green-general yellow-general",
    ]


def test_the_meld_with_the_card_on_offer_counts_on_the_table_also_where_it_lies_with_the_hand():
    beside = lines(read(TWELVE), claimed="r-h")
    with_it = lines([*read(TWELVE), *read("r-h")], wanted=21, claimed="r-h")
    assert "  6  quadruple on the table, as it takes in the card on offer: 4 red horses" in beside
    assert with_it[1:] == beside[1:]


@pytest.mark.parametrize(
    ("cards", "claimed", "why"),
    [
        ("", None, "no strips were found"),
        (f"{TWELVE} w-ca r-a", None, "22 strips were found where 21 are laid open"),
        ("5xr-h", None, "5 red horses were read, and there are 4"),
        ("4xr-h", "red-horse", "5 red horses were read"),
        (f"{TWELVE} w-ca", "yellow-horse", "the yellow horse on offer is not among the 21 cards"),
        (TWELVE, "white-cannon", ""),
    ],
)
def test_what_is_no_hand_is_refused_in_one_line(cards, claimed, why):
    found = read(cards)
    said = why_not(found, 21 if len(found) > 20 else 20, claimed)
    assert said.startswith(why) and bool(said) == bool(why)


def test_so_many_cards_are_taken_to_lie_there():
    sure, unsure = read("3xr-h 3xg-h 3xw-h 3xy-h 3xr-ch 3xg-ch 2xw-ch"), read("y-ch", 0.3)
    assert (hand_size(sure), hand_size([*sure, *unsure]), hand_size([*sure, *sure[:1], *unsure])) == (
        20,
        21,
        21,
    )
    assert hand_size(sure[:9]) == 20


def piles(text):
    rows = [row.split() for row in text.split("/")]
    return tuple(
        ((row, col), (PointCard(COLOURS[word[0]], int(word[1])),))
        for row, words in enumerate(rows)
        for col, word in enumerate(words)
        if word != "."
    )


def test_lines_of_a_stalemate_are_counted_and_the_cheapest_wins():
    state = start(("red", "orange", "blue", "green"), {colour: [colour] for colour in COLOURS.values()})
    cells, said = punto.told(replace(state, piles=piles(GRID_B)))
    assert said == [
        "red: 1 line of 15 points: red 3 7 5",
        "orange: 1 line of 17 points: orange 8 4 5",
        "blue: no line of 3",
        "green: no line of 3",
        "at a stalemate red would win, and red 7 leaves the game",
    ]
    assert cells == ((2, 1), (2, 2), (2, 3))
    row = piles("R1 R2 R3 R4")
    assert punto.told(replace(state, piles=row)) == (
        tuple(cell for cell, _ in row),
        ["red has a row: red 1 2 3 4"],
    )


@pytest.fixture
def bare(tmp_path):
    """A picture of a table on which nothing lies."""
    path = tmp_path / "bare.png"
    assert cv2.imwrite(str(path), np.full((360, 640, 3), 128, np.uint8))
    return path


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (("--game", "punto"), 1, "bare.png: no cards in play were found"),
        (("--game", "four-colour-cards"), 1, "bare.png: no strips were found"),
        (("--game", "punto", "--colours", "ann=red,bo=pink"), 2, '--colours ann=red,bo=pink: colour "pink"'),
        (("--game", "punto", "--cards", "20"), 2, "--cards 20: not asked of punto"),
        (("--game", "four-colour-cards", "--claimed", "pink"), 2, "--claimed: card 'pink' is not"),
    ],
)
def test_wrong_input_is_told_in_one_line(bare, arguments, status, why):
    done = score(*arguments, bare)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (status, "", 1)
    assert why in done.stderr


def test_players_and_their_colours_are_asked_for_as_in_a_game():
    table = scored_table("punto")
    assert table.TAKES == ("colours",) and set(SCORED) > {"punto"}
    three = punto.agreed(Asked({}, colours="ann=red,bo=blue,cy=orange,neutral=green"))
    assert (three.neutral, three.row) == ("green", 4)
    assert punto.agreed(Asked({}, colours="ann=red+blue,bo=orange+green")).row == 5
