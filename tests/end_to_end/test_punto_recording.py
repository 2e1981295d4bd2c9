"""A filmed game of Punto, through the whole pipeline: the cards alone tell where they lie."""

import numpy as np
import pytest

from companion.commands.demo import FILMS
from models.evaluation.films import evaluate_film


@pytest.mark.long
def test_its_acts_are_told_as_they_were_done():
    result = evaluate_film(FILMS["punto"])
    assert (result.exact, result.acts) == (15, 15), result.lines
    assert result.false_alarms <= 1, result.lines  # a card turned up beside its deck
    assert result.won_right
    assert np.median(result.delays_s) < 0.6
