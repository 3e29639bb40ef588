"""Which question is asked: the one worth most, never what was said, never twice, and none in vain."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from dilem.engine.clarifying import MAX_CHOICES, MAX_QUESTIONS, Ask, Format, Question, next_question
from dilem.engine.grid import (
    Asked,
    Cell,
    Cut,
    CutKind,
    Grid,
    Language,
    OptionKind,
    Reading,
    Situation,
    Source,
    StatementKind,
)
from dilem.engine.valuing import value_of_fact
from dilem.engine.weighing import rank
from engine.grids import BETTER, WORSE, grid, grids, said, words

OPPOSITE = grid(
    ["new", "used"],
    ["cost", "reliability"],
    {(0, 0): WORSE, (1, 0): BETTER, (0, 1): BETTER, (1, 1): WORSE},
    statements=(said(1, "cost", 0.6), said(0, "reliability", 0.6)),
)
COST_FIRST = (Cut(CutKind.MOST, "cost"),)
HALF_KNOWN = grid(
    ["tent", "hotel", "flat"],
    ["comfort", "cost"],
    {(0, 1): BETTER, (1, 1): WORSE, (2, 1): WORSE},
    cuts=(Cut(CutKind.MOST, "comfort"),),
    statements=(said(0, "cost", 0.6),),
    stated=("comfort", "cost"),
)


def asks(drawn: Grid, asked: int = 0, *topics: str | None) -> Question | None:
    """The next question about a grid when some topics were asked about."""
    reading = Reading(
        Language("en"),
        Situation.DECISION,
        "a dilemma",
        drawn,
        tuple(Asked(topic, unsure=True) for topic in topics),
    )
    return next_question(reading, rank(drawn), asked)


def test_where_nothing_was_said_the_widest_question_comes_first() -> None:
    question = asks(grid(["cat", "dog"], [], {}))

    assert question is not None
    assert (question.ask, question.format) == (Ask.MOST, Format.SINGLE)
    assert 2 <= len(question.criteria) <= MAX_CHOICES


def test_criteria_that_separate_the_options_are_offered_before_usual_ones() -> None:
    question = asks(OPPOSITE)

    assert question is not None
    assert question.ask is Ask.MOST
    assert {criterion.id for criterion in question.criteria[:2]} == {"cost", "reliability"}


def test_what_was_said_to_matter_most_is_not_asked() -> None:
    question = asks(replace(OPPOSITE, cuts=COST_FIRST))

    assert question is None or question.ask is not Ask.MOST


@pytest.mark.parametrize("topic", ["most", "pair", "limit"])
def test_an_answered_topic_is_not_asked_again_even_if_the_person_did_not_know(topic: str) -> None:
    question = asks(OPPOSITE, 1, topic)

    assert question is None or question.topic != topic


def test_two_criteria_are_put_side_by_side_once_the_widest_question_is_answered() -> None:
    question = asks(OPPOSITE, 1, "most")

    assert question is not None
    assert question.ask is Ask.PAIR
    assert {criterion.id for criterion in question.criteria} == {"cost", "reliability"}


def test_an_order_that_follows_from_what_was_said_is_not_asked() -> None:
    ordered = replace(OPPOSITE, cuts=(Cut(CutKind.OVER, "cost", "reliability"),))

    question = asks(ordered, 0, "most", "limit")

    assert question is None


def test_an_unknown_cell_of_what_matters_most_is_asked_for() -> None:
    question = asks(HALF_KNOWN)

    assert question is not None
    assert (question.ask, question.topic) == (Ask.FACT, "comfort")
    assert [option.label for option in question.options] == ["tent", "hotel", "flat"]


def test_two_unknown_cells_are_worth_more_to_learn_than_one() -> None:
    pair = replace(HALF_KNOWN, options=HALF_KNOWN.options[:2], cells={})
    half = replace(pair, cells={(0, 0): Cell(0.5, 0.1, Source.STATED)})

    assert value_of_fact(rank(pair).figures, 0) > value_of_fact(rank(half).figures, 0) > 0.0


def test_a_cell_that_is_known_of_all_options_is_not_asked_for() -> None:
    known = {(option, 0): Cell(0.4, 0.1, Source.STATED) for option in range(3)}

    question = asks(replace(HALF_KNOWN, cells={**HALF_KNOWN.cells, **known}))

    assert question is None or question.ask is not Ask.FACT


def test_a_cell_of_what_the_person_never_named_is_not_asked_for() -> None:
    unnamed = replace(
        HALF_KNOWN,
        criteria=tuple(replace(criterion, origin=Source.ASSUMED) for criterion in HALF_KNOWN.criteria),
        cuts=(),
    )

    question = asks(unnamed, 0, "most", "limit")

    assert question is None or question.ask is not Ask.FACT


def test_the_sides_of_a_yes_no_dilemma_are_not_compared_by_name() -> None:
    sides = replace(
        HALF_KNOWN,
        options=tuple(replace(option, kind=OptionKind.DO) for option in HALF_KNOWN.options),
    )

    question = asks(sides)

    assert question is None or question.ask is not Ask.FACT


def test_a_missing_price_is_asked_for_in_the_currency_of_the_others() -> None:
    prices = tuple(
        replace(said(option, "cost", effect, StatementKind.NUMBER), quote=words(price))
        for option, effect, price in ((0, 0.5, "479 €"), (1, -0.5, "520 €"))
    )
    question = asks(
        grid(
            ["Acer", "Dell", "Asus"],
            ["cost"],
            {(0, 0): BETTER, (1, 0): WORSE},
            cuts=COST_FIRST,
            statements=prices,
            stated=("cost",),
        )
    )

    assert question is not None
    assert (question.ask, question.format, question.unit) == (Ask.AMOUNT, Format.NUMBER, "€")
    assert [option.label for option in question.options] == ["Asus"]


def test_a_limit_is_asked_for_last_and_not_where_one_was_said() -> None:
    nothing = grid(["cat", "dog"], [], {})
    limited = grid(["cat", "dog", "fish"], [], {}, excluded=(2,))

    last, unneeded = asks(nothing, 1, "most"), asks(limited, 1, "most")

    assert last is not None
    assert (last.ask, last.format) == (Ask.LIMIT, Format.TEXT)
    assert unneeded is None


def test_no_question_beyond_the_budget() -> None:
    assert asks(OPPOSITE, MAX_QUESTIONS) is None
    assert asks(OPPOSITE, MAX_QUESTIONS - 1) is not None


def test_a_recommendation_that_is_sure_needs_no_question() -> None:
    sure = grid(
        ["train", "drive"],
        ["cost"],
        {(0, 0): BETTER, (1, 0): WORSE},
        cuts=COST_FIRST,
        statements=(said(0, "cost", 0.6, StatementKind.ON_PRIORITY),),
        stated=("cost",),
    )

    assert asks(sure) is None


def test_limits_that_exclude_every_option_leave_nothing_to_weigh() -> None:
    assert asks(grid(["a", "b"], ["cost"], {}, excluded=(0, 1))) is None


def test_a_question_known_by_its_words_is_passed_over() -> None:
    reading = Reading(Language("en"), Situation.DECISION, "a dilemma", OPPOSITE)

    question = next_question(reading, rank(OPPOSITE), 1, was_asked=lambda question: question.ask is Ask.MOST)

    assert question is not None
    assert question.ask is Ask.PAIR


@given(grids())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_no_dialogue_asks_the_same_twice_or_more_than_the_budget(drawn: Grid) -> None:
    reading = Reading(Language("en"), Situation.DECISION, "a dilemma", drawn)
    ranking = rank(drawn)
    heard: list[Question] = []
    while len(heard) <= MAX_QUESTIONS:
        question = next_question(reading, ranking, len(heard), was_asked=lambda asked: asked in heard)
        if question is None:
            break
        heard.append(question)
        reading = replace(reading, asked=(*reading.asked, Asked(question.topic, unsure=True)))

    assert len({question.topic for question in heard}) == len(heard) <= MAX_QUESTIONS
    for question in heard:
        assert len(question.criteria) <= MAX_CHOICES
        assert len(question.options) < MAX_CHOICES


@given(grids(most_options=4))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_the_order_of_the_options_does_not_choose_the_question(drawn: Grid) -> None:
    last = len(drawn.options) - 1
    turned = replace(
        drawn,
        options=drawn.options[::-1],
        cells={(last - option, index): cell for (option, index), cell in drawn.cells.items()},
        exclusions=tuple(replace(e, option=last - e.option) for e in drawn.exclusions),
        statements=tuple(replace(s, option=last - s.option) for s in drawn.statements),
    )

    one, other = asks(drawn), asks(turned)

    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert (one.ask, one.topic, one.criteria) == (other.ask, other.topic, other.criteria)
