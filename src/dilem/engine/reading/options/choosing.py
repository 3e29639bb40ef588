"""Chooses among whole sets of options by a linear score over traits that no language owns."""

import re
from collections.abc import Iterable, Mapping
from itertools import combinations

from dilem.engine.grid import OptionKind
from dilem.engine.reading.options.actions import starts_with_verb
from dilem.engine.reading.options.groups import is_finite
from dilem.engine.reading.options.names import Candidate, Hypothesis
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.options.weights import NOTHING, WEIGHTS
from dilem.engine.reading.words import Span

_WORD_MARKS = re.compile(r"[?!]")


def choose(scene: Scene, hypotheses: Iterable[Hypothesis]) -> Hypothesis | None:
    """The set of options that the words mean most likely, or None where nothing speaks for any."""
    best: tuple[float, Hypothesis] | None = None
    setting = Setting(scene)
    for hypothesis in hypotheses:
        score = sum(WEIGHTS.get(name, 0.0) * value for name, value in setting.traits(hypothesis).items())
        if best is None or score > best[0]:
            best = (score, hypothesis)
    return best[1] if best is not None and best[0] > NOTHING else None


class Setting:
    """What holds for the whole text, looked at once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._counts = frozenset(number for number, _ in scene.counts)
        said = [s for s in scene.sentences if not s.barred]
        self._questions = [s for s in said if s.is_question]
        self._last = said[-1].number if said else 0
        self._last_question = self._questions[-1].number if self._questions else -1
        self._which = [s.number for s in self._questions if s.asks_which]

    def traits(self, hypothesis: Hypothesis) -> Mapping[str, float]:
        """The traits of a set of options; each is about 0 to 1."""
        scene = self._scene
        options = hypothesis.options
        sentence = scene.sentences[hypothesis.sentence]
        how = hypothesis.how
        traits: dict[str, float] = {f"how_{how}": 1.0, **hypothesis.traits}
        group = _GROUPS.get(how, how)
        traits[f"{group}_question"] = float(sentence.is_question)
        traits[f"{group}_last_question"] = float(sentence.number == self._last_question)
        traits[f"{group}_last"] = float(sentence.number == self._last)
        traits[f"{group}_first"] = float(sentence.number == 0)
        traits[f"{group}_which_asked"] = float(bool(self._which))
        traits[f"{group}_which_last"] = float(bool(self._which) and self._which[-1] == self._last_question)
        traits[f"{group}_asked_elsewhere"] = float(bool(self._questions) and not sentence.is_question)
        traits[f"{group}_nothing_asked"] = float(not self._questions)
        if how == "sides":
            self._of_sides(traits, options)
            return traits
        self._of_names(traits, options, group)
        if group in {"or", "and"}:
            begin = sentence.span.start
            before = Span(begin, options[-1].span.start)
            cues = ("exists", "torn", "either", "decide", "whether", "lead")
            traits.update({f"{group}_with_{cue}": float(bool(scene.starts(cue, before))) for cue in cues})
            negations = (scene.has("words.negation", i) for i in range(before.start, options[0].span.start))
            traits[f"{group}_negated"] = float(any(negations))
            traits[f"{group}_told_by_others"] = float(
                any(scene.has("says", i) for i in range(begin, options[0].span.start))
            )
        return traits

    def _of_sides(self, traits: dict[str, float], options: tuple[Candidate, ...]) -> None:
        scene = self._scene
        span = options[0].span
        number = next((s.number for s in scene.sentences if s.span.start <= span.start < s.span.end), 0)
        sentence = scene.sentences[number].span
        ors = [i for i in scene.starts("words.or", sentence) if not scene.end_of("or_not", i)]
        traits["sides_has_or"] = float(bool(ors))
        traits["sides_short"] = float(span.end - span.start <= 4)
        traits["sides_factual"] = float(
            any(
                scene.lexis.has("not_asking", scene.fold(i))
                for i in range(sentence.start, min(sentence.end, span.start + 3))
            )
        )

    def _of_names(self, traits: dict[str, float], options: tuple[Candidate, ...], group: str) -> None:
        scene = self._scene
        count = len(options)
        lengths = [len(option.label.split()) for option in options]
        traits[f"{group}_more"] = float(count > 2)
        traits[f"{group}_count_agrees"] = float(count in self._counts)
        traits[f"{group}_other_count"] = float(bool(self._counts) and count not in self._counts)
        traits[f"{group}_longest"] = min(14, max(lengths)) / 14
        traits[f"{group}_uneven"] = min(8, max(lengths) - min(lengths)) / 8
        forms = [_form(scene, option.span) for option in options]
        traits[f"{group}_same_form"] = float(len(set(forms)) == 1)
        traits[f"{group}_half_form"] = float(len(set(forms)) < count)
        traits[f"{group}_verb_inside"] = (
            sum(_has_inner_verb(scene, option.span) for option in options) / count
        )
        traits[f"{group}_empty"] = sum(not option.keys for option in options) / count
        traits[f"{group}_kin"] = sum(_begins_with(scene, option.span, "kin") for option in options) / count
        traits[f"{group}_abstract"] = (
            sum(_begins_with(scene, option.span, "abstract") for option in options) / count
        )
        traits[f"{group}_shared"] = float(any(a.keys & b.keys for a, b in combinations(options[:6], 2)))
        inside = {i for option in options for i in range(option.span.start, option.span.end)}
        echoes = [self._echoes(option, options, inside) for option in options]
        traits[f"{group}_echoed"] = sum(echoes) / count
        traits[f"{group}_all_echoed"] = float(all(echoes))

    def _echoes(self, option: Candidate, options: tuple[Candidate, ...], inside: set[int]) -> bool:
        """Whether an option's own words come up elsewhere."""
        others: frozenset[str] = frozenset().union(*(o.keys for o in options if o is not option))
        return any(
            place not in inside for key in option.keys - others for place in self._scene.places.get(key, ())
        )


_GROUPS = {"ordinals": "lines", "plain_lines": "lines", "letters": "lines", "torn": "and", "exists": "and"}


def _form(scene: Scene, span: Span) -> str:
    """What a name begins with, in broad classes."""
    token = scene.tokens[span.start]
    fold = token.fold
    if starts_with_verb(scene, span):
        return "verb"
    if scene.lexis.has("definite", fold):
        return "definite"
    if scene.lexis.has("words.article", fold):
        return "indefinite"
    if scene.lexis.has("prep", fold):
        return "prep"
    if fold[:1].isdigit() or fold in scene.lexis.counts:
        return "number"
    if scene.lexis.has("pronoun", fold):
        return "pronoun"
    return "name"


def _has_inner_verb(scene: Scene, span: Span) -> bool:
    """A finite verb behind the first content word: a clause rather than a name."""
    return any(
        is_finite(scene, i)
        and not scene.lexis.has("words.article", scene.fold(i - 1))
        and not scene.lexis.has("prep", scene.fold(i - 1))
        for i in range(span.start + 2, span.end)
    )


def _begins_with(scene: Scene, span: Span, name: str) -> bool:
    return any(scene.lexis.has(name, scene.fold(i)) for i in range(span.start, min(span.end, span.start + 2)))


def is_yes_no(hypothesis: Hypothesis) -> bool:
    """Whether a set of options is doing something and not doing it."""
    return hypothesis.options[0].kind is OptionKind.DO
