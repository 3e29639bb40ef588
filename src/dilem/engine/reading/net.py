"""Amounts from which something is taken off at once: "410 m², of which 30 are lost"."""

from collections.abc import Sequence
from dataclasses import replace

from dilem.engine.reading.prices import Surroundings
from dilem.engine.reading.quantities import Amount, AmountKind

_NEAR = 14
_REDUCED = frozenset(
    {AmountKind.LENGTH, AmountKind.AREA, AmountKind.VOLUME, AmountKind.WEIGHT, AmountKind.DURATION}
)


def net_amounts(around: Surroundings, amounts: Sequence[Amount]) -> tuple[Amount, ...]:
    """The amounts, each without what is said to come off it; what came off is left out."""
    result: list[Amount] = []
    for amount in amounts:
        last = result[-1] if result else None
        if last is not None and _comes_off(around, last, amount):
            result[-1] = replace(last, value=last.value - amount.value)
        else:
            result.append(amount)
    return tuple(result)


def _comes_off(around: Surroundings, whole: Amount, part: Amount) -> bool:
    if (
        whole.part != part.part
        or not 0 <= part.span.start - whole.span.end <= _NEAR
        or whole.kind not in _REDUCED
    ):
        return False
    same = part.kind is whole.kind or part.kind is AmountKind.NUMBER
    return same and 0 < part.value < whole.value and "price.subtract" in around.before(part)
