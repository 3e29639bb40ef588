"""What would change the answer: the smallest tilt of one criterion, and the smallest change of one score.

Both are searched by the leader's lead over the best of the others, which falls as a criterion or a score
moves against it: values are linear in a weight, so an option that leads at both ends leads between them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from dilem.engine.figuring import Figures
from dilem.engine.grid import OTHER, CutKind
from dilem.engine.integrating import acceptability, leader, mean, values_at
from dilem.engine.sampling import Array
from dilem.engine.weighing import Ranking, tilted

FURTHEST = 4.0
"""A tilt beyond this (a weight times e^4) is no longer called a change of mind."""

GREATEST_CHANGE = 0.5
"""A change of a score beyond this is no longer called a mistake about the facts."""

STEP = 0.05
"""Tilts are told in steps: one step less changes nothing."""

_COARSE = 8  # every eighth point of the sample tells where to look on the whole of it
_SURELY = 0.05  # a lead on those points that is a lead on all


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
    """For every criterion the smallest tilt, up or down, that changes the recommendation, if there is one.

    Tilts are told in steps of STEP: one step less changes nothing.
    """
    if ranking.runner_up is None:
        return ()
    found = [_nearest(ranking, column) for column in _telling(ranking)]
    return tuple(flip for flip in found if flip is not None)


def deciding_fact(ranking: Ranking) -> Fact | None:
    """The change of one score that most easily changes the recommendation, to the hundredth, if any does."""
    cheapest = _cheapest(ranking) if ranking.runner_up is not None else None
    if cheapest is None:
        return None
    option, column = cheapest
    figures = ranking.figures
    sign = -1 if option == ranking.selected else 1
    at = float(figures.means[option, column])
    room = min(GREATEST_CHANGE, at if sign < 0 else 1.0 - at)

    def lead_at(place: int) -> float:
        changed = _changed(figures, option, column, sign * place / 100.0)
        return _lead(ranking.selected, changed, figures.weights)

    place = _first(lead_at, 0, int(room * 100.0 + 1e-9))
    if place is None:
        return None
    changed = _changed(figures, option, column, sign * place / 100.0)
    ahead = leader(changed, acceptability(changed, figures.weights))
    return Fact(option, figures.criteria[column].id, sign * place / 100.0, ahead)


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
    """The flip of one criterion, in the direction that needs less."""
    figures = ranking.figures
    nearest: tuple[int, int] | None = None
    for sign in (1, -1):
        place = _tilt(ranking, column, sign, most=nearest[0] - 1 if nearest else int(FURTHEST / STEP))
        if place is not None:
            nearest = (place, sign)
    if nearest is None:
        return None
    tilt = round(nearest[0] * nearest[1] * STEP, 2)
    ahead = leader(figures, acceptability(figures, tilted(figures.weights, column, tilt)))
    return Flip(figures.criteria[column].id, tilt, ahead)


def _tilt(ranking: Ranking, column: int, sign: int, most: int) -> int | None:
    """Steps of a tilt, at most so many, that change the recommendation."""
    figures = ranking.figures

    def lead_of(weights: Array) -> Callable[[int], float]:
        return cache(
            lambda place: _lead(
                ranking.selected, figures, tilted(weights, column, round(sign * place * STEP, 2))
            )
        )

    roughly, exactly = lead_of(figures.weights[::_COARSE]), lead_of(figures.weights)
    if most < 1 or roughly(most) > _SURELY:
        return None
    guess = _first(roughly, 0, most)
    if guess is None:
        return _first(exactly, 0, most)
    low, high = max(0, guess - 1), guess
    while low > 0 and exactly(low) < 0.0:
        low, high = max(0, low - 2), low
    while high < most and exactly(high) > 0.0:
        low, high = high, min(most, high + 2)
    return _first(exactly, low, high)


def _first(lead_at: Callable[[int], float], low: int, high: int) -> int | None:
    """The least place from which the lead is lost, if it is lost at `high`: a secant between both ends."""
    at_low, at_high = lead_at(low), lead_at(high)
    if high <= low or at_high > 0.0:
        return None
    bias = 0
    while high - low > 1 and at_low > 0.0:
        secant = round(low + (high - low) * at_low / (at_low - at_high)) + bias
        place = min(high - 1, max(low + 1, secant))
        lead = lead_at(place)
        # One step beyond what the secant says, so that the other end moves too.
        if lead > 0.0:
            low, at_low, bias = place, lead, 1
        else:
            high, at_high, bias = place, lead, -1
    return high if at_low > 0.0 else low


def _lead(selected: int, figures: Figures, weights: Array) -> float:
    """By how much an option leads the best of the others; negative where another one is recommended."""
    shares = acceptability(figures, weights)
    lead = shares[selected] - max(shares[option] for option in figures.allowed if option != selected)
    if leader(figures, shares) == selected:
        return max(lead, 1e-12)
    return min(lead, -1e-12)


def _cheapest(ranking: Ranking) -> tuple[int, int] | None:
    """The option and the criterion of the smallest change that makes up the leader's gap to a rival."""
    figures, best = ranking.figures, ranking.selected
    means, _ = values_at(figures, figures.weights)
    values = {option: mean(means[:, option]) for option in figures.allowed}
    changes: list[tuple[float, int, int]] = []
    for column in _telling(ranking):
        weight = max(mean(figures.weights[:, column]), 1e-9)
        gaps = {rival: (values[best] - values[rival]) / weight for rival in figures.allowed if rival != best}
        changes.extend((gap, rival, column) for rival, gap in gaps.items())
        changes.append((min(gaps.values()), best, column))
    changes = [change for change in changes if change[0] <= GREATEST_CHANGE]
    nearest = min(
        changes,
        key=lambda change: (round(change[0], 9), figures.criteria[change[2]].id, figures.ids[change[1]]),
        default=None,
    )
    return (nearest[1], nearest[2]) if nearest is not None else None


def _changed(figures: Figures, option: int, column: int, change: float) -> Figures:
    """The figures with one score changed, and known."""
    means = np.array(figures.means)
    means[option, column] += change
    known = tuple(
        tuple(is_known or (row == option and index == column) for index, is_known in enumerate(cells))
        for row, cells in enumerate(figures.known)
    )
    return replace(figures, means=means, known=known)
