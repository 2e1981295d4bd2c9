"""One game at one table: settled looks become acts, acts become verdicts, and each is stored before it is told.

The session holds no camera and no page. It is fed ``Look``s and commands and answers with the events that
INTERFACES names (ready, act, restored, unclear, outcome, camera), as JSON-able dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from companion.differences import changed_cells, seen_differences, stacks_as_seen, told_differences
from companion.hindsight import faults_of_next_act, possible_act
from companion.interpreter import Expectation, Interpretation, agrees, interpret
from companion.options import ZoneSpec, zone_on_table
from companion.played_cards import PlayedCards, Zone, colours_of
from companion.said import said
from companion.state import CommandError, no_board_yet
from companion.told import Event, Fault, Told, ToldGame, in_seconds
from companion.watcher import CameraNews, Look, Watcher
from referee import phrases, records
from referee.table import Table, cell_name
from vision.reading import FIELD_COLOURS, CardSeen

LANGUAGES = phrases.LANGUAGES
HAND = 7

_LOOKS_TO_TELL = 3  # an act is told after so many looks that agree
_LOOKS_TO_BLAME = 5  # a fault is told after so many
_LOOKS_TO_DOUBT = 7  # what is still unclear after so many will not clear up by itself
_LOOKS_TO_BEGIN = 4
_LEAD_TO_AGREE = 3.0  # only a table read without doubt may become what later ones are compared with
_CARD_FAULTS = {"no_cards", "mixed_colours", "wrong_colour", "too_few_cards", "too_many_cards"}
_FOLLOWED = 0.9  # how sure it is that an act was done which can only be told by the one that followed
_EXCHANGE_AFTER_S = 0.8  # seven cards lie there and nobody moves: they are shown, not being counted out


@dataclass
class Session(ToldGame):
    """A game of Just 4 Fun Colours, followed by looking."""

    zone: ZoneSpec = None  # where played cards are laid, if a person says so
    look: Look | None = None
    _cards: PlayedCards = field(default_factory=PlayedCards)
    # Readings of the cards laid for an act that was not told yet.
    _laid: list[tuple[CardSeen, ...]] = field(default_factory=list)
    _agreed_stacks: Any = None  # how the stones lay when table and game last agreed
    _maybe: Any = None  # a legal act that could not be made out for sure
    _flagged: tuple[CardSeen, ...] = ()  # the cards that lay there when the last fault was told

    # --- looks ---

    def see(self, look: Look, watcher: Watcher) -> Iterator[Event]:
        """Take in a settled look and yield the events it leads to."""
        self.look = look
        if self.state is None:
            yield from self._begin(look, watcher)
        elif self.phase == "over":
            watcher.agree(look)  # people clear up, or a person ended the game
        elif look.looks >= _LOOKS_TO_TELL:
            yield from self._weigh(look, watcher)

    def camera(self, news: CameraNews) -> Event:
        """The camera was moved, lost or is back."""
        self._cards.lying_known = False
        return {"t": in_seconds(news.t), "event": "camera", "state": news.state}

    def _begin(self, look: Look, watcher: Watcher) -> Iterator[Event]:
        """Learn the fields from the empty board, and start."""
        if look.looks < _LOOKS_TO_BEGIN:
            return
        taken = look.fields.taken()
        if taken.any():
            if table := self._table_known(look, watcher):
                yield self.start(look, watcher, [list(row) for row in table.fields])
                self._set_table(self.game.with_table(self.state, table, None), said("with_stones"))
                yield from self._tell_outcome(look.t)
                return
            if not self._unclear_told and look.looks >= _LOOKS_TO_DOUBT:
                cells = ", ".join(cell_name((int(r), int(c))) for r, c in np.argwhere(taken))
                yield self._doubt(look, said("not_empty", cells=cells))
            return
        yield self.start(look, watcher, watcher.learn_set(look))

    def _table_known(self, look: Look, watcher: Watcher) -> Table | None:
        """The table as it stands, if the board is known from a profile and all of it could be made out."""
        if watcher.known is None or look.looks < _LOOKS_TO_BLAME:
            return None
        return watcher.known.table(look.fields, self.players)

    def start(self, look: Look, watcher: Watcher, fields: list[list[str]]) -> Event:
        """Begin the record on a board with these fields."""
        header = {
            "game": self.game.ID,
            "players": list(self.players),
            "options": self.options,
            "board": {"fields": fields},
        }
        self.resume(records.read_header(header), [])
        self.keep(self.state, header, None)
        self._agree(look, watcher)
        return {"t": in_seconds(look.t), "event": "ready", "board": look.reading.to_json("", 0.0)["board"]}

    def know_board(self, watcher: Watcher) -> None:
        """Tell the watcher the fields' colours, so that it finds the right way up again."""
        fields = self.game.expected_table(self.state).fields
        watcher.know_fields(np.array([[FIELD_COLOURS.index(name) for name in row] for row in fields]))

    def _agree(self, look: Look, watcher: Watcher) -> None:
        """Table and game agree: remember this look, its cards, and which way up the board lies."""
        watcher.agree(look)
        self._agreed_stacks = self._stacks
        self.know_board(watcher)
        if self.zone and not self._cards.lying_known and look.reading.board:
            self._cards.zone = zone_on_table(self.zone, look.reading.board)
        elif watcher.known and (outline := watcher.known.zone_board()) is not None:
            self._cards.zone = Zone(polygon=outline)
        self._cards.told(look.cards)
        watcher.act_told()
        self._laid = []
        watcher.know_zone(self._cards.zone.outline_board())
        self.phase = "playing"
        self._forget_doubts()

    # --- from looks to acts ---

    def _weigh(self, look: Look, watcher: Watcher) -> Iterator[Event]:
        doubtful = self._cards.doubtful(look.cards)
        readings = self._cards.readings(look.cards)
        colours = colours_of(readings[0])
        if colours:
            self._laid = readings
        elif self._laid:
            # Cards may be cleared away before the stone they paid for could be made out.
            readings = self._laid
        if self._maybe and look.looks >= _LOOKS_TO_BLAME and self._followed(look, colours):
            yield from self._tell(look, watcher, self._maybe, _FOLLOWED, agree=False)
        seen = interpret(self._evidence(look), self._expectation(colours_of(readings[0])))
        if self.phase == "differs":
            yield from self._watch_differences(look, watcher, seen)
            return
        if self.fault:
            yield from self._watch_fault(look, watcher, seen, colours, doubtful)
            return
        if seen.unclear:
            self._maybe = possible_act(self.game, self.state, seen, colours_of(readings[0])) or self._maybe
            yield from self._hesitate(look, seen)
        elif seen.nothing:
            self._forget_doubts()
            self._maybe = None
            self.phase = "playing"
            yield from self._cards_alone(look, watcher, colours, sure=not doubtful)
            if not colours and not doubtful and seen.lead > _LEAD_TO_AGREE:
                watcher.agree(look)
                self._cards.cleared(look.cards)
                self._agreed_stacks, self._laid = self._stacks, []
        else:
            yield from self._decide(look, watcher, seen, readings)

    def _decide(
        self, look: Look, watcher: Watcher, seen: Interpretation, readings: list[tuple[CardSeen, ...]]
    ) -> Iterator[Event]:
        """Stones were moved: with which cards? Of the possible readings a legal one is the likeliest; a fault
        is only told after a longer look, and not while the cards are in doubt."""
        acts = [self._act(seen, colours_of(cards)) for cards in readings]
        if seen.placement:
            row, col = seen.placement[1]
            field_colour = self.game.expected_table(self.state).fields[row][col]
            acts += [self._act(seen, colours_of(cards, field_colour)) for cards in readings]
        legal = next((act for act in acts if self.game.judge(self.state, act).legal), None)
        if legal is not None:
            yield from self._tell(look, watcher, legal, seen.confidence)
        elif self._cards.doubtful(look.cards):
            yield from self._hesitate(look, seen)
        elif look.looks >= _LOOKS_TO_BLAME:
            paid = self._paid_on_a_pile(look, seen)
            in_sight = colours_of(readings[0]) if paid else None
            least = min(acts, key=lambda act: len(self.game.judge(self.state, act).faults))
            yield from self._tell(look, watcher, paid or least, seen.confidence, in_sight)

    def _paid_on_a_pile(self, look: Look, seen: Interpretation) -> Any | None:
        """The placement with as many cards as it costs, of the colour on top of the pile they were dropped on:
        no more can be seen of them. None where none were dropped, or perhaps none."""
        if seen.placement is None:
            return None
        (row, col), table = seen.placement[1], self.game.expected_table(self.state)
        colour, price = table.fields[row][col], len(table.stacks[row][col]) + 1
        top = self._cards.dropped(look.cards, colour)
        return self._act(seen, colours_of([top], colour) * price) if top else None

    def _followed(self, look: Look, cards: tuple[str, ...]) -> bool:
        """Whether the next player has surely had his turn: then what may have been done before was done."""
        after = self.game.apply(self.state, self._maybe)
        before = self._agreed_stacks or self._stacks
        faults = faults_of_next_act(self.game, after, self.players, look.evidence, before, cards)
        return faults is not None and "wrong_player" not in faults

    def _evidence(self, look: Look) -> Any:
        """What the look shows; where a person changed the game since, nothing is held against the picture from
        before."""
        agreed = self._agreed_stacks
        return look.evidence.since(agreed, self._stacks) if agreed else look.evidence

    def _expectation(self, cards: tuple[str, ...]) -> Expectation:
        table = self.game.expected_table(self.state)
        return Expectation(table.stacks, table.fields, self.players, self.state.on_turn, cards)

    def _act(self, seen: Interpretation, cards: tuple[str, ...]) -> Any:
        if seen.placement:
            colour, cell = seen.placement
            return self.game.Place(colour, cell, cards)
        return self.game.Change(seen.added, seen.removed, cards)

    def _cards_alone(
        self, look: Look, watcher: Watcher, cards: tuple[str, ...], sure: bool
    ) -> Iterator[Event]:
        """No stone moved. Seven cards that stay are a hand shown for an exchange; fewer are not yet an act. What may
        be an eighth is none: nobody holds more."""
        sure = sure or len(cards) == HAND
        if sure and len(cards) >= HAND and look.settled_for_s >= _EXCHANGE_AFTER_S:
            yield from self._tell(look, watcher, self.game.Exchange(self.state.on_turn, cards), 1.0)

    def _hesitate(self, look: Look, seen: Interpretation) -> Iterator[Event]:
        """Wait for more looks; when they do not help, say so once."""
        if look.looks < _LOOKS_TO_DOUBT:
            return
        cells = changed_cells(seen)
        self.differences = seen_differences(self._stacks, look.fields, cells)
        if self._unclear_told:
            return
        if cells:
            names = ", ".join(map(cell_name, cells))
            why = said("unsure_cells", cells=names)
        else:
            why = said("unsure_cards")
        yield self._doubt(look, why)

    def _doubt(self, look: Look, why: dict[str, str]) -> Event:
        self.phase, self.unclear, self._unclear_told = "unclear", why, True
        return {"t": in_seconds(look.t), "event": "unclear", "why": why["en"]}

    # --- from acts to verdicts ---

    def _tell(
        self,
        look: Look,
        watcher: Watcher,
        act: Any,
        confidence: float,
        in_sight: tuple[str, ...] | None = None,
        agree: bool = True,
    ) -> Iterator[Event]:
        """Judge an act, keep it, and tell it; ``in_sight`` are the cards seen where more may lie under them. Where
        more was done since, the table does not ``agree`` with the game after it."""
        verdict = self.game.judge(self.state, act)
        before = self.state
        text = {lang: phrases.what(lang, before, act, verdict) for lang in LANGUAGES}
        spoken = phrases.say("en", before, act, verdict)
        if in_sight is not None:
            aside = said("uncounted")
            text = {lang: f"{text[lang]} {aside[lang]}" for lang in LANGUAGES}
            spoken = f"{spoken} {aside['en']}"
        todo = (
            None if verdict.legal else {lang: phrases.todo(lang, before, act, verdict) for lang in LANGUAGES}
        )
        n = len(self.history) + 1 if verdict.legal else None
        told = Told(act, verdict, text, todo, n)
        line = records.line_fields(self.game.ID, records.Line(act))
        self.keep(before, line, verdict)
        self.last = told
        self._forget_doubts()
        if verdict.legal:
            self.history.append(told)
            self.state = self.game.apply(before, act)
            self.fault = self._maybe = None
            if agree:
                self._agree(look, watcher)
        else:
            self.phase, self._flagged = "waiting_restore", look.cards
            lying = self.game.expected_table(self.game.accept(before, act)).stacks
            self.fault = Fault(told, lying, act.cards if in_sight is None else in_sight, look.t)
            self.differences = told_differences(self._stacks, lying)
        event: Event = {
            "t": in_seconds(look.t),
            "event": "act",
            "n": n,
            "act": line,
            "legal": verdict.legal,
            "faults": list(verdict.faults),
            "confidence": round(confidence, 3),
            "text": spoken,
        }
        yield event
        yield from self._tell_outcome(look.t)

    def _watch_fault(
        self,
        look: Look,
        watcher: Watcher,
        seen: Interpretation,
        cards: tuple[str, ...],
        doubtful: bool,
    ) -> Iterator[Event]:
        """A faulty act lies there: has it been undone, mended, or followed by something else?"""
        assert self.fault is not None
        was_exchange = isinstance(self.fault.told.act, self.game.Exchange)
        table = self.game.expected_table(self.state)
        evidence = look.evidence.since(table.stacks, self.fault.stacks)
        # A stone that was moved and put back never stands just as it stood: there, only what is seen now counts.
        moved_since = look.t - look.settled_for_s > self.fault.t
        put_back = moved_since and isinstance(self.fault.told.act, self.game.Change)
        back = interpret(evidence, self._expectation(cards)) if put_back else seen
        if back.nothing and (not was_exchange or len(cards) < HAND):
            self.fault = None
            self._agree(look, watcher)
            yield {"t": in_seconds(look.t), "event": "restored"}
            return
        if back.unclear:
            yield from self._hesitate(look, seen)
            return
        unchanged = was_exchange or agrees(evidence, self.fault.stacks, self.players, table.fields)
        if unchanged and (doubtful or not cards or sorted(cards) == sorted(self.fault.cards)):
            return
        if self._played_on(look, cards):
            self._let_stand(self.fault.told)
            self._cards.told(self._flagged)
            self._laid = []
            yield from self._weigh(look, watcher)
            return
        act = self._act(seen, cards)
        if not cards and act == replace(self.fault.told.act, cards=()):
            return  # the cards were taken back first: the stone is still to follow
        if act != self.fault.told.act and not doubtful and not was_exchange and look.looks >= _LOOKS_TO_BLAME:
            yield from self._tell(look, watcher, act, seen.confidence)

    def _played_on(self, look: Look, cards: tuple[str, ...]) -> bool:
        """Whether the next player has placed a stone on top of an act at fault by its cards alone.

        Then the table has let it stand: perhaps the cards were misread. Waiting on would lose all that
        follows.
        """
        assert self.fault is not None
        act, faults = self.fault.told.act, set(self.fault.told.verdict.faults)
        if not isinstance(act, self.game.Place) or not faults <= _CARD_FAULTS:
            return False
        after = self.game.accept(self.state, act)
        found = faults_of_next_act(self.game, after, self.players, look.evidence, self._stacks, cards)
        return found is not None and found <= _CARD_FAULTS

    # --- what a person decides ---

    def table_is_right(self) -> list[Event]:
        """Take the table as the camera sees it; whoever has a stone more than before has had his turn."""
        if self.look is None or self.state is None:
            raise no_board_yet()
        seen = interpret(self._evidence(self.look), self._expectation(()))
        stacks = stacks_as_seen(self._stacks, seen, self.look.fields)
        table = Table(self.game.expected_table(self.state).fields, stacks)
        on_turn = self.game.accept(self.state, self.game.Change(seen.added, seen.removed)).on_turn
        text = said("as_it_lies")
        self._set_table(self.game.with_table(self.state, table, on_turn), text)
        return list(self._tell_outcome(self._now))

    def put_it_back(self) -> None:
        """The table will be put as the game has it: nothing is judged until it is."""
        if not self.differences:
            raise CommandError("nothing_to_put_back", "nothing to put back: the table is as the game has it")
        self.putting_back = True
        if self.phase != "waiting_restore":
            self.phase, self.unclear = "differs", None

    def _watch_differences(self, look: Look, watcher: Watcher, seen: Interpretation) -> Iterator[Event]:
        """The table was not as the game has it: is it now?"""
        if seen.nothing:
            self._agree(look, watcher)
            yield {"t": in_seconds(look.t), "event": "restored"}
        else:
            self.differences = seen_differences(self._stacks, look.fields, changed_cells(seen))

    @property
    def _now(self) -> float:
        return self.look.t if self.look else 0.0

    def _heard(self) -> None:
        """A person decided: the cards that lie there belong to what was before."""
        if self.look:
            self._cards.told(self.look.cards)

    def rebuild(self, lines: Sequence[records.Line], corrected: int | None = None) -> list[Event]:
        """Judge a corrected list of acts anew, and hold the table against it; see ``ToldGame``."""
        events = super().rebuild(lines, corrected)
        if self.look and not self._ended:
            self._compare(self.look)
        return events

    def _compare(self, look: Look) -> None:
        """After a correction: if the table as it was last seen is not as the game has it now, show where."""
        seen = interpret(self._evidence(look), self._expectation(()))
        if not seen.nothing:
            self.phase = "differs"
            self.differences = seen_differences(self._stacks, look.fields, changed_cells(seen))
