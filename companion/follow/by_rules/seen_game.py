"""A game held against what is seen of it: where table and game agree, and what is told and decided where they do not.

What leads from looks to acts is in ``companion.follow.by_rules.session``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.errors import CommandError, no_board_yet
from companion.eyes.hints import Hints
from companion.eyes.known_table import KnownTable
from companion.eyes.learnt_set import LearntSet
from companion.eyes.stretch import Stretch
from companion.eyes.zone import Zone
from companion.follow.by_rules.evidence import Evidence, Expectation
from companion.follow.by_rules.hindsight import InDoubt, placed_in_turn, taken_back
from companion.follow.by_rules.interpreter import Interpretation, interpret
from companion.follow.by_rules.look import Look
from companion.follow.by_rules.played_cards import PlayedCards
from companion.follow.by_rules.stone_colours import StonesSeen
from companion.follow.by_rules.table_memory import TableMemory
from companion.messages import message
from companion.options import ZoneSpec, zone_on_table
from companion.session.differences import (
    changed_by,
    changed_cells,
    seen_differences,
    stacks_as_seen,
    told_differences,
)
from companion.session.judged_game import Event, Fault, JudgedAct, JudgedGame, in_seconds
from referee import phrases, records
from referee.game import Unfit, Verdict
from referee.table import Table, cell_name, lying_in
from vision.stone_table.changes import Cell
from vision.stone_table.reading import FIELD_COLOURS, CardSeen

Readings = list[tuple[CardSeen, ...]]  # what may have been played, likeliest first
LANGUAGES = phrases.LANGUAGES

LOOKS_TO_DOUBT = 7  # what is still unclear after so many will not clear up by itself
_TOLD_BY_CARDS = 0.75  # of what colour a field is that could not be made out


@dataclass
class SeenGame(JudgedGame):
    """A game and the table on which it is played."""

    zone: ZoneSpec = None  # where played cards are laid, if a person says so
    known: KnownTable | None = None  # what a profile knows
    memory: TableMemory = field(default_factory=TableMemory)
    hints: Hints = field(default_factory=Hints)  # for the eyes, as of now
    look: Look | None = None
    _stones: StonesSeen = field(default_factory=StonesSeen)
    _cards: PlayedCards = field(default_factory=PlayedCards)
    _laid: Readings = field(default_factory=list)  # the cards laid for an act that was not told yet
    _laid_in_doubt: bool = False  # when they were last seen, it was not sure which they are
    _agreed_stacks: Any = None  # how the stones lay when table and game last agreed
    _maybe: InDoubt | None = None  # a legal act that could not be made out for sure
    _unseen: tuple[InDoubt, ...] = ()  # legal acts that may have been done though nothing is seen of them
    _taken_on_trust: frozenset[Cell] = frozenset()  # fields on which a stone stands that was not made out
    _flagged: PlayedCards = field(
        default_factory=PlayedCards
    )  # the account of the cards since the last fault
    # Fields whose colour could not be made out (a lamp's glare may hide it), and how likely is what they may be.
    _unsure_fields: dict[Cell, Mapping[str, float]] = field(default_factory=dict)
    # Placements whose cards told what colour such a field is, and what else it might have been.
    _told_by_cards: dict[Any, Mapping[str, float]] = field(default_factory=dict)
    _guessed: Any | None = None  # the last legal act, if its cards may be others

    def start_on(self, stretch: Stretch, learnt: LearntSet) -> Event:
        """Begin the record on a board that was seen and learnt before."""
        return self.start(self.memory.look(stretch), learnt)

    def start(self, look: Look, learnt: LearntSet) -> Event:
        """Begin the record on a board that was learnt."""
        fields = [list(row) for row in learnt.fields]
        header = {
            "game": self.game.ID,
            "players": list(self.players),
            "options": self.options,
            "board": {"fields": fields},
        }
        self.resume(records.read_header(header), [])
        self.keep(self.state, header, None)
        self._stones = StonesSeen(prints=learnt.labs())
        self.hints = replace(self.hints, sure=learnt.sure, shades=learnt.shades)
        unsure = learnt.unsure.items()
        self._unsure_fields = {
            (row, col): may_be for (row, col), may_be in unsure if fields[row][col] == next(iter(may_be))
        }
        self._told_by_cards, self._guessed = {}, None
        self._agree(look)
        return {"t": in_seconds(look.t), "event": "ready", "board": look.reading.to_json("", 0.0)["board"]}

    def know_board(self) -> None:
        """Give the eyes the fields' colours, so that they find the right way up again."""
        fields = self.game.expected_table(self.state).fields
        indices = np.array([[FIELD_COLOURS.index(name) for name in row] for row in fields])
        self.hints = replace(self.hints, fields=indices)

    def look_anew(self) -> None:
        """Another camera looks at the table, or this one in another way."""
        self.memory.forget()

    def _learn_field(self, act: Any, surely: bool = True) -> None:
        """A field's colour that could not be made out is told by the cards that were played for it; ``surely`` if
        they make the act a legal one."""
        row, col = act.cell
        lines = self.written()
        if surely:
            lines = [self._renamed(n, line, act) for n, line in enumerate(lines, start=1)]
            before = self._told_by_cards[act] = self._unsure_fields.pop(act.cell)
            # One card may be misread. The next, if it is of what the field was likelier to be, knows better.
            likelier = [name for name, p in before.items() if p > 0.5 and name != act.cards[0]]
            if likelier:
                self._unsure_fields[act.cell] = dict.fromkeys((act.cards[0], *likelier), 0.5)
        header = records.header_fields(self.start_state)
        header["board"]["fields"][row][col] = act.cards[0]
        phase = self.phase
        self.keep(self.state, header, None)
        self.resume(records.read_header(header), lines)
        self.phase = phase

    def _renamed(self, n: int, line: records.Line, newer: Any) -> records.Line:
        """The n-th act told, of the ``newer`` act's colour if its cards told wrongly what the field of both is."""
        act = line.act
        if act not in self._told_by_cards or act.cell != newer.cell:
            return line
        renamed = replace(line, act=replace(act, cards=(newer.cards[0],) * len(act.cards)))
        self.keep(self.state, records.line_fields(self.game.ID, renamed), Verdict(), n)
        return renamed

    def _may_be_of_its_cards_colour(self, act: Any) -> bool:
        """Whether a placement is one on a field whose colour could not be made out: it may be that of all its cards,
        though it is not called so."""
        if not isinstance(act, self.game.Place) or len(set(act.cards)) != 1:
            return False
        if act.cards[0] == self._colour_of(act.cell):
            return False
        return act.cards[0] in self._unsure_fields.get(act.cell, ())

    def _tells_its_field(self, act: Any, cards: Sequence[CardSeen]) -> bool:
        """Whether the cards laid for such a placement tell what colour its field is: that both are of this one is
        much likelier than that they are of any other."""
        likely = {
            name: p * np.prod([card.colour_p[FIELD_COLOURS.index(name)] for card in cards])
            for name, p in self._unsure_fields[act.cell].items()
        }
        return bool(likely[act.cards[0]] > _TOLD_BY_CARDS * sum(likely.values()))

    def _learn_stone(self, look: Look, act: Any) -> None:
        """Remember what the stone looks like that was placed."""
        change = look.evidence.change
        if change and isinstance(act, self.game.Place) and (lab := change.colours.get(act.cell)) is not None:
            self._stones = self._stones.and_one(act.player, lab)

    def _before_last(self, told: Any) -> Any | None:
        """The state before the last act, if all that is ``told`` is that its stone was taken off again."""
        last = self.history[-1].act if self.history else None
        return taken_back(self.game, self.state, told, last)

    def _settle(self, legal: Any, surely: bool) -> None:
        """A ``legal`` placement settles what colour its field has. Where its cards were not ``surely`` these, that
        they were is a guess: most acts are legal."""
        if isinstance(legal, self.game.Place):
            self._unsure_fields.pop(legal.cell, None)
        self._guessed = None if surely else legal

    def _last_went_by_its_cards(self) -> bool:
        """Whether the last stone was laid on a field whose colour could not be made out, and counted for its cards'
        sake, or its cards were guessed: whoever takes it off again knows better what they are."""
        last = self.history[-1].act if self.history else None
        return last is not None and (last in self._told_by_cards or last == self._guessed)

    def _take_back(self, before: Any) -> None:
        """The last stone was taken off again: on from the state ``before`` it. What its cards told of its field was
        perhaps wrong."""
        last = self.history[-1].act
        if last in self._told_by_cards:
            self._unsure_fields[last.cell] = self._told_by_cards.pop(last)
        self._set_table(before, message("taken_back"))

    @property
    def _heights(self) -> NDArray[np.int64]:
        """(n, n) how many stones stand on the fields."""
        return np.array([[len(stack) for stack in row] for row in self._stacks])

    def _agree(self, look: Look, to_come: Sequence[CardSeen] = ()) -> None:
        """Table and game agree: remember this look, its cards, and which way up the board lies. Cards that were laid
        already for what is ``to_come`` are no old ones."""
        self._lies_clear(look)
        self._agreed_stacks = self._stacks
        self.know_board()
        if self.zone and not self._cards.lying_known and look.reading.board:
            self._cards.zone = zone_on_table(self.zone, look.reading.board)
        elif self.known and (outline := self.known.zone_board()) is not None:
            self._cards.zone = Zone(polygon=outline)
        self._cards.told([card for card in look.cards if not any(card is new for new in to_come)])
        if not to_come:
            self.memory.act_told(look)
        self._laid, self._taken_on_trust = [], frozenset()
        self.hints = replace(self.hints, zone_board=self._cards.zone.outline_board())
        self.phase = "playing"
        self._forget_doubts()

    def _lies_clear(self, look: Look) -> None:
        """The table lies as the game expects, and no hand is over it: later looks are compared with this one."""
        self.memory.agree(look, self._heights)
        self.hints = replace(self.hints, clear_at=look.t)

    def _laid_since_fault(self, look: Look) -> list[CardSeen]:
        """The cards laid since the last fault was told: they are for the next act."""
        since = self._flagged.new(look.cards)
        return [card for card in self._cards.new(look.cards) if any(card is new for new in since)]

    def _evidence(self, look: Look) -> Evidence:
        """What the look shows; where a person changed the game since, nothing is held against the picture from
        before."""
        agreed = self._agreed_stacks
        evidence = look.evidence.since(agreed, self._stacks) if agreed else look.evidence
        return evidence.without(self._taken_on_trust)

    def _expectation(self, cards: tuple[str, ...]) -> Expectation:
        table = self.game.expected_table(self.state)
        return Expectation(table.stacks, table.fields, self.players, self.state.on_turn, cards)

    def _colour_of(self, cell: Cell) -> str:
        return str(self.game.expected_table(self.state).fields[cell[0]][cell[1]])

    def _act(self, seen: Interpretation, cards: tuple[str, ...]) -> Any:
        if seen.placement:
            colour, cell = seen.placement
            return self.game.Place(colour, cell, cards)
        return self.game.Change(seen.added, seen.removed, cards)

    # --- what is told ---

    def _tell(
        self,
        look: Look,
        act: Any,
        confidence: float,
        in_sight: tuple[str, ...] | None = None,
        agree: bool = True,
        aside: dict[str, str] | None = None,
    ) -> Iterator[Event]:
        """Judge an act, keep it, and tell it, with an ``aside``; ``in_sight`` are the cards seen where more may lie
        under them. Where more was done since, the table does not ``agree`` with the game after it."""
        verdict = self.game.judge(self.state, act)
        before = self.state
        text = {lang: phrases.what(lang, before, act, verdict) for lang in LANGUAGES}
        spoken = phrases.say("en", before, act, verdict)
        if aside:
            text = {lang: f"{text[lang]} {aside[lang]}" for lang in LANGUAGES}
            spoken = f"{spoken} {aside['en']}"
        todo = (
            None if verdict.legal else {lang: phrases.todo(lang, before, act, verdict) for lang in LANGUAGES}
        )
        n = len(self.history) + 1 if verdict.legal else None
        told = JudgedAct(act, verdict, text, todo, n)
        line = records.line_fields(self.game.ID, records.Line(act))
        self.keep(before, line, verdict)
        self.last = told
        self._forget_doubts()
        if verdict.legal:
            self.history.append(told)
            self.state = self.game.apply(before, act)
            self.fault = self._maybe = None
            self._unseen = ()
            if agree:
                self._learn_stone(look, act)
                self._agree(look)
                self._cards.told_as(act.cards)
        else:
            self.phase, self._flagged = "waiting_restore", self._cards.after(look.cards)
            lying = self.game.expected_table(self.game.accept(before, act)).stacks
            self.fault = Fault(told, lying, act.cards if in_sight is None else in_sight, look.t)
            self.differences = told_differences(lying_in(self._stacks), lying_in(lying))
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

    def _hesitate(self, look: Look, seen: Interpretation) -> Iterator[Event]:
        """Wait for more looks; when they do not help, say so once."""
        if look.looks < LOOKS_TO_DOUBT:
            return
        if self._went_on(look, seen):
            yield from self._tell_outcome(look.t)
            return
        cells = changed_cells(seen)
        self.differences = seen_differences(self._stacks, look.fields, cells)
        if self._unclear_since is not None:
            return
        if seen.unclear or (cells and not seen.placement):
            names = ", ".join(map(cell_name, cells))
            why = message("unsure_cells", cells=names)
        else:
            why = message("unsure_cards")
        yield self._doubt(look, why)

    def _went_on(self, look: Look, seen: Interpretation) -> bool:
        """Whether play went on though it was said that the table is not understood: then it is taken as it lies."""
        lies = self._played_on(look, seen)
        if lies:
            self._set_table(lies, message("went_on"))
            self._taken_on_trust |= {*seen.unclear}
        return bool(lies)

    def _played_on(self, look: Look, seen: Interpretation) -> Any | None:
        """The state of the game if play went on though it was said that the table is not understood: what has come
        since are stones of two players at least, each placed in his turn. Waiting on would teach nothing, and lose
        what follows. None otherwise."""
        since, fault = self._unclear_since, self.fault.told.act if self.fault else None
        if since is None or look.t - look.settled_for_s <= since:
            return None
        after = self.game.accept(self.state, fault) if fault else self.state
        lay = changed_by(lying_in(self._stacks), self.game.expected_table(after).lying)
        surely = {cell for _, cell in (*seen.added, *seen.removed)} - lay
        come = [cell for cell in changed_cells(seen) if cell not in lay]
        placed, after = placed_in_turn(self.game, look.fields.owner, come, surely, after)
        if len(placed) < 2 or not surely <= placed:
            return None
        # Nobody has won by what could not be made out.
        if seen.unclear and self.game.outcome(after):
            return None
        return self.game.accept(self.state, self.game.SetTable(after.stacks, after.on_turn))

    def _doubt(self, look: Look, why: dict[str, str]) -> Event:
        self.phase, self.unclear, self._unclear_since = "unclear", why, look.t
        return {"t": in_seconds(look.t), "event": "unclear", "why": why["en"]}

    # --- what a person decides ---

    def table_is_right(self) -> list[Event]:
        """Take the table as the camera sees it; whoever has a stone more than before has had his turn."""
        if self.look is None or self.state is None:
            raise no_board_yet()
        seen = interpret(self._evidence(self.look), self._expectation(()))
        stacks = stacks_as_seen(self._stacks, seen, self.look.fields)
        table = Table(self.game.expected_table(self.state).fields, stacks)
        on_turn = self.game.accept(self.state, self.game.Change(seen.added, seen.removed)).on_turn
        try:
            state = self.game.with_table(self.state, table, on_turn)
        except Unfit as error:
            raise CommandError.of(error.said) from error
        self._set_table(state, message("as_it_lies"))
        return list(self._tell_outcome(self._now))

    @property
    def _now(self) -> float:
        return self.look.t if self.look else 0.0

    def _heard(self) -> None:
        """A person decided: the cards that lie there belong to what was before, and nothing is in doubt."""
        self._maybe, self._unseen = None, ()
        if self.look:
            self._cards.told(self.look.cards)

    def field_is_known(self, cell: Cell) -> None:
        """A person said what colour a field has: no cards tell otherwise."""
        self._unsure_fields.pop(cell, None)

    def rebuild(self, lines: Sequence[records.Line], corrected: int | None = None) -> list[Event]:
        """Judge a corrected list of acts anew, and hold the table against it; see ``JudgedGame``."""
        events = super().rebuild(lines, corrected)
        self._maybe, self._unseen = None, ()
        if self.look and not self._ended:
            self._compare(self.look)
        return events

    def _compare(self, look: Look) -> None:
        """After a correction: if the table as it was last seen is not as the game has it now, show where."""
        seen = interpret(self._evidence(look), self._expectation(()))
        if not seen.nothing:
            self.phase = "differs"
            self.differences = seen_differences(self._stacks, look.fields, changed_cells(seen))
