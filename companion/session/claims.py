"""The claims of the card on offer as the page shows them: a row a seat, and in it what the rules allow now."""

from __future__ import annotations

from companion.session.forms import Field, Form
from companion.session.port import ClaimsState
from referee import four_colour_cards as rules
from referee.four_colour_acts import CALLED, State
from referee.four_colour_deck import CARDS, COPIES

# The acts of Four Colour Cards for which nothing is laid.
FORMS = (
    Form("claim", (Field("player", "player"), Field("kind", "word", choices=CALLED))),
    Form("stuck", (Field("player", "player"),)),
    Form("exhausted", ()),
    Form("void_round", ()),
    Form("count", (Field("deck", "number", most=COPIES * len(CARDS)),)),
)


def claims_of(state: object) -> list[ClaimsState]:
    """What each seat may say of the card on offer, and has said; nothing where no card is, and in other games."""
    if not isinstance(state, State):
        return []
    said = {claim.player: claim.kind for claim in state.claims}
    rows: list[ClaimsState] = [
        {"player": player, "may": list(rules.claimable(state, player)), "said": said.get(player)}
        for player in state.players
    ]
    return rows if any(row["may"] or row["said"] for row in rows) else []
