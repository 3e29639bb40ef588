"""Documents and options as found, for tests that are not about finding them."""

from dilem.engine.grid import Language
from dilem.engine.reading.document import Document, build_document
from dilem.engine.reading.focus import Focus, focus
from dilem.engine.reading.options import Candidate, Found, keys_of
from dilem.engine.reading.words import Span, tokenize


def document_of(language: str, text: str, *refinements: str) -> Document:
    """What was sent, read in a language."""
    return build_document(text, refinements, Language(language))


def found_in(document: Document, names: tuple[str, ...]) -> Found:
    """The options of these names; each must stand in the dilemma's words, in any case."""
    tokens = document.dilemma.tokens
    taken: list[Span] = []
    for name in names:
        words = [token.fold for token in tokenize(name)]
        taken.append(
            next(
                Span(start, start + len(words))
                for start in range(len(tokens))
                if [token.fold for token in tokens[start : start + len(words)]] == words
                and not any(start < other.end and other.start < start + len(words) for other in taken)
            )
        )
    return Found(
        tuple(
            Candidate(name, keys_of(document.grammar, tokens, span), 0, span)
            for name, span in zip(names, taken, strict=True)
        ),
        "given",
    )


def read_in(
    language: str, text: str, names: tuple[str, ...], *refinements: str
) -> tuple[Document, Found, Focus]:
    """A document with its options and what each part of it speaks of."""
    document = document_of(language, text, *refinements)
    found = found_in(document, names)
    return document, found, focus(document, found)
