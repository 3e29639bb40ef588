"""The `analysis` of a result: the grid and its arithmetic, from which anyone recomputes the preferences."""

from collections.abc import Callable, Sequence

from dilem.contract import (
    Analysis,
    AnalysisCriterion,
    AnalysisCut,
    AnalysisExclusion,
    AnalysisFlip,
    AnalysisScore,
)
from dilem.engine.citing import clipped
from dilem.engine.figuring import Figures
from dilem.engine.flipping import Flip
from dilem.engine.grid import Criterion, Exclusion, Grid, Source
from dilem.engine.weighing import VERSION, Ranking


def analysis_of(
    grid: Grid, ranking: Ranking, flips: Sequence[Flip], name: Callable[[Criterion], str]
) -> Analysis:
    """The analysis of a ranking; `name` words a criterion in the reply's language.

    Where several limits exclude an option, their excesses add up to its violation.
    """
    figures = ranking.figures
    return Analysis(
        version=VERSION,
        criteria=[
            AnalysisCriterion(
                id=criterion.id,
                label=name(criterion),
                weight=min(1.0, round(weight, 4)),
                origin="stated" if criterion.origin is Source.STATED else "suggested",
            )
            for criterion, weight in zip(figures.criteria, ranking.central_weights, strict=True)
        ],
        cuts=[
            AnalysisCut(kind=cut.kind.value, above=cut.above, below=cut.below, ratio=cut.ratio)
            for cut in ranking.cuts
        ],
        scores={
            identifier: {
                criterion.id: _score(figures, option, column)
                for column, criterion in enumerate(figures.criteria)
            }
            for option, identifier in enumerate(figures.ids)
        },
        exclusions=[_exclusion(figures, exclusion) for exclusion in grid.exclusions],
        evidence=ranking.evidence,
        confidence=min(1.0, ranking.confidence),
        clarity="close" if ranking.is_close else "clear",
        flips=[
            AnalysisFlip(criterion=flip.criterion, tilt=flip.tilt, selected=figures.ids[flip.selected])
            for flip in flips
        ],
    )


def _score(figures: Figures, option: int, column: int) -> AnalysisScore | None:
    if not figures.known[option][column]:
        return None
    return AnalysisScore(mean=float(figures.means[option, column]), sd=float(figures.sds[option, column]))


def _exclusion(figures: Figures, exclusion: Exclusion) -> AnalysisExclusion:
    return AnalysisExclusion(
        option=figures.ids[exclusion.option],
        limit=clipped(exclusion.limit.words),
        broken_by=clipped(exclusion.broken_by.words) if exclusion.broken_by is not None else None,
        excess=exclusion.excess,
    )
