"""What would change the answer: tilts and scores that turn the recommendation, and none smaller."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from dilem.engine.flipping import STEP, Fact, Flip, deciding_fact, flips
from dilem.engine.grid import Cell, Cut, CutKind, Grid, Source, StatementKind
from dilem.engine.integrating import acceptability, leader
from dilem.engine.weighing import Ranking, Verdict, rank, tilted
from engine.grids import BETTER, WORSE, grid, grids, said

TRAIN_OR_CAR = grid(
    ["train", "car"],
    ["cost", "time"],
    {(0, 0): BETTER, (1, 0): WORSE, (0, 1): WORSE, (1, 1): BETTER},
    cuts=(Cut(CutKind.MOST, "cost"),),
    statements=(said(0, "cost", 0.6, StatementKind.ON_PRIORITY), said(1, "time", 0.6)),
    stated=("cost", "time"),
)


def leader_with(ranking: Ranking, criterion: str, tilt: float) -> int:
    """The option that leads with one criterion tilted."""
    column = ranking.figures.place(criterion)
    assert column is not None
    weights = tilted(ranking.figures.weights, column, tilt)
    return leader(ranking.figures, acceptability(ranking.figures, weights))


def test_the_loser_wins_where_its_merit_weighs_more_or_the_winners_less() -> None:
    ranking = rank(TRAIN_OR_CAR)

    found = flips(ranking)

    assert ranking.selected == 0
    assert [(flip.criterion, flip.selected) for flip in found] == [("cost", 1), ("time", 1)]
    assert found[0].tilt < 0.0 < found[1].tilt


def test_an_option_that_is_better_at_everything_stays_ahead_at_any_tilt() -> None:
    better = replace(TRAIN_OR_CAR, cells={(0, 0): BETTER, (1, 0): WORSE, (0, 1): BETTER, (1, 1): WORSE})

    assert flips(rank(better)) == ()


def test_what_does_not_matter_turns_nothing() -> None:
    aside = replace(TRAIN_OR_CAR, cuts=(Cut(CutKind.NOT, "time"),))

    assert "time" not in {flip.criterion for flip in flips(rank(aside))}


def test_where_limits_leave_one_option_nothing_turns_the_answer() -> None:
    ranking = rank(grid(["a", "b"], ["cost"], {(0, 0): WORSE, (1, 0): BETTER}, excluded=(1,)))

    assert flips(ranking) == ()
    assert deciding_fact(ranking) is None


@given(grids(most_options=4))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_flip_changes_the_recommendation_and_one_step_less_does_not(drawn: Grid) -> None:
    ranking = rank(drawn)

    for flip in flips(ranking):
        nearer = round(flip.tilt - STEP if flip.tilt > 0 else flip.tilt + STEP, 2)
        assert flip.selected != ranking.selected
        assert leader_with(ranking, flip.criterion, flip.tilt) == flip.selected
        assert leader_with(ranking, flip.criterion, nearer) == ranking.selected


@given(grids())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_no_tilt_changes_nothing(drawn: Grid) -> None:
    ranking = rank(drawn)
    if ranking.verdict is Verdict.ALL_EXCLUDED:
        return

    weights = tilted(ranking.figures.weights, 0, 0.0)

    assert acceptability(ranking.figures, weights) == ranking.acceptability


def test_the_deciding_fact_is_the_smallest_change_of_a_score_that_turns_the_answer() -> None:
    near = replace(
        TRAIN_OR_CAR,
        cells={**TRAIN_OR_CAR.cells, (1, 0): Cell(0.55, 0.1, Source.STATED)},
    )
    ranking = rank(near)

    fact = deciding_fact(ranking)

    assert ranking.selected == 1
    assert fact is not None
    assert (fact.criterion, fact.selected) == ("cost", 0)
    moved = near.cells[fact.option, 0]
    changed = {sign: replace(moved, mean=moved.mean + fact.change + sign * 0.01) for sign in (-1, 0, 1)}
    back = -1 if fact.change > 0 else 1
    assert rank(replace(near, cells={**near.cells, (fact.option, 0): changed[0]})).selected == 0
    assert rank(replace(near, cells={**near.cells, (fact.option, 0): changed[back]})).selected == 1


@pytest.mark.parametrize("merit", [0.9, 0.75])
def test_a_merit_no_mistake_could_undo_is_no_deciding_fact(merit: float) -> None:
    sure = grid(
        ["a", "b"],
        ["cost"],
        {(0, 0): Cell(merit, 0.1, Source.STATED), (1, 0): Cell(0.05, 0.1, Source.STATED)},
        cuts=(Cut(CutKind.ONLY, "cost"),),
        stated=("cost",),
    )

    assert deciding_fact(rank(sure)) is None


def test_values_of_flips_and_facts_compare_by_what_they_say() -> None:
    assert Flip("cost", 0.5, 1) == Flip("cost", 0.5, 1)
    assert Fact(0, "cost", 0.1, 1) != Fact(0, "cost", 0.2, 1)
