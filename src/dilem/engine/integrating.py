"""How often each option is best: the scores' uncertainty, integrated at every point of the weights' sample.

Stochastic multicriteria acceptability analysis (Lahdelma & Salminen, SMAA-2, Operations Research 49(3),
2001). Sums run in a fixed order and the error function is our own, so that no figure depends on the
machine and the browser gets the same ones.
"""

from collections.abc import Sequence

import numpy as np

from dilem.engine.figuring import Figures
from dilem.engine.grid import UNKNOWN_MEAN, UNKNOWN_SD
from dilem.engine.sampling import Array

# Gauss-Hermite nodes and weights of order 15 for the standard normal distribution.
NODES = (
    -6.363947888829836, -5.190093591304780, -4.196207711269016, -3.289082424398766, -2.432436827009758,
    -1.606710069028730, -0.7991290683245480, 0.0, 0.7991290683245480, 1.606710069028730,
    2.432436827009758, 3.289082424398766, 4.196207711269016, 5.190093591304780, 6.363947888829836,
)  # fmt: skip
NODE_WEIGHTS = (
    8.589649899633349e-10, 5.975419597920657e-07, 5.642146405189030e-05, 1.567357503549960e-03,
    1.736577449213769e-02, 8.941779539984441e-02, 2.324622936097325e-01, 3.182595182595183e-01,
    2.324622936097325e-01, 8.941779539984441e-02, 1.736577449213769e-02, 1.567357503549960e-03,
    5.642146405189030e-05, 5.975419597920657e-07, 8.589649899633349e-10,
)  # fmt: skip


def acceptability(figures: Figures, weights: Array) -> tuple[float, ...]:
    """The share of weighings in which each option is best."""
    chances = best_chances(figures, weights)
    return tuple(mean(chances[:, option]) for option in range(chances.shape[1]))


def leader(figures: Figures, shares: Sequence[float]) -> int:
    """The allowed option of the greatest share; of equal ones the first by id."""
    return ordered(figures, shares)[0]


def ordered(figures: Figures, shares: Sequence[float]) -> list[int]:
    """The allowed options, the greatest share first; equal ones by id."""
    return sorted(figures.allowed, key=lambda option: (-round(shares[option], 9), figures.ids[option]))


def best_chances(figures: Figures, weights: Array) -> Array:
    """Points x options: the chance that an option is best at a point."""
    means, sds = values_at(figures, weights)
    chances = np.zeros_like(means)
    rivals = contenders(figures)
    if len(rivals) == 1:
        chances[:, rivals[0]] = 1.0
        return chances
    if len(rivals) == 2:
        first, second = rivals
        spread = np.sqrt(np.maximum(sds[:, first] ** 2 + sds[:, second] ** 2, 1e-12))
        chances[:, first] = normal((means[:, first] - means[:, second]) / spread)
        chances[:, second] = 1.0 - chances[:, first]
        return chances
    sds = np.maximum(sds, 1e-6)
    total = np.zeros(len(weights))
    for option in rivals:
        _, by_node = _by_node(option, [rival for rival in rivals if rival != option], means, sds)
        chances[:, option] = _sum_of_columns(by_node)
        total = total + chances[:, option]
    return chances / np.maximum(total, 1e-300)[:, None]


def best_value(figures: Figures, weights: Array) -> float:
    """The value that choosing with perfect information would have: the mean of the greatest of the values."""
    means, sds = values_at(figures, weights)
    sds = np.maximum(sds, 1e-6)
    total = np.zeros(len(weights))
    for option in figures.allowed:
        rivals = [rival for rival in figures.allowed if rival != option]
        levels, chances = _by_node(option, rivals, means, sds)
        total = total + _sum_of_columns(levels * chances)
    return mean(total)


def _by_node(option: int, rivals: Sequence[int], means: Array, sds: Array) -> tuple[Array, Array]:
    """Values an option may have at every point, and the chance that it has one and no rival a greater."""
    levels = means[:, [option]] + sds[:, [option]] * np.array(NODES)
    chances = np.tile(np.array(NODE_WEIGHTS), (len(means), 1))
    for rival in rivals:
        chances = chances * normal((levels - means[:, [rival]]) / sds[:, [rival]])
    return levels, chances


def _sum_of_columns(values: Array) -> Array:
    total = np.zeros(len(values))
    for column in range(values.shape[1]):
        total = total + values[:, column]
    return total


def contenders(figures: Figures) -> tuple[int, ...]:
    """The options that can be best: those that break no limit and, of three or more, are not dominated.

    A dominated option is best in no weighing; left in, it would take its share from the option that it
    resembles most, and so help a third one.
    """
    allowed = figures.allowed
    if len(allowed) < 3:
        return allowed
    return tuple(o for o in allowed if not any(dominates(figures, other, o) for other in allowed))


def dominates(figures: Figures, one: int, other: int) -> bool:
    """Whether an option is at least as good on every criterion, and clearly better on one.

    "Clearly" is by more than the spread of the difference. What is known of one option only does not
    speak against dominance where an unknown score of one standard deviation off would not either.
    """
    is_better = False
    for index in range(len(figures.criteria)):
        known, other_known = figures.known[one][index], figures.known[other][index]
        if not known and not other_known:
            continue
        gap = _least(figures, one, index, known) - _greatest(figures, other, index, other_known)
        if gap < 0.0:
            return False
        spread = np.sqrt(figures.sds[one, index] ** 2 + figures.sds[other, index] ** 2)
        is_better |= known and other_known and gap > spread
    return bool(is_better)


def _least(figures: Figures, option: int, index: int, known: bool) -> float:
    return float(figures.means[option, index]) if known else UNKNOWN_MEAN - UNKNOWN_SD


def _greatest(figures: Figures, option: int, index: int, known: bool) -> float:
    return float(figures.means[option, index]) if known else UNKNOWN_MEAN + UNKNOWN_SD


def values_at(figures: Figures, weights: Array) -> tuple[Array, Array]:
    """Points x options: mean and standard deviation of the options' values."""
    means = np.zeros((len(weights), len(figures.means)))
    variances = np.zeros_like(means)
    for column in range(weights.shape[1]):
        weight = weights[:, [column]]
        means = means + weight * figures.means[:, column]
        variances = variances + weight * weight * (figures.sds[:, column] * figures.sds[:, column])
    return means, np.sqrt(variances)


def normal(x: Array) -> Array:
    """The standard normal distribution function, error below 1e-7.

    Abramowitz & Stegun, Handbook of mathematical functions, 7.1.26.
    """
    z = np.abs(x) / 1.4142135623730951
    t = 1.0 / (1.0 + 0.3275911 * z)
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    tail = 0.5 * poly * np.exp(-z * z)
    return np.where(x >= 0.0, 1.0 - tail, tail)


def mean(values: Array) -> float:
    """The mean of a column, summed from its first row to its last."""
    total = 0.0
    for value in values.tolist():
        total += value
    return total / len(values)
