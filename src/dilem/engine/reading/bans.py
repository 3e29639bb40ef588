"""Kinds of things the person must avoid, and the options that are of such a kind."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from dilem.engine.reading.document import Part
from dilem.engine.reading.evidence import NEAR, Evidence, Offence
from dilem.engine.reading.kinds import AMENITIES, DIETS, FOODS, INCLUDES, Thing
from dilem.engine.reading.words import Span

_BANS = ("limits.cannot", "limits.allergy", "limits.never")
_BANS_BEHIND = ("limits.never", "limits.allergy", "limits.forbidden", "limits.gone")
_HARMLESS = frozenset({"limits.harmless", "limits.losing"})
_WIDE = 12
_AHEAD = 8
_BEHIND = 6


@dataclass(frozen=True)
class _Ban:
    """Kinds to be avoided, and the sentence that says so."""

    kinds: frozenset[str]
    part: int
    sentence: Span
    only: int = -1  # the one option that it concerns, or -1
    is_firm: bool = True  # else it is told by a mere "no", and concerns what an option is called


def find_banned(evidence: Evidence) -> Iterator[Offence]:
    """Every option of a kind that the person must avoid: "allergic to nuts" and "the hazelnut cake"."""
    for ban in _bans(evidence):
        yield from evidence.unless_all(_against(evidence, ban))


# --- what must be avoided ----------------------------------------------------------------------


def _bans(evidence: Evidence) -> Iterator[_Ban]:
    for part in evidence.document.parts:
        for thing in evidence.things[part.index]:
            sentence = evidence.places.sentence(part.index, thing.start)
            if thing.kind in AMENITIES or evidence.is_asked(part, sentence, thing.start):
                continue
            only = _only_for(evidence, part, thing, sentence)
            if only is None or not _is_banned(evidence, part, thing, sentence, confined=only >= 0):
                continue
            firm = thing.kind not in FOODS or not evidence.is_denied(part, thing.start)
            kinds = INCLUDES.get(thing.kind, frozenset({thing.kind}))
            yield _Ban(kinds, part.index, sentence, only, firm)


def _only_for(evidence: Evidence, part: Part, thing: Thing, sentence: Span) -> int | None:
    """The option to which a ban is confined, being said of it; -1 for all, None where it is no ban."""
    places = evidence.places
    option = evidence.option_at(part.index, thing.start)
    if option is None or places.is_about_self(part.index, places.clause(part.index, thing.start)):
        return -1
    if thing.kind in evidence.names[option]:
        return option  # "no more motorbikes: a motorbike or a van?" names the option by what is banned
    tells_of_self = places.is_about_self(part.index, sentence, _WIDE)
    return option if tells_of_self or places.is_answer(part.index, thing.start) else None


def _is_banned(evidence: Evidence, part: Part, thing: Thing, sentence: Span, *, confined: bool) -> bool:
    cues = evidence.cues
    clause = evidence.places.clause(part.index, thing.start)
    near = cues.tags(part.index, clause)
    if _HARMLESS & near or ("limits.lack" in near and cues.mentions("limits.acquire")):
        return False  # "I have no car. Buy a car or a bike?"
    denied = evidence.is_denied(part, thing.start)
    if thing.kind in DIETS:
        return not denied
    if denied and not confined and not _is_condition(evidence, part, thing):
        return True
    # What is banned follows its ban without a comma, or stands before it in the same clause.
    ahead = Span(max(sentence.start, thing.start - _AHEAD), thing.start)
    conditions = {hit.start for hit in cues.find(part.index, ahead, "limits.without")}
    for hit in cues.find(part.index, ahead, *_BANS):
        is_condition = hit.start in conditions and thing.kind not in FOODS
        if not is_condition and not evidence.is_parted(part, hit.end, thing.start):
            return True
    return bool(cues.find(part.index, Span(thing.end, min(clause.end, thing.end + _BEHIND)), *_BANS_BEHIND))


def _is_condition(evidence: Evidence, part: Part, thing: Thing) -> bool:
    """ "without a licence I lose the job" bans no licences."""
    before = Span(max(0, thing.start - NEAR), thing.start)
    return thing.kind not in FOODS and "limits.without" in evidence.cues.tags(part.index, before)


# --- what goes against it ----------------------------------------------------------------------


def _against(evidence: Evidence, ban: _Ban) -> Iterator[Offence]:
    for option, candidate in enumerate(evidence.found.options):
        if ban.only not in {-1, option}:
            continue
        hit = evidence.names[option] & ban.kinds
        if hit and not _has_lift(evidence, option, hit):
            yield Offence(option, ban.part, ban.sentence, candidate.part, candidate.span, min(hit))
            continue
        described = _described(evidence, option, ban) if ban.is_firm else None
        if described is not None and not _has_lift(evidence, option, {described[1].kind}):
            part, thing = described
            clause = evidence.places.clause(part, thing.start)
            yield Offence(option, ban.part, ban.sentence, part, clause, thing.kind)


def _described(evidence: Evidence, option: int, ban: _Ban) -> tuple[int, Thing] | None:
    """A word of a banned kind in what is said of an option, where it is not denied."""
    for part in evidence.document.parts:
        for thing in evidence.things[part.index]:
            if thing.kind not in ban.kinds or evidence.option_at(part.index, thing.start) != option:
                continue
            sentence = evidence.places.sentence(part.index, thing.start)
            is_own = part.index == ban.part and sentence.start == ban.sentence.start
            is_asked = part.index > 0 and evidence.is_question(part, sentence)
            if not is_own and not is_asked and not evidence.is_denied(part, thing.start):
                return part.index, thing
    return None


def _has_lift(evidence: Evidence, option: int, kinds: Collection[str]) -> bool:
    """Whether a working lift makes up for the stairs of an option."""
    if "stairs" not in kinds or len(kinds) > 1:
        return False
    for part in evidence.document.parts:
        for thing in evidence.things[part.index]:
            if thing.kind != "lift" or evidence.option_at(part.index, thing.start) != option:
                continue
            if part.index and evidence.is_question(part, evidence.places.sentence(part.index, thing.start)):
                continue
            behind = Span(thing.start, evidence.places.clause(part.index, thing.start).end)
            is_broken = "limits.refuses" in evidence.cues.tags(part.index, behind)
            return not is_broken and not evidence.is_denied(part, thing.start)
    return False
