"""Measure a calculator on labelled dilemmas: right, wrong, undecided, by skill and language.

An item is right when everything its label asks holds, wrong when a recommendation was given that the
label forbids, else undecided. A wrong recommendation is worse than an undecided one.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from dilem.contract import Clarification, DecideRequest, Purpose, Result, Turn

SAME_OPTION = 0.45
"""Two names of an option are taken for the same from this similarity on."""

_REFUSALS = frozenset(
    {
        *("not", "dont", "no", "never", "without", "stay", "keep"),
        *("nicht", "kein", "keine", "keinen", "ohne", "bleiben", "lassen"),
        *("ne", "pas", "sans", "rester", "garder"),
        *("non", "senza", "restare", "tenere"),
        *("sin", "quedar", "quedarme", "quedarse"),
        *("nao", "sem", "ficar", "manter"),
    }
)


class Verdict(StrEnum):
    """What became of one item."""

    RIGHT = "right"
    WRONG = "wrong"
    UNDECIDED = "undecided"


class Expected(BaseModel):
    """What the label asks for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["result", "clarification", "not_result"]
    selected: int | None = None
    purpose: Purpose | None = None


class Item(BaseModel):
    """One labelled dilemma."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    language: str
    ui_language: Literal["fr", "en", "it", "de", "es", "pt"]
    text: str
    refinements: list[str]
    force: bool
    skill: str
    options: list[str]
    expect: Expected
    excluded: list[int] = []


@dataclass(frozen=True, slots=True)
class Judged:
    """One item with its reply: `confidence` is the recommended option's preference, if any."""

    item: Item
    reply: Turn
    verdict: Verdict
    options_exact: bool
    confidence: float | None
    seconds: float


@dataclass
class Tally:
    """Counts over some items."""

    items: int = 0
    verdicts: dict[Verdict, int] = field(default_factory=lambda: dict.fromkeys(Verdict, 0))
    results: int = 0
    options_exact: int = 0
    questions: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, judged: Judged) -> None:
        """Count one item."""
        self.items += 1
        self.verdicts[judged.verdict] += 1
        self.results += isinstance(judged.reply, Result)
        self.options_exact += judged.options_exact
        self.questions += isinstance(judged.reply, Clarification) and judged.reply.purpose is None
        self.seconds.append(judged.seconds)


def request_of(item: Item) -> DecideRequest:
    """The request that an item stands for."""
    return DecideRequest(
        text=item.text,
        language=item.ui_language,
        refinements=item.refinements,
        force_decision=item.force,
        clarification_count=min(20, len(item.refinements)),
    )


async def evaluate(
    items: Iterable[Item], answer: Callable[[DecideRequest], Turn], monotonic: Callable[[], float]
) -> list[Judged]:
    """Answer every item once and judge the replies."""
    judged = []
    for item in items:
        started = monotonic()
        reply = answer(request_of(item))
        judged.append(judge(item, reply, monotonic() - started))
    return judged


def judge(item: Item, reply: Turn, seconds: float = 0.0) -> Judged:
    """Hold one reply against its label."""
    confidence = None
    exact = False
    if isinstance(reply, Result):
        pairs = matched(item.options, [option.label for option in reply.options])
        confidence = max(option.probability for option in reply.options)
        exact = (
            bool(item.options) and len(item.options) == len(reply.options) and _is_exact(item, reply, pairs)
        )
    return Judged(item, reply, _verdict(item, reply), exact, confidence, seconds)


def tallies(judged: Sequence[Judged]) -> dict[str, Tally]:
    """Counts by skill, by language ("lang en") and over all ("ALL")."""
    table: dict[str, Tally] = defaultdict(Tally)
    for one in judged:
        for key in (one.item.skill, f"lang {one.item.language}", "ALL"):
            table[key].add(one)
    return dict(sorted(table.items()))


def brier(judged: Sequence[Judged]) -> float | None:
    """Mean squared error of the recommended option's preference, over items that expect a result and got one.

    Brier, Verification of forecasts expressed in terms of probability, 1950.
    """
    errors = [((one.confidence or 0.0) - (one.verdict is Verdict.RIGHT)) ** 2 for one in _answered(judged)]
    return sum(errors) / len(errors) if errors else None


def calibration_error(judged: Sequence[Judged], bins: int = 5) -> float | None:
    """Expected calibration error of the recommended option's preference, in equally wide bins over 0..1."""
    answered = _answered(judged)
    if not answered:
        return None
    error = 0.0
    for number in range(bins):
        inside = [one for one in answered if min(bins - 1, int((one.confidence or 0.0) * bins)) == number]
        if inside:
            share_right = sum(one.verdict is Verdict.RIGHT for one in inside) / len(inside)
            mean_confidence = sum(one.confidence or 0.0 for one in inside) / len(inside)
            error += len(inside) / len(answered) * abs(share_right - mean_confidence)
    return error


def matched(gold: Sequence[str], labels: Sequence[str]) -> list[int | None]:
    """For each label the index of the option it names, or None: the assignment of greatest similarity."""
    lean = len(gold) == len(labels)
    best: dict[int, tuple[float, list[int | None]]] = {0: (0.0, [])}
    for position, label in enumerate(labels):
        step: dict[int, tuple[float, list[int | None]]] = {}
        for used, (total, chosen) in best.items():
            for index in [None, *range(len(gold))]:
                if index is not None and used >> index & 1:
                    continue
                value = total + _value(gold, label, index, lean and index == position)
                bits = used if index is None else used | 1 << index
                if bits not in step or value > step[bits][0]:
                    step[bits] = (value, [*chosen, index])
        best = step
    return max(best.values(), key=lambda scored: scored[0])[1]


def _value(gold: Sequence[str], label: str, index: int | None, is_same_place: bool) -> float:
    if index is None:
        return 0.2
    return similarity(gold[index], label) + (0.15 if is_same_place else 0.0)


@lru_cache(maxsize=4096)
def similarity(first: str, second: str) -> float:
    """How alike two names of options are, about 0 to 1; naming and refusing the same thing differ."""
    a, b = _plain(first), _plain(second)
    words_a, words_b = set(a.split()), set(b.split())
    overlap = len(words_a & words_b) / max(1, min(len(words_a), len(words_b)))
    alike = 0.6 * overlap + 0.4 * SequenceMatcher(None, a, b).ratio()
    return alike - (0.25 if bool(words_a & _REFUSALS) != bool(words_b & _REFUSALS) else 0.0)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.lower().replace("don't", "dont"))
    kept = (c if c.isalnum() or c in "€$£%" else " " for c in folded if not unicodedata.combining(c))
    return " ".join("".join(kept).split())


def _verdict(item: Item, reply: Turn) -> Verdict:
    expected = item.expect
    if expected.type != "result":
        if isinstance(reply, Result):
            return Verdict.WRONG
        fits = expected.type == "not_result" or reply.purpose == expected.purpose
        return Verdict.RIGHT if fits else Verdict.UNDECIDED
    if not isinstance(reply, Result):
        return Verdict.UNDECIDED
    pairs = matched(item.options, [option.label for option in reply.options])
    chosen = next(
        pair for pair, option in zip(pairs, reply.options, strict=True) if option.id == reply.selected
    )
    if chosen != expected.selected:
        return Verdict.WRONG
    weights = {
        pair: option.probability
        for pair, option in zip(pairs, reply.options, strict=True)
        if pair is not None
    }
    allowed = [weight for pair, weight in weights.items() if pair not in item.excluded]
    too_heavy = any(pair in weights and weights[pair] > min(allowed) + 1e-9 for pair in item.excluded)
    return Verdict.UNDECIDED if too_heavy else Verdict.RIGHT


def _is_exact(item: Item, reply: Result, pairs: Sequence[int | None]) -> bool:
    return all(
        pair is not None and similarity(item.options[pair], option.label) >= SAME_OPTION
        for pair, option in zip(pairs, reply.options, strict=True)
    )


def _answered(judged: Sequence[Judged]) -> list[Judged]:
    return [one for one in judged if one.confidence is not None and one.item.expect.type == "result"]
