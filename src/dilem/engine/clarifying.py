"""Which question is worth asking, if any.

A question is asked while what its answer is expected to add to the value of the chosen option exceeds what
asking costs the person; the cost rises with every question.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from dilem.engine.grid import (
    OTHER,
    Criterion,
    CutKind,
    Grid,
    Option,
    OptionKind,
    Reading,
    Source,
    StatementKind,
)
from dilem.engine.valuing import spreads, value_of_fact, value_of_knowing_all, value_of_partition
from dilem.engine.weighing import Ranking, Verdict

MAX_QUESTIONS = 4
MAX_CHOICES = 6
COST_OF_ASKING = 0.01
"""What the first question costs, on the scale of values; the second costs twice as much, and so on."""

COST_WHILE_UNDECIDED = 0.001
"""Where nothing can be recommended, any question that could help is worth asking."""

LEAST_TO_LEARN = 0.01
"""Where perfect information would add less than this, no question is asked."""

SURE_PREFERENCE = 0.85
SURE_CONFIDENCE = 0.70
"""A recommendation beyond both needs no question."""

WIDEST_VALUE = 0.06
"""What "what matters most?" is worth at least where nothing can be recommended: it opens everything else."""

LIMIT_VALUE = 0.01
"""What a limit is worth asking for: it rarely exists, so it is asked for where nothing better is left."""

USUAL_CRITERIA = ("cost", "time", "enjoyment", "health", "family", "stability")
"""What is offered as an answer beside what the person has named."""

CURRENCIES = ("R$", "CHF", "€", "£", "$")
"""The signs that amounts of money carry, longer ones before those they contain."""

_LEADING_CRITERIA = 4


class Format(StrEnum):
    """How a question is answered."""

    SINGLE = "single"
    MULTIPLE = "multiple"
    TEXT = "text"
    NUMBER = "number"


class Ask(StrEnum):
    """What is asked for; its message is `question.<value>`, its reason `question.why.<value>`."""

    MOST = "most"
    PAIR = "pair"
    FACT = "fact"
    AMOUNT = "amount"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class Question:
    """A question without its words: `criteria` and `options` fill it and its choices.

    `topic` is what `Asked.topic` will say once it was answered; `value` is what its answer is expected to
    add to the value of what is chosen.
    """

    ask: Ask
    format: Format
    topic: str
    criteria: tuple[Criterion, ...] = ()
    options: tuple[Option, ...] = ()
    unit: str | None = None
    value: float = field(default=0.0, compare=False)


def next_question(
    reading: Reading,
    ranking: Ranking,
    asked: int,
    budget: int = MAX_QUESTIONS,
    was_asked: Callable[[Question], bool] = lambda question: False,
) -> Question | None:
    """The question worth most, or None where none is worth its asking.

    `asked` counts the questions that were answered, `budget` those that may be. What was said is never
    asked, and no question twice, whatever its answer was: those that the reading knows by their topic,
    and those that `was_asked` knows by their words.
    """
    if reading.grid is None or asked >= budget or _is_settled(ranking):
        return None
    heard = {earlier.topic for earlier in reading.asked}
    price = _price(ranking, asked)
    worth = [q for q in _questions(reading.grid, ranking) if q.topic not in heard and q.value > price]
    worth.sort(key=lambda question: -round(question.value, 9))
    return next((question for question in worth if not was_asked(question)), None)


def _is_settled(ranking: Ranking) -> bool:
    """Whether no answer is likely to change what can be said."""
    if ranking.verdict is not Verdict.RECOMMEND:
        return ranking.verdict is Verdict.ALL_EXCLUDED
    if ranking.preferences[ranking.selected] >= SURE_PREFERENCE and ranking.confidence >= SURE_CONFIDENCE:
        return True
    return value_of_knowing_all(ranking.figures) < LEAST_TO_LEARN


def _price(ranking: Ranking, asked: int) -> float:
    """What a question must be worth to be asked."""
    return COST_OF_ASKING * (asked + 1) if ranking.verdict is Verdict.RECOMMEND else COST_WHILE_UNDECIDED


def _questions(grid: Grid, ranking: Ranking) -> list[Question]:
    """All that could be asked; of two that are worth the same the first is asked."""
    amounts = _amounts(grid, ranking)
    priced = {criterion.id for question in amounts for criterion in question.criteria}
    facts = [question for question in _facts(grid, ranking) if question.topic not in priced]
    return [*_most(ranking), *_pairs(ranking), *amounts, *facts, *_limit(grid)]


def _most(ranking: Ranking) -> list[Question]:
    """ "What matters most?", unless it was said."""
    if any(cut.kind in {CutKind.MOST, CutKind.ONLY} for cut in ranking.cuts):
        return []
    figures = ranking.figures
    named = [column for column, criterion in enumerate(figures.criteria) if _can_be_asked(ranking, column)]
    spread = spreads(figures)
    named = sorted(named, key=lambda column: (figures.tiers[column], -spread[column], column))[:MAX_CHOICES]
    value = WIDEST_VALUE if ranking.verdict is Verdict.INSUFFICIENT else 0.0
    if len(named) > 1:
        heaviest = np.argmax(figures.weights[:, named], axis=1)
        value = max(value, value_of_partition(figures, [heaviest == group for group in range(len(named))]))
    criteria = [figures.criteria[column] for column in named]
    known = {criterion.id for criterion in figures.criteria}
    criteria.extend(Criterion(name, Source.ASSUMED) for name in USUAL_CRITERIA if name not in known)
    return [Question(Ask.MOST, Format.SINGLE, "most", tuple(criteria[:MAX_CHOICES]), value=value)]


def _pairs(ranking: Ranking) -> list[Question]:
    """Trade-offs between two criteria, all else equal (the easiest question: Hansen & Ombler, 2008)."""
    figures = ranking.figures
    spread = spreads(figures)
    leading = sorted(
        (column for column in range(len(figures.criteria)) if _can_be_asked(ranking, column)),
        key=lambda column: (-spread[column], column),
    )[:_LEADING_CRITERIA]
    questions = []
    for position, first in enumerate(leading):
        for second in leading[position + 1 :]:
            outweighs = figures.weights[:, first] >= figures.weights[:, second]
            value = value_of_partition(figures, [outweighs, ~outweighs])
            pair = (figures.criteria[first], figures.criteria[second])
            questions.append(Question(Ask.PAIR, Format.SINGLE, "pair", pair, value=value))
    return questions


def _facts(grid: Grid, ranking: Ranking) -> list[Question]:
    """ "Which does better on …?" for stated criteria on which nothing is known of an option that is left."""
    figures = ranking.figures
    options = tuple(grid.options[option] for option in figures.allowed)
    if not 2 <= len(options) < MAX_CHOICES or options[0].kind is not OptionKind.NAMED:
        return []
    return [
        Question(
            Ask.FACT,
            Format.SINGLE,
            figures.criteria[column].id,
            (figures.criteria[column],),
            options,
            value=value_of_fact(figures, column),
        )
        for column in range(len(figures.criteria))
        if figures.tiers[column] <= 1
        and _can_be_asked(ranking, column)
        and not all(figures.known[option][column] for option in figures.allowed)
    ]


def _amounts(grid: Grid, ranking: Ranking) -> list[Question]:
    """ "How much does it cost?", where the price of an option is missing and those of others were given."""
    figures = ranking.figures
    column = figures.place("cost")
    if column is None:
        return []
    prices = [s for s in grid.statements if s.criterion == "cost" and s.kind is StatementKind.NUMBER]
    unit = _currency([statement.quote.words for statement in prices if statement.quote is not None])
    unpriced = [option for option in figures.allowed if not figures.known[option][column]]
    if unit is None or not unpriced:
        return []
    options = (grid.options[unpriced[0]],)
    value = value_of_fact(figures, column)
    criteria = (figures.criteria[column],)
    return [Question(Ask.AMOUNT, Format.NUMBER, "amount", criteria, options, unit, value)]


def _currency(quotes: Sequence[str]) -> str | None:
    """The currency in which all amounts were given, if it is one and the same."""
    found = {next((sign for sign in CURRENCIES if sign in words), None) for words in quotes}
    return found.pop() if len(found) == 1 else None


def _limit(grid: Grid) -> list[Question]:
    """ "Is there a limit?", unless one was said."""
    if grid.exclusions:
        return []
    return [Question(Ask.LIMIT, Format.TEXT, "limit", value=LIMIT_VALUE)]


def _can_be_asked(ranking: Ranking, column: int) -> bool:
    figures = ranking.figures
    is_aside = any(kind is CutKind.NOT and above == column for kind, above, _, _ in figures.rules)
    return figures.criteria[column].id != OTHER and not is_aside
