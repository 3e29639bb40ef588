"""Compares options by times, distances and areas, and by how much dearer one is than another."""

import math
from collections.abc import Iterator, Sequence

from dilem.engine.grid import OptionKind, Quote, Source, Statement, StatementKind
from dilem.engine.reading.document import Document
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.net import net_amounts
from dilem.engine.reading.options import Found, stem
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.prices import Role, Surroundings, earns, role_of
from dilem.engine.reading.quantities import Amount, AmountKind
from dilem.engine.reading.words import Span

_NEARLY_NOTHING = 0.02
_A_DIFFERENCE = 0.2
_HALF_DAY = 12 * 60.0
_SAME = 1.01
_OF_THE_OTHER = 3


def effects(values: Sequence[float], *, more_is_better: bool) -> list[float]:
    """What each value says of its option: half of tanh of the log of its ratio to the middle, in doublings.

    Two values lie symmetrically around 0; scaling all values changes nothing.
    """
    least = max(values) * _NEARLY_NOTHING
    if max(values) <= 0:
        return [0.0] * len(values)
    logs = [math.log(max(value, least)) for value in values]
    middle = (max(logs) + min(logs)) / 2
    sign = 1.0 if more_is_better else -1.0
    return [sign * math.tanh(2 * (log - middle) / math.log(2)) / 2 for log in logs]


def quote_of(document: Document, amounts: Sequence[Amount]) -> Quote:
    """The words of some amounts, as far as they stand in the sentence of the first."""
    part = document.parts[amounts[0].part]
    first = min(amounts, key=lambda a: (a.part, a.span.start))
    sentence = next((s for s in part.sentences if s.start <= first.span.start < s.end), first.span)
    inside = [a for a in amounts if a.part == first.part and sentence.start <= a.span.start < sentence.end]
    end = max(a.span.end for a in inside) if inside else first.span.end
    clause = next(
        (c for c in part.clauses(sentence, document.grammar) if c.start <= first.span.start < c.end),
        first.span,
    )
    return part.quote(Span(clause.start, max(end, clause.end)))


def compare_differences(
    document: Document, found: Found, focus: Focus, amounts: Sequence[Amount]
) -> Iterator[Statement]:
    """ "The direct one is 40 € more", "the other costs half": of two options, one without its price."""
    if len(found.options) != 2 or any(option.kind is not OptionKind.NAMED for option in found.options):
        return
    around = Surroundings(document, amounts)
    money = [a for a in amounts if a.kind is AmountKind.MONEY and focus.of(a.part, a.span.start) in {0, 1}]
    differing = [a for a in money if role_of(around, a, first=True) in {Role.MORE, Role.LESS}]
    if len(differing) == 1:
        yield from _by_an_amount(document, around, focus, differing[0], money)
    elif not differing:
        yield from _by_a_share(document, found, around, focus)


def _by_an_amount(
    document: Document, around: Surroundings, focus: Focus, amount: Amount, money: Sequence[Amount]
) -> Iterator[Statement]:
    option = focus.of(amount.part, amount.span.start)
    rest = [a for a in money if a is not amount and not a.per]
    other = [a for a in rest if focus.of(a.part, a.span.start) != option]
    if len(rest) != len(other) or len(other) > 1:
        return
    more = role_of(around, amount, first=True) is Role.MORE
    pays = earns(around, amount)
    size = _A_DIFFERENCE
    if other and other[0].value > 0:
        value = other[0].value + (amount.value if more else -amount.value)
        if value <= 0:
            return
        size = abs(effects([other[0].value, value], more_is_better=True)[0])
    yield from _both(
        option, "income" if pays else "cost", size if more == pays else -size, quote_of(document, [amount])
    )


def _by_a_share(document: Document, found: Found, around: Surroundings, focus: Focus) -> Iterator[Statement]:
    """ "half the price", "twice as expensive": said once, of one option."""
    said = [
        (part, hit, focus.of(part, hit.start))
        for part, hit in around.hits("price.half", "price.double")
        if focus.of(part, hit.start) in {0, 1} and _is_claimed(document, found, part, hit)
    ]
    if len(said) != 1:
        return
    part, hit, option = said[0]
    cheap, dear = effects([1.0, 2.0], more_is_better=False)
    quote = document.parts[part].quote(Span(hit.start, hit.end))
    yield from _both(option, "cost", cheap if hit.tag == "price.half" else dear, quote)


def _is_claimed(document: Document, found: Found, number: int, hit: Hit) -> bool:
    """Whether a share is said of the option in front of it, and of no price but the other option's.

    Not in a question, not denied, not "half the price we paid before"; a clause that opens with "half the
    price of Brio" names the option it does not speak of.
    """
    part = document.parts[number]
    sentence = next((s for s in part.sentences if s.start <= hit.start < s.end), Span(hit.start, hit.end))
    clause = next(
        (c for c in part.clauses(sentence, document.grammar) if c.start <= hit.start < c.end), sentence
    )
    if part.tokens[sentence.end - 1].fold == "?":
        return False
    words = [part.tokens[index].fold for index in range(clause.start, max(clause.end, hit.end))]
    if any(document.grammar.has("words.negation", word) for word in words):
        return False
    behind = [part.tokens[index].fold for index in range(hit.end, clause.end) if part.tokens[index].is_word]
    keys = frozenset[str]().union(*(option.keys for option in found.options))
    names = any(stem(word) in keys for word in behind)
    return not behind or (names and len(behind) <= _OF_THE_OTHER and hit.start - clause.start > 1)


def _both(option: int, criterion: str, effect: float, quote: Quote) -> Iterator[Statement]:
    yield Statement(StatementKind.NUMBER, option, criterion, effect, quote, Source.STATED)
    yield Statement(StatementKind.NUMBER, 1 - option, criterion, -effect, quote, Source.STATED)


# --- times, distances, areas -------------------------------------------------------------------


def compare_measures(
    document: Document, found: Found, focus: Focus, amounts: Sequence[Amount]
) -> Iterator[Statement]:
    """Statements on how long something takes or lasts, how far it is, how large it is."""
    if any(option.kind is not OptionKind.NAMED for option in found.options):
        return
    around = Surroundings(document, amounts)
    amounts = net_amounts(around, amounts)
    count = len(found.options)
    for meaning, criterion, more_is_better in (
        ("takes", "time", False),
        ("wait", "time", False),
        ("lasts", "reliability", True),
        ("away", "location", False),
        ("area", "space", True),
    ):
        chosen = _one_each(around, focus, amounts, count, meaning)
        if chosen is None:
            continue
        values = [amount.value for amount in chosen]
        if min(values) <= 0 or max(values) < min(values) * _SAME:
            continue
        for option, effect in enumerate(effects(values, more_is_better=more_is_better)):
            quote = quote_of(document, [chosen[option]])
            yield Statement(StatementKind.NUMBER, option, criterion, effect, quote, Source.STATED)


def _one_each(
    around: Surroundings, focus: Focus, amounts: Sequence[Amount], count: int, meaning: str
) -> list[Amount] | None:
    """The one amount of this meaning of every option; None where an option has none, or several."""
    own: list[list[Amount]] = [[] for _ in range(count)]
    for amount in amounts:
        option = focus.of(amount.part, amount.span.start)
        if 0 <= option < count and not amount.per and meaning in meanings(around, amount):
            own[option].append(amount)
    if any(len({amount.value for amount in found}) != 1 for found in own):
        return None
    return [found[0] for found in own]


def meanings(around: Surroundings, amount: Amount) -> frozenset[str]:
    """What an amount may be a measure of."""
    if amount.kind is AmountKind.AREA:
        return frozenset({"area"})
    near = around.before(amount, 4) | around.after(amount, 4)
    if amount.kind is AmountKind.LENGTH:
        return frozenset({"away"}) if "price.away" in near and amount.value >= 20 else frozenset()
    if amount.kind is not AmountKind.DURATION or (amount.unit == "year" and "price.lasts" not in near):
        return frozenset()
    if "price.lasts" in near and amount.unit != "minute":
        return frozenset({"lasts"})
    if "price.wait" in near:
        return frozenset({"wait"})
    found = set()
    if "price.away" in near:
        found.add("away")
    if amount.value <= _HALF_DAY * 4 and ("price.takes" in near or "price.aside" not in near):
        found.add("takes")
    return frozenset(found)
