"""Files of what the eyes saw in a recording, look by look, so that it can be judged anew without the film.

A file is a zip of numpy arrays (``.npz``): the looks' arrays one below the other, lists flattened with the index of
what they belong to, and three texts in JSON: a header, the truth, and the events that were told.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from companion.eyes.shown import (
    CardShown,
    Condition,
    FieldsCompared,
    FieldsShown,
    PlaceCompared,
    Shown,
    TableCompared,
)
from companion.eyes.stretch import Place

Event = dict[str, Any]
Arrays = dict[str, NDArray[Any]]

VERSION = 2
_CONDITIONS: tuple[Condition, ...] = get_args(Condition)
_FIELDS = ("owner", "height", "hidden", "lift")
_COMPARED = ("change", "but_for_shade", "colours", "growth", "by_lift")
_HALVES = np.float16  # what ``companion.eyes.shown`` rounds to


class LookLogError(ValueError):
    """A file is no log of looks, or one of another version; the message says which."""


@dataclass(frozen=True)
class LookLog:
    """What was seen in a recording: the ``looks`` in order, until when each stretch ``rests`` (seconds), the
    ``truth`` that lies beside it (None: none does), the ``events`` that were told while it was watched, and a
    ``header`` that says how."""

    header: dict[str, Any]
    truth: dict[str, Any] | None
    events: Sequence[Event]
    looks: Sequence[Shown]
    rests: Mapping[int, float]


def write_log(path: Path, log: LookLog) -> None:
    """Write a log; an unfinished one never lies under its name."""
    arrays = _arrays(log.looks)
    arrays["rests"] = np.array([*log.rests.items()], np.float64).reshape(-1, 2)
    texts = {"header": {**log.header, "version": VERSION}, "truth": log.truth, "events": list(log.events)}
    for name, value in texts.items():
        arrays[name] = np.frombuffer(json.dumps(value).encode(), np.uint8)
    unfinished = path.with_suffix(".part.npz")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # no array is called as its option
    unfinished.rename(path)


def read_log(path: Path) -> LookLog:
    """Read a log as it was written; raises LookLogError."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        header, truth, events = (json.loads(arrays[name].tobytes()) for name in ("header", "truth", "events"))
        if header["version"] != VERSION:
            what = f"{path} is of version {header['version']!r:.20}, not {VERSION}: log the recording anew"
            raise LookLogError(what)
        rests = {int(number): t for number, t in arrays["rests"].tolist()}
        return LookLog(header, truth, events, _looks(arrays), rests)
    except LookLogError:
        raise
    except Exception as error:  # a file from anywhere can be wrong in any way
        raise LookLogError(f"{path} is no log of looks: {str(error)[:200]!r}") from error


def _arrays(looks: Sequence[Shown]) -> Arrays:
    size = len(looks[0].fields.hidden) if looks else 1
    compared = [(n, number, each) for n, look in enumerate(looks) for number, each in look.compared.items()]
    tables = [(n, number, each) for n, look in enumerate(looks) for number, each in look.tables.items()]
    cards = [card for look in looks for card in look.cards]
    places = [(n, number, place) for n, card in enumerate(cards) for number, place in card.since.items()]
    beside = [
        (n, *cell, left) for n, (_, _, each) in enumerate(compared) for cell, left in each.beside.items()
    ]
    arrays: Arrays = {
        "look": np.array([_numbers_of(look) for look in looks], np.float64),
        "corners_px": np.array([look.corners_px for look in looks], np.float32),
        "unlike_print": np.array([look.unlike_print for look in looks], _HALVES),
        "burnt_out": _one_below_the_other([look.burnt_out for look in looks]),
        "burnt_out_counts": np.array([len(look.burnt_out) for look in looks], np.int32),
        "compared": np.array([(n, number) for n, number, _ in compared], np.int32).reshape(-1, 2),
        "light": np.array([(each.brighter, each.uneven) for _, _, each in compared], np.float64),
        "beside": np.array([where for *where, _ in beside], np.int32).reshape(-1, 3),
        "beside_change": np.array([left for *_, left in beside], _HALVES).reshape(-1, size, size),
        "tables": np.array([(n, number) for n, number, _ in tables], np.int32).reshape(-1, 2),
        "usual": np.array([each.usual for _, _, each in tables], np.float64),
        "row": np.array([each.row for _, _, each in tables], np.float32).reshape(-1, 6),
        "unread": _one_below_the_other([each.unread for _, _, each in tables]),
        "unread_counts": np.array([len(each.unread) for _, _, each in tables], np.int32),
        "cards": np.array([_numbers_of_card(card) for card in cards], np.float32).reshape(-1, 24),
        "card_counts": np.array([len(look.cards) for look in looks], np.int32),
        "places": np.array([(n, number) for n, number, _ in places], np.int32).reshape(-1, 2),
        "place": np.array([_numbers_of_place(place) for _, _, place in places], np.float64).reshape(-1, 7),
    }
    for name in _FIELDS:
        arrays[name] = np.array([getattr(look.fields, name) for look in looks], _HALVES)
    for name in _COMPARED:
        arrays[name] = np.array([getattr(each, name) for _, _, each in compared], _HALVES)
    return arrays


def _numbers_of(look: Shown) -> tuple[float, ...]:
    settled = look.number, look.t, look.looks, look.settled_for_s, look.place.number, look.place.of_board
    return *settled, _CONDITIONS.index(look.condition), look.swayed_px, *look.image_size


def _numbers_of_card(card: CardShown) -> tuple[float, ...]:
    flags = card.confidence, card.sure, card.certain, card.face_up_p, card.at_second_sight
    return (
        *card.corners.ravel().tolist(),
        *card.mark.tolist(),
        *flags,
        *card.colour_p.tolist(),
        *card.lab.tolist(),
    )


def _numbers_of_place(place: PlaceCompared) -> tuple[float, ...]:
    flags = place.as_before, place.new, place.more_beside
    return place.change, place.known, *flags, place.component, place.area


def _one_below_the_other(places: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    return np.concatenate([np.zeros((0, 2), np.float32), *places])


def _looks(arrays: Arrays) -> list[Shown]:
    """The looks in these arrays, all of which the looks share."""
    wide = {
        name: arrays[name].astype(np.float32)
        for name in (*_FIELDS, *_COMPARED, "unlike_print", "beside_change")
    }
    compared = _compared(arrays, wide)
    tables = _tables(arrays)
    cards = _cards(arrays)
    burnt = _cut(arrays["burnt_out"], arrays["burnt_out_counts"])
    shown = []
    for n, numbers in enumerate(arrays["look"].tolist()):
        number, t, looks, settled_for_s, place, of_board, condition, swayed_px, width, height = numbers
        shown.append(
            Shown(
                number=int(number),
                t=t,
                looks=int(looks),
                settled_for_s=settled_for_s,
                place=Place(int(place), int(of_board)),
                condition=_CONDITIONS[int(condition)],
                swayed_px=swayed_px,
                image_size=(int(width), int(height)),
                corners_px=arrays["corners_px"][n],
                fields=FieldsShown(*(wide[name][n] for name in _FIELDS)),
                unlike_print=wide["unlike_print"][n],
                cards=cards[n],
                compared=compared[n],
                tables=tables[n],
                burnt_out=burnt[n],
            )
        )
    return shown


def _compared(arrays: Arrays, wide: Arrays) -> list[dict[int, FieldsCompared]]:
    """Of each look, by the keyframes' numbers."""
    beside: list[dict[tuple[int, int], NDArray[np.float32]]] = [{} for _ in arrays["compared"]]
    for (n, row, col), left in zip(arrays["beside"].tolist(), wide["beside_change"], strict=True):
        beside[n][row, col] = left
    told: list[dict[int, FieldsCompared]] = [{} for _ in arrays["look"]]
    lights = arrays["light"].tolist()
    for n, (look, number) in enumerate(arrays["compared"].tolist()):
        change, but_for_shade, colours, growth, by_lift = (wide[name][n] for name in _COMPARED)
        told[look][number] = FieldsCompared(
            change, but_for_shade, beside[n], colours, growth, by_lift, *lights[n]
        )
    return told


def _tables(arrays: Arrays) -> list[dict[int, TableCompared]]:
    """Of each look, by the keyframes' numbers."""
    told: list[dict[int, TableCompared]] = [{} for _ in arrays["look"]]
    each = zip(
        arrays["tables"].tolist(),
        arrays["usual"].tolist(),
        _cut(arrays["unread"], arrays["unread_counts"]),
        arrays["row"],
        strict=True,
    )
    for (look, number), usual, unread, row in each:
        told[look][number] = TableCompared(usual, unread, row)
    return told


def _cards(arrays: Arrays) -> list[tuple[CardShown, ...]]:
    """Of each look."""
    since: list[dict[int, PlaceCompared]] = [{} for _ in arrays["cards"]]
    for (card, number), numbers in zip(arrays["places"].tolist(), arrays["place"].tolist(), strict=True):
        change, known, as_before, new, more, component, area = numbers
        place = PlaceCompared(change, known, bool(as_before), bool(new), bool(more), int(component), area)
        since[card][number] = place
    cards = [
        CardShown(
            row[:8].reshape(4, 2),
            row[8:10],
            float(row[10]),
            bool(row[11]),
            bool(row[12]),
            float(row[13]),
            row[15:21],
            row[21:],
            bool(row[14]),
            its,
        )
        for row, its in zip(arrays["cards"], since, strict=True)
    ]
    ends = np.cumsum(arrays["card_counts"]).tolist()
    return [tuple(cards[start:end]) for start, end in zip([0, *ends], ends, strict=False)]


def _cut(places: NDArray[np.float32], counts: NDArray[np.int32]) -> list[NDArray[np.float32]]:
    """Lists (k, 2) of so many places each."""
    return np.split(places, np.cumsum(counts)[:-1]) if len(counts) else []
