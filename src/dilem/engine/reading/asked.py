"""Tells what an earlier question was about, and whether its answer was "I don't know"."""

from collections.abc import Mapping

from dilem.engine.grid import CRITERIA, Asked, Language
from dilem.engine.reading.document import Document
from dilem.engine.reading.grammar import criterion_names, stop_words
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.signs import signs
from dilem.engine.reading.words import Span, Token, tokenize

UNSURE: Mapping[Language, str] = {
    Language("fr"): "Je ne sais pas",
    Language("en"): "I don’t know",
    Language("it"): "Non lo so",
    Language("de"): "Das weiß ich nicht",
    Language("es"): "No lo sé",
    Language("pt"): "Não sei",
}
"""The one answer "I don't know" that a button sends."""

_OPENING_QUOTES = frozenset('«“„"')
_CLOSING_QUOTES = frozenset('»”“"')
_KNOWN_WORDS = 1
"""An answer that says more than this beside "I don't know" tells something."""


def asked(document: Document) -> tuple[Asked, ...]:
    """Every refinement as a question with its answer, in order; one without a question has no topic."""
    return tuple(
        Asked(
            _topic(part.tokens[: part.asked], document.language),
            _is_unsure(part.tokens[part.asked :], document.language),
        )
        for part in document.parts[1:]
    )


def topic(question: str, language: Language) -> str | None:
    """What a question is about: a criterion's id, "most", "pair", "amount", "limit", "options", or None.

    A question that names several criteria and compares none is about nothing in particular.
    """
    return _topic(tokenize(question), language)


def is_unsure(answer: str, language: Language) -> bool:
    """Whether an answer says that the person does not know, and nothing else."""
    return _is_unsure(tokenize(answer), language)


def _topic(tokens: tuple[Token, ...], language: Language) -> str | None:
    if not tokens:
        return None
    found = signs(language, "asked").find(tokens)
    quoted = _quoted(tokens)
    named = [
        hit.tag.removeprefix("criterion.")
        for hit in criterion_names(language).find(tokens)
        if hit.tag.startswith("criterion.") and any(span.start <= hit.start < span.end for span in quoted)
    ]
    if "options" in found:
        return "options"
    if len(set(named)) > 1:
        return "pair"
    if "amount" in found and quoted and not named:
        return "amount"
    if len(set(named)) == 1:
        return named[0]
    for kind in ("pair", "most", "limit"):
        if kind in found:
            return kind
    return _criterion(found)


def _criterion(found: Mapping[str, list[Hit]]) -> str | None:
    """The one criterion whose words weigh most, or None where two weigh the same."""
    weights = {name: max(hit.weight for hit in hits) for name, hits in found.items() if name in CRITERIA}
    if not weights:
        return None
    most = max(weights.values())
    heaviest = [name for name, weight in weights.items() if weight == most]
    return heaviest[0] if len(heaviest) == 1 else None


def _quoted(tokens: tuple[Token, ...]) -> list[Span]:
    spans: list[Span] = []
    start: int | None = None
    for index, token in enumerate(tokens):
        if start is not None and token.text in _CLOSING_QUOTES:
            spans.append(Span(start, index))
            start = None
        elif start is None and token.text in _OPENING_QUOTES:
            start = index + 1
    return spans


def _is_unsure(tokens: tuple[Token, ...], language: Language) -> bool:
    hits = signs(language, "situation").find(tokens).get("unsure", [])
    if not hits:
        return False
    covered = {index for hit in hits for index in range(hit.start, hit.end)}
    function_words = stop_words()
    beside = [
        token
        for index, token in enumerate(tokens)
        if index not in covered and token.fold[:1].isalnum() and token.fold not in function_words
    ]
    return len(beside) <= _KNOWN_WORDS and not any(token.fold[:1].isdigit() for token in beside)
