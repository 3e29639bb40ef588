"""The terms of which the cost, or the pay, of each option is made."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from dilem.engine.reading.focus import Focus
from dilem.engine.reading.needs import is_time
from dilem.engine.reading.options import stem
from dilem.engine.reading.prices import Role, Surroundings, earns, role_of
from dilem.engine.reading.quantities import Amount, AmountKind, Bound

_TIMES = frozenset({"of", "de", "a", "zu", "di", "da", "x", "at", "je", "mal", "times", "×", "d'", "von"})
_DEAL = frozenset({"for", "pour", "fur", "per", "por", "x", "para"})
_COUNTED = frozenset({AmountKind.COUNT, AmountKind.NUMBER})
_HEADS = frozenset({"person", "adult", "child"})
_AT = frozenset({"at", "zu", "a", "x", "mal", "je", "×"})
_LONG = frozenset({"week", "month", "year", "night"})
_GAP = 4


@dataclass(frozen=True)
class Sheet:
    """The terms of one option: signed values, each with what it is by; the first is the price or pay."""

    option: int
    earns: bool
    terms: tuple[tuple[float, tuple[str, ...]], ...]
    amounts: tuple[Amount, ...]
    deal: float | None = None  # the share that is paid of "3 for 2"

    @property
    def currency(self) -> str | None:
        """The currency of the amounts, where it is said."""
        return next((a.currency for a in self.amounts if a.currency), None)


def find_sheets(
    around: Surroundings, focus: Focus, amounts: Sequence[Amount], options: int
) -> dict[int, Sheet]:
    """The sheet of every option whose amounts can be told apart from something else."""
    own: dict[int, list[Amount]] = {option: [] for option in range(options)}
    for number, amount in enumerate(amounts):
        option = focus.of(amount.part, amount.span.start)
        if 0 <= option < options and amount.kind in {AmountKind.MONEY, AmountKind.PERCENT}:
            multiplied = _multiplied(around, amounts, number)
            own[option].append(multiplied if multiplied is not amount else _by_the_go(around, amount))
    _adopt_bare_numbers(around, focus, amounts, own)
    firsts = [next((a for a in listed if a.kind is AmountKind.MONEY), None) for listed in own.values()]
    earning = [earns(around, amount) for amount in firsts if amount is not None]
    pays = any(earning) and sum(earning) * 2 >= len(earning)
    _share_the_measure(own, pays=pays)
    sheets: dict[int, Sheet] = {}
    for option, listed in own.items():
        sheet = _sheet(around, option, listed, pays=pays)
        if sheet is not None:
            sheets[option] = replace(sheet, deal=_deal(around, focus, amounts, option))
    return sheets


def _deal(around: Surroundings, focus: Focus, amounts: Sequence[Amount], option: int) -> float | None:
    """ "3 for 2": two thirds are paid."""
    for first, second in pairwise(amounts):
        if first.part != second.part or focus.of(first.part, first.span.start) != option:
            continue
        if (
            first.kind not in _COUNTED
            or second.kind not in _COUNTED
            or second.span.start - first.span.end != 1
        ):
            continue
        word = around.part(first).tokens[first.span.end].fold
        if (
            word in _DEAL
            and 1 <= second.value < first.value <= 10
            and first.value % 1 == second.value % 1 == 0
        ):
            return second.value / first.value
    return None


def _share_the_measure(own: dict[int, list[Amount]], *, pays: bool) -> None:
    """ "6 € the metre, … 11,50 €, … 9 €": what is said once of a row of prices, or of pay, holds for all."""
    firsts = {
        option: number for option, listed in own.items() if (number := _first_money(listed)) is not None
    }
    pers = {own[option][number].per for option, number in firsts.items()}
    if len(pers) != 2 or () not in pers:
        return
    common = next(per for per in pers if per)
    values = [own[option][number].value for option, number in firsts.items()]
    recurs = pays or (len(common) == 1 and common[0] in _LONG)
    within = 5.0 if len(firsts) > 2 else 2.5 if recurs else 0.0
    if min(values) <= 0 or max(values) > min(values) * within:
        return
    for option, number in firsts.items():
        own[option][number] = replace(own[option][number], per=common)


def _first_money(listed: list[Amount]) -> int | None:
    return next((number for number, amount in enumerate(listed) if amount.kind is AmountKind.MONEY), None)


def _sheet(around: Surroundings, option: int, listed: list[Amount], *, pays: bool) -> Sheet | None:
    terms: list[tuple[float, tuple[str, ...]]] = []
    used: list[Amount] = []
    for amount in listed:
        role = role_of(around, amount, first=not terms)
        if role is Role.NONE and amount.kind is AmountKind.PERCENT and used and _is_close(used[-1], amount):
            return None  # a share of something that was not understood
        if role in {Role.NONE, Role.MORE, Role.LESS}:
            continue
        if amount.kind is AmountKind.PERCENT:
            share = amount.value / 100
            if not terms or share >= 1 or amount.per:
                continue
            base, per = terms[0]
            is_off = role is Role.OFF or pays
            terms[0] = (base * (1 - share if is_off else 1 + share), per)
        elif terms and _is_said_again(around, amount, used):
            continue
        elif role is Role.BASE and terms and not _may_add(around, amount, terms, pays=pays):
            return None
        elif role is Role.BASE and not terms:
            terms.append((amount.value, amount.per))
        else:
            off = (role is Role.OFF) != (pays and not earns(around, amount))
            terms.append((-amount.value if off else amount.value, _recurring(around, amount, terms)))
        used.append(amount)
    if not terms or len({a.currency for a in used if a.currency}) > 1:
        return None
    return Sheet(option, pays, tuple(terms), tuple(used))


def _may_add(
    around: Surroundings, amount: Amount, terms: list[tuple[float, tuple[str, ...]]], *, pays: bool
) -> bool:
    """Whether an amount adds without saying so: a price for others, "6 € a child", or what a job costs."""
    by_head = set(amount.per[:1]) & _HEADS
    return (pays and around.is_paid_for(amount)) or bool(
        by_head and not any(by_head & set(per) for _, per in terms)
    )


def _is_close(first: Amount, second: Amount) -> bool:
    return first.part == second.part and 0 <= second.span.start - first.span.end <= 8


def _recurring(
    around: Surroundings, amount: Amount, terms: list[tuple[float, tuple[str, ...]]]
) -> tuple[str, ...]:
    """What an addition is by where it does not say: "another £160" after "£245 a month" is a month's too."""
    times = tuple(name for name in terms[-1][1] if is_time(name))
    if amount.per:
        words = around.words
        by_head = amount.per[0] in _HEADS or amount.per[0] in words.adults | words.children
        return (*amount.per, *times) if by_head and not any(map(is_time, amount.per)) else amount.per
    is_joined = {"price.plus"} & around.before(amount, 2) and amount.value > 0
    return (
        terms[-1][1] if is_joined and len(terms) > 1 and "price.extra" not in around.after(amount, 2) else ()
    )


def _is_said_again(around: Surroundings, amount: Amount, used: list[Amount]) -> bool:
    """Whether an amount repeats one that was counted, and is not added to it."""
    return any(amount.value == other.value for other in used) and "price.plus" not in around.before(amount, 2)


def _multiplied(around: Surroundings, amounts: Sequence[Amount], number: int) -> Amount:
    """An amount with "12 times" or "12,000 words at" in front of it counted in."""
    amount = amounts[number]
    before = amounts[number - 1] if number else None
    if (
        before is None
        or before.part != amount.part
        or amount.kind is not AmountKind.MONEY
        or before.per
        or amount.per
    ):
        return amount
    tokens = around.part(amount).tokens
    gap = [tokens[index].fold for index in range(before.span.end, amount.span.start)]
    if not gap or len(gap) > _GAP or gap[-1] not in _TIMES:
        return amount
    is_counted = before.kind is AmountKind.COUNT and len(gap) - 1 <= len(before.of)
    if before.kind is AmountKind.DURATION and len(gap) <= 2 and gap[-1] in _AT:
        return replace(amount, per=(before.unit,))
    if before.kind is AmountKind.TIMES or is_counted:
        return replace(amount, value=amount.value * before.value)
    return amount


def _by_the_go(around: Surroundings, amount: Amount) -> Amount:
    """ "tickets at £2": a price by what is bought many times, named in front of it."""
    tokens, start = around.part(amount).tokens, amount.span.start
    if amount.per or start < 2 or amount.kind is not AmountKind.MONEY or tokens[start - 1].fold not in _TIMES:
        return amount
    return replace(amount, per=("go",)) if stem(tokens[start - 2].fold) in around.words.goes else amount


def _adopt_bare_numbers(
    around: Surroundings, focus: Focus, amounts: Sequence[Amount], own: dict[int, list[Amount]]
) -> None:
    """ "A asks 900 €, B 1.050": a bare number is a price where the others' prices are of its size."""
    firsts = {
        option: listed[number]
        for option, listed in own.items()
        if (number := _first_money(listed)) is not None
    }
    bare: dict[int, list[Amount]] = {option: [] for option in own}
    for amount in amounts:
        option = focus.of(amount.part, amount.span.start)
        before = firsts.get(option)
        leads = before is None or (amount.part, amount.span.start) < (before.part, before.span.start)
        if option in bare and leads and amount.kind is AmountKind.NUMBER and amount.value >= 10:
            bare[option].append(amount)
    lacking = [option for option in own if option not in firsts]
    if firsts and len(lacking) < len(own):
        others = list(firsts.values())
    elif all(len(found) == 1 for found in bare.values()) and _is_about_prices(around, amounts):
        others = []
    else:
        return
    for option, found in bare.items():
        like = [a for a in others if a is not firsts.get(option)] or [
            other[0] for other in bare.values() if other
        ]
        if len(found) == 1 and all(
            _is_like(found[0], other, within=3 if option in firsts else 8) for other in like
        ):
            sample = like[0] if others else None
            price = replace(
                found[0],
                kind=AmountKind.MONEY,
                currency=sample.currency if sample else None,
                per=sample.per if sample else (),
            )
            own[option].insert(0, price)


def _is_like(amount: Amount, other: Amount, *, within: float) -> bool:
    return other.value > 0 and 1 / within <= amount.value / other.value <= within


def _is_about_prices(around: Surroundings, amounts: Sequence[Amount]) -> bool:
    """Whether bare numbers may be prices: the text speaks of money and states no other amount of it."""
    stated = [a for a in amounts if a.kind is AmountKind.MONEY and a.bound is not Bound.AT_MOST]
    return not stated and around.mentions("price.cost")
