"""Options as they are found: where their names stand, how they are labelled, and how they are known again."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dilem.engine.grid import OptionKind
from dilem.engine.reading.document import trimmed
from dilem.engine.reading.grammar import Grammar
from dilem.engine.reading.options.scene import Scene, stem
from dilem.engine.reading.words import Span, Token

_LONGEST_LABEL = 120


@dataclass(frozen=True)
class Candidate:
    """An option as it was found: where its name stands, and the words by which it is known again."""

    label: str
    keys: frozenset[str]
    part: int
    span: Span
    kind: OptionKind = OptionKind.NAMED
    body: tuple[Span, ...] = ()  # what was said of it in the same line or clause


@dataclass(frozen=True)
class Found:
    """The options of a dilemma and how they were found.

    `question` is the sentence that names them, `likely` tells from 0 to 1 how sure it is that these are they.
    """

    options: tuple[Candidate, ...]
    how: str
    question: Span | None = None
    likely: float = 1.0


@dataclass(frozen=True)
class Hypothesis:
    """One whole set of options that the words may mean; `traits` are what its own way of finding knows."""

    how: str
    options: tuple[Candidate, ...]
    sentence: int
    traits: Mapping[str, float] = field(default_factory=dict)


def candidate(
    scene: Scene,
    span: Span,
    *,
    label: str | None = None,
    kind: OptionKind = OptionKind.NAMED,
    body: tuple[Span, ...] = (),
) -> Candidate:
    """The option named by a span; its label is the span's own words unless one is given."""
    start, end = trimmed(scene.tokens, span)
    shown = Span(start, max(end, start + 1))
    return Candidate(
        shortened(label) if label else label_of(scene, shown),
        keys_of(scene.words, scene.tokens, shown),
        scene.part.index,
        shown,
        kind,
        body,
    )


def keys_of(words: Grammar, tokens: tuple[Token, ...], span: Span) -> frozenset[str]:
    """The stems by which a name is known again: its content words."""
    return frozenset(
        stem(tokens[i].fold)
        for i in range(span.start, min(span.end, len(tokens)))
        if tokens[i].fold[:1].isalnum()
        and not words.has("words.stop", tokens[i].fold)
        and len(tokens[i].fold) > 1
    )


def label_of(scene: Scene, span: Span) -> str:
    """The words of a span on one line, without the capital that only begins a sentence."""
    words = scene.part.words(span)
    first = scene.tokens[span.start]
    if _begins_sentence(scene, span.start) and _is_lower_elsewhere(scene, first):
        words = words[:1].lower() + words[1:]
    return shortened(words)


def shortened(words: str) -> str:
    """On one line, at most as long as a label may be, cut between words."""
    words = " ".join(words.split())
    if len(words) <= _LONGEST_LABEL:
        return words
    kept = words[: _LONGEST_LABEL - 1].rpartition(" ")[0] or words[: _LONGEST_LABEL - 1]
    return kept + "…"


def is_proper(scene: Scene, index: int) -> bool:
    """Whether a capital tells a name: within a sentence, behind a title, or on the same word elsewhere."""
    token = scene.tokens[index]
    if scene.has("title", index):
        return True
    if scene.style("capital_nouns"):
        return False
    if not _begins_sentence(scene, index):
        return scene.is_capital(index)
    return any(
        place != index
        and scene.tokens[place].fold == token.fold
        and scene.is_capital(place)
        and not _begins_sentence(scene, place)
        for place in scene.places.get(stem(token.fold), ())
    )


def _begins_sentence(scene: Scene, index: int) -> bool:
    before = index - 1
    while before >= 0 and scene.tokens[before].fold in "«\"“„'¿¡(-–—•*":
        before -= 1
    return before < 0 or scene.tokens[before].fold in ".!?…;:\n"


def _is_lower_elsewhere(scene: Scene, token: Token) -> bool:
    if not token.text[:1].isupper() or (len(token.text) > 1 and token.text.isupper()):
        return False
    is_gerund = scene.style("gerunds") and token.fold.endswith("ing")
    if is_gerund or scene.lexis.has("lower", token.fold) or scene.lexis.has("words.article", token.fold):
        return True
    if token.fold in scene.lexis.verbs.infinitives and not scene.style("capital_nouns"):
        return True
    return any(
        scene.tokens[index].fold == token.fold and scene.tokens[index].text[:1].islower()
        for index in scene.places.get(stem(token.fold), ())
    )
