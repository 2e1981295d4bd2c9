"""What is said of Punto: every fault with the facts of the case, rounds, and the end."""

from __future__ import annotations

import pytest
from setting_punto import (
    FULL,
    GRID_A,
    GRID_B,
    after,
    all_played,
    cannot,
    change,
    game,
    piles,
    place,
    replaced,
    set_table,
)

from referee import punto
from referee.phrases import announce, follows, say, standing
from referee.punto_acts import Options
from referee.table import CardTable


@pytest.mark.parametrize(
    ("act", "english", "german"),
    [
        (place("ann", "R6", 1, 0), "ann lays red 6 on a2.", "ann legt die rote 6 auf a2."),
        (
            place("ann", "R7", 0, 5),
            "ann covers red 3 on f1 with red 7.",
            "ann legt die rote 7 auf die rote 3 (f1).",
        ),
        (
            place("ann", "R2", 0, 0),
            "On a1 lies red 4: only a card with more points may cover it,"
            " and red 2 does not have more."
            " Lay the card on one with fewer points, or beside the others.",
            "Auf a1 liegt die rote 4: Nur eine Karte mit mehr Punkten darf darauf,"
            " und die rote 2 hat nicht mehr."
            " Lege die Karte auf eine mit weniger Punkten oder neben die anderen.",
        ),
        (
            place("ann", "R7", 3, 6),
            "The cards would fill 6 rows and 7 columns; 6 by 6 is the most."
            " Lay the card within 6 rows and 6 columns.",
            "Die Karten würden 6 Zeilen und 7 Spalten füllen; höchstens 6 mal 6 sind erlaubt."
            " Lege die Karte innerhalb von 6 Zeilen und 6 Spalten.",
        ),
        (
            place("ann", "R7", 4, 0),
            "a5 touches no card on the table, neither by a side nor by a corner."
            " Lay the card beside another, corner to corner with it, or on one with fewer points.",
            "a5 berührt keine Karte auf dem Tisch, weder mit einer Seite noch mit einer Ecke."
            " Lege die Karte neben eine andere, Ecke an Ecke mit ihr oder auf eine mit weniger Punkten.",
        ),
        (
            place("ann", "B2", 1, 0),
            "Blue is not in ann's deck, which has red."
            " Take the card back, and lay the top card of your own deck.",
            "Blau ist nicht im Stapel von ann: Dort gibt es nur Rot."
            " Nimm die Karte zurück und lege die oberste Karte deines eigenen Stapels.",
        ),
        (
            place("ann", "R3", 1, 0),
            "There are only two red 3s, and both are used: 2 lie on the table, none is out of the game. Take"
            " the card back: it cannot be in this game.",
            "Die rote 3 gibt es nur zweimal, und beide sind verbraucht:"
            " 2 liegen auf dem Tisch, keine ist aus dem Spiel."
            " Nimm die Karte zurück: In diesem Spiel kann es sie nicht geben.",
        ),
        (
            place("bo", "Y6", 1, 0),
            "It is ann's turn, not bo's. Take it back: ann is to play.",
            "ann ist am Zug, nicht bo. Nimm den Zug zurück: ann ist am Zug.",
        ),
        (
            cannot("ann", "R2"),
            "Red 2 can still be laid, for example on b1. Take the claim back: ann must lay a card.",
            "Die rote 2 kann noch gelegt werden, zum Beispiel auf b1."
            " Nimm das zurück: ann muss eine Karte legen.",
        ),
        (
            cannot("ann"),
            "ann must have 13 cards left. Take the claim back: ann must lay a card.",
            "ann muss noch 13 Karten haben. Nimm das zurück: ann muss eine Karte legen.",
        ),
        (
            change(added="R6 1 0, R7 4 1"),
            "2 cards were laid at once: red 6 on a2, red 7 on b5."
            " Put everything back as it was: ann is to play.",
            "Es wurden 2 Karten auf einmal gelegt: die rote 6 auf a2, die rote 7 auf b5."
            " Lege alles so zurück, wie es war: ann ist am Zug.",
        ),
        (
            change(removed="B3 5 3"),
            "A card was taken off the table: blue 3 on d6. Put it back.",
            "Eine Karte wurde vom Tisch genommen: die blaue 3 auf d6. Lege sie zurück.",
        ),
        (
            change(added="B3 5 2", removed="B3 5 3"),
            "A card was moved: blue 3 from d6 to c6. Put it back.",
            "Eine Karte wurde verschoben: die blaue 3 von d6 nach c6. Lege sie zurück.",
        ),
        (change(), "This change of the cards is no fault.", "Diese Änderung der Karten ist kein Fehler."),
        (set_table(""), "The table was set by hand.", "Der Tisch wurde von Hand richtiggestellt."),
    ],
    ids=str,
)
def test_what_was_done_is_told_with_the_facts_of_the_case(act, english, german):
    state = game(cards=GRID_A)
    verdict = punto.judge(state, act)
    assert say("en", state, act, verdict) == english
    assert say("de", state, act, verdict) == german


def test_claims_that_hold_are_told():
    state, act = game(cards=FULL), cannot("ann", "R1")
    assert say("en", state, act, punto.judge(state, act)) == "ann can lay red 1 nowhere."
    assert say("de", state, act, punto.judge(state, act)) == "ann kann die rote 1 nirgends legen."
    used_up = game(cards=all_played("R"))
    assert say("en", used_up, cannot("ann"), punto.judge(used_up, cannot("ann"))) == "ann has no card left."


def test_the_cell_that_is_named_against_a_false_claim_gives_no_win_away():
    state, act = game(cards=". R1 R2 R3 ."), cannot("ann", "R5")
    assert (0, 0) in punto.open_cells(state, 5) and (0, 4) in punto.open_cells(state, 5)
    assert say("en", state, act, punto.judge(state, act)).startswith(
        "Red 5 can still be laid, for example on a99."
    )
    one_free = game(cards=replaced(FULL, r0c1="R2", r0c2="R3", r0c3="."))
    assert punto.open_cells(one_free, 1) == [(0, 3)]
    told = say("en", one_free, cannot("ann", "R1"), punto.judge(one_free, cannot("ann", "R1")))
    assert told.startswith("Red 1 can still be laid. Take the claim back")


def test_where_letters_do_not_reach_row_and_column_are_told():
    state, act = game(cards="R1"), place("ann", "R2", 1, 40)
    told = say("en", state, act, punto.judge(state, act))
    assert "(2, 41) touches no card" in told


@pytest.mark.parametrize(
    ("state", "act", "english", "german"),
    [
        (
            game(cards=GRID_A, on_turn="bo"),
            place("bo", "Y5", 0, 0),
            "bo wins round 1: four in a row, a1 b2 c3 d4. Orange 8 leaves the game. cy starts round 2.",
            "bo gewinnt Runde 1: vier in einer Reihe, a1 b2 c3 d4. Die orange 8 scheidet aus dem Spiel aus."
            " cy beginnt Runde 2.",
        ),
        (
            game(4, ". R1 R2 R3 R4 / R5 / R6 / R7 / R8", teams=True, wins=1),
            place("ann", "R9", 0, 0),
            "ann and cy win round 1 with more than one row: a1 to e1 and a1 to a5. Red 9 leaves the game.",
            "ann und cy gewinnen Runde 1 mit mehr als einer Reihe: a1 bis e1 und a1 bis a5. Die rote 9"
            " scheidet aus dem Spiel aus.",
        ),
        (
            game(cards=FULL),
            cannot("ann", "R1"),
            "Stalemate: ann has no line, bo has no line, cy has no line, di has no line. Nobody wins round 1."
            " bo starts round 2.",
            "Patt: ann hat keine Reihe, bo hat keine Reihe, cy hat keine Reihe, di hat keine Reihe."
            " Niemand gewinnt Runde 1. bo beginnt Runde 2.",
        ),
    ],
    ids=["row", "rows of a team", "void"],
)
def test_the_end_of_a_round_is_told(state, act, english, german):
    done = punto.apply(state, act)
    assert follows("en", state, act, done) == english
    assert follows("de", state, act, done) == german


def test_a_stalemate_is_told_with_the_count():
    state, act = game(cards=GRID_B), cannot("di", "G1")
    done = punto.accept(state, act)
    assert follows("en", state, act, done) == (
        "Stalemate: ann has one line (the cheapest 15 points), bo has one line (the cheapest 17 points),"
        " cy has no line, di has no line. ann wins round 1 with b3 c3 d3. Red 7 leaves the game."
        " bo starts round 2."
    )
    assert follows("de", state, act, done) == (
        "Patt: ann hat eine Reihe (die niedrigste 15 Punkte), bo hat eine Reihe (die niedrigste 17 Punkte),"
        " cy hat keine Reihe, di hat keine Reihe. ann gewinnt Runde 1 mit b3 c3 d3."
        " Die rote 7 scheidet aus dem Spiel aus. bo beginnt Runde 2."
    )


def test_half_a_teams_cards_are_told_as_what_they_can_be():
    won = after(game(4, "R1 R2 R3 R4", teams=True), place("ann", "R9", 0, 4))
    assert won.deck_left("cy") == (17, 18)
    state = punto.with_table(won, CardTable(()), "cy")
    told = say("en", state, cannot("cy"), punto.judge(state, cannot("cy")))
    assert told.startswith("cy must have 17 or 18 cards left.")


def test_who_has_no_card_left_is_not_told_to_play():
    assert standing("en", game(cards=all_played("R"))) == "The game is open: ann has no card left."


def test_the_end_of_the_game_is_announced():
    done = after(game(4, "R1 R2 R3 R4", teams=True, wins=1), place("ann", "R9", 0, 4))
    outcome = punto.outcome(done)
    assert announce("en", outcome) == "ann and cy win the game: ann and cy one round, bo and di no round."
    assert (
        announce("de", outcome)
        == "ann und cy gewinnen das Spiel: ann und cy eine Runde, bo und di keine Runde."
    )
    assert standing("en", done) == announce("en", outcome)
    assert standing("de", game(2)) == "Das Spiel läuft: ann ist am Zug."


def test_the_table_is_told_within_the_smallest_box():
    table = CardTable(piles(". . . / . R5 B1+Y2"))
    assert table.boxed().piles == piles("R5 B1+Y2")
    assert punto.expected_table(game(cards=". R5 / B1")) == CardTable(piles(". R5 / B1"))
    assert CardTable(()).boxed() == CardTable(())


def test_options_have_the_defaults_that_are_listed():
    assert {option.name: option.default for option in punto.OPTIONS} == vars(Options())
