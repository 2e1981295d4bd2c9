"""One Two Three … Four once more, as plainly as can be and without the referee's code, to hold it against.

A tile walks the lane cell by cell and is slid step by step, each tile pushing the next. It takes the lines of
a record as JSON gives them, and answers as `tableref judge --json` does.
"""

from __future__ import annotations

from naive_referee import winning_cells


class NaiveReferee:
    """One game, played on a dict that changes: which colour lies on a cell."""

    def __init__(self, header):
        options = header.get("options", {})
        self.players, self.colours = header["players"], header["colours"]
        self.size = options.get("size", 6)
        self.clockwise = options.get("direction", "clockwise") == "clockwise"
        self.turn_cell_free = options.get("must_be_free", "turn_cell") == "turn_cell"
        end = self.size - 1
        ours = {"red": [0, 0], "blue": [0, end], "yellow": [end, end], "green": [end, 0]}
        corners = options.get("corners") or ours
        self.corners = {colour: tuple(cell) for colour, cell in corners.items()}
        self.board, self.turn, self.mover = {}, 0, None
        self.kicked, self.fallen = [], []

    def act(self, line):
        """Judge one line, do it if it is legal, and return its faults."""
        self.kicked, self.fallen = [], []
        if line["act"] == "table":
            return self.set_table(line)
        if self.outcome() is not None:
            return [] if line["act"] == "change" else ["game_over"]
        faults = sorted(set(self.faults(line)))
        if not faults:
            self.do(line)
        return faults

    def set_table(self, line):
        cells = {(r, c): stack for r, row in enumerate(line["stacks"]) for c, stack in enumerate(row)}
        self.board = {cell: stack[0] for cell, stack in cells.items() if stack}
        self.turn = self.players.index(line["on_turn"] or self.players[self.turn])
        self.mover = self.players[self.turn - 1]
        return []

    def faults(self, line):
        if line["act"] == "change":
            added, removed = net(line)
            if len(added) == 1 and not removed:
                return self.faults_of_one_added(*added[0])
            return faults_of_change(added, removed)
        player = line["player"]
        faults = [] if player == self.players[self.turn] else ["wrong_player"]
        if line["act"] == "pass":
            return faults + ["can_move"] * self.can_move(player)
        if line["act"] == "enter":
            colour, slide = line["colour"], line.get("slide", 0)
            if colour not in self.colours[player]:
                faults.append("not_your_tile")
            if list(self.board.values()).count(colour) >= 8:
                faults.append("no_tile_left")
            if slide:
                right = line["steps"] == 4 or line["steps"] + slide == 4
                blocked = self.blocked(line, self.walk(self.corners[colour], line["steps"]), slide)
                return [*faults, *blocked, "enter_on_lane", *["wrong_steps"] * (not right)]
            return faults + self.faults_of_way(line, self.corners[colour], line["steps"], 0)
        cell = tuple(line["from"])
        if self.board.get(cell) not in self.colours[player]:
            faults.append("not_your_tile")
        if not self.rim(cell):
            faults.append("not_on_lane")
            if line["lane"] + line["slide"] != 4 or line["lane"] == 0:
                faults.append("wrong_steps")
            return faults
        if line["lane"] == 0:
            faults.append("wrong_steps")
        return faults + self.faults_of_way(line, cell, line["lane"], line["slide"])

    def faults_of_way(self, line, start, steps, slide):
        """Faults of going from `start` so many steps along the lane, and so many inwards."""
        blocked = self.blocked(line, self.walk(start, steps), slide)
        if steps + slide > 4:
            return [*blocked, "wrong_steps"]
        if steps + slide < 4:
            after = dict(self.board)
            if not blocked:
                self.move(after, line)
            if not any(self.row(after, colour) for colour in self.colours[line["player"]]):
                return [*blocked, "wrong_steps"]
        return blocked

    def blocked(self, line, turn, slide):
        """Faults of ending, or of turning inwards, on the lane's cell `turn`."""
        others = dict(self.board)
        if line["act"] == "move":
            others.pop(tuple(line["from"]), None)
        if slide == 0:
            return ["own_tile_in_the_way"] * (others.get(turn) in self.colours[line["player"]])
        corner = turn in self.corners.values()
        if self.turn_cell_free:
            occupied = turn in others
        else:
            occupied = not corner and self.shifted(turn, self.inwards(turn)) in others
        return ["corner_turn"] * corner + ["cell_occupied"] * occupied

    def faults_of_one_added(self, colour, cell):
        owner = next((player for player in self.players if colour in self.colours[player]), None)
        player = owner or self.players[self.turn]
        line = {"act": "enter", "player": player, "colour": colour}
        rim = [self.walk(self.corners[colour], steps) for steps in range(4 * self.size - 4)]
        if cell in rim:
            return self.faults({**line, "steps": rim.index(cell)})
        ways = []
        for steps, turn in enumerate(rim):
            for slide in range(1, self.size):
                if turn not in self.corners.values() and self.slid(turn, slide) == cell:
                    ways.append(self.faults({**line, "steps": steps, "slide": slide}))
        return min(ways, key=len)

    def can_move(self, player):
        turn, self.turn = self.turn, self.players.index(player)
        lines = [
            {"act": "enter", "player": player, "colour": colour, "steps": steps}
            for colour in self.colours[player]
            for steps in range(5)
        ]
        lines += [
            {"act": "move", "player": player, "from": list(cell), "lane": steps, "slide": slide}
            for cell in self.board
            for steps in range(5)
            for slide in range(5)
        ]
        possible = any(not self.faults(line) for line in lines)
        self.turn = turn
        return possible

    def do(self, line):
        if line["act"] == "change":
            added, removed = net(line)
            if not added and not removed:
                return
            ((colour, cell),) = added
            line = {"act": "enter", "player": self.owner(colour), "colour": colour, "steps": 0}
            while self.walk(self.corners[colour], line["steps"]) != cell:
                line["steps"] += 1
        if line["act"] != "pass":
            self.kicked, self.fallen = self.move(self.board, line)
        self.mover = line["player"]
        self.turn = (self.players.index(self.mover) + 1) % len(self.players)

    def move(self, board, line):
        """Do an entry or a move on `board`, and return the tiles that were kicked out, and that fell."""
        fallen = []
        if line["act"] == "enter":
            colour, cell = line["colour"], self.corners[line["colour"]]
        else:
            colour, cell = board.pop(tuple(line["from"]), None), tuple(line["from"])
            if colour is None:
                return [], []
        cell = self.walk(cell, line["lane"] if line["act"] == "move" else line["steps"])
        slide = line.get("slide", 0)
        if slide == 0:
            kicked = [[board[cell], list(cell)]] if cell in board else []
            board[cell] = colour
            return kicked, []
        below = board.pop(cell, None)
        board[cell] = colour
        direction = self.inwards(cell)
        for step in range(slide):
            self.push(board, self.slid(cell, step), direction, fallen)
        if below:
            board[cell] = below
        return [], fallen

    def push(self, board, cell, direction, fallen):
        """Push the tile on `cell` by one cell, and before that whatever lies there."""
        to = self.shifted(cell, direction)
        if to in board:
            self.push(board, to, direction, fallen)
        colour = board.pop(cell)
        if all(0 <= place < self.size for place in to):
            board[to] = colour
        else:
            fallen.append([colour, list(cell)])

    def walk(self, cell, steps):
        row, column = cell
        end = self.size - 1
        for _ in range(steps):
            if self.clockwise:
                if row == 0 and column < end:
                    column += 1
                elif column == end and row < end:
                    row += 1
                elif row == end and column > 0:
                    column -= 1
                else:
                    row -= 1
            elif column == 0 and row < end:
                row += 1
            elif row == end and column < end:
                column += 1
            elif column == end and row > 0:
                row -= 1
            else:
                column -= 1
        return row, column

    def inwards(self, cell):
        row, column = cell
        if row in (0, self.size - 1):
            return (1, 0) if row == 0 else (-1, 0)
        return (0, 1) if column == 0 else (0, -1)

    def slid(self, cell, steps):
        down, right = self.inwards(cell)
        return cell[0] + steps * down, cell[1] + steps * right

    def shifted(self, cell, direction):
        return cell[0] + direction[0], cell[1] + direction[1]

    def rim(self, cell):
        return bool({0, self.size - 1} & set(cell))

    def owner(self, colour):
        return next(player for player in self.players if colour in self.colours[player])

    def row(self, board, colour):
        return winning_cells({cell for cell, tile in board.items() if tile == colour}, 4)

    def outcome(self):
        if self.mover is None:
            return None
        seat = self.players.index(self.mover)
        for player in self.players[seat:] + self.players[:seat]:
            cells = set().union(*(self.row(self.board, colour) for colour in self.colours[player]))
            if cells:
                return {"how": "row", "winners": [player], "cells": [list(cell) for cell in sorted(cells)]}
        if not any(self.can_move(player) for player in self.players):
            return {"how": "blocked", "winners": [], "cells": []}
        return None


def net(line):
    added = [(colour, tuple(cell)) for colour, cell in line["added"]]
    removed = [(colour, tuple(cell)) for colour, cell in line["removed"]]
    for tile in list(added):
        if tile in removed:
            added.remove(tile)
            removed.remove(tile)
    return added, removed


def faults_of_change(added, removed):
    put, taken = [colour for colour, _ in added], [colour for colour, _ in removed]
    return (
        ["several_tiles"] * (len(added) > 1)
        + ["tile_moved"] * bool(set(put) & set(taken))
        + ["tile_removed"] * any(taken.count(colour) > put.count(colour) for colour in taken)
    )


def judge(lines):
    """Return the faults of every act, and the outcome."""
    referee = NaiveReferee(lines[0])
    return [referee.act(line) for line in lines[1:]], referee.outcome()
