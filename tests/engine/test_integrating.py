"""How often each option is best: the normal distribution, the integration, and dominance."""

import numpy as np
import pytest

from dilem.engine.figuring import Figures, figures_of
from dilem.engine.grid import Cell, Cut, CutKind, Source
from dilem.engine.integrating import best_chances, best_value, contenders, dominates, normal
from dilem.engine.naming import option_ids
from engine.grids import grid

ALL_THAT_COUNTS = (Cut(CutKind.ONLY, "cost"),)  # keeps what nobody spoke of out of the figures


def figures(*rows: list[tuple[float, float] | None]) -> Figures:
    """Options by the mean and standard deviation of their scores; None is unknown."""
    cells = {
        (option, index): Cell(cell[0], cell[1], Source.STATED)
        for option, row in enumerate(rows)
        for index, cell in enumerate(row)
        if cell is not None
    }
    names = ["cost", "time", "health"][: len(rows[0])]
    drawn = grid([f"option {chr(97 + number)}" for number in range(len(rows))], names, cells)
    return figures_of(drawn, ALL_THAT_COUNTS, option_ids(drawn.options))


def test_the_normal_distribution_is_right_to_seven_digits() -> None:
    x = np.array([-3.0, -1.0, 0.0, 0.5, 1.96])

    np.testing.assert_allclose(
        normal(x), [0.0013498980, 0.1586552539, 0.5, 0.6914624613, 0.9750021049], atol=1e-7
    )


def test_two_options_are_compared_exactly() -> None:
    drawn = figures([(0.6, 0.3)], [(0.3, 0.4)])

    chances = best_chances(drawn, np.array([[1.0]]))

    assert chances[0].tolist() == pytest.approx([0.7257469, 0.2742531], abs=1e-7)  # Phi(0.3 / 0.5)


def test_three_options_are_best_as_often_as_in_a_large_draw() -> None:
    drawn = figures([(0.6, 0.1)], [(0.55, 0.2)], [(0.4, 0.3)])
    values = np.random.default_rng(4).normal([0.6, 0.55, 0.4], [0.1, 0.2, 0.3], size=(400_000, 3))
    expected = np.bincount(values.argmax(axis=1)) / len(values)

    chances = best_chances(drawn, np.array([[1.0]]))[0]

    np.testing.assert_allclose(chances, expected, atol=0.003)
    assert best_value(drawn, np.array([[1.0]])) == pytest.approx(values.max(axis=1).mean(), abs=0.003)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ([(0.75, 0.1)], [(0.25, 0.1)], True),
        ([(0.75, 0.1)], [(0.70, 0.1)], False),  # better, but not clearly
        ([(0.75, 0.1), (0.5, 0.1)], [(0.25, 0.1), (0.5, 0.1)], True),
        ([(0.75, 0.1), (0.4, 0.1)], [(0.25, 0.1), (0.5, 0.1)], False),
        ([(0.75, 0.1), None], [(0.25, 0.1), None], True),
        ([(0.75, 0.1), None], [(0.25, 0.1), (0.5, 0.1)], False),
        ([(0.75, 0.1), None], [(0.25, 0.1), (0.2, 0.1)], True),
        ([(0.75, 0.1), (0.8, 0.1)], [(0.25, 0.1), None], True),
        ([(0.75, 0.1), (0.7, 0.1)], [(0.25, 0.1), None], False),
        ([(0.9, 0.1), None], [None, (0.1, 0.1)], False),  # nothing is known of both
    ],
)
def test_dominance_needs_one_clear_merit_and_no_possible_fault(
    one: list[tuple[float, float] | None], other: list[tuple[float, float] | None], expected: bool
) -> None:
    drawn = figures(one, other)

    assert dominates(drawn, 0, 1) is expected
    assert dominates(drawn, 1, 0) is False


def test_of_three_options_a_dominated_one_is_never_best() -> None:
    drawn = figures([(0.8, 0.1), (0.2, 0.1)], [(0.2, 0.1), (0.8, 0.1)], [(0.2, 0.1), (0.5, 0.1)])

    assert contenders(drawn) == (0, 1)
    assert best_chances(drawn, drawn.weights)[:, 2].max() == 0.0


def test_one_of_several_options_that_dominates_all_is_certain() -> None:
    drawn = figures([(0.9, 0.1)], [(0.4, 0.1)], [(0.3, 0.1)])

    assert best_chances(drawn, drawn.weights)[:, 0].min() == 1.0
