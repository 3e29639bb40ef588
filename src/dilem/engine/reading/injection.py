"""Finds the words that give orders to the service instead of telling about the dilemma."""

import itertools
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from dilem.engine.grid import Language
from dilem.engine.reading.document import Part
from dilem.engine.reading.grammar import Grammar
from dilem.engine.reading.markup import marked_blocks
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.signs import signs
from dilem.engine.reading.words import Span, Token

_ENGLISH = Language("en")
_ENOUGH = 1.0
_WEIGHTS: Mapping[str, float] = {"instruct": 1.0, "yours": 0.6, "medium": 0.6, "verb": 0.4, "service": 0.4}
_HEADED = 0.6
"""A sentence under a heading such as "Instruction:"."""

_ADDRESSED = 0.7
"""A sentence that opens with "Assistant:" or "Note to the model:"."""

_FOLLOWING = 0.6
"""A sentence right behind one that gives orders, and that begins like an order itself."""

_OPENING_WORDS = 7
_SHORT = 9
_TOLD_WORDS = 5
_LONGEST_BLOCK = 16
_LONGEST_HEADING = 10

_RULES = frozenset("-=#*~_+")
_QUOTES = frozenset("\"'«»„“”‘’#*>-– ")


def instructing(part: Part, words: Grammar) -> tuple[Span, ...]:
    """The spans of a part that instruct the service, in order and apart from each other.

    Whole sentences, lines and marked blocks; where a sentence first tells something of the dilemma, only what
    comes behind it. Nothing in them is evidence.
    """
    if not part.tokens:
        return ()
    lines = _lines(part.tokens)
    found = _found(part.tokens, words.language)
    spans = list(_regions(part, words.language))
    spans.extend(_role_lines(part, lines, found, words.language))
    spans.extend(_sentences(part, words, found, spans))
    spans.extend(_blocks(part, lines, found, spans))
    return tuple(_merged(spans))


def _found(tokens: tuple[Token, ...], language: Language) -> Mapping[str, list[Hit]]:
    """The signs of orders in the text's own language and in English, in which many orders are written."""
    found: dict[str, list[Hit]] = {}
    for spoken in dict.fromkeys((language, _ENGLISH)):
        for topic in ("situation", "injection"):
            for tag, hits in signs(spoken, topic).find(tokens).items():
                if spoken == language or tag in {"instruct", "medium"}:
                    found.setdefault(tag, []).extend(hits)
    for hits in found.values():
        hits.sort(key=lambda hit: (hit.start, hit.end))
    return found


def _within(hits: Sequence[Hit], span: Span) -> Sequence[Hit]:
    return hits[bisect_left(hits, span.start, key=_start) : bisect_left(hits, span.end, key=_start)]


def _start(place: Hit | Span) -> int:
    return place.start


# --- sentences ----------------------------------------------------------------------------------


def _sentences(
    part: Part, words: Grammar, found: Mapping[str, list[Hit]], before: Sequence[Span]
) -> Iterator[Span]:
    at = {tag: _Cursor(found.get(tag, [])) for tag in (*_WEIGHTS, "address", "heading", "forcing", "only")}
    follows = False
    for sentence in _pieces(part, tuple(_merged(before))):
        hits = {tag: cursor.within(sentence) for tag, cursor in at.items()}
        score, first = _score(part, words, sentence, hits)
        if follows and (hits["medium"] or hits["yours"] or _opens_with(part, words, sentence, hits["verb"])):
            score += _FOLLOWING
        if score < _ENOUGH or (_is_choice(part, words, sentence) and score < 1.5 * _ENOUGH):
            follows = False
            continue
        follows = True
        yield _behind_what_is_told(part, words, sentence, first)


def _pieces(part: Part, blocks: Sequence[Span]) -> Iterator[Span]:
    """The sentences without the marked blocks in them, cut again behind "option B." before a capital."""
    for sentence in part.sentences:
        start = sentence.start
        for block in blocks[max(0, bisect_left(blocks, start, key=_start) - 1) :]:
            if block.start >= sentence.end:
                break
            if block.end > start:
                yield from _cut(part, Span(start, max(start, block.start)))
                start = block.end
        yield from _cut(part, Span(start, sentence.end))


def _cut(part: Part, piece: Span) -> Iterator[Span]:
    start = piece.start
    for index in range(piece.start + 1, piece.end - 1):
        mark, after = part.tokens[index], part.tokens[index + 1]
        ends = mark.fold == "." and len(part.tokens[index - 1].fold) == 1
        if ends and after.text[:1].isupper() and after.start > mark.end:
            yield Span(start, index + 1)
            start = index + 1
    if start < piece.end:
        yield Span(start, piece.end)


class _Cursor:
    """Hands out hits span by span, for spans that come in order."""

    def __init__(self, hits: Sequence[Hit]) -> None:
        self._hits = hits
        self._next = 0

    def within(self, span: Span) -> list[Hit]:
        while self._next < len(self._hits) and self._hits[self._next].start < span.start:
            self._next += 1
        end = self._next
        while end < len(self._hits) and self._hits[end].start < span.end:
            end += 1
        inside, self._next = list(self._hits[self._next : end]), end
        return inside


def _score(part: Part, words: Grammar, sentence: Span, hits: Mapping[str, list[Hit]]) -> tuple[float, int]:
    """How strongly a sentence gives orders, and where it begins to."""
    score = 0.0
    first = sentence.end
    covered: list[Hit] = []
    for tag, weight in _WEIGHTS.items():
        fresh = [hit for hit in hits[tag] if not any(c.start <= hit.start < c.end for c in covered[:8])]
        if fresh:
            score += weight * min(len(fresh), 2 if tag == "medium" else 1)
            covered.extend(fresh)
            first = min(first, fresh[0].start)
    said = [index for index in range(sentence.start, sentence.end) if part.tokens[index].fold[:1].isalnum()]
    address = next((hit for hit in hits["address"] if _is_addressed(part, said, hit)), None)
    if address:
        score += _ADDRESSED
        first = sentence.start
    elif any(hit.start in said[:2] and _colon_follows(part, hit) for hit in hits["heading"]):
        score += _HEADED
        first = sentence.start
    is_choice = any(words.has("words.or", part.tokens[index].fold) for index in said)
    if hits["forcing"] and not is_choice and part.tokens[sentence.end - 1].fold != "?":
        score += _ENOUGH
        first = min(first, hits["forcing"][0].start)
    opens = said and any(hit.start == said[0] for hit in hits["verb"])
    if opens and hits["only"] and len(said) <= _SHORT and not is_choice:
        score += _ENOUGH
    return score, first


def _is_addressed(part: Part, said: Sequence[int], hit: Hit) -> bool:
    """Whether a sentence opens by speaking to the service: "Note to the assistant: …", "Model, …"."""
    if hit.start not in said[:_OPENING_WORDS]:
        return False
    after = part.tokens[hit.end].fold if hit.end < len(part.tokens) else ""
    return after == ":" or (after in {",", "!"} and hit.start in said[:3])


def _colon_follows(part: Part, hit: Hit) -> bool:
    return any(token.fold == ":" for token in part.tokens[hit.end : hit.end + _OPENING_WORDS - 2])


def _opens_with(part: Part, words: Grammar, sentence: Span, verbs: Sequence[Hit]) -> bool:
    """Whether an order opens the sentence, or one of its clauses."""
    opening = sentence.start + 3
    joins = words.all("words.and")
    return any(
        hit.start < opening or part.tokens[hit.start - 1].fold in {",", ":"} | joins
        for hit in verbs
        if hit.start
    )


def _is_choice(part: Part, words: Grammar, sentence: Span) -> bool:
    tokens = part.tokens[sentence.start : sentence.end]
    return tokens[-1].fold == "?" and any(words.has("words.or", token.fold) for token in tokens)


def _behind_what_is_told(part: Part, words: Grammar, sentence: Span, first: int) -> Span:
    """The sentence without the clauses in front that tell something of the dilemma."""
    start = sentence.start
    for clause in part.clauses(sentence, words):
        if clause.end > first:
            break
        said = [part.tokens[index] for index in range(clause.start, clause.end)]
        if sum(token.is_word for token in said) >= _TOLD_WORDS or any(t.fold[:1].isdigit() for t in said):
            start = clause.end + (part.tokens[clause.end].fold in {",", ":"})
    return Span(start, sentence.end)


# --- marked blocks ------------------------------------------------------------------------------


def _regions(part: Part, language: Language) -> Iterator[Span]:
    starts = [token.start for token in part.tokens]
    for start, end in marked_blocks(part.text, _roles(language)):
        span = Span(bisect_left(starts, start), bisect_left(starts, end))
        if span.start < span.end:
            yield span


@cache
def _roles(language: Language) -> frozenset[str]:
    return frozenset().union(*(signs(spoken, "injection").words("role") for spoken in (language, _ENGLISH)))


# --- lines --------------------------------------------------------------------------------------


def _lines(tokens: tuple[Token, ...]) -> list[Span]:
    spans: list[Span] = []
    start = 0
    for index, token in enumerate(tokens):
        if token.fold == "\n":
            spans.append(Span(start, index))
            start = index + 1
    spans.append(Span(start, len(tokens)))
    return spans


def _role_lines(
    part: Part, lines: Sequence[Span], found: Mapping[str, list[Hit]], language: Language
) -> Iterator[Span]:
    """ "System: …", "Assistant: …": turns of a talk that never was."""
    roles = _roles(language)
    turns = [line for line in lines if _opens_turn(part.tokens, line, roles)]
    for line in turns:
        ordered = any(_within(found.get(tag, ()), line) for tag in ("instruct", "medium"))
        if ordered or len(turns) > 1:
            yield line


def _opens_turn(tokens: tuple[Token, ...], line: Span, roles: frozenset[str]) -> bool:
    for index in range(line.start, min(line.end, line.start + 6)):
        token = tokens[index]
        if token.is_word:
            return token.fold in roles and index + 1 < line.end and tokens[index + 1].fold == ":"
        if token.text not in _QUOTES:
            return False
    return False


def _blocks(
    part: Part, lines: Sequence[Span], found: Mapping[str, list[Hit]], spans: Sequence[Span]
) -> Iterator[Span]:
    """What stands between two ruled lines, where some of it gives orders."""
    marks = [number for number, line in enumerate(lines) if _is_ruled(part.tokens, line)]
    ordered = sorted(spans, key=_start)
    for number in marks:
        line = lines[number]
        edges = len(_within(found.get("edge", ()), line)) + len(_within(found.get("instruct", ()), line))
        if edges > 1:
            yield line
    for first, second in itertools.pairwise(marks):
        block = Span(lines[first].start, lines[second].end)
        inner = Span(lines[first].end, lines[second].start)
        if second - first <= _LONGEST_BLOCK and any(
            span.start < inner.end and span.end > inner.start for span in _near(ordered, inner)
        ):
            yield block


def _near(spans: Sequence[Span], inner: Span) -> Iterable[Span]:
    last = bisect_left(spans, inner.end, key=_start)
    return spans[max(0, last - 8) : last]


def _is_ruled(tokens: tuple[Token, ...], line: Span) -> bool:
    """Whether a line is a rule, with or without a heading: "---", "### END ###"."""
    opening = 0
    for index in range(line.start, line.end):
        if tokens[index].fold not in _RULES:
            break
        opening += 1
    return opening >= 3 and line.end - line.start - opening <= 2 * _LONGEST_HEADING


def _merged(spans: Iterable[Span]) -> Iterator[Span]:
    current: Span | None = None
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if current is None or span.start > current.end:
            if current is not None:
                yield current
            current = span
        elif span.end > current.end:
            current = Span(current.start, span.end)
    if current is not None:
        yield current
