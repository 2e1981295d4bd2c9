"""The cards of a logged game's acts, as they were seen: which mark was which card is told as the tracker would, by
one that knows what was done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.follow.hypothesis import Step
from companion.follow.just4fun_colours import Just4FunColours, Memory, cards_done, of_cards
from companion.follow.just4fun_states import Act, cards_of
from companion.follow.likelihood.card_marks import ON_AN_OLD_ONE, Mark
from companion.follow.likelihood.fields_look import FieldsLook, OpenCard
from companion.follow.likelihood.open_cards import account
from companion.follow.weights import Weights
from models.fitting.examples import Moment, ended
from referee import just4fun_colours as rules
from referee.table import Colour


@dataclass(frozen=True)
class CardsOfAct:
    """The cards ``due`` for an act that was done alone; those ``found``, each with its colour. How many were seen
    ``twice``; how many ``overlaid``, not found where an old one of their colour lay; of those that came now whether
    it was ``noticed`` that they cover the table. For how many more there was ``room`` in what came to be covered
    (None: that was not seen)."""

    due: tuple[Colour, ...]
    found: tuple[tuple[OpenCard, Colour], ...]
    twice: int
    overlaid: int
    noticed: tuple[bool, ...]
    room: float | None

    @property
    def missed(self) -> int:
        """How many were not found of colours of which none was, though nothing hid them."""
        seen = {colour for _, colour in self.found}
        return max(0, sum(colour not in seen for colour in set(self.due)) - self.overlaid)

    @property
    def merged(self) -> int:
        """How many were not found beside another of their colour."""
        return max(0, len(self.due) - len(self.found) - self.missed - self.overlaid)

    @property
    def beside(self) -> int:
        """How many lie beside another of their colour."""
        return len(self.due) - len(set(self.due))


def cards_counted(
    moments: Iterable[Moment[rules.State, Act, FieldsLook]], fitted: Weights
) -> Iterator[CardsOfAct]:
    """The cards of each act of a game that is seen done alone."""
    game = Just4FunColours()
    weights = fitted.vector(game.FEATURES)
    memory: Memory | None = None
    for moment in moments:
        if memory is None:
            memory = game.begin(moment.state, moment.seen)
            continue
        memory = ended(game, memory, moment.steps)
        if _is_one_act(moment.steps):
            laid = account(memory.cards, moment.seen, of_cards(weights))
            done = cards_done(memory.cards, laid, moment.state, moment.fault)
            due = (*done, *cards_of(moment.fault))
            found = laid.matched(due)
            used = [i for i, _ in found]
            others = (mark for i, mark in enumerate(laid.marks) if i not in used and mark.came_now)
            twice = sum(laid.is_seen_twice(mark, used) for mark in others)
            if due:
                cards = tuple((laid.marks[i].card, colour) for i, colour in found)
                seen = {colour for _, colour in found}
                alone = tuple(colour for colour in set(due) if colour not in seen)
                overlaid = laid.maybe_old(alone)
                noticed = tuple(_noticed(laid.marks[i]) for i in used)
                told = tuple(each for each in noticed if each is not None)
                yield CardsOfAct(due, cards, twice, overlaid, told, laid.room(used))
        memory = game.remember(moment.state, moment.fault, memory, moment.seen, weights, False)


def _noticed(mark: Mark) -> bool | None:
    """Whether a card that came now is seen to cover the table; None where that cannot be told."""
    place = None if mark.bare is None else mark.card.since.get(mark.bare)
    return place.part > 0 if mark.came_now and mark.doubt != ON_AN_OLD_ONE and place is not None else None


def _is_one_act(steps: tuple[Step[Act], ...]) -> bool:
    return len(steps) == 1 and steps[0].kind == "act"
