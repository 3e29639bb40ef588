"""What is known of each language: its function words and the phrases that carry a dilemma's structure."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from dilem.engine.grid import LANGUAGES, Language
from dilem.engine.reading.phrases import Phrases, load
from dilem.engine.reading.words import fold

TOPICS = ("words", "options", "priorities", "limits", "situation", "amounts")
"""The files of a language in vocabulary/<language>/; a phrase's tag is "block.list"."""


@dataclass(frozen=True)
class Grammar:
    """One language: `phrases` finds its tagged phrases, `lists` holds the single words of each tag."""

    language: Language
    phrases: Phrases
    lists: Mapping[str, frozenset[str]]

    def has(self, tag: str, word: str) -> bool:
        """Whether a folded word stands in the list of a tag, such as "words.stop"."""
        return word in self.lists.get(tag, frozenset())

    def all(self, tag: str) -> frozenset[str]:
        """The words of a list."""
        return self.lists.get(tag, frozenset())


@cache
def grammar(language: Language) -> Grammar:
    """The grammar of a language, read once."""
    entries: dict[str, tuple[str, ...]] = {}
    for topic in TOPICS:
        entries.update(load("dilem.engine.reading", f"vocabulary/{language}/{topic}.txt"))
    return Grammar(
        language,
        Phrases(
            (tag, phrase) for tag, phrases in entries.items() for phrase in phrases if tag != "words.stop"
        ),
        {tag: frozenset(fold(phrase) for phrase in phrases) for tag, phrases in entries.items()},
    )


@cache
def aspects(language: Language) -> Phrases:
    """The lexicon of aspects: tags are "aspect.topic", "aspect.plus" and "aspect.minus"."""
    entries = load("dilem.engine.reading", f"lexicon/{language}.txt")
    return Phrases((tag, phrase) for tag, phrases in entries.items() for phrase in phrases)


@cache
def criterion_names(language: Language) -> Phrases:
    """What the criteria are called; the tag of a name is "criterion.<id>"."""
    entries = load("dilem.engine.reading", f"vocabulary/{language}/criteria.txt")
    return Phrases((tag, phrase) for tag, phrases in entries.items() for phrase in phrases)


@cache
def stop_words() -> Mapping[str, tuple[Language, ...]]:
    """Every function word with the languages it belongs to."""
    owners: dict[str, list[Language]] = {}
    for code in LANGUAGES:
        language = Language(code)
        for word in grammar(language).all("words.stop"):
            owners.setdefault(word, []).append(language)
    return {word: tuple(languages) for word, languages in owners.items()}
