"""The phrases of one of a language's lists, and where they stand in what was sent."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache

from dilem.engine.grid import Language
from dilem.engine.reading.document import Document
from dilem.engine.reading.phrases import Hit, Phrases, load
from dilem.engine.reading.quantities import MOST_TOKENS
from dilem.engine.reading.words import Span


@cache
def _phrases(language: Language, topic: str, blocks: tuple[str, ...]) -> Phrases:
    entries = load("dilem.engine.reading", f"vocabulary/{language}/{topic}.txt")
    return Phrases((tag, p) for tag, phrases in entries.items() if tag.startswith(blocks) for p in phrases)


class Cues:
    """Where the phrases of vocabulary/<language>/<topic>.txt stand in what was sent."""

    def __init__(self, document: Document, topic: str, *blocks: str) -> None:
        phrases = _phrases(document.language, topic, blocks)
        self._hits = [phrases.find(part.tokens[:MOST_TOKENS]) for part in document.parts]
        self._starts = [[hit.start for hit in hits] for hits in self._hits]

    def within(self, part: int, span: Span) -> Iterator[Hit]:
        """The phrases that lie inside a span."""
        for hit in self._hits[part][bisect_left(self._starts[part], span.start) :]:
            if hit.start >= span.end:
                return
            if hit.end <= span.end:
                yield hit

    def tags(self, part: int, span: Span) -> frozenset[str]:
        """The tags of the phrases inside a span."""
        return frozenset(hit.tag for hit in self.within(part, span))

    def find(self, part: int, span: Span, *tags: str) -> list[Hit]:
        """The phrases of some tags inside a span."""
        return [hit for hit in self.within(part, span) if hit.tag in tags]

    def mentions(self, *tags: str) -> bool:
        """Whether any part holds a phrase of these tags."""
        return any(hit.tag in tags for hits in self._hits for hit in hits)

    def of(self, part: int) -> Sequence[Hit]:
        """All phrases of a part, in order."""
        return self._hits[part]
