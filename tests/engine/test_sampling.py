"""The weights' sample: even, within what was said, and as good as a much larger one."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings

from dilem.engine.figuring import figures_of
from dilem.engine.grid import Cell, Cut, CutKind, Grid, Source
from dilem.engine.integrating import acceptability
from dilem.engine.naming import option_ids
from dilem.engine.reconciling import LEAST_POINTS, reconcile
from dilem.engine.sampling import NOT_AT_MOST, ONLY_AT_LEAST, POINTS, Rule, sample
from engine.grids import grid, grids

OVER, ONLY, NOT = CutKind.OVER, CutKind.ONLY, CutKind.NOT


@given(grids())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_every_weighing_respects_what_was_said_about_weights(drawn: Grid) -> None:
    cuts, _ = reconcile(drawn)
    figures = figures_of(drawn, cuts, option_ids(drawn.options))

    weights = figures.weights

    assert LEAST_POINTS <= len(weights) <= POINTS
    assert np.all(weights >= 0.0)
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-9)
    for kind, above, below, ratio in figures.rules:
        if kind is ONLY:
            assert np.all(weights[:, above] >= ONLY_AT_LEAST - 1e-9)
        if kind is NOT:
            assert np.all(weights[:, above] <= NOT_AT_MOST)
        if below is not None:
            assert np.all(weights[:, above] >= ratio * weights[:, below])
    bound = {above for kind, above, _, _ in figures.rules if kind in {ONLY, NOT}}
    for one, tier in enumerate(figures.tiers):
        for other, lower in enumerate(figures.tiers):
            if tier < lower and not {one, other} & bound:
                assert np.all(weights[:, one] >= weights[:, other])


def test_a_point_is_the_same_whatever_else_is_asked_for() -> None:
    before = sample((1, 1, 3), ()).copy()

    sample((1, 1, 3), ((OVER, 0, 1, 2.0),))

    np.testing.assert_array_equal(sample((1, 1, 3), ()), before)


def test_rules_that_contradict_each_other_leave_nothing() -> None:
    assert len(sample((1, 1), ((OVER, 0, 1, 1.5), (OVER, 1, 0, 1.5)))) == 0


def test_more_points_are_drawn_where_few_agree() -> None:
    chain: tuple[Rule, ...] = ((OVER, 0, 1, 1.0), (OVER, 1, 2, 1.0), (OVER, 2, 3, 1.0))

    assert len(sample((1, 1, 1, 1, 3), chain)) == POINTS


REFERENCE_POINTS = 200_000


def reference(tiers: tuple[int, ...], rules: tuple[Rule, ...]) -> npt.NDArray[np.float64]:
    """A large random sample of the simplex, cut by the plain meaning of the tiers and rules."""
    generator = np.random.default_rng(11)
    spacings = generator.exponential(size=(REFERENCE_POINTS, len(tiers)))
    weights = spacings / spacings.sum(axis=1, keepdims=True)
    agrees = np.ones(len(weights), dtype=bool)
    for one, tier in enumerate(tiers):
        for other, lower in enumerate(tiers):
            if tier < lower:
                agrees &= weights[:, one] >= weights[:, other]
    for _, above, below, ratio in rules:
        if below is not None:
            agrees &= weights[:, above] >= ratio * weights[:, below]
    agreeing: npt.NDArray[np.float64] = weights[agrees]
    return agreeing


@pytest.mark.parametrize(
    ("tiers", "rules"),
    [
        ((1, 1, 1, 1), ()),
        ((0, 1, 2, 3), ()),
        ((1, 1, 2, 3), ()),
        ((1, 1, 1, 3), ((OVER, 0, 1, 1.0),)),
        ((1, 1, 1, 3), ((OVER, 0, 1, 1.0), (OVER, 0, 2, 1.0))),
        ((1, 1, 1, 3), ((OVER, 0, 1, 2.0), (OVER, 1, 2, 1.0))),
    ],
)
def test_the_sample_is_as_good_as_a_large_one(tiers: tuple[int, ...], rules: tuple[Rule, ...]) -> None:
    means = [[0.8, 0.3, 0.4, 0.5], [0.4, 0.7, 0.5, 0.6], [0.3, 0.5, 0.9, 0.4], [0.6, 0.5, 0.45, 0.7]]
    drawn = grid(
        ["a", "b", "c", "d"],
        ["cost", "time", "health", "comfort"],
        {(o, c): Cell(mean, 0.1, Source.STATED) for o, row in enumerate(means) for c, mean in enumerate(row)},
        cuts=(Cut(ONLY, "cost"),),  # keeps what nobody spoke of out of the figures
    )
    figures = figures_of(drawn, drawn.cuts, option_ids(drawn.options))

    ours = acceptability(figures, sample(tiers, rules))
    large = acceptability(figures, reference(tiers, rules)[:20_000])

    np.testing.assert_allclose(ours, large, atol=0.012)


def test_weights_beside_all_that_counts_are_spread_evenly_over_what_is_left() -> None:
    weights = sample((1, 1, 1), ((ONLY, 0, None, 1.0),))

    rest = 1.0 - ONLY_AT_LEAST
    np.testing.assert_allclose(
        weights.mean(axis=0), [ONLY_AT_LEAST + rest / 3, rest / 3, rest / 3], atol=0.005
    )
