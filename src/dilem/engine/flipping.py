"""What would change the answer: the smallest tilt of one criterion that changes the recommendation."""

from dataclasses import dataclass

import numpy as np

from dilem.engine.grid import OTHER, Grid
from dilem.engine.sampling import Array, sample
from dilem.engine.weighing import Model, Ranking, best_chances, canonical, tilted

FURTHEST = 4.0
"""Tilts beyond this (a weight times e^4) are no longer called a change of mind."""

_STEPS = (0.5, 1.0, 2.0, 3.0, FURTHEST)
_HALVINGS = 8
_COARSE = 8  # every eighth point of the sample serves to find where to look


@dataclass(frozen=True, slots=True)
class Flip:
    """With `criterion` tilted by `tilt` (its weight times e^tilt, all scaled again), `selected` leads."""

    criterion: str
    tilt: float
    selected: int


def flips(grid: Grid, ranking: Ranking) -> tuple[Flip, ...]:
    """For every criterion the smallest tilt, up or down, that changes the recommendation, if there is one."""
    if ranking.runner_up is None:
        return ()
    weights = sample(ranking.model.tiers, ranking.model.rules)
    found = []
    for index, criterion in enumerate(grid.criteria):
        if (
            criterion.id == OTHER
            or float(np.ptp(ranking.model.means[list(ranking.model.allowed), index])) == 0.0
        ):
            continue
        nearest = [flip for sign in (1.0, -1.0) if (flip := _nearest(grid, ranking, weights, index, sign))]
        if nearest:
            found.append(min(nearest, key=lambda flip: abs(flip.tilt)))
    return tuple(found)


def _nearest(grid: Grid, ranking: Ranking, weights: Array, index: int, sign: float) -> Flip | None:
    coarse = weights[::_COARSE]
    low = 0.0
    for high in _STEPS:
        if leader(grid, ranking.model, tilted(coarse, index, sign * high)) != ranking.selected:
            break
        low = high
    else:
        return None
    if leader(grid, ranking.model, tilted(weights, index, sign * high)) == ranking.selected:
        return None  # only the coarse sample flips: too near the edge to be told
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        if leader(grid, ranking.model, tilted(coarse, index, sign * middle)) == ranking.selected:
            low = middle
        else:
            high = middle
    tilt = round(sign * high, 2)
    while abs(tilt) <= FURTHEST:
        selected = leader(grid, ranking.model, tilted(weights, index, tilt))
        if selected != ranking.selected:
            return Flip(grid.criteria[index].id, tilt, selected)
        tilt = round(tilt + sign * 0.05, 2)
    return None


def leader(grid: Grid, model: Model, weights: Array) -> int:
    """The option that is best in most weighings."""
    chances = best_chances(model, weights)
    totals = np.zeros(chances.shape[1])
    for row in chances:
        totals = totals + row
    return min(
        model.allowed,
        key=lambda option: (
            -round(float(totals[option]) / len(chances), 9),
            canonical(grid.options[option].label),
        ),
    )
