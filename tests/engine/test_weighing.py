"""The decision model: what it answers to grids whose right answer is known, and what always holds."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dilem.engine.flipping import flips, leader
from dilem.engine.grid import Cell, Cut, CutKind, Grid, Source, StatementKind
from dilem.engine.sampling import NOT_AT_MOST, ONLY_AT_LEAST, POINTS, sample
from dilem.engine.weighing import Verdict, best_chances, consistent, model_of, normal, rank, rounded, tilted
from engine.grids import BETTER, WORSE, grid, grids, said

COST_FIRST = Cut(CutKind.MOST, "cost")


def test_a_stated_comparison_on_the_first_priority_decides() -> None:
    ranking = rank(
        grid(
            ["train", "drive"],
            ["cost"],
            {(0, 0): BETTER, (1, 0): WORSE},
            cuts=(COST_FIRST,),
            statements=(said(0, "cost", 0.6, StatementKind.ON_PRIORITY),),
            stated=("cost",),
        )
    )

    assert ranking.verdict is Verdict.RECOMMEND
    assert ranking.selected == 0
    assert ranking.preferences == pytest.approx((0.9, 0.1), abs=0.06)


def test_a_limit_that_leaves_one_option_decides_whatever_its_merits() -> None:
    ranking = rank(grid(["acer", "dell"], ["quality"], {(0, 0): WORSE, (1, 0): BETTER}, excluded=(1,)))

    assert ranking.verdict is Verdict.RECOMMEND
    assert ranking.preferences == (0.97, 0.03)


def test_nothing_said_is_insufficient_evidence() -> None:
    ranking = rank(grid(["cat", "dog"], ["cost", "effort"], {}))

    assert ranking.verdict is Verdict.INSUFFICIENT
    assert ranking.preferences == (0.5, 0.5)
    assert ranking.evidence == 0.0


def test_opposite_merits_without_a_priority_are_insufficient_evidence() -> None:
    opposite = grid(
        ["new", "used"],
        ["cost", "reliability"],
        {(0, 0): WORSE, (1, 0): BETTER, (0, 1): BETTER, (1, 1): WORSE},
        statements=(said(1, "cost", 0.6), said(0, "reliability", 0.6)),
    )

    assert rank(opposite).verdict is Verdict.INSUFFICIENT


def test_opposite_merits_follow_the_stated_priority() -> None:
    ranking = rank(
        grid(
            ["new", "used"],
            ["cost", "reliability"],
            {(0, 0): WORSE, (1, 0): BETTER, (0, 1): BETTER, (1, 1): WORSE},
            cuts=(Cut(CutKind.OVER, "cost", "reliability"),),
            statements=(said(1, "cost", 0.6, StatementKind.ON_PRIORITY), said(0, "reliability", 0.6)),
            stated=("cost", "reliability"),
        )
    )

    assert ranking.selected == 1


def test_all_options_beyond_the_limits_are_no_ranking() -> None:
    ranking = rank(grid(["a", "b"], ["cost"], {}, excluded=(0, 1)))

    assert ranking.verdict is Verdict.ALL_EXCLUDED


def test_of_two_wishes_that_contradict_each_other_the_later_one_holds() -> None:
    contradictory = grid(
        ["a", "b"],
        ["cost", "time"],
        {},
        cuts=(Cut(CutKind.OVER, "cost", "time"), Cut(CutKind.OVER, "time", "cost")),
    )

    kept, dropped = consistent(contradictory)

    assert [cut.above for cut in kept] == ["time"]
    assert len(dropped) == 1


@given(grids())
@settings(max_examples=60, deadline=None)
def test_preferences_sum_to_one_and_the_selected_option_has_the_greatest(drawn: Grid) -> None:
    ranking = rank(drawn)

    assert sum(ranking.preferences) == pytest.approx(1.0, abs=1e-9)
    assert all(0.0 <= preference <= 1.0 for preference in ranking.preferences)
    if ranking.verdict is not Verdict.ALL_EXCLUDED:
        assert ranking.preferences[ranking.selected] == max(ranking.preferences)
        excluded = {exclusion.option for exclusion in drawn.exclusions}
        assert ranking.selected not in excluded


@given(grids(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_order_of_the_options_never_matters(drawn: Grid, random: st.DataObject) -> None:
    order = list(range(len(drawn.options)))
    random.shuffle(order)  # type: ignore[attr-defined]  # a random.Random, which hypothesis types as its own
    place = {old: new for new, old in enumerate(order)}
    shuffled = replace(
        drawn,
        options=tuple(drawn.options[old] for old in order),
        cells={(place[option], index): cell for (option, index), cell in drawn.cells.items()},
        exclusions=tuple(replace(e, option=place[e.option]) for e in drawn.exclusions),
        statements=tuple(replace(s, option=place[s.option]) for s in drawn.statements),
    )

    before, after = rank(drawn), rank(shuffled)

    assert after.selected == place[before.selected]
    assert after.verdict is before.verdict
    for old in order:
        assert after.preferences[place[old]] == pytest.approx(before.preferences[old], abs=0.0101)


@given(grids())
@settings(max_examples=40, deadline=None)
def test_every_weighing_respects_what_was_said_about_weights(drawn: Grid) -> None:
    cuts, _ = consistent(drawn)
    model = model_of(drawn, cuts, 0.0)

    weights = sample(model.tiers, model.rules)

    assert weights.shape[0] == POINTS
    assert np.all(weights >= 0.0)
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-9)
    for kind, above, below, ratio in model.rules:
        if kind is CutKind.ONLY:
            assert np.all(weights[:, above] >= ONLY_AT_LEAST - 1e-9)
        if kind is CutKind.NOT:
            assert np.all(weights[:, above] <= NOT_AT_MOST + 1e-9)
        if kind is CutKind.OVER and below is not None and not _is_set_aside(model.rules, above, below):
            assert np.all(weights[:, above] >= weights[:, below] - 1e-6), ratio


def _is_set_aside(rules: tuple[tuple[CutKind, int, int | None, float], ...], above: int, below: int) -> bool:
    """Whether another rule moves one of the pair after it was ordered."""
    return any(kind in {CutKind.ONLY, CutKind.NOT} and place in {above, below} for kind, place, _, _ in rules)


@given(grids(least_options=2, most_options=4), st.integers(0, 3), st.integers(0, 4))
@settings(max_examples=40, deadline=None)
def test_a_better_score_never_makes_an_option_less_acceptable(drawn: Grid, option: int, index: int) -> None:
    if (option, index) not in drawn.cells:
        return
    cell = drawn.cells[option, index]
    raised = replace(
        drawn, cells={**drawn.cells, (option, index): replace(cell, mean=min(1.0, cell.mean + 0.2))}
    )

    before, after = rank(drawn), rank(raised)

    assert after.acceptability[option] >= before.acceptability[option] - 1e-6


@given(grids())
@settings(max_examples=30, deadline=None)
def test_a_flip_changes_the_recommendation_and_no_tilt_changes_nothing(drawn: Grid) -> None:
    ranking = rank(drawn)
    if ranking.verdict is Verdict.ALL_EXCLUDED:
        return
    weights = sample(ranking.model.tiers, ranking.model.rules)

    assert leader(drawn, ranking.model, tilted(weights, 0, 0.0)) == ranking.selected
    for flip in flips(drawn, ranking):
        index = next(i for i, c in enumerate(drawn.criteria) if c.id == flip.criterion)
        assert leader(drawn, ranking.model, tilted(weights, index, flip.tilt)) == flip.selected
        assert flip.selected != ranking.selected


def test_the_sample_is_as_good_as_a_large_one() -> None:
    drawn = grid(
        ["a", "b", "c", "d"],
        ["cost", "time", "health"],
        {
            (o, c): Cell(mean, 0.1, Source.STATED)
            for o, row in enumerate([[0.8, 0.3, 0.4], [0.4, 0.7, 0.5], [0.3, 0.5, 0.9], [0.6, 0.5, 0.45]])
            for c, mean in enumerate(row)
        },
    )
    model = model_of(drawn, (), 0.0)
    generator = np.random.default_rng(1)
    spacings = generator.exponential(size=(60_000, len(model.criteria)))
    large = spacings / spacings.sum(axis=1, keepdims=True)
    # The large sample must respect the same tiers: everything unnamed weighs at least as much as the rest.
    keep = large[:, :-1].min(axis=1) >= large[:, -1]

    ours = best_chances(model, sample(model.tiers, model.rules)).mean(axis=0)
    reference = best_chances(model, large[keep]).mean(axis=0)

    np.testing.assert_allclose(ours, reference, atol=0.012)


def test_the_normal_distribution_is_right_to_seven_digits() -> None:
    x = np.array([-3.0, -1.0, 0.0, 0.5, 1.96])

    np.testing.assert_allclose(
        normal(x), [0.0013498980, 0.1586552539, 0.5, 0.6914624613, 0.9750021049], atol=1.5e-7
    )


@given(st.lists(st.floats(0.0, 1.0), min_size=2, max_size=8))
def test_rounded_shares_sum_to_one_and_stay_near(raw: list[float]) -> None:
    total = sum(raw)
    shares = [value / total for value in raw] if total > 0 else [1 / len(raw)] * len(raw)

    hundredths = rounded(shares)

    assert sum(round(value * 100) for value in hundredths) == 100
    assert all(abs(value - share) < 0.0101 for value, share in zip(hundredths, shares, strict=True))
