"""Options that stand in lines or behind letters: "- villa", "1. villa", "Option A: villa"."""

from collections.abc import Iterator

from dilem.engine.reading.document import trimmed
from dilem.engine.reading.options.groups import noun_group
from dilem.engine.reading.options.names import Hypothesis, candidate
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.options.trimming import without_amount
from dilem.engine.reading.words import Span

_BULLETS = frozenset("-•*·–—▪►➢")
_MOST_OPTIONS = 24
_LONGEST_NAME = 12


def marked(scene: Scene) -> Iterator[Hypothesis]:
    """Lists with marks of any kind."""
    told = {index for sentence in scene.sentences for index in range(sentence.span.start, sentence.span.end)}
    lines = [line for line in _lines(scene) if told.intersection(range(line.start, line.end))]
    bulleted = [Span(line.start + skip, line.end) for line in lines if (skip := _marker(scene, line))]
    if len(bulleted) >= 2:
        yield from _row(scene, bulleted, "lines")
    plain = _plain_lines(scene, lines)
    if len(plain) >= 2 and not bulleted:
        yield from _row(scene, plain, "plain_lines")
    yield from _row(scene, _numbered(scene), "ordinals")
    lettered = [item for item in _lettered(scene) if item.start in told]
    if len(lettered) >= 2:
        yield from _row(scene, lettered, "letters")


def _row(scene: Scene, items: list[Span], how: str) -> Iterator[Hypothesis]:
    if len(items) < 2:
        return
    options = []
    for item in items[:_MOST_OPTIONS]:
        name = _head(scene, item)
        if name.end <= name.start:
            return
        options.append(candidate(scene, name, body=(item,)))
    if len({option.label.lower() for option in options}) == len(options):
        number = next((s.number for s in scene.sentences if s.span.start <= items[0].start < s.span.end), 0)
        yield Hypothesis(how, tuple(options), number, {})


def _lines(scene: Scene) -> list[Span]:
    lines: list[Span] = []
    start = scene.part.asked
    for index in range(start, len(scene.tokens) + 1):
        if index < len(scene.tokens) and scene.fold(index) != "\n":
            continue
        if index > start:
            lines.append(Span(start, index))
        start = index + 1
    return lines


def _marker(scene: Scene, line: Span) -> int:
    """How many tokens of a line are its list marker: "-", "1.", "a)", "A:"."""
    if line.end - line.start < 2:
        return 0
    first, second = scene.tokens[line.start], scene.tokens[line.start + 1]
    if first.fold in _BULLETS:
        return 0 if second.fold == first.fold else 1
    is_label = (first.fold.isdigit() and len(first.fold) <= 2) or (first.is_word and len(first.fold) == 1)
    if (
        is_label
        and second.fold in {".", ")", ":", "/"}
        and second.start == first.end
        and line.end - line.start > 2
    ):
        return 2
    if first.fold == "(" and line.end - line.start > 3 and scene.fold(line.start + 2) == ")":
        return 3
    return 0


def _plain_lines(scene: Scene, lines: list[Span]) -> list[Span]:
    """Three lines or more in a row that each begin with a name and a colon, or a name and an amount."""
    best: list[Span] = []
    row: list[Span] = []
    for line in lines:
        name_end = next(
            (i for i in range(line.start, min(line.end, line.start + 9)) if scene.fold(i) in ":,=–—"), 0
        )
        ends_open = scene.fold(line.end - 1) == ":"
        if (
            name_end > line.start
            and not ends_open
            and any(scene.fold(i)[:1].isdigit() for i in range(name_end, line.end))
        ):
            row.append(line)
            best = max(best, row, key=len)
        else:
            row = []
    return list(best) if len(best) >= 2 else []


def _numbered(scene: Scene) -> list[Span]:
    """ "One, paint it ourselves. Two, get Steve in.": sentences that count up from one."""
    items: list[Span] = []
    for sentence in scene.sentences:
        span = sentence.span
        number = scene.lexis.ordinals.get(scene.fold(span.start))
        if number != len(items) + 1 or sentence.is_question:
            continue
        has_mark = scene.fold(span.start + 1) in ",:"
        if (has_mark or scene.fold(span.start).endswith("ns")) and span.end - span.start > 2:
            items.append(Span(span.start + 1 + has_mark, span.end))
    return items


def _lettered(scene: Scene) -> list[Span]:
    """Items behind "A:", "Option 2:" or "3)" in running text."""
    starts: list[tuple[str, int, int]] = []
    for index in range(len(scene.tokens) - 2):
        token, after = scene.tokens[index], scene.fold(index + 1)
        is_single = len(token.fold) == 1 and token.fold.isalnum()
        before = scene.fold(index - 1)
        is_named = scene.lexis.has("option_word", before)
        if not is_single or not (
            after in {":", ")", "="} or (is_named and after in {",", "-", "–", "—", "."})
        ):
            continue
        if after == ")" and before == "(":
            starts.append((token.fold, index - 1, index + 2))
        elif is_named or after == ")" or before in {"", ".", ";", ",", ":", "\n", "?", "!"}:
            starts.append((token.fold, index - is_named, index + 2))
    run = _consecutive(starts)
    items: list[Span] = []
    for position, (_, _, body) in enumerate(run):
        limit = run[position + 1][1] if position + 1 < len(run) else len(scene.tokens)
        end = next((i for i in range(body + 1, limit) if scene.fold(i) in ".?!\n;"), limit)
        items.append(Span(body, end))
    return items


def _consecutive(starts: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """The run that counts up from "a" or "1"."""
    run: list[tuple[str, int, int]] = []
    for start in starts:
        wanted = {"a", "1"} if not run else {chr(ord(run[-1][0]) + 1)}
        if start[0] in wanted:
            run.append(start)
    return run


def _head(scene: Scene, item: Span) -> Span:
    """The name at the start of a list item: up to the first mark, or before its price or its verb."""
    start, end = trimmed(scene.tokens, item)
    stop = end
    for index in range(start + 1, end):
        token = scene.tokens[index]
        fold = token.fold
        if (
            fold in ",:;(–—=?!"
            or (fold == "." and len(scene.fold(index - 1)) > 2)
            or (fold == "-" and scene.tokens[index - 1].end < token.start)
        ):
            stop = index
            break
    name = without_amount(scene, Span(start, stop))
    if name.end - name.start > 6:
        first = start + 1 if scene.lexis.has("prep", scene.fold(start)) else start
        group = noun_group(scene, first, name.end)
        if group is not None and group.span.end > group.span.start + 1:
            name = Span(start, group.span.end)
    return Span(name.start, min(name.end, name.start + _LONGEST_NAME))
