"""What a recommendation rests on: the person's own words first, then common knowledge."""

from dataclasses import dataclass
from enum import StrEnum

from dilem.engine.grid import OTHER, Grid, Quote, Source, StatementKind
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
    criteria = {criterion.id for criterion in grid.criteria} - {OTHER}
    said: dict[str, dict[str, None]] = {}
    common: dict[str, None] = {}
    for cut in ranking.cuts:
        _cite(said, cut.quote, *(name for name in (cut.above, cut.below) if name is not None))
    for exclusion in grid.exclusions:
        _cite(said, exclusion.limit)
        _cite(said, exclusion.broken_by)
    for statement in grid.statements:
        if statement.source is Source.COMMON or statement.kind is StatementKind.COMMON:
            common[statement.criterion] = None
        elif statement.criterion in criteria:
            _cite(said, statement.quote, statement.criterion)
    cited = [Cited(SourceKind.SAID, quote, tuple(supports)) for quote, supports in said.items()]
    if common:
        return (*cited[: MAX_SOURCES - 1], Cited(SourceKind.COMMON, None, tuple(common)))
    return tuple(cited[:MAX_SOURCES])


def _cite(said: dict[str, dict[str, None]], quote: Quote | None, *criteria: str) -> None:
    """Add a quotation; words that are part of a longer one already there are not repeated."""
    if quote is None or not quote.words.strip():
        return
    words = clipped(quote.words)
    longer = next((earlier for earlier in said if words in earlier), words)
    said.setdefault(longer, {}).update(dict.fromkeys(criteria))


def clipped(words: str, most: int = MAX_QUOTE) -> str:
    """Words on one line, cut at a word's end where they are longer than `most` characters."""
    line = " ".join(words.split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut[most // 2 :] else cut) + "…"
