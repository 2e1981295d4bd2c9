"""Filmed games of Four Colour Cards: what the truth says is what the referee says, and what lies on the table."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from companion.eyes.strips.areas import sides_of
from companion.follow.four_colour_tables import tables
from models.scenes.filmed.film import Recording, Wanted, truth_of
from models.scenes.strips.recording import plan
from models.scenes.strips.recording_script import begin
from models.scenes.strips.scene import StripScene
from referee import four_colour_cards as rules
from referee import records
from referee.four_colour_deck import CARDS, COPIES

SEED = 8
HAND_TAKEN_UP = 13  # a hand with a card like the one claimed is laid open by mistake


@cache
def game(seed: int = SEED) -> Recording[StripScene]:
    return plan(Wanted(seed, width=640, height=360, max_acts=24, framing="close"))


@cache
def truth(seed: int = SEED) -> dict:
    return truth_of(game(seed))


def test_the_referee_says_of_each_act_what_the_truth_says():
    state = records.read_header(truth()["header"])
    for act in truth()["acts"]:
        done = records.read_line(state, {"act": act["kind"], **act}).act
        verdict = rules.judge(state, done)
        assert list(verdict.faults) == act["verdict"]
        state = state if act.get("taken_back") else rules.accept(state, done)


@pytest.mark.parametrize("seed", (SEED, HAND_TAKEN_UP))
def test_after_each_act_the_strips_lie_as_it_leaves_them(seed):
    state, at, scenes = records.read_header(truth(seed)["header"]), 0, []
    for shot in game(seed).film.shots:
        scenes += [shot.scene] * shot.frames
    for act in truth(seed)["acts"]:
        done = records.read_line(state, {"act": act["kind"], **act}).act
        at = round(act["stands_from"] * truth(seed)["fps"])
        lies = Counter((strip.group, CARDS.index(strip.card)) for strip in scenes[at].strips)
        assert not scenes[at].hands
        assert lies in [+each for each in tables(state, done)]
        state = state if act.get("taken_back") else rules.accept(state, done)


def test_a_film_has_mistakes_melds_and_a_hand_that_is_shown():
    kinds = Counter(act["kind"] for act in truth()["acts"] if not act["verdict"])
    assert kinds["meld"] > 1 and kinds["hu"] == 1 and any(act["verdict"] for act in truth()["acts"])


def test_a_hand_that_is_nearly_all_melds_is_dealt_from_one_deck():
    dealt = begin(np.random.default_rng(1), 3, "taiwan")
    every = Counter([card for hand in dealt.hands for card in hand] + list(dealt.deck))
    assert every == Counter(dict.fromkeys(CARDS, COPIES))


def test_players_sit_on_sides_of_their_own():
    seats = {player: np.array(px) for player, px in truth()["seats"].items()}
    assert len(set(sides_of(seats, np.array(truth()["middle"])))) == len(truth()["players"])
