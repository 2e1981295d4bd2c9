"""What is not known, in words: the cells, the likely acts, a piece that is missing or still lies about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.follow.hypothesis import A, Hypothesis, M, S, Step, fairest
from companion.messages import message
from companion.session.differences import changed_by
from companion.session.judged_game import LANGUAGES
from companion.session.places import Places, plain
from companion.session.played import Played
from referee import phrases, registry
from referee.game import Verdict
from referee.table import Lying, cell_name

_ACTS_NAMED = 2
_LIKELY = 0.1  # an act of a smaller posterior is not named


def why_asked(
    played: Played[S, A, M, Any, Any],
    state: S,
    lies: Lying,
    read: Lying,
    beam: Sequence[Hypothesis[S, A, M]],
    options: Sequence[tuple[Step[A] | None, float]],
) -> tuple[dict[str, str], Any | None]:
    """Say what is unclear in ``state`` by what may have been done, and which act is named first, if any is. ``lies``:
    the table before; ``read``: as it is seen; ``beam``: the accounts of what was done, the likeliest first;
    ``options``: what was done first, each with its posterior."""
    likely = (
        played.recorded(step.act)
        for step, p in options
        if step is not None and step.kind == "act" and p > _LIKELY
    )
    acts = list(dict.fromkeys(likely))  # of one, it may be unclear only what its field is called
    best = fairest(beam)
    done = [played.recorded(step.act) for step in best.steps if step.kind == "act"]
    supposed = played.lies(best.state, best.fault)
    gone = [colour for act in done for colour in played.gone(state, act)]
    return why_unclear(
        state, acts, done, lies=lies, supposed=supposed, read=read, gone=gone, places=played.places
    )


def why_unclear(
    state: Any,
    acts: Sequence[Any],
    done: Sequence[Any],
    *,
    lies: Lying,
    supposed: Lying,
    read: Lying,
    gone: Sequence[str],
    places: Places,
) -> tuple[dict[str, str], Any | None]:
    """Say what is unclear in ``state``, and which act is named first, if any is: any of the ``acts`` may have been
    done, the likeliest first. ``done`` are those of the likeliest account. ``lies``: the table before; ``supposed``:
    as that account leaves it; ``read``: as it is seen. ``gone``: the colours of the pieces that go off the board by
    it. ``places``: how the places are called where pieces lie."""
    cells = sorted(changed_by(lies, read) | changed_by(lies, supposed))
    said = [places.unsure(cells)] if cells else []
    if _only_cards_differ(acts):
        said = [message("unsure_cards")]
    besides = _besides(supposed, read, gone, places) if done else []
    named = [each for each in (done if besides else acts) if not hasattr(each, "added")][:_ACTS_NAMED]
    if named:
        told = [_told(state, act) for act in named]
        either = {lang: _either(lang).join(each[lang] for each in told) for lang in LANGUAGES}
        said.append(message("perhaps", acts=either))
    said = [*said, *besides] or [message("something_there")]
    why = {lang: _space(lang).join(each[lang] for each in said) for lang in LANGUAGES}
    return why, named[0] if named else None


def _only_cards_differ(acts: Sequence[Any]) -> bool:
    """Whether it is known which of several ``acts`` was done, but for the cards that were laid for it."""
    with_cards = [act for act in acts if hasattr(act, "cards")]
    done = {replace(act, cards=()) for act in with_cards}
    return len(with_cards) > 1 and len(with_cards) == len(acts) and len(done) == 1


def _besides(supposed: Lying, read: Lying, gone: Sequence[str], places: Places) -> list[dict[str, str]]:
    """The pieces that are missing where they are supposed to lie, or still lie about though they are ``gone``; none
    where that does not make up for all that lies otherwise."""
    said = []
    for at in sorted(changed_by(supposed, read)):
        there, seen, cell = supposed.get(at, ()), read.get(at, ()), cell_name(at)
        if there and not seen:
            said.append(places.missing(there[-1], at))
        elif seen and not there and seen[-1] in gone:
            said.append(message("tile_lies_about", colour=plain(str(seen[-1])), cell=cell))
        else:
            return []
    return said


def _told(state: Any, act: Any) -> dict[str, str]:
    """What was done, whatever is wrong with it; else, where what it was done to is not there, what is wrong."""
    try:
        return {lang: phrases.what(lang, state, act, Verdict()) for lang in LANGUAGES}
    except KeyError:
        verdict = registry.game(state.game).judge(state, act)
        return {lang: phrases.what(lang, state, act, verdict) for lang in LANGUAGES}


def _either(language: str) -> str:
    return f"{_space(language)}{message('or')[language]}{_space(language)}"


def _space(language: str) -> str:
    return str(phrases.catalogue(language)["space"])
