"""Reads a noun group: "the flat above the bar", "Mr Adeyemi", "« Le Phare »", "la de la avenida"."""

from dataclasses import dataclass

from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.options.trimming import CURRENCIES, amount_at
from dilem.engine.reading.words import Span

_QUOTES = {"«": "»", "“": "”", "„": "“", '"': '"', "‘": "’"}
_NEVER_FIRST = ("adverb", "words.equal", "words.negation", "words.more", "words.less", "words.both", "clitic")
_NEVER_NOUN = ("words.article", "words.negation", "words.or", "of", "pronoun")
_BEHIND_IS = ("words.article", "adverb", "words.negation", "words.stop")
_PARTICLES = (
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
_BEHIND_A_VERB = ("words.article", "subject", "words.negation")
_MOST_CONTENT = 6
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
    token = scene.tokens[start]
    if token.fold in _QUOTES:
        return _quoted(scene, start, end)
    kind = _kind(scene, start, end)
    if kind is None:
        return None
    stop = _end_of_group(scene, start, end, kind)
    return Group(Span(start, stop), kind) if stop > start else None


def is_finite(scene: Scene, index: int) -> bool:
    """Whether a token can be a finite verb, by its form alone."""
    fold = scene.fold(index)
    return fold in scene.lexis.verbs.finite or scene.lexis.has("words.verbs", fold)


def is_verb_behind(scene: Scene, index: int) -> bool:
    """Whether a token right behind a noun is its verb: by its form, or by what follows it.

    An unknown word before an article or a pronoun is a verb ("Nina piange per la gatta" is not told so, but
    "Nina paints the fence" is), and so is any small word behind a German noun that is no particle.
    """
    fold = scene.fold(index)
    if is_finite(scene, index):
        # An English verb without "s" has a plural before it: "the early train" names no training.
        is_bare = scene.style("bare_verbs") and fold in scene.lexis.verbs.infinitives
        return not is_bare or scene.fold(index - 1).endswith("s")
    if not fold[:1].isalpha() or scene.is_capital(index) or any(scene.has(n, index) for n in _PARTICLES):
        return False
    if scene.style("capital_nouns"):
        return scene.is_capital(index - 1)
    return any(scene.has(name, index + 1) for name in _BEHIND_A_VERB)


def _has_object_before(scene: Scene, index: int) -> bool:
    """ "La veo", "gli servirebbe": an article that is a pronoun here, because a verb and no noun follows."""
    fold, article = scene.fold(index), scene.fold(index - 1)
    if not scene.has("clitic", index - 1):
        return False
    is_feminine = article.endswith(("a", "as", "le"))
    return fold in scene.lexis.verbs.surely or (
        is_feminine and fold in scene.lexis.verbs.first and fold.endswith("o")
    )


def _quoted(scene: Scene, start: int, end: int) -> Group | None:
    closing = _QUOTES[scene.fold(start)]
    for index in range(start + 1, min(end, start + _LONGEST_QUOTE + 1)):
        if scene.tokens[index].text in {closing, '"', "”"} and index > start + 1:
            return Group(Span(start + 1, index), "quoted")
    return None


def _kind(scene: Scene, start: int, end: int) -> str | None:
    token = scene.tokens[start]
    fold = token.fold
    if scene.lexis.has("words.article", fold):
        if scene.lexis.has("words.self", fold):
            return "own"
        return "definite" if scene.lexis.has("definite", fold) else "indefinite"
    if amount_at(scene, start, end):
        return None
    if fold[:1].isdigit() or fold in scene.lexis.counts:
        return "number"
    if not token.is_word or scene.lexis.has("pronoun", fold):
        return None
    if scene.lexis.has("words.stop", fold) and not scene.lexis.has("title", fold):
        return None
    if any(scene.lexis.has(name, fold) for name in _NEVER_FIRST):
        return None
    return "capital" if scene.is_capital(start) else "bare"


def _end_of_group(scene: Scene, start: int, end: int, kind: str) -> int:
    content = 1 if kind in {"capital", "bare"} else 0
    index = start + 1
    last_solid = index if content else start
    while index < end:
        token = scene.tokens[index]
        fold = token.fold
        if not token.is_word and not fold[:1].isdigit():
            if _binds(scene, index, end) or (scene.fold(index) in "€£$" and not content):
                index += 1
                continue
            break
        if fold[:1].isdigit():
            if not _number_belongs(scene, index, end, content, kind):
                break
            index += 1
            last_solid = index
            is_glued = scene.tokens[index - 2].end == scene.tokens[index - 1].start
            content += bool(content == 0 and kind != "number" and not is_glued)
            continue
        role = _role(scene, index, content, start)
        if role == "stop":
            break
        if role == "verb":
            break
        if role == "link":
            is_owned = any(scene.fold(i) == "'s" for i in range(start, index))
            if content >= 3 + is_owned and not scene.lexis.has("genitive", fold) and fold != "&":
                break  # "a 2018 Pacifica at a dealer" is told well enough by its head
            index += 1
            continue
        if role == "article":
            if not _after_link(scene, index - 1) and index > start + 1:
                break
            index += 1
            continue
        content += 1
        index += 1
        last_solid = index
        if content >= _MOST_CONTENT:
            break
    return last_solid if content or kind in {"number"} else (last_solid if last_solid > start + 1 else start)


def _role(scene: Scene, index: int, content: int, start: int) -> str:
    fold = scene.fold(index)
    lexis = scene.lexis
    after_article = scene.has("words.article", index - 1) or _after_link(scene, index - 1)
    # Within a sentence a capital tells a name, but in German, where every noun has one.
    if scene.is_capital(index) and not scene.style("capital_nouns") and not scene.has("pronoun", index):
        return "content"
    if after_article and content == 0 and not any(scene.has(name, index) for name in _NEVER_NOUN):
        return "verb" if index == start + 1 and _has_object_before(scene, index) else "content"
    if lexis.has("words.or", fold) or lexis.has("words.negation", fold):
        return "stop"
    if lexis.has("words.and", fold):
        follows = scene.tokens[index + 1] if index + 1 < len(scene.tokens) else None
        both_names = follows is not None and follows.text[:1].isupper() and scene.is_capital(index - 1)
        return (
            "link"
            if fold == "&" or (both_names and content == 1 and not lexis.has("words.article", follows.fold))
            else "stop"
        )
    if lexis.has("of", fold) and (
        content or (index == start + 1 and lexis.has("definite", scene.fold(start)))
    ):
        return "link"
    if lexis.has("words.article", fold):
        return "article"
    if content and not after_article and is_verb_behind(scene, index):
        return "verb"
    if lexis.has("prop", fold) or (lexis.has("one", fold) and (after_article or index == start + 1)):
        return "content"
    if lexis.has("adverb", fold):
        return "stop"
    if lexis.has("words.stop", fold):
        return "content" if after_article and content == 0 and not lexis.has("pronoun", fold) else "stop"
    if lexis.has("words.but", fold) or lexis.has("words.joins", fold):
        return "stop"
    return "content"


def _after_link(scene: Scene, index: int) -> bool:
    return scene.lexis.has("of", scene.fold(index))


def _binds(scene: Scene, index: int, end: int) -> bool:
    """A hyphen, an apostrophe, or the point of "Mr." inside a name."""
    token = scene.tokens[index]
    if index + 1 >= end:
        return False
    before, after = scene.tokens[index - 1], scene.tokens[index + 1]
    if token.fold in "-'’/" and before.end == token.start and after.start == token.end:
        return True
    if token.fold == "&" and after.is_word:
        return True
    if token.fold == "'s":
        # "Kate's cottage", but not "the cinema's £9" or "bowling's a laugh".
        is_verb = (
            after.fold[:1].isdigit() or any(scene.has(n, index + 1) for n in _BEHIND_IS) or not after.is_word
        )
        return not is_verb
    return token.fold == "." and scene.lexis.has("title", before.fold)


def _number_belongs(scene: Scene, index: int, end: int, content: int, kind: str) -> bool:
    if amount_at(scene, index, end):
        return content == 0
    after = scene.fold(index + 1) if index + 1 < end else ""
    if after in CURRENCIES or scene.lexis.has("units", after):
        return content == 0
    return content <= 1 or scene.lexis.has("of", scene.fold(index - 1))
