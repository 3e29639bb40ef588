"""The embedded calculator: read, weigh, then ask one question, give a notice, or recommend."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache

from dilem.contract import Clarification, DecideRequest, Result, Turn
from dilem.engine.citing import clipped
from dilem.engine.clarifying import MAX_QUESTIONS, Question, next_question
from dilem.engine.explaining import explain
from dilem.engine.flipping import deciding_fact, flips
from dilem.engine.grid import LANGUAGES, MAX_OPTIONS, Dilemma, Grid, Language, Reading, Situation
from dilem.engine.reading import read
from dilem.engine.weighing import Ranking, Verdict, rank
from dilem.usecases.phrasing import word_notice, word_question, word_result
from dilem.wording import catalog

THREADS = 2
"""Calculations run beside the event loop; more threads would only take turns on the interpreter."""


def _threads() -> Executor:
    return ThreadPoolExecutor(THREADS, thread_name_prefix="dilem-engine")


@dataclass(frozen=True)
class EmbeddedCalculator:
    """Answers from the engine of the package alone; but for timings, a reply is a function of the request.

    `monotonic` answers seconds, and is used for the timings only.
    """

    monotonic: Callable[[], float] = time.perf_counter
    threads: Executor = field(default_factory=_threads)

    async def answer(self, request: DecideRequest) -> Turn:
        """Work out one reply beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, self.work_out, request)

    def work_out(self, request: DecideRequest) -> Turn:
        """Work out one reply here and now."""
        started = self.monotonic()
        refinements = tuple(without_notice(refinement) for refinement in request.refinements)
        reading = read(Dilemma(request.text, refinements, Language(request.language)))
        read_ms = _milliseconds(self.monotonic() - started)
        reply = self.reply_to(reading, request)
        if isinstance(reply, Result):
            return reply.model_copy(update={"timings": {"read_ms": read_ms, **(reply.timings or {})}})
        return reply

    def reply_to(self, reading: Reading, request: DecideRequest) -> Turn:
        """The reply to what was read in a request: a notice, a question, or a recommendation."""
        grid = _weighable(reading)
        if grid is None:
            return _unweighable(reading)
        started = self.monotonic()
        ranking = rank(grid)
        question = None if request.force_decision else _question(request, reading, ranking)
        if question is not None:
            return question
        if ranking.verdict is not Verdict.RECOMMEND:
            return _undecided(request, reading, grid, ranking)
        changes, fact = flips(ranking), deciding_fact(ranking)
        weighed = self.monotonic()
        explanation = explain(reading, grid, ranking, changes, fact)
        result = word_result(reading, grid, ranking, explanation, changes)
        timings = {
            "weigh_ms": _milliseconds(weighed - started),
            "word_ms": _milliseconds(self.monotonic() - weighed),
        }
        return result.model_copy(update={"timings": timings})


def without_notice(refinement: str) -> str:
    """What the person answered to a notice of ours; its own sentences are none of their words."""
    for notice in _notices():
        if refinement.startswith(notice) and refinement[len(notice) :].strip():
            return refinement[len(notice) :].strip()
    return refinement


@cache
def _notices() -> tuple[str, ...]:
    """Every notice that asks nothing, in every language; the longest first."""
    entries = (
        entry
        for language in LANGUAGES
        for key, entry in catalog(language).items()
        if key.startswith("notice.")
    )
    return tuple(sorted((entry for entry in entries if isinstance(entry, str)), key=len, reverse=True))


def _weighable(reading: Reading) -> Grid | None:
    """The grid of a reading that may be ranked."""
    if reading.situation is not Situation.DECISION or reading.grid is None:
        return None
    return reading.grid if 2 <= len(reading.grid.options) <= MAX_OPTIONS else None


def _unweighable(reading: Reading) -> Clarification:
    """What is answered where nothing may or can be ranked."""
    if reading.situation is Situation.DANGER:
        return word_notice(
            reading, "notice.danger.life" if reading.life_at_stake else "notice.danger", "scope_notice"
        )
    if reading.situation is Situation.CRIME:
        return word_notice(reading, "notice.crime", "scope_notice")
    key = {
        Situation.NO_DECISION: "question.scope.none",
        Situation.SEVERAL: "question.scope.several",
        Situation.TOO_MANY: "question.scope.too_many",
    }.get(reading.situation, "question.scope.options")
    if reading.grid is not None and len(reading.grid.options) > MAX_OPTIONS:
        key = "question.scope.too_many"
    return word_notice(reading, key, "decision_scope", why="question.why.scope")


def _question(request: DecideRequest, reading: Reading, ranking: Ranking) -> Clarification | None:
    """The question worth asking, worded."""

    def was_asked(question: Question) -> bool:
        return _was_asked(request, word_question(reading, question))

    question = next_question(reading, ranking, _asked(request), was_asked=was_asked)
    return word_question(reading, question) if question is not None else None


def _undecided(request: DecideRequest, reading: Reading, grid: Grid, ranking: Ranking) -> Clarification:
    """The honest answer where no ranking can be defended."""
    if ranking.verdict is Verdict.INSUFFICIENT:
        key = "notice.insufficient.weak" if ranking.evidence > 0.0 else "notice.insufficient"
        return word_notice(reading, key, "insufficient_evidence")
    limit = clipped(grid.exclusions[0].limit.words)
    question = word_notice(
        reading, "question.all_excluded", None, why="question.why.all_excluded", limit=limit
    )
    may_ask = not request.force_decision and _asked(request) < MAX_QUESTIONS
    if may_ask and not _was_asked(request, question):
        return question
    return word_notice(reading, "notice.all_excluded", "insufficient_evidence", limit=limit)


def _asked(request: DecideRequest) -> int:
    """How many questions were answered; a client may count fewer than it sends."""
    return max(request.clarification_count, len(request.refinements))


def _was_asked(request: DecideRequest, question: Clarification) -> bool:
    """Whether a question's own words came back with an answer."""
    words = " ".join(question.question.split())
    return any(words in " ".join(refinement.split()) for refinement in request.refinements)


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000.0, 2)
