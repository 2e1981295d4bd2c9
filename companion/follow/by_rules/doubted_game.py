"""Acts of a game that may have been done, though they could not be made out, and what later ones tell of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.follow.by_rules.evidence import Evidence, Expectation, at
from companion.follow.by_rules.hindsight import InDoubt, Then, next_act, unseen_acts, without_price
from companion.follow.by_rules.interpreter import Interpretation, gain_of_stone, interpret
from companion.follow.by_rules.look import Look
from companion.follow.by_rules.played_cards import PlayedCards, colourings, colours_of, might_be_of
from companion.follow.by_rules.seen_game import LOOKS_TO_DOUBT, Readings, SeenGame
from vision.stone_table.changes import Cell
from vision.stone_table.reading import CardSeen

LOOKS_TO_BLAME = 5  # a fault is told after so many
_LEADS_CLEARLY = 3.0  # natural logarithm: twenty to one


@dataclass
class DoubtedGame(SeenGame):
    """A game and its acts in doubt."""

    def _suspect(
        self, look: Look, act: Any | None, unclear: frozenset[Cell] = frozenset(), unread: bool = False
    ) -> None:
        """An act may have been done that is not seen for sure, or beside what is ``unclear``, with the cards that lay
        there first, or with some that are ``unread``."""
        if act is not None and (self._maybe is None or act != self._maybe.act):
            after = self.game.apply(self.state, act)
            self._maybe = InDoubt(act, after, self._cards.after(look.cards), unclear - {act.cell}, unread)

    def _suspect_unread(self, look: Look, seen: Interpretation, cards: Sequence[CardSeen]) -> None:
        """A stone was placed, and not all of the ``cards`` laid for it can be made out: if those that can are of its
        field's colour, they may be what it costs."""
        if seen.placement is None:
            return
        colour = self._colour_of(seen.placement[1])
        act = self._paid_in_full(seen, colour)
        if (
            len(cards) <= len(act.cards)
            and might_be_of(cards, colour)
            and self.game.judge(self.state, act).legal
        ):
            self._suspect(look, act, unread=True)
        elif self._maybe and self._maybe.unread:
            self._maybe = None

    def _suspect_unseen(self, look: Look, expected: Expectation) -> None:
        """Cards were laid, and no stone is seen for them: remember what they may have paid for, as they lay first."""
        if all(doubt.act.cards != expected.cards for doubt in self._unseen):
            cards = self._cards.after(look.cards)
            acts = unseen_acts(self.game, self.state, self._evidence(look), expected)
            self._unseen += tuple(InDoubt(act, self.game.apply(self.state, act), cards) for act in acts)

    def _set_aside(self, doubt: InDoubt, evidence: Evidence) -> None:
        """Nothing is seen any more of the act in doubt: what follows may still tell of it, unless its stone was
        plainly seen and its field looks as it did before, for then it was taken back."""
        self._maybe = None
        taken_back = doubt.stone_seen and evidence.looks_untouched(doubt.act.cell)
        if not taken_back and all(doubt.act != other.act for other in self._unseen):
            self._unseen = (*self._unseen, doubt)

    def _accounts(self) -> list[PlayedCards]:
        """The account of the cards since the last act, since each act in doubt, and since the last fault."""
        doubts = (doubt for doubt in (self._maybe, *self._unseen) if doubt)
        return [self._cards, *(doubt.cards for doubt in doubts), self._flagged]

    def _keep_account(self, look: Look) -> None:
        """Note which cards still lie there."""
        for account in self._accounts():
            account.new(look.cards)

    def _doubtful(self, look: Look) -> bool:
        """Whether it is not sure which cards were laid."""
        return self._cards.doubtful(look.cards, look.unread_board)

    def _in_doubt(self, look: Look, readings: Readings) -> bool:
        """Whether it is not sure which cards were laid, as they are read, though they may be cleared away by now, or
        lie where a lamp hides them, or came and went while the camera was moved."""
        cleared_in_doubt = readings is self._laid and self._laid_in_doubt
        unseen = self._cards.looked_away and not any(readings)
        return (
            cleared_in_doubt or unseen or self._doubtful(look) or self._cards.may_be_hidden(look.burnt_board)
        )

    def _first_legal(self, acts: Sequence[Any]) -> Any | None:
        return next((act for act in acts if self.game.judge(self.state, act).legal), None)

    def _may_be_misread(self, look: Look, seen: Interpretation, readings: Readings) -> bool:
        """Whether the cards of a fault are in doubt, or might be of the field's colour, with which it were none."""
        in_doubt = self._in_doubt(look, readings) and not self._faulty_however_read(look, seen, readings)
        return in_doubt or self._might_be_legal(seen, readings)

    def _might_be_legal(self, seen: Interpretation, readings: Readings) -> bool:
        """Whether a placement would be legal with cards of its field's colour, which they might be."""
        if seen.placement is None:
            return False
        colour = self._colour_of(seen.placement[1])
        acts = [self._act(seen, (colour,) * len(cards)) for cards in readings if might_be_of(cards, colour)]
        return self._first_legal(acts) is not None

    def _faulty_however_read(self, look: Look, seen: Interpretation, readings: Readings) -> bool:
        """Whether the act is at fault alike however the cards are read: what is faint may be a card or none, and too
        many were laid, or one may be of this colour or that, and neither is that of the others. Nobody is told to
        have laid too few so."""
        acts = [self._act(seen, colours) for cards in readings for colours in colourings(cards)]
        verdicts = {self.game.judge(self.state, act).faults for act in acts}
        too_few = any({"too_few_cards", "no_cards"}.intersection(faults) for faults in verdicts)
        return look.looks >= LOOKS_TO_DOUBT and len(verdicts) == 1 and not too_few

    def _is_only_counted(self, look: Look, seen: Interpretation) -> bool:
        """Whether nothing tells of the stone placed but that its tower is counted otherwise, from where it was not
        seen before."""
        if look.evidence.change is not None or seen.placement is None:
            return False
        player, cell = seen.placement
        return at(self._stacks, cell)[-1:] == (player,)

    def _sure_of_cards(self, look: Look) -> bool:
        """Whether it is sure which cards were laid, and how many."""
        return not (self._doubtful(look) or self._cards.may_be_more(look.cards))

    def _paid_uncounted(self, look: Look, seen: Interpretation, least: Any) -> tuple[Any, str] | None:
        """The placement with as many cards as it costs, where they cannot be counted, and what there is to be said of
        that: it is a guess. None where they can; ``least`` is the act with the fewest faults."""
        if paid := self._paid_on_a_pile(look, seen):
            return paid, "uncounted"
        if paid := self._paid_with_more(look, seen, least):
            return paid, "more_cards"
        return None

    def _paid_on_a_pile(self, look: Look, seen: Interpretation) -> Any | None:
        """The placement with as many cards as it costs, of the colour on top of the pile they were dropped on:
        no more can be seen of them. None where none were dropped, or perhaps none."""
        if seen.placement is None:
            return None
        colour = self._colour_of(seen.placement[1])
        top = self._cards.dropped(look.cards, colour)
        return self._paid_in_full(seen, colours_of([top], colour)[0]) if top else None

    def _paid_with_more(self, look: Look, seen: Interpretation, least: Any) -> Any | None:
        """The placement with as many cards as it costs, where there is nothing against it but that fewer are seen,
        and more may lie there."""
        too_few = self.game.judge(self.state, least).faults == ("too_few_cards",)
        more = too_few and self._cards.may_be_more(look.cards)
        return self._paid_in_full(seen, least.cards[0]) if more else None

    def _paid_elsewhere(self, look: Look, seen: Interpretation, acts: Sequence[Any]) -> bool:
        """Whether a placement of which none of the ``acts`` has any cards was paid for with just those that were laid
        on another side of the board than cards were before, if nobody has said where they are."""
        if self.zone or seen.placement is None or any(act.cards for act in acts):
            return False
        laid = colours_of(self._cards.laid_elsewhere(look.cards), self._colour_of(seen.placement[1]))
        return bool(self.game.judge(self.state, self._act(seen, laid)).legal)

    def _paid_in_full(self, seen: Interpretation, colour: str) -> Any:
        assert seen.placement is not None
        row, col = seen.placement[1]
        price = len(self.game.expected_table(self.state).stacks[row][col]) + 1
        return self._act(seen, (colour,) * price)

    def _paid_for(self, look: Look) -> InDoubt | None:
        """The only act in doubt whose cards have come onto the pile since: it was done, though it may hardly show."""
        if look.looks < LOOKS_TO_BLAME:
            return None
        doubts = [doubt for doubt in (self._maybe, *self._unseen) if doubt]
        paid = [doubt for doubt in doubts if doubt.cards.on_discards(look.cards)]
        return paid[0] if paid and all(doubt.act == paid[0].act for doubt in paid) else None

    def _followed(self, look: Look, doubts: Sequence[InDoubt]) -> tuple[InDoubt, Then] | None:
        """Of the acts that may have been done the only one after which what followed was legal, and that. One of
        several was done too: the one whose stone shows the most, if it leads clearly."""
        thens = [(doubt, then) for doubt in doubts if (then := self._then(look, doubt))]
        legal = [(doubt, then) for doubt, then in thens if not then.faults]
        if len(legal) < 2:
            return legal[0] if legal else None
        evidence = self._evidence(look)
        gains = [
            gain_of_stone(evidence, self._expectation(doubt.act.cards), doubt.act.cell) for doubt, _ in legal
        ]
        second, first = np.argsort(gains)[-2:]
        return legal[first] if gains[first] - gains[second] > _LEADS_CLEARLY else None

    def _then(self, look: Look, doubt: InDoubt) -> Then | None:
        """What was surely done after an act in doubt: who has had his turn since has let it count."""
        if look.looks < LOOKS_TO_BLAME:
            return None
        before = self._agreed_stacks or self._stacks
        readings = doubt.cards.readings(look.cards)
        evidence, besides = look.evidence, doubt.besides
        then = next_act(self.game, doubt.after, self.players, evidence, before, readings, besides)
        if then and doubt.unread and not self._still_stands(look, doubt, then):
            return None
        if then and then.faults == {"wrong_colour"}:
            act = self._act(then.seen, colours_of(then.cards))
            return replace(then, faults=frozenset()) if self._may_be_of_its_cards_colour(act) else then
        return then

    def _both_done(self, look: Look, seen: Interpretation, readings: Readings) -> tuple[InDoubt, Then] | None:
        """Of two stones of two players in turn, laid so quickly that nothing was seen between them: what each has
        done, if the cards that lie there pay for the second, or for both. The first's may have been cleared away."""
        first = [stone for stone in seen.added if stone[0] == self.state.on_turn]
        others = tuple(stone for stone in seen.added if stone not in first)
        if seen.removed or len(first) != 1 or len(others) != 1 or self._unclear_since is not None:
            return None
        ((_, cell),) = first
        act = self._paid_in_full(replace(seen, added=tuple(first)), self._colour_of(cell))
        if not self.game.judge(self.state, act).legal:
            return None
        doubt = InDoubt(act, self.game.apply(self.state, act), self._cards, unread=True)
        if (then := self._then(look, doubt)) and not then.faults:
            return doubt, then
        for cards in readings:
            left = without_price(cards, act.cards)
            if self.game.judge(doubt.after, self.game.Place(*others[0], colours_of(left))).legal:
                then = Then(replace(seen, added=others), left, frozenset())
                return replace(doubt, unread=False), then
        return None

    def _done_besides(self, look: Look, seen: Interpretation) -> tuple[InDoubt, Then] | None:
        """The act in doubt, where its stone stands, and what else was done since: stones were moved that are not his
        whose cards could not be read, and he was not asked to take his own back."""
        doubt = self._maybe
        if doubt is None or not doubt.unread or self.game.outcome(doubt.after):
            return None
        stone = (doubt.act.player, doubt.act.cell)
        others = tuple(each for each in seen.added if each != stone)
        if stone not in seen.added or not (others or seen.removed):
            return None
        cards = doubt.cards.readings(look.cards)[0]
        return doubt, Then(replace(seen, added=others), cards, frozenset())

    def _still_stands(self, look: Look, doubt: InDoubt, then: Then) -> bool:
        """Whether the stone of an act in doubt is plainly seen, or ``then`` one on it."""
        if then.seen.placement and then.seen.placement[1] == doubt.act.cell:
            return True
        seen = interpret(self._evidence(look), self._expectation(()))
        return (doubt.act.player, doubt.act.cell) in seen.added
