"""What each option costs or brings in the end, added up as a careful person does."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dilem.engine.grid import OptionKind, Source, Statement, StatementKind
from dilem.engine.reading.document import Document
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.measures import compare_differences, compare_measures, effects, quote_of
from dilem.engine.reading.needs import Needs, a_year, is_time
from dilem.engine.reading.options import Found
from dilem.engine.reading.packs import pack_prices
from dilem.engine.reading.prices import Surroundings
from dilem.engine.reading.quantities import Amount, AmountKind
from dilem.engine.reading.sheets import Sheet, find_sheets

Term = tuple[float, tuple[str, ...]]
"""A value and what it is by."""

_SHORT = frozenset({"minute", "hour", "day"})


@dataclass(frozen=True)
class Total:
    """What one option costs or brings: `value` in `currency`, by the time `per` where it recurs.

    `multiplied` is the same for as long as the text tells, where it does. `amounts` are what the total
    is made of; it is `computed` where it is not one stated amount.
    """

    option: int
    value: float
    currency: str | None
    per: tuple[str, ...]
    earns: bool
    amounts: tuple[Amount, ...]
    computed: bool
    multiplied: Term | None = None
    price: Term = (0.0, ())  # the price or the pay itself, as it was stated

    @property
    def whole(self) -> float | None:
        """All of it, where it is known for how long."""
        return self.multiplied[0] if self.multiplied is not None and not self.multiplied[1] else None


def find_totals(
    document: Document, found: Found, focus: Focus, amounts: Sequence[Amount]
) -> tuple[Total, ...]:
    """The totals of the options for which they can be told, by one measure wherever possible.

    An option is left out where its amounts cannot be told apart from something else.
    """
    if any(option.kind is not OptionKind.NAMED for option in found.options):
        return ()
    around = Surroundings(document, amounts)
    sheets = find_sheets(around, focus, amounts, len(found.options))
    packs = pack_prices(around, focus, amounts, sheets)
    if packs is not None:
        return tuple(
            Total(
                option, value, sheets[option].currency, (), sheets[option].earns,
                (*sheets[option].amounts, size), computed=True,
            )
            for option, (value, size) in packs.items()
        )  # fmt: skip
    needs = Needs(around, focus, amounts, len(found.options))
    totals = [total for sheet in sheets.values() if (total := _total(sheet, needs)) is not None]
    return tuple(_alike(around, totals))


def compare(
    document: Document, found: Found, focus: Focus, amounts: Sequence[Amount]
) -> tuple[Statement, ...]:
    """What the amounts say of each option: cost or income, time, distance, space.

    The best of two options lies as far above the middle as the other below; nothing is said where an amount
    is missing, or means something else for one option than for another.
    """
    totals = find_totals(document, found, focus, amounts)
    statements = list(_money_statements(document, totals, _priced(focus, amounts, len(found.options))))
    if not statements:
        statements = list(compare_differences(document, found, focus, amounts))
    statements.extend(compare_measures(document, found, focus, amounts))
    return tuple(statements)


def _priced(focus: Focus, amounts: Sequence[Amount], options: int) -> set[int]:
    """The options of which an amount of money is said."""
    spoken_of = (focus.of(a.part, a.span.start) for a in amounts if a.kind is AmountKind.MONEY)
    return {option for option in spoken_of if 0 <= option < options}


def _money_statements(document: Document, totals: Sequence[Total], priced: set[int]) -> Iterable[Statement]:
    """Statements on totals by one measure; none where an option's amounts could not be added up."""
    if len(totals) < 2 or priced - {total.option for total in totals}:
        return
    if (
        len({total.per for total in totals}) > 1
        or len({total.currency for total in totals if total.currency}) > 1
    ):
        return
    earns = totals[0].earns
    for total, effect in zip(totals, effects([t.value for t in totals], more_is_better=earns), strict=True):
        quote = quote_of(document, total.amounts)
        source = Source.COMPUTED if total.computed else Source.STATED
        yield Statement(
            StatementKind.NUMBER, total.option, "income" if earns else "cost", effect, quote, source
        )


def _total(sheet: Sheet, needs: Needs) -> Total | None:
    """The sum of a sheet: by one time where all of it recurs, else multiplied out; None where neither."""
    terms = [_resolved(value, per, sheet, needs, times=False) for value, per in sheet.terms]
    if sheet.earns and terms[0][1]:
        terms = [(value, per or terms[0][1]) for value, per in terms]
    elif _is_by_use(terms):
        return None
    rate = _rate(terms)
    in_all = [_resolved(value, per, sheet, needs, times=True) for value, per in ([rate] if rate else terms)]
    multiplied = _rate(in_all)
    share = sheet.deal or 1.0
    if rate is None and (multiplied is None or multiplied[1]):
        return None
    value, per = rate or multiplied or (0.0, ())
    computed = len(sheet.amounts) > 1 or (value, per) != sheet.terms[0] or share != 1
    return Total(
        sheet.option, value * share, sheet.currency, per, sheet.earns, sheet.amounts, computed,
        (multiplied[0] * share, multiplied[1]) if multiplied else None, sheet.terms[0],
    )  # fmt: skip


def _rate(terms: Sequence[Term]) -> Term | None:
    """The sum by one measure, without knowing for how long; None where there is none."""
    if len({per for _, per in terms}) == 1:
        return sum(value for value, _ in terms), terms[0][1]
    yearly = [_yearly(value, per) for value, per in terms]
    known = [value for value in yearly if value is not None]
    return (sum(known), ("year",)) if len(known) == len(yearly) else None


def _is_by_use(terms: Sequence[Term]) -> bool:
    """Whether an addition by the day or hour depends on use: "14 € a month, abroad 2 € a day"."""
    return a_year(terms[0][1][0] if terms[0][1] else "") is not None and any(
        _SHORT & set(per) for _, per in terms[1:]
    )


def _resolved(value: float, per: tuple[str, ...], sheet: Sheet, needs: Needs, *, times: bool) -> Term:
    """A term multiplied by what is needed of what it is by; by how long only where `times` says so."""
    left: list[str] = []
    for name in per:
        need = needs.of(name, sheet.option, sheet.amounts[0]) if times or not is_time(name) else None
        if need is None:
            left.append(name)
        else:
            value *= need[0]
            left.extend(other for other in need[1] if other not in left)
    return value, tuple(left)


def _yearly(value: float, per: tuple[str, ...]) -> float | None:
    times = a_year(per[0]) if len(per) == 1 else None
    return value * times if times is not None else None


# --- by one measure ----------------------------------------------------------------------------


def _alike(around: Surroundings, totals: list[Total]) -> Iterable[Total]:
    """Totals by one measure: as they are, by the year, or for as long as the text tells."""
    pers = {total.per for total in totals}
    recurring = {per for per in pers if per}
    if () in pers and len(recurring) == 1:
        common = next(iter(recurring))
        passes = [total for total in totals if not total.per and _is_pass(around, total.amounts[0])]
        if passes and _yearly(1.0, common) is not None:
            totals = [replace(total, per=common) if total in passes else total for total in totals]
            pers = {total.per for total in totals}
    if len(pers) < 2:
        return totals
    if all(_yearly(1.0, per) is not None for per in pers):
        return [_by_the_year(total) for total in totals]
    multiplied = [_multiplied_out(total) for total in totals]
    if len({total.per for total in multiplied}) > 1 and all(
        _yearly(1.0, t.per) is not None for t in multiplied
    ):
        return [_by_the_year(total) for total in multiplied]
    return multiplied


def _multiplied_out(total: Total) -> Total:
    if total.multiplied is None:
        return total
    value, per = total.multiplied
    return replace(total, value=value, per=per, computed=total.computed or total.per != per)


def _by_the_year(total: Total) -> Total:
    value = _yearly(total.value, total.per)
    return replace(
        total, value=value or 0.0, per=("year",), computed=total.computed or total.per != ("year",)
    )


def _is_pass(around: Surroundings, amount: Amount) -> bool:
    return "price.pass" in around.before(amount, 3) | around.after(amount, 3)
