"""Every fault and every warning has a short name on the page, in every language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webui
from referee import registry
from referee.phrases import LANGUAGES

WORDS = Path(webui.__file__).parent / "static" / "i18n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", registry.GAMES)
def test_every_fault_and_warning_has_a_name_on_the_page(game_id, language):
    words = json.loads((WORDS / f"{language}.json").read_text("utf-8"))
    rules = registry.game(game_id)
    assert [
        code for code in (*rules.FAULTS, *rules.WARNINGS) if not words.get(f"fault.{code}", "").strip()
    ] == []
