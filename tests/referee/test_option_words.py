"""Every setting of every game can be asked for in plain words, in every language."""

import pytest

from referee import phrases, registry

EVERY = [
    (language, game_id, option)
    for language in phrases.LANGUAGES
    for game_id in registry.GAMES
    for option in registry.game(game_id).OPTIONS
]


@pytest.mark.parametrize(("language", "game_id", "option"), EVERY)
def test_a_setting_is_a_question_and_its_values_are_words(language, game_id, option):
    words = phrases.option(language, game_id, option.name)
    assert words["ask"].endswith(("?", "？"))
    named = {str(value) for value in option.choices if isinstance(value, str)}
    assert named <= set(words["choices"]) <= {str(value) for value in option.choices}


def test_the_words_of_a_setting():
    words = phrases.option("en", "just4fun-colours", "row")
    assert words == {
        "ask": "How many in a row win?",
        "choices": {"4": "Four (usual)", "5": "Five (longer)"},
    }
