"""Stated hard limits, and the options that break them."""

from collections.abc import Iterator, Sequence

from dilem.engine.grid import Exclusion, OptionKind, Quote, Statement, StatementKind
from dilem.engine.reading.bans import find_banned
from dilem.engine.reading.bounds import find_limits
from dilem.engine.reading.breaches import find_breaches, find_own_bounds
from dilem.engine.reading.cues import Cues
from dilem.engine.reading.deadlines import find_late
from dilem.engine.reading.document import Document
from dilem.engine.reading.evidence import Evidence, root_of
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.groups import find_clashes
from dilem.engine.reading.hours import find_untimely
from dilem.engine.reading.kinds import FOODS
from dilem.engine.reading.measures import quote_of
from dilem.engine.reading.net import net_amounts
from dilem.engine.reading.options import Found
from dilem.engine.reading.places import Places
from dilem.engine.reading.prices import Surroundings
from dilem.engine.reading.quantities import Amount, AmountKind
from dilem.engine.reading.rejected import find_rejected
from dilem.engine.reading.timetable import Timetable
from dilem.engine.reading.totals import find_totals
from dilem.engine.reading.unmet import find_unmet
from dilem.engine.reading.words import Span, tokenize

_CRITERION = {
    AmountKind.MONEY: "cost",
    AmountKind.DURATION: "time",
    AmountKind.LENGTH: "space",
    AmountKind.AREA: "space",
    AmountKind.COUNT: "space",
    AmountKind.NUMBER: "space",
    AmountKind.WEIGHT: "space",
    AmountKind.VOLUME: "space",
}
_OF_KIND = {"debt": "cost", "stairs": "comfort", "heights": "comfort", "flying": "comfort", "boat": "comfort"}
_OTHER = "other"
_LONG_WORD = 5

_Broken = tuple[Exclusion, str]
"""What is excluded, and the criterion that the limit belongs to."""


def find_exclusions(
    document: Document,
    found: Found,
    focus: Focus,
    amounts: Sequence[Amount],
    ignored: Sequence[tuple[int, Span]] = (),
) -> tuple[tuple[Exclusion, ...], tuple[Statement, ...]]:
    """The options that break a limit which the person or their circumstances set, and what that says.

    A limit on an amount is compared with the option's amount or total of the same kind. A limit that a later
    answer takes back is none; of several on one measure the last one holds. Where every option breaks a
    budget, all are returned with their `excess`. What stands in the sentences `ignored` sets no limit.
    """
    if any(option.kind is not OptionKind.NAMED for option in found.options):
        return (), ()
    places = Places(document, focus)
    cues = Cues(document, "limiting", "limits.", "time.")
    heeded = [a for a in amounts if not _is_ignored(ignored, a.part, a.span.start)]
    broken: dict[tuple[int, Quote], _Broken] = {}
    for exclusion, criterion in _all_broken(document, found, focus, places, cues, heeded):
        if not _is_quoted_from(document, ignored, exclusion) and not _is_taken_back(
            document, cues, exclusion.limit
        ):
            broken.setdefault((exclusion.option, exclusion.limit), (exclusion, criterion))
    exclusions = tuple(exclusion for exclusion, _ in broken.values())
    return exclusions, tuple(_statements(tuple(broken.values()), len(found.options)))


def _is_ignored(ignored: Sequence[tuple[int, Span]], part: int, token: int) -> bool:
    return any(part == other and span.start <= token < span.end for other, span in ignored)


def _all_broken(
    document: Document, found: Found, focus: Focus, places: Places, cues: Cues, amounts: Sequence[Amount]
) -> Iterator[_Broken]:
    """Every limit with every option that breaks it: in amounts, in times, in bounds of its own, in words."""
    count = len(found.options)
    around = Surroundings(document, amounts)
    net = net_amounts(around, amounts)

    def quote(part: int, span: Span) -> Quote:
        return document.parts[part].quote(span)

    totals = find_totals(document, found, focus, amounts)
    for breach in find_breaches(
        find_limits(document, places, cues, around, net), totals, focus, around, net, count
    ):
        kind = breach.limit.amount.kind
        criterion = _CRITERION.get(kind, _OTHER)
        if kind is AmountKind.MONEY and not breach.limit.at_most:
            criterion = "income"
        limit = quote(breach.limit.amount.part, breach.limit.sentence)
        broken_by = quote_of(document, breach.amounts)
        yield Exclusion(breach.option, limit, broken_by, round(breach.excess, 4)), criterion
    table = Timetable(document, focus, places, cues, around, net, count)
    for conflict in (*find_late(table), *find_untimely(table)):
        broken_by = quote(conflict.other_part, conflict.broken_by)
        yield Exclusion(conflict.option, quote(conflict.part, conflict.limit), broken_by), "time"
    for option, mine, bound in find_own_bounds(focus, around, net, count):
        broken_by = quote_of(document, [bound])
        yield Exclusion(option, quote_of(document, [mine]), broken_by), _CRITERION.get(mine.kind, _OTHER)
    for clash in find_clashes(document, focus, places, cues, count):
        broken_by = quote(clash.other_part, clash.broken_by)
        yield Exclusion(clash.option, quote(clash.part, clash.limit), broken_by), _OTHER
    evidence = Evidence(document, found, focus, places, cues)
    for offence in (*find_banned(evidence), *find_unmet(evidence), *find_rejected(evidence)):
        broken_by = quote(offence.other_part, offence.broken_by)
        criterion = "health" if offence.kind in FOODS else _OF_KIND.get(offence.kind, _OTHER)
        yield Exclusion(offence.option, quote(offence.part, offence.limit), broken_by), criterion


# --- what is no limit --------------------------------------------------------------------------


def _is_quoted_from(document: Document, ignored: Sequence[tuple[int, Span]], exclusion: Exclusion) -> bool:
    """Whether the limit, or what breaks it, stands in a sentence that counts for nothing."""
    for quote in (exclusion.limit, exclusion.broken_by):
        for part, span in ignored:
            tokens = document.parts[part].tokens
            if quote is None or quote.part != part or span.start >= span.end:
                continue
            if tokens[span.start].start <= quote.start < tokens[span.end - 1].end:
                return True
    return False


def _is_taken_back(document: Document, cues: Cues, limit: Quote) -> bool:
    """Whether a later answer withdraws a limit: "Is a garden still essential? No, forget that"."""
    roots = _roots(limit.words)
    for part in document.parts[limit.part + 1 :]:
        answer = Span(part.asked, len(part.tokens))
        if "limits.withdrawn" in cues.tags(part.index, answer) and roots & _roots(part.text):
            return True
    return False


def _roots(text: str) -> frozenset[str]:
    return frozenset(root_of(t.fold) for t in tokenize(text) if t.is_word and len(t.fold) >= _LONG_WORD)


# --- what it says ------------------------------------------------------------------------------


def _statements(broken: Sequence[_Broken], options: int) -> Iterator[Statement]:
    """Each breach speaks against its option; an option that alone keeps every limit is spoken for."""
    for exclusion, criterion in broken:
        quote = exclusion.broken_by or exclusion.limit
        yield Statement(StatementKind.LIMIT, exclusion.option, criterion, -1.0, quote)
    kept = set(range(options)) - {exclusion.option for exclusion, _ in broken}
    if broken and len(kept) == 1:
        exclusion, criterion = broken[-1]
        yield Statement(StatementKind.LIMIT, kept.pop(), criterion, 1.0, exclusion.limit)
