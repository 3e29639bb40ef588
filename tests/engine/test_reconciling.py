"""What was said about weights: what contradicts something said later is set aside, and told."""

from dataclasses import replace
from itertools import pairwise

import pytest

from dilem.engine.grid import Cut, CutKind, Quote
from dilem.engine.reconciling import reconcile
from engine.grids import grid

MOST, OVER, ONLY, NOT = CutKind.MOST, CutKind.OVER, CutKind.ONLY, CutKind.NOT
CRITERIA = ["cost", "time", "health", "comfort", "freedom", "space"]


def said_in(part: int, cut: Cut) -> Cut:
    """The cut with words of its own in a part of what was sent."""
    return replace(cut, quote=Quote(part, 0, f"{cut.kind} {cut.above} {cut.below}"))


def reconciled(*cuts: Cut) -> tuple[list[Cut], list[object]]:
    """What holds, and the words of what was set aside."""
    kept, dropped = reconcile(grid(["a", "b"], CRITERIA, {}, cuts=cuts))
    return list(kept), [assumption.values["quote"] for assumption in dropped]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (Cut(OVER, "cost", "time"), Cut(OVER, "time", "cost")),
        (Cut(MOST, "cost"), Cut(OVER, "time", "cost")),
        (Cut(OVER, "time", "cost"), Cut(MOST, "cost")),
        (Cut(MOST, "cost"), Cut(NOT, "cost")),
        (Cut(NOT, "cost"), Cut(MOST, "cost")),
        (Cut(NOT, "cost"), Cut(OVER, "cost", "time")),
        (Cut(ONLY, "cost"), Cut(MOST, "time")),
        (Cut(ONLY, "cost"), Cut(ONLY, "time")),
        (Cut(OVER, "time", "cost"), Cut(ONLY, "cost")),
    ],
)
def test_of_two_wishes_that_contradict_each_other_the_later_one_holds(earlier: Cut, later: Cut) -> None:
    first, second = said_in(0, earlier), said_in(0, later)

    kept, dropped = reconciled(first, second)

    assert kept == [second]
    assert dropped == [f"{earlier.kind} {earlier.above} {earlier.below}"]


@pytest.mark.parametrize(
    "cuts",
    [
        (Cut(MOST, "cost"), Cut(OVER, "cost", "time", 2.0)),
        (Cut(ONLY, "cost"), Cut(NOT, "time")),
        (Cut(NOT, "cost"), Cut(OVER, "time", "cost")),
        (Cut(OVER, "cost", "time"), Cut(OVER, "cost", "health"), Cut(OVER, "time", "comfort", 2.0)),
    ],
)
def test_what_agrees_is_kept_in_the_order_in_which_it_was_said(cuts: tuple[Cut, ...]) -> None:
    assert reconciled(*cuts) == (list(cuts), [])


def test_a_circle_is_opened_where_it_was_first_said() -> None:
    circle = [
        said_in(0, Cut(OVER, "cost", "time")),
        said_in(0, Cut(OVER, "time", "health")),
        said_in(0, Cut(OVER, "health", "cost")),
    ]

    kept, dropped = reconciled(*circle)

    assert kept == circle[1:]
    assert dropped == ["over cost time"]


def test_two_things_put_first_in_one_breath_share_the_first_place() -> None:
    both = [said_in(0, Cut(MOST, "cost")), said_in(0, Cut(MOST, "time"))]

    assert reconciled(*both) == (both, [])


def test_what_a_later_answer_puts_first_replaces_what_the_dilemma_did() -> None:
    before, after = said_in(0, Cut(MOST, "cost")), said_in(1, Cut(MOST, "time"))

    assert reconciled(before, after) == ([after], ["most cost None"])


def test_the_same_said_twice_holds_once_and_is_no_contradiction() -> None:
    assert reconciled(Cut(OVER, "cost", "time"), Cut(OVER, "cost", "time", 2.0)) == (
        [Cut(OVER, "cost", "time", 2.0)],
        [],
    )


def test_a_wish_about_a_criterion_the_grid_lacks_says_nothing() -> None:
    assert reconciled(Cut(MOST, "looks"), Cut(OVER, "cost", "looks")) == ([], [])


def test_a_chain_so_steep_that_hardly_any_weighing_follows_it_is_cut_at_its_start() -> None:
    steep = [said_in(0, Cut(OVER, above, below, 2.0)) for above, below in pairwise(CRITERIA)]

    kept, dropped = reconciled(*steep)

    assert kept == steep[len(dropped) :]
    assert dropped
    assert dropped[0] == "over cost time"
