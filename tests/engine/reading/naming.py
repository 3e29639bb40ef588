"""Options as found, for tests that are not about finding them."""

from dilem.engine.reading.document import Document, build_document
from dilem.engine.reading.options import Candidate, Found, keys_of
from dilem.engine.reading.words import Span, tokenize


def document_of(language: str, text: str, *refinements: str) -> Document:
    """A document in a language."""
    from dilem.engine.grid import Language

    return build_document(text, refinements, Language(language))


def found_in(document: Document, names: tuple[str, ...]) -> Found:
    """The options of these names; each must stand in the dilemma's words, in any case."""
    tokens = document.dilemma.tokens
    taken: list[Span] = []
    candidates = []
    for name in names:
        words = [token.fold for token in tokenize(name)]
        span = next(
            Span(start, start + len(words))
            for start in range(len(tokens))
            if [token.fold for token in tokens[start : start + len(words)]] == words
            and not any(start < other.end and other.start < start + len(words) for other in taken)
        )
        taken.append(span)
        candidates.append(Candidate(name, keys_of(document.grammar, tokens, span), 0, span))
    return Found(tuple(candidates), "given")
