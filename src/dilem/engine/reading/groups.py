"""Values of which a thing has only one: a colour, a size, indoors or outdoors."""

from collections.abc import Iterator
from dataclasses import dataclass

from dilem.engine.reading.cues import Cues
from dilem.engine.reading.document import Document
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.places import Places
from dilem.engine.reading.words import Span

_GROUPS = (
    "colour.", "size.", "place.", "gear.", "fuel.", "way.", "season.", "payment.", "state.", "furnishing.",
    "meal.",
)  # fmt: skip
_REQUIRING = frozenset({"limits.must", "limits.only"})
_AFTER = 5


@dataclass(frozen=True)
class Clash:
    """An option has another value than the one required: where each is said."""

    option: int
    part: int
    limit: Span
    other_part: int
    broken_by: Span


def find_clashes(
    document: Document, focus: Focus, places: Places, limits: Cues, options: int
) -> Iterator[Clash]:
    """The options that have another value of a group than the one the person requires."""
    cues = Cues(document, "groups", *_GROUPS)
    required: dict[str, tuple[str, int, Span]] = {}
    for part in document.parts:
        for hit in cues.of(part.index):
            group, _, value = hit.tag.partition(".")
            if not places.is_outside(part.index, hit.start):
                continue
            clause = places.clause(part.index, hit.start)
            ahead = Span(max(clause.start, hit.start - _AFTER), hit.start)
            if part.tokens[clause.end - 1].fold != "?" and _REQUIRING & limits.tags(part.index, ahead):
                required[group] = (value, part.index, places.sentence(part.index, hit.start))
    for group, (wanted, part_index, sentence) in required.items():
        clashes = list(_against(document, focus, cues, options, group, wanted, part_index, sentence))
        if len({clash.option for clash in clashes}) < options:
            yield from clashes


def _against(
    document: Document,
    focus: Focus,
    cues: Cues,
    options: int,
    group: str,
    wanted: str,
    part: int,
    sentence: Span,
) -> Iterator[Clash]:
    """Options that are told by other values of the group only."""
    told: dict[int, list[tuple[str, int, Span]]] = {}
    for index in range(len(document.parts)):
        for hit in cues.of(index):
            name, _, value = hit.tag.partition(".")
            option = focus.of(index, hit.start)
            if name == group and 0 <= option < options:
                told.setdefault(option, []).append((value, index, Span(hit.start, hit.end)))
    for option, values in told.items():
        if all(value != wanted for value, _, _ in values):
            _, index, span = values[0]
            yield Clash(option, part, sentence, index, span)
