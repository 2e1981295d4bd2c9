"""Four Colour Cards once more, as plainly as can be and without the referee's code, to hold it against.

It takes the lines of a record as JSON gives them, and answers as `tableref judge --json` does. A hand is split
by trying every meld with its first card.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from functools import lru_cache
from itertools import combinations

RANKS = ["general", "advisor", "elephant", "chariot", "horse", "cannon", "soldier"]
EVERY = [f"{colour}-{rank}" for colour in ("red", "green", "yellow", "white") for rank in RANKS]
WORDS = {"triple": "pong", "quadruple": "gan"}  # every other meld is chi


def meld(cards):
    """The meld's name and its points in hand and on the table; None if the cards are no meld."""
    colours, ranks = [c.split("-")[0] for c in cards], sorted(c.split("-")[1] for c in cards)
    alike = len(set(cards)) == 1
    if ranks == ["general"]:
        return "general", 1, 1
    if alike and ranks == ["general"] * 4:
        return "quadruple", 6, 8
    if alike and "general" not in ranks and len(cards) == 4:
        return "quadruple", 8, 6
    if alike and "general" not in ranks and len(cards) == 3:
        return "triple", 3, 1
    if alike and "general" not in ranks and "soldier" not in ranks and len(cards) == 2:
        return "pair", 0, 0
    if ranks == ["advisor", "elephant", "general"] and len(set(colours)) == 1:
        return "command", 2, 2
    if ranks == ["cannon", "chariot", "horse"] and len(set(colours)) == 1:
        return "field", 1, 1
    if set(ranks) == {"soldier"} and len(set(colours)) == len(cards) == 3:
        return "soldiers", 3, 3
    if set(ranks) == {"soldier"} and len(set(colours)) == len(cards) == 4:
        return "soldiers", 5, 5
    return None


def best(hand, claimed=None, claimed_counts="table"):
    """The most points that a hand wholly split has, None if it cannot be split."""
    if claimed is None:
        return _best(_sorted(hand))
    found = []
    for others in companions(claimed, list(hand)):
        rest = _best(_sorted((Counter(hand) - Counter(others)).elements()))
        if rest is not None:
            _, in_hand, on_table = meld([claimed, *others])
            found.append(rest + (on_table if claimed_counts == "table" else in_hand))
    return max(found, default=None)


@lru_cache(maxsize=100_000)
def _best(hand):
    if not hand:
        return 0
    first, rest = hand[0], hand[1:]
    found = []
    for others in companions(first, rest):
        value = _best(_sorted((Counter(rest) - Counter(others)).elements()))
        if value is not None:
            found.append(value + meld([first, *others])[1])
    return max(found, default=None)


def companions(card, others):
    """Every choice of other cards with which `card` is a meld."""
    near = [
        other
        for other in others
        if other.split("-")[0] == card.split("-")[0] or (other + card).count("soldier") == 2
    ]
    return {few for count in range(4) for few in combinations(near, count) if meld([card, *few])}


@lru_cache
def every_meld(card):
    return {tuple(sorted((card, *others))) for others in companions(card, EVERY * 4)}


def word_for(kind):
    return WORDS.get(kind[0], "chi") if kind else "chi"


def _sorted(cards):
    return tuple(sorted(cards, key=lambda card: ("soldier" in card, card)))


class NaiveReferee:
    """One game, played on lists that change."""

    def __init__(self, header):
        self.players = header["players"]
        self.options = {"threshold": 10, "base": 1, "rounds": 3, "credits": 0, **header["options"]}
        self.credits = dict.fromkeys(self.players, self.options["credits"])
        self.rounds, self.starter = 0, self.players[0]
        self.settled = None
        self.deal()

    def deal(self, emptied=None):
        self.emptied = emptied  # whose empty hand ended the round before
        self.hands = dict.fromkeys(self.players, 20)
        self.hands[self.starter] += 1
        self.stock = 112 - sum(self.hands.values())
        self.melds = {player: [] for player in self.players}
        self.open = []  # every card that lies open
        self.offer = None  # the card, who laid it open, and how
        self.turn = self.starter
        self.forget()

    def forget(self):
        """A card is open anew, or was taken: what was said of the one before is over."""
        self.said = {}  # player: what he said of the card on offer
        self.before = None  # all as it was before the last meld, who laid it, and his rank
        self.returned = None  # who took a meld back, and its cards out of his hand

    def next(self, player):
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def act(self, line):
        """Judge one line, do it if it is legal, and return its faults."""
        self.settled = None
        if (
            line["act"] == "stuck"
            and not self.open
            and not line.get("hand")
            and line["player"] == self.emptied
        ):
            return []  # that was said already
        if self.outcome() is not None:
            return ["game_over"]
        if self.overrules(line):
            tried = deepcopy(self)
            tried.go_back()
            faults = tried.act(line)
            if not faults:
                self.__dict__ = tried.__dict__
            return faults
        faults = self.faults(line)
        if not faults:
            getattr(self, f"do_{line['act']}")(line)
        return faults

    def faults(self, line):
        return sorted(set(getattr(self, f"faults_of_{line['act']}")(line)))

    def copies(self, cards, player=None):
        """The fifth of a card; what was laid and put back is known to be in that hand."""
        seen = list(self.open)
        if self.returned and self.returned[0] != player:
            seen += self.returned[1]
        return ["no_such_card"] * any((seen + list(cards)).count(card) > 4 for card in cards)

    def rank(self, line):
        """Of two claims the one with the lower rank prevails."""
        kind = meld(line["cards"]) if line["act"] == "meld" else None
        word = line.get("kind") or ("hu" if line["act"] == "hu" else word_for(kind))
        _, giver, how = self.offer
        order = self.players * 2
        turns = order[order.index(giver if how == "draw" else self.next(giver)) :]
        return {"hu": 0, "pong": 1, "gan": 1, "chi": 2}[word], turns.index(line["player"])

    def overrules(self, line):
        if self.before is None or line["act"] not in ("claim", "meld", "hu") or line.get("kind") == "pass":
            return False
        then, player, rank = self.before
        on_it = line["act"] != "meld" or then.offer[0] in line["cards"]
        return on_it and line["player"] != player and then.rank(line) < rank

    def go_back(self):
        then, player, _ = self.before
        from_hand = list(self.melds[player][-1])
        from_hand.remove(then.offer[0])
        self.__dict__ = deepcopy(then.__dict__)
        self.forget()
        self.returned = player, from_hand

    def waits(self, line):
        """Somebody else has claimed the card, and goes first."""
        stronger = [
            1
            for player, word in self.said.items()
            if word != "pass" and player != line["player"]
            if self.rank({"act": "claim", "player": player, "kind": word}) < self.rank(line)
        ]
        return ["claim_order"] * bool(stronger)

    def claimed(self):
        return self.offer is not None and any(word != "pass" for word in self.said.values())

    def faults_of_claim(self, line):
        player, kind = line["player"], line["kind"]
        if kind == "pass":
            nothing = self.offer is None and (self.before is None or self.before[1] == player)
            must = self.drawn_general() and self.offer[1] == player
            return ["card_not_on_offer"] * nothing + ["general_not_taken"] * must
        if self.offer is None:
            return ["card_not_on_offer"]
        faults = ["claim_order"] * (self.offer[1:] == (player, "discard"))
        if kind == "hu":
            return faults
        fitting = [cards for cards in every_meld(self.offer[0]) if word_for(meld(cards)) == kind]
        if not fitting:
            return [*faults, "not_a_meld"]
        silent = deepcopy(self)
        silent.said = {}
        each = [set(silent.faults_of_meld({"act": "meld", "player": player, "cards": c})) for c in fitting]
        return faults + sorted(set.intersection(*each))

    def do_claim(self, line):
        if self.offer is not None:
            self.said[line["player"]] = line["kind"]

    def drawn_general(self):
        return self.offer is not None and self.offer[2] == "draw" and "general" in self.offer[0]

    def faults_of_discard(self, line):
        return (
            ["wrong_player"] * (line["player"] != self.turn)
            + ["not_now"] * (self.offer is not None)
            + ["general_discarded"] * ("general" in line["card"])
            + ["no_such_card"] * (self.hands[line["player"]] == 0)
            + self.copies([line["card"]], line["player"])
        )

    def do_discard(self, line):
        self.hands[line["player"]] -= 1
        self.lay_open(line)

    def faults_of_draw(self, line):
        return (
            ["wrong_player"] * (line["player"] != self.turn)
            + ["not_now"] * (self.offer is None or self.stock == 0 or self.claimed())
            + ["general_not_taken"] * self.drawn_general()
            + self.copies([line["card"]], line["player"])
        )

    def do_draw(self, line):
        self.stock -= 1
        self.lay_open(line)

    def lay_open(self, line):
        self.forget()
        self.open.append(line["card"])
        self.offer = line["card"], line["player"], line["act"]
        self.turn = self.next(line["player"])

    def faults_of_meld(self, line):
        player, cards = line["player"], line["cards"]
        kind = meld(cards)
        faults = [] if kind else ["not_a_meld"]
        from_hand = list(cards)
        if self.offer and self.offer[0] in cards:
            from_hand.remove(self.offer[0])
            if self.offer[1:] == (player, "discard"):
                faults.append("claim_order")
        else:
            faults.append("card_not_on_offer")
        if self.offer and kind and kind[0] not in ("triple", "quadruple"):
            _, giver, how = self.offer
            if how == "discard":
                may = player == self.next(giver)
            elif self.drawn_general():
                may = player == giver
            else:
                may = player in (giver, self.next(giver))
            faults += [] if may else ["claim_order"]
        faults += self.waits(line) if self.offer else []
        faults += ["no_such_card"] * (len(from_hand) > self.hands[player])
        return faults + self.copies(from_hand, player)

    def do_meld(self, line):
        then, rank = deepcopy(self), self.rank(line)
        from_hand = list(line["cards"])
        from_hand.remove(self.offer[0])
        self.forget()
        self.before = then, line["player"], rank
        self.open += from_hand
        self.hands[line["player"]] -= len(from_hand)
        self.melds[line["player"]].append(line["cards"])
        self.turn, self.offer = line["player"], None
        if not self.hands[line["player"]]:
            self.pay(line["player"], self.laid_points(line["player"]), 0)
            self.end_round(self.starter, line["player"])

    def faults_of_hu(self, line):
        player, hand, lucky = line["player"], line["hand"], line.get("lucky")
        offered = [self.offer[0]] if self.offer else []
        whole = len(hand) <= 21 and best(hand, *offered) is not None
        return (
            ["card_not_on_offer"] * (not offered)
            + ["claim_order"] * (bool(offered) and self.offer[1:] == (player, "discard"))
            + (self.waits(line) if self.offer else [])
            + ["hand_not_shown"] * (len(hand) != self.hands[player])
            + ["hand_incomplete"] * (not whole)
            + self.copies(hand + [lucky] * (lucky is not None), player)
        )

    def do_hu(self, line):
        player, hand, lucky = line["player"], line["hand"], line.get("lucky")
        card = self.offer[0]
        points = best(hand, card, self.options.get("claimed", "table")) + self.laid_points(player)
        held = [*hand, card, *(other for cards in self.melds[player] for other in cards)]
        extra = 0 if lucky is None or self.stock == 0 else held.count(lucky)
        rule = self.options.get("lucky", "above")
        if rule == "none" or (rule == "above" and points < self.options["threshold"]):
            extra = 0
        reached = self.pay(player, points, extra)
        starter = self.options.get("next_starter", "winner")
        self.end_round(player if reached and starter == "winner" else self.starter)

    def faults_of_stuck(self, line):
        player, hand = line["player"], line.get("hand")
        unseen = 16 - sum("general" in card for card in self.open)
        faults = []
        if any("general" not in card for card in hand or []) or self.hands[player] > unseen:
            faults.append("can_discard")
        elif self.offer:
            faults.append("not_now")
        elif player != self.turn:
            faults.append("wrong_player")
        if hand is not None and len(hand) != self.hands[player]:
            faults.append("hand_not_shown")
        return faults + self.copies(hand or [], player)

    def do_stuck(self, line):
        hand = line.get("hand")
        in_hand = self.hands[line["player"]] if hand is None else best(hand)
        self.pay(line["player"], in_hand + self.laid_points(line["player"]), 0)
        self.end_round(self.starter)

    def faults_of_exhausted(self, line):
        if self.stock:
            return ["cards_left"]
        if self.offer is None or self.claimed():
            return ["not_now"]
        return ["general_not_taken"] * self.drawn_general()

    def do_exhausted(self, line):
        self.end_round(self.starter)

    def faults_of_void_round(self, line):
        return []

    def do_void_round(self, line):
        self.deal()

    def laid_points(self, player):
        return sum(meld(cards)[2] for cards in self.melds[player])

    def pay(self, caller, points, extra):
        """Credits change hands, one pair of players after the other; true if the threshold is reached."""
        threshold, base = self.options["threshold"], self.options["base"]
        reached = points + extra >= threshold
        before = dict(self.credits)
        for other in self.players:
            if other != caller:
                price = points + extra - threshold + base if reached else -(threshold + base)
                self.credits[other] -= price
                self.credits[caller] += price
        pays = {player: self.credits[player] - before[player] for player in self.players}
        self.settled = {"points": points, "lucky": extra, "pays": pays}
        return reached

    def end_round(self, starter, emptied=None):
        self.rounds += 1
        self.starter = self.next(self.starter) if self.options.get("next_starter") == "next" else starter
        self.deal(emptied)

    def outcome(self):
        if self.rounds < self.options["rounds"]:
            return None
        most = max(self.credits.values())
        winners = [player for player in self.players if self.credits[player] == most]
        return {"how": "credits", "winners": winners, "credits": self.credits}


def judge(lines):
    """Return the faults of every act, and the outcome."""
    referee = NaiveReferee(lines[0])
    return [referee.act(line) for line in lines[1:]], referee.outcome()


def settlements(lines):
    """Return what each act settled: points, lucky ones and payments, None where it settled nothing."""
    referee = NaiveReferee(lines[0])
    return [(referee.act(line), referee.settled)[1] for line in lines[1:]]
