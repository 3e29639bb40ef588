"""What would change the answer: the smallest tilt of one criterion, and the smallest change of one score."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from dilem.engine.figuring import Figures
from dilem.engine.grid import OTHER, CutKind
from dilem.engine.integrating import acceptability, leader, mean, values_at
from dilem.engine.sampling import Array
from dilem.engine.weighing import Ranking, tilted

GREATEST_CHANGE = 0.5
"""Changes of a score beyond this are no longer called a mistake about the facts."""

# Hundredths. A tilt beyond the last (a weight times e^4) is no longer called a change of mind.
_STEPS = (50, 100, 200, 400)
_COARSE = 8  # every eighth point of the sample tells where to look
_TRIED = 2  # changes of a score that are searched, of those that the values' means call the smallest


@dataclass(frozen=True, slots=True)
class Flip:
    """With `criterion` tilted by `tilt` (its weight times e^tilt, all scaled again), `selected` leads."""

    criterion: str
    tilt: float
    selected: int


@dataclass(frozen=True, slots=True)
class Fact:
    """With the score of `option` on `criterion` changed by `change`, `selected` leads."""

    option: int
    criterion: str
    change: float
    selected: int


def flips(ranking: Ranking) -> tuple[Flip, ...]:
    """For every criterion the smallest tilt, up or down, that changes the recommendation, if there is one."""
    if ranking.runner_up is None:
        return ()
    found = [_nearest(ranking, column) for column in _telling(ranking)]
    return tuple(flip for flip in found if flip is not None)


def deciding_fact(ranking: Ranking) -> Fact | None:
    """The smallest change of one score that changes the recommendation, if there is one."""
    if ranking.runner_up is None:
        return None
    found = []
    for _, option, column in _cheapest(ranking)[:_TRIED]:
        sign = -1 if option == ranking.selected else 1
        fact = _turning_point(ranking, option, column, sign)
        if fact is not None:
            found.append(fact)
    ids = ranking.figures.ids
    return min(found, key=lambda fact: (abs(fact.change), fact.criterion, ids[fact.option]), default=None)


def _telling(ranking: Ranking) -> list[int]:
    """The columns whose weight can matter: named, not set aside, and not the same for all options."""
    figures = ranking.figures
    aside = {above for kind, above, _, _ in figures.rules if kind is CutKind.NOT}
    rows = list(figures.allowed)
    return [
        column
        for column, criterion in enumerate(figures.criteria)
        if criterion.id != OTHER and column not in aside and float(np.ptp(figures.means[rows, column])) > 0.0
    ]


def _nearest(ranking: Ranking, column: int) -> Flip | None:
    places = [(place, sign) for sign in (1, -1) if (place := _roughly(ranking, column, sign)) is not None]
    for place, sign in sorted(places):
        first = _first(ranking, column, sign, place)
        if first is not None:
            tilt = sign * first / 100.0
            selected = _leading(ranking, ranking.figures.weights, column, tilt)
            return Flip(ranking.figures.criteria[column].id, tilt, selected)
    return None


def _roughly(ranking: Ranking, column: int, sign: int) -> int | None:
    """Where, on the coarse sample, the leader begins to be another one."""
    weights = ranking.figures.weights[::_COARSE]

    def flips_at(place: int) -> bool:
        return _leading(ranking, weights, column, sign * place / 100.0) != ranking.selected

    low = 0
    for high in _STEPS:
        if flips_at(high):
            return _between(flips_at, low, high)
        low = high
    return None


def _first(ranking: Ranking, column: int, sign: int, place: int) -> int | None:
    """Where it begins on the whole sample, looked for around `place`."""

    def flips_at(place: int) -> bool:
        return _leading(ranking, ranking.figures.weights, column, sign * place / 100.0) != ranking.selected

    step, low, high = 4, place, place
    if flips_at(place):
        while low > 0 and flips_at(low):
            low, high, step = max(0, low - step), low, step * 2
    else:
        while not flips_at(high):
            if high >= _STEPS[-1]:
                return None
            low, high, step = high, min(_STEPS[-1], high + step), step * 2
    return _between(flips_at, low, high)


def _between(flips_at: Callable[[int], bool], low: int, high: int) -> int:
    """The least place that flips, between one that does not and one that does."""
    while high - low > 1:
        middle = (low + high) // 2
        if flips_at(middle):
            high = middle
        else:
            low = middle
    return high


def _leading(ranking: Ranking, weights: Array, column: int, tilt: float) -> int:
    figures = ranking.figures
    return leader(figures, acceptability(figures, tilted(weights, column, tilt)))


def _cheapest(ranking: Ranking) -> list[tuple[float, int, int]]:
    """Changes of one score that make up the gap between the leader and a rival, the smallest first."""
    figures, best = ranking.figures, ranking.selected
    weights = figures.weights
    means, _ = values_at(figures, weights)
    values = {option: mean(means[:, option]) for option in figures.allowed}
    changes = []
    for column in _telling(ranking):
        weight = max(mean(weights[:, column]), 1e-9)
        gaps = {rival: (values[best] - values[rival]) / weight for rival in figures.allowed if rival != best}
        for rival, gap in gaps.items():
            if gap <= min(GREATEST_CHANGE, 1.0 - float(figures.means[rival, column])):
                changes.append((gap, rival, column))
        gap = min(gaps.values())
        if gap <= min(GREATEST_CHANGE, float(figures.means[best, column])):
            changes.append((gap, best, column))
    return sorted(
        changes, key=lambda change: (change[0], figures.criteria[change[2]].id, figures.ids[change[1]])
    )


def _turning_point(ranking: Ranking, option: int, column: int, sign: int) -> Fact | None:
    """By how much one score must change, to the hundredth, until another option leads."""

    def leader_at(place: int) -> int:
        figures = _changed(ranking.figures, option, column, sign * place / 100.0)
        return leader(figures, acceptability(figures, figures.weights))

    at = float(ranking.figures.means[option, column])
    room = min(GREATEST_CHANGE, 1.0 - at if sign > 0 else at)
    most = int(room * 100.0 + 1e-9)
    if most == 0 or leader_at(most) == ranking.selected:
        return None
    place = _between(lambda place: leader_at(place) != ranking.selected, 0, most)
    return Fact(option, ranking.figures.criteria[column].id, sign * place / 100.0, leader_at(place))


def _changed(figures: Figures, option: int, column: int, change: float) -> Figures:
    means = np.array(figures.means)
    means[option, column] += change
    known = tuple(
        tuple(is_known or (row == option and index == column) for index, is_known in enumerate(cells))
        for row, cells in enumerate(figures.known)
    )
    return replace(figures, means=means, known=known)
