"""Options that different people want: "the kids want a trampoline, I a vegetable bed", "Some say …"."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from dilem.engine.reading.options.groups import Group, is_finite, noun_group
from dilem.engine.reading.options.names import Hypothesis, candidate
from dilem.engine.reading.options.scene import Scene, Sentence

_LONGEST_SUBJECT = 6
_MOST_WISHES = 12


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants; `is_short` says that the verb is left out."""

    wanted: Group
    sentence: int
    is_short: bool


def wanted(scene: Scene) -> Iterator[Hypothesis]:
    """Two wishes of different people, one right behind the other."""
    wishes: list[Wish] = []
    for sentence in scene.sentences:
        if not (sentence.is_question):
            wishes.extend(_wishes(scene, sentence))
        if len(wishes) >= _MOST_WISHES:
            break
    for one, other in pairwise(wishes):
        if other.sentence - one.sentence > 1 or one.is_short:
            continue
        options = (candidate(scene, one.wanted.span), candidate(scene, other.wanted.span))
        if options[0].keys and options[1].keys and not options[0].keys & options[1].keys:
            traits = {"wanted_short": float(other.is_short)}
            yield Hypothesis("wanted", options, one.sentence, traits)


def _wishes(scene: Scene, sentence: Sentence) -> Iterator[Wish]:
    span = sentence.span
    starts = [span.start]
    starts.extend(
        i + 1 for i in range(span.start, span.end - 1) if scene.fold(i) in ",;:" or scene.has("words.and", i)
    )
    has_wish = False
    for start in starts[:8]:
        verb = next(
            (i for i in range(start, min(span.end, start + _LONGEST_SUBJECT + 1)) if is_finite(scene, i)), -1
        )
        if verb > start and _is_person(scene, start, verb) and _is_wish(scene, verb):
            group = _object(scene, verb + 1, span.end)
            if group is not None:
                has_wish = True
                yield Wish(group, sentence.number, is_short=False)
        elif has_wish and (group := _second(scene, start, span.end)) is not None:
            yield Wish(group, sentence.number, is_short=True)


def _is_person(scene: Scene, start: int, end: int) -> bool:
    return any(scene.has(name, i) for i in range(start, end) for name in ("kin", "subject", "camp"))


def _is_wish(scene: Scene, verb: int) -> bool:
    """Whether a verb is one of wanting or of saying what to do."""
    if scene.has("says", verb):
        return True
    finite = scene.lexis.verbs.finite
    meaning = finite.get(scene.fold(verb))
    return meaning is not None and meaning in scene.lexis.wishing


def _second(scene: Scene, start: int, end: int) -> Group | None:
    """What the second person wants: somebody, and right behind them something."""
    for index in range(start, min(end, start + _LONGEST_SUBJECT)):
        if scene.has("subject", index) or scene.has("kin", index) or scene.has("camp", index):
            return None if is_finite(scene, index + 1) else _object(scene, index + 1, end)
    return None


def _object(scene: Scene, start: int, end: int) -> Group | None:
    """The noun group behind a verb, past its preposition and past an infinitive."""
    while start < end and (
        (scene.has("prep", start) and not scene.has("words.article", start))
        or scene.fold(start) in scene.lexis.verbs.infinitives
    ):
        start += 1
    if start >= end or (scene.has("pronoun", start) and not scene.has("words.article", start)):
        return None
    return noun_group(scene, start, end)
