"""Which sentence and clause a token stands in, and whether the person speaks of themselves there."""

from bisect import bisect_right

from dilem.engine.reading.document import Document
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.words import Span


class Places:
    """Looks up sentences and clauses by token; each part is cut once."""

    def __init__(self, document: Document, focus: Focus) -> None:
        self._document = document
        self._focus = focus
        self._starts = [[sentence.start for sentence in part.sentences] for part in document.parts]
        self._clauses: dict[tuple[int, int], list[Span]] = {}

    def sentence(self, part: int, token: int) -> Span:
        """The sentence of a token; the token itself where it stands in none."""
        number = bisect_right(self._starts[part], token) - 1
        sentences = self._document.parts[part].sentences
        if number < 0 or token >= sentences[number].end:
            return Span(token, token + 1)
        return sentences[number]

    def clauses(self, part: int, sentence: Span) -> list[Span]:
        """The clauses of a sentence."""
        key = (part, sentence.start)
        if key not in self._clauses:
            self._clauses[key] = self._document.parts[part].clauses(sentence, self._document.grammar)
        return self._clauses[key]

    def clause(self, part: int, token: int) -> Span:
        """The clause of a token; the token itself where it stands in none."""
        clauses = self.clauses(part, self.sentence(part, token))
        number = bisect_right(clauses, token, key=_start_of) - 1
        if number >= 0 and token < clauses[number].end:
            return clauses[number]
        return Span(token, token + 1)

    def is_outside(self, part: int, token: int) -> bool:
        """Whether a token speaks of the person or the circumstances rather than of one option."""
        return self._focus.of(part, token) < 0 or self.is_about_self(part, self.clause(part, token))

    def is_about_self(self, part: int, span: Span, reach: int = 3) -> bool:
        """Whether the person names themselves among the first words of a span."""
        tokens, words = self._document.parts[part].tokens, 0
        for index in range(span.start, span.end):
            if tokens[index].is_word:
                if self._document.grammar.has("words.self", tokens[index].fold):
                    return True
                words += 1
                if words >= reach:
                    return False
        return False

    def is_answer(self, part: int, token: int) -> bool:
        """Whether a token belongs to the answer of a refinement."""
        return part > 0 and token >= self._document.parts[part].asked


def _start_of(span: Span) -> int:
    return span.start
