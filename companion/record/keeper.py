"""What was done at a table is kept before it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.record.store import Store
from referee.game import Verdict


class Keeper:
    """Writes each act to the store before it is told."""

    def __init__(
        self, store: Store, game_id: int | None = None, beside: Mapping[str, Any] | None = None
    ) -> None:
        """``game_id``: the stored game to go on with, None to begin one with the first header; ``beside``: what else
        its header says."""
        self.store, self.game_id, self._beside = store, game_id, dict(beside or {})

    def __call__(
        self,
        state: Any,
        line: dict[str, Any],
        verdict: Verdict | None,
        acts: Sequence[dict[str, Any]] | None = None,
    ) -> None:
        """Keep a line of the record; a header where ``verdict`` is None, of a game that runs a corrected one, and all
        ``acts`` as they are told by it (None: as they were)."""
        if self.game_id is None:
            assert verdict is None
            self.game_id = self.store.new_game(line | self._beside)
        elif verdict is None:
            self.store.set_header(
                self.game_id, line | self._beside, None if acts is None else self._kept(acts)
            )
        else:
            counts = verdict.legal or bool(line.get("accepted"))
            self.store.append(self.game_id, line, legal=verdict.legal, faults=verdict.faults, accepted=counts)

    def _kept(self, acts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The acts as the store keeps them."""
        stored = self.store.acts(self.game_id or 0)
        return [replace(was, act=act).kept for was, act in zip(stored, acts, strict=True)]

    def take_out(self, n: int) -> None:
        """The n-th act, the last one, was none, though it was told."""
        if self.game_id is not None:
            self.store.take_out(self.game_id, n)
