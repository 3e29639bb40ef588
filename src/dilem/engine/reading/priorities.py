"""What the person says matters: which aspects, in what order, and which not."""

from collections.abc import Sequence
from dataclasses import dataclass

from dilem.engine.grid import CutKind, Quote
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.options import stem
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.statements import Remark
from dilem.engine.reading.words import Span

_CUES = ("matters.most", "matters.only", "matters.wish", "matters.last")
_MAX_WISH_WORDS = 14


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something the person wants: an aspect, or words no aspect is known for.

    `sign` is 1 where they want it, -1 where they want it avoided; `strength` from 0 to 1.
    """

    kind: CutKind
    aspect: str | None
    stems: frozenset[str]
    sign: int
    strength: float
    quote: Quote
    below: str | None = None
    ratio: float = 1.0


def find_wants(document: Document, remarks: Sequence[Remark]) -> tuple[Wanted, ...]:
    """Everything said about what matters, in the order of the text."""
    wants: list[Wanted] = []
    for part in document.parts:
        for sentence in part.sentences:
            wants.extend(_trade_offs(document, part, sentence, remarks))
            wants.extend(_indifference(document, part, sentence, remarks))
            wants.extend(_wishes(document, part, sentence, remarks))
            wants.extend(_aversions(document, part, sentence, remarks))
    return tuple(wants)


def _inside(remarks: Sequence[Remark], part: Part, span: Span) -> list[Remark]:
    return [r for r in remarks if r.part == part.index and span.start <= r.span.start < span.end]


def _named(remarks: list[Remark]) -> list[str]:
    """The aspects named, general praise aside, each once, in order."""
    seen: dict[str, None] = {}
    for remark in remarks:
        if remark.aspect not in {"praise", "trouble"}:
            seen.setdefault(remark.aspect)
    return list(seen)


def _trade_offs(document: Document, part: Part, sentence: Span, remarks: Sequence[Remark]) -> list[Wanted]:
    wants: list[Wanted] = []
    for hit in part.found(sentence, "matters.over", "matters.under"):
        left = _named(_inside(remarks, part, Span(sentence.start, hit.start)))
        right = _named(_inside(remarks, part, Span(hit.end, sentence.end)))
        middle = _named(_inside(remarks, part, Span(hit.start, hit.end)))
        if hit.tag == "matters.under":
            left, right = right, left
        left = left[-2:] or middle
        if not left or not right:
            continue
        much = bool(part.found(sentence, "matters.much_over"))
        quote = part.quote(sentence)
        wants.extend(
            Wanted(CutKind.OVER, above, frozenset(), 1, 0.9, quote, below, 2.0 if much else 1.0)
            for above in left[-1:]
            for below in right
            if below != above
        )
    return wants


def _indifference(document: Document, part: Part, sentence: Span, remarks: Sequence[Remark]) -> list[Wanted]:
    wants: list[Wanted] = []
    for clause in part.clauses(sentence, document.grammar):
        for _ in part.found(clause, "matters.irrelevant"):
            wants.extend(
                Wanted(CutKind.NOT, aspect, frozenset(), 1, 0.8, part.quote(clause))
                for aspect in _named(_inside(remarks, part, clause))
            )
            break
    return wants


def _wishes(document: Document, part: Part, sentence: Span, remarks: Sequence[Remark]) -> list[Wanted]:
    cues = part.found(sentence, *_CUES)
    if part.index and part.asked and sentence.start >= part.asked and not cues:
        cues = [hit for hit in part.hits if hit.tag in _CUES and hit.end <= part.asked]
        scope = [sentence]
    else:
        scope = []
    wants: list[Wanted] = []
    for cue in cues:
        for span in scope or _where(document, part, sentence, cue):
            inside = [r for r in _inside(remarks, part, span) if r.aspect not in {"praise", "trouble"}]
            quote = part.quote(sentence)
            strength = {"matters.most": 0.9, "matters.only": 1.0, "matters.wish": 0.6, "matters.last": 0.9}[cue.tag]
            kind = CutKind.ONLY if cue.tag == "matters.only" else CutKind.MOST
            for aspect in _named(inside)[:2]:
                sign = next((r.sign for r in inside if r.aspect == aspect and r.sign), 1)
                wants.append(Wanted(kind, aspect, frozenset(), sign, strength, quote))
            stems = _content(document, part, span)
            if stems:
                wants.append(Wanted(kind, None, stems, 1, strength * (0.6 if inside else 1.0), quote))
            if inside or stems:
                break
    return wants


def _aversions(document: Document, part: Part, sentence: Span, remarks: Sequence[Remark]) -> list[Wanted]:
    """What the person cannot bear: the opposite is wanted."""
    wants: list[Wanted] = []
    for cue in part.found(sentence, "matters.avoid"):
        clause = next((c for c in part.clauses(sentence, document.grammar) if cue.overlaps(c)), sentence)
        quote = part.quote(sentence)
        for span in (Span(cue.end, clause.end), Span(clause.start, cue.start)):
            inside = [r for r in _inside(remarks, part, span) if r.aspect not in {"praise", "trouble"} and r.sign]
            stems = _content(document, part, span)
            wants.extend(
                Wanted(CutKind.MOST, remark.aspect, frozenset(), -remark.sign, 0.7, quote) for remark in inside[:2]
            )
            if stems:
                wants.append(Wanted(CutKind.MOST, None, stems, -1, 0.7, quote))
            if inside or stems:
                break
    return wants


def _where(document: Document, part: Part, sentence: Span, cue: Hit) -> list[Span]:
    """Where to look for what a cue speaks of, nearest first."""
    after = Span(cue.end, sentence.end)
    before = Span(sentence.start, cue.start)
    if cue.tag == "matters.last":
        return [before, after]
    return [after, before]


def _content(document: Document, part: Part, span: Span) -> frozenset[str]:
    words = [
        part.tokens[i].fold
        for i in range(span.start, span.end)
        if part.tokens[i].is_word
        and len(part.tokens[i].fold) > 2
        and not document.grammar.has("words.stop", part.tokens[i].fold)
    ]
    return frozenset(stem(word) for word in words[:_MAX_WISH_WORDS])
