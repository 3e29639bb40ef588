"""Puts replies into words: the message keys and values of the engine, in one language."""

from collections.abc import Sequence
from dataclasses import dataclass

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
MAX_CHOICE = 120


@dataclass(frozen=True)
class Phrasing:
    """Words the reply to one reading, in the language of the person's own words."""

    reading: Reading

    def notice(
        self, key: str, purpose: Purpose | None, why: str | None = None, **values: str
    ) -> Clarification:
        """A reply to be read, or answered in the person's own words."""
        return Clarification(
            question=self._say(key, **values),
            choices=[],
            format="text",
            unit=None,
            summary=self.reading.summary,
            purpose=purpose,
            why=self._say(why) if why is not None else None,
        )

    def question(self, question: Question) -> Clarification:
        """A question with its choices and one line on why it is asked."""
        names = [self._name(criterion) for criterion in question.criteria]
        choices = [_capital(name) for name in names]
        values: dict[str, str] = {}
        if question.ask is Ask.PAIR:
            values = {"first": names[0], "second": names[1]}
        elif question.ask is Ask.AMOUNT:
            values = {"option": self._label(question.options[0]), "unit": question.unit or ""}
            choices = []
        elif question.ask is Ask.FACT:
            values = {"criterion": names[0]}
            choices = [*(self._label(option) for option in question.options), self._say("answer.same")]
        return Clarification(
            question=self._say(f"question.{question.ask}", **values),
            choices=[clipped(choice, MAX_CHOICE) for choice in choices],
            format=question.format.value,
            unit=question.unit,
            summary=self.reading.summary,
            why=self._say(f"question.why.{question.ask}"),
        )

    def result(self, grid: Grid, ranking: Ranking, explanation: Explanation, flips: Sequence[Flip]) -> Result:
        """A recommendation; every label and description fits the card."""
        ids = ranking.figures.ids
        context = self._sentences((*explanation.context, *explanation.changes))
        return Result(
            summary=self.reading.summary,
            context=" ".join(context) or None,
            assumptions=self._sentences(explanation.assumptions),
            criteria=self._sentences(explanation.criteria),
            options=[
                self._option(ids[i], grid.options[i], ranking.preferences[i], explanation.options[i])
                for i in range(len(ids))
            ],
            selected=ids[ranking.selected],
            sources=[self._source(source) for source in explanation.sources],
            caution=" ".join(self._sentences(explanation.cautions)) or None,
            models={"reader": "embedded"},
            analysis=analysis_of(grid, ranking, flips, self._name),
        )

    def _option(self, identifier: str, option: Option, preference: float, story: OptionStory) -> ResultOption:
        reasons = self._sentences(story.reasons)
        drawback = self._sentence(story.drawback) if story.drawback is not None else None
        excluded_by = self._sentence(story.excluded_by) if story.excluded_by is not None else None
        parts = [excluded_by] if excluded_by is not None else [*reasons[:1], drawback]
        return ResultOption(
            id=identifier,
            label=self._label(option),
            description=_fitted([part for part in parts if part is not None]),
            probability=preference,
            reasons=reasons,
            drawback=drawback,
            excluded_by=excluded_by,
        )

    def _source(self, source: Cited) -> SourceItem:
        return SourceItem(
            kind=source.kind.value,
            title=self._say(f"reply.source.{source.kind}"),
            quote=source.quote,
            supports=list(source.supports),
        )

    def _label(self, option: Option) -> str:
        words = option.label
        if not words.strip() and option.kind is not OptionKind.NAMED:
            words = self._say(f"reply.option.{option.kind}")
        return clipped(words, MAX_LABEL)

    def _name(self, criterion: Criterion) -> str:
        if criterion.label is not None:
            return clipped(criterion.label, MAX_LABEL)
        return self._say(f"criterion.{criterion.id}")

    def _sentences(self, messages: Sequence[Message]) -> list[str]:
        return [self._sentence(message) for message in messages]

    def _sentence(self, message: Message) -> str:
        values: dict[str, str | int | float] = {}
        for name, value in message.values.items():
            values[name] = self._name(value) if isinstance(value, Criterion) else value
        if isinstance(values.get("criterion"), str):
            values["heading"] = _capital(str(values["criterion"]))
        return say(self.reading.language, message.key, **values)

    def _say(self, key: str, **values: str) -> str:
        return say(self.reading.language, key, **values)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _fitted(parts: Sequence[str]) -> str:
    """As many whole sentences as fit the card; the first is cut where even it is too long."""
    text = clipped(parts[0], MAX_DESCRIPTION) if parts else ""
    for part in parts[1:]:
        if len(text) + 1 + len(part) <= MAX_DESCRIPTION:
            text = f"{text} {part}"
    return text
