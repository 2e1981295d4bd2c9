"""One game at one table: settled looks become acts, acts become verdicts, and each is stored before it is told.

The session holds no camera and no page. It is fed ``Stretch``es and commands and answers with the events that
INTERFACES names (ready, act, restored, unclear, outcome, camera), as JSON-able dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.eyes.learnt_set import LearntSet, learn_set
from companion.eyes.stretch import Stretch
from companion.eyes.watcher import CameraNews
from companion.eyes.zone import Zone
from companion.follow.by_rules.doubted_game import LOOKS_TO_BLAME, DoubtedGame
from companion.follow.by_rules.hindsight import (
    CARD_FAULTS,
    InDoubt,
    Then,
    misread_acts,
    overlooked_act,
    possible_act,
)
from companion.follow.by_rules.interpreter import Interpretation, agrees, interpret
from companion.follow.by_rules.look import Look
from companion.follow.by_rules.played_cards import colours_of
from companion.follow.by_rules.seen_game import LOOKS_TO_DOUBT, Readings
from companion.follow.by_rules.shown_hand import (
    HAND_FOR_SURE,
    hand_shown,
    hand_since,
    more_colours_than_a_price,
    sure_of_hand,
)
from companion.messages import cells_named, message
from companion.session.differences import changed_cells, seen_differences
from companion.session.judged_game import Event, JudgedAct, in_seconds
from companion.session.telling import unclear
from referee.table import Table, cell_name

_LOOKS_TO_TELL = 3  # an act is told after so many looks that agree
_LOOKS_TO_BEGIN = 4
_LEAD_TO_TELL_AT_ONCE = 4.0  # what leads by less is looked at longer: the next looks may turn it
_LEAD_TO_AGREE = 3.0  # only a table read without doubt may become what later ones are compared with
_FOLLOWED = 0.9  # how sure it is that an act was done which can only be told by the one that followed


@dataclass
class Session(DoubtedGame):
    """A game of Just 4 Fun Colours, followed by looking."""

    # --- looks ---

    def see(self, stretch: Stretch) -> Iterator[Event]:
        """Take in what a stretch shows by now and yield the events it leads to."""
        look = self.memory.look(stretch)
        self.look = look = replace(look, evidence=replace(look.evidence, stones=self._stones))
        if self.state is None:
            yield from self._begin(look)
        elif self.phase == "over":
            self._lies_clear(look)  # people clear up, or a person ended the game
        elif look.looks >= _LOOKS_TO_TELL and self._agreed_stacks is None and self.phase != "differs":
            yield from self._take_up(look)
        elif look.looks >= _LOOKS_TO_TELL:
            yield from self._weigh(look)
        elif look.looks > 1:  # who clears a card away and lays another in its place is quick
            self._keep_account(look)

    def camera(self, news: CameraNews) -> Event:
        """The camera was moved, lost or is back."""
        for account in self._accounts():
            account.camera_moved()
        return {"t": in_seconds(news.t), "event": "camera", "state": news.state}

    def _begin(self, look: Look) -> Iterator[Event]:
        """Learn the fields from the empty board, and start."""
        if look.looks < _LOOKS_TO_BEGIN:
            return
        taken = look.fields.taken_at_first(self.players)
        if taken.any():
            if table := self._table_known(look):
                yield self.start(look, LearntSet(table.fields))
                stands = self.game.SetTable(table.stacks)
                self._set_table(self.game.accept(self.state, stands), message("with_stones"))
                yield from self._tell_outcome(look.t)
                return
            if self._unclear_since is None and look.looks >= LOOKS_TO_DOUBT:
                cells = ", ".join(cell_name((int(r), int(c))) for r, c in np.argwhere(taken))
                yield self._doubt(look, message("not_empty", cells=cells))
            return
        yield self.start(look, learn_set(look.stretch, self.known))

    def _take_up(self, look: Look) -> Iterator[Event]:
        """A game that was kept goes on. Nobody is accused of what lies there otherwise: it is said where; and cards
        that lie there were laid before."""
        seen = interpret(self._evidence(look), self._expectation(()))
        if seen.nothing:
            self._agree(look)
        elif look.looks >= LOOKS_TO_DOUBT:
            cells = changed_cells(seen)
            self._cards.told(look.cards)
            self.phase, self.differences = "differs", seen_differences(self._stacks, look.fields, cells)
            yield unclear(look.t, message("differs", cells=cells_named(cells)))

    def _table_known(self, look: Look) -> Table | None:
        """The table as it stands, if the board is known from a profile and all of it could be made out."""
        if self.known is None or look.looks < LOOKS_TO_BLAME:
            return None
        return self.known.table(look.fields, self.players)

    # --- from looks to acts ---

    def _weigh(self, look: Look) -> Iterator[Event]:
        self._keep_account(look)
        doubtful = self._doubtful(look)
        readings = self._cards.readings(look.cards)
        colours = colours_of(readings[0])
        laid = self._laid[0] if self._laid else ()
        if colours or (any(readings) and self._cards.may_still_lie(laid, look.cards)):
            self._laid, self._laid_in_doubt = readings, doubtful
        elif self._laid:
            # Cards may be cleared away before the stone they paid for could be made out.
            readings = self._laid
        if self._maybe and (then := self._then(look, self._maybe)) and then.faults <= CARD_FAULTS:
            yield from self._tell_both(look, self._maybe, then)
            return
        if self._maybe and (hand := hand_since(self._maybe, look)):
            yield from self._tell_hand(look, self._maybe, hand)
            return
        if not (self.fault or colours) and self.phase != "differs" and (paid := self._paid_for(look)):
            self._cards, self._laid = paid.cards, []
            yield from self._tell(look, paid.act, _FOLLOWED)
            return
        seen, readings = self._interpret(look, readings)
        if self.phase == "differs":
            yield from self._watch_differences(look, seen)
        elif self.fault:
            yield from self._watch_fault(look, seen, colours, doubtful)
        elif not seen.nothing and (followed := self._followed(look, self._unseen)):
            yield from self._tell_both(look, *followed)
        elif seen.unclear:
            options = [colours_of(cards) for cards in readings]
            self._suspect(look, possible_act(self.game, self.state, seen, options), frozenset(seen.unclear))
            yield from self._hesitate(look, seen)
        elif seen.nothing:
            yield from self._watch_cards(look, seen, colours, doubtful)
        else:
            yield from self._decide(look, seen, readings)

    def _interpret(self, look: Look, readings: Readings) -> tuple[Interpretation, Readings]:
        """What the look shows, given the cards as they are likeliest read. Where that leaves it unclear, another
        reading of them may make it a legal act: then that one is it."""
        evidence = self._evidence(look)
        likeliest = interpret(evidence, self._expectation(colours_of(readings[0])))
        for cards in readings[1:] if likeliest.unclear else []:
            colours = colours_of(cards)
            seen = interpret(evidence, self._expectation(colours))
            if (
                seen.placement
                and not seen.unclear
                and self.game.judge(self.state, self._act(seen, colours)).legal
            ):
                return seen, [cards]
        return likeliest, readings

    def _watch_cards(
        self, look: Look, seen: Interpretation, colours: tuple[str, ...], doubtful: bool
    ) -> Iterator[Event]:
        """The stones lie as they lay; cards may have been laid, or cleared away."""
        hand = hand_shown(self._cards, look)
        if not sure_of_hand(hand) or (not hand and more_colours_than_a_price(self._cards, look)):
            yield from self._hesitate(look, seen)
            return
        self._forget_doubts()
        self.phase = "playing"
        evidence = self._evidence(look)
        if colours:
            expected = self._expectation(colours)
            self._suspect(look, overlooked_act(self.game, self.state, evidence, expected))
            if look.looks >= LOOKS_TO_BLAME:
                self._suspect_unseen(look, expected)
        elif self._maybe and not evidence.looks_changed(self._maybe.act.cell):
            self._set_aside(self._maybe, evidence)
        if hand:
            exchange = self.game.Exchange(self.state.on_turn, colours_of(hand))
            yield from self._tell(look, exchange, 1.0)
        if self._cards.all_cleared(look.cards):
            self._guessed = None
        if not colours and not doubtful and seen.lead > _LEAD_TO_AGREE and not self._maybe:
            self._lies_clear(look)
            self._cards.cleared(look.cards)
            self._agreed_stacks, self._laid = self._stacks, []

    def _decide(self, look: Look, seen: Interpretation, readings: Readings) -> Iterator[Event]:
        """Stones were moved: with which cards? Of the possible readings a legal one is the likeliest; a fault
        is only told after a longer look, and not while the cards are in doubt."""
        acts = [self._act(seen, colours_of(cards)) for cards in readings]
        legal = self._first_legal(acts)
        on_unsure = None if legal else self._paid_on_unsure_field(acts)
        if seen.placement and not on_unsure:
            field_colour = self._colour_of(seen.placement[1])
            acts += [self._act(seen, colours_of(cards, field_colour)) for cards in readings]
            legal = self._first_legal(acts)
        plain = seen.lead > _LEAD_TO_TELL_AT_ONCE
        if legal:
            if plain or look.looks >= LOOKS_TO_BLAME:
                self._settle(legal, legal == acts[0] and self._sure_of_cards(look))
                yield from self._tell(look, legal, seen.confidence)
        elif on_unsure and self._tells_its_field(on_unsure, readings[acts.index(on_unsure)]):
            if look.looks >= LOOKS_TO_BLAME:
                self._learn_field(on_unsure)
                aside = message("field_by_cards", cells=cell_name(on_unsure.cell))
                yield from self._tell(look, on_unsure, seen.confidence, aside=aside)
        elif on_unsure or self._may_be_misread(look, seen, readings):
            if look.looks >= LOOKS_TO_DOUBT:
                self._suspect_unread(look, seen, readings[0])
            yield from self._hesitate(look, seen)
        elif not plain and self._is_only_counted(look, seen):
            yield from self._hesitate(look, replace(seen, unclear=tuple(changed_cells(seen))))
        elif look.looks >= (LOOKS_TO_BLAME if plain else LOOKS_TO_DOUBT):
            if both := self._both_done(look, seen, readings) or self._done_besides(look, seen):
                yield from self._tell_both(look, *both)
                return
            yield from self._blame(look, seen, acts, colours_of(readings[0]))

    def _blame(
        self,
        look: Look,
        seen: Interpretation,
        acts: Sequence[Any],
        in_sight: tuple[str, ...],
    ) -> Iterator[Event]:
        """None of the ``acts`` is legal: the one with the fewest faults was done, unless its cards could not be
        counted. Nobody is told to have laid too few who may have laid more than is seen."""
        if self._went_on(look, seen):
            yield from self._tell_outcome(look.t)
            return
        if self._paid_elsewhere(look, seen, acts):
            self._cards.zone = Zone()  # it was taken for where cards are not played
            return
        least = min(acts, key=lambda act: len(self.game.judge(self.state, act).faults))
        if self._last_went_by_its_cards() and (before := self._before_last(least)):
            self._take_back(before)
            self._agree(look)
            return
        if uncounted := self._paid_uncounted(look, seen, least):
            self._guessed, why = uncounted
            yield from self._tell(look, self._guessed, seen.confidence, in_sight, aside=message(why))
            return
        if self._may_be_of_its_cards_colour(least):
            self._learn_field(least, surely=False)
        yield from self._tell(look, least, seen.confidence)

    def _paid_on_unsure_field(self, acts: Sequence[Any]) -> Any | None:
        """The placement that would be legal if a field whose colour could not be made out had the cards' colour, as
        it may have."""
        for act in acts:
            only_colour = self.game.judge(self.state, act).faults == ("wrong_colour",)
            if only_colour and self._may_be_of_its_cards_colour(act):
                return act
        return None

    def _watch_differences(self, look: Look, seen: Interpretation) -> Iterator[Event]:
        """The table was not as the game has it: is it now?"""
        if seen.nothing:
            self._agree(look)
            yield {"t": in_seconds(look.t), "event": "restored"}
        else:
            self.differences = seen_differences(self._stacks, look.fields, changed_cells(seen))

    # --- faults ---

    def _watch_fault(
        self,
        look: Look,
        seen: Interpretation,
        cards: tuple[str, ...],
        doubtful: bool,
    ) -> Iterator[Event]:
        """A faulty act lies there: has it been undone, mended, or followed by something else?"""
        assert self.fault is not None
        was_exchange = isinstance(self.fault.told.act, self.game.Exchange)
        table = self.game.expected_table(self.state)
        evidence = look.evidence.since(table.stacks, self.fault.stacks).without(self._taken_on_trust)
        # A stone that was moved and put back never stands just as it stood: there, only what is seen now counts, and
        # a tower that reads otherwise so was not built upon while it was mended.
        moved_since = look.t - look.settled_for_s > self.fault.t
        put_back = moved_since and isinstance(self.fault.told.act, self.game.Change)
        mended = evidence.uncounted(evidence.fresh)
        back = interpret(mended, self._expectation(cards)) if put_back else seen
        if back.nothing and (not was_exchange or len(cards) < HAND_FOR_SURE):
            self.fault = None
            self._agree(look, to_come=self._laid_since_fault(look))
            yield {"t": in_seconds(look.t), "event": "restored"}
            return
        if look.looks >= LOOKS_TO_BLAME and (then := self._table_played_on(look, seen)):
            yield from then
            return
        if back.unclear:
            yield from self._hesitate(look, seen)
            return
        unchanged = was_exchange or agrees(evidence, self.fault.stacks, self.players, table.fields)
        if unchanged and (doubtful or not cards or sorted(cards) == sorted(self.fault.cards)):
            return
        act = self._act(seen, cards)
        if not (moved_since or self.game.judge(self.state, act).legal):
            return  # nobody has touched the table since: it is the same act, read otherwise
        if not cards and act == replace(self.fault.told.act, cards=()):
            return  # the cards were taken back first: the stone is still to follow
        in_turn = isinstance(act, self.game.Place) and not self.fault.out_of_turn
        mended_by_cards = in_turn and table.fields[act.cell[0]][act.cell[1]] in cards
        if not mended_by_cards and act == replace(self.fault.told.act, cards=act.cards):
            return  # what lies there now is the next player's, or is cleared away
        if self._grew(act):
            yield from self._hesitate(look, seen)
            return
        # Who was to place a stone instead of an exchange may do so while no look showed the hand taken back.
        anew = not was_exchange or (in_turn and self.game.judge(self.state, act).legal)
        if anew and act != self.fault.told.act and not doubtful and look.looks >= LOOKS_TO_BLAME:
            yield from self._tell(look, act, seen.confidence)

    def _grew(self, act: Any) -> bool:
        """Whether more stones lie otherwise than when the fault was told, or beside a stone placed another player's:
        then play goes on at the table, and what it is about is not understood. More faults would only be made up."""
        assert self.fault is not None
        told = self.fault.told.act
        if not isinstance(act, self.game.Change) or isinstance(told, self.game.Exchange):
            return False
        if isinstance(told, self.game.Place):
            return any(player != told.player for player, _ in act.added)
        stones = [len(change.added) + len(change.removed) for change in (told, act)]
        return stones[1] > stones[0]

    def _table_played_on(self, look: Look, seen: Interpretation) -> Iterator[Event] | None:
        """What there is to tell where a stone was placed after an act at fault as if it were none. Waiting on would
        lose all that follows. A stone that surely lies there no more was not let stand."""
        assert self.fault is not None
        told = self.fault.told
        if not isinstance(told.act, self.game.Place):
            return self._last_taken_back(look, told) or self._misread(look, told)
        if told.act.cell not in changed_cells(seen) and look.evidence.hidden[told.act.cell] <= 0.5:
            return None
        return self._let_stand_or_misread(look, told)

    def _let_stand_or_misread(self, look: Look, told: JudgedAct) -> Iterator[Event] | None:
        """The table has let a placement stand, or its cards or its colour were misread."""
        faults = set(told.verdict.faults)
        if not faults <= CARD_FAULTS | {"wrong_player"}:
            return None
        stood = InDoubt(told.act, self.game.accept(self.state, told.act), self._flagged)
        then = self._then(look, stood)
        if then and then.faults <= (set() if "wrong_player" in faults else CARD_FAULTS):
            self._let_stand(told)
            return self._go_on(look, stood, then)
        return self._misread(look, told)

    def _misread(self, look: Look, told: JudgedAct) -> Iterator[Event] | None:
        """What was told was no fault, if the table played on after what it may have been misread from."""
        acts = misread_acts(self.game, self.state, told.act)
        doubts = [InDoubt(act, self.game.apply(self.state, act), self._flagged) for act in acts]
        followed = self._followed(look, doubts)
        return self._tell_both(look, *followed) if followed else None

    def _last_taken_back(self, look: Look, told: JudgedAct) -> Iterator[Event] | None:
        """Who placed the last stone has taken it back, and placed another."""
        before = self._before_last(told.act)
        if before is None:
            return None
        then = self._then(look, InDoubt(told.act, before, self._flagged))
        if then is None or then.faults:
            return None
        self._take_back(before)
        return self._decide(look, then.seen, [then.cards])

    def _tell_both(self, look: Look, doubt: InDoubt, then: Then) -> Iterator[Event]:
        """The act that could not be made out, and what the next player did."""
        yield from self._tell_doubted(look, doubt)
        yield from self._go_on(look, doubt, then)

    def _tell_doubted(self, look: Look, doubt: InDoubt) -> Iterator[Event]:
        aside = message("unread_cards") if doubt.unread else None
        yield from self._tell(look, doubt.act, _FOLLOWED, agree=False, aside=aside)

    def _go_on(self, look: Look, doubt: InDoubt, then: Then) -> Iterator[Event]:
        """An act in doubt counts: on to the one that followed."""
        self._count(doubt)
        yield from self._decide(look, then.seen, [then.cards])

    def _count(self, doubt: InDoubt) -> None:
        self._taken_on_trust |= {doubt.act.cell} | doubt.besides
        self._cards, self._laid = doubt.cards, []
        self._maybe, self._unseen = None, ()

    def _tell_hand(self, look: Look, doubt: InDoubt, hand: tuple[str, ...]) -> Iterator[Event]:
        """The act that could not be made out, and the hand that the next player shows."""
        yield from self._tell_doubted(look, doubt)
        self._count(doubt)
        if not self._ended:
            yield from self._tell(look, self.game.Exchange(self.state.on_turn, hand), 1.0)
