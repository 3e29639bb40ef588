"""What must be avoided, or must come along, in words; and the options that go against it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from dilem.engine.reading.cues import Cues
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.kinds import (
    AMENITIES,
    COMPANIONS,
    DIETS,
    FOODS,
    INCLUDES,
    Thing,
    find_things,
    kinds_of,
)
from dilem.engine.reading.options import Found, stem
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.places import Places
from dilem.engine.reading.quantities import MOST_TOKENS
from dilem.engine.reading.words import Span, tokenize

_REJECTING = frozenset({"limits.never", "limits.allergy", "limits.forbidden"})
_BANNING = _REJECTING | {"limits.gone"}
_BANS = frozenset({"limits.cannot", "limits.allergy", "limits.never"})
_NEAR = 3
_REFUSAL = 4
_WIDE = 12
_SUBJECT = 4
_REACH = 5
_WORD = 4
_PARTING = frozenset(",;:()–—")
_CUE_BEFORE = 8
_CUE_AFTER = 6
_LONG_STEM = 5


@dataclass(frozen=True)
class Ban:
    """Kinds to be avoided, and the sentence that says so."""

    kinds: frozenset[str]
    part: int
    sentence: Span
    only: int = -1  # the one option that it concerns, or -1
    is_firm: bool = True  # else it is told by a mere "no", and concerns what an option is called


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
        keys = [option.keys for option in found.options]
        self._own_keys = [own.difference(*(other for other in keys if other is not own)) for own in keys]
        self._names = [self._kinds_of_name(option.label) for option in found.options]

    def offences(self) -> Iterator[Offence]:
        """Every option that goes against what was said; what all options go against is left out as misread."""
        for ban in self._bans():
            yield from self._unless_all(self._against(ban))
        yield from self._unless_all(self._refusals())
        yield from self._unless_all(self._turned_away())
        yield from self._unless_all(self._lacking())
        yield from self._unless_all(self._missing())
        yield from self._unless_all(self._gone())
        yield from self._unless_all(self._rejected())

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
                if self._is_asked(part, sentence, thing.start):
                    continue
                only = self._only_for(part, thing, sentence)
                if only is None or not self._is_banned(part, thing, sentence, hard=only >= 0):
                    continue
                firm = not (thing.kind in FOODS and self._is_denied(part, thing, sentence))
                yield Ban(INCLUDES.get(thing.kind, frozenset({thing.kind})), part.index, sentence, only, firm)

    def _only_for(self, part: Part, thing: Thing, sentence: Span) -> int | None:
        """The option to which a ban is confined by standing in what is said of it; -1 for all, None for no ban."""
        option = self._focus.of(part.index, thing.start)
        if option < 0 or self._places.is_about_self(part.index, self._places.clause(part.index, thing.start)):
            return -1
        if thing.kind in self._names[option] and self._is_in_name(part, thing, option):
            return option  # "no more motorbikes: a motorbike or a van?" names the option by what is banned
        tells_of_self = self._places.is_about_self(part.index, sentence, _WIDE)
        return option if tells_of_self or self._places.is_answer(part.index, thing.start) else None

    def _is_in_name(self, part: Part, thing: Thing, option: int) -> bool:
        """Whether a word of a thing stands in an option's name too, or begins a compound of it."""
        beginnings = {root_of(part.tokens[index].fold) for index in range(thing.start, thing.end)}
        words = [token.fold for token in tokenize(self._found.options[option].label)]
        return any(len(root) >= _NEAR and word.startswith(root) for root in beginnings for word in words)

    def _is_banned(self, part: Part, thing: Thing, sentence: Span, *, hard: bool) -> bool:
        clause = self._places.clause(part.index, thing.start)
        if "limits.harmless" in self._cues.tags(part.index, clause):
            return False
        if self._cues.mentions("limits.acquire") and "limits.lack" in self._cues.tags(part.index, clause):
            return False  # "I have no car. Buy a car or a bike?"
        denied = self._is_denied(part, thing, clause)
        if thing.kind in DIETS:
            return not denied
        if denied and not hard and not self._is_condition(part, thing):
            return True
        # What is banned follows its ban without a comma, or stands before it in the same clause.
        ahead = Span(max(sentence.start, thing.start - _CUE_BEFORE), thing.start)
        conditions = {hit.start for hit in self._cues.find(part.index, ahead, "limits.without")}
        for hit in self._cues.find(part.index, ahead, *_BANS):
            is_condition = hit.start in conditions and thing.kind not in FOODS
            if not is_condition and not self._is_parted(part, hit.end, thing.start):
                return True
        behind = Span(thing.end, min(clause.end, thing.end + _CUE_AFTER))
        return bool(self._cues.find(part.index, behind, *_BANNING))

    def _is_condition(self, part: Part, thing: Thing) -> bool:
        """ "without a licence I lose the job" bans no licences."""
        before = Span(max(0, thing.start - _NEAR), thing.start)
        return thing.kind not in FOODS and "limits.without" in self._cues.tags(part.index, before)

    def _is_parted(self, part: Part, start: int, end: int) -> bool:
        return any(part.tokens[index].fold in _PARTING for index in range(start, end))

    def _is_asked(self, part: Part, sentence: Span, token: int) -> bool:
        """Whether a token belongs to a question; what stands before its last clause is told, not asked."""
        if not self._is_question(part, sentence):
            return False
        return token >= self._places.clauses(part.index, sentence)[-1].start

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
            thing = self._described(option, ban) if ban.is_firm else None
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
                    if part.index and self._is_question(part, self._places.sentence(part.index, thing.start)):
                        continue
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
                if part.index and self._is_question(part, sentence):
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
            for index, token in enumerate(part.tokens[:MOST_TOKENS]):
                option = self._focus.of(part.index, index)
                if not 0 <= option < len(self._found.options) or not token.is_word:
                    continue
                names = {
                    root_of(token.fold) if len(token.fold) >= _WORD else "",
                    *(kinds_of(token.fold, language) & AMENITIES),
                }
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
                # "tiene que tener": a clause may begin inside the phrase.
                first = self._places.clause(part.index, hit.start)
                last = self._places.clause(part.index, hit.end - 1)
                sentence = self._places.sentence(part.index, hit.start)
                if self._is_question(part, sentence):
                    continue
                for index in range(first.start, last.end):
                    word = part.tokens[index].fold
                    if not part.tokens[index].is_word or grammar.has("words.stop", word):
                        continue
                    for kind in kinds_of(word, language) & AMENITIES:
                        yield kind, (part.index, sentence)
                    if len(word) >= _WORD and not hit.start <= index < hit.end:
                        yield root_of(word), (part.index, sentence)

    # --- what the person has, and has not ------------------------------------------------------

    def _names_of(self, word: str) -> set[str]:
        """What a word is matched by: its stem where it is long enough to tell, and its kinds."""
        names = set(kinds_of(word, self._document.language))
        if len(word) >= _WORD and not self._document.grammar.has("words.stop", word):
            names.add(root_of(word))
        return names

    def _own_things(self, *, lacked: bool) -> dict[str, tuple[int, Span]]:
        """What the person speaks of having, or of not having, with the sentence."""
        found: dict[str, tuple[int, Span]] = {}
        for part in self._document.parts:
            for index, token in enumerate(part.tokens[:MOST_TOKENS]):
                if not token.is_word or not self._places.is_outside(part.index, index):
                    continue
                clause = self._places.clause(part.index, index)
                denied = self._is_denied(part, Thing("", index, index + 1), clause)
                sentence = self._places.sentence(part.index, index)
                if denied == lacked and not self._is_question(part, sentence):
                    for name in self._names_of(token.fold):
                        found.setdefault(name, (part.index, sentence))
        return found

    def _missing(self) -> Iterator[Offence]:
        """ "nobody has a licence" and "a licence is required"."""
        yield from self._beside_cue("limits.needs", self._own_things(lacked=True), _REACH)

    def _turned_away(self) -> Iterator[Offence]:
        """ "with the pram" and "prams aren't allowed"."""
        yield from self._beside_cue("limits.turnsaway", self._own_things(lacked=False), _NEAR)

    def _beside_cue(self, tag: str, own: Mapping[str, tuple[int, Span]], reach: int) -> Iterator[Offence]:
        """Options of which a cue is said together with something of the person's."""
        if not own:
            return
        for part in self._document.parts:
            for hit in self._cues.of(part.index):
                option = self._focus.of(part.index, hit.start)
                if hit.tag != tag or not 0 <= option < len(self._found.options):
                    continue
                clause = self._places.clause(part.index, hit.start)
                if self._places.is_about_self(part.index, clause) or self._is_denied(
                    part, Thing("", hit.start, hit.end), clause
                ):
                    continue
                near = [
                    *range(hit.end, min(clause.end, hit.end + reach)),
                    *range(max(clause.start, hit.start - 2), hit.start),
                ]
                for index in near:
                    names = self._names_of(part.tokens[index].fold)
                    place = next((own[name] for name in sorted(names) if name in own), None)
                    if part.tokens[index].is_word and place is not None:
                        yield Offence(option, place[0], place[1], part.index, clause, tag)
                        break

    # --- the option itself ---------------------------------------------------------------------

    def _gone(self) -> Iterator[Offence]:
        """ "the train is fully booked": what cannot be had."""
        for part in self._document.parts:
            for hit in self._cues.of(part.index):
                option = self._focus.of(part.index, hit.start)
                is_answer = self._places.is_answer(part.index, hit.start)
                if hit.tag != "limits.gone" and not (is_answer and hit.tag == "limits.forbidden"):
                    continue
                if not 0 <= option < len(self._found.options):
                    continue
                sentence = self._places.sentence(part.index, hit.start)
                clause = self._places.clause(part.index, hit.start)
                is_denied = self._is_denied(part, Thing("", hit.start, hit.end), clause)
                subject = Span(max(clause.start, hit.start - _SUBJECT), hit.start)
                named = {o for _, o in self._named_in(part, subject)}
                if self._places.is_answer(part.index, hit.start) and not named:
                    named = {o for _, o in self._named_in(part, Span(0, part.asked))}
                if is_denied or self._is_question(part, sentence) or named != {option}:
                    continue
                if "limits.if" not in self._cues.tags(part.index, Span(sentence.start, hit.start)):
                    yield Offence(option, part.index, clause, part.index, clause, "gone")

    def _rejected(self) -> Iterator[Offence]:
        """ "allergic to strawberries", "the train is out of the question", "never again on a scooter"."""
        for part in self._document.parts:
            for hit in self._cues.of(part.index):
                is_answer = self._places.is_answer(part.index, hit.start)
                if hit.tag not in _REJECTING or (hit.tag == "limits.forbidden" and not is_answer):
                    continue  # elsewhere "X is forbidden" is said of what an option forbids
                sentence = self._places.sentence(part.index, hit.start)
                if self._is_question(part, sentence) and hit.tag == "limits.never":
                    continue
                named = self._named_in(part, sentence)
                if hit.tag == "limits.never":
                    options = {option for _, option in named}
                    near = named if len(options) == 1 else []
                else:
                    near = [(token, option) for token, option in named if self._reaches(part, hit, token)]
                if near:
                    token, option = near[0]
                    yield Offence(option, part.index, sentence, part.index, Span(token, token + 1), hit.tag)

    def _reaches(self, part: Part, hit: Hit, token: int) -> bool:
        """Whether a cue is said of a word: of what stands right before it, or after "allergic to"."""
        first, last = (hit.end, token) if token >= hit.end else (token + 1, hit.start)
        if last - first > _NEAR + 1 or self._is_parted(part, first, last):
            return False
        if hit.tag == "limits.allergy":
            return True
        grammar = self._document.grammar
        between = [part.tokens[index].fold for index in range(first, last)]
        return token < hit.start and all(
            grammar.has("words.stop", word) or grammar.has("words.verbs", word) for word in between
        )

    def _named_in(self, part: Part, sentence: Span) -> list[tuple[int, int]]:
        """Where a sentence names options, and which."""
        named: list[tuple[int, int]] = []
        for index in range(sentence.start, sentence.end):
            token = part.tokens[index]
            if not token.is_word or self._document.grammar.has("words.stop", token.fold):
                continue
            root = stem(token.fold)
            options = {
                option for option, keys in enumerate(self._own_keys) if any(_is_same(root, k) for k in keys)
            }
            if len(options) == 1:
                named.append((index, options.pop()))
        return named


def root_of(word: str) -> str:
    """A noun's root, the same in the singular and the plural: "carrito" and "carritos", "prams" and "pram"."""
    if len(word) > _WORD and word.endswith("s"):
        word = word[:-1]
    if len(word) > _WORD and word[-1] in "aeioun":
        word = word[:-1]
    return word


def _is_same(root: str, key: str) -> bool:
    """Whether two stems are of one word, or one begins the other: "frais" and "fraisi"."""
    short, long = sorted((root, key), key=len)
    return root == key or (len(short) >= _LONG_STEM and long.startswith(short))
