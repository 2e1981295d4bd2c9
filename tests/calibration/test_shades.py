"""A set's shades are learnt from its empty board."""

import numpy as np
import pytest

from calibration.shades import Shades, labs_within, learn, of_fields, to_lab, told_by_glare_alone

NAMES = ("red", "orange", "yellow", "green", "blue", "violet")
BGR = np.array(
    [[40, 40, 200], [30, 110, 210], [40, 200, 220], [60, 150, 60], [190, 110, 40], [130, 50, 110]], np.uint8
)


def board(rng: np.random.Generator, dimmest: float = 0.7) -> tuple[np.ndarray, np.ndarray]:
    """36 fields in a lamp's gradient: their Lab colours and their true names' indices."""
    truth = rng.permutation(np.repeat(np.arange(6), 6))
    light = np.linspace(dimmest, 1.0, 36)[:, None]
    pixels = np.clip(BGR[truth] * light + rng.normal(0, 2, (36, 3)), 0, 255).astype(np.uint8)
    return to_lab(pixels), truth


def sure_of(truth: np.ndarray) -> np.ndarray:
    """What the network says of fields that it names rightly."""
    p = np.full((len(truth), 6), 0.02)
    p[np.arange(len(truth)), truth] = 0.9
    return p


def test_a_field_the_network_misnames_is_mended_by_its_like():
    lab, truth = board(np.random.default_rng(1))
    p = sure_of(truth)
    wrong = int(np.flatnonzero(truth == 1)[0])
    p[wrong] = [0.6, 0.3, 0.025, 0.025, 0.025, 0.025]  # an orange field taken for red
    names, *_ = learn(lab, p, NAMES)
    assert names == [NAMES[i] for i in truth]


def test_two_prints_of_another_hue_do_not_surely_share_a_name():
    """An orange beside a pink that is the red: the network, which sees each field alone, says red of both."""
    lab, truth = board(np.random.default_rng(2), dimmest=0.95)
    p = sure_of(truth)
    p[truth == 1] = [0.94, 0.05, 0.0025, 0.0025, 0.0025, 0.0025]
    names, _, sure, _ = learn(lab, p, NAMES)
    called_red = np.array([name == "red" for name in names])
    assert not (called_red & (sure > 0.95))[truth == 1].any()


def test_two_shades_that_look_alike_are_two_colours_though_the_network_sees_one():
    """A gold and a pale yellow: as many fields of each colour lie on a board, so they are two kinds."""
    rng = np.random.default_rng(7)
    _, truth = board(rng)
    bgr = BGR.copy()
    bgr[1], bgr[2] = [70, 188, 215], [100, 205, 225]
    lab = to_lab(np.clip(bgr[truth] + rng.normal(0, 2, (36, 3)), 0, 255).astype(np.uint8))
    p = sure_of(truth)
    p[truth == 1] = [0.01, 0.3, 0.66, 0.01, 0.01, 0.01]
    names, _, _, alike = learn(lab, p, NAMES)
    kinds = [{names[i] for i in np.flatnonzero(truth == k)} for k in (1, 2)]
    assert sorted(map(sorted, kinds)) == [["orange"], ["yellow"]]
    assert alike["orange", "yellow"] > 0.01, "which of them is the orange is not sure"
    assert max(p for pair, p in alike.items() if pair != ("orange", "yellow")) < 0.01


def test_a_lamps_glare_on_some_fields_misnames_none():
    """They are nearly white: the network hardly makes them out, and their like looks otherwise."""
    lab, truth = board(np.random.default_rng(4))
    p = sure_of(truth)
    glaring = np.flatnonzero(np.isin(truth, [2, 3]))[::2]
    lab[glaring] = 0.35 * lab[glaring] + 0.65 * to_lab(np.full((1, 3), 250, np.uint8))
    p[glaring] = 0.06
    p[glaring, truth[glaring]] = 0.7
    names, *_ = learn(lab, p, NAMES)
    assert names == [NAMES[i] for i in truth]


def test_a_shade_that_a_lamp_draws_towards_white_by_degrees_has_one_name():
    """Magenta fields, ever paler across the board, of which the network takes the middle ones for the board's red."""
    lab, truth = board(np.random.default_rng(7), dimmest=0.95)
    p = sure_of(truth)
    violet = np.flatnonzero(truth == 5)
    lab[violet] += np.linspace(0, 0.5, 6)[:, None] * (to_lab(np.full((1, 3), 235, np.uint8)) - lab[violet])
    p[violet[2:5]] = [0.7, 0.02, 0.02, 0.02, 0.02, 0.22]
    names, *_ = learn(lab, p, NAMES)
    assert names == [NAMES[i] for i in truth]


def test_fields_that_a_lamp_burns_out_are_named_without_being_sure_and_teach_no_shade():
    lab, truth = board(np.random.default_rng(4))
    p = sure_of(truth)
    burnt = np.arange(36) < 10
    before = learn(lab[~burnt], p[~burnt], NAMES)[1].centres
    lab[burnt] = to_lab(np.full((10, 3), 255, np.uint8))
    p[burnt] = 0.1
    p[burnt, 5] = 0.5  # whatever they are, the network says violet
    _, shades, sure, _ = learn(lab, p, NAMES)
    assert (sure[burnt] < 0.5).all() and (sure[~burnt] > 0.95).all()
    assert shades.centres == pytest.approx(before, abs=1.0)
    assert of_fields(lab, p, np.ones(36), NAMES).centres[5] == pytest.approx(before[5], abs=6.0)


def test_a_name_that_is_on_no_field_away_from_the_glare_may_be_a_paled_others():
    named = np.array(
        [["red"] * 4, ["red", "yellow", "yellow", "red"], ["red", "red", "red", "green"], ["red"] * 4]
    )
    burnt = np.zeros((4, 4), bool)
    burnt[1, 1] = True
    paled = told_by_glare_alone(named, burnt)
    assert set(named[paled]) == {"yellow"} and paled.sum() == 2
    named[3, 3] = "yellow"
    assert not told_by_glare_alone(named, burnt).any()


def test_a_board_without_one_of_the_colours_is_still_named():
    lab, truth = board(np.random.default_rng(2))
    keep = truth != 5
    p = sure_of(truth)
    names, shades, *_ = learn(lab[keep], p[keep], NAMES)
    assert "violet" not in names
    assert np.isnan(shades.centres[5]).all()


def test_where_nothing_is_learnt_no_name_fits_better():
    assert np.ptp(Shades(NAMES, np.full((6, 3), np.nan)).log_likelihood(to_lab(BGR[3:4])[0])) == 0


@pytest.mark.parametrize("n", range(len(NAMES)))
@pytest.mark.parametrize(("board_light", "card_light"), [(1.0, 0.4), (1.0, 0.6), (0.4, 0.8), (0.3, 0.7)])
def test_a_card_has_its_name_in_more_light_or_in_less(n, board_light, card_light):
    fit = Shades(NAMES, lit(board_light)).log_likelihood(lit(card_light)[n])
    assert fit.argmax() == n
    assert fit[n] - np.delete(fit, n).max() > 1


def lit(light):
    """The shades of a set in pale print, in so much of the light."""
    linear = ((BGR + 1.5 * 140) / 2.5 / 255) ** 2.2 * light
    return to_lab(np.round(linear ** (1 / 2.2) * 255).astype(np.uint8))


def test_two_shades_do_not_share_a_name():
    """A pink beside a red: the network calls either red, the red one more surely."""
    lab, truth = board(np.random.default_rng(5), dimmest=0.95)
    pink, p = truth == 5, sure_of(truth)
    lab[pink] += np.array([28.0, 40, 5]) - lab[pink].mean(0)
    p[pink] = [0.6, 0.005, 0.005, 0.005, 0.005, 0.38]
    names, shades, *_ = learn(lab, p, NAMES)
    assert names == [NAMES[i] for i in truth]
    assert shades.centres[NAMES.index("violet")] == pytest.approx([28, 40, 5], abs=2)


def test_a_coral_on_a_board_without_red_is_orange_by_its_hue():
    """The network looks for a red, and finds none but the coral."""
    lab, truth = board(np.random.default_rng(8), dimmest=0.95)
    left = truth != 0
    lab[truth == 1] += np.array([74.0, 26, 38]) - lab[truth == 1].mean(0)
    p = sure_of(truth)
    p[truth == 1] = [0.82, 0.07, 0.03, 0.03, 0.03, 0.02]
    names, shades, sure, _ = learn(lab[left], p[left], NAMES)
    assert names == [NAMES[i] for i in truth[left]]
    assert np.isnan(shades.centres[0]).all() and shades.centres[1] == pytest.approx([74, 26, 38], abs=3)
    assert (sure[truth[left] == 1] < 0.95).all(), "the network says otherwise"
    assert (sure[truth[left] != 1] > 0.95).all()


def test_on_a_dim_picture_where_all_prints_look_alike_the_networks_word_counts():
    lab, truth = board(np.random.default_rng(10), dimmest=0.95)
    dim = lab.mean(0) * [0.3, 0.2, 0.2] + 0.06 * (lab - lab.mean(0))
    names, *_ = learn(dim, sure_of(truth), NAMES)
    assert names == [NAMES[i] for i in truth]


def test_a_red_on_a_board_without_orange_stays_red():
    lab, truth = board(np.random.default_rng(9))
    left = truth != 1
    names, *_ = learn(lab[left], sure_of(truth)[left], NAMES)
    assert names == [NAMES[i] for i in truth[left]]


def test_in_falling_light_the_fields_of_one_shade_keep_one_name():
    """The nearer to the lamp, the paler: by itself the darkest yellow is called orange."""
    light = np.linspace(0, 1, 12)[:, None]
    yellow = np.array([36.0, 0, 55]) + light * [4.0, -16, 2]
    orange = np.array([[30.0, 23, 45]])
    p = np.full((13, 6), 0.005)
    p[:12, NAMES.index("orange")] = np.linspace(0.7, 0.02, 12)
    p[:12, NAMES.index("yellow")] = np.linspace(0.28, 0.96, 12)
    p[12, NAMES.index("orange")] = 0.98
    assert learn(np.concatenate([yellow, orange]), p, NAMES)[0] == [*["yellow"] * 12, "orange"]


def test_an_outline_leaves_the_rim_out():
    bgr = np.full((100, 100, 3), 255, np.uint8)
    bgr[32:68, 32:68] = BGR[3]
    outline = np.array([[30.0, 30.0], [70.0, 30.0], [70.0, 70.0], [30.0, 70.0]])
    assert np.allclose(labs_within(bgr, outline), to_lab(BGR[3:4])[0])


def test_an_outline_out_of_the_picture_is_no_error():
    outline = np.array([[-30.0, -30.0], [-10.0, -30.0], [-10.0, -10.0], [-30.0, -10.0]])
    assert len(labs_within(np.zeros((50, 50, 3), np.uint8), outline)) == 0


# --- a set that was learnt before ---


def known(shift=(0.0, 0.0, 0.0), missing=()):
    centres = to_lab(BGR) + shift
    centres[list(missing)] = np.nan
    return Shades(NAMES, centres)


@pytest.mark.parametrize(
    "shift", [(0, 0, 0), (12, 0, 0), (-8, 4, 10)], ids=["same light", "brighter", "warmer"]
)
def test_fields_that_the_network_misnames_throughout_are_named_by_a_set_known_before(shift):
    """What people who have this set call orange all others call red, and the other way round."""
    lab, truth = board(np.random.default_rng(4))
    p = np.where(sure_of(truth) > 0.5, 0.98, 0.004)
    theirs = known(shift).changed("red", "orange")
    without, *_ = learn(lab, p, NAMES)
    assert without == [NAMES[i] for i in truth]
    names, *_ = learn(lab, p, NAMES, theirs)
    other = {"red": "orange", "orange": "red"}
    assert names == [other.get(NAMES[i], NAMES[i]) for i in truth]


def test_a_colour_that_is_not_on_the_board_keeps_its_known_shade_in_the_new_light():
    lab, truth = board(np.random.default_rng(5))
    keep = truth != 5
    p = np.full((36, 6), 0.0)
    p[np.arange(36), truth] = 1.0
    seen = of_fields(lab[keep], p[keep], np.ones(keep.sum()), NAMES, known((20, 5, 5)))
    true_violet = lab[truth == 5].mean(0)
    assert np.linalg.norm(known((20, 5, 5)).centres[5] - true_violet) > 18
    assert np.linalg.norm(seen.centres[5] - true_violet) < 12
    assert np.linalg.norm(seen.centres[0] - lab[truth == 0].mean(0)) < 12


def test_a_known_set_without_a_colour_says_nothing_of_it():
    lab, truth = board(np.random.default_rng(6))
    p = sure_of(truth)
    names, shades, *_ = learn(lab, p, NAMES, known(missing=[3]))
    assert names == [NAMES[i] for i in truth]
    assert np.isfinite(shades.centres).all()
