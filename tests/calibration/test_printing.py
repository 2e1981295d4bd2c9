"""Six prints of one set go together: what is known of some tells of the others."""

import json
from importlib.resources import files

import numpy as np
import pytest

from calibration.printing import usual_printing

NAMES = ("red", "orange", "yellow", "green", "blue", "violet")


def usual():
    return usual_printing(NAMES).mean.reshape(-1, 3)


def without(*names):
    shades = usual().copy()
    shades[[NAMES.index(name) for name in names]] = np.nan
    return shades


@pytest.mark.parametrize("missing", [("red",), ("green", "violet"), NAMES[1:]])
def test_beside_usual_prints_the_others_look_as_usual(missing):
    means, covariances = usual_printing(NAMES).others(without(*missing))
    assert means == pytest.approx(usual()[[NAMES.index(name) for name in missing]])
    for name, covariance in zip(missing, covariances, strict=True):
        alone = usual_printing((name,)).covariance
        assert np.linalg.det(covariance) < np.linalg.det(alone), "less is unknown of it than by itself"


def test_in_warm_light_what_is_not_seen_yet_is_thought_to_be_warmer_too():
    warm = without("orange") + np.array([0.0, 6, 10])
    (orange,), _ = usual_printing(NAMES).others(warm)
    assert orange[2] > usual()[1][2] + 3


def test_a_coral_goes_with_other_prints_as_their_orange_and_a_deep_red_as_their_red():
    def odds_of_orange(shade):
        rest = [usual()[NAMES.index(name)] for name in ("yellow", "green", "blue")]
        orange, red = (
            usual_printing((name, "yellow", "green", "blue")).log_density(np.array([shade, *rest]))
            for name in ("orange", "red")
        )
        return orange - red

    assert odds_of_orange([60.0, 30, 36]) > 2
    assert odds_of_orange([48.0, 55, 25]) < -2


def test_one_print_in_a_lamps_glare_does_not_rule_out_the_others():
    pale = usual().copy()
    pale[3] = 0.2 * pale[3] + 0.8 * np.array([102.0, 0, 0])
    by_themselves = usual_printing(NAMES).log_density(pale)
    two = pale.copy()
    two[4] = 0.2 * two[4] + 0.8 * np.array([102.0, 0, 0])
    assert by_themselves > usual_printing(NAMES).log_density(two) + 3
    assert by_themselves > usual_printing(NAMES).log_density(usual()) - 25


def test_what_ships_says_how_to_make_it_again_and_is_a_normal_distribution():
    shipped = json.loads((files("calibration") / "printing.json").read_text(encoding="utf-8"))
    assert shipped["make_again"].startswith("python -m models.fit_printing") and shipped["boards"] > 1000
    covariance = usual_printing(NAMES).covariance
    assert covariance == pytest.approx(covariance.T) and np.linalg.eigvalsh(covariance).min() > 0


def test_hues_come_in_the_order_of_their_names_be_two_of_them_alike() -> None:
    printing, shades = usual_printing(NAMES), usual().copy()
    shades[1] = shades[2] + [0, 4, 0]  # an orange that is a little redder than the yellow
    changed = shades[[0, 2, 1, 3, 4, 5]]
    assert printing.log_in_order(shades) > printing.log_in_order(changed) + 1
    assert printing.log_in_order(usual()) > -0.1
    assert printing.log_in_order(without("green", "violet")) > -0.1, "no neighbour is missed"


def test_as_many_fields_of_each_colour_are_usual() -> None:
    printing = usual_printing(NAMES)
    even = np.repeat(np.arange(6), 6)
    one_off = np.where(np.arange(36) == 0, 1, even)
    unknown = np.where(np.arange(36) == 0, -1, even)
    assert printing.log_counts(even) > printing.log_counts(one_off) + 5
    assert printing.log_counts(unknown) > printing.log_counts(one_off)
    assert printing.log_counts(even[:25]) == pytest.approx(printing.log_counts(np.zeros(25, int)))
