"""What is costly to make of a picture is made anew only now and then."""

from itertools import count

from models.training.pictures import ShownAgain


def test_what_was_made_is_shown_as_often_as_asked_then_made_anew():
    numbers = count()
    kept = ShownAgain(times=3, most=5)
    assert [kept.of("a", lambda: next(numbers)) for _ in range(7)] == [0, 0, 0, 1, 1, 1, 2]


def test_of_many_the_one_shown_longest_ago_goes():
    made = []
    kept = ShownAgain(times=100, most=2)
    for name in "abacb":
        kept.of(name, lambda name=name: made.append(name) or name)
    assert made == ["a", "b", "c", "b"]
