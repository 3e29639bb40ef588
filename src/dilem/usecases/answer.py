"""The embedded calculator: read, weigh, then ask one question, give a notice, or recommend."""

import asyncio
import time
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from dilem.contract import (
    Analysis,
    AnalysisCriterion,
    AnalysisCut,
    AnalysisExclusion,
    AnalysisFlip,
    AnalysisScore,
    Clarification,
    DecideRequest,
    Purpose,
    Result,
    ResultOption,
    SourceItem,
    Turn,
)
from dilem.engine.clarifying import Format, Question, next_question
from dilem.engine.explaining import Explanation, Message, OptionStory, clipped, explain
from dilem.engine.flipping import Flip, flips
from dilem.engine.grid import (
    Criterion,
    CutKind,
    Dilemma,
    Grid,
    Language,
    OptionKind,
    Reading,
    Situation,
    Source,
)
from dilem.engine.reading import read
from dilem.engine.weighing import VERSION, Ranking, Verdict, rank
from dilem.wording import say

MAX_LABEL = 120
MAX_DESCRIPTION = 240
THREADS = 2
"""Calculations run beside the event loop; more threads would only take turns on the interpreter."""


@dataclass(frozen=True)
class EmbeddedCalculator:
    """Answers from the engine of the package alone; the reply is a function of the request."""

    monotonic: Callable[[], float] = time.perf_counter

    async def answer(self, request: DecideRequest) -> Turn:
        """Work out one reply beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(_threads(), self.work_out, request)

    def work_out(self, request: DecideRequest) -> Turn:
        """Work out one reply here and now."""
        started = self.monotonic()
        dilemma = Dilemma(request.text, tuple(request.refinements), Language(request.language))
        reading = read(dilemma)
        after_reading = self.monotonic()
        notice = _without_ranking(reading)
        if notice is not None:
            return notice
        if reading.grid is None:
            return _notice(reading, "question.scope.options", "decision_scope", why="question.why.scope")
        ranking = rank(reading.grid)
        question = None
        if not request.force_decision:
            answered = max(request.clarification_count, len(request.refinements))
            question = next_question(reading, ranking, answered)
        if question is not None:
            return _asked(reading, question)
        refused = _refused(reading, reading.grid, ranking)
        if refused is not None:
            return refused
        changes = flips(reading.grid, ranking)
        after_weighing = self.monotonic()
        explanation = explain(reading, ranking, changes)
        worded = _Words(reading.language).result(reading, reading.grid, ranking, explanation, changes)
        return worded.model_copy(
            update={
                "timings": {
                    "read_ms": _milliseconds(after_reading - started),
                    "weigh_ms": _milliseconds(after_weighing - after_reading),
                    "word_ms": _milliseconds(self.monotonic() - after_weighing),
                }
            }
        )


_pool: list[ThreadPoolExecutor] = []


def _threads() -> ThreadPoolExecutor:
    if not _pool:
        _pool.append(ThreadPoolExecutor(THREADS, thread_name_prefix="dilem-engine"))
    return _pool[0]


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000.0, 2)


_SCOPE_KEYS = {
    Situation.NO_DECISION: "question.scope.none",
    Situation.SEVERAL: "question.scope.several",
    Situation.NO_OPTIONS: "question.scope.options",
    Situation.TOO_MANY: "question.scope.too_many",
}


def _without_ranking(reading: Reading) -> Clarification | None:
    """What is answered where nothing may or can be ranked."""
    if reading.situation is Situation.DANGER:
        key = "notice.danger.life" if reading.life_at_stake else "notice.danger"
        return _notice(reading, key, "scope_notice")
    if reading.situation is Situation.CRIME:
        return _notice(reading, "notice.crime", "scope_notice")
    if reading.situation in _SCOPE_KEYS:
        return _notice(reading, _SCOPE_KEYS[reading.situation], "decision_scope", why="question.why.scope")
    return None


def _notice(reading: Reading, key: str, purpose: Purpose, why: str | None = None) -> Clarification:
    return Clarification(
        question=say(reading.language, key),
        choices=[],
        format="text",
        unit=None,
        summary=reading.summary,
        purpose=purpose,
        why=say(reading.language, why) if why else None,
    )


def _refused(reading: Reading, grid: Grid, ranking: Ranking) -> Clarification | None:
    """The honest answer where no ranking can be defended."""
    if ranking.verdict is Verdict.INSUFFICIENT:
        return _notice(reading, "notice.insufficient", "insufficient_evidence")
    if ranking.verdict is Verdict.ALL_EXCLUDED:
        limit = clipped(grid.exclusions[0].limit.words)
        return Clarification(
            question=say(reading.language, "question.all_excluded", limit=limit),
            choices=[],
            format="text",
            unit=None,
            summary=reading.summary,
            why=say(reading.language, "question.why.all_excluded"),
        )
    return None


def _asked(reading: Reading, question: Question) -> Clarification:
    words = _Words(reading.language)
    names = [words.criterion(criterion) for criterion in question.criteria]
    choices: list[str] = []
    values: dict[str, str] = {}
    if question.key == "question.most":
        choices = [words.heading(criterion) for criterion in question.criteria]
    elif question.key == "question.pair":
        choices = [words.heading(criterion) for criterion in question.criteria]
        values = {"first": names[0], "second": names[1]}
    elif question.key == "question.fact":
        choices = [*(option.label for option in question.options), say(reading.language, "answer.same")]
        values = {"criterion": names[0]}
    return Clarification(
        question=say(reading.language, question.key, **values),
        choices=choices,
        format=_format(question.format),
        unit=None,
        summary=reading.summary,
        why=say(reading.language, question.why),
    )


def _format(kind: Format) -> Literal["single", "multiple", "text", "number"]:
    return kind.value


@dataclass(frozen=True)
class _Words:
    """Words replies in one language."""

    language: Language

    def criterion(self, criterion: Criterion) -> str:
        """A criterion's name inside a sentence."""
        return criterion.label or say(self.language, f"criterion.{criterion.id}")

    def heading(self, criterion: Criterion) -> str:
        """A criterion's name at the start of a line."""
        name = self.criterion(criterion)
        return name[:1].upper() + name[1:]

    def message(self, message: Message) -> str:
        """A message as a sentence."""
        values: dict[str, str | int | float] = {}
        for name, value in message.values.items():
            if isinstance(value, Criterion):
                values[name] = self.criterion(value)
                values["heading"] = self.heading(value)
            else:
                values[name] = value
        return say(self.language, message.key, **values)

    def result(
        self,
        reading: Reading,
        grid: Grid,
        ranking: Ranking,
        explanation: Explanation,
        changes: Sequence[Flip],
    ) -> Result:
        """The recommendation as callers see it."""
        labels = [self.label(grid, option) for option in range(len(grid.options))]
        ids = option_ids(labels)
        context = [self.message(message) for message in explanation.context]
        if explanation.what_would_change is not None:
            context.append(self.message(explanation.what_would_change))
        caution = " ".join(self.message(message) for message in explanation.caution)
        return Result(
            summary=reading.summary,
            context=" ".join(context) or None,
            assumptions=[self.message(message) for message in explanation.assumptions],
            criteria=[self.message(message) for message in explanation.criteria],
            options=[
                self.option(ids[i], labels[i], ranking.preferences[i], explanation.options[i])
                for i in range(len(labels))
            ],
            selected=ids[ranking.selected],
            sources=[
                SourceItem(
                    kind=source.kind.value,
                    title=self.message(source.title),
                    quote=source.quote,
                    supports=list(source.supports),
                )
                for source in explanation.sources
            ],
            caution=caution or None,
            models={"reader": "embedded"},
            analysis=analysis_of(grid, ranking, ids, changes, self.criterion),
        )

    def label(self, grid: Grid, option: int) -> str:
        """An option's name, short enough for the card."""
        words = grid.options[option].label
        if not words and grid.options[option].kind is OptionKind.DONT:
            words = say(self.language, "reply.option.dont")
        return clipped(words, MAX_LABEL)

    def option(self, identifier: str, label: str, preference: float, story: OptionStory) -> ResultOption:
        """One option with its reasons."""
        reasons = [self.message(message) for message in story.reasons]
        drawback = self.message(story.drawback) if story.drawback else None
        excluded_by = self.message(story.excluded_by) if story.excluded_by else None
        parts = [excluded_by] if excluded_by else [*reasons[:1], drawback]
        return ResultOption(
            id=identifier,
            label=label,
            description=_fitted([part for part in parts if part]),
            probability=preference,
            reasons=reasons,
            drawback=drawback,
            excluded_by=excluded_by,
        )


def analysis_of(
    grid: Grid,
    ranking: Ranking,
    ids: Sequence[str],
    changes: Sequence[Flip],
    name: Callable[[Criterion], str],
) -> Analysis:
    """The grid and its arithmetic, from which anyone recomputes the preferences."""
    model = ranking.model
    return Analysis(
        version=VERSION,
        criteria=[
            AnalysisCriterion(
                id=criterion.id,
                label=name(criterion),
                weight=min(1.0, max(0.0, round(weight, 4))),
                origin="stated" if criterion.origin is Source.STATED else "suggested",
            )
            for criterion, weight in zip(model.criteria, ranking.central_weights, strict=True)
        ],
        cuts=_cuts(model.criteria, model.tiers, ranking),
        scores={
            ids[option]: {
                criterion.id: AnalysisScore(
                    mean=float(model.means[option, index]), sd=float(model.sds[option, index])
                )
                if (option, index) in grid.cells
                else None
                for index, criterion in enumerate(model.criteria)
            }
            for option in range(len(ids))
        },
        exclusions=[
            AnalysisExclusion(
                option=ids[exclusion.option],
                limit=clipped(exclusion.limit.words),
                broken_by=clipped(exclusion.broken_by.words) if exclusion.broken_by else None,
                excess=exclusion.excess,
            )
            for exclusion in grid.exclusions
        ],
        evidence=ranking.evidence,
        confidence=ranking.confidence,
        clarity="close" if ranking.is_close else "clear",
        flips=[AnalysisFlip(criterion=f.criterion, tilt=f.tilt, selected=ids[f.selected]) for f in changes],
    )


def _cuts(criteria: Sequence[Criterion], tiers: Sequence[int], ranking: Ranking) -> list[AnalysisCut]:
    """The cuts in force, the first tier as "most"."""
    most = [
        AnalysisCut(kind="most", above=criterion.id)
        for criterion, tier in zip(criteria, tiers, strict=True)
        if tier == 0
    ]
    rules = [
        AnalysisCut(
            kind=kind.value,
            above=criteria[above].id,
            below=criteria[below].id if below is not None else None,
            ratio=ratio,
        )
        for kind, above, below, ratio in ranking.model.rules
        if kind is not CutKind.MOST
    ]
    return [*most, *rules]


def _fitted(parts: Sequence[str]) -> str:
    """As many whole sentences as fit the card; the first is cut where even it is too long."""
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if len(longer) > MAX_DESCRIPTION:
            break
        text = longer
    if not text and parts:
        text = clipped(parts[0], MAX_DESCRIPTION)
    return text


def option_ids(labels: Sequence[str]) -> list[str]:
    """A short, speaking, unique id for every label: ^[a-z][a-z0-9_]{0,31}$."""
    ids: list[str] = []
    for number, label in enumerate(labels, start=1):
        folded = unicodedata.normalize("NFKD", label.casefold())
        kept = "".join(
            c if c.isascii() and c.isalnum() else "_" for c in folded if not unicodedata.combining(c)
        )
        words = [word for word in kept.split("_") if word]
        slug = "_".join(words)[:28].strip("_")
        if not slug or not slug[0].isalpha():
            slug = f"option_{number}"
        candidate, extra = slug, 2
        while candidate in ids:
            candidate = f"{slug}_{extra}"
            extra += 1
        ids.append(candidate)
    return ids
