"""A record shown act by act: how the table lay after each, and what was said of it."""

from __future__ import annotations

from typing import Any

from companion.errors import CommandError
from companion.session.claims import claims_of
from companion.session.judged_game import LANGUAGES, outcome_told
from companion.session.port import Board, Event, EventLog, State, Text
from referee import phrases, records, registry
from referee.table import CardTable, Table
from wording import Phrase

_NOTHING_TO_DO = Phrase(
    "only_a_replay", "this is the replay of a game: nothing can be done in it, only looked at"
)


def replay(record: records.Record) -> dict[str, Any]:
    """All that the page needs to show a record: the game, and its steps; step 0 is the start.

    A step has `n`, the `act` as the page's acts are (None at the start), what `followed` and who is to play in
    words (`standing`), `players`, their `claims`, the `table` after it (None where the game has none), and the
    `outcome`.
    """
    game = registry.game(record.game)
    count = len(record.lines)
    steps = [{"n": 0, "act": None, "followed": _same(""), **_lies(record.start, record.ended and not count)}]
    for step in records.play(record):
        act, ended = step.line.act, record.ended and step.n == count
        followed = {lang: phrases.follows(lang, step.before, act, step.after) for lang in LANGUAGES}
        steps.append({"n": step.n, "act": told_step(step), "followed": followed, **_lies(step.after, ended)})
    header = records.header_fields(record.start)
    options = header.get("options", {})
    return {"game": record.game, "name": game.NAME, "options": options, "steps": steps}


def told_step(step: records.Step) -> Any:
    """A judged act as the page shows it; see `companion.session.port.ActState`."""
    act = step.line.act
    return {
        "n": step.n,
        "act": records.line_fields(step.before.game, step.line),
        "legal": step.verdict.legal,
        "faults": list(step.verdict.faults),
        "text": {lang: phrases.what(lang, step.before, act, step.verdict) for lang in LANGUAGES},
        "accepted": step.line.accepted,
        "todo": None,
    }


def _lies(state: Any, ended: bool) -> dict[str, Any]:
    """How things stand in a state of any game; ``ended``: nobody played on."""
    outcome = registry.game(state.game).outcome(state)
    return {
        "players": [_player(state, player, not (outcome or ended)) for player in state.players],
        "table": _table(state),
        "claims": claims_of(state),
        "standing": {lang: phrases.standing(lang, state, ended) for lang in LANGUAGES},
        "outcome": outcome_told(outcome) if outcome else None,
    }


def _player(state: Any, player: str, open_: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"colour": player, "to_move": open_ and state.on_turn == player}
    if hasattr(state, "stones_left"):
        told["stones_left"] = state.stones_left(player)
    if hasattr(state, "colours_of"):
        told["plays"] = list(state.colours_of(player))
    if hasattr(state, "deck_left"):
        told["cards_left"] = state.deck_left(player)[1]
    if hasattr(state, "tiles_left"):
        told["left"] = {colour: state.tiles_left(colour) for colour in told["plays"]}
    return told


def _table(state: Any) -> dict[str, Any] | None:
    table = registry.game(state.game).expected_table(state)
    if isinstance(table, CardTable):
        return {"piles": [[list(cell), [list(card) for card in pile]] for cell, pile in table.piles]}
    if type(table) is Table and table.size:
        fields = [list(row) for row in table.fields]
        told: dict[str, Any] = {
            "size": table.size,
            "fields": fields,
            "stacks": [[list(stack) for stack in row] for row in table.stacks],
        }
        if hasattr(state, "corner"):  # a board with a lane
            told["direction"] = state.options.direction
            told["corners"] = {colour: list(state.corner(colour)) for colour in state.options.corners}
        return told
    return None


def _same(text: str) -> Text:
    return dict.fromkeys(LANGUAGES, text)


class ReplaySession:
    """A record in the place of a running session (see `companion.session.port.SessionPort`): it is only looked at."""

    def __init__(self, record: records.Record, name: str) -> None:
        """``name``: what the record is called where it comes from, a file say."""
        self._record, self._name = record, name
        self._log = EventLog()
        self._log.publish("state", dict(self.state()))

    def state(self) -> State:
        """How the game ended up, with all its acts."""
        shown = replay(self._record)
        first, last = shown["steps"][0], shown["steps"][-1]
        acts = [step["act"] for step in shown["steps"][1:]]
        return {
            "version": 1,
            "game": shown["game"],
            "phase": "over",
            "players": last["players"],
            "options": shown["options"],
            "eyes": {"state": "watching", "fps": 0.0, "why": ""},
            "board": _board(last["table"] or first["table"]),
            "cards": [],
            "seen": None,
            "last": acts[-1] if acts else None,
            "acts": acts,
            "differences": [],
            "claims": last["claims"],
            "outcome": last["outcome"],
            "replay": self._name,
        }

    def events_since(self, last_id: int, timeout_s: float) -> list[Event]:
        """One state, and nothing ever after."""
        return self._log.since(last_id, timeout_s)

    def snapshot_jpeg(self, overlay: bool) -> bytes | None:
        """No picture: a record has none."""
        return None

    def act_picture(self, id: int, when: str) -> bytes | None:
        """No picture: a record has none."""
        return None

    def frame_number(self) -> int:
        """Nought: no camera looks."""
        return 0

    def command(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """Refuse: nothing can be done in a game that was played."""
        raise CommandError.of(_NOTHING_TO_DO)

    def push_frame(self, jpeg: bytes) -> None:
        """Refuse: no camera looks."""
        raise CommandError.of(_NOTHING_TO_DO)

    push_photo = push_frame

    def record(self) -> str:
        """The record."""
        return records.dump(self._record)


def _board(table: dict[str, Any] | None) -> Board:
    if table and "piles" in table:
        return {"size": 0, "fields": [], "stacks": [], "piles": table["piles"]}
    if not table or "stacks" not in table:
        return {"size": 0, "fields": [], "stacks": []}
    board: Board = {"size": table["size"], "fields": table["fields"], "stacks": table["stacks"]}
    if "corners" in table:
        board |= {"direction": table["direction"], "corners": table["corners"]}
    return board
