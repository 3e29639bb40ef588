"""What was sent, cut into parts, sentences and clauses, with the phrases found in them."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field

from dilem.engine.grid import Language, Quote
from dilem.engine.reading.grammar import Grammar, grammar
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.words import Span, Token, clauses, sentences, tokenize, words_of


@dataclass(frozen=True)
class Part:
    """The dilemma (index 0), or one refinement; `asked` is the length in tokens of its question."""

    index: int
    text: str
    tokens: tuple[Token, ...]
    sentences: tuple[Span, ...]
    hits: tuple[Hit, ...]
    asked: int = 0
    by_clause: Mapping[Span, tuple[Span, ...]] = field(default_factory=dict, compare=False, repr=False)

    def words(self, span: Span) -> str:
        """The text of a span as it was sent."""
        return words_of(self.text, self.tokens, span)

    def quote(self, span: Span) -> Quote:
        """A span as a quotation, without marks and blanks at its edges."""
        start, end = trimmed(self.tokens, span)
        first = self.tokens[min(start, len(self.tokens) - 1)]
        return Quote(self.index, first.start, self.words(Span(start, end)))

    def found(self, span: Span, *tags: str) -> list[Hit]:
        """The hits of the given tags that begin inside a span."""
        first = bisect_left(self.hits, span.start, key=_start_of)
        last = bisect_left(self.hits, span.end, lo=first, key=_start_of)
        return [hit for hit in self.hits[first:last] if hit.tag in tags]

    def clauses(self, sentence: Span, words: Grammar) -> list[Span]:
        """The clauses of a sentence, or of another stretch of the text."""
        known = self.by_clause.get(sentence)
        return list(known) if known is not None else clauses(self.tokens, sentence, words.all("words.joins"))


def _start_of(hit: Hit) -> int:
    return hit.start


def trimmed(tokens: tuple[Token, ...], span: Span) -> tuple[int, int]:
    """The span without marks at its edges."""
    start, end = span.start, span.end
    while start < end and not _is_solid(tokens[start]):
        start += 1
    while end > start and not _is_solid(tokens[end - 1]) and tokens[end - 1].fold not in {"€", "%", "£", "$"}:
        end -= 1
    return start, end


def _is_solid(token: Token) -> bool:
    return token.fold[:1].isalnum() or token.fold in {"€", "£", "$", "'s"}


@dataclass(frozen=True)
class Document:
    """All parts of what was sent, read in one language."""

    language: Language
    grammar: Grammar
    parts: tuple[Part, ...]

    @property
    def dilemma(self) -> Part:
        """The first part: the dilemma itself."""
        return self.parts[0]


def build_document(text: str, refinements: tuple[str, ...], language: Language) -> Document:
    """Cut what was sent into parts."""
    words = grammar(language)
    parts = [_part(0, text, words)]
    parts.extend(_part(index, refinement, words) for index, refinement in enumerate(refinements, start=1))
    return Document(language, words, tuple(parts))


def _part(index: int, text: str, words: Grammar) -> Part:
    tokens = tokenize(text)
    asked = 0
    if index:
        marks = [i for i, token in enumerate(tokens) if token.fold == "?"]
        asked = marks[0] + 1 if marks and marks[0] + 1 < len(tokens) else 0
    spans = tuple(sentences(tokens, words.all("words.abbreviations")))
    joins = words.all("words.joins")
    return Part(
        index,
        text,
        tokens,
        spans,
        tuple(sorted(words.phrases.find(tokens), key=_start_of)),
        asked,
        {span: tuple(clauses(tokens, span, joins)) for span in spans},
    )
