"""How Four Colour Cards is played at random; see `playing`. Hands are made up when they are shown."""

from __future__ import annotations

from collections import Counter

import naive_four_colour_cards

from referee import four_colour_cards as rules
from referee.four_colour_acts import (
    CALLED,
    Claim,
    Discard,
    Draw,
    Exhausted,
    Hu,
    Meld,
    Options,
    Stuck,
)
from referee.four_colour_deck import CARDS, COLOURS, COPIES, GENERALS
from referee.four_colour_melds import melds_with
from referee.game import VoidRound

naive = naive_four_colour_cards.judge
PALETTES = (COLOURS,)
NAMES = ("ann", "bo", "cy", "Di Li", "red", "é")


def random_start(chance):
    options = Options(
        threshold=chance.choice((0, 5, 10, 10, 15)),
        base=chance.choice((0, 1, 3)),
        rounds=chance.choice((1, 2, 3)),
        credits=chance.choice((0, 100)),
        claimed=chance.choice(("table", "hand")),
        lucky=chance.choice(("above", "towards", "none")),
        next_starter=chance.choice(("winner", "same", "next")),
        edition=chance.choice(("taiwan", "hokkien", "chaozhou")),
    )
    return rules.start(chance.sample(NAMES, chance.randint(2, 4)), options)


def legal_act(chance, state):
    """Most often a discard or a draw, at times a meld or a claim, seldom a hu; None after the end."""
    acts = rules.legal_acts(state)
    if not acts:
        return None
    if (state.table.offer or state.before_meld) and chance.random() < 0.15:
        player = chance.choice(state.players)
        if words := rules.claimable(state, player):
            return Claim(player, chance.choice(words))
    if state.table.offer and chance.random() < 0.1:
        hu = random_hu(chance, state)
        if hu and rules.judge(state, hu).legal:
            return hu
    melds = [act for act in acts if isinstance(act, Meld)]
    return chance.choice(melds if melds and chance.random() < 0.3 else acts)


def random_act(chance, state):
    player = state.on_turn if chance.random() < 0.6 else chance.choice(state.players)
    kind = chance.random()
    if kind < 0.2:
        return Discard(player, chance.choice(CARDS))
    if kind < 0.4:
        return Draw(player, chance.choice(CARDS))
    if kind < 0.65:
        offer = state.table.offer
        card = offer.card if offer and chance.random() < 0.8 else chance.choice(CARDS)
        cards = chance.choice(melds_with(card))
        some = tuple(chance.choice(CARDS) for _ in range(chance.randint(0, 5)))
        return Meld(player, cards if chance.random() < 0.8 else some)
    if kind < 0.7:
        return Claim(chance.choice(state.players), chance.choice(CALLED))
    if kind < 0.9:
        return random_hu(chance, state) or Exhausted()
    if kind < 0.97:
        return Stuck(player, chance.choice((None, _few(chance), _few(chance, GENERALS))))
    if kind < 0.98:
        return VoidRound()
    return Exhausted()


def random_hu(chance, state):
    """A hu of a hand that splits wholly, most often; None where there are not the cards for one."""
    player = chance.choice(state.players)
    offer = state.table.offer
    unseen = Counter({card: COPIES - state.table.count(card) for card in CARDS})
    hand = made_up(chance, unseen, offer.card if offer else None, state.hand(player))
    if hand is None:
        return None
    if hand and chance.random() < 0.15:
        hand = hand[:-1] if chance.random() < 0.5 else (*hand[:-1], chance.choice(CARDS))
    left = [card for card in CARDS if unseen[card] > hand.count(card)]
    lucky = chance.choice(left) if left and chance.random() < 0.8 else None
    return Hu(player, tuple(chance.sample(hand, len(hand))), lucky)


def as_line(act):
    """An act as JSON would give it back, without the code that writes records."""
    if isinstance(act, VoidRound):
        return {"act": "void_round"}
    line = {key: list(value) if isinstance(value, tuple) else value for key, value in vars(act).items()}
    line = {key: value for key, value in line.items() if value is not None}
    return {"act": type(act).__name__.lower(), **line}


def space(chance, state):
    """Every discard, draw and stop, and melds of whatever card; of claims those that were made, taken back."""
    acts = [Exhausted(), *(Stuck(player) for player in state.players if player != state.emptied)]
    acts += [Claim(said.player, "pass") for said in state.claims if said.kind != "pass"]
    for player in state.players:
        acts += [kind(player, card) for kind in (Discard, Draw) for card in CARDS]
        offer = state.table.offer or (state.before_meld and state.before_meld.table.offer)
        offered = [offer.card] if offer else []
        for card in offered + chance.sample(CARDS, 2):
            # Legal acts name the card on offer first.
            acts += [
                Meld(player, cards)
                for cards in melds_with(card)
                if not set(offered) & set(cards[1:]) - {card}
            ]
    return acts


def parts(state):
    """Every card is in a hand, in the deck, or open; every player has as many cards; no credit is lost."""
    laid = [sum(map(len, melds)) for melds in state.table.melds]
    on_offer = state.table.offer is not None
    held = [hand + cards for hand, cards in zip(state.hands, laid, strict=True)]
    if not on_offer:
        held[state.turn] -= 1
    return {
        "cards": sum(state.hands) + state.stock + sum(laid) + len(state.table.passed) + on_offer,
        "each": held,
        "credits": sum(state.credits),
        "impossible": [card for card in CARDS if state.table.count(card) > COPIES],
    }


def claims(chance, state):
    """That somebody cannot discard."""
    return [Stuck(player) for player in state.players]


def examples(state, act):
    """Hands are hidden: no card is named."""
    return []


def symmetries(state):
    """Cards lie on a table without a board."""
    return []


def made_up(chance, unseen, offered, size):
    """`size` unseen cards that are melds with the card offered; None where they do not come about."""
    left, hand = unseen.copy(), []
    if offered:
        left[offered] += 1
    card = offered
    while len(hand) < size + bool(offered):
        card = card or chance.choice(CARDS)
        room = size + bool(offered) - len(hand)
        fitting = [cards for cards in melds_with(card) if len(cards) <= room and not Counter(cards) - left]
        if fitting:
            cards = chance.choice(fitting)
            left -= Counter(cards)
            hand += cards
        elif (card == offered and not hand) or (room == 1 and not any(left[general] for general in GENERALS)):
            return None
        card = None
    if offered:
        hand.remove(offered)
    return tuple(hand)


def _few(chance, cards=CARDS):
    return tuple(chance.choice(cards) for _ in range(chance.randint(0, 3)))
