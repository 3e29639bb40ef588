"""Options that are themselves out of the question: not to be had, or sworn off."""

from collections.abc import Iterator

from dilem.engine.reading.document import Part
from dilem.engine.reading.evidence import NEAR, Evidence, Offence
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.words import Span

_SUBJECT = 4
_HARMLESS = frozenset({"limits.harmless", "limits.losing"})


def find_rejected(evidence: Evidence) -> Iterator[Offence]:
    """Every option that cannot be had, or that the person rejects by its name."""
    yield from evidence.unless_all(_gone(evidence))
    yield from evidence.unless_all(_sworn_off(evidence))


def _gone(evidence: Evidence) -> Iterator[Offence]:
    """ "the train is fully booked"; where a question named the option, an answer may forbid it too."""
    places, cues = evidence.places, evidence.cues
    for part in evidence.document.parts:
        for hit in cues.of(part.index):
            option = evidence.option_at(part.index, hit.start)
            is_answer = places.is_answer(part.index, hit.start)
            if option is None or not (
                hit.tag == "limits.gone" or (is_answer and hit.tag == "limits.forbidden")
            ):
                continue
            sentence, clause = places.sentence(part.index, hit.start), places.clause(part.index, hit.start)
            named = {
                o
                for _, o in evidence.named_in(part, Span(max(clause.start, hit.start - _SUBJECT), hit.start))
            }
            if is_answer and not named:
                named = {o for _, o in evidence.named_in(part, Span(0, part.asked))}
            if (
                named != {option}
                or evidence.is_denied(part, hit.start)
                or evidence.is_question(part, sentence)
            ):
                continue
            if "limits.if" not in cues.tags(part.index, Span(sentence.start, hit.start)):
                yield Offence(option, part.index, clause, part.index, clause, "gone")


def _sworn_off(evidence: Evidence) -> Iterator[Offence]:
    """ "never again on a scooter", "allergic to strawberries", where that names an option."""
    for part in evidence.document.parts:
        for hit in evidence.cues.of(part.index):
            if hit.tag not in {"limits.never", "limits.allergy"}:
                continue
            sentence = evidence.places.sentence(part.index, hit.start)
            clause = evidence.places.clause(part.index, hit.start)
            if _HARMLESS & evidence.cues.tags(part.index, clause):
                continue
            named = evidence.named_in(part, sentence)
            if hit.tag == "limits.allergy":
                named = [(token, option) for token, option in named if _reaches(evidence, part, hit, token)]
            elif evidence.is_question(part, sentence) or len({option for _, option in named}) > 1:
                continue
            if named:
                token, option = named[0]
                yield Offence(option, part.index, sentence, part.index, Span(token, token + 1), hit.tag)


def _reaches(evidence: Evidence, part: Part, hit: Hit, token: int) -> bool:
    """Whether "allergic to" is said of a word near by, with no mark between."""
    first, last = (hit.end, token) if token >= hit.end else (token + 1, hit.start)
    return last - first <= NEAR + 1 and not evidence.is_parted(part, first, last)
