"""Options that stand in a story: noun groups that begin sentences and are spoken of in parallel."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from dilem.engine.reading.options.mentions import Mention, find_mentions
from dilem.engine.reading.options.names import Hypothesis
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.words import Span

_MOST_PAIRED = 14
_MOST_OPTIONS = 8
_ALIKE = 0.85
_ELLIPTIC = frozenset({"amount", "word", "mark", "adverb"})
_TELLING = frozenset({"amount", "verb", "adverb", "colon"})


def told(scene: Scene) -> Iterator[Hypothesis]:
    """Pairs and rows of noun groups that the person speaks of in parallel."""
    mentions = find_mentions(scene)
    if len(mentions) < 2:
        return
    story = Story(scene, mentions)
    for row in _rows(scene, mentions):
        names = [mention.names for mention in row]
        if all(not (a <= b or b <= a) for a, b in combinations(names, 2)):
            options = tuple(mention.option for mention in row)
            yield Hypothesis("told", options, row[0].sentence, story.traits(row))


def _rows(scene: Scene, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, ...]]:
    """The sets of mentions worth trying: few of the best, and runs of three and more of one form."""
    seen: set[tuple[int, ...]] = set()
    announced = {number for number, _ in scene.counts}
    ranked = sorted(mentions, key=lambda m: (-m.worth, m.start))
    sizes = (
        (2, _MOST_PAIRED),
        (3, 8 if 3 in announced else 6),
        (4, 7 if 4 in announced else 5),
        (5, 7 if 5 in announced else 0),
    )
    for size, bound in sizes:
        for row in combinations(sorted(ranked[:bound], key=lambda m: m.start), size):
            seen.add(tuple(m.start for m in row))
            yield row
    pools = [[m for m in mentions if m.leads], [m for m in mentions if m.worth > 0]]
    pools.extend(
        [m for m in mentions if (m.intro, m.kind) == form]
        for form in sorted({(m.intro, m.kind) for m in mentions})
    )
    numbers = sorted({m.sentence for m in mentions})[:20]
    pools.extend([m for m in mentions if m.sentence == number and m.follow != "word"] for number in numbers)
    for pool in pools:
        for size in range(3, min(_MOST_OPTIONS, len(pool)) + 1):
            for first in range(min(len(pool) - size + 1, 10 if size in announced else 5)):
                row = tuple(pool[first : first + size])
                places = tuple(m.start for m in row)
                if places not in seen:
                    seen.add(places)
                    yield row


class Story:
    """All mentions of a text, to tell a row among them."""

    def __init__(self, scene: Scene, mentions: Sequence[Mention]) -> None:
        self._scene = scene
        self._mentions = mentions
        self._worthy = [m for m in mentions if m.worth > 0]
        self._leading = next((m for m in mentions if m.leads), None)
        self._mine = [_is_mine(scene, sentence.span) for sentence in scene.sentences]
        self._headings = frozenset(m.start for m in mentions if self._heads(m))
        self._likeness: dict[tuple[int, int], float] = {}

    def traits(self, row: Sequence[Mention]) -> dict[str, float]:
        """What speaks for a row of mentions, and what against it."""
        traits: dict[str, float] = {}
        for mention in row:
            for name, value in mention.traits.items():
                if value:
                    traits[name] = traits.get(name, 0.0) + value / 2
        traits.update(self._of_neighbours(row))
        traits.update(self._of_row(row))
        traits.update(self._of_the_rest(row))
        return traits

    def _of_neighbours(self, row: Sequence[Mention]) -> dict[str, float]:
        """What each mention has in common with the next."""
        pairs = list(pairwise(row))
        scene = self._scene
        shared: dict[str, Callable[[Mention, Mention], bool]] = {
            "same_form": lambda a, b: (a.intro, a.kind) == (b.intro, b.kind),
            "same_kind": lambda a, b: a.kind == b.kind,
            "both_full": lambda a, b: a.is_full == b.is_full,
            "same_follow": lambda a, b: a.follow == b.follow,
            "same_verb": lambda a, b: bool(a.verb) and a.verb == b.verb,
            "same_start": lambda a, b: scene.fold(a.start) == scene.fold(b.start),
            "same_before": lambda a, b: (
                a.intro == b.intro == "prep" and scene.fold(a.start - 1) == scene.fold(b.start - 1)
            ),
            "same_sentence": lambda a, b: a.sentence == b.sentence,
            "next_sentence": lambda a, b: a.sentence + 1 == b.sentence,
            "gap": lambda a, b: b.sentence > a.sentence + 1,
            "far": lambda a, b: b.sentence > a.sentence + 3,
            "both_lead": lambda a, b: a.leads and b.leads,
            "sibling": lambda a, b: (
                (a.leads and b.leads) or (a.sentence == b.sentence and a.follow != "word")
            ),
            "elliptic": lambda a, b: a.sentence == b.sentence and b.follow in _ELLIPTIC,
            "elliptic_amount": lambda a, b: a.sentence == b.sentence and b.follow == "amount",
            "both_number": lambda a, b: a.has("told_number") and b.has("told_number"),
            "one_number": lambda a, b: a.has("told_number") != b.has("told_number"),
            "both_but": lambda a, b: a.has("told_but") and b.has("told_but"),
            "both_exist": lambda a, b: a.intro == b.intro == "exists",
            "both_proper": lambda a, b: a.has("told_proper") and b.has("told_proper"),
            "shared_talk": lambda a, b: bool(a.talk & b.talk),
        }
        return {f"told_{name}": float(sum(holds(a, b) for a, b in pairs)) for name, holds in shared.items()}

    def _of_row(self, row: Sequence[Mention]) -> dict[str, float]:
        """What holds for a row as a whole."""
        first, last = row[0], row[-1]
        following = last.sentence + 1
        is_last = following >= len(self._mine)
        between = self._mine[first.sentence + 1 : last.sentence]
        lengths = [self._scene.sentences[m.sentence].span.end - m.end for m in row]
        return {
            "told_pointers": float(all(m.points for m in row)),
            "told_other_last": float(last.points == "other" and all(m.points != "other" for m in row[:-1])),
            "told_other_first": float(first.points == "other"),
            "told_after_cue": float(self._follows_cue(row, 1)),
            "told_near_cue": float(self._follows_cue(row, 3)),
            "told_titled": float(all(self._scene.has("title", m.start) for m in row)),
            "told_row": float(len(row) > 2),
            "told_size": len(row) / 2,
            "told_self_next": float(not is_last and self._mine[following]),
            "told_last_said": float(is_last),
            "told_self_between": min(3, sum(between)) / 3,
            "told_like_length": min(lengths) / max(1, *lengths),
            "told_begins": float(first is self._leading),
            "told_heading": float(any(m.start in self._headings for m in row)),
        }

    def _of_the_rest(self, row: Sequence[Mention]) -> dict[str, float]:
        """Mentions between and around the row that are like it and yet not of it."""
        first, last, before_last = row[0], row[-1], row[-2]
        others = [m for m in self._worthy if m not in row]
        inside = [m for m in others if first.start < m.start < last.start]
        behind = [m for m in others if m.start > last.start][:4]
        before = [m for m in others if m.start < first.start][-4:]
        like = [
            m
            for m in inside
            if m.is_full == first.is_full and (m.leads or m.sentence in (first.sentence, last.sentence))
        ]
        here = [m for m in behind if m.sentence == last.sentence and m.follow in _TELLING]
        alike_here = [m for m in here if m.is_full == last.is_full]
        soon = [
            m for m in behind if m.sentence == last.sentence + 1 and m.leads and m.is_full == last.is_full
        ]
        step = row[1].sentence - first.sentence
        came = [m for m in before if m.sentence == first.sentence - step and (m.leads or not step)]
        own = [self.likeness(a, b) for a, b in pairwise(row)]
        average, least = sum(own) / len(own), min(own)
        left = max(
            (self._nearest_likeness(m, row) for m in (*before[-2:], *inside, *behind[:2])), default=0.0
        )
        return {
            "told_inside": min(3, len(inside)) / 3,
            "told_inside_like": min(3, len(like)) / 3,
            "told_behind_here": min(2, len(here)) / 2,
            "told_behind_here_like": float(bool(alike_here)),
            "told_behind_soon": float(bool(soon)),
            "told_goes_on_here": float(
                before_last.sentence == last.sentence and any(not m.has("told_self") for m in alike_here)
            ),
            "told_goes_on_next": float(
                before_last.sentence + 1 == last.sentence
                and any(self.likeness(m, last) >= _ALIKE for m in soon)
            ),
            "told_went_before": float(any(self.likeness(m, first) >= _ALIKE for m in came)),
            "told_before_soon": float(any(m.sentence == first.sentence - 1 and m.leads for m in before)),
            "told_before_here": float(any(m.sentence == first.sentence for m in before)),
            "told_alike": average,
            "told_least_alike": least,
            "told_left_alike": left,
            "told_left_more_alike": max(0.0, left - average),
            "told_left_as_alike": float(left >= average - 0.05),
            "told_alike_size": average * (len(row) - 2) / 2,
            "told_least_size": least * (len(row) > 2),
        }

    def likeness(self, one: Mention, other: Mention) -> float:
        """From 0 to 1: how much two mentions have the same form and the same surroundings."""
        key = (one.start, other.start)
        if key not in self._likeness:
            self._likeness[key] = _likeness(one, other)
        return self._likeness[key]

    def _nearest_likeness(self, mention: Mention, row: Sequence[Mention]) -> float:
        near = min(row, key=lambda m: abs(m.start - mention.start))
        return self.likeness(near, mention) if abs(near.sentence - mention.sentence) <= 1 else 0.0

    def _follows_cue(self, row: Sequence[Mention], reach: int) -> bool:
        """Whether "two offers" stands shortly before the first of two names."""
        first = row[0]
        begin = self._scene.sentences[max(0, first.sentence - reach)].span.start
        return any(
            number == len(row) and begin <= index < first.start for number, index in self._scene.counts
        )

    def _heads(self, mention: Mention) -> bool:
        """ "Cleaner: Ms Kern is slow, …": what stands before the colon is the matter, not an option."""
        return mention.follow == "colon" and any(
            0 < m.start - mention.end <= 2 and m.follow in {"verb", "adverb", "amount"}
            for m in self._mentions
        )


def _is_mine(scene: Scene, span: Span) -> bool:
    """Whether a sentence begins with me: "I …", "We …", "Tengo …"."""
    first = next((i for i in range(span.start, span.end) if scene.fold(i)[:1].isalpha()), span.start)
    is_verb = scene.style("drops_subject") and scene.fold(first) in scene.lexis.verbs.first
    return is_verb or scene.has("words.self", first) or scene.has("subject", first)


def _likeness(one: Mention, other: Mention) -> float:
    shares = (
        (one.kind == other.kind, 0.5),
        (one.is_full == other.is_full, 1.0),
        (one.intro == other.intro, 1.0),
        (one.follow == other.follow, 0.5),
        (one.has("told_number") == other.has("told_number"), 0.5),
        (one.has("told_number") and other.has("told_number"), 1.0),
        (one.has("told_proper") == other.has("told_proper"), 0.5),
        (one.leads == other.leads or one.sentence == other.sentence, 1.0),
        (bool(one.verb) and one.verb == other.verb, 0.5),
        *((not one.has(trait) and not other.has(trait), 0.5) for trait in _AGAINST),
    )
    return sum(weight for holds, weight in shares if holds) / sum(weight for _, weight in shares)


_AGAINST = ("told_kin", "told_abstract", "told_self", "told_and")
