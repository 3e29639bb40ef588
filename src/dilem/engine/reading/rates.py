"""What an amount is by: "a month", "per person and night", "the kilo"."""

from dilem.engine.reading.options import stem
from dilem.engine.reading.quantities import AmountKind, Scan, meaning

_BASE_UNITS = {"weight": "kg", "volume": "l"}
_SMALL_UNITS = {
    "g": ("kg", 0.001), "etto": ("kg", 0.1), "pfund": ("kg", 0.5), "lb": ("kg", 0.4536),
    "ml": ("l", 0.001), "cl": ("l", 0.01),
}  # fmt: skip
_PER_GAP = 3
_PER_REACH = 6
_RECURRING = frozenset({"week", "month", "year"})
_PER_WORDS = frozenset({"per", "pro", "par", "por", "im", "al", "ao", "a", "je", "/"})


def per_near(here: Scan, index: int, count: int) -> tuple[tuple[str, ...], int]:
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


def per_after(here: Scan, end: int, kind: AmountKind) -> tuple[tuple[str, ...], int]:
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
    """What an amount is by at a place, with where it ends; `again` where something was found before it."""
    hit = here.at(index, "per.")
    if hit and not (kind is AmountKind.DURATION and hit.tag == "per.go"):
        return hit.tag.removeprefix("per."), hit.end
    if again:
        unit = here.at(index, "unit.duration")
        if unit and not here.at(index, "per_word.strong"):
            return meaning(unit)[2], unit.end
    return _by_a_word(here, index, kind, again=again)


def _by_a_word(here: Scan, index: int, kind: AmountKind, *, again: bool) -> tuple[str, int] | None:
    """ "per trip", "the metre": a word for "by", and a unit or, for money, any noun."""
    strong = here.at(index, "per_word.strong")
    article = here.at(index, "per_word.article") if kind is AmountKind.MONEY and not again else None
    word = strong or article
    if word is None:
        return None
    unit = here.at(word.end, "unit.")
    if unit and meaning(unit)[0] != "money":
        return meaning(unit)[2], unit.end
    noun = here.fold(word.end)
    is_noun = (
        here.is_content(word.end) and not here.at(word.end, "number.") and not here.at(word.end, "month.")
    )
    is_verb = article is not None and here.grammar.has("words.verbs", noun)
    return (stem(noun), word.end + 1) if kind is AmountKind.MONEY and is_noun and not is_verb else None


def by_small_units(
    here: Scan, value: float, per: tuple[str, ...], end: int
) -> tuple[float, tuple[str, ...], int]:
    """ "2,40 € per 100 g" and "all'etto" as a price by the kilogram or the litre."""
    if per and per[0] in _SMALL_UNITS:
        base, factor = _SMALL_UNITS[per[0]]
        return value / factor, (base, *per[1:]), end
    word = here.at(end, "per_word.")
    number = here.numeral(word.end) if word and not per else None
    unit = here.at(number.end, "unit.") if number and not number.weak and number.value > 0 else None
    if number is None or unit is None or meaning(unit)[0] not in _BASE_UNITS:
        return value, per, end
    kind, factor, _ = meaning(unit)
    return value / (number.value * factor), (_BASE_UNITS[kind],), unit.end


def per_later(here: Scan, end: int) -> tuple[str, ...]:
    """ "14 € return per person", "2.300 € netto im Monat": a few words may stand in between."""
    for index in range(end, min(end + _PER_GAP, len(here.tokens))):
        if not (here.tokens[index].is_word or here.fold(index) == "-") or here.at(index, "number_join."):
            return ()
        hit = here.at(index + 1, "per.")
        if hit and hit.end - hit.start > 1 and here.fold(hit.start) in _PER_WORDS:
            return (hit.tag.removeprefix("per."),)
    return ()


def per_before(here: Scan, start: int, floor: int) -> tuple[str, ...]:
    """ "pro Kopf haben wir 60 €": a rate's measure may stand in front, behind the amount before it."""
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
            return (meaning(unit)[2] if unit else stem(here.fold(each.end)),)
    return ()
