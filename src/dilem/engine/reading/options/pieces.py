"""A stretch of words cut at its marks into names and into notes that only say something of a name."""

from collections.abc import Iterator
from dataclasses import dataclass

from dilem.engine.reading.document import trimmed
from dilem.engine.reading.options.groups import is_finite
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.options.trimming import amount_at, named
from dilem.engine.reading.words import Span

BREAKS = frozenset(",;:–—()?!…\n¿¡")
_ASIDES = ("words.but", "words.joins", "words.negation", "words.equal", "words.both", "adverb")
_LONGEST_MEASURE = 4
_REACH = 9


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch between marks; `is_note` says it explains the piece before rather than naming something."""

    span: Span
    is_note: bool


def pieces_of(scene: Scene, span: Span) -> list[Piece]:
    """The pieces of a span; what stands in brackets is a note.

    What stands before a colon, or asks "which", introduces: only the pieces behind it are told.
    """
    pieces: list[Piece] = []
    start = span.start
    in_bracket = in_relative = False
    for index in range(span.start, span.end + 1):
        fold = scene.fold(index) if index < span.end else "\n"
        if fold not in BREAKS and index < span.end:
            continue
        begin, end = trimmed(scene.tokens, Span(start, index))
        if end > begin:
            is_note = in_bracket or _is_note(scene, begin, end, first=not pieces)
            # A relative clause may go on behind its own comma: "…, who cooks soup, bread and stew, or …".
            goes_on = in_relative and not scene.has("words.article", begin) and not scene.is_capital(begin)
            in_relative = (is_note and scene.has("relativizer", begin)) or goes_on
            pieces.append(Piece(Span(begin, end), is_note or goes_on))
        asks = len(pieces) == 1 and fold == "," and scene.has("wh", pieces[0].span.start)
        if index < span.end - 1 and (fold in ":¿" or asks):
            pieces, in_relative = [], False
        in_bracket = fold == "(" or (in_bracket and fold != ")")
        start = index + 1
    return pieces


def first_name(scene: Scene, span: Span) -> Span | None:
    """The name in the first piece of a span."""
    pieces = pieces_of(scene, span)
    name = named(scene, pieces[0].span) if pieces else Span(0, 0)
    return name if name.end > name.start else None


def looks_like(scene: Scene, piece: Span, name: Span) -> bool:
    """Whether a piece is as short as a name and begins like one."""
    if piece.end - piece.start > max(4, name.end - name.start + 2):
        return False
    return scene.has("words.article", piece.start) == scene.has("words.article", name.start)


def inner_starts(scene: Scene, piece: Piece) -> Iterator[Piece]:
    """Where a name may begin inside a piece without marks: at my own verb."""
    span = piece.span
    if scene.style("bare_verbs"):
        return  # such verbs are nouns too often: "train", "coach"
    for index in range(span.end - 1, max(span.start, span.end - _REACH), -1):
        is_verb = scene.fold(index) in scene.lexis.verbs.first
        if not is_verb or scene.has("words.article", index - 1) or scene.has("prep", index - 1):
            continue
        start = index
        while start > span.start and (scene.has("clitic", start - 1) or scene.has("subject", start - 1)):
            start -= 1
        if start > span.start:
            yield Piece(Span(start, span.end), is_note=False)


def _is_note(scene: Scene, start: int, end: int, *, first: bool) -> bool:
    """Whether a piece only says something of the one before: a price, a relative clause, "so that …"."""
    if amount_at(scene, start, end):
        return True
    if scene.fold(start)[:1].isdigit():
        return not first or (start + 1 < end and scene.has("units", start + 1))
    if first or scene.has("words.and", start):
        return False
    if named(scene, Span(start, end)).start > start + 1:
        return False  # "… so it's either the ferry": what a lead opens is no note
    is_measure = end - start <= _LONGEST_MEASURE and scene.has("units", end - 1)  # "forty minutes"
    is_relative = scene.has("relativizer", start) or (
        scene.has("relative", start) and is_finite(scene, end - 1)
    )
    is_relative = is_relative or (scene.has("prep", start) and scene.has("relativizer", start + 1))
    is_aside = any(scene.has(name, start) for name in _ASIDES)
    return is_measure or is_relative or is_aside or _says_of_it(scene, start)


def _says_of_it(scene: Scene, start: int) -> bool:
    """A verb without a subject of its own: "beans, needs a pan", "des gaufres, il faut le four"."""
    if scene.has("pronoun", start) and not scene.has("subject", start) and not scene.has("clitic", start):
        start += 1
    verbs = scene.lexis.verbs
    if scene.style("bare_verbs"):
        return scene.fold(start) in verbs.finite and scene.fold(start) not in verbs.infinitives
    # Many a noun looks like a verb ("calle", "largo"), but none of the everyday ones in this list.
    return scene.has("words.verbs", start) and not scene.has("words.article", start)
