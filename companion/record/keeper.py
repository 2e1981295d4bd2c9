"""What was done at a table is kept before it is told."""

from __future__ import annotations

from typing import Any

from companion.record.store import Store
from referee.game import Verdict


class Keeper:
    """Writes each act to the store before it is told."""

    def __init__(self, store: Store, game_id: int | None = None) -> None:
        """``game_id``: the stored game to go on with, None to begin one with the first header."""
        self.store, self.game_id = store, game_id

    def __call__(
        self, state: Any, line: dict[str, Any], verdict: Verdict | None, n: int | None = None
    ) -> None:
        """Keep a line of the record; a header where ``verdict`` is None, of a game that runs a corrected one. With
        ``n`` it is what the n-th act was, which had been told otherwise."""
        if self.game_id is None:
            assert verdict is None
            self.game_id = self.store.new_game(line)
        elif verdict is None:
            self.store.set_header(self.game_id, line)
        elif n is not None:
            self.store.correct(self.game_id, n, line, legal=verdict.legal, faults=verdict.faults)
        else:
            counts = verdict.legal or bool(line.get("accepted"))
            self.store.append(self.game_id, line, legal=verdict.legal, faults=verdict.faults, accepted=counts)

    def take_out(self, n: int) -> None:
        """The n-th act, the last one, was none, though it was told."""
        if self.game_id is not None:
            self.store.delete(self.game_id, n)
