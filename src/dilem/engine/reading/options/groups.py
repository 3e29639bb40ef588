"""Reads a noun group: "the flat above the bar", "Mr Adeyemi", "« Le Phare »", "la de la avenida"."""

from dataclasses import dataclass

from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.options.trimming import CURRENCIES, amount_at
from dilem.engine.reading.words import Span

_QUOTES = {"«": "»", "“": "”", "„": "“", '"': '"', "‘": "’"}
_NEVER_FIRST = ("adverb", "words.equal", "words.negation", "words.more", "words.less", "words.both", "clitic")
_NEVER_NOUN = ("words.article", "words.negation", "words.or", "of", "pronoun")
_ENDS = ("words.or", "words.negation", "adverb", "words.stop", "words.but", "words.joins")
_BEHIND_IS = ("words.article", "adverb", "words.negation", "words.stop")
_BEHIND_A_VERB = ("words.article", "subject", "words.negation")
_NO_VERB = (
    "of",
    "prep",
    "words.stop",
    "words.article",
    "words.joins",
    "words.or",
    "adverb",
    "pronoun",
    "title",
)
_MOST_CONTENT = 6
_TOLD_ENOUGH = 3
_LONGEST_QUOTE = 8


@dataclass(frozen=True, slots=True)
class Group:
    """A noun group: its tokens, and what it begins with (`kind`)."""

    span: Span
    kind: str


def noun_group(scene: Scene, start: int, end: int) -> Group | None:
    """The noun group that begins at a token, or None."""
    if start >= end:
        return None
    if scene.tokens[start].fold in _QUOTES:
        return _quoted(scene, start, end)
    kind = _kind(scene, start, end)
    if kind is None:
        return None
    stop = _end_of_group(scene, start, end, kind)
    return Group(Span(start, stop), kind) if stop > start else None


def is_finite(scene: Scene, index: int) -> bool:
    """Whether a token can be a finite verb, by its form alone."""
    return scene.fold(index) in scene.lexis.verbs.finite or scene.has("words.verbs", index)


def is_verb_behind(scene: Scene, index: int) -> bool:
    """Whether a token right behind a noun is its verb: by its form, or by what follows it.

    An unknown word before an article or a pronoun is a verb ("Nina whitewashes the fence"), and so is any
    small word behind a noun where nouns have capitals.
    """
    if is_finite(scene, index):
        # An English verb without "s" has a plural before it: "the early train" names no training.
        is_bare = scene.style("bare_verbs") and scene.fold(index) in scene.lexis.verbs.infinitives
        return not is_bare or scene.fold(index - 1).endswith("s")
    is_word = scene.fold(index)[:1].isalpha() and not scene.is_capital(index)
    if not is_word or any(scene.has(name, index) for name in _NO_VERB):
        return False
    if scene.style("capital_nouns"):
        return scene.is_capital(index - 1)
    return any(scene.has(name, index + 1) for name in _BEHIND_A_VERB) and not scene.has("of", index + 1)


def _quoted(scene: Scene, start: int, end: int) -> Group | None:
    closing = {_QUOTES[scene.tokens[start].fold], '"', "”"}
    for index in range(start + 2, min(end, start + _LONGEST_QUOTE + 1)):
        if scene.tokens[index].text in closing:
            return Group(Span(start + 1, index), "quoted")
    return None


def _kind(scene: Scene, start: int, end: int) -> str | None:
    if scene.has("words.article", start):
        is_own = scene.has("words.self", start)
        return "own" if is_own else "definite" if scene.has("definite", start) else "indefinite"
    if amount_at(scene, start, end):
        return None
    fold = scene.fold(start)
    if fold[:1].isdigit() or fold in scene.lexis.counts or scene.has("numeral", start):
        is_measure = scene.fold(start + 1) in CURRENCIES or scene.has("units", start + 1)
        return None if is_measure and not fold[:1].isdigit() else "number"
    is_small = scene.has("words.stop", start) and not scene.has("title", start)
    if not scene.tokens[start].is_word or scene.has("pronoun", start) or is_small:
        return None
    if any(scene.has(name, start) for name in _NEVER_FIRST):
        return None
    return "capital" if scene.is_capital(start) else "bare"


def _end_of_group(scene: Scene, start: int, end: int, kind: str) -> int:
    """Where a group ends; links and articles at its end do not belong to it."""
    content = 1 if kind in {"capital", "bare"} else 0
    stop = start + 1 if content or kind == "number" else start
    for index in range(start + 1, end):
        role = _role(scene, Span(start, end), index, content)
        if role == "end":
            break
        if role == "number":
            # "2018 Pacifica" has two words, "T1" has one.
            content += (
                content == 0 and kind != "number" and scene.tokens[index - 1].end < scene.tokens[index].start
            )
            stop = index + 1
        elif role == "content":
            content += 1
            stop = index + 1
        if content >= _MOST_CONTENT:
            break
    return stop


def _role(scene: Scene, span: Span, index: int, content: int) -> str:
    """What a token is in a group: content, a number, a link, an article, a mark that binds, or its end."""
    fold = scene.fold(index)
    if fold[:1].isdigit():
        return "number" if _number_belongs(scene, index, span.end, content) else "end"
    if not scene.tokens[index].is_word:
        return "mark" if _binds(scene, index, span.end) or (fold in "€£$" and not content) else "end"
    is_second = index == span.start + 1
    after_article = scene.has("words.article", index - 1) or scene.has("of", index - 1)
    # Within a sentence a capital tells a name, but where every noun has one.
    is_named = (
        scene.is_capital(index) and not scene.style("capital_nouns") and not scene.has("pronoun", index)
    )
    is_head = after_article and not content and not any(scene.has(name, index) for name in _NEVER_NOUN)
    if is_named or is_head:
        return "end" if is_head and is_second and _has_object_before(scene, index) else "content"
    return _small_role(scene, span.start, index, content, after_article=after_article)


def _small_role(scene: Scene, start: int, index: int, content: int, *, after_article: bool) -> str:
    is_second = index == start + 1
    if scene.has("words.and", index):
        return "link" if _joins_names(scene, index, content) else "end"
    if scene.has("of", index) and (content or (is_second and scene.has("definite", start))):
        return "link" if _goes_on(scene, start, index, content) else "end"
    if scene.has("words.article", index):
        return "article" if is_second or scene.has("of", index - 1) else "end"
    is_verb = content and not after_article and is_verb_behind(scene, index)
    stands_in = scene.has("prop", index) or (scene.has("one", index) and (after_article or is_second))
    ends = is_verb or (not stands_in and any(scene.has(name, index) for name in _ENDS))
    return "end" if ends else "content"


def _goes_on(scene: Scene, start: int, index: int, content: int) -> bool:
    """Whether what a preposition adds is still part of the name: not where it is told well enough by then."""
    is_owned = any(scene.fold(i) == "'s" for i in range(start, index))
    return content < _TOLD_ENOUGH + is_owned or scene.has("genitive", index)


def _joins_names(scene: Scene, index: int, content: int) -> bool:
    """ "Marsh & Daughter", "Villeroy et Boch"."""
    if scene.fold(index) == "&":
        return True
    both = scene.is_capital(index - 1) and scene.is_capital(index + 1)
    return both and content == 1 and not scene.has("words.article", index + 1)


def _has_object_before(scene: Scene, index: int) -> bool:
    """ "La veo", "gli servirebbe": an article that is a pronoun here, because a verb and no noun follows."""
    if not scene.has("clitic", index - 1):
        return False
    fold = scene.fold(index)
    is_mine = fold in scene.lexis.verbs.first and fold.endswith("o")
    return fold in scene.lexis.verbs.surely or (is_mine and scene.fold(index - 1).endswith(("a", "as", "le")))


def _binds(scene: Scene, index: int, end: int) -> bool:
    """A hyphen, an apostrophe, or the point of "Mr." inside a name."""
    if index + 1 >= end:
        return False
    before, token, after = scene.tokens[index - 1 : index + 2]
    if token.fold == "'s":
        # "Kate's cottage", but not "the cinema's £9" or "bowling's a laugh".
        return after.is_word and not any(scene.has(name, index + 1) for name in _BEHIND_IS)
    is_tight = before.end == token.start and after.start == token.end
    if token.fold in "-'’/" and is_tight:
        return True
    return (token.fold == "&" and after.is_word) or (token.fold == "." and scene.has("title", index - 1))


def _number_belongs(scene: Scene, index: int, end: int, content: int) -> bool:
    if amount_at(scene, index, end):
        return content == 0
    if index + 1 < end and (scene.fold(index + 1) in CURRENCIES or scene.has("units", index + 1)):
        return content == 0
    return content <= 1 or scene.has("of", index - 1)
