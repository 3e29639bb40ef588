"""Cuts a stretch of words down to the name in it: no lead, no tail, no price, no clause that only explains."""

from dilem.engine.reading.document import trimmed
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.words import Span

CURRENCIES = frozenset({
    "€", "£", "$", "euro", "euros", "eur", "chf", "usd", "gbp", "brl", "reais", "real", "francs", "franken", "fr",
    "pounds", "pound", "quid", "dollars", "dollar", "pesos", "peso", "libras", "dolares", "conto", "contos", "pavos",
    "franchi", "francos", "bucks", "grand", "k", "mila", "mil", "cent", "cents", "centimes", "p", "tacken",
})  # fmt: skip
_OPENS_CURRENCY = frozenset({"€", "£", "$"})
_LONGEST = 16


def named(scene: Scene, span: Span) -> Span:
    """The name in a stretch of words; empty where nothing but leads and tails stands there."""
    span = without_lead(scene, span)
    span = without_tail(scene, span)
    span = _without_explanation(scene, span)
    start, end = trimmed(scene.tokens, span)
    return Span(start, min(end, start + _LONGEST))


def without_lead(scene: Scene, span: Span) -> Span:
    """Without the words that introduce a question, such as "should I" or "hello, I can't decide between"."""
    start, end = trimmed(scene.tokens, span)
    while start < end:
        behind = scene.end_of("lead", start)
        if not behind or behind > end:
            break
        start = behind
        while start < end and not _is_solid(scene, start):
            start += 1
    # A lead of several words inside introduces too: "my mum asks me every day: should I …".
    for index in range(end - 1, start, -1):
        behind = scene.end_of("lead", index)
        if behind - index <= 1:
            behind = scene.end_of("opening", index)
        if behind and behind < end:
            return without_lead(scene, Span(behind, end))
    return Span(start, end)


def without_tail(scene: Scene, span: Span) -> Span:
    """Without the words that only close a question, such as "please" or "what do you think"."""
    start, end = trimmed(scene.tokens, span)
    shorter = True
    while shorter and end > start:
        shorter = False
        for index in range(max(start + 1, end - 6), end):
            if scene.end_of("tail", index) == end:
                start, end = trimmed(scene.tokens, Span(start, index))
                shorter = True
                break
    return Span(start, end)


def amount_at(scene: Scene, index: int, end: int) -> int:
    """The end of an amount of money at a token, or 0."""
    if index >= end:
        return 0
    fold = scene.fold(index)
    if fold in {"r", "us"} and scene.fold(index + 1) == "$":
        index += 1
        fold = "$"
    if fold in _OPENS_CURRENCY and index + 1 < end and scene.fold(index + 1)[:1].isdigit():
        return index + 2
    if fold[:1].isdigit() and index + 1 < end and scene.fold(index + 1) in CURRENCIES:
        return index + 2
    return 0


def without_amount(scene: Scene, span: Span) -> Span:
    """Without a price behind the name and the preposition before it: "pizza for £8" is "pizza"."""
    for index in range(span.start + 1, span.end):
        if not amount_at(scene, index, span.end):
            continue
        cut = index
        while cut > span.start and _is_small(scene, cut - 1):
            cut -= 1
        if any(_is_content(scene, i) for i in range(span.start, cut)):
            return Span(*trimmed(scene.tokens, Span(span.start, cut)))
        return span
    return span


def _without_explanation(scene: Scene, span: Span) -> Span:
    """Up to the first mark or the first word that begins a clause of its own."""
    content = 0
    depth_start = span.start
    for index in range(span.start, span.end):
        token = scene.tokens[index]
        fold = token.fold
        if content and (fold in ",;:(?!…\n" or (fold in "–—-" and _is_apart(scene, index))):
            return Span(depth_start, index)
        if content and index + 1 < span.end and _begins_clause(scene, index):
            return Span(depth_start, index)
        if fold == "." and index + 1 < span.end and scene.tokens[index + 1].start > token.end and content:
            before = scene.tokens[index - 1]
            if len(before.fold) > 3:
                return Span(depth_start, index)
        content += _is_content(scene, index)
    return span


def _begins_clause(scene: Scene, index: int) -> bool:
    fold = scene.fold(index)
    if scene.lexis.has("words.and", fold):
        return False
    if not scene.lexis.has("words.joins", fold) and not scene.lexis.has("words.but", fold):
        return False
    before = scene.fold(index - 1)
    return not scene.lexis.has("words.article", before) or scene.lexis.has("pronoun", fold)


def _is_apart(scene: Scene, index: int) -> bool:
    before, token = scene.tokens[index - 1], scene.tokens[index]
    return before.end < token.start


def _is_small(scene: Scene, index: int) -> bool:
    fold = scene.fold(index)
    return not fold[:1].isalnum() or (scene.lexis.has("words.stop", fold) and not fold[:1].isdigit())


def _is_content(scene: Scene, index: int) -> bool:
    fold = scene.fold(index)
    return fold[:1].isalnum() and not scene.lexis.has("words.stop", fold)


def _is_solid(scene: Scene, index: int) -> bool:
    return scene.fold(index)[:1].isalnum() or scene.fold(index) in _OPENS_CURRENCY
