"""The two sides of a yes/no decision: doing it, and not doing it."""

from collections.abc import Iterator

from dilem.engine.grid import OptionKind
from dilem.engine.reading.document import trimmed
from dilem.engine.reading.options.actions import infinitive, refused
from dilem.engine.reading.options.names import Candidate, Hypothesis, candidate
from dilem.engine.reading.options.groups import noun_group
from dilem.engine.reading.options.scene import Scene, Sentence, stem
from dilem.engine.reading.options.trimming import without_lead, without_tail
from dilem.engine.reading.words import Span, fold

_LONGEST = 14
_SHORT_QUESTION = 7


def sides(scene: Scene) -> Iterator[Hypothesis]:
    """Yes/no decisions in the text."""
    for sentence in scene.sentences:
        if sentence.barred:
            continue
        seen: set[tuple[int, int, str]] = set()
        for trait, span in _doings(scene, sentence):
            key = (span.start, span.end, trait)
            if span.end <= span.start or key in seen:
                continue
            seen.add(key)
            options = _both(scene, span)
            if options:
                yield Hypothesis("sides", options, sentence.number, {f"sides_{trait}": 1.0})


def _doings(scene: Scene, sentence: Sentence) -> Iterator[tuple[str, Span]]:
    """The stretches of a sentence that may name what is to be done, and how each was told."""
    span = sentence.span
    for start in scene.starts("or_not", span):
        yield "or_not", _behind_opener(scene, Span(span.start, start))
        break
    if sentence.is_question and not sentence.asks_which:
        for start in scene.starts("yes_no", span):
            behind = scene.end_of("yes_no", start)
            if behind < span.end:
                yield "opener", Span(behind, span.end)
                break
        begin = _question_start(scene, span)
        if _is_first_person(scene, Span(begin, span.end)):
            yield "first_person", Span(begin, span.end)
        elif _is_proposal(scene, Span(begin, span.end)):
            yield "proposal", Span(begin, span.end)
    if not sentence.is_question:
        for start in scene.starts("whether", span):
            behind = scene.end_of("whether", start)
            # "If" asks only behind words of doubt: "I don't know whether to …".
            doubts = scene.starts("decide", Span(max(span.start, start - 6), start))
            if behind < span.end and doubts:
                yield "whether", Span(behind if scene.lexis.language in {"en", "de"} else start, span.end)
                break
        for start in scene.starts("thinking", span):
            behind = scene.end_of("thinking", start)
            if behind < span.end:
                yield "thinking", Span(behind, span.end)
                break


def _behind_opener(scene: Scene, span: Span) -> Span:
    for start in scene.starts("yes_no", span):
        behind = scene.end_of("yes_no", start)
        if behind < span.end:
            return Span(behind, span.end)
    return Span(_question_start(scene, span), span.end)


def _question_start(scene: Scene, span: Span) -> int:
    """Behind the last comma, colon or opening mark that leaves enough to be a question."""
    begin = span.start
    for index in range(span.start, span.end):
        if scene.fold(index) in ":¿–—" and index + 2 < span.end:
            begin = index + 1
    while begin < span.end and not scene.fold(begin)[:1].isalnum():
        begin += 1
    while begin < span.end and (
        scene.lexis.has("words.and", scene.fold(begin)) or scene.lexis.has("words.but", scene.fold(begin))
    ):
        begin += 1
    return begin


def _is_first_person(scene: Scene, span: Span) -> bool:
    """ "J'y vais ?", "Accetto?", "¿Me apunto?": a verb of mine within the first words."""
    verbs = scene.lexis.verbs
    for index in range(span.start, min(span.end, span.start + 4)):
        word = scene.fold(index)
        if word in verbs.first and not (
            scene.lexis.has("words.article", scene.fold(index - 1))
            and index > span.start
            and not scene.lexis.has("clitic", scene.fold(index - 1))
        ):
            return verbs.first[word] not in _HELPING
        if not (
            scene.lexis.has("clitic", word)
            or scene.lexis.has("subject", word)
            or scene.end_of("lead", index)
            or scene.lexis.has("words.negation", word)
        ):
            return False
    return False


_HELPING = frozenset(
    {
        "be",
        "have",
        "do",
        "être",
        "avoir",
        "essere",
        "avere",
        "ser",
        "estar",
        "ter",
        "haber",
        "saber",
        "sapere",
        "savoir",
    }
)


def _is_proposal(scene: Scene, span: Span) -> bool:
    """ "Schirm mitnehmen?", "Let them?": a short question that is an infinitive and what belongs to it."""
    solid = [i for i in range(span.start, span.end) if scene.fold(i)[:1].isalnum()]
    if not solid:
        return False
    first, last = scene.fold(solid[0]), scene.fold(solid[-1])
    verbs = scene.lexis.verbs.infinitives
    if scene.lexis.language == "de":
        return (
            len(solid) <= _SHORT_QUESTION
            and scene.tokens[solid[-1]].text[:1].islower()
            and (last in verbs or any(last.endswith(verb) for verb in verbs if len(verb) > 5))
        )
    if scene.lexis.language == "en":
        return len(solid) <= _SHORT_QUESTION and scene.lexis.has("proposal", first)
    return first in verbs or (
        scene.lexis.has("clitic", first) and len(solid) > 1 and scene.fold(solid[1]) in verbs
    )


def _both(scene: Scene, span: Span) -> tuple[Candidate, ...] | None:
    while span.start < span.end and (behind := scene.end_of("lead", span.start)) and behind < span.end:
        span = Span(behind, span.end)
        while span.start < span.end and not scene.fold(span.start)[:1].isalnum():
            span = Span(span.start + 1, span.end)
    span = without_tail(scene, _first_clause(scene, span))
    start, end = trimmed(scene.tokens, span)
    end = min(end, start + _LONGEST)
    if end <= start:
        return None
    kept = _without_purpose(scene, Span(start, end))
    words = infinitive(scene, kept)
    if words is not None:
        words = _with_object(scene, kept, words)
    if words is None:
        bare = without_lead(scene, kept)
        kept = bare if bare.end > bare.start else kept
    doing = candidate(scene, kept, label=words, kind=OptionKind.DO)
    label = refused(scene, doing.label)
    refusing = Candidate(label, frozenset(), scene.part.index, doing.span, OptionKind.DONT)
    return (doing, refusing)


def _without_purpose(scene: Scene, span: Span) -> Span:
    """ "Set the alarm to watch the final": what it is for is no part of what is done."""
    if scene.lexis.language in {"en", "de"}:
        return span
    for index in range(span.start + 2, span.end - 1):
        if scene.has("purpose", index) and scene.fold(index + 1) in scene.lexis.verbs.infinitives:
            return Span(span.start, index)
    return span


def _with_object(scene: Scene, span: Span, words: str) -> str:
    """Names what "it" is: "Lo compro, 'sto garage?", or "¿Lo vendo?" where "vender el auto" was said before."""
    objects = [i for i in range(span.start, span.end) if scene.lexis.has("object", scene.fold(i))]
    if len(objects) != 1 or span.end - span.start > 3:
        return words
    verb = next(
        (
            scene.lexis.verbs.first[scene.fold(i)]
            for i in range(span.start, span.end)
            if scene.fold(i) in scene.lexis.verbs.first
        ),
        "",
    )
    behind = span.end + 1
    if scene.fold(span.end) == "," and (
        group := noun_group(scene, behind, min(behind + 8, len(scene.tokens)))
    ):
        return f"{verb} {scene.part.words(group.span)}"
    for place in scene.places.get(stem(fold(verb)), ()):
        if place + 1 < span.start and scene.fold(place) == fold(verb):
            group = noun_group(scene, place + 1, min(place + 9, len(scene.tokens)))
            if group is not None and group.kind in {"definite", "own", "indefinite"}:
                return f"{verb} {scene.part.words(group.span)}"
    return words


def _first_clause(scene: Scene, span: Span) -> Span:
    for index in range(span.start + 1, span.end):
        if scene.fold(index) in ",;:?!.–—(" or scene.end_of("or_not", index):
            return Span(span.start, index)
    return span
