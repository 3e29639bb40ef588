"""What would change the answer: the smallest tilt of one criterion, and the smallest change of one score.

Both are searched by the leader's lead over the best of the others, which falls as a criterion or a score
moves against it: values are linear in a weight, so an option that leads at both ends leads between them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from dilem.engine.figuring import Figures
from dilem.engine.grid import OTHER, CutKind
from dilem.engine.integrating import acceptability, leader, mean, values_at
from dilem.engine.weighing import Ranking, tilted

FURTHEST = 4.0
"""A tilt beyond this (a weight times e^4) is no longer called a change of mind."""

GREATEST_CHANGE = 0.5
"""A change of a score beyond this is no longer called a mistake about the facts."""

STEP = 0.05
"""Tilts are told in steps: one step less changes nothing."""

_MOST_STEPS = int(FURTHEST / STEP)
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

    @cache
    def shares_at(place: int) -> tuple[float, ...]:
        changed = _changed(figures, option, column, sign * place / 100.0)
        return acceptability(changed, figures.weights)

    def lead_at(place: int) -> float:
        return _lead(figures, shares_at(place), ranking.selected)

    place = _first(lead_at, 0, int(room * 100.0 + 1e-9))
    if place is None:
        return None
    ahead = leader(figures, shares_at(place))
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
    guesses = [(guess, sign) for sign in (1, -1) if (guess := _guess(ranking, column, sign)) is not None]
    for guess, sign in sorted(guesses):
        flip = _confirmed(ranking, column, sign, guess)
        if flip is not None:
            return flip
    return None


def _guess(ranking: Ranking, column: int, sign: int) -> int | None:
    """Steps of a tilt that change, or may change, the recommendation, from a few points of the sample."""
    figures = ranking.figures
    weights = figures.weights[::_COARSE]

    def lead_at(steps: int) -> float:
        shares = acceptability(figures, tilted(weights, column, _tilt(sign, steps)))
        return _lead(figures, shares, ranking.selected)

    if lead_at(_MOST_STEPS) > _SURELY:
        return None
    guess = _first(lead_at, 0, _MOST_STEPS)
    return _MOST_STEPS if guess is None else guess


def _confirmed(ranking: Ranking, column: int, sign: int, guess: int) -> Flip | None:
    """The flip near a guess, from all points of the sample."""
    figures = ranking.figures

    @cache
    def shares_at(steps: int) -> tuple[float, ...]:
        return acceptability(figures, tilted(figures.weights, column, _tilt(sign, steps)))

    def lead_at(steps: int) -> float:
        return _lead(figures, shares_at(steps), ranking.selected)

    low, high = max(0, guess - 1), guess
    while low > 0 and lead_at(low) < 0.0:
        low, high = max(0, low - 2), low
    while high < _MOST_STEPS and lead_at(high) > 0.0:
        low, high = high, min(_MOST_STEPS, high + 2)
    steps = _first(lead_at, low, high)
    if steps is None:
        return None
    ahead = leader(figures, shares_at(steps))
    return Flip(figures.criteria[column].id, _tilt(sign, steps), ahead)


def _tilt(sign: int, steps: int) -> float:
    return round(sign * steps * STEP, 2)


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


def _lead(figures: Figures, shares: Sequence[float], selected: int) -> float:
    """By how much an option leads the best of the others; negative where another one is recommended."""
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
