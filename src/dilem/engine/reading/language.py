"""Tells which of the six languages a text is written in."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from dilem.engine.grid import LANGUAGES, Language
from dilem.engine.reading.phrases import load
from dilem.engine.reading.words import Token, fold

# Letters and marks that only some of the six languages use, with how much they tell.
_MARKS: Mapping[str, tuple[tuple[str, float], ...]] = {
    "ñ": (("es", 3.0),),
    "¿": (("es", 4.0),),
    "¡": (("es", 4.0),),
    "ß": (("de", 4.0),),
    "ä": (("de", 2.0),),
    "ö": (("de", 2.0),),
    "ü": (("de", 1.5), ("es", 0.2)),
    "ã": (("pt", 3.0),),
    "õ": (("pt", 3.0),),
    "ç": (("fr", 0.7), ("pt", 1.0)),
    "œ": (("fr", 3.0),),
    "ê": (("fr", 1.0), ("pt", 1.0)),
    "â": (("fr", 0.7), ("pt", 0.7)),
    "î": (("fr", 1.5),),
    "û": (("fr", 1.5),),
    "ë": (("fr", 1.0),),
    "ï": (("fr", 1.0),),
    "è": (("fr", 0.7), ("it", 1.0)),
    "ù": (("fr", 0.5), ("it", 1.0)),
    "ì": (("it", 2.0),),
    "ò": (("it", 2.0),),
    "à": (("fr", 0.5), ("it", 0.7), ("pt", 0.3)),
    "é": (("fr", 0.5), ("es", 0.4), ("pt", 0.4), ("it", 0.2)),
    "í": (("es", 0.7), ("pt", 0.5)),
    "ó": (("es", 0.7), ("pt", 0.5)),
    "ú": (("es", 0.6), ("pt", 0.4)),
    "á": (("es", 0.6), ("pt", 0.5)),
}

# Beginnings and endings of words that lean to a language, for texts with few function words.
_ENDINGS: Mapping[str, tuple[str, ...]] = {
    "fr": ("eux", "aux", "eau", "ement", "tion", "oire", "ette", "eur", "ille"),
    "en": ("ing", "tion", "ght", "ness", "ould", "ck", "ly", "sh", "th"),
    "it": ("zione", "mente", "tto", "tta", "cchi", "gli", "are", "ere", "ezza", "ino"),
    "de": ("ung", "keit", "heit", "lich", "isch", "chen", "sch", "ten", "ieren"),
    "es": ("cion", "mente", "dad", "ado", "ito", "ez", "ar", "illa", "ano"),
    "pt": ("cao", "coes", "mente", "dade", "inho", "inha", "agem", "eira", "ao"),
}


_TOPICS = (
    "asked", "cautions", "groups", "harm", "kinds", "limiting", "naming", "options", "prices", "priorities",
    "requests", "situation", "units", "verbs", "words",
)  # fmt: skip
"""The files whose words are known to belong to a language; names of things abroad are in none of them."""

_WORD = re.compile(r"[^\W\d_]+n't\b|'(?:s|re|ll|ve|d|m)\b|[^\W\d_]+'(?=[^\W\d_])|[^\W\d_]+")

_FUNCTION_WORD = 1.0
_KNOWN_WORD = 0.5
_SHORT_WORD = 0.3
_ENDING = 0.15
_MARK = 0.5
_INTERFACE = 0.2
_LONG = 4
_EVERYDAY = 3
_FUNCTIONAL = frozenset({"words.stop", "words.self"})
_BY_SPEAKERS = ("en", "es", "fr", "de", "pt", "it")
"""Of languages that are as likely, the one that more people write."""


def identify(tokens: Iterable[Token], interface_language: Language) -> Language:
    """The language in which most of the words are written.

    Function words tell most, then other words that are known, then letters and endings; the interface
    language decides only between languages that are as likely.
    """
    scores = dict.fromkeys(LANGUAGES, 0.0)
    for token in tokens:
        for language, weight in _votes(token):
            scores[language] += weight
    scores[interface_language] += _INTERFACE
    best = max(_BY_SPEAKERS, key=lambda code: (round(scores[code], 9), code == interface_language))
    return Language(best)


def _votes(token: Token) -> Iterator[tuple[str, float]]:
    """How much one token speaks for each language."""
    spelt, unaccented = _known_words()
    lowered = token.text.lower()
    if not lowered.isascii():
        for mark in lowered:
            yield from ((language, weight * _MARK) for language, weight in _MARKS.get(mark, ()))
    weights = spelt.get(lowered.replace("’", "'")) or unaccented.get(token.fold)
    if weights:
        yield from weights
    elif len(token.fold) > _LONG:
        for language, endings in _ENDINGS.items():
            if token.fold.endswith(endings):
                yield language, _ENDING


_Weights = Mapping[str, tuple[tuple[Language, float], ...]]
"""A word, and how much it speaks for each of its languages."""


@cache
def _known_words() -> tuple[_Weights, _Weights]:
    """Every word of the vocabularies and lexicons as it is spelt, and as it is typed without accents.

    Words with a capital are left out, save in German: they are names, and names belong to no language.
    """
    spelt: dict[str, Counter[Language]] = {}
    unaccented: dict[str, Counter[Language]] = {}
    functional: dict[str, set[Language]] = {}
    folded: dict[str, set[Language]] = {}
    for code in LANGUAGES:
        language = Language(code)
        words, functions = _words(language)
        for word, times in words.items():
            bare = fold(word)
            spelt.setdefault(word, Counter())[language] += times
            unaccented.setdefault(bare, Counter())[language] += times
            if word in functions:
                functional.setdefault(word, set()).add(language)
                folded.setdefault(bare, set()).add(language)
    return _weighed(spelt, functional), _weighed(unaccented, folded)


def _words(language: Language) -> tuple[Counter[str], frozenset[str]]:
    """The words of a language with how often they occur, and which of them are function words."""
    words: Counter[str] = Counter()
    functions: set[str] = set()
    for file in (*(f"vocabulary/{language}/{topic}.txt" for topic in _TOPICS), f"lexicon/{language}.txt"):
        for tag, phrases in load("dilem.engine.reading", file).items():
            found = _WORD.findall(" ; ".join(phrases).replace("’", "'"))
            lowered = [word.lower() for word in found if word.islower() or language == "de"]
            words.update(lowered)
            if tag in _FUNCTIONAL:
                functions.update(lowered)
    return words, frozenset(functions)


def _weighed(counts: Mapping[str, Counter[Language]], functional: Mapping[str, set[Language]]) -> _Weights:
    weights: dict[str, tuple[tuple[Language, float], ...]] = {}
    for word, count in counts.items():
        owners = functional.get(word, set()) & set(count)
        if owners:  # a function word of one language may be an everyday word of another: "car"
            owners = owners | {language for language, times in count.items() if times >= _EVERYDAY}
            full = _FUNCTION_WORD
        else:
            owners = set(count)
            full = _KNOWN_WORD if len(word) >= _LONG else _SHORT_WORD
        weights[word] = tuple((language, full / len(owners)) for language in sorted(owners))
    return weights
