"""Writes tests/engine/vectors.json: analyses with the preferences that follow from them.

Run `python tests/engine/vectors.py` where the arithmetic's version changes; the tests hold Python and
JavaScript to the file.
"""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from dilem.engine.flipping import flips
from dilem.engine.grid import Cell, Cut, CutKind, Grid, Source, StatementKind
from dilem.engine.integrating import acceptability
from dilem.engine.weighing import Verdict, preferences_of, rank, tilted, violations_of
from dilem.usecases.analysis import analysis_of
from engine.grids import CRITERION_IDS, grid, said, words

FILE = Path(__file__).parent / "vectors.json"
COUNT = 60


def vectors() -> list[dict[str, object]]:
    """Analyses of grids of many shapes, each with its preferences as they are and with one tilt."""
    generator = random.Random(20)
    made: list[dict[str, object]] = []
    while len(made) < COUNT:
        drawn = _grid(generator)
        ranking = rank(drawn)
        if ranking.verdict is not Verdict.ALL_EXCLUDED:
            made.append(_vector(drawn, generator.choice([-2.0, -0.7, 0.4, 1.5])))
    return made


def _vector(drawn: Grid, tilt: float) -> dict[str, object]:
    ranking = rank(drawn)
    figures = ranking.figures
    shares = acceptability(figures, tilted(figures.weights, 0, tilt))
    changed = preferences_of(figures, shares, ranking.evidence, violations_of(drawn))
    analysis = analysis_of(drawn, ranking, flips(ranking), lambda criterion: criterion.id)
    return {
        "analysis": analysis.model_dump(mode="json"),
        "selected": figures.ids[ranking.selected],
        "acceptability": {figures.ids[o]: ranking.acceptability[o] for o in figures.allowed},
        "preferences": dict(zip(figures.ids, ranking.preferences, strict=True)),
        "tilts": {drawn.criteria[0].id: tilt},
        "tilted": dict(zip(figures.ids, changed, strict=True)),
    }


def _grid(generator: random.Random) -> Grid:
    options, count = generator.randint(2, 6), generator.randint(1, 6)
    names = list(CRITERION_IDS[:count])
    cells = {
        (option, index): Cell(
            generator.randint(10, 90) / 100, generator.choice([0.05, 0.12, 0.2]), Source.STATED
        )
        for option in range(options)
        for index in range(count)
        if generator.random() < 0.8
    }
    cuts = []
    for _ in range(generator.randint(0, 3)):
        kind = generator.choice(list(CutKind))
        above, below = generator.choice(names), generator.choice(names)
        if kind is not CutKind.OVER or above != below:
            other = below if kind is CutKind.OVER else None
            cuts.append(Cut(kind, above, other, generator.choice([1.0, 2.0]), words(f"{kind} {above}")))
    statements = tuple(
        said(option, names[index], (cell.mean - 0.5) * 2, StatementKind.ON_PRIORITY)
        for (option, index), cell in cells.items()
    )
    return grid(
        [f"Option {chr(65 + number)}" for number in range(options)],
        names,
        cells,
        cuts=tuple(cuts),
        excluded=tuple(o for o in range(options) if generator.random() < 0.15),
        statements=statements,
        stated=tuple(name for name in names if generator.random() < 0.5),
    )


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{COUNT} vectors\n")
