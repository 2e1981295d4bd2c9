"""From a script to shots: hands discard, draw, claim, lay melds, show a hand, and take mistakes back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.scenes.filmed.director import ENDING_S, Director
from models.scenes.filmed.film import Film
from models.scenes.filmed.hands import Arm, Spot
from models.scenes.scene import Camera
from models.scenes.strips.recording_script import Script, Step
from models.scenes.strips.recording_stage import Stage
from models.scenes.strips.recording_table import MIDDLE, FilmedTable, Where
from models.scenes.strips.scene import STRIP_MM, StripScene
from referee.four_colour_acts import Discard, Draw, Hu, Meld, State, Stuck
from referee.four_colour_claims import judged_in
from referee.four_colour_deck import Card, Cards
from referee.four_colour_melds import best_melds
from referee.records import four_colour_cards as records

_PAUSE_CHANCE = 0.1  # between two strips
_PAUSE_S = (0.3, 0.9)
_RESTS_S = (1.6, 2.8)
_FAULT_LIES_S = (1.8, 4.5)  # until somebody notices it
_RESTORED_S = (1.0, 1.8)
_REACHED_S, _LET_GO_S = (0.1, 0.3), (0.1, 0.3)
_LEFT_LYING = 0.5  # how often the card claimed at hu is left in the middle

Moves = list[tuple[Where, Where, Card]]  # strips that went from an area, or a hand, to another


def direct(
    rng: np.random.Generator,
    script: Script,
    stage: Stage,
    fps: int,
    knocked: Camera | None = None,
    poses: int = 3,
) -> Film[StripScene]:
    """Film a script on a table. With ``knocked`` the camera is that one from the middle of the game on. ``poses``: in
    how many, at most, a hand is seen on its way in or out."""
    return _Director(rng, FilmedTable(rng, stage), stage, fps, poses).film(script.steps, knocked)


class _Director(Director[StripScene, Step]):
    def __init__(
        self, rng: np.random.Generator, table: FilmedTable, stage: Stage, fps: int, poses: int
    ) -> None:
        super().__init__(rng, table, tuple(stage.arms), (), fps, poses, arms=stage.arms)
        self._table = table

    def play(self, step: Step, last: bool) -> None:
        """One act: done, seen lying, and taken back where it does not stand."""
        taken = self._do(step)
        since = self.now()
        self.hold(ENDING_S if last else self.between(*(_RESTS_S if step.stands else _FAULT_LIES_S)))
        told = self._told(step) | {"stands_from": since, "stands_to": self.now()}
        if not step.stands:
            self._take_back(step, taken)
            told["restored"] = self.now()
            self.hold(self.between(*_RESTORED_S))
        self.acts.append(told)

    def _do(self, step: Step) -> Card | None:
        """The act; the card on offer, if it was taken from the middle."""
        arm, act = self.arms[step.player], step.act
        before = judged_in(step.before, act)
        if before is not step.before and before.overruled:
            self._give_back(before.overruled, before)
        taken, at, offer = None, None, before.table.offer
        match act:
            case Discard():
                at = self._lay(arm, None, act.card, MIDDLE, self._table.places(MIDDLE, 1))
            case Draw():
                at = self._lay(
                    arm, self._fetch(arm, act.card), act.card, MIDDLE, self._table.places(MIDDLE, 1)
                )
            case Meld():
                places, cards = self._table.places(step.player, len(act.cards)), list(act.cards)
                if offer and offer.card in cards:
                    taken = offer.card
                    cards.remove(taken)
                    at = self._lay(arm, self._take(arm, None, MIDDLE, taken), taken, step.player, places[:1])
                for card, place in zip(cards, places[taken is not None :], strict=True):
                    at = self._lay(arm, at, card, step.player, [place])
            case Hu():
                at, taken = self._show(arm, step.player, act, offer.card if offer else None)
            case Stuck(_, hand) if hand:
                at = self._lay_hand(arm, step.player, hand)
        if at:
            self.leave(arm, at)
        return taken

    def _give_back(self, overruled: Meld, before: State) -> None:
        """A meld that a stronger claim overrules is taken up, and the card on offer put back."""
        arm, at, offer = self.arms[overruled.player], None, before.table.offer
        for card in overruled.cards:
            at = self._take(arm, at, overruled.player, card)
            if offer and card == offer.card:
                at, offer = self._lay(arm, at, card, MIDDLE, self._table.places(MIDDLE, 1)), None
            self._table.in_hand = None
        if at:
            self.leave(arm, at)

    def _show(self, arm: Arm, player: str, act: Hu, offer: Card | None) -> tuple[Spot | None, Card | None]:
        """A hand laid open, with the card on offer taken to it or left where it is; and the lucky card turned."""
        taken = None
        if offer and self.rng.random() > _LEFT_LYING:
            taken, place = offer, self._table.places(player, 1)
            at = self._lay(arm, self._take(arm, None, MIDDLE, offer), offer, player, place)
            self.leave(arm, at)
        at = self._lay_hand(arm, player, act.hand)
        if act.lucky:
            self.leave(arm, at)
            place = self._table.places(MIDDLE, 1)
            at = self._lay(arm, self._fetch(arm, act.lucky), act.lucky, MIDDLE, place)
        return at, taken

    def _lay_hand(self, arm: Arm, player: str, hand: Cards) -> Spot:
        """A hand by its melds, handful by handful."""
        melds, over = best_melds(hand)
        for cards in [*(meld.cards for meld in melds), *([over] if over else [])]:
            places = self._table.places(player, len(cards))
            spot = (*places[0][0], STRIP_MM)
            self.move(arm, None, spot)
            for card, place in zip(cards, places, strict=True):
                self._table.in_hand = card
                self._table.lay(player, place)
            self.shoot(arm, spot, self.between(*_LET_GO_S))
        return spot

    def _take_back(self, step: Step, taken: Card | None) -> None:
        """What was laid is taken up again, and the card on offer goes back to the middle."""
        arm, act = self.arms[step.player], step.act
        cards, where = _laid(act)
        where = MIDDLE if where is MIDDLE else step.player
        at = None
        left = list(cards)
        if taken and isinstance(act, Meld):
            left.remove(taken)
        for card in left:
            at = self._take(arm, at, where, card)
            self._table.in_hand = None
        if isinstance(act, Hu) and act.lucky:
            at = self._take(arm, at, MIDDLE, act.lucky)
            self._table.in_hand = None
        if taken:
            at = self._take(arm, at, step.player, taken)
            at = self._lay(arm, at, taken, MIDDLE, self._table.places(MIDDLE, 1))
        if at:
            self.leave(arm, at)

    # --- what a hand does; each returns where it is then ---

    def _fetch(self, arm: Arm, card: Card) -> Spot:
        """The top of the deck."""
        _, spot = self._table.pile
        self.move(arm, None, spot)
        self.shoot(arm, spot, self.between(*_REACHED_S))
        self._table.draw(card)
        self.shoot(arm, spot, self.between(*_LET_GO_S))
        return spot

    def _take(self, arm: Arm, at: Spot | None, where: Where, card: Card) -> Spot:
        """A strip that lies open."""
        spot = self._table.lies(where, card)
        self.move(arm, at, spot)
        self.shoot(arm, spot, self.between(*_REACHED_S))
        self._table.lift(where, card)
        self.shoot(arm, spot, self.between(*_LET_GO_S))
        return spot

    def _lay(
        self,
        arm: Arm,
        at: Spot | None,
        card: Card,
        where: Where,
        places: Sequence[tuple[tuple[float, float], float]],
    ) -> Spot:
        """A strip out of the hand, at the first of the places."""
        spot = (*places[0][0], STRIP_MM)
        self._table.in_hand = card
        if at and self.rng.random() < _PAUSE_CHANCE:
            self.leave(arm, at)
            self.hold(self.between(*_PAUSE_S))
            at = None
        self.move(arm, at, spot)
        self.shoot(arm, spot, self.between(*_REACHED_S))
        self._table.lay(where, places[0])
        self.shoot(arm, spot, self.between(*_LET_GO_S))
        return spot

    def _told(self, step: Step) -> dict[str, object]:
        """An act as a recording's truth tells it, without its times."""
        line = records.write_act(step.act)
        told = {"kind": line.pop("act"), **line, "verdict": list(step.verdict.faults)}
        told |= records.write_events(step.before, step.act, step.after) if step.stands else {}
        return told if step.verdict.legal else told | {"taken_back": not step.stands}


def _laid(act: object) -> tuple[Cards, Where]:
    """The cards that an act laid, and whether in the middle: else before whoever did it."""
    match act:
        case Discard() | Draw():
            return (act.card,), MIDDLE
        case Meld():
            return act.cards, act.player
        case Hu() | Stuck():
            return act.hand or (), act.player
        case _:
            return (), MIDDLE
