"""What an amount is, and the words of a part that units are made of."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from dilem.engine.grid import Language
from dilem.engine.reading.document import Part
from dilem.engine.reading.grammar import Grammar
from dilem.engine.reading.numerals import Numeral, numeral_at, units
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.words import Span, Token


class AmountKind(StrEnum):
    """What is measured, and the unit of `Amount.value`."""

    MONEY = "money"  # the currency's main unit
    DURATION = "duration"  # minutes
    LENGTH = "length"  # metres
    AREA = "area"  # square metres
    VOLUME = "volume"  # litres
    WEIGHT = "weight"  # kilograms
    DATA = "data"  # gigabytes
    ENERGY = "energy"  # kilowatt hours
    POWER = "power"  # kilowatts
    SPEED = "speed"  # kilometres an hour
    RATE = "rate"  # megabits a second
    TEMPERATURE = "temperature"  # degrees
    PERCENT = "percent"
    TIMES = "times"  # how often
    COUNT = "count"  # of what `Amount.of` names
    NUMBER = "number"  # a bare number
    CLOCK = "clock"  # minutes after midnight
    DATE = "date"  # 31 x (month - 1) + day
    WEEKDAY = "weekday"  # 0 is Monday


class Bound(StrEnum):
    """How an amount is meant."""

    EXACT = "exact"
    ABOUT = "about"
    AT_MOST = "at_most"
    AT_LEAST = "at_least"


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit, as it stands at tokens `span` of part `part`.

    `upper` is the end of a range. `per` names what a rate is by: a unit such as "month" or "night",
    "person", "piece", "go" (one trip, visit or lesson), or the stem of a noun. `of` holds the stems of
    the words that are counted.
    """

    kind: AmountKind
    value: float
    part: int
    span: Span
    unit: str = ""
    currency: str | None = None
    per: tuple[str, ...] = ()
    bound: Bound = Bound.EXACT
    upper: float | None = None
    of: tuple[str, ...] = ()

    @property
    def greatest(self) -> float:
        """The upper end of a range, or the value."""
        return self.value if self.upper is None else self.upper


@dataclass(frozen=True)
class Scan:
    """One part with the phrases of units found in it, by where they begin and by where they end."""

    part: Part
    grammar: Grammar
    starts: Mapping[int, Sequence[Hit]]
    ends: Mapping[int, Sequence[Hit]]

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of the part."""
        return self.part.tokens

    @property
    def language(self) -> Language:
        """The language of the document."""
        return self.grammar.language

    def fold(self, index: int) -> str:
        """The folded word at a place, or nothing beyond the ends."""
        return self.tokens[index].fold if 0 <= index < len(self.tokens) else ""

    def at(self, index: int, prefix: str) -> Hit | None:
        """The longest phrase with a tag of this beginning that starts at a token."""
        return max(
            (hit for hit in self.starts.get(index, ()) if hit.tag.startswith(prefix)),
            key=lambda hit: hit.end,
            default=None,
        )

    def before(self, index: int, prefix: str) -> Hit | None:
        """The longest phrase with a tag of this beginning that ends in front of a token."""
        return min(
            (hit for hit in self.ends.get(index, ()) if hit.tag.startswith(prefix)),
            key=lambda hit: hit.start,
            default=None,
        )

    def numeral(self, index: int) -> Numeral | None:
        """The number that begins at a token."""
        return numeral_at(self.tokens, index, self.starts, self.language)

    def is_content(self, index: int) -> bool:
        """Whether a word stands there that is no function word."""
        return (
            0 <= index < len(self.tokens)
            and self.tokens[index].is_word
            and not self.grammar.has("words.stop", self.tokens[index].fold)
        )


MOST_TOKENS = 6_000
"""How far a part is read: 24,000 characters of prose have fewer; what has more is not prose."""

_ACCENT_TELLS = ("clock.", "bound.", "month.")


def scan(part: Part, grammar: Grammar) -> Scan:
    """Find the phrases of units in a part."""
    starts: dict[int, list[Hit]] = {}
    ends: dict[int, list[Hit]] = {}
    known = units(grammar.language)
    tokens = part.tokens[:MOST_TOKENS]
    found = [hit for phrases in known.phrases for hit in phrases.find(tokens)]
    for index, token in enumerate(tokens):
        found.extend(Hit(tag, index, index + 1, 1) for tag in known.elided.get(token.fold, ()))
    for hit in found:
        words = part.tokens[hit.start : hit.end]
        if hit.tag.startswith(_ACCENT_TELLS) and any(_lacks_accent(word, known.accented) for word in words):
            continue
        starts.setdefault(hit.start, []).append(hit)
        ends.setdefault(hit.end, []).append(hit)
    return Scan(part, grammar, starts, ends)


def _lacks_accent(token: Token, accented: Mapping[str, str]) -> bool:
    """Whether a word is another one without its accent: French "des" is not "dès"."""
    return token.fold in accented and token.text.lower() != accented[token.fold]


def meaning(unit: Hit) -> tuple[str, float, str]:
    """The kind, the factor and the name of the unit that a phrase stands for."""
    kind, factor, name = unit.tag.removeprefix("unit.").split(" ")
    return kind, float(factor), name


def within(amounts: Sequence[Amount], part: int, span: Span) -> Iterator[Amount]:
    """The amounts that begin inside a span of a part."""
    return (a for a in amounts if a.part == part and span.start <= a.span.start < span.end)
