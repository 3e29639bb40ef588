"""Why: what a reply says, as message keys and values, no prose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from dilem.engine.flipping import Flip
from dilem.engine.grid import (
    OTHER,
    Criterion,
    Grid,
    OptionKind,
    Quote,
    Reading,
    Source,
    Statement,
    StatementKind,
)
from dilem.engine.weighing import Ranking

MAX_REASONS = 4
MAX_SOURCES = 12
MAX_QUOTE = 160
SLIGHT = 0.15
"""A statement of less effect is no reason."""


class SourceKind(StrEnum):
    """Where a source comes from, as the contract names it."""

    SAID = "said"
    COMMON = "common"
    WEB = "web"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence to be worded: a key and its values. A value may itself be a criterion to be named."""

    key: str
    values: Mapping[str, str | float | Criterion] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cited:
    """One source with the criteria it supports."""

    kind: SourceKind
    title: Message
    quote: str | None
    supports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionStory:
    """What is said of one option."""

    reasons: tuple[Message, ...]
    drawback: Message | None
    excluded_by: Message | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """All that a recommendation says beside its numbers."""

    context: tuple[Message, ...]
    options: tuple[OptionStory, ...]
    criteria: tuple[Message, ...]
    assumptions: tuple[Message, ...]
    sources: tuple[Cited, ...]
    caution: tuple[Message, ...]
    what_would_change: Message | None


def explain(reading: Reading, ranking: Ranking, flips: Sequence[Flip]) -> Explanation:
    """Tell why the ranking is as it is, in the order in which a person would want to hear it."""
    grid = reading.grid
    if grid is None:
        raise ValueError("only a grid can be explained")
    return Explanation(
        context=_context(reading, grid, ranking),
        options=tuple(_story(grid, ranking, option) for option in range(len(grid.options))),
        criteria=tuple(
            _criterion_line(grid, ranking, criterion) for criterion in grid.criteria if criterion.id != OTHER
        ),
        assumptions=_assumptions(grid, ranking),
        sources=_sources(grid),
        caution=tuple(Message(f"caution.{name}") for name in reading.cautions),
        what_would_change=_change(grid, flips),
    )


def _context(reading: Reading, grid: Grid, ranking: Ranking) -> tuple[Message, ...]:
    messages = []
    if ranking.is_close:
        messages.append(Message("reply.context.close"))
    elif len(ranking.model.allowed) == 1:
        messages.append(Message("reply.context.one_left"))
    first = [cut.above for cut in grid.cuts if cut.kind in {"most", "only", "over"}]
    named = [criterion for criterion in grid.criteria if criterion.id in first]
    if named and len(ranking.model.allowed) > 1:
        messages.append(Message("reply.context.priority", {"criterion": named[0]}))
    if reading.left_out:
        messages.append(Message("reply.context.left_out", {"options": ", ".join(reading.left_out)}))
    return tuple(messages)


def _story(grid: Grid, ranking: Ranking, option: int) -> OptionStory:
    signed = [(statement, _effect_on(grid, statement, option)) for statement in grid.statements]
    weight = {c.id: w for c, w in zip(ranking.model.criteria, ranking.central_weights, strict=True)}
    helping = sorted(
        ((s, e) for s, e in signed if e >= SLIGHT),
        key=lambda pair: -pair[1] * weight.get(pair[0].criterion, 0.0),
    )
    hurting = sorted(
        ((s, e) for s, e in signed if e <= -SLIGHT),
        key=lambda pair: pair[1] * weight.get(pair[0].criterion, 0.0),
    )
    exclusion = next((e for e in grid.exclusions if e.option == option), None)
    excluded_by = None
    if exclusion is not None:
        key = "reply.excluded" if exclusion.broken_by is None else "reply.excluded_because"
        values: dict[str, str | float | Criterion] = {"limit": clipped(exclusion.limit.words)}
        if exclusion.broken_by is not None:
            values["words"] = clipped(exclusion.broken_by.words)
        excluded_by = Message(key, values)
    reasons = _distinct([_reason(grid, statement) for statement, _ in helping])[:MAX_REASONS]
    if not reasons and exclusion is None and grid.exclusions and len(ranking.model.allowed) == 1:
        reasons = [Message("reply.reason.only_one_left")]
    drawback = _drawback(grid, hurting[0][0]) if hurting else None
    return OptionStory(tuple(reasons), drawback, excluded_by)


def _effect_on(grid: Grid, statement: Statement, option: int) -> float:
    """What a statement means for an option; in a yes/no dilemma what helps one side hurts the other."""
    if statement.option == option:
        return statement.effect
    return -statement.effect if grid.options[option].kind is OptionKind.DONT else 0.0


def _reason(grid: Grid, statement: Statement) -> Message:
    return _because("reply.reason", grid, statement)


def _drawback(grid: Grid, statement: Statement) -> Message:
    return _because("reply.drawback", grid, statement)


def _because(place: str, grid: Grid, statement: Statement) -> Message:
    criterion = next(
        (c for c in grid.criteria if c.id == statement.criterion),
        Criterion(statement.criterion, Source.ASSUMED),
    )
    values: dict[str, str | float | Criterion] = {"criterion": criterion}
    if statement.quote is None or statement.kind is StatementKind.COMMON:
        return Message(f"{place}.common", values)
    values["words"] = clipped(statement.quote.words)
    if statement.source is Source.COMPUTED:
        return Message(f"{place}.computed", values)
    return Message(f"{place}.said", values)


def _distinct(messages: list[Message]) -> list[Message]:
    kept: list[Message] = []
    heard: set[object] = set()
    for message in messages:
        mark = message.values.get("words", message.key)
        if mark not in heard:
            heard.add(mark)
            kept.append(message)
    return kept


def _criterion_line(grid: Grid, ranking: Ranking, criterion: Criterion) -> Message:
    first = {cut.above for cut in grid.cuts if cut.kind in {"most", "only"}}
    if criterion.id in first:
        return Message("reply.criterion.first", {"criterion": criterion})
    if criterion.origin is Source.STATED:
        return Message("reply.criterion.stated", {"criterion": criterion})
    return Message("reply.criterion.suggested", {"criterion": criterion})


def _assumptions(grid: Grid, ranking: Ranking) -> tuple[Message, ...]:
    messages = [Message(a.key, dict(a.values)) for a in (*grid.assumptions, *ranking.dropped)]
    if not any(cut.kind in {"most", "only", "over"} for cut in grid.cuts) and len(ranking.model.allowed) > 1:
        messages.append(Message("reply.assumption.equal_weights"))
    unknown = [
        criterion
        for index, criterion in enumerate(grid.criteria)
        if any((option, index) in grid.cells for option in ranking.model.allowed)
        and not all((option, index) in grid.cells for option in ranking.model.allowed)
    ]
    messages.extend(
        Message("reply.assumption.unknown", {"criterion": criterion}) for criterion in unknown[:3]
    )
    if any(statement.kind is StatementKind.COMMON for statement in grid.statements):
        messages.append(Message("reply.assumption.common"))
    return tuple(messages)


def _sources(grid: Grid) -> tuple[Cited, ...]:
    supports: dict[tuple[SourceKind, str], list[str]] = {}
    for cut in grid.cuts:
        _cite(supports, cut.quote, cut.above)
    for exclusion in grid.exclusions:
        _cite(supports, exclusion.limit, None)
        _cite(supports, exclusion.broken_by, None)
    for statement in grid.statements:
        if statement.kind is StatementKind.COMMON:
            supports.setdefault((SourceKind.COMMON, statement.reference or "everyday"), []).append(
                statement.criterion
            )
        elif abs(statement.effect) >= SLIGHT:
            _cite(supports, statement.quote, statement.criterion)
    cited = [
        Cited(
            kind,
            Message("reply.source.said" if kind is SourceKind.SAID else f"reply.source.{words}"),
            words if kind is SourceKind.SAID else None,
            tuple(dict.fromkeys(criteria)),
        )
        for (kind, words), criteria in supports.items()
    ]
    cited.sort(key=lambda source: source.kind is not SourceKind.SAID)
    return tuple(cited[:MAX_SOURCES])


def _cite(
    supports: dict[tuple[SourceKind, str], list[str]], quote: Quote | None, criterion: str | None
) -> None:
    if quote is None or not quote.words.strip():
        return
    criteria = supports.setdefault((SourceKind.SAID, clipped(quote.words)), [])
    if criterion is not None:
        criteria.append(criterion)


def _change(grid: Grid, flips: Sequence[Flip]) -> Message | None:
    if not flips:
        return None
    nearest = min(flips, key=lambda flip: (abs(flip.tilt), flip.criterion))
    criterion = next(c for c in grid.criteria if c.id == nearest.criterion)
    key = "reply.change.more" if nearest.tilt > 0 else "reply.change.less"
    return Message(key, {"criterion": criterion, "option": grid.options[nearest.selected].label})


def clipped(words: str, most: int = MAX_QUOTE) -> str:
    """Words on one line, cut at a word's end where they are longer than `most` characters."""
    line = " ".join(words.split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut[most // 2 :] else cut) + "…"
