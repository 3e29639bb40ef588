"""Weights spread evenly over what the person's words leave open.

A point is one way of weighing the criteria: weights that are not negative and sum to 1. The points come
from the Halton sequence (On the efficiency of certain quasi-random sequences of points, 1960), are carried
to the simplex by exponential spacings (Rubinstein & Kroese, Simulation and the Monte Carlo method), and
folded into the cone that the stated cuts describe. Folding keeps an even spread even, so no point is
thrown away. The same few lines stand in static/js/weighing.js.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dilem.engine.grid import CutKind

Array = npt.NDArray[np.float64]

POINTS = 512
BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)
"""One prime for each criterion: MAX_CRITERIA and what nobody spoke of."""

SKIPPED = 20
"""The sequence begins where its first, most regular points are past."""

ONLY_AT_LEAST = 0.6
NOT_AT_MOST = 0.02
_PASSES = 8

Rule = tuple[CutKind, int, int | None, float]
"""A cut over positions: kind, above, below, ratio."""


def sample(tiers: Sequence[int], rules: Sequence[Rule]) -> Array:
    """POINTS x criteria weights that respect the tiers and the rules.

    Every criterion of a lower tier number weighs at least as much as every one of a higher number.
    Rules must not contradict each other or the tiers (see `weighing.consistent`).
    """
    return _sample(tuple(tiers), tuple(rules))


@lru_cache(maxsize=256)
def _sample(tiers: tuple[int, ...], rules: tuple[Rule, ...]) -> Array:
    weights = _by_tier(_simplex(len(tiers)), tiers)
    overs = [
        (above, below, ratio)
        for kind, above, below, ratio in rules
        if kind is CutKind.OVER and below is not None
    ]
    for _ in range(_PASSES if len(overs) > 1 else 1):
        for above, below, ratio in overs:
            _lift(weights, above, below, ratio)
    if overs:
        _press(weights, tiers)
        weights = normalised(weights)
    for kind, above, _, _ in rules:
        if kind is CutKind.ONLY:
            weights *= 1.0 - ONLY_AT_LEAST
            weights[:, above] += ONLY_AT_LEAST
    _set_aside(weights, [above for kind, above, _, _ in rules if kind is CutKind.NOT])
    weights.setflags(write=False)
    return weights


def normalised(weights: Array) -> Array:
    """The rows scaled to sum 1; sums run from the first criterion to the last, as in the browser."""
    total = np.zeros(len(weights))
    for column in range(weights.shape[1]):
        total = total + weights[:, column]
    return weights / total[:, None]


@lru_cache(maxsize=32)
def _simplex(criteria: int) -> Array:
    """Points spread evenly over the simplex."""
    columns = []
    for base in BASES[:criteria]:
        places = np.array([_radical_inverse(number, base) for number in range(SKIPPED, SKIPPED + POINTS)])
        columns.append(-np.log(places))
    return normalised(np.stack(columns, axis=1))


def _radical_inverse(number: int, base: int) -> float:
    """The digits of a number in a base, mirrored at the point."""
    mirrored, share = 0.0, 1.0
    while number:
        share /= base
        mirrored += share * (number % base)
        number //= base
    return mirrored


def _by_tier(weights: Array, tiers: tuple[int, ...]) -> Array:
    """Hand the greatest weights to the first tier, and so on; inside a tier the order stays as drawn."""
    if len(set(tiers)) < 2:
        return weights.copy()
    ordered = -np.sort(-weights, axis=1)
    result = np.empty_like(weights)
    place = 0
    for tier in sorted(set(tiers)):
        members = [index for index, other in enumerate(tiers) if other == tier]
        ranks = np.argsort(np.argsort(-weights[:, members], axis=1, kind="stable"), axis=1, kind="stable")
        result[:, members] = np.take_along_axis(ordered[:, place : place + len(members)], ranks, axis=1)
        place += len(members)
    return result


def _lift(weights: Array, above: int, below: int, ratio: float) -> None:
    """Fold the share of `above` in the pair into where it is at least `ratio` times `below`."""
    first, second = weights[:, above].copy(), weights[:, below].copy()
    pair = first + second
    least = ratio / (1.0 + ratio)
    share = first / np.maximum(pair, 1e-300)
    folded = np.where(share >= least, share, least + (1.0 - least) * (least - share) / least)
    weights[:, above] = folded * pair
    weights[:, below] = pair - weights[:, above]


def _set_aside(weights: Array, columns: Sequence[int]) -> None:
    """Shrink some columns to NOT_AT_MOST of what they were; the others take what becomes free."""
    if not columns:
        return
    others = [column for column in range(weights.shape[1]) if column not in columns]
    before, after = np.zeros(len(weights)), np.zeros(len(weights))
    for column in columns:
        weights[:, column] *= NOT_AT_MOST
        after = after + weights[:, column]
    for column in others:
        before = before + weights[:, column]
    for column in others:
        weights[:, column] *= (1.0 - after) / np.maximum(before, 1e-300)


def _press(weights: Array, tiers: tuple[int, ...]) -> None:
    """Hold lower tiers under the least weight of the tiers above, where lifting has pushed one down."""
    ceiling = np.full(len(weights), np.inf)
    for tier in sorted(set(tiers)):
        members = [index for index, other in enumerate(tiers) if other == tier]
        for index in members:
            weights[:, index] = np.minimum(weights[:, index], ceiling)
        for index in members:
            ceiling = np.minimum(ceiling, weights[:, index])
