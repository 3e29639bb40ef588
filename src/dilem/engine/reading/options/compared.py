"""Options that are compared: "the Rex is bigger and cheaper than the Odeon"."""

from collections.abc import Iterator

from dilem.engine.reading.options.groups import Group, is_verb_behind, noun_group
from dilem.engine.reading.options.names import Hypothesis, candidate
from dilem.engine.reading.options.scene import Scene, Sentence
from dilem.engine.reading.words import Span

_LIKE = ({"definite", "own"}, {"indefinite"}, {"capital", "quoted", "bare"})
_MOST_SENTENCES = 120


def compared(scene: Scene) -> Iterator[Hypothesis]:
    """The subject of a sentence and what stands behind its "than", where both have one form."""
    for sentence in scene.sentences[:_MOST_SENTENCES]:
        if sentence.is_question:
            continue
        subject = _subject(scene, sentence)
        if subject is None:
            continue
        for place in scene.starts("words.than", Span(subject.span.end + 1, sentence.span.end)):
            rival = noun_group(scene, scene.end_of("words.than", place), sentence.span.end)
            if rival is None or not _can_be_compared(scene, subject, rival, place):
                continue
            options = (candidate(scene, subject.span), candidate(scene, rival.span))
            if all(option.keys for option in options) and not options[0].keys & options[1].keys:
                yield Hypothesis("compared", options, sentence.number, {})
                break


def _subject(scene: Scene, sentence: Sentence) -> Group | None:
    """The noun group that begins the sentence, or begins it behind a heading with a colon."""
    span = sentence.span
    colon = next((i for i in range(span.end - 1, span.start, -1) if scene.fold(i) == ":"), span.start - 1)
    return noun_group(scene, colon + 1, span.end)


def _can_be_compared(scene: Scene, subject: Group, rival: Group, place: int) -> bool:
    between = range(subject.span.end, place)
    is_more = any(scene.has("words.more", i) or scene.has("words.less", i) for i in between)
    is_more = is_more or (scene.style("er_compares") and any(scene.fold(i).endswith("er") for i in between))
    if not is_more or not is_verb_behind(scene, subject.span.end):
        return False
    is_like = any(subject.kind in kinds and rival.kind in kinds for kinds in _LIKE)
    heads = [i for group in (subject, rival) for i in range(group.span.start, group.span.end)]
    return is_like and not any(scene.has("kin", i) or scene.has("abstract", i) for i in heads)
