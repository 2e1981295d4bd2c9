"""A game followed by looking, ready to be played."""

import pytest

from companion.follow.by_rules.session import Session
from referee import just4fun_colours as rules
from tests.companion.shown_table import Table


@pytest.fixture
def table() -> Table:
    kept: list = []
    session = Session(
        rules, ("red", "blue"), {"row": 4}, lambda state, line, verdict, n=None: kept.append((line, verdict))
    )
    table = Table(session, kept)
    assert [e["event"] for e in table.show()] == ["ready"]
    return table
