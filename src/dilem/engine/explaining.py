"""Why: what a recommendation says, as message keys and values, no prose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dilem.engine.citing import Cited, clipped, sources_of
from dilem.engine.flipping import Fact, Flip
from dilem.engine.grid import (
    OTHER,
    Criterion,
    CutKind,
    Exclusion,
    Grid,
    OptionKind,
    Reading,
    Source,
    Statement,
    StatementKind,
)
from dilem.engine.weighing import Ranking

MAX_REASONS = 4
MAX_UNKNOWN = 3
SLIGHT = 0.15
"""A statement of less effect is no reason."""

Value = str | Criterion
"""What fills a sentence: words, or a criterion that is yet to be named."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence without its words: its key in the catalogs, and what fills it."""

    key: str
    values: Mapping[str, Value | float] = field(default_factory=dict)


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
    cautions: tuple[Message, ...]
    changes: tuple[Message, ...]  # what would change the recommendation


def explain(
    reading: Reading, grid: Grid, ranking: Ranking, flips: Sequence[Flip], fact: Fact | None
) -> Explanation:
    """Tell why the ranking of the reading's grid is as it is."""
    return Explanation(
        context=_context(reading, ranking),
        options=tuple(_story(grid, ranking, option) for option in range(len(grid.options))),
        criteria=tuple(
            _criterion(ranking, criterion) for criterion in grid.criteria if criterion.id != OTHER
        ),
        assumptions=_assumptions(grid, ranking),
        sources=sources_of(grid, ranking),
        cautions=tuple(Message(f"caution.{name}") for name in reading.cautions),
        changes=_changes(grid, flips, fact),
    )


def _context(reading: Reading, ranking: Ranking) -> tuple[Message, ...]:
    messages = []
    if ranking.is_close:
        messages.append(Message("reply.context.close"))
    if len(ranking.figures.allowed) == 1:
        messages.append(Message("reply.context.one_left"))
    elif (first := _first(ranking)) is not None:
        messages.append(Message("reply.context.priority", {"criterion": first}))
    if reading.left_out:
        messages.append(Message("reply.context.left_out", {"options": ", ".join(reading.left_out)}))
    return tuple(messages)


def _first(ranking: Ranking) -> Criterion | None:
    """What the person puts first, by the strongest of the words that still hold."""
    for kind in (CutKind.ONLY, CutKind.MOST, CutKind.OVER):
        for cut in ranking.cuts:
            if cut.kind is kind:
                return next(c for c in ranking.figures.criteria if c.id == cut.above)
    return None


def _story(grid: Grid, ranking: Ranking, option: int) -> OptionStory:
    told = [(statement, _effect_on(grid, statement, option)) for statement in grid.statements]
    reasons = [_because(grid, "reply.reason", s) for s in _strongest(ranking, told, 1.0)]
    drawbacks = [_because(grid, "reply.drawback", s) for s in _strongest(ranking, told, -1.0)]
    exclusion = next((e for e in grid.exclusions if e.option == option), None)
    if exclusion is not None:
        return OptionStory(_first_of(reasons), next(iter(drawbacks), None), _excluded(exclusion))
    if option == ranking.selected:
        reasons = reasons or _against_rivals(grid, ranking)
    elif not drawbacks:
        drawbacks = _for_the_selected(grid, ranking)
    return OptionStory(_first_of(reasons), next(iter(drawbacks), None), None)


def _effect_on(grid: Grid, statement: Statement, option: int) -> float:
    """What a statement means for an option; in a yes/no dilemma what helps one side hurts the other."""
    if statement.option == option:
        return statement.effect
    return 0.0 if grid.options[option].kind is OptionKind.NAMED else -statement.effect


def _strongest(ranking: Ranking, told: Sequence[tuple[Statement, float]], sign: float) -> list[Statement]:
    """The statements that speak for an option (sign 1) or against it (-1), the weightiest first."""
    weights = {
        criterion.id: weight
        for criterion, weight in zip(ranking.figures.criteria, ranking.central_weights, strict=True)
    }
    speaking = [
        (statement, effect * sign)
        for statement, effect in told
        if effect * sign >= SLIGHT
        and statement.kind is not StatementKind.LIMIT  # told as what excludes an option
        and statement.criterion in weights
    ]
    speaking.sort(key=lambda pair: -pair[1] * weights[pair[0].criterion])
    return [statement for statement, _ in speaking]


def _against_rivals(grid: Grid, ranking: Ranking) -> list[Message]:
    """Why an option nobody praised leads: the limits, or what speaks against the others."""
    if len(ranking.figures.allowed) == 1:
        return [Message("reply.reason.only_one_left")]
    told = [(s, 0.0 if s.option == ranking.selected else s.effect) for s in grid.statements]
    return [_about(grid, "reply.reason.rival", s) for s in _strongest(ranking, told, -1.0) if s.quote]


def _for_the_selected(grid: Grid, ranking: Ranking) -> list[Message]:
    """What is to be said of an option nobody spoke against: what speaks for the one that leads."""
    told = [(s, s.effect if s.option == ranking.selected else 0.0) for s in grid.statements]
    return [_about(grid, "reply.drawback.rival", s) for s in _strongest(ranking, told, 1.0) if s.quote]


def _about(grid: Grid, key: str, statement: Statement) -> Message:
    """A sentence about what was said of another option."""
    return Message(
        key,
        {
            "criterion": _named(grid, statement.criterion),
            "option": grid.options[statement.option].label,
            "words": clipped(statement.quote.words if statement.quote is not None else ""),
        },
    )


def _because(grid: Grid, place: str, statement: Statement) -> Message:
    criterion = _named(grid, statement.criterion)
    if statement.quote is None or statement.kind is StatementKind.COMMON:
        return Message(f"{place}.common", {"criterion": criterion})
    kind = "computed" if statement.source is Source.COMPUTED else "said"
    return Message(f"{place}.{kind}", {"criterion": criterion, "words": clipped(statement.quote.words)})


def _named(grid: Grid, name: str) -> Criterion:
    return next((c for c in grid.criteria if c.id == name), Criterion(name, Source.ASSUMED))


def _first_of(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The first few, and each of the person's sentences once, however many criteria it speaks of."""
    kept: dict[object, Message] = {}
    for message in messages:
        kept.setdefault(message.values.get("words", (message.key, message.values.get("criterion"))), message)
    return tuple(kept.values())[:MAX_REASONS]


def _excluded(exclusion: Exclusion) -> Message:
    limit = clipped(exclusion.limit.words)
    if exclusion.broken_by is None:
        return Message("reply.excluded", {"limit": limit})
    return Message("reply.excluded_because", {"limit": limit, "words": clipped(exclusion.broken_by.words)})


def _criterion(ranking: Ranking, criterion: Criterion) -> Message:
    kinds = {cut.kind for cut in ranking.cuts if cut.above == criterion.id}
    if kinds & {CutKind.MOST, CutKind.ONLY}:
        return Message("reply.criterion.first", {"criterion": criterion})
    if CutKind.NOT in kinds:
        return Message("reply.criterion.aside", {"criterion": criterion})
    if criterion.origin is Source.STATED:
        return Message("reply.criterion.stated", {"criterion": criterion})
    return Message("reply.criterion.suggested", {"criterion": criterion})


def _assumptions(grid: Grid, ranking: Ranking) -> tuple[Message, ...]:
    messages = [Message(a.key, dict(a.values)) for a in (*grid.assumptions, *ranking.dropped)]
    figures = ranking.figures
    if len(figures.allowed) > 1:
        if _first(ranking) is None and len(grid.criteria) > 1:
            messages.append(Message("reply.assumption.equal_weights"))
        messages.extend(
            Message("reply.assumption.unknown", {"criterion": criterion})
            for criterion in _partly_known(grid, ranking)[:MAX_UNKNOWN]
        )
    if any(statement.kind is StatementKind.COMMON for statement in grid.statements):
        messages.append(Message("reply.assumption.common"))
    return tuple(messages)


def _partly_known(grid: Grid, ranking: Ranking) -> list[Criterion]:
    """The criteria on which something was said of some options and nothing of others."""
    partly = []
    for column, criterion in enumerate(grid.criteria):
        known = [ranking.figures.known[option][column] for option in ranking.figures.allowed]
        if any(known) and not all(known):
            partly.append(criterion)
    return partly


def _changes(grid: Grid, flips: Sequence[Flip], fact: Fact | None) -> tuple[Message, ...]:
    messages = []
    if flips:
        nearest = min(flips, key=lambda flip: (abs(flip.tilt), flip.criterion))
        key = "reply.change.more" if nearest.tilt > 0.0 else "reply.change.less"
        option = grid.options[nearest.selected].label
        messages.append(Message(key, {"criterion": _named(grid, nearest.criterion), "option": option}))
    if fact is not None:
        values: dict[str, Value | float] = {
            "criterion": _named(grid, fact.criterion),
            "option": grid.options[fact.option].label,
        }
        if fact.change > 0.0:
            messages.append(Message("reply.change.better", values))
        else:
            values["rival"] = grid.options[fact.selected].label
            messages.append(Message("reply.change.worse", values))
    return tuple(messages)
