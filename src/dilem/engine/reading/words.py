"""Text to tokens, sentences and clauses; offsets always count code points of the text as sent."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

# A number with its separators, an English contraction, an elided article, a word, or any mark.
_TOKEN = re.compile(
    r"\d+(?:[.,:'’  ]\d{3}(?!\d))*(?:[.,:]\d+)?"
    r"|[^\W\d_]+n['’]t\b"
    r"|['’](?:s|re|ll|ve|d|m)\b(?!['’])"
    r"|[^\W\d_]+['’](?=[^\W\d_])(?!(?:s|re|ll|ve|d|m)\b)"
    r"|[^\W\d_]+[²³]?"
    r"|[^\w\s]|_"
)
_SENTENCE_END = frozenset(".!?…;\n")
_OPENING = frozenset("([{«“„\"'‘¿¡")
_IS = frozenset("èÈéÉ")  # "is" in Italian and Portuguese, whose "e" is "and"
_CLAUSE_MARKS = frozenset(",:;–—()")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or mark: `fold` is lower case without accents, `start` its place in the text."""

    fold: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The place behind the token."""
        return self.start + len(self.text)

    @property
    def is_word(self) -> bool:
        """Whether this is a word rather than a number or a mark."""
        return self.fold[:1].isalpha()


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens `start` to `end` (exclusive) of one part of what was sent."""

    start: int
    end: int


def fold(text: str) -> str:
    """Lower case, without accents, with one kind of apostrophe; ß becomes ss, œ becomes oe."""
    return _fold(text)


@lru_cache(maxsize=65_536)
def _fold(text: str) -> str:
    lowered = text.lower().replace("’", "'").replace("ß", "ss").replace("œ", "oe").replace("æ", "ae")
    if lowered.isascii():
        return lowered
    return "".join(c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c))


def tokenize(text: str) -> tuple[Token, ...]:
    """Split a text into tokens; line ends are tokens too, because they end sentences."""
    tokens: list[Token] = []
    position = 0
    for line in text.splitlines(keepends=True):
        body = line.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
        tokens.extend(Token(fold(m.group()), m.group(), position + m.start()) for m in _TOKEN.finditer(body))
        if len(body) < len(line):
            tokens.append(Token("\n", line[len(body) :], position + len(body)))
        position += len(line)
    return tuple(tokens)


def sentences(tokens: tuple[Token, ...], abbreviations: frozenset[str] = frozenset()) -> list[Span]:
    """Split tokens into sentences; a mark that ends one belongs to it."""
    spans: list[Span] = []
    start = 0
    for index, token in enumerate(tokens):
        if token.fold not in _SENTENCE_END:
            continue
        if token.fold == "." and not _ends_sentence(tokens, index, abbreviations):
            continue
        following = tokens[index + 1].fold if index + 1 < len(tokens) else "\n"
        if following in _SENTENCE_END and following != "\n":
            continue  # "?!" and "..." end one sentence, not three
        if any(t.fold not in _SENTENCE_END for t in tokens[start : index + 1]):
            spans.append(Span(start, index + 1))
        start = index + 1
    if any(token.fold not in _SENTENCE_END for token in tokens[start:]):
        spans.append(Span(start, len(tokens)))
    return spans


def _ends_sentence(tokens: tuple[Token, ...], index: int, abbreviations: frozenset[str]) -> bool:
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if before is None or after is None or after.fold == "\n":
        return True
    if before.end != tokens[index].start:
        return True
    if after.start == tokens[index].end and (after.is_word or after.fold[:1].isdigit()):
        return False  # "R$ 4.500", "z.B.", "dilem.si"
    is_initial = before.is_word and len(before.fold) == 1 and before.fold not in "aeiouy"
    is_unit = index > 1 and tokens[index - 2].fold[:1].isdigit()  # "until 18 h. Then…" ends
    if before.fold in abbreviations or (is_initial and not is_unit):
        return False
    # "am 8. juli" goes on; "um 18. Dann" ends.
    return not (before.fold.isdigit() and len(before.fold) <= 2 and after.text[:1].islower())


def clauses(tokens: tuple[Token, ...], sentence: Span, joins: frozenset[str]) -> list[Span]:
    """Split a sentence at commas, colons, dashes and brackets, and before the words in `joins`."""
    spans: list[Span] = []
    start = sentence.start
    for index in range(sentence.start, sentence.end):
        fold_ = tokens[index].fold
        if fold_ in _CLAUSE_MARKS:
            spans.append(Span(start, index))
            start = index + 1
        elif fold_ in joins and index > start and tokens[index].text not in _IS:
            spans.append(Span(start, index))
            start = index
    spans.append(Span(start, sentence.end))
    return [span for span in spans if any(tokens[i].fold[:1].isalnum() for i in range(span.start, span.end))]


def words_of(text: str, tokens: tuple[Token, ...], span: Span) -> str:
    """The text of a span as it was sent."""
    if span.start >= span.end:
        return ""
    return text[tokens[span.start].start : tokens[span.end - 1].end]


def starts_quoted(token: Token) -> bool:
    """Whether a token opens a quotation or a bracket."""
    return token.fold in _OPENING
