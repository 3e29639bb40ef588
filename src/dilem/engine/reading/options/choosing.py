"""Chooses among whole sets of options by a linear score over traits that no language owns."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from dilem.engine.reading.options.actions import is_action
from dilem.engine.reading.options.groups import is_finite
from dilem.engine.reading.options.names import Candidate, Hypothesis
from dilem.engine.reading.options.scene import Scene, Sentence
from dilem.engine.reading.options.weights import NOTHING, WEIGHTS
from dilem.engine.reading.words import Span

_FAMILIES = {"ordinals": "lines", "plain_lines": "lines", "letters": "lines", "torn": "and", "exists": "and"}
_CUES = ("exists", "torn", "either", "decide", "whether", "lead")


SURE_ENOUGH = 0.3
"""A set of options that is less likely than this is no better than none: 4 of 5 such sets are wrong."""


def choose(scene: Scene, hypotheses: Iterable[Hypothesis]) -> tuple[Hypothesis, float] | None:
    """The most likely set of options and how likely it is, or None where too little speaks for any."""
    setting = Setting(scene)
    scored = [(_score(setting.traits(hypothesis)), hypothesis) for hypothesis in hypotheses]
    if not scored:
        return None
    most, best = max(scored, key=lambda pair: pair[0])
    if most <= NOTHING:
        return None
    shown = _shown(best)
    # Two ways may find the same options: what both say counts for them.
    shares = [(math.exp(score - most), _shown(hypothesis) == shown) for score, hypothesis in scored]
    whole = sum(share for share, _ in shares) + math.exp(NOTHING - most)
    likely = sum(share for share, is_same in shares if is_same) / whole
    return (best, likely) if likely >= SURE_ENOUGH else None


def _score(traits: Mapping[str, float]) -> float:
    return sum(WEIGHTS.get(name, 0.0) * value for name, value in traits.items())


def _shown(hypothesis: Hypothesis) -> tuple[str, ...]:
    return tuple(option.label for option in hypothesis.options)


class Setting:
    """What holds for the whole text, looked at once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._counts = frozenset(number for number, _ in scene.counts)
        said = scene.sentences
        questions = [sentence for sentence in said if sentence.is_question]
        self._last = said[-1].number if said else 0
        self._last_question = questions[-1].number if questions else -1
        self._asks_which = any(sentence.asks_which for sentence in questions)
        self._ends_with_which = bool(questions) and questions[-1].asks_which

    def traits(self, hypothesis: Hypothesis) -> Mapping[str, float]:
        """What speaks for a set of options and what against it; each trait is about 0 to 1."""
        sentence = self._scene.sentences[hypothesis.sentence]
        family = _FAMILIES.get(hypothesis.how, hypothesis.how)
        common = self._of_place(sentence)
        if family == "sides":
            common.update(self._of_sides(sentence, hypothesis.options[0]))
        else:
            common.update(self._of_names(hypothesis.options))
        if family in {"or", "and"}:
            common.update(self._of_cues(sentence, hypothesis.options))
        return {
            f"how_{hypothesis.how}": 1.0,
            **hypothesis.traits,
            **{f"{family}_{name}": float(value) for name, value in common.items()},
        }

    def _of_place(self, sentence: Sentence) -> dict[str, float]:
        is_asked = self._last_question >= 0
        return {
            "question": sentence.is_question,
            "last_question": sentence.number == self._last_question,
            "last": sentence.number == self._last,
            "first": sentence.number == 0,
            "which_asked": self._asks_which,
            "which_last": self._ends_with_which,
            "asked_elsewhere": is_asked and not sentence.is_question,
            "nothing_asked": not is_asked,
        }

    def _of_sides(self, sentence: Sentence, doing: Candidate) -> dict[str, float]:
        scene, span = self._scene, sentence.span
        before = range(span.start, min(span.end, doing.span.start + 3))
        return {
            "has_or": any(not scene.end_of("or_not", i) for i in scene.starts("words.or", span)),
            "short": doing.span.end - doing.span.start <= 4,
            "factual": any(scene.has("not_asking", i) for i in before),
        }

    def _of_names(self, options: Sequence[Candidate]) -> dict[str, float]:
        scene, count = self._scene, len(options)
        lengths = [len(option.label.split()) for option in options]
        each = [_form(scene, option.span) for option in options]
        forms = set(each)
        echoes = self._echoes(options)
        return {
            "more": count > 2,
            "count_agrees": count in self._counts,
            "other_count": bool(self._counts) and count not in self._counts,
            "longest": min(14, max(lengths)) / 14,
            "uneven": min(8, max(lengths) - min(lengths)) / 8,
            "same_form": len(forms) == 1,
            "half_form": len(forms) < count,
            "odd_form": count > 2 and max(each.count(form) for form in forms) == count - 1,
            "some_act": "verb" in forms and len(forms) > 1,
            "verb_inside": sum(_has_inner_verb(scene, option.span) for option in options) / count,
            "empty": sum(not option.keys for option in options) / count,
            "kin": sum(_begins_with(scene, option.span, "kin") for option in options) / count,
            "abstract": sum(_begins_with(scene, option.span, "abstract") for option in options) / count,
            "shared": any(a.keys & b.keys for a, b in combinations(options[:6], 2)),
            "echoed": sum(echoes) / count,
            "all_echoed": all(echoes),
        }

    def _echoes(self, options: Sequence[Candidate]) -> list[bool]:
        """Whether each option's own words come up elsewhere."""
        inside = {i for option in options for i in range(option.span.start, option.span.end)}
        places = self._scene.places
        echoes = []
        for option in options:
            own = option.keys.difference(*(other.keys for other in options if other is not option))
            echoes.append(any(place not in inside for key in own for place in places.get(key, ())))
        return echoes

    def _of_cues(self, sentence: Sentence, options: Sequence[Candidate]) -> dict[str, float]:
        """What stands before joined names: "torn between", "I could either", or "there is no"."""
        scene = self._scene
        begin = sentence.span.start
        introduced = range(begin, options[0].span.start)
        whole = Span(begin, options[-1].span.start)
        cues: dict[str, float] = {f"with_{cue}": bool(scene.starts(cue, whole)) for cue in _CUES}
        cues["negated"] = any(scene.has("words.negation", i) for i in introduced)
        cues["told_by_others"] = any(scene.has("says", i) for i in introduced)
        return cues


def _form(scene: Scene, span: Span) -> str:
    """What a name begins with, in broad classes."""
    if is_action(scene, span):
        return "verb"
    classes = ("definite", "words.article", "prep", "pronoun")
    named = next((name for name in classes if scene.has(name, span.start)), "name")
    fold = scene.fold(span.start)
    return "number" if named == "name" and (fold[:1].isdigit() or fold in scene.lexis.counts) else named


def _has_inner_verb(scene: Scene, span: Span) -> bool:
    """A finite verb behind the first content word: a clause rather than a name."""
    return any(
        is_finite(scene, i) and not scene.has("words.article", i - 1) and not scene.has("prep", i - 1)
        for i in range(span.start + 2, span.end)
    )


def _begins_with(scene: Scene, span: Span, name: str) -> bool:
    return any(scene.has(name, i) for i in range(span.start, min(span.end, span.start + 2)))
