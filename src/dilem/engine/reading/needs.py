"""How many of something are needed: nights, people, kilometres, visits."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil

from dilem.engine.grid import Language
from dilem.engine.reading.focus import ALL, NOBODY, Focus
from dilem.engine.reading.numerals import units
from dilem.engine.reading.prices import Surroundings
from dilem.engine.reading.quantities import Amount, AmountKind, Bound

_TIME_UNITS = {
    "minute": {"minute": 1.0, "hour": 60.0},
    "hour": {"hour": 1.0},
    "day": {"day": 1.0, "week": 7.0, "fortnight": 14.0},
    "night": {"night": 1.0},
    "week": {"week": 1.0, "fortnight": 2.0},
    "month": {"month": 1.0, "year": 12.0},
    "year": {"year": 1.0},
}
_MINUTES = {
    "minute": 1.0, "hour": 60.0, "day": 1440.0, "night": 1440.0, "week": 10080.0, "fortnight": 20160.0,
    "month": 43830.0, "year": 525960.0,
}  # fmt: skip
_BESIDE = 6
_LONGEST = 5 * 525960.0
_A_YEAR = {"week": 52.0, "month": 12.0, "year": 1.0, "fortnight": 26.0, "term": 4.0}
_COUNTED = frozenset({AmountKind.COUNT, AmountKind.NUMBER})
_MEASURED = frozenset(
    {
        AmountKind.LENGTH,
        AmountKind.AREA,
        AmountKind.VOLUME,
        AmountKind.WEIGHT,
        AmountKind.DATA,
        AmountKind.ENERGY,
    }
)

Need = tuple[float, tuple[str, ...]]
"""A number, and what it is by: 18 trips a month are (18.0, ("month",))."""


@cache
def factors(language: Language) -> dict[str, float]:
    """How much of the base unit each named unit is."""
    result: dict[str, float] = {}
    for tag in units(language).tags:
        if tag.startswith("unit."):
            _, factor, name = tag.removeprefix("unit.").split(" ")
            result[name] = float(factor)
    return result


def a_year(per: str) -> float | None:
    """How often a recurring time comes in a year."""
    return _A_YEAR.get(per)


def same_noun(first: str, second: str) -> bool:
    """Whether two stems are of one noun in the singular and the plural."""
    short, long = sorted((first, second), key=len)
    return len(short) >= 3 and long.startswith(short) and len(long) - len(short) <= 2


def is_time(per: str) -> bool:
    """Whether a price is by a length of time."""
    return per in _TIME_UNITS


class Needs:
    """Looks up how many there are of what a price is by."""

    def __init__(self, around: Surroundings, focus: Focus, amounts: Sequence[Amount], options: int) -> None:
        self._around = around
        self._focus = focus
        self._amounts = amounts
        self._options = options

    def of(self, per: str, option: int, price: Amount) -> Need | None:
        """How many of `per` an option needs, or None where the text does not tell, or tells it twice."""
        if per in _TIME_UNITS:
            return self._time(per, option)
        for find in (self._measured, self._named, self._trips):
            need = find(per, option)
            if need is not None:
                return need
        return self._counted(per, option, price)

    def _counted(self, per: str, option: int, price: Amount) -> Need | None:
        """People, visits or pieces."""
        words = self._around.words
        found: Need | None = None
        if per == "adult" or per in words.adults:
            found = self._one(self._of_people(words.adults))
        elif per == "child" or per in words.children:
            found = self._one(self._of_people(words.children))
        elif per == "person" or per in words.persons:
            found = self._one(self._persons()) or self._one(self._unnamed())
        elif per == "go" or per in words.goes:
            found = self._one(self._goes(option)) or self._both_ways()
        elif per == "piece":
            found = self._one(self._beside(price))
        return found

    def _one(self, found: Iterator[Need]) -> Need | None:
        """The one number that was said; two different ones tell nothing."""
        distinct = set(found)
        return distinct.pop() if len(distinct) == 1 else None

    def _speaks_of(self, amount: Amount) -> int:
        return self._focus.of(amount.part, amount.span.start)

    def _time(self, per: str, option: int) -> Need | None:
        own: list[Need] = []
        others: list[Need] = []
        for amount in self._amounts:
            times = _TIME_UNITS[per].get(amount.unit)
            if amount.kind is not AmountKind.DURATION or times is None:
                continue
            if "price.aside" in self._around.before(amount, 3) | self._around.after(amount, 3):
                continue
            if amount.unit == "year" and amount.value > _LONGEST:
                continue  # an age, or how long ago
            number = amount.value / _MINUTES[amount.unit] * times
            speaks_of = self._speaks_of(amount)
            if speaks_of == option:
                own.append((number, amount.per))
            elif not amount.per and (speaks_of < 0 or amount.part == 0):
                others.append((number, ()))
        return self._one(iter(own)) or self._one(iter(others))

    def _measured(self, per: str, option: int) -> Need | None:
        """ "0,42 €/m³" and "400 m³ a year"."""
        size = factors(self._around.document.language).get(per)
        if size is None:
            return None
        return self._one(
            (amount.value / size, amount.per)
            for amount in self._amounts
            if amount.kind in _MEASURED
            and amount.unit == per
            and self._speaks_of(amount) < 0
            and amount.bound is not Bound.AT_LEAST
        ) or self._one(
            (amount.value / size, amount.per)
            for amount in self._amounts
            if amount.kind in _MEASURED and amount.unit == per
        )

    def _named(self, per: str, option: int) -> Need | None:
        """ "12 € le paquet" and "trois paquets"."""
        named = [a for a in self._amounts if a.kind is AmountKind.COUNT and same_noun(per, a.of[0])]
        near = [amount for amount in named if self._speaks_of(amount) in {option, ALL, NOBODY}]
        return self._one((a.value, a.per) for a in near) or self._one((a.value, a.per) for a in named)

    def _trips(self, per: str, option: int) -> Need | None:
        """ "24 boxes a trip" and "64 boxes": three trips."""
        for load in self._amounts:
            if load.kind is not AmountKind.COUNT or load.per != (per,) or self._speaks_of(load) != option:
                continue
            whole = self._one(
                (amount.value, ())
                for amount in self._amounts
                if amount.kind is AmountKind.COUNT and not amount.per and same_noun(load.of[0], amount.of[0])
            )
            return (float(ceil(whole[0] / load.value)), ()) if whole is not None and load.value > 0 else None
        return None

    def _of_people(self, stems: frozenset[str]) -> Iterator[Need]:
        for amount in self._amounts:
            if amount.kind is AmountKind.COUNT and amount.of[0] in stems and self._speaks_of(amount) < 0:
                yield amount.value, ()

    def _persons(self) -> Iterator[Need]:
        persons = self._around.words.persons
        for amount in self._amounts:
            if amount.kind not in _COUNTED or self._speaks_of(amount) >= 0:
                continue
            named = amount.kind is AmountKind.COUNT and amount.of[0] in persons
            near = self._around.before(amount, 2) | self._around.after(amount, 2)
            if (named or "price.group" in near) and self._is_of_people(amount):
                yield amount.value, ()

    def _is_of_people(self, amount: Amount) -> bool:
        is_bare = amount.kind is AmountKind.NUMBER
        return 2 <= amount.value <= 500 and (is_bare or amount.of[0] in self._around.words.persons)

    def _unnamed(self) -> Iterator[Need]:
        """A lone count of something else than the options: "27 choristers"."""
        for amount in self._amounts:
            if (
                amount.kind is AmountKind.COUNT
                and self._speaks_of(amount) < 0
                and amount.value > self._options
            ):
                yield amount.value, ()

    def _goes(self, option: int) -> Iterator[Need]:
        goes = self._around.words.goes
        for amount in self._amounts:
            if self._speaks_of(amount) >= 0 and self._speaks_of(amount) != option:
                continue
            if (amount.kind is AmountKind.COUNT and amount.of[0] in goes) or (
                amount.kind is AmountKind.TIMES and amount.per
            ):
                yield amount.value, amount.per

    def _both_ways(self) -> Need | None:
        """ "12 € each way": two, where the text speaks of there and back."""
        return (2.0, ()) if self._around.mentions("price.return") else None

    def _beside(self, price: Amount) -> Iterator[Need]:
        """The count that stands right before a price "each"."""
        last: Amount | None = None
        for amount in self._amounts:
            if amount.span.start >= price.span.start and amount.part == price.part:
                break
            last = amount
        if last is None or last.kind not in _COUNTED or last.part != price.part:
            return
        if price.span.start - last.span.end <= _BESIDE and self._speaks_of(last) == self._speaks_of(price):
            yield last.value, ()
