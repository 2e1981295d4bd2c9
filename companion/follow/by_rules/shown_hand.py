"""The hand a player shows to exchange it: seven cards laid out while no stone moves.

Fewer are not yet an act, unless some are seen as one; and what may be an eighth is none: nobody holds more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.follow.by_rules.doubted_game import LOOKS_TO_BLAME
from companion.follow.by_rules.hindsight import InDoubt
from companion.follow.by_rules.look import Look
from companion.follow.by_rules.played_cards import PlayedCards, colours_of, sure_of_colours
from companion.follow.by_rules.seen_game import LOOKS_TO_DOUBT
from referee.just4fun_colours import HAND
from vision.stone_table.reading import OWNERS, CardSeen
from vision.stone_table.rows import in_a_row

_EXCHANGE_AFTER_S = 0.8  # seven cards lie there and nobody moves: they are shown, not being counted out
# A price is of one colour: so many cards of so many colours are a hand, or with those seen faintly of one more.
HAND_FOR_SURE, _HAND_COLOURS = 4, 3
# Of 20 hands shown in 60 games all were named rightly, two with a probability of 0.46 and 0.49; one of another game,
# with two orange cards in a lamp's light and a probability of 0.34, was not.
_SURE_OF_ALL = 0.4
_NEARLY_SURE = 0.4  # a card that is surer than that is likelier one than not, where a hand is shown


def hand_shown(account: PlayedCards, look: Look) -> tuple[CardSeen, ...]:
    """The cards of an exchange, if one is shown; a card of which it is not sure whether it lies there counts if it
    makes seven."""
    cards, doubtful = account.readings(look.cards)[0], account.doubtful(look.cards)
    if doubtful and len(cards) < HAND and look.looks >= LOOKS_TO_DOUBT:
        cards = _with_faint_ones(account, look, cards)
    shown = len(cards) == HAND or (len(cards) > HAND and not doubtful)
    if not shown and look.looks >= LOOKS_TO_DOUBT and more_colours_than_a_price(account, look):
        cards = in_a_row(look.stretch.view, account.perhaps(look.cards), HAND)
        shown = bool(cards)
    return cards if shown and look.settled_for_s >= _EXCHANGE_AFTER_S else ()


def hand_since(doubt: InDoubt, look: Look) -> tuple[str, ...]:
    """The colours of the hand that was shown since an act in doubt, of which something is still seen on the board. It
    is the next player's: who lays cards for a stone shows no hand."""
    if look.looks < LOOKS_TO_BLAME or not _is_seen(doubt, look):
        return ()
    hand = hand_shown(doubt.cards, look)
    return colours_of(hand) if sure_of_hand(hand) else ()


def _is_seen(doubt: InDoubt, look: Look) -> bool:
    """Whether something is seen of an act in doubt: that its field looks otherwise than before; if it cannot be held
    against that, since the camera was moved, that its stone stands there."""
    cell, evidence = doubt.act.cell, look.evidence
    stands = OWNERS[int(look.fields.owner[cell].argmax())] == doubt.act.player
    return (evidence.change is None and stands) or evidence.looks_changed(cell)


def sure_of_hand(hand: Sequence[CardSeen]) -> bool:
    """Whether the colours of all its cards together are told, not of each alone: seven cards are seven chances to
    err."""
    return sure_of_colours(hand) and float(np.prod([max(card.colour_p) for card in hand])) > _SURE_OF_ALL


def more_colours_than_a_price(account: PlayedCards, look: Look) -> bool:
    """Whether a hand is shown, though not all of its cards can be made out."""
    cards = account.readings(look.cards)[0]
    return len(cards) >= HAND_FOR_SURE and len(set(colours_of(cards))) >= _HAND_COLOURS


def _with_faint_ones(account: PlayedCards, look: Look, cards: tuple[CardSeen, ...]) -> tuple[CardSeen, ...]:
    """The hand shown, of which ``cards`` are seen surely, where they pay for no stone: they are of too many colours,
    or more than any costs. Empty where they are none."""
    if len(cards) < HAND_FOR_SURE:
        return ()
    hand = next((each for each in account.readings(look.cards) if len(each) == HAND), ())
    surely, perhaps = len(set(colours_of(cards))), len(set(colours_of(hand)))
    dearest = 1 + int(look.fields.heights().max())
    too_many = len(cards) > dearest and all(card.confidence > _NEARLY_SURE for card in hand)
    many = perhaps > _HAND_COLOURS or too_many
    return hand if surely >= _HAND_COLOURS or (surely > 1 and many) else ()
