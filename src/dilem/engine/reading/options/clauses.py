"""Where clauses begin, and what introduces the name at their beginning."""

from collections.abc import Iterator

from dilem.engine.reading.options.groups import is_finite
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.words import Span

MARKS = frozenset(",;:—–()\n")
_LONGEST_TOPIC = 7


def clause_starts(scene: Scene, span: Span) -> Iterator[int]:
    """The tokens of a sentence at which a clause may begin."""
    yield span.start
    inverted = _inverted(scene, span)
    for index in range(span.start + 1, span.end):
        if (
            scene.fold(index - 1) in MARKS
            or scene.has("words.joins", index)
            or any(scene.end_of(tag, index) for tag in ("words.or", "exists", "words.than"))
            or index == inverted
            or _is_subject_name(scene, span, index)
        ):
            yield index


def _inverted(scene: Scene, span: Span) -> int:
    """Behind the verb of "For the cake wants Delia £300", as German says it, or -1."""
    if not (scene.has("purpose", span.start) or scene.has("adverb", span.start)):
        return -1
    verb = next(
        (i for i in range(span.start + 1, min(span.end, span.start + _LONGEST_TOPIC)) if is_finite(scene, i)),
        -1,
    )
    return verb + 1 if verb >= 0 and not any(scene.fold(i) in MARKS for i in range(span.start, verb)) else -1


def _is_subject_name(scene: Scene, span: Span, index: int) -> bool:
    """ "For the cake Delia wants £300": a name right before its verb, near the start of a sentence."""
    return (
        not scene.style("capital_nouns")
        and index - span.start <= _LONGEST_TOPIC
        and scene.has("prep", span.start)
        and scene.is_capital(index)
        and not scene.has("pronoun", index)
        and is_finite(scene, index + 1)
    )


def leads_at(scene: Scene, span: Span, start: int) -> bool:
    """Whether only an introduction stands before a token: nothing, a heading, or "For the cake,"."""
    if not any(scene.fold(i)[:1].isalnum() for i in range(span.start, start)) or scene.fold(start - 1) == ":":
        return True
    return (
        scene.fold(start - 1) == ","
        and start - span.start <= _LONGEST_TOPIC
        and scene.has("prep", span.start)
    )


def past_intro(scene: Scene, start: int, end: int) -> tuple[int, str, str]:
    """Past what stands before the name: "and then there's", "Or", "At", "Bei"."""
    index, intro, joined_by = start, "", ""
    if scene.end_of("words.than", start) and start > 0 and scene.fold(start - 1) not in MARKS:
        return scene.end_of("words.than", start), "than", ""
    for _ in range(4):
        if index >= end:
            break
        exists, joining = scene.end_of("exists", index), scene.end_of("words.or", index)
        either = scene.end_of("either", index)
        if exists and exists < end and intro != "exists":
            joined_by = "or" if joining or joined_by == "or" else joined_by
            index, intro = exists, "exists"
        elif joining:
            index, joined_by = joining, "or"
        elif scene.has("words.but", index) or scene.has("words.and", index):
            index, joined_by = index + 1, joined_by or ("but" if scene.has("words.but", index) else "and")
        elif either:
            index = either
        elif scene.fold(index) in MARKS:
            index += 1
        else:
            break
    if index < end and scene.has("prep", index):
        swallows = scene.fold(index) in scene.lexis.contractions
        if swallows or not scene.has("words.article", index):
            return index + 1, intro or "prep", joined_by
    return index, intro, joined_by
