"""Tells which of the six languages a text is written in."""

from collections.abc import Iterable, Mapping

from dilem.engine.grid import LANGUAGES, Language
from dilem.engine.reading.grammar import stop_words
from dilem.engine.reading.words import Token

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
    "£": (("en", 0.7),),
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


def identify(tokens: Iterable[Token], interface_language: Language) -> Language:
    """The language in which most of the words are written.

    Function words tell most, then letters and endings; a text that tells nothing is taken to be in the
    interface language.
    """
    scores = dict.fromkeys(LANGUAGES, 0.0)
    owners = stop_words()
    for token in tokens:
        for owner in owners.get(token.fold, ()):
            scores[owner] += 1.0 / len(owners[token.fold])
        for mark in token.text.lower():
            for language, weight in _MARKS.get(mark, ()):
                scores[language] += weight * 0.5
        if len(token.fold) > 4 and token.fold not in owners:
            for language, endings in _ENDINGS.items():
                if token.fold.endswith(endings):
                    scores[language] += 0.15
    scores[interface_language] += 0.3
    best = max(LANGUAGES, key=lambda language: (scores[language], language == interface_language, language))
    return Language(best)
