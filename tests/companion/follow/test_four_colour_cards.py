"""Four Colour Cards followed: strips that lie open are seen, and the acts are told."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.follow.decision import Costs
from companion.follow.four_colour_cards import FourColourCards, StripLook
from companion.follow.four_colour_proposed import acts
from companion.follow.four_colour_tables import lying, set_tables
from companion.follow.likelihood.strip_memory import StripMemory, StripsSeen
from companion.follow.likelihood.strips import FEATURES, SIGNS, first, held
from companion.follow.tracker import Tracker
from companion.follow.weights import read_weights
from models.simulated.four_colour_cards import Floor
from models.simulated.noise import KINDS, read_noise
from models.simulated.strip_camera import StripCamera
from referee import four_colour_cards as rules
from referee.four_colour_acts import Discard, Draw, Hu, Meld
from referee.four_colour_deck import CARDS

ROOT = Path(__file__).parents[3]
ANN, BO, CY, MIDDLE = 0, 1, 2, 3


class Table:
    """A table of three, seen without noise."""

    def __init__(self):
        noise = read_noise("four-colour-cards")
        for kind in KINDS:
            noise = replace(noise, **{kind: 0.0})
        surely = (max(noise.strip_one),) * len(noise.strip_one)
        noise = replace(noise, strip_colour_of_few=noise.strip_colour, strip_one=surely)
        self.camera, self.floor, self.t = StripCamera(np.random.default_rng(1), 4, noise), Floor(), 0.0
        self.lies = Counter()
        weights = read_weights(ROOT / "models" / "weights" / "four-colour-cards.json")
        costs = Costs.read(ROOT / "companion" / "follow" / "costs.json")
        state = rules.start(("ann", "bo", "cy"))
        self.tracker = Tracker(FourColourCards(), weights, costs, state, self.look())

    def look(self, change=lambda seen: seen):
        """A new stretch."""
        self.floor.lay(self.lies)
        self.t += 4.0
        return StripLook(self.t, 8, 2.0, "plain", change(self.camera.look(self.floor.strips)))

    def see(self, change=lambda seen: seen):
        """What is told of a new stretch: acts, each with its faults."""
        told = self.tracker.see(self.look(change))
        return [(each.step.kind, each.step.act, each.step.faults) for each in told if each.step]

    def watch(self):
        """What is told while nobody touches anything for a while."""
        return [told for _ in range(3) for told in self.see()]

    def lay(self, area, *cards):
        self.lies.update((area, CARDS.index(card)) for card in cards)

    def take(self, area, *cards):
        self.lies.subtract((area, CARDS.index(card)) for card in cards)

    def discard(self, card):
        self.lay(MIDDLE, card)
        return self.watch()

    def claim(self, seat, card, *of_hand):
        self.take(MIDDLE, card)
        self.lay(seat, card, *of_hand)


@pytest.fixture
def table():
    return Table()


def without_new(seen):
    """An arm hides what was laid last."""
    last = max(seen.since)
    old = np.isin(np.arange(len(seen.area)), seen.since[last].now)
    since = {
        k: replace(s, now=np.where(s.now >= 0, np.cumsum(old)[s.now] - 1, -1)) for k, s in seen.since.items()
    }
    way = np.eye(4)[MIDDLE] * 0.9
    return replace(seen, area=seen.area[old], p=seen.p[old], real=seen.real[old], in_the_way=way, since=since)


def reading(card, share):
    """The strip that was laid last reads as another card, with that share."""

    def change(seen):
        new = np.setdiff1d(np.arange(len(seen.area)), seen.since[max(seen.since)].now)
        p = seen.p.copy()
        p[new] *= 1 - share
        p[new, CARDS.index(card)] += share
        return replace(seen, p=p)

    return change


def test_nothing_is_told_where_nothing_was_done(table):
    assert table.watch() == []


def test_a_discard_is_told(table):
    assert table.discard("red-horse") == [("act", Discard("ann", "red-horse"), ())]


def test_a_strip_after_a_discard_was_drawn(table):
    table.discard("red-horse")
    table.lay(MIDDLE, "white-soldier")
    assert table.watch() == [("act", Draw("bo", "white-soldier"), ())]


def test_a_general_may_not_be_discarded(table):
    assert table.discard("red-general") == [("act", Discard("ann", "red-general"), ("general_discarded",))]


def test_a_pong_is_melded_from_whomever(table):
    table.discard("red-horse")
    table.claim(CY, "red-horse", "red-horse", "red-horse")
    assert table.watch() == [("act", Meld("cy", ("red-horse",) * 3), ())]


def test_a_chi_is_for_the_next_player_only(table):
    table.discard("red-horse")
    table.claim(CY, "red-horse", "red-chariot", "red-cannon")
    act = Meld("cy", ("red-cannon", "red-chariot", "red-horse"))
    assert table.watch() == [("act", act, ("claim_order",))]


def test_a_chi_out_of_turn_is_taken_back(table):
    table.discard("red-horse")
    table.claim(CY, "red-horse", "red-chariot", "red-cannon")
    told = table.watch()
    table.take(CY, "red-horse", "red-chariot", "red-cannon")
    table.lay(MIDDLE, "red-horse")
    told += table.watch()
    assert [kind for kind, _, _ in told] == ["act", "restored"]


CHI = Meld("bo", ("red-cannon", "red-chariot", "red-horse"))


@pytest.mark.parametrize("seen_back", [False, True], ids=["in one go", "put back first"])
def test_a_chi_is_overruled_by_a_pong_laid_over_it(table, seen_back):
    table.discard("red-horse")
    table.claim(BO, "red-horse", "red-chariot", "red-cannon")
    told = table.watch()
    table.take(BO, "red-horse", "red-chariot", "red-cannon")
    table.lay(MIDDLE, "red-horse")
    told += table.see() if seen_back else []
    table.claim(CY, "red-horse", "red-horse", "red-horse")
    told += table.watch()
    assert told == [("act", CHI, ()), ("act", Meld("cy", ("red-horse",) * 3), ())]
    assert table.discard("white-horse") == [("act", Discard("cy", "white-horse"), ())]


def test_a_pong_over_a_chi_is_too_late_after_the_next_discard(table):
    table.discard("red-horse")
    table.claim(BO, "red-horse", "red-chariot", "red-cannon")
    table.watch()
    table.discard("white-horse")
    table.lay(CY, "red-horse", "red-horse", "red-horse")
    assert table.watch() == [("act", Meld("cy", ("red-horse",) * 3), ("card_not_on_offer",))]


def test_a_meld_and_a_discard_in_one_go(table):
    table.discard("red-horse")
    table.claim(BO, "red-horse", "red-horse")
    table.lay(MIDDLE, "green-advisor")
    assert table.watch() == [
        ("act", Meld("bo", ("red-horse", "red-horse")), ()),
        ("act", Discard("bo", "green-advisor"), ()),
    ]


def test_what_an_arm_hides_is_told_when_it_is_gone(table):
    table.discard("red-horse")
    table.lay(MIDDLE, "white-soldier")
    assert table.see(without_new) == []
    assert table.watch() == [("act", Draw("bo", "white-soldier"), ())]


def test_a_strip_that_may_be_two_cards_is_not_told(table):
    table.lay(MIDDLE, "red-horse")
    assert table.see(reading("red-chariot", 0.5)) == []


def test_what_a_strip_is_is_settled_by_what_follows(table):
    table.lay(MIDDLE, "red-horse")
    table.see(reading("red-chariot", 0.5))
    table.claim(CY, "red-horse", "red-horse", "red-horse")
    assert table.watch() == [
        ("act", Discard("ann", "red-horse"), ()),
        ("act", Meld("cy", ("red-horse",) * 3), ()),
    ]


def test_a_strip_that_is_shifted_is_no_act(table):
    table.discard("red-horse")
    table.floor.strips = {number + 100: key for number, key in table.floor.strips.items()}
    assert table.watch() == []


def test_a_hand_that_is_not_all_shown_is_no_hu(table):
    table.discard("red-horse")
    table.lay(BO, "red-horse", *("white-cannon",) * 4, *("green-advisor",) * 3, *("red-advisor",) * 3)
    assert [told for told in table.watch() if not told[2]] == []


def test_a_hand_that_is_all_melds_is_hu(table):
    table.discard("red-horse")
    hand = ("red-horse", *("white-cannon",) * 4, *("green-advisor",) * 3, *("yellow-elephant",) * 3)
    hand += (*("green-soldier",) * 3, *("red-advisor",) * 3, *("yellow-cannon",) * 3)
    table.lay(BO, *hand)
    assert table.see() == []  # the lucky card is turned next
    table.lay(MIDDLE, "white-horse")
    assert table.watch() == [("act", Hu("bo", tuple(sorted(hand)), "white-horse"), ())]


def test_a_general_that_is_drawn_is_taken_in_one_go(table):
    table.discard("red-horse")
    table.lay(BO, "white-general")
    assert table.watch() == [
        ("act", Draw("bo", "white-general"), ()),
        ("act", Meld("bo", ("white-general",)), ()),
    ]


def test_of_a_meld_that_is_taken_back_a_strip_may_stay_for_the_next(table):
    table.discard("red-horse")
    table.claim(CY, "red-horse", "red-horse", "white-soldier")
    told = table.see()
    table.take(CY, "white-soldier")
    table.lay(CY, "red-horse")
    told += table.watch()
    assert told[-1] == ("act", Meld("cy", ("red-horse",) * 3), ())


def test_a_strip_that_reads_otherwise_is_not_remembered_as_the_one_of_a_meld():
    p = np.full((1, len(CARDS)), 1e-6)
    p[0, CARDS.index("white-horse")] = 1
    seen = StripsSeen(1, np.array([ANN]), p, np.ones(1), np.zeros(4), {})
    weights = np.array([5.0 * SIGNS.get(name, 0) for name in FEATURES])
    look = held(StripMemory.of(Counter(), len(CARDS), 0), seen, weights)
    lies = Counter({(ANN, CARDS.index("red-horse")): 1})
    memory = look.after(look.explained(lies), unexplained=True)
    assert memory.since.tolist() == [-1]


def test_a_table_made_otherwise_counts_as_it_lies():
    state = rules.start(("ann", "bo", "cy"))
    lies = Counter({(ANN, CARDS.index("red-horse")): 2, (MIDDLE, CARDS.index("red-soldier")): 1})
    ways = set_tables(state, frozenset(lies.items()))
    assert {+lying(rules.accept(state, way)) == lies for way in ways} == {True}
    assert {way.on_turn for way in ways if way.table.offer is None} == {"ann", "bo", "cy"}


def test_cards_at_a_seat_that_are_no_melds_cannot_be_how_the_table_counts():
    lies = Counter({(ANN, CARDS.index("red-horse")): 1})
    assert set_tables(rules.start(("ann", "bo", "cy")), frozenset(lies.items())) == ()


def test_of_one_without_cards_in_hand_no_hand_is_shown(table):
    state = replace(rules.start(("ann", "bo", "cy")), hands=(0, 0, 0))
    table.lay(ANN, "red-horse")
    look, weights = table.look(), np.array([5.0 * SIGNS.get(name, 0) for name in FEATURES])
    taken_back = first(Counter(table.lies), look.strips, 0)
    found = list(acts(state, held(taken_back, look.strips, weights)))
    assert not [act for act in found if isinstance(act, Hu)]
