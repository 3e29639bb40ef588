"""What an engine must beat: the first option, the cheapest number, and chance."""

import re
import zlib
from collections.abc import Callable, Mapping

from dilem.contract import Clarification, DecideRequest, Result, ResultOption, Turn
from dilem.engine.grid import Dilemma, Language
from dilem.engine.reading import read

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_SURE = 0.7
"""What a baseline says of its choice; the rest is shared among the others."""


def first_option(request: DecideRequest) -> Turn:
    """Always the option that was named first."""
    return _pick(request, lambda _labels: 0)


def cheapest_number(request: DecideRequest) -> Turn:
    """The option whose name is followed by the smallest number, else the first."""

    def choose(labels: list[str]) -> int:
        found = []
        for index, label in enumerate(labels):
            place = request.text.find(label)
            number = _NUMBER.search(request.text, place + len(label)) if place >= 0 else None
            if number:
                found.append((float(number.group().replace(",", ".")), index))
        return min(found)[1] if found else 0

    return _pick(request, choose)


def chance(request: DecideRequest) -> Turn:
    """An option drawn by a hash of the text, so that a run can be repeated."""
    return _pick(request, lambda labels: zlib.crc32(request.text.encode()) % len(labels))


BASELINES: Mapping[str, Callable[[DecideRequest], Turn]] = {
    "first option": first_option,
    "cheapest number": cheapest_number,
    "random": chance,
}


def _pick(request: DecideRequest, choose: Callable[[list[str]], int]) -> Turn:
    reading = read(Dilemma(request.text, tuple(request.refinements), Language(request.language)))
    if reading.grid is None or not request.force_decision:
        return Clarification(question="?", choices=[], format="text", unit=None, summary=reading.summary)
    labels = [option.label or "no" for option in reading.grid.options]
    chosen = choose(labels)
    options = [
        ResultOption(
            id=f"o{index}",
            label=label,
            description="",
            probability=_SURE if index == chosen else (1 - _SURE) / (len(labels) - 1),
        )
        for index, label in enumerate(labels)
    ]
    return Result(summary=reading.summary, options=options, selected=f"o{chosen}", sources=[])
