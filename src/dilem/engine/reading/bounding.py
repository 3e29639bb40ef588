"""How an amount is bounded by the words around it: "at most", "from", "about", "not more than"."""

from dataclasses import replace

from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.quantities import Amount, AmountKind, Bound, Scan

_BOUNDS = (("max", Bound.AT_MOST), ("min", Bound.AT_LEAST))
_COMPARED = (("over", Bound.AT_LEAST, Bound.AT_MOST), ("under", Bound.AT_MOST, Bound.AT_LEAST))
_BOUND_GAP = 2
_DENIAL_REACH = 5


def bounded(here: Scan, amount: Amount) -> Amount:
    """The amount with "at most", "from" or "about" around it counted in."""
    for name, bound in _BOUNDS:
        is_range = amount.upper is not None and bound is Bound.AT_LEAST  # "from 10 to 14"
        if _bound_before(here, amount, f"bound.{name}_before") and not is_range:
            return replace(amount, bound=bound)
        counted = len(amount.of) if amount.kind is AmountKind.COUNT else 0
        for gap in range(_BOUND_GAP):
            end = amount.span.end + counted
            hit = here.at(end + gap, f"bound.{name}_after")
            if hit and all(here.fold(end + i) in {",", "(", "-", "–"} for i in range(gap)):
                return replace(amount, bound=bound)
    for name, bound, denied in _COMPARED:
        hit = _bound_before(here, amount, f"bound.{name}")
        if hit:
            return replace(amount, bound=denied if _is_denied(here, hit.start, amount.span.end) else bound)
    if here.before(amount.span.start, "bound.about"):
        return replace(amount, bound=Bound.ABOUT)
    return amount


def _bound_before(here: Scan, amount: Amount, tag: str) -> Hit | None:
    for gap in range(_BOUND_GAP):
        place = amount.span.start - gap
        hit = here.before(place, tag)
        if hit and all(here.tokens[i].is_word for i in range(place, amount.span.start)):
            return hit
    return None


def _is_denied(here: Scan, start: int, end: int) -> bool:
    """Whether "more than X" is denied near by: "I can't work more than X", "mehr als X arbeite ich nicht"."""
    for index in range(start - 1, max(start - 1 - _DENIAL_REACH, -1), -1):
        if not here.tokens[index].is_word:
            break
        if here.grammar.has("words.negation", here.fold(index)):
            return True
    for index in range(end, min(end + _DENIAL_REACH + 3, len(here.tokens))):
        if here.fold(index) in {".", "?", "!", ";", ":"}:
            return False
        if here.grammar.has("words.negation", here.fold(index)):
            return here.language == "de"
    return False
