"""From a grid to preferences, and how sure they are.

An additive value model whose weights are known only as far as they were stated. Limits come first, then
dominance, then the share of defensible weighings in which an option is best, shrunk by how much was said.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from dilem.engine.figuring import Figures, figures_of
from dilem.engine.grid import Assumption, Cut, Grid
from dilem.engine.integrating import best_chances, mean, ordered
from dilem.engine.naming import option_ids
from dilem.engine.reconciling import reconcile
from dilem.engine.sampling import Array, normalised
from dilem.engine.trusting import (
    carries,
    is_close,
    is_dominant,
    is_first_unknown,
    strength_of_evidence,
)

VERSION = "1"
"""The version of the arithmetic; it changes whenever the same grid may get other preferences."""


class Verdict(StrEnum):
    """What the ranking allows to be said."""

    RECOMMEND = "recommend"
    INSUFFICIENT = "insufficient"  # nothing separates the options well enough
    ALL_EXCLUDED = "all_excluded"  # every option breaks a stated limit


@dataclass(frozen=True)
class Ranking:
    """Preferences by option, in the grid's order, with how sure they are.

    `acceptability` is the share of defensible weighings in which an option is best; `preferences` is that
    shrunk by `evidence`, rounded to two decimals, sum 1. `central_weights`, by column of `figures`, are
    the mean of the weighings in which the selected option is best, and `confidence` is the chance that it
    is best for somebody with just those.
    """

    preferences: tuple[float, ...]
    acceptability: tuple[float, ...]
    selected: int
    runner_up: int | None
    confidence: float
    evidence: float
    central_weights: tuple[float, ...]
    verdict: Verdict
    is_close: bool
    figures: Figures
    cuts: tuple[Cut, ...]  # those that hold together
    dropped: tuple[Assumption, ...] = ()


def rank(grid: Grid) -> Ranking:
    """Rank the two or more options of `grid`.

    The order in which options are given never matters: ties are broken by the options' ids, which follow
    from their labels. An option that breaks a stated limit gets preference 0, unless only one keeps all
    limits.
    """
    cuts, dropped = reconcile(grid)
    figures = figures_of(grid, cuts, option_ids(grid.options))
    violations = violations_of(grid)
    if not figures.allowed:
        return _all_excluded(figures, cuts, dropped, violations)
    weights = figures.weights
    chances = best_chances(figures, weights)
    shares = tuple(mean(chances[:, option]) for option in range(chances.shape[1]))
    order = ordered(figures, shares)
    leader, rival = order[0], order[1] if len(order) > 1 else None
    evidence = strength_of_evidence(grid, figures, leader, rival)
    central = _central(weights, chances[:, leader])
    confidence = float(best_chances(figures, central[None, :])[0, leader])
    preferences = preferences_of(figures, shares, evidence, violations)
    margin = preferences[leader] - (preferences[rival] if rival is not None else 0.0)
    is_carried = rival is None or (
        not is_first_unknown(figures)
        and carries(evidence, margin, confidence, is_dominant=is_dominant(grid, figures, leader))
    )
    return Ranking(
        preferences=preferences,
        acceptability=shares,
        selected=leader,
        runner_up=rival,
        confidence=confidence,
        evidence=evidence,
        central_weights=tuple(central.tolist()),
        verdict=Verdict.RECOMMEND if is_carried else Verdict.INSUFFICIENT,
        is_close=rival is not None and is_close(margin, confidence),
        figures=figures,
        cuts=cuts,
        dropped=dropped,
    )


def preferences_of(
    figures: Figures, shares: Sequence[float], evidence: float, violations: Sequence[float]
) -> tuple[float, ...]:
    """Acceptability shrunk by the evidence towards equal shares, to two decimals, sum 1.

    Where one option is left it gets the evidence, and the excluded ones share the rest: the smaller their
    violation, the more.
    """
    allowed = figures.allowed
    raw = [0.0] * len(shares)
    if len(allowed) == 1:
        raw[allowed[0]] = evidence
        gentleness = {o: 1.0 / (1.0 + violations[o]) for o in range(len(shares)) if o not in allowed}
        total = sum(gentleness.values())
        for option, gentle in gentleness.items():
            raw[option] = (1.0 - evidence) * gentle / total
    for option in allowed if len(allowed) > 1 else ():
        raw[option] = evidence * shares[option] + (1.0 - evidence) / len(allowed)
    return rounded(raw, figures.ids)


def violations_of(grid: Grid) -> tuple[float, ...]:
    """How far each option lies beyond the limits it breaks, as a share of them; 1 where nobody can tell."""
    worst = [0.0] * len(grid.options)
    for exclusion in grid.exclusions:
        worst[exclusion.option] += exclusion.excess if exclusion.excess is not None else 1.0
    return tuple(worst)


def rounded(shares: Sequence[float], ids: Sequence[str]) -> tuple[float, ...]:
    """Shares in hundredths that sum to 1, by the largest remainder; equal ones go by id."""
    hundredths = [round(share * 100.0, 7) for share in shares]
    whole = [int(value) for value in hundredths]
    by_remainder = sorted(
        range(len(shares)), key=lambda i: (-round(hundredths[i] - whole[i], 7), -hundredths[i], ids[i])
    )
    for index in by_remainder[: 100 - sum(whole)]:
        whole[index] += 1
    return tuple(value / 100 for value in whole)


def tilted(weights: Array, criterion: int, tilt: float) -> Array:
    """The weights with one criterion multiplied by e^tilt, scaled to sum 1 again; tilt 0 changes nothing."""
    if tilt == 0.0:
        return weights
    changed = np.array(weights)
    changed[:, criterion] = changed[:, criterion] * np.exp(tilt)
    return normalised(changed)


def _central(weights: Array, chances: Array) -> Array:
    total = mean(chances)
    return np.array(
        [mean(weights[:, index] * chances) / max(total, 1e-12) for index in range(weights.shape[1])]
    )


def _all_excluded(
    figures: Figures, cuts: tuple[Cut, ...], dropped: tuple[Assumption, ...], violations: Sequence[float]
) -> Ranking:
    count = len(violations)
    least = min(range(count), key=lambda option: (violations[option], figures.ids[option]))
    return Ranking(
        preferences=rounded([1.0 / count] * count, figures.ids),
        acceptability=(0.0,) * count,
        selected=least,
        runner_up=None,
        confidence=0.0,
        evidence=0.0,
        central_weights=(0.0,) * len(figures.criteria),
        verdict=Verdict.ALL_EXCLUDED,
        is_close=True,
        figures=figures,
        cuts=cuts,
        dropped=dropped,
    )
