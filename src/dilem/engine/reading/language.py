"""Tells which of the six languages a text is written in."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from dilem.engine.grid import LANGUAGES, Language
from dilem.engine.reading.grammar import stop_words
from dilem.engine.reading.phrases import load
from dilem.engine.reading.words import Token, tokenize

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

_FUNCTION_WORD = 1.0
_KNOWN_WORD = 0.7
_SHORT_WORD = 0.4
_ENDING = 0.15
_MARK = 0.5
_INTERFACE = 0.15
_LONG = 4
_EVERYDAY = 3


def identify(tokens: Iterable[Token], interface_language: Language) -> Language:
    """The language in which most of the words are written.

    Function words tell most, then other words that are known, then letters and endings; the interface
    language decides only between languages that are as likely.
    """
    scores = dict.fromkeys(LANGUAGES, 0.0)
    known = _known_words()
    for token in tokens:
        if not token.text.isascii():
            for mark in token.text.lower():
                for language, weight in _MARKS.get(mark, ()):
                    scores[language] += weight * _MARK
        if token.fold in known:
            for language, weight in known[token.fold]:
                scores[language] += weight
        elif len(token.fold) > _LONG:
            for language, endings in _ENDINGS.items():
                if token.fold.endswith(endings):
                    scores[language] += _ENDING
    scores[interface_language] += _INTERFACE
    best = max(LANGUAGES, key=lambda language: (scores[language], language == interface_language, language))
    return Language(best)


@cache
def _known_words() -> Mapping[str, tuple[tuple[Language, float], ...]]:
    """Every word of the vocabularies and lexicons, with how much it speaks for each of its languages.

    Words with a capital are left out, save in German: they are names, and names belong to no language.
    """
    counts: dict[str, Counter[Language]] = {}
    for code in LANGUAGES:
        language = Language(code)
        files = [f"vocabulary/{language}/{topic}.txt" for topic in _TOPICS] + [f"lexicon/{language}.txt"]
        for file in files:
            for phrases in load("dilem.engine.reading", file).values():
                for token in tokenize(" ; ".join(phrases)):
                    if token.is_word and (token.text.islower() or language == "de"):
                        counts.setdefault(token.fold, Counter())[language] += 1
    functional = stop_words()
    weights: dict[str, tuple[tuple[Language, float], ...]] = {}
    for word, count in counts.items():
        owners = set(functional.get(word, ()))
        if owners:  # a function word of one language may be an everyday word of another: "car"
            owners |= {language for language, times in count.items() if times >= _EVERYDAY}
            full = _FUNCTION_WORD
        else:
            owners = set(count)
            full = _KNOWN_WORD if len(word) >= _LONG else _SHORT_WORD
        weights[word] = tuple((language, full / len(owners)) for language in sorted(owners))
    return weights
