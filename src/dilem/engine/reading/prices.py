"""What an amount of money is to an option: its price, an addition, a reduction, what it earns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from dilem.engine.grid import Language
from dilem.engine.reading.cues import Cues
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.options import stem
from dilem.engine.reading.phrases import Hit, load
from dilem.engine.reading.quantities import Amount, AmountKind, Bound
from dilem.engine.reading.words import Span, fold

_REACH_BEFORE = 6
_REACH_AFTER = 5
_AT_ONCE = 5
_PAYERS = frozenset(
    {"i", "we", "je", "j'", "on", "nous", "ich", "wir", "io", "noi", "yo", "eu", "nos", "man", "you"}
)
_MARKS = frozenset(",;.:?!\n)")


class Role(StrEnum):
    """What an amount does to the total of its option."""

    BASE = "base"  # the price or the pay itself
    EXTRA = "extra"  # comes on top
    OFF = "off"  # comes off
    MORE = "more"  # how much dearer than another
    LESS = "less"  # how much cheaper than another
    NONE = "none"  # not part of the total


@dataclass(frozen=True)
class PriceWords:
    """The stems of people, and of what is bought or done many times."""

    persons: frozenset[str]
    goes: frozenset[str]
    adults: frozenset[str]
    children: frozenset[str]
    seats: frozenset[str]


@cache
def price_words(language: Language) -> PriceWords:
    """The nouns of a language that are counted, read once."""
    entries = load("dilem.engine.reading", f"vocabulary/{language}/prices.txt")

    def stems(tag: str) -> frozenset[str]:
        return frozenset(stem(fold(word)) for word in entries.get(tag, ()))

    return PriceWords(
        stems("noun.person"), stems("noun.go"), stems("noun.adult"), stems("noun.child"), stems("noun.seat")
    )


class Surroundings:
    """The price phrases of every part, and what stands around each amount."""

    def __init__(self, document: Document, amounts: Sequence[Amount]) -> None:
        self.document = document
        self.words = price_words(document.language)
        self._cues = Cues(document, "prices", "price.")
        self._neighbours: Mapping[tuple[int, int], tuple[int, int]] = _neighbours(document, amounts)

    def part(self, amount: Amount) -> Part:
        """The part in which an amount stands."""
        return self.document.parts[amount.part]

    def before(self, amount: Amount, reach: int = _REACH_BEFORE) -> frozenset[str]:
        """The tags of the price phrases in front of an amount, up to the amount before it."""
        low, _ = self._neighbours[amount.part, amount.span.start]
        return self._cues.tags(amount.part, Span(max(low, amount.span.start - reach), amount.span.start))

    def after(self, amount: Amount, reach: int = _REACH_AFTER) -> frozenset[str]:
        """The tags of the price phrases behind an amount, up to the next amount or mark."""
        _, high = self._neighbours[amount.part, amount.span.start]
        end = min(high, amount.span.end + reach)
        tokens = self.part(amount).tokens
        for index in range(amount.span.end, end):
            if tokens[index].fold in _MARKS:
                end = index
                break
        return self._cues.tags(amount.part, Span(amount.span.end, end))

    def is_paid_for(self, amount: Amount) -> bool:
        """Whether a word of spending stands in front of an amount."""
        return "price.cost" in self.before(amount) and not self.is_earned(amount)

    def leads_on(self, amount: Amount) -> bool:
        """Whether another amount follows at once: "89 € more 12 €" adds, "40 € more" compares."""
        _, high = self._neighbours[amount.part, amount.span.start]
        if high - amount.span.end > _AT_ONCE:
            return False
        tokens = self.part(amount).tokens
        return not any(tokens[index].fold in _MARKS for index in range(amount.span.end, high))

    def is_earned(self, amount: Amount) -> bool:
        """Whether a word of earning stands near an amount; "I pay" is none."""
        low, high = self._neighbours[amount.part, amount.span.start]
        span = Span(max(low, amount.span.start - _REACH_BEFORE), min(high, amount.span.end + _REACH_AFTER))
        tokens = self.part(amount).tokens
        return any(
            hit.start == 0 or tokens[hit.start - 1].fold not in _PAYERS
            for hit in self._cues.find(amount.part, span, "price.income")
        )

    def hits(self, *tags: str) -> Iterator[tuple[int, Hit]]:
        """The price phrases of some tags, with their parts."""
        for part in self.document.parts:
            yield from ((part.index, hit) for hit in self._cues.of(part.index) if hit.tag in tags)

    def mentions(self, *tags: str) -> bool:
        """Whether any part holds a phrase of these tags."""
        return self._cues.mentions(*tags)


def _neighbours(document: Document, amounts: Sequence[Amount]) -> dict[tuple[int, int], tuple[int, int]]:
    """For every amount, where the amount before it ends and the next begins, inside its sentence."""
    result: dict[tuple[int, int], tuple[int, int]] = {}
    position = [0] * len(document.parts)
    for number, amount in enumerate(amounts):
        part = document.parts[amount.part]
        place = position[amount.part]
        while place < len(part.sentences) and part.sentences[place].end <= amount.span.start:
            place += 1
        position[amount.part] = place
        sentence = (
            part.sentences[place] if place < len(part.sentences) else Span(amount.span.start, amount.span.end)
        )
        low, high = min(sentence.start, amount.span.start), max(sentence.end, amount.span.end)
        if number and amounts[number - 1].part == amount.part:
            low = max(low, amounts[number - 1].span.end)
        if number + 1 < len(amounts) and amounts[number + 1].part == amount.part:
            high = min(high, amounts[number + 1].span.start)
        result[amount.part, amount.span.start] = (low, high)
    return result


def role_of(around: Surroundings, amount: Amount, *, first: bool) -> Role:
    """What an amount of money or a percentage is; `first` where its option has no price yet."""
    near = around.before(amount, 3) | around.after(amount, 3)
    is_had = "price.funds" in around.before(amount) and (
        amount.bound is Bound.AT_MOST or _is_self(around, amount)
    )
    if is_had or "price.instead" in around.before(amount, 2) or "price.deposit" in near:
        return Role.NONE
    if amount.kind is AmountKind.PERCENT:
        return _share_role(around, amount)
    return _first_role(around, amount) if first else _later_role(around, amount)


def _share_role(around: Surroundings, amount: Amount) -> Role:
    tags = around.before(amount) | around.after(amount)
    if "price.discount" in tags:
        return Role.OFF
    return Role.EXTRA if {"price.extra", "price.commission"} & tags else Role.NONE


def _first_role(around: Surroundings, amount: Amount) -> Role:
    """The first amount of an option is its price, or how much more or less it costs than another."""
    directly = around.after(amount, 2)
    is_less = "price.less" in directly or (
        "price.less" in around.before(amount, 3) and "price.discount" not in directly
    )
    if around.leads_on(amount):
        return Role.BASE
    if is_less:
        return Role.LESS
    return Role.MORE if "price.more" in directly else Role.BASE


def _later_role(around: Surroundings, amount: Amount) -> Role:
    """A further amount comes on top or off; where nothing tells, it is a price of its own."""
    before, after, directly = around.before(amount), around.after(amount), around.after(amount, 2)
    if amount.value == 0:
        return Role.NONE
    is_off = {"price.less", "price.discount"} & directly or (
        "price.discount" in before and "price.extra" not in directly
    )
    if is_off:
        return Role.OFF
    adds = "price.plus" in around.before(amount, 3) or "price.more" in directly
    return Role.EXTRA if adds or "price.extra" in before | after else Role.BASE


def _is_self(around: Surroundings, amount: Amount) -> bool:
    """Whether the person speaks of themselves right before an amount."""
    grammar, tokens = around.document.grammar, around.part(amount).tokens
    return any(
        grammar.has("words.self", tokens[index].fold)
        for index in range(max(0, amount.span.start - _REACH_BEFORE), amount.span.start)
    )


def earns(around: Surroundings, amount: Amount) -> bool:
    """Whether an amount is what somebody is paid."""
    return around.is_earned(amount)
