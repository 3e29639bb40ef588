"""One part of what was sent, made ready for finding options: its sentences, and what stands where."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.grammar import Grammar
from dilem.engine.reading.injection import instructing
from dilem.engine.reading.options.lexis import Lexis, lexis
from dilem.engine.reading.words import Span, Token

_SHARED = ("words.or", "words.than")
_EDGE_WORDS = 3
_SMALL_NUMBERS = frozenset("23456")
_STEM = 4
_LONGEST_GREETING = 8


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, without what in it instructs the service, and what kind it is.

    `opens_which` begins with a question word; `asks_which` also has one at its end: "Je signe où ?".
    """

    span: Span
    number: int
    is_question: bool
    opens_which: bool
    asks_which: bool


@dataclass(frozen=True)
class Scene:
    """Everything that the ways of finding options look at.

    `sentences` leaves out those that only greet, thank, or instruct: no option is ever taken from them.
    `at[tag][index]` is the end of the longest phrase of a tag that begins at a token; `places` tells where
    the words with a stem stand; `counts` are the numbers that may announce options ("two offers"), each with
    its token; `shouts` says that most letters are capitals, so that a capital tells nothing.
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

    def style(self, name: str) -> bool:
        """Whether the language has a peculiarity, such as "capital_nouns"."""
        return self.lexis.has("style", name)

    def end_of(self, tag: str, index: int) -> int:
        """The end of the phrase of a tag at a token, or 0."""
        return self.at[tag].get(index, 0) if tag in self.at else 0

    def starts(self, tag: str, span: Span) -> list[int]:
        """Where phrases of a tag begin inside a span, in order."""
        phrases = self.at.get(tag)
        if not phrases:
            return []
        return [index for index in range(span.start, span.end) if index in phrases]

    def is_behind(self, tag: str, index: int) -> bool:
        """Whether a phrase of a tag ends right before a token."""
        phrases = self.at.get(tag, {})
        return any(phrases.get(start) == index for start in range(index - 8, index))

    def is_capital(self, index: int) -> bool:
        """Whether a token begins with a capital, in a text that is not all capitals."""
        return not self.shouts and 0 <= index < len(self.tokens) and self.tokens[index].text[:1].isupper()

    def fold(self, index: int) -> str:
        """The folded word at a token, or the empty word beyond the text.

        Accents stay where they tell two words apart: "è" and "e", "où" and "ou".
        """
        return self.folds[index] if 0 <= index < len(self.folds) else ""


def stem(word: str) -> str:
    """A word's beginning, so that its inflected forms meet: "baratas" and "barato" are "barat"."""
    if len(word) <= _STEM:
        return word
    return word[: max(_STEM, len(word) - 2)][:7]


def build_scene(document: Document, part: Part) -> Scene:
    """Look at one part of a document."""
    own = lexis(document.language)
    folds = tuple(own.fold(token) for token in part.tokens)
    at = _phrases(own, part)
    orders = instructing(part, document.grammar)
    barred = {index for span in orders for index in range(span.start, span.end)}
    places: dict[str, list[int]] = {}
    for index, token in enumerate(part.tokens):
        if token.fold[:1].isalnum() and index not in barred:
            places.setdefault(stem(token.fold), []).append(index)
    return Scene(
        document,
        part,
        document.grammar,
        own,
        part.tokens,
        folds,
        tuple(_sentences(own, part, folds, at, orders)),
        at,
        {key: tuple(value) for key, value in places.items()},
        tuple(_counts(own, folds)),
        sum(c.isupper() for c in part.text) * 2 > sum(c.isalpha() for c in part.text),
    )


def _phrases(own: Lexis, part: Part) -> Mapping[str, Mapping[int, int]]:
    at: dict[str, dict[int, int]] = {}
    hits = [hit for phrases in own.phrases.values() for hit in phrases.find(part.tokens)]
    for hit in (*hits, *(hit for hit in part.hits if hit.tag in _SHARED)):
        # A phrase of one word knows no accents: "è" is not "e".
        if hit.end - hit.start == 1 and hit.tag in own.phrases:
            folded = own.fold(part.tokens[hit.start])
            if folded != part.tokens[hit.start].fold and not own.has(hit.tag, folded):
                continue
        ends = at.setdefault(hit.tag, {})
        ends[hit.start] = max(hit.end, ends.get(hit.start, 0))
    return at


def _sentences(
    own: Lexis,
    part: Part,
    folds: tuple[str, ...],
    at: Mapping[str, Mapping[int, int]],
    orders: Sequence[Span],
) -> Iterator[Sentence]:
    first = number = 0
    for whole in part.sentences:
        while first < len(orders) and orders[first].end <= whole.start:
            first += 1
        # The question of a refinement is not the person's.
        span = Span(max(whole.start, min(part.asked, whole.end)), whole.end)
        for order in orders[first:]:
            if order.start >= span.end:
                break
            before, behind = (
                Span(span.start, max(span.start, order.start)),
                Span(min(order.end, span.end), span.end),
            )
            span = before if before.end - before.start >= behind.end - behind.start else behind
        if not _is_idle(own, folds, span):
            yield _sentence(own, folds, at, span, number)
            number += 1


def _is_idle(own: Lexis, folds: tuple[str, ...], span: Span) -> bool:
    """Whether a sentence only greets or thanks, or has no words."""
    said = [folds[index] for index in range(span.start, span.end) if folds[index][:1].isalnum()]
    is_short = len(said) <= _LONGEST_GREETING
    return not said or (
        is_short
        and any(own.has("polite", fold) for fold in said)
        and all(own.has("polite", fold) or own.has("words.stop", fold) for fold in said)
    )


def _sentence(
    own: Lexis, folds: tuple[str, ...], at: Mapping[str, Mapping[int, int]], span: Span, number: int
) -> Sentence:
    said = [index for index in range(span.start, span.end) if folds[index][:1].isalnum()]
    is_question = "?" in folds[max(span.start, span.end - 4) : span.end]
    tails = at.get("tail", {})
    is_closed = any(tails.get(index, 0) > said[-1] for index in said[-8:] if index > span.start)
    opens = is_question and (
        any(own.has("wh", folds[index]) for index in said[:_EDGE_WORDS])
        or own.has("wh_first", folds[said[0]])
    )
    ends = (
        is_question and not is_closed and any(own.has("bare", folds[index]) for index in said[-_EDGE_WORDS:])
    )
    return Sentence(span, number, is_question, opens, opens or ends)


def _counts(own: Lexis, folds: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    for index, fold in enumerate(folds):
        number = own.counts.get(fold) or (int(fold) if fold in _SMALL_NUMBERS else 0)
        follows = folds[index + 1] if index + 1 < len(folds) else ""
        if number and follows[:1].isalpha() and not own.has("units", follows):
            yield number, index
