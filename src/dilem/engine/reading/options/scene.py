"""One part of what was sent, made ready for finding options: its sentences, and what stands where."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.grammar import Grammar
from dilem.engine.reading.options.lexis import Lexis, lexis
from dilem.engine.reading.words import Span, Token

_CODE = frozenset("<>|=#_")
_BRACES = frozenset("{}[]")
_SHARED = ("words.or", "words.than", "situation.instruct")
_EDGE_WORDS = 3
_SMALL_NUMBERS = frozenset("23456")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and what kind it is.

    `opens_which` begins with a question word; `asks_which` also has one at its end: "Je signe où ?".
    """

    span: Span
    number: int
    is_question: bool
    opens_which: bool
    asks_which: bool
    instructs: bool


@dataclass(frozen=True)
class Scene:
    """Everything that the ways of finding options look at.

    `at[tag][index]` is the end of the longest phrase of a tag that begins at a token; `places` tells where
    the words with a stem stand; `counts` are the numbers that may announce options ("two offers"), each with
    its token.
    """

    document: Document
    part: Part
    words: Grammar
    lexis: Lexis
    tokens: tuple[Token, ...]
    folds: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    at: Mapping[str, Mapping[int, int]]
    places: Mapping[str, tuple[int, ...]]
    counts: tuple[tuple[int, int], ...]
    shouts: bool

    def has(self, name: str, index: int) -> bool:
        """Whether the word at a token belongs to a class of the lexis."""
        return self.lexis.has(name, self.fold(index))

    def end_of(self, tag: str, index: int) -> int:
        """The end of the phrase of a tag at a token, or 0."""
        return self.at[tag].get(index, 0) if tag in self.at else 0

    def starts(self, tag: str, span: Span) -> list[int]:
        """Where phrases of a tag begin inside a span, in order."""
        phrases = self.at.get(tag)
        if not phrases:
            return []
        return [index for index in range(span.start, span.end) if index in phrases]

    def is_capital(self, index: int) -> bool:
        """Whether a token begins with a capital, in a text that is not all capitals."""
        return not self.shouts and self.tokens[index].text[:1].isupper()

    def is_behind(self, tag: str, index: int) -> bool:
        """Whether a phrase of a tag ends right before a token."""
        return any(end == index for start, end in self.at.get(tag, {}).items() if index - 8 <= start < index)

    def fold(self, index: int) -> str:
        """The folded word at a token, or the empty word beyond the text.

        Accents stay where they tell two words apart: "è" and "e", "où" and "ou".
        """
        return self.folds[index] if 0 <= index < len(self.folds) else ""


def stem(word: str) -> str:
    """A word's beginning, so that its inflected forms meet: "baratas" and "barato" are "barat"."""
    if len(word) <= 4:
        return word
    return word[: max(4, len(word) - 2)][:7]


def build_scene(document: Document, part: Part) -> Scene:
    """Look at one part of a document."""
    own = lexis(document.language)
    at: dict[str, dict[int, int]] = {}
    hits = [
        (hit.tag, hit.start, hit.end) for phrases in own.phrases.values() for hit in phrases.find(part.tokens)
    ]
    hits.extend((hit.tag, hit.start, hit.end) for hit in part.hits if hit.tag in _SHARED)
    for tag, start, end in hits:
        ends = at.setdefault(tag, {})
        ends[start] = max(end, ends.get(start, 0))
    places: dict[str, list[int]] = {}
    for index, token in enumerate(part.tokens):
        if token.fold[:1].isalnum():
            places.setdefault(stem(token.fold), []).append(index)
    folds = tuple(own.fold(token) for token in part.tokens)
    told = tuple(_sentence(own, part, span, number, at) for number, span in enumerate(part.sentences))
    return Scene(
        document,
        part,
        document.grammar,
        own,
        part.tokens,
        folds,
        told,
        at,
        {key: tuple(value) for key, value in places.items()},
        tuple(_counts(own, folds)),
        sum(c.isupper() for c in part.text) * 2 > sum(c.isalpha() for c in part.text),
    )


def _sentence(
    own: Lexis, part: Part, span: Span, number: int, at: Mapping[str, Mapping[int, int]]
) -> Sentence:
    tokens = part.tokens[span.start : span.end]
    is_question = any(token.fold == "?" for token in tokens[-4:])
    said = [index for index in range(span.start, span.end) if part.tokens[index].fold[:1].isalnum()]
    closing = max(
        (end for start, end in at.get("tail", {}).items() if span.start < start < span.end), default=0
    )
    is_closed = bool(said) and closing > said[-1]
    opens = is_question and (
        any(own.has("wh", own.fold(part.tokens[index])) for index in said[:_EDGE_WORDS])
        or any(own.has("wh_first", own.fold(part.tokens[index])) for index in said[:1])
    )
    ends = (
        is_question
        and not is_closed
        and any(own.has("bare", own.fold(part.tokens[i])) for i in said[-_EDGE_WORDS:])
    )
    codes = sum(2 if token.fold in _BRACES else token.fold in _CODE for token in tokens)
    orders = at.get("situation.instruct", {})
    weight = sum(orders[index] - index for index in range(span.start, span.end) if index in orders)
    return Sentence(span, number, is_question, opens, opens or ends, codes >= 2 or weight >= 3)


def _counts(own: Lexis, folds: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    for index, fold in enumerate(folds):
        number = own.counts.get(fold) or (int(fold) if fold in _SMALL_NUMBERS else 0)
        follows = folds[index + 1] if index + 1 < len(folds) else ""
        if number and follows[:1].isalpha() and not own.has("units", follows):
            yield number, index
