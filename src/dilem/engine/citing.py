"""What a recommendation rests on: the person's own words first, then common knowledge."""

from dataclasses import dataclass
from enum import StrEnum

from dilem.engine.grid import Grid, Quote, Source, StatementKind
from dilem.engine.weighing import Ranking

MAX_SOURCES = 12
MAX_QUOTE = 160


class SourceKind(StrEnum):
    """Where a source comes from, as the contract names it; its title is `reply.source.<value>`."""

    SAID = "said"
    COMMON = "common"


@dataclass(frozen=True, slots=True)
class Cited:
    """One source with the ids of the criteria it supports; only what was said has a quotation."""

    kind: SourceKind
    quote: str | None
    supports: tuple[str, ...]


def sources_of(grid: Grid, ranking: Ranking) -> tuple[Cited, ...]:
    """The words the ranking was computed from, each once: what matters, the limits, then the rest."""
    criteria = {criterion.id for criterion in ranking.figures.criteria}
    said: dict[str, dict[str, None]] = {}
    common: dict[str, None] = {}
    for cut in ranking.cuts:
        _cite(said, cut.quote, cut.above)
        if cut.below is not None:
            _cite(said, cut.quote, cut.below)
    for exclusion in grid.exclusions:
        _cite(said, exclusion.limit, None)
        _cite(said, exclusion.broken_by, None)
    for statement in grid.statements:
        if statement.criterion not in criteria:
            continue
        if statement.kind is StatementKind.COMMON or statement.source is Source.COMMON:
            common[statement.criterion] = None
        else:
            _cite(said, statement.quote, statement.criterion)
    cited = [Cited(SourceKind.SAID, quote, tuple(supports)) for quote, supports in said.items()]
    if common:
        return (*cited[: MAX_SOURCES - 1], Cited(SourceKind.COMMON, None, tuple(common)))
    return tuple(cited[:MAX_SOURCES])


def _cite(said: dict[str, dict[str, None]], quote: Quote | None, criterion: str | None) -> None:
    if quote is None or not quote.words.strip():
        return
    supports = said.setdefault(clipped(quote.words), {})
    if criterion is not None:
        supports[criterion] = None


def clipped(words: str, most: int = MAX_QUOTE) -> str:
    """Words on one line, cut at a word's end where they are longer than `most` characters."""
    line = " ".join(words.split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut[most // 2 :] else cut) + "…"
