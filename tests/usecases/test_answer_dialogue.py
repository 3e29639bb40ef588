"""Our own questions, answered by their own choices, are understood in every language."""

import pytest

from dilem.engine.clarifying import Ask, Format, Question
from dilem.engine.grid import LANGUAGES, Asked, Criterion, Dilemma, Language, Reading, Source
from dilem.engine.reading import read
from dilem.usecases.phrasing import word_question

DILEMMAS = {
    "fr": "Je prends le train ou la voiture ?",
    "en": "Should I take the train or the car?",
    "it": "Prendo il treno o la macchina?",
    "de": "Nehme ich den Zug oder das Auto?",
    "es": "¿Tomo el tren o el coche?",
    "pt": "Vou de comboio ou de carro?",
}
COST, TIME = Criterion("cost", Source.ASSUMED), Criterion("time", Source.ASSUMED)


def reading_of(language: str, *refinements: str) -> Reading:
    return read(Dilemma(DILEMMAS[language], refinements, Language(language)))


def answered(language: str, question: Question, choice: int) -> Reading:
    """What is read once a question came back with one of its own choices."""
    asked = word_question(reading_of(language), question)
    return reading_of(language, f"{asked.question} {asked.choices[choice]}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("choice", "criterion"), [(0, "cost"), (1, "time")])
def test_what_matters_most_is_heard(language: str, choice: int, criterion: str) -> None:
    reading = answered(language, Question(Ask.MOST, Format.SINGLE, "most", (COST, TIME)), choice)

    assert reading.grid is not None
    assert reading.asked == (Asked("most", unsure=False),)
    assert {cut.above for cut in reading.grid.cuts} == {criterion}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trade_off_is_heard(language: str) -> None:
    reading = answered(language, Question(Ask.PAIR, Format.SINGLE, "pair", (COST, TIME)), 1)

    assert reading.grid is not None
    assert reading.asked == (Asked("pair", unsure=False),)
    assert ("time", "cost") in {(cut.above, cut.below) for cut in reading.grid.cuts}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("choice", [0, 1])
def test_which_option_does_better_is_heard(language: str, choice: int) -> None:
    first = reading_of(language)
    assert first.grid is not None
    question = Question(Ask.FACT, Format.SINGLE, "cost", (COST,), first.grid.options)

    reading = answered(language, question, choice)

    assert reading.grid is not None
    assert reading.asked == (Asked("cost", unsure=False),)
    cost = [criterion.id for criterion in reading.grid.criteria].index("cost")
    assert reading.grid.cells[choice, cost].mean > 0.5 > reading.grid.cells[1 - choice, cost].mean
