"""Tells one decision from none (a greeting, a question of fact, a task) and from several."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from dilem.engine.grid import Situation
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.grammar import Grammar
from dilem.engine.reading.options import Found, stem
from dilem.engine.reading.options.lexis import lexis
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.signs import signs
from dilem.engine.reading.words import Span

_SMALL_TALK = 14
_SHORT = 28
_OPENING_WORDS = 3
_TOLD = 4
"""A sentence with as many words beside a question tells something."""

_CONTENT = 4
"""Words shorter than this say little about what a question is about."""

_CUTS = frozenset(",;:?!.…\n()–—")
_MARKED = 2
_UNMARKED = 3
"""How many questions about different things make several decisions, with and without words that say so."""


def kind_of(document: Document, found: Found | None, ignored: Iterable[tuple[int, Span]]) -> Situation:
    """NO_DECISION, SEVERAL or DECISION; what `ignored` covers counts for nothing.

    A decision is never refused for a doubt: where options were found, only what plainly asks for a fact,
    or plainly asks about different things, is anything else.
    """
    text = _look_at(document, ignored)
    if len(document.parts) == 1 and _has_several(text):
        return Situation.SEVERAL
    if found is None:
        weighs = _deliberates(text) and not (
            _asks_fact(text) or _asks_how(text) or _sets_task(text) or _is_small_talk(text)
        )
        return Situation.DECISION if weighs else Situation.NO_DECISION
    is_fact = found.options[0].part == 0 and not _speaks_of_self(text) and _asks_fact(text)
    return Situation.NO_DECISION if is_fact else Situation.DECISION


@dataclass(frozen=True)
class _Text:
    """The dilemma as far as it counts: `said` are the places of its words, `found` the signs of each list."""

    part: Part
    words: Grammar
    said: tuple[int, ...]
    found: Mapping[str, Sequence[Hit]]
    ignored: frozenset[int]

    def has(self, *tags: str) -> bool:
        return any(self.found.get(tag) for tag in tags)

    def fold(self, index: int) -> str:
        return self.part.tokens[index].fold

    def is_or(self, index: int) -> bool:
        return self.words.has("words.or", self.fold(index))


def _look_at(document: Document, ignored: Iterable[tuple[int, Span]]) -> _Text:
    part = document.dilemma
    passed = frozenset(i for number, span in ignored if number == 0 for i in range(span.start, span.end))
    found = {
        tag: [hit for hit in hits if hit.start not in passed]
        for tag, hits in signs(document.language, "requests").find(part.tokens).items()
    }
    said = tuple(i for i, token in enumerate(part.tokens) if token.fold[:1].isalnum() and i not in passed)
    return _Text(part, document.grammar, said, found, passed)


# --- none -----------------------------------------------------------------------------------------


def _is_small_talk(text: _Text) -> bool:
    """Greetings and polite words, with at most a name beside them."""
    if len(text.said) > _SMALL_TALK or not text.has("greeting"):
        return False
    covered = {
        i
        for tag in ("greeting", "chat")
        for hit in text.found.get(tag, ())
        for i in range(hit.start, hit.end)
    }
    others = sum(index not in covered for index in text.said)
    return others == 0 or (others == 1 and len(text.said) > 2)


def _asks_fact(text: _Text) -> bool:
    """A question that the world answers, not the person's wishes."""
    facts = {i for hit in text.found.get("fact", ()) for i in range(hit.start, hit.end)}
    weighs = any(
        hit.start not in facts for tag in ("deliberate", "whether") for hit in text.found.get(tag, ())
    )
    if len(text.said) > _SHORT or weighs:
        return False
    kinds = {hit.start for hit in text.found.get("sort", ())}
    if len(kinds) > 1 and any(text.is_or(index) for index in text.said):
        return True
    return any(
        hit.start in text.said[:_OPENING_WORDS] and not (hit.start and text.fold(hit.start - 1) == ",")
        for hit in text.found.get("fact", ())
    )


def _asks_how(text: _Text) -> bool:
    """How, why, when or who, without a choice in it."""
    if len(text.said) > _SHORT or any(text.is_or(i) for i in text.said) or text.has("whether"):
        return False
    hows = [hit for hit in text.found.get("howto", ()) if hit.start == text.said[0]]
    ends = max((hit.end for hit in hows), default=0)
    return ends > 0 and not any(hit.start >= ends for hit in text.found.get("deliberate", ()))


def _speaks_of_self(text: _Text) -> bool:
    facts = {i for hit in text.found.get("fact", ()) for i in range(hit.start, hit.end)}
    return any(text.words.has("words.self", text.fold(i)) and i not in facts for i in text.said)


def _sets_task(text: _Text) -> bool:
    """An order to write, translate, explain, compute …"""
    if any(text.is_or(index) for index in text.said) or text.has("deliberate"):
        return False
    polite = min((hit.end for tag in ("asking", "greeting") for hit in text.found.get(tag, ())), default=None)
    return any(
        hit.start == text.said[0] or (polite is not None and polite <= hit.start and len(text.said) <= _SHORT)
        for hit in text.found.get("task", ())
    )


def _deliberates(text: _Text) -> bool:
    """Whether anything in the text weighs one thing against another."""
    if text.has("deliberate", "whether") or any(text.is_or(index) for index in text.said):
        return True
    first = lexis(text.words.language).verbs.first
    own = any(text.words.has("words.self", text.fold(i)) or text.fold(i) in first for i in text.said)
    asks = any(token.fold == "?" for token in text.part.tokens)
    return own and (asks or len(text.said) > _SHORT)


# --- several --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Question:
    """One thing the person asks to decide, with the stems of what it is about."""

    span: Span
    about: frozenset[str]


def _has_several(text: _Text) -> bool:
    """Whether the person asks to decide about different things that no word ties together."""
    questions = _questions(text)
    if len(questions) < _MARKED or any(a.about & b.about for a, b in combinations(questions[:8], 2)):
        return False
    inside = {i for question in questions for i in range(question.span.start, question.span.end)}
    about = frozenset().union(*(question.about for question in questions))
    told = [i for i in text.said if i not in inside and stem(text.fold(i)) in about]
    marks = len({hit.start for hit in text.found.get("several", ())})
    orders = len({text.fold(hit.start) for hit in text.found.get("order", ())}) + _numbered(text)
    if marks or orders > 1:
        return len(told) <= marks + orders
    if told:
        return False
    if text.has("besides"):
        asked = sum(_ends_asking(text, sentence) for sentence in text.part.sentences)
        allowed = 1 if len(questions) >= _UNMARKED else 0
        return max(asked, len(questions)) >= _UNMARKED and _evidence(text, inside) <= allowed
    sequence = len({text.fold(hit.start) for hit in text.found.get("sequence", ())})
    return len(questions) >= _UNMARKED and (sequence >= _UNMARKED or not _evidence(text, inside))


def _numbered(text: _Text) -> int:
    """How many of "1) … 2) … 3) …" there are, in order."""
    following = 1
    for index in range(len(text.part.tokens) - 1):
        if text.fold(index) == str(following) and text.fold(index + 1) in {")", "."}:
            following += 1
    return following - 1


def _evidence(text: _Text, inside: set[int]) -> int:
    """How many sentences tell something beside the questions."""
    return sum(
        sum(text.fold(i)[:1].isalnum() and i not in inside for i in range(sentence.start, sentence.end))
        >= _TOLD
        for sentence in text.part.sentences
        if not _ends_asking(text, sentence)
    )


def _questions(text: _Text) -> list[_Question]:
    """The pieces of the text that ask to decide something."""
    verbs = lexis(text.words.language).verbs
    has_marks = text.has("several") or len(text.found.get("order", ())) > 1
    first = verbs.finite if has_marks else verbs.first
    opening = {hit.start: hit.end for hit in text.found.get("ask", ())}
    listed = ("whether", "if") if text.has("several") else ("whether",)
    whether = {hit.start: hit.end for tag in listed for hit in text.found.get(tag, ())}
    asking = {hit.start: hit.end for hit in text.found.get("wh", ())}
    idle = {i for hit in text.found.get("idiom", ()) for i in range(hit.start, hit.end)}
    questions: list[_Question] = []
    for sentence in text.part.sentences:
        asks = _ends_asking(text, sentence)
        colon = max((i for i in range(sentence.start, sentence.end) if text.fold(i) == ":"), default=0)
        is_first = True
        for piece in _pieces(text, sentence, {*opening, *whether, *asking}, first):
            span = range(piece.start, piece.end)
            said = [i for i in span if text.fold(i)[:1].isalnum() and i not in text.ignored]
            if not said:
                continue
            marks = [place for place in said if place in whether]
            if asks and piece.start >= colon:
                marks.extend(place for place in said[:3] if place in opening)
                marks.extend(
                    place for place in said[:1] if (is_first or _follows_and(text, place)) and place in asking
                )
            is_choice = any(text.is_or(i) and i not in idle for i in said[1:-1])
            acts = asks and piece.start > colon and any(text.fold(i) in first for i in said[:2])
            if marks or is_choice or acts:
                skipped = {
                    i
                    for m in marks
                    for i in range(m, max(whether.get(m, 0), opening.get(m, 0), asking.get(m, 0)))
                }
                questions.append(_Question(piece, _about(text, [i for i in said if i not in skipped])))
            is_first = False
    return questions


def _follows_and(text: _Text, place: int) -> bool:
    return place > 0 and text.words.has("words.and", text.fold(place - 1))


def _ends_asking(text: _Text, sentence: Span) -> bool:
    return any(token.fold == "?" for token in text.part.tokens[max(0, sentence.end - 4) : sentence.end])


def _pieces(text: _Text, sentence: Span, starts: set[int], first: Container[str]) -> Iterable[Span]:
    start = sentence.start
    for index in range(sentence.start, sentence.end):
        fold = text.fold(index)
        opens = any(
            i in starts or text.fold(i) in first for i in range(index + 1, min(index + 3, sentence.end))
        )
        splits = fold in _CUTS or (opens and text.words.has("words.and", fold))
        if splits:
            if index > start:
                yield Span(start, index)
            start = index + 1
    if start < sentence.end:
        yield Span(start, sentence.end)


def _about(text: _Text, said: Sequence[int]) -> frozenset[str]:
    return frozenset(
        stem(text.fold(i))
        for i in said
        if len(text.fold(i)) >= _CONTENT and not text.words.has("words.stop", text.fold(i))
    )
