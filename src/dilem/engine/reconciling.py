"""What was said about weights, without what was taken back or contradicts something said later."""

from collections.abc import Sequence

from dilem.engine.figuring import criteria_of, rules_of, tiers_of
from dilem.engine.grid import Assumption, Cut, CutKind, Grid
from dilem.engine.sampling import sample

LEAST_POINTS = 64
"""Cuts that leave fewer points than this of a whole sample are taken to contradict each other."""


def reconcile(grid: Grid) -> tuple[tuple[Cut, ...], tuple[Assumption, ...]]:
    """The cuts that hold together, and what was set aside, each in the order in which it was said.

    Of two that contradict each other the later one holds. Two that each put something first share the
    first place, unless the second came in a later answer.
    """
    known = {criterion.id for criterion in grid.criteria}
    kept: list[Cut] = []
    dropped: list[Cut] = []
    for cut in reversed(grid.cuts):
        if cut.above not in known or (cut.below is not None and cut.below not in known):
            continue
        if any(_says_the_same(cut, later) for later in kept):
            continue
        if _contradicts(cut, kept):
            dropped.append(cut)
        else:
            kept.append(cut)
    kept.reverse()
    while _is_too_narrow(grid, kept):
        earliest = next(cut for cut in kept if cut.kind is CutKind.OVER)
        kept.remove(earliest)
        dropped.append(earliest)
    return tuple(kept), tuple(_set_aside(cut) for cut in sorted(dropped, key=grid.cuts.index))


def _says_the_same(cut: Cut, later: Cut) -> bool:
    return (cut.kind, cut.above, cut.below) == (later.kind, later.above, later.below)


def _contradicts(cut: Cut, later: Sequence[Cut]) -> bool:
    """Whether a cut cannot hold beside those that were said after it."""
    if cut.above == cut.below or any(_clash(cut, other) or _clash(other, cut) for other in later):
        return True
    return cut.kind is CutKind.OVER and cut.below is not None and _is_over(later, cut.below, cut.above)


def _clash(one: Cut, other: Cut) -> bool:
    """Whether two cuts exclude each other, seen from the first."""
    if one.kind is CutKind.NOT:
        return other.above == one.above and other.kind is not CutKind.NOT
    if one.kind is CutKind.ONLY:
        return (other.kind in {CutKind.ONLY, CutKind.MOST} and other.above != one.above) or (
            other.kind is CutKind.OVER and other.below == one.above
        )
    if one.kind is CutKind.MOST:
        if other.kind is CutKind.MOST:
            return other.above != one.above and _part(other) != _part(one)
        return other.kind is CutKind.OVER and other.below == one.above
    return False


def _part(cut: Cut) -> int | None:
    return cut.quote.part if cut.quote is not None else None


def _is_over(cuts: Sequence[Cut], start: str, goal: str) -> bool:
    """Whether it follows from the cuts that `start` weighs more than `goal`."""
    waiting, seen = [start], {start}
    while waiting:
        name = waiting.pop()
        for cut in cuts:
            if cut.kind is CutKind.OVER and cut.above == name and cut.below is not None:
                if cut.below == goal:
                    return True
                if cut.below not in seen:
                    seen.add(cut.below)
                    waiting.append(cut.below)
    return False


def _is_too_narrow(grid: Grid, cuts: Sequence[Cut]) -> bool:
    if not any(cut.kind is CutKind.OVER for cut in cuts):
        return False
    criteria = criteria_of(grid, cuts)
    return len(sample(tiers_of(criteria, cuts), rules_of(criteria, cuts))) < LEAST_POINTS


def _set_aside(cut: Cut) -> Assumption:
    return Assumption("reply.assumption.dropped", {"quote": cut.quote.words if cut.quote else cut.above})
