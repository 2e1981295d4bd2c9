"""Tables of Punto for the tests, written down: `R5` is red 5, `Y3` orange (yellow in Europe) 3, `.` nothing."""

from __future__ import annotations

from referee import punto
from referee.punto_acts import CannotPlace, Change, Options, Place, SetTable, State
from referee.table import CardTable, PointCard

LETTERS = {"R": "red", "Y": "orange", "B": "blue", "G": "green"}
OWN = {  # the colours by the number of players; ann begins, the turn goes on to bo, cy and di
    2: ["red blue", "orange green"],
    3: ["red", "orange", "blue"],
    4: ["red", "orange", "blue", "green"],
}
TEAMS = (("ann", "cy"), ("bo", "di"))
GRID_A = (
    "R4 R1 B1 G2 Y6 R3 / . Y3 G9 . B9 . / . G6 Y8 R5 R3 G7 / . . G4 Y4 . . / . . Y2 B4 B7 . / . . . B3 . ."
)
GRID_B = "R3 . Y8 . . / G6 Y4 B9 B3 . / Y5 R3 R7 R5 G6"
# Every cell of 6x6 is used and no two cards of one colour touch: a card with one point can be laid nowhere.
FULL = (
    "R1 Y1 B1 G1 R2 Y2 / B2 G2 R3 Y3 B3 G3 / R4 Y4 B4 G4 R5 Y5 /"
    "B5 G5 R6 Y6 B6 G6 / R7 Y7 B7 G7 R8 Y8 / B8 G8 R9 Y9 B9 G9"
)


def card(text):
    """R5"""
    return PointCard(LETTERS[text[0]], int(text[1]))


def piles(rows):
    """Cards row by row from [0, 0]; a pile from the bottom up is B1+R4."""
    return punto.in_order(
        {
            (r, c): tuple(map(card, word.split("+")))
            for r, row in enumerate(rows.split("/"))
            for c, word in enumerate(row.split())
            if word != "."
        }
    )


def game(players=4, cards="", on_turn="ann", teams=False, **options) -> State:
    """A game between so many players (or two teams), in its first round, with `cards` on the table."""
    names = ["ann", "bo", "cy", "di"][:players]
    own = OWN[2] * 2 if teams else OWN[players]
    colours = {name: colours.split() for name, colours in zip(names, own, strict=True)}
    state = punto.start(names, colours, None, Options(teams=TEAMS if teams else None, **options))
    return punto.with_table(state, CardTable(piles(cards)), on_turn)


def place(player, text, *cell):
    return Place(player, card(text), cell)


def cannot(player, text=None):
    return CannotPlace(player, card(text) if text else None)


def change(added="", removed=""):
    """Cards by their cells: "R5 0 3, B2 1 1"."""
    return Change(_placed(added), _placed(removed))


def set_table(rows, on_turn=None):
    return SetTable(piles(rows), on_turn)


def faults(state, act):
    return list(punto.judge(state, act).faults)


def after(state, *acts):
    """The state after legal acts."""
    for act in acts:
        state = punto.apply(state, act)
    return state


def replaced(rows, **cells):
    """The table with other cards on some cells: replaced(FULL, r0c3="R5")."""
    grid = [row.split() for row in rows.split("/")]
    for name, text in cells.items():
        row, column = name[1:].split("c")
        grid[int(row)][int(column)] = text
    return " / ".join(" ".join(row) for row in grid)


def all_played(*letters):
    """All 18 cards of each colour, in piles that make no line."""
    rows = []
    for letter in letters:
        piles = [
            "+".join(f"{letter}{points}" for points in half) for half in ((1, 3, 5), (2, 4, 6), (7, 8, 9))
        ]
        rows.append(f"{piles[0]} . {piles[1]} . {piles[2]}")
        rows.append(". . . . . .")
        rows.append(f". {piles[0]} . {piles[1]} . {piles[2]}")
    return " / ".join(rows)


def _placed(text):
    words = (part.split() for part in text.split(",") if part.strip())
    return tuple((card(name), (int(row), int(column))) for name, row, column in words)
