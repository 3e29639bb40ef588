"""Puts everything that was read into one grid."""

import math
from collections.abc import Iterable, Mapping, Sequence
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
from dilem.engine.reading.aspects import CRITERION_OF, RELATED
from dilem.engine.reading.document import Document
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.knowledge import compare
from dilem.engine.reading.options import Candidate, Found, stem
from dilem.engine.reading.priorities import Target, Want
from dilem.engine.reading.statements import Remark
from dilem.engine.reading.wishes import Echoes, echoes

WISH = "wish"
GENERAL_CRITERION = "quality"
"""Praise and blame of nothing in particular."""

RELATED_SHARE = 0.4
COMMON_EFFECT = 0.4
"""What one step on the table of common sense, which goes from -2 to 2, means in the grid."""

ECHO_SHARE = 0.6
SPREAD = 0.4
KNOWN_SD = 0.12
COUNTED_SD = 0.04
MIRRORED_SHARE = 0.5
MIRRORED_SD = 0.2
DECISIVE = 0.9
"""Who says that something comes first wants the decision to follow from it: it gets most of the weight."""

FIRM = 0.6
"""A wish put less firmly names a criterion, and does not make it the first."""


@dataclass
class _Board:
    """The grid while it is being filled."""

    document: Document
    found: Found
    echoes: Echoes
    remarks: Sequence[Remark]
    wanting: frozenset[tuple[int, int]]
    statements: list[Statement] = field(default_factory=list)
    effects: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    criteria: dict[str, Criterion] = field(default_factory=dict)
    cuts: list[Cut] = field(default_factory=list)
    used: set[int] = field(default_factory=set)

    @property
    def is_yes_no(self) -> bool:
        return self.found.options[0].kind is OptionKind.DO

    def name(
        self, criterion: str, origin: Source, label: str | None = None, quote: Quote | None = None
    ) -> None:
        """Put a criterion on the board; what was stated stays stated."""
        known = self.criteria.get(criterion)
        if known is None or (known.origin is not Source.STATED and origin is Source.STATED):
            self.criteria[criterion] = Criterion(criterion, origin, label, quote)

    def add(self, statement: Statement) -> None:
        """Put a statement on the board."""
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
    wanting = frozenset((want.quote.part, want.span.start) for want in wants if want.kind is not CutKind.NOT)
    count = len(found.options)
    spoken = [
        r for r in remarks if 0 <= r.option < count and r.sign and not _stands_in(document, found, r, wanting)
    ]
    board = _Board(document, found, echoes(document, found, focus), spoken, wanting)
    for group in _by_sentence(wants):
        _place(board, group, numbers)
    for statement in numbers:
        board.name(statement.criterion, Source.ASSUMED)
        board.add(statement)
    dropped = {cut.above for cut in board.cuts if cut.kind is CutKind.NOT}
    for index, remark in enumerate(spoken):
        criterion = CRITERION_OF.get(remark.aspect, GENERAL_CRITERION)
        if index not in board.used and criterion not in dropped:
            board.name(criterion, Source.ASSUMED)
            board.add(_statement(document, remark, criterion, StatementKind.COMPARISON, 1.0))
    return _grid(board, exclusions)


def _stands_in(document: Document, found: Found, remark: Remark, wanting: frozenset[tuple[int, int]]) -> bool:
    """Whether a remark is part of what is said to matter, and so says nothing of an option.

    In a sentence that says what matters only a clause that names an option still speaks of it.
    """
    part = document.parts[remark.part]
    sentence = next((s for s in part.sentences if s.start <= remark.span.start < s.end), None)
    if sentence is None or (remark.part, sentence.start) not in wanting:
        return False
    stems = {stem(token.fold) for token in part.tokens[remark.clause.start : remark.clause.end]}
    return not any(stems & option.keys for option in found.options)


def _by_sentence(wants: Sequence[Want]) -> Iterable[list[Want]]:
    groups: dict[tuple[int, int, CutKind, bool], list[Want]] = {}
    for want in wants:
        groups.setdefault((want.quote.part, want.span.start, want.kind, want.is_aversion), []).append(want)
    return groups.values()


def _place(board: _Board, group: list[Want], numbers: Sequence[Statement]) -> None:
    """Put what one sentence says about what matters on the board."""
    first = group[0]
    if first.kind is CutKind.NOT:
        for want in group:
            criterion = CRITERION_OF.get(want.target.aspect or "")
            if criterion:
                board.cuts.append(Cut(CutKind.NOT, criterion, quote=want.quote))
        return
    above = _criterion(board, first, [want.target for want in group], numbers)
    if above is None and first.strength >= FIRM and not first.is_aversion:
        above = _unanswered(board, first)
    if above is None:
        return
    if first.kind is CutKind.OVER:
        belows = [_criterion(board, want, [want.below], numbers) for want in group if want.below is not None]
        named = [below for below in belows if below is not None and below != above]
        board.cuts.extend(Cut(CutKind.OVER, above, below, first.ratio, first.quote) for below in named)
        board.cuts.append(Cut(CutKind.ONLY, above, quote=first.quote))
    elif first.strength >= DECISIVE:
        board.cuts.append(Cut(CutKind.ONLY, above, quote=first.quote))
    elif first.strength >= FIRM:
        board.cuts.append(Cut(first.kind, above, quote=first.quote))


def _criterion(
    board: _Board, want: Want, targets: Sequence[Target], numbers: Sequence[Statement]
) -> str | None:
    """The criterion of some targets, with all that is said of the options on it.

    The targets of one sentence are one wish put in several words; it is called by the first of them that
    anything is said about.
    """
    aspects = {target.aspect: target.sign for target in targets if target.aspect}
    whole = [target.criterion for target in targets if target.criterion]
    bearing: list[tuple[int, Remark, float]] = []
    for index, remark in enumerate(board.remarks):
        share = max((_share(remark, aspect) * sign for aspect, sign in aspects.items()), key=abs, default=0.0)
        if share and index not in board.used:
            bearing.append((index, remark, share))
    spoken_of = {CRITERION_OF.get(remark.aspect) for _, remark, share in bearing if abs(share) >= 1.0}
    spoken_of |= {statement.criterion for statement in numbers}
    names = [*whole, *(CRITERION_OF[aspect] for aspect in aspects if aspect in CRITERION_OF)]
    criterion = next((name for name in names if name in spoken_of), names[0] if names else None)
    if criterion is None:
        return _echoed(board, want, targets)
    board.name(criterion, Source.STATED, quote=want.quote)
    for index, remark, share in bearing:
        board.used.add(index)
        board.add(_statement(board.document, remark, criterion, StatementKind.ON_PRIORITY, share))
    if not bearing and criterion not in spoken_of and not _know(board, aspects, criterion):
        _echo(board, want, targets, criterion)
    return criterion


def _know(board: _Board, aspects: Mapping[str, int], criterion: str) -> bool:
    """What everybody knows of the options on an aspect the person named, where they said nothing of it."""
    tokens = [board.document.parts[o.part].tokens[o.span.start : o.span.end] for o in board.found.options]
    for aspect, sign in aspects.items():
        ratings = compare(board.document.language, tokens, aspect)
        for option, rating in enumerate(ratings or ()):
            effect = COMMON_EFFECT * sign * rating.value
            board.add(
                Statement(
                    StatementKind.COMMON, option, criterion, effect, None, Source.COMMON, rating.reference
                )
            )
        if ratings:
            return True
    return False


def _unanswered(board: _Board, want: Want) -> str:
    """Something put first of which nothing is known: it stands in the grid, and nothing may outweigh it."""
    label = " ".join(board.document.parts[want.quote.part].words(want.span).split())[:60]
    board.name(WISH, Source.STATED, label, want.quote)
    return WISH


def _share(remark: Remark, aspect: str) -> float:
    if remark.aspect == aspect:
        return 1.0
    return RELATED_SHARE if remark.aspect in RELATED.get(aspect, ()) else 0.0


def _echoed(board: _Board, want: Want, targets: Sequence[Target]) -> str | None:
    """A wish no aspect is known for: what is said of the options in the same words."""
    if not _echo(board, want, targets, WISH):
        return None
    label = " ".join(board.document.parts[want.quote.part].words(want.span).split())[:60]
    board.name(WISH, Source.STATED, label, want.quote)
    return WISH


def _echo(board: _Board, want: Want, targets: Sequence[Target], criterion: str) -> bool:
    spoken = False
    for target in targets:
        if target.aspect is not None or not target.stems:
            continue
        heard = board.echoes.of(want, target)
        values = {heard[o].strength if o in heard else 0.0 for o in range(len(board.found.options))}
        if len(values) < 2:
            continue
        for option, echo in sorted(heard.items()):
            effect = max(-1.0, min(1.0, echo.strength)) * target.sign * ECHO_SHARE
            quote = board.document.parts[echo.part].quote(echo.span)
            board.add(Statement(StatementKind.INFERRED, option, criterion, effect, quote))
            spoken = True
    return spoken


def _statement(
    document: Document, remark: Remark, criterion: str, kind: StatementKind, share: float
) -> Statement:
    quote = document.parts[remark.part].quote(remark.clause)
    return Statement(kind, remark.option, criterion, remark.sign * remark.force * share, quote)


def _grid(board: _Board, exclusions: Sequence[Exclusion]) -> Grid:
    stated = [c for c in board.criteria.values() if c.origin is Source.STATED]
    others = [c for c in board.criteria.values() if c.origin is not Source.STATED]
    criteria = tuple((stated + others)[:MAX_CRITERIA])
    place = {criterion.id: index for index, criterion in enumerate(criteria)}
    cells: dict[tuple[int, int], Cell] = {}
    for (option, criterion), numbers in board.effects.items():
        if criterion not in place:
            continue
        total = sum(board.statements[number].effect for number in numbers)
        source = board.statements[numbers[0]].source
        is_counted = all(board.statements[number].kind is StatementKind.NUMBER for number in numbers)
        sd = COUNTED_SD if is_counted else KNOWN_SD
        cells[option, place[criterion]] = Cell(0.5 + SPREAD * math.tanh(total), sd, source, tuple(numbers))
    if board.is_yes_no:
        for (option, index), cell in list(cells.items()):
            if option == 0:  # what speaks for doing it speaks against leaving it
                cells[1, index] = Cell(1.0 - cell.mean, cell.sd, cell.source, cell.statements)
    elif len(board.found.options) == 2:
        # Who compares two options and says something of one means that the other is less so.
        for (option, index), cell in list(cells.items()):
            if (1 - option, index) not in cells:
                mirrored = 0.5 - MIRRORED_SHARE * (cell.mean - 0.5)
                cells[1 - option, index] = Cell(mirrored, MIRRORED_SD, Source.ASSUMED, cell.statements)
    known = [cut for cut in board.cuts if cut.above in place and (cut.below is None or cut.below in place)]
    return Grid(
        board.document.language,
        tuple(_option(board.document, candidate) for candidate in board.found.options),
        criteria,
        cells,
        tuple(known),
        tuple(exclusions),
        tuple(board.statements),
    )


def _option(document: Document, candidate: Candidate) -> Option:
    tokens = document.parts[candidate.part].tokens
    span = candidate.span
    quote = document.parts[candidate.part].quote(span) if span.start < span.end <= len(tokens) else None
    return Option(candidate.label, candidate.kind, quote)
