"""The result of a game on one sheet of paper: how it ended and why, the board as it lay, the count, every act.

Laid out and painted once, in millimetres, as PDF; the PNG is a picture of that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.sheets.colours import FAINT, FIELDS, INK, PAPER, PIPS, RGB, STONES, darker, ink_on, sign
from calibration.sheets.words import letters
from companion.paper.names import paper_names
from companion.paper.page import Page, picture
from companion.record.replay import replay
from referee import phrases, records
from referee.table import cell_name
from wording.typeset import fill

_WIDTH, _HEIGHT = 210.0, 297.0
_MARGIN = 16.0
_LINE = 1.4  # of a size: from one line to the next
_NAMES = 5.0  # above and left of a board, for the letters and numbers of its fields
_GOLD: RGB = (202, 145, 0)
# A line may end before a space, and before any Chinese character; punctuation stays with what it closes or opens.
_PIECES = re.compile(r"\s*（?(?:[㐀-鿿]|[^\s㐀-鿿、。，：；？！（）]+)[、。，：；？！）]*")
_SHADE: RGB = (236, 232, 224)
WORDS = {
    path.name.split(".")[1]: json.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).parent.glob("sheet.*.json"))
}
LANGUAGES = tuple(WORDS)


def result_sheet(record: records.Record, language: str, form: str) -> bytes:
    """The sheet as a file. `form`: "pdf" or "png"; `language`: one of LANGUAGES."""
    own = letters(language)
    others = tuple(font for font in map(letters, LANGUAGES) if font != own)
    names = paper_names(
        record, language, (own, *others), lambda n: str(WORDS[language]["player"]).format(n=n)
    )
    shown = replay(names.record)
    page = Page(_WIDTH, _HEIGHT, shown["name"], language, names.faces)
    _Sheet(page, shown, language, names.stand_ins).lay_out()
    return page.file() if form == "pdf" else picture(page.file())


@dataclass
class _Sheet:
    """What is laid out so far; `y` is how far down."""

    page: Page
    shown: dict[str, Any]
    language: str
    stand_ins: dict[str, str]
    y: float = _MARGIN

    def lay_out(self) -> None:
        end = self.shown["steps"][-1]
        outcome = end["outcome"]
        self.lines(self.shown["name"], 8)
        self.lines(self.words("result"), 4, darker(FAINT))
        self.y += 3
        self.lines((outcome["text"] if outcome else end["standing"])[self.language], 5.2)
        self.y += 4
        top = self.y
        table = end["table"]
        left = _MARGIN
        if table and table.get("size"):
            side = 88.0
            _board(self.page, table, outcome, (left, top), side)
            left += side + 8
        self.players(end, left)
        if self.stand_ins:
            self.lines(self.words("unwritten", players=", ".join(self.stand_ins)), 3, darker(FAINT), left)
        self.y += 3
        for sentence in (outcome or {}).get("counted", {}).get(self.language, ()):
            self.lines(sentence, 3.5, left=left)
            self.y += 1.2
        self.y = max(self.y, top + 88 if table and table.get("size") else 0) + 6
        self.acts()
        self.page.text("tableref", (_MARGIN, _HEIGHT - 9), 3, darker(FAINT))

    def words(self, key: str, **values: Any) -> str:
        return fill(self.language, str(WORDS[self.language][key]), values)

    def lines(self, text: str, size: float, rgb: RGB = INK, left: float = _MARGIN) -> None:
        """Write a text in as many lines as it takes."""
        for line in _broken(self.page, text, size, _WIDTH - _MARGIN - left):
            self.y += size
            self.page.text(line, (left, self.y), size, rgb)
            self.y += size * (_LINE - 1)

    def players(self, end: dict[str, Any], left: float) -> None:
        """A line a player, the best first: with fields and stones where areas were counted."""
        outcome = end["outcome"] or {}
        areas, winners = outcome.get("areas"), outcome.get("winners", ())
        names = [player["colour"] for player in end["players"]]
        plays = {player["colour"]: player.get("plays") for player in end["players"]}
        if isinstance(areas, dict):
            names.sort(key=lambda name: areas[name], reverse=True)
            heads = [self.words("fields"), self.words("stones")]
            for head, right in zip(heads, (_WIDTH - _MARGIN - 18, _WIDTH - _MARGIN), strict=True):
                self.page.text(head, (right - self.page.width(head, 3), self.y + 3), 3, darker(FAINT))
            self.y += 5
        for name in names:
            middle = self.y + 4
            if name in winners:
                _box(self.page, left - 1.5, self.y - 0.6, _WIDTH - _MARGIN - left + 3, 9.2, _SHADE)
            tokens = plays.get(name) or [self.stand_ins.get(name, name)]
            drawn = [
                _token(self.page, each, (left + 3.4 + 8 * i, middle), 3.2) for i, each in enumerate(tokens)
            ]
            indent = 8 * sum(drawn) + any(drawn)
            won = f" – {self.words('won')}" if name in winners else ""
            ends = _WIDTH - _MARGIN - (36 if isinstance(areas, dict) else 0)
            shown = _fitted(self.page, self.called(name), won, 4.6, ends - left - indent)
            self.page.text(shown, (left + indent, middle + 1.6), 4.6, INK)
            if isinstance(areas, dict):
                for number, right in zip(areas[name], (_WIDTH - _MARGIN - 18, _WIDTH - _MARGIN), strict=True):
                    self.page.text(
                        str(number), (right - self.page.width(str(number), 4.6), middle + 1.6), 4.6, INK
                    )
            self.y += 9.6

    def called(self, player: str) -> str:
        known = phrases.catalogue(self.language)["colours"]
        if name := self.shown["options"].get("names", {}).get(player):
            return str(name)
        return phrases.colour_name(self.language, player) if player in known else player

    def acts(self) -> None:
        """Every act in words, in two columns, as small as it takes to fit."""
        told = [step["act"] for step in self.shown["steps"][1:]]
        self.lines(self.words("acts", count=len(told)), 4)
        room = _HEIGHT - 14 - self.y
        width = (_WIDTH - 2 * _MARGIN - 6) / 2
        for size in (3.2, 2.8, 2.4, 2.1, 1.8):
            lines = [line for act in told for line in self._act(act, size, width)]
            rows = int(room / (size * _LINE))
            if len(lines) <= 2 * rows:
                break
        rows = max(1, min(rows, (len(lines) + 1) // 2)) if len(lines) <= 2 * rows else rows
        for i, (line, rgb) in enumerate(lines[: 2 * rows]):
            column, row = divmod(i, rows)
            at = (_MARGIN + column * (width + 6), self.y + size + row * size * _LINE)
            self.page.text("…" if i == 2 * rows - 1 < len(lines) - 1 else line, at, size, rgb)

    def _act(self, act: dict[str, Any], size: float, width: float) -> Iterator[tuple[str, RGB]]:
        mark = "" if act["legal"] else "(!) "
        text = f"{act['n']}  {mark}{act['text'][self.language]}"
        for line in _broken(self.page, text, size, width):
            yield line, INK if act["legal"] else (150, 30, 24)


def _fitted(page: Page, name: str, rest: str, size: float, width: float) -> str:
    """The name and the rest, with as much of the name as there is room for."""
    text = name + rest
    while name and page.width(text, size) > width:
        name = name[:-1]
        text = f"{name}…{rest}"
    return text


def _pieces(page: Page, text: str, size: float, width: float) -> Iterator[str]:
    """What a text may be broken into; a word that is longer than a line, such as a name, anywhere."""
    for piece in _PIECES.findall(text):
        if page.width(piece.lstrip(), size) > width:
            yield piece[0]
            yield from piece[1:]
        else:
            yield piece


def _broken(page: Page, text: str, size: float, width: float) -> Iterator[str]:
    """The text in lines that are not longer than `width`."""
    line = ""
    for piece in _pieces(page, text, size, width):
        longer = f"{line}{piece}".lstrip()
        if line and page.width(longer, size) > width:
            yield line
            longer = piece.lstrip()
        line = longer
    yield line


def _board(page: Page, table: dict[str, Any], outcome: Any, at: tuple[float, float], side: float) -> None:
    """The fields with the letters and numbers by which they are called, the towers, and what decided the game."""
    size = table["size"]
    at = x0, y0 = at[0] + _NAMES, at[1] + _NAMES
    cell = (side - _NAMES) / size
    _names(page, size, at, cell)
    corners = {(r, c): colour for colour, (r, c) in table.get("corners", {}).items()}
    for row in range(size):
        for col in range(size):
            x, y = x0 + col * cell, y0 + row * cell
            colour = table["fields"][row][col] if table["fields"] else corners.get((row, col))
            rgb = FIELDS[colour] if colour else _SHADE
            _box(page, x + 0.3, y + 0.3, cell - 0.6, cell - 0.6, rgb)
            if colour:
                page.shape(sign(colour, (x + cell * 0.14, y + cell * 0.14), cell * 0.08), ink_on(rgb))
            if stack := table["stacks"][row][col]:
                _tower(page, stack, (x + cell / 2, y + cell / 2), cell * 0.34)
    if outcome:
        for colour, cells, width in _decided(outcome):
            for line in _border(cells, at, cell):
                page.stroke(line, PAPER, width + 0.9)
            for line in _border(cells, at, cell):
                page.stroke(line, colour, width)


def _names(page: Page, size: int, at: tuple[float, float], cell: float) -> None:
    """A letter above each column, and a number beside each row."""
    for i in range(size):
        letter, number = cell_name((0, i))[0], cell_name((i, 0))[1:]
        middle = (i + 0.5) * cell
        page.text(letter, (at[0] + middle - page.width(letter, 3) / 2, at[1] - 1.6), 3, darker(FAINT))
        page.text(number, (at[0] - 1.6 - page.width(number, 3), at[1] + middle + 1), 3, darker(FAINT))


def _decided(outcome: Any) -> Iterator[tuple[RGB, list[tuple[int, int]], float]]:
    """What to outline: colour, cells, and how thick."""
    areas = outcome.get("area_cells") or {}
    for player, cells in sorted(areas.items(), key=lambda area: area[0] in outcome["winners"]):
        won = player in outcome["winners"]
        yield STONES[player], [(r, c) for r, c in cells], 1.8 if won else 0.8
    if not areas and outcome.get("cells"):
        yield _GOLD, [(r, c) for r, c in outcome["cells"]], 1.6


def _border(
    cells: list[tuple[int, int]], at: tuple[float, float], cell: float
) -> Iterator[list[tuple[float, float]]]:
    """The sides of cells behind which the area does not go on, in millimetres."""
    held = set(cells)
    corners = [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)]
    for row, col in cells:
        for side, (down, right) in enumerate([(-1, 0), (0, 1), (1, 0), (0, -1)]):
            if (row + down, col + right) not in held:
                ends = (corners[side], corners[side + 1])
                yield [(at[0] + (col + c) * cell, at[1] + (row + r) * cell) for r, c in ends]


def _tower(page: Page, stack: list[str], at: tuple[float, float], radius: float) -> None:
    """A tower from above: its owner's cap with the sign, and its height where it is more than one stone."""
    _token(page, stack[-1], at, radius)
    if len(stack) > 1:
        height = str(len(stack))
        x, y = at[0] + radius * 0.75, at[1] + radius * 0.75
        page.disc((x, y), radius * 0.48, PAPER)
        page.text(height, (x - page.width(height, radius * 0.8) / 2, y + radius * 0.29), radius * 0.8, INK)


def _token(page: Page, colour: str, at: tuple[float, float], radius: float) -> bool:
    """A disc in a player's colour with its sign; returns whether there is one, for some are called by a name."""
    rgb = STONES.get(colour) or PIPS.get(colour)
    if rgb is None:
        return False
    page.disc(at, radius, INK)
    page.disc(at, radius * 0.94, rgb)
    page.shape(sign(colour, at, radius * 0.5), ink_on(rgb))
    return True


def _box(page: Page, x: float, y: float, w: float, h: float, rgb: RGB) -> None:
    page.shape([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], rgb)
