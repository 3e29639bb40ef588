"""What an answer is worth: how much it is expected to add to the value of the option that is chosen.

The expected value of sample information (Howard, Information value theory, 1966), from the sample of
weights that the ranking was computed from; for an unknown score in the knowledge-gradient form (Frazier,
Powell & Dayanik, A knowledge-gradient policy for sequential information collection, 2008).
"""

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from dilem.engine.figuring import Figures
from dilem.engine.grid import UNKNOWN_SD
from dilem.engine.integrating import best_value, mean, values_at
from dilem.engine.sampling import Array

ANSWER_RELIABILITY = 0.9
_COARSE = 8  # every eighth point of the sample tells whether there is anything to learn


def value_of_knowing_all(figures: Figures) -> float:
    """What perfect information would add: an upper bound for every question."""
    weights = figures.weights[::_COARSE]
    return best_value(figures, weights) - _value_now(figures, weights)


def value_of_partition(figures: Figures, groups: Sequence[npt.NDArray[np.bool_]]) -> float:
    """What it adds to learn which group of the sample the person's weights belong to."""
    means, _ = values_at(figures, figures.weights)
    after = 0.0
    for group in groups:
        inside = means[group]
        if len(inside):
            after += len(inside) / len(means) * max(mean(inside[:, option]) for option in figures.allowed)
    return max(0.0, after - _value_now(figures, figures.weights))


def value_of_fact(figures: Figures, column: int) -> float:
    """What it adds to learn how the options do on a criterion on which some are unknown."""
    means, _ = values_at(figures, figures.weights)
    values = {option: mean(means[:, option]) for option in figures.allowed}
    weight = mean(figures.weights[:, column])
    gains = [0.0]
    for one, other in combinations(figures.allowed, 2):
        unknown = sum(not figures.known[option][column] for option in (one, other))
        best = max(values.values())
        if unknown and best in {values[one], values[other]}:
            spread = ANSWER_RELIABILITY * weight * UNKNOWN_SD * math.sqrt(unknown)
            gap = abs(values[one] - values[other]) / spread
            density = math.exp(-gap * gap / 2.0) / math.sqrt(2.0 * math.pi)
            gains.append(spread * (density - gap * 0.5 * math.erfc(gap / math.sqrt(2.0))))
    return max(gains)


def spreads(figures: Figures) -> list[float]:
    """How much each criterion can move the ranking: its weight times the spread of its scores."""
    rows = list(figures.allowed)
    return [
        mean(figures.weights[:, column]) * float(np.ptp(figures.means[rows, column]))
        for column in range(len(figures.criteria))
    ]


def _value_now(figures: Figures, weights: Array) -> float:
    """The value of the option that looks best now."""
    means, _ = values_at(figures, weights)
    return max(mean(means[:, option]) for option in figures.allowed)
