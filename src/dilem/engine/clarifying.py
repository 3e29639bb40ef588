"""Which question is worth asking, if any.

The value of a question is what its answer is expected to add to the value of the chosen option (expected
value of sample information: Howard, Information value theory, 1966; for one unknown score the
knowledge-gradient form: Frazier, Powell & Dayanik, 2008). It is asked while that exceeds what asking costs
the person; the cost rises with every question.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from dilem.engine.grid import OTHER, UNKNOWN_SD, Criterion, CutKind, Grid, Option, Reading, Source
from dilem.engine.sampling import Array, sample
from dilem.engine.weighing import Ranking, Verdict, values_at

MAX_QUESTIONS = 4
MAX_CHOICES = 6
COST_OF_ASKING = 0.01
SURE_PREFERENCE = 0.85
SURE_CONFIDENCE = 0.70
ANSWER_RELIABILITY = 0.9
WIDEST_VALUE = 0.06
"""What "what matters most?" is worth where nothing is known yet: it opens everything else."""

LIMIT_VALUE = 0.02
USUAL_CRITERIA = ("cost", "time", "enjoyment", "health", "family", "stability")
"""What is offered as an answer where the person has named no criterion."""


class Format(StrEnum):
    """How a question is answered."""

    SINGLE = "single"
    MULTIPLE = "multiple"
    TEXT = "text"
    NUMBER = "number"


class Topic(StrEnum):
    """What a question is about; a fact's topic is the criterion's id."""

    MOST = "most"
    PAIR = "pair"
    LIMIT = "limit"
    OPTIONS = "options"


@dataclass(frozen=True, slots=True)
class Question:
    """A question by its message key; `criteria` and `options` fill it and its choices."""

    key: str
    format: Format
    topic: str
    why: str
    criteria: tuple[Criterion, ...] = ()
    options: tuple[Option, ...] = ()
    value: float = field(default=0.0, compare=False)


def next_question(reading: Reading, ranking: Ranking, asked_before: int) -> Question | None:
    """The question worth most, or None where none is worth its asking.

    `asked_before` counts the questions already answered. Never what was said, never the same again.
    """
    grid = reading.grid
    if grid is None or asked_before >= MAX_QUESTIONS or _is_settled(ranking):
        return None
    asked = {asked.topic for asked in reading.asked}
    candidates = [q for q in _questions(grid, ranking) if q.topic not in asked]
    if not candidates:
        return None
    best = max(candidates, key=lambda question: (question.value, question.key))
    cost = COST_OF_ASKING * (asked_before + 1)
    undecided = ranking.verdict is not Verdict.RECOMMEND
    return best if best.value > cost or (undecided and best.value > 0.0) else None


def _is_settled(ranking: Ranking) -> bool:
    if ranking.verdict is not Verdict.RECOMMEND:
        return ranking.verdict is Verdict.ALL_EXCLUDED
    return ranking.preferences[ranking.selected] >= SURE_PREFERENCE and ranking.confidence >= SURE_CONFIDENCE


def _questions(grid: Grid, ranking: Ranking) -> list[Question]:
    weights = sample(ranking.model.tiers, ranking.model.rules)
    questions = [
        _most(grid, ranking, weights),
        *_facts(grid, ranking, weights),
        *_pairs(grid, ranking, weights),
    ]
    if not grid.exclusions:
        questions.append(
            Question("question.limit", Format.TEXT, Topic.LIMIT, "question.why.limit", value=LIMIT_VALUE)
        )
    return [question for question in questions if question is not None]


def _most(grid: Grid, ranking: Ranking, weights: Array) -> Question | None:
    if any(cut.kind in {CutKind.MOST, CutKind.ONLY} for cut in grid.cuts):
        return None
    named = [criterion for criterion in grid.criteria if criterion.id != OTHER][:MAX_CHOICES]
    value = WIDEST_VALUE
    if len(named) >= 2:
        columns = [_place(ranking, criterion) for criterion in named]
        value = _value_of_partition(
            ranking, weights, np.argmax(weights[:, columns], axis=1).astype(np.float64), len(columns)
        )
        value = max(value, WIDEST_VALUE if ranking.verdict is Verdict.INSUFFICIENT else 0.0)
    usual = [Criterion(name, Source.ASSUMED) for name in USUAL_CRITERIA]
    known = {criterion.id for criterion in named}
    offered = [*named, *(criterion for criterion in usual if criterion.id not in known)][:MAX_CHOICES]
    return Question(
        "question.most", Format.SINGLE, Topic.MOST, "question.why.most", tuple(offered), value=value
    )


def _facts(grid: Grid, ranking: Ranking, weights: Array) -> list[Question]:
    """ "Which does better on …?" for criteria on which an allowed option is unknown."""
    questions = []
    allowed = ranking.model.allowed
    if not 2 <= len(allowed) <= MAX_CHOICES - 1:
        return []
    for index, criterion in enumerate(grid.criteria):
        if criterion.id == OTHER or ranking.model.tiers[index] > 1:
            continue
        if all((option, index) in grid.cells for option in allowed):
            continue
        value = _value_of_fact(ranking, weights, index)
        questions.append(
            Question(
                "question.fact",
                Format.SINGLE,
                criterion.id,
                "question.why.fact",
                (criterion,),
                tuple(grid.options[option] for option in allowed),
                value,
            )
        )
    return questions


def _pairs(grid: Grid, ranking: Ranking, weights: Array) -> list[Question]:
    """Trade-offs between two criteria, all else equal (the easiest question: Hansen & Ombler, 2008)."""
    spread = _spread(ranking, weights)
    leading = sorted(
        (i for i, criterion in enumerate(grid.criteria) if criterion.id != OTHER),
        key=lambda i: (-spread[i], i),
    )[:4]
    questions = []
    for position, first in enumerate(leading):
        for second in leading[position + 1 :]:
            groups = np.where(weights[:, first] >= weights[:, second], 1.0, 0.0)
            value = _value_of_partition(ranking, weights, groups, 2)
            questions.append(
                Question(
                    "question.pair",
                    Format.SINGLE,
                    Topic.PAIR,
                    "question.why.pair",
                    (grid.criteria[first], grid.criteria[second]),
                    value=value,
                )
            )
    return questions


def _value_of_partition(ranking: Ranking, weights: Array, groups: Array, count: int) -> float:
    """Expected gain from learning which group the person's weights belong to."""
    means, _ = values_at(ranking.model, weights)
    allowed = list(ranking.model.allowed)
    before = max(_mean(means[:, option]) for option in allowed)
    after = 0.0
    for group in range(count):
        inside = groups == group
        size = int(inside.sum())
        if size:
            after += size / len(weights) * max(_mean(means[inside, option]) for option in allowed)
    return max(0.0, after - before)


def _value_of_fact(ranking: Ranking, weights: Array, criterion: int) -> float:
    """Expected gain from learning how the options do on a criterion."""
    means, _ = values_at(ranking.model, weights)
    totals = {option: _mean(means[:, option]) for option in ranking.model.allowed}
    weight = _mean(weights[:, criterion])
    best = 0.0
    for option in ranking.model.allowed:
        rival = max(value for other, value in totals.items() if other != option)
        spread = ANSWER_RELIABILITY * float(ranking.model.sds[option, criterion]) * weight
        if spread <= 0.0 or float(ranking.model.sds[option, criterion]) < UNKNOWN_SD - 1e-9:
            continue
        gap = -abs(totals[option] - rival) / spread
        density = math.exp(-gap * gap / 2.0) / 2.5066282746310002
        below = 0.5 * math.erfc(-gap / 1.4142135623730951)
        best = max(best, spread * (density + gap * below))
    return best


def _spread(ranking: Ranking, weights: Array) -> list[float]:
    """How much each criterion can move the ranking: its weight times the spread of its scores."""
    rows = list(ranking.model.allowed)
    return [
        _mean(weights[:, index]) * float(np.ptp(ranking.model.means[rows, index]))
        for index in range(weights.shape[1])
    ]


def _place(ranking: Ranking, criterion: Criterion) -> int:
    return next(i for i, other in enumerate(ranking.model.criteria) if other.id == criterion.id)


def _mean(values: Array | Sequence[float]) -> float:
    return math.fsum(float(value) for value in values) / max(1, len(values))
