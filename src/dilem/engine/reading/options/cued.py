"""Options behind a cue: "torn between A and B", "there's A, …, and B", "five offers: A, B, C"."""

from collections.abc import Iterator

from dilem.engine.reading.options.groups import is_finite, is_verb_behind, noun_group
from dilem.engine.reading.options.joined import hypothesis_at, lefts_of, right_of
from dilem.engine.reading.options.names import Hypothesis
from dilem.engine.reading.options.pieces import BREAKS, Piece, first_name, looks_like, pieces_of
from dilem.engine.reading.options.scene import Scene, Sentence
from dilem.engine.reading.options.trimming import named, without_amount
from dilem.engine.reading.words import Span

_MOST_SENTENCES = 150
_MOST_CUES = 4
_MOST_ROWS = 24
_LONGEST_NAME = 9
_LONGEST_HEADING = 4
_ENDS = frozenset("?.!;\n")


def cued(scene: Scene) -> Iterator[Hypothesis]:
    """Sets of options that stand behind a cue in a sentence."""
    for sentence in scene.sentences[:_MOST_SENTENCES]:
        yield from _between(scene, sentence)
        yield from _one_and_one(scene, sentence)
        yield from _behind_colons(scene, sentence)


def answered(scene: Scene) -> Iterator[Hypothesis]:
    """An answer that is nothing but names: "Rome, Lisbon and Porto"."""
    said = scene.sentences
    if len(said) != 1:
        return
    span = said[0].span
    names = _solid(
        scene, _split_last([piece for piece in pieces_of(scene, span) if not piece.is_note], scene)
    )
    has_verb = any(is_finite(scene, i) for name in names for i in range(name.start + 1, name.end))
    if len(names) >= 2 and not has_verb and all(_is_short(scene, name) for name in names):
        yield from hypothesis_at(scene, said[0].number, names, "answered", {})


def _between(scene: Scene, sentence: Sentence) -> Iterator[Hypothesis]:
    """ "Torn between A and B", "there's A, which …, and B"."""
    span = sentence.span
    for tag in ("torn", "exists"):
        for cue in scene.starts(tag, span)[:_MOST_CUES]:
            begin = scene.end_of(tag, cue)
            stop = next((i for i in range(begin, span.end) if scene.fold(i) in _ENDS), span.end)
            ands = [i for i in range(begin + 1, stop) if scene.has("words.and", i)][:_MOST_CUES]
            for place in ands:
                right = right_of(scene, Span(place + 1, stop))
                if right is None:
                    continue
                for left in lefts_of(scene, Span(begin, place)):
                    names = [*left.names, right]
                    if tag == "torn" or _begin_alike(scene, names):
                        traits = {
                            name.replace("or_", "and_", 1): value for name, value in left.traits.items()
                        }
                        yield from hypothesis_at(scene, sentence.number, names, tag, traits)


def _begin_alike(scene: Scene, spans: list[Span]) -> bool:
    """All with an article, or all with a capital and none with an article."""
    articles = [
        any(scene.has("words.article", i) for i in range(s.start, min(s.start + 2, s.end))) for s in spans
    ]
    return all(articles) or (not any(articles) and all(scene.is_capital(span.start) for span in spans))


def _one_and_one(scene: Scene, sentence: Sentence) -> Iterator[Hypothesis]:
    """ "Two envelopes, a green one and a white one": two pieces that begin alike, near a number of things."""
    span = sentence.span
    begin = scene.sentences[max(0, sentence.number - 1)].span.start
    if not any(count == 2 and begin <= index < span.end for count, index in scene.counts):
        return
    ands = [
        i for i in range(span.start + 2, span.end - 1) if scene.has("words.and", i) and scene.fold(i) != "&"
    ]
    for place in ands[:_MOST_CUES]:
        right = right_of(scene, Span(place + 1, span.end))
        before = (i + 1 for i in range(place - 1, span.start - 1, -1) if scene.fold(i) in BREAKS)
        left = named(scene, Span(next(before, span.start), place))
        if right is None or left.end <= left.start or not scene.has("words.article", right.start):
            continue
        if looks_like(scene, left, right):
            yield from hypothesis_at(scene, sentence.number, [left, right], "and", {})


def _behind_colons(scene: Scene, sentence: Sentence) -> Iterator[Hypothesis]:
    """ "Five offers: A, B, C, D, E." and "Four places: A, £8; B, £9; …"."""
    span = sentence.span
    for colon in [i for i in range(span.start, span.end) if scene.fold(i) == ":"][:_MOST_CUES]:
        rows = _rows(scene, sentence, colon + 1)
        if len(rows) >= 2:
            names = [name for row in rows if (name := first_name(scene, row))]
            if len(names) == len(rows):
                traits = {"listed_rows": 1.0, **_before_colon(scene, span.start, colon, len(names))}
                yield from hypothesis_at(scene, sentence.number, names, "listed", traits)
            continue
        pieces = pieces_of(scene, Span(colon + 1, span.end))
        ones = _solid(scene, [piece.span for piece in pieces if _is_one(scene, piece.span)])
        if len(ones) >= 2:
            traits = {"listed_ones": 1.0, **_before_colon(scene, span.start, colon, len(ones))}
            yield from hypothesis_at(scene, sentence.number, ones, "listed", traits)
        names = _solid(scene, _split_last([piece for piece in pieces if not piece.is_note], scene))
        if len(names) >= 2 and all(_is_short(scene, name) for name in names):
            traits = _before_colon(scene, span.start, colon, len(names))
            yield from hypothesis_at(scene, sentence.number, names, "listed", traits)


def _rows(scene: Scene, sentence: Sentence, start: int) -> list[Span]:
    """What stands behind a colon, and the sentences that only a semicolon parts from it."""
    rows = [Span(start, sentence.span.end)]
    for following in scene.sentences[sentence.number + 1 : sentence.number + _MOST_ROWS]:
        if scene.fold(rows[-1].end - 1) != ";":
            break
        rows.append(following.span)
    return rows


def _split_last(names: list[Piece], scene: Scene) -> list[Span]:
    """The spans of names; the last one is cut at its "and"."""
    spans = [piece.span for piece in names]
    if spans:
        last = spans[-1]
        place = next(
            (
                i
                for i in range(last.start + 1, last.end - 1)
                if scene.has("words.and", i) and scene.fold(i) != "&"
            ),
            0,
        )
        if place:
            spans[-1:] = [Span(last.start, place), Span(place + 1, last.end)]
    return spans


def _solid(scene: Scene, spans: list[Span]) -> list[Span]:
    names = [_without_verb(scene, named(scene, span)) for span in spans]
    return [name for name in names if name.end > name.start]


def _without_verb(scene: Scene, span: Span) -> Span:
    """ "The Nokia lasts four days" names the Nokia."""
    group = noun_group(scene, span.start, span.end)
    if group is None or group.span.end >= span.end or not is_verb_behind(scene, group.span.end):
        return span
    return group.span


def _is_short(scene: Scene, span: Span) -> bool:
    name = without_amount(scene, span)
    return name.end - name.start <= _LONGEST_NAME


def _is_one(scene: Scene, span: Span) -> bool:
    """ "One by the bins", "l'autre près des poubelles"."""
    first = span.start + scene.has("words.and", span.start)
    places = range(first, min(first + 2, span.end))
    return any(scene.has("one", i) and not scene.has("option_word", i) for i in places)


def _is_named_before(scene: Scene, begin: int, colon: int) -> bool:
    """Whether a noun group at the start of a sentence, or behind "there is", reaches up to the colon."""
    starts = [
        begin,
        begin + 1,
        *(scene.end_of("exists", i) for i in scene.starts("exists", Span(begin, colon))),
    ]
    groups = (noun_group(scene, start, colon) for start in starts if start < colon)
    return any(group is not None and group.span.end >= colon - 1 for group in groups)


def _before_colon(scene: Scene, begin: int, colon: int, count: int) -> dict[str, float]:
    """What stands before a colon: a number of things, or only the heading of what is said of one thing."""
    counted = [number for number, index in scene.counts if begin <= index < colon]
    return {
        "listed_counted": float(count in counted),
        "listed_miscounted": float(bool(counted) and count not in counted),
        "listed_heading": float(colon - begin <= _LONGEST_HEADING and not counted),
        "listed_described": float(not counted and _is_named_before(scene, begin, colon)),
    }
