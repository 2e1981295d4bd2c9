"""Cards are printed as the fields are, and named by all that these show."""

import numpy as np

from calibration.printed import Printed
from calibration.shades import Shades, to_lab

NAMES = ("red", "orange", "yellow", "green", "blue", "violet")
BGR = np.array(
    [[40, 40, 200], [30, 110, 210], [40, 200, 220], [60, 150, 60], [190, 110, 40], [130, 50, 110]], np.uint8
)
SHADES = Shades(NAMES, to_lab(BGR))


def plain_fields(shades: Shades) -> Printed:
    """A field of each name that shows nothing but its shade; names without a shade have no field."""
    there = ~np.isnan(shades.centres[:, 0])
    return Printed(shades, shades.centres[there][:, None], np.eye(len(shades.names))[there])


def named(printed: Printed, bgr: list[int], network_p: list[float]) -> str:
    p = printed.posterior(to_lab(np.array([[bgr]], np.uint8)[0]), network_p)
    assert np.isclose(p.sum(), 1)
    return NAMES[int(p.argmax())]


def test_a_card_is_named_after_the_boards_print():
    undecided = [0.4, 0.35, 0.1, 0.05, 0.05, 0.05]
    assert named(plain_fields(SHADES), list(BGR[1]), undecided) == "orange"


def test_the_print_outweighs_the_network_which_is_heard_where_the_print_tells_nothing():
    """A card between two shades, nearer to the orange; the network has seen the same and takes it for a red one."""
    between = to_lab(np.array([[35, 83, 206]], np.uint8))
    for_red = [0.9, 0.1, 0, 0, 0, 0]
    assert plain_fields(SHADES).posterior(between, for_red)[1] > 0.5
    nothing_learnt = Printed(Shades(NAMES, np.full((6, 3), np.nan)), np.zeros((6, 1, 3)), np.zeros((6, 6)))
    assert np.allclose(nothing_learnt.posterior(between, for_red), for_red, atol=0.01)


def test_a_card_of_a_colour_that_is_not_on_the_board_is_known_by_its_hue():
    """A dark green card beside a yellow board, in less light: it is no yellow in the shade."""
    centres = SHADES.centres.copy()
    centres[3] = np.nan
    printed = plain_fields(Shades(NAMES, centres))
    undecided = [0.05, 0.05, 0.4, 0.4, 0.05, 0.05]
    assert named(printed, [30, 90, 50], undecided) == "green"
    assert named(printed, [28, 140, 154], undecided) == "yellow"


def test_of_a_name_that_only_fields_out_of_sight_have_the_shade_tells():
    hidden = Printed(SHADES, np.zeros((6, 1, 3)), np.eye(6) * 0.1)
    assert named(hidden, list(BGR[1]), [0.4, 0.35, 0.1, 0.05, 0.05, 0.05]) == "orange"


def test_what_all_fields_show_speaks_for_no_name():
    """Round fields in a magenta frame, which shows wherever their shades were looked at: these are all of it."""
    frame = to_lab(np.array([[150, 40, 200]], np.uint8))[0]
    shown = np.stack([np.stack([lab, lab, frame, frame]) for lab in SHADES.centres])
    off = SHADES.centres - SHADES.centres.mean(0)
    framed = Printed(Shades(NAMES, frame + 0.1 * off), shown, np.eye(6))
    red_or_orange = [0.55, 0.45, 0, 0, 0, 0]
    assert named(framed, list(BGR[1]), red_or_orange) == "orange"
    assert named(framed, [150, 40, 200], red_or_orange) == "red"
    assert named(framed, [150, 40, 200], red_or_orange[1::-1] + [0] * 4) == "orange"


def test_where_a_ring_blurs_into_the_fields_they_tell_little():
    """Nearly everywhere on a small field yellow mixes with a ring into what orange looks like by itself."""
    yellow, orange = SHADES.centres[2], SHADES.centres[1]
    ring = 2 * orange - yellow
    blurred = (SHADES.centres + ring) / 2
    printed = Printed(SHADES, np.stack([*[blurred] * 9, SHADES.centres], axis=1), np.eye(6))
    assert named(printed, list(BGR[1]), [0, 0.3, 0.7, 0, 0, 0]) == "orange"


def test_the_white_lines_of_a_print_are_no_colour_of_the_card():
    """A white ring over blue: its middle tone is nearer to the pale violet of this set."""
    blue, violet = np.array([28.0, 19, -43]), np.array([27.0, 24, -6])
    printed = plain_fields(Shades(("blue", "violet"), np.stack([blue, violet])))
    edges = np.linspace(0, 1, 60)[:, None]
    ring = blue + edges * (np.array([35.0, 2, -2]) - blue)
    card = np.concatenate([np.tile(blue, (50, 1)), ring])
    assert np.median(card, axis=0)[2] > -40
    assert printed.posterior(card, [0.45, 0.55]).argmax() == 0
    assert printed.posterior(np.tile(violet, (50, 1)), [0.55, 0.45]).argmax() == 1
