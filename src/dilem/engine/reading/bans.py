"""What must be avoided, or must come along, in words; and the options that go against it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from dilem.engine.reading.cues import Cues
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.kinds import AMENITIES, COMPANIONS, DIETS, INCLUDES, Thing, find_things, kinds_of
from dilem.engine.reading.options import Found, stem
from dilem.engine.reading.places import Places
from dilem.engine.reading.words import Span, tokenize

_BANS = frozenset({"limits.cannot", "limits.allergy", "limits.never"})
_NEAR = 3
_REFUSAL = 4
_WIDE = 12
_PARTING = frozenset(",;:()–—")
_CUE_BEFORE = 8
_CUE_AFTER = 6
_LONG_STEM = 4


@dataclass(frozen=True)
class Ban:
    """Kinds to be avoided, and the sentence that says so."""

    kinds: frozenset[str]
    part: int
    sentence: Span
    only: int = -1  # the one option that it concerns, or -1


@dataclass(frozen=True)
class Offence:
    """An option goes against a ban: where that is said."""

    option: int
    part: int
    limit: Span
    other_part: int
    broken_by: Span
    kind: str


class Avoiding:
    """Reads what the person must avoid, and what of each option is of that kind."""

    def __init__(self, document: Document, found: Found, focus: Focus, places: Places, cues: Cues) -> None:
        self._document = document
        self._found = found
        self._focus = focus
        self._places = places
        self._cues = cues
        self._things = [find_things(part, document.language) for part in document.parts]
        self._names = [self._kinds_of_name(option.label) for option in found.options]

    def offences(self) -> Iterator[Offence]:
        """Every option that goes against what was said; what all options go against is left out as misread."""
        for ban in self._bans():
            yield from self._unless_all(self._against(ban))
        yield from self._unless_all(self._refusals())
        yield from self._unless_all(self._lacking())
        yield from self._unless_all(self._sworn_off())

    def _unless_all(self, offences: Iterator[Offence]) -> Iterator[Offence]:
        found = list(offences)
        if len({offence.option for offence in found}) < len(self._found.options):
            yield from found

    def _kinds_of_name(self, label: str) -> frozenset[str]:
        tokens = tokenize(label)
        part = Part(0, label, tokens, (), ())
        return frozenset(
            thing.kind
            for thing in find_things(part, self._document.language)
            if not self._is_denied(part, thing, Span(0, len(tokens)))
        )

    # --- what must be avoided ------------------------------------------------------------------

    def _bans(self) -> Iterator[Ban]:
        for part in self._document.parts:
            for thing in self._things[part.index]:
                if thing.kind in AMENITIES:
                    continue
                sentence = self._places.sentence(part.index, thing.start)
                if self._is_question(part, sentence):
                    continue
                only = self._only_for(part, thing, sentence)
                if only is None or not self._is_banned(part, thing, sentence, hard=only >= 0):
                    continue
                yield Ban(INCLUDES.get(thing.kind, frozenset({thing.kind})), part.index, sentence, only)

    def _only_for(self, part: Part, thing: Thing, sentence: Span) -> int | None:
        """The option to which a ban is confined by standing in what is said of it; -1 for all, None for no ban."""
        option = self._focus.of(part.index, thing.start)
        if option < 0 or self._places.is_about_self(part.index, self._places.clause(part.index, thing.start)):
            return -1
        tells_of_self = self._places.is_about_self(part.index, sentence, _WIDE)
        return option if tells_of_self or self._places.is_answer(part.index, thing.start) else None

    def _is_banned(self, part: Part, thing: Thing, sentence: Span, *, hard: bool) -> bool:
        clause = self._places.clause(part.index, thing.start)
        if "limits.harmless" in self._cues.tags(part.index, clause):
            return False
        denied = self._is_denied(part, thing, clause)
        if thing.kind in DIETS:
            return not denied
        if denied and not hard:
            return True
        # What is banned follows its ban without a comma, or stands before it in the same clause.
        before = self._cues.find(
            part.index, Span(max(sentence.start, thing.start - _CUE_BEFORE), thing.start), *_BANS
        )
        if any(not self._is_parted(part, hit.end, thing.start) for hit in before):
            return True
        return bool(
            self._cues.find(part.index, Span(thing.end, min(clause.end, thing.end + _CUE_AFTER)), *_BANS)
        )

    def _is_parted(self, part: Part, start: int, end: int) -> bool:
        return any(part.tokens[index].fold in _PARTING for index in range(start, end))

    def _is_question(self, part: Part, sentence: Span) -> bool:
        return part.tokens[sentence.end - 1].fold == "?"

    def _is_denied(self, part: Part, thing: Thing, clause: Span) -> bool:
        grammar = self._document.grammar
        return any(
            grammar.has("words.negation", part.tokens[index].fold)
            for index in range(max(clause.start, thing.start - _NEAR), thing.start)
        )

    # --- what goes against it ------------------------------------------------------------------

    def _against(self, ban: Ban) -> Iterator[Offence]:
        for option, candidate in enumerate(self._found.options):
            if ban.only not in {-1, option}:
                continue
            hit = self._names[option] & ban.kinds
            if hit and not self._has_lift(option, hit):
                yield Offence(option, ban.part, ban.sentence, candidate.part, candidate.span, min(hit))
                continue
            thing = self._described(option, ban)
            if thing is not None and not self._has_lift(option, {thing[1].kind}):
                part, found = thing
                clause = self._places.clause(part, found.start)
                yield Offence(option, ban.part, ban.sentence, part, clause, found.kind)

    def _has_lift(self, option: int, kinds: Collection[str]) -> bool:
        """Whether a working lift makes up for the stairs of an option."""
        if "stairs" not in kinds or len(kinds) > 1:
            return False
        for part in self._document.parts:
            for thing in self._things[part.index]:
                if thing.kind == "lift" and self._focus.of(part.index, thing.start) == option:
                    clause = self._places.clause(part.index, thing.start)
                    after = Span(thing.start, clause.end)
                    broken = "limits.refuses" in self._cues.tags(part.index, after)
                    return not broken and not self._is_denied(part, thing, clause)
        return False

    def _described(self, option: int, ban: Ban) -> tuple[int, Thing] | None:
        """A word of a banned kind in what is said of an option, where it is not denied."""
        for part in self._document.parts:
            for thing in self._things[part.index]:
                if thing.kind not in ban.kinds or self._focus.of(part.index, thing.start) != option:
                    continue
                sentence = self._places.sentence(part.index, thing.start)
                if part.index == ban.part and sentence.start == ban.sentence.start:
                    continue
                if not self._is_denied(part, thing, self._places.clause(part.index, thing.start)):
                    return part.index, thing
        return None

    # --- what comes along ----------------------------------------------------------------------

    def _refusals(self) -> Iterator[Offence]:
        """ "the dog has to come" and "no pets allowed"."""
        companions = dict(self._companions())
        if not companions:
            return
        for part in self._document.parts:
            for thing in self._things[part.index]:
                option = self._focus.of(part.index, thing.start)
                if not 0 <= option < len(self._found.options) or thing.kind not in COMPANIONS:
                    continue
                along = companions.get(thing.kind) or next(
                    (place for kind, place in companions.items() if kind in INCLUDES.get(thing.kind, ())),
                    None,
                )
                clause = self._places.clause(part.index, thing.start)
                near = Span(max(clause.start, thing.start - _REFUSAL), min(clause.end, thing.end + _REFUSAL))
                tags = self._cues.tags(part.index, near)
                if along and "limits.refuses" in tags and "limits.allows" not in tags:
                    yield Offence(option, along[0], along[1], part.index, clause, thing.kind)

    def _companions(self) -> Iterator[tuple[str, tuple[int, Span]]]:
        for part in self._document.parts:
            for thing in self._things[part.index]:
                if thing.kind in COMPANIONS and self._places.is_outside(part.index, thing.start):
                    yield thing.kind, (part.index, self._places.sentence(part.index, thing.start))

    # --- what must be there --------------------------------------------------------------------

    def _lacking(self) -> Iterator[Offence]:
        """ "it needs a toilet" and "not a toilet in sight"."""
        required = dict(self._required())
        if not required:
            return
        yield from self._opposites(required)
        grammar, language = self._document.grammar, self._document.language
        for part in self._document.parts:
            for index, token in enumerate(part.tokens):
                option = self._focus.of(part.index, index)
                if not 0 <= option < len(self._found.options) or not token.is_word:
                    continue
                names = {stem(token.fold), *(kinds_of(token.fold, language) & AMENITIES)}
                place = next((required[name] for name in names if name in required), None)
                if place is None or (place[0] == part.index and place[1].start <= index < place[1].end):
                    continue
                clause = self._places.clause(part.index, index)
                if any(
                    grammar.has("words.negation", part.tokens[i].fold)
                    for i in range(max(clause.start, index - 2), index)
                ):
                    yield Offence(option, place[0], place[1], part.index, clause, "amenity")

    def _opposites(self, required: Mapping[str, tuple[int, Span]]) -> Iterator[Offence]:
        """ "must be washable" and "dry clean only"."""
        for part in self._document.parts:
            for thing in self._things[part.index]:
                place = required.get(thing.kind.removeprefix("no-")) if thing.kind.startswith("no-") else None
                option = self._focus.of(part.index, thing.start)
                if place is not None and 0 <= option < len(self._found.options):
                    yield Offence(
                        option, place[0], place[1], part.index, Span(thing.start, thing.end), thing.kind
                    )

    def _required(self) -> Iterator[tuple[str, tuple[int, Span]]]:
        grammar, language = self._document.grammar, self._document.language
        for part in self._document.parts:
            for hit in self._cues.of(part.index):
                if hit.tag != "limits.must" or not self._places.is_outside(part.index, hit.start):
                    continue
                clause = self._places.clause(part.index, hit.start)
                sentence = self._places.sentence(part.index, hit.start)
                for index in range(clause.start, clause.end):
                    word = part.tokens[index].fold
                    if not part.tokens[index].is_word or grammar.has("words.stop", word):
                        continue
                    for kind in kinds_of(word, language) & AMENITIES:
                        yield kind, (part.index, sentence)
                    if len(stem(word)) > _LONG_STEM and not hit.start <= index < hit.end:
                        yield stem(word), (part.index, sentence)

    # --- never again ---------------------------------------------------------------------------

    def _sworn_off(self) -> Iterator[Offence]:
        """ "I'm never setting foot on a scooter again" names the option itself."""
        for part in self._document.parts:
            for hit in self._cues.of(part.index):
                if hit.tag != "limits.never":
                    continue
                sentence = self._places.sentence(part.index, hit.start)
                named = self._named_in(part, sentence)
                if len(named) == 1 and not self._is_question(part, sentence):
                    option, place = next(iter(named.items()))
                    yield Offence(
                        option, part.index, sentence, part.index, Span(place, place + 1), "aversion"
                    )

    def _named_in(self, part: Part, sentence: Span) -> Mapping[int, int]:
        """The options that a sentence names, with where."""
        named: dict[int, int] = {}
        shared = [
            option.keys
            - frozenset().union(*(other.keys for other in self._found.options if other is not option))
            for option in self._found.options
        ]
        for index in range(sentence.start, sentence.end):
            root = stem(part.tokens[index].fold)
            for option, keys in enumerate(shared):
                if root in keys and part.tokens[index].is_word:
                    named.setdefault(option, index)
        return named
