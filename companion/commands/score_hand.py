"""`tableref score-hand`: what a hand of Four Colour Cards counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import click

from companion.errors import WrongCall
from companion.options import OPTION_OPTION, read_options
from referee.four_colour_acts import HAND, ID, Options
from referee.four_colour_deck import COPIES, Card, Cards, card_from_name
from referee.four_colour_melds import CountedMeld, best_melds, kind_of, total
from referee.four_colour_score import lucky_points, pays


@click.command(
    epilog="Example: tableref score-hand 3xred-chariot y-general g-general --claimed red-chariot --players 3"
)
@click.argument("cards", nargs=-1, metavar="CARD...")
@click.option("--claimed", metavar="CARD", help="The card on offer: its meld counts as on the table.")
@click.option("--table", "laid", multiple=True, metavar="CARDS", help="A meld laid before; may be repeated.")
@click.option("--lucky", metavar="CARD", help="The card turned at hu.")
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@OPTION_OPTION
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    cards: tuple[str, ...],
    claimed: str | None,
    laid: tuple[str, ...],
    lucky: str | None,
    players: int,
    option: tuple[str, ...],
    as_json: bool,
) -> None:
    """Split a hand into the melds that count most, and tell what a hu with it pays.

    CARD is a colour (red, green, yellow, white) and a rank (general, advisor, elephant, chariot, horse, cannon,
    soldier): red-chariot; or cut short, r-ch; or by its glyph, red-車. 3xred-chariot are three of them.
    """
    options = Options(**read_options(ID, option))
    table = [_read_meld(meld) for meld in laid]
    told = _count(
        _read_cards(cards), _read_card(claimed), table, _read_card(lucky), players=players, options=options
    )
    click.echo(json.dumps(told) if as_json else "\n".join(_words(told)))


def _count(
    hand: Cards, claimed: Card | None, table: list[Cards], lucky: Card | None, players: int, options: Options
) -> dict[str, Any]:
    """What `--json` prints."""
    offer = (claimed,) if claimed else ()
    held = [card for meld in (hand, offer, *table) for card in meld]
    _check(held, lucky)
    split, left = best_melds(hand, claimed, options.claimed)
    melds = (*(CountedMeld(meld, "table") for meld in table), *split)
    points = total(melds)
    extra = 0 if left else lucky_points(melds, points, lucky, options)
    caller, other, *_ = pays(players, 0, points + extra, options)
    return {
        "points": points,
        "melds": [
            {"kind": meld.kind, "cards": list(meld.cards), "where": meld.where, "points": meld.points}
            for meld in melds
        ],
        "left": list(left),
        "lucky": extra,
        "pays": None if left else {"caller": caller, "other": other},
    }


def _words(told: dict[str, Any]) -> Iterator[str]:
    for meld in told["melds"]:
        where = "in hand" if meld["where"] == "hand" else "on the table"
        yield f"{meld['points']:3}  {meld['kind']:9} {where:12}  {' '.join(meld['cards'])}"
    yield f"{told['points']:3}  points"
    if told["left"]:
        yield f"No hu: left over {' '.join(told['left'])}"
        return
    if told["lucky"]:
        yield f"{told['lucky']:3}  lucky"
    yield f"At hu the caller gets {told['pays']['caller']}, each other player {told['pays']['other']}."


def _check(held: Sequence[Card], lucky: Card | None) -> None:
    if not held:
        raise WrongCall("no card was given: for three red chariots type 3xred-chariot")
    if len(held) > HAND + 1:
        raise WrongCall(
            f"{len(held)} cards: with melds and the card on offer a player has {HAND + 1} at most"
        )
    if lucky is not None:
        held = [*held, lucky]
    for card, count in Counter(held).items():
        if count > COPIES:
            raise WrongCall(f"{card}: there are {COPIES} of each card, not {count}")


def _read_meld(text: str) -> Cards:
    meld = _read_cards(text.split())
    if not kind_of(meld):
        raise WrongCall(f"--table {text!r} is no meld")
    return meld


def _read_cards(names: Sequence[str]) -> Cards:
    cards: list[Card] = []
    for name in names:
        count, times, card = name.partition("x")
        many = times == "x" and count in tuple("123456789")
        cards += [_named(card if many else name)] * (int(count) if many else 1)
    return tuple(cards)


def _read_card(name: str | None) -> Card | None:
    return None if name is None else _named(name)


def _named(name: str) -> Card:
    try:
        return card_from_name(name)
    except ValueError as error:
        raise WrongCall(str(error)) from error
