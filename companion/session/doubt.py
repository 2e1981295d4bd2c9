"""What is not known, in words: the cells, the likely acts, a piece that is missing or still lies about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.follow.hypothesis import A, Hypothesis, M, S, Step, fairest
from companion.messages import cells_named, message
from companion.session.differences import changed_by
from companion.session.judged_game import LANGUAGES
from companion.session.played import Played
from referee import phrases
from referee.game import Verdict
from referee.table import Lying, Piece, PointCard, cell_name

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
    acts = [step.act for step, p in options if step is not None and step.kind == "act" and p > _LIKELY]
    best = fairest(beam)
    done = [step.act for step in best.steps if step.kind == "act"]
    supposed = played.lies(best.state, best.fault)
    gone = [colour for act in done for colour in played.gone(state, act)]
    return why_unclear(state, acts, done, lies=lies, supposed=supposed, read=read, gone=gone)


def why_unclear(
    state: Any,
    acts: Sequence[Any],
    done: Sequence[Any],
    *,
    lies: Lying,
    supposed: Lying,
    read: Lying,
    gone: Sequence[str],
) -> tuple[dict[str, str], Any | None]:
    """Say what is unclear in ``state``, and which act is named first, if any is: any of the ``acts`` may have been
    done, the likeliest first. ``done`` are those of the likeliest account. ``lies``: the table before; ``supposed``:
    as that account leaves it; ``read``: as it is seen. ``gone``: the colours of the pieces that go off the board by
    it."""
    cells = sorted(changed_by(lies, read) | changed_by(lies, supposed))
    said = [message("unsure_cells", cells=cells_named(cells))] if cells else []
    besides = _besides(supposed, read, gone) if done else []
    named = [each for each in (done if besides else acts) if not hasattr(each, "added")][:_ACTS_NAMED]
    if named:
        told = [_told(state, act) for act in named]
        either = {lang: _either(lang).join(each[lang] for each in told) for lang in LANGUAGES}
        said.append(message("perhaps", acts=either))
    said = [*said, *besides] or [message("something_there")]
    why = {lang: _space(lang).join(each[lang] for each in said) for lang in LANGUAGES}
    return why, named[0] if named else None


def _besides(supposed: Lying, read: Lying, gone: Sequence[str]) -> list[dict[str, str]]:
    """The pieces that are missing where they are supposed to lie, or still lie about though they are ``gone``; none
    where that does not make up for all that lies otherwise."""
    said = []
    for at in sorted(changed_by(supposed, read)):
        there, seen, cell = supposed.get(at, ()), read.get(at, ()), cell_name(at)
        if there and not seen:
            said.append(_missing(there[-1], cell))
        elif seen and not there and seen[-1] in gone:
            said.append(message("tile_lies_about", colour=_plain(str(seen[-1])), cell=cell))
        else:
            return []
    return said


def _told(state: Any, act: Any) -> dict[str, str]:
    return {lang: phrases.what(lang, state, act, Verdict()) for lang in LANGUAGES}


def _missing(piece: Piece, cell: str) -> dict[str, str]:
    if isinstance(piece, PointCard):
        return message(
            "card_missing", colour=_plain(piece.colour, "adjective"), points=str(piece.points), cell=cell
        )
    return message("tile_missing", colour=_plain(piece), cell=cell)


def _plain(colour: str, form: str = "plain") -> dict[str, str]:
    """A colour in every language, in one of its forms where a language has that."""
    words = {lang: phrases.catalogue(lang)["colours"][colour] for lang in LANGUAGES}
    return {lang: str(said.get(form, said["plain"])) for lang, said in words.items()}


def _either(language: str) -> str:
    return f"{_space(language)}{message('or')[language]}{_space(language)}"


def _space(language: str) -> str:
    return str(phrases.catalogue(language)["space"])
