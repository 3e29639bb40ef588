"""From a grid to the figures that preferences are computed from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dilem.engine.grid import (
    OTHER,
    UNKNOWN_MEAN,
    UNKNOWN_SD,
    Criterion,
    Cut,
    CutKind,
    Grid,
    Source,
)
from dilem.engine.sampling import Array, Rule, sample


@dataclass(frozen=True)
class Figures:
    """All numbers of a grid; `analysis` shows them, and the browser computes with the same.

    Rows of `means`, `sds` and `known` are options, columns criteria: the grid's, and OTHER, for what
    nobody spoke of, unless one criterion was said to be all that counts.
    """

    ids: tuple[str, ...]  # of the options; their order breaks ties
    criteria: tuple[Criterion, ...]
    means: Array
    sds: Array
    known: tuple[tuple[bool, ...], ...]
    tiers: tuple[int, ...]
    rules: tuple[Rule, ...]
    allowed: tuple[int, ...]  # options that break no limit

    @property
    def weights(self) -> Array:
        """The sample of weights: points x criteria."""
        return sample(self.tiers, self.rules)

    def place(self, criterion: str) -> int | None:
        """The column of a criterion, by its id."""
        return next((i for i, known in enumerate(self.criteria) if known.id == criterion), None)


def figures_of(grid: Grid, cuts: Sequence[Cut], ids: tuple[str, ...]) -> Figures:
    """The figures of a grid in which `cuts` hold."""
    criteria = criteria_of(grid, cuts)
    means = np.full((len(grid.options), len(criteria)), UNKNOWN_MEAN)
    sds = np.full((len(grid.options), len(criteria)), UNKNOWN_SD)
    for (option, criterion), cell in grid.cells.items():
        means[option, criterion] = cell.mean
        sds[option, criterion] = cell.sd
    excluded = {exclusion.option for exclusion in grid.exclusions}
    return Figures(
        ids,
        criteria,
        means,
        sds,
        tuple(
            tuple((option, index) in grid.cells for index in range(len(criteria)))
            for option in range(len(grid.options))
        ),
        tiers_of(criteria, cuts),
        rules_of(criteria, cuts),
        tuple(option for option in range(len(grid.options)) if option not in excluded),
    )


def criteria_of(grid: Grid, cuts: Sequence[Cut]) -> tuple[Criterion, ...]:
    """The grid's criteria, and OTHER unless one of them is all that counts."""
    if any(cut.kind is CutKind.ONLY for cut in cuts) or any(c.id == OTHER for c in grid.criteria):
        return grid.criteria
    return (*grid.criteria, Criterion(OTHER, Source.ASSUMED))


def tiers_of(criteria: Sequence[Criterion], cuts: Sequence[Cut]) -> tuple[int, ...]:
    """What was said to matter most, what the person named, what follows from their words, the rest."""
    first = {cut.above for cut in cuts if cut.kind is CutKind.MOST}
    named = {name for cut in cuts for name in (cut.above, cut.below) if name is not None}
    return tuple(_tier(criterion, first, named) for criterion in criteria)


def _tier(criterion: Criterion, first: set[str], named: set[str]) -> int:
    if criterion.id in first:
        return 0
    if criterion.origin is Source.STATED or criterion.id in named:
        return 1
    return 3 if criterion.id == OTHER else 2


def rules_of(criteria: Sequence[Criterion], cuts: Sequence[Cut]) -> tuple[Rule, ...]:
    """The cuts over positions; MOST is a matter of tiers."""
    place = {criterion.id: index for index, criterion in enumerate(criteria)}
    return tuple(
        (cut.kind, place[cut.above], place[cut.below] if cut.below is not None else None, cut.ratio)
        for cut in cuts
        if cut.kind is not CutKind.MOST
    )
