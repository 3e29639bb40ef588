"""Puts replies into words: the message keys and values of the engine, in the language of the reading."""

from collections.abc import Sequence

from dilem.contract import Clarification, Purpose, Result, ResultOption, SourceItem
from dilem.engine.citing import Cited, clipped
from dilem.engine.clarifying import Ask, Question
from dilem.engine.explaining import Explanation, Message, OptionStory
from dilem.engine.flipping import Flip
from dilem.engine.grid import Criterion, Grid, Option, OptionKind, Reading
from dilem.engine.weighing import Ranking
from dilem.usecases.analysis import analysis_of
from dilem.wording import say

MAX_LABEL = 120
MAX_DESCRIPTION = 240


def word_notice(
    reading: Reading, key: str, purpose: Purpose | None, why: str | None = None, **values: str
) -> Clarification:
    """A reply to be read, and answered in the person's own words if at all."""
    return Clarification(
        question=say(reading.language, key, **values),
        choices=[],
        format="text",
        unit=None,
        summary=reading.summary,
        purpose=purpose,
        why=say(reading.language, why) if why is not None else None,
    )


def word_question(reading: Reading, question: Question) -> Clarification:
    """A question with its choices, and one line on why it is asked."""
    language = reading.language
    names = [_name(language, criterion) for criterion in question.criteria]
    labels = [_label(language, option) for option in question.options]
    values: dict[str, str] = {}
    choices: list[str] = []
    match question.ask:
        case Ask.MOST:
            choices = [_capital(name) for name in names]
        case Ask.PAIR:
            values = {"first": names[0], "second": names[1]}
            choices = [_capital(name) for name in names]
        case Ask.FACT:
            values = {"criterion": names[0]}
            choices = [*labels, say(language, "answer.same")]
        case Ask.AMOUNT:
            values = {"option": labels[0], "unit": question.unit or ""}
        case Ask.LIMIT:
            pass
    return Clarification(
        question=say(language, f"question.{question.ask}", **values),
        choices=choices,
        format=question.format.value,
        unit=question.unit,
        summary=reading.summary,
        why=say(language, f"question.why.{question.ask}"),
    )


def word_result(
    reading: Reading, grid: Grid, ranking: Ranking, explanation: Explanation, flips: Sequence[Flip]
) -> Result:
    """A recommendation; every label and description fits the card."""
    language, ids = reading.language, ranking.figures.ids
    context = _sentences(language, (*explanation.context, *explanation.changes))
    return Result(
        summary=reading.summary,
        context=" ".join(context) or None,
        assumptions=_sentences(language, explanation.assumptions),
        criteria=_sentences(language, explanation.criteria),
        options=[
            _option(language, ids[i], grid.options[i], ranking.preferences[i], explanation.options[i])
            for i in range(len(ids))
        ],
        selected=ids[ranking.selected],
        sources=[_source(language, source) for source in explanation.sources],
        caution=" ".join(_sentences(language, explanation.cautions)) or None,
        models={"reader": "embedded"},
        analysis=analysis_of(grid, ranking, flips, lambda criterion: _name(language, criterion)),
    )


def _option(
    language: str, identifier: str, option: Option, preference: float, story: OptionStory
) -> ResultOption:
    reasons = _sentences(language, story.reasons)
    drawback = _sentence(language, story.drawback) if story.drawback is not None else None
    excluded_by = _sentence(language, story.excluded_by) if story.excluded_by is not None else None
    parts = [excluded_by] if excluded_by is not None else [*reasons[:1], drawback]
    return ResultOption(
        id=identifier,
        label=_label(language, option),
        description=_fitted([part for part in parts if part is not None]),
        probability=preference,
        reasons=reasons,
        drawback=drawback,
        excluded_by=excluded_by,
    )


def _source(language: str, source: Cited) -> SourceItem:
    return SourceItem(
        kind=source.kind.value,
        title=say(language, f"reply.source.{source.kind}"),
        quote=source.quote,
        supports=list(source.supports),
    )


def _label(language: str, option: Option) -> str:
    words = option.label
    if not words.strip() and option.kind is not OptionKind.NAMED:
        words = say(language, f"reply.option.{option.kind}")
    return clipped(words, MAX_LABEL)


def _name(language: str, criterion: Criterion) -> str:
    """What a criterion is called inside a sentence."""
    if criterion.label is not None:
        return clipped(criterion.label, MAX_LABEL)
    return say(language, f"criterion.{criterion.id}")


def _sentences(language: str, messages: Sequence[Message]) -> list[str]:
    return [_sentence(language, message) for message in messages]


def _sentence(language: str, message: Message) -> str:
    """The words of a message; `heading` is its criterion's name at the start of a line."""
    values: dict[str, str | int | float] = {}
    for name, value in message.values.items():
        if isinstance(value, Criterion):
            values[name] = _name(language, value)
            values["heading"] = _capital(_name(language, value))
        else:
            values[name] = value
    return say(language, message.key, **values)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _fitted(parts: Sequence[str]) -> str:
    """As many whole sentences as fit the card; the first is cut where even it is too long."""
    text = clipped(parts[0], MAX_DESCRIPTION) if parts else ""
    for part in parts[1:]:
        if len(text) + 1 + len(part) <= MAX_DESCRIPTION:
            text = f"{text} {part}"
    return text
