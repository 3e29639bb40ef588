"""Which options break a limit on an amount, and by how much."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dilem.engine.reading.bounds import Limit
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.needs import factors, same_noun
from dilem.engine.reading.prices import Surroundings
from dilem.engine.reading.quantities import Amount, AmountKind, Bound
from dilem.engine.reading.totals import Total

_TINY = 1e-9
_ALIKE = 20.0
_BARE_ALIKE = 6.0
_OWN_ALIKE = 4.0
_OWN_BOUND = (AmountKind.LENGTH, AmountKind.WEIGHT)
_PER_HEAD = frozenset({"person", "piece", "adult"})


@dataclass(frozen=True)
class Breach:
    """An option goes beyond a limit: `excess` is how far, as a share of the limit."""

    option: int
    limit: Limit
    amounts: tuple[Amount, ...]
    excess: float


def find_breaches(
    limits: Sequence[Limit],
    totals: Sequence[Total],
    focus: Focus,
    around: Surroundings,
    amounts: Sequence[Amount],
    options: int,
) -> list[Breach]:
    """Every breach of every limit.

    A limit that all options break was misread, but for a budget: that may be too small for any.
    """
    found: list[Breach] = []
    for limit in limits:
        measured = dict(_measured(limit, totals, focus, around, amounts, options))
        broken = [
            Breach(option, limit, used, excess)
            for option, (value, used) in measured.items()
            if (excess := _excess(limit, value)) > _TINY
        ]
        if limit.is_tentative and not 0 < len(broken) < len(measured) == options:
            continue
        may_break_all = limit.amount.kind is AmountKind.MONEY and limit.at_most
        if len(broken) < len(measured) or (may_break_all and all(breach.excess < 1 for breach in broken)):
            found.extend(broken)
    return found


def find_own_bounds(
    focus: Focus, around: Surroundings, amounts: Sequence[Amount], options: int
) -> Iterator[tuple[int, Amount, Amount]]:
    """Options with a bound of their own, "up to 100 kg", that the person's one amount of the kind is beyond.

    Gives the option, the person's amount and the bound.
    """
    for kind in _OWN_BOUND:
        mine = [a for a in amounts if a.kind is kind and focus.of(a.part, a.span.start) < 0]
        if len({a.value for a in mine}) != 1 or mine[0].bound in {Bound.AT_MOST, Bound.AT_LEAST}:
            continue
        broken = [
            (focus.of(a.part, a.span.start), mine[0], a)
            for a in amounts
            if a.kind is kind
            and 0 <= focus.of(a.part, a.span.start) < options
            and _is_beyond(mine[0], a, is_opening=_is_opening(around, a))
        ]
        if len({option for option, _, _ in broken}) < options:
            yield from broken


def _is_opening(around: Surroundings, amount: Amount) -> bool:
    """Whether an option's length is what fits through, or how far it goes."""
    near = around.before(amount) | around.after(amount)
    return amount.kind is AmountKind.LENGTH and bool({"price.opening", "price.range"} & near)


def _is_beyond(mine: Amount, bound: Amount, *, is_opening: bool) -> bool:
    if bound.value <= 0 or not 1 / _OWN_ALIKE <= mine.value / bound.value <= _OWN_ALIKE:
        return False
    if bound.bound is Bound.AT_MOST or is_opening:
        return mine.value > bound.value
    return bound.bound is Bound.AT_LEAST and mine.value < bound.value


def _excess(limit: Limit, value: float) -> float:
    if limit.value <= 0:
        return 0.0
    return value / limit.value - 1 if limit.at_most else 1 - value / limit.value


def _measured(
    limit: Limit,
    totals: Sequence[Total],
    focus: Focus,
    around: Surroundings,
    amounts: Sequence[Amount],
    options: int,
) -> Iterator[tuple[int, tuple[float, tuple[Amount, ...]]]]:
    """The value of each option in the measure of a limit."""
    if limit.amount.kind is AmountKind.MONEY:
        for total in totals:
            value = _in_money(limit, total)
            if value is not None:
                yield total.option, (value, total.amounts)
        return
    own = _own_amounts(limit, focus, around, amounts, options)
    for option, chosen in own.items():
        value = chosen.greatest if limit.at_most else chosen.value
        yield option, (value, (chosen,))


def _in_money(limit: Limit, total: Total) -> float | None:
    """A total by what the limit is by, or None where they cannot be compared."""
    wanted = _by_head(limit.amount.per)
    currencies = {currency for currency in (limit.amount.currency, total.currency) if currency}
    if len(currencies) > 1 or total.earns == limit.at_most:
        return None
    if _by_head(total.per) == wanted:
        return total.value
    if wanted and _by_head(total.price[1]) == wanted:
        return total.price[0]
    if not wanted:
        # A price "the week" is of one week where nothing else is said.
        return total.value if total.whole is None and total.per == ("week",) else total.whole
    is_alike = not total.per and 1 / _BARE_ALIKE <= total.value / limit.value <= _BARE_ALIKE
    return total.value if is_alike and not total.computed else None


def _by_head(per: tuple[str, ...]) -> tuple[str, ...]:
    """ "each" and "a head" are one measure."""
    return tuple("person" if name in _PER_HEAD else name for name in per)


def _own_amounts(
    limit: Limit, focus: Focus, around: Surroundings, amounts: Sequence[Amount], options: int
) -> Mapping[int, Amount]:
    """The one amount of each option that measures what a limit limits; it may be a bare number."""
    same: dict[int, list[Amount]] = {option: [] for option in range(options)}
    bare: dict[int, list[Amount]] = {option: [] for option in range(options)}
    for amount in amounts:
        option = focus.of(amount.part, amount.span.start)
        if not 0 <= option < options or amount is limit.amount:
            continue
        if _fits(limit, around, amount):
            same[option].append(amount)
        elif amount.kind is AmountKind.NUMBER and not amount.per:
            bare[option].append(amount)
    chosen: dict[int, Amount] = {}
    for option in range(options):
        values = {amount.value for amount in same[option]}
        if len(values) == 1:
            chosen[option] = same[option][0]
        elif not values and len(bare[option]) == 1:
            scaled = _scaled(limit, around, bare[option][0], said=any(same.values()))
            if scaled is not None:
                chosen[option] = scaled
    return chosen


def _fits(limit: Limit, around: Surroundings, amount: Amount) -> bool:
    """Whether an option's amount is of the limit's kind, of its order of magnitude, and of the same thing."""
    mark = limit.amount
    if mark.kind is AmountKind.NUMBER and limit.at_most:
        is_like = limit.value > 0 and 1 / _BARE_ALIKE <= amount.value / limit.value <= _BARE_ALIKE
        return is_like and not amount.per and amount.kind in {AmountKind.NUMBER, AmountKind.MONEY}
    if mark.kind in {AmountKind.COUNT, AmountKind.NUMBER}:
        return _counts_same(limit, around, amount)
    if amount.kind is not mark.kind or limit.value <= 0 or amount.value <= 0:
        return False
    if amount.per and amount.per != mark.per:
        return False
    if mark.kind is AmountKind.LENGTH and "price.opening" in around.before(amount) | around.after(amount):
        return False
    return 1 / _ALIKE <= amount.value / limit.value <= _ALIKE


def _counts_same(limit: Limit, around: Surroundings, amount: Amount) -> bool:
    is_seats = not limit.at_most and "price.holds" in around.before(amount, 2)
    if amount.kind is AmountKind.NUMBER and is_seats and _is_of_people(limit, around):
        return amount.value >= 2
    if amount.kind is not AmountKind.COUNT or amount.per:
        return False
    words = around.words
    mark = limit.amount
    if limit.is_tentative and amount.of[0] in words.persons | words.seats:
        return False
    if not limit.at_most and (mark.kind is AmountKind.NUMBER or mark.of[0] in words.persons | words.seats):
        return amount.of[0] in words.seats
    return mark.kind is AmountKind.COUNT and same_noun(mark.of[0], amount.of[0])


def _is_of_people(limit: Limit, around: Surroundings) -> bool:
    mark = limit.amount
    return mark.kind is AmountKind.NUMBER or mark.of[0] in around.words.persons | around.words.seats


def _scaled(limit: Limit, around: Surroundings, amount: Amount, *, said: bool) -> Amount | None:
    """A bare number in the unit of the limit, where it is of its order of magnitude.

    Of people and seats only where the unit is `said` of another option.
    """
    mark = limit.amount
    if not limit.at_most and mark.kind in {AmountKind.COUNT, AmountKind.NUMBER} and not said:
        return None
    factor = factors(around.document.language).get(mark.unit, 1.0)
    value = amount.value * factor
    if limit.value <= 0 or not 1 / _BARE_ALIKE <= value / limit.value <= _BARE_ALIKE:
        return None
    return replace(amount, value=value, kind=mark.kind)
