"""Cuts a stretch of words down to the name in it: no lead, no tail, no price, no clause that explains."""

from dilem.engine.reading.document import trimmed
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.words import Span

CURRENCIES = frozenset({
    "€", "£", "$", "euro", "euros", "eur", "chf", "usd", "gbp", "brl", "reais", "real", "francs", "franken",
    "fr", "pounds", "pound", "quid", "dollars", "dollar", "pesos", "peso", "libras", "dolares", "conto", "p",
    "contos", "pavos", "franchi", "francos", "bucks", "grand", "k", "mila", "mil", "cent", "cents",
    "centimes", "tacken",
})  # fmt: skip
_OPENS_CURRENCY = frozenset({"€", "£", "$"})
_BEFORE_DOLLAR = frozenset({"r", "us"})
_LONGEST = 16
_LONGEST_TAIL = 6
_LONGEST_ABBREVIATION = 3


def named(scene: Scene, span: Span) -> Span:
    """The name in a stretch of words; empty where nothing but leads and tails stands there."""
    span = _without_explanation(scene, without_tail(scene, without_lead(scene, span)))
    start, end = trimmed(scene.tokens, span)
    return Span(start, min(end, start + _LONGEST))


def without_lead(scene: Scene, span: Span) -> Span:
    """Without the words that introduce a question, such as "should I" or "hello, I can't decide between"."""
    start, end = trimmed(scene.tokens, span)
    while start < end and 0 < scene.end_of("lead", start) <= end:
        start = scene.end_of("lead", start)
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
    while True:
        tails = (i for i in range(max(start + 1, end - _LONGEST_TAIL), end) if scene.end_of("tail", i) == end)
        index = next(tails, end)
        if index == end:
            return Span(start, end)
        start, end = trimmed(scene.tokens, Span(start, index))


def amount_at(scene: Scene, index: int, end: int) -> int:
    """The end of an amount of money at a token, or 0."""
    if scene.fold(index) in _BEFORE_DOLLAR and scene.fold(index + 1) == "$":
        index += 1
    if index + 1 >= end:
        return 0
    first, second = scene.fold(index), scene.fold(index + 1)
    opens = first in _OPENS_CURRENCY and second[:1].isdigit()
    closes = first[:1].isdigit() and second in CURRENCIES
    return index + 2 if opens or closes else 0


def without_amount(scene: Scene, span: Span) -> Span:
    """Without a price behind the name and the preposition before it: "pizza for £8" is "pizza"."""
    index = next((i for i in range(span.start + 1, span.end) if amount_at(scene, i, span.end)), span.end)
    cut = index
    while cut > span.start and _is_small(scene, cut - 1):
        cut -= 1
    if index == span.end or not any(_is_content(scene, i) for i in range(span.start, cut)):
        return span
    return Span(*trimmed(scene.tokens, Span(span.start, cut)))


def _without_explanation(scene: Scene, span: Span) -> Span:
    """Up to the first mark or the first word that begins a clause of its own."""
    has_content = False
    for index in range(span.start, span.end):
        if has_content and (_is_break(scene, index, span.end) or _begins_clause(scene, index, span.end)):
            return Span(span.start, index)
        has_content = has_content or _is_content(scene, index)
    return span


def _is_break(scene: Scene, index: int, end: int) -> bool:
    fold = scene.fold(index)
    if fold in "–—-":
        return scene.tokens[index - 1].end < scene.tokens[index].start
    if fold == ".":
        is_apart = index + 1 < end and scene.tokens[index + 1].start > scene.tokens[index].end
        return is_apart and len(scene.fold(index - 1)) > _LONGEST_ABBREVIATION
    return fold in ",;:(?!…\n"


def _begins_clause(scene: Scene, index: int, end: int) -> bool:
    joins = scene.has("words.joins", index) or scene.has("words.but", index)
    if not joins or scene.has("words.and", index) or index + 1 >= end:
        return False
    return not scene.has("words.article", index - 1) or scene.has("pronoun", index)


def _is_small(scene: Scene, index: int) -> bool:
    fold = scene.fold(index)
    return not fold[:1].isalnum() or (scene.has("words.stop", index) and not fold[:1].isdigit())


def _is_content(scene: Scene, index: int) -> bool:
    return scene.fold(index)[:1].isalnum() and not scene.has("words.stop", index)


def _is_solid(scene: Scene, index: int) -> bool:
    return scene.fold(index)[:1].isalnum() or scene.fold(index) in _OPENS_CURRENCY
