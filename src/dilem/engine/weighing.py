"""From a grid to preferences, and how sure they are.

An additive value model whose weights are known only as far as they were stated: stochastic
multicriteria acceptability analysis (Lahdelma & Salminen, SMAA-2, Operations Research 49(3), 2001). The
scores' uncertainty is integrated analytically at every point of the weights' sample.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from dilem.engine.grid import (
    OTHER,
    UNKNOWN_MEAN,
    UNKNOWN_SD,
    Assumption,
    Criterion,
    Cut,
    CutKind,
    Grid,
    Source,
    Statement,
    StatementKind,
)
from dilem.engine.sampling import Array, Rule, normalised, sample

VERSION = "1"
"""The version of the arithmetic; it changes whenever the same grid may get other preferences."""

RELIABILITY = {
    StatementKind.LIMIT: 0.97,
    StatementKind.NUMBER: 0.90,
    StatementKind.ON_PRIORITY: 0.85,
    StatementKind.COMPARISON: 0.35,
    StatementKind.COMMON: 0.50,
    StatementKind.INFERRED: 0.35,
}
FULL_EFFECT = 0.5
"""A statement of at least this effect counts with its whole reliability, a weaker one in proportion."""

ONE_LEFT = 0.97
"""The preference of the only option that keeps all limits; the rest leaves room for a misread limit."""

LEAST_EVIDENCE = 0.45
LEAST_MARGIN = 0.25
LEAST_CONFIDENCE = 0.60
CLOSE_GAP = 0.20
CLOSE_CONFIDENCE = 0.70

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


class Verdict(StrEnum):
    """What the ranking allows to be said."""

    RECOMMEND = "recommend"
    INSUFFICIENT = "insufficient"  # nothing separates the options
    ALL_EXCLUDED = "all_excluded"  # every option breaks a stated limit


@dataclass(frozen=True)
class Model:
    """The numbers that the preferences are computed from: what `analysis` shows.

    Rows of `means` and `sds` are options, columns criteria (the grid's, then OTHER where it counts).
    """

    criteria: tuple[Criterion, ...]
    means: Array
    sds: Array
    tiers: tuple[int, ...]
    rules: tuple[Rule, ...]
    allowed: tuple[int, ...]  # options that break no limit
    evidence: float


@dataclass(frozen=True)
class Ranking:
    """Preferences by option, in the grid's order, with how sure they are.

    `acceptability` is the share of defensible weighings in which an option is best; `preferences` is that
    shrunk by the strength of the evidence, rounded to two decimals, sum 1. `confidence` is the chance that
    the selected option is best for someone with the weights that speak for it.
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
    model: Model
    dropped: tuple[Assumption, ...] = ()


def rank(grid: Grid) -> Ranking:
    """Rank the options of `grid`.

    The order in which options are given never matters: ties are broken by a canonical order of the
    labels. An option that breaks a stated limit gets preference 0.
    """
    cuts, dropped = consistent(grid)
    draft = model_of(grid, cuts, evidence=0.0)
    if not draft.allowed:
        return _nothing_left(grid, draft, dropped)
    weights = sample(draft.tiers, draft.rules)
    chances = best_chances(draft, weights)
    acceptability = _columns_mean(chances)
    order = _order(grid, draft, acceptability)
    leader = order[0]
    rival = order[1] if len(order) > 1 else None
    evidence = strength_of_evidence(grid, draft, leader, rival)
    model = Model(draft.criteria, draft.means, draft.sds, draft.tiers, draft.rules, draft.allowed, evidence)
    central = _central(weights, chances[:, leader])
    confidence = float(best_chances(model, central[None, :])[0, leader])
    shares = preferences_of(model, acceptability, _violations(grid))
    margin = shares[leader] - (shares[rival] if rival is not None else 0.0)
    return Ranking(
        preferences=shares,
        acceptability=tuple(float(value) for value in acceptability),
        selected=leader,
        runner_up=rival,
        confidence=confidence,
        evidence=evidence,
        central_weights=tuple(float(value) for value in central),
        verdict=_verdict(rival, evidence, margin, confidence),
        is_close=rival is not None and (margin < CLOSE_GAP or confidence < CLOSE_CONFIDENCE),
        model=model,
        dropped=dropped,
    )


def model_of(grid: Grid, cuts: Sequence[Cut], evidence: float) -> Model:
    """The numbers of a grid; a cell nobody spoke of is UNKNOWN_MEAN ± UNKNOWN_SD."""
    criteria = list(grid.criteria)
    if not any(cut.kind is CutKind.ONLY for cut in cuts):
        criteria.append(Criterion(OTHER, Source.ASSUMED))
    means = np.full((len(grid.options), len(criteria)), UNKNOWN_MEAN)
    sds = np.full((len(grid.options), len(criteria)), UNKNOWN_SD)
    for (option, criterion), cell in grid.cells.items():
        means[option, criterion] = cell.mean
        sds[option, criterion] = cell.sd
    excluded = {exclusion.option for exclusion in grid.exclusions}
    allowed = tuple(option for option in range(len(grid.options)) if option not in excluded)
    place = {criterion.id: index for index, criterion in enumerate(criteria)}
    rules = tuple(
        (cut.kind, place[cut.above], place[cut.below] if cut.below else None, cut.ratio)
        for cut in cuts
        if cut.kind is not CutKind.MOST
    )
    first = {cut.above for cut in cuts if cut.kind is CutKind.MOST}
    tiers = tuple(_tier(criterion, first) for criterion in criteria)
    return Model(tuple(criteria), means, sds, tiers, rules, allowed, evidence)


def _tier(criterion: Criterion, first: set[str]) -> int:
    if criterion.id in first:
        return 0
    if criterion.origin is Source.STATED:
        return 1
    return 3 if criterion.id == OTHER else 2


def consistent(grid: Grid) -> tuple[tuple[Cut, ...], tuple[Assumption, ...]]:
    """The cuts that can hold together; of two that contradict each other, the later one holds."""
    known = {criterion.id for criterion in grid.criteria}
    kept: list[Cut] = []
    dropped: list[Assumption] = []
    above: dict[str, set[str]] = {}
    for cut in reversed(grid.cuts):
        if cut.above not in known or (cut.below is not None and cut.below not in known):
            continue
        if any(
            cut.kind is other.kind and cut.above == other.above and cut.below == other.below for other in kept
        ):
            continue
        if _contradicts(cut, kept, above):
            dropped.append(
                Assumption("reply.assumption.dropped", {"quote": cut.quote.words if cut.quote else cut.above})
            )
            continue
        kept.append(cut)
        if cut.kind is CutKind.OVER and cut.below is not None:
            above.setdefault(cut.below, set()).add(cut.above)
    kept.reverse()
    return tuple(kept), tuple(dropped)


def _contradicts(cut: Cut, later: Sequence[Cut], above: dict[str, set[str]]) -> bool:
    out = {other.above for other in later if other.kind is CutKind.NOT}
    leading = {other.above for other in later if other.kind in {CutKind.MOST, CutKind.ONLY}}
    if cut.kind is CutKind.NOT:
        return cut.above in leading or any(
            other.above == cut.above for other in later if other.kind is CutKind.OVER
        )
    if cut.above in out:
        return True
    if cut.kind is CutKind.ONLY:
        return bool(leading - {cut.above}) or _reaches(above, cut.above, None)
    if cut.kind is CutKind.MOST:
        return any(other.kind is CutKind.ONLY and other.above != cut.above for other in later) or _reaches(
            above, cut.above, None
        )
    if cut.below in leading and cut.above not in leading:
        return True
    return _reaches(above, cut.above, cut.below)


def _reaches(above: dict[str, set[str]], start: str, goal: str | None) -> bool:
    """Whether something (or `goal`) was said to weigh more than `start`."""
    seen: set[str] = set()
    waiting = list(above.get(start, ()))
    while waiting:
        name = waiting.pop()
        if goal is None or name == goal:
            return True
        if name not in seen:
            seen.add(name)
            waiting.extend(above.get(name, ()))
    return False


def best_chances(model: Model, weights: Array) -> Array:
    """Points x options: the chance that an option is best at a point, over the scores' uncertainty."""
    means, spreads = values_at(model, weights)
    chances = np.zeros((len(weights), len(model.means)))
    if len(model.allowed) == 1:
        chances[:, model.allowed[0]] = 1.0
        return chances
    if len(model.allowed) == 2:
        first, second = model.allowed
        spread = np.sqrt(np.maximum(spreads[:, first] ** 2 + spreads[:, second] ** 2, 1e-12))
        chances[:, first] = normal((means[:, first] - means[:, second]) / spread)
        chances[:, second] = 1.0 - chances[:, first]
        return chances
    floor = np.maximum(spreads, 1e-6)
    total = np.zeros(len(weights))
    for option in model.allowed:
        chance = np.zeros(len(weights))
        for node, share in zip(NODES, NODE_WEIGHTS, strict=True):
            level = means[:, option] + floor[:, option] * node
            product = np.full(len(weights), share)
            for rival in model.allowed:
                if rival != option:
                    product = product * normal((level - means[:, rival]) / floor[:, rival])
            chance = chance + product
        chances[:, option] = chance
        total = total + chance
    return chances / np.maximum(total, 1e-300)[:, None]


def values_at(model: Model, weights: Array) -> tuple[Array, Array]:
    """Points x options: mean and standard deviation of the options' values."""
    means = np.zeros((len(weights), len(model.means)))
    variances = np.zeros_like(means)
    for column in range(
        weights.shape[1]
    ):  # one criterion after the other, so that sums never depend on the machine
        weight = weights[:, column][:, None]
        means = means + weight * model.means[:, column][None, :]
        variances = variances + weight**2 * (model.sds[:, column] ** 2)[None, :]
    return means, np.sqrt(variances)


def normal(x: Array) -> Array:
    """The standard normal distribution function, error below 1.5e-7.

    Abramowitz & Stegun, Handbook of mathematical functions, 7.1.26.
    """
    z = np.abs(x) / 1.4142135623730951
    t = 1.0 / (1.0 + 0.3275911 * z)
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    tail = 0.5 * poly * np.exp(-z * z)
    return np.where(x >= 0.0, 1.0 - tail, tail)


def strength_of_evidence(grid: Grid, model: Model, leader: int, rival: int | None) -> float:
    """How much of what was said tells the two leading options apart: 0 (nothing) to 1.

    Independent statements add up; those on the runner-up's side take their share off again, unless they
    speak of criteria that were said to matter less.
    """
    if rival is None:
        return ONE_LEFT if grid.exclusions else 1.0
    place = {criterion.id: index for index, criterion in enumerate(model.criteria)}
    doubt_for, doubt_against = 1.0, 1.0
    best_tier = min(
        (
            model.tiers[place[s.criterion]]
            for s in grid.statements
            if s.criterion in place and s.option in {leader, rival}
        ),
        default=0,
    )
    for statement in grid.statements:
        if statement.criterion not in place or statement.option not in {leader, rival}:
            continue
        reliability = _reliability(statement)
        if any(rule[0] is CutKind.NOT and rule[1] == place[statement.criterion] for rule in model.rules):
            continue
        if (statement.effect > 0) == (statement.option == leader):
            doubt_for *= 1.0 - reliability
        elif model.tiers[place[statement.criterion]] <= best_tier:
            doubt_against *= 1.0 - reliability
    return (1.0 - doubt_for) * doubt_against


def _reliability(statement: Statement) -> float:
    return RELIABILITY[statement.kind] * min(1.0, abs(statement.effect) / FULL_EFFECT)


def preferences_of(
    model: Model, acceptability: Sequence[float] | Array, violations: Sequence[float]
) -> tuple[float, ...]:
    """Acceptability shrunk by the evidence towards equal shares, to two decimals, sum 1."""
    count = len(model.means)
    raw = [0.0] * count
    if len(model.allowed) == 1 and count > 1:
        raw[model.allowed[0]] = model.evidence
        gentleness = [
            0.0 if option in model.allowed else 1.0 / (1.0 + violations[option]) for option in range(count)
        ]
        for option in range(count):
            raw[option] += (1.0 - model.evidence) * gentleness[option] / sum(gentleness)
    else:
        for option in model.allowed:
            raw[option] = model.evidence * float(acceptability[option]) + (1.0 - model.evidence) / len(
                model.allowed
            )
    return rounded(raw)


def rounded(shares: Sequence[float]) -> tuple[float, ...]:
    """Shares in hundredths that sum to 1, by the largest remainder; equal remainders go to greater shares."""
    hundredths = [round(share * 100.0, 7) for share in shares]
    whole = [int(value) for value in hundredths]
    left = 100 - sum(whole)
    by_remainder = sorted(
        range(len(shares)), key=lambda i: (-round(hundredths[i] - whole[i], 7), -hundredths[i], i)
    )
    for index in by_remainder[:left]:
        whole[index] += 1
    return tuple(value / 100 for value in whole)


def tilted(weights: Array, criterion: int, tilt: float) -> Array:
    """The weights with one criterion multiplied by e^tilt, scaled to sum 1 again; tilt 0 changes nothing."""
    if tilt == 0.0:
        return weights
    changed = np.array(weights)
    changed[:, criterion] = changed[:, criterion] * np.exp(tilt)
    return normalised(changed)


def _columns_mean(chances: Array) -> Array:
    total = np.zeros(chances.shape[1])
    for row in chances:
        total = total + row
    return total / len(chances)


def _central(weights: Array, chance: Array) -> Array:
    total = np.zeros(weights.shape[1])
    mass = 0.0
    for row, share in zip(weights, chance, strict=True):
        total = total + row * share
        mass += float(share)
    return total / max(mass, 1e-12)


def _order(grid: Grid, model: Model, acceptability: Array) -> list[int]:
    """Allowed options, best first; equal ones in a canonical order of their labels."""
    return sorted(
        model.allowed,
        key=lambda option: (
            -round(float(acceptability[option]), 9),
            canonical(grid.options[option].label),
            option,
        ),
    )


def canonical(label: str) -> str:
    """What labels are ordered by, so that the order in which they were given never matters."""
    return "".join(character for character in label.casefold() if character.isalnum())


def _violations(grid: Grid) -> list[float]:
    worst = [0.0] * len(grid.options)
    for exclusion in grid.exclusions:
        worst[exclusion.option] += exclusion.excess if exclusion.excess is not None else 1.0
    return worst


def _verdict(rival: int | None, evidence: float, margin: float, confidence: float) -> Verdict:
    if rival is None:
        return Verdict.RECOMMEND
    if evidence < LEAST_EVIDENCE or margin < LEAST_MARGIN or confidence < LEAST_CONFIDENCE:
        return Verdict.INSUFFICIENT
    return Verdict.RECOMMEND


def _nothing_left(grid: Grid, model: Model, dropped: tuple[Assumption, ...]) -> Ranking:
    count = len(grid.options)
    violations = _violations(grid)
    least = min(range(count), key=lambda option: (violations[option], canonical(grid.options[option].label)))
    equal = rounded([1.0 / count] * count)
    zeros = (0.0,) * len(model.criteria)
    return Ranking(
        equal, (0.0,) * count, least, None, 0.0, 0.0, zeros, Verdict.ALL_EXCLUDED, True, model, dropped
    )
