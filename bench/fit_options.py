"""Fits the weights by which the embedded reading chooses among sets of options, and writes weights.py.

usage: python bench/fit_options.py LABELLED.jsonl...

Learns from labelled dilemmas (fields `language`, `text` and `options`) and from the stories beside the
tests. A softmax over all sets of options of a text is drawn towards the right ones; texts without a right set
are drawn towards finding nothing. The weights are pulled to a few sensible starting points, so that what is
rare in the examples keeps its sense. The same files give the same weights.
"""

import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dilem.engine.grid import LANGUAGES, Language
from dilem.engine.reading.document import build_document
from dilem.engine.reading.options.choosing import Setting
from dilem.engine.reading.options.finding import hypotheses
from dilem.engine.reading.options.scene import build_scene

ROOT = Path(__file__).parent.parent
STORIES = ROOT / "tests/engine/reading/options"
WEIGHTS = ROOT / "src/dilem/engine/reading/options/weights.py"

STEPS = 500
RATE = 0.05
PULL = 0.001
LEAST = 0.05
"""Weights smaller than this are left out."""

STARTING_POINTS: Mapping[str, float] = {
    "how_lines": 6, "how_letters": 6, "how_plain_lines": 5, "how_ordinals": 3, "how_torn": 2.5,
    "how_compared": 2, "how_listed": 0.5, "listed_rows": 2, "listed_counted": 2, "listed_heading": -1.5,
    "listed_described": -1.5, "or_question": 1.5, "or_lead": 1, "or_skipped_like": -2, "or_like_before": -1,
    "sides_last_question": 1, "told_pointers": 2, "told_other_last": 1.5, "told_kin": -1, "told_abstract": -1,
    "told_same_form": 1, "told_count_agrees": 1, "told_after_cue": 1, "told_inside_like": -1.5,
    "told_behind_here": -1, "told_behind_here_like": -1, "told_behind_soon": -0.5, "told_heading": -2,
    "told_sibling": 1, "told_behind_but": -1,
}  # fmt: skip

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """One text: the traits of each of its sets of options, and which of them are right."""

    traits: Sequence[Mapping[str, float]]
    right: Sequence[bool]
    weight: float


def main(paths: Sequence[str]) -> None:
    """Fit, write, and say how much of the examples comes out right."""
    examples = [*labelled(paths), *stories()]
    names = sorted({name for example in examples for traits in example.traits for name in traits})
    cases = [_case(example, names) for example in examples]
    start = np.array([*(STARTING_POINTS.get(name, 0.0) for name in names), 0.0])
    weights = fit(cases, start)
    chosen = sum(bool(right[int(np.argmax(rows @ weights))]) for rows, right, _ in cases)
    WEIGHTS.write_text(written(dict(zip([*names, ""], weights, strict=True))), encoding="utf-8")
    print(f"{chosen} of {len(cases)} examples come out right.")


def labelled(paths: Iterable[str]) -> Iterator[Example]:
    """The examples in labelled files; several decisions at once, and danger, are not for options to tell."""
    for path in paths:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            if item["options"]:
                yield _example(item["language"], item["text"], item["options"], 1.0)


def stories() -> Iterator[Example]:
    """The examples beside the tests; they are many of few kinds, so each weighs less."""
    for language in LANGUAGES:
        for line in (STORIES / f"{language}.txt").read_text(encoding="utf-8").splitlines():
            text, arrow, options = line.removeprefix("? ").rpartition(" => ")
            if line.startswith("! "):
                yield _example(language, line.removeprefix("! "), (), 1.0)
            elif arrow and not line.startswith("#"):
                names = options.split(" | ")
                yield _example(language, text.replace(" / ", "\n"), names, 0.5 if len(names) == 2 else 0.3)


def _example(language: str, text: str, expected: Sequence[str], weight: float) -> Example:
    document = build_document(text, (), Language(language))
    scene = build_scene(document, document.dilemma)
    setting = Setting(scene)
    sets = list(hypotheses(scene)) if scene.sentences else []
    right = [_names_the_same([option.label for option in one.options], expected) for one in sets]
    missed = bool(expected) and not any(right)
    return Example([setting.traits(one) for one in sets], right, 0.15 * weight if missed else weight)


def _names_the_same(labels: Sequence[str], expected: Sequence[str]) -> bool:
    """Whether the labels name the expected options, in order: half of the shorter one's words are shared."""
    if len(labels) != len(expected):
        return False
    pairs = [(_words(label), _words(name)) for label, name in zip(labels, expected, strict=True)]
    return all(len(a & b) >= max(1, 0.5 * min(len(a), len(b))) for a, b in pairs)


def _words(text: str) -> set[str]:
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    return set(re.findall(r"\w+", plain))


def _case(example: Example, names: Sequence[str]) -> tuple[Matrix, NDArray[np.bool_], float]:
    """A row of traits for each set of options, and a last one for finding nothing."""
    place = {name: index for index, name in enumerate(names)}
    rows = np.zeros((len(example.traits) + 1, len(names) + 1))
    for row, traits in zip(rows, example.traits, strict=False):
        for name, value in traits.items():
            row[place[name]] = value
    rows[-1, -1] = 1.0
    return rows, np.array([*example.right, not any(example.right)]), example.weight


def fit(cases: Sequence[tuple[Matrix, NDArray[np.bool_], float]], start: Matrix) -> Matrix:
    """Gradient descent with moments (Adam), from the starting points and pulled back to them."""
    weights = start.copy()
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = PULL * (weights - start) * len(cases)
        for rows, right, weight in cases:
            scores = rows @ weights
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            wanted = np.where(right, shares, 0.0)
            slope -= weight * (rows.T @ (wanted / wanted.sum() - shares))
        slope /= len(cases)
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope * slope
        weights -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights


def written(weights: Mapping[str, float]) -> str:
    """The module that holds the weights."""
    lines = [
        '"""Weights of the traits by which options are chosen; written by bench/fit_options.py."""',
        "",
        "from collections.abc import Mapping",
        "",
        "WEIGHTS: Mapping[str, float] = {",
        *(f'    "{name}": {value:.2f},' for name, value in weights.items() if name and abs(value) >= LEAST),
        "}",
        "",
        f"NOTHING = {weights['']:.2f}",
        '"""A set of options must score more than this; below it nothing was found."""',
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main(sys.argv[1:])
