"""Stated hard limits, and the options that break them."""

from collections.abc import Sequence

from dilem.engine.grid import Exclusion, OptionKind, Statement, StatementKind
from dilem.engine.reading.bans import Avoiding
from dilem.engine.reading.bounds import find_limits
from dilem.engine.reading.breaches import Breach, find_breaches, find_own_bounds
from dilem.engine.reading.cues import Cues
from dilem.engine.reading.document import Document
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.groups import find_clashes
from dilem.engine.reading.measures import quote_of
from dilem.engine.reading.net import net_amounts
from dilem.engine.reading.options import Found
from dilem.engine.reading.places import Places
from dilem.engine.reading.prices import Surroundings
from dilem.engine.reading.quantities import Amount, AmountKind
from dilem.engine.reading.schedule import Schedule
from dilem.engine.reading.totals import find_totals
from dilem.engine.reading.words import Span

_CRITERION = {
    AmountKind.MONEY: "cost",
    AmountKind.DURATION: "time",
    AmountKind.CLOCK: "time",
    AmountKind.DATE: "time",
    AmountKind.WEEKDAY: "time",
    AmountKind.LENGTH: "space",
    AmountKind.AREA: "space",
    AmountKind.COUNT: "space",
    AmountKind.WEIGHT: "space",
}


def find_exclusions(
    document: Document,
    found: Found,
    focus: Focus,
    amounts: Sequence[Amount],
    ignored: Sequence[tuple[int, Span]] = (),
) -> tuple[tuple[Exclusion, ...], tuple[Statement, ...]]:
    """The options that break a limit which the person or their circumstances set, and what that says.

    A limit on an amount is compared with the option's amount or total of the same kind. Where every option
    breaks one, all are returned with their `excess`. Sentences in `ignored` set no limit.
    """
    if any(option.kind is not OptionKind.NAMED for option in found.options):
        return (), ()
    skipped = [(part, span) for part, span in ignored]
    heeded = [
        a for a in amounts if not any(p == a.part and s.start <= a.span.start < s.end for p, s in skipped)
    ]
    places = Places(document, focus)
    cues = Cues(document, "limiting", "limits.", "time.")
    around = Surroundings(document, heeded)
    net = net_amounts(around, heeded)
    limits = find_limits(document, places, cues, around, net)
    totals = find_totals(document, found, focus, heeded)
    breaches = find_breaches(limits, totals, focus, around, net, len(found.options))
    exclusions = [_exclusion(document, breach) for breach in breaches]
    statements = _statements(document, breaches, len(found.options))
    schedule = Schedule(document, focus, places, cues, around, net, len(found.options))
    for conflict in schedule.conflicts():
        limit = document.parts[conflict.part].quote(conflict.limit)
        broken_by = document.parts[conflict.other_part].quote(conflict.broken_by)
        exclusions.append(Exclusion(conflict.option, limit, broken_by))
        statements.append(Statement(StatementKind.LIMIT, conflict.option, "time", -1.0, broken_by))
    for option, mine, bound in find_own_bounds(focus, around, net, len(found.options)):
        limit, broken_by = quote_of(document, [mine]), quote_of(document, [bound])
        exclusions.append(Exclusion(option, limit, broken_by))
        statements.append(
            Statement(StatementKind.LIMIT, option, _CRITERION.get(mine.kind, "other"), -1.0, broken_by)
        )
    for clash in find_clashes(document, focus, places, cues, len(found.options)):
        limit = document.parts[clash.part].quote(clash.limit)
        broken_by = document.parts[clash.other_part].quote(clash.broken_by)
        exclusions.append(Exclusion(clash.option, limit, broken_by))
        statements.append(Statement(StatementKind.LIMIT, clash.option, "other", -1.0, broken_by))
    for offence in Avoiding(document, found, focus, places, cues).offences():
        limit = document.parts[offence.part].quote(offence.limit)
        broken_by = document.parts[offence.other_part].quote(offence.broken_by)
        exclusions.append(Exclusion(offence.option, limit, broken_by))
        statements.append(Statement(StatementKind.LIMIT, offence.option, "other", -1.0, broken_by))
    return tuple(exclusions), tuple(statements)


def _exclusion(document: Document, breach: Breach) -> Exclusion:
    part = document.parts[breach.limit.amount.part]
    return Exclusion(
        breach.option,
        part.quote(breach.limit.sentence),
        quote_of(document, breach.amounts),
        round(breach.excess, 4),
    )


def _statements(document: Document, breaches: Sequence[Breach], options: int) -> list[Statement]:
    statements = []
    for breach in breaches:
        kind = breach.limit.amount.kind
        criterion = (
            "income"
            if kind is AmountKind.MONEY and not breach.limit.at_most
            else _CRITERION.get(kind, "other")
        )
        quote = quote_of(document, breach.amounts)
        statements.append(Statement(StatementKind.LIMIT, breach.option, criterion, -1.0, quote))
    return statements
