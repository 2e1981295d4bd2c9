"""Just 4 Fun Colours as the session needs it: see ``companion.session.played.Played``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from companion.eyes.hints import Hints
from companion.eyes.known_table import KnownTable
from companion.eyes.learnt_set import learn_set
from companion.eyes.shown import Shown
from companion.eyes.stretch import Stretch
from companion.eyes.zone import Zone, side_of
from companion.follow.decision import Costs
from companion.follow.just4fun_colours import Just4FunColours, Memory
from companion.follow.just4fun_states import Act, Renamed, in_rules
from companion.follow.likelihood.fields_look import FieldsLook
from companion.follow.tracker import Tracker
from companion.follow.weights import shipped_weights
from companion.options import ZoneSpec, zone_on_table
from companion.session.differences import laid_and_taken
from companion.session.games.just4fun_board import known_board, learnt_board, names_p, paid_for, prints_lab
from companion.session.places import FIELDS
from companion.session.played import AT_LEAST_P, Json, LearntBoard, Options, Played
from referee import just4fun_colours as rules
from referee.just4fun_colours import STONE_COLOURS, Change, Place, SetTable, State
from referee.table import Cell, Colour, Lying, Piece, Stack, cells, lying_in
from vision.stone_table.reading import OWNERS

GAME = Just4FunColours()
ColoursTracker = Tracker[State, Act, Memory, FieldsLook]
Shows = Callable[[Stretch], Shown]


class Just4FunPlayed(Played[State, Act, Memory, FieldsLook, Stretch]):
    """``shows`` gives what tells of the stretches of one pair of eyes, each against those before it; cards are laid
    in a ``zone``, if a person says so; ``known`` is what a profile knows."""

    places = FIELDS

    def __init__(
        self,
        shows: Callable[[], Shows],
        players: Sequence[str],
        zone: ZoneSpec = None,
        known: KnownTable | None = None,
    ) -> None:
        """No eyes have looked yet."""
        self._new_eyes, self._players, self._known = shows, tuple(players), known
        self._said, self._zone = zone, Zone()
        self.other_eyes()

    def other_eyes(self) -> None:
        """Nothing that was seen before can be compared."""
        self._shows = self._new_eyes()

    def tracker(self, state: State, fault: Act | None, seen: FieldsLook) -> ColoursTracker:
        """Follow the game from a table that lies as ``state`` and ``fault`` have it."""
        tracker = Tracker(GAME, shipped_weights(rules.ID), Costs.read(Costs.SHIPPED), state, seen)
        if fault is not None:
            tracker.restart(state, fault, seen)
        return tracker

    def learn(self, stretch: Stretch, given: Options) -> LearntBoard:
        """The fields' names."""
        learnt = learn_set(stretch, self._known)
        return learnt_board(stretch, learnt, given, self._players, self._known)

    def board(self, stretch: Stretch) -> Mapping[str, Json]:
        """The fields and what stands on them, in the picture."""
        board: Mapping[str, Json] = stretch.reading().to_json("", 0.0)["board"]
        return board

    def known(self, hints: Hints, start: State, unsure: Sequence[str] = ()) -> Hints:
        """With the fields' names."""
        return known_board(hints, start, unsure)

    def settled(self, hints: Hints, act: Act) -> Hints:
        """Whoever paid for a stone saw what colour its field is."""
        if not isinstance(act, Place) or hints.sure is None:
            return hints
        sure = hints.sure.copy()
        sure[act.cell] = paid_for(float(sure[act.cell]))
        return replace(hints, sure=sure)

    def zone(self, hints: Hints, memory: Memory) -> Hints:
        """With where cards are laid: as a person or a profile says, or on the side on which most were."""
        zone, played = self._zone, memory.cards.played
        if not zone.known and len(played):
            sides = [side_of(place) for place in played]
            size = 6 if hints.fields is None else len(hints.fields)
            zone = Zone(side=max(sides, key=sides.count), size=size)
        return replace(hints, zone_board=zone.outline_board())

    def look(self, stretch: Stretch, state: State, hints: Hints) -> FieldsLook:
        """A look at the fields, and at the cards where they are laid."""
        if not self._zone.known:
            self._zone = self._zone_said(stretch)
        look = FieldsLook.of(self._shows(stretch), names_p(hints), prints_lab(hints))
        return replace(look, cards=tuple(card for card in look.cards if self._zone.holds(card.centre)))

    def _zone_said(self, stretch: Stretch) -> Zone:
        if self._said:
            return zone_on_table(self._said, stretch.board)
        outline = self._known.zone_board() if self._known else None
        return Zone() if outline is None else Zone(polygon=outline)

    def as_told(self, state: State) -> State:
        """Without the pile: a table set by hand knows nothing of it."""
        return replace(state, discards=())

    def recorded(self, act: Act) -> rules.Act:
        """A stone that told what its field is called is a stone like others."""
        return act.act if isinstance(act, Renamed) else act

    def begun(self, start: State, act: Act) -> State:
        """With the field called as its cards are."""
        return in_rules(start, act)[0]

    def lies(self, state: State, fault: Act | None) -> Lying:
        """How the stones stand in ``state``, with a faulty act on the table."""
        return lying_in((state if fault is None else GAME.apply(state, fault)).stacks)

    def read(self, lies: Lying, seen: FieldsLook) -> Lying:
        """The likeliest tower of each field; of a tower only the top and the height are seen."""
        read = _Read(seen)
        towers = {cell: read.tower(cell, _stack(lies, cell)) for cell in cells(read.size)}
        return {cell: tower for cell, tower in towers.items() if tower}

    def surely_otherwise(self, lies: Lying, seen: FieldsLook) -> tuple[Cell, ...]:
        """The fields that are in sight and hardly have what they should."""
        read = _Read(seen)
        return tuple(cell for cell in cells(read.size) if read.surely_otherwise(cell, _stack(lies, cell)))

    def table_act(self, before: State, after: State) -> Act:
        """The stacks as they are set by hand."""
        return SetTable(after.stacks, after.on_turn)

    def set_to(self, state: State, lies: Lying) -> State:
        """The state of a table that lies so; whoever has a stone more has had his turn."""
        laid, taken = laid_and_taken(lying_in(state.stacks), lies)
        on_turn = rules.accept(state, Change(_stones(laid), _stones(taken))).on_turn
        size = range(state.options.size)
        stacks = tuple(tuple(_stack(lies, (row, col)) for col in size) for row in size)
        return rules.accept(state, SetTable(stacks, on_turn))


@dataclass(frozen=True)
class _Read:
    """What a look alone, held against nothing, says of the fields' towers."""

    seen: FieldsLook

    @property
    def size(self) -> int:
        """Fields a side."""
        return round(len(self.seen.owner) ** 0.5)

    def tower(self, cell: Cell, known: Stack) -> Stack:
        """What stands on a field: what is ``known`` to, as long as that may be."""
        field = self._field(cell)
        if not self.surely_otherwise(cell, known, astray=0):
            return known
        owner, height = int(self.seen.owner[field].argmax()), int(self.seen.height[field].argmax())
        if not owner:
            return ()
        below = known[: max(1, height) - 1]
        return (*below, *(STONE_COLOURS[owner - 1],) * (max(1, height) - len(below)))

    def surely_otherwise(self, cell: Cell, known: Stack, astray: int = 1) -> bool:
        """Whether a field in sight hardly has on it what is ``known`` to stand there, be its tower miscounted by as
        many stones as are ``astray``: by one, that happens now and then."""
        field = self._field(cell)
        owner_p, height_p = self.seen.owner[field], self.seen.height[field]
        if self.seen.hidden[field] > 0.5:
            return False
        if owner_p[OWNERS.index(known[-1]) if known else 0] < AT_LEAST_P:
            return True
        near = height_p[max(0, len(known) - astray) : len(known) + astray + 1]
        return bool(known) and float(near.sum()) < AT_LEAST_P

    def _field(self, cell: Cell) -> int:
        return cell[0] * self.size + cell[1]


def _stack(lies: Lying, cell: Cell) -> Stack:
    return cast(Stack, lies.get(cell, ()))  # all that lies there is stones


def _stones(pieces: Sequence[tuple[Piece, Cell]]) -> tuple[tuple[Colour, Cell], ...]:
    return cast(tuple[tuple[Colour, Cell], ...], tuple(pieces))
