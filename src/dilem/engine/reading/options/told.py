"""Options that stand in a story: noun groups that begin sentences and are spoken of in parallel."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from dilem.engine.reading.options.groups import Group, is_finite, is_verb_behind, noun_group
from dilem.engine.reading.options.names import Candidate, Hypothesis, candidate, is_proper, keys_of
from dilem.engine.reading.options.scene import Scene, Sentence
from dilem.engine.reading.options.trimming import amount_at
from dilem.engine.reading.words import Span

_MARKS = frozenset(",;:—–()\n")
_STOPS = frozenset(",.;:!?\n(–—")
_LONGEST_ACTION = 10
_LONGEST_TOPIC = 7
_LONGEST_TALK = 40
_ALIKE = 0.85
_ELLIPTIC = frozenset({"amount", "word", "mark", "adverb"})
_TELLING = frozenset({"amount", "verb", "adverb", "colon"})
_MOST_MENTIONS = 60
_MOST_PAIRED = 14
_MOST_OPTIONS = 8


@dataclass(frozen=True)
class Mention:
    """A noun group at the start of a clause. `traits` count for it or against it; `sign` is its form."""

    span: Span
    sentence: int
    label: str | None
    intro: str
    kind: str
    follow: str
    leads: bool
    points: str
    verb: str
    keys: frozenset[str]
    traits: Mapping[str, float]
    worth: float

    @property
    def family(self) -> bool:
        """The form of a mention in two broad classes: a full name, or something looser."""
        return self.kind in {"definite", "indefinite", "own", "capital", "quoted"}

    def has(self, trait: str) -> bool:
        """Whether a trait holds."""
        return bool(self.traits.get(trait))

    @property
    def sign(self) -> tuple[str, str]:
        """What parallel mentions have in common."""
        return (self.intro, self.kind)


def told(scene: Scene) -> Iterator[Hypothesis]:
    """Pairs and rows of noun groups that the person speaks of in parallel."""
    mentions = find_mentions(scene)
    if len(mentions) < 2:
        return
    best = sorted(sorted(mentions, key=lambda m: -m.worth)[:_MOST_PAIRED], key=lambda m: m.span.start)
    announced = {number for number, _ in scene.counts}
    sizes = [
        (2, _MOST_PAIRED),
        *((size, 8 if size in announced else 6) for size in (3, 4)),
        *(((5, 7),) if 5 in announced else ()),
    ]
    for size, bound in sizes:
        some = sorted(sorted(best, key=lambda m: -m.worth)[:bound], key=lambda m: m.span.start)
        for row in combinations(some, size):
            if _can_go_together(row):
                yield _hypothesis(scene, row, mentions)
    yield from _rows(scene, mentions)


def _rows(scene: Scene, mentions: Sequence[Mention]) -> Iterator[Hypothesis]:
    """Three and more mentions of one form, in a row."""
    pools: list[list[Mention]] = [
        [m for m in mentions if m.leads],
        [m for m in mentions if m.worth > 0],
        *([m for m in mentions if m.sign == sign] for sign in sorted({m.sign for m in mentions})),
        *(
            [m for m in mentions if m.sentence == n and m.follow != "word"]
            for n in sorted({m.sentence for m in mentions})[:20]
        ),
    ]
    announced = {number for number, _ in scene.counts}
    seen: set[tuple[int, ...]] = set()
    for pool in pools:
        for size in range(3, min(_MOST_OPTIONS, len(pool)) + 1):
            for first in range(min(len(pool) - size + 1, 10 if size in announced else 5)):
                row = tuple(pool[first : first + size])
                places = tuple(m.span.start for m in row)
                if places not in seen and _can_go_together(row):
                    seen.add(places)
                    yield _hypothesis(scene, row, mentions)


def _can_go_together(row: Sequence[Mention]) -> bool:
    names = [m.keys for m in row]
    return all(names) and all(not (a <= b or b <= a) for a, b in combinations(names, 2))


def _words_of(scene: Scene, span: Span) -> frozenset[str]:
    return frozenset(
        scene.fold(i)
        for i in range(span.start, span.end)
        if scene.fold(i)[:1].isalnum() and not scene.lexis.has("words.article", scene.fold(i))
    )


def _hypothesis(scene: Scene, row: Sequence[Mention], mentions: Sequence[Mention]) -> Hypothesis:
    options = tuple(_option(scene, mention) for mention in row)
    traits: dict[str, float] = {}
    for mention in row:
        for name, value in mention.traits.items():
            traits[name] = traits.get(name, 0.0) + value / 2
    traits.update(_of_neighbours(scene, row))
    traits.update(_of_row(scene, row))
    traits.update(_of_what_is_left(row, mentions))
    traits.update(_of_talk(scene, row))
    following = row[-1].sentence + 1
    is_last = following >= len(scene.sentences)
    traits["told_self_next"] = float(not is_last and _is_mine(scene, scene.sentences[following].span))
    traits["told_last_said"] = float(is_last)
    between = range(row[0].sentence + 1, row[-1].sentence)
    traits["told_self_between"] = min(3, sum(_is_mine(scene, scene.sentences[n].span) for n in between)) / 3
    return Hypothesis("told", options, row[0].sentence, traits)


def _of_neighbours(scene: Scene, row: Sequence[Mention]) -> dict[str, float]:
    """What each mention has in common with the next, as a share of the row."""
    pairs = list(pairwise(row))
    traits: dict[str, float] = {}

    def share(name: str, holds: Callable[[Mention, Mention], bool]) -> None:
        traits[f"told_{name}"] = float(sum(holds(a, b) for a, b in pairs))

    share("same_sign", lambda a, b: a.sign == b.sign)
    share("same_kind", lambda a, b: a.kind == b.kind)
    share("same_family", lambda a, b: a.family == b.family)
    share("same_follow", lambda a, b: a.follow == b.follow)
    share("same_verb", lambda a, b: bool(a.verb) and a.verb == b.verb)
    share("same_start", lambda a, b: scene.fold(a.span.start) == scene.fold(b.span.start))
    share("same_before", lambda a, b: a.intro == b.intro == "prep" and _before(scene, a) == _before(scene, b))
    share("same_sentence", lambda a, b: a.sentence == b.sentence)
    share("next_sentence", lambda a, b: a.sentence + 1 == b.sentence)
    share("both_lead", lambda a, b: a.leads and b.leads)
    share("sibling", lambda a, b: (a.leads and b.leads) or (a.sentence == b.sentence and a.follow != "word"))
    share("elliptic", lambda a, b: a.sentence == b.sentence and b.follow in _ELLIPTIC)
    share("elliptic_amount", lambda a, b: a.sentence == b.sentence and b.follow == "amount")
    share("both_number", lambda a, b: a.has("told_number") and b.has("told_number"))
    share("one_number", lambda a, b: a.has("told_number") != b.has("told_number"))
    share("both_but", lambda a, b: a.has("told_but") and b.has("told_but"))
    share("both_exist", lambda a, b: a.intro == b.intro == "exists")
    share("both_proper", lambda a, b: a.has("told_proper") and b.has("told_proper"))
    share("gap", lambda a, b: b.sentence > a.sentence + 1)
    share("far", lambda a, b: b.sentence > a.sentence + 3)
    return traits


def _is_mine(scene: Scene, span: Span) -> bool:
    """Whether a sentence begins with me: "I …", "We …", "Tengo …"."""
    first = next((i for i in range(span.start, span.end) if scene.fold(i)[:1].isalpha()), span.start)
    is_verb = scene.fold(first) in scene.lexis.verbs.first and scene.lexis.language not in {"en", "de"}
    return is_verb or scene.has("words.self", first) or scene.has("subject", first)


def _before(scene: Scene, mention: Mention) -> str:
    return scene.fold(mention.span.start - 1)


def _of_row(scene: Scene, row: Sequence[Mention]) -> dict[str, float]:
    """What holds for a row as a whole."""
    first, last = row[0], row[-1]
    return {
        "told_pointers": float(all(m.points for m in row)),
        "told_other_last": float(last.points == "other" and not any(m.points == "other" for m in row[:-1])),
        "told_other_first": float(first.points == "other"),
        "told_after_cue": float(_follows_cue(scene, row, 1)),
        "told_near_cue": float(_follows_cue(scene, row, 3)),
        "told_titled": float(all(scene.has("title", m.span.start) for m in row)),
        "told_row": float(len(row) > 2),
        "told_size": len(row) / 2,
    }


def _of_what_is_left(row: Sequence[Mention], mentions: Sequence[Mention]) -> dict[str, float]:
    """Mentions between and around the row that are like it and yet not of it."""
    first, last = row[0], row[-1]
    others = [m for m in mentions if m not in row and m.worth > 0]
    inside = [m for m in others if first.span.start < m.span.start < last.span.start]
    behind = [m for m in others if m.span.start > last.span.start]
    before = [m for m in others if m.span.start < first.span.start]
    like = [
        m
        for m in inside
        if m.family == first.family and (m.leads or m.sentence in (first.sentence, last.sentence))
    ]
    here = [m for m in behind if m.sentence == last.sentence and m.follow in _TELLING]
    soon = [m for m in behind if m.sentence == last.sentence + 1 and m.leads and m.family == last.family]
    leading = [m for m in mentions if m.leads]
    return {
        "told_inside": min(3, len(inside)) / 3,
        "told_inside_like": min(3, len(like)) / 3,
        "told_behind_here": min(2, len(here)) / 2,
        "told_behind_here_like": float(any(m.family == last.family for m in here)),
        "told_behind_soon": float(bool(soon)),
        "told_before_soon": float(any(m.sentence == first.sentence - 1 and m.leads for m in before)),
        "told_goes_on_here": float(
            row[-2].sentence == last.sentence
            and any(m.family == last.family and not m.has("told_self") for m in here)
        ),
        "told_goes_on_next": float(
            row[-2].sentence + 1 == last.sentence
            and any(
                m.sentence == last.sentence + 1 and m.leads and likeness(m, last) >= _ALIKE for m in behind
            )
        ),
        "told_went_before": float(
            any(
                m.sentence == first.sentence - (row[1].sentence - first.sentence)
                and (m.leads or m.sentence == first.sentence)
                and likeness(m, first) >= _ALIKE
                for m in before
            )
        ),
        "told_before_here": float(any(m.sentence == first.sentence for m in before)),
        **_by_likeness(row, [*before[-2:], *inside, *behind[:2]]),
        "told_begins": float(bool(leading) and leading[0] is first),
        "told_heading": float(any(_heads(m, mentions) for m in row)),
    }


def _by_likeness(row: Sequence[Mention], others: Sequence[Mention]) -> dict[str, float]:
    """How alike the row's mentions are, and whether one that was left out is as like them."""
    pairs = [likeness(a, b) for a, b in pairwise(row)]
    own = sum(pairs) / len(pairs)
    left = max(
        (
            likeness(near, other)
            for other in others
            for near in (min(row, key=lambda m: abs(m.span.start - other.span.start)),)
            if abs(other.sentence - near.sentence) <= 1
        ),
        default=0.0,
    )
    return {
        "told_alike": own,
        "told_least_alike": min(pairs),
        "told_left_alike": left,
        "told_left_more_alike": max(0.0, left - own),
        "told_left_as_alike": float(left >= own - 0.05),
        "told_alike_size": own * (len(row) - 2) / 2,
        "told_least_size": min(pairs) * (len(row) > 2),
    }


def likeness(one: Mention, other: Mention) -> float:
    """From 0 to 1: how much two mentions have the same form and the same surroundings."""
    shares = (
        (one.kind == other.kind, 0.5),
        (one.family == other.family, 1.0),
        (one.intro == other.intro, 1.0),
        (one.follow == other.follow, 0.5),
        (one.has("told_number") == other.has("told_number"), 0.5),
        (one.has("told_number") and other.has("told_number"), 1.0),
        (one.has("told_proper") == other.has("told_proper"), 0.5),
        (one.leads == other.leads or one.sentence == other.sentence, 1.0),
        (bool(one.verb) and one.verb == other.verb, 0.5),
        (not one.has("told_kin") and not other.has("told_kin"), 0.5),
        (not one.has("told_abstract") and not other.has("told_abstract"), 0.5),
        (not one.has("told_self") and not other.has("told_self"), 0.5),
        (not one.has("told_and") and not other.has("told_and"), 0.5),
    )
    return sum(weight for holds, weight in shares if holds) / sum(weight for _, weight in shares)


def _of_talk(scene: Scene, row: Sequence[Mention]) -> dict[str, float]:
    """Whether the same things are said of all: shared words, and sentences of a like length."""
    talks: list[frozenset[str]] = []
    lengths: list[int] = []
    for index, mention in enumerate(row):
        following = row[index + 1].span.start if index + 1 < len(row) else mention.span.end + _LONGEST_TALK
        end = min(following, mention.span.end + _LONGEST_TALK, len(scene.tokens))
        talks.append(keys_of(scene.words, scene.tokens, Span(mention.span.end, end)))
        lengths.append(scene.sentences[mention.sentence].span.end - mention.span.end)
    common = [len(a & b) for a, b in pairwise(talks)]
    return {
        "told_shared_talk": min(2.0, min(common)) / 2,
        "told_some_talk": float(any(common)),
        "told_like_length": min(lengths) / max(1, *lengths),
    }


def _heads(mention: Mention, mentions: Sequence[Mention]) -> bool:
    """ "Cleaner: Ms Kern is slow, …": what stands before the colon is the matter, not an option."""
    return mention.follow == "colon" and any(
        0 < m.span.start - mention.span.end <= 2 and m.follow in {"verb", "adverb"} for m in mentions
    )


def _follows_cue(scene: Scene, row: Sequence[Mention], reach: int) -> bool:
    """Whether "two offers" stands shortly before the first of two names."""
    first = row[0]
    begin = scene.sentences[max(0, first.sentence - reach)].span.start
    return any(number == len(row) and begin <= index < first.span.start for number, index in scene.counts)


def _option(scene: Scene, mention: Mention) -> Candidate:
    return candidate(scene, mention.span, label=mention.label)


def find_mentions(scene: Scene) -> list[Mention]:
    """The noun groups at the starts of clauses, in the order of the text."""
    mentions: list[Mention] = []
    for sentence in scene.sentences:
        if sentence.instructs or sentence.opens_which:
            continue
        for start in _clause_starts(scene, sentence.span):
            mention = _mention(scene, sentence, start)
            if mention is None:
                continue
            if mentions and mention.span.start < mentions[-1].span.end:
                continue
            mentions.append(mention)
        if len(mentions) >= _MOST_MENTIONS:
            break
    return mentions


def _clause_starts(scene: Scene, span: Span) -> Iterator[int]:
    yield span.start
    inverted = _inverted(scene, span)
    for index in range(span.start + 1, span.end):
        before = scene.fold(index - 1)
        if (
            before in _MARKS
            or scene.lexis.has("words.joins", scene.fold(index))
            or scene.end_of("words.or", index)
            or scene.end_of("exists", index)
            or scene.end_of("words.than", index)
            or index == inverted
            or _is_subject_name(scene, span, index)
        ):
            yield index


def _inverted(scene: Scene, span: Span) -> int:
    """Behind the verb of "For the cake wants Delia £300", as German says it, or -1."""
    if not (scene.has("prep", span.start) or scene.has("adverb", span.start)):
        return -1
    verb = next((i for i in range(span.start + 1, min(span.end, span.start + 7)) if is_finite(scene, i)), -1)
    return verb + 1 if verb >= 0 and not any(scene.fold(i) in _MARKS for i in range(span.start, verb)) else -1


def _is_subject_name(scene: Scene, span: Span, index: int) -> bool:
    """ "For the cake Delia wants £300": a name right before its verb, near the start of a sentence."""
    return (
        scene.lexis.language != "de"
        and index - span.start <= _LONGEST_TOPIC
        and scene.has("prep", span.start)
        and scene.is_capital(index)
        and not scene.has("pronoun", index)
        and is_finite(scene, index + 1)
    )


def _mention(scene: Scene, sentence: Sentence, start: int) -> Mention | None:
    span = sentence.span
    index, intro, joined_by = _skip_intro(scene, start, span.end)
    if index >= span.end or (intro == "prep" and scene.has("purpose", index - 1)):
        return None
    before = [scene.fold(i) for i in range(span.start, start)]
    leads = (
        not any(fold[:1].isalnum() for fold in before)
        or intro == "exists"
        or before[-1:] == [":"]
        or (before[-1:] == [","] and len(before) <= _LONGEST_TOPIC and scene.has("prep", span.start))
    )
    pointer = _pointer(scene, index, span.end)
    points = ""
    action = _action(scene, index, span.end) if intro == "exists" or (leads and not intro) else None
    if action is not None:
        group, label, kind = Group(action, "action"), None, "action"
    elif pointer is not None:
        group, label, kind = pointer
        points = (
            "other"
            if any(scene.has("other", i) for i in range(index, min(index + 3, group.span.start)))
            else "first"
        )
    else:
        found = noun_group(scene, index, span.end)
        if found is None or not _can_be_told(scene, sentence, start, found):
            return None
        group, label, kind = found, None, found.kind
        if intro == "prep" and index > start:
            group, label = _in_the_nominative(scene, index, group)
    follow = _follow(scene, group.span.end, span.end)
    if follow == "other" and intro != "exists":
        return None
    if _is_relative(scene, start, group.span):
        return None
    keys = keys_of(scene.words, scene.tokens, group.span)
    if not keys and kind != "pointer":
        return None
    traits = dict(_traits(scene, sentence, group, kind, follow, intro, joined_by, leads, keys))
    worth = sum(_WORTH.get(name, 0.0) * value for name, value in traits.items())
    return Mention(
        group.span,
        sentence.number,
        label,
        intro,
        kind,
        follow,
        leads,
        points,
        _verb_behind(scene, group.span.end, span.end),
        _words_of(scene, group.span),
        traits,
        worth,
    )


_WORTH = {
    "told_leads": 1.0, "told_exists": 1.2, "told_verb": 0.6, "told_number": 0.7, "told_kin": -1.5, "told_abstract": -2.0,
    "told_again": 0.6, "told_definite": 0.4, "told_capital": 0.3, "told_prep": 0.2, "told_pointer": 1.0, "told_both": -1.0,
    "told_says": -0.7, "told_own": -0.3, "told_colon": 0.5, "told_bare": -0.4, "told_starts": -0.6, "told_proper": 0.5,
    "told_and": -0.8,
}  # fmt: skip
"""Rough weights that only decide which mentions are tried in pairs."""


def _skip_intro(scene: Scene, start: int, end: int) -> tuple[int, str, str]:
    """Past what stands before the name: "and then there's", "Or", "At", "Bei"."""
    index, intro, joined_by = start, "", ""
    if scene.end_of("words.than", start) and start > 0 and scene.fold(start - 1) not in _MARKS:
        return scene.end_of("words.than", start), "than", ""
    for _ in range(4):
        if index >= end:
            break
        fold = scene.fold(index)
        exists = scene.end_of("exists", index)
        either = scene.end_of("either", index)
        joining = scene.end_of("words.or", index)
        if exists and exists < end and (intro != "exists"):
            joined_by = "or" if joining or joined_by == "or" else joined_by
            index, intro = exists, "exists"
        elif joining:
            index, joined_by = joining, "or"
        elif scene.lexis.has("words.but", fold) or scene.lexis.has("words.and", fold):
            index, joined_by = index + 1, joined_by or "and"
        elif either:
            index = either
        elif fold in _MARKS:
            index += 1
        else:
            break
    if (
        index < end
        and scene.lexis.has("prep", scene.fold(index))
        and not scene.lexis.has("words.article", scene.fold(index))
    ):
        return index + 1, intro or "prep", joined_by
    if (
        index < end
        and scene.fold(index) in scene.lexis.contractions
        and scene.lexis.has("prep", scene.fold(index))
    ):
        return index + 1, intro or "prep", joined_by
    return index, intro, joined_by


def _action(scene: Scene, index: int, end: int) -> Span | None:
    """ "I could go on campus, three years": the infinitive behind "I could" and what belongs to it."""
    fold = scene.fold(index)
    is_gerund = scene.lexis.language == "en" and fold.endswith("ing") and len(fold) > 5
    if scene.lexis.language == "de" or not (is_gerund or fold in scene.lexis.verbs.infinitives):
        return None
    if scene.lexis.language == "en" and not is_gerund and not scene.is_behind("exists", index):
        return None
    stop = index + 1
    while stop < end and stop < index + _LONGEST_ACTION and scene.fold(stop) not in _STOPS:
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
        at_clause = start == sentence.span.start or scene.fold(start - 1) in _MARKS
        has_capitals = scene.lexis.language == "de" and any(t.text[:1].isupper() for t in scene.tokens[:40])
        return at_clause and not has_capitals and (first > start or not is_finite(scene, first))
    if group.kind == "capital" and first > 1 and scene.fold(first - 1) == ".":
        return not scene.fold(first - 2).isdigit()  # "am 8. Juli"
    return True


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


def _is_relative(scene: Scene, start: int, span: Span) -> bool:
    """ "… ein Chef, der Witze macht": an article behind a comma whose verb closes the clause."""
    if scene.fold(start - 1) != "," or not scene.has("relative", span.start):
        return False
    return is_finite(scene, span.end) and scene.fold(span.end + 1) in ",.;!?)\n"


def _pointer(scene: Scene, index: int, end: int) -> tuple[Group, str | None, str] | None:
    """ "The other is above a bar", "Option one is a Pacifica", "Uno es ir a la feria": named by what follows."""
    start = index
    if scene.has("words.article", index) and not (scene.has("one", index) and is_finite(scene, index + 1)):
        index += 1
    is_option_word = index < end and scene.lexis.has("option_word", scene.fold(index))
    if index >= end or not (scene.lexis.has("one", scene.fold(index)) or is_option_word):
        return None
    pointed = index + 1
    if (
        is_option_word
        and pointed < end
        and scene.tokens[pointed].fold.isalnum()
        and not is_finite(scene, pointed)
    ):
        pointed += 1
    while pointed < end and (scene.lexis.has("one", scene.fold(pointed)) or scene.fold(pointed).isdigit()):
        pointed += 1
    name_end = pointed
    has_mark = pointed < end and scene.fold(pointed) in {",", ":"}
    pointed += has_mark
    verb = pointed
    while (
        verb < end
        and verb < pointed + 3
        and (is_finite(scene, verb) or (verb == pointed and scene.lexis.has("pronoun", scene.fold(verb))))
    ):
        verb += 1
    if verb == pointed and not has_mark and scene.has("genitive", pointed):
        # "L'un des stages est à Porto"
        whole = noun_group(scene, pointed, end) or noun_group(scene, pointed + 1, end)
        if whole is not None:
            name_end = pointed = verb = whole.span.end
            while verb < end and verb < pointed + 3 and is_finite(scene, verb):
                verb += 1
    if verb == pointed and not has_mark:
        return None
    if scene.has("at", verb) and verb + 1 < end:
        # "Uno è al deposito" names "il deposito": a place with an article of its own is a name.
        place = noun_group(scene, verb + 1, end)
        if place is not None and (scene.has("words.article", verb + 1) or scene.fold(verb) in scene.lexis.contractions):
            named, label = _in_the_nominative(scene, verb + 1, place)
            return Group(named.span, "pointer"), label, "pointer"
    after = noun_group(scene, verb, end)
    if after is not None and after.kind in {"indefinite", "definite", "own", "capital", "quoted", "number"}:
        return Group(after.span, "pointer"), None, "pointer"
    stop = verb
    while stop < end and stop < verb + _LONGEST_ACTION and scene.fold(stop) not in _STOPS:
        stop += 1
    if stop <= verb:
        return None
    if scene.fold(verb) in scene.lexis.verbs.infinitives:
        return Group(Span(verb, stop), "pointer"), None, "pointer"
    label = f"{scene.part.words(Span(start, name_end))}, {scene.part.words(Span(verb, stop))}"
    return Group(Span(verb, stop), "pointer"), label[:1].lower() + label[1:], "pointer"


def _in_the_nominative(scene: Scene, index: int, group: Group) -> tuple[Group, str | None]:
    """ "Na praça" names "a praça": a preposition that swallowed the article gives it back.

    A German dative loses its article, because only that of a feminine tells the nominative.
    """
    span = group.span
    first = scene.fold(span.start)
    oblique = scene.lexis.oblique.get(first)
    if oblique is not None and span.end - span.start > 1:
        rest = Span(span.start + 1, span.end)
        return Group(rest, group.kind), f"{oblique} {scene.part.words(rest)}".strip()
    article = scene.lexis.contractions.get(scene.fold(index - 1))
    if article is None or scene.has("words.article", index):
        return group, None
    joint = "" if article.endswith("'") else " "
    return group, f"{article}{joint}{scene.part.words(span)}".strip()


def _follow(scene: Scene, index: int, end: int) -> str:
    """What stands behind the group: a verb, an amount, a mark, or something that no subject has behind it."""
    while index < end and scene.fold(index) in "»”“\"'":
        index += 1
    if index >= end:
        return "end"
    fold = scene.fold(index)
    if fold in ":":
        return "colon"
    if fold[:1].isdigit() or amount_at(scene, index, end):
        return "amount"
    if is_verb_behind(scene, index):
        return "verb"
    if scene.has("words.negation", index) or scene.has("adverb", index):
        return "adverb"
    if scene.lexis.has("pronoun", fold):
        return "verb"
    if fold in ",(–—;.!?\n":
        return "mark"
    if scene.lexis.has("words.article", fold) or scene.lexis.has("words.stop", fold):
        return "word"
    return "other"


def _verb_behind(scene: Scene, index: int, end: int) -> str:
    """The infinitive of the first finite verb right behind a group, or nothing."""
    verbs = scene.lexis.verbs.finite
    return next(
        (verbs[scene.fold(i)] for i in range(index, min(end, index + 3)) if scene.fold(i) in verbs), ""
    )


def _traits(
    scene: Scene,
    sentence: Sentence,
    group: Group,
    kind: str,
    follow: str,
    intro: str,
    joined_by: str,
    leads: bool,
    keys: frozenset[str],
) -> Iterator[tuple[str, float]]:
    span = sentence.span
    head = _head(scene, group.span)
    behind = range(group.span.end, span.end)
    yield "told_leads", float(leads)
    yield f"told_{kind}", 1.0
    yield f"told_follow_{follow}", 1.0
    yield "told_verb", float(follow == "verb")
    yield "told_colon", float(follow == "colon")
    yield "told_exists", float(intro == "exists")
    yield "told_prep", float(intro == "prep")
    yield "told_or", float(joined_by == "or")
    yield "told_and", float(joined_by == "and" and follow != "verb")
    yield "told_starts", float(kind == "capital" and not is_proper(scene, group.span.start))
    yield "told_proper", float(kind == "capital" and is_proper(scene, group.span.start))
    yield "told_than", float(intro == "than")
    yield "told_number", float(any(scene.fold(i)[:1].isdigit() for i in behind))
    is_titled = any(scene.has("title", i) and scene.is_capital(i + 1) for i in head[:1])
    yield "told_kin", float(any(scene.has("kin", i) for i in head) and kind != "capital" and not is_titled)
    yield "told_abstract", float(any(scene.has("abstract", i) for i in head[:1]))
    yield "told_own_kin", float(any(scene.has("kin", i) for i in head) and kind == "own")
    yield "told_says", float(any(scene.has("says", i) for i in behind[:3]))
    yield (
        "told_both",
        float(any(scene.lexis.has("words.both", scene.fold(i)) for i in range(span.start, span.end))),
    )
    yield (
        "told_same",
        float(any(scene.lexis.has("words.equal", scene.fold(i)) for i in range(span.start, span.end))),
    )
    yield "told_but", float(any(scene.lexis.has("words.but", scene.fold(i)) for i in behind))
    yield "told_length", min(6, len(keys)) / 6
    again = [
        place
        for key in keys
        for place in scene.places.get(key, ())
        if not group.span.start <= place < group.span.end
    ]
    yield "told_again", float(bool(again))
    yield "told_question", float(sentence.is_question)
    yield "told_early", float(sentence.number == 0)
    yield "told_long_sentence", min(30, len(behind)) / 30
