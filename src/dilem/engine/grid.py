"""The decision model: options x criteria, with scores, limits, and where each comes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

Language = NewType("Language", str)
"""One of `LANGUAGES`."""

LANGUAGES = ("fr", "en", "it", "de", "es", "pt")

CRITERIA = (
    "cost", "income", "time", "effort", "comfort", "health", "safety", "environment", "enjoyment",
    "social", "family", "career", "learning", "freedom", "reliability", "quality", "space", "location",
    "stability", "ethics", "privacy", "looks",
)  # fmt: skip
"""Ids of the criteria that have names in the catalogs. `OTHER` stands for what nobody spoke of."""

OTHER = "other"

UNKNOWN_MEAN = 0.5
UNKNOWN_SD = 0.29
"""A cell nobody spoke of: the mean and the standard deviation of a uniform draw from 0..1."""

MAX_OPTIONS = 8
MAX_CRITERIA = 10


class Source(StrEnum):
    """Where a cell, a weight or a limit comes from."""

    STATED = "stated"
    COMPUTED = "computed"
    COMMON = "common"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Quote:
    """The person's own words: `words` stands at `start` in part `part` of what was sent.

    Part 0 is the dilemma, part n the n-th refinement. Offsets count code points.
    """

    part: int
    start: int
    words: str


class OptionKind(StrEnum):
    """NAMED stands in the person's words; DO and DONT are the two sides of a yes/no dilemma."""

    NAMED = "named"
    DO = "do"
    DONT = "dont"


@dataclass(frozen=True, slots=True)
class Option:
    """A course of action. `label` is short (1 to 120 characters) and in the person's own words."""

    label: str
    kind: OptionKind = OptionKind.NAMED
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class Criterion:
    """What matters when comparing. `id` is one of CRITERIA, OTHER, or "wish".

    `label` holds the person's own words where the criterion is best called by them (always for
    "wish": something they want that none of CRITERIA names), else it is None and the catalogs name it.
    """

    id: str
    origin: Source
    label: str | None = None
    quote: Quote | None = None


class StatementKind(StrEnum):
    """What kind of evidence a statement is; `trusting.RELIABILITY` says how much each is trusted."""

    LIMIT = "limit"  # a stated hard limit that an option breaks, or alone keeps
    NUMBER = "number"  # stated or computed amounts on a stated criterion
    ON_PRIORITY = "on_priority"  # a stated comparison on the criterion that was said to matter most
    COMPARISON = "comparison"  # a stated comparison, or one stated quality of one option
    COMMON = "common"  # what everybody knows (curated table)
    INFERRED = "inferred"  # a reading without words that say it outright


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing the person said about an option, and what it means in the grid.

    `effect` is signed, from -1 (speaks against `option` on `criterion`) to 1 (speaks for it);
    `source` tells whether it was said, computed from what was said, or added.
    `reference` names the row of the common-sense table where `source` is COMMON.
    """

    kind: StatementKind
    option: int
    criterion: str
    effect: float
    quote: Quote | None
    source: Source = Source.STATED
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """How well an option does on a criterion: mean and standard deviation on 0..1."""

    mean: float
    sd: float
    source: Source
    statements: tuple[int, ...] = ()  # indexes into Grid.statements


class CutKind(StrEnum):
    """What was said about weights; each is one or more linear cuts on the weights' simplex."""

    MOST = "most"  # `above` matters most: it weighs at least as much as every other criterion
    OVER = "over"  # `above` matters more than `below` (ratio 1), or much more (ratio 2)
    ONLY = "only"  # `above` is all that counts: its weight is at least 0.6
    NOT = "not"  # `above` does not matter: its weight is at most 0.02


@dataclass(frozen=True, slots=True)
class Cut:
    """One thing the person said about what matters."""

    kind: CutKind
    above: str
    below: str | None = None
    ratio: float = 1.0
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class Exclusion:
    """An option breaks a stated hard limit: the words of the limit, and what breaks it."""

    option: int
    limit: Quote
    broken_by: Quote | None
    excess: float | None = None  # how far beyond the limit, as a share of it, where it is a number


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something taken for granted that the person did not say: a message key and its values."""

    key: str
    values: Mapping[str, str | float] = field(default_factory=dict)


@dataclass(frozen=True)
class Grid:
    """Options x criteria: the decision model of one dilemma.

    `cells` holds only what is known; a missing cell counts as UNKNOWN_MEAN ± UNKNOWN_SD. Options keep
    the order in which the person named them. `cuts` are in the order in which they were said: where
    two contradict each other, the later one holds.
    """

    language: Language
    options: tuple[Option, ...]
    criteria: tuple[Criterion, ...]
    cells: Mapping[tuple[int, int], Cell]
    cuts: tuple[Cut, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    statements: tuple[Statement, ...] = ()
    assumptions: tuple[Assumption, ...] = ()


class Situation(StrEnum):
    """What kind of text was sent."""

    DECISION = "decision"  # one decision whose options can be told
    DANGER = "danger"  # a life or somebody's safety is at stake: never a ranking
    CRIME = "crime"  # harming others or breaking the law: never a ranking
    NO_DECISION = "no_decision"  # a greeting, a question of fact, a task
    SEVERAL = "several"  # unrelated decisions at once
    NO_OPTIONS = "no_options"  # a decision, but its options cannot be told
    TOO_MANY = "too_many"  # more options left than can be compared


@dataclass(frozen=True, slots=True)
class Asked:
    """One earlier question with its answer, as it was sent.

    `topic` is what the question was about where it was one of ours (a criterion id, "most",
    "limit", "options"), so that it is never asked again; `unsure` says the answer was "I don't know".
    """

    topic: str | None
    unsure: bool


@dataclass(frozen=True)
class Reading:
    """What the words say: the situation, and the grid where there is one decision."""

    language: Language
    situation: Situation
    summary: str  # the dilemma in the person's words, at most 300 characters, one line
    grid: Grid | None = None
    asked: tuple[Asked, ...] = ()
    cautions: tuple[str, ...] = ()  # of "health", "law", "money", "safety"
    left_out: tuple[str, ...] = ()  # labels of options beyond MAX_OPTIONS that a limit rules out
    life_at_stake: bool = False  # with DANGER: name the emergency numbers


@dataclass(frozen=True, slots=True)
class Dilemma:
    """What the caller sent: the dilemma's text, the refinements in order, the interface language."""

    text: str
    refinements: tuple[str, ...]
    interface_language: Language
