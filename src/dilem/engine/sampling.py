"""Weights spread evenly over what the person's words leave open.

A point is one way of weighing the criteria: weights that are not negative and sum to 1. The points come
from the Halton sequence (On the efficiency of certain quasi-random sequences of points, 1960) and are
carried to the simplex by exponential spacings (Rubinstein & Kroese, Simulation and the Monte Carlo
method). Sorting brings them under the order of the tiers, exactly; whatever else was said keeps the points
that agree with it. The same few lines stand in static/js/weighing.js.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dilem.engine.grid import CutKind

Array = npt.NDArray[np.float64]

POINTS = 512
MOST_DRAWN = 64 * POINTS
"""Points drawn at most while looking for POINTS that agree with what was said."""

BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)
"""One prime for each criterion: MAX_CRITERIA and what nobody spoke of."""

SKIPPED = 20
"""The sequence begins where its first, most regular points are past."""

ONLY_AT_LEAST = 0.6
NOT_AT_MOST = 0.02

Rule = tuple[CutKind, int, int | None, float]
"""A cut over positions: kind, above, below, ratio."""


def sample(tiers: Sequence[int], rules: Sequence[Rule]) -> Array:
    """At most POINTS rows of weights, one column a criterion, that respect the tiers and the rules.

    Every criterion of a lower tier number weighs at least as much as every one of a higher number; a rule
    of kind MOST adds nothing, since its criterion stands in the first tier. Fewer rows than POINTS come
    back where few of MOST_DRAWN agree with the rules, and none where the rules contradict each other.
    """
    return _sample(tuple(tiers), tuple(rules))


@lru_cache(maxsize=256)
def _sample(tiers: tuple[int, ...], rules: tuple[Rule, ...]) -> Array:
    overs = [rule for rule in rules if rule[0] is CutKind.OVER]
    kept: list[Array] = []
    drawn, found, block = 0, 0, POINTS
    while found < POINTS and drawn < MOST_DRAWN:
        weights = _placed(_places(drawn, block, len(tiers)), tiers, rules)
        weights = weights[_agrees(weights, overs)]
        kept.append(weights)
        drawn, found = drawn + block, found + len(weights)
        block = drawn  # twice as many every time, so that a rare agreement costs few passes
    result = np.concatenate(kept)[:POINTS]
    result.setflags(write=False)
    return result


def normalised(weights: Array) -> Array:
    """The rows scaled to sum 1; sums run from the first criterion to the last, as in the browser."""
    return weights / _total(weights, range(weights.shape[1]))[:, None]


@lru_cache(maxsize=64)
def _places(first: int, count: int, criteria: int) -> Array:
    """Points of the unit cube: `count` of the sequence from `first` on."""
    numbers = np.arange(SKIPPED + first, SKIPPED + first + count)
    return np.stack([_mirrored(numbers, base) for base in BASES[:criteria]], axis=1)


def _mirrored(numbers: npt.NDArray[np.int_], base: int) -> Array:
    """The digits of the numbers in a base, mirrored at the point."""
    mirrored, share = np.zeros(len(numbers)), 1.0
    while numbers.any():
        share /= base
        mirrored = mirrored + share * (numbers % base)
        numbers = numbers // base
    return mirrored


def _placed(places: Array, tiers: tuple[int, ...], rules: tuple[Rule, ...]) -> Array:
    """Weights at points of the unit cube, by tiers, with what counts alone and what does not count."""
    criteria = range(len(tiers))
    only = [above for kind, above, _, _ in rules if kind is CutKind.ONLY][:1]
    aside = {above for kind, above, _, _ in rules if kind is CutKind.NOT}
    weighed = [index for index in criteria if index not in aside]
    weights = NOT_AT_MOST * places
    left = 1.0 - _total(weights, sorted(aside))
    weights[:, weighed] = -np.log(places[:, weighed])
    weights[:, weighed] = weights[:, weighed] / _total(weights, weighed)[:, None]
    _sort(weights, tiers, [index for index in weighed if index not in only])
    if only:
        left = left - ONLY_AT_LEAST
    for index in weighed:
        weights[:, index] = weights[:, index] * left
    for index in only:
        weights[:, index] = weights[:, index] + ONLY_AT_LEAST
    return weights


def _sort(weights: Array, tiers: tuple[int, ...], columns: Sequence[int]) -> None:
    """Hand the greatest weights to the first tier, and so on; inside a tier the order stays as drawn."""
    if len({tiers[index] for index in columns}) < 2:
        return
    ordered = -np.sort(-weights[:, columns], axis=1)
    place = 0
    for tier in sorted({tiers[index] for index in columns}):
        members = [index for index in columns if tiers[index] == tier]
        ranks = np.argsort(np.argsort(-weights[:, members], axis=1, kind="stable"), axis=1, kind="stable")
        weights[:, members] = np.take_along_axis(ordered[:, place : place + len(members)], ranks, axis=1)
        place += len(members)


def _agrees(weights: Array, overs: Sequence[Rule]) -> npt.NDArray[np.bool_]:
    agrees = np.ones(len(weights), dtype=np.bool_)
    for _, above, below, ratio in overs:
        if below is not None:
            agrees &= weights[:, above] >= ratio * weights[:, below]
    return agrees


def _total(weights: Array, columns: Sequence[int]) -> Array:
    total = np.zeros(len(weights))
    for column in columns:
        total = total + weights[:, column]
    return total
