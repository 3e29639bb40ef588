"""Limits of time: deadlines, days on which something must or cannot be, hours, months, ages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dilem.engine.reading.cues import Cues
from dilem.engine.reading.document import Document
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.places import Places
from dilem.engine.reading.prices import Surroundings
from dilem.engine.reading.quantities import Amount, AmountKind, Bound
from dilem.engine.reading.words import Span

_DAY = 1440.0
_WEEK = 7
_NOON = 720.0
_SMALL_HOURS = 300.0
_YEAR = 525960.0
_OLDEST_CHILD = 17 * _YEAR
_TIMES = frozenset({AmountKind.CLOCK, AmountKind.DATE, AmountKind.WEEKDAY})
_HOURS = {"time.morning": (0.0, 720.0), "time.afternoon": (720.0, 1140.0), "time.evening": (1020.0, 1680.0)}
_NEAR = 4


@dataclass(frozen=True)
class Conflict:
    """An option does not fit a stated time: where the limit is said, and what of the option breaks it."""

    option: int
    part: int
    limit: Span
    other_part: int
    broken_by: Span


class Schedule:
    """What the text says of times, of the person and of each option."""

    def __init__(
        self,
        document: Document,
        focus: Focus,
        places: Places,
        cues: Cues,
        around: Surroundings,
        amounts: Sequence[Amount],
        options: int,
    ) -> None:
        self._document = document
        self._focus = focus
        self._places = places
        self._cues = cues
        self._around = around
        self._options = options
        self._outside = [
            a
            for a in amounts
            if places.is_outside(a.part, a.span.start)
            and (a.kind not in _TIMES or focus.of(a.part, a.span.start) < 0)
            or self._is_appointment(a)
        ]
        self._own = {
            option: [
                a for a in amounts if focus.of(a.part, a.span.start) == option and a not in self._outside
            ]
            for option in range(options)
        }

    def _is_appointment(self, amount: Amount) -> bool:
        """ "on Tuesday at 9 I have a meeting" is the person's, though an option is on Tuesday too."""
        if amount.kind not in _TIMES:
            return False
        clause = self._places.clause(amount.part, amount.span.start)
        return {"limits.appointment", "limits.have"} <= self._cues.tags(amount.part, clause)

    def conflicts(self) -> Iterator[Conflict]:
        """Every option that breaks a limit of time; a limit that all break is left out, having been misread."""
        for check in (
            self._days,
            self._deadlines,
            self._starts,
            self._ages,
            self._windows,
            self._closing,
            self._closed_days,
        ):
            for limit in self._outside:
                yield from self._unless_all(check(limit))
        yield from self._unless_all(self._daytimes())

    def _unless_all(self, conflicts: Iterator[Conflict]) -> Iterator[Conflict]:
        found = list(conflicts)
        if len({conflict.option for conflict in found}) < self._options:
            yield from found

    def _conflict(self, option: int, limit: Amount, broken_by: Amount) -> Conflict:
        sentence = self._places.sentence(limit.part, limit.span.start)
        return Conflict(option, limit.part, sentence, broken_by.part, broken_by.span)

    def _near(self, amount: Amount) -> frozenset[str]:
        """The cues in the clause of an amount, up to it and right behind it."""
        clause = self._places.clause(amount.part, amount.span.start)
        return self._cues.tags(amount.part, Span(clause.start, min(clause.end, amount.span.end + _NEAR)))

    def _before(self, amount: Amount) -> frozenset[str]:
        """The cues right in front of an amount."""
        return self._cues.tags(amount.part, Span(max(0, amount.span.start - _NEAR), amount.span.start))

    def _of(self, option: int, kind: AmountKind) -> list[Amount]:
        return [amount for amount in self._own[option] if amount.kind is kind]

    # --- days and months -----------------------------------------------------------------------

    def _days(self, limit: Amount) -> Iterator[Conflict]:
        """ "only on Thursdays", "must be in August", "not on a weekend"."""
        if limit.kind not in {AmountKind.WEEKDAY, AmountKind.DATE}:
            return
        if limit.kind is AmountKind.DATE and limit.upper is None:
            return
        near = self._near(limit)
        is_only = bool({"limits.only", "limits.must"} & near)
        is_banned = ("limits.cannot" in near or self._is_taken(limit)) and not is_only
        if not is_only and not is_banned:
            return
        if "limits.before" in self._before(limit) and limit.kind is AmountKind.WEEKDAY:
            return
        for option in range(self._options):
            times = [a for a in self._of(option, limit.kind) if "limits.closed" not in self._near(a)]
            if not times:
                continue
            inside = [_overlap(limit, time) for time in times]
            if is_only and not any(inside):
                yield self._conflict(option, limit, times[0])
            elif is_banned and all(inside):
                yield self._conflict(option, limit, times[0])

    def _is_taken(self, limit: Amount) -> bool:
        """ "Fridays I work, can't get out of it": the clause behind says that the day is taken."""
        clauses = self._places.clauses(limit.part, self._places.sentence(limit.part, limit.span.start))
        for number, clause in enumerate(clauses[:-1]):
            if clause.start <= limit.span.start < clause.end:
                after = clauses[number + 1]
                opening = Span(after.start, min(after.end, after.start + _NEAR))
                return "limits.cannot" in self._cues.tags(limit.part, opening)
        return False

    # --- deadlines -----------------------------------------------------------------------------

    def _deadlines(self, limit: Amount) -> Iterator[Conflict]:
        """ "before 2 June", "by Friday", "must be there at 11.30"."""
        if limit.kind not in _TIMES:
            return
        around = (
            self._places.sentence(limit.part, limit.span.start)
            if limit.kind is AmountKind.DATE
            else self._places.clause(limit.part, limit.span.start)
        )
        tags = self._before(limit) | self._cues.tags(limit.part, around)
        sentence = self._cues.tags(limit.part, self._places.sentence(limit.part, limit.span.start))
        is_deadline = limit.bound is Bound.AT_MOST or bool({"limits.before", "limits.appointment"} & tags)
        limit = self._in_the_evening(limit)
        if not is_deadline or "limits.after" in self._before(limit) or "limits.deciding" in sentence:
            return
        for option in range(self._options):
            late = self._late(limit, option) or self._too_long(limit, option)
            if late is not None:
                yield self._conflict(option, limit, late)

    def _in_the_evening(self, limit: Amount) -> Amount:
        """ "by ten" is ten in the evening where everything else is after noon."""
        clocks = [a for option in range(self._options) for a in self._of(option, AmountKind.CLOCK)]
        is_bare = limit.kind is AmountKind.CLOCK and limit.span.end - limit.span.start == 1
        if is_bare and limit.value < _NOON and clocks and all(clock.value >= _NOON for clock in clocks):
            return replace(limit, value=limit.value + _NOON)
        return limit

    def _too_long(self, limit: Amount, option: int) -> Amount | None:
        """What takes more days than there are until a day; a weekday is never more than seven away."""
        lasting = [a for a in self._of(option, AmountKind.DURATION) if not a.per and a.value >= _DAY]
        if limit.kind is AmountKind.CLOCK or len(lasting) != 1 or self._of(option, limit.kind):
            return None
        if "price.lasts" in self._around.before(lasting[0]):
            return None
        today = [a for a in self._outside if a.kind is limit.kind and "limits.today" in self._before(a)]
        if today and limit.kind is AmountKind.DATE:
            days = limit.value - today[0].value
        elif limit.kind is AmountKind.WEEKDAY:
            days = (limit.value - today[0].value) % _WEEK or _WEEK if today else _WEEK
        else:
            return None
        return lasting[0] if 0 < days < lasting[0].value / _DAY else None

    def _late(self, limit: Amount, option: int) -> Amount | None:
        """What of an option comes after a deadline: its time, or its time and how long it then takes."""
        times = self._of(option, limit.kind)
        if limit.kind is AmountKind.CLOCK and self._is_another_day(limit, option):
            return None
        lasting = [
            amount
            for amount in self._of(option, AmountKind.DURATION)
            if not amount.per and "price.lasts" not in self._around.before(amount)
        ]
        if limit.kind is AmountKind.CLOCK:
            shared = [
                a
                for a in self._outside
                if a.kind is AmountKind.CLOCK and a is not limit and a.value < limit.value
            ]
            times = times or (shared if len(shared) == 1 else [])
        if len(times) != 1:
            return None
        time = times[0]
        if limit.kind is AmountKind.CLOCK and not lasting:
            lasting = [
                a for a in self._outside if a.kind is AmountKind.DURATION and not a.per and a.value < _DAY / 4
            ]
        unit = 1.0 if limit.kind is AmountKind.CLOCK else _DAY
        short = [a for a in lasting if (a.value < _DAY) == (limit.kind is AmountKind.CLOCK)]
        extra = short[0].value / unit if len(short) == 1 else 0.0
        if limit.kind is AmountKind.WEEKDAY:
            return time if time.value > limit.greatest else None
        if limit.kind is AmountKind.CLOCK and limit.value - time.value > 720:
            return None
        return time if time.value + extra > limit.value else None

    def _is_another_day(self, limit: Amount, option: int) -> bool:
        """Whether an option is on another day than the one on which a time of day is a limit."""
        clause = self._places.clause(limit.part, limit.span.start)
        days = [
            a.value
            for a in self._outside
            if a.kind is AmountKind.WEEKDAY
            and a.part == limit.part
            and clause.start <= a.span.start < clause.end
        ]
        own = [a.value for a in self._of(option, AmountKind.WEEKDAY)]
        return bool(days and own) and not set(days) & set(own)

    def _starts(self, limit: Amount) -> Iterator[Conflict]:
        """ "only after half past eight", "not before October"."""
        if limit.kind not in {AmountKind.CLOCK, AmountKind.DATE}:
            return
        tags = self._before(limit)
        if limit.bound is not Bound.AT_LEAST and "limits.after" not in tags:
            return
        if limit.kind is AmountKind.CLOCK and not {
            "limits.only",
            "limits.cannot",
            "limits.must",
            "limits.notbefore",
        } & self._near(limit):
            return
        for option in range(self._options):
            times = self._of(option, limit.kind)
            if len(times) == 1 and times[0].greatest < limit.value:
                yield self._conflict(option, limit, times[0])

    # --- hours ---------------------------------------------------------------------------------

    def _windows(self, limit: Amount) -> Iterator[Conflict]:
        """ "from seven", "locks up at nine": what takes longer than the time between does not fit."""
        if limit.kind is not AmountKind.CLOCK or "limits.before" not in self._near(limit):
            return
        sentence = self._places.sentence(limit.part, limit.span.start)
        earlier = [
            a
            for a in self._outside
            if a.kind is AmountKind.CLOCK
            and a.part == limit.part
            and sentence.start <= a.span.start < limit.span.start
            and a.value < limit.value
        ]
        if len(earlier) != 1:
            return
        window = limit.value - earlier[0].value
        for option in range(self._options):
            lasting = [a for a in self._of(option, AmountKind.DURATION) if not a.per and a.value < _DAY]
            if len(lasting) == 1 and lasting[0].value > window:
                yield self._conflict(option, limit, lasting[0])

    def _closing(self, limit: Amount) -> Iterator[Conflict]:
        """ "we land at one in the morning" and "the reception closes at 22"."""
        if limit.kind is not AmountKind.CLOCK or "limits.arrive" not in self._near(limit):
            return
        arrives = limit.value + (2 * _NOON if limit.value < _SMALL_HOURS else 0)
        for option in range(self._options):
            closing = [a for a in self._of(option, AmountKind.CLOCK) if "limits.closes" in self._near(a)]
            if len(closing) == 1 and _NOON <= closing[0].value < arrives:
                yield self._conflict(option, limit, closing[0])

    def _closed_days(self, limit: Amount) -> Iterator[Conflict]:
        """ "only on Mondays" and "closed on Mondays"."""
        if limit.kind is not AmountKind.WEEKDAY:
            return
        if not {"limits.only", "limits.must", "limits.today"} & self._near(limit):
            return
        for option in range(self._options):
            for day in self._of(option, AmountKind.WEEKDAY):
                if "limits.closed" in self._near(day) and day.value <= limit.value <= day.greatest:
                    yield self._conflict(option, limit, day)

    def _daytimes(self) -> Iterator[Conflict]:
        """ "only in the afternoon": an option in the morning, by its words or its hours, does not fit."""
        wanted = self._wanted_daytime()
        if wanted is None:
            return
        limit, daytime = wanted
        part = self._document.dilemma
        first, last = _HOURS[daytime]
        for option in range(self._options):
            clocks = self._of(option, AmountKind.CLOCK)
            if clocks:
                if not any(first <= clock.value < last for clock in clocks):
                    yield self._conflict(option, limit, clocks[0])
                continue
            said = [
                hit
                for hit in self._cues.of(part.index)
                if hit.tag in _HOURS and self._focus.of(part.index, hit.start) == option
            ]
            if said and all(hit.tag != daytime for hit in said):
                sentence = self._places.sentence(limit.part, limit.span.start)
                yield Conflict(option, limit.part, sentence, part.index, Span(said[0].start, said[0].end))

    def _wanted_daytime(self) -> tuple[Amount, str] | None:
        """The one part of the day to which the person is bound, as an amount that stands for its words."""
        found: dict[str, Amount] = {}
        for part in self._document.parts:
            for hit in self._cues.of(part.index):
                if hit.tag not in _HOURS or not self._places.is_outside(part.index, hit.start):
                    continue
                clause = self._places.clause(part.index, hit.start)
                if {"limits.only", "limits.must"} & self._cues.tags(part.index, clause):
                    mark = Amount(AmountKind.CLOCK, _HOURS[hit.tag][0], part.index, Span(hit.start, hit.end))
                    found.setdefault(hit.tag, mark)
        return next(((mark, tag) for tag, mark in found.items()), None) if len(found) == 1 else None

    # --- ages ----------------------------------------------------------------------------------

    def _ages(self, limit: Amount) -> Iterator[Conflict]:
        """ "the girl is 9" and "from 10 to 14 years"."""
        age = self._age(limit)
        if age is None:
            return
        ranges = {option: self._age_range(option) for option in range(self._options)}
        for option, found in ranges.items():
            if found is not None and not found.value <= age <= found.greatest:
                yield self._conflict(option, limit, found)

    def _age(self, amount: Amount) -> float | None:
        """A child's age: in years, or a bare number after "is" where it can be nothing else."""
        if amount.upper is not None or amount.per or amount.bound in {Bound.AT_LEAST, Bound.AT_MOST}:
            return None
        if amount.kind is AmountKind.DURATION and amount.unit == "year":
            return amount.value if amount.value <= _OLDEST_CHILD else None
        grammar, tokens = self._document.grammar, self._document.parts[amount.part].tokens
        is_said = amount.span.start > 0 and grammar.has("words.verbs", tokens[amount.span.start - 1].fold)
        if amount.kind is AmountKind.NUMBER and is_said and 1 < amount.value <= 17:
            return amount.value * _YEAR
        return None

    def _age_range(self, option: int) -> Amount | None:
        years = [a for a in self._of(option, AmountKind.DURATION) if a.unit == "year"]
        ranges = [a for a in years if a.upper is not None]
        least = [replace(a, upper=99 * _YEAR) for a in years if a.bound is Bound.AT_LEAST]
        least += [
            replace(a, value=a.value * _YEAR, upper=99 * _YEAR)
            for a in self._of(option, AmountKind.NUMBER)
            if a.bound is Bound.AT_LEAST and 3 <= a.value <= 18
        ]
        found = ranges or least
        return found[0] if len(found) == 1 else None


def _overlap(first: Amount, second: Amount) -> bool:
    return first.value <= second.greatest and second.value <= first.greatest
