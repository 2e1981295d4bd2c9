"""The deck of Four Colour Cards: 112 narrow strips, four of each of 28 cards.

A card is the colour of its strip and its rank, never the glyph: which of two glyphs a strip carries depends on
the edition. Records name it `red-chariot`.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.game import Unfit
from referee.table import Colour
from wording import Phrase

Card = str  # one of CARDS
Cards = tuple[Card, ...]

COLOURS: tuple[Colour, ...] = ("red", "green", "yellow", "white")
RANKS = ("general", "advisor", "elephant", "chariot", "horse", "cannon", "soldier")
CARDS: Cards = tuple(f"{colour}-{rank}" for colour in COLOURS for rank in RANKS)
COPIES = 4  # of each card
GENERALS: Cards = tuple(f"{colour}-general" for colour in COLOURS)

# The glyphs of each edition's strips, colour by colour, in the order of RANKS. In Taiwan two colours carry one
# army's glyphs and two the other's; old Hokkien decks swap the soldiers; Chaozhou decks have one army.
EDITIONS: Mapping[str, Mapping[Colour, str]] = {
    name: dict(zip(COLOURS, armies, strict=True))
    for name, armies in {
        "taiwan": ("帥仕相俥傌炮兵", "將士象車馬包卒", "帥仕相俥傌炮兵", "將士象車馬包卒"),
        "hokkien": ("帥仕相俥傌炮卒", "將士象車馬包兵", "帥仕相俥傌炮卒", "將士象車馬包兵"),
        "chaozhou": ("將士相車馬炮卒",) * 4,
    }.items()
}
GLYPHS: Mapping[str, str] = {  # every glyph of a rank, in whatever edition
    "general": "將帥",
    "advisor": "士仕",
    "elephant": "象相",
    "chariot": "車俥",
    "horse": "馬傌",
    "cannon": "包炮砲",
    "soldier": "卒兵",
}


def colour_of(card: Card) -> Colour:
    """Return the colour of the strip."""
    return next(colour for colour in COLOURS if card.startswith(colour))


def rank_of(card: Card) -> str:
    """Return the rank.

    >>> colour_of("red-chariot"), rank_of("red-chariot")
    ('red', 'chariot')
    """
    return card.partition("-")[2]


def glyph(card: Card, edition: str) -> str:
    """Return the glyph that the card carries in an edition.

    >>> glyph("red-chariot", "taiwan"), glyph("red-chariot", "chaozhou")
    ('俥', '車')
    """
    return EDITIONS[edition][colour_of(card)][RANKS.index(rank_of(card))]


def card_from_name(name: str) -> Card:
    """Return the card that people call `name`: colour and rank, cut short where no other fits, or the glyph.

    Raises Unfit if it names none, or several.

    >>> card_from_name("red-chariot"), card_from_name("r-ch"), card_from_name("red-車")
    ('red-chariot', 'red-chariot', 'red-chariot')
    """
    colour, _, rank = name.lower().partition("-")
    meant = [
        card
        for card in CARDS
        if colour
        and rank
        and colour_of(card).startswith(colour)
        and (rank_of(card).startswith(rank) or rank in GLYPHS[rank_of(card)])
    ]
    if len(meant) == 1:
        return meant[0]
    if not meant:
        raise Unfit.of(no_card(ascii(name)))
    raise Unfit(
        "several_cards", "card {card} can be any of {cards}", card=ascii(name), cards=", ".join(meant)
    )


def no_card(shown: str) -> Phrase:
    """What is wrong with a card that is none of the deck; `shown` is how it was called."""
    return Phrase(
        "no_card",
        "card {card} is not a colour ({colours}), - and a rank ({ranks})",
        card=shown,
        colours=", ".join(COLOURS),
        ranks=", ".join(RANKS),
    )
