"""What is said of One Two Three … Four, with the facts of the case."""

from __future__ import annotations

import pytest
from setting_one_two_three_four import change, enter, game, move

from referee import one_two_three_four as joushi
from referee.one_two_three_four import Pass, SetTable
from referee.phrases import announce, follows, say, standing

TILES = "red b1 d1 f3 c3, yellow d6 b3, blue e1 f4, green a4 d4"


@pytest.mark.parametrize(
    ("act", "english", "german"),
    [
        (
            enter("ann", "yellow"),
            "ann brings in a yellow tile at f6; after 4 steps it lies on b6.",
            "ann bringt auf f6 ein gelbes Plättchen ins Spiel; nach 4 Schritten liegt es auf b6.",
        ),
        (
            move("ann", "b1", 4),
            "ann moves the red tile on b1 4 steps along the lane to f1.",
            "ann zieht das rote Plättchen auf b1 4 Schritte auf der Außenbahn nach f1.",
        ),
        (
            move("ann", "b1", 1, 3),
            "ann moves the red tile on b1 1 step along the lane to c1, and slides it 3 steps inwards to c4.",
            "ann zieht das rote Plättchen auf b1 1 Schritt auf der Außenbahn nach c1 und schiebt es 3"
            " Schritte nach innen auf c4.",
        ),
        (
            Pass("ann"),
            "ann may not pass while a turn is possible: a red tile can come in at a1 and go 4 steps."
            " Bring in a tile, or move one.",
            "ann darf nicht passen, solange ein Zug möglich ist: Ein rotes Plättchen kann auf a1 ins Spiel"
            " kommen und 4 Schritte gehen. Bring ein Plättchen ins Spiel oder zieh eines.",
        ),
        (
            move("ann", "d1", 1, 3),
            "A blue tile lies on e1: that cell must be free for a tile to turn inwards on e1."
            " Take the tile back, and move another way.",
            "Auf e1 liegt ein blaues Plättchen: Dieses Feld muss frei sein, damit ein Plättchen auf e1 nach"
            " innen abbiegen kann. Nimm das Plättchen zurück und zieh anders.",
        ),
        (
            move("ann", "d1", 2, 2),
            "f1 is a corner: no tile slides inwards from there. Take the tile back, and move another way.",
            "f1 ist eine Ecke: Von dort geht es nicht nach innen. Nimm das Plättchen zurück und zieh anders.",
        ),
        (
            enter("ann", "yellow", 3, 1),
            "A new tile stays on the lane in its first turn; this one was slid 1 step inwards."
            " Leave the tile on the lane, 4 steps from its corner.",
            "Ein neues Plättchen bleibt in seinem ersten Zug auf der Außenbahn; dieses wurde 1 Schritt nach"
            " innen geschoben. Lass das Plättchen auf der Außenbahn, 4 Schritte von seiner Ecke.",
        ),
        (
            move("ann", "c3", 4),
            "c3 is not on the outer lane: a tile that lies inside is not moved."
            " Take the tile back, and move one that lies on the lane, or bring one in.",
            "c3 gehört nicht zur Außenbahn: Ein Plättchen im Inneren wird nicht gezogen. Nimm das Plättchen"
            " zurück und zieh eines auf der Außenbahn oder bring eines ins Spiel.",
        ),
        (
            move("ann", "c1", 4),
            "No tile lies on c1. ann plays red and yellow. Take it back, and move a tile of your own.",
            "Auf c1 liegt kein Plättchen. ann spielt Rot und Gelb. Nimm den Zug zurück und zieh ein eigenes"
            " Plättchen.",
        ),
        (
            enter("ann", "blue"),
            "The tile is blue. ann plays red and yellow. Take it back, and move a tile of your own.",
            "Das Plättchen ist blau. ann spielt Rot und Gelb. Nimm den Zug zurück und zieh ein eigenes"
            " Plättchen.",
        ),
        (
            move("ann", "d1", 4),
            "The move ends on f3, where a tile of ann's own lies: red. Take the tile back, and move another way.",
            "Der Zug endet auf f3, und dort liegt schon ein eigenes Plättchen von ann: rot. Nimm das"
            " Plättchen zurück und zieh anders.",
        ),
        (
            move("ann", "b1", 5),
            "A tile goes exactly 4 steps, fewer only to make a row of one's own; this one went 5."
            " Move the tile 4 steps, or take it back.",
            "Ein Plättchen geht genau 4 Schritte, weniger nur für eine eigene Reihe; dieses ging 5. Zieh das"
            " Plättchen 4 Schritte oder nimm es zurück.",
        ),
        (
            move("ann", "b1", 0, 4),
            "A tile goes at least one step along the lane before it slides inwards; this one was slid from where it"
            " lay. Move the tile 4 steps, or take it back.",
            "Ein Plättchen geht mindestens einen Schritt auf der Außenbahn, bevor es nach innen abbiegt;"
            " dieses wurde von dort geschoben, wo es lag. Zieh das Plättchen 4 Schritte oder nimm es zurück.",
        ),
        (
            move("bo", "f4", 4),
            "It is ann's turn, not bo's. Take it back: ann is to play.",
            "ann ist am Zug, nicht bo. Nimm den Zug zurück: ann ist am Zug.",
        ),
        (
            change(added="red c1 c2"),
            "2 tiles were put down at once: c1 c2. Put everything back as it was: ann is to play.",
            "Es wurden 2 Plättchen auf einmal gelegt: c1 c2. Leg alles wieder so hin, wie es lag: ann ist am"
            " Zug.",
        ),
        (
            change(added="red d3", removed="red c3"),
            "A tile was moved as no turn allows: red from c3 to d3. Put it back.",
            "Ein Plättchen wurde versetzt, wie es kein Zug erlaubt: rot von c3 nach d3. Leg es zurück.",
        ),
        (
            change(removed="blue e1 f4"),
            "2 tiles were taken off the board: blue from e1, blue from f4. Put them back.",
            "2 Plättchen wurden vom Spielplan genommen: blau von e1, blau von f4. Leg sie zurück.",
        ),
        (
            move("bo", "d1", 2, 2),
            "f1 is a corner: no tile slides inwards from there. The tile is red. bo plays blue and green."
            " It is ann's turn, not bo's. Take it all back: ann is to play.",
            "f1 ist eine Ecke: Von dort geht es nicht nach innen. Das Plättchen ist rot. bo spielt Blau und"
            " Grün. ann ist am Zug, nicht bo. Nimm alles zurück: ann ist am Zug.",
        ),
        (change(), "This change of the tiles is no fault.", "Diese Änderung der Plättchen ist kein Fehler."),
        (SetTable(game().stacks), "The table was set by hand.", "Der Tisch wurde von Hand richtiggestellt."),
    ],
    ids=str,
)
def test_what_was_done_is_told_with_the_facts_of_the_case(act, english, german):
    state = game(TILES)
    verdict = joushi.judge(state, act)
    assert say("en", state, act, verdict) == english
    assert say("de", state, act, verdict) == german


def test_the_cell_that_must_be_free_is_told_in_the_other_reading_too():
    state, act = game("red a1, blue c2", must_be_free="first_inner_cell"), move("ann", "a1", 2, 2)
    told = say("en", state, act, joushi.judge(state, act))
    assert told.startswith("A blue tile lies on c2: that cell must be free for a tile to turn inwards on c1.")


def test_eight_tiles_are_all_there_are():
    state, act = game("red b1 d1 f3 c3 b5 d5 c6 e6"), enter("ann", "red")
    verdict = joushi.judge(state, act)
    assert say("en", state, act, verdict).startswith("All 8 red tiles are on the board already.")
    assert say("de", state, act, verdict).startswith(
        "Alle 8 Plättchen dieser Farbe (rot) liegen schon auf dem Spielplan."
    )


def test_a_false_pass_is_told_a_move_where_nothing_can_come_in():
    inside = "red b2 c2 e2 b3 c3 e3, yellow d2 d3 b4 c4 e4 b5 c5 e5"
    state = game(f"{inside}, red d6 e1, blue e6")
    assert say("en", state, Pass("ann"), joushi.judge(state, Pass("ann"))).startswith(
        "ann may not pass while a turn is possible: the tile on e1 can go 2 steps along the lane and 2 inwards."
    )


def test_the_turn_that_is_named_instead_of_a_false_pass_gives_no_win_away():
    state = game("red b2 c2 d2 b3 c4 e4", on_turn="ann")
    told = say("en", state, Pass("ann"), joushi.judge(state, Pass("ann")))
    assert told.startswith(
        "ann may not pass while a turn is possible: a red tile can come in at a1 and go 4 steps."
    )
    assert joushi.outcome(joushi.apply(state, enter("ann", "red", 4))) is None


@pytest.mark.parametrize(
    ("tiles", "act", "english", "german"),
    [
        (
            "red e1, blue f4",
            move("ann", "e1", 4),
            "The blue tile on f4 is kicked out and goes back to bo.",
            "Das blaue Plättchen auf f4 wird hinausgeworfen und geht zurück an bo.",
        ),
        (
            "red a1, blue c3 c4 c5, green c6",
            move("ann", "a1", 2, 2),
            "One tile falls off the board at c6: green (back to bo).",
            "Ein Plättchen fällt bei c6 vom Spielplan: grün (zurück an bo).",
        ),
        (
            "red a1 b5, blue b2 b3 b4, green b6",
            move("ann", "a1", 1, 3),
            "3 tiles fall off the board at b6: green (back to bo), red (back to ann), blue (back to bo).",
            "3 Plättchen fallen bei b6 vom Spielplan: grün (zurück an bo), rot (zurück an ann), blau (zurück"
            " an bo).",
        ),
        ("red a1", move("ann", "a1", 1, 3), "", ""),
    ],
)
def test_what_left_the_board_is_announced(tiles, act, english, german):
    state = game(tiles)
    after = joushi.apply(state, act)
    assert follows("en", state, act, after) == english
    assert follows("de", state, act, after) == german


def test_a_tile_that_nobody_plays_goes_back_to_nobody():
    state = game("green e1", "ann bo cy")
    after = joushi.apply(state, enter("ann", "red"))
    assert (
        follows("en", state, enter("ann", "red"), after)
        == "The green tile on e1 is kicked out and goes back."
    )


@pytest.mark.parametrize(
    ("tiles", "english", "german"),
    [
        (
            "red a1 d3 e3 f3",
            "ann wins: four red tiles in a row, c3 d3 e3 f3.",
            "ann gewinnt: vier rote Plättchen in einer Reihe, c3 d3 e3 f3.",
        ),
        (
            "red a1, blue c2 d4 e4 f4",
            "ann made a row for another player. bo wins: four blue tiles in a row, c4 d4 e4 f4.",
            "ann hat einem anderen eine Reihe gelegt. bo gewinnt: vier blaue Plättchen in einer Reihe, c4 d4"
            " e4 f4.",
        ),
        (
            "red a1 d3 e3 f3 d2 e1 b4",
            "ann wins with more than one row: e1 to b4 and c3 to f3.",
            "ann gewinnt mit mehr als einer Reihe: e1 bis b4 und c3 bis f3.",
        ),
    ],
)
def test_the_end_is_announced(tiles, english, german):
    after = joushi.apply(game(tiles), move("ann", "a1", 2, 2))
    assert announce("en", joushi.outcome(after)) == english
    assert announce("de", joushi.outcome(after)) == german


def test_who_can_only_pass_is_told_so():
    inside = "red b2 c2 e2 b3 c3 e3 d4 d5, yellow d2 d3 b4 c4 e4 b5 c5 e5, blue a3"
    assert standing("en", game(inside)) == "The game is open: ann can only pass."


def test_while_the_game_is_open_it_is_told_who_is_to_play():
    assert standing("en", game()) == "The game is open: ann is to play."
