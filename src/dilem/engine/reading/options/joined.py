"""Options that the person joins by "or": "A, B or C?", "A. Or B?", "soit A, soit B"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dilem.engine.reading.options.actions import is_action
from dilem.engine.reading.options.making import MOST_OPTIONS, make_options
from dilem.engine.reading.options.names import Hypothesis
from dilem.engine.reading.options.pieces import BREAKS, Piece, first_name, inner_starts, looks_like, pieces_of
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.options.trimming import named
from dilem.engine.reading.words import Span

_MOST_JOINS = 48
_MOST_IN_CHAIN = 9
_REACH = 160


@dataclass(frozen=True, slots=True)
class Left:
    """The names before an "or", and how they were told from what stands around them."""

    names: list[Span]
    traits: dict[str, float]


def joined(scene: Scene) -> Iterator[Hypothesis]:
    """Sets of options that are joined by "or"; questions are looked at first, then the ends of the text."""
    last = len(scene.sentences) - 1
    order = sorted(scene.sentences, key=lambda s: (not s.is_question, min(s.number, last - s.number)))
    tried = 0
    for sentence in order:
        ors = _ors(scene, sentence.span)
        tried += len(ors)
        if tried > _MOST_JOINS:
            break
        if ors:
            yield from _around(scene, sentence.number, ors)


def right_of(scene: Scene, span: Span) -> Span | None:
    """The name that begins a span, up to its first mark."""
    start = span.start
    while start < span.end and scene.fold(start) in BREAKS:
        start += 1
    stop = next((i for i in range(start + 1, span.end) if scene.fold(i) in BREAKS), span.end)
    name = named(scene, Span(start, stop))
    return name if name.end > name.start else None


def lefts_of(scene: Scene, span: Span) -> Iterator[Left]:
    """What the names at the end of a span may be, in the order of the text."""
    span = Span(max(span.start, span.end - _REACH), span.end)
    pieces = pieces_of(scene, span)
    if not pieces:
        return
    seen: set[tuple[int, ...]] = set()
    for choice in _choices(scene, pieces):
        places = tuple(piece.span.start for piece in choice)
        spans = [named(scene, piece.span) for piece in choice]
        if choice and places not in seen and all(s.end > s.start for s in spans):
            seen.add(places)
            yield Left(spans, _traits(scene, span, pieces, choice, spans))


def hypothesis_at(
    scene: Scene, number: int, spans: Sequence[Span], how: str, traits: dict[str, float]
) -> Iterator[Hypothesis]:
    """The set of options at some spans, where they are options at all."""
    options = make_options(scene, list(spans))
    if options is not None:
        yield Hypothesis(how, options, number, traits)


def _ors(scene: Scene, span: Span) -> list[tuple[int, int]]:
    """Where an "or" of a sentence begins and ends, without those of fixed phrases like "more or less"."""
    fixed = [(i, scene.end_of(tag, i)) for tag in ("idiom", "or_not") for i in scene.starts(tag, span)]
    places: list[tuple[int, int]] = []
    for index in scene.starts("words.or", span)[: 4 * _MOST_JOINS]:
        end = scene.end_of("words.or", index)
        # "où" is written like "ou" but for its accent; "a year or two" offers no choice.
        is_none = scene.fold(index) != scene.tokens[index].fold or _is_vague_number(scene, index, end)
        is_fixed = any(start <= index < stop for start, stop in fixed)
        if not (is_none or is_fixed or (places and index < places[-1][1])):
            places.append((index, end))
    lone = [place for place in places if scene.has("paired", place[0])]
    return [place for place in places if place not in lone] if len(lone) == 1 else places


def _is_vague_number(scene: Scene, index: int, end: int) -> bool:
    """ "A year or two", "five or six people"."""

    def is_number(fold: str) -> bool:
        return fold in scene.lexis.counts or fold.isdigit()

    if not is_number(scene.fold(end)):
        return False
    return scene.has("units", index - 1) or (is_number(scene.fold(index - 1)) and scene.has("units", end + 1))


def _around(scene: Scene, number: int, ors: list[tuple[int, int]]) -> Iterator[Hypothesis]:
    span = scene.sentences[number].span
    start = span.start
    opens = not any(scene.tokens[i].is_word for i in range(span.start, ors[0][0]))
    if opens and number:
        # "Lisbon in May? Or Porto in June?": the first option is the sentence before.
        start = scene.sentences[number - 1].span.start
    if 1 < len(ors) <= _MOST_IN_CHAIN:
        yield from _chain(scene, number, start, span.end, ors, opens=opens)
    if opens and start == span.start:
        ors = ors[1:]
    for index, (begin, end) in enumerate(ors):
        before = Span(ors[index - 1][1] if index else start, begin)
        behind = Span(end, ors[index + 1][0] if index + 1 < len(ors) else span.end)
        name = right_of(scene, behind)
        if name is None:
            continue
        for left in lefts_of(scene, before):
            if opens and index == 0 and len(left.names) > 1:
                continue  # a whole sentence names one option, however many commas it has
            traits = dict(left.traits)
            traits["or_opens"] = float(opens and index == 0)
            traits["or_opens_lead"] = traits["or_opens"] * left.traits["or_lead"]
            yield from hypothesis_at(scene, number, [*left.names, name], "or", traits)


def _chain(
    scene: Scene, number: int, start: int, end: int, ors: list[tuple[int, int]], *, opens: bool
) -> Iterator[Hypothesis]:
    """ "A or B or C"."""
    names = [first_name(scene, Span(a[1], b[0])) for a, b in pairwise(ors)]
    names.append(right_of(scene, Span(ors[-1][1], end)))
    behind = [name for name in names if name is not None]
    if len(behind) < len(names):
        return
    for left in lefts_of(scene, Span(start, ors[0][0])):
        if len(left.names) + len(behind) <= MOST_OPTIONS:
            traits = {**left.traits, "or_opens": float(opens), "or_chain": 1.0}
            yield from hypothesis_at(scene, number, [*left.names, *behind], "or", traits)
    # "Soit A, soit B": what stands before the first belongs to neither.
    yield from hypothesis_at(scene, number, behind, "or", {"or_paired": 1.0})


def _choices(scene: Scene, pieces: list[Piece]) -> Iterator[list[Piece]]:
    names = [piece for piece in pieces if not piece.is_note]
    for size in range(1, min(len(names), MOST_OPTIONS - 1) + 1):
        yield names[-size:]
    for piece in inner_starts(scene, pieces[-1]):
        yield [piece]
    for piece in (pieces[-1], pieces[0], *names[-3:]):
        behind = [other for other in pieces if other.span.start >= piece.span.end and not other.is_note]
        acts = is_action(scene, named(scene, piece.span))
        # "Hire the trailer, slow and safe, or …": what is between says how.
        if all(
            (acts and not is_action(scene, o.span)) or not looks_like(scene, o.span, piece.span)
            for o in behind
        ):
            yield [piece]


def _traits(
    scene: Scene, span: Span, pieces: list[Piece], choice: list[Piece], spans: list[Span]
) -> dict[str, float]:
    first, last = choice[0].span, choice[-1].span
    before = [piece.span for piece in pieces if piece.span.end <= first.start and not piece.is_note]
    skipped = [piece.span for piece in pieces if piece.span.start >= last.end and not piece.is_note]
    begin = pieces[0].span.start
    return {
        "or_skipped": float(bool(skipped)),
        "or_skipped_like": float(any(looks_like(scene, piece, spans[-1]) for piece in skipped)),
        "or_like_before": float(bool(before) and looks_like(scene, before[-1], spans[0])),
        "or_some_before": float(bool(before)),
        "or_long_before": min(12, before[-1].end - before[-1].start) / 12 if before else 0.0,
        "or_notes": float(any(piece.is_note for piece in choice)),
        "or_lead": float(spans[0].start > first.start),
        "or_lead_inside": float(
            any(s.start > p.span.start for s, p in zip(spans[1:], choice[1:], strict=True))
        ),
        "or_opening": float(bool(scene.starts("opening", Span(first.start, spans[0].start)))),
        "or_inner": float(choice[0] not in pieces),
        "or_colon": float(begin > span.start + 1 and scene.fold(begin - 1) == ":"),
    }
