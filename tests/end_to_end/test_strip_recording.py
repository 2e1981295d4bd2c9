"""A filmed game of Four Colour Cards, through the whole pipeline: strips lie where nothing marks whose they are."""

import pytest

from companion.commands.demo import FILMS
from models.evaluation.films import evaluate_film


@pytest.mark.long
def test_most_of_its_acts_are_told_as_they_were_done():
    result = evaluate_film(FILMS["four-colour-cards"])
    assert result.exact >= 10, result.lines
    assert result.false_alarms == 0, result.lines
