"""Finds amounts: money, durations, lengths, areas, weights, counts, times of day, dates, weekdays."""

from dataclasses import replace

from dilem.engine.reading.bounding import bounded
from dilem.engine.reading.calendar import time_at
from dilem.engine.reading.document import Document
from dilem.engine.reading.numerals import Numeral, compound, decimal
from dilem.engine.reading.options import stem
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.quantities import (
    MOST_TOKENS,
    Amount,
    AmountKind,
    Bound,
    Scan,
    meaning,
    scan,
    within,
)
from dilem.engine.reading.rates import by_small_units, per_after, per_before, per_later, per_near
from dilem.engine.reading.words import Span

__all__ = ["Amount", "AmountKind", "Bound", "find_amounts", "within"]

_DECIMALLY_WRITTEN = frozenset({"length", "weight", "volume", "area"})
_NEVER_ONE = ("unit.times", "unit.money", "unit.percent", "unit.temperature")
_CURRENCY_CODES = frozenset({"chf", "eur", "usd", "gbp", "brl", "fr"})
_COUNTED_WORDS = 3
_GREATEST = 1e12
MOST_AMOUNTS = 200
"""How many amounts of one part are read; nobody weighs more, and every limit is held against each."""

_SURE_RANGES = frozenset({"-", "–", "to", "bis", "or", "ou", "oder", "o", "and", "et", "und", "e", "y"})
_BEFORE_PEOPLE = frozenset({"sommes", "serons", "etions", "siamo", "saremo", "in"})  # "nous sommes neuf"
_BEGINNINGS = (
    "number.",
    "weekday.",
    "month.",
    "fixed.",
    "clock.noon",
    "clock.midnight",
    "clock.half",
    "clock.quar",
)
_GOING_ON = ("number.", "unit.", "half.")
_YEARS = range(1900, 2101)
_BEFORE_YEARS = frozenset(
    {"in", "since", "until", "en", "depuis", "des", "seit", "im", "bis", "ab", "nel", "dal", "em", "desde"}
)


def find_amounts(document: Document) -> tuple[Amount, ...]:
    """The amounts of all parts, in the order of the text; their spans do not overlap.

    Of one part at most MOST_AMOUNTS are read, in its first MOST_TOKENS tokens.
    """
    found: list[Amount] = []
    for part in document.parts:
        found.extend(_in_part(scan(part, document.grammar)))
    return tuple(found)


def _in_part(here: Scan) -> list[Amount]:
    found: list[Amount] = []
    index = 0
    while index < min(len(here.tokens), MOST_TOKENS) and len(found) < MOST_AMOUNTS:
        if not _may_begin(here, index):
            index += 1
            continue
        amounts = time_at(here, index) or _fixed(here, index) or _measure(here, index, found)
        if amounts:
            found.extend(amounts)
            index = max(index + 1, amounts[-1].span.end)
            continue
        uncounted = here.at(index, "fixed.uncounted")
        index = uncounted.end if uncounted else index + 1
    return [bounded(here, amount) for amount in found]


def _may_begin(here: Scan, index: int) -> bool:
    """Whether an amount may begin at a token: cheap, because most tokens begin none."""
    word = here.fold(index)
    if word[:1].isdigit():
        return True
    hits = here.starts.get(index, ())
    if any(hit.tag.startswith(_BEGINNINGS) for hit in hits):
        return True
    if any(hit.tag.startswith("number_weak.") for hit in hits):
        following = here.starts.get(index + 1, ())
        return (index + 1 < len(here.tokens) and any(hit.tag.startswith(_GOING_ON) for hit in following)) or (
            here.fold(index - 1) in _BEFORE_PEOPLE or here.before(index, "clock.prep") is not None
        )
    return compound(word, here.language) is not None


def _fixed(here: Scan, index: int) -> list[Amount]:
    """Amounts that are one phrase: "half an hour", "free", "twice"."""
    hit = here.at(index, "fixed.")
    if hit is None or hit.tag == "fixed.uncounted":
        return []
    kind, _, value = hit.tag.removeprefix("fixed.").partition(" ")
    per, end = per_after(here, hit.end, AmountKind(kind))
    amount = Amount(
        AmountKind(kind), float(value), here.part.index, Span(index, end), unit=_unit_of(kind), per=per
    )
    return [amount]


def _unit_of(kind: str) -> str:
    return "minute" if kind == "duration" else "x" if kind == "times" else ""


def _measure(here: Scan, index: int, found: list[Amount]) -> list[Amount]:
    """A number with its unit or with what it counts; a pair of lengths is an area."""
    number = here.numeral(index)
    if number is None or abs(number.value) > _GREATEST:
        return []
    start = index
    area = _area(here, index, number)
    if area is not None:
        return [area]
    upper, number = _range(here, index, number)
    symbol = _currency_before(here, index, found)
    hyphen = here.fold(number.end) == "-" and here.tokens[number.end].start == here.tokens[number.end - 1].end
    unit = here.at(number.end + hyphen, "unit.")
    if unit is not None and number.weak and unit.end - unit.start == 1 and len(here.fold(unit.start)) == 1:
        unit = None  # "um T1"
    if symbol is not None and (unit is None or not unit.tag.startswith("unit.money")):
        unit, start = symbol, symbol.start
        end = number.end
    elif unit is not None and not (number.weak and unit.tag.startswith(_NEVER_ONE)):
        end = unit.end
    else:
        return _count(here, index, number, upper)
    kind, factor, name = meaning(unit)
    if kind in _DECIMALLY_WRITTEN and number.in_figures and number.end == index + 1:
        exact = decimal(here.tokens[index].text, here.language, measured=True)
        number = replace(number, value=exact if exact is not None else number.value)
    value, upper = number.value * factor, upper * factor if upper is not None else None
    if kind == "money":
        value, end = _with_cents(here, value, end)
    elif kind == "duration":
        value, end = _with_minutes(here, value, factor, end)
    per, end = per_after(here, end, AmountKind(kind))
    if kind == "money":
        value, per, end = by_small_units(here, value, per, end)
        floor = found[-1].span.end if found else 0
        per = per or per_later(here, end)
        per = (*(name for name in per_before(here, start, floor) if name not in per), *per)
    return [
        Amount(
            AmountKind(kind), value, here.part.index, Span(start, end), unit=name,
            currency=name if kind == "money" and name != "-" else None, per=per, upper=upper,
            of=_counted(here, end) if kind == "times" else (),
        )
    ]  # fmt: skip


def _range(here: Scan, index: int, number: Numeral) -> tuple[float | None, Numeral]:
    """ "3-4 hours", "from 10 to 14 years": the number at its lower end, and the upper end."""
    to = here.at(number.end, "range.to")
    if to is None or number.weak or number.end != to.start:
        return None, number
    second = here.numeral(to.end)
    if second is None or second.weak or not number.value < second.value <= number.value * 100:
        return None, number
    unit = here.at(second.end, "unit.")
    if unit is None or second.in_figures != number.in_figures:
        return None, number
    # "un lot de 3 à 26 €" is no range; "entre 20 et 30 €" and "3-4 €" are.
    is_sure = here.fold(to.start) in _SURE_RANGES
    if not is_sure and (unit.tag.startswith("unit.money") or not here.before(index, "range.opener")):
        return None, number
    return second.value, Numeral(number.value, second.end, in_figures=False)


def _currency_before(here: Scan, index: int, found: list[Amount]) -> Hit | None:
    """A currency that is written before the number and belongs to no number before it."""
    hit = here.before(index, "unit.money")
    if hit is None or (found and found[-1].span.end > hit.start):
        return None
    last = here.fold(hit.end - 1)
    is_sign = not here.tokens[hit.end - 1].is_word or last in _CURRENCY_CODES
    return hit if is_sign else None


def _with_cents(here: Scan, value: float, end: int) -> tuple[float, int]:
    """ "12 € 50", "£4 and 20 p"."""
    following = here.fold(end)
    if len(following) == 2 and following.isdigit() and value % 1 == 0 and not here.at(end + 1, "unit."):
        touching = here.tokens[end].start - here.tokens[end - 1].end <= 1
        if touching and not here.is_content(end + 1) and here.fold(end - 1) in {"€", "euros", "euro"}:
            return value + int(following) / 100, end + 1
    return value, end


def _with_minutes(here: Scan, value: float, factor: float, end: int) -> tuple[float, int]:
    """ "2 h 30", "1 hour 20 minutes", "deux heures et demie"."""
    half = here.at(end, "half.after")
    if half:
        return value + factor / 2, half.end
    if factor != 60:
        return value, end
    after = here.at(end, "number_join.and")
    number = here.numeral(after.end if after else end)
    if number is None or number.weak or not 0 < number.value < 60:
        return value, end
    unit = here.at(number.end, "unit.duration 1 ")
    plain = after is None and here.fold(end).isdigit() and len(here.fold(end)) == 2
    if unit or plain:
        return value + number.value, unit.end if unit else number.end
    return value, end


def _area(here: Scan, index: int, number: Numeral) -> Amount | None:
    """ "18 metres by 22", "4 x 3 m"."""
    own = here.at(number.end, "unit.length")
    by = here.at(own.end if own else number.end, "range.by")
    second = here.numeral(by.end) if by else None
    if second is None or second.weak:
        return None
    unit = here.at(second.end, "unit.length")
    known = own or unit
    if known is None:
        return None
    first_factor, second_factor = meaning(own or known)[1], meaning(unit or known)[1]
    value = number.value * first_factor * second.value * second_factor
    span = Span(index, unit.end if unit else second.end)
    return Amount(AmountKind.AREA, value, here.part.index, span, unit="m2")


def _count(here: Scan, index: int, number: Numeral, upper: float | None) -> list[Amount]:
    """A number of things, or a bare number; a year is none."""
    if number.weak and not (number.value > 1 and here.fold(index - 1) in _BEFORE_PEOPLE):
        return []
    of = _counted(here, number.end)
    is_year = number.in_figures and int(number.value) in _YEARS and here.fold(index).isdigit()
    if is_year and (not of or here.fold(index - 1) in _BEFORE_YEARS):
        return []
    if not of and _is_list_marker(here, index, number.end):
        return []
    kind = AmountKind.COUNT if of else AmountKind.NUMBER
    end = number.end
    per: tuple[str, ...] = ()
    if of:
        per, end = per_near(here, number.end, len(of))
    return [Amount(kind, number.value, here.part.index, Span(index, end), per=per, upper=upper, of=of)]


def _is_list_marker(here: Scan, index: int, end: int) -> bool:
    """ "1)", "2." at the start of an entry."""
    at_start = index == 0 or here.fold(index - 1) in {"\n", ".", ";", ":", ",", "("}
    if here.fold(end) == ")":
        return at_start or len(here.fold(index)) == 1
    return here.fold(end) == "." and (index == 0 or here.fold(index - 1) == "\n")


def _counted(here: Scan, index: int) -> tuple[str, ...]:
    """The stems of the words that follow a number, up to the first function word or mark."""
    stems: list[str] = []
    if here.fold(index) == "-":
        index += 1
    while (
        len(stems) < _COUNTED_WORDS
        and here.is_content(index)
        and not here.at(index, "weekday.")
        and not here.at(index, "bound.")
    ):
        stems.append(stem(here.fold(index)))
        index += 1
    return tuple(stems)
