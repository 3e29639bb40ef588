"""The two sides of a yes/no decision: doing it, and not doing it."""

from collections.abc import Iterator

from dilem.engine.grid import OptionKind
from dilem.engine.reading.document import trimmed
from dilem.engine.reading.options.actions import infinitive, refused
from dilem.engine.reading.options.groups import noun_group
from dilem.engine.reading.options.names import Candidate, Hypothesis, candidate
from dilem.engine.reading.options.scene import Scene, Sentence, stem
from dilem.engine.reading.options.trimming import without_lead, without_tail
from dilem.engine.reading.words import Span, fold

_LONGEST = 14
_SHORT_QUESTION = 7
_SHORT_VERB = 5
_DOUBT_REACH = 6
_OBJECT_REACH = 8
_MOST_SENTENCES = 200


def sides(scene: Scene) -> Iterator[Hypothesis]:
    """Yes/no decisions in the text."""
    for sentence in scene.sentences[:_MOST_SENTENCES]:
        for trait, span in _doings(scene, sentence):
            options = _both(scene, span) if span.end > span.start else None
            if options is not None:
                yield Hypothesis("sides", options, sentence.number, {f"sides_{trait}": 1.0})


def _doings(scene: Scene, sentence: Sentence) -> Iterator[tuple[str, Span]]:
    """The stretches of a sentence that may name what is to be done, and how each was told."""
    span = sentence.span
    question = Span(_question_start(scene, span), span.end)
    refusals = scene.starts("or_not", span)
    if refusals:
        asked = Span(span.start, refusals[0])
        yield "or_not", _behind(scene, "yes_no", asked) or Span(_question_start(scene, asked), asked.end)
    if sentence.is_question and not sentence.asks_which:
        opened = _behind(scene, "yes_no", span)
        if opened is not None:
            yield "opener", opened
        if _is_first_person(scene, question):
            yield "first_person", question
        elif _is_proposal(scene, question):
            yield "proposal", question
    if not sentence.is_question:
        # "If" asks only behind words of doubt: "I don't know whether to …".
        for start in scene.starts("whether", span):
            doubted = Span(max(span.start, start - _DOUBT_REACH), start)
            if scene.starts("decide", doubted) and scene.end_of("whether", start) < span.end:
                yield "whether", Span(scene.end_of("whether", start), span.end)
                break
        thought = _behind(scene, "thinking", span)
        if thought is not None:
            yield "thinking", thought


def _behind(scene: Scene, tag: str, span: Span) -> Span | None:
    """What stands behind the first phrase of a tag in a span."""
    ends = (scene.end_of(tag, start) for start in scene.starts(tag, span))
    return next((Span(end, span.end) for end in ends if end < span.end), None)


def _question_start(scene: Scene, span: Span) -> int:
    """Behind the last colon, dash or opening mark that leaves enough to be a question."""
    begin = span.start
    for index in range(span.start, span.end):
        if scene.fold(index) in ":¿–—" and index + 2 < span.end:
            begin = index + 1
    while begin < span.end and (
        not scene.fold(begin)[:1].isalnum() or scene.has("words.and", begin) or scene.has("words.but", begin)
    ):
        begin += 1
    return begin


def _is_first_person(scene: Scene, span: Span) -> bool:
    """ "J'y vais ?", "Accetto?", "¿Me apunto?": a verb of mine within the first words."""
    verbs = scene.lexis.verbs
    for index in range(span.start, min(span.end, span.start + 4)):
        is_object = scene.has("clitic", index - 1) or index == span.start
        if scene.fold(index) in verbs.first and (is_object or not scene.has("words.article", index - 1)):
            speaks_to_you = any(scene.has("second", i) for i in range(index + 1, min(index + 3, span.end)))
            return not speaks_to_you and not scene.lexis.has("helping", fold(verbs.first[scene.fold(index)]))
        if not (any(scene.has(name, index) for name in _BEFORE_A_VERB) or scene.end_of("lead", index)):
            return False
    return False


_BEFORE_A_VERB = ("clitic", "subject", "words.negation")


def _is_proposal(scene: Scene, span: Span) -> bool:
    """ "Schirm mitnehmen?", "Let them?": a short question that is an infinitive and what belongs to it."""
    solid = [i for i in range(span.start, span.end) if scene.fold(i)[:1].isalnum()]
    if not solid or any(scene.has("second", i) for i in solid):
        return False
    first, last = scene.fold(solid[0]), scene.fold(solid[-1])
    verbs = scene.lexis.verbs.infinitives
    if scene.style("verb_last"):
        is_verb = last in verbs or any(last.endswith(verb) for verb in verbs if len(verb) > _SHORT_VERB)
        return (
            len(solid) <= _SHORT_QUESTION and is_verb and (len(solid) == 1 or not scene.is_capital(solid[-1]))
        )
    if scene.style("bare_verbs"):
        return len(solid) <= _SHORT_QUESTION and scene.lexis.has("proposal", first)
    return first in verbs or (
        len(solid) > 1 and scene.has("clitic", solid[0]) and scene.fold(solid[1]) in verbs
    )


def _both(scene: Scene, span: Span) -> tuple[Candidate, ...] | None:
    span = without_tail(scene, _first_clause(scene, _past_leads(scene, span)))
    start, end = trimmed(scene.tokens, span)
    if end <= start:
        return None
    kept = _without_modal(scene, _without_purpose(scene, Span(start, min(end, start + _LONGEST))))
    words = infinitive(scene, kept)
    if words is not None:
        words = _with_object(scene, kept) or words
    else:
        bare = without_lead(scene, kept)
        kept = bare if bare.end > bare.start else kept
    doing = candidate(scene, kept, label=words, kind=OptionKind.DO)
    refusal = refused(scene, doing.label)
    return doing, Candidate(refusal, frozenset(), scene.part.index, doing.span, OptionKind.DONT)


def _past_leads(scene: Scene, span: Span) -> Span:
    start = span.start
    while start < span.end:
        behind = scene.end_of("lead", start) or (start if scene.fold(start)[:1].isalnum() else start + 1)
        if behind == start or behind >= span.end:
            break
        start = behind
    return Span(start, span.end)


def _first_clause(scene: Scene, span: Span) -> Span:
    for index in range(span.start + 1, span.end):
        if scene.fold(index) in ",;:?!.–—(" or scene.end_of("or_not", index):
            return Span(span.start, index)
    return span


def _without_purpose(scene: Scene, span: Span) -> Span:
    """ "Set the alarm to watch the final": what it is for is no part of what is done."""
    if scene.style("bare_verbs") or scene.style("verb_last"):
        return span
    for index in range(span.start + 2, span.end - 1):
        if scene.has("purpose", index) and scene.fold(index + 1) in scene.lexis.verbs.infinitives:
            return Span(span.start, index)
    return span


def _without_modal(scene: Scene, span: Span) -> Span:
    """ "…, ob ich das Auto verkaufen soll": the infinitive is what is done."""
    last = span.end - 1
    meaning = scene.lexis.verbs.finite.get(scene.fold(last), "")
    is_modal = scene.style("verb_last") and scene.lexis.has("helping", fold(meaning))
    return Span(span.start, last) if is_modal and last > span.start else span


def _with_object(scene: Scene, span: Span) -> str | None:
    """Names what "it" is: "¿Lo vendo?" where "vender el auto" was said before."""
    objects = [i for i in range(span.start, span.end) if scene.has("object", i)]
    verbs = [scene.fold(i) for i in range(span.start, span.end) if scene.fold(i) in scene.lexis.verbs.first]
    if len(objects) != 1 or not verbs or span.end - span.start > 3:
        return None
    verb = scene.lexis.verbs.first[verbs[0]]
    places = [
        place + 1 for place in scene.places.get(stem(fold(verb)), ()) if scene.fold(place) == fold(verb)
    ]
    if scene.fold(span.end) == ",":
        places.insert(0, span.end + 1)  # "Lo compro, questo garage?"
    for place in places:
        group = noun_group(scene, place, min(place + _OBJECT_REACH, len(scene.tokens)))
        if group is not None and group.kind in {"definite", "own", "indefinite"}:
            return f"{verb} {scene.part.words(group.span)}"
    return None
