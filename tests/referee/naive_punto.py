"""Punto once more, as plainly as can be and without the referee's code, to hold it against.

It takes the lines of a record as JSON gives them, and answers as `tableref judge --json` does.
"""

from __future__ import annotations

from itertools import product

STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]


class NaivePunto:
    """One game, played on lists that change. A card is a pair of a colour and its points."""

    def __init__(self, header):
        options = header.get("options", {})
        self.players, self.colours = header["players"], header["colours"]
        self.teams = options.get("teams") or [[player] for player in self.players]
        self.wins, self.starter = options.get("wins", 2), options.get("starter", "winner")
        self.row = 5 if len(self.teams) == 2 else 4
        self.neutral = next(
            (
                c
                for c in ("red", "orange", "blue", "green")
                if not any(c in own for own in self.colours.values())
            ),
            None,
        )
        self.neutral_held = dict.fromkeys(self.players, 6 if self.neutral else 0)
        self.out, self.rounds = [], []
        self.new_round(self.players[0])

    def new_round(self, starter):
        self.starting = starter
        self.grid, self.turn = {}, self.players.index(starter)
        self.laid = dict.fromkeys(self.players, 0)

    def act(self, line):
        """Judge one line, do it if it is legal, and return its faults."""
        line = self.as_placement(line)
        faults = self.faults(line)
        if not faults and not self.over():
            self.do(line)
        return faults

    def over(self):
        return any(self.won(team) >= self.wins for team in self.teams)

    def won(self, team):
        return sum(winner in team for winner, *_ in self.rounds)

    def faults(self, line):
        if self.over():
            return [] if line["act"] == "change" or line.get("was_change") else ["game_over"]
        return sorted(set(getattr(self, f"faults_of_{line['act']}")(line)))

    def faults_of_place(self, line):
        return self.faults_of_card(line) + self.faults_of_cell(pair(line["card"]), tuple(line["at"]))

    def faults_of_card(self, line):
        card, player = pair(line["card"]), line["player"]
        used = [other for pile in self.grid.values() for other in pile] + self.out
        return (
            ["wrong_player"] * (player != self.players[self.turn])
            + ["wrong_deck"] * (card[0] not in self.colours[player] and card[0] != self.neutral)
            + ["no_such_card"] * (used.count(card) > 1)
        )

    def faults_of_cell(self, card, cell):
        if not self.grid:
            return []
        beside = [max(abs(cell[0] - r), abs(cell[1] - c)) for r, c in self.grid]
        spans = [[axis, *(other[i] for other in self.grid)] for i, axis in enumerate(cell)]
        return (
            ["not_adjacent"] * (min(beside) > 1)
            + ["not_higher"] * (cell in self.grid and self.grid[cell][-1][1] >= card[1])
            + ["outside_area"] * any(max(span) - min(span) > 5 for span in spans)
        )

    def faults_of_cannot_place(self, line):
        if line["card"] is None:
            wrong = line["player"] != self.players[self.turn]
            return ["wrong_player"] * wrong + ["can_place"] * (self.cards_left(line["player"]) > 0)
        everywhere = product(*(range(min(axis) - 1, max(axis) + 2) for axis in zip(*self.grid, strict=True)))
        possible = not self.grid or any(not self.faults_of_cell(pair(line["card"]), at) for at in everywhere)
        return self.faults_of_card(line) + ["can_place"] * possible

    def cards_left(self, player):
        own = self.colours[player]
        cards = 18 * len(own) - sum(colour in own for colour, _ in self.out)
        if len(self.teams[0]) == 2:
            return cards // 2 - self.laid[player]
        lying = sum(card[0] in own for pile in self.grid.values() for card in pile)
        return cards - lying + self.neutral_held[player]

    def faults_of_change(self, line):
        added, removed = line["added"], line["removed"]
        if self.rounds and not self.grid and not added:
            return []
        added, removed = self.net(added, removed)
        several = ["several_cards"] * (len(added) > 1)
        faults = []
        for card, _ in removed:
            there = [placed for placed in added if placed[0] == card]
            faults.append("card_moved" if there else "card_removed")
            if there:
                added.remove(there[0])
        return faults + several

    def as_placement(self, line):
        if line["act"] != "change":
            return line
        added, removed = self.net(line["added"], line["removed"])
        if len(added) != 1 or removed:
            return line
        (colour, points), cell = added[0]
        order = self.players[self.turn :] + self.players[: self.turn]
        player = next(p for p in order if colour in self.colours[p] or colour == self.neutral)
        card = {"colour": colour, "points": points}
        return {"act": "place", "player": player, "card": card, "at": cell, "was_change": True}

    def net(self, added, removed):
        added = [(pair(card), tuple(cell)) for card, cell in added]
        removed = [(pair(card), tuple(cell)) for card, cell in removed]
        for placed in list(added):
            if placed in removed:
                added.remove(placed)
                removed.remove(placed)
        return added, removed

    def faults_of_void_round(self, line):
        return []

    def do(self, line):
        if line["act"] == "change":
            return  # only one that changes nothing has no fault
        if line["act"] == "void_round":
            self.deal_neutral(self.players.index(self.starting))
            self.new_round(self.starting)
            return
        player = line["player"]
        if line["act"] == "cannot_place":
            self.end_in_stalemate(player)
            return
        card = pair(line["card"])
        self.grid.setdefault(tuple(line["at"]), []).append(card)
        self.laid[player] += 1
        self.neutral_held[player] = max(0, self.neutral_held[player] - (card[0] == self.neutral))
        lines = self.lines(player, self.row)
        if lines:
            cells = sorted({cell for line in lines for cell in line})
            self.end("row", player, cells, player)
        else:
            self.turn = (self.turn + 1) % len(self.players)

    def end_in_stalemate(self, ender):
        lines = [self.lines(team[0], self.row - 1) for team in self.teams]
        cheapest = [min(map(self.worth, own), default=0) for own in lines]
        most = max(map(len, lines))
        fewest = min(cost for own, cost in zip(lines, cheapest, strict=True) if len(own) == most)
        best = [i for i, own in enumerate(lines) if len(own) == most and cheapest[i] == fewest]
        if most == 0 or len(best) > 1:
            self.end("void", None, [], ender)
            return
        team = self.teams[best[0]]
        seat = self.players.index(ender)
        order = [self.players[(seat + step) % len(self.players)] for step in range(1, 5)]
        winner = next(player for player in order if player in team)
        line = min(line for line in lines[best[0]] if self.worth(line) == fewest)
        self.end("stalemate", winner, line, ender)

    def end(self, how, winner, cells, ender):
        removed = None
        for cell in cells:
            if removed is None or self.grid[cell][-1][1] > removed[1]:
                removed = self.grid[cell][-1]
        self.out += [removed] if removed else []
        self.rounds.append((winner, how, cells, removed))
        if self.over():
            return
        left_of = ender if winner is None or self.starter == "ender" else winner
        starter = self.players[(self.players.index(left_of) + 1) % len(self.players)]
        self.deal_neutral(self.players.index(winner or starter))
        self.new_round(starter)

    def deal_neutral(self, seat):
        pile = 18 - sum(self.neutral_held.values()) if self.neutral else 0
        for number in range(pile):
            self.neutral_held[self.players[(seat + number) % len(self.players)]] += 1

    def worth(self, line):
        return sum(self.grid[cell][-1][1] for cell in line)

    def lines(self, player, length):
        """Straight runs of one colour: from every visible card as far as it goes, and not begun earlier."""
        found = []
        for (r, c), (dr, dc) in product(self.grid, STEPS):
            colour = self.top((r, c))
            if colour not in self.colours[player] or self.top((r - dr, c - dc)) == colour:
                continue
            reach = next(k for k in range(1, 99) if self.top((r + k * dr, c + k * dc)) != colour)
            if reach >= length:
                found.append([(r + k * dr, c + k * dc) for k in range(reach)])
        return found

    def top(self, cell):
        return self.grid[cell][-1][0] if cell in self.grid else None

    def outcome(self):
        if not self.over():
            return None
        winners = [
            player
            for team in self.teams
            if self.won(team) >= self.wins
            for player in self.players
            if player in team
        ]
        won = {player: self.won(team) for team in self.teams for player in team}
        return {"how": "rounds", "winners": winners, "rounds": won}


def pair(card):
    return card["colour"], card["points"]


def judge(lines):
    """Return the faults of every act, and the outcome."""
    referee = NaivePunto(lines[0])
    return [referee.act(line) for line in lines[1:]], referee.outcome()
