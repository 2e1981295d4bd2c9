"""What is said of Four Colour Cards, with the facts of the case, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from setting_four_colour_cards import (
    NINE,
    TWELVE,
    after,
    discard,
    draw,
    game,
    hu,
    meld,
    stuck,
)

from referee import four_colour_cards as rules
from referee.four_colour_acts import Exhausted, SetTable
from referee.four_colour_cards import Outcome
from referee.four_colour_deck import CARDS
from referee.phrases import LANGUAGES, announce, catalogue, follows, say, standing

DUE = game(turn="ann", melds={"bo": "4xr-ch"})
ON_OFFER = game(offer="ann discarded w-ca", melds={"bo": "4xr-ch"})
GENERAL = game(offer="ann drew y-g")
SIXTEEN = "4xr-ch, 4xy-h, 4xg-ca, 4xw-a"


@pytest.mark.parametrize(
    ("state", "act", "english", "german"),
    [
        (
            DUE,
            discard("ann", "r-h"),
            "ann discards the red horse.",
            "ann wirft ab: rotes Pferd.",
        ),
        (
            ON_OFFER,
            draw("bo", "y-s"),
            "bo draws the yellow soldier openly.",
            "bo zieht offen: gelber Soldat.",
        ),
        (
            ON_OFFER,
            meld("bo", "w-ca w-ch w-h"),
            "bo takes the white cannon by chi: white cannon, white chariot and white horse (field).",
            "bo nimmt die ausliegende Karte (weiße Kanone) mit Chi: Feldzug (weiße Kanone, weißer Wagen und"
            " weißes Pferd).",
        ),
        (
            game(offer="ann discarded w-ca"),
            hu("cy", NINE),
            "cy calls hu: with the white cannon, all cards form melds.",
            "cy ruft Hu: Mit der ausliegenden Karte (weiße Kanone) gehen alle Karten in Kombinationen auf.",
        ),
        (
            ON_OFFER,
            SetTable(ON_OFFER.table),
            "The table was set by hand.",
            "Der Tisch wurde von Hand richtiggestellt.",
        ),
        (
            replace(ON_OFFER, stock=0),
            Exhausted(),
            "The deck is used up: the round ends, and nobody gets points.",
            "Der Stapel ist aufgebraucht: Die Runde ist zu Ende, und niemand bekommt Punkte.",
        ),
        (
            DUE,
            discard("ann", "r-g"),
            "The red general may not be discarded: no general may. Take it back, and discard another card.",
            "Ein General darf nicht abgeworfen werden: roter General."
            " Nimm ihn zurück und wirf eine andere Karte ab.",
        ),
        (
            DUE,
            discard("ann", "r-ch"),
            "There are only 4 red chariots, and this would make 5. Look which card it is, or take it back.",
            "Es gibt nur 4 rote Wagen, und das wären 5. Sieh nach, welche Karte es ist, oder nimm sie zurück.",
        ),
        (
            DUE,
            draw("ann", "r-h"),
            "ann must discard first. Take it back: ann is to play.",
            "Zuerst muss ann abwerfen. Nimm den Zug zurück: ann ist am Zug.",
        ),
        (
            DUE,
            discard("bo", "r-h"),
            "It is ann's turn, not bo's. Take it back: ann is to play.",
            "ann ist am Zug, nicht bo. Nimm den Zug zurück: ann ist am Zug.",
        ),
        (
            DUE,
            stuck("ann"),
            "ann can discard: of 21 cards in hand not all can be generals. Discard a card that is no general.",
            "ann kann abwerfen: Von 21 Karten auf der Hand können nicht alle Generäle sein."
            " Wirf eine Karte ab, die kein General ist.",
        ),
        (
            game(turn="ann", melds={"ann": SIXTEEN}),
            stuck("ann", "3xr-g 2xr-h"),
            "ann can discard: 2 cards of the hand are no generals. Discard a card that is no general.",
            "ann kann abwerfen: 2 Karten der Hand sind keine Generäle."
            " Wirf eine Karte ab, die kein General ist.",
        ),
        (
            DUE,
            meld("cy", "3xr-h"),
            "No card is on offer. Take the cards back.",
            "Es liegt keine Karte aus. Nimm die Karten zurück.",
        ),
        (
            ON_OFFER,
            meld("cy", "3xr-h"),
            "The card on offer is not in the meld: white cannon. Take the cards back.",
            "Die ausliegende Karte gehört nicht zur Kombination: weiße Kanone. Nimm die Karten zurück.",
        ),
        (
            ON_OFFER,
            meld("bo", "w-ca w-ch"),
            "These cards are no meld: white cannon and white chariot. Take the cards back.",
            "Diese Karten sind keine Kombination: weiße Kanone und weißer Wagen. Nimm die Karten zurück.",
        ),
        (
            ON_OFFER,
            meld("bo", "w-ca"),
            "One card is no meld, unless it is a general: white cannon. Take the cards back.",
            "Eine Karte ist keine Kombination, wenn sie kein General ist: weiße Kanone."
            " Nimm die Karten zurück.",
        ),
        (
            ON_OFFER,
            meld("bo", ""),
            "The card on offer is not in the meld: white cannon. A meld has at least one card."
            " Take it all back: bo is to play.",
            "Die ausliegende Karte gehört nicht zur Kombination: weiße Kanone. Eine Kombination hat"
            " mindestens eine Karte. Nimm alles zurück: bo ist am Zug.",
        ),
        (
            ON_OFFER,
            meld("cy", "2xw-ca"),
            "By chi only bo may take the white cannon. Take the cards back.",
            "Mit Chi darf nur bo die ausliegende Karte nehmen (weiße Kanone). Nimm die Karten zurück.",
        ),
        (
            game(offer="ann drew w-ca"),
            meld("cy", "2xw-ca"),
            "By chi only ann and bo may take the white cannon. Take the cards back.",
            "Mit Chi dürfen nur ann und bo die ausliegende Karte nehmen (weiße Kanone). Nimm die Karten zurück.",
        ),
        (
            ON_OFFER,
            meld("ann", "3xw-ca"),
            "You cannot claim your own discard: ann discarded the white cannon. Take the cards back.",
            "Den eigenen Abwurf kann man nicht nehmen: Diese Karte (weiße Kanone) kommt von ann. Nimm die"
            " Karten zurück.",
        ),
        (
            GENERAL,
            draw("bo", "r-h"),
            "ann drew the yellow general, and must take it, alone or in a command."
            " Take it back: ann takes the general first.",
            "ann hat einen General gezogen (gelber General) und muss ihn nehmen, allein oder in einem Stab."
            " Nimm den Zug zurück: Zuerst nimmt ann den General.",
        ),
        (
            ON_OFFER,
            discard("bo", "r-h"),
            "The white cannon is on offer: it is claimed, or bo draws. Take it back: bo is to play.",
            "Noch liegt eine Karte aus (weiße Kanone): Jemand nimmt sie, oder bo zieht. Nimm den Zug zurück:"
            " bo ist am Zug.",
        ),
        (
            replace(ON_OFFER, stock=0),
            draw("bo", "r-h"),
            "The deck is used up: there is nothing to draw. Take it back: bo is to play.",
            "Der Stapel ist aufgebraucht: Es gibt nichts mehr zu ziehen. Nimm den Zug zurück: bo ist am Zug.",
        ),
        (
            replace(ON_OFFER, stock=1),
            Exhausted(),
            "The deck is not used up: 1 card is left. Play on: bo is to play.",
            "Der Stapel ist nicht aufgebraucht: 1 Karte ist übrig. Spielt weiter: bo ist am Zug.",
        ),
        (
            game(offer="ann discarded w-ca"),
            hu("cy", NINE.replace("2xw-a", "w-a r-a")),
            "Not all cards of the hand form melds; 2 cards are left over: red advisor and white advisor. Take"
            " the hand up again, and play on.",
            "Nicht alle Karten der Hand gehen in Kombinationen auf; 2 Karten bleiben übrig: roter Berater und"
            " weißer Berater. Nimm die Hand wieder auf und spiel weiter.",
        ),
        (
            game(offer="ann discarded w-ca"),
            hu("cy", NINE.replace("r-g ", "")),
            "19 cards were shown; cy has 20 in hand."
            " Show the whole hand, without the card on offer, or take it up again.",
            "Es wurden 19 Karten gezeigt; cy hat 20 auf der Hand. Zeige die ganze Hand, ohne die ausliegende"
            " Karte, oder nimm sie wieder auf.",
        ),
        (
            game("ann bo", offer="bo discarded w-h", melds={"ann": SIXTEEN + ", 3xr-e"}),
            meld("ann", "w-h w-ch w-ca"),
            "ann has one card in hand, and 2 are needed. Take the cards back.",
            "ann hat eine Karte auf der Hand, und 2 werden gebraucht. Nimm die Karten zurück.",
        ),
        (
            after(game(offer="bo discarded w-ca", rounds=1), hu("ann", NINE)),
            Exhausted(),
            "The game is over. Take it back, or start a new game.",
            "Das Spiel ist zu Ende. Nimm den Zug zurück oder beginne ein neues Spiel.",
        ),
    ],
)
def test_what_was_done_is_told_with_the_facts_of_the_case(state, act, english, german):
    verdict = rules.judge(state, act)
    assert say("en", state, act, verdict) == english
    assert say("de", state, act, verdict) == german


@pytest.mark.parametrize(
    ("state", "act", "english", "german"),
    [
        (
            game("ann bo", offer="bo discarded w-ca", melds={"ann": SIXTEEN}, rounds=1),
            hu("ann", "w-ca r-g g-g", "w-ca"),
            "ann has 26 points: quadruple 6 (4 red chariots), quadruple 6 (4 yellow horses), quadruple 6 (4"
            " green cannons), quadruple 6 (4 white advisors), general 1 (red general), general 1 (green"
            " general). The lucky card is the white cannon: 2 more points. Each other player pays ann 19"
            " credits. Credits: ann 19, bo -19.",
            "ann hat 26 Punkte: Vierling 6 (4 rote Wagen), Vierling 6 (4 gelbe Pferde), Vierling 6 (4 grüne"
            " Kanonen), Vierling 6 (4 weiße Berater), General 1 (roter General), General 1 (grüner General)."
            " Die Glückskarte (weiße Kanone) bringt 2 Punkte mehr. Jeder andere zahlt 19 Credits an ann."
            " Credits: ann 19, bo -19.",
        ),
        (
            game(turn="ann", melds={"ann": "4xr-ch"}, threshold=12),
            stuck("ann", "4xr-g"),
            "ann has 12 points: quadruple 6 (4 red chariots), quadruple 6 (4 red generals). Each other player"
            " pays ann 1 credit. Credits: ann 2, bo -1, cy -1. Round 2 of 3 begins: ann discards first.",
            "ann hat 12 Punkte: Vierling 6 (4 rote Wagen), Vierling 6 (4 rote Generäle). Jeder andere zahlt 1"
            " Credit an ann. Credits: ann 2, bo -1, cy -1. Runde 2 von 3 beginnt: ann wirft zuerst ab.",
        ),
        (
            game("ann bo", turn="ann", melds={"ann": "4xr-ch, 4xy-h, 4xg-h, 4xw-h, 2xy-a"}, threshold=30),
            stuck("ann"),
            "ann has 27 points: quadruple 6 (4 red chariots), quadruple 6 (4 yellow horses), quadruple 6 (4"
            " green horses), quadruple 6 (4 white horses). 3 generals in hand were not shown, and count 1"
            " each. That is less than 30: ann pays each other player 31 credits. Credits: ann -31, bo 31."
            " Round 2 of 3 begins: ann discards first.",
            "ann hat 27 Punkte: Vierling 6 (4 rote Wagen), Vierling 6 (4 gelbe Pferde), Vierling 6 (4 grüne"
            " Pferde), Vierling 6 (4 weiße Pferde). 3 Generäle auf der Hand wurden nicht gezeigt und zählen"
            " je 1. Das sind weniger als 30: ann zahlt jedem anderen 31 Credits. Credits: ann -31, bo 31."
            " Runde 2 von 3 beginnt: ann wirft zuerst ab.",
        ),
        (
            replace(game(offer="bo discarded w-ca", next_starter="next"), stock=0),
            Exhausted(),
            "Round 2 of 3 begins: bo discards first.",
            "Runde 2 von 3 beginnt: bo wirft zuerst ab.",
        ),
        (game(turn="ann"), discard("ann", "r-h"), "", ""),
        (game(turn="ann"), SetTable(game(turn="ann").table), "", ""),
    ],
)
def test_what_a_round_counts_and_who_pays_is_told(state, act, english, german):
    following = rules.accept(state, act)
    assert follows("en", state, act, following) == english
    assert follows("de", state, act, following) == german


@pytest.mark.parametrize(
    ("credits", "winners", "english", "german"),
    [
        (
            {"ann": 6, "bo": -3, "cy": -3},
            ("ann",),
            "ann wins with 6 credits (bo -3, cy -3).",
            "ann gewinnt mit 6 Credits (bo -3, cy -3).",
        ),
        (
            {"ann": -22, "bo": 11, "cy": 11},
            ("bo", "cy"),
            "bo and cy share the win with 11 credits each (ann -22).",
            "bo und cy gewinnen gemeinsam mit je 11 Credits (ann -22).",
        ),
        (
            {"ann": 1, "bo": 1},
            ("ann", "bo"),
            "ann and bo share the win: 1 credit each.",
            "ann und bo gewinnen gemeinsam: je 1 Credit.",
        ),
    ],
)
def test_the_end_is_announced(credits, winners, english, german):
    outcome = Outcome("credits", winners, tuple(credits.items()))
    assert announce("en", outcome) == english
    assert announce("de", outcome) == german


def test_after_the_last_round_the_standing_is_the_end():
    state = after(game("ann bo", offer="bo discarded w-ca", rounds=1), hu("ann", TWELVE))
    assert standing("en", state) == "ann wins with 3 credits (bo -3)."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_every_kind_of_meld_has_a_name(language):
    called = catalogue(language)["games"][rules.ID]["called"]
    kinds = {"general", "command", "field", "pair", "triple", "quadruple", "soldiers"}
    assert set(called) == {*CARDS, *kinds, "chi", "pong", "gan", "hu"}
    assert len(set(called.values())) == len(called)
    assert all("#" in called[card].partition("|")[2] for card in CARDS), "one, and more of it"


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (DUE, "The game is open: ann is to play."),
        (ON_OFFER, "The white cannon is on offer: it is claimed, or bo draws."),
        (
            replace(ON_OFFER, stock=0),
            "The white cannon is on offer, and the deck is used up: it is claimed, or the round is over.",
        ),
        (GENERAL, "ann drew the yellow general, and must take it, unless it is claimed by gan or hu."),
        (
            game("ann bo", turn="ann", melds={"ann": SIXTEEN + ", 4xr-e, g-g"}),
            "ann has no card left to discard.",
        ),
    ],
)
def test_what_the_game_waits_for_is_told(state, told):
    assert standing("en", state) == told


@pytest.mark.parametrize(
    ("options", "lucky", "told"),
    [
        ({}, "r-g", "The lucky card is the red general: it adds nothing below 10 points."),
        ({"lucky": "none"}, "r-g", "The lucky card is the red general: it adds nothing."),
        ({"lucky": "towards"}, "r-ca", "The lucky card is the red cannon: it adds nothing."),
    ],
)
def test_a_lucky_card_that_counts_nothing_is_told_too(options, lucky, told):
    state, act = game(offer="ann discarded w-ca", **options), hu("cy", NINE, lucky)
    assert told in follows("en", state, act, rules.apply(state, act))


def test_the_advice_belongs_to_the_case():
    before = say("en", DUE, hu("ann", NINE), rules.judge(DUE, hu("ann", NINE)))
    assert before.startswith("No card is on offer.")
    short = game(turn="ann", melds={"ann": SIXTEEN})
    told = say("en", short, stuck("bo"), rules.judge(short, stuck("bo")))
    assert told.endswith("Play on: ann is to play.")
