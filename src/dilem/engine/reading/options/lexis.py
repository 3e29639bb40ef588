"""The classes of words by which names and actions are told, and the forms of everyday verbs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from dilem.engine.grid import Language
from dilem.engine.reading.phrases import Phrases, load
from dilem.engine.reading.words import Token, fold

_LONG_ENDING = 4
_PHRASES = frozenset({
    "torn", "either", "lead", "tail", "or_not", "yes_no", "whether", "thinking", "decide", "exists", "idiom",
    "opening",
})  # fmt: skip


@dataclass(frozen=True)
class Verbs:
    """The forms of everyday verbs: every finite form, and those of "I …" and "we …", with the infinitive.

    `surely` are forms with an ending so long that no noun has it.
    """

    infinitives: Mapping[str, str]
    finite: Mapping[str, str]
    first: Mapping[str, str]
    surely: frozenset[str]


@dataclass(frozen=True)
class Lexis:
    """What naming.txt and verbs.txt say of one language."""

    language: Language
    phrases: Mapping[str, Phrases]
    classes: Mapping[str, frozenset[str]]
    counts: Mapping[str, int]
    contractions: Mapping[str, str]
    oblique: Mapping[str, str]
    ordinals: Mapping[str, int]
    wording: Mapping[str, str]
    verbs: Verbs
    telling: frozenset[str]
    wishing: frozenset[str]

    def fold(self, token: Token) -> str:
        """A token's folded word; where an accent tells two words apart, it stays."""
        if token.text.isascii():
            return token.fold
        lowered = token.text.lower()
        return lowered if lowered in self.telling else token.fold

    def has(self, name: str, word: str) -> bool:
        """Whether a folded word belongs to a class, such as "kin"."""
        return word in self.classes.get(name, frozenset())


@cache
def lexis(language: Language) -> Lexis:
    """The lexis of a language, read once."""
    entries = _entries(language, "naming")
    telling = frozenset(entries.get("naming.telling", ()))
    named = {key.partition(".")[2]: values for key, values in entries.items()}
    classes = {**_entries(language, "words"), **named}
    verbs = _verbs(language, telling, frozenset(named.get("we", ())))
    says = [_folded(word, telling) for word in named.get("says", ())]
    return Lexis(
        language,
        # One set a tag, because within a set the longer phrase hides the shorter one, whatever their tags.
        {name: Phrases((name, phrase) for phrase in named.get(name, ())) for name in sorted(_PHRASES)},
        {name: frozenset(_folded(word, telling) for word in words) for name, words in classes.items()},
        {word: int(number) for word, number in _pairs(named.get("count", ()), telling)},
        dict(_pairs(named.get("contraction", ()), telling)),
        dict(_pairs(named.get("oblique", ()), telling)),
        {word: int(number) for word, number in _pairs(named.get("ordinal", ()), telling)},
        {name: words[0] for name, words in named.items() if name.startswith("refuse_")},
        verbs,
        telling,
        frozenset(verbs.finite[word] for word in says if word in verbs.finite),
    )


def _entries(language: Language, topic: str) -> Mapping[str, tuple[str, ...]]:
    return load("dilem.engine.reading", f"vocabulary/{language}/{topic}.txt")


def _folded(word: str, telling: frozenset[str]) -> str:
    return word if word in telling else fold(word)


def _pairs(entries: tuple[str, ...], telling: frozenset[str]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        word, sign, value = entry.partition("=")
        if sign:
            yield _folded(word.strip(), telling), value.strip()


def _verbs(language: Language, telling: frozenset[str], ours: frozenset[str]) -> Verbs:
    entries = _entries(language, "verbs")
    endings = {key.partition(".")[2]: forms for key, forms in entries.items() if key.startswith("endings.")}
    infinitives: dict[str, str] = {}
    finite: dict[str, str] = {}
    first: dict[str, str] = {}
    surely: set[str] = set()
    for infinitive in entries.get("verbs.regular", ()):
        infinitives[fold(infinitive)] = infinitive
        ending = next(
            (e for e in sorted(endings, key=len, reverse=True) if fold(infinitive).endswith(e)), None
        )
        if ending is None:
            continue
        root = infinitive[: len(infinitive) - len(ending)]
        for number, form in enumerate(endings[ending]):
            finite.setdefault(_folded(root + form, telling), infinitive)
            if len(form) >= _LONG_ENDING:
                surely.add(_folded(root + form, telling))
            if number == 0 or form in ours:
                first.setdefault(_folded(root + form, telling), infinitive)
    for name in ("verbs.first", "verbs.other"):
        for form, infinitive in _pairs(entries.get(name, ()), telling):
            infinitives.setdefault(fold(infinitive), infinitive)
            finite[form] = infinitive
            if name == "verbs.first":
                first[form] = infinitive
    return Verbs(infinitives, finite, first, frozenset(surely))
