"""The shades of one set, learnt from its empty board: what "orange" looks like on this table, in this light.

A network names the fields from what it knows of sets in general. This room makes the names agree with one
another on one board: fields of one print look alike (the cards too: ``calibration.printed``).
Colours are CIELAB (OpenCV's 8-bit scale centred on zero), lightness at less weight: shadows change it most.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.one_to_one import PrintsSeen, Ways
from calibration.printing import usual_printing

Lab = NDArray[np.float64]

_LIGHTNESS_WEIGHT = 0.4
_LEAST_SPREAD = 4.0  # Lab units: prints, shadows and noise blur a shade at least so much
_PRINT_SPREAD = 5.0  # what is printed elsewhere in a colour is printed a little otherwise
_LIGHT_SPREAD = 0.2  # and lies elsewhere in the light: by so much its Lab values, counted from black, are off
_BLACK = np.array([-16 * 2.55 * _LIGHTNESS_WEIGHT, 0, 0])  # where the cube roots of CIELAB are nought
# How well a colour fits any name at least: a shade may have been learnt where stones or prints hid the field. Of
# 1,744 cards of 556 pictures 208 to 193 are misnamed so.
NOT_LEARNT = -6.0
# The same of a field, whose print a lamp's glare may hide, and how soon such fields count for less in their shade. Of
# 8,504 empty fields of 450 boards held out 89 to 67 are named wrongly so, 74 by the network alone.
_GLARE, _TAILS = -5.0, 4.0
# Lightness from which on, and chroma up to which, a field is burnt out: no print is as white as that.
_BURNT_LIGHTNESS, _BURNT_CHROMA = 0.95 * 255 * _LIGHTNESS_WEIGHT, 8.0
_ROUNDS, _SINKHORN_ROUNDS = 12, 60
_NOT_TIED = 0.02  # how likely a field is of another name than its shade's
_KNOWN_WEIGHT = 2.0  # a shade that was learnt before counts like so many fields
IN_SIGHT = 0.5  # of a field of a name must be seen at least, or no shade of it is


@dataclass(frozen=True)
class Shades:
    """``centres`` (K, 3) the shade of each of ``names``; a name that is not on the board has NaN."""

    names: tuple[str, ...]
    centres: Lab

    def log_likelihood(self, lab: Lab) -> Lab:
        """(..., K) how well colours (..., 3) fit each name, in more light or in less; a name that is not on the board
        is told by its hue."""
        fits = fit_in_any_light(lab, self.centres)
        unseen = np.isnan(self.centres[:, 0])
        if unseen.any() and not unseen.all():
            fits[..., unseen] = self._others(lab)
        return np.asarray(np.logaddexp(np.nan_to_num(fits, nan=-np.inf), NOT_LEARNT))

    def _others(self, lab: Lab) -> Lab:
        """(..., M) how well colours (..., 3) fit each of the names that are not on the board, as prints that go
        together with those that are: the less is known of how they look, the less well."""
        means, covariances = usual_printing(self.names).others(self.centres)
        fits = []
        for mean, covariance in zip(means, covariances, strict=True):
            seen = mean - _BLACK
            blur = _PRINT_SPREAD**2 * np.eye(3) + _LIGHT_SPREAD**2 * np.outer(seen, seen)
            off = lab - mean
            apart = (off * np.linalg.solve(covariance + blur, off[..., None])[..., 0]).sum(-1)
            unknown = np.linalg.slogdet(covariance + blur)[1] - np.linalg.slogdet(blur)[1]
            fits.append(-(apart + unknown) / 2)
        return np.stack(fits, -1)

    def rgb(self) -> NDArray[np.uint8]:
        """(K, 3) the shades as a screen shows them; a name that is not on the board is black."""
        lab = np.nan_to_num(self.centres) / [_LIGHTNESS_WEIGHT, 1, 1] + [0, 128, 128]
        pixels = np.clip(np.where(np.isnan(self.centres), [0, 128, 128], lab), 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(pixels[None], cv2.COLOR_LAB2RGB)[0])

    def changed(self, one: str, other: str) -> Shades:
        """The same shades, two names changed for one another."""
        order = _changed(len(self.names), self.names.index(one), self.names.index(other))
        return Shades(self.names, self.centres[order])

    def relit(self, field_lab: Lab, share: NDArray[np.floating]) -> Shades:
        """The same shades in the light of fields (N, 3) of which ``share`` (N, K) says how much each is of
        each name: shifted so that the fields' mean is as it is seen."""
        known = ~np.isnan(self.centres[:, 0])
        weight = np.asarray(share, float)[:, known]
        if weight.sum() < 1:
            return self
        seen = weight.sum(1) @ field_lab / weight.sum()
        remembered = weight.sum(0) @ self.centres[known] / weight.sum()
        return Shades(self.names, self.centres + seen - remembered)


def fit_in_any_light(lab: Lab, shade_lab: Lab) -> Lab:
    """(..., M) how well colours (..., 3) fit shades (M, 3), in more light or in less: natural logarithms, 0 at best.

    CIELAB is made of cube roots, so that with more light a colour goes straight away from black. How much more
    there is, is told by least squares.
    """
    seen, shades = lab - _BLACK, shade_lab - _BLACK
    stiff = (_PRINT_SPREAD / _LIGHT_SPREAD) ** 2
    along, far = seen @ shades.T, (shades**2).sum(1)
    light = (along + stiff) / (far + stiff)
    off = (seen**2).sum(-1, keepdims=True) + light * (light * far - 2 * along)
    return np.asarray(-(off / _PRINT_SPREAD**2 + ((light - 1) / _LIGHT_SPREAD) ** 2) / 2)


class Named(NamedTuple):
    """The ``names`` of N fields, their ``shades``, how ``sure`` (N,) it is that a field is of the kind that goes by
    its name, in 0..1, and ``alike``: how likely it is of two names that they have to be changed for one another."""

    names: list[str]
    shades: Shades
    sure: NDArray[np.float64]
    alike: dict[tuple[str, str], float]


def learn(
    field_lab: Lab, field_p: NDArray[np.floating], names: tuple[str, ...], prior: Shades | None = None
) -> Named:
    """Name the fields of an empty board consistently.

    ``field_lab`` (N, 3) the fields' colours, ``field_p`` (N, K) the network's probabilities. They are named three
    times: as the network names each, with one name for each shade, and as many by each name; and each time with any
    two names changed for one another, too. What explains most is taken, and which fields are of one kind is as sure
    as all ways together make it. Fields that a lamp burns out count for nothing and no name of theirs is sure.
    """
    burnt = burnt_out(field_lab)
    by_itself = np.asarray(field_p, float)
    seen = PrintsSeen(field_lab, np.log(by_itself + 1e-3), burnt, names)
    tied = seen.one_name_each()
    one_each = np.eye(len(names) + 1)[tied.best, :-1]
    tied_p = _normalised(np.log(np.where(one_each.any(1, keepdims=True), one_each + _NOT_TIED, by_itself)))
    fits = [_fitted(field_lab, p, names, burnt, prior) for p in (by_itself, tied_p)]
    fits.append(_fitted(field_lab, by_itself, names, burnt, prior, as_many_of_each, fits[0][1]))
    two = combinations(range(len(names)), 2) if prior is None else ()
    orders = [np.arange(len(names)), *(_changed(len(names), *each) for each in two)]
    named = np.array([order[share.argmax(1)] for share, _ in fits for order in orders])
    ways = seen.weighed(named)
    fit, order = divmod(int(ways.score.argmax()), len(orders))
    share, shades = fits[fit][0][:, orders[order]], Shades(names, fits[fit][1].centres[orders[order]])
    called, sure = named[ways.score.argmax()], share.max(1) * ~burnt
    alike = {}
    if prior is None:
        alike = _alike(seen, ways.best, names)
        every = Ways(np.vstack([ways.called, tied.called]), np.append(ways.score, tied.score))
        both_there = [_changed(len(names), *map(names.index, pair)) for pair in alike]
        sure = np.minimum(sure, every.of_one_kind_p(called, [orders[0], *both_there]))
    return Named([names[int(i)] for i in called], shades, sure, alike)


def _alike(
    seen: PrintsSeen, called: NDArray[np.int64], names: tuple[str, ...]
) -> dict[tuple[str, str], float]:
    """How likely it is of any two names that fields are ``called`` (N,) that they have to be changed for one
    another."""
    as_it_is, alike = seen.explained_by(called), {}
    for one, other in combinations(np.unique(called[called >= 0]).tolist(), 2):
        changed = seen.explained_by(np.append(_changed(len(names), one, other), -1)[called])
        alike[names[one], names[other]] = float(1 / (1 + np.exp(as_it_is - changed)))
    return alike


def _changed(count: int, one: int, other: int) -> NDArray[np.int64]:
    """(count,) which name each of so many gets if two are changed for one another."""
    order = np.arange(count)
    order[[one, other]] = other, one
    return order


def _fitted(
    field_lab: Lab,
    field_p: NDArray[np.float64],
    names: tuple[str, ...],
    burnt: NDArray[np.bool_],
    prior: Shades | None,
    shared: Callable[[Lab], Lab] | None = None,
    start: Shades | None = None,
) -> tuple[NDArray[np.float64], Shades]:
    """How much each field is of each name (N, K), and the shades; ``shared`` makes that of logarithms, at first by
    how the shades to ``start`` from look.

    Expectation maximisation of a mixture whose components are tied to names by ``field_p`` (Dempster et al. 1977),
    and by ``prior``, the shades of this set as they were seen in another light. Fields that fit no shade count for
    less in them (weights as of Student's t, Peel & McLachlan 2000), and are named by ``field_p``.
    """
    shared = shared or _normalised
    log_p = np.log(field_p + 1e-3)
    share = shared(log_p if start is None else log_p + start.log_likelihood(field_lab))
    known, known_weight = np.zeros((len(names), 3)), np.zeros((len(names), 1))
    if prior:
        prior = prior.relit(field_lab, share)
        log_p = log_p + prior.log_likelihood(field_lab)
        share = shared(log_p)
        known_weight[~np.isnan(prior.centres[:, 0])] = _KNOWN_WEIGHT
        known = np.nan_to_num(prior.centres)
    fit = np.ones_like(share)
    for _ in range(_ROUNDS):
        counted = share * fit * ~burnt[:, None]
        weight = counted.sum(0)[:, None] + known_weight
        centres = np.where(
            weight > 0.3, (counted.T @ field_lab + known_weight * known) / np.maximum(weight, 1e-9), np.nan
        )
        distance = ((field_lab[:, None] - centres[None]) ** 2).sum(-1)
        variance = max(float(np.nansum(counted * distance) / (3 * max(counted.sum(), 1))), _LEAST_SPREAD**2)
        fit = 1 / (1 + np.nan_to_num(distance / variance, nan=np.inf) / _TAILS)
        likely = np.nan_to_num(-distance / (2 * variance), nan=-50.0)
        share = shared(log_p + np.where(burnt[:, None], 0.0, np.logaddexp(likely, _GLARE)))
    return share, Shades(names, centres)


def burnt_out(field_lab: Lab) -> NDArray[np.bool_]:
    """(N,) which of the fields (N, 3) show nothing but a lamp's glare."""
    white = np.linalg.norm(field_lab[:, 1:], axis=1) < _BURNT_CHROMA
    return np.asarray(white & (field_lab[:, 0] > _BURNT_LIGHTNESS))


def told_by_glare_alone(named: NDArray[np.str_], burnt: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n, n) which of a board's fields, ``named`` so (n, n), lie beside ``burnt`` ones (n, n) and have a name that no
    field away from the glare has: it may have paled them into another's."""
    beside = cv2.dilate(burnt.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    return np.asarray(beside & ~np.isin(named, named[~beside]))


def _normalised(logs: Lab) -> Lab:
    """Probabilities (N, K) from their logarithms, up to a constant in each row."""
    p = np.exp(logs - logs.max(1, keepdims=True))
    return np.asarray(p / p.sum(1, keepdims=True))


def as_many_of_each(logs: Lab) -> Lab:
    """Shares (N, K) from their logarithms, each up to a constant in its row, such that every name has as much
    (Sinkhorn 1967)."""
    odds = np.exp(logs - logs.max(1, keepdims=True))
    share = odds
    for _ in range(_SINKHORN_ROUNDS):
        share = share / np.maximum(share.sum(0), 1e-300) * (len(logs) / logs.shape[1])
        share = share / np.maximum(share.sum(1, keepdims=True), 1e-300)
    return np.asarray(share)


def of_fields(
    field_lab: Lab,
    field_p: NDArray[np.floating],
    weight: NDArray[np.floating],
    names: tuple[str, ...],
    prior: Shades | None = None,
) -> Shades:
    """The shades of a board as it is read, stones and all: ``field_lab`` (N, 3), the network's ``field_p``
    (N, K), and a ``weight`` (N,) in 0..1 for how well each field can be seen. A colour of which no field is
    seen has the shade that it had in ``prior``."""
    in_sight = np.asarray(weight, float) * ~burnt_out(field_lab)
    share = np.asarray(field_p, float) ** 2 * in_sight[:, None]
    total = share.sum(0)
    centres = prior.relit(field_lab, share).centres.copy() if prior else np.full((len(names), 3), np.nan)
    for k in np.flatnonzero(total > IN_SIGHT):
        # The weighted median, since a stone or a shadow may lie where a field was looked at.
        order = np.argsort(field_lab, axis=0)
        for channel in range(3):
            ranked = order[:, channel]
            middle = np.searchsorted(np.cumsum(share[ranked, k]), total[k] / 2)
            centres[k, channel] = field_lab[ranked[min(int(middle), len(ranked) - 1)], channel]
    return Shades(names, centres)


def to_lab(bgr: NDArray[np.uint8]) -> Lab:
    """(N, 3) BGR bytes to Lab about zero, lightness at its weight."""
    lab = cv2.cvtColor(bgr.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float64)
    return (lab - [0, 128, 128]) * [_LIGHTNESS_WEIGHT, 1, 1]


def labs_within(bgr: NDArray[np.uint8], outline_px: NDArray[np.float64], inner: float = 0.75) -> Lab:
    """(N, 3) the colours within a polygon (M, 2) in pixels, drawn in towards its middle by ``inner``; none of what
    lies outside the picture."""
    middle = outline_px.mean(0)
    polygon = np.round(middle + (outline_px - middle) * inner).astype(np.int32)
    x, y, width, height = cv2.boundingRect(polygon)
    left, top = max(x, 0), max(y, 0)
    cut = bgr[top : y + height, left : x + width]
    if cut.size == 0:
        return np.zeros((0, 3))
    mask = np.zeros(cut.shape[:2], np.uint8)
    cv2.fillPoly(mask, [polygon - [left, top]], 1)
    return to_lab(cut[mask > 0]) if mask.any() else np.zeros((0, 3))
