"""Everyday kinds of things that people must avoid, and the words that belong to each."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from dilem.engine.grid import Language
from dilem.engine.reading.document import Part
from dilem.engine.reading.phrases import Phrases, load
from dilem.engine.reading.quantities import MOST_TOKENS
from dilem.engine.reading.words import fold

INCLUDES: Mapping[str, frozenset[str]] = {
    "vegan": frozenset({"meat", "fish", "shellfish", "dairy", "egg", "honey", "leather", "wool"}),
    "vegetarian": frozenset({"meat", "fish", "shellfish"}),
    "coeliac": frozenset({"gluten"}),
    "lactose": frozenset({"dairy"}),
    "halal": frozenset({"pork", "alcohol"}),
    "kosher": frozenset({"pork", "shellfish"}),
    "pregnant": frozenset({"alcohol", "raw", "heat", "rollercoaster"}),
    "handluggage": frozenset({"liquids"}),
    "pet": frozenset({"pet", "dog", "cat", "bird", "rodent"}),
    "fur": frozenset({"fur", "dog", "cat", "rodent"}),
    "wheelchair": frozenset({"stairs"}),
}
"""What else a ban on a kind, or a diet, rules out."""

DIETS = frozenset(
    {"vegan", "vegetarian", "coeliac", "lactose", "halal", "kosher", "pregnant", "wheelchair", "handluggage"}
)
FOODS = frozenset(
    {
        "gluten", "dairy", "egg", "nuts", "meat", "pork", "fish", "shellfish", "alcohol", "sugar", "mushroom",
        "spicy", "coffee", "coriander", "raw", "salt", "honey",
    }
)  # fmt: skip
"""What is eaten and drunk: "without X" is a wish there, and a condition elsewhere."""

COMPANIONS = frozenset({"dog", "cat", "pet", "bird", "rodent", "wheelchair"})
"""What comes along with the person, so that a place that refuses it is ruled out."""


AMENITIES = frozenset(
    {
        "toilet", "parking", "socket", "garden", "bath", "washable", "blackout", "waterproof", "fireproof",
        "lift", "publictransport", "online",
    }
)  # fmt: skip
"""What a place or a thing may have to offer."""


_SHORTEST = 5


@dataclass(frozen=True, slots=True)
class Thing:
    """A word of a kind at tokens `start` to `end`."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True)
class _Table:
    exact: Mapping[str, tuple[str, ...]]
    beginnings: Mapping[str, tuple[tuple[str, str], ...]]
    inner: tuple[tuple[str, str], ...]
    phrases: Phrases


@cache
def _table(language: Language) -> _Table:
    exact: dict[str, list[str]] = {}
    beginnings: dict[str, list[tuple[str, str]]] = {}
    inner: list[tuple[str, str]] = []
    longer: list[tuple[str, str]] = []
    for tag, words in load("dilem.engine.reading", f"vocabulary/{language}/kinds.txt").items():
        kind = tag.removeprefix("kind.")
        for word in words:
            root = fold(word)
            if " " in root or "-" in root or "'" in root:
                longer.append((kind, word))
            elif root.startswith("~"):
                inner.append((root[1:], kind))
            elif root.endswith("*"):
                beginnings.setdefault(root[:3], []).append((root[:-1], kind))
            else:
                exact.setdefault(root, []).append(kind)
    return _Table(
        {word: tuple(kinds) for word, kinds in exact.items()},
        {start: tuple(pairs) for start, pairs in beginnings.items()},
        tuple(inner),
        Phrases(longer),
    )


@lru_cache(maxsize=16_384)
def kinds_of(word: str, language: Language) -> frozenset[str]:
    """The kinds that a folded word belongs to."""
    table = _table(language)
    found = set(table.exact.get(word, ()))
    if language == "de":  # a compound is of the kind of its beginning: "Honigriegel"
        for end in range(_SHORTEST, len(word)):
            found.update(table.exact.get(word[:end], ()))
    found.update(kind for root, kind in table.beginnings.get(word[:3], ()) if word.startswith(root))
    found.update(kind for root, kind in table.inner if root in word)
    return frozenset(found)


def find_things(part: Part, language: Language) -> list[Thing]:
    """All words of a part that belong to a kind, in order."""
    things = [
        Thing(kind, index, index + 1)
        for index, token in enumerate(part.tokens[:MOST_TOKENS])
        if token.is_word and len(token.fold) > 1
        for kind in sorted(kinds_of(token.fold, language))
    ]
    things.extend(
        Thing(hit.tag, hit.start, hit.end) for hit in _table(language).phrases.find(part.tokens[:MOST_TOKENS])
    )
    return sorted(things, key=lambda thing: (thing.start, thing.kind))
