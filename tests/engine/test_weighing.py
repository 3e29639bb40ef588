"""The decision model: what it answers to grids whose right answer is known, and what always holds."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dilem.engine.grid import Cell, Criterion, Cut, CutKind, Grid, Source, StatementKind
from dilem.engine.weighing import Ranking, Verdict, rank, rounded
from engine.grids import BETTER, WORSE, grid, grids, said

COST_FIRST = Cut(CutKind.MOST, "cost")
BOUNDED = settings(max_examples=60, deadline=None, derandomize=True)


@pytest.mark.parametrize(
    ("labels", "criterion", "best"),
    [
        (["train", "drive"], "cost", 0),
        (["vélo", "bus"], "health", 0),
        (["centro", "subúrbios"], "location", 0),
        (["mare", "montagna"], "comfort", 1),
    ],
)
def test_a_comparison_on_what_matters_most_decides(labels: list[str], criterion: str, best: int) -> None:
    ranking = rank(
        grid(
            labels,
            [criterion],
            {(best, 0): BETTER, (1 - best, 0): WORSE},
            cuts=(Cut(CutKind.MOST, criterion),),
            statements=(said(best, criterion, 0.6, StatementKind.ON_PRIORITY),),
            stated=(criterion,),
        )
    )

    assert ranking.verdict is Verdict.RECOMMEND
    assert ranking.selected == best
    assert ranking.preferences[best] == pytest.approx(0.91, abs=0.015)
    assert ranking.confidence > 0.95
    assert not ranking.is_close


@pytest.mark.parametrize("merits", [(WORSE, BETTER), (BETTER, WORSE)])
def test_a_limit_that_leaves_one_option_decides_whatever_its_merits(merits: tuple[Cell, Cell]) -> None:
    ranking = rank(grid(["acer", "dell"], ["quality"], {(0, 0): merits[0], (1, 0): merits[1]}, excluded=(1,)))

    assert ranking.verdict is Verdict.RECOMMEND
    assert ranking.preferences == (0.97, 0.03)


def test_of_the_excluded_options_the_one_that_breaks_its_limit_least_weighs_most() -> None:
    left = grid(["plane", "train", "bus"], ["time"], {}, excluded=(1, 2))
    plain = replace(
        left, exclusions=(replace(left.exclusions[0], excess=0.1), replace(left.exclusions[1], excess=4.0))
    )

    ranking = rank(plain)

    assert ranking.selected == 0
    assert ranking.preferences == (0.97, 0.02, 0.01)


def test_an_option_that_breaks_a_limit_gets_nothing_where_others_are_left() -> None:
    ranking = rank(
        grid(["a", "b", "c"], ["cost"], {(0, 0): WORSE, (1, 0): BETTER, (2, 0): BETTER}, excluded=(2,))
    )

    assert ranking.preferences[2] == 0.0
    assert ranking.selected == 1


def test_dominance_on_three_things_decides() -> None:
    criteria = ["income", "location", "social"]
    ranking = rank(
        grid(
            ["quit", "stay"],
            criteria,
            {(option, index): (BETTER, WORSE)[option] for option in range(2) for index in range(3)},
            statements=tuple(said(0, criterion, 0.6) for criterion in criteria),
        )
    )

    assert ranking.verdict is Verdict.RECOMMEND
    assert ranking.selected == 0
    assert ranking.acceptability[0] > 0.98


def test_nothing_said_is_insufficient_evidence() -> None:
    ranking = rank(grid(["cat", "dog"], ["cost", "effort"], {}))

    assert ranking.verdict is Verdict.INSUFFICIENT
    assert ranking.preferences == (0.5, 0.5)
    assert ranking.evidence == 0.0


def opposite(*cuts: Cut, stated: tuple[str, ...] = ()) -> Ranking:
    """New costs more and is more reliable, used is cheaper and less reliable."""
    kind = StatementKind.ON_PRIORITY if cuts else StatementKind.COMPARISON
    return rank(
        grid(
            ["new", "used"],
            ["cost", "reliability"],
            {(0, 0): WORSE, (1, 0): BETTER, (0, 1): BETTER, (1, 1): WORSE},
            cuts=cuts,
            statements=(said(1, "cost", 0.6, kind), said(0, "reliability", 0.6)),
            stated=stated,
        )
    )


def test_opposite_merits_without_a_priority_are_insufficient_evidence() -> None:
    ranking = opposite()

    assert ranking.verdict is Verdict.INSUFFICIENT
    assert ranking.acceptability[0] == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(
    "cut", [COST_FIRST, Cut(CutKind.OVER, "cost", "reliability", 2.0), Cut(CutKind.ONLY, "cost")]
)
def test_opposite_merits_follow_the_stated_priority(cut: Cut) -> None:
    ranking = opposite(cut)

    assert ranking.verdict is Verdict.RECOMMEND
    assert ranking.selected == 1
    assert ranking.acceptability[1] > 0.8


def test_what_does_not_matter_decides_nothing() -> None:
    ranking = opposite(Cut(CutKind.NOT, "reliability"))

    assert ranking.selected == 1
    assert ranking.acceptability[1] > 0.8


def test_all_options_beyond_the_limits_are_no_ranking() -> None:
    ranking = rank(grid(["a", "b"], ["cost"], {}, excluded=(0, 1)))

    assert ranking.verdict is Verdict.ALL_EXCLUDED
    assert sum(ranking.preferences) == 1.0


def test_of_two_equal_options_the_first_by_id_leads() -> None:
    assert rank(grid(["b", "a"], ["cost"], {})).selected == 1
    assert rank(grid(["a", "b"], ["cost"], {})).selected == 0


def test_a_grid_that_names_what_nobody_spoke_of_holds_it_once() -> None:
    drawn = grid(["a", "b"], ["cost"], {(0, 0): BETTER, (1, 0): WORSE})
    named = replace(drawn, criteria=(*drawn.criteria, Criterion("other", Source.ASSUMED)))

    assert rank(named).preferences == rank(drawn).preferences
    assert rank(named).acceptability == rank(drawn).acceptability


@given(grids())
@BOUNDED
def test_preferences_sum_to_one_and_the_selected_option_has_the_greatest(drawn: Grid) -> None:
    ranking = rank(drawn)

    assert sum(round(preference * 100) for preference in ranking.preferences) == 100
    assert all(preference >= 0.0 for preference in ranking.preferences)
    if ranking.verdict is not Verdict.ALL_EXCLUDED:
        assert ranking.preferences[ranking.selected] == max(ranking.preferences)
        assert ranking.selected not in {exclusion.option for exclusion in drawn.exclusions}


@given(grids())
@BOUNDED
def test_excluded_options_get_nothing_unless_one_option_is_left(drawn: Grid) -> None:
    ranking = rank(drawn)

    excluded = [ranking.preferences[exclusion.option] for exclusion in drawn.exclusions]
    if len(ranking.figures.allowed) > 1:
        assert set(excluded) <= {0.0}
    elif ranking.figures.allowed:
        assert ranking.preferences[ranking.selected] == (0.97 if excluded else 1.0)


@given(grids(), st.randoms(use_true_random=False))
@BOUNDED
def test_the_order_of_the_options_never_matters(drawn: Grid, random: Random) -> None:
    order = list(range(len(drawn.options)))
    random.shuffle(order)
    place = {old: new for new, old in enumerate(order)}
    shuffled = replace(
        drawn,
        options=tuple(drawn.options[old] for old in order),
        cells={(place[option], index): cell for (option, index), cell in drawn.cells.items()},
        exclusions=tuple(replace(e, option=place[e.option]) for e in drawn.exclusions),
        statements=tuple(replace(s, option=place[s.option]) for s in drawn.statements),
    )

    before, after = rank(drawn), rank(shuffled)

    assert after.preferences == tuple(before.preferences[old] for old in order)
    assert after.selected == place[before.selected]
    assert after.verdict is before.verdict


@given(grids(least_options=2, most_options=4))
@BOUNDED
def test_an_option_that_is_clearly_worse_everywhere_changes_nothing_among_the_others(drawn: Grid) -> None:
    before = rank(drawn)
    if len(before.figures.allowed) < 2:
        return
    worst = {
        (len(drawn.options), index): Cell(0.0, 0.01, Source.STATED) for index in range(len(drawn.criteria))
    }
    strong = {
        (before.selected, index): replace(cell, mean=max(cell.mean, 0.5))
        for (option, index), cell in drawn.cells.items()
        if option == before.selected
    }
    missing = {(before.selected, index): BETTER for index in range(len(drawn.criteria))}
    cells = {**drawn.cells, **missing, **strong}
    without = replace(drawn, cells=cells)
    added = replace(
        without, options=(*drawn.options, replace(drawn.options[0], label="worst")), cells={**cells, **worst}
    )

    assert rank(added).selected == rank(without).selected
    if len(before.figures.allowed) > 2:
        assert rank(added).acceptability[:-1] == pytest.approx(rank(without).acceptability, abs=1e-12)


@given(grids(least_options=2, most_options=4), st.integers(0, 3), st.integers(0, 4))
@BOUNDED
def test_a_better_score_never_makes_an_option_less_acceptable(drawn: Grid, option: int, index: int) -> None:
    cell = drawn.cells.get((option, index))
    if cell is None:
        return
    raised = replace(cell, mean=min(1.0, cell.mean + 0.2))

    before, after = rank(drawn), rank(replace(drawn, cells={**drawn.cells, (option, index): raised}))

    assert after.acceptability[option] >= before.acceptability[option] - 1e-9


@given(grids(), st.floats(-0.05, 0.05))
@BOUNDED
def test_scores_that_all_rise_by_the_same_leave_what_is_known_in_its_place(drawn: Grid, rise: float) -> None:
    full = {
        (option, index): drawn.cells.get((option, index), BETTER)
        for option in range(len(drawn.options))
        for index in range(len(drawn.criteria))
    }
    raised = {place: replace(cell, mean=cell.mean + rise) for place, cell in full.items()}

    before, after = rank(replace(drawn, cells=full)), rank(replace(drawn, cells=raised))

    assert after.acceptability == pytest.approx(before.acceptability, abs=1e-9)


@given(st.lists(st.floats(0.0, 1.0), min_size=2, max_size=8))
def test_rounded_shares_sum_to_one_and_stay_near(raw: list[float]) -> None:
    total = sum(raw)
    shares = [value / total for value in raw] if total > 0 else [1 / len(raw)] * len(raw)

    hundredths = rounded(shares, [f"option_{number}" for number in range(len(raw))])

    assert sum(round(value * 100) for value in hundredths) == 100
    assert all(abs(value - share) < 0.0101 for value, share in zip(hundredths, shares, strict=True))


def test_of_equal_shares_the_first_by_id_gets_the_odd_hundredth() -> None:
    assert rounded([1 / 3] * 3, ["b", "a", "c"]) == (0.33, 0.34, 0.33)
