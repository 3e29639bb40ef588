"""Writes tests/engine/vectors.json: analyses with the preferences that follow from them.

Run `python tests/engine/vectors.py` where the arithmetic's version changes; the tests hold Python and
JavaScript to the file.
"""

import json
import random
import sys
from pathlib import Path

from dilem.engine.flipping import flips
from dilem.engine.grid import Cell, Cut, CutKind, Grid, Source, StatementKind
from dilem.engine.sampling import sample
from dilem.engine.weighing import Verdict, best_chances, preferences_of, rank, tilted
from dilem.usecases.answer import analysis_of, option_ids
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
        if ranking.verdict is Verdict.ALL_EXCLUDED:
            continue
        ids = option_ids([option.label for option in drawn.options])
        changes = flips(drawn, ranking)
        analysis = analysis_of(drawn, ranking, ids, changes, lambda criterion: criterion.id)
        tilt = generator.choice([-2.0, -0.7, 0.4, 1.5])
        weights = tilted(sample(ranking.model.tiers, ranking.model.rules), 0, tilt)
        chances = best_chances(ranking.model, weights)
        acceptability = [
            sum(float(row[option]) for row in chances) / len(chances) for option in range(len(ids))
        ]
        violations = [
            sum(e.excess or 0.0 for e in drawn.exclusions if e.option == o) for o in range(len(ids))
        ]
        changed = preferences_of(ranking.model, acceptability, violations)
        made.append(
            {
                "analysis": analysis.model_dump(mode="json"),
                "selected": ids[ranking.selected],
                "preferences": dict(zip(ids, ranking.preferences, strict=True)),
                "tilts": {drawn.criteria[0].id: tilt},
                "tilted": dict(zip(ids, changed, strict=True)),
            }
        )
    return made


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
    sys.stdout.write(f"{len(vectors())} vectors\n")
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
