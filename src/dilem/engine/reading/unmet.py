"""What must be there or come along, and the options that lack it, refuse it, or ask too much."""

from collections.abc import Iterator, Mapping

from dilem.engine.reading.evidence import LEAST_ROOT, NEAR, Evidence, Offence, root_of
from dilem.engine.reading.kinds import AMENITIES, COMPANIONS, INCLUDES, kinds_of
from dilem.engine.reading.quantities import MOST_TOKENS
from dilem.engine.reading.words import Span

_REFUSAL = 4
_REACH = 5
_BEFORE_CUE = 2

_Said = tuple[int, Span]
"""A part and the sentence in it."""


def find_unmet(evidence: Evidence) -> Iterator[Offence]:
    """Every option that does not give what is asked, does not take who comes, or asks what is lacking."""
    yield from evidence.unless_all(_refusals(evidence))
    yield from evidence.unless_all(
        _beside(evidence, "limits.turnsaway", _own_things(evidence, lacked=False), NEAR)
    )
    yield from evidence.unless_all(_lacking(evidence))
    yield from evidence.unless_all(
        _beside(evidence, "limits.needs", _own_things(evidence, lacked=True), _REACH)
    )


# --- what comes along --------------------------------------------------------------------------


def _refusals(evidence: Evidence) -> Iterator[Offence]:
    """ "the dog has to come" and "no pets allowed"."""
    companions = dict(_companions(evidence))
    if not companions:
        return
    for part in evidence.document.parts:
        for thing in evidence.things[part.index]:
            option = evidence.option_at(part.index, thing.start)
            if option is None or thing.kind not in COMPANIONS:
                continue
            wider = INCLUDES.get(thing.kind, frozenset())
            along = companions.get(thing.kind) or next(
                (s for kind, s in companions.items() if kind in wider), None
            )
            clause = evidence.places.clause(part.index, thing.start)
            near = Span(max(clause.start, thing.start - _REFUSAL), min(clause.end, thing.end + _REFUSAL))
            tags = evidence.cues.tags(part.index, near)
            if along and "limits.refuses" in tags and "limits.allows" not in tags:
                yield Offence(option, *along, part.index, clause, thing.kind)


def _companions(evidence: Evidence) -> Iterator[tuple[str, _Said]]:
    for part in evidence.document.parts:
        for thing in evidence.things[part.index]:
            if thing.kind in COMPANIONS and evidence.places.is_outside(part.index, thing.start):
                yield thing.kind, (part.index, evidence.places.sentence(part.index, thing.start))


# --- what must be there ------------------------------------------------------------------------


def _lacking(evidence: Evidence) -> Iterator[Offence]:
    """ "it needs a toilet" and "not a toilet in sight"; "must be washable" and "dry clean only"."""
    required = dict(_required(evidence))
    if not required:
        return
    for part in evidence.document.parts:
        for thing in evidence.things[part.index]:
            said = required.get(thing.kind.removeprefix("no-")) if thing.kind.startswith("no-") else None
            option = evidence.option_at(part.index, thing.start)
            if said is not None and option is not None:
                yield Offence(option, *said, part.index, Span(thing.start, thing.end), thing.kind)
        for index, token in enumerate(part.tokens[:MOST_TOKENS]):
            option = evidence.option_at(part.index, index)
            if option is None or not token.is_word:
                continue
            said = next(
                (required[name] for name in _amenities(evidence, token.fold) if name in required), None
            )
            if said is None or (said[0] == part.index and said[1].start <= index < said[1].end):
                continue
            if evidence.is_denied(part, index, _BEFORE_CUE):
                yield Offence(option, *said, part.index, evidence.places.clause(part.index, index), "amenity")


def _required(evidence: Evidence) -> Iterator[tuple[str, _Said]]:
    places = evidence.places
    for part in evidence.document.parts:
        for hit in evidence.cues.of(part.index):
            if hit.tag != "limits.must" or not places.is_outside(part.index, hit.start):
                continue
            sentence = places.sentence(part.index, hit.start)
            if evidence.is_question(part, sentence):
                continue
            # "tiene que tener": a clause may begin inside the phrase.
            first, last = places.clause(part.index, hit.start), places.clause(part.index, hit.end - 1)
            for index in range(first.start, last.end):
                token = part.tokens[index]
                if token.is_word and not hit.start <= index < hit.end:
                    for name in _amenities(evidence, token.fold):
                        yield name, (part.index, sentence)


def _amenities(evidence: Evidence, word: str) -> tuple[str, ...]:
    """What a word that may be required is matched by."""
    grammar = evidence.document.grammar
    if grammar.has("words.stop", word):
        return ()
    kinds = sorted(kinds_of(word, evidence.document.language) & AMENITIES)
    return (*kinds, root_of(word)) if len(word) >= LEAST_ROOT else tuple(kinds)


# --- what the person has, and has not ----------------------------------------------------------


def _own_things(evidence: Evidence, *, lacked: bool) -> dict[str, _Said]:
    """What the person speaks of having, or of not having, with the sentence."""
    found: dict[str, _Said] = {}
    for part in evidence.document.parts:
        for index, token in enumerate(part.tokens[:MOST_TOKENS]):
            if not token.is_word or not evidence.places.is_outside(part.index, index):
                continue
            sentence = evidence.places.sentence(part.index, index)
            if evidence.is_denied(part, index) == lacked and not evidence.is_question(part, sentence):
                for name in evidence.names_of(token.fold):
                    found.setdefault(name, (part.index, sentence))
    return found


def _beside(evidence: Evidence, tag: str, own: Mapping[str, _Said], reach: int) -> Iterator[Offence]:
    """ "nobody has a licence" and "a licence is required"; "with the pram" and "prams aren't allowed"."""
    for part in evidence.document.parts:
        for hit in evidence.cues.of(part.index):
            option = evidence.option_at(part.index, hit.start)
            if hit.tag != tag or option is None or evidence.is_denied(part, hit.start):
                continue
            clause = evidence.places.clause(part.index, hit.start)
            if evidence.places.is_about_self(part.index, clause):
                continue
            before = range(max(clause.start, hit.start - _BEFORE_CUE), hit.start)
            for index in (*range(hit.end, min(clause.end, hit.end + reach)), *before):
                names = evidence.names_of(part.tokens[index].fold) if part.tokens[index].is_word else ()
                said = next((own[name] for name in names if name in own), None)
                if said is not None:
                    yield Offence(option, *said, part.index, clause, tag)
                    break
