"""Sentences: every fault, warning, act and ending has one in every language, with the facts of the case."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from setting import calm, change, exchange, game, place, states, states_and_acts

from referee import just4fun_colours as j4f
from referee import phrases, registry
from referee.just4fun_colours import Area, Outcome, SetTable
from referee.phrases import LANGUAGES, announce, catalogue, say, standing, todo
from referee.table import COLOURS

TOWERS = {"b3": "blue red", "a1": "red", "e5": "blue"}


def shape(value):
    """The keys of a catalogue, however deep; lists by their length."""
    if isinstance(value, dict):
        return {key: shape(entry) for key, entry in value.items()}
    return len(value) if isinstance(value, list) else str


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", registry.GAMES)
def test_every_fault_and_warning_has_its_sentences(language, game_id):
    book, rules = catalogue(language)["games"][game_id], registry.game(game_id)
    assert sorted(book["faults"]) == sorted(rules.FAULTS)
    assert all(set(sentences) == {"what", "do"} for sentences in book["faults"].values())
    assert sorted(book["warnings"]) == sorted(rules.WARNINGS)


def test_the_catalogues_have_the_same_entries():
    first, *others = [shape(catalogue(language)) for language in LANGUAGES]
    assert all(other == first for other in others)
    assert set(first["games"]) == set(registry.GAMES)
    assert tuple(first["colours"]) == COLOURS


def facts(value, path=()):
    """The facts that each sentence of a catalogue tells, by where it stands."""
    if isinstance(value, dict):
        return {where: told for key in value for where, told in facts(value[key], (*path, key)).items()}
    return {path: {name for _, name, _, _ in string.Formatter().parse(value) if name}}


@pytest.mark.parametrize("game_id", registry.GAMES)
def test_the_languages_tell_the_same_facts(game_id):
    english, *others = (facts(catalogue(language)["games"][game_id]) for language in LANGUAGES)
    for where in english:
        if where[-1] != "do":  # what to do may need a word for one or several in one language alone
            assert all(other[where] == english[where] for other in others), where


@calm
@given(states_and_acts())
def test_whatever_is_done_there_is_a_sentence_without_gaps(case):
    state, act = case
    for language in LANGUAGES:
        assert_a_sentence(say(language, state, act, j4f.judge(state, act)))


@calm
@given(states())
def test_however_a_game_stands_there_is_a_sentence_without_gaps(state):
    for language in LANGUAGES:
        assert_a_sentence(standing(language, state))


def assert_a_sentence(text):
    assert text.endswith((".", "?", "。", "？"))
    assert not set("{}[]_|#") & set(text)
    assert "None" not in text
    assert "  " not in text
    assert " ." not in text


@pytest.mark.parametrize(
    ("act", "english", "german"),
    [
        (
            place("red", "b3", "green green"),
            "A tower of 2 stands there: it takes 3 green cards, 2 were played."
            " Take the stone back, or play one more green card.",
            "Dort steht ein Turm aus 2 Steinen: Das kostet 3 grüne Karten, gespielt wurden 2."
            " Nimm den Stein zurück oder spiele noch eine grüne Karte.",
        ),
        (
            place("red", "c3", "blue blue blue"),
            "The field is empty: it takes 1 blue card, 3 were played. Take two cards back.",
            "Das Feld ist leer: Das kostet 1 blaue Karte, gespielt wurden 3. Nimm zwei Karten zurück.",
        ),
        (
            place("red", "a1", ""),
            "No card was played; a1 takes 2 red cards. Play two red cards, or take the stone back.",
            "Es wurde keine Karte gespielt; a1 kostet 2 rote Karten."
            " Spiele zwei rote Karten oder nimm den Stein zurück.",
        ),
        (
            place("red", "c3", "violet"),
            "c3 is blue, but the card is violet."
            " Play blue cards, or put the stone on a field of the card's colour.",
            "c3 ist blau, die Karte ist aber violett."
            " Spiele blaue Karten oder setze den Stein auf ein Feld in der Farbe der Karte.",
        ),
        (
            place("red", "b3", "green red orange"),
            "The cards are not of one colour: green, red and orange."
            " Play three green cards and nothing else, or take the stone back.",
            "Die Karten haben nicht alle dieselbe Farbe: grün, rot und orange."
            " Spiele drei grüne Karten und sonst nichts oder nimm den Stein zurück.",
        ),
        (
            place("blue", "c3", "blue"),
            "It is Red's turn, not Blue's. Take it back: Red is to play.",
            "Rot ist am Zug, nicht Blau. Nimm den Zug zurück: Rot ist am Zug.",
        ),
        (
            place("blue", "b3", "red"),
            "A tower of 2 stands there: it takes 3 green cards, 1 was played. b3 is green, but the card is red."
            " It is Red's turn, not Blue's. Take it all back: Red is to play.",
            "Dort steht ein Turm aus 2 Steinen: Das kostet 3 grüne Karten, gespielt wurde 1."
            " b3 ist grün, die Karte ist aber rot. Rot ist am Zug, nicht Blau."
            " Nimm alles zurück: Rot ist am Zug.",
        ),
        (
            exchange("red", "green red red red red blue violet"),
            "The cards shown are enough for d1: it takes 1 green card."
            " Take the cards and the stone back, and place a stone instead.",
            "Die gezeigten Karten reichen für d1: Das kostet 1 grüne Karte."
            " Nimm die Karten und den Stein zurück und setze stattdessen einen Stein.",
        ),
        (
            exchange("red", "orange"),
            "The cards shown are enough for b1: it takes 1 orange card. One card was shown; a hand has 7."
            " Take it all back: Red is to play.",
            "Die gezeigten Karten reichen für b1: Das kostet 1 orange Karte. Es wurde eine Karte gezeigt; zu"
            " einer Hand gehören 7. Nimm alles zurück: Rot ist am Zug.",
        ),
        (
            change(added="red a2, red b2"),
            "2 stones were put down at once: a2 b2. Leave one of them with its cards, and take the others back.",
            "Es wurden 2 Steine auf einmal gesetzt: a2 b2."
            " Lass einen davon mit seinen Karten liegen und nimm die anderen zurück.",
        ),
        (
            change(removed="blue e5"),
            "A stone was taken off the board: Blue from e5. Put it back.",
            "Ein Stein wurde vom Spielplan genommen: Blau von e5. Stelle ihn zurück.",
        ),
        (
            change(added="blue e4", removed="blue e5"),
            "A stone was moved: Blue from e5 to e4. Put it back.",
            "Ein Stein wurde versetzt: Blau von e5 nach e4. Stelle ihn zurück.",
        ),
        (
            change(added="red e5", removed="blue e5"),
            "Other stones stand on e5 than before. Put them back as they were.",
            "Auf e5 stehen andere Steine als vorher. Stelle sie wieder so hin, wie sie standen.",
        ),
        (change(), "This change of the stones is no fault.", "Diese Änderung der Steine ist kein Fehler."),
        (SetTable(game().stacks), "The table was set by hand.", "Der Tisch wurde von Hand richtiggestellt."),
        (
            place("red", "b3", "green green green"),
            "Red takes b3 with three green cards; the tower is now 3 high.",
            "Rot spielt drei grüne Karten und besetzt b3; der Turm ist jetzt 3 hoch.",
        ),
        (
            place("red", "c3", "blue"),
            "Red takes c3 with one blue card.",
            "Rot spielt eine blaue Karte und besetzt c3.",
        ),
    ],
    ids=str,
)
def test_what_was_done_is_told_with_the_facts_of_the_case(act, english, german):
    state = game("red blue", TOWERS)
    verdict = j4f.judge(state, act)
    assert say("en", state, act, verdict) == english
    assert say("de", state, act, verdict) == german


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("", "No card was played; b3 takes 8 green cards. Take the stone back."),
        (
            "green " * 7,
            "A tower of 7 stands there: it takes 8 green cards, and a hand has 7. Take the stone back.",
        ),
        (
            "green " * 9,
            "A tower of 7 stands there: it takes 8 green cards, and a hand has 7."
            " 9 cards were laid, and a hand has 7: was one misread? Take the stone and the cards back.",
        ),
    ],
)
def test_nobody_is_told_to_pay_for_a_tower_of_seven(cards, told):
    state, act = game(towers={"b3": "blue red " * 3 + "blue"}), place("red", "b3", cards)
    assert say("en", state, act, j4f.judge(state, act)) == told


def test_the_field_that_is_named_against_a_false_exchange_gives_no_win_away():
    hand = exchange("red", "red orange yellow violet violet violet violet")
    state = game(towers={"b1": "red", "c1": "red", "d1": "red", "a6": "blue"})
    told = say("en", state, hand, j4f.judge(state, hand))
    assert told.startswith("The cards shown are enough for f1: it takes 1 violet card.")


def test_a_tie_in_fields_that_was_lost_by_stones_is_told():
    areas = (("red", area(4, 6)), ("blue", area(4, 6)), ("green", area(4, 5)), ("white", area(2, 9)))
    outcome = Outcome("area", ("red", "blue"), areas=areas)
    assert announce("en", outcome) == (
        "Red and Blue share the win: Red, Blue and Green tie at 4 fields, and more stones are in these areas: 6 each"
        " (Green 5). All stones are used up, and nobody has a row."
    )
    assert phrases.explain("en", outcome)[-1] == (
        "Red and Blue have more, and are level: 6 each (Green 5). They win together."
    )


def test_who_does_not_play_is_told_so():
    act = place("green", "c3", "blue")
    assert say("en", game(), act, j4f.judge(game(), act)) == (
        "Green does not play in this game. Take it back: Red is to play."
    )


def test_a_legal_act_asks_for_nothing():
    state, act = game(), place("red", "b3", "green")
    assert todo("en", state, act, j4f.judge(state, act)) == ""


def test_an_impossible_card_is_doubted():
    state = game()
    for _ in range(5):
        state = j4f.accept(state, place("red", "b3", "green green"))
    act = place(state.on_turn, "c2", "green")
    assert say("en", state, act, j4f.judge(state, act)) == (
        "Blue takes c2 with one green card. That makes 11 green cards since the discard pile was last shuffled,"
        " and there are only 10: was one misread?"
    )


def area(fields, stones):
    return Area(tuple((0, column) for column in range(fields)), stones)


@pytest.mark.parametrize(
    ("outcome", "english", "german"),
    [
        (
            Outcome("row", ("red",), cells=((2, 1), (3, 2), (4, 3), (5, 4))),
            "Red wins: four in a row, b3 c4 d5 e6.",
            "Rot gewinnt: vier in einer Reihe, b3 c4 d5 e6.",
        ),
        (
            Outcome("row", ("red",), cells=((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0))),
            "Red wins with more than one row: a1 to d1 and a1 to a4.",
            "Rot gewinnt mit mehr als einer Reihe: a1 bis d1 und a1 bis a4.",
        ),
        (
            Outcome("row", ("red",), cells=tuple((0, column) for column in (0, 1, 2, 3, 5, 6, 7, 8))),
            "Red wins with more than one row: a1 to d1 and f1 to i1.",
            "Rot gewinnt mit mehr als einer Reihe: a1 bis d1 und f1 bis i1.",
        ),
        (
            Outcome(
                "row", ("red", "blue"), cells=((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3))
            ),
            "Red and Blue win with more than one row: a1 to d1 and a2 to d2.",
            "Rot und Blau gewinnen mit mehr als einer Reihe: a1 bis d1 und a2 bis d2.",
        ),
        (
            Outcome(
                "area", ("red",), areas=(("red", area(5, 7)), ("green", area(4, 4)), ("blue", area(1, 1)))
            ),
            "Red wins with the largest area: 5 fields (Green 4, Blue 1). All stones are used up, and nobody"
            " has a row.",
            "Rot gewinnt mit der größten Fläche: 5 Felder (Grün 4, Blau 1). Alle Steine sind verbraucht, und"
            " niemand hat eine Reihe.",
        ),
        (
            Outcome(
                "area", ("blue",), areas=(("red", area(5, 7)), ("blue", area(5, 8)), ("green", area(4, 9)))
            ),
            "Blue wins: Red and Blue tie at 5 fields, and more stones are in that area: 8 (Red 7). All stones"
            " are used up, and nobody has a row.",
            "Blau gewinnt: Rot und Blau haben je 5 Felder, und in dieser Fläche stehen mehr Steine: 8 (Rot"
            " 7). Alle Steine sind verbraucht, und niemand hat eine Reihe.",
        ),
        (
            Outcome("area", ("red", "blue"), areas=(("red", area(1, 1)), ("blue", area(1, 1)))),
            "Red and Blue share the win: 1 field and 1 stone each. All stones are used up, and nobody has a"
            " row.",
            "Rot und Blau gewinnen gemeinsam: je 1 Feld und 1 Stein. Alle Steine sind verbraucht, und niemand"
            " hat eine Reihe.",
        ),
    ],
)
def test_the_end_is_announced_and_explained(outcome, english, german):
    assert announce("en", outcome) == english
    assert announce("de", outcome) == german


def test_while_the_game_is_open_it_is_told_who_is_to_play():
    assert standing("en", game("green blue")) == "The game is open: Green is to play."
    assert standing("de", game("green blue")) == "Das Spiel läuft: Grün ist am Zug."


def test_a_game_that_was_ended_undecided_has_nobody_to_play():
    assert standing("en", game("green blue"), ended=True) == "The game was ended before it was decided."
    assert (
        standing("de", game("green blue"), ended=True) == "Das Spiel wurde beendet, bevor es entschieden war."
    )


def test_names_that_are_no_colours_stay_as_they_are():
    teller = phrases._Teller("de", game())
    assert teller.format("{who:name}", who=("ann", "red", "bo")) == "ann, Rot und bo"


def test_players_who_have_names_are_called_by_them():
    """Their stones, and the fields and cards of the same colour, are not."""
    state = game(names=(("red", "Ann"), ("blue", "小明")))
    assert say("en", state, place("red", "a1", "red"), j4f.judge(state, place("red", "a1", "red"))) == (
        "Ann takes a1 with one red card."
    )
    assert standing("zh-Hant", j4f.accept(state, place("red", "a1", "red"))) == "遊戲還沒結束：輪到小明。"
    won = j4f.Outcome("row", ("red",), cells=((0, 0), (0, 1), (0, 2), (0, 3)), names=state.names)
    assert announce("de", won).startswith("Ann gewinnt")


def test_a_language_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="language 'fr' is not one of en, de, zh-Hant"):
        standing("fr", game())
