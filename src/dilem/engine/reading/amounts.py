"""Finds amounts: money, durations, lengths, areas, weights, counts, times of day, dates, weekdays."""

from dataclasses import replace

from dilem.engine.reading.calendar import time_at
from dilem.engine.reading.document import Document
from dilem.engine.reading.numerals import Numeral, compound, decimal
from dilem.engine.reading.options import stem
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.quantities import MOST_TOKENS, Amount, AmountKind, Bound, Scan, scan, within
from dilem.engine.reading.words import Span

__all__ = ["Amount", "AmountKind", "Bound", "find_amounts", "within"]

_DECIMALLY_WRITTEN = frozenset({AmountKind.LENGTH, AmountKind.WEIGHT, AmountKind.VOLUME, AmountKind.AREA})
_PLURAL_FACTOR = {AmountKind.DURATION, AmountKind.LENGTH, AmountKind.VOLUME, AmountKind.WEIGHT}
_COUNTED_WORDS = 3
_GREATEST = 1e12
MOST_AMOUNTS = 200
"""How many amounts of one part are read; nobody weighs more, and every limit is held against each."""

_BASE_UNITS = {"weight": "kg", "volume": "l"}
_SMALL_UNITS = {
    "g": ("kg", 0.001), "etto": ("kg", 0.1), "pfund": ("kg", 0.5), "lb": ("kg", 0.4536),
    "ml": ("l", 0.001), "cl": ("l", 0.01),
}  # fmt: skip
_BOUND_GAP = 2
_PER_GAP = 3
_PER_REACH = 6
_RECURRING = frozenset({"week", "month", "year"})
_PER_WORDS = frozenset({"per", "pro", "par", "por", "im", "al", "ao", "a", "a", "je", "/"})
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
    "clock.quarter",
)
_GOING_ON = ("number.", "unit.", "half.")
_YEARS = range(1900, 2101)
_BOUNDS = (
    ("max", Bound.AT_MOST),
    ("min", Bound.AT_LEAST),
)
_COMPARED = (("over", Bound.AT_LEAST, Bound.AT_MOST), ("under", Bound.AT_MOST, Bound.AT_LEAST))
_DENIAL_REACH = 5


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
    return [_bounded(here, amount) for amount in found]


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
        return (
            index + 1 < len(here.tokens)
            and any(hit.tag.startswith(_GOING_ON) for hit in following)
            or (here.fold(index - 1) in _BEFORE_PEOPLE or here.before(index, "clock.prep") is not None)
        )
    return compound(word, here.language) is not None


def _fixed(here: Scan, index: int) -> list[Amount]:
    """Amounts that are one phrase: "half an hour", "free", "twice"."""
    hit = here.at(index, "fixed.")
    if hit is None or hit.tag == "fixed.uncounted":
        return []
    kind, _, value = hit.tag.removeprefix("fixed.").partition(" ")
    per, end = _per_after(here, hit.end, AmountKind(kind))
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
    elif unit is not None and not (number.weak and _is_article_of(here, index, unit)):
        end = unit.end
    else:
        return _count(here, index, number, upper)
    kind, factor, name = _meaning(unit)
    if kind in _DECIMALLY_WRITTEN and number.in_figures and number.end == index + 1:
        exact = decimal(here.tokens[index].text, here.language, measured=True)
        number = replace(number, value=exact if exact is not None else number.value)
    value, upper = number.value * factor, upper * factor if upper is not None else None
    if kind == "money":
        value, end = _with_cents(here, value, end)
    elif kind == "duration":
        value, end = _with_minutes(here, value, factor, end)
    per, end = _per_after(here, end, AmountKind(kind))
    if kind == "money":
        value, per, end = _by_small_units(here, value, per, end)
    per = per or _per_later(here, end, kind)
    per = (
        *(
            name
            for name in _per_before(here, start, kind, found[-1].span.end if found else 0)
            if name not in per
        ),
        *per,
    )
    return [
        Amount(
            AmountKind(kind), value, here.part.index, Span(start, end), unit=name,
            currency=name if kind == "money" and name != "-" else None, per=per, upper=upper,
            of=_counted(here, end) if kind in {"times"} else (),
        )
    ]  # fmt: skip


def _meaning(unit: Hit) -> tuple[str, float, str]:
    kind, factor, name = unit.tag.removeprefix("unit.").split(" ")
    return kind, float(factor), name


def _is_article_of(here: Scan, index: int, unit: Hit) -> bool:
    """Whether "a" in front of a unit is no number: "one day", "eine Tonne"… of no measure; times and money."""
    return unit.tag.startswith(("unit.times", "unit.money", "unit.percent", "unit.temperature"))


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
    is_sign = not here.tokens[hit.end - 1].is_word or here.fold(hit.end - 1) in {
        "chf",
        "eur",
        "usd",
        "gbp",
        "brl",
        "fr",
    }
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
    first_factor, second_factor = _meaning(own or known)[1], _meaning(unit or known)[1]
    value = number.value * first_factor * second.value * second_factor
    span = Span(index, unit.end if unit else second.end)
    return Amount(AmountKind.AREA, value, here.part.index, span, unit="m2")


def _count(here: Scan, index: int, number: Numeral, upper: float | None) -> list[Amount]:
    """A number of things, or a bare number; a year is none."""
    if number.weak and not (number.value > 1 and here.fold(index - 1) in _BEFORE_PEOPLE):
        return []
    of = _counted(here, number.end)
    if number.in_figures and not of and int(number.value) in _YEARS and here.fold(index).isdigit():
        return []
    if not of and _is_list_marker(here, index, number.end):
        return []
    kind = AmountKind.COUNT if of else AmountKind.NUMBER
    end = number.end
    per: tuple[str, ...] = ()
    if of:
        per, end = _per_near(here, number.end, len(of))
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


def _per_near(here: Scan, index: int, count: int) -> tuple[tuple[str, ...], int]:
    """What a count is by: "18 trips a month", "24 boxes per trip"."""
    for position in range(index + 1, index + count + 1):
        hit = here.at(position, "per.")
        if hit:
            return (hit.tag.removeprefix("per."),), hit.end
        if here.at(position, "per_word.strong"):
            noun = position + 1
            if here.is_content(noun):
                return (stem(here.fold(noun)),), noun + 1
    return (), index


def _per_after(here: Scan, end: int, kind: AmountKind) -> tuple[tuple[str, ...], int]:
    """What an amount is by, up to two: "per person and night"."""
    per: list[str] = []
    position = end
    while len(per) < 2:
        start = position
        if per and here.at(position, "number_join.and"):
            start = position + 1
        found = _one_per(here, start, kind, again=bool(per))
        if found is None:
            break
        if found[0] not in per:
            per.append(found[0])
        end = position = found[1]
    return tuple(per), end


def _one_per(here: Scan, index: int, kind: AmountKind, *, again: bool) -> tuple[str, int] | None:
    hit = here.at(index, "per.")
    if hit and not (kind is AmountKind.DURATION and hit.tag in {"per.go"}):
        return hit.tag.removeprefix("per."), hit.end
    strong = here.at(index, "per_word.strong")
    article = here.at(index, "per_word.article") if kind is AmountKind.MONEY and not again else None
    word = strong or article
    if word is None:
        if again and (unit := here.at(index, "unit.")) and _meaning(unit)[0] == "duration":
            return _meaning(unit)[2], unit.end
        return None
    unit = here.at(word.end, "unit.")
    if unit and _meaning(unit)[0] != "money":
        return _meaning(unit)[2], unit.end
    if kind is not AmountKind.MONEY:
        return None
    if here.is_content(word.end) and not here.at(word.end, "number.") and not here.at(word.end, "month."):
        if article and here.grammar.has("words.verbs", here.fold(word.end)):
            return None
        return stem(here.fold(word.end)), word.end + 1
    return None


def _by_small_units(
    here: Scan, value: float, per: tuple[str, ...], end: int
) -> tuple[float, tuple[str, ...], int]:
    """ "2,40 € per 100 g" and "all'etto" as a price by the kilogram or the litre."""
    if per and per[0] in _SMALL_UNITS:
        base, factor = _SMALL_UNITS[per[0]]
        return value / factor, (base, *per[1:]), end
    word = here.at(end, "per_word.")
    number = here.numeral(word.end) if word and not per else None
    unit = here.at(number.end, "unit.") if number and not number.weak and number.value > 0 else None
    if number is None or unit is None or _meaning(unit)[0] not in _BASE_UNITS:
        return value, per, end
    kind, factor, _ = _meaning(unit)
    return value / (number.value * factor), (_BASE_UNITS[kind],), unit.end


def _per_later(here: Scan, end: int, kind: str) -> tuple[str, ...]:
    """ "14 € return per person", "2.300 € netto im Monat": a few words may stand in between."""
    if kind != "money":
        return ()
    for index in range(end, min(end + _PER_GAP, len(here.tokens))):
        if not (here.tokens[index].is_word or here.fold(index) == "-") or here.at(index, "number_join."):
            return ()
        hit = here.at(index + 1, "per.")
        if hit and hit.end - hit.start > 1 and here.fold(hit.start) in _PER_WORDS:
            return (hit.tag.removeprefix("per."),)
    return ()


def _per_before(here: Scan, start: int, kind: str, floor: int) -> tuple[str, ...]:
    """ "pro Kopf haben wir 60 €": a rate's measure may stand in front, behind the amount before it."""
    if kind != "money":
        return ()
    for end in range(start, max(start - _PER_REACH, floor), -1):
        if end < start and not here.tokens[end].is_word:
            break
        hit = here.before(end, "per.")
        if hit and hit.start < floor:
            break
        name = hit.tag.removeprefix("per.") if hit else ""
        if (
            hit
            and hit.end - hit.start > 1
            and here.at(hit.start, "per_word.strong")
            and start - end <= _PER_GAP
        ):
            return (name,)
        if hit and hit.end - hit.start == 1 and name in _RECURRING:
            return (name,)
        each = here.at(end, "per_word.each")
        if each and here.is_content(each.end) and end < start:
            unit = here.at(each.end, "unit.")
            return (_meaning(unit)[2] if unit else stem(here.fold(each.end)),)
    return ()


def _bounded(here: Scan, amount: Amount) -> Amount:
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
