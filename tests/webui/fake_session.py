"""A scripted session to show on the page: it knows no rules, and tells what a test has it tell."""

from __future__ import annotations

import copy
import json
from typing import Any

from companion.errors import UserError
from companion.session.games.just4fun_colours import forms
from companion.session.port import Event, EventLog

RING = ["red", "orange", "yellow", "green", "blue", "violet"]
FIELDS = [[RING[(2 * row + col + row // 3) % 6] for col in range(6)] for row in range(6)]
GERMAN = {
    "red": "Rot",
    "blue": "Blau",
    "green": "Grün",
    "yellow": "Gelb",
    "white": "Weiß",
    "black": "Schwarz",
}


def cell_name(cell: list[int]) -> str:
    return f"{'abcdefghij'[cell[1]]}{cell[0] + 1}"


def empty_state() -> dict[str, Any]:
    return {
        "version": 0,
        "game": "just4fun-colours",
        "phase": "looking_for_board",
        "players": [],
        "options": {},
        "eyes": {"state": "watching", "fps": 12.1, "why": ""},
        "board": {"size": 6, "fields": FIELDS, "stacks": [[[] for _ in range(6)] for _ in range(6)]},
        "cards": [],
        "seen": None,
        "last": None,
        "acts": [],
        "differences": [],
        "outcome": None,
    }


class FakeSession:
    """Keeps to `SessionPort`; whatever is asked of it is noted in `asked`."""

    def __init__(self) -> None:
        self.log = EventLog()
        self.now = empty_state()
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.pushed: list[bytes] = []
        self.photos: list[bytes] = []
        self.jpeg: bytes | None = b"\xff\xd8\xff\xe0 plain \xff\xd9"
        self.jpeg_overlay: bytes | None = b"\xff\xd8\xff\xe0 drawn \xff\xd9"
        self.frames = 7
        self.refuses: UserError | None = None

    def state(self) -> Any:
        return copy.deepcopy(self.now)

    def events_since(self, last_id: int, timeout_s: float) -> list[Event]:
        return self.log.since(last_id, timeout_s)

    def snapshot_jpeg(self, overlay: bool) -> bytes | None:
        return self.jpeg_overlay if overlay else self.jpeg

    def act_picture(self, id: int, when: str) -> bytes | None:
        return self.jpeg if id == 1 else None

    def frame_number(self) -> int:
        return self.frames

    def command(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        if self.refuses:
            raise self.refuses
        self.asked.append((name, body))
        if name == "start":
            self.begin(*body["players"], row=body["options"].get("row", 4))
        if name == "setup":
            self.set_up(**body)
        return {}

    def push_frame(self, jpeg: bytes) -> None:
        self.pushed.append(jpeg)

    def push_photo(self, jpeg: bytes) -> None:
        self.photos.append(jpeg)

    def record(self) -> str:
        header = {"game": self.now["game"], "players": [player["colour"] for player in self.now["players"]]}
        acts = [told["act"] for told in self.now["acts"] if told["accepted"]]
        return "".join(f"{json.dumps(line)}\n" for line in [header, *acts])

    # What a test has it tell:

    def show(self, **changes: Any) -> None:
        """Change the state and tell of it. The server may be copying the old one: it stays as it is."""
        self.now = {**self.now, **changes, "version": self.now["version"] + 1}
        self.log.publish("state", self.state())

    def begin(self, *colours: str, row: int = 4) -> None:
        players = [{"colour": colour, "stones_left": 20, "to_move": False} for colour in colours]
        players[0]["to_move"] = True
        fresh = empty_state()
        self.show(
            phase="playing", players=players, options={"row": row}, board=fresh["board"], acts=[], last=None,
            outcome=None, differences=[], setup=None, forms=[form.told() for form in forms(colours)],
        )  # fmt: skip

    def set_up(self, **agreed: Any) -> None:
        """Tell of a setup, with what is agreed so far."""
        nothing = {"game": "just4fun-colours", "players": [], "options": {}, "ready": False, "stones_on": []}
        self.show(setup=(self.now.get("setup") or nothing) | agreed, phase="looking_for_board")

    def place(self, colour: str, cell: list[int], cards: list[str], *faults: str, todo: str = "") -> None:
        """Tell of a placement: legal if no faults are named."""
        legal = not faults
        where, cards_en = cell_name(cell), f"{len(cards)} {cards[0] if cards else ''} card(s)"
        told = {
            "n": sum(act["accepted"] for act in self.now["acts"]) + 1 if legal else None,
            "act": {"act": "place", "player": colour, "cell": cell, "cards": cards},
            "legal": legal,
            "faults": list(faults),
            "accepted": legal,
            "text": {
                "en": f"{colour.capitalize()} on {where}, with {cards_en}.",
                "de": f"{GERMAN[colour]} auf {where}, mit {len(cards)} Karte(n).",
            },
            "todo": {"en": todo, "de": f"DE {todo}"} if todo else None,
        }
        if legal:
            self._stack(colour, cell)
        self.now["last"] = told
        self.log.publish("verdict", told)
        self.show(acts=[*self.now["acts"], told], phase="playing" if legal else "waiting_restore")

    def end_with(self, outcome: dict[str, Any]) -> None:
        self.log.publish("outcome", outcome)
        self.show(phase="over", outcome=outcome)

    def _stack(self, colour: str, cell: list[int]) -> None:
        players = self.now["players"]
        seat = [player["colour"] for player in players].index(colour)
        players[seat]["stones_left"] -= 1
        for number, player in enumerate(players):
            player["to_move"] = number == (seat + 1) % len(players)
        self.now["board"]["stacks"][cell[0]][cell[1]].append(colour)
