"""Four Colour Cards as the session needs it: see ``companion.session.played.Played``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.errors import CommandError
from companion.eyes.hints import Hints
from companion.follow.decision import Costs
from companion.follow.four_colour_cards import FourColourCards, StripLook
from companion.follow.four_colour_tables import lying, set_tables, tables, turns_lucky
from companion.follow.likelihood.strip_memory import Key, StripMemory
from companion.follow.tracker import Tracker
from companion.follow.weights import shipped_weights
from companion.messages import message
from companion.session.games.four_colour_hand import hand_laid_open
from companion.session.games.four_colour_table import Areas, Sight, learn_table
from companion.session.played import AT_LEAST_P, Json, LearntBoard, Options, Played, SeenStretch, Text
from referee import four_colour_cards as rules
from referee.four_colour_acts import Act, SetTable, State, unsaid
from referee.four_colour_deck import CARDS
from referee.table import Cell, Lying

GAME = FourColourCards()
StripTracker = Tracker[State, Act, StripMemory, StripLook]


class FourColourPlayed(Played[State, Act, StripMemory, StripLook, SeenStretch]):
    """``sights`` gives what makes the stretches of one pair of eyes into what the game is followed by; ``seats``: on
    which side of the picture each player sits."""

    def __init__(
        self, sights: Callable[[Sequence[str]], Sight[SeenStretch]], seats: Mapping[str, str]
    ) -> None:
        """No eyes have looked yet."""
        self._sights, self.seats = sights, seats
        self._places = Areas(tuple(seats))
        self.other_eyes()

    @property
    def places(self) -> Areas:
        """The middle, and before whom else strips lie."""
        return self._places

    def other_eyes(self) -> None:
        """What lies where, the game says."""
        self.sight = self._sights(tuple(self.seats.values()))

    def tracker(self, state: State, fault: Act | None, seen: StripLook) -> StripTracker:
        """Follow the game from a table that lies as ``state`` and ``fault`` have it."""
        tracker = Tracker(GAME, shipped_weights(rules.ID), Costs.read(Costs.SHIPPED), state, seen)
        if fault is not None:
            tracker.restart(state, fault, seen)
        return tracker

    def learn(self, stretch: SeenStretch, given: Options) -> LearntBoard:
        """Whether the table is empty. What lies there all the same when a game begins is not in play."""
        self.sight.lies_aside(stretch)
        return learn_table(self.sight, stretch, given, self.seats)

    def board(self, stretch: SeenStretch) -> Mapping[str, Json]:
        """There is none."""
        return {"cells": []}

    def look(self, stretch: SeenStretch, state: State, hints: Hints) -> StripLook:
        """A look at the strips; where the eyes know nothing, the ``state`` says which area is which."""
        return self.sight.look(stretch, lying(state))

    def as_told(self, state: State) -> State:
        """Without what was said, and without a meld that may be overruled: a table set by hand knows neither."""
        return unsaid(state)

    def lies(self, state: State, fault: Act | None) -> Lying:
        """How the strips lie in ``state``, with a faulty act on the table."""
        return _pieces(+tables(state, fault)[0])

    def read(self, lies: Lying, seen: StripLook) -> Lying:
        """The likeliest card of each strip."""
        return _pieces(seen.strips.as_read())

    def surely_otherwise(self, lies: Lying, seen: StripLook) -> tuple[Cell, ...]:
        """Cards that should lie in an area, and no strip there may be; and strips there that may be none of them."""
        strips, wrong = seen.strips, set[Cell]()
        real = strips.is_strip
        for area in {area for area, _ in lies} | set(strips.area[real].tolist()):
            due = [card for (where, card), pieces in lies.items() if where == area for _ in pieces]
            p = strips.p[real & (strips.area == area)]
            left = list(range(len(p)))
            for card in sorted(due, key=lambda card: -float(p[:, card].max(initial=0.0))):
                best = max(left, key=lambda i: float(p[i, card]), default=None)
                if best is None or p[best, card] < AT_LEAST_P:
                    wrong.add((area, card))
                else:
                    left.remove(best)
            wrong |= {(area, int(p[i].argmax())) for i in left}
        return tuple(sorted(wrong))

    def table_act(self, before: State, after: State) -> Act:
        """The strips as they are set by hand."""
        return SetTable(after.table, None if after.table.offer else after.on_turn)

    def set_to(self, state: State, lies: Lying) -> State:
        """The state of a table that lies so: with one strip more in the middle it is on offer; else whoever has laid
        a meld must discard, or who is on turn. Raises CommandError where strips before a player are no melds."""
        ways = set_tables(state, frozenset({key: len(pieces) for key, pieces in lies.items()}.items()))
        if not ways:
            raise CommandError(
                "no_melds_there", "what lies before a player is no melds: mend it in the editor"
            )
        now, middle = Counter({key: len(pieces) for key, pieces in lies.items()}), len(state.players)
        more = [key for key in now - +lying(state) if now[key] > 0]
        laid = next((state.players[area] for area, _ in more if area != middle), None)
        on_offer = laid is None and any(area == middle for area, _ in more)

        def fits(act: SetTable) -> tuple[bool, bool]:
            offer = act.table.offer
            if on_offer:
                return offer is not None, offer is not None and offer.player == state.on_turn
            return offer is None, act.on_turn == (laid or state.on_turn)

        return rules.accept(state, max(ways, key=fits))

    def asked(self, state: State, seen: StripLook) -> tuple[Text, Mapping[str, Json]] | None:
        """Of a hand laid open how much of it can be read: the rest is for people to say."""
        hand = hand_laid_open(state, seen.strips)
        if hand is None:
            return None
        if hand.read == hand.size and hand.lucky is None and turns_lucky(state):
            return message("lucky_due", player=hand.player), hand.fields()
        counted = {"read": str(hand.read), "size": str(hand.size)}
        return message("hand_read", player=hand.player, **counted), hand.fields()


def _pieces(lies: Mapping[Key, int]) -> Lying:
    """Strips by where they lie, as the referee tells of them."""
    return {(area, card): (CARDS[card],) * count for (area, card), count in lies.items() if count > 0}
