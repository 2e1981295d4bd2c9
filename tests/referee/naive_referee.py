"""Just 4 Fun Colours once more, as plainly as can be and without the referee's code, to hold it against.

It takes the lines of a record as JSON gives them, and answers as `tableref judge --json` does.
"""

from __future__ import annotations

from itertools import product


class NaiveReferee:
    """One game, played on lists that change."""

    def __init__(self, header):
        self.players = header["players"]
        self.row = header.get("options", {}).get("row", 4)
        self.fields = header["board"]["fields"]
        self.size = len(self.fields)
        self.cells = list(product(range(self.size), repeat=2))
        self.stacks = {cell: [] for cell in self.cells}
        self.used = dict.fromkeys(self.players, 0)
        self.turn = 0

    def act(self, line):
        """Judge one line, do it if it is legal, and return its faults."""
        faults = self.faults(line)
        if not faults and self.outcome() is None:
            self.do(line)
        return faults

    def faults(self, line):
        line = self.as_placement(line)
        if self.outcome() is not None:
            return [] if line["act"] == "change" or line.get("was_change") else ["game_over"]
        return sorted(set(getattr(self, f"faults_of_{line['act']}")(line)))

    def do(self, line):
        line = self.as_placement(line)
        if line["act"] == "change":
            return  # only one that changes nothing has no fault
        if line["act"] == "place":
            self.stacks[tuple(line["cell"])].append(line["player"])
        self.used[line["player"]] += 1
        self.turn = (self.turn + 1) % len(self.players)

    def faults_of_place(self, line):
        row, column = line["cell"]
        cards, price = line["cards"], 1 + len(self.stacks[row, column])
        colours = set(cards)
        return (
            ["wrong_player"] * (line["player"] != self.players[self.turn])
            + ["no_stones_left"] * (self.used.get(line["player"]) == 20)
            + ["no_cards"] * (not cards)
            + ["mixed_colours"] * (len(colours) > 1)
            + ["wrong_colour"] * (len(colours) == 1 and colours != {self.fields[row][column]})
            + ["too_few_cards"] * (0 < len(cards) < price)
            + ["too_many_cards"] * (len(cards) > price)
        )

    def faults_of_exchange(self, line):
        cards = line["cards"]
        payable = any(cards.count(self.fields[r][c]) > len(self.stacks[r, c]) for r, c in self.cells)
        return (
            ["wrong_player"] * (line["player"] != self.players[self.turn])
            + ["hand_not_shown"] * (len(cards) != 7)
            + ["can_place"] * payable
        )

    def faults_of_change(self, line):
        added, removed = self.net(line)
        faults = ["several_stones"] * (len(added) > 1)
        for colour, cell in removed:
            if any(colour == other and cell != to for other, to in added):
                faults.append("stone_moved")
            if any(cell == to and colour != other for other, to in added):
                faults.append("tower_changed")
        for cell in self.cells:
            stack, gone = list(self.stacks[cell]), [colour for colour, where in removed if where == cell]
            gone = [colour for i, colour in enumerate(gone) if gone[:i].count(colour) < stack.count(colour)]
            if sorted(stack[len(stack) - len(gone) :]) != sorted(gone):
                faults.append("tower_changed")
        for same in (lambda a, b: a[1] == b[1], lambda a, b: a[0] == b[0]):
            for stone in list(removed):
                for partner in added:
                    if same(stone, partner):
                        added.remove(partner)
                        removed.remove(stone)
                        break
        return faults + ["stone_removed"] * bool(removed)

    def as_placement(self, line):
        if line["act"] == "change":
            added, removed = self.net(line)
            if len(added) == 1 and not removed:
                (player, cell), cards = added[0], line.get("cards", [])
                return {"act": "place", "player": player, "cell": cell, "cards": cards, "was_change": True}
        return line

    def net(self, line):
        added = [(colour, tuple(cell)) for colour, cell in line["added"]]
        removed = [(colour, tuple(cell)) for colour, cell in line["removed"]]
        for stone in list(added):
            if stone in removed:
                added.remove(stone)
                removed.remove(stone)
        return added, removed

    def outcome(self):
        for player in self.players:
            cells = winning_cells(self.owned(player), self.row)
            if cells:
                return {"how": "row", "winners": [player], "cells": [list(cell) for cell in sorted(cells)]}
        if any(self.used[player] < 20 for player in self.players):
            return None
        areas = {player: list(self.best_area(player)) for player in self.players}
        best = max(areas.values())
        return {"how": "area", "winners": [p for p in self.players if areas[p] == best], "areas": areas}

    def owned(self, player):
        return {cell for cell, stack in self.stacks.items() if stack[-1:] == [player]}

    def best_area(self, player):
        heights = {cell: len(stack) for cell, stack in self.stacks.items()}
        pieces = connected_pieces(self.owned(player))
        return max(((len(piece), sum(heights[cell] for cell in piece)) for piece in pieces), default=(0, 0))


def winning_cells(owned, row):
    """Every cell of every straight run that is at least `row` long: walk each run from its first cell."""
    found = set()
    for r, c in owned:
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if (r - dr, c - dc) in owned:
                continue
            run = []
            while (r + len(run) * dr, c + len(run) * dc) in owned:
                run.append((r + len(run) * dr, c + len(run) * dc))
            if len(run) >= row:
                found.update(run)
    return found


def connected_pieces(owned):
    """Pieces that hang together by sides: every cell has a label, and the smaller labels spread."""
    label = {cell: cell for cell in owned}
    for _ in owned:
        for r, c in owned:
            around = [(r, c), (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
            label[r, c] = min(label[cell] for cell in around if cell in owned)
    return [{cell for cell in owned if label[cell] == name} for name in set(label.values())]


def judge(lines):
    """Return the faults of every act, and the outcome."""
    referee = NaiveReferee(lines[0])
    return [referee.act(line) for line in lines[1:]], referee.outcome()
