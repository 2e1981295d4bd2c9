"""`tableref print`: a set to play with, or to measure a lens with, as a PDF in true millimetres."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from calibration.sheets.words import LANGUAGES
from companion.errors import WrongCall

if TYPE_CHECKING:
    from calibration.sheets.page import Sheets

_STONES = ("red", "green", "blue", "yellow", "white", "black")
_EDITIONS = ("taiwan", "hokkien", "chaozhou")


@dataclass(frozen=True)
class _Wish:
    """What was asked for on the command line."""

    seed: int
    layout: str | None
    field_mm: float | None
    stones: tuple[str, ...]
    size: int
    clockwise: bool
    edition: str
    backs: bool


def _stones(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(","))
    if wrong := set(names) - set(_STONES):
        raise click.BadParameter(f"{min(wrong)!a} is not one of {', '.join(_STONES)}.")
    if len(set(names)) < len(names):
        raise click.BadParameter("a colour is given twice.")
    return names


def _board(sheets: Sheets, wish: _Wish) -> None:
    from calibration.sheets import just4fun_colours as game

    layout = game.read_layout(wish.layout) if wish.layout else game.shuffled(wish.seed)
    game.board(sheets, layout, wish.field_mm or game.FIELD_MM, "" if wish.layout else str(wish.seed))


def _cards(sheets: Sheets, wish: _Wish) -> None:
    from calibration.sheets import just4fun_colours as game

    game.cards(sheets, wish.backs, wish.field_mm or game.FIELD_MM)


def _discs(sheets: Sheets, wish: _Wish) -> None:
    from calibration.sheets import just4fun_colours as game

    game.stones(sheets, wish.stones, wish.field_mm or game.FIELD_MM)


def _punto(sheets: Sheets, wish: _Wish) -> None:
    from calibration.sheets import punto

    punto.cards(sheets, wish.backs)


def _one_two_three_four(sheets: Sheets, wish: _Wish) -> None:
    from calibration.sheets import one_two_three_four as game

    game.board(sheets, wish.size, wish.clockwise, wish.field_mm or game.FIELD_MM)
    game.tiles(sheets, wish.field_mm or game.FIELD_MM)


def _four_colour_cards(sheets: Sheets, wish: _Wish) -> None:
    from calibration.sheets import four_colour_cards
    from referee.four_colour_deck import EDITIONS

    glyphs = {str(colour): army for colour, army in EDITIONS[wish.edition].items()}
    four_colour_cards.cards(sheets, glyphs, wish.edition.title(), wish.backs)


def _calibration(sheets: Sheets, wish: _Wish) -> None:
    from calibration.sheets import lens_pattern

    lens_pattern.pattern(sheets)


_WHAT: dict[str, Callable[[Sheets, _Wish], None]] = {
    "board": _board,
    "cards": _cards,
    "stones": _discs,
    "punto": _punto,
    "one-two-three-four": _one_two_three_four,
    "four-colour-cards": _four_colour_cards,
    "calibration": _calibration,
}


@click.command(epilog="Example: tableref print board --seed 7 --paper letter --out board.pdf")
@click.argument("what", type=click.Choice((*_WHAT, "all")))
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write  [default: tableref-WHAT.pdf here]",
)
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="board: fields by lot, as often as asked the same.",
)
@click.option(
    "--layout", metavar="ROWS", help="board: its fields in place of a lot, six rows of roygbv parted by /."
)
@click.option(
    "--field-mm",
    type=click.FloatRange(25, 60),
    help="Boards, and what goes with them: a field's side  [default: 45; one-two-three-four 40]",
)
@click.option(
    "--stones",
    callback=_stones,
    default="red,green,blue,yellow",
    show_default=True,
    help=f"stones: the players' colours, of {', '.join(_STONES)}.",
)
@click.option(
    "--size",
    type=click.IntRange(5, 8),
    default=6,
    show_default=True,
    help="one-two-three-four: fields a side.",
)
@click.option(
    "--direction",
    type=click.Choice(("clockwise", "anticlockwise")),
    default="clockwise",
    show_default=True,
    help="one-two-three-four: the way of the lane.",
)
@click.option(
    "--edition",
    type=click.Choice(_EDITIONS),
    default="taiwan",
    show_default=True,
    help="four-colour-cards: whose glyphs the strips carry.",
)
@click.option("--backs/--no-backs", default=True, show_default=True, help="Cards: print their backs too.")
def command(
    what: str,
    paper: str,
    out: Path | None,
    language: str,
    seed: int,
    layout: str | None,
    field_mm: float | None,
    stones: tuple[str, ...],
    size: int,
    direction: str,
    edition: str,
    backs: bool,
) -> None:
    """Make sheets to print: a game's board, cards, stones, or the pattern to measure a lens by.

    board, cards and stones are those of Just 4 Fun Colours. Print them at 100 %, "actual size".
    """
    from calibration.sheets.cutting import DoesNotFit
    from calibration.sheets.just4fun_colours import WrongLayout
    from calibration.sheets.page import PAPERS, Sheets

    sheets = Sheets(PAPERS[paper], language)
    wish = _Wish(seed, layout, field_mm, stones, size, direction == "clockwise", edition, backs)
    try:
        for name in _WHAT if what == "all" else (what,):
            _WHAT[name](sheets, wish)
    except (DoesNotFit, WrongLayout) as error:
        raise WrongCall(str(error)) from error
    target = out or Path(f"tableref-{what}.pdf")
    sheets.save(target)
    click.echo(f"{sheets.pages} {'sheet' if sheets.pages == 1 else 'sheets'} in {target}: print at 100 %")
