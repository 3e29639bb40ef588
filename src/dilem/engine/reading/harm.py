"""Tells whether a text speaks of danger, of a life at stake, or of a crime."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dilem.engine.grid import Language
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.grammar import Grammar
from dilem.engine.reading.harm_rules import BODY, CRIME, HAZARD, SAFETY, SELF, VIOLENCE, Rule
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.signs import signs

_WINDOW = 70
"""Signs further apart than this many tokens do not add up."""

_ENOUGH = 1.0
_NEGATION_REACH = 3
_STORY_REACH = 10
_LONGEST = 8
_MANY = 10
_DOSES = frozenset({"mg", "ml", "g", "%", "€", "$", "£", ":", "h", "uhr"})


@dataclass(frozen=True, slots=True)
class Harm:
    """How strongly a text speaks of danger, of a life at stake, and of crime; 1 and more is enough."""

    danger: float
    life: float
    crime: float

    @property
    def is_danger(self) -> bool:
        """Whether somebody's life or safety is at stake."""
        return self.danger >= _ENOUGH

    @property
    def is_life(self) -> bool:
        """Whether somebody's life is at stake."""
        return self.life >= _ENOUGH

    @property
    def is_crime(self) -> bool:
        """Whether a crime is being planned or hidden."""
        return self.crime >= _ENOUGH


def harm(document: Document) -> Harm:
    """Read all parts for signs of danger and crime; signs add up only with signs of their own kind."""
    danger = life = crime = 0.0
    for part in document.parts:
        places = _places(part, document.language)
        self_, violence, body, hazard = (
            _events(part, document.grammar, places, rules) for rules in (SELF, VIOLENCE, BODY, HAZARD)
        )
        threats = sorted(violence + _events(part, document.grammar, places, SAFETY), key=_place)
        life = max(life, *(_densest(events) for events in (self_, violence, body, hazard)))
        danger = max(danger, life, _densest(threats))
        crime = max(crime, _densest(_events(part, document.grammar, places, CRIME)))
    return Harm(danger, life, crime)


_Places = Mapping[str, Sequence[Hit]]
_Event = tuple[int, Rule]
"""Where a rule holds."""


def _places(part: Part, language: Language) -> _Places:
    """Where each sign stands, with the numbers that are signs too: many tablets, a fever."""
    places: dict[str, list[Hit]] = signs(language, "harm").find(part.tokens)
    for index, token in enumerate(part.tokens):
        if not token.fold[:1].isdigit():
            continue
        following = part.tokens[index + 1].fold if index + 1 < len(part.tokens) else ""
        if _is_fever(token.fold):
            places.setdefault("fever", []).append(Hit("fever", index, index + 1, 1))
        elif token.fold.isdecimal() and _MANY <= int(token.fold[:4]) < 1000 and following not in _DOSES:
            places.setdefault("many", []).append(Hit("many", index, index + 1, 1))
    for name in ("fever", "many"):
        if name in places:
            places[name].sort(key=_start)
    return places


def _is_fever(fold: str) -> bool:
    """A body temperature with its tenth: "39.8" or "40,2"."""
    return len(fold) == 4 and fold[2] in ".," and fold[:2] in {"39", "40", "41"} and fold[3].isdecimal()


def _events(part: Part, words: Grammar, places: _Places, rules: Sequence[Rule]) -> list[_Event]:
    """Where each rule holds, in the order of the text."""
    events = [
        (hit.start, rule)
        for rule in rules
        if all(need in places for need in rule.needs)
        for hit in places[rule.needs[0]]
        if _holds(part, words, places, rule, hit)
    ]
    return sorted(events, key=_place)


def _holds(part: Part, words: Grammar, places: _Places, rule: Rule, hit: Hit) -> bool:
    """Whether a rule holds where its first sign stands."""
    return (
        all(_is_near(places[need], hit, rule.reach) for need in rule.needs[1:])
        and not any(_is_eased(places.get(sign, ()), hit, _ease(rule, sign)) for sign in rule.unless)
        and not (rule.is_denied and _is_negated(part, words, hit))
    )


def _ease(rule: Rule, sign: str) -> int:
    """How near a sign must stand to make others harmless; a story is told over whole sentences."""
    return max(rule.reach, _STORY_REACH) if sign == "fiction" else rule.reach


def _place(event: _Event) -> int:
    return event[0]


def _start(hit: Hit) -> int:
    return hit.start


def _is_near(hits: Sequence[Hit], hit: Hit, reach: int) -> bool:
    """Whether one of some hits stands within `reach` tokens of another hit, in other words than it."""
    return any((other.start, other.end) != (hit.start, hit.end) for other in _around(hits, hit, reach))


def _is_eased(hits: Sequence[Hit], hit: Hit, reach: int) -> bool:
    """The same for hits that make another harmless: one inside the other hit is only a part of its words."""
    return any(other.start < hit.start or other.end > hit.end for other in _around(hits, hit, reach))


def _around(hits: Sequence[Hit], hit: Hit, reach: int) -> Iterator[Hit]:
    first = bisect_left(hits, hit.start - reach - _LONGEST, key=_start)
    for other in hits[first : first + 4 * reach + _LONGEST]:
        if other.start > hit.end + reach:
            return
        if other.end >= hit.start - reach:
            yield other


def _is_negated(part: Part, words: Grammar, hit: Hit) -> bool:
    """Whether a negation stands right before a hit, or right behind it; "or not" denies nothing."""
    before = range(max(0, hit.start - _NEGATION_REACH), hit.start)
    behind = range(hit.end, min(len(part.tokens), hit.end + 2))
    return any(_denies(part, words, i, "words.negation") for i in before) or any(
        _denies(part, words, i, "words.negation_after") for i in behind
    )


def _denies(part: Part, words: Grammar, index: int, negation: str) -> bool:
    follows_or = index > 0 and words.has("words.or", part.tokens[index - 1].fold)
    return words.has(negation, part.tokens[index].fold) and not follows_or


def _densest(events: Sequence[_Event]) -> float:
    """The greatest weight inside one window; a rule counts as often as it may."""
    best = total = 0.0
    counts: dict[str, int] = {}
    first = 0
    for place, rule in events:
        counts[rule.name] = counts.get(rule.name, 0) + 1
        if counts[rule.name] <= rule.times:
            total += rule.weight
        while events[first][0] < place - _WINDOW:
            gone = events[first][1]
            counts[gone.name] -= 1
            if counts[gone.name] < gone.times:
                total -= gone.weight
            first += 1
        best = max(best, total)
    return round(best, 6)
