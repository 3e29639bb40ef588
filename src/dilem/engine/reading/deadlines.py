"""Days, months and deadlines that bind the person."""

from collections.abc import Iterator
from dataclasses import replace

from dilem.engine.reading.quantities import Amount, AmountKind, Bound
from dilem.engine.reading.timetable import DAY, NEAR, NOON, TIMES, Conflict, Timetable
from dilem.engine.reading.words import Span

_WEEK = 7


def find_late(table: Timetable) -> Iterator[Conflict]:
    """Options on another day than they may be, or too late, or too early."""
    for check in (_days, _deadlines, _starts):
        for limit in table.outside:
            yield from table.unless_all(check(table, limit))


def _days(table: Timetable, limit: Amount) -> Iterator[Conflict]:
    """ "only on Thursdays", "must be in August", "not on a weekend"."""
    if limit.kind not in {AmountKind.WEEKDAY, AmountKind.DATE}:
        return
    if limit.kind is AmountKind.DATE and limit.upper is None:
        return
    near = table.near(limit)
    is_only = bool({"limits.only", "limits.must"} & near)
    is_banned = ("limits.cannot" in near or _is_taken(table, limit)) and not is_only
    if not is_only and not is_banned:
        return
    if "limits.before" in table.before(limit) and limit.kind is AmountKind.WEEKDAY:
        return
    for option in table.options:
        times = [a for a in table.of(option, limit.kind) if "limits.closed" not in table.near(a)]
        if not times:
            continue
        inside = [_overlap(limit, time) for time in times]
        if (is_only and not any(inside)) or (is_banned and all(inside)):
            yield table.conflict(option, limit, times[0])


def _is_taken(table: Timetable, limit: Amount) -> bool:
    """ "Fridays I work, can't get out of it": the clause behind says that the day is taken."""
    clauses = table.places.clauses(limit.part, table.sentence(limit))
    for number, clause in enumerate(clauses[:-1]):
        if clause.start <= limit.span.start < clause.end:
            after = clauses[number + 1]
            opening = Span(after.start, min(after.end, after.start + NEAR))
            return "limits.cannot" in table.cues.tags(limit.part, opening)
    return False


def _deadlines(table: Timetable, limit: Amount) -> Iterator[Conflict]:
    """ "before 2 June", "by Friday", "must be there at 11.30"."""
    if limit.kind not in TIMES:
        return
    around = table.sentence(limit) if limit.kind is AmountKind.DATE else table.clause(limit)
    tags = table.before(limit) | table.cues.tags(limit.part, around)
    sentence = table.cues.tags(limit.part, table.sentence(limit))
    is_deadline = limit.bound is Bound.AT_MOST or bool({"limits.before", "limits.appointment"} & tags)
    limit = _in_the_evening(table, limit)
    if not is_deadline or "limits.after" in table.before(limit) or "limits.deciding" in sentence:
        return
    for option in table.options:
        late = _late(table, limit, option) or _too_long(table, limit, option)
        if late is not None:
            yield table.conflict(option, limit, late)


def _in_the_evening(table: Timetable, limit: Amount) -> Amount:
    """ "by ten" is ten in the evening where everything else is after noon."""
    clocks = [a for option in table.options for a in table.of(option, AmountKind.CLOCK)]
    is_bare = limit.kind is AmountKind.CLOCK and limit.span.end - limit.span.start == 1
    if is_bare and limit.value < NOON and clocks and all(clock.value >= NOON for clock in clocks):
        return replace(limit, value=limit.value + NOON)
    return limit


def _too_long(table: Timetable, limit: Amount, option: int) -> Amount | None:
    """What takes more days than there are until a day; a weekday is never more than seven away."""
    lasting = [a for a in table.of(option, AmountKind.DURATION) if not a.per and a.value >= DAY]
    if limit.kind is AmountKind.CLOCK or len(lasting) != 1 or table.of(option, limit.kind):
        return None
    if "price.lasts" in table.around.before(lasting[0]):
        return None
    today = [a for a in table.outside if a.kind is limit.kind and "limits.today" in table.before(a)]
    if today and limit.kind is AmountKind.DATE:
        days = limit.value - today[0].value
    elif limit.kind is AmountKind.WEEKDAY:
        days = (limit.value - today[0].value) % _WEEK or _WEEK if today else _WEEK
    else:
        return None
    return lasting[0] if 0 < days < lasting[0].value / DAY else None


def _late(table: Timetable, limit: Amount, option: int) -> Amount | None:
    """What of an option comes after a deadline: its time, or its time and how long it then takes."""
    times = table.of(option, limit.kind)
    if limit.kind is AmountKind.CLOCK and _is_another_day(table, limit, option):
        return None
    lasting = [
        amount
        for amount in table.of(option, AmountKind.DURATION)
        if not amount.per and "price.lasts" not in table.around.before(amount)
    ]
    if limit.kind is AmountKind.CLOCK:
        shared = [
            a
            for a in table.outside
            if a.kind is AmountKind.CLOCK and a is not limit and a.value < limit.value
        ]
        times = times or (shared if len(shared) == 1 else [])
    if len(times) != 1:
        return None
    time = times[0]
    if limit.kind is AmountKind.CLOCK and not lasting:
        lasting = [
            a for a in table.outside if a.kind is AmountKind.DURATION and not a.per and a.value < DAY / 4
        ]
    unit = 1.0 if limit.kind is AmountKind.CLOCK else DAY
    short = [a for a in lasting if (a.value < DAY) == (limit.kind is AmountKind.CLOCK)]
    extra = short[0].value / unit if len(short) == 1 else 0.0
    if limit.kind is AmountKind.WEEKDAY:
        return time if time.value > limit.greatest else None
    if limit.kind is AmountKind.CLOCK and limit.value - time.value > 720:
        return None
    return time if time.value + extra > limit.value else None


def _is_another_day(table: Timetable, limit: Amount, option: int) -> bool:
    """Whether an option is on another day than the one on which a time of day is a limit."""
    clause = table.clause(limit)
    days = [
        a.value
        for a in table.outside
        if a.kind is AmountKind.WEEKDAY and a.part == limit.part and clause.start <= a.span.start < clause.end
    ]
    own = [a.value for a in table.of(option, AmountKind.WEEKDAY)]
    return bool(days and own) and not set(days) & set(own)


def _starts(table: Timetable, limit: Amount) -> Iterator[Conflict]:
    """ "only after half past eight", "not before October"."""
    if limit.kind not in {AmountKind.CLOCK, AmountKind.DATE}:
        return
    tags = table.before(limit)
    if limit.bound is not Bound.AT_LEAST and "limits.after" not in tags:
        return
    if limit.kind is AmountKind.CLOCK and not {
        "limits.only",
        "limits.cannot",
        "limits.must",
        "limits.notbefore",
    } & table.near(limit):
        return
    for option in table.options:
        times = table.of(option, limit.kind)
        if len(times) == 1 and times[0].greatest < limit.value:
            yield table.conflict(option, limit, times[0])


def _overlap(first: Amount, second: Amount) -> bool:
    return first.value <= second.greatest and second.value <= first.greatest
