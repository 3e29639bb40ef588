"""What the person's answers to earlier questions say: about what matters, and about the options."""

from dataclasses import dataclass

from dilem.engine.grid import CutKind, OptionKind, Source, Statement, StatementKind
from dilem.engine.reading.asked import is_unsure
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.grammar import Grammar, criterion_names
from dilem.engine.reading.options import Found
from dilem.engine.reading.priorities import Target, Want
from dilem.engine.reading.words import Span

ANSWERED = 0.8
"""The effect of an answer that says which option does better on a criterion."""

FIRMLY = 0.95
_ABOUT_WEIGHTS = ("matters.most", "matters.last", "matters.only", "matters.over")
_BARE = 4  # an answer of at most this many words beside a name says nothing else


@dataclass(frozen=True)
class Answers:
    """What all answers say together."""

    wants: tuple[Want, ...]
    statements: tuple[Statement, ...]


def read_answers(document: Document, found: Found, focus: Focus) -> Answers:
    """Read the refinements whose question names criteria, or asks for the one that matters most."""
    wants: list[Want] = []
    statements: list[Statement] = []
    for part in document.parts[1:]:
        answer = Span(part.asked, len(part.tokens))
        if not part.asked or is_unsure(part.words(answer), document.language):
            continue
        question = Span(0, part.asked)
        topics = _criteria_in(document, part, question)
        if len(topics) == 2 or part.found(question, *_ABOUT_WEIGHTS):
            wants.extend(_preferred(document, part, topics, answer))
        elif len(topics) == 1:
            statements.extend(_better(document.grammar, part, found, focus, topics[0], answer))
    return Answers(tuple(wants), tuple(statements))


def _criteria_in(document: Document, part: Part, span: Span) -> list[str]:
    """The criteria named in a span, each once, in order."""
    names: dict[str, None] = {}
    for hit in criterion_names(document.language).find(part.tokens):
        if hit.overlaps(span):
            names.setdefault(hit.tag.removeprefix("criterion."))
    return list(names)


def _preferred(document: Document, part: Part, topics: list[str], answer: Span) -> list[Want]:
    """The criterion that an answer puts first."""
    named = _criteria_in(document, part, answer)
    if not named or not _is_bare(part, answer, len(named)):
        return []
    first = Target(None, frozenset(), 1, named[0])
    quote = part.quote(answer)
    others = [topic for topic in topics if topic != named[0]]
    if len(topics) == 2 and others:
        below = Target(None, frozenset(), 1, others[0])
        return [Want(CutKind.OVER, first, FIRMLY, quote, answer, below)]
    return [Want(CutKind.MOST, first, FIRMLY, quote, answer)]


def _better(
    words: Grammar, part: Part, found: Found, focus: Focus, criterion: str, answer: Span
) -> list[Statement]:
    """The option that an answer names as better on a criterion."""
    if found.options[0].kind is OptionKind.DO or _has_number(part, answer) or _is_denied(words, part, answer):
        return []  # an amount is no comparison, since the totals read it; "not the train" names no winner
    named = {focus.of(part.index, token) for token in range(answer.start, answer.end)}
    chosen = [option for option in named if option >= 0]
    if len(chosen) != 1:
        return []
    if not _is_bare(part, answer, len(found.options[chosen[0]].label.split())):
        return []
    quote = part.quote(answer)
    return [Statement(StatementKind.ON_PRIORITY, chosen[0], criterion, ANSWERED, quote, Source.STATED)]


def _is_denied(words: Grammar, part: Part, answer: Span) -> bool:
    return any(words.has("words.negation", token.fold) for token in part.tokens[answer.start : answer.end])


def _has_number(part: Part, answer: Span) -> bool:
    return any(token.fold[:1].isdigit() for token in part.tokens[answer.start : answer.end])


def _is_bare(part: Part, answer: Span, words: int) -> bool:
    spoken = sum(1 for token in part.tokens[answer.start : answer.end] if token.is_word)
    return spoken <= words + _BARE
