"""What the table looked like when it last was as the game has it: stretches are seen in its light."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.eyes.stretch import Place, Stretch
from companion.follow.by_rules.card_background import CardBackground
from companion.follow.by_rules.evidence import Evidence
from companion.follow.by_rules.keyframe import Keyframe
from companion.follow.by_rules.look import Look, Places
from vision.stone_table.background import burnt_out_places
from vision.stone_table.cards import as_laid
from vision.stone_table.outliers_of_print import outliers_of_print
from vision.stone_table.reading import CardSeen


class TableMemory:
    """Of one table, as the camera sees it from one place after the other."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self.forget()

    def forget(self) -> None:
        """The table is looked at by other eyes: nothing of before can be compared."""
        self._place: Place | None = None
        self._keyframe: Keyframe | None = None
        self._background = CardBackground(0)

    def look(self, stretch: Stretch) -> Look:
        """What a stretch shows by now, against what is remembered; each look is to be shown once, and in order."""
        self._come_to(stretch)
        cards, unread = self._cards_in(stretch)
        cards = stretch.named(cards)
        evidence = self._evidence(stretch, cards)
        burnt = burnt_out_places(stretch.view, stretch.board.size)
        return Look(stretch, stretch.reading(cards), cards, evidence, unread, burnt)

    def agree(self, look: Look, heights: NDArray[np.int64]) -> None:
        """The table lies as the game expects, with ``heights`` (n, n) stones on the fields: changes are measured
        against this look from now on."""
        seen = look.fields, look.stretch.patches, look.cards, heights
        self._keyframe = self._keyframe.and_now(*seen) if self._keyframe else Keyframe.first(*seen)
        self._background.learn(look.stretch.view, look.cards)

    def act_told(self, look: Look) -> None:
        """All cards that lie there now lay there when the last act was told."""
        self._background.act_told(look.stretch.view)

    def _come_to(self, stretch: Stretch) -> None:
        """Forget what cannot be compared from where the board is seen now."""
        before, self._place = self._place, stretch.place
        if before is None or before.of_board != stretch.place.of_board:
            self._background = CardBackground(stretch.board.size)
        if before != stretch.place and self._keyframe:
            self._keyframe = self._keyframe.from_elsewhere()

    def _cards_in(self, stretch: Stretch) -> tuple[tuple[CardSeen, ...], Places]:
        """The cards seen in this stretch, less those where the table looks as it did without; and where something
        lies that may be one."""
        marks = as_laid(stretch.marks, self._keyframe.cards) if self._keyframe else stretch.marks
        return self._background.look_over(marks, stretch.view, stretch.board)

    def _evidence(self, stretch: Stretch, cards: tuple[CardSeen, ...]) -> Evidence:
        now = stretch.fields
        if self._keyframe is None:
            return Evidence(now.owner, now.height, now.hidden)
        evidence = self._keyframe.evidence(now, stretch.patches, stretch.towers, cards)
        fields = stretch.hints.fields
        if evidence.change is None and fields is not None:
            return replace(
                evidence, outliers_of_print=outliers_of_print(stretch.bgr, stretch.board, now, fields)
            )
        return evidence
