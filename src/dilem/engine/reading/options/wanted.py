"""Options that different people want: "the kids want a trampoline, I a vegetable bed"."""

from collections.abc import Iterator

from dilem.engine.reading.options.groups import Group, is_finite, noun_group
from dilem.engine.reading.options.names import Hypothesis, candidate
from dilem.engine.reading.options.scene import Scene

_LONGEST_SUBJECT = 6


def wanted(scene: Scene) -> Iterator[Hypothesis]:
    """Two wishes in one sentence, the second without its verb."""
    for sentence in scene.sentences:
        if sentence.instructs or sentence.is_question:
            continue
        span = sentence.span
        breaks = [
            i
            for i in range(span.start + 2, span.end - 1)
            if scene.fold(i) in ",;" or scene.has("words.and", i)
        ][:6]
        verb = next((i for i in range(span.start + 1, span.end) if is_finite(scene, i)), span.end)
        if not breaks or not _is_person(scene, span.start, verb):
            continue
        for place in breaks:
            if place <= verb + 1:
                continue
            first, second = _object(scene, verb + 1, place), _second(scene, place + 1, span.end)
            if first is None or second is None:
                continue
            options = (candidate(scene, first.span), candidate(scene, second.span))
            if options[0].keys and options[1].keys and not options[0].keys & options[1].keys:
                yield Hypothesis("wanted", options, sentence.number, {})
            break


def _is_person(scene: Scene, start: int, end: int) -> bool:
    return end - start <= _LONGEST_SUBJECT and any(
        scene.has("kin", i) or scene.has("subject", i) for i in range(start, end)
    )


def _second(scene: Scene, start: int, end: int) -> Group | None:
    """What the second person wants: somebody, and right behind them something."""
    for index in range(start, min(end, start + _LONGEST_SUBJECT)):
        if is_finite(scene, index) and index > start + 1:
            return None
        if scene.has("subject", index) or scene.has("kin", index):
            return _object(scene, index + 1, end)
    return None


def _object(scene: Scene, start: int, end: int) -> Group | None:
    """The noun group behind a verb, past its preposition; one that begins with an article or a capital."""
    if start < end and scene.has("prep", start) and not scene.has("words.article", start):
        start += 1
    if start >= end or not (
        scene.has("words.article", start) or scene.is_capital(start) or scene.has("prep", start - 1)
    ):
        return None
    group = noun_group(scene, start, end)
    return group if group is not None and group.span.end > start else None
