"""Stated hard limits on amounts: budgets, sizes, times, capacities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dilem.engine.reading.cues import Cues
from dilem.engine.reading.document import Document
from dilem.engine.reading.places import Places
from dilem.engine.reading.prices import Surroundings
from dilem.engine.reading.quantities import Amount, AmountKind, Bound
from dilem.engine.reading.words import Span

_LIMITED = frozenset(
    {
        AmountKind.MONEY, AmountKind.DURATION, AmountKind.LENGTH, AmountKind.AREA, AmountKind.VOLUME,
        AmountKind.WEIGHT, AmountKind.DATA, AmountKind.POWER, AmountKind.RATE, AmountKind.COUNT,
        AmountKind.NUMBER, AmountKind.PERCENT,
    }
)  # fmt: skip
_AT_LEAST_BY_NATURE = frozenset({AmountKind.DATA, AmountKind.POWER, AmountKind.RATE})
_AHEAD = 5
_OTHER_AMOUNTS = frozenset({"price.instead", "price.more", "price.less", "price.discount", "price.deposit"})
_YEAR = 525960.0
_HINTED = frozenset(
    {AmountKind.MONEY, AmountKind.LENGTH, AmountKind.WEIGHT, AmountKind.DURATION, AmountKind.VOLUME}
)
_DAY = 1440.0
_MEASURES = frozenset({AmountKind.LENGTH, AmountKind.WEIGHT, AmountKind.DURATION, AmountKind.VOLUME})


@dataclass(frozen=True)
class Limit:
    """No more, or no less, than an amount; `sentence` holds the words that say so."""

    amount: Amount
    at_most: bool
    sentence: Span

    is_tentative: bool = False  # counts only where some options keep it and others do not

    @property
    def value(self) -> float:
        """The greatest, or the least, that keeps the limit."""
        return self.amount.greatest if self.at_most else self.amount.value


def find_limits(
    document: Document, places: Places, cues: Cues, around: Surroundings, amounts: Sequence[Amount]
) -> tuple[Limit, ...]:
    """The limits the person states; of several on one measure the one said last holds."""
    found: dict[tuple[AmountKind, bool, tuple[str, ...]], Limit] = {}
    for amount in amounts:
        if amount.kind not in _LIMITED or not places.is_outside(amount.part, amount.span.start):
            continue
        sentence = places.sentence(amount.part, amount.span.start)
        tags = _tags(document, places, cues, amount)
        at_most = _direction(places, cues, around, amount, tags)
        if at_most is not None:
            found[amount.kind, at_most, amount.per] = Limit(amount, at_most, sentence)
            continue
        at_most = _hint(cues, around, amount, sentence, tags)
        if at_most is not None:
            found.setdefault(
                (amount.kind, at_most, amount.per), Limit(amount, at_most, sentence, is_tentative=True)
            )
    for limit in _capacities(document, places, cues, around, amounts):
        found[AmountKind.COUNT, False, ("seat",)] = limit
    return tuple(found.values())


@dataclass(frozen=True)
class _Tags:
    """The cues around an amount: in its clause, its sentence, the question it answers, right in front."""

    clause: frozenset[str]
    sentence: frozenset[str]
    asked: frozenset[str]
    ahead: frozenset[str]
    just_ahead: frozenset[str]


def _tags(document: Document, places: Places, cues: Cues, amount: Amount) -> _Tags:
    part, start = amount.part, amount.span.start
    sentence, clause = places.sentence(part, start), places.clause(part, start)
    asked = document.parts[part].asked if places.is_answer(part, start) else 0
    return _Tags(
        cues.tags(part, clause),
        cues.tags(part, sentence),
        cues.tags(part, Span(0, asked)),
        cues.tags(part, Span(max(clause.start, start - _AHEAD), start)),
        cues.tags(part, Span(max(clause.start, start - 1), start)),
    )


def _direction(places: Places, cues: Cues, around: Surroundings, amount: Amount, tags: _Tags) -> bool | None:
    """Whether an amount is a most (True), a least (False), or no limit (None)."""
    if amount.bound is Bound.AT_MOST:
        return True
    if amount.bound is Bound.AT_LEAST:
        if "limits.cannot" in tags.clause:
            return True
        return (
            False
            if {"limits.must", "limits.min"} & tags.sentence or "limits.asks_min" in tags.asked
            else None
        )
    if amount.kind in _AT_LEAST_BY_NATURE:
        return False if "limits.must" in tags.sentence else None
    is_most = _is_budget if amount.kind is AmountKind.MONEY else _is_greatest
    return True if is_most(places, cues, around, amount, tags) else None


def _is_budget(places: Places, cues: Cues, around: Surroundings, amount: Amount, tags: _Tags) -> bool:
    """Whether money is all that may be spent."""
    if (
        "limits.max" in tags.clause
        or "limits.asks_max" in tags.asked
        or _runs_on(places, cues, amount, "limits.max")
    ):
        return True
    return "limits.have" in tags.ahead and not {"price.income", "price.deposit"} & around.after(amount)


def _is_greatest(places: Places, cues: Cues, around: Surroundings, amount: Amount, tags: _Tags) -> bool:
    """Whether a time, a length or a weight must not be passed."""
    if amount.kind is AmountKind.DURATION and not amount.per:
        binds = bool({"limits.must", "limits.before"} & tags.sentence)
        if amount.value >= _DAY and "limits.soon" in tags.just_ahead and binds:
            return True
        if amount.unit in {"minute", "hour"} and "limits.have" in tags.ahead:
            return True
    is_opening = amount.kind is AmountKind.LENGTH and "price.opening" in around.before(amount) | around.after(
        amount
    )
    if amount.kind in _MEASURES and ("limits.asks_max" in tags.asked or "limits.max" in tags.clause):
        return True
    return is_opening


def _hint(cues: Cues, around: Surroundings, amount: Amount, sentence: Span, tags: _Tags) -> bool | None:
    """What an amount of the person's may limit, where the sentence leans to it."""
    if not _may_limit(around, amount):
        return None
    ahead = Span(max(sentence.start, amount.span.start - _AHEAD), amount.span.start)
    if "limits.ceiling" in cues.tags(amount.part, ahead) and amount.bound is not Bound.AT_MOST:
        return True
    if amount.bound is Bound.AT_LEAST:
        opens = amount.span.start - sentence.start <= _AHEAD
        behind = cues.tags(amount.part, Span(amount.span.end, sentence.end))
        return True if "limits.cannot" in tags.sentence or (opens and "limits.refuses" in behind) else None
    if amount.kind is AmountKind.MONEY and amount.per and "limits.must" in tags.sentence:
        return False
    leans = {"limits.weak", "limits.max", "limits.have"} & tags.sentence or "price.funds" in around.before(
        amount
    )
    return True if leans else None


def _may_limit(around: Surroundings, amount: Amount) -> bool:
    """Whether an amount is of a kind that limits, and not a difference, an old price or an age."""
    if amount.kind not in _HINTED or amount.value <= 0 or amount.upper is not None:
        return False
    if amount.kind is AmountKind.DURATION and (amount.unit == "year" or amount.value >= _YEAR):
        return False
    return not _OTHER_AMOUNTS & (around.before(amount, 3) | around.after(amount, 2))


def _runs_on(places: Places, cues: Cues, amount: Amount, tag: str) -> bool:
    """Whether the clause right behind an amount's says it: "£700, that's the most we can do"."""
    clauses = places.clauses(amount.part, places.sentence(amount.part, amount.span.start))
    for number, clause in enumerate(clauses[:-1]):
        if clause.start <= amount.span.start < clause.end:
            return tag in cues.tags(amount.part, clauses[number + 1])
    return False


def _capacities(
    document: Document, places: Places, cues: Cues, around: Surroundings, amounts: Sequence[Amount]
) -> Iterator[Limit]:
    """How many people there are, as a least number of seats."""
    words = around.words
    for amount in amounts:
        if amount.kind not in {AmountKind.COUNT, AmountKind.NUMBER} or amount.per or amount.value < 3:
            continue
        if not places.is_outside(amount.part, amount.span.start):
            continue
        is_people = amount.kind is AmountKind.COUNT and amount.of[0] in words.persons | words.seats
        leading = around.before(amount, 2)
        clause = places.clause(amount.part, amount.span.start)
        is_asked_for = "price.holds" in leading and "limits.must" in cues.tags(amount.part, clause)
        is_group = amount.kind is AmountKind.NUMBER and ("price.group" in leading or is_asked_for)
        asked = Span(0, document.parts[amount.part].asked)
        is_answer = (
            amount.kind is AmountKind.NUMBER
            and places.is_answer(amount.part, amount.span.start)
            and "limits.asks_min" in cues.tags(amount.part, asked)
        )
        if is_people or is_group or is_answer:
            yield Limit(amount, False, places.sentence(amount.part, amount.span.start))
