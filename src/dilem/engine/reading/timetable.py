"""What the text says of times: those that bind the person, and those of each option."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dilem.engine.reading.cues import Cues
from dilem.engine.reading.document import Document
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.places import Places
from dilem.engine.reading.prices import Surroundings
from dilem.engine.reading.quantities import Amount, AmountKind
from dilem.engine.reading.words import Span

DAY = 1440.0
NOON = 720.0
TIMES = frozenset({AmountKind.CLOCK, AmountKind.DATE, AmountKind.WEEKDAY})
NEAR = 4


@dataclass(frozen=True)
class Conflict:
    """An option does not fit a stated time: where the limit is said, and what of the option breaks it."""

    option: int
    part: int
    limit: Span
    other_part: int
    broken_by: Span


class Timetable:
    """The amounts that are the person's, `outside` all options, and each option's own."""

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
        self.document = document
        self.places = places
        self.cues = cues
        self.around = around
        self.options = range(options)
        self._focus = focus
        self.outside = [amount for amount in amounts if self._is_outside(amount)]
        outside = {(amount.part, amount.span.start) for amount in self.outside}
        self._own = {
            option: [
                a
                for a in amounts
                if focus.of(a.part, a.span.start) == option and (a.part, a.span.start) not in outside
            ]
            for option in self.options
        }

    def of(self, option: int, kind: AmountKind) -> list[Amount]:
        """The amounts of a kind that an option has."""
        return [amount for amount in self._own[option] if amount.kind is kind]

    def speaks_of(self, part: int, token: int) -> int:
        """The option that a token speaks of."""
        return self._focus.of(part, token)

    def sentence(self, amount: Amount) -> Span:
        """The sentence of an amount."""
        return self.places.sentence(amount.part, amount.span.start)

    def clause(self, amount: Amount) -> Span:
        """The clause of an amount."""
        return self.places.clause(amount.part, amount.span.start)

    def near(self, amount: Amount) -> frozenset[str]:
        """The cues in the clause of an amount, up to it and right behind it."""
        clause = self.clause(amount)
        return self.cues.tags(amount.part, Span(clause.start, min(clause.end, amount.span.end + NEAR)))

    def before(self, amount: Amount) -> frozenset[str]:
        """The cues right in front of an amount."""
        return self.cues.tags(amount.part, Span(max(0, amount.span.start - NEAR), amount.span.start))

    def conflict(self, option: int, limit: Amount, broken_by: Amount) -> Conflict:
        """An option's amount breaks a limit."""
        return Conflict(option, limit.part, self.sentence(limit), broken_by.part, broken_by.span)

    def unless_all(self, conflicts: Iterator[Conflict]) -> Iterator[Conflict]:
        """The conflicts, or none where all options have one: then the limit was misread."""
        found = list(conflicts)
        if len({conflict.option for conflict in found}) < len(self.options):
            yield from found

    def _is_outside(self, amount: Amount) -> bool:
        if amount.kind not in TIMES:
            return self.places.is_outside(amount.part, amount.span.start)
        # "on Tuesday at 9 I have a meeting" is the person's, though an option is on Tuesday too.
        tags = self.cues.tags(amount.part, self.clause(amount))
        return (
            self._focus.of(amount.part, amount.span.start) < 0
            or {"limits.appointment", "limits.have"} <= tags
        )
