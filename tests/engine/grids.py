"""Grids for the tests of the decision model: made by hand, and drawn by hypothesis."""

from hypothesis import strategies as st

from dilem.engine.grid import (
    Cell,
    Criterion,
    Cut,
    CutKind,
    Exclusion,
    Grid,
    Language,
    Option,
    Quote,
    Source,
    Statement,
    StatementKind,
)

ENGLISH = Language("en")
BETTER, WORSE = Cell(0.75, 0.1, Source.STATED), Cell(0.25, 0.1, Source.STATED)
CRITERION_IDS = ("cost", "time", "health", "comfort", "freedom", "space")


def words(text: str) -> Quote:
    """A quotation from the dilemma."""
    return Quote(0, 0, text)


def grid(
    labels: list[str],
    criteria: list[str],
    cells: dict[tuple[int, int], Cell],
    *,
    cuts: tuple[Cut, ...] = (),
    excluded: tuple[int, ...] = (),
    statements: tuple[Statement, ...] = (),
    stated: tuple[str, ...] = (),
) -> Grid:
    """A grid by its parts; criteria in `stated` were named by the person."""
    return Grid(
        ENGLISH,
        tuple(Option(label) for label in labels),
        tuple(Criterion(name, Source.STATED if name in stated else Source.ASSUMED) for name in criteria),
        cells,
        cuts,
        tuple(Exclusion(option, words("at most 100"), words("it costs 120"), 0.2) for option in excluded),
        statements,
    )


def said(
    option: int,
    criterion: str,
    effect: float,
    kind: StatementKind = StatementKind.COMPARISON,
    source: Source = Source.STATED,
) -> Statement:
    """One statement with words of its own."""
    return Statement(kind, option, criterion, effect, words(f"about {criterion} of {option}"), source)


@st.composite
def grids(draw: st.DrawFn, *, least_options: int = 2, most_options: int = 5) -> Grid:
    """Any grid that a reading could build: options, criteria, cells, cuts, exclusions, statements."""
    options = draw(st.integers(least_options, most_options))
    count = draw(st.integers(1, 5))
    names = list(CRITERION_IDS[:count])
    stated = tuple(name for name in names if draw(st.booleans()))
    cells = {}
    for option in range(options):
        for index in range(count):
            if draw(st.integers(0, 3)):
                mean = draw(st.integers(5, 95)) / 100
                cells[option, index] = Cell(mean, draw(st.sampled_from([0.05, 0.12, 0.2])), Source.STATED)
    cuts = tuple(draw(_cuts(names)))
    excluded = tuple(option for option in range(options) if draw(st.integers(0, 9)) == 0)
    statements = tuple(
        said(option, names[index], (cell.mean - 0.5) * 2) for (option, index), cell in cells.items()
    )
    return grid(
        [f"option {chr(97 + number)}" for number in range(options)],
        names,
        cells,
        cuts=cuts,
        excluded=excluded,
        statements=statements,
        stated=stated,
    )


@st.composite
def _cuts(draw: st.DrawFn, names: list[str]) -> list[Cut]:
    cuts = []
    for _ in range(draw(st.integers(0, 3))):
        kind = draw(st.sampled_from(list(CutKind)))
        above = draw(st.sampled_from(names))
        below = draw(st.sampled_from(names)) if kind is CutKind.OVER else None
        if below != above:
            cuts.append(Cut(kind, above, below, draw(st.sampled_from([1.0, 2.0])), words(f"{kind} {above}")))
    return cuts
