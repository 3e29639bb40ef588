"""Packs of different sizes: what as many as needed cost, or one piece."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil

from dilem.engine.reading.focus import Focus
from dilem.engine.reading.prices import Surroundings
from dilem.engine.reading.quantities import Amount, AmountKind
from dilem.engine.reading.sheets import Sheet

_GAP = 4
_PACKED = frozenset(
    {
        AmountKind.COUNT,
        AmountKind.NUMBER,
        AmountKind.WEIGHT,
        AmountKind.VOLUME,
        AmountKind.AREA,
        AmountKind.LENGTH,
    }
)


def pack_prices(
    around: Surroundings, focus: Focus, amounts: Sequence[Amount], sheets: Mapping[int, Sheet]
) -> dict[int, tuple[float, Amount]] | None:
    """For each option what as many as needed cost, or one piece where that is asked, with its size.

    Empty where a price by the piece is asked and cannot be told; None where nothing speaks of packs.
    """
    by_piece = around.mentions("price.unit_wish")
    if len(sheets) < 2 or any(len(sheet.terms) != 1 or sheet.terms[0][1] for sheet in sheets.values()):
        return None
    sizes = _sizes(focus, amounts, sheets, anywhere=False) or (
        _sizes(focus, amounts, sheets, anywhere=True) if by_piece else None
    )
    if sizes is None:
        return {} if by_piece else None
    if len({size.value for size in sizes.values()}) < 2:
        return None
    kinds = {size.kind for size in sizes.values()} - {AmountKind.NUMBER}
    need = _needed(next(iter(kinds), AmountKind.COUNT), sizes, amounts, focus)
    if need is None and not by_piece:
        return {} if _are_rival_packs(sizes, sheets) else None
    prices: dict[int, tuple[float, Amount]] = {}
    for option, sheet in sheets.items():
        price, size = sheet.terms[0][0], sizes[option].value
        prices[option] = (price / size if need is None else price * ceil(need / size - 1e-9), sizes[option])
    return prices


def _are_rival_packs(sizes: Mapping[int, Amount], sheets: Mapping[int, Sheet]) -> bool:
    """Whether the cheapest is the smallest of several packs: nobody can tell which is better value."""
    same = all(size.kind in {AmountKind.WEIGHT, AmountKind.VOLUME} for size in sizes.values())
    cheapest = min(sheets, key=lambda option: sheets[option].terms[0][0])
    return same and sizes[cheapest].value < max(size.value for size in sizes.values())


def _sizes(
    focus: Focus, amounts: Sequence[Amount], sheets: Mapping[int, Sheet], *, anywhere: bool
) -> dict[int, Amount] | None:
    """The one size of each option, beside its price or anywhere; all of one kind, which a bare number fits.

    A length for so many litres is how far a tank goes, and counts in kilometres.
    """
    sizes: dict[int, Amount] = {}
    for option, sheet in sheets.items():
        price = sheet.amounts[0]
        found = [
            amount
            for amount in amounts
            if amount.kind in _PACKED
            and amount.value > 0
            and not amount.per
            and focus.of(amount.part, amount.span.start) == option
            and (anywhere or _is_beside(amount, price))
        ]
        lengths = [amount for amount in found if amount.kind is AmountKind.LENGTH]
        found = lengths if anywhere and lengths else found
        if len(found) != 1:
            return None
        sizes[option] = found[0]
    kinds = {size.kind for size in sizes.values()} - {AmountKind.NUMBER}
    if len(kinds) > 1:
        return None
    if kinds == {AmountKind.LENGTH}:
        factor = max(size.value for size in sizes.values() if size.kind is AmountKind.LENGTH) >= 1000
        sizes = {
            option: replace(size, value=size.value * 1000)
            if factor and size.kind is AmountKind.NUMBER
            else size
            for option, size in sizes.items()
        }
    return sizes


def _is_beside(size: Amount, price: Amount) -> bool:
    return size.part == price.part and -2 * _GAP <= size.span.start - price.span.end <= _GAP


def _needed(
    kind: AmountKind, sizes: Mapping[int, Amount], amounts: Sequence[Amount], focus: Focus
) -> float | None:
    """How much is needed in all, said outside the options in the same measure."""
    counted = {name for size in sizes.values() for name in size.of}
    found = {
        amount.value
        for amount in amounts
        if amount.kind is kind
        and focus.of(amount.part, amount.span.start) < 0
        and (kind is not AmountKind.COUNT or counted & set(amount.of))
        and amount.value > min(size.value for size in sizes.values())
    }
    return found.pop() if len(found) == 1 else None
