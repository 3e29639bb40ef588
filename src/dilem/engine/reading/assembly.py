"""Puts everything that was read into one grid."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from dilem.engine.grid import (
    MAX_CRITERIA,
    Cell,
    Criterion,
    Cut,
    CutKind,
    Exclusion,
    Grid,
    Option,
    OptionKind,
    Quote,
    Source,
    Statement,
    StatementKind,
)
from dilem.engine.reading.aspects import CRITERION_OF, GENERAL, RELATED
from dilem.engine.reading.document import Document
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.options import Found
from dilem.engine.reading.priorities import Target, Want
from dilem.engine.reading.statements import Remark
from dilem.engine.reading.wishes import echoes

_RELATED_SHARE = 0.4
_ECHO_SHARE = 0.6
_KNOWN_SD = 0.12
_FIRM = 0.6  # a wish put less firmly names a criterion, and does not make it the first
GENERAL_CRITERION = "quality"


@dataclass
class _Board:
    """The grid while it is being filled."""

    document: Document
    found: Found
    statements: list[Statement] = field(default_factory=list)
    effects: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    criteria: dict[str, Criterion] = field(default_factory=dict)

    @property
    def is_yes_no(self) -> bool:
        return self.found.options[0].kind is OptionKind.DO

    def add(self, statement: Statement) -> None:
        self.effects.setdefault((statement.option, statement.criterion), []).append(len(self.statements))
        self.statements.append(statement)


def assemble(
    document: Document,
    found: Found,
    focus: Focus,
    remarks: Sequence[Remark],
    wants: Sequence[Want],
    numbers: Sequence[Statement] = (),
    exclusions: Sequence[Exclusion] = (),
) -> Grid:
    """The grid of one decision."""
    board = _Board(document, found)
    wanting = {(want.quote.part, want.span.start) for want in wants if want.kind is not CutKind.NOT}
    spoken = [r for r in remarks if 0 <= r.option < len(found.options) and r.sign]
    cuts: list[Cut] = []
    used: set[int] = set()
    for want in wants:
        cuts.extend(_cut(board, focus, want, spoken, wanting, used))
    for statement in numbers:
        board.criteria.setdefault(statement.criterion, Criterion(statement.criterion, Source.ASSUMED))
        board.add(statement)
    dropped = {cut.above for cut in cuts if cut.kind is CutKind.NOT}
    for index, remark in enumerate(spoken):
        if index in used or _inside_want(document, remark, wanting):
            continue
        criterion = CRITERION_OF.get(remark.aspect, GENERAL_CRITERION)
        if criterion in dropped:
            continue
        board.criteria.setdefault(criterion, Criterion(criterion, Source.ASSUMED))
        board.add(_statement(document, remark, criterion, StatementKind.COMPARISON, 1.0))
    return _grid(board, cuts, exclusions)


def _inside_want(document: Document, remark: Remark, wanting: set[tuple[int, int]]) -> bool:
    part = document.parts[remark.part]
    sentence = next((s for s in part.sentences if s.start <= remark.span.start < s.end), None)
    return sentence is not None and (remark.part, sentence.start) in wanting


def _cut(
    board: _Board, focus: Focus, want: Want, spoken: list[Remark], wanting: set[tuple[int, int]], used: set[int]
) -> list[Cut]:
    criterion = _criterion(board, focus, want, want.target, spoken, wanting, used)
    if want.kind is CutKind.NOT:
        name = CRITERION_OF.get(want.target.aspect or "")
        return [Cut(CutKind.NOT, name, quote=want.quote)] if name else []
    if criterion is None:
        return []
    if want.kind is CutKind.OVER and want.below is not None:
        below = _criterion(board, focus, want, want.below, spoken, wanting, used)
        if below is None or below == criterion:
            return [Cut(CutKind.MOST, criterion, quote=want.quote)]
        return [Cut(CutKind.OVER, criterion, below, want.ratio, want.quote)]
    if want.strength < _FIRM and want.kind is CutKind.MOST:
        return []
    return [Cut(want.kind, criterion, quote=want.quote)]


def _criterion(
    board: _Board,
    focus: Focus,
    want: Want,
    target: Target,
    spoken: list[Remark],
    wanting: set[tuple[int, int]],
    used: set[int],
) -> str | None:
    """The criterion of a target, with what is said of the options on it; None where nothing is."""
    if target.aspect is None:
        return _wish(board, focus, want, target)
    criterion = CRITERION_OF.get(target.aspect)
    if criterion is None:
        return None
    if criterion not in board.criteria or board.criteria[criterion].origin is not Source.STATED:
        board.criteria[criterion] = Criterion(criterion, Source.STATED, quote=want.quote)
    for index, remark in enumerate(spoken):
        if index in used or _inside_want(board.document, remark, wanting):
            continue
        share = (
            1.0 if remark.aspect == target.aspect
            else _RELATED_SHARE if remark.aspect in RELATED.get(target.aspect, ())
            else 0.0
        )
        if share:
            used.add(index)
            board.add(
                _statement(board.document, remark, criterion, StatementKind.ON_PRIORITY, share * target.sign)
            )
    return criterion


def _wish(board: _Board, focus: Focus, want: Want, target: Target) -> str | None:
    heard = echoes(board.document, board.found, focus, want, target)
    if not heard:
        return None
    values = {heard[o][0] if o in heard else 0.0 for o in range(len(board.found.options))}
    if len(values) < 2:
        return None
    board.criteria.setdefault("wish", Criterion("wish", Source.STATED, board.document.dilemma.words(want.span)[:60], want.quote))
    for option, (strength, span, part) in sorted(heard.items()):
        effect = max(-1.0, min(1.0, strength)) * target.sign * want.strength * _ECHO_SHARE
        board.add(
            Statement(
                StatementKind.INFERRED, option, "wish", effect, board.document.parts[part].quote(span)
            )
        )
    return "wish"


def _statement(
    document: Document, remark: Remark, criterion: str, kind: StatementKind, share: float
) -> Statement:
    quote = document.parts[remark.part].quote(remark.clause)
    return Statement(kind, remark.option, criterion, remark.sign * remark.force * share, quote)


def _grid(board: _Board, cuts: list[Cut], exclusions: Sequence[Exclusion]) -> Grid:
    stated = [c for c in board.criteria.values() if c.origin is Source.STATED]
    others = [c for c in board.criteria.values() if c.origin is not Source.STATED]
    criteria = tuple((stated + others)[:MAX_CRITERIA])
    index_of = {criterion.id: index for index, criterion in enumerate(criteria)}
    cells: dict[tuple[int, int], Cell] = {}
    totals: dict[tuple[int, str], float] = {}
    for (option, criterion), numbers in board.effects.items():
        totals[option, criterion] = sum(board.statements[n].effect for n in numbers)
    for (option, criterion), numbers in board.effects.items():
        if criterion not in index_of:
            continue
        mean = 0.5 + 0.4 * math.tanh(totals[option, criterion])
        cells[option, index_of[criterion]] = Cell(mean, _KNOWN_SD, board.statements[numbers[0]].source, tuple(numbers))
    if board.is_yes_no:
        for (option, criterion), cell in list(cells.items()):
            if option == 0:
                cells[1, criterion] = Cell(1.0 - cell.mean, cell.sd, cell.source, cell.statements)
    options = tuple(
        Option(o.label, o.kind, Quote(o.part, board.document.parts[o.part].tokens[o.span.start].start, o.label) if o.span.end > o.span.start else None)
        for o in board.found.options
    )
    known = tuple(cut for cut in cuts if cut.above in index_of and (cut.below is None or cut.below in index_of))
    return Grid(
        board.document.language, options, criteria, cells, known, tuple(exclusions), tuple(board.statements)
    )


__all__ = ["GENERAL", "assemble"]
