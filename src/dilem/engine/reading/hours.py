"""Hours and ages that bind the person: how long there is, when a place closes, the part of the day."""

from collections.abc import Iterator
from dataclasses import replace

from dilem.engine.reading.quantities import Amount, AmountKind, Bound
from dilem.engine.reading.timetable import DAY, NOON, Conflict, Timetable
from dilem.engine.reading.words import Span

_SMALL_HOURS = 300.0
_YEAR = 525960.0
_OLDEST_CHILD = 17 * _YEAR
_HOURS = {"time.morning": (0.0, 720.0), "time.afternoon": (720.0, 1140.0), "time.evening": (1020.0, 1680.0)}


def find_untimely(table: Timetable) -> Iterator[Conflict]:
    """Options that take too long, are closed, at the wrong time of day, or for another age."""
    for check in (_windows, _closing, _closed_days, _ages):
        for limit in table.outside:
            yield from table.unless_all(check(table, limit))
    yield from table.unless_all(_daytimes(table))


def _windows(table: Timetable, limit: Amount) -> Iterator[Conflict]:
    """ "from seven", "locks up at nine": what takes longer than the time between does not fit."""
    if limit.kind is not AmountKind.CLOCK or "limits.before" not in table.near(limit):
        return
    sentence = table.sentence(limit)
    earlier = [
        a
        for a in table.outside
        if a.kind is AmountKind.CLOCK
        and a.part == limit.part
        and sentence.start <= a.span.start < limit.span.start
        and a.value < limit.value
    ]
    if len(earlier) != 1:
        return
    window = limit.value - earlier[0].value
    for option in table.options:
        lasting = [a for a in table.of(option, AmountKind.DURATION) if not a.per and a.value < DAY]
        if len(lasting) == 1 and lasting[0].value > window:
            yield table.conflict(option, limit, lasting[0])


def _closing(table: Timetable, limit: Amount) -> Iterator[Conflict]:
    """ "we land at one in the morning" and "the reception closes at 22"."""
    if limit.kind is not AmountKind.CLOCK or "limits.arrive" not in table.near(limit):
        return
    arrives = limit.value + (2 * NOON if limit.value < _SMALL_HOURS else 0)
    for option in table.options:
        closing = [a for a in table.of(option, AmountKind.CLOCK) if "limits.closes" in table.near(a)]
        if len(closing) == 1 and NOON <= closing[0].value < arrives:
            yield table.conflict(option, limit, closing[0])


def _closed_days(table: Timetable, limit: Amount) -> Iterator[Conflict]:
    """ "only on Mondays" and "closed on Mondays"."""
    if limit.kind is not AmountKind.WEEKDAY:
        return
    if not {"limits.only", "limits.must", "limits.today"} & table.near(limit):
        return
    for option in table.options:
        for day in table.of(option, AmountKind.WEEKDAY):
            if "limits.closed" in table.near(day) and day.value <= limit.value <= day.greatest:
                yield table.conflict(option, limit, day)


def _daytimes(table: Timetable) -> Iterator[Conflict]:
    """ "only in the afternoon": an option in the morning, by its words or its hours, does not fit."""
    wanted = _wanted_daytime(table)
    if wanted is None:
        return
    limit, daytime = wanted
    part = table.document.dilemma
    first, last = _HOURS[daytime]
    for option in table.options:
        clocks = table.of(option, AmountKind.CLOCK)
        if clocks:
            if not any(first <= clock.value < last for clock in clocks):
                yield table.conflict(option, limit, clocks[0])
            continue
        said = [
            hit
            for hit in table.cues.of(part.index)
            if hit.tag in _HOURS and table.speaks_of(part.index, hit.start) == option
        ]
        if said and all(hit.tag != daytime for hit in said):
            sentence = table.sentence(limit)
            yield Conflict(option, limit.part, sentence, part.index, Span(said[0].start, said[0].end))


def _wanted_daytime(table: Timetable) -> tuple[Amount, str] | None:
    """The one part of the day to which the person is bound, as an amount that stands for its words."""
    found: dict[str, Amount] = {}
    for part in table.document.parts:
        for hit in table.cues.of(part.index):
            if hit.tag not in _HOURS or not table.places.is_outside(part.index, hit.start):
                continue
            clause = table.places.clause(part.index, hit.start)
            if {"limits.only", "limits.must"} & table.cues.tags(part.index, clause):
                mark = Amount(AmountKind.CLOCK, _HOURS[hit.tag][0], part.index, Span(hit.start, hit.end))
                found.setdefault(hit.tag, mark)
    return next(((mark, tag) for tag, mark in found.items()), None) if len(found) == 1 else None


def _ages(table: Timetable, limit: Amount) -> Iterator[Conflict]:
    """ "the girl is 9" and "from 10 to 14 years"."""
    age = _age(table, limit)
    if age is None:
        return
    ranges = {option: _age_range(table, option) for option in table.options}
    for option, found in ranges.items():
        if found is not None and not found.value <= age <= found.greatest:
            yield table.conflict(option, limit, found)


def _age(table: Timetable, amount: Amount) -> float | None:
    """A child's age: in years, or a bare number after "is" where it can be nothing else."""
    if amount.upper is not None or amount.per or amount.bound in {Bound.AT_LEAST, Bound.AT_MOST}:
        return None
    if amount.kind is AmountKind.DURATION and amount.unit == "year":
        return amount.value if amount.value <= _OLDEST_CHILD else None
    grammar, tokens = table.document.grammar, table.document.parts[amount.part].tokens
    is_said = amount.span.start > 0 and grammar.has("words.verbs", tokens[amount.span.start - 1].fold)
    if amount.kind is AmountKind.NUMBER and is_said and 1 < amount.value <= 17:
        return amount.value * _YEAR
    return None


def _age_range(table: Timetable, option: int) -> Amount | None:
    years = [a for a in table.of(option, AmountKind.DURATION) if a.unit == "year"]
    ranges = [a for a in years if a.upper is not None]
    least = [replace(a, upper=99 * _YEAR) for a in years if a.bound is Bound.AT_LEAST]
    least += [
        replace(a, value=a.value * _YEAR, upper=99 * _YEAR)
        for a in table.of(option, AmountKind.NUMBER)
        if a.bound is Bound.AT_LEAST and 3 <= a.value <= 18
    ]
    found = ranges or least
    return found[0] if len(found) == 1 else None
