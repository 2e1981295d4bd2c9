"""A game followed by looking: the session is shown tables as they would be seen, and must tell what was done."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from companion.evidence import Evidence
from companion.session import Session
from companion.state import CommandError
from companion.watcher import Look
from referee import just4fun_colours as rules
from referee import records
from tests.companion.test_played_cards import STOCK, card
from tests.vision.test_pose import camera
from vision.board import Board
from vision.changes import Changes
from vision.pose import lattice_board
from vision.reading import FIELD_COLOURS, OWNERS, Fields, Reading

PRINTS = [[FIELD_COLOURS[(r + c) % 6] for c in range(6)] for r in range(6)]
POSE = camera(60, 270, 12, 1000, 0.0)
BOARD = Board(6, POSE, POSE.project(lattice_board(6)[[0, 6, 48, 42]]), 0.95, 0.01)


class WatcherStub:
    """Stands in for the eyes: what is agreed upon is only counted."""

    known = None  # no profile

    def __init__(self) -> None:
        self.agreed = 0
        self.unsure_fields: dict = {}

    def agree(self, look: Look) -> None:
        self.agreed += 1
        self.before = look.fields

    def act_told(self) -> None:
        """The cards tell by themselves here which of them are new."""

    def learn_set(self, look: Look) -> list[list[str]]:
        return [[FIELD_COLOURS[int(i)] for i in row] for row in look.fields.field.argmax(-1)]

    def set_shades(self) -> dict:
        """These stones are told apart by what they read as alone."""
        return {}

    def know_zone(self, outline_board: np.ndarray | None) -> None:
        self.zone = outline_board

    def know_fields(self, field_indices: np.ndarray) -> None:
        self.fields = field_indices


@dataclass
class Table:
    """A table that is seen rightly; ``show`` lets the session look at it until nothing more comes of it."""

    session: Session
    kept: list
    stones: dict = field(default_factory=dict)
    cards: list = field(default_factory=list)
    doubted: tuple = ()  # cells that may be empty as well, as far as can be seen
    overlooked: tuple = ()  # cells on which a stone stands that reads as none
    misread: dict = field(default_factory=dict)  # what the stones on cells are taken for
    counted: dict = field(default_factory=dict)  # how many stones seem to stand on cells, if not as many
    changed: tuple = ()  # cells that look otherwise than when the table was agreed upon; empty: nobody looked
    watcher: WatcherStub = field(default_factory=WatcherStub)
    t: float = 0.0

    def show(self, sure: float = 0.98, looks: int = 8, hidden: tuple = ()) -> list[dict]:
        events = []
        for n in range(1, looks + 1):
            self.t += 0.2
            events += list(self.session.see(self.look(n, sure, hidden), self.watcher))
        return events

    def look(self, n: int, sure: float, hidden: tuple) -> Look:
        owner = np.full((6, 6, len(OWNERS)), (1 - sure) / 6, np.float32)
        height = np.full((6, 6, 8), (1 - sure) / 7, np.float32)
        prints = np.full((6, 6, 6), 0.01, np.float32)
        covered = np.zeros((6, 6), np.float32)
        for r in range(6):
            for c in range(6):
                stack = () if (r, c) in self.overlooked else self.stones.get((r, c), ())
                stack = (*stack[:-1], self.misread[r, c]) if (r, c) in self.misread and stack else stack
                owner[r, c, OWNERS.index(stack[-1] if stack else "none")] = sure
                height[r, c, self.counted.get((r, c), len(stack))] = sure
                if (r, c) in self.doubted:
                    owner[r, c, OWNERS.index("none")] = owner[r, c, OWNERS.index(stack[-1])] = 0.5
                    height[r, c, 0] = height[r, c, 1] = 0.5
                prints[r, c, FIELD_COLOURS.index(PRINTS[r][c])] = 0.95
                covered[r, c] = (r, c) in hidden
        tall = np.argmax(height, -1).astype(np.float32)
        fields = Fields(prints, owner, height, covered, tall)
        cards = (STOCK, *self.cards)
        reading = Reading(self.t, (1280, 720), BOARD, fields, cards, False)
        evidence = Evidence(owner, height, covered)
        if self.overlooked or self.misread:
            before = self.watcher.before
            evidence = replace(evidence, before_owner=before.owner, before_height=before.height)
        evidence = replace(evidence, change=self.changes() if self.changed else None)
        return Look(self.t, reading, fields, cards, n, 0.4 + 0.2 * n, evidence)

    def changes(self) -> Changes:
        of_fields = np.ones((6, 6), np.float32)
        for cell in self.changed:
            of_fields[cell] = 3.0
        return Changes(of_fields, {})

    def lay(self, *colours: str) -> None:
        self.cards = [card(colour, 1.1 * i - 2, 5) for i, colour in enumerate(colours)]

    def place(self, colour: str, cell: tuple[int, int], *cards: str) -> list[dict]:
        self.stones[cell] = (*self.stones.get(cell, ()), colour)
        self.lay(*cards)
        return self.show()

    def clear(self) -> list[dict]:
        self.cards = []
        return self.show()


@pytest.fixture
def table() -> Table:
    kept: list = []
    session = Session(
        rules, ("red", "blue"), {"row": 4}, lambda state, line, verdict: kept.append((line, verdict))
    )
    table = Table(session, kept)
    assert [e["event"] for e in table.show()] == ["ready"]
    return table


def names(events: list[dict]) -> list[str]:
    return [e["event"] for e in events]


def test_the_fields_are_learnt_from_the_empty_board(table):
    assert [list(row) for row in table.session.state.fields] == PRINTS
    assert table.kept[0][0]["board"]["fields"] == PRINTS


def test_no_game_begins_while_stones_stand_there():
    session = Session(rules, ("red", "blue"), {}, lambda *kept: None)
    table = Table(session, [])
    table.stones[(2, 3)] = ("red",)
    events = table.show()
    assert names(events) == ["unclear"]
    assert "d3" in events[0]["why"]


def test_a_placement_is_told_once_and_kept_before(table):
    events = table.place("red", (2, 3), PRINTS[2][3])
    assert names(events) == ["act"]
    assert events[0]["act"] == {"act": "place", "player": "red", "cell": [2, 3], "cards": [PRINTS[2][3]]}
    assert (events[0]["legal"], events[0]["n"]) == (True, 1)
    assert table.kept[-1][0] == events[0]["act"]
    assert table.show() == []


def test_play_goes_on_after_the_cards_are_cleared_away(table):
    table.place("red", (2, 3), PRINTS[2][3])
    assert table.clear() == []
    events = table.place("blue", (2, 3), PRINTS[2][3], PRINTS[2][3])
    assert (events[0]["legal"], events[0]["n"], events[0]["act"]["player"]) == (True, 2, "blue")


@pytest.mark.parametrize(
    ("player", "cards", "fault"),
    [
        ("blue", [PRINTS[1][1]], "wrong_player"),
        ("red", [], "no_cards"),
        ("red", [PRINTS[1][2]], "wrong_colour"),
        ("red", [PRINTS[1][1], PRINTS[1][2]], "mixed_colours"),
        ("red", [PRINTS[1][1]] * 2, "too_many_cards"),
    ],
)
def test_an_illegal_placement_is_flagged_then_restored(table, player, cards, fault):
    events = table.place(player, (1, 1), *cards)
    assert names(events) == ["act"]
    assert events[0]["legal"] is False
    assert events[0]["n"] is None
    assert fault in events[0]["faults"]
    assert table.show() == []
    table.stones.pop((1, 1))
    table.cards = []
    assert names(table.show()) == ["restored"]
    assert table.place("red", (1, 1), PRINTS[1][1])[0]["legal"] is True


def test_a_missing_card_that_is_laid_after_all_makes_it_legal(table):
    assert table.place("red", (1, 1))[0]["faults"] == ["no_cards"]
    table.lay(PRINTS[1][1])
    events = table.show()
    assert names(events) == ["act"]
    assert events[0]["legal"] is True


def test_an_exchange_is_seven_cards_and_no_stone(table):
    other = [c for c in FIELD_COLOURS if c != "red"]
    table.lay(*(other + other)[:7])
    events = table.show()
    assert names(events) == ["act"]
    assert events[0]["act"]["act"] == "exchange"
    assert events[0]["faults"] == ["can_place"]
    assert table.show() == []
    assert names(table.clear()) == ["restored"]


@pytest.fixture
def blues_turn(table):
    """A table on which red had his turn, whose cards were cleared away: it is known where cards are laid."""
    table.place("red", (1, 1), PRINTS[1][1])
    table.clear()
    return table


HAND = ["orange", "green", "blue", "violet", "orange", "green", "blue"]
FAINT = replace(card("red", -3.1, 5), confidence=0.2)


def test_seven_cards_are_a_hand_whatever_may_be_an_eighth(blues_turn):
    blues_turn.lay(*HAND)
    blues_turn.cards.append(FAINT)
    assert [event["act"]["cards"] for event in blues_turn.show()] == [HAND]


def test_a_hand_of_many_colours_is_shown_though_one_of_the_seven_is_seen_faintly(blues_turn):
    blues_turn.lay(*HAND[:6])
    blues_turn.cards.append(FAINT)
    assert blues_turn.show(looks=6) == []
    (event,) = blues_turn.show()
    assert event["act"]["act"] == "exchange"
    assert sorted(event["act"]["cards"]) == sorted([*HAND[:6], "red"])


def test_a_hand_of_four_colours_is_shown_though_three_of_the_seven_are_seen_faintly(blues_turn):
    blues_turn.lay(*HAND[:4])
    blues_turn.cards += [replace(card(HAND[i], -3.1, 5 + i), confidence=0.3) for i in (1, 3, 5)]
    (event,) = blues_turn.show()
    assert event["act"]["act"] == "exchange" and len(event["act"]["cards"]) == 7
    assert blues_turn.show() == []


def test_a_hand_of_which_a_card_cannot_be_seen_is_unclear_not_passed_over(blues_turn):
    blues_turn.lay(*HAND[:6])
    assert blues_turn.show(looks=6) == [], "the seventh may be still to come"
    assert names(blues_turn.show()) == ["unclear"]
    blues_turn.lay(*HAND)
    assert names(blues_turn.show()) == ["act"]


def test_cards_of_two_colours_may_yet_pay_for_a_stone(blues_turn):
    blues_turn.lay("blue", "blue", "blue", "green", "green", "green")
    blues_turn.cards.append(FAINT)
    assert blues_turn.show() == []


def test_a_hand_with_a_card_that_may_be_of_two_colours_is_unclear(blues_turn):
    blues_turn.lay(*HAND)
    blues_turn.cards[-1] = replace(blues_turn.cards[-1], colour_p=(0.48, 0.52, 0, 0, 0, 0))
    assert names(blues_turn.show(looks=12)) == ["unclear"]
    assert blues_turn.session.phase == "unclear"
    assert names(blues_turn.clear()) == []
    assert blues_turn.session.phase == "playing"


@pytest.fixture
def moved(table):
    """A table on which a stone was moved, and that was told."""
    table.place("red", (1, 1), PRINTS[1][1])
    table.clear()
    table.stones[4, 1] = table.stones.pop((1, 1))
    assert table.show()[0]["faults"] == ["stone_moved"]
    return table


def test_a_stone_that_is_put_back_and_looks_higher_now_was_not_built_upon(moved):
    moved.stones[1, 1] = moved.stones.pop((4, 1))
    moved.counted[1, 1] = 2
    assert names(moved.show(looks=6)) == ["restored"]


def test_cards_that_come_to_lie_beside_a_moved_stone_make_no_second_fault_of_it(moved):
    moved.lay("green")
    assert moved.show() == []


def test_cards_alone_are_not_yet_an_act(table):
    table.lay("red", "red")
    assert table.show() == []


def test_several_stones_at_once(table):
    table.stones[(0, 0)] = ("red",)
    events = table.place("red", (5, 5), PRINTS[5][5])
    assert names(events) == ["act"]
    assert events[0]["act"]["act"] == "change"
    assert "several_stones" in events[0]["faults"]


def test_what_cannot_be_made_out_is_said_once(table):
    table.stones[(3, 3)] = ("red",)
    table.lay(PRINTS[3][3])
    events = table.show(sure=0.3) + table.show(sure=0.3)
    assert names(events) == ["unclear"]
    assert names(table.show()) == ["act"]


def test_a_stone_plainly_seen_beside_an_unclear_field_is_told_once_the_next_player_has_had_his_turn(table):
    other = next((r, c) for r in range(6) for c in range(3) if PRINTS[r][c] == PRINTS[3][3])
    table.stones[other] = ("red",)  # in truth its print, in a shadow
    table.doubted, table.changed = (other,), (other, (3, 3), (0, 1))
    assert names(table.place("red", (3, 3), PRINTS[3][3])) == ["unclear"]
    assert table.clear() == []
    events = table.place("blue", (0, 1), PRINTS[0][1])
    assert [(e["act"]["player"], e["act"]["cell"], e["legal"]) for e in events[:2]] == [
        ("red", [3, 3], True),
        ("blue", [0, 1], True),
    ]


def test_an_act_that_could_not_be_made_out_is_told_once_the_next_player_has_had_his_turn(table):
    table.doubted = ((3, 3),)
    assert names(table.place("red", (3, 3), PRINTS[3][3])) == ["unclear"]
    assert table.clear() == []
    events = table.place("blue", (0, 1), PRINTS[0][1])
    assert [(e["act"]["player"], e["act"]["cell"], e["legal"]) for e in events] == [
        ("red", [3, 3], True),
        ("blue", [0, 1], True),
    ]
    assert table.session.phase == "playing" and len(table.session.history) == 2


def test_what_could_not_be_made_out_is_not_told_when_its_player_did_something_else(table):
    table.doubted = ((3, 3),)
    table.place("red", (3, 3), PRINTS[3][3])
    del table.stones[3, 3]
    table.doubted = ()
    table.clear()
    (event,) = table.place("red", (0, 1), PRINTS[0][1])
    assert (event["act"]["cell"], event["legal"]) == ([0, 1], True)


def test_a_stone_that_passes_for_its_field_is_told_once_the_next_player_has_had_his_turn(table):
    """Cards were laid, and of the fields that cost so much one looks changed: there the stone was overlooked."""
    table.changed = table.overlooked = ((3, 3),)
    assert table.place("red", (3, 3), PRINTS[3][3]) == []
    assert table.clear() == []
    table.changed = ((3, 3), (0, 1))
    table.stones[0, 1] = ("blue",)
    table.lay(PRINTS[0][1])
    events = table.show(looks=5)
    table.changed = ()  # against the look that was agreed upon
    events += table.show()
    assert [(e["act"]["player"], e["act"]["cell"], e["legal"]) for e in events] == [
        ("red", [3, 3], True),
        ("blue", [0, 1], True),
    ]


def test_cards_laid_and_taken_back_without_a_stone_are_no_act(table):
    table.changed = ((0, 3),)  # which the cards do not pay for
    table.lay(PRINTS[3][3])
    assert table.show() == table.clear() == []
    table.changed = ((0, 3), (0, 1))
    (event,) = table.place("blue", (0, 1), PRINTS[0][1])
    assert event["faults"] == ["wrong_player"]


def test_a_stone_of_which_only_a_faint_card_tells_is_told(table):
    table.doubted = table.changed = ((3, 3),)
    table.stones[3, 3] = ("red",)
    table.cards = [card(PRINTS[3][3], 0, 5, confidence=0.4)]
    assert [(e["act"]["cell"], e["legal"]) for e in table.show(looks=3)] == [([3, 3], True)]


def test_two_cards_read_as_a_faint_large_one_are_two(table):
    for player, cell in (("red", (1, 1)), ("blue", (4, 4))):
        assert table.place(player, cell, PRINTS[cell[0]][cell[1]])[0]["legal"]
        table.clear()
    table.stones[1, 1] = ("red", "red")
    one = card(PRINTS[1][1], 0, 5, confidence=0.4)
    table.cards = [replace(one, corners_board=one.corners_board * [1.2, 1])]
    assert [(e["legal"], len(e["act"]["cards"])) for e in table.show()] == [(True, 2)]


def test_a_faint_card_that_was_cleared_away_before_the_stone_was_clear_still_counts(table):
    table.stones[3, 3] = ("red",)
    table.cards = [card(PRINTS[3][3], 0, 5, confidence=0.4)]
    assert names(table.show(sure=0.3)) == ["unclear"]
    (event,) = table.clear()
    assert (event["legal"], event["act"]["cards"]) == (True, [PRINTS[3][3]])


def test_a_colour_that_was_misread_is_mended_once_the_table_plays_on(table):
    table.misread = {(3, 3): "blue"}
    (flagged,) = table.place("red", (3, 3), PRINTS[3][3])
    assert flagged["faults"] == ["wrong_player"]
    table.stones[0, 1] = ("blue",)
    table.lay(PRINTS[0][1])
    events = table.show()
    assert [(e["act"]["player"], e["act"]["cell"], e["legal"]) for e in events] == [
        ("red", [3, 3], True),
        ("blue", [0, 1], True),
    ]
    assert table.session.phase == "playing" and table.session.fault is None


def test_cards_that_the_next_player_lays_make_no_new_fault_of_an_act_out_of_turn(table):
    assert table.place("blue", (3, 3), PRINTS[3][3])[0]["faults"] == ["wrong_player"]
    table.lay(PRINTS[0][1], PRINTS[0][1])
    assert table.show() == []


def test_who_plays_out_of_turn_and_is_followed_by_whose_turn_it_was_is_let_stand(table):
    (flagged,) = table.place("blue", (3, 3), PRINTS[3][3])
    assert flagged["faults"] == ["wrong_player"]
    table.stones[0, 1] = ("red",)
    table.lay(PRINTS[0][1])
    (event,) = table.show()
    assert (event["act"]["player"], event["legal"], event["n"]) == ("red", True, 2)
    assert table.session.history[0].accepted


def test_a_field_burnt_out_by_a_lamp_goes_by_the_cards_played_for_it(table):
    table.session._unsure_fields = {(3, 3): (PRINTS[3][3], PRINTS[3][4])}
    (event,) = table.place("red", (3, 3), PRINTS[3][4])
    assert event["legal"] and "goes by the cards" in event["text"]
    assert table.session.state.fields[3][3] == PRINTS[3][4]
    header, verdict = table.kept[-2]
    assert header["board"]["fields"][3][3] == PRINTS[3][4] and verdict is None
    table.clear()
    (wrong,) = table.place("blue", (3, 3), PRINTS[3][3], PRINTS[3][3])
    assert wrong["faults"] == ["wrong_colour"]  # what is known now is judged by


def test_who_pays_too_much_on_an_unsure_field_is_not_told_that_the_colour_is_wrong_as_well(table):
    table.session._unsure_fields = {(3, 3): (PRINTS[3][3], PRINTS[3][4])}
    (event,) = table.place("red", (3, 3), PRINTS[3][4], PRINTS[3][4])
    assert event["faults"] == ["too_many_cards"]
    table.stones.pop((3, 3))
    table.clear()
    kept = len(table.kept)
    table.place("red", (3, 3), PRINTS[3][4], PRINTS[3][4])
    assert len(table.kept) == kept + 1, "a colour that it has already is not learnt again"
    table.stones.pop((3, 3))
    table.clear()
    (event,) = table.place("red", (3, 3), PRINTS[3][3])
    assert event["legal"], "a faulty act does not settle what colour it is"


def test_cards_of_a_colour_that_an_unsure_field_cannot_have_are_of_the_wrong_colour(table):
    table.session._unsure_fields = {(3, 3): (PRINTS[3][3],)}
    (event,) = table.place("red", (3, 3), PRINTS[3][4])
    assert event["faults"] == ["wrong_colour"]


def test_cards_cleared_before_the_stone_was_clear_still_count(table):
    table.stones[(3, 3)] = ("red",)
    table.lay(PRINTS[3][3])
    assert names(table.show(sure=0.3)) == ["unclear"]
    events = table.clear()
    assert (events[0]["legal"], events[0]["act"]["cards"]) == (True, [PRINTS[3][3]])


def test_cards_dropped_straight_on_a_pile_are_judged_by_their_colour(table):
    """Who never clears the cards away and lays them on one another shows only the topmost."""
    a1, b1, c1 = (0, 0), (0, 1), (0, 2)
    due = PRINTS[0]
    for player, cell in (("red", a1), ("blue", b1), ("red", c1)):
        (paid,) = table.place(player, cell, due[cell[1]])
        assert paid["legal"]
        assert "not judged" not in paid["text"]  # one card for an empty field: all could be seen
    (on_tower,) = table.place("blue", a1, due[0])  # a tower of one takes two cards
    assert on_tower["legal"]
    assert on_tower["act"]["cards"] == [due[0]] * 2
    assert "how many were laid was not judged" in on_tower["text"]
    (wrong,) = table.place("red", b1, due[4])
    assert wrong["faults"] == ["wrong_colour"]
    assert "how many were laid was not judged" in wrong["text"]


def test_a_person_accepts_a_faulty_act(table):
    table.place("red", (1, 1), PRINTS[1][2])
    table.session.accept()
    assert table.session.state.on_turn == "blue"
    assert table.session.state.stacks[1][1] == ("red",)
    assert table.kept[-1][0]["accepted"] is True
    table.clear()
    assert table.place("blue", (4, 4), PRINTS[4][4])[0]["legal"] is True


def test_a_table_that_plays_on_has_let_the_fault_stand(table):
    assert table.place("red", (1, 1))[0]["faults"] == ["no_cards"]
    events = table.place("blue", (4, 4), PRINTS[4][4])
    assert names(events) == ["act"]
    assert (events[0]["legal"], events[0]["n"]) == (True, 2)
    assert table.session.state.stacks[1][1] == ("red",)
    assert table.session.history[0].accepted


def test_cards_of_a_fault_that_was_let_stand_pay_for_nothing_more(table):
    assert table.place("red", (1, 1), PRINTS[1][1], PRINTS[1][1])[0]["faults"] == ["too_many_cards"]
    table.stones[4, 3] = ("blue",)
    assert PRINTS[4][3] == PRINTS[1][0] != PRINTS[1][1]
    table.cards = []
    (event,) = table.show()
    assert (event["act"]["player"], event["faults"], event["act"]["cards"]) == ("blue", ["no_cards"], [])


def test_cards_that_still_lie_there_from_a_fault_let_stand_are_not_the_next_ones(table):
    table.place("red", (1, 1), PRINTS[1][1], PRINTS[1][1])
    table.stones[4, 4] = ("blue",)
    table.cards = [*table.cards, card(PRINTS[4][4], 1, 5)]
    (event,) = table.show()
    assert (event["act"]["player"], event["legal"], event["act"]["cards"]) == ("blue", True, [PRINTS[4][4]])


def test_a_second_fault_on_top_of_the_first_is_flagged(table):
    table.place("red", (1, 1))
    events = table.place("red", (4, 4), PRINTS[4][4])
    assert names(events) == ["act"]
    assert events[0]["faults"] == ["several_stones"]


def test_of_a_faulty_table_on_which_more_and_more_lies_no_further_faults_are_made_up(table):
    table.stones[1, 1] = table.stones[1, 3] = ("red",)
    assert table.show()[0]["faults"] == ["several_stones"]
    table.stones[4, 4] = ("blue",)
    assert names(table.show()) == ["unclear"]
    table.stones[4, 5] = ("red",)
    assert table.show() == []
    table.stones.clear()
    assert names(table.show()) == ["restored"]


def test_who_takes_the_last_stone_back_and_places_another_is_followed(table):
    """It was told as legal, and is not: say, two cards were taken for one."""
    assert table.place("red", (3, 3), PRINTS[3][3])[0]["legal"]
    del table.stones[3, 3]
    assert table.clear()[0]["faults"] == ["stone_removed"]
    (event,) = table.place("red", (0, 1), PRINTS[0][1])
    assert (event["act"]["player"], event["act"]["cell"], event["legal"]) == ("red", [0, 1], True)
    assert table.session.state.stacks[3][3] == () and table.session.state.on_turn == "blue"
    table.clear()
    assert table.place("blue", (4, 4), PRINTS[4][4])[0]["legal"]


def test_a_stone_taken_off_is_missed_though_the_next_player_plays_on(table):
    assert table.place("red", (3, 3), PRINTS[3][3])[0]["legal"]
    del table.stones[3, 3]
    assert table.clear()[0]["faults"] == ["stone_removed"]
    assert table.place("blue", (0, 1), PRINTS[0][1])[-1]["faults"] == ["stone_removed"]
    assert table.session.state.stacks[3][3] == ("red",)


def test_nothing_to_accept_is_said(table):
    with pytest.raises(CommandError):
        table.session.accept()


def test_the_row_ends_the_game(table):
    for turn in range(4):
        table.place("red", (turn, turn), PRINTS[turn][turn])
        table.clear()
        if turn < 3:
            table.place("blue", (5, turn), PRINTS[5][turn])
            table.clear()
    assert table.session.phase == "over"
    assert table.session.last.verdict.legal
    assert rules.outcome(table.session.state).winners == ("red",)
    table.stones.clear()
    assert table.show() == []  # people clear up: no fault then


def test_corrected_acts_are_judged_anew(table):
    table.place("red", (0, 0), PRINTS[0][0])
    table.clear()
    table.place("blue", (1, 1), PRINTS[1][1])
    second = table.session.written()[1]
    table.session.rebuild([records.Line(rules.Place("red", (3, 3), (PRINTS[3][3],))), second])
    assert table.session.state.stacks[3][3] == ("red",)
    assert table.session.state.stacks[0][0] == ()
    assert table.session.state.stacks[1][1] == ("blue",)
