"""Options that the person joins: "A, B or C?", "A. Or B?", "torn between A and B", "two offers: A, B and C"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dilem.engine.reading.document import trimmed
from dilem.engine.reading.options.actions import as_actions, starts_with_verb
from dilem.engine.reading.options.groups import is_finite
from dilem.engine.reading.options.names import Candidate, Hypothesis, candidate, label_of
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.options.trimming import amount_at, named, without_amount
from dilem.engine.reading.words import Span

_BREAKS = frozenset(",;:–—()?!…\n¿¡")
_MOST_JOINS = 48
_MOST_OPTIONS = 10
_LONGEST_LIST_NAME = 9


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch between marks; `is_note` says it explains the piece before rather than naming something."""

    span: Span
    is_note: bool


def joined(scene: Scene) -> Iterator[Hypothesis]:
    """Sets of options that are joined by "or", by "and" after a cue, or by commas after a colon."""
    tried = 0
    for number in _most_telling_first(scene):
        sentence = scene.sentences[number]
        if sentence.barred:
            continue
        ors = _ors(scene, sentence.span)
        tried += len(ors)
        if tried > _MOST_JOINS:
            break
        if ors:
            yield from _with_or(scene, number, ors)
        yield from _with_cue(scene, number)
        yield from _one_and_one(scene, number)
    yield from _after_colon(scene)


def _most_telling_first(scene: Scene) -> list[int]:
    """Questions first, then the ends of the text, so that a bound on the work cuts what tells least."""
    last = len(scene.sentences) - 1
    return sorted(
        range(len(scene.sentences)),
        key=lambda n: (not scene.sentences[n].is_question, min(n, last - n)),
    )


def _ors(scene: Scene, span: Span) -> list[tuple[int, int]]:
    """Where an "or" of a sentence begins and ends, without those of fixed phrases like "more or less"."""
    fixed = [
        (index, scene.end_of(tag, index)) for tag in ("idiom", "or_not") for index in scene.starts(tag, span)
    ]
    places: list[tuple[int, int]] = []
    for index in scene.starts("words.or", span):
        end = scene.end_of("words.or", index)
        # "où" is written like "ou" but for its accent; "a year or two" offers no choice.
        is_other_word = scene.fold(index) != scene.tokens[index].fold
        if (
            is_other_word
            or any(start <= index < stop for start, stop in fixed)
            or _is_vague_number(scene, index, end)
        ):
            continue
        if places and index < places[-1][1]:
            continue
        places.append((index, end))
    lone = [place for place in places if scene.has("paired", place[0])]
    return [place for place in places if place not in lone] if len(lone) == 1 else places


def _is_vague_number(scene: Scene, index: int, end: int) -> bool:
    """ "A year or two", "five or six people"."""
    before, after, behind = scene.fold(index - 1), scene.fold(end), scene.fold(end + 1)
    if not (after in scene.lexis.counts or after.isdigit()):
        return False
    return scene.lexis.has("units", before) or (
        (before in scene.lexis.counts or before.isdigit()) and scene.lexis.has("units", behind)
    )


def _with_or(scene: Scene, number: int, ors: list[tuple[int, int]]) -> Iterator[Hypothesis]:
    span = scene.sentences[number].span
    start = span.start
    opens = not any(scene.tokens[i].is_word for i in range(span.start, ors[0][0]))
    if opens and number and not scene.sentences[number - 1].barred:
        # "Lisbon in May? Or Porto in June?": the first option is the sentence before.
        start = scene.sentences[number - 1].span.start
    elif opens:
        ors = ors[1:]
    if len(ors) > 1:
        yield from _chain(scene, number, start, span.end, ors, opens=opens)
    for index, (begin, end) in enumerate(ors):
        left_start = ors[index - 1][1] if index else start
        right_end = ors[index + 1][0] if index + 1 < len(ors) else span.end
        yield from _pair(
            scene, number, Span(left_start, begin), Span(end, right_end), opens=opens and index == 0
        )


def _chain(
    scene: Scene, number: int, start: int, end: int, ors: list[tuple[int, int]], *, opens: bool
) -> Iterator[Hypothesis]:
    middles = [Span(a[1], b[0]) for a, b in pairwise(ors)]
    right = _right(scene, Span(ors[-1][1], end))
    first = Span(start, ors[0][0])
    names = [_first_name(scene, middle) for middle in middles]
    if right and all(names):
        for left in _lefts(scene, first):
            spans = [*left.names, *(name for name in names if name), right]
            yield from _hypothesis(
                scene, number, spans, "or", {**left.traits, "or_opens": float(opens), "or_chain": 1.0}
            )
        # "soit A, soit B": what stands before the first belongs to neither.
        yield from _hypothesis(scene, number, [*(n for n in names if n), right], "or", {"or_paired": 1.0})


def _first_name(scene: Scene, span: Span) -> Span | None:
    pieces = _pieces(scene, span)
    if not pieces:
        return None
    name = named(scene, pieces[0].span)
    return name if name.end > name.start else None


def _pair(scene: Scene, number: int, left: Span, right: Span, *, opens: bool) -> Iterator[Hypothesis]:
    name = _right(scene, right)
    if name is None:
        return
    for before in _lefts(scene, left):
        yield from _hypothesis(
            scene,
            number,
            [*before.names, name],
            "or",
            {**before.traits, "or_opens": float(opens), "or_opens_lead": opens * before.traits["or_lead"]},
        )


def _right(scene: Scene, span: Span) -> Span | None:
    """The alternative behind an "or"."""
    start = span.start
    while start < span.end and scene.fold(start) in _BREAKS:
        start += 1
    stop = next((i for i in range(start, span.end) if scene.fold(i) in _BREAKS and i > start), span.end)
    name = named(scene, Span(start, stop))
    return name if name.end > name.start else None


@dataclass(frozen=True, slots=True)
class Left:
    """The names before an "or", and how they were told from what stands around them."""

    names: list[Span]
    traits: dict[str, float]


def _lefts(scene: Scene, span: Span) -> Iterator[Left]:
    """What the alternatives before an "or" may be, in the order of the text."""
    pieces = _pieces(scene, span)
    if not pieces:
        return
    names = [piece for piece in pieces if not piece.is_note]
    seen: set[tuple[int, ...]] = set()
    choices: list[list[Piece]] = [names[-size:] for size in range(1, min(len(names), _MOST_OPTIONS - 1) + 1)]
    choices.extend([piece] for piece in _inner_starts(scene, pieces[-1]))
    for piece in (pieces[-1], pieces[0], *(names[-3:])):
        behind = [other for other in pieces if other.span.start >= piece.span.end and not other.is_note]
        if not any(_looks_like(scene, other.span, piece.span) for other in behind):
            choices.append([piece])
    for choice in choices:
        places = tuple(piece.span.start for piece in choice)
        if places in seen or not choice:
            continue
        seen.add(places)
        spans = [named(scene, piece.span) for piece in choice]
        if all(s.end > s.start for s in spans):
            yield Left(spans, _left_traits(scene, span, pieces, choice, spans))


def _left_traits(
    scene: Scene, span: Span, pieces: list[Piece], choice: list[Piece], spans: list[Span]
) -> dict[str, float]:
    first, last = choice[0], choice[-1]
    before = [piece for piece in pieces if piece.span.end <= first.span.start and not piece.is_note]
    like = bool(before) and len(spans) > 0 and _looks_like(scene, before[-1].span, spans[0])
    return {
        "or_skipped": float(any(p.span.start >= last.span.end and not p.is_note for p in pieces)),
        "or_skipped_like": float(
            any(
                p.span.start >= last.span.end and not p.is_note and _looks_like(scene, p.span, spans[-1])
                for p in pieces
            )
        ),
        "or_like_before": float(like),
        "or_some_before": float(bool(before)),
        "or_notes": float(any(piece.is_note for piece in choice)),
        "or_lead": float(spans[0].start > first.span.start),
        "or_lead_inside": float(
            any(s.start > p.span.start for s, p in zip(spans[1:], choice[1:], strict=True))
        ),
        "or_opening": float(bool(scene.starts("opening", Span(first.span.start, spans[0].start)))),
        "or_inner": float(first not in pieces),
        "or_colon": float(
            pieces[0].span.start > span.start + 1 and scene.fold(pieces[0].span.start - 1) == ":"
        ),
        "or_long_before": min(12, before[-1].span.end - before[-1].span.start) / 12 if before else 0.0,
    }


def _looks_like(scene: Scene, piece: Span, name: Span) -> bool:
    """Whether a piece is as short as a name and begins like one."""
    if piece.end - piece.start > max(4, name.end - name.start + 2):
        return False
    return scene.has("words.article", piece.start) == scene.has("words.article", name.start)


def _pieces(scene: Scene, span: Span) -> list[Piece]:
    """A span cut at its marks; what follows an opening bracket is a note."""
    pieces: list[Piece] = []
    start = span.start
    in_bracket = in_relative = False
    for index in range(span.start, span.end + 1):
        fold = scene.fold(index) if index < span.end else "\n"
        if fold not in _BREAKS and index < span.end:
            continue
        if index > start:
            begin, end = trimmed(scene.tokens, Span(start, index))
            if end > begin:
                is_note = in_bracket or _is_note(scene, begin, end, first=not pieces)
                # A relative clause may go on behind its own comma: "…, who cooks soup, bread and stew, or …".
                goes_on = (
                    in_relative and not scene.has("words.article", begin) and not scene.is_capital(begin)
                )
                in_relative = (is_note and scene.has("relativizer", begin)) or goes_on
                pieces.append(Piece(Span(begin, end), is_note or goes_on))
        # What stands before a colon, or asks "which", introduces: the options come behind it.
        asks = len(pieces) == 1 and fold == "," and scene.has("wh", pieces[0].span.start)
        if index < span.end - 1 and (fold in ":¿" or asks):
            pieces, in_relative = [], False
        in_bracket = fold == "(" or (in_bracket and fold != ")")
        start = index + 1
    return pieces


def _inner_starts(scene: Scene, piece: Piece) -> Iterator[Piece]:
    """Where the first alternative may begin inside a piece without marks: at my own verb, or at a lead."""
    span = piece.span
    if scene.lexis.language == "en":
        return  # the verb of "I" is a noun too often: "train", "coach"
    for index in range(span.end - 1, max(span.start, span.end - 9), -1):
        if (
            scene.fold(index) not in scene.lexis.verbs.first
            or scene.has("words.article", index - 1)
            or scene.has("prep", index - 1)
        ):
            continue
        start = index
        while start > span.start and (
            scene.lexis.has("clitic", scene.fold(start - 1))
            or scene.lexis.has("subject", scene.fold(start - 1))
        ):
            start -= 1
        if start > span.start:
            yield Piece(Span(start, span.end), is_note=False)


def _is_note(scene: Scene, start: int, end: int, *, first: bool) -> bool:
    """Whether a piece only says something of the one before: a price, a relative clause, "so that …"."""
    fold = scene.fold(start)
    if amount_at(scene, start, end):
        return True
    if fold[:1].isdigit():
        follows = scene.fold(start + 1) if start + 1 < end else ""
        return not first or scene.lexis.has("units", follows)
    if first or scene.has("words.and", start):
        return False
    if named(scene, Span(start, end)).start > start + 1:
        return False  # "… so it's either the ferry": what a lead opens is no note
    if _says_of_it(scene, start):
        return True
    if end - start <= 4 and scene.has("units", end - 1):
        return True  # "forty minutes", "five hours"
    if scene.has("relativizer", start) or (scene.has("relative", start) and is_finite(scene, end - 1)):
        return True
    if scene.lexis.has("words.but", fold) or scene.lexis.has("words.joins", fold):
        return True
    return scene.lexis.has("words.negation", fold)


def _hypothesis(
    scene: Scene, number: int, spans: Sequence[Span], how: str, traits: dict[str, float]
) -> Iterator[Hypothesis]:
    options = make_options(scene, list(spans))
    if options is not None:
        yield Hypothesis(how, options, number, traits)


def make_options(scene: Scene, spans: list[Span]) -> tuple[Candidate, ...] | None:
    """The options at some spans: a verb that all share is left out, prices too where names stay apart."""
    if not 2 <= len(spans) <= _MOST_OPTIONS:
        return None
    spans = _without_shared_verb(scene, spans)
    shorter = [without_amount(scene, span) for span in spans]
    texts = [scene.part.words(span).lower() for span in shorter]
    if len(set(texts)) == len(texts):
        spans = shorter
    labels = as_actions(scene, spans)
    heads = _shared_head(scene, spans)
    labels = [label or head for label, head in zip(labels, heads, strict=True)]
    options = tuple(candidate(scene, span, label=label) for span, label in zip(spans, labels, strict=True))
    if any(not option.label.strip() for option in options) or len({o.label.lower() for o in options}) < len(
        options
    ):
        return None
    return options


def _without_shared_verb(scene: Scene, spans: list[Span]) -> list[Span]:
    """ "Buy the red or the blue": the verb before the first name stands for all."""
    first, second = spans[0], spans[1]
    behind = starts_with_verb(scene, first)
    # A bare English verb is a noun as often ("train or bus"): only behind "should I" it is a verb for sure.
    is_verb = scene.lexis.language != "en" or scene.is_behind("lead", first.start)
    if (
        behind
        and is_verb
        and behind < first.end
        and not any(starts_with_verb(scene, span) for span in spans[1:])
    ):
        start = _aligned(scene, Span(behind, first.end), second)
        return [Span(*trimmed(scene.tokens, Span(start, first.end))), *spans[1:]]
    return spans


def _shared_head(scene: Scene, spans: list[Span]) -> list[str | None]:
    """ "A terrace in wood or in stone": the second is "a terrace in stone"."""
    first, last = spans[0], spans[-1]
    kept: list[str | None] = [None] * len(spans)
    if len(spans) != 2 or not scene.has("prep", last.start) or scene.has("prep", first.start):
        return kept
    for index in range(first.start + 1, first.end - 1):
        if scene.fold(index) == scene.fold(last.start) and index - first.start <= 4:
            kept[1] = f"{label_of(scene, Span(first.start, index))} {scene.part.words(last)}"
    return kept


def _aligned(scene: Scene, first: Span, second: Span) -> int:
    """ "… less with tickets or with the pass": the first name begins where it is like the second."""
    for index in range(first.start, min(first.start + 4, first.end - 1)):
        if scene.fold(index) == scene.fold(second.start) and scene.has("prep", index):
            return index
    return first.start


# --- cues --------------------------------------------------------------------------------------


def _with_cue(scene: Scene, number: int) -> Iterator[Hypothesis]:
    """ "Torn between A and B", "the choice is A or B", "there's A, …, and B"."""
    span = scene.sentences[number].span
    for tag in ("torn", "exists"):
        for cue in scene.starts(tag, span):
            begin = scene.end_of(tag, cue)
            stop = next((i for i in range(begin, span.end) if scene.fold(i) in "?.!;\n"), span.end)
            ands = [i for i in range(begin + 1, stop) if scene.lexis.has("words.and", scene.fold(i))][:4]
            for place in ands:
                right = _right(scene, Span(place + 1, stop))
                if right is None:
                    continue
                for left in _lefts(scene, Span(begin, place)):
                    if tag == "exists" and not _begin_alike(scene, [*left.names, right]):
                        continue
                    traits = {name.replace("or_", "and_"): value for name, value in left.traits.items()}
                    yield from _hypothesis(scene, number, [*left.names, right], tag, traits)


def _says_of_it(scene: Scene, start: int) -> bool:
    """A verb without a subject of its own: "beans, needs a pan", "des gaufres, il faut le four"."""
    verbs = scene.lexis.verbs
    if scene.has("pronoun", start) and not scene.has("subject", start) and not scene.has("clitic", start):
        start += 1
    fold = scene.fold(start)
    if scene.lexis.language == "en":
        return fold in verbs.finite and fold not in verbs.infinitives
    # Many a noun looks like a verb ("calle", "largo"), but none of the everyday ones in this list.
    return scene.has("words.verbs", start) and not scene.has("words.article", start)


def _begin_alike(scene: Scene, spans: list[Span]) -> bool:
    articles = [
        any(scene.has("words.article", i) for i in range(s.start, min(s.start + 2, s.end))) for s in spans
    ]
    capitals = [scene.is_capital(span.start) for span in spans]
    return all(articles) or (all(capitals) and not any(articles))


def _one_and_one(scene: Scene, number: int) -> Iterator[Hypothesis]:
    """ "Two envelopes, a green one and a white one": two pieces that begin alike, near a number of things."""
    span = scene.sentences[number].span
    begin = scene.sentences[max(0, number - 1)].span.start
    if not any(count == 2 and begin <= index < span.end for count, index in scene.counts):
        return
    for place in range(span.start + 2, span.end - 1):
        if not scene.has("words.and", place) or scene.fold(place) == "&":
            continue
        right = _right(scene, Span(place + 1, span.end))
        start = next(
            (i + 1 for i in range(place - 1, span.start - 1, -1) if scene.fold(i) in _BREAKS), span.start
        )
        left = named(scene, Span(start, place))
        if (
            right
            and left.end > left.start
            and _looks_like(scene, left, right)
            and scene.has("words.article", right.start)
        ):
            yield from _hypothesis(scene, number, [left, right], "and", {})


def _after_colon(scene: Scene) -> Iterator[Hypothesis]:
    """ "Five offers: A, B, C, D, E." and "Four places: A, £8; B, £9; …"."""
    for sentence in scene.sentences:
        if sentence.barred:
            continue
        colons = [i for i in range(sentence.span.start, sentence.span.end) if scene.fold(i) == ":"][:3]
        for colon in colons:
            yield from _listed(scene, sentence.number, colon + 1, sentence.span.end)


def _listed(scene: Scene, number: int, start: int, end: int) -> Iterator[Hypothesis]:
    rows = [Span(start, end)]
    following = number + 1
    while scene.fold(rows[-1].end - 1) == ";" and following < len(scene.sentences):
        rows.append(scene.sentences[following].span)
        following += 1
    if len(rows) >= 2:
        spans = [name for row in rows if (name := _first_name(scene, row))]
        if len(spans) == len(rows):
            traits = {"listed_rows": 1.0, **_before_colon(scene, start, len(spans))}
            yield from _hypothesis(scene, number, spans, "listed", traits)
        return
    pieces = _pieces(scene, Span(start, end))
    names = [piece for piece in pieces if not piece.is_note]
    spans = []
    for position, piece in enumerate(names):
        spans.extend(_split_at_and(scene, piece.span) if position == len(names) - 1 else [piece.span])
    ones = [named(scene, piece.span) for piece in pieces if _is_one(scene, piece.span)]
    if len(ones) >= 2 and all(one.end > one.start for one in ones):
        yield from _hypothesis(
            scene, number, ones, "listed", {**_before_colon(scene, start, len(ones)), "listed_ones": 1.0}
        )
    cut = [named(scene, span) for span in spans]
    cut = [span for span in cut if span.end > span.start]
    if len(cut) >= 2 and all(_is_short(scene, span) for span in cut):
        yield from _hypothesis(scene, number, cut, "listed", _before_colon(scene, start, len(cut)))


def _is_short(scene: Scene, span: Span) -> bool:
    name = without_amount(scene, span)
    return name.end - name.start <= _LONGEST_LIST_NAME


def _is_one(scene: Scene, span: Span) -> bool:
    """ "One by the bins", "l'autre près des poubelles"."""
    first = span.start + (scene.has("words.and", span.start))
    return any(
        scene.has("one", i) and not scene.has("option_word", i)
        for i in range(first, min(first + 2, span.end))
    )


def _before_colon(scene: Scene, start: int, count: int) -> dict[str, float]:
    """What stands before a colon: a number of things, or only the heading of what is said of one thing."""
    begin = next((s.span.start for s in scene.sentences if s.span.start < start <= s.span.end), 0)
    counted = [number for number, index in scene.counts if begin <= index < start]
    return {
        "listed_counted": float(count in counted),
        "listed_miscounted": float(bool(counted) and count not in counted),
        "listed_heading": float(start - 1 - begin <= 4 and not counted),
    }


def _split_at_and(scene: Scene, span: Span) -> list[Span]:
    for index in range(span.start, span.end - 1):
        if scene.lexis.has("words.and", scene.fold(index)) and scene.fold(index) != "&":
            return [
                part for part in (Span(span.start, index), Span(index + 1, span.end)) if part.end > part.start
            ]
    return [span]
