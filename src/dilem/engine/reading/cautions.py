"""Tells which lines of caution belong under a recommendation."""

from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.signs import signs
from dilem.engine.reading.words import Token

CAUTIONS = ("health", "law", "money", "safety")
"""In the order in which they are named."""

_ENOUGH = 3
_STRONG = 3
_WEAK = 1
_BIG_AMOUNT = 10_000
_GROUPS = str.maketrans("", "", ".,'’ \u00a0\u202f")
_CURRENCIES = frozenset(
    {"€", "$", "£", "eur", "euro", "euros", "chf", "franken", "francs", "pounds", "dollars", "reais"}
)


def cautions(document: Document) -> tuple[str, ...]:
    """Which of CAUTIONS apply, in their order: a strong sign is enough, weak signs need company."""
    weights = dict.fromkeys(CAUTIONS, 0)
    for part in document.parts:
        found = signs(document.language, "cautions").find(part.tokens)
        for name in CAUTIONS:
            weights[name] += _STRONG * bool(found.get(name))
            weak = {part.tokens[hit.start].fold for hit in found.get(f"{name}_weak", ())}
            weights[name] += _WEAK * len(weak)
        weights["money"] += _WEAK * _names_big_amount(part)
    return tuple(name for name in CAUTIONS if weights[name] >= _ENOUGH)


def _names_big_amount(part: Part) -> bool:
    tokens = part.tokens
    return any(
        _value(token) >= _BIG_AMOUNT
        and any(near.fold in _CURRENCIES for near in tokens[max(0, index - 2) : index + 3])
        for index, token in enumerate(tokens)
    )


def _value(token: Token) -> int:
    """A whole number whatever separates its thousands; 0 for anything else."""
    if not token.fold[:1].isdigit():
        return 0
    digits = token.fold.translate(_GROUPS)
    return int(digits) if digits.isdecimal() and len(digits) <= 12 and not _has_cents(token.fold) else 0


def _has_cents(number: str) -> bool:
    return len(number) > 3 and number[-3] in ".,"
