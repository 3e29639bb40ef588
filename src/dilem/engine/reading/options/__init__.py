"""Finds the options, as the person would list them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from dilem.engine.grid import OptionKind
from dilem.engine.reading.document import Document, Part, trimmed
from dilem.engine.reading.grammar import Grammar
from dilem.engine.reading.words import Span, Token

_BULLETS = frozenset("-•*·–—▪►➢")
_MAX_LABEL_WORDS = 14


@dataclass(frozen=True)
class Candidate:
    """An option as it was found: where its name stands, and the words by which it is known again."""

    label: str
    keys: frozenset[str]
    part: int
    span: Span
    kind: OptionKind = OptionKind.NAMED
    body: tuple[Span, ...] = ()  # what was said of it in the same line or clause


@dataclass(frozen=True)
class Found:
    """The options of a dilemma and how they were found."""

    options: tuple[Candidate, ...]
    how: str
    question: Span | None = None
    extra: dict[str, str] = field(default_factory=dict)


def find_options(document: Document) -> Found | None:
    """The options of the dilemma, or None where they cannot be told."""
    part = document.dilemma
    for strategy in (_from_lines, _from_letters, _from_alternatives, _from_torn, _from_yes_no, _from_subjects):
        found = strategy(document, part)
        if found and len(found.options) >= 2:
            return found
    return None


# --- lists -------------------------------------------------------------------------------------


def _from_lines(document: Document, part: Part) -> Found | None:
    """Lines that begin with a bullet, a number or a letter."""
    items: list[Span] = []
    start = 0
    for index in range(len(part.tokens) + 1):
        at_end = index == len(part.tokens)
        if not at_end and part.tokens[index].fold != "\n":
            continue
        skip = _marker(part.tokens, start, index)
        if skip:
            items.append(Span(start + skip, index))
        start = index + 1
    if len(items) < 2:
        return None
    return _named(document, part, items, "lines")


def _marker(tokens: tuple[Token, ...], start: int, end: int) -> int:
    """How many tokens of a line are its list marker: "-", "1.", "a)", "A:"."""
    if end - start < 2:
        return 0
    first, second = tokens[start], tokens[start + 1]
    if first.fold in _BULLETS:
        return 1
    is_label = (first.fold.isdigit() and len(first.fold) <= 2) or (first.is_word and len(first.fold) == 1)
    if is_label and second.fold in {".", ")", ":", "/"} and second.start == first.end and end - start > 2:
        return 2
    return 0


def _from_letters(document: Document, part: Part) -> Found | None:
    """"Option A: …. Option B: …", "1) …, 2) …" inside running text."""
    starts: list[tuple[str, int, int]] = []
    option_words = document.grammar.all("options.option_word")
    for index in range(len(part.tokens) - 2):
        token, after = part.tokens[index], part.tokens[index + 1]
        single = (token.is_word and len(token.fold) == 1) or (token.fold.isdigit() and len(token.fold) == 1)
        if not single or after.fold not in {":", ")", "="}:
            continue
        before = part.tokens[index - 1].fold if index else "\n"
        if after.fold == ")" and before == "(":
            starts.append((token.fold, index - 1, index + 2))
        elif before in option_words or before in ".;,:\n?!":
            starts.append((token.fold, index - (before in option_words), index + 2))
    labels = [label for label, _, _ in starts]
    if len(starts) < 2 or len(set(labels)) != len(labels) or labels[0] not in {"a", "1"}:
        return None
    items: list[Span] = []
    for position, (_, _, body) in enumerate(starts):
        limit = starts[position + 1][1] if position + 1 < len(starts) else len(part.tokens)
        end = next(
            (i for i in range(body, limit) if part.tokens[i].fold in ".?!\n;" and i > body + 1), limit
        )
        items.append(Span(body, limit if position + 1 < len(starts) else end))
    return _named(document, part, items, "letters")


def _named(document: Document, part: Part, items: list[Span], how: str) -> Found:
    options = []
    for item in items:
        name = _head(document.grammar, part.tokens, item)
        options.append(_candidate(document, part, name, body=(item,)))
    return Found(tuple(options), how)


def _head(words: Grammar, tokens: tuple[Token, ...], item: Span) -> Span:
    """The name at the start of a list item: up to the first mark, number or verb."""
    start, end = trimmed(tokens, item)
    for index in range(start + 1, end):
        token = tokens[index]
        if token.fold in {",", ":", ";", "(", "–", "—", "=", ".", "?", "!"} or (
            token.fold == "-" and tokens[index - 1].end < token.start
        ):
            return Span(start, index)
        if index > start + 1 and words.has("words.verbs", token.fold):
            return Span(start, index)
        if index - start >= _MAX_LABEL_WORDS:
            return Span(start, index)
    return Span(start, end)


# --- A or B? -----------------------------------------------------------------------------------


def _from_alternatives(document: Document, part: Part) -> Found | None:
    """The best "A or B" of the text; questions and short sentences are trusted most."""
    best: tuple[float, Found] | None = None
    count = len(part.sentences)
    for number, sentence in enumerate(part.sentences):
        for hit in part.found(sentence, "words.or"):
            found = _alternative(document, part, sentence, hit.start, hit.end)
            if not found:
                continue
            score = _trust(part, sentence, found, number, count)
            if score > 0 and (best is None or score > best[0]):
                best = (score, found)
    return best[1] if best else None


def _trust(part: Part, sentence: Span, found: Found, number: int, count: int) -> float:
    score = 0.0
    is_question = any(part.tokens[i].fold == "?" for i in range(sentence.start, sentence.end))
    score += 3.0 if is_question else 0.0
    score += 1.0 if number == count - 1 else 0.0
    score += 1.0 if number == 0 else 0.0
    score += 0.1 * number / max(1, count)
    lengths = [option.span.end - option.span.start for option in found.options]
    score -= 0.15 * max(0, max(lengths) - 6)
    score += 0.5 if len(found.options) > 2 else 0.0
    return score if is_question or score > 0.9 else 0.0


def _alternative(document: Document, part: Part, sentence: Span, or_start: int, or_end: int) -> Found | None:
    words = document.grammar
    right = _right_of(words, part, Span(or_end, sentence.end))
    lefts = _left_of(words, part, Span(sentence.start, or_start))
    if right is None or not lefts:
        return None
    spans = [*lefts, right]
    options = tuple(_candidate(document, part, span) for span in spans)
    if any(not option.keys for option in options) or len({option.keys for option in options}) < len(options):
        return None
    return Found(options, "or", sentence)


def _right_of(words: Grammar, part: Part, span: Span) -> Span | None:
    start = span.start
    while start < span.end and (
        words.has("options.lead", part.tokens[start].fold) or part.tokens[start].fold in {",", ":", "¿"}
    ):
        start += 1
    for hit in part.found(Span(span.start, span.end), "options.lead"):
        if hit.start == start:
            start = max(start, hit.end)
    end = start
    while end < span.end and end - start < _MAX_LABEL_WORDS + 4:
        token = part.tokens[end]
        if token.fold in {"?", ".", "!", ";", ":", "\n", "("} or (token.fold == "," and end > start):
            break
        if end > start + 1 and words.has("words.joins", token.fold) and not words.has("words.and", token.fold):
            break
        end += 1
    start, end = trimmed(part.tokens, Span(start, end))
    return Span(start, end) if end > start else None


def _left_of(words: Grammar, part: Part, span: Span) -> list[Span]:
    start = span.start
    for index in range(span.end - 1, span.start - 1, -1):
        if part.tokens[index].fold in {":", "¿", "\n", "…"}:
            start = index + 1
            break
    pieces: list[Span] = []
    piece_start = start
    for index in range(start, span.end):
        if part.tokens[index].fold in {",", "(", ")", "–", "—"}:
            if index > piece_start:
                pieces.append(Span(piece_start, index))
            piece_start = index + 1
    if piece_start < span.end:
        pieces.append(Span(piece_start, span.end))
    if not pieces:
        return []
    kept = [_without_lead(words, part, pieces[-1])]
    for piece in reversed(pieces[:-1]):
        shorter = _without_lead(words, part, piece)
        has_lead = shorter.start > piece.start
        length = shorter.end - shorter.start
        if length == 0 or length > 8 or _has_verb(words, part, shorter):
            break
        kept.append(shorter)
        if has_lead:
            break
    return [span for span in reversed(kept) if span.end > span.start]


def _has_verb(words: Grammar, part: Part, span: Span) -> bool:
    return any(words.has("words.verbs", part.tokens[i].fold) for i in range(span.start, span.end))


def _without_lead(words: Grammar, part: Part, span: Span) -> Span:
    """A segment without the words that introduce the question."""
    start, end = trimmed(part.tokens, span)
    moved = True
    while moved and start < end:
        moved = False
        for hit in part.hits:
            if hit.tag == "options.lead" and hit.start <= start < hit.end <= end and hit.end > start:
                start, moved = hit.end, True
                break
        while start < end and not part.tokens[start].fold[:1].isalnum():
            start += 1
    # Anything up to the last lead phrase inside the segment introduces the question too.
    inner = [h.end for h in part.hits if h.tag == "options.lead" and h.weight > 1 and start < h.start and h.end < end]
    if inner:
        start = max(inner)
    start, end = trimmed(part.tokens, Span(start, end))
    return Span(start, end)


# --- torn between A and B ----------------------------------------------------------------------


def _from_torn(document: Document, part: Part) -> Found | None:
    words = document.grammar
    for sentence in part.sentences:
        for hit in part.found(sentence, "options.torn"):
            end = hit.end
            while end < sentence.end and part.tokens[end].fold not in {".", "?", "!", ";", "\n"}:
                end += 1
            for join in part.found(Span(hit.end, end), "words.and", "words.or"):
                right = _right_of(words, part, Span(join.end, end))
                lefts = _left_of(words, part, Span(hit.end, join.start))
                if right and lefts:
                    options = tuple(_candidate(document, part, span) for span in [*lefts, right])
                    if all(option.keys for option in options):
                        return Found(options, "torn", sentence)
    return None


# --- yes or no ---------------------------------------------------------------------------------


def _from_yes_no(document: Document, part: Part) -> Found | None:
    words = document.grammar
    for sentence in reversed(part.sentences):
        if not any(part.tokens[i].fold == "?" for i in range(sentence.start, sentence.end)):
            continue
        openers = part.found(sentence, "options.yes_no", "options.or_not")
        if not openers:
            continue
        opener = openers[0]
        start, end = sentence.start, sentence.end
        if opener.tag == "options.yes_no":
            start = opener.end if opener.weight > 1 or words.has("options.opener", part.tokens[opener.start].fold) else opener.start
        for hit in part.found(sentence, "options.or_not"):
            end = min(end, hit.start)
        start, end = trimmed(part.tokens, Span(start, end))
        if end <= start:
            start, end = trimmed(part.tokens, sentence)
        doing = _candidate(document, part, Span(start, min(end, start + _MAX_LABEL_WORDS)), kind=OptionKind.DO)
        refusing = Candidate("", frozenset(), part.index, doing.span, OptionKind.DONT)
        return Found((doing, refusing), "yes_no", sentence)
    return None


# --- options that only stand in a story --------------------------------------------------------


def _from_subjects(document: Document, part: Part) -> Found | None:
    """Noun groups that begin clauses and are spoken of in parallel."""
    words = document.grammar
    names: list[tuple[Span, frozenset[str]]] = []
    for sentence in part.sentences:
        for clause in part.clauses(sentence, words):
            name = _subject(words, part, clause)
            if name is None:
                continue
            keys = keys_of(words, part.tokens, name)
            if keys and not any(keys & other for _, other in names):
                names.append((name, keys))
    if len(names) < 2:
        return None
    options = tuple(_candidate(document, part, name) for name, _ in names[:2])
    return Found(options, "subjects")


def _subject(words: Grammar, part: Part, clause: Span) -> Span | None:
    """A noun group with an article (or a proper name) at the start of a clause, before its verb."""
    start, end = trimmed(part.tokens, clause)
    while start < end and (words.has("words.joins", part.tokens[start].fold) or words.has("words.and", part.tokens[start].fold)):
        start += 1
    if start >= end:
        return None
    first = part.tokens[start]
    is_name = first.text[:1].isupper() and start > clause.start
    if not (words.has("words.article", first.fold) or is_name):
        return None
    for index in range(start + 1, min(end, start + 10)):
        if words.has("words.verbs", part.tokens[index].fold):
            return Span(start, index)
    return None


# --- names -------------------------------------------------------------------------------------


def _candidate(
    document: Document,
    part: Part,
    span: Span,
    *,
    kind: OptionKind = OptionKind.NAMED,
    body: tuple[Span, ...] = (),
) -> Candidate:
    name = _head(document.grammar, part.tokens, span) if body else span
    start, end = trimmed(part.tokens, name)
    shown = Span(start, max(end, start + 1))
    return Candidate(part.words(shown), keys_of(document.grammar, part.tokens, shown), part.index, shown, kind, body)


def keys_of(words: Grammar, tokens: tuple[Token, ...], span: Span) -> frozenset[str]:
    """The stems by which a name is known again: its content words."""
    return frozenset(
        stem(tokens[i].fold)
        for i in range(span.start, span.end)
        if tokens[i].fold[:1].isalnum() and not words.has("words.stop", tokens[i].fold) and len(tokens[i].fold) > 1
    )


def stem(word: str) -> str:
    """A word's beginning, so that its inflected forms meet: "baratas" and "barato" are "barat"."""
    if len(word) <= 4:
        return word
    return word[: max(4, len(word) - 2)][:7]


def shared(first: Iterable[str], second: Iterable[str]) -> int:
    """How many stems two names share."""
    return len(set(first) & set(second))
