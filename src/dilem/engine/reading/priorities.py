"""What the person says matters: which aspects, in what order, and which not."""

from collections.abc import Sequence
from dataclasses import dataclass

from dilem.engine.grid import CutKind, Quote
from dilem.engine.reading.asked import is_unsure
from dilem.engine.reading.aspects import GENERAL
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.grammar import criterion_names
from dilem.engine.reading.options import stem
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.statements import Remark, is_negated
from dilem.engine.reading.words import Span

_AHEAD = 18  # how many words behind a cue may still be what it speaks of
_STRENGTH = {"matters.most": 0.9, "matters.only": 1.0, "matters.last": 0.9, "matters.wish": 0.5}


@dataclass(frozen=True, slots=True)
class Target:
    """What a wish aims at: an aspect, a whole criterion, or stems of words for which neither is known.

    `sign` is 1 where it is wanted, -1 where it is to be avoided.
    """

    aspect: str | None
    stems: frozenset[str]
    sign: int
    criterion: str | None = None


@dataclass(frozen=True, slots=True)
class Want:
    """One thing said about what matters. `strength` from 0 to 1 tells how firmly it was said."""

    kind: CutKind
    target: Target
    strength: float
    quote: Quote
    span: Span
    below: Target | None = None
    ratio: float = 1.0
    is_aversion: bool = False


def find_wants(document: Document, remarks: Sequence[Remark]) -> tuple[Want, ...]:
    """Everything said about what matters, in the order of the text."""
    wants: list[Want] = []
    for part in document.parts:
        for sentence in part.sentences:
            if part.index and (sentence.end <= part.asked or _is_unsure(document, part)):
                continue
            ordered = _trade_offs(document, part, sentence, remarks) or _leanings(
                document, part, sentence, remarks
            )
            wants.extend(ordered)
            wants.extend(_indifference(document, part, sentence, remarks))
            if not ordered:
                wants.extend(_wishes(document, part, sentence, remarks))
            wants.extend(_aversions(document, part, sentence, remarks))
    return tuple(wants)


def _trade_offs(document: Document, part: Part, sentence: Span, remarks: Sequence[Remark]) -> list[Want]:
    for hit in part.found(sentence, "matters.over", "matters.under"):
        clause = _clause_of(document, part, sentence, hit)
        left = _targets(document, part, Span(clause.start, hit.start), remarks, limit=1, last=True)
        right = _targets(document, part, Span(hit.end, min(sentence.end, hit.end + _AHEAD)), remarks, limit=3)
        if not left:
            before = Span(max(sentence.start, clause.start - 12), clause.start)
            left = _targets(document, part, before, remarks, limit=1, last=True)
        if hit.tag == "matters.under":
            left, right = right[:1], left
        if (
            not left
            or not right
            or all(target.aspect is None and target.criterion is None for target in [*left, *right])
        ):
            continue
        ratio = 2.0 if part.found(sentence, "matters.much_over") else 1.0
        quote = part.quote(sentence)
        return [
            Want(CutKind.OVER, left[0], 0.9, quote, sentence, below, ratio)
            for below in right
            if below.aspect != left[0].aspect or below.aspect is None
        ]
    return []


def _leanings(document: Document, part: Part, sentence: Span, remarks: Sequence[Remark]) -> list[Want]:
    """ "I'd rather X than Y"; both sides must name an aspect."""
    for cue in part.found(sentence, "matters.rather"):
        for hit in part.found(Span(cue.end, sentence.end), "matters.rather_than"):
            left = [
                t for t in _targets(document, part, Span(cue.end, hit.start), remarks, limit=1) if t.aspect
            ]
            right = [
                t
                for t in _targets(
                    document, part, Span(hit.end, min(sentence.end, hit.end + 6)), remarks, limit=1
                )
                if t.aspect
            ]
            if left and right and left[0].aspect != right[0].aspect:
                return [Want(CutKind.OVER, left[0], 0.8, part.quote(sentence), sentence, right[0])]
    return []


def _indifference(document: Document, part: Part, sentence: Span, remarks: Sequence[Remark]) -> list[Want]:
    wants: list[Want] = []
    for clause in part.clauses(sentence, document.grammar):
        if part.found(clause, "matters.irrelevant"):
            quote = part.quote(clause)
            wants.extend(
                Want(CutKind.NOT, target, 0.8, quote, clause)
                for target in _targets(document, part, clause, remarks, limit=2)
                if target.aspect
            )
    return wants


def _wishes(document: Document, part: Part, sentence: Span, remarks: Sequence[Remark]) -> list[Want]:
    cues = [hit for hit in part.found(sentence, *_STRENGTH) if not _is_denied(document, part, sentence, hit)]
    strong = [hit for hit in cues if hit.tag != "matters.wish"]
    asked_for = [hit for hit in part.hits if hit.tag in _STRENGTH and hit.end <= part.asked]
    if part.index and not strong and any(hit.tag != "matters.wish" for hit in asked_for):
        # The question asked what matters, so the answer says it.
        return _want(document, part, sentence, Span(max(sentence.start, part.asked), sentence.end), remarks)
    wants: list[Want] = []
    for cue in strong or cues[:1]:
        for span in _scopes(document, part, sentence, cue):
            found = _want(document, part, sentence, span, remarks, cue)
            wants.extend(found)
            if found:
                break
    return wants


def _want(
    document: Document,
    part: Part,
    sentence: Span,
    span: Span,
    remarks: Sequence[Remark],
    cue: Hit | None = None,
) -> list[Want]:
    """What a stretch of text says is wanted, by the cue in it, or else by the question it answers."""
    tag = cue.tag if cue is not None else "matters.most"
    kind = CutKind.ONLY if tag == "matters.only" else CutKind.MOST
    quote = part.quote(sentence)
    return [
        Want(kind, target, _STRENGTH[tag] * (1.0 if target.aspect else 0.7), quote, sentence)
        for target in _targets(document, part, span, remarks, limit=2, cue=cue)
    ]


def _scopes(document: Document, part: Part, sentence: Span, cue: Hit) -> list[Span]:
    """Where to look for what a cue speaks of, nearest first."""
    clause = _clause_of(document, part, sentence, cue)
    # The cue itself may name what it speaks of ("spend as little as possible").
    after = Span(cue.start, min(sentence.end, cue.end + _AHEAD))
    before = Span(clause.start, cue.end)
    wider = Span(max(sentence.start, clause.start - 14), cue.end)
    if cue.tag == "matters.last":
        return [before, wider, after]
    return [after, before]


def _aversions(document: Document, part: Part, sentence: Span, remarks: Sequence[Remark]) -> list[Want]:
    """What the person cannot bear: the opposite is wanted."""
    wants: list[Want] = []
    for cue in part.found(sentence, "matters.avoid"):
        if is_negated(document.grammar, part, sentence, cue.start, cue.end):
            continue
        clause = _clause_of(document, part, sentence, cue)
        quote = part.quote(sentence)
        for span in (Span(cue.end, clause.end), Span(clause.start, cue.start)):
            targets = _targets(document, part, span, remarks, limit=2)
            wants.extend(
                Want(
                    CutKind.MOST,
                    Target(target.aspect, target.stems, -target.sign),
                    0.7,
                    quote,
                    sentence,
                    is_aversion=True,
                )
                for target in targets
            )
            if targets:
                break
    return wants


def _targets(
    document: Document,
    part: Part,
    span: Span,
    remarks: Sequence[Remark],
    *,
    limit: int,
    last: bool = False,
    cue: Hit | None = None,
) -> list[Target]:
    """What a stretch of text speaks of: its aspects, and its content words (those of the cue aside)."""
    inside = [
        r
        for r in remarks
        if r.part == part.index and span.start <= r.span.start < span.end and r.aspect not in GENERAL
    ]
    chosen: dict[str, Remark] = {}
    for remark in reversed(inside) if last else inside:
        chosen.setdefault(remark.aspect, remark)
    targets = [
        Target(aspect, frozenset(), remark.sign or 1) for aspect, remark in list(chosen.items())[:limit]
    ]
    stems = frozenset(
        stem(part.tokens[i].fold)
        for i in range(span.start, span.end)
        if _is_content(document, part, i) and not (cue is not None and cue.start <= i < cue.end)
    )
    return [*targets, Target(None, stems, 1)] if stems else targets


def _criteria(document: Document, part: Part, span: Span) -> list[str]:
    """The criteria a stretch of text calls by their names."""
    hits = criterion_names(document.language).find(part.tokens[span.start : span.end])
    return list(dict.fromkeys(hit.tag.removeprefix("criterion.") for hit in hits))


def _is_unsure(document: Document, part: Part) -> bool:
    return is_unsure(part.words(Span(part.asked, len(part.tokens))), document.language)


def _is_content(document: Document, part: Part, index: int) -> bool:
    token = part.tokens[index]
    return token.is_word and len(token.fold) > 2 and not document.grammar.has("words.stop", token.fold)


def _clause_of(document: Document, part: Part, sentence: Span, hit: Hit) -> Span:
    return next((c for c in part.clauses(sentence, document.grammar) if hit.overlaps(c)), sentence)


def _is_denied(document: Document, part: Part, sentence: Span, hit: Hit) -> bool:
    """Whether a cue is negated ("isn't the most important thing")."""
    clause = _clause_of(document, part, sentence, hit)
    return hit.tag != "matters.only" and is_negated(document.grammar, part, clause, hit.start, hit.start)
