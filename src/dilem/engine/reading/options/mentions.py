"""Noun groups that begin clauses, and what stands before and behind them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dilem.engine.reading.options.clauses import MARKS, clause_starts, leads_at, past_intro
from dilem.engine.reading.options.groups import Group, is_finite, is_verb_behind, noun_group
from dilem.engine.reading.options.names import Candidate, candidate, is_proper, keys_of
from dilem.engine.reading.options.pointing import LONGEST_ACTION, STOPS, in_the_nominative, pointed
from dilem.engine.reading.options.scene import Scene, Sentence
from dilem.engine.reading.options.trimming import amount_at
from dilem.engine.reading.words import Span

_LONGEST_TALK = 40
_MOST_MENTIONS = 60
_MOST_STARTS = 40

_WORTH = {
    "told_leads": 1.0, "told_exists": 1.2, "told_verb": 0.6, "told_number": 0.7, "told_kin": -1.5,
    "told_abstract": -2.0, "told_again": 0.6, "told_definite": 0.4, "told_capital": 0.3, "told_prep": 0.2,
    "told_pointer": 1.0, "told_both": -1.0, "told_says": -0.7, "told_own": -0.3, "told_colon": 0.5,
    "told_bare": -0.4, "told_starts": -0.6, "told_proper": 0.5, "told_and": -0.8,
}  # fmt: skip
"""Rough weights that only decide which mentions are tried together."""


@dataclass(frozen=True)
class Mention:
    """A noun group at the start of a clause.

    `intro` and `follow` tell what stands before and behind it, `leads` that it is the first of its sentence,
    `points` that it is named by a pointer ("other" or "first"), `talk` what is said behind it.
    """

    option: Candidate
    sentence: int
    intro: str
    kind: str
    follow: str
    leads: bool
    points: str
    verb: str
    names: frozenset[str]
    talk: frozenset[str]
    traits: Mapping[str, float]
    worth: float

    @property
    def start(self) -> int:
        """Where the group begins."""
        return self.option.span.start

    @property
    def end(self) -> int:
        """Where the group ends."""
        return self.option.span.end

    @property
    def is_full(self) -> bool:
        """Whether it is a full name rather than something looser."""
        return self.kind in {"definite", "indefinite", "own", "capital", "quoted"}

    def has(self, trait: str) -> bool:
        """Whether a trait holds."""
        return bool(self.traits.get(trait))


def find_mentions(scene: Scene) -> list[Mention]:
    """The noun groups at the starts of clauses, in the order of the text."""
    mentions: list[Mention] = []
    for sentence in scene.sentences:
        if sentence.opens_which:
            continue
        for tried, start in enumerate(clause_starts(scene, sentence.span)):
            if tried >= _MOST_STARTS:
                break
            mention = _mention(scene, sentence, start)
            if mention is not None and not (mentions and mention.start < mentions[-1].end):
                mentions.append(mention)
        if len(mentions) >= _MOST_MENTIONS:
            break
    return mentions


def _mention(scene: Scene, sentence: Sentence, start: int) -> Mention | None:
    span = sentence.span
    index, intro, joined_by = past_intro(scene, start, span.end)
    if index >= span.end or (intro == "prep" and scene.has("purpose", index - 1)):
        return None
    leads = intro == "exists" or leads_at(scene, span, start)
    found = _group(scene, sentence, start, index, intro, leads=leads)
    if found is None:
        return None
    group, label, points = found
    follow = _follow(scene, group.span.end, span.end)
    if (follow == "other" and intro != "exists") or _is_relative(scene, start, group.span):
        return None
    option = candidate(scene, group.span, label=label)
    names = _names(scene, option.span)
    if not names or not (option.keys or points):
        return None
    traits = dict(_traits(scene, sentence, group, intro, follow, leads=leads))
    traits["told_or"] = float(joined_by == "or")
    traits["told_behind_but"] = float(joined_by == "but" and not leads)
    traits["told_and"] = float(joined_by == "and" and follow != "verb")
    return Mention(
        option,
        sentence.number,
        intro,
        group.kind,
        follow,
        leads,
        points,
        _verb_behind(scene, group.span.end, span.end),
        names,
        keys_of(
            scene.words,
            scene.tokens,
            Span(option.span.end, min(option.span.end + _LONGEST_TALK, span.end)),
        ),
        traits,
        sum(_WORTH.get(name, 0.0) * value for name, value in traits.items()),
    )


def _group(
    scene: Scene, sentence: Sentence, start: int, index: int, intro: str, *, leads: bool
) -> tuple[Group, str | None, str] | None:
    end = sentence.span.end
    action = _action(scene, index, end) if intro == "exists" or (leads and not intro) else None
    if action is not None:
        return Group(action, "action"), None, ""
    pointer = pointed(scene, index, end)
    if pointer is not None:
        before = range(index, min(index + 3, pointer[0].span.start))
        return *pointer, "other" if any(scene.has("other", i) for i in before) else "first"
    group = noun_group(scene, index, end)
    if group is None or not _can_be_told(scene, sentence, start, group):
        return None
    if intro == "prep" and index > start:
        return *in_the_nominative(scene, index, group), ""
    return group, None, ""


def _action(scene: Scene, index: int, end: int) -> Span | None:
    """ "I could go on campus, three years": the infinitive behind "I could" and what belongs to it."""
    fold = scene.fold(index)
    is_gerund = scene.style("gerunds") and fold.endswith("ing") and len(fold) > 5
    if scene.style("verb_last") or not (is_gerund or fold in scene.lexis.verbs.infinitives):
        return None
    if scene.style("bare_verbs") and not is_gerund and not scene.is_behind("exists", index):
        return None
    stop = index + 1
    while stop < min(end, index + LONGEST_ACTION) and scene.fold(stop) not in STOPS:
        if (
            scene.has("words.joins", stop)
            or scene.end_of("words.or", stop)
            or (is_gerund and is_finite(scene, stop))
        ):
            break
        stop += 1
    return Span(index, stop) if stop > index + 1 else None


def _can_be_told(scene: Scene, sentence: Sentence, start: int, group: Group) -> bool:
    """Bare words are a name only where they begin a clause, and a German noun has a capital."""
    first = group.span.start
    if group.kind == "bare":
        at_clause = start == sentence.span.start or scene.fold(start - 1) in MARKS
        has_capitals = scene.style("capital_nouns") and any(t.text[:1].isupper() for t in scene.tokens[:40])
        return at_clause and not has_capitals and (first > start or not is_finite(scene, first))
    if group.kind == "capital" and first > 1 and scene.fold(first - 1) == ".":
        return not scene.fold(first - 2).isdigit()  # "am 8. Juli"
    return True


def _is_relative(scene: Scene, start: int, span: Span) -> bool:
    """ "… ein Chef, der Witze macht": an article behind a comma whose verb closes the clause."""
    if scene.fold(start - 1) != "," or not scene.has("relative", span.start):
        return False
    return is_finite(scene, span.end) and scene.fold(span.end + 1) in ",.;!?)\n"


def _names(scene: Scene, span: Span) -> frozenset[str]:
    return frozenset(
        scene.fold(i)
        for i in range(span.start, span.end)
        if scene.fold(i)[:1].isalnum() and not scene.has("words.article", i)
    )


def _follow(scene: Scene, index: int, end: int) -> str:
    """What stands behind the group: a verb, an amount, a mark, or something that no subject has behind it."""
    while index < end and scene.fold(index) in "»”“\"'":
        index += 1
    if index >= end:
        return "end"
    fold = scene.fold(index)
    kinds = {
        "colon": fold == ":",
        "amount": fold[:1].isdigit() or bool(amount_at(scene, index, end)),
        "verb": is_verb_behind(scene, index),
        "adverb": scene.has("words.negation", index) or scene.has("adverb", index),
        "pronoun": scene.has("pronoun", index),
        "mark": fold in ",(–—;.!?\n",
        "word": scene.has("words.article", index) or scene.has("words.stop", index),
    }
    kind = next((name for name, holds in kinds.items() if holds), "other")
    return "verb" if kind == "pronoun" else kind


def _verb_behind(scene: Scene, index: int, end: int) -> str:
    """The infinitive of the first finite verb right behind a group, or nothing."""
    verbs = scene.lexis.verbs.finite
    return next(
        (verbs[scene.fold(i)] for i in range(index, min(end, index + 3)) if scene.fold(i) in verbs), ""
    )


def _traits(
    scene: Scene, sentence: Sentence, group: Group, intro: str, follow: str, *, leads: bool
) -> Iterator[tuple[str, float]]:
    span, kind, first = sentence.span, group.kind, group.span.start
    head = _head(scene, group.span)
    behind = range(group.span.end, span.end)
    whole = range(span.start, span.end)
    is_titled = any(scene.has("title", i) and scene.is_capital(i + 1) for i in head[:1])
    is_kin = any(scene.has("kin", i) for i in head) and kind != "capital" and not is_titled
    yield "told_leads", float(leads)
    yield f"told_{kind}", 1.0
    yield f"told_follow_{follow}", 1.0
    yield "told_verb", float(follow == "verb")
    yield "told_colon", float(follow == "colon")
    yield "told_exists", float(intro == "exists")
    yield "told_prep", float(intro == "prep")
    yield "told_than", float(intro == "than")
    yield "told_starts", float(kind == "capital" and not is_proper(scene, first))
    yield "told_proper", float(kind == "capital" and is_proper(scene, first))
    yield "told_number", float(any(scene.fold(i)[:1].isdigit() for i in behind))
    yield "told_kin", float(is_kin)
    yield "told_own_kin", float(is_kin and kind == "own")
    yield "told_abstract", float(any(scene.has("abstract", i) for i in head[:1]))
    yield "told_says", float(any(scene.has("says", i) for i in behind[:3]))
    yield "told_self", float(follow == "verb" and _speaks_of_me(scene, group.span.end, span.end))
    yield "told_both", float(any(scene.has("words.both", i) for i in whole))
    yield "told_same", float(any(scene.has("words.equal", i) for i in whole))
    yield "told_but", float(any(scene.has("words.but", i) for i in behind))
    yield "told_again", float(_comes_again(scene, group.span))
    yield "told_length", min(6, sum(not scene.has("words.stop", i) for i in range(first, group.span.end))) / 6
    yield "told_question", float(sentence.is_question)
    yield "told_early", float(sentence.number == 0)
    yield "told_long_sentence", min(30, len(behind)) / 30


def _head(scene: Scene, span: Span) -> list[int]:
    """The first two words of a group that carry its meaning."""
    # What is owned carries the meaning, not who owns it: "my gran's clock" is a clock.
    owned = [i + 1 for i in range(span.start, span.end - 1) if scene.fold(i) == "'s"]
    content = [
        i
        for i in range(owned[-1] if owned else span.start, span.end)
        if not scene.has("words.article", i) and not scene.has("of", i) and scene.fold(i)[:1].isalnum()
    ]
    return content[:2]


def _speaks_of_me(scene: Scene, index: int, end: int) -> bool:
    """ "Eilig habe ich es nicht", "Prisa no tengo": what comes first is no subject."""
    if scene.style("bare_verbs"):
        return False
    return any(
        scene.has("subject", i) or (scene.style("drops_subject") and scene.fold(i) in scene.lexis.verbs.first)
        for i in range(index, min(end, index + 4))
    )


def _comes_again(scene: Scene, span: Span) -> bool:
    return any(
        not span.start <= place < span.end
        for key in keys_of(scene.words, scene.tokens, span)
        for place in scene.places.get(key, ())
    )
