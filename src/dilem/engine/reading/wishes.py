"""Wishes that no aspect is known for: what is said of each option in the same words."""

from collections.abc import Sequence

from dilem.engine.reading.document import Document
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.options import Found, stem
from dilem.engine.reading.priorities import Target, Want
from dilem.engine.reading.statements import is_negated
from dilem.engine.reading.words import Span


def echoes(
    document: Document, found: Found, focus: Focus, want: Want, target: Target
) -> dict[int, tuple[float, Span, int]]:
    """For each option, how far its own words repeat the wish: signed strength, place and part."""
    result: dict[int, tuple[float, Span, int]] = {}
    counts = _stem_counts(document)
    for part in document.parts:
        for sentence in part.sentences:
            if part.index == want.quote.part and _covers(
                part.tokens[sentence.start].start, want, part.words(sentence)
            ):
                continue
            for clause in part.clauses(sentence, document.grammar):
                for index in range(clause.start, clause.end):
                    root = stem(part.tokens[index].fold)
                    if root not in target.stems:
                        continue
                    option = focus.of(part.index, index)
                    if option < 0:
                        continue
                    sign = -1 if is_negated(document.grammar, part, clause, index, index + 1) else 1
                    strength = sign / max(1, counts.get(root, 1) - 1)
                    before = result.get(option, (0.0, clause, part.index))
                    result[option] = (before[0] + strength, before[1], before[2])
    for option, candidate in enumerate(found.options):
        overlap = len(candidate.keys & target.stems)
        if overlap and option not in result:
            result[option] = (1.0 * overlap, candidate.span, candidate.part)
    return result


def _covers(start: int, want: Want, words: str) -> bool:
    return start <= want.quote.start < start + max(1, len(words))


def _stem_counts(document: Document) -> dict[str, int]:
    counts: dict[str, int] = {}
    for part in document.parts:
        for token in part.tokens:
            if token.is_word:
                root = stem(token.fold)
                counts[root] = counts.get(root, 0) + 1
    return counts


def differs(echo: dict[int, tuple[float, Span, int]], options: Sequence[int]) -> bool:
    """Whether the echoes tell the options apart."""
    values = {echo[o][0] if o in echo else 0.0 for o in options}
    return len(values) > 1
