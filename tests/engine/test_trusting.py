"""How far what was said is trusted: what adds up, what takes away, and what is too little."""

from dataclasses import replace

import pytest

from dilem.engine.grid import Cut, CutKind, Grid, Source, StatementKind
from dilem.engine.trusting import is_dominant
from dilem.engine.weighing import Verdict, rank
from engine.grids import BETTER, WORSE, grid, said

COST_FIRST = Cut(CutKind.MOST, "cost")


def comparison(better: int, criterion: str, kind: StatementKind, *cuts: Cut) -> Grid:
    """Two options of which one does better on one criterion."""
    return grid(
        ["a", "b"],
        [criterion],
        {(better, 0): BETTER, (1 - better, 0): WORSE},
        cuts=cuts,
        statements=(said(better, criterion, 0.6, kind),),
        stated=(criterion,),
    )


def test_one_remark_is_no_basis_for_a_recommendation_though_it_dominates() -> None:
    drawn = comparison(0, "comfort", StatementKind.COMPARISON)

    assert rank(drawn).verdict is Verdict.INSUFFICIENT


@pytest.mark.parametrize(("stated", "verdict"), [((), Verdict.INSUFFICIENT), (("cost",), Verdict.RECOMMEND)])
def test_what_everybody_knows_decides_only_about_what_the_person_named(
    stated: tuple[str, ...], verdict: Verdict
) -> None:
    drawn = grid(
        ["a", "b"],
        ["cost", "comfort", "time"],
        {(0, 0): BETTER, (1, 0): WORSE},
        statements=(said(0, "cost", 0.6, StatementKind.COMMON, Source.COMMON),),
        stated=stated,
    )

    assert rank(drawn).verdict is verdict


def test_saying_the_same_twice_is_no_more_evidence() -> None:
    once = comparison(0, "cost", StatementKind.ON_PRIORITY, COST_FIRST)
    twice = replace(once, statements=(*once.statements, said(0, "cost", 0.4)))

    assert rank(twice).evidence == rank(once).evidence == 0.85


def test_what_speaks_for_the_other_side_takes_evidence_away() -> None:
    drawn = comparison(0, "cost", StatementKind.ON_PRIORITY, COST_FIRST)
    doubted = replace(drawn, statements=(*drawn.statements, said(1, "cost", 0.6)))

    assert rank(doubted).evidence < rank(drawn).evidence


def test_what_speaks_for_the_other_side_takes_off_as_much_as_its_criterion_weighs() -> None:
    drawn = grid(
        ["a", "b"],
        ["cost", "time"],
        {(0, 0): BETTER, (1, 0): WORSE, (0, 1): WORSE, (1, 1): BETTER},
        cuts=(COST_FIRST,),
        statements=(said(0, "cost", 0.6, StatementKind.ON_PRIORITY), said(1, "time", 0.6)),
        stated=("cost", "time"),
    )

    lesser, equal = rank(drawn), rank(replace(drawn, cuts=()))

    assert equal.evidence < lesser.evidence < 0.85


def test_a_small_difference_between_two_amounts_is_a_sure_one() -> None:
    drawn = comparison(0, "cost", StatementKind.NUMBER, COST_FIRST)
    near = replace(drawn, statements=(said(0, "cost", 0.06, StatementKind.NUMBER),))
    vague = replace(drawn, statements=(said(0, "cost", 0.06, StatementKind.ON_PRIORITY),))

    assert rank(near).evidence == 0.9
    assert rank(vague).evidence < 0.2


def test_nothing_is_recommended_while_what_comes_first_is_known_of_no_option() -> None:
    drawn = grid(
        ["a", "b"],
        ["cost", "time"],
        {(0, 0): BETTER, (1, 0): WORSE},
        cuts=(Cut(CutKind.MOST, "time"),),
        statements=(said(0, "cost", 0.6, StatementKind.NUMBER),),
        stated=("cost", "time"),
    )

    assert rank(drawn).verdict is Verdict.INSUFFICIENT
    assert rank(replace(drawn, cuts=(COST_FIRST,))).verdict is Verdict.RECOMMEND


@pytest.mark.parametrize(
    ("kind", "source", "expected"),
    [
        (StatementKind.COMPARISON, Source.STATED, True),
        (StatementKind.NUMBER, Source.COMPUTED, True),
        (StatementKind.INFERRED, Source.STATED, False),
        (StatementKind.COMMON, Source.COMMON, False),
    ],
)
def test_dominance_needs_something_that_was_said(kind: StatementKind, source: Source, expected: bool) -> None:
    drawn = grid(
        ["a", "b"],
        ["cost"],
        {(0, 0): BETTER, (1, 0): WORSE},
        statements=(said(0, "cost", 0.6, kind, source),),
    )

    figures = rank(drawn).figures

    assert is_dominant(drawn, figures, 0) is expected
    assert not is_dominant(drawn, figures, 1)
