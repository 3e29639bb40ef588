"""How far what was said can be trusted, and when it does not carry a recommendation.

The figures here are fitted on labelled dilemmas, so that a wrong recommendation stays rarer than a missing
one; whoever changes one changes `weighing.VERSION`.
"""

from dilem.engine.figuring import Figures
from dilem.engine.grid import CutKind, Grid, Source, Statement, StatementKind
from dilem.engine.integrating import dominates, mean

RELIABILITY = {
    StatementKind.LIMIT: 0.97,
    StatementKind.NUMBER: 0.90,
    StatementKind.ON_PRIORITY: 0.85,
    StatementKind.COMPARISON: 0.35,
    StatementKind.COMMON: 0.50,
    StatementKind.INFERRED: 0.35,
}
"""How sure one statement of each kind makes that the options really differ so."""

COMMON_UNASKED = 0.25
"""What everybody knows about a criterion that the person did not name: never enough to decide alone."""

FULL_EFFECT = 0.5
"""A statement of at least this effect counts with its whole reliability, a weaker one in proportion."""

COUNTED_EFFECT = 0.05
"""The same for amounts: even a small difference between two figures is a sure one."""

LEAST_EVIDENCE = 0.45
LEAST_MARGIN = 0.25
LEAST_CONFIDENCE = 0.60
"""Below one of these nothing is recommended."""

CLOSE_GAP = 0.20
CLOSE_CONFIDENCE = 0.70
"""Below one of these a recommendation is called close."""


def strength_of_evidence(grid: Grid, figures: Figures, leader: int, rival: int | None) -> float:
    """How much of what was said tells the two leading options apart: 0 (nothing) to 1.

    Of all that is said on one criterion for one side the strongest statement counts, since people say the
    same thing twice; criteria add up, each as far as it weighs beside the weightiest of them. What speaks
    for the runner-up takes its share off again.
    """
    if rival is None:
        return RELIABILITY[StatementKind.LIMIT]
    pro, contra = _strongest(grid, figures, leader, rival)
    weight = {column: mean(figures.weights[:, column]) for column in (*pro, *contra)}
    heaviest = max(weight.values(), default=1.0)
    doubt_for, doubt_against = 1.0, 1.0
    for column, reliability in pro.items():
        doubt_for *= 1.0 - reliability * weight[column] / heaviest
    for column, reliability in contra.items():
        doubt_against *= 1.0 - reliability * weight[column] / heaviest
    return (1.0 - doubt_for) * doubt_against


def _strongest(
    grid: Grid, figures: Figures, leader: int, rival: int
) -> tuple[dict[int, float], dict[int, float]]:
    """By criterion that counts, the reliability of what speaks for the leader, and for the rival."""
    aside = {above for kind, above, _, _ in figures.rules if kind is CutKind.NOT}
    pro: dict[int, float] = {}
    contra: dict[int, float] = {}
    for statement in grid.statements:
        column = figures.place(statement.criterion)
        if column is None or column in aside or statement.option not in {leader, rival}:
            continue
        side = pro if _speaks_for(statement, leader) else contra
        side[column] = max(side.get(column, 0.0), _reliability(statement, figures.tiers[column]))
    return pro, contra


def carries(evidence: float, margin: float, confidence: float, *, is_dominant: bool) -> bool:
    """Whether a ranking is sure enough to be recommended.

    Dominance needs no margin, since no weighing could turn it, but as much evidence as anything else: of
    options that led by a single remark, more were wrong than right.
    """
    if evidence < LEAST_EVIDENCE:
        return False
    return is_dominant or (margin >= LEAST_MARGIN and confidence >= LEAST_CONFIDENCE)


def is_first_unknown(figures: Figures) -> bool:
    """Whether the person put a criterion first of which nothing is known for any option."""
    first = {column for column, tier in enumerate(figures.tiers) if tier == 0}
    first |= {above for kind, above, _, _ in figures.rules if kind is CutKind.ONLY}
    return any(not any(figures.known[option][column] for option in figures.allowed) for column in first)


def is_close(margin: float, confidence: float) -> bool:
    """Whether a recommendation is a close call."""
    return margin < CLOSE_GAP or confidence < CLOSE_CONFIDENCE


def is_dominant(grid: Grid, figures: Figures, leader: int) -> bool:
    """Whether an option dominates all others by what the person said, not by common sense alone."""
    rivals = [option for option in figures.allowed if option != leader]
    return (
        bool(rivals)
        and all(dominates(figures, leader, rival) for rival in rivals)
        and any(
            statement.source in {Source.STATED, Source.COMPUTED}
            and statement.kind is not StatementKind.INFERRED
            and _speaks_for(statement, leader)
            for statement in grid.statements
        )
    )


def _speaks_for(statement: Statement, leader: int) -> bool:
    return (statement.effect > 0.0) == (statement.option == leader)


def _reliability(statement: Statement, tier: int) -> float:
    is_unasked = statement.kind is StatementKind.COMMON and tier > 1
    sure = COMMON_UNASKED if is_unasked else RELIABILITY[statement.kind]
    full = COUNTED_EFFECT if statement.kind is StatementKind.NUMBER else FULL_EFFECT
    return sure * min(1.0, abs(statement.effect) / full)
