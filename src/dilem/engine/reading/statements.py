"""What the person says of each option: aspect by aspect, for or against."""

from collections.abc import Iterable
from dataclasses import dataclass

from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.focus import ALL, NOBODY, Focus
from dilem.engine.reading.grammar import Grammar, aspects
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.words import Span

_BEFORE = 4
_AFTER = 3


@dataclass(frozen=True, slots=True)
class Remark:
    """One mention of an aspect: `sign` is 1 (good), -1 (bad) or 0 (only named).

    `option` is an index, ALL or NOBODY; `force` from 0 to 1 tells how strongly it is put.
    """

    aspect: str
    sign: int
    force: float
    option: int
    part: int
    span: Span
    clause: Span


def find_remarks(
    document: Document, focus: Focus, ignored: Iterable[tuple[int, Span]] = ()
) -> tuple[Remark, ...]:
    """All mentions of aspects, in the order of the text."""
    lexicon = aspects(document.language)
    skip = list(ignored)
    remarks: list[Remark] = []
    for part in document.parts:
        hits = lexicon.find(part.tokens)
        position = 0
        for sentence in part.sentences:
            if any(index == part.index and span.start <= sentence.start < span.end for index, span in skip):
                continue
            for clause in part.clauses(sentence, document.grammar):
                while position < len(hits) and hits[position].start < clause.start:
                    position += 1
                cursor = position
                while cursor < len(hits) and hits[cursor].start < clause.end:
                    if hits[cursor].start < part.asked:  # the question is ours, not the person's
                        cursor += 1
                        continue
                    remarks.append(_remark(document.grammar, part, clause, hits[cursor], focus))
                    cursor += 1
    return tuple(_distinct(document, remarks))


def _remark(words: Grammar, part: Part, clause: Span, hit: Hit, focus: Focus) -> Remark:
    aspect, _, pole = hit.tag.partition(".")
    sign = {"plus": 1, "minus": -1}.get(pole, 0)
    negated = is_negated(words, part, clause, hit.start, hit.end)
    lessened = _near(words, part, clause, hit.start, "words.less", 3)
    if negated != lessened:
        sign = -sign
    strong = _near(words, part, clause, hit.start, "words.much", 3)
    weak = _near(words, part, clause, hit.start, "words.slightly", 3)
    force = 1.0 if strong else 0.35 if weak else 0.7
    if negated:
        force *= 0.8
    return Remark(
        aspect, sign, force, focus.of(part.index, hit.start), part.index, Span(hit.start, hit.end), clause
    )


def is_negated(words: Grammar, part: Part, clause: Span, start: int, end: int) -> bool:
    """Whether the words at `start` to `end` are denied inside their clause."""
    count = 0
    for index in range(max(clause.start, start - _BEFORE), start):
        if words.has("words.negation", part.tokens[index].fold):
            count += 1
    if words.language == "fr" and count == 2:
        count = 1  # "ne … pas" is one negation
    if count == 0:
        for index in range(end, min(clause.end, end + _AFTER)):
            if words.has("words.negation_after", part.tokens[index].fold):
                count += 1
                break
    return count % 2 == 1


def _near(words: Grammar, part: Part, clause: Span, start: int, tag: str, reach: int) -> bool:
    return any(
        words.has(tag, part.tokens[index].fold) for index in range(max(clause.start, start - reach), start)
    )


def _distinct(document: Document, remarks: list[Remark]) -> list[Remark]:
    """Each thing said of an option once: whoever repeats it gives no further evidence."""
    kept: list[Remark] = []
    heard: dict[tuple[str, int, int], int] = {}
    for remark in remarks:
        if _is_name(document, remark):
            continue
        key = (remark.aspect, remark.sign, remark.option)
        if remark.sign and remark.option >= 0 and key in heard:
            if remark.force > kept[heard[key]].force:
                kept[heard[key]] = remark
            continue
        heard[key] = len(kept)
        kept.append(remark)
    return kept


def _is_name(document: Document, remark: Remark) -> bool:
    """Whether the words are (part of) a proper name, which says nothing of what it names."""
    if document.language == "de":
        return False  # every noun has a capital
    part = document.parts[remark.part]
    token = part.tokens[remark.span.start]
    before = part.tokens[remark.span.start - 1].fold if remark.span.start else "."
    return (
        token.text[:1].isupper()
        and not token.text.isupper()
        and before not in {".", "?", "!", "\n", ":", "-", "•", "(", "“", "«", "„", "…", "*"}
    )


def speaks_of(remark: Remark, option: int) -> bool:
    """Whether a remark is about one option in particular."""
    return remark.option == option and remark.option not in {ALL, NOBODY}
