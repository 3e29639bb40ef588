"""Wishes that no aspect is known for: what is said of each option in the same words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.options import Found, stem
from dilem.engine.reading.priorities import Target, Want
from dilem.engine.reading.statements import is_negated
from dilem.engine.reading.words import Span


@dataclass(frozen=True, slots=True)
class Echo:
    """How far an option's own words repeat a wish: signed, and where."""

    strength: float
    part: int
    span: Span


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stem stands."""

    part: int
    sentence: Span
    clause: Span
    token: int


@dataclass(frozen=True)
class Echoes:
    """The text by stems, made once, so that every wish is looked up and none is searched for."""

    document: Document
    found: Found
    focus: Focus
    places: Mapping[str, tuple[Place, ...]]

    def of(self, want: Want, target: Target) -> dict[int, Echo]:
        """For each option that repeats the wish, its echo. A stem counts less the more often it stands."""
        heard: dict[int, Echo] = {}
        # A sentence that asks and wishes at once names the options; that is no echo of the wish.
        asked = [o for o in self.found.options if o.part == want.quote.part and _contains(want.span, o.span)]
        stems = target.stems.difference(*(option.keys for option in asked))
        for root in sorted(stems):
            places = self.places.get(root, ())
            for place in places:
                option = self.focus.of(place.part, place.token)
                if option < 0 or self._is_wish(place, want):
                    continue
                part = self.document.parts[place.part]
                negated = is_negated(self.document.grammar, part, place.clause, place.token, place.token + 1)
                strength = (-1.0 if negated else 1.0) / max(1, len(places) - 1)
                before = heard.get(option, Echo(0.0, place.part, place.clause))
                heard[option] = Echo(before.strength + strength, before.part, before.span)
        for option, candidate in enumerate(self.found.options):
            overlap = len(candidate.keys & stems)
            if overlap and option not in heard:
                heard[option] = Echo(float(overlap), candidate.part, candidate.span)
        return heard

    @staticmethod
    def _is_wish(place: Place, want: Want) -> bool:
        """Whether a place lies in the sentence that states the wish itself."""
        return place.part == want.quote.part and place.sentence.start <= want.span.start < place.sentence.end


def _contains(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start < outer.end


def echoes(document: Document, found: Found, focus: Focus) -> Echoes:
    """Order a text by stems."""
    places: dict[str, list[Place]] = {}
    for part in document.parts:
        for root, place in _places(document, part):
            places.setdefault(root, []).append(place)
    return Echoes(document, found, focus, {root: tuple(found_at) for root, found_at in places.items()})


def _places(document: Document, part: Part) -> Iterator[tuple[str, Place]]:
    for sentence in part.sentences:
        for clause in part.clauses(sentence, document.grammar):
            for index in range(clause.start, clause.end):
                if part.tokens[index].is_word:
                    yield stem(part.tokens[index].fold), Place(part.index, sentence, clause, index)
