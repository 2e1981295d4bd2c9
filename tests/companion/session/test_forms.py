"""The acts of a game, declared field by field: an editor lets people tell all of them."""

from __future__ import annotations

from dataclasses import fields

from companion.session import claims
from companion.session.games import just4fun_colours, one_two_three_four
from referee.records import four_colour_cards as four_colour_records
from referee.records import just4fun_colours as just4fun_records
from referee.records import one_two_three_four as lane_records


def test_every_act_of_a_record_can_be_told() -> None:
    forms = just4fun_colours.forms(("red", "blue"))
    told = {form.act: [field.name for field in form.fields] for form in forms}
    kinds = just4fun_records.ACTS.items()
    assert {act: sorted(names) for act, names in told.items()} == {
        act: sorted(each.name for each in fields(kind)) for act, kind in kinds
    }
    assert {form.act for form in claims.FORMS} < set(four_colour_records.ACTS)
    assert {form.act for form in one_two_three_four.FORMS} == set(lane_records.ACTS)
